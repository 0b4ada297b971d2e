//! Makes the stores under test in PostgreSQL, each in a schema of its own: plain, serializable, and
//! behind a connection pooler. Not here: a database that fails (`database_faults`).

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU32, Ordering},
};

use adoube_postgres_cluster::{Binaries, PgBouncer, PoolMode, SKIPPED, TestServer, shared};
use adoube_store::{PostgresSettings, PostgresStore, Store, TransactionIsolation};

use crate::subject::Subject;

/// As most use it.
pub(crate) struct Postgres(Place);

/// Each eighth transaction fails at its end, as if others had been in the way.
pub(crate) struct Serializable(Place);

/// Through a pooler that gives each transaction another server process, and has fewer of them than there are connections.
pub(crate) struct Pooled(Place);

/// Sees to it that transactions fail: by their numbers, so that the same once more does not.
const STUMBLES: &str = "
    CREATE FUNCTION {schema}.stumble() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF txid_current() % 16 = 0 THEN
            RAISE EXCEPTION 'as if others were in the way' USING ERRCODE = 'serialization_failure';
        ELSIF txid_current() % 16 = 8 THEN
            RAISE EXCEPTION 'as if others waited for it' USING ERRCODE = 'deadlock_detected';
        END IF;
        RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER stumble AFTER INSERT OR UPDATE OR DELETE ON {schema}.record
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {schema}.stumble();
    CREATE TRIGGER stumble AFTER INSERT OR DELETE ON {schema}.answer
        FOR EACH STATEMENT EXECUTE FUNCTION {schema}.stumble();
";

/// A schema nobody else has, in a database that all tests of this process share.
pub(crate) struct Place {
    pub(crate) server: &'static TestServer,
    pub(crate) database: String,
    pub(crate) schema: String,
}

impl Place {
    /// None, and said so, where there is no PostgreSQL.
    pub(crate) fn new() -> Option<Self> {
        static DATABASE: OnceLock<String> = OnceLock::new();
        static SCHEMAS: AtomicU32 = AtomicU32::new(0);
        let Some(server) = shared() else {
            println!("{SKIPPED}");
            return None;
        };
        let url = DATABASE.get_or_init(|| server.new_database());
        let database = url.rsplit('/').next().expect("a name").to_owned();
        let schema = format!("test_{}", SCHEMAS.fetch_add(1, Ordering::Relaxed));
        Some(Self { server, database, schema })
    }

    /// This place, on the server's port or on that of something before it.
    pub(crate) fn settings(&self, port: u16) -> PostgresSettings {
        let url = format!("postgres://adoube@127.0.0.1:{port}/{}", self.database);
        let settings = PostgresSettings::new(&url).expect("an address");
        // Few, so that writers also wait for connections.
        settings.schema(&self.schema).expect("a name").connections(6)
    }

    async fn open(&self, isolation: TransactionIsolation) -> Arc<dyn Store> {
        let settings = self.settings(self.server.port()).isolation(isolation);
        Arc::new(PostgresStore::open(&settings).await.expect("the store opens"))
    }
}

impl Subject for Postgres {
    const KEEPS: bool = true;

    async fn new() -> Option<Self> {
        Some(Self(Place::new()?))
    }

    async fn open(&self) -> Arc<dyn Store> {
        self.0.open(TransactionIsolation::ReadCommitted).await
    }
}

/// The one pooler of this process; nothing where there is none.
pub(crate) fn pooler() -> Option<&'static PgBouncer> {
    static POOLER: OnceLock<Option<PgBouncer>> = OnceLock::new();
    let start = || {
        let (binaries, server) = (Binaries::find()?, shared()?);
        PgBouncer::before(&binaries, server, PoolMode::Transaction, 4).expect("PgBouncer starts")
    };
    let found = POOLER.get_or_init(start).as_ref();
    if found.is_none() {
        println!("skipped: no PgBouncer here");
    }
    found
}

impl Subject for Pooled {
    const KEEPS: bool = true;

    async fn new() -> Option<Self> {
        pooler()?;
        Some(Self(Place::new()?))
    }

    async fn open(&self) -> Arc<dyn Store> {
        let settings = self.0.settings(pooler().expect("it runs").port());
        Arc::new(PostgresStore::open(&settings).await.expect("the store opens"))
    }
}

impl Subject for Serializable {
    const KEEPS: bool = true;

    async fn new() -> Option<Self> {
        let place = Place::new()?;
        place.open(TransactionIsolation::Serializable).await.close().await.expect("the store closes");
        let stumbles = STUMBLES.replace("{schema}", &place.schema);
        place.server.sql(&place.database, &stumbles).expect("transactions will fail");
        Some(Self(place))
    }

    async fn open(&self) -> Arc<dyn Store> {
        self.0.open(TransactionIsolation::Serializable).await
    }
}
