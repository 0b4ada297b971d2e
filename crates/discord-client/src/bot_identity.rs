//! Remembers the bot's user id, and in each server its managed role, which has the bot's name, so
//! that people mention the one and mean the other. Not here: reading messages (`message_payload`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::OnceCell;

use crate::{
    ApplicationId, GuildId, RequestResult, RoleId, UserId, UserMessage, guild_role::GuildRole,
    message_payload::MessagePayload, rest_client::RestClient,
};

/// Most servers whose role is remembered.
const REMEMBERED: usize = 100_000;

/// The known ids.
pub(crate) struct BotIdentity {
    rest: Arc<RestClient>,
    id: OnceCell<UserId>,
    /// `None` where a server has no such role.
    roles: Mutex<HashMap<GuildId, Option<RoleId>>>,
}

impl BotIdentity {
    pub(crate) fn new(rest: Arc<RestClient>) -> Self {
        Self { rest, id: OnceCell::new(), roles: Mutex::default() }
    }

    fn roles(&self) -> MutexGuard<'_, HashMap<GuildId, Option<RoleId>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.roles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the bot's user id.
    pub(crate) fn is(&self, id: UserId) {
        // It never changes.
        let _ = self.id.set(id);
    }

    /// Sets the application id for requests, if it was not known.
    pub(crate) fn know(&self, application: ApplicationId) {
        self.rest.know(application);
    }

    /// Looks for the bot's role among the roles of a server.
    pub(crate) fn learn(&self, guild: GuildId, roles: &[GuildRole]) {
        let Some(own) = self.id.get() else { return };
        let is_own = |role: &&GuildRole| role.tags.bot_id == Some(*own);
        let mut known = self.roles();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(guild, roles.iter().find(is_own).map(|role| role.id));
    }

    /// The message in plain types; `None` when it does not concern the bot.
    pub(crate) async fn reads(&self, message: MessagePayload) -> Option<UserMessage> {
        let known = self.called(&message).await;
        let (own, role) = known
            .inspect_err(|failure| tracing::warn!(%failure, "whether a message calls the bot is not known"))
            .ok()?;
        message.said(own, role)
    }

    async fn called(&self, message: &MessagePayload) -> RequestResult<(UserId, Option<RoleId>)> {
        // A resumed session of another process has no READY event.
        let own = *self.id.get_or_try_init(|| self.rest.own_user()).await?;
        let role = match message.guild_id {
            Some(guild) if !message.mention_roles.is_empty() => self.role(guild).await?,
            _ => None,
        };
        Ok((own, role.filter(|role| message.mention_roles.contains(role))))
    }

    async fn role(&self, guild: GuildId) -> RequestResult<Option<RoleId>> {
        let known = self.roles().get(&guild).copied();
        if let Some(role) = known {
            return Ok(role);
        }
        self.learn(guild, &self.rest.roles(guild).await?);
        Ok(self.roles().get(&guild).copied().flatten())
    }
}
