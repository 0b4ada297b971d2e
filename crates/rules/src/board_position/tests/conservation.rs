//! Tests of the conservation of material: what a move may change of pieces and pools, counted on
//! the boards before and after it.

use std::collections::BTreeMap;

use super::play_random_games;
use crate::{Move, Piece, PieceType, Position, PromotionMode, Side};

/// Pieces one move can take at most: a Chameleon's five.
const MOST_CAPTURES: usize = 5;

/// How many of each type a side has.
fn census(position: &Position, side: Side) -> BTreeMap<PieceType, i32> {
    let mut counts = BTreeMap::new();
    let own = position.pieces().filter(|(_, piece)| piece.side == side);
    own.for_each(|(_, piece)| *counts.entry(piece.kind).or_default() += 1);
    counts
}

/// The types `side` has more of in `more` than in `less`, each as often as it has.
fn surplus(more: &Position, less: &Position, side: Side) -> Vec<PieceType> {
    let counts = census(less, side);
    let more = census(more, side).into_iter();
    more.flat_map(|(kind, count)| {
        let left = count - counts.get(&kind).copied().unwrap_or_default();
        std::iter::repeat_n(kind, usize::try_from(left).unwrap_or_default())
    })
    .collect()
}

/// The entries of the longer list that are not in the shorter one.
fn without(longer: &[PieceType], shorter: &[PieceType]) -> Vec<PieceType> {
    let mut left = longer.to_vec();
    for kind in shorter {
        if let Some(place) = left.iter().position(|other| other == kind) {
            left.remove(place);
        }
    }
    left
}

/// Whether a promotion may bring that type back.
fn may_become(position: &Position, side: Side, kind: PieceType) -> bool {
    match position.promotion_mode() {
        PromotionMode::Captured => position.pool(side).contains(&kind),
        PromotionMode::Initial => position.initial_types().contains(kind),
        PromotionMode::All => !kind.is_king_or_pawn(),
    }
}

/// The first rule of material a move breaks.
fn broken_rule(position: &Position, made: &Move) -> Option<&'static str> {
    let mover = position.side_to_move();
    let enemy = mover.other();
    let after = position.apply(made);
    let Piece { kind, .. } = position.piece_at(made.from)?;
    let acts_as = position.moves_as(made.from);
    let (lost, won) = (surplus(position, &after, mover), surplus(&after, position, mover));
    let (taken, risen) = (surplus(position, &after, enemy), surplus(&after, position, enemy));
    let offered = position.promotion_choices(mover);
    let converts = made.choice.is_none() && !won.is_empty();
    let rules = [
        ("Kings stay", Side::BOTH.into_iter().all(|side| after.king(side).is_some())),
        ("Blocks stay", !taken.contains(&PieceType::BLOCK)),
        ("no more than five are taken", taken.len() <= MOST_CAPTURES),
        ("the opponent gains nothing", risen.is_empty()),
        ("only an Archer, Coordinator or Chameleon takes several", {
            let several = [PieceType::ARCHER, PieceType::COORDINATOR, PieceType::CHAMELEON];
            taken.len() < 2 || acts_as.is_some_and(|kind| several.contains(&kind))
        }),
        (
            "only a promotion changes an own piece",
            match made.choice {
                // A Joker that becomes a Joker.
                Some(choice) if choice == kind => lost.is_empty() && won.is_empty(),
                Some(choice) => lost == [kind] && won == [choice],
                None => lost.is_empty(),
            },
        ),
        ("only what moves as a Pawn is promoted", made.choice.is_none() || acts_as == Some(PieceType::PAWN)),
        (
            "a Pawn becomes what the mode allows",
            made.choice.is_none_or(|kind| may_become(position, mover, kind)),
        ),
        ("a Pawn becomes what is offered", made.choice.is_none_or(|kind| offered.contains(&kind))),
        (
            "what the mode forbids is not offered",
            offered.iter().all(|kind| may_become(position, mover, *kind)),
        ),
        ("a conversion wins what the opponent loses", !converts || (won == taken && won.len() == 1)),
        ("only a Diplomat or a Chameleon converts", {
            let converters = [PieceType::DIPLOMAT, PieceType::CHAMELEON];
            !converts || acts_as.is_some_and(|kind| converters.contains(&kind))
        }),
        (
            "a converter stays where it is",
            !converts || after.piece_at(made.from) == position.piece_at(made.from),
        ),
        ("pools take what is captured", {
            let pooled =
                if converts { Vec::new() } else { without(&taken, &[PieceType::PAWN; MOST_CAPTURES]) };
            without(after.pool(enemy), position.pool(enemy)) == kept(position, pooled)
                && after.pool(enemy).len() >= position.pool(enemy).len()
        }),
        ("pools give what is promoted", {
            without(position.pool(mover), after.pool(mover))
                == kept(position, made.choice.into_iter().collect())
                && after.pool(mover).len() <= position.pool(mover).len()
        }),
    ];
    rules.into_iter().find(|(_, holds)| !holds).map(|(rule, _)| rule)
}

/// What of these pieces the pools keep: all in the one mode that has pools.
fn kept(position: &Position, pieces: Vec<PieceType>) -> Vec<PieceType> {
    if position.promotion_mode() == PromotionMode::Captured { pieces } else { Vec::new() }
}

#[test]
fn moves_keep_the_pieces_together() {
    play_random_games(8, |seed, game| {
        let position = game.position();
        for made in game.legal_moves() {
            let broken = broken_rule(position, made);
            assert_eq!(broken, None, "seed {seed}, {made}: {position:?}");
        }
    });
}
