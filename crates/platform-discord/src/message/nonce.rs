//! Nonces of messages: Discord drops a message whose nonce it has just seen, so a repeated request posts nothing twice.

use base64::Engine;
use sha2::{Digest, Sha256};

/// Bytes of the hash that fit into Discord's 25 characters of a nonce.
const HASH_BYTES: usize = 15;

/// The nonce of the message that this key stands for.
pub(crate) fn nonce(key: &[u8]) -> String {
    let hash = Sha256::digest(key);
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&hash[..HASH_BYTES])
}
