//! The page of all pieces: in groups, to search in where scripts run, and by their letters. Not here: any piece's own page.

use std::fmt::Write as _;

use adoube_bot::{BookEntry, BookSection};

use super::{
    BookPage, PageContext,
    html::{escape, image, link},
    page_frame,
};

/// Pictures of pieces in lists, in CSS pixels.
const PIECE: (u16, u16) = (60, 60);

pub(super) fn page(desk: &PageContext<'_>) -> String {
    let shelves = desk.words.shelves(desk.language);
    let count: usize = shelves.iter().map(|shelf| shelf.pieces.len()).sum();
    let title = desk.word("book-title");
    let intro = desk.words.word(desk.language, "book-told-intro", &[("count", &count.to_string())]);
    let mut text = format!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", escape(&title), escape(&intro));
    text.push_str(&search(desk));
    text.push_str(&contents(desk, &shelves));
    for shelf in &shelves {
        text.push_str(&group(desk, shelf));
    }
    text.push_str(&letters(desk, &shelves));
    page_frame::page(
        desk,
        &page_frame::PageHead { page: BookPage::List, key: "", title: &title, about: &intro },
        &text,
    )
}

/// Hidden until the script has something to do.
fn search(desk: &PageContext<'_>) -> String {
    let found = desk.words.word(desk.language, "book-found", &[("count", "{count}")]);
    format!(
        r#"<form class="search" id="search" role="search" hidden>
<label for="find">{}</label>
<input id="find" type="search" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="find-hint">
<p class="small" id="find-hint">{}</p>
<p class="small" id="found" role="status" data-found="{}" data-none="{}"></p>
</form>
"#,
        escape(&desk.word("book-search")),
        escape(&desk.word("book-told-search")),
        escape(&found),
        escape(&desk.word("book-told-none")),
    )
}

fn contents(desk: &PageContext<'_>, shelves: &[BookSection]) -> String {
    let items = shelves.iter().map(|shelf| (shelf.key, shelf.name.clone()));
    let items = items.chain([("letters", desk.word("book-letters"))]);
    let mut list = String::new();
    for (key, name) in items {
        // Writing to a String cannot fail, here and below.
        let _ = write!(list, "<li>{}</li>", link(&format!("#{key}"), &name));
    }
    format!(
        "<nav aria-label=\"{}\"><ul class=\"contents\">{list}</ul></nav>\n",
        escape(&desk.word("book-groups"))
    )
}

fn group(desk: &PageContext<'_>, shelf: &BookSection) -> String {
    let mut cards = String::new();
    for piece in &shelf.pieces {
        let _ = writeln!(
            cards,
            r#"<li class="card" data-find="{}"><a href="{}">{}<span class="name">{}</span> <span class="letter">{}</span></a><p>{}</p></li>"#,
            escape(&sought(piece)),
            escape(&desk.places.piece(piece, desk.language)),
            image("tile", &desk.places.art(&format!("white-{}", piece.code)), "", PIECE),
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

/// What somebody may look for.
fn sought(piece: &BookEntry) -> String {
    let called = piece.called.iter().map(|(_, name)| name.as_str());
    let words = [piece.name.as_str(), piece.letter.as_str(), piece.code, piece.key];
    let mut words: Vec<String> = words.into_iter().chain(called).map(str::to_lowercase).collect();
    words.dedup();
    words.join(" ")
}

fn letters(desk: &PageContext<'_>, shelves: &[BookSection]) -> String {
    let mut pieces: Vec<&BookEntry> = shelves.iter().flat_map(|shelf| &shelf.pieces).collect();
    pieces.sort_by(|one, other| (&one.letter, one.code).cmp(&(&other.letter, other.code)));
    let mut list = String::new();
    for piece in pieces {
        let href = escape(&desk.places.piece(piece, desk.language));
        let (letter, name) = (escape(&piece.letter), escape(&piece.name));
        let _ =
            writeln!(list, r#"<li><a href="{href}"><span class="letter">{letter}</span> {name}</a></li>"#);
    }
    format!(
        "<section aria-labelledby=\"letters\">\n<h2 id=\"letters\">{}</h2>\n<ul class=\"letters\">\n{list}</ul>\n</section>\n",
        escape(&desk.word("book-letters"))
    )
}
