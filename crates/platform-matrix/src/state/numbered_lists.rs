//! Stores numbered lists, which stand in place of buttons and menus: the meaning of each number of
//! a message, so that a number means the same after a restart. Not here: the look of a list
//! (`message/render`), and finding the list of a bare number (`inbound/number_resolver`).

use adoube_bot::{
    ChannelId, MessageSeries, PersonId,
    forms::{self, StoredForm},
};
use adoube_matrix_client::MatrixEventId;
use adoube_platform::numbered_list::NumberedControl;
use adoube_store::{BatchWrite, Key, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    ids::ChannelAddress,
    records::{self, LIST, MEANT, NEWEST},
    state::{forwarding, stored_menu::StoredMenu},
};

/// Lists stored for a channel and a person; a number for an older list is refused.
const KEPT: usize = 12;

/// A list that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberedList {
    /// The channel in which it was shown.
    pub(crate) place: ChannelId,
    /// The channel it is about.
    pub(crate) about: ChannelId,
    /// Its only reader; `None` for everybody.
    pub(crate) to: Option<PersonId>,
    /// The person whom its message mentions.
    pub(crate) called: Option<PersonId>,
    /// Whether the choice is secret, also from the server.
    pub(crate) secret: bool,
    pub(crate) choices: Vec<NumberedControl>,
}

impl NumberedList {
    pub(crate) fn new(
        place: &ChannelAddress,
        about: ChannelId,
        to: Option<PersonId>,
        choices: Vec<NumberedControl>,
    ) -> Self {
        Self { place: place.channel(), about, to, called: None, secret: false, choices }
    }

    /// The choice of a number, counted from one.
    pub(crate) fn choice(&self, number: usize) -> Option<&NumberedControl> {
        self.choices.get(number.checked_sub(1)?)
    }
}

/// The lists shown last in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewestLists {
    /// Events of the lists, the newest last.
    pub(crate) events: Vec<String>,
    /// Stamp that grows with every list.
    pub(crate) stamp: u64,
    pub(crate) series: Option<MessageSeries>,
    /// Event of the list that a bare number refers to.
    pub(crate) current: Option<String>,
}

impl StoredForm for NewestLists {
    const KIND: &'static str = "the newest lists of a place on Matrix";
    const VERSION: u64 = 1;
}

/// Lists that bare numbers referred to, so that an event delivered again has the same meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberMeanings {
    /// Pairs of the number's idempotency key and the event of the list, the newest last.
    pub(crate) numbers: Vec<(String, String)>,
}

impl StoredForm for NumberMeanings {
    const KIND: &'static str = "what numbers meant on Matrix";
    const VERSION: u64 = 1;
}

/// Stored form of a list: the meaning of each number.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredList {
    place: ChannelId,
    about: ChannelId,
    to: Option<PersonId>,
    called: Option<PersonId>,
    #[serde(default)]
    secret: bool,
    choices: Vec<StoredChoice>,
}

impl StoredForm for StoredList {
    const KIND: &'static str = "a numbered list on Matrix";
    const VERSION: u64 = 2;
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum StoredChoice {
    Press { label: String, id: String, value: Option<String> },
    Open(StoredMenu),
}

impl From<&NumberedList> for StoredList {
    fn from(list: &NumberedList) -> Self {
        let NumberedList { place, about, to, called, secret, choices } = list;
        Self {
            place: place.clone(),
            about: about.clone(),
            to: to.clone(),
            called: called.clone(),
            secret: *secret,
            choices: choices.iter().map(StoredChoice::from).collect(),
        }
    }
}

impl From<StoredList> for NumberedList {
    fn from(stored: StoredList) -> Self {
        let StoredList { place, about, to, called, secret, choices } = stored;
        let choices = choices.into_iter().map(NumberedControl::from).collect();
        Self { place, about, to, called, secret, choices }
    }
}

impl From<&NumberedControl> for StoredChoice {
    fn from(choice: &NumberedControl) -> Self {
        match choice {
            NumberedControl::Press { label, id, value } => {
                Self::Press { label: label.clone(), id: id.clone(), value: value.clone() }
            }
            NumberedControl::Open(menu) => Self::Open(menu.into()),
        }
    }
}

impl From<StoredChoice> for NumberedControl {
    fn from(stored: StoredChoice) -> Self {
        match stored {
            StoredChoice::Press { label, id, value } => Self::Press { label, id, value },
            StoredChoice::Open(menu) => Self::Open(menu.into()),
        }
    }
}

/// The lists of one channel, in the store.
pub(crate) struct ListRegistry<'s> {
    store: &'s dyn Store,
    place: &'s ChannelAddress,
}

impl<'s> ListRegistry<'s> {
    pub(crate) fn of(store: &'s dyn Store, place: &'s ChannelAddress) -> Self {
        Self { store, place }
    }

    async fn read<F: StoredForm>(&self, key: &Key) -> Result<Option<F>, StoreError> {
        records::read(self.store, key.as_ref()).await
    }

    fn list_key(&self, event: &str) -> Key {
        records::key(LIST).text(&self.place.room.0).text(event)
    }

    fn newest_key(&self, person: Option<&PersonId>) -> Key {
        let place = self.place.channel();
        records::key(NEWEST).text(&place.0).text(person.map_or("", |person| &person.0))
    }

    async fn newest(&self, person: Option<&PersonId>) -> Result<NewestLists, StoreError> {
        let newest = self.read::<NewestLists>(&self.newest_key(person)).await?;
        Ok(newest.unwrap_or_default())
    }

    /// The list of a message.
    pub(crate) async fn list_of_message(
        &self,
        event: &MatrixEventId,
    ) -> Result<Option<NumberedList>, StoreError> {
        let list = self.read::<StoredList>(&self.list_key(&event.0)).await?;
        let Some(list) = list.map(NumberedList::from) else { return Ok(None) };
        if list.about == list.place {
            return Ok(Some(list));
        }
        let about = forwarding::current(self.store, list.about).await?;
        Ok(Some(NumberedList { about, ..list }))
    }

    fn meant_key(&self, person: &PersonId) -> Key {
        records::key(MEANT).text(&self.place.channel().0).text(&person.0)
    }

    async fn meant(&self, person: &PersonId) -> Result<NumberMeanings, StoreError> {
        Ok(self.read::<NumberMeanings>(&self.meant_key(person)).await?.unwrap_or_default())
    }

    /// The message whose list a bare number of `action` referred to, if the action was handled
    /// before.
    pub(crate) async fn recorded_meaning(
        &self,
        person: &PersonId,
        action: &str,
    ) -> Result<Option<MatrixEventId>, StoreError> {
        let meant = self.meant(person).await?;
        let known = meant.numbers.into_iter().find(|(other, _)| other == action);
        Ok(known.map(|(_, event)| MatrixEventId(event)))
    }

    /// The write that fixes the list of a bare number, so that repeated delivery does not change
    /// it.
    pub(crate) async fn meaning_writes(
        &self,
        person: &PersonId,
        action: &str,
        event: &MatrixEventId,
    ) -> Result<Option<BatchWrite>, StoreError> {
        let mut meant = self.meant(person).await?;
        meant.numbers.push((action.to_owned(), event.0.clone()));
        meant.numbers.drain(..meant.numbers.len().saturating_sub(KEPT));
        Ok(put(self.meant_key(person), &meant))
    }

    /// Messages of the stored lists that a person was shown, in no order.
    pub(crate) async fn shown_to(&self, person: &PersonId) -> Result<Vec<MatrixEventId>, StoreError> {
        let (own, everybodys) = (self.newest(Some(person)).await?, self.newest(None).await?);
        Ok(own.events.into_iter().chain(everybodys.events).map(MatrixEventId).collect())
    }

    /// Message of the newest list that a person was shown, unless the list is settled.
    pub(crate) async fn current(&self, person: &PersonId) -> Result<Option<MatrixEventId>, StoreError> {
        let (own, everybodys) = (self.newest(Some(person)).await?, self.newest(None).await?);
        let own_counts = everybodys.current.is_none() || own.stamp >= everybodys.stamp;
        Ok(own.current.filter(|_| own_counts).or(everybodys.current).map(MatrixEventId))
    }

    /// The writes after a person's selection that ends without a message.
    pub(crate) async fn selection_done_writes(
        &self,
        person: &PersonId,
    ) -> Result<Vec<BatchWrite>, StoreError> {
        let newest = self.newest(Some(person)).await?;
        if newest.current.is_none() {
            return Ok(Vec::new());
        }
        let settled = NewestLists { current: None, ..newest };
        Ok(put(self.newest_key(Some(person)), &settled).into_iter().collect())
    }

    /// The writes after a message with this list, which may be empty. A message that `settles` a
    /// selection, or one of the same series without choices, leaves no list to answer.
    pub(crate) async fn show(
        &self,
        event: &MatrixEventId,
        list: &NumberedList,
        series: Option<&MessageSeries>,
        settles: bool,
        stamp: u64,
    ) -> Result<Vec<BatchWrite>, StoreError> {
        let mut newest = self.newest(list.to.as_ref()).await?;
        if newest.events.contains(&event.0) {
            // The message was shown before, and others followed.
            return Ok(Vec::new());
        }
        let same = series.is_some() && newest.series.as_ref() == series;
        let mut writes = Vec::new();
        if !list.choices.is_empty() {
            newest.current = Some(event.0.clone());
            newest.stamp = stamp.max(newest.stamp + 1);
            newest.series = series.cloned();
        } else if newest.current.is_some() && (settles || same) {
            newest.current = None;
        } else if list.place == list.about {
            return Ok(writes);
        }
        // A list without choices is stored if it tells which game an answer is about.
        if !list.choices.is_empty() || list.place != list.about {
            newest.events.push(event.0.clone());
            writes.extend(put(self.list_key(&event.0), &StoredList::from(list)));
        }
        while newest.events.len() > KEPT {
            let oldest = newest.events.remove(0);
            writes.push(records::delete(self.list_key(&oldest)));
        }
        writes.extend(put(self.newest_key(list.to.as_ref()), &newest));
        Ok(writes)
    }
}

fn put(key: Key, form: &impl StoredForm) -> Option<BatchWrite> {
    let value =
        forms::write(form).inspect_err(|error| tracing::error!(%error, "a list cannot be written")).ok()?;
    Some(records::put(key, value))
}

#[cfg(test)]
mod tests {
    use adoube_store::{Batch, MemoryStore};

    use super::*;

    fn place() -> ChannelAddress {
        ChannelAddress { room: adoube_matrix_client::RoomId("!r".to_owned()), thread: None }
    }

    fn list(to: Option<&PersonId>, label: &str) -> NumberedList {
        let choice = NumberedControl::Press { label: label.to_owned(), id: label.to_owned(), value: None };
        NumberedList::new(&place(), place().channel(), to.cloned(), vec![choice])
    }

    async fn show(store: &MemoryStore, event: &str, list: &NumberedList, settles: bool, stamp: u64) {
        let place = place();
        let lists = ListRegistry::of(store, &place);
        let series = Some(MessageSeries("game:a".to_owned())).filter(|_| list.to.is_none());
        let event = MatrixEventId(event.to_owned());
        let writes = lists.show(&event, list, series.as_ref(), settles, stamp).await.expect("a store");
        store.commit(Batch { writes, ..Batch::new() }).await.expect("a store");
    }

    async fn current(store: &MemoryStore, person: &PersonId) -> Option<String> {
        let place = place();
        let lists = ListRegistry::of(store, &place);
        let event = lists.current(person).await.expect("a store")?;
        lists
            .list_of_message(&event)
            .await
            .expect("a store")?
            .choice(1)
            .map(|choice| choice.label().to_owned())
    }

    #[tokio::test]
    async fn a_number_means_the_newest_list_somebody_was_shown() {
        let store = MemoryStore::default();
        let [ada, bob] = ["matrix:@ada:x", "matrix:@bob:x"].map(|id| PersonId(id.to_owned()));
        assert_eq!(current(&store, &ada).await, None);
        show(&store, "$1", &list(None, "board"), false, 10).await;
        show(&store, "$2", &list(Some(&ada), "pick"), false, 20).await;
        assert_eq!(current(&store, &ada).await.as_deref(), Some("pick"));
        assert_eq!(current(&store, &bob).await.as_deref(), Some("board"));
        let none = |to: Option<&PersonId>| NumberedList { choices: Vec::new(), ..list(to, "") };
        show(&store, "$1", &list(None, "board"), false, 25).await;
        show(&store, "$3", &none(Some(&ada)), false, 30).await;
        assert_eq!(
            current(&store, &ada).await.as_deref(),
            Some("pick"),
            "what else was said changes nothing"
        );
        show(&store, "$4", &none(Some(&ada)), true, 40).await;
        assert_eq!(current(&store, &ada).await.as_deref(), Some("board"), "it is settled");
        show(&store, "$5", &none(None), false, 50).await;
        assert_eq!(current(&store, &ada).await, None, "the game is over");
        assert_eq!(current(&store, &bob).await, None);
    }

    #[tokio::test]
    async fn what_a_number_meant_is_known_for_a_while() {
        let store = MemoryStore::default();
        let (ada, place) = (PersonId("matrix:@ada:x".to_owned()), place());
        let lists = ListRegistry::of(&store, &place);
        let event = |number: usize| MatrixEventId(format!("${number}"));
        for number in 0..3 * KEPT {
            let action = format!("action {number}");
            assert_eq!(lists.recorded_meaning(&ada, &action).await.expect("a store"), None);
            let write = lists.meaning_writes(&ada, &action, &event(number)).await.expect("a store");
            store
                .commit(Batch { writes: write.into_iter().collect(), ..Batch::new() })
                .await
                .expect("a store");
            let before = number.saturating_sub(KEPT - 1);
            let known = lists.recorded_meaning(&ada, &format!("action {before}")).await.expect("a store");
            assert_eq!(known, Some(event(before)));
        }
        assert_eq!(lists.recorded_meaning(&ada, "action 0").await.expect("a store"), None);
    }

    #[tokio::test]
    async fn old_lists_are_forgotten() {
        let store = MemoryStore::default();
        for number in 0..=KEPT {
            show(&store, &format!("${number}"), &list(None, "x"), false, 0).await;
        }
        let place = place();
        let lists = ListRegistry::of(&store, &place);
        assert_eq!(lists.list_of_message(&MatrixEventId("$0".to_owned())).await.expect("a store"), None);
        assert!(lists.list_of_message(&MatrixEventId("$1".to_owned())).await.expect("a store").is_some());
    }
}
