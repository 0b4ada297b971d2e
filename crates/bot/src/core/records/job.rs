//! Types of scheduled jobs: what is due in a channel at a certain time, derived from the records of
//! challenges, panels and games. Not here: their rows (`job_rows`), and what a job does
//! (`scheduler`).

use super::error::RepositoryError;
use crate::{
    IdempotencyKey,
    core::game::{GameId, GameRecord},
};

/// A job that is due in a channel at a certain time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScheduledJob {
    /// The due time, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The subject: a game, or a challenge or panel by the id its game will have.
    pub(crate) subject: GameId,
    /// The revision of the subject when the job was written.
    pub(crate) revision: u64,
    /// The action that is due.
    pub(crate) kind: JobKind,
}

/// The action of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    /// Expiry of an unanswered challenge.
    Challenge,
    /// Expiry of an unused set-up panel.
    Panel,
    /// The next action of a game's clock.
    Clock,
    /// Inactivity in a game without a time control.
    Idle,
    /// A computer turn or answer that is missing: the process that computed it stopped, or the
    /// engine was busy.
    Computer,
}

impl JobKind {
    /// All kinds.
    pub(crate) const ALL: [Self; 5] = [Self::Challenge, Self::Panel, Self::Clock, Self::Idle, Self::Computer];

    /// The word in keys and ids; never changed once released.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Challenge => "challenge",
            Self::Panel => "panel",
            Self::Clock => "clock",
            Self::Idle => "idle",
            Self::Computer => "computer",
        }
    }

    /// Whether the job belongs to a running game, which everybody in the channel knows of.
    pub(crate) fn is_of_game(self) -> bool {
        matches!(self, Self::Clock | Self::Idle | Self::Computer)
    }
}

impl ScheduledJob {
    /// The time job of a running game; a game has at most one.
    pub(crate) fn of_game(game: &GameRecord) -> Option<Self> {
        let (at, revision, kind) = match (&game.clock, &game.idle) {
            (Some(clock), _) => (clock.look_at, clock.version, JobKind::Clock),
            (None, Some(idle)) => (idle.look_at, idle.version, JobKind::Idle),
            (None, None) => return None,
        };
        Some(Self { at, subject: game.id.clone(), revision, kind })
    }

    /// The computer's job in a running game, if the computer is to act. The process that writes the
    /// row computes at once; the row is for the processes after it.
    pub(crate) fn of_computer(game: &GameRecord) -> Option<Self> {
        game.computer_to_act()?;
        let at = game.computer_missed_at();
        Some(Self { at, subject: game.id.clone(), revision: game.revision, kind: JobKind::Computer })
    }

    /// The idempotency key of the job: it runs once, whichever process reads the row.
    ///
    /// # Errors
    ///
    /// None in practice: all parts are short.
    pub(crate) fn event(&self) -> Result<IdempotencyKey, RepositoryError> {
        let Self { subject, revision, kind, .. } = self;
        if *kind == JobKind::Computer {
            return Ok(IdempotencyKey::new(format!("computer:{subject}:{revision}"))?);
        }
        Ok(IdempotencyKey::new(format!("due:{subject}:{revision}:{}", kind.word()))?)
    }
}
