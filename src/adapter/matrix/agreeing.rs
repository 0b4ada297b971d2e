//! People who are logged in with nothing that can read what is encrypted, on bridges or in old clients: what is for their eyes alone
//! goes to a room that is not encrypted, but only after they were told what that means and have agreed in so many words. They
//! can take that back, and whoever can read what is encrypted later gets it so. Not here: which words these are
//! (`hearing`, `words`), and making rooms (the link).

use adoube_matrix::{Failure, UserId};
use adoube_service::{
    PersonId,
    stored::{self, Form},
};
use adoube_store::{Key, StoreError, Write};
use serde::{Deserialize, Serialize};

use super::{
    Matrix,
    answering::Deed,
    ids::{self, RoomOrThread},
    people::{People, Profile},
    queue::{Waiting, What},
    records::{self, PLAIN, TABLE},
    words::Sentence,
};

/// Whether somebody who was asked has agreed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredAgreement {
    agreed: bool,
}

impl Form for StoredAgreement {
    const KIND: &'static str = "what somebody on Matrix was asked about what is not encrypted";
    const VERSION: u64 = 1;
}

impl Matrix {
    /// Whether somebody has agreed; nothing if they were not asked.
    async fn agreement(&self, person: &PersonId) -> Result<Option<bool>, StoreError> {
        let key = row(person);
        let record = self.store.get(TABLE, key.as_ref()).await?;
        let stored =
            record.and_then(|record| stored::read_or_tell::<StoredAgreement>(key.as_ref(), &record.value));
        Ok(stored.map(|stored| stored.agreed))
    }

    /// Whether what is for somebody's eyes alone goes to a room that is not encrypted: they have agreed, and could read no other.
    pub(super) async fn reads_plain(&self, user: &UserId) -> Result<bool, Failure> {
        let agreed = self.agreement(&ids::person_id(user)).await;
        let unread = |error: StoreError| Failure::Later { reason: error.to_string(), after: None };
        Ok(agreed.map_err(unread)? == Some(true) && !self.link.encrypts(user).await?)
    }

    /// Whether somebody has to agree before they are told this; then they are asked where they asked for it.
    pub(super) async fn must_agree(&self, deed: &Deed, waiting: &Waiting) -> Result<bool, StoreError> {
        let person = &deed.person.id;
        let agreed = self.agreement(person).await?;
        // Where that is not known now, they are told nothing but encrypted.
        if !waiting.secret || agreed == Some(true) || self.link.encrypts(&deed.user).await.unwrap_or(true) {
            return Ok(false);
        }
        // Whoever agrees goes on there.
        let profile = Profile { about: Some(waiting.about.clone()), ..deed.profile().clone() };
        self.ask(deed, agreed, People::keep(person, &profile)).await.map(|()| true)
    }

    /// Asks somebody, at length the first time.
    async fn ask(&self, deed: &Deed, agreed: Option<bool>, also: Option<Write>) -> Result<(), StoreError> {
        let sentence = if agreed.is_none() { Sentence::PlainAsk } else { Sentence::PlainAsked };
        let asked = keep(&deed.person.id, agreed.unwrap_or(false));
        self.write(asked.into_iter().chain(also).collect()).await?;
        self.answer_here(deed, deed.place.channel(), What::Sentence(sentence, None)).await
    }

    /// Somebody has said the words.
    pub(super) async fn agree(&self, mut deed: Deed, yes: bool) -> Result<(), StoreError> {
        self.know(&mut deed).await?;
        if !yes {
            return self.take_back(&deed).await;
        }
        let agreed = self.agreement(&deed.person.id).await?;
        let sentence = match (self.link.encrypts(&deed.user).await, agreed) {
            (Ok(true), _) => Sentence::PlainNeedless,
            (Ok(false), None) => return self.ask(&deed, None, None).await,
            (Ok(false), Some(_)) => return self.begin_plain(&deed).await,
            (Err(failure), _) => {
                tracing::warn!(%failure, "what somebody is logged in with cannot be asked");
                Sentence::PlainUnknown
            }
        };
        self.answer_here(&deed, deed.place.channel(), What::Sentence(sentence, None)).await
    }

    /// From now on they are told there. What they have agreed to is said to nobody else.
    async fn begin_plain(&self, deed: &Deed) -> Result<(), StoreError> {
        let person = &deed.person.id;
        let what = What::Sentence(Sentence::PlainAgreed, None);
        let waiting = Waiting { reply_to: None, ..Self::waiting(deed, ids::direct(person), what) };
        self.write_to(person, &waiting, keep(person, true).into_iter().collect()).await
    }

    /// From now on they are told nothing there. That is said to everybody in the same words, so it says nothing of what was agreed;
    /// or in the room that was made for it.
    async fn take_back(&self, deed: &Deed) -> Result<(), StoreError> {
        let room = self.link.existing_plain_room(&deed.user).await.ok().flatten();
        let place = room.map_or(deed.place.clone(), |room| RoomOrThread { room, thread: None });
        let what = What::Sentence(Sentence::PlainRevoked, None);
        let waiting = Self::waiting(deed, place.channel(), what);
        let reply_to = waiting.reply_to.clone().filter(|_| place == deed.place);
        self.write(vec![Write::Delete { table: TABLE, key: row(&deed.person.id).into() }]).await?;
        self.queue.add(&place.channel(), &Waiting { reply_to, ..waiting }, Vec::new()).await?;
        self.outbox.found(place.channel());
        Ok(())
    }
}

fn row(person: &PersonId) -> Key {
    records::key(PLAIN).text(&person.0)
}

fn keep(person: &PersonId, agreed: bool) -> Option<Write> {
    let value = stored::write(&StoredAgreement { agreed });
    let value = value.inspect_err(|error| tracing::error!(%error, "what somebody was asked is not kept"));
    Some(Write::Put { table: TABLE, key: row(person).into(), value: value.ok()? })
}
