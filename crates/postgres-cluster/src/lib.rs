//! PostgreSQL servers for tests and benchmarks: started and killed, replicated, managed by Patroni, pooled by `PgBouncer`, cut off
//! by a proxy, and measured by pgbench.
//!
//! Servers end with the process that started them, also when it is killed, and their folders are removed. For Linux only, as
//! `/proc` is read. Not here: anything about the store of adoube.

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

/// Printed by tests that are skipped, as PostgreSQL is not installed.
pub const SKIPPED: &str = "skipped: no PostgreSQL here";

/// The server that all tests of this process share, started at the first call. `None` without PostgreSQL. Tests must not kill or
/// restart it.
///
/// # Panics
/// If PostgreSQL is installed and does not start: tests must not be skipped for that.
pub fn shared() -> Option<&'static TestServer> {
    static SHARED: OnceLock<Option<TestServer>> = OnceLock::new();
    let started = || {
        let binaries = Binaries::find()?;
        Some(TestServer::start(&binaries, &ServerOptions::new()).expect("PostgreSQL starts"))
    };
    SHARED.get_or_init(started).as_ref()
}
