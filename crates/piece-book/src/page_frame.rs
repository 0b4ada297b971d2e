//! Writes the frame of every page: head, bar with links to the other languages, foot.

use std::fmt::Write as _;

use crate::{
    html::{escape, link},
    links::BookPage,
    page_context::PageContext,
};

/// The head of a page.
pub(crate) struct PageHead<'a> {
    pub(crate) page: BookPage,
    /// The key of the piece, where the page is about one.
    pub(crate) key: &'a str,
    pub(crate) title: &'a str,
    /// Its description, in one sentence.
    pub(crate) about: &'a str,
}

/// A whole page around its text.
pub(crate) fn page(context: &PageContext<'_>, head: &PageHead<'_>, text: &str) -> String {
    let (words, links, here) = (context.words, context.links, context.language);
    let (tag, direction) = (here.tag(), context.word("book-direction"));
    let book = context.word("book-title");
    let title = match head.page {
        BookPage::List => book.clone(),
        _ => format!("{} · {book}", head.title),
    };
    let mut alternates = String::new();
    let mut languages = String::new();
    for language in words.locales().languages() {
        let href = escape(&links.page(head.page, head.key, language, here));
        let (tag, name) = (language.tag(), escape(&words.endonym(language)));
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(alternates, r#"<link rel="alternate" hreflang="{tag}" href="{href}">"#);
        let _ = if language == here {
            write!(languages, r#"<li><span aria-current="true">{name}</span></li>"#)
        } else {
            write!(languages, r#"<li><a href="{href}" hreflang="{tag}" lang="{tag}">{name}</a></li>"#)
        };
    }
    let chat = links.chat().map(|href| format!("<li>{}</li>", link(&href, &context.word("book-chat"))));
    format!(
        r##"<!doctype html>
<html lang="{tag}" dir="{direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{about}">
<title>{title}</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="stylesheet" href="{css}">
{alternates}<script src="{script}" defer></script>
</head>
<body>
<a class="skip" href="#text">{skip}</a>
<header class="bar">
<a class="brand" href="{list}"><img src="{icon}" alt="" width="32" height="32"><span>{book}</span></a>
<nav aria-label="{languages_label}"><ul class="languages">{languages}{chat}</ul></nav>
</header>
<main id="text" tabindex="-1">
{text}</main>
<footer class="foot"><p>{list_link} · {marks_link}</p></footer>
</body>
</html>
"##,
        about = escape(head.about),
        title = escape(&title),
        icon = escape(&links.asset("icon.svg")),
        css = escape(&links.asset("book.css")),
        script = escape(&links.asset("book.js")),
        skip = escape(&context.word("book-skip")),
        list = escape(&links.page(BookPage::List, "", here, here)),
        book = escape(&book),
        languages_label = escape(&context.word("book-languages")),
        chat = chat.unwrap_or_default(),
        list_link = link(&links.page(BookPage::List, "", here, here), &context.word("book-all")),
        marks_link = link(&links.page(BookPage::Marks, "", here, here), &context.word("glossary-marks")),
    )
}
