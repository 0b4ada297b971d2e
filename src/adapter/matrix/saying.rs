//! How a message reaches a room: its words first, as a notice, of which nobody is notified, and then in their place the
//! same with what it shows and whom it calls. Words never wait for pictures, and nobody is notified but whoever is called:
//! the push rules that everybody begins with notify all of a message and of a picture, but of a change only those whom it
//! calls (`docs/platforms/matrix.md`). In encrypted rooms the words themselves call: servers see there that something is a
//! change, not whom it calls, and push it to nobody. Not here: what is said when (`delivery`), pictures that come later
//! (`pictures`).

use std::time::Duration;

use adoube_matrix::{EventId, Failure, Outgoing, Replaced, TransactionId};
use adoube_service::stored::{self, Form};
use adoube_store::{Key, StoreError, Write};
use serde::{Deserialize, Serialize};

use super::{
    Matrix,
    body::Body,
    confiding::Way,
    ids::{self, RoomOrThread},
    records::{self, TABLE, WORDS},
};

/// How long whoever is called waits for the picture.
const PATIENCE: Duration = Duration::from_secs(2);

/// The words of a message that were said, part by part; nothing for a part that the server does not take.
pub(super) struct Words(Vec<Option<EventId>>);

impl Words {
    /// The event that an answer to the message is an answer to: not the picture or the file behind its words.
    pub(super) fn event(&self, body: &Body) -> Option<EventId> {
        let parts = || body.parts.iter().zip(&self.0);
        let last = parts().rfind(|(part, event)| !part.plain.is_empty() && event.is_some());
        last.or_else(|| parts().find(|(_, event)| event.is_some())).and_then(|(_, event)| event.clone())
    }
}

/// The words of a message that were said, part by part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredWords {
    /// What tells the message from others.
    pub(super) of: String,
    pub(super) events: Vec<Option<String>>,
}

impl Form for StoredWords {
    const KIND: &'static str = "what was said last in a place on Matrix";
    const VERSION: u64 = 1;
}

/// A part of a message whose words are there and whose picture or file is not.
pub(super) struct Lacking {
    pub(super) event: EventId,
    /// Its place among the parts.
    pub(super) part: usize,
}

/// What became of a picture or a file.
enum Attached {
    There,
    Later,
    Never,
}

/// What tells repetitions of one part of a message.
#[derive(Clone, Copy)]
pub(super) struct PartKey<'k> {
    pub(super) key: &'k [u8],
    pub(super) part: usize,
}

impl PartKey<'_> {
    fn of(self, step: &[u8]) -> TransactionId {
        ids::transaction(&[self.key, &self.part.to_be_bytes(), step])
    }

    /// Of what stands in the place of the words.
    pub(super) fn change(self) -> TransactionId {
        self.of(b"change")
    }
}

impl Matrix {
    /// The words of a message that were said before. Whoever has to try the rest again, perhaps on another machine, whose
    /// repetitions no server knows, does not say them again.
    pub(super) async fn words_said(
        &self,
        place: &RoomOrThread,
        body: &Body,
        key: &[u8],
    ) -> Result<Option<Words>, StoreError> {
        let row = row(place);
        let record = self.store.get(TABLE, row.as_ref()).await?;
        let stored =
            record.and_then(|record| stored::read_or_tell::<StoredWords>(row.as_ref(), &record.value));
        let same = stored.filter(|stored| stored.of == of(key) && stored.events.len() == body.parts.len());
        Ok(same.map(|stored| Words(stored.events.into_iter().map(|event| event.map(EventId)).collect())))
    }

    /// What is written when words were said.
    pub(super) fn note_words(place: &RoomOrThread, words: &Words, key: &[u8]) -> Vec<Write> {
        let events = words.0.iter().map(|event| event.as_ref().map(|event| event.0.clone())).collect();
        let value = stored::write(&StoredWords { of: of(key), events });
        let put = |value| Write::Put { table: TABLE, key: row(place).into(), value };
        value.map(put).into_iter().collect()
    }

    /// Says the words of all parts.
    pub(super) async fn say_words(
        &self,
        way: Way<'_>,
        body: &Body,
        reply_to: Option<EventId>,
        key: &[u8],
    ) -> Result<Words, Failure> {
        let place = way.place;
        let encrypted = self.is_encrypted(place).await?;
        let mut said = Vec::new();
        for (part, message) in body.parts.iter().enumerate() {
            let reply_to = reply_to.clone().filter(|_| part == 0);
            let words = Outgoing { thread: place.thread.clone(), reply_to, ..words_of(message, encrypted) };
            match self.say_or_say_plainly(way, PartKey { key, part }, b"words", words).await {
                Ok(event) => said.push(Some(event)),
                Err(Failure::Refused(reason)) if message.file.is_some() => {
                    tracing::error!(reason, room = %place.room.0, "a file is not sent");
                    said.push(None);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(Words(said))
    }

    /// Shows and calls what the words did not; what is still to be shown.
    pub(super) async fn say_rest(
        &self,
        way: Way<'_>,
        body: &Body,
        words: &Words,
        key: &[u8],
    ) -> Result<Vec<Lacking>, Failure> {
        let encrypted = self.is_encrypted(way.place).await?;
        let mut lacking = Vec::new();
        for (part, (message, event)) in body.parts.iter().zip(&words.0).enumerate() {
            let Some(event) = event else { continue };
            let called = words_of(message, encrypted).mentions;
            let replaces = Some(Replaced { event: event.clone(), called });
            let change = Outgoing { thread: way.place.thread.clone(), replaces, ..message.clone() };
            if !self.change(way, PartKey { key, part }, change).await? {
                lacking.push(Lacking { event: event.clone(), part });
            }
        }
        Ok(lacking)
    }

    /// Whether a room is encrypted, by which it is decided how somebody is called. Where that is not known now, nothing is said
    /// until it is.
    async fn is_encrypted(&self, place: &RoomOrThread) -> Result<bool, Failure> {
        match self.rooms.get(&place.room).await {
            Ok(state) => Ok(state.encrypted),
            // Perhaps it is only not told who is there.
            Err(_) => self.link.is_encrypted(&place.room).await,
        }
    }

    /// Puts a part in the place of its words; whether nothing is left to be shown.
    async fn change(&self, way: Way<'_>, key: PartKey<'_>, change: Outgoing) -> Result<bool, Failure> {
        let attached = match change.attached() {
            Some(_) => self.attach(way, &change, &key.change()).await,
            None => Attached::Never,
        };
        if let (Attached::Never, Some(file)) = (&attached, &change.file) {
            let refused = Outgoing { plain: file.otherwise.clone(), file: None, ..change };
            self.say_or_say_plainly(way, key, b"change", refused).await?;
            return Ok(true);
        }
        if matches!(attached, Attached::There) {
            self.say_or_say_plainly(way, key, b"change", change).await?;
            return Ok(true);
        }
        self.call(way, key, change).await?;
        Ok(!matches!(attached, Attached::Later))
    }

    /// Calls whom the words did not, without a picture.
    async fn call(&self, way: Way<'_>, key: PartKey<'_>, change: Outgoing) -> Result<(), Failure> {
        let change = Outgoing { picture: None, file: None, ..change };
        let before = change.replaces.as_ref().map(|words| words.called.as_slice()).unwrap_or_default();
        if change.mentions.iter().all(|user| before.contains(user)) {
            return Ok(());
        }
        self.say_or_say_plainly(way, key, b"call", change).await.map(drop)
    }

    /// Sends something; what the server finds something wrong with once more as plain words.
    async fn say_or_say_plainly(
        &self,
        way: Way<'_>,
        key: PartKey<'_>,
        step: &[u8],
        message: Outgoing,
    ) -> Result<EventId, Failure> {
        let plain = Outgoing { html: String::new(), picture: None, file: None, ..message.clone() };
        match self.send(way, message, (key.key, key.of(step))).await {
            Err(Failure::Refused(reason)) if !plain.plain.is_empty() => {
                tracing::error!(reason, room = %way.place.room.0, "a message is sent again as plain words");
                self.send(way, plain, (key.key, key.of(&[step, b" plain"].concat()))).await
            }
            sent => sent,
        }
    }

    /// Takes a picture or a file to the server, unless that takes too long.
    async fn attach(&self, way: Way<'_>, message: &Outgoing, transaction: &TransactionId) -> Attached {
        let (timer, room) = (self.clock.timer(), &way.place.room);
        let uploaded = tokio::select! {
            uploaded = self.upload(way, message, transaction) => uploaded,
            () = timer.until(timer.now() + PATIENCE) => return Attached::Later,
        };
        match uploaded {
            Ok(()) => Attached::There,
            Err(failure @ (Failure::Later { .. } | Failure::Standstill { .. } | Failure::LoggedOut)) => {
                tracing::warn!(%failure, room = %room.0, "a picture follows its words later");
                Attached::Later
            }
            Err(failure) => {
                tracing::error!(%failure, room = %room.0, "the server does not take a picture");
                Attached::Never
            }
        }
    }
}

fn row(place: &RoomOrThread) -> Key {
    records::key(WORDS).text(&place.channel().0)
}

/// What tells a message from others.
fn of(key: &[u8]) -> String {
    ids::transaction(&[key]).0
}

/// What is said first.
fn words_of(message: &Outgoing, encrypted: bool) -> Outgoing {
    let name = message.file.as_ref().map(|file| &file.name);
    let name = name.or_else(|| message.picture.as_ref().map(|picture| &picture.name));
    let plain = match name {
        Some(name) if message.plain.is_empty() => name.clone(),
        _ => message.plain.clone(),
    };
    let mentions = if encrypted { message.mentions.clone() } else { Vec::new() };
    Outgoing { plain, mentions, picture: None, file: None, ..message.clone() }
}
