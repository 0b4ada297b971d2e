//! Parser for the text file that lists the piece types (the catalogue). Every error names its line.

use std::collections::HashSet;

use super::{Catalogue, CatalogueRow, ROWS};
use crate::movement::{self, MovementTextError};
use crate::powers::Power;

/// An error of the catalogue, with its line (from 1).
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub(super) struct CatalogueError {
    line: usize,
    kind: CatalogueErrorKind,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum CatalogueErrorKind {
    #[error("a row has four columns: code | key | movement | powers")]
    Columns,
    #[error("{0:?} is no code of one or two capital letters")]
    Code(String),
    #[error("{0:?} is no key of lower-case words joined by hyphens")]
    Key(String),
    #[error("{0:?} stands in an earlier row too")]
    Repeated(String),
    #[error("movement {0:?}: {1}")]
    Movement(String, MovementTextError),
    #[error("there is no power {0:?}")]
    Power(String),
    #[error("a piece has at most one power beside `locked`")]
    TwoPowers,
    #[error("`locked` stands there twice")]
    TwiceLocked,
    #[error("there are {0} types, not {count}", count = ROWS)]
    Count(usize),
}

pub(super) fn read(text: &str) -> Result<Catalogue, CatalogueError> {
    let mut rows = Vec::new();
    let mut names = HashSet::new();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let row = row(line).map_err(|kind| CatalogueError { line: number, kind })?;
        for name in [&row.code, &row.key] {
            if !names.insert(name.clone()) {
                return Err(CatalogueError {
                    line: number,
                    kind: CatalogueErrorKind::Repeated(name.clone()),
                });
            }
        }
        rows.push(row);
    }
    if rows.len() != ROWS {
        return Err(CatalogueError { line: last, kind: CatalogueErrorKind::Count(rows.len()) });
    }
    Ok(Catalogue { rows })
}

fn row(line: &str) -> Result<CatalogueRow, CatalogueErrorKind> {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[code, key, movement, powers] = columns.as_slice() else {
        return Err(CatalogueErrorKind::Columns);
    };
    if !(1..=2).contains(&code.len()) || !code.chars().all(|c| c.is_ascii_uppercase()) {
        return Err(CatalogueErrorKind::Code(code.to_owned()));
    }
    if key.split('-').any(|word| word.is_empty() || !word.chars().all(|c| c.is_ascii_lowercase())) {
        return Err(CatalogueErrorKind::Key(key.to_owned()));
    }
    let atoms = movement::parse(movement)
        .map_err(|error| CatalogueErrorKind::Movement(movement.to_owned(), error))?;
    let (power, locked) = read_powers(powers)?;
    let (code, key, movement) = (code.to_owned(), key.to_owned(), movement.to_owned());
    Ok(CatalogueRow { code, key, movement, atoms, power, locked })
}

fn read_powers(text: &str) -> Result<(Option<Power>, bool), CatalogueErrorKind> {
    let mut power = None;
    let mut locked = false;
    for word in text.split(' ').filter(|word| *word != "-") {
        if word == "locked" {
            if std::mem::replace(&mut locked, true) {
                return Err(CatalogueErrorKind::TwiceLocked);
            }
        } else if power
            .replace(Power::from_word(word).ok_or_else(|| CatalogueErrorKind::Power(word.to_owned()))?)
            .is_some()
        {
            return Err(CatalogueErrorKind::TwoPowers);
        }
    }
    Ok((power, locked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PieceType;
    use crate::catalogue::Catalogue;

    #[test]
    fn the_types_the_rules_name_stand_in_their_rows() {
        use PieceType as T;
        let table = [
            (T::KING, "K", "king"),
            (T::QUEEN, "Q", "queen"),
            (T::ROOK, "R", "rook"),
            (T::BISHOP, "B", "bishop"),
            (T::KNIGHT, "N", "knight"),
            (T::CARDINAL, "C", "cardinal"),
            (T::MARSHAL, "M", "marshal"),
            (T::PAWN, "P", "pawn"),
            (T::ARCHER, "AR", "archer"),
            (T::BLOCK, "BL", "block"),
            (T::ADVANCER, "AD", "advancer"),
            (T::WITHDRAWER, "WI", "withdrawer"),
            (T::DIPLOMAT, "DI", "diplomat"),
            (T::COORDINATOR, "CO", "coordinator"),
            (T::IMMOBILIZER, "IM", "immobilizer"),
            (T::CHAMELEON, "CM", "chameleon"),
            (T::JOKER, "JO", "joker"),
        ];
        for (kind, code, key) in table {
            assert_eq!((kind.code(), kind.key()), (code, key));
        }
    }

    #[test]
    fn codes_and_keys_find_their_types() {
        for kind in PieceType::all() {
            assert_eq!(PieceType::from_code(kind.code()), Some(kind));
            assert_eq!(PieceType::from_key(kind.key()), Some(kind));
        }
    }

    #[test]
    fn twelve_types_are_locked() {
        let locked: Vec<_> =
            PieceType::all().filter(|kind| kind.is_lockable()).map(PieceType::code).collect();
        assert_eq!(locked, ["NR", "DR", "GI", "PE", "GR", "SC", "DG", "KA", "TI", "CN", "VA", "LE"]);
    }

    #[test]
    fn every_power_has_its_row() {
        let catalogue = Catalogue::get();
        for power in Power::ALL {
            let rows =
                PieceType::all().filter(|kind| catalogue.row(kind.index()).power == Some(power)).count();
            assert_eq!(rows, 1, "{power:?}");
        }
    }

    #[test]
    fn a_fault_names_its_line() {
        let table = [
            ("K | king | K", "line 2: a row has four columns: code | key | movement | powers"),
            ("k | king | K | -", "line 2: \"k\" is no code of one or two capital letters"),
            ("K | The King | K | -", "line 2: \"The King\" is no key of lower-case words joined by hyphens"),
            ("K | king | K | -\nK | queen | Q | -", "line 3: \"K\" stands in an earlier row too"),
            ("K | king | KX | -", "line 2: movement \"KX\": unexpected 'X'"),
            ("K | king | K | strong", "line 2: there is no power \"strong\""),
            ("K | king | K | royal archer", "line 2: a piece has at most one power beside `locked`"),
            ("K | king | K | locked royal locked", "line 2: `locked` stands there twice"),
            ("K | king | K | ", "line 2: there is no power \"\""),
            ("K | king |  | -", "line 2: movement \"\": the movement is empty"),
            ("K | king | K | royal", "line 2: there are 1 types, not 81"),
        ];
        for (rows, message) in table {
            let error = read(&format!("# a comment\n{rows}")).expect_err(rows);
            assert_eq!(error.to_string(), message);
        }
    }

    /// In the program's own catalogue, too, a slip in any row and any column is found where it is.
    #[test]
    fn a_slip_in_any_row_is_found_in_its_line() {
        let text = include_str!("../../../../assets/pieces/catalogue.txt");
        let lines: Vec<&str> = text.lines().collect();
        let rows = lines.iter().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        for (place, line) in rows {
            for column in 0..4 {
                let mut columns: Vec<String> = line.split('|').map(str::to_owned).collect();
                columns[column].insert(1, '?');
                let slip = columns.join("|");
                let mut changed = lines.clone();
                changed[place] = &slip;
                let error = read(&changed.join("\n")).expect_err(&slip).to_string();
                let start = format!("line {}: ", place + 1);
                assert!(error.starts_with(&start) && error.contains('?'), "{slip}: {error}");
            }
        }
    }
}
