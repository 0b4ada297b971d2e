//! Tests of the first connection to real PostgreSQL servers: TLS modes, certificates, and error
//! messages of a failed connection. Not here: their use (`conformance_postgres`), servers that fail
//! later (`database_faults`).

mod refusals;
mod tls;
mod world;
