//! Handles interactions over HTTP instead of the gateway: verifies the signed POST requests that
//! Discord sends, and passes them on as if they had come over the gateway. Not here: TLS, which a
//! reverse proxy does.

use std::{
    collections::HashSet,
    mem::Discriminant,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use serenity::interactions_endpoint::Verifier;
use tokio::net::TcpListener;

use crate::{
    BoxFuture, CalendarSource, DiscordEvent, EventListener,
    interaction_payload::ReceivedInteraction,
    unreadable::{self, UnreadableReasons},
};

/// Most bytes of a request body; interactions are far smaller.
const BODY: usize = 256 * 1024;
/// Most seconds between a call's timestamp and this machine's clock, so that an intercepted call
/// cannot be replayed later.
const AGE: u64 = 5 * 60;
/// The answer to Discord's PING.
const PONG: &str = r#"{"type":1}"#;

/// What the route handler needs.
#[derive(Clone)]
pub(crate) struct CallHandler {
    /// Verifies signatures, once the application's key is known.
    pub(crate) verifier: Arc<OnceLock<Verifier>>,
    pub(crate) listener: EventListener,
    pub(crate) now: CalendarSource,
    /// Reasons for unreadable calls that are logged already.
    pub(crate) reasons: Arc<UnreadableReasons>,
    /// Reasons for refused calls that are logged already.
    pub(crate) refused: Arc<Mutex<HashSet<Discriminant<RefusedCall>>>>,
}

/// Serves calls until `shutdown` resolves.
pub(crate) async fn answer(door: TcpListener, answering: CallHandler, shutdown: BoxFuture<'static, ()>) {
    let app = Router::new().route("/", post(call)).layer(DefaultBodyLimit::max(BODY)).with_state(answering);
    if let Err(error) = axum::serve(door, app).with_graceful_shutdown(shutdown).await {
        tracing::error!(%error, "interactions over HTTP are no longer answered");
    }
}

/// The verifier for the application's public key.
pub(crate) fn verifier(key: &str) -> Option<Verifier> {
    Verifier::try_new(self::key(key)?).ok()
}

/// A public key, in hexadecimal.
fn key(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> =
        text.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    if text.len() == 64 { bytes.try_into().ok() } else { None }
}

async fn call(State(answering): State<CallHandler>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(verifier) = answering.verifier.get() else {
        // The key is not fetched yet.
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    if let Err(refused) = check(verifier, &headers, &body, (answering.now)() / 1000) {
        let kind = std::mem::discriminant(&refused);
        if answering.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(kind) {
            tracing::warn!("a call is not answered: {refused}; this is told once");
        } else {
            tracing::debug!("a call is not answered: {refused}");
        }
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let received = serde_json::from_slice::<ReceivedInteraction>(&body);
    if received.as_ref().is_ok_and(ReceivedInteraction::is_ping) {
        return ([(CONTENT_TYPE, "application/json")], PONG).into_response();
    }
    let happening = match received.and_then(ReceivedInteraction::read) {
        Ok(interaction) => interaction.map(DiscordEvent::Interaction),
        Err(error) => {
            answering.reasons.tell("a call", &error);
            let Some(unread) = unreadable::call(&body) else {
                return StatusCode::BAD_REQUEST.into_response();
            };
            Some(unread)
        }
    };
    if let Some(happening) = happening {
        tokio::spawn((answering.listener)(happening));
    }
    // The answer is a request of its own, as with the gateway.
    StatusCode::ACCEPTED.into_response()
}

/// Why a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RefusedCall {
    #[error("it has no signature, or not the time at which it was signed")]
    Unsigned,
    #[error(
        "it was signed {0} s before this machine's clock, which may be wrong; no more than {AGE} s are allowed"
    )]
    Stale(u64),
    #[error(
        "it was signed {0} s after this machine's clock, which may be wrong; no more than {AGE} s are allowed"
    )]
    FromFuture(u64),
    #[error(
        "its signature is not that of this application: somebody else calls, or the body was changed on its way"
    )]
    Forged,
}

fn check(verifier: &Verifier, headers: &HeaderMap, body: &[u8], now: u64) -> Result<(), RefusedCall> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let signed = header("x-signature-ed25519").zip(header("x-signature-timestamp"));
    let (signature, timestamp) = signed.ok_or(RefusedCall::Unsigned)?;
    let then: u64 = timestamp.parse().map_err(|_| RefusedCall::Unsigned)?;
    // The signature comes first: the timestamp proves nothing without it.
    verifier.verify(signature, timestamp, body).map_err(|()| RefusedCall::Forged)?;
    match (now.saturating_sub(then), then.saturating_sub(now)) {
        (age, _) if age > AGE => Err(RefusedCall::Stale(age)),
        (_, ahead) if ahead > AGE => Err(RefusedCall::FromFuture(ahead)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_call_says_why_with_the_difference_of_the_clocks() {
        for (refused, said) in [
            (RefusedCall::Stale(360), "signed 360 s before this machine's clock"),
            (RefusedCall::FromFuture(4000), "signed 4000 s after this machine's clock"),
            (RefusedCall::Unsigned, "no signature"),
            (RefusedCall::Forged, "not that of this application"),
        ] {
            assert!(refused.to_string().contains(said), "{refused}");
        }
    }
}
