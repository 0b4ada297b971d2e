//! Examples of pieces with special powers: makes scenes of real positions and legal moves, before
//! and after.

use adoube_rules::{Move, PieceType, Position, Side, Square, Variant, notation};

use super::section::section;
use crate::scene::{BoardWindow, Scene};

/// Type, position, moves of which the last by White is shown, and the corners of the section.
type ExampleRow = (&'static str, &'static str, &'static [&'static str], [&'static str; 2]);

const ROWS: [ExampleRow; 13] = [
    ("pawn", "k9/10/3p6/10/4P5/10/10/10/10/9K b - - 0 30", &["d8d6", "e6d7"], ["b6", "f8"]),
    ("pawn", "10/4P5/10/k9/10/10/10/10/10/9K w - - 0 30 promo:all", &["e9e10=AM"], ["c8", "g10"]),
    ("archer", "k9/10/10/5n4/10/4p5/10/3{AR}6/10/9K w - - 0 30", &["d3e5"], ["c3", "g7"]),
    ("advancer", "k9/10/10/3r6/10/10/10/3{AD}6/10/9K w - - 0 30", &["d3d6"], ["b3", "f7"]),
    ("withdrawer", "k9/10/10/3r6/3{WI}6/10/10/10/10/9K w - - 0 30", &["d6d4"], ["b3", "f7"]),
    ("coordinator", "9k/10/10/10/2n7/10/4{CO}5/2K1b5/10/10 w - - 0 30", &["e4e6"], ["b2", "f6"]),
    ("chameleon", "k9/10/10/3{ad}6/10/10/3{CM}6/3{wi}6/10/9K w - - 0 30", &["d4d6"], ["b3", "f7"]),
    ("joker", "k9/10/10/3n6/10/4p5/10/3{JO}6/10/9K b - - 0 30", &["d7f6", "d3e5"], ["b3", "f7"]),
    ("windmill", "k9/10/10/10/4n5/3P6/2{WM}7/10/10/9K w - - 0 30", &["c4e6"], ["b3", "f7"]),
    ("diplomat", "k9/10/10/10/10/4r5/3{DI}6/10/10/9K w - - 0 30", &["d4e5"], ["b3", "f7"]),
    ("immobilizer", "k9/10/10/10/1r1n6/10/10/2{IM}7/10/9K w - - 0 30", &["c3c5"], ["a3", "e7"]),
    ("block", "k9/10/10/3r6/10/1{BL}8/10/3K6/10/10 w - - 0 30", &["b5d5"], ["b3", "f7"]),
    ("edgehog", "8k1/10/10/10/10/10/10/2{EH}7/10/9K w - - 0 30", &["c3a3", "i10i9"], ["a1", "e5"]),
];

/// A move, with the position it is made in and what came before.
#[derive(Clone, Debug)]
pub struct PowerExample {
    before: Position,
    made: Move,
    /// The position before the move that came before, and that move.
    earlier: Option<(Position, Move)>,
    /// The opponent's answer, when it is shown what the piece could do next.
    answer: Option<Move>,
    window: BoardWindow,
}

impl PowerExample {
    /// The examples of a type, in the order in which they are shown.
    pub(super) fn all_of(kind: PieceType) -> Vec<Self> {
        let rows = ROWS.iter().filter(|(key, ..)| *key == kind.key());
        rows.filter_map(|(_, text, moves, corners)| Self::read(text, moves, *corners)).collect()
    }

    fn read(text: &str, moves: &[&str], [low, high]: [&str; 2]) -> Option<Self> {
        let mut before = Position::parse(Variant::Grand, text).ok()?;
        let mut moves = moves.iter();
        let mut next =
            |position: &Position| moves.next().and_then(|text| notation::parse_lan(position, text).ok());
        let mut earlier = None;
        if before.side_to_move() == Side::Black {
            let first = next(&before)?;
            let after = before.apply(&first);
            earlier = Some((std::mem::replace(&mut before, after), first));
        }
        let made = next(&before)?;
        let answer = next(&before.apply(&made));
        let (low, high): (Square, Square) = (low.parse().ok()?, high.parse().ok()?);
        let window = BoardWindow { left: low.file, right: high.file, bottom: low.rank, top: high.rank };
        Some(Self { before, made, earlier, answer, window })
    }

    /// The position before the move.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The move.
    pub fn example_move(&self) -> &Move {
        &self.made
    }

    /// The squares shown.
    pub fn window(&self) -> BoardWindow {
        self.window
    }

    /// The boards before and after, with those captions.
    pub(super) fn scenes(&self, before: &str, after: &str) -> [Scene; 2] {
        [self.scene_before().with_note(before), self.scene_after().with_note(after)]
    }

    /// What the piece is about to do; where it depends on the move before, that too.
    fn scene_before(&self) -> Scene {
        let mut scene = section(&self.before, self.window);
        if let Some((position, made)) = &self.earlier {
            scene = scene.with_last_move(made, &position.effects(made), position.side_to_move());
        }
        if self.answer.is_some() {
            return scene.with_targets(&self.before, &self.before.legal_moves(), self.made.from);
        }
        scene.with_targets(&self.before, &[self.made], self.made.from)
    }

    /// What it has done, or where it could go from there.
    fn scene_after(&self) -> Scene {
        let after = self.before.apply(&self.made);
        let effects = self.before.effects(&self.made);
        let scene = section(&after, self.window).with_last_move(&self.made, &effects, Side::White);
        match &self.answer {
            Some(answer) => {
                let next = after.apply(answer);
                scene.with_targets(&next, &next.legal_moves(), self.made.to)
            }
            None => scene,
        }
    }
}
