//! Test of finding a homeserver by its server name: a web server with TLS, trusted like the
//! system's own certificates, says where it is. Not here: what is done there.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{TlsAcceptor, rustls};

use crate::{
    bot::World,
    program::{Running, adoube},
    synapse::Synapse,
};

/// A web server of a name; it runs until the test ends.
struct Site {
    /// Host and port.
    name: String,
    folder: TempDir,
    /// The status and the page of `/.well-known/matrix/client`.
    answer: Arc<Mutex<(u16, String)>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    async fn open() -> Self {
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("authorities.pem"), own.cert.pem()).expect("a file");
        let key = rustls::pki_types::PrivatePkcs8KeyDer::from(own.signing_key.serialize_der());
        let tls =
            rustls::ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
                .with_safe_default_protocol_versions()
                .expect("versions")
                .with_no_client_auth()
                .with_single_cert(vec![own.cert.der().clone()], key.into())
                .expect("a certificate");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let name = format!("localhost:{}", listener.local_addr().expect("an address").port());
        let (answer, asked) = (Arc::new(Mutex::new((404, String::new()))), Arc::default());
        let site = Self { name, folder, answer: Arc::clone(&answer), asked: Arc::clone(&asked) };
        let tls = TlsAcceptor::from(Arc::new(tls));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, answer, asked) = (tls.clone(), Arc::clone(&answer), Arc::clone(&asked));
                tokio::spawn(async move { reply(stream, &tls, &answer, &asked).await });
            }
        });
        site
    }

    fn says(&self, status: u16, page: impl Into<String>) {
        *self.answer.lock().expect("nobody panics with it") = (status, page.into());
    }
}

/// One answer; whoever asked has gone if it cannot be given.
async fn reply(
    stream: TcpStream,
    tls: &TlsAcceptor,
    answer: &Mutex<(u16, String)>,
    asked: &Mutex<Vec<String>>,
) -> Option<()> {
    let mut stream = tls.accept(stream).await.ok()?;
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await.ok()?);
    }
    let request = String::from_utf8(request).ok()?;
    let path = request.split(' ').nth(1)?.to_owned();
    let (status, page) = if path == "/.well-known/matrix/client" {
        answer.lock().expect("nobody panics with it").clone()
    } else {
        (404, "<html>nothing here</html>".to_owned())
    };
    asked.lock().expect("nobody panics with it").push(path);
    let head =
        format!("HTTP/1.1 {status} Said\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", page.len());
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(page.as_bytes()).await.ok()?;
    stream.shutdown().await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_servers_name_or_the_accounts_id_alone_leads_there() {
    let site = Site::open().await;
    let Some(synapse) = Synapse::with(json!({ "server_name": site.name })) else { return };
    let world = World::on(synapse).await;
    assert!(world.user.ends_with(&site.name), "{}", world.user);
    let folder = tempfile::tempdir().expect("a folder");
    let command = |homeserver: &str| {
        let mut command = adoube(&world, &folder);
        command.env("SSL_CERT_FILE", site.folder.path().join("authorities.pem"));
        command.env("ADOUBE_MATRIX__HOMESERVER", homeserver).env("ADOUBE_MATRIX__USER", &world.user);
        command
    };
    for (status, page, found) in [
        (404, "{}".to_owned(), "what was found there is"),
        (200, "<html>Welcome</html>".to_owned(), "what was found there is"),
        (
            200,
            json!({ "m.homeserver": { "base_url": "nowhere" } }).to_string(),
            "what it names is no address",
        ),
        (
            200,
            json!({ "m.homeserver": { "base_url": format!("https://{}/chat", site.name) } }).to_string(),
            "where what answered is no Matrix homeserver",
        ),
    ] {
        site.says(status, page.clone());
        let said = Running::start(command(&site.name)).ends().await;
        let page_there = format!("https://{}/.well-known/matrix/client", site.name);
        assert!(said.contains(&page_there) && said.contains(found), "{page}: {said}");
    }
    site.says(200, json!({ "m.homeserver": { "base_url": world.address } }).to_string());
    for homeserver in ["", &site.name] {
        let before = site.asked.lock().expect("nobody panics with it").len();
        let mut running = Running::start(command(homeserver));
        running.says();
        let said = running.says();
        assert!(said.contains(&format!("on Matrix as {}", world.user)), "{said}");
        assert!(site.asked.lock().expect("nobody panics with it").len() > before, "{homeserver:?}");
        running.stop();
    }
    // An address is where it is, whatever a name would lead to.
    site.says(404, "");
    let mut running = Running::start(command(&world.address));
    running.says();
    assert!(running.says().contains("on Matrix as"));
    running.stop();
}
