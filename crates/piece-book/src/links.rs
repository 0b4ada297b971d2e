//! Where pages, pictures and files are: below an address of the web chat, or beside one another in a folder. Not here: what
//! is there.

use adoube_bot::{BookEntry, Language};

use super::BookPage;

/// Where everything is, as a page writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookLinks {
    /// In the web chat. The mark makes a new address of a file that has changed, so that browsers keep it for good.
    Chat {
        /// What stands before each path: nothing, or such as `/chess`.
        base: String,
        /// What stands for this edition of pictures and files.
        edition: String,
    },
    /// In a folder, one below it for each language, whose pages these are; everything is said from there.
    Folder,
}

impl BookLinks {
    /// A page in a language, said from a page in the language `here`.
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

    /// A piece's page in the language of the page that says it.
    pub(super) fn piece(&self, piece: &BookEntry, language: Language) -> String {
        self.page(BookPage::Piece(piece.code), piece.key, language, language)
    }

    /// The style sheet, the script or the icon.
    pub(super) fn asset(&self, name: &str) -> String {
        self.file("files", name)
    }

    /// The drawing of a piece, `white-NR`.
    pub fn art(&self, name: &str) -> String {
        self.file("art", &format!("{name}.svg"))
    }

    /// A board, `NR` or `mark-locked`.
    pub fn board(&self, name: &str) -> String {
        self.file("boards", &format!("{name}.svg"))
    }

    fn file(&self, folder: &str, name: &str) -> String {
        match self {
            Self::Chat { base, edition } => format!("{base}/book/{folder}/{name}?v={edition}"),
            Self::Folder => format!("../{folder}/{name}"),
        }
    }

    /// Where to ask what a piece does on a square; nothing where nobody answers.
    pub(super) fn asking(&self, code: &str) -> Option<String> {
        match self {
            Self::Chat { base, .. } => Some(format!("{base}/book/{code}/from/")),
            Self::Folder => None,
        }
    }

    /// The way to the chat, where there is one.
    pub(super) fn chat(&self) -> Option<String> {
        match self {
            Self::Chat { base, .. } => Some(format!("{base}/")),
            Self::Folder => None,
        }
    }
}

/// The name of a page's file in the folder of its language.
pub(super) fn file_name(page: BookPage, key: &str) -> String {
    match page {
        BookPage::List => "index.html".to_owned(),
        BookPage::Marks => "marks.html".to_owned(),
        BookPage::Piece(_) => format!("{key}.html"),
    }
}
