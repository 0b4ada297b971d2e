//! What many interactions and messages at once share: each channel's lane, which keeps its messages in order, and which of
//! them have been seen.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_service::ChannelId;
use tokio::sync::Mutex as Lane;

/// Lanes kept before unused ones are dropped.
const LANES: usize = 1024;
/// Interactions or messages remembered; the gateway repeats those of a few seconds.
const SEEN: usize = 8192;

/// One lane for each channel.
#[derive(Default)]
pub(super) struct Lanes(Mutex<HashMap<ChannelId, Arc<Lane<()>>>>);

impl Lanes {
    /// The lane of a channel; whoever holds its lock writes there.
    pub(super) fn of(&self, channel: &ChannelId) -> Arc<Lane<()>> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() >= LANES {
            lanes.retain(|_, lane| Arc::strong_count(lane) > 1);
        }
        Arc::clone(lanes.entry(channel.clone()).or_default())
    }
}

/// The interactions, or the messages, that came last, by their ids.
pub(super) struct SeenBefore<Id>(Mutex<(HashSet<Id>, VecDeque<Id>)>);

impl<Id> Default for SeenBefore<Id> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Id: Copy + Eq + Hash> SeenBefore<Id> {
    /// Notes one; whether it was there already.
    pub(super) fn note(&self, id: Id) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (set, order) = &mut *seen;
        if !set.insert(id) {
            return true;
        }
        order.push_back(id);
        if order.len() > SEEN
            && let Some(oldest) = order.pop_front()
        {
            set.remove(&oldest);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use adoube_discord::InteractionId;

    use super::*;

    #[test]
    fn an_interaction_is_new_once() {
        let seen = SeenBefore::default();
        let id = |number: u64| InteractionId::new(number + 1).expect("an id");
        assert!(!seen.note(id(0)));
        assert!(seen.note(id(0)));
        for number in 1..=SEEN as u64 {
            assert!(!seen.note(id(number)));
        }
        assert!(!seen.note(id(0)), "the oldest are forgotten");
        assert!(seen.note(id(SEEN as u64)));
    }

    #[tokio::test]
    async fn a_channel_has_one_lane_while_somebody_uses_it() {
        let lanes = Lanes::default();
        let channel = |number: usize| ChannelId(format!("discord:{number}"));
        let lane = lanes.of(&channel(0));
        let turn = lane.lock().await;
        for number in 1..LANES * 3 {
            assert!(lanes.of(&channel(number)).try_lock().is_ok());
        }
        assert!(lanes.of(&channel(0)).try_lock().is_err(), "the same lane");
        drop(turn);
        assert!(lanes.0.lock().expect("a lock").len() <= LANES);
    }
}
