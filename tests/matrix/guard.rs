//! A simulated authorization server for a Synapse that leaves log-ins to another program: it
//! registers programs, gives codes, waits until they are approved, renews tokens, and tells Synapse
//! whose a token is, as the Matrix Authentication Service does. It runs until the test ends. Not
//! here: what the bot makes of it (`guarded`).

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, OnceLock},
};

use adoube_testing::TEST_TIMEOUT;
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch};

use crate::{journal::fresh, synapse::Synapse};

/// What Synapse and it know alone.
const SECRET: &str = "between-the-two";
const DEVICE: &str = "urn:matrix:org.matrix.msc2967.client:device:";

/// What somebody has said to a code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    Yes,
    No,
}

struct Code {
    /// What people enter.
    entered: String,
    scope: String,
    said: Said,
}

#[derive(Default)]
struct Book {
    programs: HashSet<String>,
    /// By the code of the device.
    codes: HashMap<String, Code>,
    /// What the tokens allow.
    access: HashMap<String, String>,
    renewal: HashMap<String, String>,
    /// How long codes are good, in seconds.
    patience: u64,
    renewed: usize,
    /// Whether nothing is renewed now.
    is_down: bool,
    /// What is said instead to whoever asks whether a code was entered, one after the other.
    troubles: Vec<(u16, String)>,
    revoked: usize,
}

/// The server.
#[derive(Clone)]
pub struct Guard {
    pub address: String,
    /// Whose account everybody logs in to.
    account: String,
    book: Arc<Mutex<Book>>,
    synapse: Arc<OnceLock<String>>,
    changed: watch::Sender<()>,
}

/// What a form says.
fn fields(form: &str) -> HashMap<String, String> {
    let url = reqwest::Url::parse(&format!("http://form/?{form}")).expect("a form");
    url.query_pairs().into_owned().collect()
}

impl Guard {
    /// With a Synapse that leaves log-ins to it, and an account there. Nothing where there is no Synapse.
    pub async fn open(account: &str) -> Option<(Self, Arc<Synapse>)> {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let book = Book { patience: 600, ..Book::default() };
        let guard = Self {
            address,
            account: account.to_owned(),
            book: Arc::new(Mutex::new(book)),
            synapse: Arc::default(),
            changed: watch::Sender::new(()),
        };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/register", post(register))
            .route("/device", post(device))
            .route("/token", post(token))
            .route("/revoke", post(revoke))
            .route("/oauth2/introspect", post(introspect))
            .with_state(guard.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let synapse = Synapse::with(json!({
            "matrix_authentication_service": { "enabled": true, "endpoint": guard.address, "secret": SECRET },
            "password_config": { "enabled": false },
        }))?;
        guard.synapse.set(synapse.address()).expect("once");
        guard.tell("provision_user", &json!({ "localpart": account })).await;
        Some((guard, synapse))
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().expect("nobody panics with it")
    }

    /// Tells Synapse something about the account.
    async fn tell(&self, what: &str, about: &Value) {
        let url = format!("{}/_synapse/mas/{what}", self.synapse.get().expect("it runs"));
        let told = reqwest::Client::new().post(url).bearer_auth(SECRET).body(about.to_string()).send().await;
        let answer = told.expect("an answer");
        let status = answer.status();
        assert!(status.is_success(), "{what}: {status} {}", answer.text().await.unwrap_or_default());
    }

    /// Codes are good for so many seconds from now on.
    pub fn loses_patience(&self, seconds: u64) {
        self.book().patience = seconds;
    }

    fn answers(&self, user_code: &str, said: Said) {
        let mut book = self.book();
        let code = book.codes.values_mut().find(|code| code.entered == user_code);
        code.expect("such a code was given").said = said;
    }

    /// Somebody enters the code and allows it.
    pub fn allows(&self, user_code: &str) {
        self.answers(user_code, Said::Yes);
    }

    /// Somebody enters the code and refuses it.
    pub fn refuses(&self, user_code: &str) {
        self.answers(user_code, Said::No);
    }

    /// Somebody allows that the account gets other signing keys.
    pub async fn allows_other_keys(&self) {
        self.tell("allow_cross_signing_reset", &json!({ "localpart": self.account })).await;
    }

    /// Nothing is renewed for a while.
    pub fn is_down(&self, is_down: bool) {
        self.book().is_down = is_down;
    }

    /// Whoever asks whether a code was entered is told these first, the last one first.
    pub fn has_troubles(&self, troubles: &[(u16, &str)]) {
        self.book().troubles = troubles.iter().map(|(status, said)| (*status, (*said).to_owned())).collect();
    }

    /// Waits until all of them were said.
    pub async fn has_said_them(&self) {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            while !self.book().troubles.is_empty() {
                changed.changed().await.expect("the sender is here");
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, waiting).await.expect("asked in time");
    }

    /// How many tokens were given back.
    pub fn revoked(&self) -> usize {
        self.book().revoked
    }

    /// How often tokens were renewed.
    pub fn renewed(&self) -> usize {
        self.book().renewed
    }

    /// Waits until they were so often.
    pub async fn has_renewed(&self, times: usize) {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            while self.renewed() < times {
                changed.changed().await.expect("the sender is here");
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, waiting).await.expect("renewed in time");
    }

    /// A token of the account.
    pub fn any_token(&self) -> String {
        self.book().access.keys().next().expect("somebody is logged in").clone()
    }

    /// Whoever was logged in is so no more.
    pub fn forgets(&self) {
        self.book().renewal.clear();
    }

    /// Each is good once.
    async fn renews(&self, token: &str) -> Response {
        if self.book().is_down {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        let scope = self.book().renewal.remove(token);
        let Some(scope) = scope else { return no("invalid_grant") };
        let answer = self.tokens(scope).await;
        self.book().renewed += 1;
        self.changed.send_replace(());
        answer
    }

    /// Tokens for whatever a code allows, or those before did.
    async fn tokens(&self, scope: String) -> Response {
        let device = scope.split(' ').find_map(|scope| scope.strip_prefix(DEVICE)).expect("a device");
        let about = json!({ "localpart": self.account, "device_id": device, "display_name": "adoube" });
        self.tell("upsert_device", &about).await;
        let (access, renewal) = (format!("access-{}", fresh()), format!("renewal-{}", fresh()));
        let answer = json!({
            "access_token": access, "refresh_token": renewal, "token_type": "Bearer", "expires_in": 300, "scope": scope,
        });
        let mut book = self.book();
        book.access.insert(access, scope.clone());
        book.renewal.insert(renewal, scope);
        Json(answer).into_response()
    }
}

fn no(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response()
}

async fn metadata(State(guard): State<Guard>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", guard.address);
    Json(json!({
        "issuer": at(""), "authorization_endpoint": at("authorize"), "token_endpoint": at("token"),
        "registration_endpoint": at("register"), "revocation_endpoint": at("revoke"),
        "device_authorization_endpoint": at("device"), "account_management_uri": at("account"),
        "response_types_supported": ["code"], "response_modes_supported": ["query", "fragment"],
        "grant_types_supported": [
            "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
        ],
        "code_challenge_methods_supported": ["S256"],
    }))
}

/// As the Matrix Authentication Service takes programs that nobody knows: with a page that tells of them.
async fn register(State(guard): State<Guard>, Json(program): Json<Value>) -> Response {
    let page = program["client_uri"].as_str().unwrap_or_default();
    let wants = program["grant_types"].as_array().cloned().unwrap_or_default();
    let has_all = ["refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]
        .iter()
        .all(|grant| wants.contains(&json!(grant)));
    if !page.starts_with("https://") || !has_all || program["token_endpoint_auth_method"] != "none" {
        return no("invalid_client_metadata");
    }
    let id = format!("program-{}", fresh());
    guard.book().programs.insert(id.clone());
    (StatusCode::CREATED, Json(json!({ "client_id": id }))).into_response()
}

async fn device(State(guard): State<Guard>, form: String) -> Response {
    let fields = fields(&form);
    let mut book = guard.book();
    if !fields.get("client_id").is_some_and(|program| book.programs.contains(program)) {
        return no("invalid_client");
    }
    let (code, user_code) = (format!("device-{}", fresh()), format!("CODE-{}", fresh()));
    let answer = json!({
        "device_code": code, "user_code": user_code, "verification_uri": format!("{}/link", guard.address),
        "verification_uri_complete": format!("{}/link?code={user_code}", guard.address),
        "expires_in": book.patience, "interval": 1,
    });
    let scope = fields.get("scope").cloned().unwrap_or_default();
    book.codes.insert(code, Code { entered: user_code, scope, said: Said::Nothing });
    Json(answer).into_response()
}

async fn token(State(guard): State<Guard>, form: String) -> Response {
    let fields = fields(&form);
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    if field("grant_type") == "refresh_token" {
        return guard.renews(&field("refresh_token")).await;
    }
    let trouble = guard.book().troubles.pop();
    if let Some((status, said)) = trouble {
        guard.changed.send_replace(());
        return (StatusCode::from_u16(status).expect("a status"), said).into_response();
    }
    let code = guard.book().codes.get(&field("device_code")).map(|code| (code.said, code.scope.clone()));
    match code {
        Some((Said::Nothing, _)) => no("authorization_pending"),
        Some((Said::No, _)) => no("access_denied"),
        Some((Said::Yes, scope)) => guard.tokens(scope).await,
        None => no("invalid_grant"),
    }
}

async fn revoke(State(guard): State<Guard>, form: String) -> StatusCode {
    let fields = fields(&form);
    let mut book = guard.book();
    let is_known = fields.get("client_id").is_some_and(|program| book.programs.contains(program));
    if !is_known {
        return StatusCode::UNAUTHORIZED;
    }
    let token = fields.get("token").and_then(|token| book.access.remove(token));
    book.revoked += usize::from(token.is_some());
    StatusCode::OK
}

/// Whose a token is, for Synapse alone.
async fn introspect(State(guard): State<Guard>, headers: HeaderMap, form: String) -> Response {
    let fields = fields(&form);
    if headers.get("authorization").is_none_or(|said| said != &format!("Bearer {SECRET}")) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let scope = fields.get("token").and_then(|token| guard.book().access.get(token).cloned());
    let answer = match scope {
        Some(scope) => {
            json!({ "active": true, "scope": scope, "username": guard.account, "sub": guard.account, "expires_in": 300 })
        }
        None => json!({ "active": false }),
    };
    Json(answer).into_response()
}
