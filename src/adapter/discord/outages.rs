//! Whether Discord can reach the bot: while a shard is not connected, nobody in its servers can move, and nobody's clock
//! runs. Each shard is told of by itself, so that many which come and go one after the other are no long outage. Not here:
//! how the connection stands (`adoube-discord`), and what an outage does to clocks (the service).

use std::collections::BTreeSet;

use super::{Discord, PLATFORM};

/// What of the connection is gone, as the service was told.
#[derive(Default)]
pub(super) struct Outages(tokio::sync::Mutex<Gone>);

/// What was said of each source.
#[derive(Default)]
struct Gone {
    /// Gone.
    told: BTreeSet<String>,
    /// There, where shards are shared.
    back: BTreeSet<String>,
}

/// How the shards of this process stand.
pub(super) struct Connected {
    /// Of how many they are.
    pub(super) total: u32,
    /// Those that are connected.
    pub(super) up: BTreeSet<u32>,
    /// Those that were and are not now.
    pub(super) lost: BTreeSet<u32>,
    /// Those that were not connected yet.
    pub(super) waiting: BTreeSet<u32>,
}

impl Discord {
    /// Nothing is connected yet, however long that takes.
    pub(super) async fn begins_to_connect(&self) {
        // What this process has not reached another one may have: each shard is told of by whoever runs it.
        if self.shares_shards() {
            return;
        }
        let mut gone = self.outages.0.lock().await;
        self.note_gone(&mut gone, self.whole()).await;
    }

    /// So the connection stands.
    pub(super) async fn connection_stands(&self, stands: &Connected) {
        let mut gone = self.outages.0.lock().await;
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
            match self.service.back(&source).await {
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
    async fn shards_stand(&self, gone: &mut Gone, stands: &Connected) {
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
            match self.service.back(&source).await {
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
    pub(super) async fn is_left(&self) {
        self.begins_to_connect().await;
    }

    async fn note_gone(&self, gone: &mut Gone, source: String) {
        if gone.told.contains(&source) {
            return;
        }
        if let Err(error) = self.service.gone(&source).await {
            tracing::error!(%error, source, "that Discord is gone cannot be noted at once");
        }
        gone.told.insert(source);
    }

    /// All shards of this process together; another process over the same store has others.
    fn whole(&self) -> String {
        match self.settings.shards {
            super::Shards::Auto => format!("{PLATFORM}/all"),
            super::Shards::Some { first, last, total } => format!("{PLATFORM}/{first}-{last}-{total}"),
        }
    }
}
