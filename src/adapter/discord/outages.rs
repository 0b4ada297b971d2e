//! Whether Discord can reach the bot: while a shard is not connected, nobody in its servers can move, and nobody's clock
//! runs. Each shard is told of by itself, so that many which come and go one after the other are no long outage. Not here:
//! how the connection stands (`adoube-discord`), and what an outage does to clocks (the service).

use std::collections::BTreeSet;

use super::{Discord, PLATFORM};

/// What of the connection is gone, as the service was told.
#[derive(Default)]
pub(super) struct Outages(tokio::sync::Mutex<BTreeSet<String>>);

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
        let mut gone = self.outages.0.lock().await;
        self.note_gone(&mut gone, self.whole()).await;
    }

    /// So the connection stands.
    pub(super) async fn connection_stands(&self, stands: &Connected) {
        let mut gone = self.outages.0.lock().await;
        let whole = self.whole();
        let all_up = !stands.up.is_empty() && stands.lost.is_empty() && stands.waiting.is_empty();
        // Until everything was connected once, all of it is noted as one.
        if !all_up && gone.contains(&whole) {
            return;
        }
        let down: BTreeSet<String> =
            stands.lost.iter().map(|shard| format!("{PLATFORM}/{shard}-{}", stands.total)).collect();
        for source in gone.difference(&down).cloned().collect::<Vec<_>>() {
            match self.service.back(&source).await {
                Ok(()) => drop(gone.remove(&source)),
                // It is said again when the connection is looked at again.
                Err(error) => tracing::error!(%error, source, "that Discord is back cannot be noted"),
            }
        }
        for source in down {
            self.note_gone(&mut gone, source).await;
        }
    }

    /// Discord does not let the bot in any more, and nobody tries again.
    pub(super) async fn is_left(&self) {
        self.begins_to_connect().await;
    }

    async fn note_gone(&self, gone: &mut BTreeSet<String>, source: String) {
        if gone.contains(&source) {
            return;
        }
        if let Err(error) = self.service.gone(&source).await {
            tracing::error!(%error, source, "that Discord is gone cannot be noted at once");
        }
        gone.insert(source);
    }

    /// All shards of this process together; another process over the same store has others.
    fn whole(&self) -> String {
        match self.settings.shards {
            super::Shards::Auto => format!("{PLATFORM}/all"),
            super::Shards::Some { first, last, total } => format!("{PLATFORM}/{first}-{last}-{total}"),
        }
    }
}
