//! Writes the alt text of a board's picture: ending or turn, a sentence for every mark, pieces,
//! captured pieces, cards and ranks. What it lists is what the scene shows; the position and the
//! notice add facts such as who gives check. Long details have shorter versions for limited space.

use adoube_render::{Mark, Scene};
use adoube_rules::{Piece, PieceType, Position, Side, Square};

use super::{card_counts, joker_text, move_description, piece_counts, placed_pieces, touch_status};
use crate::{
    core::{
        game::{LastMove, TouchState},
        notice::BoardNotice,
    },
    text::{
        Localizer,
        alt_text::{AltText, DetailPriority},
    },
};

#[cfg(test)]
mod tests;

/// All marks, in reading order.
const READ: [Mark; 13] = [
    Mark::Check,
    Mark::LastMove,
    Mark::Touched,
    Mark::Picked,
    Mark::Target,
    Mark::CaptureTarget,
    Mark::ConversionTarget,
    Mark::AlsoCaptured,
    Mark::Movable,
    Mark::EnPassant,
    Mark::Drop,
    Mark::Locked,
    Mark::Frozen,
];

/// The alt text of a game's picture.
pub(crate) fn of_game(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    position: &Position,
    scene: &Scene,
) -> AltText {
    let seen = SceneReader {
        speaker,
        scene,
        position,
        last: board.last.as_ref(),
        touches: board.touches.as_ref().filter(|_| board.ending.is_none()),
    };
    let head =
        [("variant", speaker.variant(board.variant).into()), ("side", speaker.side(scene.viewer).into())];
    let mut words = AltText::default().with_rest(speaker.fixed_sentence("described-more"));
    words.extend([speaker.sentence("alt-head", &head)]);
    match &board.ending {
        Some(ending) => words.extend([move_description::ending(speaker, ending, &board.seats)]),
        None => words.extend([seen.turn()]),
    }
    seen.marks(&mut words);
    if board.ending.is_none() {
        words.extend(touch_status::demand(speaker, board, position));
        words.extend(joker_text::jokers(speaker, position));
    }
    seen.armies(&mut words);
    seen.holdings(&mut words);
    seen.ranks(&mut words);
    words
}

/// Adds the marks of a picture without a running game.
pub(crate) fn add_marks(words: &mut AltText, speaker: Localizer<'_>, position: &Position, scene: &Scene) {
    let seen = SceneReader { speaker, scene, position, last: None, touches: None };
    seen.marks(words);
    seen.ranks(words);
}

/// "White: King e1; Rooks on a1 and h1."; `None` if that side has none of these pieces.
pub(crate) fn army(
    speaker: Localizer<'_>,
    side: Side,
    pieces: impl IntoIterator<Item = (Square, Piece)>,
) -> Option<String> {
    let own = pieces.into_iter().filter(|(_, piece)| piece.side == side);
    let names = placed_pieces::text(speaker, own.map(|(square, piece)| (square, piece.kind)));
    (!names.is_empty()).then(|| of_side(speaker, side, names))
}

fn of_side(speaker: Localizer<'_>, side: Side, pieces: String) -> String {
    speaker.sentence("alt-army", &[("side", speaker.side(side).into()), ("pieces", pieces.into())])
}

/// A scene with the facts behind it.
struct SceneReader<'a> {
    speaker: Localizer<'a>,
    scene: &'a Scene,
    position: &'a Position,
    last: Option<&'a LastMove>,
    touches: Option<&'a TouchState>,
}

impl SceneReader<'_> {
    /// "Move 12, Black to move."
    fn turn(&self) -> String {
        let side = self.speaker.side(self.position.side_to_move());
        let number = u32::from(self.position.move_number());
        self.speaker.sentence("described-turn", &[("number", number.into()), ("side", side.into())])
    }

    fn marks(&self, words: &mut AltText) {
        for mark in READ {
            let marked = self.scene.marks.iter().filter(|(_, marks)| marks.contains(mark));
            let squares: Vec<Square> = marked.map(|(square, _)| square).collect();
            if !squares.is_empty() {
                self.mark(mark, &squares, words);
            }
        }
    }

    /// Adds the sentence of a mark on these squares.
    fn mark(&self, mark: Mark, squares: &[Square], words: &mut AltText) {
        match mark {
            Mark::Check => words.extend([self.check(squares)]),
            Mark::LastMove => words.extend(self.last.map(|last| last_move(self.speaker, last))),
            Mark::Touched => words.extend([self.touched(squares)]),
            Mark::Picked => words.extend([self.of_pieces("described-picked", squares)]),
            Mark::Target => {
                self.list(
                    words,
                    self.of_squares("described-targets", squares),
                    "described-targets-brief",
                    squares,
                );
            }
            Mark::CaptureTarget => words.extend(self.captures(squares)),
            Mark::ConversionTarget => words.extend([self.of_pieces("described-converts", squares)]),
            Mark::AlsoCaptured => words.extend(self.also_captured(squares)),
            Mark::Movable => {
                self.list(
                    words,
                    self.of_pieces("described-movable", squares),
                    "described-movable-brief",
                    squares,
                );
            }
            Mark::EnPassant => words.extend([self.of_squares("described-en-passant", squares)]),
            Mark::Drop => {
                self.list(words, self.of_squares("described-drop", squares), "described-drop-brief", squares);
            }
            Mark::Locked => words.extend(self.locked(squares)),
            Mark::Frozen => words.extend([self.of_pieces("described-frozen", squares)]),
        }
    }

    fn of_pieces(&self, key: &str, squares: &[Square]) -> String {
        self.speaker.sentence(key, &[("pieces", self.pieces(squares).into())])
    }

    fn of_squares(&self, key: &str, squares: &[Square]) -> String {
        self.speaker.sentence(key, &[("squares", placed_pieces::squares(self.speaker, squares).into())])
    }

    /// Adds a list of squares or pieces; where room is short only their number.
    fn list(&self, words: &mut AltText, whole: String, brief: &str, squares: &[Square]) {
        let brief = self.speaker.sentence(brief, &[("count", (squares.len() as u64).into())]);
        words.push(whole, [(DetailPriority::Lists, brief)]);
    }

    fn kind_on(&self, square: Square) -> Option<PieceType> {
        self.scene.pieces.get(&square).map(|piece| piece.kind)
    }

    /// "King e8; Rooks on a8 and h8"; an empty square is given by name.
    fn pieces(&self, squares: &[Square]) -> String {
        let standing = squares.iter().filter_map(|square| Some((*square, self.kind_on(*square)?)));
        let empty = squares.iter().filter(|square| self.kind_on(**square).is_none());
        let mut names = placed_pieces::names(self.speaker, standing);
        names.extend(empty.map(Square::to_string));
        names.join("; ")
    }

    /// "Rook a8 and Rook h8", in this order.
    fn one_by_one(&self, squares: &[Square]) -> String {
        let one = |square: &Square| self.pieces(std::slice::from_ref(square));
        self.speaker.list(&squares.iter().map(one).collect::<Vec<_>>())
    }

    /// The King in check, and the pieces that give it.
    fn check(&self, kings: &[Square]) -> String {
        let by = self.position.checkers();
        if by.is_empty() {
            return self.of_pieces("described-check", kings);
        }
        let args = [("pieces", self.pieces(kings).into()), ("attackers", self.one_by_one(&by).into())];
        self.speaker.sentence("described-check-by", &args)
    }

    /// Touched pieces in the order of touching, which matters.
    fn touched(&self, squares: &[Square]) -> String {
        let order = self.touches.map(|touches| touches.squares.as_slice()).unwrap_or_default();
        let place = |square: &Square| order.iter().position(|touched| touched == square);
        let mut sorted = squares.to_vec();
        sorted.sort_by_key(place);
        self.speaker.sentence("touch-touched", &[("pieces", self.one_by_one(&sorted).into())])
    }

    /// What the picked piece can capture, and its target squares for captures elsewhere.
    fn captures(&self, squares: &[Square]) -> Vec<String> {
        let (there, elsewhere): (Vec<Square>, Vec<Square>) =
            squares.iter().copied().partition(|square| self.kind_on(*square).is_some());
        let there = (!there.is_empty()).then(|| self.of_pieces("described-captures", &there));
        let going = (!elsewhere.is_empty()).then(|| self.of_squares("described-captures-going", &elsewhere));
        there.into_iter().chain(going).collect()
    }

    /// Further captures of the picked piece's moves. Those of the last move are described with it.
    fn also_captured(&self, squares: &[Square]) -> Option<String> {
        let mover = self.position.side_to_move();
        let is_enemy =
            |square: &Square| self.scene.pieces.get(square).is_some_and(|piece| piece.side != mover);
        let standing: Vec<Square> = squares.iter().copied().filter(is_enemy).collect();
        (!standing.is_empty()).then(|| self.of_pieces("described-also-captured", &standing))
    }

    /// "Locked until move 6: Nightriders on c1 and h1."
    fn locked(&self, squares: &[Square]) -> Vec<String> {
        let mut numbers: Vec<Option<u16>> =
            squares.iter().map(|square| self.position.locked_until(*square)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let until = |number: Option<u16>| {
            let those: Vec<Square> = squares
                .iter()
                .copied()
                .filter(|square| self.position.locked_until(*square) == number)
                .collect();
            let Some(number) = number else { return self.of_pieces("described-locked-somehow", &those) };
            let args = [("number", number.into()), ("pieces", self.pieces(&those).into())];
            self.speaker.sentence("described-locked", &args)
        };
        numbers.into_iter().map(until).collect()
    }

    fn armies(&self, words: &mut AltText) {
        for side in Side::BOTH {
            let pieces = || self.scene.pieces.iter().map(|(square, piece)| (*square, *piece));
            let Some(whole) = army(self.speaker, side, pieces()) else { continue };
            let own = || {
                pieces().filter(|(_, piece)| piece.side == side).map(|(square, piece)| (square, piece.kind))
            };
            let (pawns, others): (Vec<_>, Vec<_>) = own().partition(|(_, kind)| *kind == PieceType::PAWN);
            let kinds = |pieces: &[(Square, PieceType)]| {
                let mut kinds: Vec<PieceType> = pieces.iter().map(|(_, kind)| *kind).collect();
                kinds.sort_by_key(|kind| placed_pieces::place(*kind));
                piece_counts::names(self.speaker, &kinds)
            };
            let counted_pawns = placed_pieces::names(self.speaker, others).into_iter().chain(kinds(&pawns));
            let counted = kinds(&own().collect::<Vec<_>>());
            let said = |names: Vec<String>| of_side(self.speaker, side, names.join("; "));
            words.push(
                whole,
                [
                    (DetailPriority::Pawns, said(counted_pawns.collect())),
                    (DetailPriority::Armies, said(counted)),
                ],
            );
        }
    }

    /// Captured pieces and cards in the strips above and below the board.
    fn holdings(&self, words: &mut AltText) {
        for side in Side::BOTH {
            let mut kinds = self.scene.strip.seat(side).captured.clone();
            kinds.sort_by_key(|kind| placed_pieces::place(*kind));
            if kinds.is_empty() {
                continue;
            }
            let names = piece_counts::names(self.speaker, &kinds).join(", ");
            let by = ("side", self.speaker.side(side).into());
            let whole = self.speaker.sentence("alt-captured", &[by.clone(), ("pieces", names.into())]);
            let brief = self
                .speaker
                .sentence("described-captured-brief", &[by, ("count", (kinds.len() as u64).into())]);
            words.push(whole, [(DetailPriority::Captured, brief)]);
        }
        let ahead = Side::BOTH.into_iter().find(|side| self.scene.strip.seat(*side).lead > 0);
        words.extend(ahead.map(|side| {
            let lead = self.scene.strip.seat(side).lead;
            let args = [("side", self.speaker.side(side).into()), ("lead", u32::from(lead).into())];
            self.speaker.sentence("described-lead", &args)
        }));
        let cards = |side| Some((side, self.scene.strip.seat(side).cards.as_ref()?));
        words.extend(
            Side::BOTH
                .into_iter()
                .filter_map(cards)
                .map(|(side, cards)| card_counts::count(self.speaker, side, cards)),
        );
    }

    /// The outlined ranks.
    fn ranks(&self, words: &mut AltText) {
        let ranks: Vec<String> = self.scene.outlined_ranks.iter().map(i32::to_string).collect();
        if !ranks.is_empty() {
            let ranks = self.speaker.list(&ranks);
            let whole = self.speaker.sentence("described-promotion-ranks", &[("ranks", ranks.into())]);
            words.push(whole, [(DetailPriority::Ranks, String::new())]);
        }
    }
}

/// "Last move: Knight g1 to f3." Castling names all its squares, as they are marked. A check is
/// told with the mark of the King.
fn last_move(speaker: Localizer<'_>, last: &LastMove) -> String {
    let rook = last.arrived.iter().find(|square| **square != last.stands_on);
    let Some((side, rook)) = last.castling_side().zip(rook) else {
        let quiet = LastMove { check: false, ..last.clone() };
        let told = move_description::last_move(speaker, &quiet);
        return speaker.sentence("alt-last-move", &[("move", told.into())]);
    };
    let args = [
        ("castling", side.to_string().into()),
        ("from", last.from.to_string().into()),
        ("king", last.stands_on.to_string().into()),
        ("rook", rook.to_string().into()),
    ];
    speaker.sentence("described-last-castling", &args)
}
