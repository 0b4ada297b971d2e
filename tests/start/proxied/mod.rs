//! Tests of the program behind real web servers, configured as `docs/proxies.md` says: the page and
//! its requests, a game played over TLS, which client addresses are believed, and what an operator
//! is told who left a line out. A test whose web server is not installed says so. Not here: the
//! same without web servers, in more detail (`web`).

mod programs;
mod visitor;

use std::{
    collections::BTreeSet,
    fs::{self, File},
    net::Ipv4Addr,
    path::Path,
};

use hyper::StatusCode;
use serde_json::json;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use self::{
    programs::{Kind, Layout, Proxy, blocks},
    visitor::Visitor,
};
use crate::{
    adoube,
    bot::Bot,
    folder,
    running::{in_time, started},
};

/// More new persons than may come from one address at once.
const TOO_MANY: usize = 45;

/// Persons in one browser.
const SEATS: usize = 8;

const HERE: Ipv4Addr = Ipv4Addr::LOCALHOST;
/// Another address of this machine, as if it were another one.
const THERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// The program behind a web server, in a folder with its log.
fn behind(url: &str, proxies: &str) -> (Bot, TempDir) {
    let here = folder();
    let mut command = adoube(here.path());
    command.env("ADOUBE_WEB__URL", url).env("ADOUBE_WEB__PROXIES", proxies);
    command.stderr(File::create(here.path().join("log")).expect("a file"));
    let (child, said) = started(command);
    let line = said.iter().find(|line| line.contains("http://")).expect("an address");
    let (_, rest) = line.split_once("http://").expect("an address");
    let host = rest.split(|c: char| c.is_whitespace() || c == '/').next().expect("an address").to_owned();
    (Bot { child, host }, here)
}

/// Lines of its log with these words.
fn logged(here: &Path, words: &str) -> usize {
    let log = fs::read_to_string(here.join("log")).expect("a log");
    log.lines().filter(|line| line.contains(words)).count()
}

/// The addresses that a page names.
fn addresses(page: &str) -> BTreeSet<&str> {
    let found = ["href=\"", "src=\""].iter().flat_map(|start| page.split(start).skip(1));
    let addresses = found.filter_map(|rest| Some(rest.split_once('"')?.0));
    addresses.filter(|address| address.starts_with('/')).collect()
}

async fn check(kind: Kind, layout: Layout, program: &Path) {
    let base = layout.base();
    let (bot, here) = behind(&format!("https://play.example.org{base}/"), "127.0.0.1/32");
    let proxy = Proxy::start((kind, program), layout, &bot.host, &[]).await;
    let mut ada = Visitor::new(&proxy, base, HERE);
    check_pages(&ada, base, &format!("{kind:?}, {layout:?}")).await;

    let session = ada.open_session().await;
    let cookie: Vec<&str> = session.header("set-cookie").split("; ").collect();
    let path = format!("Path={}", if base.is_empty() { "/" } else { base });
    assert!(
        cookie.contains(&"Secure") && cookie.contains(&path.as_str()),
        "{kind:?}, {layout:?}: {cookie:?}"
    );
    let mut bob = Visitor::new(&proxy, base, THERE);
    bob.open_session().await;
    for (visitor, name) in [(&ada, "Ada"), (&bob, "Bob")] {
        let called = visitor.call(1, name).await;
        assert_eq!(called.status, StatusCode::OK, "{kind:?}, {layout:?}: {}", called.text);
    }
    let (mut white, mut black) = (ada.enter().await, bob.enter().await);
    white.say("/play Bob chess white").await;
    black.press("Accept").await;
    white.say("e4").await;
    for picture in black.board_after(1).await {
        let shown = bob.send(hyper::Method::GET, &picture, &json!(null)).await;
        assert_eq!((shown.status, shown.header("content-type")), (StatusCode::OK, "image/png"), "{picture}");
    }
    assert_eq!(logged(here.path(), "docs/proxies.md"), 0, "nothing is wrong: {kind:?}, {layout:?}");
}

/// The page, all it asks for, what machines ask for, and where it leads.
async fn check_pages(ada: &Visitor<'_>, base: &str, what: &str) {
    let ready = ada.get("/ready").await;
    assert_eq!((ready.status, ready.text.as_str()), (StatusCode::OK, "ready\n"), "{what}");
    let led = ada.get("/c/nowhere").await;
    let lobby = format!("{base}/?gone=%6E%6F%77%68%65%72%65");
    let location = led.header("location").trim_start_matches("https://play.example.org");
    assert_eq!((led.status, location), (StatusCode::SEE_OTHER, lobby.as_str()), "{what}");
    for path in ["/", "/c/lobby", "/book", "/book/marks"] {
        let page = ada.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{what}: {path}");
        assert_eq!(page.header("strict-transport-security"), "max-age=31536000", "{what}: {path}");
        // Of what is many times there one of a kind is enough.
        let asked = addresses(&page.text)
            .into_iter()
            .enumerate()
            .filter(|(at, _)| at % 7 == 0 || !path.starts_with("/book"));
        for (_, address) in asked {
            assert!(address.starts_with(&format!("{base}/")), "{what}: {address}");
            let there = ada.send(hyper::Method::GET, &address.replace("&amp;", "&"), &json!(null)).await;
            assert_eq!(there.status, StatusCode::OK, "{what}: {address}");
        }
    }
}

/// Whoever writes other addresses into `X-Forwarded-For` counts as one all the same, and others as others.
async fn check_limits(kind: Kind, program: &Path) {
    let (bot, _here) = behind("https://play.example.org/", "127.0.0.0/30,::1");
    let proxy = Proxy::start((kind, program), Layout::Top, &bot.host, &[]).await;
    // None of the web servers' addresses.
    let [crowd, other] = [5, 6].map(|last| Ipv4Addr::new(127, 0, 0, last));
    let mut refused = None;
    let mut visitor = Visitor::new(&proxy, "", crowd);
    for number in 0..TOO_MANY {
        let is_new = number % SEATS == 0;
        if is_new {
            visitor = Visitor::new(&proxy, "", crowd);
        }
        visitor.extra = vec![("x-forwarded-for", format!("198.51.100.{number}"))];
        if is_new {
            visitor.open_session().await;
        }
        let called = visitor.call((number % SEATS) as u64 + 1, &format!("Guest{number}")).await;
        if called.status != StatusCode::OK {
            refused = Some((called.status, called.text));
            break;
        }
    }
    let (status, text) =
        refused.unwrap_or_else(|| panic!("{kind:?}: what people say of themselves is believed"));
    assert!(
        status == StatusCode::TOO_MANY_REQUESTS && text.contains("newcomers"),
        "{kind:?}: {status} {text}"
    );
    let mut other = Visitor::new(&proxy, "", other);
    other.open_session().await;
    let called = other.call(1, "Ada").await;
    assert_eq!(called.status, StatusCode::OK, "{kind:?}: people count as one: {}", called.text);
}

/// Who comes without TLS is sent to it.
async fn check_plain(kind: Kind, program: &Path) {
    let proxy = Proxy::start((kind, program), Layout::Top, "127.0.0.1:1", &[]).await;
    let Some(plain) = proxy.plain else { return };
    let mut stream = TcpStream::connect(plain).await.expect("a connection");
    let request = "GET /book?language=de HTTP/1.1\r\nHost: play.example.org\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    in_time("an answer", stream.read_to_string(&mut answer)).await.expect("an answer");
    let answer = answer.to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 301 "), "{kind:?}: {answer}");
    assert!(answer.contains("location: https://play.example.org/book?language=de\r\n"), "{kind:?}: {answer}");
}

async fn check_all(kind: Kind) {
    let Some(program) = kind.find() else { return };
    for layout in [Layout::Top, Layout::PathLeft, Layout::PathTaken] {
        check(kind, layout, &program).await;
    }
    check_limits(kind, &program).await;
    check_plain(kind, &program).await;
}

#[tokio::test]
async fn behind_nginx_as_documented() {
    check_all(Kind::Nginx).await;
}

#[tokio::test]
async fn behind_caddy_as_documented() {
    check_all(Kind::Caddy).await;
}

#[tokio::test]
async fn behind_haproxy_as_documented() {
    check_all(Kind::HaProxy).await;
}

#[tokio::test]
async fn a_line_that_is_left_out_of_nginx_is_named_in_the_answer_and_once_in_the_log() {
    let Some(program) = Kind::Nginx.find() else { return };
    let start = async |bot: &Bot, line: &str| {
        Proxy::start((Kind::Nginx, &program), Layout::Top, &bot.host, &[(line, "")]).await
    };
    let url = "https://play.example.org/";

    let (bot, here) = behind(url, "127.0.0.1");
    let proxy = start(&bot, "proxy_set_header Host $http_host;").await;
    let mut ada = Visitor::new(&proxy, "", HERE);
    for _ in 0..3 {
        let answer = ada.open_session().await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", answer.text);
        assert!(answer.text.contains("proxy_set_header Host $http_host;"), "{}", answer.text);
    }
    assert_eq!(logged(here.path(), "proxy_set_header Host $http_host;"), 1);

    let (bot, here) = behind(url, "127.0.0.1");
    let proxy = start(&bot, "proxy_set_header Upgrade $http_upgrade;").await;
    let mut ada = Visitor::new(&proxy, "", HERE);
    ada.open_session().await;
    assert_eq!(ada.call(1, "Ada").await.status, StatusCode::OK);
    for _ in 0..3 {
        let (status, text) = ada.try_socket().await.err().expect("no socket");
        assert_eq!(status, StatusCode::UPGRADE_REQUIRED, "{text}");
        assert!(text.contains("proxy_set_header Upgrade $http_upgrade;"), "{text}");
    }
    assert_eq!(logged(here.path(), "proxy_set_header Upgrade $http_upgrade;"), 1);

    // The web server is not named.
    let (bot, here) = behind(url, "192.0.2.1");
    let proxy = Proxy::start((Kind::Nginx, &program), Layout::Top, &bot.host, &[]).await;
    let ada = Visitor::new(&proxy, "", HERE);
    for _ in 0..3 {
        assert_eq!(ada.get("/").await.status, StatusCode::OK);
    }
    assert_eq!(logged(here.path(), "web.proxies"), 1);
}

#[test]
fn names_in_the_configuration_of_traefik_fit_together() {
    let blocks = blocks("toml");
    let named = |name: &str| {
        let text = blocks.iter().find(|block| block.starts_with(&format!("# {name}\n"))).expect(name);
        text.parse::<toml::Table>().unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let (own, place, fixed) = (named("config.toml"), named("adoube.toml"), named("traefik.toml"));
    assert_eq!(own["web"]["url"].as_str(), Some("https://play.example.org/"));
    let router = &place["http"]["routers"]["adoube"];
    assert_eq!(router["rule"].as_str(), Some("Host(`play.example.org`)"));
    let service = router["service"].as_str().expect("a name");
    let balancer = &place["http"]["services"][service]["loadBalancer"];
    assert_eq!(balancer["servers"][0]["url"].as_str(), Some("http://127.0.0.1:8424"));
    for entry in router["entryPoints"].as_array().expect("names") {
        assert!(fixed["entryPoints"].get(entry.as_str().expect("a name")).is_some(), "{entry}");
    }
    let redirection = &fixed["entryPoints"]["web"]["http"]["redirections"]["entryPoint"];
    assert!(fixed["entryPoints"].get(redirection["to"].as_str().expect("a name")).is_some());
    let resolver = router["tls"]["certResolver"].as_str().expect("a name");
    assert!(fixed["certificatesResolvers"].get(resolver).is_some(), "{resolver}");
    assert_eq!(fixed["providers"]["file"]["filename"].as_str(), Some("/etc/traefik/adoube.toml"));
}
