//! Writes the page that lists all pieces: by groups and by letters, with a search where scripts
//! run.

use std::fmt::Write as _;

use adoube_bot::{BookEntry, BookSection};

use crate::{
    html::{escape, image, link},
    links::BookPage,
    page_context::PageContext,
    page_frame,
};

/// Pictures of pieces in lists, in CSS pixels.
const PIECE: (u16, u16) = (60, 60);

pub(crate) fn page(context: &PageContext<'_>) -> String {
    let shelves = context.words.shelves(context.language);
    let count: usize = shelves.iter().map(|shelf| shelf.pieces.len()).sum();
    let title = context.word("book-title");
    let intro = context.words.word(context.language, "book-told-intro", &[("count", &count.to_string())]);
    let mut text = format!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", escape(&title), escape(&intro));
    text.push_str(&search(context));
    text.push_str(&contents(context, &shelves));
    for shelf in &shelves {
        text.push_str(&group(context, shelf));
    }
    text.push_str(&letters(context, &shelves));
    page_frame::page(
        context,
        &page_frame::PageHead { page: BookPage::List, key: "", title: &title, about: &intro },
        &text,
    )
}

/// The search form, hidden until the script runs.
fn search(context: &PageContext<'_>) -> String {
    let found = context.words.word(context.language, "book-found", &[("count", "{count}")]);
    format!(
        r#"<form class="search" id="search" role="search" hidden>
<label for="find">{}</label>
<input id="find" type="search" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="find-hint">
<p class="small" id="find-hint">{}</p>
<p class="small" id="found" role="status" data-found="{}" data-none="{}"></p>
</form>
"#,
        escape(&context.word("book-search")),
        escape(&context.word("book-told-search")),
        escape(&found),
        escape(&context.word("book-told-none")),
    )
}

fn contents(context: &PageContext<'_>, shelves: &[BookSection]) -> String {
    let items = shelves.iter().map(|shelf| (shelf.key, shelf.name.clone()));
    let items = items.chain([("letters", context.word("book-letters"))]);
    let mut list = String::new();
    for (key, name) in items {
        // Writing to a String cannot fail, here and below.
        let _ = write!(list, "<li>{}</li>", link(&format!("#{key}"), &name));
    }
    format!(
        "<nav aria-label=\"{}\"><ul class=\"contents\">{list}</ul></nav>\n",
        escape(&context.word("book-groups"))
    )
}

fn group(context: &PageContext<'_>, shelf: &BookSection) -> String {
    let mut cards = String::new();
    for piece in &shelf.pieces {
        let _ = writeln!(
            cards,
            r#"<li class="card" data-find="{}"><a href="{}">{}<span class="name">{}</span> <span class="letter">{}</span></a><p>{}</p></li>"#,
            escape(&sought(piece)),
            escape(&context.links.piece(piece, context.language)),
            image("tile", &context.links.art(&format!("white-{}", piece.code)), "", PIECE),
            escape(&piece.name),
            escape(&piece.letter),
            escape(&piece.in_short),
        );
    }
    format!(
        "<section class=\"group\" aria-labelledby=\"{key}\">\n<h2 id=\"{key}\">{}</h2>\n<ul class=\"cards\">\n{cards}</ul>\n</section>\n",
        escape(&shelf.name),
        key = shelf.key,
    )
}

/// The words by which a piece is found.
fn sought(piece: &BookEntry) -> String {
    let called = piece.called.iter().map(|(_, name)| name.as_str());
    let words = [piece.name.as_str(), piece.letter.as_str(), piece.code, piece.key];
    let mut words: Vec<String> = words.into_iter().chain(called).map(str::to_lowercase).collect();
    words.dedup();
    words.join(" ")
}

fn letters(context: &PageContext<'_>, shelves: &[BookSection]) -> String {
    let mut pieces: Vec<&BookEntry> = shelves.iter().flat_map(|shelf| &shelf.pieces).collect();
    pieces.sort_by(|one, other| (&one.letter, one.code).cmp(&(&other.letter, other.code)));
    let mut list = String::new();
    for piece in pieces {
        let href = escape(&context.links.piece(piece, context.language));
        let (letter, name) = (escape(&piece.letter), escape(&piece.name));
        let _ =
            writeln!(list, r#"<li><a href="{href}"><span class="letter">{letter}</span> {name}</a></li>"#);
    }
    format!(
        "<section aria-labelledby=\"letters\">\n<h2 id=\"letters\">{}</h2>\n<ul class=\"letters\">\n{list}</ul>\n</section>\n",
        escape(&context.word("book-letters"))
    )
}
