//! Edited messages: an edit counts as a new message while the first form has led to nothing; else its author is told.
//!
//! Not here: which edits Discord tells of (`adoube-discord-client`), whether an event has acted (`adoube-bot`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, Clock, IdempotencyKey, RepositoryError, UserAction};
use adoube_discord_client::{MessageEdit, MessageId};

use crate::{
    messages::received_message::{ReceivedMessage, first_event_id},
    state::{duplicate_filter::DuplicateFilter, shared::SharedServices},
};

/// How old a message may be when it is edited, and how late Discord may tell of it: Discord also reports an edit when a
/// message is pinned or a link in it gets a preview, however late.
const MAX_AGE: Duration = Duration::from_secs(10 * 60);

/// What to do about a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditOutcome {
    /// Handle it.
    Handle,
    /// Ignore it.
    Ignore,
    /// Ignore it, and tell its author so.
    Explain,
}

/// Decides which edits count.
pub(crate) struct EditPolicy {
    bot: Bot,
    clock: Arc<dyn Clock>,
    /// Messages whose author was told that edits of them are ignored.
    explained: DuplicateFilter<MessageId>,
}

impl EditPolicy {
    pub(crate) fn new(shared: &SharedServices) -> Self {
        let SharedServices { bot, clock, .. } = shared.clone();
        Self { bot, clock, explained: DuplicateFilter::default() }
    }

    /// What to do about a message, which may be an edited one.
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
            // People may edit for ever what they say to one another.
            Ok(false) if !is_addressed => EditOutcome::Ignore,
            // Once: an author who edits it again knows.
            _ if self.explained.is_duplicate(message.id) => EditOutcome::Ignore,
            _ => EditOutcome::Explain,
        }
    }

    /// Whether the message has led to anything, in its first form or another one.
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
