//! Delivers reminders of a person's turn in direct messages, for people who have chosen them;
//! refused ones go to the channel instead.
//!
//! Not here: when a person is reminded (`adoube-bot`), reminders in channels, which are ordinary
//! notices (`transport`).

use std::sync::Arc;

use adoube_bot::{
    Bot, DeliveryError, DeliveryReceipt, MessageAccess, OutboxEntry, ReaderProfile, ReminderNotice, Viewer,
};
use adoube_discord_client::{DiscordApi, RequestError};

use crate::{
    delivery::request_retry::retry_later,
    ids::discord_user,
    message::{
        nonce::nonce,
        render::{render_message, simplify},
    },
    state::{channel_context::ChannelContext, languages::ReaderLanguages, shared::SharedServices},
};

/// Delivers reminders in direct messages.
pub(crate) struct DirectReminders {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    languages: Arc<ReaderLanguages>,
}

impl DirectReminders {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, api, languages, .. } = shared.clone();
        Self { bot, api, languages }
    }

    /// Reminds a person privately. The message has a nonce, so a repeated delivery reminds them
    /// once.
    pub(crate) async fn deliver(
        &self,
        delivery: &OutboxEntry,
        reminder: &ReminderNotice,
        context: &ChannelContext,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let person = &reminder.person.id;
        let ReaderProfile { language, taste } = self.languages.reader(person, context.language()).await;
        let viewer = Viewer { person: Some(person.clone()), language, hearing: MessageAccess::Called, taste };
        let message = self.bot.present(&delivery.notice, &viewer);
        let body = render_message(&message, None, false);
        let sent = match discord_user(person) {
            Some(user) => {
                let nonce = nonce(delivery.key());
                match self.api.write_to(user, &body, &nonce).await {
                    Err(RequestError::Rejected(reason) | RequestError::Unknown(reason)) => {
                        tracing::error!(reason, "a private message is sent again as plain words");
                        self.api.write_to(user, &simplify(&body), &nonce).await
                    }
                    outcome => outcome,
                }
            }
            None => Err(RequestError::NotFound(person.to_string())),
        };
        match sent {
            Ok(()) => Ok(DeliveryReceipt::default()),
            Err(failure) if failure.may_pass() => Err(retry_later(&failure)),
            Err(failure) => {
                tracing::debug!(%failure, "somebody cannot be reminded in private");
                // After an interruption the message is refused again, and the channel still gets
                // one reminder.
                self.bot.direct_message_refused(&delivery.channel, reminder).await?;
                Ok(DeliveryReceipt::default())
            }
        }
    }
}
