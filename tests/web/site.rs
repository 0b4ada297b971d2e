//! Tests of the public address of the page behind a web server (`web.url`): every address of the
//! page lies below its path, and a request is answered with and without it; headers for TLS; errors
//! for operators with a wrong setting; and files that programs request from every website. Not
//! here: real web servers in front (`start`).

use std::{collections::BTreeSet, sync::Arc};

use adoube_platform_web::{SecurityTxt, WebSettings};
use adoube_store::MemoryStore;
use adoube_testing::{
    clock::TestClock,
    log_capture::{self, CapturedLog},
};
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use super::support::{Answer, Browser, Server, is_board};

/// What a browser sends that has opened the page at `https://play.example.org/`.
const HOST: (&str, &str) = ("host", "play.example.org");
const ORIGIN: (&str, &str) = ("origin", "https://play.example.org");
const JSON: (&str, &str) = ("content-type", "application/json");
const KEY: (&str, &str) = ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");

/// Headers of a request.
type Headers = &'static [(&'static str, &'static str)];

async fn server(settings: WebSettings) -> Server {
    Server::with_settings(Arc::new(MemoryStore::new()), Arc::new(TestClock::ticking()), settings).await
}

fn at(url: &str) -> WebSettings {
    WebSettings { url: Some(url.to_owned().try_into().unwrap()), ..WebSettings::default() }
}

/// What stands in these attributes of a page.
fn addresses(page: &str) -> BTreeSet<String> {
    ["href=\"", "src=\"", "data-words-href=\""]
        .iter()
        .flat_map(|start| page.split(start).skip(1))
        .filter_map(|rest| rest.split_once('"'))
        .map(|(address, _)| address.replace("&amp;", "&"))
        .filter(|address| !address.is_empty() && !address.starts_with('#'))
        .collect()
}

/// Every address a page names lies below `/chess` and is answered there and, by the program itself, without it.
async fn check_page(browser: &Browser, path: &str) {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    let addresses = addresses(answer.text());
    assert!(!addresses.is_empty(), "{path}");
    for address in addresses {
        let own = address.strip_prefix("/chess").unwrap_or_else(|| panic!("{address} on {path}"));
        for address in [&address, own] {
            assert_eq!(browser.get(address).await.status, StatusCode::OK, "{address} on {path}");
        }
    }
}

#[tokio::test]
async fn every_address_lies_below_the_path_of_the_url() {
    let server = server(at("https://play.example.org/chess/")).await;
    let anna = server.person("Anna").await;
    let session = server.browser().post("/chess/session", &json!({})).await;
    let cookie = session.header("set-cookie");
    assert!(cookie.split("; ").any(|part| part == "Path=/chess"), "{cookie}");
    for path in
        ["/", "/chess", "/chess/", "/c/lobby", "/chess/c/lobby", "/chess/book?language=de", "/book/marks"]
    {
        check_page(&anna, path).await;
    }
    for path in ["/c/nowhere", "/chess/c/nowhere"] {
        let led = anna.get(path).await;
        let expected = (StatusCode::SEE_OTHER, "/chess/?gone=%6E%6F%77%68%65%72%65");
        assert_eq!((led.status, led.header("location")), expected, "{path}");
    }
    for path in ["/chessboard", "/Chess/", "/chess/chess/"] {
        assert_eq!(anna.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let mut socket = anna.enter().await;
    socket.done("/play chess white").await;
    let link = anna.post("/invites", &json!({ "seat": 1, "channel": "lobby" })).await.json();
    let link = link["href"].as_str().unwrap();
    assert!(link.starts_with("/chess/invite/"), "{link}");
    assert_eq!(anna.get(link).await.status, StatusCode::OK);
    let bert = server.person("Bert").await;
    let opened = bert.post(&link.replace("/invite/", "/invites/"), &json!({ "seat": 1 })).await;
    assert_eq!(opened.status, StatusCode::OK, "{}", opened.text());
    let board = socket.entry(is_board).await;
    let live = socket.until("board").await;
    let answered = socket.say("/piece knight").await;
    let told = socket.entry(|entry| entry["event"] == answered.as_str() && entry["kind"] != "command").await;
    let named = [board, live, told].iter().flat_map(paths).collect::<BTreeSet<_>>();
    let kinds = ["/chess/channels/", "/chess/art/", "/chess/book/"];
    for kind in kinds {
        assert!(named.iter().any(|path| path.starts_with(kind)), "{kind}: {named:?}");
    }
    for path in named {
        assert!(path.starts_with("/chess/"), "{path}");
        assert_eq!(anna.get(&path).await.status, StatusCode::OK, "{path}");
    }
    server.stop().await;
}

/// Every address in what a page is told.
fn paths(told: &Value) -> Vec<String> {
    let in_object = |(key, value): (&String, &Value)| match value {
        Value::String(text)
            if ["href", "src", "white", "black"].contains(&key.as_str()) && text.starts_with('/') =>
        {
            vec![text.clone()]
        }
        other => paths(other),
    };
    match told {
        Value::Object(fields) => fields.iter().flat_map(in_object).collect(),
        Value::Array(items) => items.iter().flat_map(paths).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn the_host_of_the_url_is_the_pages_and_no_other() {
    let server = server(at("https://play.example.org:8443/")).await;
    let browser = server.browser();
    let own = "https://play.example.org:8443";
    let cases = [
        ("play.example.org:8443", own, StatusCode::OK),
        ("play.example.org", own, StatusCode::OK),
        ("play.example.org", "https://play.example.org", StatusCode::OK),
        ("play.example.org", "https://evil.example", StatusCode::FORBIDDEN),
        ("play.example.org", "https://play.example.org:1", StatusCode::FORBIDDEN),
        ("evil.example", own, StatusCode::MISDIRECTED_REQUEST),
        ("localhost", own, StatusCode::FORBIDDEN),
    ];
    for (host, origin, expected) in cases {
        let headers = [("host", host), ("origin", origin), ("content-type", "application/json")];
        let answer = browser.send(Method::POST, "/session", &headers, "{}").await;
        assert_eq!(answer.status, expected, "{host} from {origin}: {}", answer.text());
        let is_secure = answer.header("set-cookie").contains("; Secure");
        assert_eq!(is_secure, expected == StatusCode::OK, "{host} from {origin}");
    }
    server.stop().await;
}

#[tokio::test]
async fn browsers_are_kept_to_tls_only_where_the_page_is_reached_by_it() {
    let believed = |url: Option<&str>| WebSettings {
        proxies: vec!["127.0.0.0/8".parse().unwrap()],
        ..url.map(at).unwrap_or_default()
    };
    let cases: [(WebSettings, Headers, bool); 8] = [
        (WebSettings::default(), &[], false),
        (WebSettings::default(), &[("x-forwarded-proto", "https")], false),
        (believed(None), &[], false),
        (believed(None), &[("x-forwarded-proto", "https")], true),
        (believed(None), &[("x-forwarded-proto", "http")], false),
        (at("https://play.example.org/"), &[("host", "play.example.org")], true),
        (at("http://play.example.org/"), &[("host", "play.example.org")], false),
        (believed(Some("https://play.example.org/")), &[("x-forwarded-proto", "http")], false),
    ];
    for (settings, headers, expected) in cases {
        let server = server(settings.clone()).await;
        for path in ["/", "/assets/main.js", "/nothing-here"] {
            let answer = server.browser().send(Method::GET, path, headers, "").await;
            let said = answer.header("strict-transport-security");
            assert_eq!(
                said,
                if expected { "max-age=31536000" } else { "" },
                "{settings:?} {headers:?} {path}"
            );
        }
        server.stop().await;
    }
}

/// Lines of the log with this word in them.
fn lines(log: &CapturedLog, word: &str) -> usize {
    log.of_program().iter().filter(|line| line.contains(word)).count()
}

#[tokio::test]
async fn what_a_web_server_in_front_does_wrong_is_answered_and_logged_once() {
    let server = server(at("https://play.example.org/")).await;
    let browser = server.browser();
    let cases: [(Method, &str, Headers, StatusCode, &[&str]); 5] = [
        // The web server's own name in the place of the page's.
        (
            Method::GET,
            "/",
            &[("host", "adoube_upstream")],
            StatusCode::MISDIRECTED_REQUEST,
            &["web.url", "web.hosts"],
        ),
        (
            Method::POST,
            "/session",
            &[ORIGIN, JSON],
            StatusCode::FORBIDDEN,
            &["proxy_set_header Host", "https://play.example.org", "web.url"],
        ),
        (Method::POST, "/session", &[HOST, JSON], StatusCode::FORBIDDEN, &["Origin"]),
        (
            Method::GET,
            "/socket?seat=1",
            &[HOST, ORIGIN, KEY, ("sec-websocket-version", "13")],
            StatusCode::UPGRADE_REQUIRED,
            &["Upgrade", "proxy_http_version 1.1"],
        ),
        (
            Method::GET,
            "/socket?seat=1",
            &[HOST, ORIGIN, ("upgrade", "websocket")],
            StatusCode::UPGRADE_REQUIRED,
            &["Connection"],
        ),
    ];
    for (method, path, headers, status, advice) in cases {
        let (log, _guard) = log_capture::capture();
        for _ in 0..3 {
            let answer: Answer = browser.send(method.clone(), path, headers, "{}").await;
            assert_eq!(answer.status, status, "{headers:?}");
            let text = answer.text();
            assert!(advice.iter().all(|part| text.contains(part)), "{headers:?}: {text}");
            assert!(text.contains("docs/proxies.md"), "{text}");
        }
        let told = lines(&log, "docs/proxies.md");
        // The last two are one fault.
        assert_eq!(told, usize::from(!advice.contains(&"Connection")), "{headers:?}");
    }
    let (log, _guard) = log_capture::capture();
    for _ in 0..3 {
        let forwarded = [HOST, ("x-forwarded-for", "198.51.100.1")];
        assert_eq!(browser.send(Method::GET, "/", &forwarded, "").await.status, StatusCode::OK);
    }
    assert_eq!(lines(&log, "web.proxies"), 1);
    server.stop().await;
}

#[tokio::test]
async fn programs_find_the_files_they_ask_every_website_for() {
    let security: SecurityTxt = serde_json::from_value(json!({
        "contact": ["mailto:security@example.org"], "expires": "2027-06-30T00:00:00Z",
    }))
    .unwrap();
    let server =
        server(WebSettings { security: Some(security), ..at("https://play.example.org/chess/") }).await;
    let browser = server.browser();
    let text = browser.get("/.well-known/security.txt").await;
    assert!(text.header("content-type").starts_with("text/plain"), "{}", text.header("content-type"));
    assert_eq!(text.text(), "Contact: mailto:security@example.org\nExpires: 2027-06-30T00:00:00Z\n");
    let robots = browser.get("/robots.txt").await;
    assert!(robots.header("content-type").starts_with("text/plain"));
    let lines: Vec<&str> = robots.text().lines().collect();
    assert_eq!(lines[0], "User-agent: *");
    for private in ["/c/", "/game/", "/invite/"] {
        assert!(lines.contains(&format!("Disallow: /chess{private}").as_str()), "{lines:?}");
    }
    assert!(!lines.contains(&"Disallow: /") && !lines.iter().any(|line| line.contains("/book")), "{lines:?}");
    let icon = browser.get("/favicon.ico").await;
    assert_eq!((icon.status, icon.header("content-type")), (StatusCode::OK, "image/svg+xml"));
    for (path, expected) in [("/c/lobby", "noindex"), ("/game/abcd", "noindex"), ("/", ""), ("/book", "")] {
        assert_eq!(browser.get(path).await.header("x-robots-tag"), expected, "{path}");
    }
    server.stop().await;

    let server = Server::start().await;
    assert_eq!(server.browser().get("/.well-known/security.txt").await.status, StatusCode::NOT_FOUND);
    server.stop().await;
}
