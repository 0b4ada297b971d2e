//! Links of the piece book: builds the addresses of its pages, pictures and assets, in the web chat
//! or in a folder.

use adoube_bot::{BookEntry, Language};

/// One of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookPage {
    /// The list of all pieces.
    List,
    /// The meaning of the marks of boards.
    Marks,
    /// The piece with this code.
    Piece(&'static str),
}

/// Where pages, pictures and assets are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookLinks {
    /// In the web chat. Browsers cache pictures and assets for good, as the edition is part of their addresses.
    Chat {
        /// The path in front of every other: empty, or such as `/chess`.
        base: String,
        /// The edition of pictures and assets.
        edition: String,
    },
    /// In a folder with a folder for each language. Links are relative to the folder of a language.
    Folder,
}

impl BookLinks {
    /// The link to a page in a language, from a page in the language `here`.
    pub fn page(&self, page: BookPage, key: &str, language: Language, here: Language) -> String {
        match self {
            Self::Chat { base, .. } => {
                let name = match page {
                    BookPage::List => String::new(),
                    BookPage::Marks => "/marks".to_owned(),
                    BookPage::Piece(code) => format!("/{code}"),
                };
                format!("{base}/book{name}?language={}", language.tag())
            }
            Self::Folder => {
                let folder = if language == here { String::new() } else { format!("../{}/", language.tag()) };
                format!("{folder}{}", file_name(page, key))
            }
        }
    }

    /// The link to a piece's page, from a page in the same language.
    pub(crate) fn piece(&self, piece: &BookEntry, language: Language) -> String {
        self.page(BookPage::Piece(piece.code), piece.key, language, language)
    }

    /// The link to an asset.
    pub(crate) fn asset(&self, name: &str) -> String {
        self.file("files", name)
    }

    /// The link to the drawing of a piece, `white-NR`.
    pub fn art(&self, name: &str) -> String {
        self.file("art", &format!("{name}.svg"))
    }

    /// The link to a board, `NR` or `mark-locked`.
    pub fn board(&self, name: &str) -> String {
        self.file("boards", &format!("{name}.svg"))
    }

    fn file(&self, folder: &str, name: &str) -> String {
        match self {
            Self::Chat { base, edition } => format!("{base}/book/{folder}/{name}?v={edition}"),
            Self::Folder => format!("../{folder}/{name}"),
        }
    }

    /// The address that answers what a piece does on a square; none in a static site.
    pub(crate) fn trial_query(&self, code: &str) -> Option<String> {
        match self {
            Self::Chat { base, .. } => Some(format!("{base}/book/{code}/from/")),
            Self::Folder => None,
        }
    }

    /// The link to the web chat; none in a static site.
    pub(crate) fn chat(&self) -> Option<String> {
        match self {
            Self::Chat { base, .. } => Some(format!("{base}/")),
            Self::Folder => None,
        }
    }
}

/// The name of a page's file in the folder of its language.
pub(crate) fn file_name(page: BookPage, key: &str) -> String {
    match page {
        BookPage::List => "index.html".to_owned(),
        BookPage::Marks => "marks.html".to_owned(),
        BookPage::Piece(_) => format!("{key}.html"),
    }
}
