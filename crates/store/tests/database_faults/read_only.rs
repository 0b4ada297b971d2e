//! Tests of a database that is read-only for a while, as after a failover to a standby. Not here: a
//! full one (`full`).

use adoube_store::{Store, StoreHealth};

use crate::{TABLE, apply, becomes, behind_a_proxy, in_time, put, server, unreachable, version};

#[tokio::test]
async fn a_database_that_only_reads_is_read_and_written_again_later() {
    let Some((_proxy, store, database)) = behind_a_proxy().await else { return };
    let server = server().expect("it was there");
    apply(&*store, put("web:1", "a")).await;
    let say = |what: &str| server.sql("postgres", what).expect("the server does it");
    say(&format!("ALTER DATABASE {database} SET default_transaction_read_only = on"));
    say(&format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{database}'"
    ));
    unreachable(in_time(store.commit(put("web:2", "a"))).await);
    assert_eq!(*store.health().borrow(), StoreHealth::ReadOnly);
    assert_eq!(version(&*store, "a").await, 1);
    let answer = in_time(store.answer(&crate::event("web:1"))).await.expect("the store reads");
    assert_eq!(answer, Some("web:1".into()));
    assert!(store.get(TABLE, b"none").await.expect("the store reads").is_none());
    say(&format!("ALTER DATABASE {database} RESET default_transaction_read_only"));
    becomes(&*store, StoreHealth::Writable).await;
    apply(&*store, put("web:2", "a")).await;
    assert_eq!(version(&*store, "a").await, 2);
}
