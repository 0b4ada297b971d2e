//! Notes the channels for which this process has put notices into the outbox, so that a platform
//! whose processes each deliver what they have caused knows where to look. Not here: delivery (the
//! outbox).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use adoube_store::{Batch, BatchWrite, Table};

use crate::{ChannelId, core::records::OutboxEntry};

/// Channels with new notices, by platform; only of watched platforms.
#[derive(Default)]
pub(crate) struct NewPostTracker(Mutex<BTreeMap<String, BTreeSet<ChannelId>>>);

impl NewPostTracker {
    /// Begins to track a platform.
    pub(crate) fn watch_platform(&self, platform: &str) {
        self.channels().entry(platform.to_owned()).or_default();
    }

    /// The channels to which this batch posts, on watched platforms.
    pub(crate) fn posted_channels(&self, batch: &Batch) -> Vec<ChannelId> {
        let noted = self.channels();
        if noted.is_empty() {
            return Vec::new();
        }
        let channel = |write: &BatchWrite| match write {
            BatchWrite::Put { table: Table::Outbox, key, .. } => OutboxEntry::channel_of(key),
            _ => None,
        };
        batch
            .writes
            .iter()
            .filter_map(channel)
            .filter(|channel| noted.contains_key(channel.platform()))
            .collect()
    }

    /// Adds the channels of a batch that is durable, or may be.
    pub(crate) fn add(&self, channels: Vec<ChannelId>) {
        let mut noted = self.channels();
        for channel in channels {
            if let Some(channels) = noted.get_mut(channel.platform()) {
                channels.insert(channel);
            }
        }
    }

    /// The channels of a platform since the last call.
    pub(crate) fn take(&self, platform: &str) -> BTreeSet<ChannelId> {
        self.channels().get_mut(platform).map(std::mem::take).unwrap_or_default()
    }

    fn channels(&self) -> MutexGuard<'_, BTreeMap<String, BTreeSet<ChannelId>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
