//! Simulates Discord's calls to the bot over HTTP: signs each request. Not here: what people do
//! (`support`).

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::NOW;

pub struct Caller {
    address: String,
    key: rcgen::KeyPair,
    client: reqwest::Client,
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("text");
        text
    })
}

impl Caller {
    pub fn new(address: String, key: rcgen::KeyPair) -> Self {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { address, key, client }
    }

    /// Calls with an event, signed as it should be; the status of the answer and its words.
    pub async fn call(&self, event: &Value) -> (u16, String) {
        let (body, time) = (event.to_string(), NOW / 1000);
        self.call_with(&body, &time.to_string(), &self.signature(&body, &time.to_string())).await
    }

    pub fn signature(&self, body: &str, time: &str) -> String {
        hex(&rcgen::SigningKey::sign(&self.key, format!("{time}{body}").as_bytes()).expect("a signature"))
    }

    pub async fn call_with(&self, body: &str, time: &str, signature: &str) -> (u16, String) {
        let request = self
            .client
            .post(&self.address)
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", time)
            .body(body.to_owned());
        let answer = request.send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("words"))
    }
}
