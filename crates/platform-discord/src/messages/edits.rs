//! Decides what an edited message does: an edit counts as a new message if no earlier form has
//! acted; otherwise the bot tells its author.
//!
//! Not here: which edits Discord reports (`adoube-discord-client`), whether an event has acted
//! (`adoube-bot`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, Clock, IdempotencyKey, RepositoryError, UserAction};
use adoube_discord_client::{MessageEdit, MessageId};

use crate::{
    messages::received_message::{ReceivedMessage, first_event_id},
    state::{duplicate_filter::DuplicateFilter, shared::SharedServices},
};

/// Maximum age of an edited message, and maximum delay of Discord's report: Discord also reports an
/// edit when a message is pinned or a link in it gets a preview, however late.
const MAX_AGE: Duration = Duration::from_secs(10 * 60);

/// The treatment of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditOutcome {
    /// Handle it.
    Handle,
    /// Ignore it.
    Ignore,
    /// Ignore it and tell its author.
    Explain,
}

/// Decides which edits count.
pub(crate) struct EditPolicy {
    bot: Bot,
    clock: Arc<dyn Clock>,
    /// Messages whose author was told that further edits are ignored.
    explained: DuplicateFilter<MessageId>,
}

impl EditPolicy {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, clock, .. } = shared.clone();
        Self { bot, clock, explained: DuplicateFilter::default() }
    }

    /// The treatment of a message, which may be an edited one.
    pub(crate) async fn judge(&self, message: &ReceivedMessage) -> EditOutcome {
        match message.edit {
            Some(edit) => self.judge_edit(message, edit).await,
            None => EditOutcome::Handle,
        }
    }

    async fn judge_edit(&self, message: &ReceivedMessage, edit: MessageEdit) -> EditOutcome {
        let is_addressed = matches!(message.action, UserAction::Line(_));
        let age = self.clock.now_millis().saturating_sub(edit.at);
        if Duration::from_millis(age) > MAX_AGE {
            return EditOutcome::Ignore;
        }
        let acted = self.has_acted(message).await;
        let acted = acted.inspect_err(|error| {
            tracing::error!(%error, channel = %message.channel, "what became of a message cannot be read");
        });
        match acted {
            Ok(false) if edit.after <= MAX_AGE => EditOutcome::Handle,
            // Edits in conversations between people need no explanation.
            Ok(false) if !is_addressed => EditOutcome::Ignore,
            // Once: an author who edits again knows the rule.
            _ if self.explained.is_duplicate(message.id) => EditOutcome::Ignore,
            _ => EditOutcome::Explain,
        }
    }

    /// Whether the original or an edit of the message has acted.
    async fn has_acted(&self, message: &ReceivedMessage) -> Result<bool, RepositoryError> {
        for id in [first_event_id(message.id), message.event_id()] {
            let Ok(event) = IdempotencyKey::new(id) else { continue };
            if self.bot.has_acted(&message.channel, &event).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
