//! Tests that the touch-move filter does what the text of the rule says: a list of demands in the
//! order in which they are tried.
//!
//! Captures and castling Rooks are found by comparing the boards before and after a move.

use super::{TouchDemand, touch_move};
use crate::arrays::SeededRandom;
use crate::test_games::{play_random_games, random_army};
use crate::{Move, PieceType, Position, Side, Square, Variant};

/// What everything random here depends on; what fails names it.
const SEED: u64 = 20_261_121;
/// Touches tried in each position.
const TOUCHES: usize = 8;

/// A position, its legal moves, and which of its pieces were touched.
struct Reader<'a> {
    position: &'a Position,
    legal: &'a [Move],
    /// The touched pieces, each once, in the order of their first touch.
    pieces: Vec<Square>,
}

impl<'a> Reader<'a> {
    fn new(position: &'a Position, legal: &'a [Move], touched: &[Square]) -> Self {
        let mut pieces = Vec::new();
        for square in touched {
            if position.piece_at(*square).is_some() && !pieces.contains(square) {
                pieces.push(*square);
            }
        }
        Self { position, legal, pieces }
    }

    fn is_own(&self, square: Square) -> bool {
        self.position.piece_at(square).expect("touched").side == self.position.side_to_move()
    }

    fn is_own_of(&self, square: Square, kind: PieceType) -> bool {
        self.is_own(square) && self.position.piece_at(square).expect("touched").kind == kind
    }

    /// "A King, then a Rook": the touched Rooks, those before the King and those after it.
    fn rooks(&self) -> [Vec<Square>; 2] {
        let mut rooks = [Vec::new(), Vec::new()];
        if let Some(king) = self.pieces.iter().position(|square| self.is_own_of(*square, PieceType::KING)) {
            for (place, square) in self.pieces.iter().enumerate() {
                if self.is_own_of(*square, PieceType::ROOK) {
                    rooks[usize::from(place > king)].push(*square);
                }
            }
        }
        rooks
    }

    /// An enemy piece that stood there stands there no more, or is no enemy any more.
    fn captures(&self, made: &Move, square: Square) -> bool {
        let enemy = self.position.side_to_move().other();
        self.position.apply(made).piece_at(square).is_none_or(|piece| piece.side != enemy)
    }

    /// Where the Rook came from, if the move is castling.
    fn castling_rook(&self, made: &Move) -> Option<Square> {
        if !self.is_own_of(made.from, PieceType::KING) {
            return None;
        }
        let san = crate::notation::san(self.position, made);
        let [file, inward] = match san.trim_end_matches(['+', '#']) {
            "O-O" => [5, 1],
            "O-O-O" => [3, -1],
            _ => return None,
        };
        let rook = |position: &Position, square: Square| {
            let piece = position.piece_at(square);
            piece.is_some_and(|piece| {
                piece.kind == PieceType::ROOK && piece.side == self.position.side_to_move()
            })
        };
        let after = self.position.apply(made);
        let home = Square { file, rank: made.from.rank };
        let mut rank = (0..8).map(|file| Square { file, ..home });
        let left = rank.find(|square| rook(self.position, *square) && !rook(&after, *square));
        assert!(left.is_none_or(|square| (square.file - made.from.file).signum() == inward));
        // A Rook that stands where castling puts it does not move.
        Some(left.unwrap_or(home))
    }

    fn where_(&self, wanted: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().filter(|made| wanted(made)).copied().collect()
    }

    /// Every demand there is, in the order in which they are tried.
    fn demands(&self) -> Vec<Vec<Move>> {
        let [before, after] = self.rooks();
        let banned = |made: &Move| self.castling_rook(made).is_some_and(|rook| before.contains(&rook));
        let own: Vec<Square> = self.pieces.iter().copied().filter(|square| self.is_own(*square)).collect();
        let enemy: Vec<Square> = self.pieces.iter().copied().filter(|square| !self.is_own(*square)).collect();
        let mut demands = Vec::new();
        // 3. "The first touched enemy piece must be captured by the first touched own piece."
        if let (Some(first), Some(victim)) = (own.first(), enemy.first()) {
            demands.push(
                self.where_(|made| made.from == *first && self.captures(made, *victim) && !banned(made)),
            );
        }
        // 3, 4, 5. "The pieces in the order touched …", with 1 and 2 where it is the King's or the Rook's turn.
        for piece in &self.pieces {
            if !self.is_own(*piece) {
                demands.push(self.where_(|made| self.captures(made, *piece) && !banned(made)));
                continue;
            }
            if let Some(rook) = after.first()
                && self.is_own_of(*piece, PieceType::KING)
            {
                // 1. "Castle with that Rook."
                demands.push(self.where_(|made| self.castling_rook(made) == Some(*rook) && !banned(made)));
            }
            demands.push(self.where_(|made| made.from == *piece && !banned(made)));
        }
        // "The ban … stays as long as another legal move exists."
        demands.push(self.where_(|made| !banned(made)));
        demands.push(self.legal.to_vec());
        demands
    }

    fn moves_left(&self) -> Vec<Move> {
        self.demands().into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()
    }
}

/// Squares somebody may touch: the King, Rooks and anything else, empty squares and some off the board among them.
fn touches(draw: &mut SeededRandom, position: &Position) -> Vec<Square> {
    let pieces: Vec<(Square, crate::Piece)> = position.pieces().collect();
    let mover = position.side_to_move();
    let those = |kind: PieceType| -> Vec<Square> {
        let own = pieces.iter().filter(|(_, piece)| piece.side == mover && piece.kind == kind);
        own.map(|(square, _)| *square).collect()
    };
    let (kings, rooks) = (those(PieceType::KING), those(PieceType::ROOK));
    let all: Vec<Square> = pieces.iter().map(|(square, _)| *square).collect();
    let castles = draw.below(2) == 0;
    let mut touched = Vec::new();
    for _ in 0..draw.below(6) {
        let from = match draw.below(8) {
            0..3 if castles => &kings,
            3..6 if castles => &rooks,
            _ => &all,
        };
        touched.push(match draw.below(16) {
            0 => Square { file: draw.below(14) as i32 - 2, rank: draw.below(14) as i32 - 2 },
            _ if from.is_empty() => continue,
            _ => from[draw.below(from.len())],
        });
    }
    touched
}

/// Chess or Chess960 with King and Rooks at home, castling rights, and few other pieces.
fn castling_position(draw: &mut SeededRandom) -> Position {
    loop {
        let variant = [Variant::Chess, Variant::Chess960][draw.below(2)];
        if let Ok(position) = Position::parse(variant, &castling_text(draw, variant)) {
            return position;
        }
    }
}

fn castling_text(draw: &mut SeededRandom, variant: Variant) -> String {
    let mut board = [['.'; 8]; 8];
    let king = if variant == Variant::Chess { 4 } else { 1 + draw.below(6) };
    let [left, right] =
        if variant == Variant::Chess { [0, 7] } else { [draw.below(king), king + 1 + draw.below(7 - king)] };
    for (rank, side) in [(0, Side::White), (7, Side::Black)] {
        let cased = |letter: char| if side == Side::White { letter } else { letter.to_ascii_lowercase() };
        (board[rank][king], board[rank][left], board[rank][right]) = (cased('K'), cased('R'), cased('R'));
    }
    for _ in 0..draw.below(14) {
        let (rank, file) = (draw.below(8), draw.below(8));
        let letters: &[char] = if rank == 0 || rank == 7 {
            &['N', 'b', 'R', 'q', 'n', 'r']
        } else {
            &['P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q', 'p', 'P']
        };
        if board[rank][file] == '.' {
            board[rank][file] = letters[draw.below(letters.len())];
        }
    }
    let rows = board.iter().rev().map(|row| {
        row.iter()
            .map(|letter| match letter {
                '.' => "1".to_owned(),
                piece => piece.to_string(),
            })
            .collect::<String>()
    });
    let placement = rows.collect::<Vec<_>>().join("/");
    // An empty square after another one is one run.
    let placement = (1..8)
        .rev()
        .fold(placement, |text, count| text.replace(&"1".repeat(count + 1), &(count + 1).to_string()));
    let rights = ["KQkq", "KQ", "K", "Q", "-"][draw.below(5)];
    format!("{placement} {} {rights} - 0 20", ["w", "b"][draw.below(2)])
}

/// How often each demand was met, so that a run that tests nothing is noticed.
#[derive(Debug, Default)]
struct Tally {
    cases: usize,
    castling_path: usize,
    banned: usize,
    captured_with: usize,
    captured: usize,
    moved: usize,
    nothing: usize,
}

impl Tally {
    fn check(&mut self, position: &Position, legal: &[Move], touched: &[Square]) {
        let reader = Reader::new(position, legal, touched);
        let ruling = touch_move(position, legal, touched);
        let names: Vec<String> = touched.iter().map(Square::to_string).collect();
        assert_eq!(ruling.moves, reader.moves_left(), "seed {SEED}: {position:?} after touching {names:?}");
        self.cases += 1;
        let [before, _] = reader.rooks();
        let is_banned = |made: &Move| reader.castling_rook(made).is_some_and(|rook| before.contains(&rook));
        self.banned += usize::from(!before.is_empty() && legal.iter().any(is_banned));
        *match ruling.demand {
            TouchDemand::Castle { .. } => &mut self.castling_path,
            TouchDemand::CaptureWith { .. } => &mut self.captured_with,
            TouchDemand::Capture { .. } => &mut self.captured,
            TouchDemand::Move { .. } => &mut self.moved,
            TouchDemand::Nothing => &mut self.nothing,
        } += 1;
    }

    fn check_position(&mut self, draw: &mut SeededRandom, position: &Position) {
        let legal = position.legal_moves();
        for _ in 0..TOUCHES {
            let touched = touches(draw, position);
            self.check(position, &legal, &touched);
        }
    }

    fn report(&self, cases: usize) {
        assert!(self.cases >= cases, "only {self:?}");
    }
}

#[test]
fn castling_positions_are_filtered_as_the_text_says() {
    let (mut draw, mut tally) = (SeededRandom::new(SEED), Tally::default());
    for _ in 0..4_000 {
        let position = castling_position(&mut draw);
        tally.check_position(&mut draw, &position);
    }
    tally.report(30_000);
    let met =
        [tally.castling_path, tally.banned, tally.captured_with, tally.captured, tally.moved, tally.nothing];
    assert!(met.iter().all(|count| *count > 100), "{tally:?}");
}

#[test]
fn positions_of_random_games_and_armies_are_filtered_as_the_text_says() {
    let (mut draw, mut tally) = (SeededRandom::new(SEED), Tally::default());
    play_random_games(SEED..SEED + 60, |_, game| {
        if draw.below(3) == 0 {
            tally.check_position(&mut draw, game.position());
        }
    });
    for _ in 0..1_500 {
        let position = random_army(&mut draw);
        tally.check_position(&mut draw, &position);
    }
    tally.report(15_000);
    let met = [tally.captured_with, tally.captured, tally.moved, tally.nothing];
    assert!(met.iter().all(|count| *count > 100), "{tally:?}");
}
