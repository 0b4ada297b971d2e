//! Tells the owner of the application once when Discord refuses the bot its gateway intent to read
//! all messages.
//!
//! Once means for all processes and restarts; meanwhile the bot reads the messages that call it.
//! Not here: how the refusal is detected (`adoube-discord-client`).

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adoube_bot::{Bot, Clock, Language, PlatformLease, RepositoryError, forms, forms::StoredForm};
use adoube_discord_client::{DiscordApi, RequestError, UserId};
use adoube_store::{Batch, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    delivery::request_retry::retry,
    ids::{PLATFORM, bot_person},
    message::{
        markdown,
        nonce::nonce,
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    records,
    state::{
        application::ApplicationIdentity, languages::ReaderLanguages, message_access::MessageAccessPolicy,
        shared::SharedServices,
    },
};

/// The first and the longest pause between attempts to tell the owner.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);
const HOUR_MS: u64 = 60 * 60 * 1000;

/// Why the notice to the owner waits.
#[derive(Debug, thiserror::Error)]
enum OwnerNoticeError {
    #[error("another process is at it")]
    Elsewhere,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Discord(#[from] RequestError),
}

/// Tells the owner that the bot reads fewer messages.
pub(crate) struct ReducedIntents {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    access: Arc<MessageAccessPolicy>,
    identity: Arc<ApplicationIdentity>,
    languages: Arc<ReaderLanguages>,
    text: Arc<DiscordText>,
    /// Whether a session of this process read all messages, as the settings ask.
    has_read_all: AtomicBool,
    /// Whether this process is telling, or has told, the owner about the refusal.
    tells_owner: AtomicBool,
}

impl ReducedIntents {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, api, store, clock, access, identity, languages, text, .. } = shared.clone();
        let (has_read_all, tells_owner) = (AtomicBool::default(), AtomicBool::default());
        Self { bot, api, store, clock, access, identity, languages, text, has_read_all, tells_owner }
    }

    /// Handles Discord's decision on the intent for all messages, which the settings ask for.
    pub(crate) async fn handle_message_access(&self, all: bool) {
        if !all {
            return self.tell_owner().await;
        }
        // A refusal stays while the process runs, so only its first session clears a stored one:
        // the report of a later session may be outdated.
        if !self.has_read_all.swap(true, Ordering::Relaxed)
            && let Err(error) = self.forget_denial().await
        {
            self.has_read_all.store(false, Ordering::Relaxed);
            tracing::error!(%error, "that all messages are read cannot be noted");
        }
    }

    /// Clears a stored refusal when the settings no longer ask for all messages, so that a new one
    /// is reported again.
    pub(crate) async fn forget_unwanted_denial(&self) {
        if !self.access.wants_all()
            && let Err(error) = self.forget_denial().await
        {
            tracing::error!(%error, "that fewer messages are read cannot be forgotten");
        }
    }

    async fn forget_denial(&self) -> Result<(), StoreError> {
        if self.is_owner_told().await? {
            self.store.commit(Batch::new().delete(records::TABLE, records::denial_key())).await?;
        }
        Ok(())
    }

    async fn is_owner_told(&self) -> Result<bool, StoreError> {
        Ok(self.store.get(records::TABLE, records::denial_key().as_ref()).await?.is_some())
    }

    /// Retries until the owner has the message, or never can have it.
    async fn tell_owner(&self) {
        if self.tells_owner.swap(true, Ordering::Relaxed) {
            return;
        }
        let lease = self.bot.lease(format!("{PLATFORM}/denial"));
        let timer = self.clock.timer();
        let mut pause = FIRST_PAUSE;
        while let Err(untold) = self.tell_owner_under_lease(&lease).await {
            tracing::warn!(%untold, "the owner of the application is told later that fewer messages are read");
            timer.until(timer.now() + pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    async fn tell_owner_under_lease(&self, lease: &PlatformLease) -> Result<(), OwnerNoticeError> {
        if !self.store.is_shared() {
            return self.tell_owner_once().await;
        }
        let _term = lease.hold().await?.ok_or(OwnerNoticeError::Elsewhere)?;
        let told = self.tell_owner_once().await;
        lease.give_back().await?;
        told
    }

    async fn tell_owner_once(&self) -> Result<(), OwnerNoticeError> {
        if self.is_owner_told().await? {
            return Ok(());
        }
        match self.write_to_owner().await {
            Err(failure) if failure.may_pass() => return Err(failure.into()),
            Err(failure) => tracing::warn!(%failure, "the owner of the application cannot be told"),
            Ok(()) => {}
        }
        if let Ok(value) = forms::write(&StoredDenial {}) {
            self.store.commit(Batch::new().put(records::TABLE, records::denial_key(), value)).await?;
        }
        Ok(())
    }

    async fn write_to_owner(&self) -> Result<(), RequestError> {
        let application = match self.identity.get() {
            Some(application) => application,
            None => retry(|| self.identity.ask()).await?,
        };
        let Some(owner) = application.owner else { return Ok(()) };
        let values = [("bot", markdown::escaped(&application.name).into())];
        let words = self.text.say_with(self.language_of(owner).await, DiscordSentence::ReadsLess, &values);
        // If the message was sent but not stored, the nonce prevents a second one.
        let nonce = nonce(format!("reads less {}", self.clock.now_millis() / HOUR_MS).as_bytes());
        let body = render_sentence(&words);
        retry(|| self.api.write_to(owner, &body, &nonce)).await
    }

    async fn language_of(&self, user: UserId) -> Language {
        self.languages.of_person(&bot_person(user), Language::default()).await
    }
}

/// Stored form of a refusal that was reported to the owner; the key holds all data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredDenial {}

impl StoredForm for StoredDenial {
    const KIND: &'static str = "that Discord does not let the bot read all messages";
    const VERSION: u64 = 1;
}
