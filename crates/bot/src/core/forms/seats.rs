//! Stored form (JSON) of the seats of a game, that is, who plays which side:
//! `{"white":{"id":"web:5f0c","name":"Ada"},"black":…}`. A team and the computer have other fields.

use serde::{Deserialize, Serialize};

use crate::{
    Person, PersonId,
    core::game::{Seat, Seats, TeamId},
};

kept! {
    Person as SeatPersonForm,
    Seat as SeatForm,
    Seats as SeatsForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Seats", deny_unknown_fields)]
struct SeatsForm {
    white: Seat,
    black: Seat,
}

/// A seat's kind follows from its fields.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Seat", untagged, deny_unknown_fields)]
enum SeatForm {
    Person(Person),
    Team { team: TeamId, name: String },
    Computer { level: u8 },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Person", deny_unknown_fields)]
struct SeatPersonForm {
    id: PersonId,
    name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_kept_as_what_it_is() -> Result<(), serde_json::Error> {
        let person = Person { id: PersonId("web:Ada".to_owned()), name: "Ada".to_owned() };
        let team = Seat::Team { team: TeamId("web:lobby/white".to_owned()), name: "The lobby".to_owned() };
        let table = [
            (person.into(), r#"{"id":"web:Ada","name":"Ada"}"#),
            (team, r#"{"team":"web:lobby/white","name":"The lobby"}"#),
            (Seat::Computer { level: 3 }, r#"{"level":3}"#),
        ];
        for (seat, kept) in table {
            assert_eq!(serde_json::to_string(&seat)?, kept);
            assert_eq!(serde_json::from_str::<Seat>(kept)?, seat);
        }
        for other in [r#"{"id":"web:Ada","name":"Ada","level":3}"#, r#"{"level":3,"time":1}"#, "{}"] {
            assert!(serde_json::from_str::<Seat>(other).is_err(), "{other}");
        }
        Ok(())
    }
}
