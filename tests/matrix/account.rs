//! Helpers for the bot's account without the bot: the events of its connection, taken one by one,
//! and raw requests about it to the homeserver. Not here: the bot (`bot`).

use std::sync::Arc;

use adoube_matrix_client::{
    MatrixApi, MatrixError, MatrixEvent, MatrixEventId, MatrixMessage, RoomId, RoomMessage, TransactionId,
};
use adoube_testing::TEST_TIMEOUT;
use serde_json::{Value, json};

use crate::{journal::fresh, person::PASSWORD, synapse::Synapse};

pub async fn next(link: &Arc<dyn MatrixApi>) -> MatrixEvent {
    tokio::time::timeout(TEST_TIMEOUT, link.next()).await.expect("in time").expect("open")
}

/// The next thing of a kind; it is dealt with, and so is what is passed over.
pub async fn until<T>(link: &Arc<dyn MatrixApi>, wanted: impl Fn(MatrixEvent) -> Option<T>) -> T {
    loop {
        let happening = next(link).await;
        link.done(happening.room()).await.expect("written");
        if let Some(found) = wanted(happening) {
            return found;
        }
    }
}

/// The next thing said, which is not dealt with.
pub async fn only_told(link: &Arc<dyn MatrixApi>) -> RoomMessage {
    loop {
        match next(link).await {
            MatrixEvent::Message(said) => return said,
            other => link.done(other.room()).await.expect("written"),
        }
    }
}

/// The next thing said.
pub async fn said(link: &Arc<dyn MatrixApi>) -> RoomMessage {
    until(link, |happening| match happening {
        MatrixEvent::Message(said) => Some(said),
        _ => None,
    })
    .await
}

/// The next message without a key.
pub async fn unreadable(link: &Arc<dyn MatrixApi>) -> MatrixEventId {
    until(link, |happening| match happening {
        MatrixEvent::Unreadable { event, .. } => Some(event),
        _ => None,
    })
    .await
}

/// The room of the next invitation.
pub async fn invited(link: &Arc<dyn MatrixApi>) -> RoomId {
    until(link, |happening| match happening {
        MatrixEvent::Invited { room, .. } => Some(room),
        _ => None,
    })
    .await
}

/// Takes the next invitation.
pub async fn join(link: &Arc<dyn MatrixApi>) -> RoomId {
    let room = invited(link).await;
    link.join(&room, false).await.expect("joined");
    until(link, |happening| matches!(happening, MatrixEvent::Joined { .. }).then_some(())).await;
    room
}

/// Under which something new is sent.
pub fn transaction() -> TransactionId {
    TransactionId(format!("t{}", fresh()))
}

pub fn words(plain: &str) -> MatrixMessage {
    MatrixMessage { plain: plain.to_owned(), ..MatrixMessage::default() }
}

pub async fn say(link: &Arc<dyn MatrixApi>, room: &str, plain: &str) -> Result<MatrixEventId, MatrixError> {
    link.send(&RoomId(room.to_owned()), words(plain), transaction()).await
}

/// Somebody who asks the homeserver itself.
pub struct Raw {
    address: String,
    token: String,
}

impl Raw {
    /// Another device of an account.
    pub async fn log_in(synapse: &Synapse, account: &str) -> Self {
        let mut raw = Self { address: synapse.address(), token: String::new() };
        let who = json!({ "type": "m.id.user", "user": account });
        let body = json!({ "type": "m.login.password", "identifier": who, "password": PASSWORD });
        let answer = raw.post("login", &body).await;
        answer["access_token"].as_str().expect("logged in").clone_into(&mut raw.token);
        raw
    }

    /// This device of an account, for which whatever token it had is none any more.
    pub async fn log_in_as(synapse: &Synapse, account: &str, device: &str) -> Self {
        let mut raw = Self::with_token(synapse, "");
        let who = json!({ "type": "m.id.user", "user": account });
        let body = json!({
            "type": "m.login.password", "identifier": who, "password": PASSWORD, "device_id": device,
            "initial_device_display_name": "adoube",
        });
        let answer = raw.post("login", &body).await;
        answer["access_token"].as_str().expect("logged in").clone_into(&mut raw.token);
        raw
    }

    /// Whoever has this token.
    pub fn with_token(synapse: &Synapse, token: &str) -> Self {
        Self { address: synapse.address(), token: token.to_owned() }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub async fn get(&self, path: &str) -> Value {
        self.call(reqwest::Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.call(reqwest::Method::POST, path, Some(body)).await
    }

    /// Whether the account's own keys have signed each of the bot's devices.
    pub async fn vouches_for(&self, id: &str) -> bool {
        let keys = self.post("keys/query", &json!({ "device_keys": { id: [] } })).await;
        let signers = keys["self_signing_keys"][id]["keys"].as_object();
        let Some(signer) = signers.and_then(|keys| keys.keys().next()) else { return false };
        let devices = keys["device_keys"][id].as_object().expect("devices");
        let mut own = devices.values().filter(|keys| keys["unsigned"]["device_display_name"] == "adoube");
        own.clone().next().is_some() && own.all(|own| own["signatures"][id][signer].is_string())
    }

    async fn call(&self, method: reqwest::Method, path: &str, body: Option<&Value>) -> Value {
        let url = format!("{}/_matrix/client/v3/{path}", self.address);
        let mut request = reqwest::Client::new().request(method, url).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let text = request.send().await.expect("an answer").text().await.expect("text");
        serde_json::from_str(&text).expect("JSON")
    }
}
