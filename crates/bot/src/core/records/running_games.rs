//! Finds the running games of a person, with the moments at which the person runs out of time, and
//! the pause times of a channel's game. Not here: how pause times are put together (`pause_times`).

use adoube_rules::Side;

use super::{
    channel::ChannelRecord, error::RepositoryError, pause_times::PauseTimesReader, repository::Repository,
};
use crate::{
    PersonId,
    core::{
        game::{GameRecord, PauseTimes, TimeSpan},
        notice::DueGame,
    },
};

/// How many of a person's newest games are read at most, where an older one still runs.
const LOOKED_AT: usize = 500;
/// How many of a person's newest games are read for the running ones, which are mostly among them.
const LOOKED_THROUGH: usize = 20;

/// A running game from the view of one of its players.
pub(crate) struct PlayerGame {
    pub(crate) record: GameRecord,
    /// The player's side.
    pub(crate) side: Side,
    /// The player's deadline, in milliseconds since 1970: [`TimeSpan::OPEN`] while the clock stands
    /// still, `None` when the player is not to move or the game has no clock.
    pub(crate) deadline: Option<u64>,
}

impl PlayerGame {
    /// Whether the player is to move.
    pub(crate) fn is_own_turn(&self) -> bool {
        self.record.to_move() == Some(self.side)
    }

    /// The player's deadline, unless the clock stands still.
    pub(crate) fn known_deadline(&self) -> Option<u64> {
        self.deadline.filter(|deadline| *deadline != TimeSpan::OPEN)
    }
}

impl From<&PlayerGame> for DueGame {
    fn from(game: &PlayerGame) -> Self {
        Self::of(&game.record, game.side, game.known_deadline())
    }
}

impl PlayerGame {
    /// Whether a vacation of the player stops a clock: they are to move in a game of days.
    pub(crate) fn is_stopped_by_vacation(&self) -> bool {
        let is_of_days = self.record.clock.as_ref().is_some_and(|clock| clock.pace.is_of_days());
        let has_opponent = self.record.seats.of(self.side.other()).person().is_some();
        is_of_days && has_opponent && self.record.to_move() == Some(self.side)
    }
}

impl Repository {
    /// The pause times of the present turn in a channel's game, for the side to move. A game
    /// without a clock needs no reads.
    pub(crate) async fn pause_times(&self, there: &ChannelRecord) -> Result<PauseTimes, RepositoryError> {
        match &there.game {
            Some(game) => self.still_in(game).await,
            None => Ok(PauseTimes::default()),
        }
    }

    /// The same for a game.
    pub(crate) async fn still_in(&self, game: &GameRecord) -> Result<PauseTimes, RepositoryError> {
        PauseTimesReader::new(self, [game]).read(game).await
    }

    /// The running games of a person, in no order.
    pub(crate) async fn running_games_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<PlayerGame>, RepositoryError> {
        let newest = self.games_of(person, LOOKED_THROUGH).await?;
        let mut games = self.with_running_of(person, newest).await?;
        games.retain(GameRecord::is_running);
        let mut reader = PauseTimesReader::new(self, &games);
        let mut own = Vec::new();
        for record in games {
            let Some(side) = record.seats.side_of(person) else { continue };
            let clock = record.clock.as_ref().filter(|_| record.to_move() == Some(side));
            let deadline = match clock {
                Some(clock) => Some(clock.deadline(&reader.read(&record).await?)),
                None => None,
            };
            own.push(PlayerGame { record, side, deadline });
        }
        Ok(own)
    }

    /// A person's newest games, followed by older ones that still run. The reads stop early where
    /// the counters of the record say that all running ones were found.
    pub(crate) async fn with_running_of(
        &self,
        id: &PersonId,
        mut games: Vec<GameRecord>,
    ) -> Result<Vec<GameRecord>, RepositoryError> {
        let counted = self.person_or_none(id).await?;
        let running = usize::try_from(counted.begun.saturating_sub(counted.ended)).unwrap_or(usize::MAX);
        let found = games.iter().filter(|game| game.is_running()).count();
        if found >= running.min(LOOKED_AT) {
            return Ok(games);
        }
        let looked = games.len();
        let older = self.games_of(id, LOOKED_AT).await?.into_iter().skip(looked);
        games.extend(older.filter(GameRecord::is_running));
        Ok(games)
    }
}
