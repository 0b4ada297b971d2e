//! Runs the conformance suite (`conformance`), the tests that every store must pass, for the store
//! in PostgreSQL, and adds its own tests of cut connections, damage, formats and poolers. Not here:
//! a database that fails (`database_faults`).

#[macro_use]
#[path = "../conformance/suite.rs"]
mod suite;

#[path = "../conformance/batches.rs"]
mod batches;
#[path = "../conformance/closing.rs"]
mod closing;
#[path = "../conformance/copies.rs"]
mod copies;
#[path = "../conformance/idempotency.rs"]
mod idempotency;
#[path = "../conformance/limits.rs"]
mod limits;
#[path = "../conformance/model.rs"]
mod model;
#[path = "../conformance/reading.rs"]
mod reading;
#[path = "../conformance/scans.rs"]
mod scans;
#[path = "../conformance/snapshots.rs"]
mod snapshots;
#[path = "../conformance/subject.rs"]
mod subject;
#[path = "../conformance/transfer.rs"]
mod transfer;
#[path = "../conformance/writers.rs"]
mod writers;

mod cut;
mod damage;
mod database;
mod formats;
mod pooled;

conformance!(postgres, crate::database::Postgres);
// Where transactions are kept apart as strictly as can be, and many fail because of others.
conformance!(postgres_serializable, crate::database::Serializable);
// Through PgBouncer in transaction mode, where a connection has no session of its own.
conformance!(postgres_pooled, crate::database::Pooled);
