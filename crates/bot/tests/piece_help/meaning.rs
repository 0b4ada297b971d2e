//! Computes from the parsed help of a piece which squares it reaches on a board and what its moves
//! capture there. It knows boards and words, not the rules (`boards` asks those).

use adoube_rules::{PieceType, Square};

use super::boards::{Board, Found, is_edge};
use super::grammar::{Help, Offset, Path, Purpose};
use super::lexicon::Power;

/// The squares around one, clockwise.
const RING: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The moves of the board's piece if it moves as the help says.
pub fn of(help: &Help, board: &Board) -> Found {
    let mut found = Found::default();
    for (path, purpose) in &help.ways {
        for to in ends(path, board, board.square(), None) {
            let fits = match board.at(to) {
                None => *purpose != Purpose::Capturing,
                Some(_) => *purpose != Purpose::Moving && board.can_be_taken(to),
            };
            if fits && is_allowed(help, board, to) {
                let beside = help.powers.iter().flat_map(|power| hit(*power, board, to));
                let standing = board.at(to).map(|_| to);
                found.take(to, standing.into_iter().chain(beside));
            }
        }
    }
    if help.powers.contains(&Power::Converts) {
        let around = RING.into_iter().map(|step| board.shifted(board.square(), step));
        around.filter(|square| board.can_be_taken(*square)).for_each(|square| found.convert(square));
    }
    found
}

fn is_allowed(help: &Help, board: &Board, to: Square) -> bool {
    let start = board.square();
    let is_next = (to.file - start.file).abs().max((to.rank - start.rank).abs()) == 1;
    let touches_edge = is_edge(start) || is_edge(to);
    !(help.never_next_to_start() && is_next) && (!help.edge_to_edge || touches_edge)
}

/// Whether a step leads away from where the piece came from.
fn is_outward((x, y): Offset, gone: Offset) -> bool {
    let (x, y) = (x * gone.0, y * gone.1);
    x >= 0 && y >= 0 && x + y > 0
}

/// Where a path ends if nothing is in its way, whatever stands there; after `gone` only further away.
fn ends(path: &Path, board: &Board, from: Square, gone: Option<Offset>) -> Vec<Square> {
    let wanted = |step: &&Offset| gone.is_none_or(|gone| is_outward(board.turned(**step), gone));
    let mut ends = Vec::new();
    match path {
        Path::Leap(steps) => ends.extend(steps.iter().filter(wanted).map(|step| board.shifted(from, *step))),
        Path::Line(steps, counts) => {
            for step in steps.iter().filter(wanted) {
                let line = board.line(from, *step).into_iter().zip(1..);
                ends.extend(line.filter(|(_, far)| counts.contains(far)).map(|(square, _)| square));
            }
        }
        Path::Ride(steps) => {
            ends.extend(steps.iter().filter(wanted).flat_map(|step| board.line(from, *step)));
        }
        Path::JustBehind(steps, pieces) => ends.extend(steps.iter().filter_map(|step| {
            let last = (0..*pieces).try_fold(from, |square, _| board.first_piece(square, *step))?;
            Some(board.shifted(last, *step))
        })),
        Path::BeyondOne(steps) => ends.extend(steps.iter().filter_map(|step| {
            let hurdle = board.first_piece(from, *step)?;
            board.first_piece(hurdle, *step)
        })),
        Path::Then { first, second, outward, may_stop } => {
            for middle in self::ends(first, board, from, None) {
                if *may_stop {
                    ends.push(middle);
                }
                if board.at(middle).is_none() {
                    let gone = outward.then_some((middle.file - from.file, middle.rank - from.rank));
                    ends.extend(self::ends(second, board, middle, gone));
                }
            }
        }
        Path::Circle => {
            for (place, step) in RING.into_iter().enumerate() {
                let pivot = board.shifted(from, step);
                if board.at(pivot).is_some() {
                    ends.extend(circle(board, pivot, place));
                }
            }
        }
    }
    ends.retain(|square| board.contains(*square) && *square != from);
    ends
}

/// The squares reached both ways round a pivot that stands in that place of the ring around the start.
fn circle(board: &Board, pivot: Square, place: usize) -> Vec<Square> {
    let mut reached = Vec::new();
    let start = (place + 4) % 8;
    for turn in [1, 7] {
        for far in 1..8 {
            let square = board.shifted(pivot, RING[(start + far * turn) % 8]);
            if !board.contains(square) {
                break;
            }
            reached.push(square);
            if board.at(square).is_some() {
                break;
            }
        }
    }
    reached
}

/// The enemies a power hits when the piece goes to that square.
fn hit(power: Power, board: &Board, to: Square) -> Vec<Square> {
    let start = board.square();
    let (files, ranks) = (to.file - start.file, to.rank - start.rank);
    let squares = match power {
        Power::Beyond => vec![to.offset(files, ranks)],
        Power::Ahead => vec![to.offset(files.signum(), ranks.signum())],
        Power::Behind => vec![start.offset(-files.signum(), -ranks.signum())],
        Power::Crossing => {
            let king = board.own_king();
            vec![Square::new(king.file, to.rank), Square::new(to.file, king.rank)]
        }
        Power::Converts => Vec::new(),
    };
    squares.into_iter().filter(|square| board.can_be_taken(*square)).collect()
}

impl Board {
    /// Whether a square holds an enemy that can be captured or converted at all: nothing can do that to a Block.
    fn can_be_taken(&self, square: Square) -> bool {
        self.at(square).is_some_and(|piece| piece.side != self.side() && piece.kind != PieceType::BLOCK)
    }

    /// The squares in a direction up to and with the first piece.
    fn line(&self, from: Square, step: Offset) -> Vec<Square> {
        let mut line = Vec::new();
        let mut square = self.shifted(from, step);
        while self.contains(square) {
            line.push(square);
            if self.at(square).is_some() {
                break;
            }
            square = self.shifted(square, step);
        }
        line
    }

    /// The first piece in a direction.
    fn first_piece(&self, from: Square, step: Offset) -> Option<Square> {
        self.line(from, step).last().copied().filter(|square| self.at(*square).is_some())
    }

    /// An offset forward as files and ranks of the board.
    fn turned(&self, (x, y): Offset) -> Offset {
        (x, y * self.side().forward())
    }

    fn shifted(&self, from: Square, step: Offset) -> Square {
        let (files, ranks) = self.turned(step);
        from.offset(files, ranks)
    }
}
