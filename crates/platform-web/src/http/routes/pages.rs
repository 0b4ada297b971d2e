//! Routes of the web page for the lobby and each channel, its static files, and its texts in a
//! language.

use std::sync::Arc;

use adoube_bot::PersonId;
use axum::{
    extract::{Path, State},
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CONTENT_LANGUAGE, VARY},
    },
    response::{IntoResponse, Redirect, Response},
};

use crate::{
    http::{accept_language::language_of, routes::well_known::NO_INDEX},
    state::WebState,
    wire::seat::BrowserSeat,
};

/// Characters of an unknown channel's name that are repeated in the redirect.
const NAMED_CHARS: usize = 32;

/// The page; the same for all people and channels.
pub(crate) async fn page(State(state): State<Arc<WebState>>, headers: HeaderMap) -> Response {
    let language = language_of(state.service.locales(), &headers);
    let Some(prepared) = state.site.pages.languages.get(&language) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut answer = prepared.page.answer(&headers, "text/html; charset=utf-8");
    let about = [
        (CONTENT_LANGUAGE, HeaderValue::from_str(language.tag())),
        (VARY, Ok(HeaderValue::from_static("accept-language, accept-encoding"))),
    ];
    // The tag of a language consists of plain letters.
    answer.headers_mut().extend(about.into_iter().filter_map(|(name, value)| Some((name, value.ok()?))));
    answer
}

/// The page at an address that search engines must not list.
pub(crate) async fn private_page(state: State<Arc<WebState>>, headers: HeaderMap) -> Response {
    ([NO_INDEX], page(state, headers).await).into_response()
}

/// The page at the address of a channel; redirects to the lobby if the channel is unknown.
pub(crate) async fn channel_page(
    State(state): State<Arc<WebState>>,
    Path(channel): Path<String>,
    headers: HeaderMap,
) -> Response {
    // A browser that comes from another site sends no cookie; the lobby's page then goes to the
    // room.
    let browser = state.persons.identity.browser(&headers);
    let list = state.channels.list();
    let nobody = PersonId(String::new());
    let mut people =
        BrowserSeat::all().filter_map(|seat| browser.as_ref().map(|browser| browser.person(seat)));
    if list.lets_in(&channel, &nobody) || people.any(|person| list.lets_in(&channel, &person)) {
        return private_page(State(state), headers).await;
    }
    Redirect::to(&state.site.base.address(&lobby_instead_of(&channel))).into_response()
}

fn lobby_instead_of(channel: &str) -> String {
    let named: String = channel.chars().take(NAMED_CHARS).collect();
    named.bytes().fold("/?gone=".to_owned(), |address, byte| format!("{address}%{byte:02X}"))
}

/// A file of the page, by its address.
pub(crate) async fn asset(
    State(state): State<Arc<WebState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    file(&state, &name, &headers)
}

/// A file of the page.
pub(crate) fn file(state: &WebState, name: &str, headers: &HeaderMap) -> Response {
    match state.site.pages.files.get(name) {
        Some((media_type, file)) => file.answer(headers, media_type),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page's texts in a language.
pub(crate) async fn words_of(
    State(state): State<Arc<WebState>>,
    Path(tag): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = state.service.locales().find(&tag);
    match language.and_then(|language| state.site.pages.languages.get(&language)) {
        Some(prepared) => prepared.words.answer(&headers, "application/json"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_for_an_unknown_channel_is_told_its_name_in_the_lobby() {
        assert_eq!(lobby_instead_of("no/thing&x"), "/?gone=%6E%6F%2F%74%68%69%6E%67%26%78");
        assert_eq!(lobby_instead_of(&"ä".repeat(99)).len(), "/?gone=".len() + 6 * NAMED_CHARS);
    }
}
