//! Computes the nonce of a message: Discord drops a message whose nonce it has just seen, so a
//! repeated request posts no duplicate.

use base64::Engine;
use sha2::{Digest, Sha256};

/// Bytes of the hash that fit into a nonce, which has 25 characters at most.
const HASH_BYTES: usize = 15;

/// The nonce of the message with this idempotency key.
pub(crate) fn nonce(key: &[u8]) -> String {
    let hash = Sha256::digest(key);
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&hash[..HASH_BYTES])
}
