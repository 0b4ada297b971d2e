//! Cache of the piece book (the pages about every piece type): pages, drawings, files and trial
//! boards, each made once.

use std::sync::Arc;

use adoube_bot::{Language, Locales};
use adoube_piece_book::{BookError, BookLinks, BookPage, PieceBookPages};
use adoube_render::Renderer;

use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::{media::compressed_text::CompressedText, site_url::BasePath};

/// Cached parts: more than the book has, in all languages.
pub(crate) const KEPT: usize = 2000;
/// Parts made at once.
pub(crate) const AT_ONCE: usize = 2;

/// A part of the book that is made once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum BookFile {
    Page(BookPage, Language),
    InShort(&'static str, Language),
    Art(String),
    Board(String),
    File(String),
}

/// The piece book and its cached parts.
pub(crate) struct BookCache {
    pub(crate) book: Arc<PieceBookPages>,
    pub(crate) places: Arc<BookLinks>,
    pub(crate) made: Cache<BookFile, CompressedText>,
    pub(crate) hands: Arc<Semaphore>,
}

/// Why a part is not available.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BookFileError {
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

    /// A part, from the cache or made once for all who wait for it.
    pub(crate) async fn part(&self, part: BookFile) -> Result<CompressedText, BookFileError> {
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

    /// The moves of a piece on the trial board, if it can stand there.
    pub(crate) async fn tried(
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

/// The short description of a piece, for the card beside it.
#[derive(Serialize)]
pub(crate) struct PieceSummary {
    code: &'static str,
    name: String,
    art: String,
    text: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram: Option<TrialAnswer>,
    href: String,
}

#[derive(Serialize)]
pub(crate) struct TrialAnswer {
    src: String,
    alt: String,
}

impl PieceSummary {
    /// The description as JSON.
    pub(crate) fn of(
        book: &PieceBookPages,
        places: &BookLinks,
        code: &'static str,
        language: Language,
    ) -> Option<String> {
        let article = book.words().article(code, language)?;
        let diagram = article
            .diagram
            .map(|drawn| TrialAnswer { src: places.board(code), alt: drawn.picture.alt.to_string() });
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

/// Pawns on the trial board, of the opponent and of the piece's side.
#[derive(Deserialize)]
pub(crate) struct TrialPawns {
    pub(crate) enemies: Option<String>,
    pub(crate) own: Option<String>,
}

/// The moves of a piece from a square.
#[derive(Serialize)]
pub(crate) struct TrialSquare {
    from: String,
    moves: Vec<String>,
    captures: Vec<String>,
}

/// The squares in a list such as `c4,e5`.
fn squares(text: Option<&str>) -> Vec<&str> {
    text.unwrap_or_default().split(',').filter(|square| !square.is_empty()).collect()
}
