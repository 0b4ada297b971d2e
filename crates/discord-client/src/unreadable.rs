//! Handles payloads that cannot be read: logs each reason once, and of an interaction keeps what
//! its answer needs. Not here: the sentence of that answer (the adapter).

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use serde::Deserialize;

use crate::{DiscordEvent, InteractionId, UnreadableInteraction, lenient::lenient};

/// Most reasons that are remembered; further ones are not logged loudly.
const REMEMBERED: usize = 200;
/// Interaction types that no message can answer; `#interaction-object-interaction-type`.
const PING: u8 = 1;
const AUTOCOMPLETE: u8 = 4;

/// Reasons that are logged already.
#[derive(Default)]
pub(crate) struct UnreadableReasons(Mutex<HashSet<String>>);

impl UnreadableReasons {
    /// Logs that a payload of this name cannot be read: as a warning once for each reason.
    pub(crate) fn tell(&self, name: &str, error: &serde_json::Error) {
        let reason = reason(error);
        if self.is_news(format!("{name} {reason}")) {
            tracing::warn!(reason, name, "Discord sent something that cannot be read; this is told once");
        } else {
            tracing::debug!(reason, name, "Discord sent something that cannot be read");
        }
    }

    fn is_news(&self, reason: String) -> bool {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.len() < REMEMBERED && told.insert(reason)
    }
}

/// The reason without the offending value, which may be a person's text or a token.
fn reason(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    match said.rsplit_once(", expected ") {
        Some((wrong, expected)) => {
            format!("{}, expected {expected}", wrong.split(':').next().unwrap_or_default())
        }
        None => said.to_owned(),
    }
}

/// The fields an answer needs.
#[derive(Deserialize)]
struct AnswerablePayload {
    id: InteractionId,
    token: String,
    #[serde(rename = "type", default, deserialize_with = "lenient")]
    kind: Option<u8>,
    #[serde(default, deserialize_with = "lenient")]
    locale: String,
}

#[derive(Deserialize)]
struct EventEnvelope<T> {
    d: T,
}

impl AnswerablePayload {
    fn into_event(self) -> Option<DiscordEvent> {
        let Self { id, token, kind, locale } = self;
        let is_answerable = !matches!(kind, Some(PING | AUTOCOMPLETE));
        is_answerable.then_some(DiscordEvent::UnreadableInteraction(UnreadableInteraction {
            id,
            token,
            locale,
        }))
    }
}

/// The answerable part of an interaction sent over HTTP.
pub(crate) fn call(body: &[u8]) -> Option<DiscordEvent> {
    serde_json::from_slice::<AnswerablePayload>(body).ok()?.into_event()
}

/// The same for a gateway payload.
pub(crate) fn payload(text: &str) -> Option<DiscordEvent> {
    serde_json::from_str::<EventEnvelope<AnswerablePayload>>(text).ok()?.d.into_event()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is only read")]
    struct Read {
        token: String,
        size: u8,
    }

    fn error(text: &str) -> serde_json::Error {
        serde_json::from_str::<Read>(text).expect_err("it cannot be read")
    }

    #[test]
    fn each_reason_is_told_once_without_the_value() {
        for (text, told) in [
            (r#"{"token":"secret"}"#, "missing field `size`"),
            (r#"{"token":"secret","size":300}"#, "invalid value, expected u8"),
            (r#"{"token":"secret","size":"a, expected b at line 3"}"#, "invalid type, expected u8"),
            (r#"{"token":5,"size":3}"#, "invalid type, expected a string"),
        ] {
            assert_eq!(reason(&error(text)), told, "{text}");
        }
        let reasons = UnreadableReasons::default();
        assert!(reasons.is_news("a".to_owned()) && !reasons.is_news("a".to_owned()));
        assert!(reasons.is_news("b".to_owned()));
        for each in 0..2 * REMEMBERED {
            reasons.is_news(each.to_string());
        }
        assert_eq!(reasons.0.lock().expect("a lock").len(), REMEMBERED);
    }
}
