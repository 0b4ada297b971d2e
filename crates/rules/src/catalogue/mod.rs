//! The catalogue of piece types: read once from its text file and checked completely.
//!
//! What its movements and powers do on a board is in `bounded` and `powers`.

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
    /// How it moves, as the file writes it.
    pub(crate) movement: String,
    /// The same, from White's view.
    pub(crate) atoms: Vec<MovementAtom>,
    /// What no movement can say.
    pub(crate) power: Option<Power>,
    /// Whether it may not move in its owner's first moves.
    pub(crate) locked: bool,
}

/// All piece types in table order.
#[derive(Debug)]
pub(crate) struct Catalogue {
    rows: Vec<CatalogueRow>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let text = include_str!("../../../../assets/pieces/catalogue.txt");
    // The file is part of the program and a test reads it: a fault in it cannot reach a user.
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
