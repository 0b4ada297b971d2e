//! Computes when clocks stood still for reasons outside the game (outages, vacations), from stored
//! rows, and with them when a player's running games run out of time. Rows that several games share
//! are read once. Not here: records of outages (`outage`), and the effect on a clock (`game`).

use std::collections::BTreeMap;

use adoube_rules::Side;

use super::{ChannelRecord, Repository, RepositoryError, outage::OutageScope};
use crate::{
    PersonId,
    game::{GameRecord, PauseTimes, Seat, TimeSpan},
    notice::DueGame,
};

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
}

/// Reads the pause times of several games, shared rows once.
struct PauseTimesReader<'a> {
    ledger: &'a Repository,
    /// When the oldest of the games' turns began, in milliseconds since 1970.
    since: u64,
    outages: BTreeMap<OutageScope, Vec<TimeSpan>>,
    open: BTreeMap<String, Vec<TimeSpan>>,
    vacations: BTreeMap<PersonId, Vec<TimeSpan>>,
}

impl<'a> PauseTimesReader<'a> {
    fn new<'g>(ledger: &'a Repository, games: impl IntoIterator<Item = &'g GameRecord>) -> Self {
        let turns = games.into_iter().filter_map(|game| Some(game.clock.as_ref()?.turn.since));
        let (outages, open, vacations) = Default::default();
        Self { ledger, since: turns.min().unwrap_or_default(), outages, open, vacations }
    }

    /// The pause times of one of these games. What is not cached yet is read at once.
    async fn read(&mut self, game: &GameRecord) -> Result<PauseTimes, RepositoryError> {
        let Some(clock) = &game.clock else { return Ok(PauseTimes::default()) };
        let platform = game.channel.platform();
        let of_platform = OutageScope::Platform(platform.to_owned());
        let scopes = [OutageScope::Everywhere, of_platform, OutageScope::Channel(game.channel.clone())];
        let (to_move, other) = (game.seats.of(clock.turn.side), game.seats.of(clock.turn.side.other()));
        let (first, second, third, open, absences, of_other) = tokio::try_join!(
            self.outages(&scopes[0]),
            self.outages(&scopes[1]),
            self.outages(&scopes[2]),
            self.open(platform),
            self.vacations(to_move),
            self.vacations(other),
        )?;
        let outages = [first, second, third];
        let known = [(to_move, absences.clone()), (other, of_other.clone())];
        // Vacations count in games of days; those read for a person serve their other games, too.
        let counted = |vacations: Vec<TimeSpan>| if clock.pace.is_of_days() { vacations } else { Vec::new() };
        let mut still = PauseTimes {
            outages: outages.iter().flatten().chain(&open).copied().collect(),
            absences: counted(absences),
            of_other: counted(of_other),
            computer: game.side_of_computer(),
        };
        for (seat, vacations) in known {
            self.vacations.extend(seat.person().map(|person| (person.id.clone(), vacations)));
        }
        self.outages.extend(scopes.into_iter().zip(outages));
        self.open.insert(platform.to_owned(), open);
        let since = clock.turn.since;
        for stretches in [&mut still.outages, &mut still.absences, &mut still.of_other] {
            stretches.retain(|stretch| stretch.to > since);
        }
        Ok(still)
    }

    async fn outages(&self, scope: &OutageScope) -> Result<Vec<TimeSpan>, RepositoryError> {
        match self.outages.get(scope) {
            Some(known) => Ok(known.clone()),
            None => self.ledger.outages(scope, self.since).await,
        }
    }

    async fn open(&self, platform: &str) -> Result<Vec<TimeSpan>, RepositoryError> {
        match self.open.get(platform) {
            Some(known) => Ok(known.clone()),
            None => self.ledger.open_outages(platform).await,
        }
    }

    /// The vacations of a seat's player.
    async fn vacations(&self, seat: &Seat) -> Result<Vec<TimeSpan>, RepositoryError> {
        let Some(person) = seat.person() else { return Ok(Vec::new()) };
        match self.vacations.get(&person.id) {
            Some(known) => Ok(known.clone()),
            None => Ok(self.ledger.person_or_none(&person.id).await?.absence.vacations),
        }
    }
}
