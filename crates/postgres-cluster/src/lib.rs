//! PostgreSQL servers made for tests and measurements: made in a folder of their own, started, killed, started again,
//! doubled by a standby that takes over, looked after by Patroni, shared out by `PgBouncer`, cut off by a proxy, and measured by pgbench. Whatever
//! becomes of the process that made them, they end with it, and their folders vanish.
//!
//! Not here: anything about our store. For Linux alone, as it reads `/proc`.

mod binaries;
mod cleanup_guard;
mod folder;
mod options;
mod patroni;
mod pgbench;
mod pgbouncer;
mod process_tree;
mod proxy;
mod replicated_pair;
mod server;

use std::sync::OnceLock;

pub use binaries::Binaries;
pub use options::ServerOptions;
pub use patroni::Patroni;
pub use pgbench::{PgbenchRate, run_pgbench};
pub use pgbouncer::{PgBouncer, PoolMode};
pub use proxy::Proxy;
pub use replicated_pair::ReplicatedPair;
pub use server::TestServer;

/// What tests print that cannot run, as there is no PostgreSQL.
pub const SKIPPED: &str = "skipped: no PostgreSQL here";

/// The one server for all tests of this process, started when it is first asked for; none where there is no PostgreSQL.
/// Nobody kills or restarts it.
///
/// # Panics
/// When PostgreSQL is there and does not start: tests must not be left out for that.
pub fn shared() -> Option<&'static TestServer> {
    static SHARED: OnceLock<Option<TestServer>> = OnceLock::new();
    let started = || {
        let binaries = Binaries::find()?;
        Some(TestServer::start(&binaries, &ServerOptions::new()).expect("PostgreSQL starts"))
    };
    SHARED.get_or_init(started).as_ref()
}
