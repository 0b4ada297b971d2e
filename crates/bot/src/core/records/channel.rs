//! Type of a channel's record: the running game, open challenges and set-up panels, and the jobs
//! that follow from them. Not here: its stored form (`channel_form`).

use adoube_store::Key;

use super::job::{JobKind, ScheduledJob};
use crate::{
    ChannelId,
    core::game::{Challenge, GameRecord, SetupPanel},
};

/// The record of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChannelRecord {
    /// The running game.
    pub(crate) game: Option<GameRecord>,
    /// Open challenges, oldest first.
    pub(crate) challenges: Vec<Challenge>,
    /// Open set-up panels, the last changed one at the end; one for each person.
    pub(crate) panels: Vec<SetupPanel>,
    /// Whether this is a thread that was opened for a game: it is closed when the game is over.
    pub(crate) closes_with_game: bool,
    /// How many notices were ever posted: the next one's number.
    pub(crate) posts: u64,
    /// The channel's rows of jobs as they stand in the store, so that a change of the record need
    /// not look for them there.
    pub(crate) due: Vec<ScheduledJob>,
}

impl ChannelRecord {
    /// Whether the store has this row for the channel.
    pub(crate) fn has_row(&self, due: &ScheduledJob) -> bool {
        self.due.contains(due)
    }

    /// Whether the computer still has the job of this row, which may have been put off since.
    pub(crate) fn has_computer_job(&self, due: &ScheduledJob) -> bool {
        let now = self.game.as_ref().and_then(ScheduledJob::of_computer);
        now.is_some_and(|now| (now.subject, now.revision) == (due.subject.clone(), due.revision))
    }

    /// Whether a game runs, or a challenge may still become one; `now` in milliseconds since 1970.
    pub(crate) fn is_used(&self, now: u64) -> bool {
        self.game.is_some() || self.challenges.iter().any(|challenge| !challenge.has_expired(now))
    }

    /// The time job of the running game.
    pub(crate) fn game_due(&self) -> Option<ScheduledJob> {
        self.game.as_ref().and_then(ScheduledJob::of_game)
    }

    /// All jobs of the channel in its present state.
    pub(super) fn things_due(&self) -> Vec<ScheduledJob> {
        let challenges = self.challenges.iter().map(|challenge| ScheduledJob {
            at: challenge.expires_at(),
            subject: challenge.id.clone(),
            revision: 0,
            kind: JobKind::Challenge,
        });
        let panels = self.panels.iter().map(|panel| ScheduledJob {
            at: panel.expires_at(),
            subject: panel.id.clone(),
            revision: panel.version,
            kind: JobKind::Panel,
        });
        let game =
            self.game.iter().flat_map(|game| [ScheduledJob::of_game(game), ScheduledJob::of_computer(game)]);
        challenges.chain(panels).chain(game.flatten()).collect()
    }
}

/// The key of a channel's record.
pub(crate) fn channel_key(id: &ChannelId) -> Key {
    Key::new().text(&id.0)
}
