//! Tests of setting the avatar, against a simulated homeserver that keeps one profile.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use matrix_sdk::{
    SessionMeta, SessionTokens,
    authentication::matrix::MatrixSession,
    config::RequestConfig,
    ruma::{owned_device_id, owned_user_id},
};
use serde_json::{Value, json};

use super::*;

/// What a homeserver keeps of an account: <https://spec.matrix.org/v1.16/client-server-api/#profiles>.
#[derive(Default)]
struct Profile {
    picture: Option<String>,
    uploaded: Vec<Vec<u8>>,
    asked: usize,
    /// The status with which it takes no picture.
    refuses: Option<u16>,
}

impl Profile {
    fn answer(&mut self, request: &str, body: Vec<u8>) -> (u16, Value) {
        let (method, path) = request.split_once(' ').unwrap_or_default();
        if path.contains("/upload") {
            self.uploaded.push(body);
            return (200, json!({ "content_uri": "mxc://x/own" }));
        }
        if !path.contains("/profile/") {
            return (200, json!({ "versions": ["v1.11"], "m.upload.size": 50_000_000 }));
        }
        if method == "PUT" {
            if let Some(status) = self.refuses {
                let code = if status == 403 { "M_FORBIDDEN" } else { "M_UNKNOWN" };
                return (status, json!({ "errcode": code, "error": "no" }));
            }
            let body: Value = serde_json::from_slice(&body).expect("JSON");
            self.picture = body["avatar_url"].as_str().map(str::to_owned);
            return (200, json!({}));
        }
        self.asked += 1;
        match &self.picture {
            Some(picture) => (200, json!({ "avatar_url": picture })),
            None => (404, json!({ "errcode": "M_NOT_FOUND", "error": "Profile was not found" })),
        }
    }
}

/// Answers one request and hangs up.
fn serve(stream: TcpStream, profile: &Mutex<Profile>) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut request, mut length) = (String::new(), 0);
    reader.read_line(&mut request)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or_default();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let (status, answer) = profile.lock().expect("a lock").answer(&request, body);
    let answer = answer.to_string();
    let head = format!("HTTP/1.1 {status} -\r\ncontent-type: application/json\r\nconnection: close\r\n");
    let mut stream = reader.into_inner();
    write!(stream, "{head}content-length: {}\r\n\r\n{answer}", answer.len())
}

/// An account that is logged in on a homeserver with this profile.
async fn account(profile: Profile) -> (Client, EncryptedValues, Arc<Mutex<Profile>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let profile = Arc::new(Mutex::new(profile));
    let served = Arc::clone(&profile);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever hangs up first is not answered.
            let _ = serve(stream, &served);
        }
    });
    let config = RequestConfig::new().disable_retry();
    let client = Client::builder().homeserver_url(address).request_config(config).build().await;
    let client = client.expect("a client");
    let meta = SessionMeta { user_id: owned_user_id!("@adoube:x"), device_id: owned_device_id!("D") };
    let tokens = SessionTokens { access_token: "token".to_owned(), refresh_token: None };
    client.restore_session(MatrixSession { meta, tokens }).await.expect("a session");
    let vault = EncryptedValues::open(client.clone(), "passphrase").await.expect("a vault");
    (client, vault, profile)
}

#[tokio::test]
async fn an_account_without_a_picture_is_given_one_once() {
    let (client, vault, profile) = account(Profile::default()).await;
    give(&client, &vault, b"a picture").await;
    {
        let profile = profile.lock().expect("a lock");
        assert_eq!(profile.picture.as_deref(), Some("mxc://x/own"));
        assert_eq!(profile.uploaded, [b"a picture".to_vec()]);
    }
    // Whoever looks after the account may want none.
    profile.lock().expect("a lock").picture = None;
    give(&client, &vault, b"a picture").await;
    let profile = profile.lock().expect("a lock");
    assert_eq!((&profile.picture, profile.uploaded.len(), profile.asked), (&None, 1, 1));
}

#[tokio::test]
async fn the_picture_of_an_account_that_has_one_stays() {
    let chosen = Some("mxc://x/chosen".to_owned());
    let (client, vault, profile) = account(Profile { picture: chosen.clone(), ..Profile::default() }).await;
    give(&client, &vault, b"a picture").await;
    let profile = profile.lock().expect("a lock");
    assert_eq!((&profile.picture, profile.uploaded.len()), (&chosen, 0));
}

#[tokio::test]
async fn what_a_server_does_not_take_is_not_offered_again_and_what_fails_is() {
    for (status, uploads) in [(403, 1), (502, 2)] {
        let (client, vault, profile) = account(Profile { refuses: Some(status), ..Profile::default() }).await;
        for _ in 0..2 {
            give(&client, &vault, b"a picture").await;
        }
        assert_eq!(profile.lock().expect("a lock").uploaded.len(), uploads, "{status}");
    }
}
