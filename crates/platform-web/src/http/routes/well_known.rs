//! Routes that programs request from every website: `/.well-known/security.txt` (RFC 9116),
//! `/robots.txt` (RFC 9309), `/favicon.ico`.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{
        HeaderMap, StatusCode,
        header::{CONTENT_TYPE, HeaderName},
    },
    response::{IntoResponse, Response},
};

use crate::{
    http::{routes::pages, security_txt::SecurityTxt},
    state::WebState,
};

const TEXT: &str = "text/plain; charset=utf-8";
/// Keeps search engines from listing a page even if they read no `robots.txt`, as below a base
/// path.
pub(crate) const NO_INDEX: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex");
/// Path prefixes of private content: rooms, games, invites, and requests of the page.
const PRIVATE_PATHS: [&str; 8] =
    ["/c/", "/game/", "/games/", "/invite/", "/invites/", "/channels/", "/start", "/socket"];

/// The contact for security reports; 404 if none is configured.
pub(crate) async fn security(State(state): State<Arc<WebState>>) -> Response {
    match &state.site.security {
        Some(SecurityTxt(text)) => ([(CONTENT_TYPE, TEXT)], text.to_string()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Search engines may list the page and the piece book, but no rooms and games.
pub(crate) async fn robots(State(state): State<Arc<WebState>>) -> impl IntoResponse {
    let lines = PRIVATE_PATHS.map(|path| format!("Disallow: {}\n", state.site.base.address(path)));
    ([(CONTENT_TYPE, TEXT)], format!("User-agent: *\n{}", lines.concat()))
}

/// The icon, for programs that do not read its address in the page.
pub(crate) async fn favicon(State(state): State<Arc<WebState>>, headers: HeaderMap) -> Response {
    pages::file(&state, "icon.svg", &headers)
}
