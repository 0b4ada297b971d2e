//! Renders the book as a static site: all its files in memory, with a folder for each language. The
//! same program makes the same bytes.

use adoube_bot::Language;

use crate::{
    assets::ASSETS,
    book::{BookError, PieceBookPages},
    html::escape,
    links::{BookLinks, BookPage, file_name},
};

/// One file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPageFile {
    /// Its path below the book's folder, with `/` between folders.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// All files of the site, sorted by path.
#[derive(Clone, Debug)]
pub struct BookFiles(pub Vec<BookPageFile>);

impl PieceBookPages {
    /// The book as a static site.
    ///
    /// # Errors
    /// A page or a picture that cannot be made.
    pub fn bind(&self) -> Result<BookFiles, BookError> {
        let mut files = vec![BookPageFile { path: "index.html".to_owned(), text: self.language_page() }];
        for language in self.words().locales().languages() {
            for page in self.pages() {
                let Some(text) = self.page(page, language, &BookLinks::Folder)? else { continue };
                let path = format!("{}/{}", language.tag(), file_name(page, &self.piece_key(page)));
                files.push(BookPageFile { path, text });
            }
        }
        for code in self.words().codes() {
            for side in ["white", "black"] {
                let name = format!("{side}-{code}");
                let text = self.art(&name)?;
                files.extend(text.map(|text| BookPageFile { path: format!("art/{name}.svg"), text }));
            }
        }
        for name in self.boards() {
            let text = self.board(name)?;
            files.extend(text.map(|text| BookPageFile { path: format!("boards/{name}.svg"), text }));
        }
        let assets = ASSETS.iter();
        files.extend(
            assets.map(|(name, _, text)| BookPageFile { path: format!("files/{name}"), text: text.clone() }),
        );
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(BookFiles(files))
    }

    fn piece_key(&self, page: BookPage) -> String {
        let BookPage::Piece(code) = page else { return String::new() };
        let listed = self.words().listed(code, Language::default());
        listed.map(|listed| listed.key.to_owned()).unwrap_or_default()
    }

    /// The first page, with a link to each language.
    fn language_page(&self) -> String {
        let languages = self.words().locales().languages();
        let (mut alternates, mut items) = (String::new(), String::new());
        for language in languages {
            let (tag, name) = (language.tag(), escape(&self.words().endonym(language)));
            let title = escape(&self.words().word(language, "book-title", &[]));
            let link = format!("hreflang=\"{tag}\" href=\"{tag}/index.html\"");
            alternates.extend(["<link rel=\"alternate\" ", &link, ">\n"]);
            items.extend(["<li><a ", &link, " lang=\"", tag, "\">", &title, " (", &name, ")</a></li>\n"]);
        }
        let title = escape(&self.words().word(Language::default(), "book-title", &[]));
        format!(
            r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="files/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="files/book.css">
{alternates}</head>
<body>
<main id="text" class="cover">
<h1>{title}</h1>
<ul>
{items}</ul>
</main>
</body>
</html>
"#
        )
    }
}
