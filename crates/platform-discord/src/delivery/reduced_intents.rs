//! What becomes of it when Discord does not let the bot read all messages: it goes on with those that are for it, and whoever
//! can change it is told once, whichever process finds it first and however often it is begun anew. Not here: how that is
//! found out (`adoube-discord-client`).

use std::{sync::atomic::Ordering, time::Duration};

use adoube_bot::{Language, PersonId, PlatformLease, RepositoryError, forms};
use adoube_discord_client::{MessageScope, RequestError, UserId};
use adoube_store::{Batch, StoreError};

use crate::{
    DiscordPlatform, FIRST_PAUSE, PLATFORM,
    delivery::transport::nonce,
    interactions::respond::retry,
    message::{markdown, platform_text::DiscordSentence, render},
    records::{self, StoredDenial},
};

/// The longest time between two attempts to tell somebody.
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);
const HOUR: u64 = 60 * 60 * 1000;

/// Why the owner is told later.
#[derive(Debug, thiserror::Error)]
enum OwnerNoticeError {
    #[error("another process is at it")]
    Elsewhere,
    #[error(transparent)]
    Ledger(#[from] RepositoryError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Discord(#[from] RequestError),
}

impl DiscordPlatform {
    /// Which messages are read, as far as Discord allows it.
    pub(crate) fn messages(&self) -> MessageScope {
        if self.has_reduced_intents() { MessageScope::Mentions } else { self.settings.messages }
    }

    /// Whether Discord does not let the bot read all messages, although it was to.
    pub(crate) fn has_reduced_intents(&self) -> bool {
        self.settings.messages == MessageScope::All && self.link.reads_less()
    }

    /// Discord lets the bot read all messages, or does not although it was to.
    pub(crate) async fn reads(&self, all: bool) {
        if !all {
            return self.tell_owner().await;
        }
        // What is denied while a process runs is not granted to it again, so only its first session takes back what was
        // denied before: another one may be told of late.
        if !self.reads_all.swap(true, Ordering::Relaxed)
            && let Err(error) = self.forget_denial().await
        {
            self.reads_all.store(false, Ordering::Relaxed);
            tracing::error!(%error, "that all messages are read cannot be noted");
        }
    }

    /// Who does not want all messages read is told anew when they want it again.
    pub(crate) async fn forget_denial_of_old(&self) {
        if self.settings.messages != MessageScope::All
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

    /// Tries until Discord has the message, or never will.
    async fn tell_owner(&self) {
        if self.tells_owner.swap(true, Ordering::Relaxed) {
            return;
        }
        let lease = self.service.lease(format!("{PLATFORM}/denial"));
        let timer = self.clock.timer();
        let mut pause = FIRST_PAUSE;
        while let Err(untold) = self.tell_owner_in_turn(&lease).await {
            tracing::warn!(%untold, "the owner of the application is told later that fewer messages are read");
            timer.until(timer.now() + pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn tell_owner_in_turn(&self, lease: &PlatformLease) -> Result<(), OwnerNoticeError> {
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
        let application = match self.application.get() {
            Some(application) => application.clone(),
            None => retry(|| self.ask_who()).await?,
        };
        let Some(owner) = application.owner else { return Ok(()) };
        let values = [("bot", markdown::escaped(&application.name).into())];
        let words =
            self.words.say_with(self.language_of_user(owner).await, DiscordSentence::ReadsLess, &values);
        // What was sent and could not be noted is not there twice.
        let nonce = nonce(format!("reads less {}", self.clock.now_millis() / HOUR).as_bytes());
        let body = render::of_sentence(&words);
        retry(|| self.link.write_to(owner, &body, &nonce)).await
    }

    async fn language_of_user(&self, user: UserId) -> Language {
        self.language_of(&PersonId(format!("{PLATFORM}:{user}")), Language::default()).await
    }
}
