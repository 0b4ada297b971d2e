//! Analysis slots: limits how many analyses of finished games run at once: one for each person, and
//! a bounded number for a channel and in all. When all slots are used up, the longest analysis
//! gives way to a new one that is not longer. Not here: the searches of its single positions, which
//! queue like all searches (`priorities`).

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{ChannelId, PersonId};

/// Running analyses in all.
const MOST: usize = 256;
/// Running analyses in one channel.
const MOST_OF_CHANNEL: usize = 32;

/// Why there is no free slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnalysisSlotError {
    /// The person has a running analysis.
    Person,
    /// All slots are taken by shorter analyses.
    Everybody,
}

/// All slots. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct AnalysisSlots(Arc<Mutex<AnalysisSlotsState>>);

#[derive(Default)]
struct AnalysisSlotsState {
    holders: HashMap<PersonId, AnalysisSlotHolder>,
    next: u64,
}

struct AnalysisSlotHolder {
    channel: ChannelId,
    number: u64,
    /// Plies of the game, and how many of them are analysed.
    plies: usize,
    done: usize,
}

/// A slot, held until it is dropped or taken away for another analysis.
pub(crate) struct AnalysisSlot {
    slots: AnalysisSlots,
    person: PersonId,
    number: u64,
}

impl AnalysisSlots {
    /// Takes a slot for a person's analysis of a game with this number of plies.
    pub(crate) fn take(
        &self,
        person: &PersonId,
        channel: &ChannelId,
        plies: usize,
    ) -> Result<AnalysisSlot, AnalysisSlotError> {
        let mut taken = self.taken();
        if taken.holders.contains_key(person) {
            return Err(AnalysisSlotError::Person);
        }
        let of_channel = taken.holders.values().filter(|holder| holder.channel == *channel).count();
        if of_channel >= MOST_OF_CHANNEL {
            taken.make_way(plies, |holder| holder.channel == *channel)?;
        } else if taken.holders.len() >= MOST {
            taken.make_way(plies, |_| true)?;
        }
        let number = taken.next;
        taken.next += 1;
        taken
            .holders
            .insert(person.clone(), AnalysisSlotHolder { channel: channel.clone(), number, plies, done: 0 });
        Ok(AnalysisSlot { slots: self.clone(), person: person.clone(), number })
    }

    fn taken(&self) -> MutexGuard<'_, AnalysisSlotsState> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnalysisSlotsState {
    /// Frees the slot of the longest analysis among these; of equally long ones, that of the one
    /// with the fewest plies done. The freed analysis is never shorter than the new one.
    fn make_way(
        &mut self,
        plies: usize,
        among: impl Fn(&AnalysisSlotHolder) -> bool,
    ) -> Result<(), AnalysisSlotError> {
        let longest = self
            .holders
            .iter()
            .filter(|(_, holder)| among(holder) && holder.plies >= plies)
            .max_by_key(|(_, holder)| (holder.plies, Reverse(holder.done), holder.number));
        let person = longest.map(|(person, _)| person.clone()).ok_or(AnalysisSlotError::Everybody)?;
        self.holders.remove(&person);
        Ok(())
    }
}

impl AnalysisSlot {
    /// Records how many plies are analysed; returns `false` if the slot was taken away.
    pub(crate) fn note(&self, done: usize) -> bool {
        let mut taken = self.slots.taken();
        let own = taken.holders.get_mut(&self.person).filter(|holder| holder.number == self.number);
        own.map(|holder| holder.done = done).is_some()
    }
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        if taken.holders.get(&self.person).is_some_and(|holder| holder.number == self.number) {
            taken.holders.remove(&self.person);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: usize) -> PersonId {
        PersonId(format!("web:{number}"))
    }

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("web:{number}"))
    }

    #[test]
    fn a_person_has_one_slot_until_it_is_given_back() {
        let slots = AnalysisSlots::default();
        let first = slots.take(&person(0), &channel(0), 10).ok();
        assert!(first.is_some());
        assert_eq!(slots.take(&person(0), &channel(1), 10).err(), Some(AnalysisSlotError::Person));
        assert!(slots.take(&person(1), &channel(0), 10).is_ok(), "of another person, in the same channel");
        drop(first);
        assert!(slots.take(&person(0), &channel(1), 10).is_ok());
        assert!(slots.taken().holders.is_empty());
    }

    #[test]
    fn few_people_with_many_channels_keep_nobody_out() {
        let slots = AnalysisSlots::default();
        let held: Vec<_> = (0..65)
            .filter_map(|number| slots.take(&person(number % 8), &channel(number), 380).ok())
            .collect();
        assert_eq!(held.len(), 8);
        assert!(slots.take(&person(100), &channel(0), 380).is_ok());
    }

    #[test]
    fn the_longest_makes_way_for_one_that_is_not_longer() {
        // In all, and in one channel.
        for (most, channel_of) in
            [(MOST, channel as fn(usize) -> ChannelId), (MOST_OF_CHANNEL, |_| channel(0))]
        {
            let slots = AnalysisSlots::default();
            let plies = |number: usize| if number.is_multiple_of(2) { 100 } else { 380 };
            let held: Vec<AnalysisSlot> = (0..most)
                .filter_map(|number| slots.take(&person(number), &channel_of(number), plies(number)).ok())
                .collect();
            assert_eq!(held.len(), most);
            for (number, slot) in held.iter().enumerate() {
                assert!(slot.note(if number == 3 { 5 } else { 50 }));
            }
            assert_eq!(
                slots.take(&person(most), &channel_of(0), 381).err(),
                Some(AnalysisSlotError::Everybody)
            );
            let newcomer = slots.take(&person(most), &channel_of(0), 60);
            assert!(newcomer.is_ok_and(|slot| slot.note(1)));
            let gone: Vec<usize> = (0..most).filter(|number| !held[*number].note(50)).collect();
            assert_eq!(gone, [3], "the one of which least was done");
        }
    }
}
