//! The homeserver of the tests, spoken to without any library for it: what people do in plain rooms, and what it keeps.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

pub const PASSWORD: &str = "a password";

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Where it is; nothing where none was given.
pub fn address() -> Option<String> {
    let address = std::env::var("ADOUBE_TEST_HOMESERVER").ok();
    if address.is_none() {
        println!("skipped: ADOUBE_TEST_HOMESERVER names no homeserver that registers whoever asks");
    }
    address
}

/// A name nobody has had.
pub fn fresh(name: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
    format!("{name}-{now}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Somebody on it.
pub struct Person {
    pub id: String,
    address: String,
    token: String,
}

pub fn register(address: &str, name: &str) -> Person {
    let body = json!({
        "username": name, "password": PASSWORD, "auth": { "type": "m.login.dummy" }, "device_id": "RAW",
    });
    let answer = call("POST", &format!("{address}/_matrix/client/v3/register"), "", Some(&body));
    let text = |key: &str| answer[key].as_str().expect("registered").to_owned();
    Person { id: text("user_id"), address: address.to_owned(), token: text("access_token") }
}

impl Person {
    pub fn get(&self, path: &str) -> Value {
        call("GET", &self.url(path), &self.token, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        call("POST", &self.url(path), &self.token, Some(body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Value {
        call("PUT", &self.url(path), &self.token, Some(body))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/_matrix/client/v3/{path}", self.address)
    }

    /// A plain room with somebody in it.
    pub fn room_with(&self, other: &str) -> String {
        let room = self.post("createRoom", &json!({ "preset": "private_chat", "invite": [other] }));
        room["room_id"].as_str().expect("a room").to_owned()
    }

    /// Sends an event. Its id.
    pub fn send(&self, room: &str, kind: &str, content: &Value) -> String {
        let answer = self.put(&format!("rooms/{room}/send/{kind}/{}", fresh("t")), content);
        answer["event_id"].as_str().expect("sent").to_owned()
    }

    pub fn say(&self, room: &str, words: &str) -> String {
        self.send(room, "m.room.message", &json!({ "msgtype": "m.text", "body": words }))
    }

    /// The latest events of a room, newest first.
    pub fn latest(&self, room: &str) -> Vec<Value> {
        self.get(&format!("rooms/{room}/messages?dir=b&limit=50"))["chunk"]
            .as_array()
            .expect("events")
            .clone()
    }
}

fn call(method: &str, url: &str, token: &str, body: Option<&Value>) -> Value {
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(url)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(body.map(Value::to_string).unwrap_or_default())
        .expect("a request");
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let text = agent.run(request).expect("an answer").body_mut().read_to_string().expect("text");
    serde_json::from_str(&text).expect("JSON")
}
