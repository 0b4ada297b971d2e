//! The piece book as pages: a list of all pieces, a page for each, and one of the marks, in every language, which can be
//! read without scripts. The same pages are served by the web chat and written as files that need no server (`static_files`).
//! Not here: what is told of a piece (the bot), drawing (`adoube-render`), requests (the web chat).

// These macros panic where nobody can be told, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod html;
mod index_page;
mod links;
mod marks_page;
mod page_frame;
mod pictures;
mod piece_page;
mod static_files;
mod trial_board;

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, OnceLock},
};

use adoube_bot::{Language, Locales, PieceBook, TranslationError};
use adoube_render::{RenderError, Renderer, Scene};

pub use self::{
    links::BookLinks,
    static_files::{BookFiles, BookPageFile},
};

/// The one style sheet, the one script and the icon of the pages.
const ASSETS: [(&str, &str, &str); 3] = [
    ("book.css", "text/css; charset=utf-8", include_str!("../../../assets/web/book.css")),
    ("book.js", "text/javascript; charset=utf-8", include_str!("../../../assets/web/book.js")),
    ("icon.svg", "image/svg+xml", include_str!("../../../assets/web/icon.svg")),
];

/// One of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookPage {
    /// All pieces.
    List,
    /// What the marks of boards mean.
    Marks,
    /// The piece of this code.
    Piece(&'static str),
}

/// Who makes the pages and draws the pictures of the book.
pub struct PieceBookPages {
    words: PieceBook,
    renderer: Arc<Renderer>,
    /// What each board shows, by the board's name.
    boards: OnceLock<BTreeMap<String, Scene>>,
}

/// A page or a picture of the book cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The words.
    #[error(transparent)]
    Words(#[from] TranslationError),
    /// The pictures.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl PieceBookPages {
    /// The book in these languages.
    ///
    /// # Errors
    /// A locale file that cannot be used.
    pub fn new(locales: &Locales, renderer: Arc<Renderer>) -> Result<Self, BookError> {
        Ok(Self { words: PieceBook::new(locales)?, renderer, boards: OnceLock::new() })
    }

    /// What is told, without pages around it.
    pub fn words(&self) -> &PieceBook {
        &self.words
    }

    /// Every page there is.
    pub fn pages(&self) -> impl Iterator<Item = BookPage> + use<'_> {
        [BookPage::List, BookPage::Marks].into_iter().chain(self.words.codes().map(BookPage::Piece))
    }

    /// A page as HTML, with addresses as these places have them. Nothing if there is no such piece.
    ///
    /// # Errors
    /// A picture that cannot be laid out.
    pub fn page(
        &self,
        page: BookPage,
        language: Language,
        places: &BookLinks,
    ) -> Result<Option<String>, BookError> {
        let desk = PageContext { book: self, words: &self.words, language, places };
        Ok(match page {
            BookPage::List => Some(index_page::page(&desk)),
            BookPage::Marks => Some(marks_page::page(&desk)?),
            BookPage::Piece(code) => match self.words.article(code, language) {
                Some(article) => Some(piece_page::page(&desk, &article)?),
                None => None,
            },
        })
    }

    /// What changes whenever a picture or another file of the book may: for addresses under which they are kept for ever.
    pub fn edition(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self.renderer.art_version(), env!("CARGO_PKG_VERSION"), ASSETS).hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// A file that pages ask for beside pictures: its media type and text.
    pub fn asset(name: &str) -> Option<(&'static str, &'static str)> {
        ASSETS.iter().find(|(known, ..)| *known == name).map(|(_, media_type, text)| (*media_type, *text))
    }
}

/// What is at hand where a page is written.
struct PageContext<'a> {
    book: &'a PieceBookPages,
    words: &'a PieceBook,
    language: Language,
    places: &'a BookLinks,
}

impl PageContext<'_> {
    /// A label or a sentence of the pages.
    fn word(&self, key: &'static str) -> String {
        self.words.word(self.language, key, &[])
    }
}
