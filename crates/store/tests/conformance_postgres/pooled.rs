//! Tests with connection poolers in transaction mode: durability holds behind one, and no session
//! settings leak to other clients. Not here: the suite (`suite`).

use adoube_store::{Batch, CommitOutcome, IdempotencyKey, PostgresStore, Store, Table};

use crate::database::{Place, pooler};

/// Fails each transaction that would be acknowledged before it is on disk.
const ONLY_DURABLE: &str = "
    CREATE FUNCTION {schema}.check_durable() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF current_setting('synchronous_commit') <> 'on' THEN
            RAISE EXCEPTION 'it would not be durable';
        END IF;
        RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER check_durable AFTER INSERT OR UPDATE OR DELETE ON {schema}.record
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {schema}.check_durable();
";

#[tokio::test]
async fn what_is_acknowledged_is_durable_with_and_without_a_pooler() {
    let (Some(pooler), Some(place)) = (pooler(), Place::new()) else { return };
    // A database of its own, as the pooler keeps sessions of others.
    let url = place.server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    let place = Place { database, ..place };
    let lazy = format!("ALTER DATABASE {} SET synchronous_commit = off", place.database);
    place.server.sql("postgres", &lazy).expect("it is set");
    for (event, port) in [("web:1", place.server.port()), ("web:2", pooler.port())] {
        let store = PostgresStore::open(&place.settings(port)).await.expect("the store opens");
        if event == "web:1" {
            let check = ONLY_DURABLE.replace("{schema}", &place.schema);
            place.server.sql(&place.database, &check).expect("transactions are checked");
        }
        let id = IdempotencyKey::new(event).expect("an id");
        let batch = Batch::new().idempotent(id, "done", 1).put(Table::Setting, event, "value");
        assert_eq!(store.commit(batch).await.expect("it is durable"), CommitOutcome::Applied, "{event}");
        store.close().await.expect("it closes");
    }
}

#[tokio::test]
async fn sessions_that_are_shared_out_keep_their_settings() {
    let (Some(pooler), Some(place)) = (pooler(), Place::new()) else { return };
    let url = place.server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    let place = Place { database, ..place };
    let strict =
        format!("ALTER DATABASE {} SET default_transaction_isolation = 'repeatable read'", place.database);
    place.server.sql("postgres", &strict).expect("it is set");
    let store = PostgresStore::open(&place.settings(pooler.port())).await.expect("the store opens");
    store.commit(Batch::new().put(Table::Setting, "a", "b")).await.expect("it is written");
    store.close().await.expect("it closes");
    // Sessions of the pool, which are there for the next one who comes.
    let left = "SELECT count(*) FROM pg_prepared_statements";
    let (client, connection) = tokio_postgres::connect(&pooler.url(&place.database), tokio_postgres::NoTls)
        .await
        .expect("it connects");
    let task = tokio::spawn(connection);
    let told = client
        .simple_query(&format!("SELECT current_setting('default_transaction_isolation'), ({left})"))
        .await
        .expect("it answers");
    let row = told.iter().find_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => Some((row.get(0), row.get(1))),
        _ => None,
    });
    assert_eq!(row, Some((Some("repeatable read"), Some("0"))));
    drop(client);
    task.await.expect("no panic").expect("it ends in order");
}
