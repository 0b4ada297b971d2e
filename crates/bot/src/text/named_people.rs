//! Finds the names of the people in a notice (message as data), for platforms that mention people
//! by name.

use super::display_name;
use crate::{Notice, Person, PersonId};

impl Notice {
    /// A person's name as in the text of this notice; `None` if it does not name them.
    pub fn name_of(&self, person: &PersonId) -> Option<String> {
        let named = self.named_people();
        named.into_iter().find(|named| named.id == *person).map(|named| display_name(&named.name))
    }

    /// The people whom the notice may mention by name.
    fn named_people(&self) -> Vec<&Person> {
        match self {
            Self::Challenge(challenge) => {
                [Some(&challenge.challenger), challenge.opponent.as_ref()].into_iter().flatten().collect()
            }
            Self::Board(board) => board.seats.people().collect(),
            Self::Selection(choosing) => choosing.seats.people().collect(),
            Self::Time(time) => time.seats.people().collect(),
            Self::Offered { seats, .. } | Self::OfferDeclined { seats, .. } => seats.people().collect(),
            Self::Reminder(reminder) => vec![&reminder.person],
            _ => Vec::new(),
        }
    }
}
