//! Outboxes (queues of the bot's messages) of all bridged platforms, and their lanes, one for each
//! channel, that wait after a failed delivery.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{Bot, ChannelId, Clock, DeliveryPolicy, Outbox, RetryAfterPolicy};

use crate::protocol::{error::DoorRequestError, limits::MAX_PLATFORMS, names::PlatformName};

/// No relay runs for these outboxes: bridges ask for their entries.
const DELIVERY_POLICY: DeliveryPolicy = DeliveryPolicy {
    at_once: 1,
    look_every: Duration::ZERO,
    first_pause: Duration::from_millis(100),
    longest_pause: Duration::from_secs(10),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// The outboxes of all platforms.
pub(crate) struct DoorOutboxes {
    service: Bot,
    clock: Arc<dyn Clock>,
    outboxes: Mutex<BTreeMap<PlatformName, Outbox>>,
    /// Channels whose first notice was postponed.
    postponed: Mutex<HashMap<ChannelId, PostponedNotice>>,
}

/// A notice whose delivery was postponed.
#[derive(Clone, Debug)]
struct PostponedNotice {
    /// The end of the pause, by the clock's monotonic reading.
    until: Duration,
    attempts: u32,
}

impl DoorOutboxes {
    pub(crate) fn new(service: Bot, clock: Arc<dyn Clock>) -> Self {
        Self { service, clock, outboxes: Mutex::default(), postponed: Mutex::default() }
    }

    /// The outbox of a platform, opened at the first use.
    pub(crate) fn outbox(&self, platform: PlatformName) -> Result<Outbox, DoorRequestError> {
        // Inserting into a map is a single step, so the map is consistent after a panic elsewhere.
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outbox) = outboxes.get(&platform) {
            return Ok(outbox.clone());
        }
        if outboxes.len() >= MAX_PLATFORMS {
            let message = format!("at most {MAX_PLATFORMS} platforms are served at a time");
            return Err(DoorRequestError::too_much(message));
        }
        let outbox = self.service.outbox_of(&platform.0, DELIVERY_POLICY);
        outboxes.insert(platform, outbox.clone());
        Ok(outbox)
    }

    /// Postpones the first notice of a channel and returns how often that happened.
    pub(crate) fn postpone(&self, channel: ChannelId, pause: Duration) -> u32 {
        let until = self.clock.monotonic() + pause;
        let mut postponed = self.postponed();
        let attempts = postponed.get(&channel).map_or(0, |notice| notice.attempts) + 1;
        postponed.insert(channel, PostponedNotice { until, attempts });
        attempts
    }

    /// Ends the postponement of a channel's first notice, which has left the outbox.
    pub(crate) fn clear_postponed(&self, channel: &ChannelId) {
        self.postponed().remove(channel);
    }

    /// How long a channel still waits; `None` if it does not.
    pub(crate) fn remaining_pause(&self, channel: &ChannelId) -> Option<Duration> {
        let until = self.postponed().get(channel)?.until;
        until.checked_sub(self.clock.monotonic()).filter(|left| !left.is_zero())
    }

    /// How often the first notice of a channel was postponed.
    pub(crate) fn attempts(&self, channel: &ChannelId) -> u32 {
        self.postponed().get(channel).map_or(0, |notice| notice.attempts)
    }

    /// Releases the lanes of all platforms, so that the next process delivers there.
    pub(crate) async fn release(&self) {
        let outboxes: Vec<Outbox> =
            self.outboxes.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        for outbox in outboxes {
            outbox.leave().await;
        }
    }

    fn postponed(&self) -> MutexGuard<'_, HashMap<ChannelId, PostponedNotice>> {
        self.postponed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
