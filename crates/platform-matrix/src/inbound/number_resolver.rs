//! What a number means: something of the list that its writer saw when they wrote it, and never of one that came later. Not
//! here: how lists are kept (`lists`), and what comes of what was chosen (`answering`).

use std::sync::Arc;

use adoube_bot::UserAction;
use adoube_matrix_client::{MatrixEventId, RoomId, UserId};
use adoube_platform::numbered_list::NumberedControl;
use adoube_store::StoreError;

use crate::{
    MatrixPlatform,
    ids::ChannelAddress,
    inbound::handler::{ActionContext, PersonAction},
    message::platform_text::MatrixSentence,
    outbound::reply_queue::{QueuedReply, ReplyContent},
    state::numbered_lists::{ListRegistry, NumberedList},
};

/// A number that somebody wrote.
pub(crate) struct TypedNumber {
    pub(crate) number: usize,
    pub(crate) event: MatrixEventId,
    pub(crate) reply_to: Option<MatrixEventId>,
    /// When, in milliseconds since 1970, as their server says.
    pub(crate) at: u64,
    /// Whether all that its writer may have seen is noted.
    pub(crate) all_noted: bool,
}

/// The list a bare number is about.
enum NumberTarget {
    /// This one, or none.
    List(Option<NumberedList>),
    /// Nobody can say whether this one, which is the newest, or one before it.
    Unclear(NumberedList),
}

impl MatrixPlatform {
    /// Waits until it is noted what may be read in a room by now, unless the list that is answered is; whether it is.
    pub(crate) async fn wait_until_saved(
        &self,
        room: &RoomId,
        answered: Option<&MatrixEventId>,
    ) -> Result<bool, StoreError> {
        if let Some(event) = answered {
            let place = ChannelAddress::new(room, None);
            if ListRegistry::of(&*self.store, &place).list_of_message(event).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(self.unnoted.wait_until_saved(room, &*self.clock.timer()).await)
    }

    /// A number of a list; whether it was told to the bot.
    pub(crate) async fn number(
        self: &Arc<Self>,
        deed: PersonAction,
        written: TypedNumber,
        told: bool,
    ) -> Result<(), StoreError> {
        let told = told || deed.alone;
        let seen = match &written.reply_to {
            Some(event) => {
                NumberTarget::List(ListRegistry::of(&*self.store, &deed.place).list_of_message(event).await?)
            }
            None => self.find_list(&deed, &written).await?,
        };
        match seen {
            NumberTarget::List(list) => self.choose(deed, list, written.number, told).await,
            NumberTarget::Unclear(list) if told || self.is_for(&list, &deed).await => {
                let about = deed.place.channel();
                self.answer_here(&deed, about, ReplyContent::Sentence(MatrixSentence::WhichList, None)).await
            }
            NumberTarget::Unclear(_) => Ok(()),
        }
    }

    /// Whether a number of a list is meant for the bot.
    async fn is_for(&self, list: &NumberedList, deed: &PersonAction) -> bool {
        let person = &deed.person.id;
        let is_addressed = list.to.is_some() || list.called.as_ref().is_none_or(|called| called == person);
        is_addressed || self.service.plays_in(&list.about, person).await.unwrap_or_default()
    }

    /// The list that whoever said a bare number saw then.
    async fn find_list(
        &self,
        deed: &PersonAction,
        written: &TypedNumber,
    ) -> Result<NumberTarget, StoreError> {
        let at = written.at;
        let lists = ListRegistry::of(&*self.store, &deed.place);
        let person = &deed.person.id;
        if let Some(event) = lists.recorded_meaning(person, &deed.id).await? {
            return Ok(NumberTarget::List(lists.list_of_message(&event).await?));
        }
        let Some(newest) = lists.current(person).await? else { return Ok(NumberTarget::List(None)) };
        let is_neighbour = is_neighbour(&self.link.user(), &deed.user);
        let shown = if written.all_noted { self.said_at(&deed.place, &newest).await } else { None };
        let event = match shown {
            // To other servers a list may come later than by any clock.
            Some(shown) if shown <= at && (is_neighbour || self.had(deed, written, &newest).await) => {
                Some(newest)
            }
            // Clocks of other servers go wrong by more than it takes to answer.
            Some(_) if is_neighbour => self.newest_at(deed, at).await?,
            _ => {
                let list = lists.list_of_message(&newest).await?;
                return Ok(list.map_or(NumberTarget::List(None), NumberTarget::Unclear));
            }
        };
        let Some(event) = event else { return Ok(NumberTarget::List(None)) };
        self.write(lists.meaning_writes(person, &deed.id, &event).await?.into_iter().collect()).await?;
        Ok(NumberTarget::List(lists.list_of_message(&event).await?))
    }

    /// Whether the server of whoever wrote a number had a list then; not when nobody can say so.
    async fn had(&self, deed: &PersonAction, written: &TypedNumber, list: &MatrixEventId) -> bool {
        let had = self.link.stands_behind(&deed.place.room, &written.event, list).await;
        let had = had.inspect_err(|failure| {
            tracing::warn!(%failure, room = %deed.place.room.0, "whether a list was there cannot be asked");
        });
        had.unwrap_or_default()
    }

    /// The newest list that somebody had been shown at a time.
    async fn newest_at(&self, deed: &PersonAction, at: u64) -> Result<Option<MatrixEventId>, StoreError> {
        let lists = ListRegistry::of(&*self.store, &deed.place);
        let mut newest = None;
        for event in lists.shown_to(&deed.person.id).await? {
            let Some(shown) = self.said_at(&deed.place, &event).await else { continue };
            let is_newer = newest.as_ref().is_none_or(|(other, _)| shown > *other);
            let has_choices =
                lists.list_of_message(&event).await?.is_some_and(|list| !list.choices.is_empty());
            if shown <= at && is_newer && has_choices {
                newest = Some((shown, event));
            }
        }
        Ok(newest.map(|(_, event)| event))
    }

    /// When something was said; nothing when the server does not say it now.
    async fn said_at(&self, place: &ChannelAddress, event: &MatrixEventId) -> Option<u64> {
        let origin = self.link.origin(&place.room, event).await;
        let origin = origin.inspect_err(|failure| {
            tracing::warn!(%failure, room = %place.room.0, "when a list was shown cannot be asked");
        });
        origin.ok().map(|origin| origin.at)
    }

    /// What is chosen from a list.
    pub(crate) async fn choose(
        self: &Arc<Self>,
        mut deed: PersonAction,
        list: Option<NumberedList>,
        number: usize,
        told: bool,
    ) -> Result<(), StoreError> {
        let mut own = list.filter(|list| list.to.as_ref().is_none_or(|to| *to == deed.person.id));
        if let Some(about) = own.as_ref().and_then(|list| ChannelAddress::of(&list.about))
            && about.room != deed.place.room
        {
            match self.is_there(&deed.user, &about).await {
                Ok(true) => {}
                Ok(false) => own = None,
                Err(failure) => return self.cannot_see(&deed, &about, &failure).await,
            }
        }
        let chosen = own.as_ref().and_then(|list| Some((list, list.choice(number)?.clone())));
        let Some((list, choice)) = chosen else {
            if !told {
                return Ok(());
            }
            let about = deed.place.channel();
            let what = ReplyContent::Sentence(MatrixSentence::NothingToChoose, None);
            return self.answer_here(&deed, about, what).await;
        };
        self.know(&mut deed).await?;
        match choice {
            NumberedControl::Open(menu) => {
                // Whatever one person was shown a list of, others need not be.
                let secret = list.secret || list.to.is_some() && deed.alone;
                let waiting = Self::waiting(&deed, list.about.clone(), ReplyContent::Menu(menu));
                self.answer_to(&deed, QueuedReply { secret, ..waiting }).await
            }
            NumberedControl::Press { id, value, .. } => {
                let meant = told || list.to.is_some() || list.called.as_ref() == Some(&deed.person.id);
                let act = ActionContext::new(list.about.clone(), UserAction::Press { id, value });
                self.act(deed, ActionContext { meant, ..act }).await
            }
        }
    }
}

/// Whether two users are on one server, and go by its clock.
fn is_neighbour(one: &UserId, other: &UserId) -> bool {
    let server = |user: &UserId| user.0.split_once(':').map(|(_, server)| server.to_owned());
    server(one) == server(other)
}
