//! Starts the PostgreSQL server of the benchmark and counts statements, rows, bytes and log from
//! its statistics. Not here: the load.

use std::{collections::BTreeMap, fmt, io};

use adoube_postgres_cluster::{ServerOptions, TestServer};

use crate::Failure;

/// As a server that is relied upon, which counts statements and makes no checkpoint by itself meanwhile.
pub fn options() -> ServerOptions {
    let settings =
        ["fsync=on", "shared_buffers=256MB", "max_wal_size=4GB", "max_connections=300", "autovacuum=on"];
    let options = settings.into_iter().fold(ServerOptions::new(), ServerOptions::set);
    options.set("shared_preload_libraries=pg_stat_statements")
}

/// One of the server's.
pub struct Database<'s> {
    pub url: String,
    name: String,
    server: &'s TestServer,
}

/// Kinds of statements, by something in them that is in no other's.
const STATEMENTS: [(&str, &str); 5] = [
    ("commits", "%.commit_2(%"),
    ("reads of a row", "%kind = $1 AND key = $2 AND home%"),
    ("reads of an answer", "SELECT answer, at%"),
    ("reads of a range", "%key >= $2%"),
    ("reads of versions", "%key = ANY ($2) AND home = ANY%"),
];

/// What a database has counted since it was made, or between two looks; sizes are averages.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    pub statements: BTreeMap<&'static str, f64>,
    rows: f64,
    bytes: f64,
    log: f64,
    /// Bytes of a value of each kind of rows, on average.
    pub sizes: BTreeMap<String, f64>,
}

impl Counted {
    /// What came since then.
    pub fn since(mut self, before: &Self) -> Self {
        for (kind, count) in &mut self.statements {
            *count -= before.statements.get(kind).copied().unwrap_or_default();
        }
        self.rows -= before.rows;
        self.bytes -= before.bytes;
        self.log -= before.log;
        self
    }

    /// Of each of so many.
    pub fn each(&self, count: f64) -> Self {
        let statements = self.statements.iter().map(|(kind, all)| (*kind, all / count)).collect();
        let (rows, bytes, log) = (self.rows / count, self.bytes / count, self.log / count);
        Self { statements, rows, bytes, log, sizes: self.sizes.clone() }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, count) in &self.statements {
            write!(f, "{count:.1} {kind}, ")?;
        }
        write!(
            f,
            "{:.1} rows more, {:.0} bytes of database, {:.0} bytes of log",
            self.rows, self.bytes, self.log
        )
    }
}

impl<'s> Database<'s> {
    pub fn new(server: &'s TestServer) -> Result<Self, Failure> {
        let url = server.new_database();
        let name = url.rsplit('/').next().unwrap_or_default().to_owned();
        let database = Self { url, name, server };
        database.sql("CREATE EXTENSION pg_stat_statements")?;
        Ok(database)
    }

    pub fn settle(&self) -> Result<(), Failure> {
        self.sql("CHECKPOINT")?;
        Ok(())
    }

    pub fn counted(&self) -> Result<Counted, Failure> {
        let of_database = "dbid = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let mut counted = Counted {
            rows: self.number(
                "SELECT (SELECT count(*) FROM adoube.record) + (SELECT count(*) FROM adoube.answer)",
            )?,
            bytes: self.number("SELECT pg_database_size(current_database())")?,
            log: self.number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")?,
            ..Counted::default()
        };
        for (kind, pattern) in STATEMENTS {
            let statement = format!(
                "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE {of_database} AND query LIKE '{pattern}'"
            );
            counted.statements.insert(kind, self.number(&statement)?);
        }
        let sizes = "SELECT kind, avg(length(value)) FROM adoube.record GROUP BY kind \
                     UNION ALL SELECT 'answer', avg(length(answer)) FROM adoube.answer";
        for line in self.sql(sizes)?.lines() {
            if let Some((kind, size)) = line.split_once('|') {
                counted.sizes.insert(kind.to_owned(), size.parse()?);
            }
        }
        Ok(counted)
    }

    fn sql(&self, statement: &str) -> io::Result<String> {
        self.server.sql(&self.name, statement)
    }

    fn number(&self, statement: &str) -> Result<f64, Failure> {
        Ok(self.sql(statement)?.parse()?)
    }
}
