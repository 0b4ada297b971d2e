//! Trait `ShardAssignment`: answers which shards a process runs, and when one of them may begin a
//! session, and saves the sessions that another process can resume. The implementor knows the other
//! processes. Not here: how a shard is run (`shard`), how processes agree (the adapter).

use std::{collections::BTreeSet, time::Duration};

use tokio::sync::watch;

use crate::BoxFuture;

/// Discord's answer to `GET /gateway/bot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatewayAdvice {
    /// The recommended number of shards.
    pub shards: u32,
    /// How many sessions may begin at the same time, each in a bucket of its own; the next ones 5
    /// seconds later.
    pub at_once: u32,
    /// Sessions that may begin in a day.
    pub starts: u32,
    /// Sessions that may still begin today.
    pub starts_left: u32,
    /// Time until the daily number is available again.
    pub starts_again: Duration,
}

/// The shards this process runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunningShards {
    /// The number of shards of the whole bot.
    pub total: u32,
    /// The shards of this process.
    pub shards: BTreeSet<u32>,
}

/// A gateway session that another connection can resume, also one of another process; Discord then
/// repeats the missed events.
#[derive(Clone, PartialEq, Eq)]
pub struct ResumableSession {
    /// Session id.
    pub id: String,
    /// Gateway URL for RESUME.
    pub url: String,
    /// Sequence number of the last received event.
    pub heard: u64,
    /// The intents it was begun with, as Discord's bits.
    pub intents: u64,
}

/// Assigns shards to this process.
pub trait ShardAssignment: Send + Sync + 'static {
    /// Starts with Discord's recommendation and yields the shards as they change. Called again with
    /// the number of shards that Discord rejected; `None` when no other number would be tried.
    fn begin(
        &self,
        advice: GatewayAdvice,
        refused: Option<u32>,
    ) -> BoxFuture<'_, Option<watch::Receiver<RunningShards>>>;

    /// Resolves once the shards certainly belong to this process; nothing is begun or resumed
    /// before.
    fn confirm(&self) -> BoxFuture<'_, ()>;

    /// Resolves when a shard may begin a session, which it then does at once: 5 seconds lie between
    /// sessions of one bucket, and all processes together stay within the daily number.
    fn admit(&self, shard: u32) -> BoxFuture<'_, ()>;

    /// The saved session of a shard, of this process or another one.
    fn session(&self, shard: u32) -> BoxFuture<'_, Option<ResumableSession>>;

    /// Whether sessions outlive the release of their shards.
    fn hands_over(&self) -> bool;

    /// Resolves when sessions are to be saved; never where nothing resumes them.
    fn time_to_note(&self) -> BoxFuture<'_, ()>;

    /// Saves the sessions of this process, out of `total` shards, as they were at the previous
    /// save: events until then are handled, and Discord repeats later ones after a resume.
    fn note(&self, total: u32, sessions: Vec<(u32, ResumableSession)>) -> BoxFuture<'_, ()>;

    /// A shard `(id, total)` is no longer run here; another connection may resume its session.
    fn left(&self, shard: (u32, u32), session: Option<ResumableSession>) -> BoxFuture<'_, ()>;

    /// The program stops: every shard is about to be released.
    fn leave(&self) -> BoxFuture<'_, ()>;
}
