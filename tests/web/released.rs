//! Test of the records of the web chat against the fixture store: what it writes now equals the
//! stored files, and games in them are played on. Not here: how the scenes are made
//! (`fixture_store`).

use std::{fmt::Write as _, sync::Arc};

use adoube_bot::{ChannelId, Person, PersonId};
use adoube_platform_web::WebSettings;
use adoube_store::{Batch, Key, MemoryStore, Store, Table};
use adoube_testing::clock::TestClock;
use axum::response::IntoResponse;
use axum_extra::extract::{
    SignedCookieJar,
    cookie::{Cookie, Key as CookieKey},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use hyper::{HeaderMap, StatusCode, header};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{
    fixture_store as fixture,
    support::{Browser, Server, control, is_board},
};

/// What signs the cookies of these stores: no secret of anybody.
const SECRET: [u8; 64] = *b"the key that signs cookies in tests, which is nobody's secret...";
/// When these people began, in milliseconds since 1970.
const SCENES_BEGIN: u64 = 1_700_000_600_000;
const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The id of somebody's browser.
fn browser_id(name: &str) -> String {
    hex(name.repeat(6).get(..16).expect("sixteen letters").as_bytes())
}

/// Somebody on the first seat of a browser.
fn person(name: &str) -> Person {
    let hash = Sha256::new().chain_update(b"adoube web person\0").chain_update(browser_id(name));
    let hash = hash.chain_update([0, 1]).finalize();
    Person { id: PersonId(format!("web:{}", hex(&hash[..16]))), name: name.to_owned() }
}

/// Somebody's browser, which has been here before.
fn browser(server: &Server, name: &str) -> Browser {
    let tag = Sha256::new().chain_update(b"adoube cookie name\0").chain_update(SECRET).finalize();
    let cookie = Cookie::new(format!("adoube-{}", hex(&tag[..4])), browser_id(name));
    let jar = SignedCookieJar::from_headers(&HeaderMap::new(), CookieKey::from(&SECRET)).add(cookie);
    let answer = jar.into_response();
    let cookie = answer.headers()[header::SET_COOKIE].to_str().expect("text").to_owned();
    Browser { cookie: Some(cookie), ..server.browser() }
}

async fn serve(store: &Arc<dyn Store>) -> Server {
    let moderators = vec!["Eve".to_owned()];
    let settings = WebSettings { moderators, ..WebSettings::default() };
    Server::with_settings(
        Arc::clone(store),
        Arc::new(TestClock::undated().beginning_at(1_700_000_000_000)),
        settings,
    )
    .await
}

/// What one person asks and does alone.
const ASKED: [&str; 30] = [
    "/help",
    "/help draw",
    "/help words",
    "/help stalemate",
    "/help check",
    "/piece nightrider",
    "/pieces",
    "/rules",
    "/rules schachen",
    "/rules touch-move",
    "/setup free-chosen 3",
    "/setup discard",
    "/setup free-random 7 captured lock:2",
    "/play",
    "/play Ada chess white",
    "/withdraw",
    "/bord",
    "/games",
    "/games mine",
    "/game abcdef",
    "/accept",
    "/hand",
    "/move e4",
    "/draw",
    "/export pgn",
    "/verify",
    "/follow",
    "/play Nobody",
    "/play Bob grand initial",
    "/help play",
];

/// What they ask about a game of theirs.
const PLAYED: [&str; 13] = [
    "e4",
    "e9",
    "/moves e7",
    "/piece e2",
    "/board hints",
    "/board text",
    "/replay",
    "/export pgn",
    "/export json",
    "/export fen",
    "/touch e7",
    "/resign",
    "/move",
];

/// Everything that is done in the web chat while it is served.
async fn play(server: &Server) {
    let [ada, bob, eve] = NAMES.map(|name| browser(server, name));
    for (browser, name) in [(&ada, "Ada"), (&bob, "Robert"), (&eve, "Eve")] {
        browser.call(name).await;
    }
    bob.call("Bob").await;
    let wish = json!({ "seat": 1, "language": "de", "theme": "slate" });
    assert_eq!(bob.post("/person", &wish).await.status, StatusCode::OK);
    ada.tab(2).call("Zoë").await;
    for channel in ["chess", "corner", "library"] {
        let made = ada.post("/channels", &json!({ "seat": 1, "name": channel })).await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.text());
    }
    let (mut white, mut black, mut third) = (ada.enter().await, bob.enter().await, eve.enter().await);
    for socket in [&mut white, &mut black, &mut third] {
        socket.number_events();
    }
    third.done("hello").await;
    white.done("/play Bob schachen white").await;
    let challenge =
        black.entry(|entry| entry["message"]["rows"].as_array().is_some_and(|rows| !rows.is_empty())).await;
    black.press(&challenge["seq"], &control(&challenge, "Annehmen"), None).await;
    white.entry(is_board).await;
    white.done("/hand").await;
    white.done("n3 pass").await;
    black.done("Dame z5").await;
    black.done("n4").await;
    black.done("/hand").await;
    third.done("/help").await;
    third.done("/board").await;
    third.done("good game").await;
    "corner".clone_into(&mut third.channel);
    third.watch(None).await;
    third.done("anybody here?").await;
    third.done("/play chess960").await;
    // Whatever somebody asks is kept for them.
    "library".clone_into(&mut third.channel);
    for line in ASKED {
        third.done(line).await;
    }
    "library".clone_into(&mut black.channel);
    black.watch(None).await;
    black.done("/annehmen").await;
    "corner".clone_into(&mut third.channel);
    "corner".clone_into(&mut black.channel);
    black.done("/accept").await;
    for line in PLAYED {
        third.done(line).await;
        black.done(line).await;
    }
}

/// The store of a chat in which all this has happened.
async fn played() -> Arc<dyn Store> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let secret = json!({ "format": 2, "secret": STANDARD.encode(SECRET) });
    let secret = Batch::new().put(Table::Web, Key::new().text("secret"), secret.to_string());
    store.commit(secret).await.expect("memory");
    let server = serve(&store).await;
    play(&server).await;
    server.halt().await;
    let channel = |name: &str| ChannelId(format!("web:{name}"));
    let waiting = fixture::play_scenes(&store, NAMES.map(person), SCENES_BEGIN, channel).await;
    assert!(waiting > 40, "{waiting} notices wait");
    store
}

#[tokio::test]
async fn what_is_written_now_is_what_is_kept() {
    fixture::compare(&*played().await, "web").await;
}

/// What somebody reads in a channel, and that it contains all this.
async fn reads(browser: &Browser, channel: &str, words: &[&str]) {
    let mut socket = browser.socket().await;
    socket.channel = channel.to_owned();
    socket.watch(None).await;
    let read = socket.until("entries").await.to_string();
    for words in words {
        assert!(read.contains(words), "{words} in {channel}: {read}");
    }
}

#[tokio::test]
async fn the_fixture_store_is_played_on() {
    play_on("web").await;
}

/// A store of a program that wrote what came of an event in three commits, each under a key of its own.
#[tokio::test]
async fn a_store_of_events_with_three_keys_is_played_on() {
    play_on("web-three-keys").await;
}

async fn play_on(fixture: &str) {
    let store: Arc<dyn Store> = Arc::new(fixture::load(fixture).await);
    let server = serve(&store).await;
    let [mut ada, mut bob, eve] = NAMES.map(|name| browser(&server, name));
    let persons = ada.open_session().await["persons"].clone();
    assert_eq!((&persons[0]["name"], &persons[1]["name"]), (&"Ada".into(), &"Zoë".into()));
    let person = bob.open_session().await["persons"][0].clone();
    let expected = [&person["name"], &person["language"], &person["theme"]];
    assert_eq!(expected, ["Bob", "de", "slate"]);
    // Names are whose they were, also such as look like them.
    let mut other = server.browser();
    other.open_session().await;
    for name in ["ada", "Zoё", "ЕVE"] {
        let refused = other.post("/person", &json!({ "seat": 1, "name": name })).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{name}");
    }
    reads(&ada, "lobby", &["hello", "good game", "/hand", "n3 pass"]).await;
    reads(&eve, "library", &["/help words"]).await;
    // What waited is told.
    let mut waited = bob.socket().await;
    "chess".clone_into(&mut waited.channel);
    waited.watch(None).await;
    // In the letters that Bob may have chosen by then.
    waited.entry(|entry| entry.to_string().contains("Ada spielt 3. ")).await;
    // Eve moderates, and nobody else does.
    let mut moderator = eve.enter().await;
    moderator.say("/abort").await;
    moderator.entry(|entry| entry.to_string().contains("Abort the game")).await;
    server.halt().await;
}
