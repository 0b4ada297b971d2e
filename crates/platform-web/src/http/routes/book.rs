//! Routes of the piece book at `/book`: its pages, drawings, short texts, and the moves of a piece
//! on a trial board.

use std::sync::Arc;

use adoube_bot::Language;
use adoube_piece_book::{BookPage, PieceBookPages};
use axum::{
    Json,
    extract::{Path, Query, State},
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue, VARY},
    },
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use crate::{
    http::accept_language::language_of,
    media::{
        book_cache::{BookFile, BookFileError, TrialPawns},
        compressed_text::CompressedText,
    },
    state::WebState,
    wire::rejection::RequestRejection,
};

const SVG: &str = "image/svg+xml";
/// Safe for shared caches, since the book contains no personal data.
const KEEP_FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Boards use an inline style sheet for colours; all other content is blocked.
const BOARD_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
/// Characters of a list of squares that are read.
const SQUARES_CHARS: usize = 100;

/// The requested language.
#[derive(Deserialize)]
pub(crate) struct LanguageQuery {
    language: Option<String>,
}

impl WebState {
    /// The requested language, or else the browser's.
    fn language_for(&self, wish: &LanguageQuery, headers: &HeaderMap) -> Language {
        let locales = self.service.locales();
        let wished = wish.language.as_deref().and_then(|tag| locales.find(tag));
        wished.unwrap_or_else(|| language_of(locales, headers))
    }

    async fn book_page(
        &self,
        page: BookPage,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<Response, RequestRejection> {
        let part = BookFile::Page(page, language);
        self.book_part(part, "text/html; charset=utf-8", language, headers).await
    }

    /// A text part of the book in a language.
    async fn book_part(
        &self,
        part: BookFile,
        media_type: &'static str,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<Response, RequestRejection> {
        let Some(part) = part_or_nothing(self.media.book.part(part).await)? else {
            return Ok(StatusCode::NOT_FOUND.into_response());
        };
        let mut answer = part.answer(headers, media_type);
        if let Ok(tag) = HeaderValue::from_str(language.tag()) {
            answer.headers_mut().insert(CONTENT_LANGUAGE, tag);
        }
        answer.headers_mut().insert(VARY, HeaderValue::from_static("accept-language, accept-encoding"));
        Ok(answer)
    }
}

fn part_or_nothing(
    part: Result<CompressedText, BookFileError>,
) -> Result<Option<CompressedText>, RequestRejection> {
    match part {
        Ok(part) => Ok(Some(part)),
        Err(BookFileError::Nothing) => Ok(None),
        Err(error) => Err(RequestRejection::internal(&error, "a part of the piece book cannot be made")),
    }
}

/// The list of all pieces.
pub(crate) async fn list(
    State(state): State<Arc<WebState>>,
    Query(wish): Query<LanguageQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let language = state.language_for(&wish, &headers);
    state.book_page(BookPage::List, language, &headers).await
}

/// The page of a piece or of the marks; with `.json`, its short description.
pub(crate) async fn leaf(
    State(state): State<Arc<WebState>>,
    Path(name): Path<String>,
    Query(wish): Query<LanguageQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let language = state.language_for(&wish, &headers);
    if name == "marks" {
        return state.book_page(BookPage::Marks, language, &headers).await;
    }
    let (name, in_short) = name.strip_suffix(".json").map_or((name.as_str(), false), |name| (name, true));
    let Some(code) = state.media.book.book.words().find(name) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    if in_short {
        let part = BookFile::InShort(code, language);
        return state.book_part(part, "application/json", language, &headers).await;
    }
    state.book_page(BookPage::Piece(code), language, &headers).await
}

/// The style sheet, the script or the icon.
pub(crate) async fn file(
    State(state): State<Arc<WebState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let media_type = PieceBookPages::asset(&name).map(|(media_type, _)| media_type);
    kept(&state, &headers, media_type.map(|media_type| (BookFile::File(name), media_type))).await
}

/// The drawing of a piece.
pub(crate) async fn art(
    State(state): State<Arc<WebState>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let name = file.strip_suffix(".svg");
    kept(&state, &headers, name.map(|name| (BookFile::Art(name.to_owned()), SVG))).await
}

/// The picture of a board.
pub(crate) async fn board(
    State(state): State<Arc<WebState>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let name = file.strip_suffix(".svg");
    let mut answer = kept(&state, &headers, name.map(|name| (BookFile::Board(name.to_owned()), SVG))).await?;
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(BOARD_POLICY));
    Ok(answer)
}

/// A part that browsers cache permanently, since its address changes with its content.
async fn kept(
    state: &WebState,
    headers: &HeaderMap,
    part: Option<(BookFile, &'static str)>,
) -> Result<Response, RequestRejection> {
    let Some((part, media_type)) = part else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let Some(part) = part_or_nothing(state.media.book.part(part).await)? else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let mut answer = part.answer(headers, media_type);
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(KEEP_FOR_EVER));
    Ok(answer)
}

/// The moves of a piece from a square of the trial board.
pub(crate) async fn tried(
    State(state): State<Arc<WebState>>,
    Path((name, from)): Path<(String, String)>,
    Query(pawns): Query<TrialPawns>,
) -> Response {
    let Some(code) = state.media.book.book.words().find(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if [&pawns.enemies, &pawns.own].into_iter().flatten().any(|text| text.len() > SQUARES_CHARS) {
        return StatusCode::BAD_REQUEST.into_response();
    }
    match state.media.book.tried(code, from, pawns).await {
        Some(tried) => Json(tried).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
