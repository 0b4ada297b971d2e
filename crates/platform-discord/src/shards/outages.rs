//! Reports outages of the connection to Discord to the bot: while a shard is not connected, the
//! clocks of its servers' games stop.
//!
//! Each shard is reported separately, so that short interruptions of one shard after the other do
//! not add up to a long outage. Not here: the connection (`adoube-discord-client`), the effect on
//! clocks (`adoube-bot`).

use std::{collections::BTreeSet, sync::Arc};

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
    /// Whether no shard is connected.
    is_down: watch::Sender<bool>,
    /// Whether some shards are connected and others are not.
    is_partly_down: watch::Sender<bool>,
}

/// The last report for each source of events.
#[derive(Default)]
struct ReportedOutage {
    /// Sources reported as unreachable.
    down: BTreeSet<String>,
    /// Sources reported as reachable; used only with shared shards.
    up: BTreeSet<String>,
}

/// The connections of this process's shards.
pub(crate) struct ShardConnectivity {
    /// The total number of the bot's shards.
    pub(crate) total: u32,
    /// Connected shards.
    pub(crate) up: BTreeSet<u32>,
    /// Shards that have lost their connection.
    pub(crate) lost: BTreeSet<u32>,
    /// Shards that have not been connected yet.
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
        }
    }

    /// Whether no shard is connected, or Discord was not reached yet.
    pub(crate) fn is_down(&self) -> watch::Receiver<bool> {
        self.is_down.subscribe()
    }

    /// Whether some of this process's shards are connected and others are not.
    pub(crate) fn is_partly_down(&self) -> watch::Receiver<bool> {
        self.is_partly_down.subscribe()
    }

    /// Discord calls over HTTP from now on, without a gateway connection: it is reachable once it
    /// has reported the application.
    pub(crate) async fn serve_calls(self: Arc<Self>) {
        self.identity.wait_until_known().await;
        self.is_down.send_replace(false);
    }

    /// Reports all of this process's shards as unreachable until they are connected.
    pub(crate) async fn begin_connecting(&self) {
        // With shared shards, another process may have reached a shard that this one has not: each
        // shard is reported by the process that runs it.
        if self.allotment.is_shared() {
            return;
        }
        let mut reported = self.reported.lock().await;
        self.report_down(&mut reported, self.all_shards()).await;
    }

    /// Handles a change of the connections.
    pub(crate) async fn connectivity_changed(&self, shards: &ShardConnectivity) {
        let (is_up, is_down) = (!shards.up.is_empty(), !shards.lost.is_empty() || !shards.waiting.is_empty());
        // A process without shards is not down while the other processes run all of them.
        let is_spare = self.allotment.is_shared() && !is_down && self.identity.is_known();
        self.is_down.send_replace(!is_up && !is_spare);
        self.is_partly_down.send_replace(is_up && is_down);
        let mut reported = self.reported.lock().await;
        if self.allotment.is_shared() {
            return self.report_shared(&mut reported, shards).await;
        }
        let all_up = !shards.up.is_empty() && shards.lost.is_empty() && shards.waiting.is_empty();
        // Until all shards were connected once, they are reported as one source.
        if !all_up && reported.down.contains(&self.all_shards()) {
            return;
        }
        let down: BTreeSet<String> = shards.lost.iter().map(|shard| source(*shard, shards.total)).collect();
        for source in reported.down.difference(&down).cloned().collect::<Vec<_>>() {
            match self.bot.platform_reachable(&source).await {
                Ok(()) => drop(reported.down.remove(&source)),
                // The next change reports it again.
                Err(error) => tracing::error!(%error, source, "that Discord is back cannot be noted"),
            }
        }
        for source in down {
            self.report_down(&mut reported, source).await;
        }
    }

    /// Reports each shard that this process runs of the shared ones. A process that could not reach
    /// a shard may have died and left an outage, so every shard is reported as reachable when it is
    /// first connected here.
    async fn report_shared(&self, reported: &mut ReportedOutage, shards: &ShardConnectivity) {
        let source = |shard: &u32| source(*shard, shards.total);
        let run: BTreeSet<String> =
            shards.up.iter().chain(&shards.lost).chain(&shards.waiting).map(source).collect();
        // Other processes report the shards that they run now.
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

    /// Reports that Discord refuses the connection permanently, with no further attempt.
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

    /// The source of events that stands for all shards of this process.
    fn all_shards(&self) -> String {
        format!("{PLATFORM}/{}", self.allotment.name())
    }
}

/// The source of events of one shard.
fn source(shard: u32, total: u32) -> String {
    format!("{PLATFORM}/{shard}-{total}")
}
