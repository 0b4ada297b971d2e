//! Whether Discord can reach the bot: while a shard is not connected, nobody in its servers can move, and nobody's clock
//! runs. Each shard is told of by itself, so that many which come and go one after the other are no long outage. Not here:
//! how the connection stands (`adoube-discord-client`), and what an outage does to clocks (the bot).

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, Ordering},
};

use adoube_discord_client::ShardSelection;
use tokio::sync::watch;

use crate::{DiscordPlatform, PLATFORM};

/// What of the connection is gone.
pub(crate) struct OutageReporter {
    /// As the bot was told.
    gone: tokio::sync::Mutex<ReportedOutage>,
    /// Whether nothing is connected.
    is_away: watch::Sender<bool>,
    /// Whether something is connected, but not everything.
    is_partly_away: watch::Sender<bool>,
    /// Whether Discord calls: then it is there once it could be asked who the bot is.
    is_called: AtomicBool,
}

impl Default for OutageReporter {
    fn default() -> Self {
        Self {
            gone: tokio::sync::Mutex::default(),
            is_away: watch::Sender::new(true),
            is_partly_away: watch::Sender::new(false),
            is_called: AtomicBool::new(false),
        }
    }
}

/// What was said of each source.
#[derive(Default)]
struct ReportedOutage {
    /// Gone.
    told: BTreeSet<String>,
    /// There, where shards are shared.
    back: BTreeSet<String>,
}

/// How the shards of this process stand.
pub(crate) struct ShardConnectivity {
    /// Of how many they are.
    pub(crate) total: u32,
    /// Those that are connected.
    pub(crate) up: BTreeSet<u32>,
    /// Those that were and are not now.
    pub(crate) lost: BTreeSet<u32>,
    /// Those that were not connected yet.
    pub(crate) waiting: BTreeSet<u32>,
}

impl DiscordPlatform {
    /// Whether Discord is out of reach, or was not reached yet.
    pub fn is_away(&self) -> watch::Receiver<bool> {
        self.outages.is_away.subscribe()
    }

    /// Whether some of this process's shards are connected and others are not.
    pub fn is_partly_away(&self) -> watch::Receiver<bool> {
        self.outages.is_partly_away.subscribe()
    }

    /// Discord calls from now on, in place of a connection.
    pub(crate) fn is_called(&self) {
        self.outages.is_called.store(true, Ordering::Relaxed);
        self.was_asked();
    }

    /// Discord may have said who the bot is.
    pub(crate) fn was_asked(&self) {
        if self.outages.is_called.load(Ordering::Relaxed) && self.application.get().is_some() {
            self.outages.is_away.send_replace(false);
        }
    }

    /// Nothing is connected yet, however long that takes.
    pub(crate) async fn begins_to_connect(&self) {
        // What this process has not reached another one may have: each shard is told of by whoever runs it.
        if self.shares_shards() {
            return;
        }
        let mut gone = self.outages.gone.lock().await;
        self.note_gone(&mut gone, self.whole()).await;
    }

    /// So the connection stands.
    pub(crate) async fn connection_stands(&self, stands: &ShardConnectivity) {
        let (is_up, is_down) = (!stands.up.is_empty(), !stands.lost.is_empty() || !stands.waiting.is_empty());
        // Where others run all shards there is nothing to be connected.
        let is_spare = self.shares_shards() && !is_down && self.application.get().is_some();
        self.outages.is_away.send_replace(!is_up && !is_spare);
        self.outages.is_partly_away.send_replace(is_up && is_down);
        let mut gone = self.outages.gone.lock().await;
        if self.shares_shards() {
            return self.shards_stand(&mut gone, stands).await;
        }
        let whole = self.whole();
        let all_up = !stands.up.is_empty() && stands.lost.is_empty() && stands.waiting.is_empty();
        // Until everything was connected once, all of it is noted as one.
        if !all_up && gone.told.contains(&whole) {
            return;
        }
        let down: BTreeSet<String> =
            stands.lost.iter().map(|shard| format!("{PLATFORM}/{shard}-{}", stands.total)).collect();
        for source in gone.told.difference(&down).cloned().collect::<Vec<_>>() {
            match self.service.platform_reachable(&source).await {
                Ok(()) => drop(gone.told.remove(&source)),
                // It is said again when the connection is looked at again.
                Err(error) => tracing::error!(%error, source, "that Discord is back cannot be noted"),
            }
        }
        for source in down {
            self.note_gone(&mut gone, source).await;
        }
    }

    /// So do the shards that this process runs of all. One that another process could not reach, which then died, may be
    /// noted as gone: that it is there is said when it is connected here first.
    async fn shards_stand(&self, gone: &mut ReportedOutage, stands: &ShardConnectivity) {
        let source = |shard: &u32| format!("{PLATFORM}/{shard}-{}", stands.total);
        let run: BTreeSet<String> =
            stands.up.iter().chain(&stands.lost).chain(&stands.waiting).map(source).collect();
        // What is run elsewhere now is told of there.
        gone.told.retain(|source| run.contains(source));
        gone.back.retain(|source| run.contains(source));
        for source in stands.up.iter().map(source) {
            if gone.back.contains(&source) {
                continue;
            }
            match self.service.platform_reachable(&source).await {
                Ok(()) => {
                    gone.told.remove(&source);
                    gone.back.insert(source);
                }
                Err(error) => tracing::error!(%error, source, "that Discord is back cannot be noted"),
            }
        }
        for source in stands.lost.iter().chain(&stands.waiting).map(source) {
            gone.back.remove(&source);
            self.note_gone(gone, source).await;
        }
    }

    /// Discord does not let the bot in any more, and nobody tries again.
    pub(crate) async fn is_left(&self) {
        self.outages.is_away.send_replace(true);
        self.outages.is_partly_away.send_replace(false);
        self.begins_to_connect().await;
    }

    async fn note_gone(&self, gone: &mut ReportedOutage, source: String) {
        if gone.told.contains(&source) {
            return;
        }
        if let Err(error) = self.service.platform_unreachable(&source).await {
            tracing::error!(%error, source, "that Discord is gone cannot be noted at once");
        }
        gone.told.insert(source);
    }

    /// All shards of this process together; another process over the same store has others.
    fn whole(&self) -> String {
        match self.settings.shards {
            ShardSelection::Auto => format!("{PLATFORM}/all"),
            ShardSelection::Range { first, last, total } => {
                format!("{PLATFORM}/{first}-{last}-{total}")
            }
        }
    }
}
