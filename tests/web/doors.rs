//! Tests of access to the web server: hosts, origins, cookies, names, limits, timeouts; and the
//! security headers of every answer.

use std::sync::Arc;

use adoube_store::MemoryStore;
use adoube_testing::{TEST_TIMEOUT, clock::TestClock};
use hyper::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

use super::support::{Browser, Server};

#[tokio::test]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let server = Server::start().await;
    let browser = server.browser();
    for path in ["/", "/assets/main.js", "/assets/page.css", "/words/de", "/nothing-here", "/c/nowhere"] {
        let answer = browser.get(path).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(
            answer.headers.get("set-cookie").is_none(),
            "{path} must not replace a cookie it was not sent"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn the_page_is_in_the_browsers_language() {
    let server = Server::start().await;
    for (wish, lang, word) in
        [("de-CH, en;q=0.5", "de", "Senden"), ("fr, en", "en", "Send"), ("", "en", "Send")]
    {
        let answer = server.browser().send(Method::GET, "/", &[("accept-language", wish)], "").await;
        assert!(answer.text().contains(&format!("<html lang=\"{lang}\" dir=\"ltr\">")), "{wish}");
        let words = server.browser().get(&format!("/words/{lang}")).await.json();
        assert_eq!(words["send"], word);
    }
    server.stop().await;
}

#[tokio::test]
async fn files_of_the_page_are_sent_once() {
    let server = Server::start().await;
    let browser = server.browser();
    let first = browser.get("/assets/main.js").await;
    assert!(first.header("content-type").starts_with("text/javascript"));
    let again =
        browser.send(Method::GET, "/assets/main.js", &[("if-none-match", first.header("etag"))], "").await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    server.stop().await;
}

#[tokio::test]
async fn other_hosts_and_origins_are_refused() {
    let server = Server::start().await;
    let browser = server.person("Anna").await;
    let own = format!("http://{}", server.address);
    let rebound = browser.send(Method::GET, "/", &[("host", "evil.example")], "").await;
    assert_eq!(rebound.status, StatusCode::MISDIRECTED_REQUEST);
    for origin in [None, Some("null"), Some("http://evil.example"), Some("http://127.0.0.1")] {
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(origin.map(|origin| ("origin", origin)));
        let answer = browser.send(Method::POST, "/person", &headers, r#"{"seat":1,"name":"Mallory"}"#).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{origin:?}");
        assert_eq!(browser.try_socket(origin).await.err(), Some(StatusCode::FORBIDDEN), "{origin:?}");
    }
    assert!(browser.try_socket(Some(&own)).await.is_ok());
    // A form of another page cannot say that it is JSON.
    let form = [("origin", own.as_str()), ("content-type", "text/plain")];
    let answer = browser.send(Method::POST, "/session", &form, "{}").await;
    assert_eq!(answer.status, StatusCode::OK, "a session alone gives nothing away");
    let answer = browser.send(Method::POST, "/person", &form, r#"{"seat":1,"name":"Mallory"}"#).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    server.stop().await;
}

#[tokio::test]
async fn a_cookie_that_was_touched_is_nobodys() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let answer = server.browser().post("/session", &json!({})).await;
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(answer.header("set-cookie").contains(part), "{}", answer.header("set-cookie"));
    }
    let good = anna.cookie.clone().unwrap();
    let (name, value) = good.split_once('=').unwrap();
    let flip = |text: &str, at: usize| -> String {
        let flipped = |c: char| if c == 'a' { 'b' } else { 'a' };
        text.chars().enumerate().map(|(i, c)| if i == at { flipped(c) } else { c }).collect()
    };
    let bare = value.chars().rev().take(32).collect::<String>().chars().rev().collect::<String>();
    let mut forged: Vec<String> = (0..value.len()).step_by(7).map(|at| flip(value, at)).collect();
    forged.extend([bare, String::new(), "x".to_owned(), flip(value, value.len() - 1)]);
    for value in forged {
        let mut mallory = server.browser();
        mallory.cookie = Some(format!("{name}={value}"));
        let answer = mallory.post("/person", &json!({ "seat": 1, "theme": "slate" })).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{value}");
        let own = format!("http://{}", server.address);
        assert_eq!(mallory.try_socket(Some(&own)).await.err(), Some(StatusCode::UNAUTHORIZED), "{value}");
        assert_eq!(mallory.open_session().await["persons"], json!([]), "{value}");
    }
    assert_eq!(anna.post("/person", &json!({ "seat": 1, "theme": "slate" })).await.status, StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn a_cookie_of_another_program_is_nobodys() {
    let (server, other) = (Server::start().await, Server::start().await);
    let (anna, bert) = (server.person("Anna").await, other.person("Bert").await);
    let (name, _) = bert.cookie.as_deref().unwrap().split_once('=').unwrap();
    let (_, value) = anna.cookie.as_deref().unwrap().split_once('=').unwrap();
    for cookie in [anna.cookie.clone().unwrap(), format!("{name}={value}")] {
        let mut stranger = other.browser();
        stranger.cookie = Some(cookie);
        let answer = stranger.post("/person", &json!({ "seat": 1, "name": "Mallory" })).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{}", answer.text());
    }
    server.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn a_cookie_that_came_by_https_goes_back_by_https_alone() {
    let server = Server::start().await;
    for (scheme, is_secure) in [("https", true), ("http", false)] {
        let mut browser = server.browser();
        let origin = format!("{scheme}://{}", server.address);
        let headers = [("origin", origin.as_str()), ("content-type", "application/json")];
        for seen in ["a newcomer", "somebody known"] {
            let answer = browser.send(Method::POST, "/session", &headers, "{}").await;
            let mut parts = answer.header("set-cookie").split("; ");
            browser.cookie = parts.next().map(str::to_owned);
            assert_eq!(parts.any(|part| part == "Secure"), is_secure, "{scheme}, {seen}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_browser_holds_several_persons_and_no_more() {
    let server = Server::start().await;
    let mut first = server.person("Anna").await;
    first.tab(2).call("Bert").await;
    let session = first.open_session().await;
    let names: Vec<&Value> =
        session["persons"].as_array().unwrap().iter().map(|person| &person["name"]).collect();
    assert_eq!(names, ["Anna", "Bert"]);
    let count = session["seats"].as_u64().unwrap();
    for seat in [0, count + 1, 255] {
        let answer = first.post("/person", &json!({ "seat": seat, "name": "Carl" })).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{seat}");
    }
    let mut other = server.browser();
    assert_eq!(other.open_session().await["persons"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn names_are_unique_until_they_are_given_up() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut bert = server.browser();
    bert.open_session().await;
    let cases = [
        ("ANNA", StatusCode::CONFLICT, "name-taken"),
        ("ａｎｎａ", StatusCode::CONFLICT, "name-taken"),
        ("", StatusCode::UNPROCESSABLE_ENTITY, "name-empty"),
        ("an\u{202e}na", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("Anna Lena", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", StatusCode::UNPROCESSABLE_ENTITY, "name-long"),
    ];
    for (name, status, reason) in cases {
        let answer = bert.post("/person", &json!({ "seat": 1, "name": name })).await;
        assert_eq!((answer.status, &answer.json()["reason"]), (status, &json!(reason)), "{name:?}");
    }
    let nameless = bert.post("/person", &json!({ "seat": 1, "language": "de" })).await;
    assert_eq!(nameless.json()["reason"], "name-empty");
    anna.call("anna").await;
    anna.call("Anne").await;
    bert.call("Anna").await;
    server.stop().await;
}

#[tokio::test]
async fn nobody_makes_persons_or_changes_without_end() {
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::new(TestClock::stopped())).await;
    let anna = server.person("Anna").await;
    let mut allowed = 0;
    let answer = loop {
        let answer = anna.post("/person", &json!({ "seat": 1, "theme": "slate" })).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        allowed += 1;
        assert!(allowed < 50);
    };
    assert_eq!(
        (answer.status, &answer.json()["reason"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("too-fast"))
    );
    server.stop().await;
}

#[tokio::test]
async fn large_bodies_are_refused() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let answer = anna.post("/person", &json!({ "seat": 1, "name": "x".repeat(100_000) })).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    server.stop().await;
}

/// What the server says on a connection on which this is written, until it ends it.
async fn said_to(server: &Server, written: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(written).await.unwrap();
    let mut said = Vec::new();
    // Cut off or closed, both are an end.
    let ended = timeout(TEST_TIMEOUT, stream.read_to_end(&mut said)).await;
    assert!(ended.is_ok(), "nobody hangs up on {:?}", String::from_utf8_lossy(written));
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn whoever_stops_in_the_middle_is_hung_up_on() {
    let server = Server::start().await;
    let host = format!("Host: {}\r\n", server.address);
    let (half, whole) = (format!("GET / HTTP/1.1\r\n{host}"), format!("GET / HTTP/1.1\r\n{host}\r\n"));
    let body = format!(
        "POST /session HTTP/1.1\r\n{host}Origin: http://{}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.address
    );
    let (nothing, half, whole, body) = tokio::join!(
        said_to(&server, b""),
        said_to(&server, half.as_bytes()),
        said_to(&server, whole.as_bytes()),
        said_to(&server, body.as_bytes()),
    );
    assert_eq!((nothing.as_str(), half.contains("200 OK")), ("", false));
    assert!(whole.starts_with("HTTP/1.1 200 OK"), "{whole}");
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
    server.stop().await;
}

#[tokio::test]
async fn whoever_reads_nothing_is_hung_up_on() {
    let server = Server::start().await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    // More than systems keep for a connection.
    let asked = format!("GET /assets/page.css HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let asking = async { while stream.write_all(asked.as_bytes()).await.is_ok() {} };
    assert!(timeout(TEST_TIMEOUT, asking).await.is_ok(), "nobody hangs up");
    server.stop().await;
}

#[tokio::test]
async fn one_person_has_a_limited_number_of_sockets() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut open = Vec::new();
    let frame = loop {
        let mut socket = anna.socket().await;
        socket.watch(None).await;
        match socket.next().await {
            Ok(_) => open.push(socket),
            Err(frame) => break frame.unwrap(),
        }
        assert!(open.len() < 1000);
    };
    assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1013, "too-many"));
    // Another person is not kept out by it, and one socket less makes room for one more; the server notices the end of
    // a socket when it reads, so that is asked for until it is so.
    server.person("Bert").await.enter().await;
    drop(open.pop());
    let let_in = async {
        while {
            let mut socket = anna.socket().await;
            socket.watch(None).await;
            socket.next().await.is_err()
        } {}
    };
    assert!(timeout(TEST_TIMEOUT, let_in).await.is_ok(), "there is never room again");
    server.stop().await;
}

#[tokio::test]
async fn channels_are_made_once_and_listed_to_all() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut bert = server.person("Bert").await.enter().await;
    let cases = [
        ("openings", StatusCode::OK, Value::Null),
        ("openings", StatusCode::CONFLICT, json!("channel-taken")),
        ("lobby", StatusCode::CONFLICT, json!("channel-taken")),
        ("Endgames", StatusCode::UNPROCESSABLE_ENTITY, json!("channel-name")),
        ("../etc", StatusCode::UNPROCESSABLE_ENTITY, json!("channel-name")),
    ];
    for (name, status, reason) in cases {
        let answer = anna.post("/channels", &json!({ "seat": 1, "name": name })).await;
        assert_eq!((answer.status, answer.json()["reason"].clone()), (status, reason), "{name}");
    }
    loop {
        if bert.until("channels").await["names"] == json!(["lobby", "openings"]) {
            break;
        }
    }
    assert_eq!(anna.get("/c/openings").await.status, StatusCode::OK);
    let unknown = anna.get("/c/unknown").await;
    assert_eq!(
        (unknown.status, unknown.header("location")),
        (StatusCode::SEE_OTHER, "/?gone=%75%6E%6B%6E%6F%77%6E")
    );
    server.stop().await;
}

/// Makes channels until there is a reason against it.
async fn channels_of(browser: &Browser, prefix: &str) -> (usize, Value) {
    for made in 0..1000 {
        let wish = json!({ "seat": browser.seat, "name": format!("{prefix}{made}") });
        let answer = browser.post("/channels", &wish).await;
        if answer.status != StatusCode::OK {
            return (made, answer.json()["reason"].clone());
        }
    }
    panic!("channels without end");
}

#[tokio::test]
async fn nobody_makes_all_channels() {
    let server = Server::start().await;
    let (of_one, reason) = channels_of(&server.person("Anna").await, "a").await;
    assert_eq!(reason, "channel-own-limit");
    // The persons of a whole network.
    let mut of_network = of_one;
    for number in 0..20 {
        of_network +=
            channels_of(&server.person(&format!("Nina{number}")).await, &format!("a{number}-")).await.0;
    }
    assert!(of_network > of_one && of_network < 40, "{of_network}");
    let mut elsewhere = server.browser();
    elsewhere.from = std::net::Ipv4Addr::new(127, 0, 1, 1);
    elsewhere.open_session().await;
    elsewhere.call("Bert").await;
    assert_eq!(channels_of(&elsewhere, "b").await, (of_one, json!("channel-own-limit")));
    server.stop().await;
}
