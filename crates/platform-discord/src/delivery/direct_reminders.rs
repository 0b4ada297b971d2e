//! Reminders for one person alone, in a direct message, as they have chosen. Where Discord does not let the bot write to
//! them, the bot reminds them in the channel. Not here: when somebody is reminded (the bot), and reminders in
//! channels, which are notices as any other (`delivery`).

use std::sync::Arc;

use adoube_bot::{
    DeliveryError, DeliveryReceipt, MessageAccess, OutboxEntry, ReaderProfile, ReminderNotice, Viewer,
};
use adoube_discord_client::RequestError;

use crate::{
    DiscordPlatform,
    delivery::{availability::later, transport::nonce},
    message::render::{self, user_id},
    state::channel_context::ChannelContext,
};

impl DiscordPlatform {
    /// Reminds somebody where nobody else reads it, once, as the message has a nonce.
    pub(crate) async fn remind_in_private(
        self: &Arc<Self>,
        delivery: &OutboxEntry,
        reminder: &ReminderNotice,
        place: &ChannelContext,
    ) -> Result<DeliveryReceipt, DeliveryError> {
        let person = &reminder.person.id;
        let told = self.people.language(person).await.unwrap_or(place.language());
        let ReaderProfile { language, taste } = self.service.reading(person, told).await;
        let viewer = Viewer { person: Some(person.clone()), language, hearing: MessageAccess::Called, taste };
        let message = self.service.present(&delivery.notice, &viewer);
        let body = render::of(&message, None, false);
        let sent = match user_id(person) {
            Some(user) => {
                let nonce = nonce(delivery.key());
                match self.link.write_to(user, &body, &nonce).await {
                    Err(RequestError::Rejected(reason) | RequestError::Unknown(reason)) => {
                        tracing::error!(reason, "a private message is sent again as plain words");
                        self.link.write_to(user, &render::simplified(&body), &nonce).await
                    }
                    outcome => outcome,
                }
            }
            None => Err(RequestError::NotFound(person.to_string())),
        };
        match sent {
            Ok(()) => Ok(DeliveryReceipt::default()),
            Err(failure) if failure.may_pass() => Err(later(&failure)),
            Err(failure) => {
                tracing::debug!(%failure, "somebody cannot be reminded in private");
                // Should this be cut short, it is refused again, and happens once all the same.
                self.service.direct_message_refused(&delivery.channel, reminder).await?;
                Ok(DeliveryReceipt::default())
            }
        }
    }
}
