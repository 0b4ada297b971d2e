//! People who write faster than they can be answered: each channel's messages in the order in which they were written,
//! one after the other, and bounds to how many wait, and how many replies. Not here: what is done with them (`replying`), and
//! which channel's are next (the bot).

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::ChannelId;
use adoube_discord_client::MessageId;

use crate::messages::receive::ReceivedMessage;

/// Messages that wait, everywhere and in one channel.
const WAITING: usize = 1024;
const WAITING_IN_A_CHANNEL: usize = 16;
/// Replies that are being written in one channel, or wait for that.
const REPLIES: usize = 4;

/// What was written and is not dealt with yet.
#[derive(Default)]
pub(crate) struct MessageQueue(Arc<Mutex<MessageQueueState>>);

#[derive(Default)]
struct MessageQueueState {
    waiting: usize,
    channels: HashMap<ChannelId, ChannelQueue>,
}

/// It is there while something is done in it.
#[derive(Default)]
struct ChannelQueue {
    /// Ids grow with time; a change of a message stands behind it.
    waiting: BTreeMap<(MessageId, Option<u64>), ReceivedMessage>,
    /// Whether somebody deals with what waits.
    attended: bool,
    replies: usize,
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnqueueResult {
    /// Whoever brought it deals with everything that waits in its channel.
    First,
    /// Somebody else will deal with it.
    Behind,
    /// There are too many.
    Nowhere,
}

/// The right to reply in a channel, until it is dropped.
pub(crate) struct ReplyPermit {
    crowd: Arc<Mutex<MessageQueueState>>,
    channel: ChannelId,
}

fn lock(crowd: &Mutex<MessageQueueState>) -> MutexGuard<'_, MessageQueueState> {
    // Every change is a single step, so a panic elsewhere leaves nothing half done.
    crowd.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MessageQueueState {
    fn tidy(&mut self, channel: &ChannelId) {
        let idle = |there: &ChannelQueue| there.waiting.is_empty() && !there.attended && there.replies == 0;
        if self.channels.get(channel).is_some_and(idle) {
            self.channels.remove(channel);
        }
    }
}

impl MessageQueue {
    /// Adds a message to those that wait.
    pub(crate) fn add(&self, heard: ReceivedMessage) -> EnqueueResult {
        let mut state = lock(&self.0);
        if state.waiting >= WAITING {
            return EnqueueResult::Nowhere;
        }
        let channel = state.channels.entry(heard.channel.clone()).or_default();
        if channel.waiting.len() >= WAITING_IN_A_CHANNEL {
            return EnqueueResult::Nowhere;
        }
        channel.waiting.insert((heard.id, heard.edit.map(|edit| edit.at)), heard);
        let attended = std::mem::replace(&mut channel.attended, true);
        state.waiting += 1;
        if attended { EnqueueResult::Behind } else { EnqueueResult::First }
    }

    /// The earliest message that waits in a channel; when none does, nobody attends to it any more.
    pub(crate) fn next(&self, channel: &ChannelId) -> Option<ReceivedMessage> {
        let mut state = lock(&self.0);
        let there = state.channels.get_mut(channel)?;
        if let Some((_, heard)) = there.waiting.pop_first() {
            state.waiting -= 1;
            return Some(heard);
        }
        there.attended = false;
        state.tidy(channel);
        None
    }

    /// The right to reply in a channel, unless enough is being replied there.
    pub(crate) fn reply(&self, channel: &ChannelId) -> Option<ReplyPermit> {
        let mut state = lock(&self.0);
        let there = state.channels.entry(channel.clone()).or_default();
        let free = there.replies < REPLIES;
        there.replies += usize::from(free);
        free.then(|| ReplyPermit { crowd: Arc::clone(&self.0), channel: channel.clone() })
    }
}

impl Drop for ReplyPermit {
    fn drop(&mut self) {
        let mut state = lock(&self.crowd);
        if let Some(channel) = state.channels.get_mut(&self.channel) {
            channel.replies -= 1;
        }
        state.tidy(&self.channel);
    }
}

#[cfg(test)]
mod tests {
    use adoube_bot::{Audience, Person, PersonId, UserAction};

    use super::*;

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("discord:{number}"))
    }

    fn heard(number: usize, id: u64) -> ReceivedMessage {
        ReceivedMessage {
            id: MessageId::new(id).expect("an id"),
            channel: channel(number),
            guild: None,
            person: Person { id: PersonId("discord:1".to_owned()), name: "Ada".to_owned() },
            named: Vec::new(),
            action: UserAction::Text(id.to_string()),
            audience: Audience::TextAndReplyVisible,
            is_kept_back: false,
            edit: None,
        }
    }

    #[test]
    fn messages_are_dealt_with_in_the_order_in_which_they_were_written() {
        let crowd = MessageQueue::default();
        assert_eq!(crowd.add(heard(1, 12)), EnqueueResult::First);
        assert_eq!(crowd.add(heard(1, 11)), EnqueueResult::Behind);
        assert_eq!(crowd.add(heard(2, 13)), EnqueueResult::First, "channels do not wait for one another");
        let next = |number| crowd.next(&channel(number)).map(|heard| heard.id.get());
        assert_eq!([next(1), next(1), next(2)], [Some(11), Some(12), Some(13)]);
        assert_eq!(crowd.add(heard(1, 14)), EnqueueResult::Behind, "still attended");
        assert_eq!([next(1), next(1), next(2)], [Some(14), None, None]);
        assert_eq!(lock(&crowd.0).channels.len(), 0, "nothing is left behind");
        assert_eq!(crowd.add(heard(1, 15)), EnqueueResult::First);
    }

    #[test]
    fn too_many_messages_have_no_place() {
        let crowd = MessageQueue::default();
        for id in 0..WAITING_IN_A_CHANNEL as u64 {
            assert_ne!(crowd.add(heard(0, id + 1)), EnqueueResult::Nowhere);
        }
        assert_eq!(crowd.add(heard(0, 9999)), EnqueueResult::Nowhere);
        let channels = WAITING / WAITING_IN_A_CHANNEL;
        for number in 1..channels {
            for id in 0..WAITING_IN_A_CHANNEL as u64 {
                assert_ne!(crowd.add(heard(number, id + 1)), EnqueueResult::Nowhere);
            }
        }
        assert_eq!(crowd.add(heard(channels, 1)), EnqueueResult::Nowhere);
        assert!(crowd.next(&channel(0)).is_some());
        assert_eq!(crowd.add(heard(channels, 1)), EnqueueResult::First);
    }

    #[test]
    fn a_channel_has_so_many_replies_at_once() {
        let crowd = MessageQueue::default();
        let turns: Vec<_> = (0..REPLIES).map(|_| crowd.reply(&channel(1))).collect();
        assert!(turns.iter().all(Option::is_some));
        assert!(crowd.reply(&channel(1)).is_none());
        assert!(crowd.reply(&channel(2)).is_some());
        drop(turns);
        assert_eq!(lock(&crowd.0).channels.len(), 0, "nothing is left behind");
        assert!(crowd.reply(&channel(1)).is_some());
    }
}
