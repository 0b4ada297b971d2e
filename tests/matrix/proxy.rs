//! A proxy before the homeserver that injects faults: refused requests, lost and delayed answers.
//! Not here: the homeserver (`synapse`).

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::json;
use tokio::{net::TcpListener, sync::watch};

use crate::synapse::Synapse;

/// The largest message.
const MOST_BYTES: usize = 64 << 20;

/// What happens to a question.
#[derive(Clone)]
enum Fault {
    /// It does not reach the server; somebody says this with this status.
    Refused(StatusCode, String),
    /// The server does what it should, and nobody hears of it.
    Lost,
}

#[derive(Default)]
struct Traffic {
    /// Parts of paths; questions with one of them wait.
    held: Vec<String>,
    /// By a part of the path, and how often.
    faults: Vec<(String, Fault, usize)>,
    asked: Vec<String>,
    /// Whoever had a session so far, and whose is none any more.
    sessions: HashSet<String>,
    ended: HashSet<String>,
}

#[derive(Clone)]
struct Way {
    server: String,
    client: reqwest::Client,
    traffic: Arc<Mutex<Traffic>>,
    changed: watch::Sender<()>,
}

/// It runs until the test ends.
pub struct Proxy {
    pub address: String,
    way: Way,
}

impl Proxy {
    pub async fn before(synapse: &Synapse) -> Self {
        let way = Way {
            server: synapse.address(),
            client: reqwest::Client::new(),
            traffic: Arc::default(),
            changed: watch::Sender::new(()),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let router = Router::new().fallback(pass).with_state(way.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, way }
    }

    /// Questions whose path has this part are answered with this status, so often.
    pub fn refuses(&self, part: &str, status: u16, times: usize) {
        let body = json!({ "errcode": "M_UNKNOWN", "error": "something is wrong here" });
        self.answers(part, status, &body.to_string(), times);
    }

    /// They are answered with these words in the server's place.
    pub fn answers(&self, part: &str, status: u16, body: &str, times: usize) {
        let fault = Fault::Refused(StatusCode::from_u16(status).expect("a status"), body.to_owned());
        self.way.traffic().faults.push((part.to_owned(), fault, times));
    }

    /// Nothing goes wrong any more.
    pub fn heals(&self) {
        self.way.traffic().faults.clear();
    }

    /// The server ends all sessions there are, and knows their devices.
    pub fn ends_sessions(&self) {
        let Traffic { sessions, ended, .. } = &mut *self.way.traffic();
        ended.clone_from(sessions);
    }

    /// Their answers are lost, so often.
    pub fn loses(&self, part: &str, times: usize) {
        self.way.traffic().faults.push((part.to_owned(), Fault::Lost, times));
    }

    /// Questions whose path has this part wait until [`Proxy::lets_go`].
    pub fn holds(&self, part: &str) {
        self.way.traffic().held.push(part.to_owned());
    }

    /// Nothing waits any more.
    pub fn lets_go(&self) {
        self.way.traffic().held.clear();
        self.way.changed.send_replace(());
    }

    /// How many questions there were whose path has this part.
    pub fn asked(&self, part: &str) -> usize {
        self.way.traffic().asked.iter().filter(|path| path.contains(part)).count()
    }

    /// Waits until there were so many.
    pub async fn is_asked(&self, part: &str, times: usize) {
        let mut changed = self.way.changed.subscribe();
        let waiting = async {
            while self.asked(part) < times {
                changed.changed().await.expect("the sender is here");
            }
        };
        let in_time = tokio::time::timeout(adoube_testing::TEST_TIMEOUT, waiting).await;
        assert!(in_time.is_ok(), "asked for {part} {} times only", self.asked(part));
    }
}

impl Way {
    fn traffic(&self) -> MutexGuard<'_, Traffic> {
        self.traffic.lock().expect("nobody panics with it")
    }

    /// Waits as long as such questions are held.
    async fn pass_on(&self, path: &str) {
        let is_free = |way: &Self| !way.traffic().held.iter().any(|part| path.contains(part.as_str()));
        let mut changed = self.changed.subscribe();
        while !is_free(self) {
            changed.changed().await.expect("the sender is here");
        }
    }

    /// Notes a question; what is to happen to it.
    fn note(&self, path: &str, session: Option<&HeaderValue>) -> Option<Fault> {
        let mut traffic = self.traffic();
        traffic.asked.push(path.to_owned());
        if let Some(session) = session.and_then(|session| session.to_str().ok()) {
            if traffic.ended.contains(session) {
                let body = json!({ "errcode": "M_UNKNOWN_TOKEN", "error": "expired", "soft_logout": true });
                return Some(Fault::Refused(StatusCode::UNAUTHORIZED, body.to_string()));
            }
            traffic.sessions.insert(session.to_owned());
        }
        let fault =
            traffic.faults.iter_mut().find(|(part, _, times)| *times > 0 && path.contains(part.as_str()));
        fault.map(|(_, fault, times)| {
            *times -= 1;
            fault.clone()
        })
    }
}

async fn pass(State(way): State<Way>, request: Request) -> Response {
    let path = request.uri().path_and_query().expect("a path").to_string();
    let fault = way.note(&path, request.headers().get("authorization"));
    way.changed.send_replace(());
    way.pass_on(&path).await;
    if let Some(Fault::Refused(status, body)) = fault {
        return (status, body).into_response();
    }
    let (head, body) = request.into_parts();
    let body = to_bytes(body, MOST_BYTES).await.expect("a body");
    let mut headers = head.headers;
    headers.remove("host");
    let asked =
        way.client.request(head.method, format!("{}{path}", way.server)).headers(headers).body(body).send();
    let answer = match asked.await {
        Ok(answer) => answer,
        Err(error) => return (StatusCode::BAD_GATEWAY, error.to_string()).into_response(),
    };
    if matches!(fault, Some(Fault::Lost)) {
        return StatusCode::GATEWAY_TIMEOUT.into_response();
    }
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers().iter().filter(|(name, _)| *name != "transfer-encoding") {
        response = response.header(name, value);
    }
    response.body(Body::from(answer.bytes().await.expect("a body"))).expect("an answer")
}
