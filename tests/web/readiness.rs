//! Tests of the health checks for load balancers and service managers: whether people can be served
//! now, and whether the process is alive.

use std::sync::Arc;

use adoube_platform_web::{Dependency, Readiness, WebSettings};
use adoube_store::{MemoryStore, StoreHealth};
use adoube_testing::TEST_TIMEOUT;
use adoube_testing::clock::TestClock;
use adoube_testing::store::{HookedStore, StoreHook};
use hyper::{Method, StatusCode};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::watch,
    time::timeout,
};

use super::support::Server;

/// It says how the store is.
struct Moody(watch::Sender<StoreHealth>);

impl StoreHook for Moody {
    fn health(&self) -> Option<watch::Receiver<StoreHealth>> {
        Some(self.0.subscribe())
    }
}

#[tokio::test]
async fn it_is_ready_while_records_can_be_written() {
    let health = watch::Sender::new(StoreHealth::Writable);
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Moody(health)));
    let server = Server::with(store.clone(), Arc::new(TestClock::ticking())).await;
    let asks = || async {
        let answer = server.browser().get("/ready").await;
        assert!(answer.headers.get("set-cookie").is_none(), "nobody is made of who asks");
        (answer.status, answer.text().to_owned())
    };
    let ready = (StatusCode::OK, "ready\n".to_owned());
    assert_eq!(asks().await, ready);
    store.0.send_replace(StoreHealth::ReadOnly);
    let (status, why) = asks().await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(why.contains("no writes"), "{why}");
    store.0.send_replace(StoreHealth::Writable);
    assert_eq!(asks().await, ready);
    server.halt().await;
}

#[tokio::test]
async fn what_counts_is_chosen_and_everything_else_is_remarked() {
    let away = "Discord: away";
    let all = vec![Dependency::Store, Dependency::Discord];
    for (chosen, is_read_only, is_away, status) in [
        (None, false, true, StatusCode::OK),
        (None, true, false, StatusCode::SERVICE_UNAVAILABLE),
        (Some(vec![Dependency::Discord]), true, false, StatusCode::OK),
        (Some(vec![Dependency::Discord]), false, true, StatusCode::SERVICE_UNAVAILABLE),
        (Some(all.clone()), false, true, StatusCode::SERVICE_UNAVAILABLE),
        (Some(all.clone()), true, false, StatusCode::SERVICE_UNAVAILABLE),
        (Some(all), false, false, StatusCode::OK),
        (Some(vec![]), true, true, StatusCode::OK),
    ] {
        let health =
            watch::Sender::new(if is_read_only { StoreHealth::ReadOnly } else { StoreHealth::Writable });
        let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Moody(health)));
        let (is_away, remarked) = (watch::Sender::new(is_away), watch::Sender::new(true));
        let mut readiness = Readiness::default();
        readiness.add_error(Dependency::Discord, is_away.subscribe(), away);
        readiness.add_remark(remarked.subscribe(), "a remark");
        let ready = chosen.clone().map(Into::into).unwrap_or_default();
        let settings = WebSettings { ready, ..WebSettings::default() };
        let server = Server::reporting(store, settings, readiness).await;
        let answer = server.browser().get("/ready").await;
        let told = answer.text();
        let case = format!("{chosen:?} {is_read_only} {}: {told}", *is_away.borrow());
        assert_eq!(answer.status, status, "{case}");
        assert_eq!(told.starts_with("ready\n"), status == StatusCode::OK, "{case}");
        assert_eq!(told.contains("no writes"), is_read_only, "{case}");
        assert_eq!(told.contains(away), *is_away.borrow(), "{case}");
        assert!(told.contains("a remark\n"), "{case}");
        server.halt().await;
    }
}

#[tokio::test]
async fn while_it_drains_everybody_is_served_and_only_ready_says_no() {
    let is_draining = watch::Sender::new(false);
    let mut readiness = Readiness::default();
    readiness.draining(is_draining.subscribe());
    let settings = WebSettings::default();
    let server = Server::reporting(Arc::new(MemoryStore::new()), settings, readiness).await;
    let status = async |path: &str| server.browser().get(path).await.status;
    assert_eq!(status("/ready").await, StatusCode::OK);
    is_draining.send_replace(true);
    // Each on a connection of its own.
    let answer = server.browser().get("/ready").await;
    assert_eq!((answer.status, answer.text()), (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"));
    assert_eq!(status("/healthz").await, StatusCode::OK);
    assert_eq!(status("/").await, StatusCode::OK);
    let ada = server.person("Ada").await;
    ada.socket().await.done("hello").await;
    server.halt().await;
}

#[tokio::test]
async fn it_is_alive_until_a_task_dies_that_a_restart_brings_back() {
    let task = tokio::spawn(std::future::pending::<()>());
    let mut readiness = Readiness::default();
    readiness.task(task.abort_handle(), "nothing is due any more");
    let health = watch::Sender::new(StoreHealth::ReadOnly);
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Moody(health)));
    let server = Server::reporting(store, WebSettings::default(), readiness).await;
    let answer = server.browser().get("/healthz").await;
    assert_eq!(
        (answer.status, answer.text()),
        (StatusCode::OK, "alive\n"),
        "a store that takes no writes is no death"
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    task.abort();
    assert!(task.await.is_err());
    let answer = server.browser().get("/healthz").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.text(), "not alive\nnothing is due any more\n");
    server.halt().await;
}

/// Whatever is answered to these bytes on a connection of its own.
async fn answer_to(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(TEST_TIMEOUT, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    answer
}

#[tokio::test]
async fn probes_are_answered_under_any_name_and_the_page_is_not() {
    let server = Server::start().await;
    for path in ["/ready", "/healthz"] {
        for head in [
            "HTTP/1.0\r\n",
            "HTTP/1.0\r\nHost: \r\n",
            "HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n",
            "HTTP/1.1\r\nHost: 10.1.2.3:8424\r\nConnection: close\r\n",
            "HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example\r\nConnection: close\r\n",
        ] {
            for (method, is_with_body) in [("GET", true), ("HEAD", false)] {
                let answer = answer_to(&server, &format!("{method} {path} {head}\r\n")).await;
                let (first, body) = answer.split_once("\r\n\r\n").unwrap();
                assert!(first.lines().next().unwrap().contains(" 200 "), "{method} {path} {head}: {answer}");
                assert_eq!(!body.is_empty(), is_with_body, "{method} {path} {head}: {answer}");
                assert!(first.contains("nosniff"), "{answer}");
            }
        }
        let answer = server.browser().send(Method::POST, path, &[], "").await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    }
    for head in ["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n"] {
        let answer = answer_to(&server, &format!("GET / {head}\r\n")).await;
        assert!(answer.contains(" 421 ") && answer.contains("nosniff"), "{answer}");
    }
    server.halt().await;
}
