//! Edited messages: the new form counts as a new message where the message has led to nothing.
//! Otherwise one sentence says so. Not here: which changes Discord tells of (`adoube-discord-client`), what a message is taken for
//! (`hearing`), and whether an event has led to anything (the bot).

use std::time::Duration;

use adoube_bot::{IdempotencyKey, RepositoryError, UserAction};
use adoube_discord_client::{MessageEdit, MessageId};

use crate::{DiscordPlatform, PLATFORM, messages::receive::ReceivedMessage};

/// How long after it was written a message may be changed, and how long after that Discord may tell of it: it also does when a
/// message is pinned or a link in it gets a preview, however late.
const MAX_AGE: Duration = Duration::from_secs(10 * 60);

/// What becomes of a message that is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditOutcome {
    Yes,
    No,
    /// It does not count, and its sender is told so.
    Told,
}

impl ReceivedMessage {
    /// What the bot knows it by; numbers of interactions are another series. All changes of a message are one event, as
    /// one of them at most does anything.
    pub(crate) fn event(&self) -> String {
        let first = first_event(self.id);
        if self.edit.is_some() { format!("{first}:edit") } else { first }
    }

    /// What tells an answer to it from answers to its other forms.
    pub(crate) fn sent(&self) -> String {
        let first = first_event(self.id);
        self.edit.map_or_else(|| first.clone(), |edit| format!("{first}:{}", edit.at))
    }
}

fn first_event(id: MessageId) -> String {
    format!("{PLATFORM}-message:{id}")
}

impl DiscordPlatform {
    /// What becomes of a message that was changed.
    pub(crate) async fn look_at_edit(&self, heard: &ReceivedMessage, edit: MessageEdit) -> EditOutcome {
        let is_told = matches!(heard.action, UserAction::Line(_));
        let age = self.clock.now_millis().saturating_sub(edit.at);
        if Duration::from_millis(age) > MAX_AGE {
            return EditOutcome::No;
        }
        let acted = self.has_acted(heard).await;
        let acted = acted.inspect_err(|error| {
            tracing::error!(%error, channel = %heard.channel, "what became of a message cannot be read");
        });
        match acted {
            Ok(false) if edit.after <= MAX_AGE => EditOutcome::Yes,
            // What people say to one another may be changed for ever.
            Ok(false) if !is_told => EditOutcome::No,
            // Once: who changes it again knows.
            _ if self.told_of_edit.note(heard.id) => EditOutcome::No,
            _ => EditOutcome::Told,
        }
    }

    /// Whether the message has led to anything, in its first form or another one.
    async fn has_acted(&self, heard: &ReceivedMessage) -> Result<bool, RepositoryError> {
        for id in [first_event(heard.id), heard.event()] {
            let Ok(event) = IdempotencyKey::new(id) else { continue };
            if self.service.has_acted(&heard.channel, &event).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
