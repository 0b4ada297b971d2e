//! Moves as text: the coordinate form, standard algebraic notation, and reading both.

mod lan;
mod san;

pub(crate) use lan::find_lan;
pub use lan::{NoSuchMove, parse_lan};
pub use san::{san, sans};
