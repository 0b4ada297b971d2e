//! Quotas of bounded resources (channels, rooms, links): decides whether a person may have one
//! more, and in which order those of others make way.
//!
//! A person who has none may have one beyond the usual number, so that a few people with many do
//! not block others; an address has a bounded part. Not here: which ones are in use and stay
//! (`chat/channel_displacement.rs`).

use std::{cmp::Reverse, collections::HashMap};

use adoube_bot::{Person, PersonId};

use crate::limits::network::marks;

/// Limits of one kind of resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShareLimits {
    /// In total, for people who already have one.
    pub(crate) usual: usize,
    /// In total.
    pub(crate) most: usize,
    /// For one person.
    pub(crate) of_person: usize,
    /// For one address; wider networks have a multiple of it.
    pub(crate) of_address: usize,
}

/// A resource that is held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share<'a> {
    /// Its maker.
    pub(crate) by: &'a PersonId,
    /// Other people for whom it counts.
    pub(crate) also: &'a [Person],
    /// Marks of its maker's networks; `None` if the address is unknown.
    pub(crate) from: Option<&'a str>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// How a person can get one more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShareAdmission {
    /// There is a free place.
    Free,
    /// One of these has to make way, given by index, in that order.
    InPlaceOf(Vec<usize>),
}

/// Why a person cannot get one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShareRefusal {
    /// The person or their network has reached its limit.
    Own,
    /// The total limit is reached, and this person already has one.
    Everybody,
}

impl Share<'_> {
    fn is_of(&self, person: &PersonId) -> bool {
        self.by == person || self.also.iter().any(|other| other.id == *person)
    }

    fn marks(&self) -> impl Iterator<Item = (usize, &str)> {
        self.from.into_iter().flat_map(marks).map(|(width, mark)| (width.multiple(), mark))
    }
}

/// Whether a person from these networks may have one more resource beside those `held`.
pub(crate) fn admit(
    person: &PersonId,
    from: Option<&str>,
    held: &[Share<'_>],
    limits: ShareLimits,
) -> Result<ShareAdmission, ShareRefusal> {
    let own = held.iter().filter(|share| share.is_of(person)).count();
    if own >= limits.of_person {
        return Err(ShareRefusal::Own);
    }
    let has_mark = |share: &Share<'_>, mark: &str| share.marks().any(|(_, other)| other == mark);
    let full = from.into_iter().flat_map(marks).find(|(width, mark)| {
        held.iter().filter(|share| has_mark(share, mark)).count() >= limits.of_address * width.multiple()
    });
    match full {
        Some(_) if own > 0 => Err(ShareRefusal::Own),
        // The network is full: one of its own makes way.
        Some((_, mark)) => Ok(ShareAdmission::InPlaceOf(in_order(held, |share| has_mark(share, mark)))),
        None if held.len() < limits.usual || (own == 0 && held.len() < limits.most) => {
            Ok(ShareAdmission::Free)
        }
        None if own > 0 => Err(ShareRefusal::Everybody),
        None => Ok(ShareAdmission::InPlaceOf(in_order(held, |_| true))),
    }
}

/// The indices of those that may make way, in that order: first of the networks that hold most,
/// among these of the people who hold most, then the oldest.
fn in_order(held: &[Share<'_>], may_go: impl Fn(&Share<'_>) -> bool) -> Vec<usize> {
    let (mut of_networks, mut of_people) =
        (HashMap::<&str, usize>::new(), HashMap::<&PersonId, usize>::new());
    for share in held {
        *of_people.entry(share.by).or_default() += 1;
        for (_, mark) in share.marks() {
            *of_networks.entry(mark).or_default() += 1;
        }
    }
    let of_network = |share: &Share<'_>| {
        let counts =
            share.marks().map(|(multiple, mark)| of_networks.get(mark).map_or(0, |of| of / multiple));
        counts.max().unwrap_or_default()
    };
    let mut going: Vec<usize> =
        (0..held.len()).filter(|place| held.get(*place).is_some_and(&may_go)).collect();
    going.sort_by_cached_key(|place| {
        held.get(*place).map(|share| {
            let of_person = of_people.get(share.by).copied().unwrap_or_default();
            (Reverse(of_network(share)), Reverse(of_person), share.at)
        })
    });
    going
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ShareLimits = ShareLimits { usual: 6, most: 10, of_person: 3, of_address: 4 };

    struct HeldShares(Vec<(PersonId, String)>);

    fn person(name: &str) -> PersonId {
        PersonId(format!("web:{name}"))
    }

    impl HeldShares {
        /// People with the marks of their networks and how many they hold.
        fn of(people: &[(&str, &str, usize)]) -> Self {
            let each =
                |(name, from, count): &(&str, &str, usize)| vec![(person(name), (*from).to_owned()); *count];
            Self(people.iter().flat_map(each).collect())
        }

        fn admit<'a>(&'a self, name: &str, from: &str) -> Result<ShareAdmission, ShareRefusal> {
            let share = |(at, (by, from)): (u64, &'a (PersonId, String))| -> Share<'a> {
                Share { by, also: &[], from: Some(from), at }
            };
            let held: Vec<Share<'_>> = (0..).zip(&self.0).map(share).collect();
            admit(&person(name), Some(from), &held, LIMITS)
        }
    }

    fn in_place_of(places: &[usize]) -> ShareAdmission {
        ShareAdmission::InPlaceOf(places.to_vec())
    }

    #[test]
    fn who_has_none_may_have_one_where_others_have_taken_all() {
        let held = HeldShares::of(&[("anna", "a", 3), ("bert", "b", 3)]);
        assert_eq!(held.admit("carl", "c"), Ok(ShareAdmission::Free));
        assert_eq!(held.admit("anna", "a"), Err(ShareRefusal::Own));
        let held = HeldShares::of(&[("anna", "a", 3), ("bert", "b", 2), ("carl", "c", 1)]);
        assert_eq!(held.admit("bert", "b"), Err(ShareRefusal::Everybody));
        assert_eq!(held.admit("dora", "d"), Ok(ShareAdmission::Free));
        assert_eq!(HeldShares::of(&[("anna", "a", 2)]).admit("anna", "a"), Ok(ShareAdmission::Free));
    }

    #[test]
    fn where_nothing_is_left_those_with_many_make_way_and_then_the_oldest() {
        let held = HeldShares::of(&[
            ("anna", "a", 1),
            ("bert", "b", 1),
            ("carl", "b", 2),
            ("dora", "c", 2),
            ("emil", "c", 2),
            ("fred", "d", 2),
        ]);
        assert_eq!(held.admit("nina", "n"), Ok(in_place_of(&[4, 5, 6, 7, 2, 3, 1, 8, 9, 0])));
        assert_eq!(held.admit("anna", "a"), Err(ShareRefusal::Everybody));
    }

    #[test]
    fn of_a_network_that_is_full_its_own_make_way() {
        let held = HeldShares::of(&[("anna", "a", 3), ("bert", "a", 1), ("carl", "b", 1)]);
        assert_eq!(held.admit("nina", "a"), Ok(in_place_of(&[0, 1, 2, 3])));
        assert_eq!(held.admit("bert", "a"), Err(ShareRefusal::Own));
        assert_eq!(held.admit("nina", "b"), Ok(ShareAdmission::Free));
    }

    #[test]
    fn a_wider_network_has_a_few_times_as_many() {
        // Addresses of one /48, each in a /56 of its own.
        let limits = ShareLimits { usual: 100, most: 200, of_person: 3, of_address: 4 };
        let people: Vec<PersonId> = (0..50).map(|number| person(&number.to_string())).collect();
        let from: Vec<String> =
            (0..50).map(|number| format!("address{number} household{number} company")).collect();
        let mut held = Vec::new();
        for (by, from) in people.iter().zip(&from) {
            if admit(by, Some(from), &held, limits) == Ok(ShareAdmission::Free) {
                held.push(Share { by, also: &[], from: Some(from), at: held.len() as u64 });
            }
        }
        assert_eq!(held.len(), 16);
        assert_eq!(admit(&person("nina"), Some("a b c"), &held, limits), Ok(ShareAdmission::Free));
    }
}
