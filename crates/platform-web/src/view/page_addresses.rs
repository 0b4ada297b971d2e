//! Builds the addresses of the piece book's pages and of drawings of single pieces.

use adoube_bot::Language;
use adoube_piece_book::{BookLinks, BookPage};
use adoube_render::ThemeKey;

use crate::site_url::BasePath;

/// The address of a piece's page in a language; of the list of pieces without a code.
pub(crate) fn book_page_address(base: &BasePath, code: Option<&'static str>, language: Language) -> String {
    // The edition matters only for files.
    let places = BookLinks::Chat { base: base.as_str().to_owned(), edition: String::new() };
    places.page(code.map_or(BookPage::List, BookPage::Piece), "", language, language)
}

/// The address of a piece's drawing; `version` changes it when the drawing changes.
pub(crate) fn piece_art_address(
    base: &BasePath,
    theme: ThemeKey,
    side: &str,
    code: &str,
    version: &str,
) -> String {
    base.address(&format!("/art/{}/{side}-{code}.svg?v={version}", theme.key()))
}
