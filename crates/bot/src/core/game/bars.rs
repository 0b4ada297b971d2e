//! The list of people barred from a community by its moderators, with the end of each bar, and the
//! changes to it. Not here: the commands (`features::bars`).

use serde::{Deserialize, Serialize};

use crate::{Person, PersonId};

/// Upper limit of people barred from one community.
pub const MOST_BARRED: usize = 100;

/// People barred from a community by its moderators.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarList {
    /// Bars, newest last.
    pub bars: Vec<Bar>,
}

/// A barred person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// The person, with their name at that time.
    pub person: Person,
    /// When the bar ends, in milliseconds since 1970; `None` for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// A change of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BarEvent {
    /// A person was barred.
    Barred {
        /// The bar.
        bar: Bar,
        /// When it was imposed, in milliseconds since 1970.
        at: u64,
    },
    /// A bar was lifted.
    Unbarred(PersonId),
}

impl Bar {
    /// Whether the bar is in force; `now` in milliseconds since 1970.
    pub fn holds(&self, now: u64) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

impl BarList {
    /// The bar in force for a person, if any; `now` in milliseconds since 1970.
    pub fn of(&self, person: &PersonId, now: u64) -> Option<&Bar> {
        self.bars.iter().find(|bar| bar.person.id == *person && bar.holds(now))
    }

    /// Bars in force, newest first.
    pub fn holding(&self, now: u64) -> impl Iterator<Item = &Bar> {
        self.bars.iter().rev().filter(move |bar| bar.holds(now))
    }

    /// Applies a change, and removes bars that have ended.
    pub fn note(&mut self, event: &BarEvent) {
        match event {
            BarEvent::Barred { bar, at } => {
                self.bars.retain(|other| other.person.id != bar.person.id && other.holds(*at));
                if self.bars.len() < MOST_BARRED {
                    self.bars.push(bar.clone());
                }
            }
            BarEvent::Unbarred(person) => self.bars.retain(|bar| bar.person.id != *person),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(name: usize, until: Option<u64>) -> BarEvent {
        let person = Person { id: PersonId(format!("test:{name}")), name: name.to_string() };
        BarEvent::Barred { bar: Bar { person, until }, at: 10 }
    }

    #[test]
    fn somebody_is_barred_once_until_it_is_over() {
        let (mut list, one) = (BarList::default(), PersonId("test:1".to_owned()));
        list.note(&bar(1, Some(20)));
        assert!(list.of(&one, 19).is_some() && list.of(&one, 20).is_none());
        list.note(&bar(1, None));
        assert_eq!((list.bars.len(), list.of(&one, u64::MAX).is_some()), (1, true));
        list.note(&BarEvent::Unbarred(one.clone()));
        assert_eq!(list, BarList::default());
    }

    #[test]
    fn a_list_is_bounded_and_forgets_what_is_over() {
        let mut list = BarList::default();
        for name in 0..MOST_BARRED + 10 {
            list.note(&bar(name, None));
        }
        assert_eq!(list.bars.len(), MOST_BARRED);
        for name in 0..MOST_BARRED {
            list.note(&bar(name, Some(5)));
        }
        list.note(&bar(200, None));
        assert_eq!(list.holding(10).count(), 1);
    }
}
