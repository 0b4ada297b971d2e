//! A word to whoever owns a server that has just taken the bot in: how a game begins, where a server chooses, and how anybody
//! finds out what is missing. Discord tells the owner with the server; who took the bot in it says only to those that may see
//! the audit log. It is told once for each server: not when the bot starts, after an outage, or when it is taken in again.

use std::{sync::Arc, time::Duration};

use adoube_bot::forms;
use adoube_discord_client::{GuildId, GuildSummary};
use adoube_store::{Batch, CommitOutcome, StoreError};

use crate::{
    DiscordPlatform,
    delivery::transport::nonce,
    interactions::respond::retry,
    message::{markdown, platform_text::DiscordSentence, render},
    records,
};

/// How long after the bot was taken in it is news: it may have been off then.
const NEWS: Duration = Duration::from_secs(24 * 60 * 60);

impl DiscordPlatform {
    /// Welcomes a server that can be reached now, if it is new.
    pub(crate) async fn welcome(self: Arc<Self>, guild: GuildId, server: GuildSummary) {
        let GuildSummary { owner: Some(owner), joined: Some(joined), name, locale } = server else { return };
        let news = u64::try_from(NEWS.as_millis()).unwrap_or(u64::MAX);
        if self.clock.now_millis() > joined.saturating_add(news) {
            return;
        }
        match self.note_welcome(guild).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::error!(%error, guild = guild.get(), "that a server is welcomed cannot be noted");
                return;
            }
        }
        let _task = self.under_way.start();
        let language = self.service.locales().find(&locale).unwrap_or_default();
        let values = [("server", markdown::escaped(&name).into())];
        let words = render::of_sentence(&self.words.say_with(language, DiscordSentence::Welcome, &values));
        let nonce = nonce(format!("welcome:{}", guild.get()).as_bytes());
        if let Err(failure) = retry(|| self.link.write_to(owner, &words, &nonce)).await {
            // Who takes no messages from the bot does not want any.
            tracing::debug!(%failure, guild = guild.get(), "a server is not welcomed");
        }
    }

    /// Notes that a server is welcomed; whether nobody has noted it before.
    async fn note_welcome(&self, guild: GuildId) -> Result<bool, StoreError> {
        let key = records::welcome_key(guild.get());
        let Ok(value) = forms::write(&records::StoredWelcome {}) else { return Ok(false) };
        let batch = Batch::new().expect(records::TABLE, key.clone(), None).put(records::TABLE, key, value);
        Ok(self.store.commit(batch).await? == CommitOutcome::Applied)
    }
}
