//! Sends the welcome message to the owner of a server that has just added the bot: how games begin
//! and where to set the bot up.
//!
//! Discord names the owner of a server; who added the bot is only in the audit log, which the bot
//! may not read. The message is sent once for each server: not at a start, after an outage, or when
//! the bot is added again.

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, Clock, forms, forms::StoredForm};
use adoube_discord_client::{DiscordApi, GuildId, GuildSummary};
use adoube_platform::task_tracker::TaskTracker;
use adoube_store::{Batch, CommitOutcome, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::{
    delivery::request_retry::retry,
    message::{
        markdown,
        nonce::nonce,
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    records,
    state::shared::SharedServices,
};

/// How long after the bot was added its owner is still welcomed: the bot may have been off
/// meanwhile.
const NEW_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Welcomes new servers.
pub(crate) struct ServerWelcome {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    text: Arc<DiscordText>,
    tasks: Arc<TaskTracker>,
}

impl ServerWelcome {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, api, store, clock, text, tasks, .. } = shared.clone();
        Self { bot, api, store, clock, text, tasks }
    }

    /// Welcomes a server that has become reachable, if it is new.
    pub(crate) async fn welcome(self: Arc<Self>, guild: GuildId, server: GuildSummary) {
        let GuildSummary { owner: Some(owner), joined: Some(joined), name, locale } = server else { return };
        let new_for = u64::try_from(NEW_FOR.as_millis()).unwrap_or(u64::MAX);
        if self.clock.now_millis() > joined.saturating_add(new_for) {
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
        let _task = self.tasks.start();
        let language = self.bot.locales().find(&locale).unwrap_or_default();
        let values = [("server", markdown::escaped(&name).into())];
        let body = render_sentence(&self.text.say_with(language, DiscordSentence::Welcome, &values));
        let nonce = nonce(format!("welcome:{}", guild.get()).as_bytes());
        if let Err(failure) = retry(|| self.api.write_to(owner, &body, &nonce)).await {
            // An owner who accepts no messages from the bot gets none.
            tracing::debug!(%failure, guild = guild.get(), "a server is not welcomed");
        }
    }

    /// Stores that a server is welcomed; true the first time.
    async fn note_welcome(&self, guild: GuildId) -> Result<bool, StoreError> {
        let key = records::welcome_key(guild.get());
        let Ok(value) = forms::write(&StoredWelcome {}) else { return Ok(false) };
        let batch = Batch::new().expect(records::TABLE, key.clone(), None).put(records::TABLE, key, value);
        Ok(self.store.commit(batch).await? == CommitOutcome::Applied)
    }
}

/// Stored form of a welcome; the key holds all data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWelcome {}

impl StoredForm for StoredWelcome {
    const KIND: &'static str = "that a server on Discord was welcomed";
    const VERSION: u64 = 1;
}
