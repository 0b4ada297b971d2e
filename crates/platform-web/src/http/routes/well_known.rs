//! Routes that programs ask every website for: `/.well-known/security.txt` (RFC 9116),
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
/// Keeps search engines from listing a page, also where they have not read `robots.txt`, as below a path.
pub(crate) const NO_INDEX: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex");
/// Paths below which everything is some people's own: rooms, games, invitations, and what pages ask for.
const PRIVATE_PATHS: [&str; 8] =
    ["/c/", "/game/", "/games/", "/invite/", "/invites/", "/channels/", "/start", "/socket"];

/// Whom to tell of a hole in the program's security; nothing where nobody was named.
pub(crate) async fn security(State(state): State<Arc<WebState>>) -> Response {
    match &state.site.security {
        Some(SecurityTxt(text)) => ([(CONTENT_TYPE, TEXT)], text.to_string()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page and the piece book may be found by search engines, rooms and games may not.
pub(crate) async fn robots(State(state): State<Arc<WebState>>) -> impl IntoResponse {
    let lines = PRIVATE_PATHS.map(|path| format!("Disallow: {}\n", state.site.base.address(path)));
    ([(CONTENT_TYPE, TEXT)], format!("User-agent: *\n{}", lines.concat()))
}

/// The icon, for what does not read in the page where it is.
pub(crate) async fn favicon(State(state): State<Arc<WebState>>, headers: HeaderMap) -> Response {
    pages::file(&state, "icon.svg", &headers)
}
