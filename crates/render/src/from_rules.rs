//! Makes scenes from positions and moves: facts of the rules become marks. Hidden cards are left
//! out by the rules' own view; the caller decides which hints to show.

use adoube_rules::{Move, MoveEffects, Position, PositionView, PositionViewer, Side, Square};

use crate::cards::SideCards;
use crate::marks::Mark;
use crate::scene::Scene;

impl Scene {
    /// A position as anybody may see it, from that side: its pieces, check, what is locked or frozen, the promotion
    /// zones of Grand Chess, cards from the back, whose move it is, and the move number as the note (`12.` for White, `12…` for Black).
    ///
    /// Names, captured pieces and hints are added with the `with_…` methods, and so is what is known only to a game:
    /// the last move, and that it is over.
    pub fn of(position: &Position, viewer: Side) -> Self {
        let to_move = position.side_to_move();
        let shown = position.view(PositionViewer::Spectator);
        let scene = Self::new(shown.region(), shown.pieces(), viewer);
        let squares: Vec<Square> = scene.pieces.keys().copied().collect();
        let those = |wanted: &dyn Fn(Square) -> bool| {
            squares.iter().copied().filter(|square| wanted(*square)).collect()
        };
        let locked: Vec<Square> = those(&|square| position.locked_until(square).is_some());
        let frozen: Vec<Square> = those(&|square| position.frozen_by(square).is_some());
        let checked = position.king(to_move).filter(|_| position.in_check());
        let dots = match to_move {
            Side::White => ".",
            Side::Black => "…",
        };
        scene
            .with_cards_in(&shown)
            .with_outlined_ranks(zone_ranks(position))
            .with_marks(Mark::Check, checked)
            .with_marks(Mark::Locked, locked)
            .with_marks(Mark::Frozen, frozen)
            .with_to_move(Some(to_move))
            .with_note(format!("{}{dots}", position.move_number()))
    }

    /// Shows hands and stacks as far as that view knows them: a hand it knows face up, any other from the back. Nothing
    /// in a game without cards.
    #[must_use]
    pub fn with_cards_in(self, shown: &PositionView) -> Self {
        if !shown.variant().has_cards() {
            return self;
        }
        Side::BOTH.into_iter().fold(self, |scene, side| {
            let (hand, stack) = (shown.hand(side), shown.stack_size(side) as u16);
            let cards = if hand.is_empty() || hand.unknown_count() > 0 {
                SideCards::hidden(hand.len() as u16, stack)
            } else {
                SideCards::face_up(hand.known_cards().iter().copied(), stack)
            };
            scene.with_cards(side, cards)
        })
    }

    /// Marks the last move: where it started, where pieces stand through it, and crosses where it took others.
    #[must_use]
    pub fn with_last_move(self, made: &Move, effects: &MoveEffects, mover: Side) -> Self {
        let arrived: Vec<Square> = effects.appeared.iter().map(|(square, _)| *square).collect();
        let beyond =
            effects.captured(mover).map(|(square, _)| square).filter(|square| !arrived.contains(square));
        let beyond: Vec<Square> = beyond.collect();
        self.with_marks(Mark::LastMove, [made.from])
            .with_marks(Mark::LastMove, arrived)
            .with_marks(Mark::AlsoCaptured, beyond)
    }

    /// Marks the pieces that have one of these legal moves, and the square of an en passant capture among them.
    #[must_use]
    pub fn with_hints(self, position: &Position, legal: &[Move]) -> Self {
        let passing = position
            .en_passant()
            .filter(|passed| legal.iter().any(|made| made.to == *passed && takes_elsewhere(position, made)));
        self.with_marks(Mark::Movable, legal.iter().map(|made| made.from))
            .with_marks(Mark::EnPassant, passing)
    }

    /// Marks the piece picked on `from` and what its legal moves do: where it can go, what it would capture there,
    /// what it would convert, and what else would be taken.
    #[must_use]
    pub fn with_targets(mut self, position: &Position, legal: &[Move], from: Square) -> Self {
        let mover = position.side_to_move();
        self.marks.add(from, Mark::Picked);
        for made in legal.iter().filter(|made| made.from == from) {
            let effects = position.effects(made);
            let captured: Vec<Square> = effects.captured(mover).map(|(square, _)| square).collect();
            let mark = if effects.converted(mover).next().is_some() {
                Mark::ConversionTarget
            } else if captured.is_empty() {
                Mark::Target
            } else {
                Mark::CaptureTarget
            };
            self.marks.add(made.to, mark);
            for elsewhere in captured.into_iter().filter(|square| *square != made.to) {
                self.marks.add(elsewhere, Mark::AlsoCaptured);
            }
        }
        self
    }
}

fn takes_elsewhere(position: &Position, made: &Move) -> bool {
    position.effects(made).captured(position.side_to_move()).any(|(square, _)| square != made.to)
}

/// The ranks of both promotion zones; in the other games only the last rank promotes, which nobody needs to be told.
fn zone_ranks(position: &Position) -> Vec<i32> {
    if !position.variant().has_promotion_zone() {
        return Vec::new();
    }
    let mut ranks: Vec<i32> = position
        .region()
        .squares()
        .filter(|square| Side::BOTH.into_iter().any(|side| position.in_promotion_zone(side, *square)))
        .map(|square| square.rank)
        .collect();
    ranks.dedup();
    ranks
}

#[cfg(test)]
mod tests {
    use adoube_rules::Variant;

    use super::*;
    use crate::cards::VisibleHand;

    fn position(variant: Variant, text: &str) -> Position {
        Position::parse(variant, text).unwrap()
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// The names of the squares with that mark.
    fn marked(scene: &Scene, mark: Mark) -> Vec<String> {
        let squares = scene.marks.iter().filter(|(_, marks)| marks.contains(mark));
        squares.map(|(square, _)| square.to_string()).collect()
    }

    #[test]
    fn a_grand_position_shows_zones_and_turn() {
        let scene = Scene::of(&Position::start(Variant::Grand), Side::Black);
        assert_eq!(scene.outlined_ranks, [1, 2, 3, 8, 9, 10]);
        assert_eq!(scene.pieces.len(), 40);
        assert_eq!((scene.viewer, scene.strip.to_move), (Side::Black, Some(Side::White)));
        assert_eq!(scene.strip.note, "1.");
        assert_eq!(scene.marks.iter().count(), 0);
    }

    #[test]
    fn a_hand_is_face_up_only_in_the_view_that_knows_it() {
        let start = Position::start(Variant::Schachen);
        let scene = Scene::of(&start, Side::White);
        let hidden = Some(SideCards::hidden(3, 8));
        assert_eq!((&scene.strip.white.cards, &scene.strip.black.cards), (&hidden, &hidden));
        let text = start.view(PositionViewer::Spectator).to_string().replace("hand:3/3", "hand:QNP/3");
        let own = scene.with_cards_in(&PositionView::parse(Variant::Schachen, &text).unwrap());
        assert_eq!(own.strip.black.cards, hidden);
        let Some(SideCards { hand: VisibleHand::Known(kinds), stack: 8 }) = &own.strip.white.cards else {
            panic!("{:?}", own.strip.white.cards)
        };
        assert_eq!(kinds.len(), 3);
        assert_eq!(Scene::of(&Position::start(Variant::Grand), Side::White).strip.white.cards, None);
    }

    #[test]
    fn check_locks_and_ice_are_marked() {
        let chess = position(Variant::Chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 30");
        assert_eq!(marked(&Scene::of(&chess, Side::White), Mark::Check), ["e1"]);
        let grand = position(Variant::Grand, "4k5/10/10/10/4{im}R4/4{NR}5/10/10/10/4K5 w - - 0 2");
        let scene = Scene::of(&grand, Side::White);
        assert_eq!(marked(&scene, Mark::Locked), ["e5"]);
        assert_eq!(marked(&scene, Mark::Frozen), ["e5", "f6"]);
    }

    #[test]
    fn en_passant_is_marked_only_where_it_is_possible() {
        let table = [
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", vec!["d6"]),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - d6 0 2", vec![]),
        ];
        for (text, wanted) in table {
            let position = position(Variant::Chess, text);
            let scene = Scene::of(&position, Side::White).with_hints(&position, &position.legal_moves());
            assert_eq!(marked(&scene, Mark::EnPassant), wanted, "{text}");
            assert!(marked(&scene, Mark::Movable).contains(&"e1".to_owned()));
        }
    }

    #[test]
    fn targets_differ_by_what_happens_there() {
        let chess = position(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        let scene = Scene::of(&chess, Side::White).with_targets(&chess, &chess.legal_moves(), square("e5"));
        assert_eq!(marked(&scene, Mark::Picked), ["e5"]);
        assert_eq!(marked(&scene, Mark::Target), ["e6"]);
        assert_eq!(marked(&scene, Mark::CaptureTarget), ["d6"]);
        assert_eq!(marked(&scene, Mark::AlsoCaptured), ["d5"]);

        let grand = position(Variant::Grand, "4k5/10/10/10/3{DI}r5/10/10/10/10/4K5 w - - 0 9");
        let scene = Scene::of(&grand, Side::White).with_targets(&grand, &grand.legal_moves(), square("d6"));
        assert_eq!(marked(&scene, Mark::ConversionTarget), ["e6"]);
    }

    #[test]
    fn the_last_move_is_marked_with_what_it_took() {
        let before = position(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        let made = Move::new(square("e5"), square("d6"));
        let after = before.apply(&made);
        let scene = Scene::of(&after, Side::White).with_last_move(&made, &before.effects(&made), Side::White);
        assert_eq!(marked(&scene, Mark::LastMove), ["d6", "e5"]);
        assert_eq!(marked(&scene, Mark::AlsoCaptured), ["d5"]);
        assert_eq!(scene.strip.note, "2…");
    }
}
