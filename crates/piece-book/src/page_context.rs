//! Struct of what the writer of a page is given: words, pictures, language and links.

use adoube_bot::{Language, PieceBook};

use crate::{links::BookLinks, pictures::BookPictures};

/// The context of one page.
pub(crate) struct PageContext<'a> {
    pub(crate) words: &'a PieceBook,
    pub(crate) pictures: &'a BookPictures,
    pub(crate) language: Language,
    pub(crate) links: &'a BookLinks,
}

impl PageContext<'_> {
    /// A label or a sentence of the pages, by its locale key.
    pub(crate) fn word(&self, key: &'static str) -> String {
        self.words.word(self.language, key, &[])
    }
}
