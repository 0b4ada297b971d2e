//! People who are logged in with nothing that can read what is encrypted, on bridges or in old clients: what is for their eyes alone
//! goes to a room that is not encrypted, but only after they were told what that means and have agreed in so many words. They
//! can take that back, and whoever can read what is encrypted later gets it so, and is asked anew when they cannot any more. What is
//! said in several rooms is heard in any order, so that somebody agrees counts only if they said it after they took it back. Not
//! here: which words these are (`hearing`, `words`), that nothing goes out after that (`confiding`), and making rooms (the link).

use adoube_bot::{
    PersonId, RepositoryError,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{MatrixError, UserId};
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, ScanOrder, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    inbound::handler::PersonAction,
    message::platform_text::MatrixSentence,
    outbound::reply_queue::{QueuedReply, ReplyContent},
    records::{self, PLAIN, REVOKED, TABLE},
    state::people::{MatrixPeople, MatrixProfile},
};

/// Rows read at once.
const PAGE: usize = 64;
/// How far ahead of the bot's clock, in milliseconds, the server of whoever takes something back may be believed to be.
const AHEAD: u64 = 60 * 60 * 1000;
/// How long what was said before may take to arrive, in milliseconds.
const REMEMBERED: u64 = 24 * 60 * 60 * 1000;

/// Whether somebody who was asked has agreed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredConsent {
    agreed: bool,
}

impl StoredForm for StoredConsent {
    const KIND: &'static str = "what somebody on Matrix was asked about what is not encrypted";
    const VERSION: u64 = 1;
}

/// When somebody took back what they may have agreed to, in milliseconds since 1970.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredConsentRevocation {
    /// As their server shows.
    said: u64,
    /// As the bot's clock showed when it heard of that.
    heard: u64,
}

impl StoredForm for StoredConsentRevocation {
    const KIND: &'static str = "when somebody on Matrix took back that something may reach them unencrypted";
    const VERSION: u64 = 1;
}

impl StoredConsentRevocation {
    /// Up to when it holds, by their server. A clock that was wrong once keeps nobody from agreeing for long.
    fn until(&self) -> u64 {
        self.said.min(self.heard.saturating_add(AHEAD))
    }
}

impl MatrixPlatform {
    /// Whether somebody has agreed; nothing if they were not asked.
    async fn agreement(&self, person: &PersonId) -> Result<Option<bool>, StoreError> {
        let stored = self.kept::<StoredConsent>(PLAIN, person).await?;
        Ok(stored.map(|stored| stored.agreed))
    }

    /// What is kept of somebody, if it can be read.
    async fn kept<F: StoredForm>(&self, kind: &str, person: &PersonId) -> Result<Option<F>, StoreError> {
        let key = row(kind, person);
        let record = self.store.get(TABLE, key.as_ref()).await?;
        Ok(record.and_then(|record| forms::read_or_tell(key.as_ref(), &record.value)))
    }

    /// Whether what is for somebody's eyes alone goes to a room that is not encrypted: they have agreed, and could read no other.
    pub(crate) async fn allows_unencrypted(&self, user: &UserId) -> Result<bool, MatrixError> {
        let agreed = self.agreement(&ids::person_id(user)).await;
        let unread = |error: StoreError| MatrixError::Transient { reason: error.to_string(), after: None };
        Ok(agreed.map_err(unread)? == Some(true) && !self.link.encrypts(user).await?)
    }

    /// Whether somebody has to agree before they are told this; then they are asked where they asked for it.
    pub(crate) async fn needs_consent(
        &self,
        deed: &PersonAction,
        waiting: &QueuedReply,
    ) -> Result<bool, StoreError> {
        if !waiting.secret {
            return Ok(false);
        }
        let person = &deed.person.id;
        let agreed = self.agreement(person).await?;
        match (self.link.encrypts(&deed.user).await, agreed) {
            (Ok(false), None | Some(false)) => {}
            (Ok(true), Some(_)) => return self.write(vec![forget(PLAIN, person)]).await.map(|()| false),
            // Where that is not known now, they are told nothing but encrypted.
            _ => return Ok(false),
        }
        // Whoever agrees goes on there.
        let profile = MatrixProfile { about: Some(waiting.about.clone()), ..deed.profile().clone() };
        self.ask(deed, agreed, MatrixPeople::keep(person, &profile)).await.map(|()| true)
    }

    /// Asks somebody, at length the first time: that they were is kept with the question, so that nobody agrees to what they were not
    /// told.
    async fn ask(
        &self,
        deed: &PersonAction,
        agreed: Option<bool>,
        also: Option<BatchWrite>,
    ) -> Result<(), StoreError> {
        let sentence = if agreed.is_none() { MatrixSentence::PlainAsk } else { MatrixSentence::PlainAsked };
        let asked = keep(&deed.person.id, agreed.unwrap_or(false));
        self.answer_and_write(deed, sentence, asked.into_iter().chain(also).collect()).await
    }

    async fn answer_and_write(
        &self,
        deed: &PersonAction,
        sentence: MatrixSentence,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        let lane = deed.place.channel();
        let waiting = Self::waiting(deed, lane.clone(), ReplyContent::Sentence(sentence, None));
        self.enqueue(lane, &waiting, also).await
    }

    /// Somebody has said the words, when their server shows this.
    pub(crate) async fn agree(&self, mut deed: PersonAction, yes: bool, said: u64) -> Result<(), StoreError> {
        self.know(&mut deed).await?;
        if !yes {
            return self.take_back(&deed, said).await;
        }
        let person = &deed.person.id;
        match (self.link.encrypts(&deed.user).await, self.agreement(person).await?) {
            (Ok(true), agreed) => {
                let also = agreed.map(|_| forget(PLAIN, person)).into_iter().collect();
                self.answer_and_write(&deed, MatrixSentence::PlainNeedless, also).await
            }
            (Ok(false), None) => self.ask(&deed, None, None).await,
            (Ok(false), Some(_)) => {
                self.confiding.with_sends_blocked(person, self.begin_plain(&deed, said)).await
            }
            (Err(failure), _) => {
                tracing::warn!(%failure, "what somebody is logged in with cannot be asked");
                self.answer_and_write(&deed, MatrixSentence::PlainUnknown, Vec::new()).await
            }
        }
    }

    /// From now on they are told there. What they have agreed to is said to nobody else.
    async fn begin_plain(&self, deed: &PersonAction, said: u64) -> Result<(), StoreError> {
        let person = &deed.person.id;
        if self.is_taken_back_since(person, said).await? {
            return self.ask(deed, self.agreement(person).await?, None).await;
        }
        let what = ReplyContent::Sentence(MatrixSentence::PlainAgreed, None);
        let waiting =
            QueuedReply { reply_to: None, secret: true, ..Self::waiting(deed, ids::direct(person), what) };
        let also = keep(person, true).into_iter().chain([forget(REVOKED, person)]).collect();
        self.write_to(person, &waiting, also).await
    }

    /// Whether somebody took back later what they said then.
    async fn is_taken_back_since(&self, person: &PersonId, said: u64) -> Result<bool, StoreError> {
        Ok(self.revocation(person).await?.is_some_and(|revocation| said <= revocation.until()))
    }

    /// When somebody took something back the last time, if that may still matter.
    async fn revocation(&self, person: &PersonId) -> Result<Option<StoredConsentRevocation>, StoreError> {
        self.kept(REVOKED, person).await
    }

    /// Whether something is true no more: that somebody has agreed, who has taken it back since.
    pub(crate) async fn is_outdated(&self, waiting: &QueuedReply) -> Result<bool, MatrixError> {
        let says_so = matches!(waiting.what, ReplyContent::Sentence(MatrixSentence::PlainAgreed, _));
        match ids::user_id(&waiting.person).filter(|_| says_so) {
            Some(user) => Ok(!self.allows_unencrypted(&user).await?),
            None => Ok(false),
        }
    }

    /// From now on they are told nothing there, and nothing is on its way there when that is said. It is said to everybody in the same
    /// words, so it says nothing of what was agreed; or in the room that was made for it.
    async fn take_back(&self, deed: &PersonAction, said: u64) -> Result<(), StoreError> {
        let room = self.link.existing_plain_room(&deed.user).await.ok().flatten();
        let place = room.map_or(deed.place.clone(), |room| ChannelAddress { room, thread: None });
        let (lane, person) = (place.channel(), &deed.person.id);
        let waiting =
            Self::waiting(deed, lane.clone(), ReplyContent::Sentence(MatrixSentence::PlainRevoked, None));
        let reply_to = waiting.reply_to.clone().filter(|_| place == deed.place);
        let waiting = QueuedReply { reply_to, ..waiting };
        let taking_back = async {
            // They may have said so in several rooms.
            let before = self.revocation(person).await?;
            let said = before.map_or(said, |before| before.until().max(said));
            let revocation = StoredConsentRevocation { said, heard: self.clock.now_millis() };
            let writes =
                [forget(PLAIN, person)].into_iter().chain(put(row(REVOKED, person), &revocation)).collect();
            self.queue.add(&lane, &waiting, writes).await
        };
        self.confiding.with_sends_blocked(person, taking_back).await?;
        self.outbox.found(lane);
        Ok(())
    }

    /// Who has not agreed and plays nothing any more is asked anew some day, at length; and before what was taken back long ago
    /// nothing was said that is yet to come.
    pub(crate) async fn forget_questions(&self) -> Result<(), RepositoryError> {
        let before = self.service.deletion_cutoff(REMEMBERED).await?;
        for kind in [PLAIN, REVOKED] {
            let mut range = KeyRange::prefix(records::key(kind));
            loop {
                let rows = self.store.scan(TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
                let Some((last, _)) = rows.last() else { break };
                range = range.after(last);
                for (key, record) in rows {
                    let is_over = match kind {
                        PLAIN => self.is_idle(&key, &record.value).await,
                        _ => before.is_some_and(|before| was_heard_before(before, &key, &record.value)),
                    };
                    if is_over {
                        self.write(vec![BatchWrite::Delete { table: TABLE, key }]).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether this is of somebody who has not agreed and plays nothing.
    async fn is_idle(&self, key: &[u8], value: &[u8]) -> bool {
        let stored = forms::read_or_tell::<StoredConsent>(key, value);
        let is_question = stored.is_some_and(|stored| !stored.agreed);
        match person_of(key).filter(|_| is_question) {
            Some(person) => !self.plays(&person).await,
            None => false,
        }
    }

    /// Whether somebody plays anywhere, as far as that can be read.
    async fn plays(&self, person: &PersonId) -> bool {
        let games = self.service.playing(person, self.settings.language).await;
        let games = games.inspect_err(|error| tracing::error!(%error, %person, "games cannot be looked for"));
        games.map_or(true, |games| !games.is_empty())
    }
}

/// Whether something was taken back, as was heard, before an instant.
fn was_heard_before(before: u64, key: &[u8], value: &[u8]) -> bool {
    forms::read_or_tell::<StoredConsentRevocation>(key, value).is_some_and(|stored| stored.heard < before)
}

fn row(kind: &str, person: &PersonId) -> Key {
    records::key(kind).text(&person.0)
}

/// The person a row is about.
fn person_of(key: &[u8]) -> Option<PersonId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text().map(PersonId)
}

fn forget(kind: &str, person: &PersonId) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key: row(kind, person).into() }
}

fn keep(person: &PersonId, agreed: bool) -> Option<BatchWrite> {
    put(row(PLAIN, person), &StoredConsent { agreed })
}

fn put(key: Key, form: &impl StoredForm) -> Option<BatchWrite> {
    let value = forms::write(form);
    let value = value
        .inspect_err(|error| tracing::error!(%error, "what somebody was asked or said to it is not kept"));
    Some(BatchWrite::Put { table: TABLE, key: key.into(), value: value.ok()? })
}
