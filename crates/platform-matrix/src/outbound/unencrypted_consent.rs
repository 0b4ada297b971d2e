//! Stores the consent of people to private messages that are not encrypted, and its revocation.
//!
//! People on bridges or in old clients cannot decrypt messages. Their private messages go to an
//! unencrypted room, but only after they consented, and they can revoke the consent. Messages from
//! several rooms arrive in any order, so a consent counts only if it was given after the last
//! revocation. Not here: asking for consent (`inbound/consent_dialog`), and stopping sends in
//! flight (`private_send`).

use std::sync::Arc;

use adoube_bot::{
    Bot, Clock, Language, PersonId, RepositoryError,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{MatrixApi, MatrixError, UserId};
use adoube_store::{BatchWrite, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::queued_reply::{QueuedReply, ReplyContent};
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::MatrixSentence,
    records::{self, PLAIN, REVOKED, TABLE},
};

/// Rows read in one step.
const PAGE: usize = 64;
/// How far a person's server may run ahead of the bot's clock, in milliseconds.
const AHEAD: u64 = 60 * 60 * 1000;
/// Longest delay of a message, in milliseconds: revocations are kept for that time.
const REMEMBERED: u64 = 24 * 60 * 60 * 1000;

/// Whether a person who was asked has consented.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredConsent {
    agreed: bool,
}

impl StoredForm for StoredConsent {
    const KIND: &'static str = "what somebody on Matrix was asked about what is not encrypted";
    const VERSION: u64 = 1;
}

/// Revocation of a consent, with times in milliseconds since 1970.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredConsentRevocation {
    /// Time of the message, by the sender's server.
    said: u64,
    /// Time of its arrival, by the bot's clock.
    heard: u64,
}

impl StoredForm for StoredConsentRevocation {
    const KIND: &'static str = "when somebody on Matrix took back that something may reach them unencrypted";
    const VERSION: u64 = 1;
}

impl StoredConsentRevocation {
    /// Consents given up to this time, by the person's server, are void. The bound keeps a wrong
    /// clock from blocking a new consent for long.
    fn until(&self) -> u64 {
        self.said.min(self.heard.saturating_add(AHEAD))
    }
}

/// Consents to unencrypted private messages.
pub(crate) struct UnencryptedConsent {
    bot: Bot,
    store: Arc<dyn Store>,
    link: Arc<dyn MatrixApi>,
    clock: Arc<dyn Clock>,
    default_language: Language,
}

impl UnencryptedConsent {
    pub(crate) fn new(
        bot: Bot,
        store: Arc<dyn Store>,
        link: Arc<dyn MatrixApi>,
        clock: Arc<dyn Clock>,
        default_language: Language,
    ) -> Self {
        Self { bot, store, link, clock, default_language }
    }

    /// Whether a person has consented; `None` if they were not asked.
    pub(crate) async fn agreement(&self, person: &PersonId) -> Result<Option<bool>, StoreError> {
        let stored = records::read::<StoredConsent>(&*self.store, row(PLAIN, person).as_ref()).await?;
        Ok(stored.map(|stored| stored.agreed))
    }

    /// Whether private messages to a user go to an unencrypted room: the user has consented, and
    /// cannot decrypt.
    pub(crate) async fn allows_unencrypted(&self, user: &UserId) -> Result<bool, MatrixError> {
        let agreed = self.agreement(&ids::person_id(user)).await;
        let unread = |error: StoreError| MatrixError::Transient { reason: error.to_string(), after: None };
        Ok(agreed.map_err(unread)? == Some(true) && !self.link.encrypts(user).await?)
    }

    /// Whether only this person reads a place at this moment. A third person may have joined, and
    /// the server reads unencrypted messages, which needs consent.
    pub(crate) async fn is_private_now(
        &self,
        place: &ChannelAddress,
        person: &PersonId,
    ) -> Result<bool, MatrixError> {
        let Some(user) = ids::user_id(person) else { return Ok(false) };
        match self.link.room(&place.room).await {
            Ok(state) => {
                Ok(state.is_only_with(&user) && (state.encrypted || self.allows_unencrypted(&user).await?))
            }
            Err(MatrixError::NotFound(_) | MatrixError::Forbidden(_) | MatrixError::Rejected(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Whether a person revoked their consent at or after `said`.
    pub(crate) async fn is_taken_back_since(&self, person: &PersonId, said: u64) -> Result<bool, StoreError> {
        Ok(self.revocation(person).await?.is_some_and(|revocation| said <= revocation.until()))
    }

    /// The last revocation of a person, if it is still stored.
    async fn revocation(&self, person: &PersonId) -> Result<Option<StoredConsentRevocation>, StoreError> {
        records::read(&*self.store, row(REVOKED, person).as_ref()).await
    }

    /// Whether a reply is outdated: it confirms a consent that was revoked since.
    pub(crate) async fn is_outdated(&self, waiting: &QueuedReply) -> Result<bool, MatrixError> {
        let says_so = matches!(waiting.what, ReplyContent::Sentence(MatrixSentence::PlainAgreed, _));
        match ids::user_id(&waiting.person).filter(|_| says_so) {
            Some(user) => Ok(!self.allows_unencrypted(&user).await?),
            None => Ok(false),
        }
    }

    /// The write that saves that a person was asked, or has consented.
    pub(crate) fn consent_write(person: &PersonId, agreed: bool) -> Option<BatchWrite> {
        put(row(PLAIN, person), &StoredConsent { agreed })
    }

    /// The write that deletes a consent.
    pub(crate) fn forget_consent(person: &PersonId) -> BatchWrite {
        records::delete(row(PLAIN, person))
    }

    /// The write that deletes a revocation.
    pub(crate) fn forget_revocation(person: &PersonId) -> BatchWrite {
        records::delete(row(REVOKED, person))
    }

    /// The writes that save a revocation; `said` is its time by the person's server.
    pub(crate) async fn revocation_writes(
        &self,
        person: &PersonId,
        said: u64,
    ) -> Result<Vec<BatchWrite>, StoreError> {
        // The person may have revoked in several rooms.
        let before = self.revocation(person).await?;
        let said = before.map_or(said, |before| before.until().max(said));
        let revocation = StoredConsentRevocation { said, heard: self.clock.now_millis() };
        Ok([Self::forget_consent(person)].into_iter().chain(put(row(REVOKED, person), &revocation)).collect())
    }

    /// Deletes the questions to people who have not consented and play no game, so that they are
    /// asked at length again, and revocations so old that no earlier consent can still arrive.
    pub(crate) async fn forget_questions(&self) -> Result<(), RepositoryError> {
        let before = self.bot.deletion_cutoff(REMEMBERED).await?;
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
                        records::write_all(&*self.store, vec![records::delete(key)]).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a record belongs to a person who has not consented and plays no game.
    async fn is_idle(&self, key: &[u8], value: &[u8]) -> bool {
        let stored = forms::read_or_tell::<StoredConsent>(key, value);
        let is_question = stored.is_some_and(|stored| !stored.agreed);
        match person_of(key).filter(|_| is_question) {
            Some(person) => !self.plays(&person).await,
            None => false,
        }
    }

    /// Whether a person plays anywhere; true if that cannot be read.
    async fn plays(&self, person: &PersonId) -> bool {
        let games = self.bot.playing(person, self.default_language).await;
        let games = games.inspect_err(|error| tracing::error!(%error, %person, "games cannot be looked for"));
        games.map_or(true, |games| !games.is_empty())
    }
}

/// Whether a revocation arrived before a time.
fn was_heard_before(before: u64, key: &[u8], value: &[u8]) -> bool {
    forms::read_or_tell::<StoredConsentRevocation>(key, value).is_some_and(|stored| stored.heard < before)
}

fn row(kind: &str, person: &PersonId) -> Key {
    records::key(kind).text(&person.0)
}

/// The person of a row.
fn person_of(key: &[u8]) -> Option<PersonId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text().map(PersonId)
}

fn put(key: Key, form: &impl StoredForm) -> Option<BatchWrite> {
    let value = forms::write(form);
    let value = value
        .inspect_err(|error| tracing::error!(%error, "what somebody was asked or said to it is not kept"));
    Some(records::put(key, value.ok()?))
}
