//! What every page has around its text: the head, the bar with the way to other languages, the foot. Not here: the text.

use std::fmt::Write as _;

use super::{
    BookPage, PageContext,
    html::{escape, link},
};

/// What a page is about.
pub(super) struct PageHead<'a> {
    pub(super) page: BookPage,
    /// The key of the piece, where the page is about one.
    pub(super) key: &'a str,
    pub(super) title: &'a str,
    /// What it is about, in a sentence.
    pub(super) about: &'a str,
}

/// A whole page around its text.
pub(super) fn page(desk: &PageContext<'_>, head: &PageHead<'_>, text: &str) -> String {
    let (words, places, here) = (desk.words, desk.places, desk.language);
    let (tag, direction) = (here.tag(), desk.word("book-direction"));
    let book = desk.word("book-title");
    let title = match head.page {
        BookPage::List => book.clone(),
        _ => format!("{} · {book}", head.title),
    };
    let mut alternates = String::new();
    let mut languages = String::new();
    for language in words.locales().languages() {
        let href = escape(&places.page(head.page, head.key, language, here));
        let (tag, name) = (language.tag(), escape(&words.endonym(language)));
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(alternates, r#"<link rel="alternate" hreflang="{tag}" href="{href}">"#);
        let _ = if language == here {
            write!(languages, r#"<li><span aria-current="true">{name}</span></li>"#)
        } else {
            write!(languages, r#"<li><a href="{href}" hreflang="{tag}" lang="{tag}">{name}</a></li>"#)
        };
    }
    let chat = places.chat().map(|href| format!("<li>{}</li>", link(&href, &desk.word("book-chat"))));
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
        icon = escape(&places.asset("icon.svg")),
        css = escape(&places.asset("book.css")),
        script = escape(&places.asset("book.js")),
        skip = escape(&desk.word("book-skip")),
        list = escape(&places.page(BookPage::List, "", here, here)),
        book = escape(&book),
        languages_label = escape(&desk.word("book-languages")),
        chat = chat.unwrap_or_default(),
        list_link = link(&places.page(BookPage::List, "", here, here), &desk.word("book-all")),
        marks_link = link(&places.page(BookPage::Marks, "", here, here), &desk.word("glossary-marks")),
    )
}
