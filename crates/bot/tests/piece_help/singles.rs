//! Checks sentences of the help that depend on more than a board, each beside positions that show
//! it, and reads these positions and what must hold in them from texts:
//!
//! `Ka1 kj10 CMe5 arg9 | w | e5f7 takes g9; e5d7 is illegal`: the pieces, White's in capitals; who moves, with `ep=` the
//! square just skipped, `castle=` who may castle, `at=` the number of the move, `after=` moves made first, and keys of
//! position texts; then what holds. Before it the game, if it is not Grand Chess; pieces of Schachen as in position texts.

mod copying;
mod king_and_pawn;
mod specials;

use std::collections::BTreeMap;

use adoube_bot::Language;
use adoube_rules::notation::{self, MoveReading, MoveVocabulary, parse_lan};
use adoube_rules::{Game, OutcomeReason, Piece, PieceType, Position, Side, Square, Variant};

use super::boards;
use crate::support::languages::by_language;

/// A sentence in both languages, and what shows it.
pub struct Single {
    pub kind: &'static str,
    pub english: &'static str,
    pub german: &'static str,
    pub shown: &'static [Shown],
}

/// A position and what holds in it.
pub struct Shown(&'static str);

pub fn all() -> impl Iterator<Item = &'static Single> {
    [king_and_pawn::SINGLES, specials::SINGLES, copying::SINGLES].into_iter().flatten()
}

/// Whether positions show that sentence of a type's help.
pub fn shows(language: Language, kind: PieceType, sentence: &str) -> bool {
    let said = |single: &Single| by_language(language, single.english, single.german);
    all().filter(|single| single.kind() == kind).any(|single| said(single) == sentence)
}

impl Single {
    pub fn kind(&self) -> PieceType {
        PieceType::from_key(self.kind).unwrap_or_else(|| panic!("no piece is called {}", self.kind))
    }
}

impl Shown {
    /// What does not hold, if anything.
    pub fn fault(&self, sentence: &str) -> Option<String> {
        let statements = self.0.rsplit('|').next()?;
        let position = self.position().unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let wrong = statements.split(';').map(str::trim).find(|statement| !holds(&position, statement))?;
        Some(format!("“{sentence}” but not so: {wrong} in {}", self.0))
    }

    fn position(&self) -> Result<Position, String> {
        let (game, rest) = self.0.split_once(": ").unwrap_or(("grand", self.0));
        let variant = Variant::from_key(game).ok_or("no such game")?;
        let [pieces, terms, _] = rest.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            return Err("pieces | side | what holds".to_owned());
        };
        let words: Vec<&str> = terms.split(' ').collect();
        let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key));
        let side = words.first().ok_or("whose move")?;
        let keys: Vec<&str> = words[1..].iter().filter(|word| !word.contains('=')).copied().collect();
        let number = value("at=").unwrap_or("20");
        let text = if variant == Variant::Schachen {
            let taken = keys.first().unwrap_or(&"taken:-/-");
            format!("{pieces} {side} hand:-/- stack:-/- {taken} 0 {number}")
        } else {
            let (castling, skipped) = (value("castle=").unwrap_or("-"), value("ep=").unwrap_or("-"));
            let placement = placement(pieces, if variant == Variant::Grand { 10 } else { 8 })?;
            format!("{placement} {side} {castling} {skipped} 0 {number} {}", keys.join(" "))
        };
        let position = Position::parse(variant, &text).map_err(|error| format!("{text}: {error}"))?;
        value("after=").into_iter().flat_map(|moves| moves.split(',')).try_fold(position, |position, made| {
            let made = parse_lan(&position, made).map_err(|error| error.to_string())?;
            Ok(position.apply(&made))
        })
    }
}

/// The board of a position text from `Ka1 kj10 CMe5`.
fn placement(pieces: &str, side: i32) -> Result<String, String> {
    let mut board = BTreeMap::new();
    for piece in pieces.split(' ') {
        let file = piece.trim_end_matches(|c: char| c.is_ascii_digit()).len() - 1;
        let (code, square) = piece.split_at(file);
        let square: Square = square.parse().map_err(|_| format!("{piece} is on no square"))?;
        let kind = PieceType::from_code(&code.to_uppercase()).ok_or(format!("{piece} is no piece"))?;
        let side = if code == kind.code() { Side::White } else { Side::Black };
        board.insert(square, Piece { side, kind });
    }
    Ok(boards::placement(&board, side))
}

fn holds(position: &Position, statement: &str) -> bool {
    match statement.split(' ').collect::<Vec<_>>()[..] {
        ["check"] => position.in_check(),
        ["no", "check"] => !position.in_check(),
        ["checkmate"] => Game::new(position.clone())
            .outcome()
            .is_some_and(|outcome| outcome.reason == OutcomeReason::Checkmate),
        [square, "is", "stuck"] => {
            let square: Square = square.parse().unwrap_or_else(|_| panic!("no square: {statement}"));
            assert!(position.piece_at(square).is_some(), "nothing stands there: {statement}");
            position.legal_moves().iter().all(|made| made.from != square)
        }
        [made, "is", "legal"] => parse_lan(position, made).is_ok(),
        [made, "is", "illegal"] => parse_lan(position, made).is_err(),
        [typed, "means", made] => {
            notation::read(position, typed, &MoveVocabulary::default())
                == parse_lan(position, made).map_or(MoveReading::NotAMove, MoveReading::Move)
        }
        [made, "converts", victim] => effects(position, made) == Some((vec![], vec![victim.to_owned()])),
        [made, "takes", "nothing"] => effects(position, made) == Some((vec![], vec![])),
        [made, "takes", ref victims @ ..] => {
            let mut victims: Vec<String> = victims.iter().map(|&victim| victim.to_owned()).collect();
            victims.sort();
            effects(position, made) == Some((victims, vec![]))
        }
        _ => panic!("what does this mean: {statement}"),
    }
}

/// The squares of what a legal move takes and converts, sorted by name.
fn effects(position: &Position, made: &str) -> Option<(Vec<String>, Vec<String>)> {
    let effects = position.effects(&parse_lan(position, made).ok()?);
    let side = position.side_to_move();
    let mut taken: Vec<String> = effects.captured(side).map(|(square, _)| square.to_string()).collect();
    taken.sort();
    Some((taken, effects.converted(side).map(|(square, _)| square.to_string()).collect()))
}
