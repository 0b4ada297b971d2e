//! Catalogue of piece types, read once from its text file and validated.
//!
//! What movements and powers do on a board is in `board_position` and `powers`.

mod parser;

use std::sync::LazyLock;

use crate::movement::MovementAtom;
use crate::powers::Power;

/// Rows of the catalogue.
pub(crate) const ROWS: usize = 81;

/// One piece type.
#[derive(Debug)]
pub(crate) struct CatalogueRow {
    /// One or two upper-case letters.
    pub(crate) code: String,
    /// The name in lower-case English words joined by hyphens.
    pub(crate) key: String,
    /// The movement as the file writes it.
    pub(crate) movement: String,
    /// The movement in atoms, from White's view.
    pub(crate) atoms: Vec<MovementAtom>,
    /// The power, if the type has one.
    pub(crate) power: Option<Power>,
    /// Whether the type is locked in the first moves of a game.
    pub(crate) locked: bool,
}

/// All piece types in table order.
#[derive(Debug)]
pub(crate) struct Catalogue {
    rows: Vec<CatalogueRow>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let text = include_str!("../../../../assets/pieces/catalogue.txt");
    // The file is part of the program and a test reads it, so an error in it cannot reach a user.
    parser::read(text).unwrap_or_else(|error| panic!("the piece catalogue: {error}"))
});

impl Catalogue {
    /// The catalogue of the program.
    pub(crate) fn get() -> &'static Self {
        &CATALOGUE
    }

    /// The row at an index below [`ROWS`].
    pub(crate) fn row(&self, index: usize) -> &CatalogueRow {
        &self.rows[index]
    }
}
