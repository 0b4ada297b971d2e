//! Fleet record, one record for all processes that share the shards of the bot: the processes, the
//! distribution of shards among them, and their shares of the requests.
//!
//! It is a single record, so every change is made with knowledge of all of it. Not here: which
//! processes are alive (leases), when the record changes (`coordinator`).

use std::collections::{BTreeMap, BTreeSet};

use adoube_bot::forms::StoredForm;
use serde::{Deserialize, Serialize};

/// Requests a second that Discord grants a bot, for all processes together.
pub(crate) const MAX_REQUESTS: u32 = 50;
/// The total number of shards grows when Discord recommends this many times as many.
const GROWTH_FACTOR: u32 = 2;

/// The processes and their shards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardFleet {
    /// The total number of the bot's shards.
    pub(crate) total: u32,
    /// Members by place.
    pub(crate) members: BTreeMap<u32, FleetMember>,
    /// The place of the member that runs each shard.
    pub(crate) runs: BTreeMap<u32, u32>,
}

/// A process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FleetMember {
    /// The fencing token of the lease of its place.
    pub(crate) number: u64,
    /// Whether it takes no shards, because it is about to stop or has not reached Discord.
    #[serde(rename = "aside", default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) takes_none: bool,
    /// Its share of the requests a second.
    pub(crate) part: u32,
    /// The requests a second that it wants.
    pub(crate) wants: u32,
}

impl StoredForm for ShardFleet {
    const KIND: &'static str = "who runs which shards on Discord";
    const VERSION: u64 = 1;
}

impl ShardFleet {
    /// Adds a process and removes the previous member with its place.
    pub(crate) fn join(&mut self, place: u32, number: u64) {
        if self.members.get(&place).is_none_or(|member| member.number != number) {
            self.remove(place);
            self.members.insert(place, FleetMember { number, ..FleetMember::default() });
        }
    }

    /// Removes a process and frees its shards.
    pub(crate) fn remove(&mut self, place: u32) {
        self.members.remove(&place);
        self.runs.retain(|_, runner| *runner != place);
    }

    /// Applies the number of shards that Discord recommends; `refused` if Discord refuses the
    /// present number. A change restarts every session, so it happens only when necessary: before
    /// Discord refuses the number, which it does once it recommends two and a half times as many,
    /// or while no shard is run.
    pub(crate) fn be_advised(&mut self, recommended: u32, refused: bool) {
        let recommended = recommended.max(1);
        let is_first = self.members.len() <= 1 && self.runs.is_empty();
        let is_crowded = recommended >= self.total.saturating_mul(GROWTH_FACTOR);
        if self.total != recommended && (is_first || is_crowded || (refused && recommended > self.total)) {
            self.total = recommended;
            self.runs.clear();
        }
    }

    /// The shards of a process.
    pub(crate) fn shards_of(&self, place: u32) -> BTreeSet<u32> {
        self.runs.iter().filter(|(_, runner)| **runner == place).map(|(shard, _)| *shard).collect()
    }

    /// The number of shards that a process should have.
    fn share(&self, place: u32) -> usize {
        let staying: Vec<u32> =
            self.members.iter().filter(|(_, member)| !member.takes_none).map(|(place, _)| *place).collect();
        let Some(rank) = staying.iter().position(|other| *other == place) else { return 0 };
        let (total, among) = (self.total as usize, staying.len());
        total / among + usize::from(rank < total % among)
    }

    /// Gives a process free shards, up to its share.
    pub(crate) fn take(&mut self, place: u32) {
        let most = self.share(place).saturating_sub(self.shards_of(place).len());
        let free: Vec<u32> =
            (0..self.total).filter(|shard| !self.runs.contains_key(shard)).take(most).collect();
        self.runs.extend(free.into_iter().map(|shard| (shard, place)));
    }

    /// Frees a shard that a process no longer runs.
    pub(crate) fn release(&mut self, place: u32, shard: u32) {
        if self.runs.get(&shard) == Some(&place) {
            self.runs.remove(&shard);
        }
    }

    /// The shard that a process should hand to another one: one at a time, the next after the last
    /// was taken.
    pub(crate) fn to_give(&self, place: u32) -> Option<u32> {
        let own = self.shards_of(place);
        let all_run = self.runs.len() == self.total as usize;
        (all_run && own.len() > self.share(place)).then(|| own.last().copied()).flatten()
    }

    /// The fair share of the requests a second: half of all are shared equally, the other half by
    /// the wanted requests.
    fn fair_part(&self, place: u32) -> u32 {
        let among = u32::try_from(self.members.len()).unwrap_or(MAX_REQUESTS).clamp(1, MAX_REQUESTS);
        let least = (MAX_REQUESTS / 2 / among).max(1);
        let rest = MAX_REQUESTS - least * among;
        let wants = |member: &FleetMember| member.wants.min(MAX_REQUESTS) + 1;
        let all: u32 = self.members.values().map(wants).sum();
        let own = self.members.get(&place).map_or(0, wants);
        least + rest * own / all.max(1)
    }

    /// Sets a process's share of the requests within what the others leave. The sum never exceeds
    /// the limit.
    pub(crate) fn set_part(&mut self, place: u32) {
        let others: u32 =
            self.members.iter().filter(|(other, _)| **other != place).map(|(_, member)| member.part).sum();
        let part = self.fair_part(place).min(MAX_REQUESTS.saturating_sub(others));
        if let Some(member) = self.members.get_mut(&place) {
            member.part = part;
        }
    }

    /// Stores the requests that a process wants, unless the number is about the same.
    pub(crate) fn set_wants(&mut self, place: u32, wants: u32) {
        if let Some(member) = self.members.get_mut(&place)
            && (member.wants.abs_diff(wants) > 2 + member.wants / 4)
        {
            member.wants = wants;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adoube_testing::stored_forms::stays_the_same;

    /// Runs the step of each process in turn until the fleet is stable; returns how many shards
    /// changed hands.
    fn settle(fleet: &mut ShardFleet) -> usize {
        let mut moved = 0;
        loop {
            let before = fleet.clone();
            for place in before.members.keys().copied() {
                if let Some(shard) = fleet.to_give(place) {
                    fleet.release(place, shard);
                    moved += 1;
                }
                fleet.take(place);
                fleet.set_part(place);
                let parts: u32 = fleet.members.values().map(|member| member.part).sum();
                assert!(parts <= MAX_REQUESTS, "{fleet:?}");
                assert!(
                    before.total as usize - fleet.runs.len() <= 1 || before.runs.len() < fleet.runs.len()
                );
            }
            if *fleet == before {
                return moved;
            }
        }
    }

    fn counts(fleet: &ShardFleet) -> Vec<usize> {
        fleet.members.keys().map(|place| fleet.shards_of(*place).len()).collect()
    }

    #[test]
    fn shards_are_shared_out_taken_over_and_given_back() {
        let mut fleet = ShardFleet { total: 8, ..ShardFleet::default() };
        fleet.join(0, 1);
        settle(&mut fleet);
        assert_eq!(counts(&fleet), [8]);
        fleet.join(1, 1);
        assert_eq!(settle(&mut fleet), 4, "no more than needed");
        assert_eq!(counts(&fleet), [4, 4]);
        fleet.join(2, 1);
        assert_eq!(settle(&mut fleet), 2);
        assert_eq!(counts(&fleet), [3, 3, 2]);
        fleet.remove(0);
        assert_eq!(settle(&mut fleet), 0);
        assert_eq!(counts(&fleet), [4, 4]);
        // A new process takes the place of a dead one before its death was detected.
        fleet.join(1, 2);
        settle(&mut fleet);
        assert_eq!(counts(&fleet), [4, 4]);
        fleet.members.get_mut(&1).expect("a process").takes_none = true;
        assert_eq!(settle(&mut fleet), 4);
        assert_eq!(counts(&fleet), [0, 8]);
    }

    #[test]
    fn the_number_of_shards_grows_when_it_has_to() {
        let mut fleet = ShardFleet::default();
        fleet.join(0, 1);
        fleet.be_advised(8, false);
        settle(&mut fleet);
        assert_eq!(counts(&fleet), [8]);
        for (recommended, refused, total) in [
            (15, false, 8),
            (8, true, 8),
            (4, true, 8),
            (9, true, 9),
            (9, false, 9),
            (18, false, 18),
            (3, false, 18),
        ] {
            fleet.join(1, 1);
            fleet.be_advised(recommended, refused);
            assert_eq!(fleet.total, total, "{recommended} {refused}");
            assert!(fleet.runs.keys().all(|shard| *shard < total), "{fleet:?}");
            settle(&mut fleet);
        }
        assert_eq!(counts(&fleet), [9, 9]);
        // No shard is run, so the recommended number applies.
        fleet.remove(0);
        fleet.remove(1);
        fleet.join(0, 2);
        fleet.be_advised(3, false);
        settle(&mut fleet);
        assert_eq!((fleet.total, counts(&fleet)), (3, vec![3]));
    }

    #[test]
    fn a_process_that_makes_more_requests_gets_a_larger_part() {
        let mut fleet = ShardFleet { total: 1, ..ShardFleet::default() };
        (0..3).for_each(|place| fleet.join(place, 1));
        fleet.set_wants(1, 40);
        settle(&mut fleet);
        let part = |fleet: &ShardFleet, place: u32| fleet.members[&place].part;
        assert!(part(&fleet, 1) > 25 && part(&fleet, 0) >= 8, "{fleet:?}");
        (3..40).for_each(|place| fleet.join(place, 1));
        settle(&mut fleet);
        assert!(fleet.members.values().all(|member| member.part >= 1), "{fleet:?}");
    }

    #[test]
    fn what_is_kept_of_it_is_read_and_stays_the_same() {
        let kept = r#"{"format":1,"total":8,"members":{"1":{"number":5,"part":20,"wants":30},"2":{"number":6,"aside":true,"part":0,"wants":0}},"runs":{"0":1,"7":2}}"#;
        stays_the_same("fleet", kept.as_bytes(), |each: &ShardFleet| each.clone());
    }
}
