//! Queue of received messages: bounded, and in the order of writing in each channel; and permits
//! that bound the replies under way.
//!
//! Not here: handling a message (`respond`), the choice of the next channel (`adoube-bot`).

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::ChannelId;
use adoube_discord_client::MessageId;

use crate::messages::received_message::ReceivedMessage;

/// Waiting messages in all channels, and in one.
const MAX_WAITING: usize = 1024;
const MAX_WAITING_IN_CHANNEL: usize = 16;
/// Replies of one channel that wait or are being written.
const MAX_REPLIES: usize = 4;

/// Messages that wait to be handled.
#[derive(Default)]
pub(crate) struct MessageQueue(Arc<Mutex<MessageQueueState>>);

#[derive(Default)]
struct MessageQueueState {
    waiting: usize,
    channels: HashMap<ChannelId, ChannelQueue>,
}

/// A channel with waiting messages or unfinished replies.
#[derive(Default)]
struct ChannelQueue {
    /// Ids grow with time; an edit sorts after its original.
    waiting: BTreeMap<(MessageId, Option<u64>), ReceivedMessage>,
    /// Whether a task handles the waiting messages.
    is_attended: bool,
    replies: usize,
}

/// The outcome for a received message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnqueueResult {
    /// The caller handles all waiting messages of the channel.
    First,
    /// The channel's task handles it.
    Behind,
    /// Too many wait; it is dropped.
    Dropped,
}

/// Permit to reply in a channel; ends when dropped.
pub(crate) struct ReplyPermit {
    state: Arc<Mutex<MessageQueueState>>,
    channel: ChannelId,
}

fn lock(state: &Mutex<MessageQueueState>) -> MutexGuard<'_, MessageQueueState> {
    // Each update is a single step, so the data is consistent after a panic elsewhere.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MessageQueueState {
    fn remove_idle(&mut self, channel: &ChannelId) {
        let idle =
            |there: &ChannelQueue| there.waiting.is_empty() && !there.is_attended && there.replies == 0;
        if self.channels.get(channel).is_some_and(idle) {
            self.channels.remove(channel);
        }
    }
}

impl MessageQueue {
    /// Adds a message.
    pub(crate) fn add(&self, message: ReceivedMessage) -> EnqueueResult {
        let mut state = lock(&self.0);
        if state.waiting >= MAX_WAITING {
            return EnqueueResult::Dropped;
        }
        let channel = state.channels.entry(message.channel.clone()).or_default();
        if channel.waiting.len() >= MAX_WAITING_IN_CHANNEL {
            return EnqueueResult::Dropped;
        }
        channel.waiting.insert((message.id, message.edit.map(|edit| edit.at)), message);
        let attended = std::mem::replace(&mut channel.is_attended, true);
        state.waiting += 1;
        if attended { EnqueueResult::Behind } else { EnqueueResult::First }
    }

    /// The earliest waiting message of a channel. When there is none, the channel's task must end.
    pub(crate) fn next(&self, channel: &ChannelId) -> Option<ReceivedMessage> {
        let mut state = lock(&self.0);
        let there = state.channels.get_mut(channel)?;
        if let Some((_, message)) = there.waiting.pop_first() {
            state.waiting -= 1;
            return Some(message);
        }
        there.is_attended = false;
        state.remove_idle(channel);
        None
    }

    /// A permit to reply in a channel; `None` if too many replies are unfinished there.
    pub(crate) fn reply_permit(&self, channel: &ChannelId) -> Option<ReplyPermit> {
        let mut state = lock(&self.0);
        let there = state.channels.entry(channel.clone()).or_default();
        let free = there.replies < MAX_REPLIES;
        there.replies += usize::from(free);
        free.then(|| ReplyPermit { state: Arc::clone(&self.0), channel: channel.clone() })
    }
}

impl Drop for ReplyPermit {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        if let Some(channel) = state.channels.get_mut(&self.channel) {
            channel.replies -= 1;
        }
        state.remove_idle(&self.channel);
    }
}

#[cfg(test)]
mod tests {
    use adoube_bot::{Audience, Person, PersonId, UserAction};

    use super::*;

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("discord:{number}"))
    }

    fn message(number: usize, id: u64) -> ReceivedMessage {
        ReceivedMessage {
            id: MessageId::new(id).expect("an id"),
            channel: channel(number),
            guild: None,
            person: Person { id: PersonId("discord:1".to_owned()), name: "Ada".to_owned() },
            mentioned: Vec::new(),
            action: UserAction::Text(id.to_string()),
            audience: Audience::TextAndReplyVisible,
            is_withheld: false,
            edit: None,
        }
    }

    #[test]
    fn messages_are_dealt_with_in_the_order_in_which_they_were_written() {
        let queue = MessageQueue::default();
        assert_eq!(queue.add(message(1, 12)), EnqueueResult::First);
        assert_eq!(queue.add(message(1, 11)), EnqueueResult::Behind);
        assert_eq!(queue.add(message(2, 13)), EnqueueResult::First, "channels do not wait for one another");
        let next = |number| queue.next(&channel(number)).map(|message| message.id.get());
        assert_eq!([next(1), next(1), next(2)], [Some(11), Some(12), Some(13)]);
        assert_eq!(queue.add(message(1, 14)), EnqueueResult::Behind, "still attended");
        assert_eq!([next(1), next(1), next(2)], [Some(14), None, None]);
        assert_eq!(lock(&queue.0).channels.len(), 0, "nothing is left behind");
        assert_eq!(queue.add(message(1, 15)), EnqueueResult::First);
    }

    #[test]
    fn too_many_messages_have_no_place() {
        let queue = MessageQueue::default();
        for id in 0..MAX_WAITING_IN_CHANNEL as u64 {
            assert_ne!(queue.add(message(0, id + 1)), EnqueueResult::Dropped);
        }
        assert_eq!(queue.add(message(0, 9999)), EnqueueResult::Dropped);
        let channels = MAX_WAITING / MAX_WAITING_IN_CHANNEL;
        for number in 1..channels {
            for id in 0..MAX_WAITING_IN_CHANNEL as u64 {
                assert_ne!(queue.add(message(number, id + 1)), EnqueueResult::Dropped);
            }
        }
        assert_eq!(queue.add(message(channels, 1)), EnqueueResult::Dropped);
        assert!(queue.next(&channel(0)).is_some());
        assert_eq!(queue.add(message(channels, 1)), EnqueueResult::First);
    }

    #[test]
    fn a_channel_has_so_many_replies_at_once() {
        let queue = MessageQueue::default();
        let turns: Vec<_> = (0..MAX_REPLIES).map(|_| queue.reply_permit(&channel(1))).collect();
        assert!(turns.iter().all(Option::is_some));
        assert!(queue.reply_permit(&channel(1)).is_none());
        assert!(queue.reply_permit(&channel(2)).is_some());
        drop(turns);
        assert_eq!(lock(&queue.0).channels.len(), 0, "nothing is left behind");
        assert!(queue.reply_permit(&channel(1)).is_some());
    }
}
