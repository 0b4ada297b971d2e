//! How the store gets its connections from real servers: encrypted or not, with whose certificates, and what is said when there
//! is none. Not here: what it does with them (`conformance_postgres`), servers that fail later (`database_faults`).

mod refusals;
mod tls;
mod world;
