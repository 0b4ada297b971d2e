//! What becomes of it when Discord no longer lets the bot read all messages: it goes on with those that are for it, and whoever
//! can change it is told once, whichever process finds it first and however often it is begun anew. Not here: how that is
//! found out (`adoube-discord`).

use std::sync::atomic::Ordering;

use adoube_discord::{Failure, Messages, UserId};
use adoube_service::{Language, PersonId, stored};
use adoube_store::{Batch, Committed, StoreError};

use super::{
    Discord, PLATFORM,
    answering::again,
    body,
    delivery::nonce,
    records::{self, StoredDenial},
    words::Sentence,
};

impl Discord {
    /// Which messages are read, as far as Discord allows it.
    pub(super) fn messages(&self) -> Messages {
        match self.settings.messages {
            Messages::All if self.link.reads_less() => Messages::Mentions,
            chosen => chosen,
        }
    }

    /// Discord lets the bot read all messages, or does not although it was to.
    pub(super) async fn reads(&self, all: bool) {
        let noted = if all { self.note_granted().await } else { self.note_denied().await };
        match noted {
            Ok(false) => {}
            Ok(true) => self.tell_owner().await,
            Err(error) => tracing::error!(%error, all, "which messages are read cannot be noted"),
        }
    }

    /// What is denied while a process runs is not granted to it again, so only its first session takes back what was denied
    /// before: another one may be told of late.
    async fn note_granted(&self) -> Result<bool, StoreError> {
        if !self.reads_all.swap(true, Ordering::Relaxed)
            && let Err(error) = self.forget_denial().await
        {
            self.reads_all.store(false, Ordering::Relaxed);
            return Err(error);
        }
        Ok(false)
    }

    async fn forget_denial(&self) -> Result<(), StoreError> {
        let key = records::denial_key();
        if self.store.get(records::TABLE, key.as_ref()).await?.is_some() {
            self.store.commit(Batch::new().delete(records::TABLE, key)).await?;
        }
        Ok(())
    }

    /// Whether somebody is to be told.
    async fn note_denied(&self) -> Result<bool, StoreError> {
        let Ok(value) = stored::write(&StoredDenial {}) else { return Ok(false) };
        let key = records::denial_key();
        let batch = Batch::new().expect(records::TABLE, key.clone(), None).put(records::TABLE, key, value);
        Ok(self.store.commit(batch).await? == Committed::Applied)
    }

    async fn tell_owner(&self) {
        if let Err(failure) = self.write_to_owner().await {
            tracing::warn!(%failure, "the owner of the application is not told that fewer messages are read");
            if failure.may_pass()
                && let Err(error) = self.forget_denial().await
            {
                tracing::error!(%error, "the owner of the application is not told later");
            }
        }
    }

    async fn write_to_owner(&self) -> Result<(), Failure> {
        let application = match self.application.get() {
            Some(application) => application.clone(),
            None => again(|| self.ask_who()).await?,
        };
        let Some(owner) = application.owner else { return Ok(()) };
        let values = [("bot", application.name.into())];
        let words = self.words.say_with(self.language_of_user(owner).await, Sentence::ReadsLess, &values);
        let nonce = nonce(format!("reads less {}", self.clock.now_millis()).as_bytes());
        let body = body::of_sentence(&words);
        again(|| self.link.write_to(owner, &body, &nonce)).await
    }

    async fn language_of_user(&self, user: UserId) -> Language {
        self.language_of(&PersonId(format!("{PLATFORM}:{user}")), Language::default()).await
    }
}
