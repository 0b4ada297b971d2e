//! The piece book, pages that explain every piece: renders each page as HTML and each picture as
//! SVG, by name.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use adoube_bot::{Language, Locales, PieceBook, TranslationError};
use adoube_render::{RenderError, Renderer};

use crate::{
    assets::ASSETS,
    index_page,
    links::{BookLinks, BookPage},
    marks_page,
    page_context::PageContext,
    pictures::BookPictures,
    piece_page,
};

/// Writes the pages of the book and draws its pictures.
pub struct PieceBookPages {
    words: Arc<PieceBook>,
    pictures: BookPictures,
}

/// A page or a picture of the book cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A locale file cannot be used.
    #[error(transparent)]
    Words(#[from] TranslationError),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl PieceBookPages {
    /// The book in the languages of `locales`.
    ///
    /// # Errors
    /// A locale file cannot be used.
    pub fn new(locales: &Locales, renderer: Arc<Renderer>) -> Result<Self, BookError> {
        let words = Arc::new(PieceBook::new(locales)?);
        Ok(Self { pictures: BookPictures::new(Arc::clone(&words), renderer), words })
    }

    /// The words about pieces, without pages around them.
    pub fn words(&self) -> &PieceBook {
        &self.words
    }

    /// All pages.
    pub fn pages(&self) -> impl Iterator<Item = BookPage> + use<'_> {
        [BookPage::List, BookPage::Marks].into_iter().chain(self.words.codes().map(BookPage::Piece))
    }

    /// A page as HTML, with links as `links` has them. `None` if there is no such piece.
    ///
    /// # Errors
    /// A picture cannot be laid out.
    pub fn page(
        &self,
        page: BookPage,
        language: Language,
        links: &BookLinks,
    ) -> Result<Option<String>, BookError> {
        let context = PageContext { words: &self.words, pictures: &self.pictures, language, links };
        Ok(match page {
            BookPage::List => Some(index_page::page(&context)),
            BookPage::Marks => Some(marks_page::page(&context)?),
            BookPage::Piece(code) => match self.words.article(code, language) {
                Some(article) => Some(piece_page::page(&context, &article)?),
                None => None,
            },
        })
    }

    /// A hash that changes whenever a picture or an asset may have changed. Part of addresses that browsers cache for good.
    pub fn edition(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self.pictures.art_version(), env!("CARGO_PKG_VERSION"), &*ASSETS).hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// The media type and the text of an asset of the pages: style sheet, script or icon.
    pub fn asset(name: &str) -> Option<(&'static str, &'static str)> {
        let found = ASSETS.iter().find(|(known, ..)| *known == name);
        found.map(|(_, media_type, text)| (*media_type, text.as_str()))
    }

    /// The drawing of a piece by a name such as `white-NR`, as SVG. `None` if there is no such piece.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn art(&self, name: &str) -> Result<Option<String>, BookError> {
        Ok(self.pictures.art(name)?)
    }

    /// A board by its name, as SVG. `None` if there is no such board.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn board(&self, name: &str) -> Result<Option<String>, BookError> {
        Ok(self.pictures.board(name)?)
    }

    /// The names of all boards.
    pub fn boards(&self) -> impl Iterator<Item = &str> {
        self.pictures.boards()
    }
}
