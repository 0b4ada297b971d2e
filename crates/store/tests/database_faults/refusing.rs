//! Tests of a database that can be reached and refuses: revoked privileges, dropped tables and
//! functions, writes that a trigger forbids. Health changes and recovers without any query; a
//! single failing statement does not change it.

use adoube_postgres_cluster::TestServer;
use adoube_store::{Store, StoreError, StoreHealth};
use tokio::task::JoinSet;

use crate::{apply, becomes, in_time, put, server, version};

/// What an operator does, and how it is undone. `LIMITED` is the role of the program.
const REFUSALS: [(&str, &str); 14] = [
    ("REVOKE SELECT ON adoube.record FROM LIMITED", "GRANT SELECT ON adoube.record TO LIMITED"),
    ("REVOKE INSERT ON adoube.record FROM LIMITED", "GRANT INSERT ON adoube.record TO LIMITED"),
    ("REVOKE UPDATE ON adoube.record FROM LIMITED", "GRANT UPDATE ON adoube.record TO LIMITED"),
    ("REVOKE DELETE ON adoube.record FROM LIMITED", "GRANT DELETE ON adoube.record TO LIMITED"),
    ("REVOKE SELECT ON adoube.answer FROM LIMITED", "GRANT SELECT ON adoube.answer TO LIMITED"),
    ("REVOKE INSERT ON adoube.answer FROM LIMITED", "GRANT INSERT ON adoube.answer TO LIMITED"),
    ("REVOKE DELETE ON adoube.answer FROM LIMITED", "GRANT DELETE ON adoube.answer TO LIMITED"),
    ("REVOKE UPDATE ON adoube.tally FROM LIMITED", "GRANT UPDATE ON adoube.tally TO LIMITED"),
    ("REVOKE SELECT ON adoube.installation FROM LIMITED", "GRANT SELECT ON adoube.installation TO LIMITED"),
    ("REVOKE USAGE ON SCHEMA adoube FROM LIMITED", "GRANT USAGE ON SCHEMA adoube TO LIMITED"),
    (
        "REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA adoube FROM PUBLIC",
        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA adoube TO PUBLIC",
    ),
    ("ALTER TABLE adoube.record RENAME TO hidden", "ALTER TABLE adoube.hidden RENAME TO record"),
    ("ALTER SCHEMA adoube RENAME TO hidden", "ALTER SCHEMA hidden RENAME TO adoube"),
    (
        "CREATE FUNCTION public.forbid() RETURNS trigger LANGUAGE plpgsql AS \
         $$BEGIN RAISE EXCEPTION 'closed for maintenance'; END$$; \
         CREATE TRIGGER forbid BEFORE INSERT ON adoube.record EXECUTE FUNCTION public.forbid()",
        "DROP TRIGGER forbid ON adoube.record",
    ),
];

#[tokio::test]
async fn a_refusal_turns_health_and_its_end_turns_it_back_although_nobody_asks() {
    let Some(server) = server() else { return };
    let all: JoinSet<()> =
        REFUSALS.into_iter().map(|(refuse, allow)| turns_and_turns_back(server, refuse, allow)).collect();
    all.join_all().await;
}

/// In a database of its own, by a role that has no more rights than it takes.
async fn turns_and_turns_back(server: &TestServer, refuse: &str, allow: &str) {
    let url = server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    let limited = format!("limited_{database}");
    // The role that makes the tables is another one than the program's, as careful operators have it.
    crate::opened(&url).await.close().await.expect("it closes");
    let say =
        |what: &str| server.sql(&database, &what.replace("LIMITED", &limited)).expect("the server does it");
    say("CREATE ROLE LIMITED LOGIN PASSWORD 'limited'");
    say("GRANT USAGE ON SCHEMA adoube TO LIMITED");
    say("GRANT SELECT, INSERT, UPDATE, DELETE ON adoube.record, adoube.answer, adoube.tally TO LIMITED");
    say("GRANT SELECT ON adoube.installation TO LIMITED");
    let (scheme, rest) = url.split_once("://").expect("an address");
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let store = crate::opened(&format!("{scheme}://{limited}:limited@{host}")).await;
    say(refuse);
    becomes(&*store, StoreHealth::ReadOnly).await;
    println!("noticed: {refuse}");
    say(allow);
    becomes(&*store, StoreHealth::Writable).await;
    println!("noticed: {allow}");
    apply(&*store, put("web:1", "a")).await;
    assert_eq!(version(&*store, "a").await, 1, "what was refused left nothing behind");
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn a_refusal_is_told_at_once_and_health_turns() {
    let Some(server) = server() else { return };
    let url = server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    let store = crate::opened(&url).await;
    let say = |what: &str| server.sql(&database, what).expect("the server does it");
    say("ALTER TABLE adoube.record RENAME TO hidden");
    for _ in 0..2 {
        let refused = in_time(store.commit(put("web:1", "a"))).await;
        assert!(matches!(refused, Err(StoreError::Database { .. })), "{refused:?}");
        becomes(&*store, StoreHealth::ReadOnly).await;
    }
    say("ALTER TABLE adoube.hidden RENAME TO record");
    becomes(&*store, StoreHealth::Writable).await;
    apply(&*store, put("web:1", "a")).await;
}

#[tokio::test]
async fn one_record_that_is_refused_alone_turns_nothing() {
    let Some(server) = server() else { return };
    let url = server.new_database();
    let database = url.rsplit('/').next().expect("a name").to_owned();
    let store = crate::opened(&url).await;
    let constraint = "ALTER TABLE adoube.record ADD CONSTRAINT uncursed CHECK (key <> 'cursed')";
    server.sql(&database, constraint).expect("the server does it");
    let mut health = store.health();
    health.mark_unchanged();
    let refused = in_time(store.commit(put("web:1", "cursed"))).await;
    assert!(matches!(refused, Err(StoreError::Database { .. })), "{refused:?}");
    for number in 1..=20 {
        apply(&*store, put(&format!("web:other{number}"), "a")).await;
    }
    assert!(!health.has_changed().expect("the store is there"));
}
