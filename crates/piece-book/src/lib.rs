//! The piece book as HTML pages in every language: a list of all pieces, a page for each, and one about the marks of boards.
//!
//! The web chat serves the pages, and the command line writes them as a static site. They can be read without scripts.
//! Not here: the words about pieces (`adoube-bot`), drawing (`adoube-render`), HTTP (`adoube-platform-web`).

// These macros panic where nobody can be told, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod assets;
mod book;
mod html;
mod index_page;
mod links;
mod marks_page;
mod page_context;
mod page_frame;
mod pictures;
mod piece_page;
mod script_comments;
mod static_files;
mod trial_board;

pub use self::{
    book::{BookError, PieceBookPages},
    links::{BookLinks, BookPage},
    script_comments::strip_comments,
    static_files::{BookFiles, BookPageFile},
};
