//! Outages of the connection to Discord: while a shard is not connected, the clocks of its servers' games stop.
//!
//! Each shard is reported by itself, so that many short interruptions one after the other are no long outage. Not here:
//! the connection (`adoube-discord-client`), what an outage does to clocks (`adoube-bot`).

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use adoube_bot::Bot;
use tokio::sync::watch;

use crate::{
    ids::PLATFORM,
    shards::allotment::ShardAllotment,
    state::{application::ApplicationIdentity, shared::SharedServices},
};

/// Reports outages to the bot.
pub(crate) struct OutageReporter {
    bot: Bot,
    identity: Arc<ApplicationIdentity>,
    allotment: Arc<ShardAllotment>,
    reported: tokio::sync::Mutex<ReportedOutage>,
    /// Whether nothing is connected.
    is_down: watch::Sender<bool>,
    /// Whether some shards are connected and others are not.
    is_partly_down: watch::Sender<bool>,
    /// Whether Discord calls over HTTP: then it is reachable once it could be asked who the bot is.
    is_called: AtomicBool,
}

/// What the bot was told of each source of events.
#[derive(Default)]
struct ReportedOutage {
    /// Unreachable sources.
    down: BTreeSet<String>,
    /// Reachable sources, where shards are shared.
    up: BTreeSet<String>,
}

/// The connections of this process's shards.
pub(crate) struct ShardConnectivity {
    /// The number of all shards of the bot.
    pub(crate) total: u32,
    /// Shards that are connected.
    pub(crate) up: BTreeSet<u32>,
    /// Shards that were connected and are not now.
    pub(crate) lost: BTreeSet<u32>,
    /// Shards that were not connected yet.
    pub(crate) waiting: BTreeSet<u32>,
}

impl OutageReporter {
    pub(crate) fn new(shared: &SharedServices, allotment: Arc<ShardAllotment>) -> Self {
        let SharedServices { bot, identity, .. } = shared.clone();
        Self {
            bot,
            identity,
            allotment,
            reported: tokio::sync::Mutex::default(),
            is_down: watch::Sender::new(true),
            is_partly_down: watch::Sender::new(false),
            is_called: AtomicBool::new(false),
        }
    }

    /// Whether Discord is out of reach, or was not reached yet.
    pub(crate) fn is_down(&self) -> watch::Receiver<bool> {
        self.is_down.subscribe()
    }

    /// Whether some of this process's shards are connected and others are not.
    pub(crate) fn is_partly_down(&self) -> watch::Receiver<bool> {
        self.is_partly_down.subscribe()
    }

    /// From now on Discord calls over HTTP, in place of a connection.
    pub(crate) fn serve_calls(&self) {
        self.is_called.store(true, Ordering::Relaxed);
        self.note_identified();
    }

    /// Notes that Discord may have said which application this is.
    pub(crate) fn note_identified(&self) {
        if self.is_called.load(Ordering::Relaxed) && self.identity.is_known() {
            self.is_down.send_replace(false);
        }
    }

    /// Reports all of this process's shards as unreachable until they are connected.
    pub(crate) async fn begin_connecting(&self) {
        // Another process may have reached a shard that this one has not: each shard is reported by the process that runs it.
        if self.allotment.is_shared() {
            return;
        }
        let mut reported = self.reported.lock().await;
        self.report_down(&mut reported, self.all_shards()).await;
    }

    /// Handles a change of the connections.
    pub(crate) async fn connectivity_changed(&self, shards: &ShardConnectivity) {
        let (is_up, is_down) = (!shards.up.is_empty(), !shards.lost.is_empty() || !shards.waiting.is_empty());
        // Where other processes run all shards there is nothing to be connected.
        let is_spare = self.allotment.is_shared() && !is_down && self.identity.is_known();
        self.is_down.send_replace(!is_up && !is_spare);
        self.is_partly_down.send_replace(is_up && is_down);
        let mut reported = self.reported.lock().await;
        if self.allotment.is_shared() {
            return self.report_shared(&mut reported, shards).await;
        }
        let all_up = !shards.up.is_empty() && shards.lost.is_empty() && shards.waiting.is_empty();
        // Until everything was connected once, all shards are reported as one.
        if !all_up && reported.down.contains(&self.all_shards()) {
            return;
        }
        let down: BTreeSet<String> = shards.lost.iter().map(|shard| source(*shard, shards.total)).collect();
        for source in reported.down.difference(&down).cloned().collect::<Vec<_>>() {
            match self.bot.platform_reachable(&source).await {
                Ok(()) => drop(reported.down.remove(&source)),
                // It is reported again with the next change.
                Err(error) => tracing::error!(%error, source, "that Discord is back cannot be noted"),
            }
        }
        for source in down {
            self.report_down(&mut reported, source).await;
        }
    }

    /// Reports each of the shards that this process runs of all. A process that could not reach one may have died and left
    /// an outage, so every shard is reported as reachable when it is connected here first.
    async fn report_shared(&self, reported: &mut ReportedOutage, shards: &ShardConnectivity) {
        let source = |shard: &u32| source(*shard, shards.total);
        let run: BTreeSet<String> =
            shards.up.iter().chain(&shards.lost).chain(&shards.waiting).map(source).collect();
        // Shards that other processes run now are reported there.
        reported.down.retain(|source| run.contains(source));
        reported.up.retain(|source| run.contains(source));
        for source in shards.up.iter().map(source) {
            if reported.up.contains(&source) {
                continue;
            }
            match self.bot.platform_reachable(&source).await {
                Ok(()) => {
                    reported.down.remove(&source);
                    reported.up.insert(source);
                }
                Err(error) => tracing::error!(%error, source, "that Discord is back cannot be noted"),
            }
        }
        for source in shards.lost.iter().chain(&shards.waiting).map(source) {
            reported.up.remove(&source);
            self.report_down(reported, source).await;
        }
    }

    /// Reports that Discord does not let the bot in any more, and nothing tries again.
    pub(crate) async fn connection_refused(&self) {
        self.is_down.send_replace(true);
        self.is_partly_down.send_replace(false);
        self.begin_connecting().await;
    }

    async fn report_down(&self, reported: &mut ReportedOutage, source: String) {
        if reported.down.contains(&source) {
            return;
        }
        if let Err(error) = self.bot.platform_unreachable(&source).await {
            tracing::error!(%error, source, "that Discord is gone cannot be noted at once");
        }
        reported.down.insert(source);
    }

    /// The source of events that all shards of this process are together.
    fn all_shards(&self) -> String {
        format!("{PLATFORM}/{}", self.allotment.name())
    }
}

/// The source of events that one shard is.
fn source(shard: u32, total: u32) -> String {
    format!("{PLATFORM}/{shard}-{total}")
}
