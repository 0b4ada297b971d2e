//! Reader and writer for position texts of Schachen: `Pm2,Kn1/Ko6,Pp5 w hand:QNP/RRB stack:…/… taken:-/- 0 1`.
//!
//! In the text of a view, cards the viewer may not know are a count: `hand:QNP/3 stack:8/8`.

use std::fmt;

use super::SchachenPosition;
use super::card_set::{CardPile, CardSet};
use super::setup::{CardDescription, GridSetup};
use crate::position::text_fields::{MAX_TEXT, digits, quote, read_clocks, read_side, side_letter};
use crate::{Piece, PieceType, PositionError, PositionFault, PositionViewer, Side, Square, Variant};

/// Fields of a text.
const FIELDS: usize = 7;
/// The keys, all of them required.
const KEYS: [&str; 3] = ["hand", "stack", "taken"];

/// Whether unknown cards may be given as a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CardCountRule {
    All,
    Some,
}

impl SchachenPosition {
    /// Reads a position text.
    pub(crate) fn parse(text: &str) -> Result<Self, PositionError> {
        read(text, CardCountRule::All)
    }

    /// Reads the text of a view. If no player could have this view, only what spectators may see is
    /// kept.
    pub(crate) fn parse_view(text: &str) -> Result<Self, PositionError> {
        let read = read(text, CardCountRule::Some)?;
        let no_stack = read.stacks.iter().all(|stack| stack.known_cards().is_empty());
        let hands = read.hands.iter().filter(|hand| !hand.known_cards().is_empty()).count();
        Ok(if no_stack && hands < 2 { read } else { read.seen_by(PositionViewer::Spectator) })
    }

    /// The first field.
    pub(crate) fn placement_text(&self) -> String {
        let of = |side| {
            let pieces = self.grid.pieces_of(side).map(|(square, piece)| format!("{}{square}", piece.kind));
            pieces.collect::<Vec<_>>().join(",")
        };
        Side::BOTH.map(of).join("/")
    }

    /// The field of the hands.
    pub(crate) fn hands_text(&self) -> String {
        let [white, black] = &self.hands;
        format!("hand:{white}/{black}")
    }
}

/// The position text with every known card.
impl fmt::Display for SchachenPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([white, black], taken) = (&self.stacks, self.taken.each_ref().map(heap_text));
        write!(f, "{} {} {}", self.placement_text(), side_letter(self.side), self.hands_text())?;
        write!(f, " stack:{white}/{black} taken:{} {} {}", taken.join("/"), self.clock, self.number)
    }
}

fn heap_text(heap: &CardPile) -> String {
    CardSet::of(heap.iter().copied()).to_string()
}

fn read(text: &str, known_cards: CardCountRule) -> Result<SchachenPosition, PositionError> {
    let mut reader = GridTextReader { setup: GridSetup::empty(), faults: Vec::new(), known_cards };
    reader.read(text);
    if reader.faults.is_empty() {
        reader.setup.validate()
    } else {
        Err(PositionError { faults: reader.faults })
    }
}

struct GridTextReader {
    setup: GridSetup,
    faults: Vec<PositionFault>,
    known_cards: CardCountRule,
}

impl GridTextReader {
    fn read(&mut self, text: &str) {
        if text.len() > MAX_TEXT {
            self.faults.push(PositionFault::TooLong(MAX_TEXT));
            return;
        }
        let fields: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
        let [placement, side, keys @ .., clock, number] = fields.as_slice() else {
            self.faults.push(PositionFault::Fields { found: fields.len(), wanted: FIELDS });
            return;
        };
        self.placement(placement);
        match read_side(side) {
            Ok(side) => self.setup.side = side,
            Err(fault) => self.faults.push(fault),
        }
        self.keys(keys);
        match read_clocks(clock, number) {
            Ok((clock, number)) => (self.setup.clock, self.setup.number) = (clock, number),
            Err(faults) => self.faults.extend(faults),
        }
    }

    fn placement(&mut self, text: &str) {
        let sides: Vec<&str> = text.split('/').collect();
        let [white, black] = sides.as_slice() else {
            self.faults.push(PositionFault::Sides(quote(text)));
            return;
        };
        for (side, text) in [(Side::White, white), (Side::Black, black)] {
            for entry in text.split(',') {
                match read_piece(entry) {
                    Ok((square, kind)) => self.setup.pieces.push((square, Piece::new(side, kind))),
                    Err(fault) => self.faults.push(fault),
                }
            }
        }
    }

    fn keys(&mut self, fields: &[&str]) {
        let mut seen: Vec<&str> = Vec::new();
        for field in fields {
            let (key, value) = field.split_once(':').unwrap_or((field, ""));
            if seen.contains(&key) {
                self.faults.push(PositionFault::RepeatedKey(quote(key)));
            }
            seen.push(key);
            let (heaps, may_hide) = match key {
                "hand" => (&mut self.setup.hands, true),
                "stack" => (&mut self.setup.stacks, true),
                "taken" => (&mut self.setup.taken, false),
                _ => {
                    self.faults.push(PositionFault::UnknownKey(quote(key)));
                    continue;
                }
            };
            match read_heaps(value, may_hide && self.known_cards == CardCountRule::Some) {
                Some(read) => *heaps = read,
                None => {
                    self.faults.push(PositionFault::KeyValue { key: key.to_owned(), value: quote(value) });
                }
            }
        }
        let missing = KEYS.into_iter().filter(|key| !seen.contains(key)).map(PositionFault::MissingKey);
        self.faults.extend(missing);
    }
}

/// A piece of the first field: an upper-case code and a square.
fn read_piece(text: &str) -> Result<(Square, PieceType), PositionFault> {
    let (code, square) = text.split_at_checked(1).ok_or_else(|| PositionFault::UnknownPiece(quote(text)))?;
    let kind = read_kind(code).ok_or_else(|| PositionFault::UnknownPiece(quote(text)))?;
    let square = square.parse().map_err(|_| PositionFault::NotASquare(quote(square)))?;
    Ok((square, kind))
}

fn read_kind(code: &str) -> Option<PieceType> {
    PieceType::from_code(code).filter(|kind| Variant::Schachen.types().contains(*kind))
}

/// The cards of both sides, White's first.
fn read_heaps(text: &str, may_hide: bool) -> Option<[CardDescription; 2]> {
    let (white, black) = text.split_once('/')?;
    Some([read_heap(white, may_hide)?, read_heap(black, may_hide)?])
}

/// Codes in a row, then optionally the number of unknown cards; `-` for none.
fn read_heap(text: &str, may_hide: bool) -> Option<CardDescription> {
    if text == "-" {
        return Some(CardDescription::default());
    }
    let (codes, count) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len()));
    let known_cards: Vec<PieceType> =
        codes.chars().map(|code| read_kind(code.encode_utf8(&mut [0; 4]))).collect::<Option<_>>()?;
    let (count, rest) = digits(count);
    let unknown_count =
        if count.is_empty() { 0 } else { count.parse().ok().filter(|count| *count > 0_u8)? };
    let is_some = !known_cards.is_empty() || unknown_count > 0;
    let is_allowed = may_hide || unknown_count == 0;
    (is_some && is_allowed && rest.is_empty())
        .then_some(CardDescription { known_cards, unknown_count: unknown_count.into() })
}
