//! Checks of the simulated homeserver: which events it refuses for their size and content. Not
//! here: that it is busy or out of reach, and rooms into which the bot may not write (`state`).

use adoube_matrix_client::{MatrixError, MatrixMessage};
use serde_json::json;

/// Bytes of an event, all of it: <https://spec.matrix.org/v1.16/client-server-api/#size-limits>.
const EVENT: usize = 65_536;
/// What servers put around the content of an event: ids, hashes, a signature for each server.
const AROUND: usize = 2_048;
/// Bytes of a file; Synapse's own limit where its configuration says nothing else:
/// <https://element-hq.github.io/synapse/latest/usage/configuration/config_documentation.html#max_upload_size>.
const FILE: usize = 50 << 20;

/// What is wrong with a message, if anything. `in_thread` says whether the root of its thread stands in a thread itself.
pub fn refusal(message: &MatrixMessage, is_encrypted: bool, in_thread: bool) -> Option<MatrixError> {
    let bytes = size(message, is_encrypted);
    let reason = if bytes > EVENT {
        format!("M_TOO_LARGE: {bytes} bytes")
    } else if message.attached().is_some_and(|(_, file)| file.len() > FILE) {
        "M_TOO_LARGE: Upload request body is too large".to_owned()
    } else if in_thread {
        // <https://spec.matrix.org/v1.16/client-server-api/#validation-of-mthread-relationships>
        "M_UNKNOWN: Cannot start threads from an event with a relation".to_owned()
    } else {
        return None;
    };
    Some(MatrixError::Rejected(reason))
}

/// About how long the event is that a message becomes.
fn size(message: &MatrixMessage, is_encrypted: bool) -> usize {
    let mentions: Vec<&str> = message.mentions.iter().map(|user| user.0.as_str()).collect();
    let mut content = json!({
        "msgtype": message.kind(),
        "body": message.plain,
        "format": "org.matrix.custom.html",
        "formatted_body": message.html,
        "m.mentions": {"user_ids": mentions},
    });
    // What stands in the place of another message holds everything twice, for clients that know no edits.
    if message.replaces.is_some() {
        content["m.new_content"] = content.clone();
    }
    let plain = content.to_string().len();
    let sent = if is_encrypted { plain.div_ceil(3) * 4 } else { plain };
    sent + AROUND
}
