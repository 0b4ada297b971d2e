//! Addresses of the piece book's pages and of drawings of single pieces.

use adoube_bot::Language;
use adoube_piece_book::{BookLinks, BookPage};
use adoube_render::ThemeKey;

use crate::site_url::BasePath;

/// Where the page of a piece is in a language, or of all pieces.
pub(crate) fn book_page_address(base: &BasePath, code: Option<&'static str>, language: Language) -> String {
    // The edition is for files alone.
    let places = BookLinks::Chat { base: base.as_str().to_owned(), edition: String::new() };
    places.page(code.map_or(BookPage::List, BookPage::Piece), "", language, language)
}

/// Where a type is drawn as a side's; `version` makes a new address when it is drawn otherwise.
pub(crate) fn piece_art_address(
    base: &BasePath,
    theme: ThemeKey,
    side: &str,
    code: &str,
    version: &str,
) -> String {
    base.address(&format!("/art/{}/{side}-{code}.svg?v={version}", theme.key()))
}
