//! Tests of a first connection that fails: which errors are permanent and which transient, and what
//! happens with a server that has too few connections. Not here: how long a start waits
//! (`tests/start`).

use std::sync::Arc;

use adoube_postgres_cluster::{Proxy, ServerOptions, TestServer};
use adoube_store::{
    Batch, CommitOutcome, PostgresSettings, PostgresStore, Store, StoreError, StoreHealth, Table,
};
use tokio::task::JoinSet;

use crate::world::World;

#[tokio::test]
async fn what_would_be_refused_again_is_no_outage() {
    let Some(world) = World::new() else { return };
    let port = world.server.port();
    let cases = [
        (format!("postgres://ada:byron@127.0.0.1:{port}/open"), "password authentication failed"),
        (format!("postgres://ada:lovelace@127.0.0.1:{port}/nowhere"), "does not exist"),
        (format!("postgres://nobody@127.0.0.1:{port}/open"), "no pg_hba.conf entry"),
        (format!("postgres://ada@127.0.0.1:{port}/open"), "password missing"),
        (format!("postgres://adoube@127.0.0.1:{port}/open?sslmode=require"), "TLS"),
    ];
    for (url, reason) in cases {
        let settings = PostgresSettings::new(&url).expect("an address");
        for error in [
            PostgresStore::open(&settings).await.expect_err("it is refused"),
            PostgresStore::open_existing(&settings).await.expect_err("it is refused"),
        ] {
            assert!(matches!(error, StoreError::Database { .. }), "{error:?}");
            assert!(error.to_string().contains(reason), "{error}");
            assert!(!error.to_string().contains("byron"), "{error}");
        }
    }
    let away = Proxy::before(port).expect("a proxy");
    away.go_away();
    let settings = PostgresSettings::new(&away.url("open")).expect("an address");
    let error = PostgresStore::open(&settings).await.expect_err("nobody is there");
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error:?}");
}

/// A program that may open more connections than the server has goes on with those it gets.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_few_connections_is_only_slow() {
    let Some(world) = World::new() else { return };
    let few = ServerOptions::new().set("max_connections=8").set("superuser_reserved_connections=3");
    let server = TestServer::start(&world.binaries, &few).expect("a server");
    server.sql("postgres", "CREATE ROLE player LOGIN").expect("a role");
    server.sql("postgres", "CREATE DATABASE chess OWNER player").expect("a database");
    let url = format!("postgres://player@127.0.0.1:{}/chess", server.port());
    let settings = PostgresSettings::new(&url).expect("an address").connections(30);
    let store = Arc::new(PostgresStore::open(&settings).await.expect("it opens"));
    let mut writers = JoinSet::new();
    for writer in 0..200 {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            let key = format!("key {writer}");
            store.commit(Batch::new().put(Table::Setting, key.as_str(), "value")).await
        });
    }
    for outcome in writers.join_all().await {
        assert_eq!(outcome.expect("it is written"), CommitOutcome::Applied);
    }
    assert_eq!(*store.health().borrow(), StoreHealth::Writable);
    let taken = "SELECT count(*) BETWEEN 1 AND 5 FROM pg_stat_activity WHERE usename = 'player'";
    assert_eq!(server.sql("postgres", taken).expect("it is counted"), "t");
}
