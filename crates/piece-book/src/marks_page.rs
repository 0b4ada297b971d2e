//! Writes the page about the marks that squares of a board can carry, each with a picture and its
//! meaning.

use std::fmt::Write as _;

use adoube_render::RenderError;

use crate::{
    html::{escape, image},
    links::BookPage,
    page_context::PageContext,
    page_frame, pictures,
};

pub(crate) fn page(context: &PageContext<'_>) -> Result<String, RenderError> {
    let title = context.word("glossary-marks");
    let mut list = String::new();
    for marked in context.words.marks(context.language) {
        let board = context.pictures.bare_board(&marked.picture.scene)?;
        let src = context.links.board(&pictures::mark(marked.key));
        // No alt text: a screen reader reads the meaning beside the picture.
        let picture = image("mark", &src, "", (board.width, board.height));
        // Writing to a String cannot fail.
        let _ = writeln!(list, "<li>{picture}<p>{}</p></li>", escape(&marked.meaning));
    }
    let text = format!("<h1>{}</h1>\n<ul class=\"marks\">\n{list}</ul>\n", escape(&title));
    Ok(page_frame::page(
        context,
        &page_frame::PageHead { page: BookPage::Marks, key: "", title: &title, about: &title },
        &text,
    ))
}
