//! Which shards a process runs, and when one of them may begin a session: somebody else says it, who knows of the other
//! processes. Not here: how a shard is run (`shard`), how processes agree (the adapter).

use std::{collections::BTreeSet, time::Duration};

use tokio::sync::watch;

use crate::BoxFuture;

/// What Discord says about connecting, once it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatewayAdvice {
    /// How many shards it recommends.
    pub shards: u32,
    /// How many sessions may begin at once, each in a bucket of its own; the next ones 5 seconds later.
    pub at_once: u32,
    /// How many sessions may begin in a day.
    pub starts: u32,
    /// How many of those are left.
    pub starts_left: u32,
    /// After how long there are all of them again.
    pub starts_again: Duration,
}

/// The shards of this process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunningShards {
    /// Of how many.
    pub total: u32,
    /// Which.
    pub shards: BTreeSet<u32>,
}

/// A session that another connection can go on with, also one of another process: Discord then tells what was missed.
#[derive(Clone, PartialEq, Eq)]
pub struct ResumableSession {
    /// Its id.
    pub id: String,
    /// Where it is gone on with.
    pub url: String,
    /// The number of the last event that was heard.
    pub heard: u64,
    /// The kinds of events it tells of, as Discord numbers them.
    pub intents: u64,
}

/// Says which shards are this process's.
pub trait ShardAssignment: Send + Sync + 'static {
    /// Discord has said what it recommends: from now on the shards are told. It is called again when Discord has refused to
    /// let the bot in with so many shards as were tried; nothing where nothing else would be tried.
    fn begin(
        &self,
        advice: GatewayAdvice,
        refused: Option<u32>,
    ) -> BoxFuture<'_, Option<watch::Receiver<RunningShards>>>;

    /// Resolves when it is sure that the shards are still this process's: nothing is begun or gone on with before.
    fn confirm(&self) -> BoxFuture<'_, ()>;

    /// Resolves when a shard may begin a session, and it does at once: 5 seconds lie between those of one bucket, and no
    /// more than are left begin in a day, in all processes together.
    fn admit(&self, shard: u32) -> BoxFuture<'_, ()>;

    /// The session of a shard that was another process's, or this one's before.
    fn session(&self, shard: u32) -> BoxFuture<'_, Option<ResumableSession>>;

    /// Whether sessions are kept when shards are given back.
    fn hands_over(&self) -> bool;

    /// Resolves when it is time to say how far sessions have come; never where nobody goes on with them.
    fn time_to_note(&self) -> BoxFuture<'_, ()>;

    /// How far the sessions of this process, of so many shards, had come at the last time it was time for this: what
    /// happened until then is dealt with, or nearly so, and what happened since is told again to whoever goes on with them.
    fn note(&self, total: u32, sessions: Vec<(u32, ResumableSession)>) -> BoxFuture<'_, ()>;

    /// A shard, the first number of so many, the second, is not run here any more; another connection may go on with its
    /// session.
    fn left(&self, shard: (u32, u32), session: Option<ResumableSession>) -> BoxFuture<'_, ()>;

    /// The program stops: every shard is about to be left.
    fn leave(&self) -> BoxFuture<'_, ()>;
}
