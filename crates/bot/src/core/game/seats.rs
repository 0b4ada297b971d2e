//! Seats: who plays which side. A seat holds a person, a team that votes, or the computer; only
//! people have a platform id, are notified, and have a list of games. Not here: the name of a seat
//! in a language (`text`), and who may act for a team (`features`).

use adoube_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{Person, PersonId};

/// The players of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seats {
    /// White.
    pub white: Seat,
    /// Black.
    pub black: Seat,
}

impl Seats {
    /// The player of `side`.
    pub fn of(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The side that a person plays, not as a team member.
    pub fn side_of(&self, person: &PersonId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.of(*side).person().is_some_and(|seated| seated.id == *person))
    }

    /// The people among the players, White first.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        [&self.white, &self.black].into_iter().filter_map(Seat::person)
    }
}

/// The player of one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person, by their own moves.
    Person(Person),
    /// A team of people that votes.
    Team {
        /// The team.
        team: TeamId,
        /// The team's name; shown, never interpreted.
        name: String,
    },
    /// The computer.
    Computer {
        /// Its level: from 1, a beginner, to 10.
        level: u8,
    },
}

/// Id of a team; opaque.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamId(pub String);

impl Seat {
    /// The person; `None` for a team and for the computer.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Team { .. } | Self::Computer { .. } => None,
        }
    }

    /// The name in exported records, the same in every language. The computer's name has no comma,
    /// so a program that sorts by surname takes all of it for one.
    pub fn in_records(&self) -> String {
        match self {
            Self::Person(person) => person.name.clone(),
            Self::Team { name, .. } => name.clone(),
            Self::Computer { level } => format!("adoube level {level}"),
        }
    }
}

impl From<Person> for Seat {
    fn from(person: Person) -> Self {
        Self::Person(person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Person {
        Person { id: PersonId(format!("web:{name}")), name: name.to_owned() }
    }

    fn team() -> Seat {
        Seat::Team { team: TeamId("web:lobby/white".to_owned()), name: "The lobby".to_owned() }
    }

    #[test]
    fn only_people_are_found_by_their_id() {
        let seats = Seats { white: team(), black: person("Ada").into() };
        assert_eq!(seats.side_of(&person("Ada").id), Some(Side::Black));
        assert_eq!(seats.side_of(&PersonId("web:lobby/white".to_owned())), None, "a team is nobody's id");
        let alone = Seats { white: person("Ada").into(), black: Seat::Computer { level: 3 } };
        assert_eq!(alone.people().map(|person| person.name.as_str()).collect::<Vec<_>>(), ["Ada"]);
    }
}
