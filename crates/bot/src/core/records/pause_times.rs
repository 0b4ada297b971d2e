//! Computes when clocks stood still for reasons outside the game (outages, vacations), from stored
//! rows. Rows that several games share are read once. Not here: records of outages (`outage`), and
//! the effect on a clock (`game`).

use std::collections::BTreeMap;

use super::{error::RepositoryError, outage::OutageScope, repository::Repository};
use crate::{
    PersonId,
    core::game::{GameRecord, PauseTimes, Seat, TimeSpan},
};

/// Reads the pause times of several games, shared rows once.
pub(super) struct PauseTimesReader<'a> {
    ledger: &'a Repository,
    /// When the oldest of the games' turns began, in milliseconds since 1970.
    since: u64,
    outages: BTreeMap<OutageScope, Vec<TimeSpan>>,
    open: BTreeMap<String, Vec<TimeSpan>>,
    vacations: BTreeMap<PersonId, Vec<TimeSpan>>,
}

impl<'a> PauseTimesReader<'a> {
    pub(super) fn new<'g>(ledger: &'a Repository, games: impl IntoIterator<Item = &'g GameRecord>) -> Self {
        let turns = games.into_iter().filter_map(|game| Some(game.clock.as_ref()?.turn.since));
        let (outages, open, vacations) = Default::default();
        Self { ledger, since: turns.min().unwrap_or_default(), outages, open, vacations }
    }

    /// The pause times of one of these games. What is not cached yet is read at once.
    pub(super) async fn read(&mut self, game: &GameRecord) -> Result<PauseTimes, RepositoryError> {
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
