//! The page of one piece. Not here: the board on it that can be tried (`trial_board`), and what is told (the bot).

use std::fmt::Write as _;

use adoube_bot::{BookArticle, BookEntry, RelatedPieces};

use super::{
    BookError, BookPage, PageContext,
    html::{escape, image, link},
    page_frame,
    pictures::{self, ExampleMoment},
    trial_board,
};

/// Pictures of the piece itself, and of those that are named beside it, in CSS pixels.
const LARGE: (u16, u16) = (96, 96);
const SMALL: (u16, u16) = (40, 40);

pub(super) fn page(desk: &PageContext<'_>, article: &BookArticle) -> Result<String, BookError> {
    let BookEntry { code, key, name, letter, in_short, .. } = &article.listed;
    let mut text = title(desk, article);
    text.push_str(&how(desk, article)?);
    text.push_str(&examples(desk, article)?);
    text.push_str(&trial_board::section(desk, article));
    text.push_str(&kin(desk, article));
    text.push_str(&neighbours(desk, code));
    let title = format!("{name} ({letter})");
    Ok(page_frame::page(
        desk,
        &page_frame::PageHead { page: BookPage::Piece(code), key, title: &title, about: in_short },
        &text,
    ))
}

fn title(desk: &PageContext<'_>, BookArticle { listed, traits, group, .. }: &BookArticle) -> String {
    let art = |side: &str| {
        image(&format!("tile {side}"), &desk.places.art(&format!("{side}-{}", listed.code)), "", LARGE)
    };
    let mut called = String::new();
    for (language, name) in &listed.called {
        // Writing to a String cannot fail, here and below.
        let _ = write!(called, r#" <span lang="{}">{}</span>"#, language.tag(), escape(name));
    }
    let mut chips = String::new();
    for told in traits {
        let _ = write!(chips, "<li>{}</li>", escape(told));
    }
    let chips = if chips.is_empty() { String::new() } else { format!("<ul class=\"chips\">{chips}</ul>\n") };
    let list = desk.places.page(BookPage::List, "", desk.language, desk.language);
    format!(
        "<p class=\"crumb\">{}</p>\n<div class=\"title\">\n<p class=\"art\">{}{}</p>\n<div>\n<h1>{} <span class=\"letter\">{}</span></h1>\n<p class=\"called\"><span class=\"visually-hidden\">{}:</span>{called}</p>\n{chips}</div>\n</div>\n",
        link(&format!("{list}#{}", group.0), &group.1),
        art("white"),
        art("black"),
        escape(&listed.name),
        escape(&listed.letter),
        escape(&desk.word("book-called")),
    )
}

fn how(desk: &PageContext<'_>, article: &BookArticle) -> Result<String, BookError> {
    let diagram = match &article.diagram {
        Some(picture) => {
            let board = desk.book.bare(&picture.scene)?;
            let src = desk.places.board(&pictures::diagram(article.listed.code));
            let shown = image("board", &src, &picture.alt.to_string(), (board.width, board.height));
            format!("<figure>{shown}<figcaption>{}</figcaption></figure>\n", escape(&article.legend))
        }
        None => String::new(),
    };
    Ok(format!(
        "<section class=\"how\" aria-labelledby=\"how\">\n<div>\n<h2 id=\"how\">{}</h2>\n<p class=\"lead\">{}</p>\n{}</div>\n{diagram}</section>\n",
        escape(&desk.word("book-how")),
        escape(&article.about),
        facts(desk, article),
    ))
}

fn examples(desk: &PageContext<'_>, article: &BookArticle) -> Result<String, BookError> {
    let Some(told) = &article.example else { return Ok(String::new()) };
    let mut pairs = String::new();
    for (number, pair) in (1..).zip(&article.steps) {
        pairs.push_str("<div class=\"pair\">\n");
        let moments = [(ExampleMoment::Before, "book-before"), (ExampleMoment::After, "book-after")];
        for (picture, (moment, key)) in pair.iter().zip(moments) {
            let board = desk.book.bare(&picture.scene)?;
            let src = desk.places.board(&pictures::example(article.listed.code, number, moment));
            let shown = image("board", &src, &picture.alt.to_string(), (board.width, board.height));
            let caption = escape(&desk.word(key));
            let _ = writeln!(pairs, "<figure>{shown}<figcaption>{caption}</figcaption></figure>");
        }
        pairs.push_str("</div>\n");
    }
    let title = escape(&desk.word("book-example"));
    let told = escape(told);
    Ok(format!(
        "<section aria-labelledby=\"example\">\n<h2 id=\"example\">{title}</h2>\n<p>{told}</p>\n{pairs}</section>\n"
    ))
}

/// What there is to know beside that, and where it comes from.
fn facts(desk: &PageContext<'_>, article: &BookArticle) -> String {
    let mut text = String::new();
    let told = [&article.reach, &article.worth].into_iter().flatten();
    let told: Vec<String> = told.map(|fact| format!("<p>{}</p>", escape(fact))).collect();
    if !told.is_empty() {
        let _ = writeln!(text, "<h3>{}</h3>\n{}", escape(&desk.word("book-facts")), told.join("\n"));
    }
    if let Some(notation) = article.notation {
        let label = escape(&desk.word("book-notation"));
        let _ = writeln!(text, "<p>{label}: <code>{}</code></p>", escape(notation));
    }
    let from = escape(&desk.word("book-from"));
    let _ = writeln!(text, "<h3>{from}</h3>\n<p>{}</p>", escape(&article.origin));
    text
}

fn kin(desk: &PageContext<'_>, article: &BookArticle) -> String {
    if article.kin.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "<section aria-labelledby=\"kin\">\n<h2 id=\"kin\">{}</h2>\n",
        escape(&desk.word("book-kin"))
    );
    for RelatedPieces { title, codes } in &article.kin {
        let _ = write!(text, "<h3>{}</h3>\n<ul class=\"kin\">", escape(title));
        for piece in codes.iter().filter_map(|code| desk.words.listed(code, desk.language)) {
            let _ = write!(text, "<li>{}</li>", small(desk, &piece));
        }
        text.push_str("</ul>\n");
    }
    text + "</section>\n"
}

fn small(desk: &PageContext<'_>, piece: &BookEntry) -> String {
    let art = image("tile", &desk.places.art(&format!("white-{}", piece.code)), "", SMALL);
    let (href, name) = (escape(&desk.places.piece(piece, desk.language)), escape(&piece.name));
    format!(r#"<a href="{href}">{art}<span>{name}</span></a>"#)
}

/// The pieces before and behind it, in the order of the list.
fn neighbours(desk: &PageContext<'_>, code: &str) -> String {
    let shelves = desk.words.shelves(desk.language);
    let pieces: Vec<&BookEntry> = shelves.iter().flat_map(|shelf| &shelf.pieces).collect();
    let place = pieces.iter().position(|piece| piece.code == code).unwrap_or_default();
    let before = place.checked_sub(1).and_then(|before| pieces.get(before));
    let mut text = format!("<nav class=\"neighbours\" aria-label=\"{}\">\n", escape(&desk.word("book-all")));
    for (piece, key, rel) in [(before, "book-previous", "prev"), (pieces.get(place + 1), "book-next", "next")]
    {
        let Some(piece) = piece else { continue };
        let _ = writeln!(
            text,
            r#"<a rel="{rel}" href="{}"><span class="small">{}</span> <span>{}</span></a>"#,
            escape(&desk.places.piece(piece, desk.language)),
            escape(&desk.word(key)),
            escape(&piece.name),
        );
    }
    text + "</nav>\n"
}
