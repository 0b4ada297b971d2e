//! Thoughts that are long and come in many parts: of a channel one is under way at a time, and of all channels so many. Not
//! here: the parts, which have their turns like everything else (`queue`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::ChannelId;

/// Long thoughts of all channels together.
const MOST: usize = 64;

/// Why there is no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// The channel has one.
    Channel,
    /// There are none left.
    Everybody,
}

/// The slots. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Slots(Arc<Mutex<HashSet<ChannelId>>>);

/// A slot, until it is dropped.
pub(crate) struct Slot {
    slots: Slots,
    channel: ChannelId,
}

impl Slots {
    /// A slot for this channel.
    pub(crate) fn take(&self, channel: &ChannelId) -> Result<Slot, NoSlot> {
        let mut taken = self.taken();
        if taken.contains(channel) {
            return Err(NoSlot::Channel);
        }
        if taken.len() >= MOST {
            return Err(NoSlot::Everybody);
        }
        taken.insert(channel.clone());
        Ok(Slot { slots: self.clone(), channel: channel.clone() })
    }

    fn taken(&self) -> MutexGuard<'_, HashSet<ChannelId>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.taken().remove(&self.channel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_has_one_slot_until_it_is_given_back() {
        let slots = Slots::default();
        let channel = |number: usize| ChannelId(format!("web:{number}"));
        let first = slots.take(&channel(0)).ok();
        assert_eq!(slots.take(&channel(0)).err(), Some(NoSlot::Channel));
        let others: Vec<_> = (1..MOST).map(|number| slots.take(&channel(number)).ok()).collect();
        assert!(others.iter().all(Option::is_some));
        assert_eq!(slots.take(&channel(MOST)).err(), Some(NoSlot::Everybody));
        drop(first);
        assert!(slots.take(&channel(MOST)).is_ok());
    }
}
