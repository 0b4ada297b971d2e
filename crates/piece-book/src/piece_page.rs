//! Writes the page of one piece: how it moves, examples, facts and related pieces. Not here: the
//! board to try it on (`trial_board`).

use std::fmt::Write as _;

use adoube_bot::{ArticleDiagram, ArticleExamples, BookArticle, BookEntry, RelatedPieces};
use adoube_render::RenderError;

use crate::{
    html::{escape, image, link},
    links::BookPage,
    page_context::PageContext,
    page_frame,
    pictures::{self, ExampleMoment},
    trial_board,
};

/// The picture of the piece itself, in CSS pixels.
const LARGE: (u16, u16) = (96, 96);
/// Pictures of related pieces, in CSS pixels.
const SMALL: (u16, u16) = (40, 40);

pub(crate) fn page(context: &PageContext<'_>, article: &BookArticle) -> Result<String, RenderError> {
    let BookEntry { code, key, name, letter, in_short, .. } = &article.listed;
    let mut text = title(context, article);
    text.push_str(&how(context, article)?);
    text.push_str(&examples(context, article)?);
    text.push_str(&trial_board::section(context, article));
    text.push_str(&kin(context, article));
    text.push_str(&neighbours(context, code));
    let title = format!("{name} ({letter})");
    Ok(page_frame::page(
        context,
        &page_frame::PageHead { page: BookPage::Piece(code), key, title: &title, about: in_short },
        &text,
    ))
}

fn title(context: &PageContext<'_>, BookArticle { listed, traits, group, .. }: &BookArticle) -> String {
    let art = |side: &str| {
        image(&format!("tile {side}"), &context.links.art(&format!("{side}-{}", listed.code)), "", LARGE)
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
    let list = context.links.page(BookPage::List, "", context.language, context.language);
    format!(
        "<p class=\"crumb\">{}</p>\n<div class=\"title\">\n<p class=\"art\">{}{}</p>\n<div>\n<h1>{} <span class=\"letter\">{}</span></h1>\n<p class=\"called\"><span class=\"visually-hidden\">{}:</span>{called}</p>\n{chips}</div>\n</div>\n",
        link(&format!("{list}#{}", group.0), &group.1),
        art("white"),
        art("black"),
        escape(&listed.name),
        escape(&listed.letter),
        escape(&context.word("book-called")),
    )
}

fn how(context: &PageContext<'_>, article: &BookArticle) -> Result<String, RenderError> {
    let diagram = match &article.diagram {
        Some(ArticleDiagram { picture, legend }) => {
            let board = context.pictures.bare_board(&picture.scene)?;
            let src = context.links.board(&pictures::diagram(article.listed.code));
            let shown = image("board", &src, &picture.alt.to_string(), (board.width, board.height));
            format!("<figure>{shown}<figcaption>{}</figcaption></figure>\n", escape(legend))
        }
        None => String::new(),
    };
    Ok(format!(
        "<section class=\"how\" aria-labelledby=\"how\">\n<div>\n<h2 id=\"how\">{}</h2>\n<p class=\"lead\">{}</p>\n{}</div>\n{diagram}</section>\n",
        escape(&context.word("book-how")),
        escape(&article.about),
        facts(context, article),
    ))
}

fn examples(context: &PageContext<'_>, article: &BookArticle) -> Result<String, RenderError> {
    let Some(ArticleExamples { caption, boards }) = &article.examples else { return Ok(String::new()) };
    let mut pairs = String::new();
    for (number, pair) in (1..).zip(boards) {
        pairs.push_str("<div class=\"pair\">\n");
        let moments = [(ExampleMoment::Before, "book-before"), (ExampleMoment::After, "book-after")];
        for (picture, (moment, key)) in pair.iter().zip(moments) {
            let board = context.pictures.bare_board(&picture.scene)?;
            let src = context.links.board(&pictures::example(article.listed.code, number, moment));
            let shown = image("board", &src, &picture.alt.to_string(), (board.width, board.height));
            let caption = escape(&context.word(key));
            let _ = writeln!(pairs, "<figure>{shown}<figcaption>{caption}</figcaption></figure>");
        }
        pairs.push_str("</div>\n");
    }
    let title = escape(&context.word("book-example"));
    let told = escape(caption);
    Ok(format!(
        "<section aria-labelledby=\"example\">\n<h2 id=\"example\">{title}</h2>\n<p>{told}</p>\n{pairs}</section>\n"
    ))
}

/// Further facts about the piece, and its origin.
fn facts(context: &PageContext<'_>, article: &BookArticle) -> String {
    let mut text = String::new();
    let told = [&article.reach, &article.worth].into_iter().flatten();
    let told: Vec<String> = told.map(|fact| format!("<p>{}</p>", escape(fact))).collect();
    if !told.is_empty() {
        let _ = writeln!(text, "<h3>{}</h3>\n{}", escape(&context.word("book-facts")), told.join("\n"));
    }
    if let Some(notation) = article.notation {
        let label = escape(&context.word("book-notation"));
        let _ = writeln!(text, "<p>{label}: <code>{}</code></p>", escape(notation));
    }
    let from = escape(&context.word("book-from"));
    let _ = writeln!(text, "<h3>{from}</h3>\n<p>{}</p>", escape(&article.origin));
    text
}

fn kin(context: &PageContext<'_>, article: &BookArticle) -> String {
    if article.kin.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "<section aria-labelledby=\"kin\">\n<h2 id=\"kin\">{}</h2>\n",
        escape(&context.word("book-kin"))
    );
    for RelatedPieces { title, codes } in &article.kin {
        let _ = write!(text, "<h3>{}</h3>\n<ul class=\"kin\">", escape(title));
        for piece in codes.iter().filter_map(|code| context.words.listed(code, context.language)) {
            let _ = write!(text, "<li>{}</li>", small(context, &piece));
        }
        text.push_str("</ul>\n");
    }
    text + "</section>\n"
}

fn small(context: &PageContext<'_>, piece: &BookEntry) -> String {
    let art = image("tile", &context.links.art(&format!("white-{}", piece.code)), "", SMALL);
    let (href, name) = (escape(&context.links.piece(piece, context.language)), escape(&piece.name));
    format!(r#"<a href="{href}">{art}<span>{name}</span></a>"#)
}

/// Links to the previous and the next piece of the list.
fn neighbours(context: &PageContext<'_>, code: &str) -> String {
    let shelves = context.words.shelves(context.language);
    let pieces: Vec<&BookEntry> = shelves.iter().flat_map(|shelf| &shelf.pieces).collect();
    let place = pieces.iter().position(|piece| piece.code == code).unwrap_or_default();
    let before = place.checked_sub(1).and_then(|before| pieces.get(before));
    let mut text =
        format!("<nav class=\"neighbours\" aria-label=\"{}\">\n", escape(&context.word("book-all")));
    for (piece, key, rel) in [(before, "book-previous", "prev"), (pieces.get(place + 1), "book-next", "next")]
    {
        let Some(piece) = piece else { continue };
        let _ = writeln!(
            text,
            r#"<a rel="{rel}" href="{}"><span class="small">{}</span> <span>{}</span></a>"#,
            escape(&context.links.piece(piece, context.language)),
            escape(&context.word(key)),
            escape(&piece.name),
        );
    }
    text + "</nav>\n"
}
