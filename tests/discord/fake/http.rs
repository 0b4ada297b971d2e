//! HTTP server of the fake Discord: applies faults, rate limits and authorization to each request.
//! Not here: what each does (`routes`).

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request as HttpRequest, State as Shared},
    http::{HeaderMap, Response, StatusCode, header::CONTENT_TYPE},
};
use serde_json::{Value, json};

use super::{
    Fake, Request, State,
    faults::{Fault, INVALID, Place, Standing, is_invalid},
    refusals,
    routes::{self, Asked},
    wire,
};

/// The most bytes of a request.
const LIMIT: usize = 12 * 1024 * 1024;

pub fn router(fake: Arc<Fake>) -> Router {
    Router::new().fallback(handle).with_state(fake)
}

async fn handle(Shared(fake): Shared<Arc<Fake>>, request: HttpRequest) -> Response<Body> {
    let (head, body) = request.into_parts();
    let bytes = to_bytes(body, LIMIT).await.unwrap_or_default();
    let content_type =
        head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (body, mut files) = wire::body(content_type, &bytes);
    if fake.state().tap.is_some() {
        for (_, bytes) in &mut files {
            *bytes = Vec::new();
        }
    }
    let method = head.method.to_string();
    let path = head.uri.path().trim_start_matches("/api/v10").trim_start_matches('/').to_owned();
    let parts: Vec<&str> = path.split('/').collect();
    let query = head.uri.query().unwrap_or_default();
    let asked = Asked { method: &method, path: &parts, query, body: &body, files: &files };
    let (status, answer, headers) = fake.change(|state| {
        let told = with_faults(state, &fake, &asked, &head.headers);
        state.faults.invalid += u32::from(is_invalid(told.0, &told.2));
        assert!(state.faults.invalid < INVALID, "the address is shut out");
        let (method, path, body) = (method.clone(), path.clone(), body.clone());
        let request = Request { method, path, body, status: told.0, answer: told.1.clone() };
        match &state.tap {
            Some(tap) => tap(&request),
            None => state.requests.push(request),
        }
        state.forget_old();
        told
    });
    let mut response = Response::builder().status(StatusCode::from_u16(status).expect("a status"));
    for (name, value) in headers {
        response = response.header(name, value);
    }
    let (kind, text) = match answer {
        _ if status == 204 => ("application/json", String::new()),
        Value::String(page) => ("text/html; charset=UTF-8", page),
        answer => ("application/json", answer.to_string()),
    };
    response.header(CONTENT_TYPE, kind).body(Body::from(text)).expect("a response")
}

type Told = (u16, Value, Vec<(&'static str, String)>);

fn with_faults(state: &mut State, fake: &Fake, asked: &Asked<'_>, headers: &HeaderMap) -> Told {
    let place = Place::of(asked.method, asked.path);
    // Answers to interactions go by the interaction's own token, and do not count for the bot.
    let free = matches!(asked.path, ["interactions" | "webhooks", ..]);
    if let Some(seconds) = state.faults.is_shut() {
        return page(429, Some(seconds));
    }
    if let Some(seconds) = (!free).then(|| state.faults.is_stopped()).flatten() {
        return too_often(seconds, true, None);
    }
    if let Some(seconds) = (!free).then(|| state.faults.count_for_all()).flatten() {
        return too_often(seconds, true, None);
    }
    let standing = state.faults.count(place, asked.path);
    if let Some(standing) = standing.filter(|standing| standing.exceeded) {
        return too_often(standing.reset_after, false, Some(standing));
    }
    let fault = state.faults.next(place);
    match fault {
        Some(Fault::Status(status)) => {
            return (status, json!({ "message": "a fault", "code": 0 }), Vec::new());
        }
        Some(Fault::Error { status, code }) => {
            return (status, json!({ "message": "a fault", "code": code }), Vec::new());
        }
        Some(Fault::TooOften { seconds, global }) => {
            if global && !free {
                state.faults.stop(seconds);
            }
            return too_often(seconds, global, standing);
        }
        Some(Fault::Page { status, retry_after }) => {
            if let (429, Some(seconds)) = (status, retry_after) {
                state.faults.shut(seconds);
            }
            return page(status, retry_after);
        }
        Some(Fault::DoneBut(_)) | None => {}
    }
    let authorized = headers.get("authorization").and_then(|value| value.to_str().ok());
    let outcome = if free {
        routes::without_token(state, asked)
    } else if authorized == Some(&format!("Bot {}", state.token)) {
        routes::with_token(state, fake, asked)
    } else {
        Err(refusals::UNAUTHORIZED)
    };
    if let Some(Fault::DoneBut(status)) = fault {
        return (status, json!({ "message": "a fault", "code": 0 }), Vec::new());
    }
    let headers = standing.map(limits).unwrap_or_default();
    match outcome {
        Ok(Value::Null) => (204, Value::Null, headers),
        Ok(answer) if place == Place::Threads => (201, answer, headers),
        Ok(answer) => (200, answer, headers),
        Err((status, code, message)) => (status, json!({ "message": message, "code": code }), headers),
    }
}

fn limits(standing: Standing) -> Vec<(&'static str, String)> {
    vec![
        ("x-ratelimit-limit", standing.limit.to_string()),
        ("x-ratelimit-remaining", standing.remaining.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", standing.reset)),
        ("x-ratelimit-reset-after", format!("{:.3}", standing.reset_after)),
        ("x-ratelimit-bucket", standing.bucket.to_owned()),
    ]
}

/// What something before Discord answers.
fn page(status: u16, retry_after: Option<u32>) -> Told {
    let headers = retry_after.map(|seconds| ("retry-after", seconds.to_string()));
    (status, json!("<!DOCTYPE html><title>Access denied</title>"), headers.into_iter().collect())
}

fn too_often(seconds: f64, global: bool, standing: Option<Standing>) -> Told {
    let mut headers = standing.map(limits).unwrap_or_default();
    // It comes from Discord itself, not from what stands before it.
    headers.push(("via", "1.1 google".to_owned()));
    headers.push(("retry-after", format!("{seconds:.3}")));
    headers.push(("x-ratelimit-scope", if global { "global" } else { "user" }.to_owned()));
    if global {
        headers.push(("x-ratelimit-global", "true".to_owned()));
    }
    let told = json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global });
    (429, told, headers)
}
