//! The piece book at `/book`: pages, pictures, a few words for the card beside a piece, and what a piece does on a square
//! somebody tries it on. It is the same for everybody; each page and picture is made once and kept, as there are only so
//! many. Not here: the pages (`book`), and what is told of a piece (the bot).

use std::sync::Arc;

use adoube_bot::{Language, Locales};
use adoube_piece_book::{BookError, BookLinks, BookPage, PieceBookPages};
use adoube_render::Renderer;
use axum::{
    Json,
    extract::{Path, Query, State},
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue, VARY},
    },
    response::{IntoResponse, Response},
};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::{
    WebState,
    http::{pages::language_of, routes::requests::RequestRejection},
    media::compressed_text::CompressedText,
    site_url::BasePath,
};

/// More than there are, in every language.
const KEPT: usize = 2000;
/// Made at once.
const AT_ONCE: usize = 2;
const SVG: &str = "image/svg+xml";
/// Nothing in it is anybody's.
const KEEP_FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Boards colour their shapes by a style sheet within; nothing else is let into them.
const BOARD_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
/// The most of a list of squares that is read.
const SQUARES_CHARS: usize = 100;

/// Something that is made once.
#[derive(Clone, PartialEq, Eq, Hash)]
enum BookFile {
    Page(BookPage, Language),
    InShort(&'static str, Language),
    Art(String),
    Board(String),
    File(String),
}

/// The book and what was made of it.
pub(crate) struct BookCache {
    book: Arc<PieceBookPages>,
    places: Arc<BookLinks>,
    made: Cache<BookFile, CompressedText>,
    hands: Arc<Semaphore>,
}

/// Why there is no part.
#[derive(Debug, thiserror::Error)]
enum BookFileError {
    #[error(transparent)]
    Book(#[from] BookError),
    #[error("there is none")]
    Nothing,
    #[error("it was not finished")]
    Unfinished,
}

impl BookCache {
    pub(crate) fn new(
        locales: &Locales,
        renderer: Arc<Renderer>,
        base: &BasePath,
    ) -> Result<Self, BookError> {
        let book = PieceBookPages::new(locales, renderer)?;
        let places = BookLinks::Chat { base: base.as_str().to_owned(), edition: book.edition() };
        let hands = Arc::new(Semaphore::new(AT_ONCE));
        Ok(Self { book: Arc::new(book), places: Arc::new(places), made: Cache::new(KEPT), hands })
    }

    /// A part, made unless it is kept or somebody else is waiting for it already.
    async fn part(&self, part: BookFile) -> Result<CompressedText, BookFileError> {
        let making = async {
            let _turn = self.hands.acquire().await.map_err(|_| BookFileError::Unfinished)?;
            let (book, places, wanted) = (Arc::clone(&self.book), Arc::clone(&self.places), part.clone());
            let made = tokio::task::spawn_blocking(move || -> Result<_, BookError> {
                let text = match &wanted {
                    BookFile::Page(page, language) => book.page(*page, *language, &places)?,
                    BookFile::InShort(code, language) => PieceSummary::of(&book, &places, code, *language),
                    BookFile::Art(name) => book.art(name)?,
                    BookFile::Board(name) => book.board(name)?,
                    BookFile::File(name) => PieceBookPages::asset(name).map(|(_, text)| text.to_owned()),
                };
                Ok(text.map(CompressedText::new))
            });
            made.await.map_err(|_| BookFileError::Unfinished)??.ok_or(BookFileError::Nothing)
        };
        self.made.get_or_insert_async(&part, making).await
    }
}

/// The language that is asked for.
#[derive(Deserialize)]
pub(crate) struct LanguageQuery {
    language: Option<String>,
}

/// Where the page of a piece is in a language, or of all pieces.
pub(crate) fn address(base: &BasePath, code: Option<&'static str>, language: Language) -> String {
    // The edition is for files alone.
    let places = BookLinks::Chat { base: base.as_str().to_owned(), edition: String::new() };
    places.page(code.map_or(BookPage::List, BookPage::Piece), "", language, language)
}

impl WebState {
    /// The language of the address, or else the browser's.
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

    /// A part that is text in a language.
    async fn book_part(
        &self,
        part: BookFile,
        media_type: &'static str,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<Response, RequestRejection> {
        let Some(part) = part_or_nothing(self.shelf.part(part).await)? else {
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
    State(chat): State<Arc<WebState>>,
    Query(wish): Query<LanguageQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let language = chat.language_for(&wish, &headers);
    chat.book_page(BookPage::List, language, &headers).await
}

/// The page of a piece, or of the marks; what is short of it as JSON.
pub(crate) async fn leaf(
    State(chat): State<Arc<WebState>>,
    Path(name): Path<String>,
    Query(wish): Query<LanguageQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let language = chat.language_for(&wish, &headers);
    if name == "marks" {
        return chat.book_page(BookPage::Marks, language, &headers).await;
    }
    let (name, in_short) = name.strip_suffix(".json").map_or((name.as_str(), false), |name| (name, true));
    let Some(code) = chat.shelf.book.words().find(name) else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    if in_short {
        let part = BookFile::InShort(code, language);
        return chat.book_part(part, "application/json", language, &headers).await;
    }
    chat.book_page(BookPage::Piece(code), language, &headers).await
}

/// A piece in short, for the card beside it.
#[derive(Serialize)]
struct PieceSummary {
    code: &'static str,
    name: String,
    art: String,
    text: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram: Option<TrialAnswer>,
    href: String,
}

#[derive(Serialize)]
struct TrialAnswer {
    src: String,
    alt: String,
}

impl PieceSummary {
    /// As JSON.
    fn of(
        book: &PieceBookPages,
        places: &BookLinks,
        code: &'static str,
        language: Language,
    ) -> Option<String> {
        let article = book.words().article(code, language)?;
        let diagram = article
            .diagram
            .map(|picture| TrialAnswer { src: places.board(code), alt: picture.alt.to_string() });
        let in_short = Self {
            code,
            art: places.art(&format!("white-{code}")),
            text: vec![article.about],
            diagram,
            href: places.page(BookPage::Piece(code), article.listed.key, language, language),
            name: article.listed.name,
        };
        serde_json::to_string(&in_short).ok()
    }
}

/// The style sheet, the script or the icon.
pub(crate) async fn file(
    State(chat): State<Arc<WebState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let media_type = PieceBookPages::asset(&name).map(|(media_type, _)| media_type);
    kept(&chat, &headers, media_type.map(|media_type| (BookFile::File(name), media_type))).await
}

/// The drawing of a piece.
pub(crate) async fn art(
    State(chat): State<Arc<WebState>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let name = file.strip_suffix(".svg");
    kept(&chat, &headers, name.map(|name| (BookFile::Art(name.to_owned()), SVG))).await
}

/// A board.
pub(crate) async fn board(
    State(chat): State<Arc<WebState>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let name = file.strip_suffix(".svg");
    let mut answer = kept(&chat, &headers, name.map(|name| (BookFile::Board(name.to_owned()), SVG))).await?;
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(BOARD_POLICY));
    Ok(answer)
}

/// A part that browsers keep, as its address changes with it.
async fn kept(
    chat: &WebState,
    headers: &HeaderMap,
    part: Option<(BookFile, &'static str)>,
) -> Result<Response, RequestRejection> {
    let Some((part, media_type)) = part else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let Some(part) = part_or_nothing(chat.shelf.part(part).await)? else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let mut answer = part.answer(headers, media_type);
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(KEEP_FOR_EVER));
    Ok(answer)
}

/// Pawns on the board on which a piece is tried: of the enemy's, and its own.
#[derive(Deserialize)]
pub(crate) struct TrialPawns {
    enemies: Option<String>,
    own: Option<String>,
}

/// What a piece does on a square.
#[derive(Serialize)]
struct TrialSquare {
    from: String,
    moves: Vec<String>,
    captures: Vec<String>,
}

/// What a piece does on a square of the board on which it is tried.
pub(crate) async fn tried(
    State(chat): State<Arc<WebState>>,
    Path((name, from)): Path<(String, String)>,
    Query(pawns): Query<TrialPawns>,
) -> Response {
    let Some(code) = chat.shelf.book.words().find(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if [&pawns.enemies, &pawns.own].into_iter().flatten().any(|text| text.len() > SQUARES_CHARS) {
        return StatusCode::BAD_REQUEST.into_response();
    }
    match chat.shelf.tried(code, from, pawns).await {
        Some(tried) => Json(tried).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

impl BookCache {
    /// What a piece does there, if it can stand there.
    async fn tried(
        &self,
        code: &'static str,
        from: String,
        TrialPawns { enemies, own }: TrialPawns,
    ) -> Option<TrialSquare> {
        let _turn = self.hands.acquire().await.ok()?;
        let book = Arc::clone(&self.book);
        let trying = tokio::task::spawn_blocking(move || {
            let is_asked = enemies.is_some() || own.is_some();
            let [enemies, own] = [enemies.as_deref(), own.as_deref()].map(squares);
            let stones = is_asked.then_some((&*enemies, &*own));
            let reached = book.words().try_on(code, &from, stones)?;
            Some(TrialSquare { from, moves: reached.moves, captures: reached.captures })
        });
        trying.await.ok().flatten()
    }
}

/// "c4,e5"
fn squares(text: Option<&str>) -> Vec<&str> {
    text.unwrap_or_default().split(',').filter(|square| !square.is_empty()).collect()
}
