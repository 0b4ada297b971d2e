//! Chooses which devices of a person can read confidential messages: the ones the person has
//! signed, or all devices of a person who signs none.
//!
//! The SDK has one rule for all rooms and people: all devices but blocked ones, or signed ones
//! only, which would exclude people without an identity. So unsigned devices are blocked before a
//! confidential message is sent, and unblocked once their owner has signed them. See
//! <https://github.com/matrix-org/matrix-spec-proposals/pull/4153>.

use std::collections::HashMap;

use matrix_sdk::{
    Room,
    encryption::LocalTrust,
    ruma::{UserId as Id, api::client::keys::get_keys, serde::Raw},
};
use serde::Deserialize;

use crate::{
    MatrixError, UserId, direct_rooms::id_of, error, room_owner::room_owner, session::AccountSession,
};

/// Blocks and unblocks the person's devices before a message to their direct room, by the server's
/// current keys.
pub(crate) async fn choose(session: &AccountSession, room: &Room) -> Result<(), MatrixError> {
    let Some(user) = room_owner(session.own(), room).await else { return Ok(()) };
    // Devices do not matter without encryption.
    let state = room.latest_encryption_state().await.map_err(|error| error::from_sdk(&error))?;
    if !state.is_encrypted() {
        return Ok(());
    }
    let broken = |error: &dyn std::fmt::Display| error::later(error.to_string());
    let encryption = session.client.encryption();
    let identity = encryption.request_user_identity(&user).await.map_err(|error| error::from_sdk(&error))?;
    let devices = encryption.get_user_devices(&user).await.map_err(|error| error::from_sdk(&error))?;
    for device in devices.devices() {
        let may_read = identity.is_none() || device.is_cross_signed_by_owner();
        let trust = match (may_read, device.is_blacklisted()) {
            (false, false) => LocalTrust::BlackListed,
            (true, true) => LocalTrust::Unset,
            _ => continue,
        };
        tracing::info!(%user, device = %device.device_id(), may_read, "a device of a person reads what is theirs alone");
        device.set_local_trust(trust).await.map_err(|error| broken(&error))?;
    }
    Ok(())
}

/// Whether a user has a device that may read confidential messages, by their server's current keys:
/// cached devices of users without a common encrypted room are stale.
pub(crate) async fn encrypts(session: &AccountSession, user: &UserId) -> Result<bool, MatrixError> {
    let user = id_of(user)?;
    let mut question = get_keys::v3::Request::new();
    question.device_keys.insert(user.clone(), Vec::new());
    let answer = session.client.send(question).await.map_err(|error| error::from_http(&error))?;
    has_keys(&answer, &user)
}

/// The same for a response. Unknown while the user's server is unreachable.
fn has_keys(answer: &get_keys::v3::Response, user: &Id) -> Result<bool, MatrixError> {
    let server = user.server_name().as_str();
    if answer.failures.contains_key(server) {
        return Err(error::later(format!("{server} does not say now what {user} is logged in with")));
    }
    let signing: Vec<String> = answer
        .self_signing_keys
        .get(user)
        .and_then(|key| key.deserialize_as_unchecked::<SelfSigningKeyJson>().ok())
        .map(|key| key.keys.into_keys().collect())
        .unwrap_or_default();
    let devices = answer.device_keys.get(user).into_iter().flat_map(|devices| devices.values());
    // An unreadable device may have keys.
    Ok(devices.map(Raw::deserialize_as_unchecked).any(|device| {
        device.map_or(true, |device: PersonDevice| device.reads() && device.is_signed(user, &signing))
    }))
}

/// The self-signing key of a person.
#[derive(Deserialize)]
struct SelfSigningKeyJson {
    keys: HashMap<String, serde_json::Value>,
}

/// A device of a person.
#[derive(Deserialize)]
struct PersonDevice {
    #[serde(default)]
    keys: HashMap<String, serde_json::Value>,
    #[serde(default)]
    signatures: HashMap<String, HashMap<String, serde_json::Value>>,
    /// Whether it only stores messages while no other device is logged in.
    #[serde(default)]
    dehydrated: bool,
}

impl PersonDevice {
    /// Whether the device can decrypt.
    fn reads(&self) -> bool {
        !self.dehydrated && self.keys.keys().any(|name| name.starts_with("curve25519:"))
    }

    /// Whether it names a signature by one of these keys; the signature itself is checked on
    /// encryption. Without keys nothing is signed.
    fn is_signed(&self, owner: &Id, signing: &[String]) -> bool {
        let signatures = self.signatures.get(owner.as_str());
        signing.is_empty() || signatures.is_some_and(|by| signing.iter().any(|key| by.contains_key(key)))
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::OwnedUserId;
    use serde_json::{from_value, json};

    use super::*;

    fn answer(answer: serde_json::Value) -> get_keys::v3::Response {
        let answer: serde_json::Map<_, _> = from_value(answer).unwrap();
        let mut response = get_keys::v3::Response::new();
        response.failures = from_value(answer.get("failures").cloned().unwrap_or(json!({}))).unwrap();
        response.device_keys = from_value(answer.get("device_keys").cloned().unwrap_or(json!({}))).unwrap();
        let signing = answer.get("self_signing_keys").cloned().unwrap_or(json!({}));
        response.self_signing_keys = from_value(signing).unwrap();
        response
    }

    #[test]
    fn of_whoever_signs_their_devices_the_signed_ones_count() {
        let (ada, user) = (OwnedUserId::try_from("@ada:x.org").unwrap(), "@ada:x.org");
        let device = |signed_by: &str| json!({ "keys": { "curve25519:A": "k" }, "signatures": { user: { "ed25519:A": "s", signed_by: "s" } } });
        let key = json!({ user: { "user_id": user, "usage": ["self_signing"], "keys": { "ed25519:self": "self" } } });
        for (devices, signing, has) in [
            (json!({ "A": device("ed25519:self") }), &key, true),
            (json!({ "A": device("ed25519:other") }), &key, false),
            (json!({ "A": { "keys": { "curve25519:A": "k" } } }), &key, false),
            (json!({ "B": device("ed25519:other"), "A": device("ed25519:self") }), &key, true),
            (json!({ "A": device("ed25519:other") }), &json!({}), true),
        ] {
            let said = json!({ "device_keys": { user: devices }, "self_signing_keys": signing });
            assert_eq!(has_keys(&answer(said.clone()), &ada).ok(), Some(has), "{said}");
        }
    }

    #[test]
    fn only_an_answer_without_keys_says_that_there_are_none() {
        let (ada, user) = (OwnedUserId::try_from("@ada:x.org").unwrap(), "@ada:x.org");
        let keys = json!({ "curve25519:A": "k", "ed25519:A": "k" });
        for (said, has) in [
            (json!({ "device_keys": { user: { "A": { "keys": keys } } } }), Some(true)),
            (json!({ "device_keys": { user: { "B": { "keys": {} }, "A": { "keys": keys } } } }), Some(true)),
            (json!({ "device_keys": { user: { "A": "?" } } }), Some(true)),
            (json!({ "device_keys": { user: {} } }), Some(false)),
            (json!({}), Some(false)),
            (json!({ "device_keys": { user: { "A": {} } } }), Some(false)),
            (json!({ "device_keys": { user: { "A": { "keys": { "ed25519:A": "k" } } } } }), Some(false)),
            (json!({ "device_keys": { user: { "A": { "keys": keys, "dehydrated": true } } } }), Some(false)),
            (json!({ "device_keys": { "@bob:x.org": { "A": { "keys": keys } } } }), Some(false)),
            (json!({ "failures": { "x.org": { "status": 503 } } }), None),
            (json!({ "failures": { "x.org": {} }, "device_keys": { user: {} } }), None),
            (json!({ "failures": { "y.org": {} }, "device_keys": { user: {} } }), Some(false)),
        ] {
            assert_eq!(has_keys(&answer(said.clone()), &ada).ok(), has, "{said}");
        }
    }
}
