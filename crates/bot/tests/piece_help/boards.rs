//! Makes random boards around one piece for the tests of the help, and asks the rules for its moves
//! and captures there. Not here: what the help says.

use std::collections::{BTreeMap, BTreeSet};

use adoube_rules::{Piece, PieceType, Position, Side, Square, Variant};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Pieces around the one that is asked about; none of them freezes anything.
const OTHERS: [&str; 6] = ["pawn", "knight", "wazir", "ferz", "steward", "block"];
/// A move number at which nothing is locked any more.
const LATE: u16 = 20;
/// Boards that are thrown away at most, because there can be no such position or it is about something else.
const TRIES: usize = 20_000;
/// Squares along a side of the board.
const SIDE: i32 = 10;

/// The moves of one piece: where it goes, or what it converts, and what that takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    taken: BTreeMap<Square, BTreeSet<Square>>,
    converted: BTreeSet<Square>,
}

impl Found {
    pub fn take(&mut self, to: Square, taken: impl IntoIterator<Item = Square>) {
        self.taken.entry(to).or_default().extend(taken);
    }

    pub fn convert(&mut self, square: Square) {
        self.converted.insert(square);
    }

    pub fn by_the_referee(board: &Board) -> Self {
        let mut found = Self::default();
        for made in board.position.legal_moves().into_iter().filter(|made| made.from == board.square) {
            let effects = board.position.effects(&made);
            if effects.converted(board.side()).next().is_some() {
                found.convert(made.to);
            } else {
                found.take(made.to, effects.captured(board.side()).map(|(square, _)| square));
            }
        }
        found
    }

    pub fn moves(&self) -> usize {
        self.taken.len() + self.converted.len()
    }

    pub fn captures(&self) -> usize {
        self.taken.values().map(BTreeSet::len).sum::<usize>() + self.converted.len()
    }

    fn told(&self) -> BTreeSet<String> {
        let names =
            |taken: &BTreeSet<Square>| taken.iter().map(Square::to_string).collect::<Vec<_>>().join("+");
        let moves = self.taken.iter().map(|(to, taken)| match names(taken) {
            names if names.is_empty() => to.to_string(),
            names => format!("{to} taking {names}"),
        });
        moves.chain(self.converted.iter().map(|square| format!("~{square}"))).collect()
    }

    /// What only the help says, and what only the referee allows.
    pub fn difference(&self, done: &Self) -> String {
        let (said, done) = (self.told(), done.told());
        let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            one.difference(other).cloned().collect::<Vec<_>>().join(", ")
        };
        format!(
            "  the help alone says: {}\n  the rules alone say: {}",
            only(&said, &done),
            only(&done, &said)
        )
    }
}

/// A position and the piece in it that is asked about.
pub struct Board {
    position: Position,
    square: Square,
    pieces: BTreeMap<Square, Piece>,
    to_move: Side,
}

impl Board {
    /// None if there can be no such position.
    fn new(pieces: BTreeMap<Square, Piece>, square: Square, to_move: Side) -> Option<Self> {
        let position = Position::parse(Variant::Grand, &text(&pieces, to_move, LATE)).ok()?;
        Some(Self { position, square, pieces, to_move })
    }

    pub fn square(&self) -> Square {
        self.square
    }

    pub fn side(&self) -> Side {
        self.pieces[&self.square].side
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(&square).copied()
    }

    pub fn own_king(&self) -> Square {
        self.position.king(self.side()).expect("every side has a King")
    }

    pub fn contains(&self, square: Square) -> bool {
        self.position.region().contains(square)
    }

    /// The same position at another move.
    pub fn at_number(&self, number: u16) -> Position {
        let text = text(&self.pieces, self.to_move, number);
        Position::parse(Variant::Grand, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    pub fn text(&self) -> String {
        format!("{} of {}", self.square, self.position)
    }

    /// Whether check keeps the piece from nothing: that is not about how it moves.
    fn is_free(&self) -> bool {
        let of_the_piece = |moves: Vec<adoube_rules::Move>| {
            moves.into_iter().filter(|made| made.from == self.square).collect::<Vec<_>>()
        };
        of_the_piece(self.position.legal_moves()) == of_the_piece(self.position.pseudo_legal_moves())
    }
}

/// Whether a square lies at the edge of the board.
pub fn is_edge(square: Square) -> bool {
    [0, SIDE - 1].contains(&square.file) || [1, SIDE].contains(&square.rank)
}

/// The board of a position text, from what stands on its squares.
pub fn placement(pieces: &BTreeMap<Square, Piece>, side: i32) -> String {
    let code = |piece: &Piece| {
        let code = piece.kind.code();
        let code = if piece.side == Side::White { code.to_owned() } else { code.to_lowercase() };
        if code.len() == 1 { code } else { format!("{{{code}}}") }
    };
    let rank = |rank: i32| {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..=side {
            let piece = pieces.get(&Square::new(file, rank));
            if empty > 0 && (piece.is_some() || file == side) {
                text += &empty.to_string();
                empty = 0;
            }
            empty += i32::from(piece.is_none());
            text += &piece.map(code).unwrap_or_default();
        }
        text
    };
    (1..=side).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// A position text.
fn text(pieces: &BTreeMap<Square, Piece>, to_move: Side, number: u16) -> String {
    let side = if to_move == Side::White { "w" } else { "b" };
    format!("{} {side} - - 0 {number}", placement(pieces, SIDE))
}

/// Makes boards.
pub struct Boards {
    rng: ChaCha8Rng,
}

impl Boards {
    pub const fn new(rng: ChaCha8Rng) -> Self {
        Self { rng }
    }

    /// A board on which a piece of that type is to move.
    pub fn with(&mut self, kind: PieceType) -> Board {
        for _ in 0..TRIES {
            let (pieces, square, side) = self.pieces(kind, 28);
            if let Some(board) = Board::new(pieces, square, side).filter(Board::is_free) {
                return board;
            }
        }
        panic!("no board for {}", kind.key())
    }

    /// A board on which a piece of that type gives check, and nothing else does.
    pub fn giving_check(&mut self, kind: PieceType) -> Board {
        for _ in 0..TRIES {
            let (pieces, square, side) = self.pieces(kind, 12);
            let board = Board::new(pieces, square, side.other());
            if let Some(board) = board.filter(|board| board.position.checkers() == [board.square]) {
                return board;
            }
        }
        panic!("no board on which {} gives check", kind.key())
    }

    /// A piece of that type, Kings, and at most so many others, most of them near it.
    fn pieces(&mut self, kind: PieceType, most: usize) -> (BTreeMap<Square, Piece>, Square, Side) {
        let side = Side::BOTH[self.rng.random_range(0..2)];
        let square = self.anywhere();
        let mut pieces = BTreeMap::new();
        for _ in 0..self.rng.random_range(0..=most) {
            let place = if self.rng.random_range(0..3) == 0 { self.anywhere() } else { self.near(square) };
            let key = OTHERS[self.rng.random_range(0..OTHERS.len())];
            let kind = PieceType::from_key(key).expect("a key of the catalogue");
            let on_the_board = (0..SIDE).contains(&place.file) && (1..=SIDE).contains(&place.rank);
            let can_stand = kind != PieceType::PAWN || (2..SIDE).contains(&place.rank);
            if on_the_board && can_stand {
                let side = Side::BOTH[self.rng.random_range(0..2)];
                pieces.insert(place, Piece { side, kind });
            }
        }
        for side in Side::BOTH {
            pieces.insert(self.anywhere(), Piece { side, kind: PieceType::KING });
        }
        pieces.insert(square, Piece { side, kind });
        (pieces, square, side)
    }

    fn anywhere(&mut self) -> Square {
        Square::new(self.rng.random_range(0..SIDE), self.rng.random_range(1..=SIDE))
    }

    fn near(&mut self, square: Square) -> Square {
        square.offset(self.rng.random_range(-3..=3), self.rng.random_range(-3..=3))
    }
}
