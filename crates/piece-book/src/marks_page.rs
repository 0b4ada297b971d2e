//! The page about the marks of boards. Not here: what they look like and what they mean.

use std::fmt::Write as _;

use super::{
    BookError, BookPage, PageContext,
    html::{escape, image},
    page_frame, pictures,
};

pub(super) fn page(desk: &PageContext<'_>) -> Result<String, BookError> {
    let title = desk.word("glossary-marks");
    let mut list = String::new();
    for marked in desk.words.marks(desk.language) {
        let board = desk.book.bare(&marked.picture.scene)?;
        let src = desk.places.board(&pictures::mark(marked.key));
        // The meaning stands beside it, so that it would be heard twice.
        let picture = image("mark", &src, "", (board.width, board.height));
        // Writing to a String cannot fail.
        let _ = writeln!(list, "<li>{picture}<p>{}</p></li>", escape(&marked.meaning));
    }
    let text = format!("<h1>{}</h1>\n<ul class=\"marks\">\n{list}</ul>\n", escape(&title));
    Ok(page_frame::page(
        desk,
        &page_frame::PageHead { page: BookPage::Marks, key: "", title: &title, about: &title },
        &text,
    ))
}
