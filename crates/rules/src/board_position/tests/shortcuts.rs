//! Tests that checks, pins and threats computed once for a position agree with answers for each
//! piece and after each move.

use super::{board, play_random_games};
use crate::PieceType;
use crate::board_position::enemy_threats::{EnemyThreats, MoverConstraints};
use crate::board_position::{BoardPosition, PaddedMove, SideToMove};

#[test]
fn all_frozen_cells_at_once_are_those_of_each_piece() {
    let mut frozen = 0;
    play_random_games(15, |seed, game| {
        let turn = board(game).turn();
        let cells = turn.frozen_cells();
        let pieces = turn.board.pieces(turn.side()).iter().map(|&cell| (cell, turn.board.at(cell)));
        for (cell, code) in pieces.filter(|(_, code)| !code.is(PieceType::IMMOBILIZER)) {
            let by = turn.frozen_by(cell, code);
            assert_eq!(
                cells.contains(cell),
                by.is_some(),
                "seed {seed}, {:?}: {:?}",
                cell.square(),
                board(game)
            );
            frozen += usize::from(by.is_some());
        }
    });
    assert!(frozen > 1_000, "{frozen}");
}

/// How often something was told without making a move.
#[derive(Default)]
struct Told {
    safe: usize,
    attacked: usize,
    threats: usize,
}

#[test]
fn what_is_told_before_moves_is_what_they_lead_to() {
    let mut told = Told::default();
    play_random_games(16, |seed, game| {
        let mut position = board(game).clone();
        let king = position.board.king(position.side_to_move());
        let mut enemy = position.enemy_threats();
        for made in position.pseudo_legal_moves() {
            let intent = position.intent(&made).expect("a pseudo-legal move");
            if intent.from == king {
                continue;
            }
            let mover = position.mover_constraints(intent.from, &mut enemy);
            if position.is_plain_move(&mover, intent) {
                let shown = format!("seed {seed}, {made}: {position:?}");
                check(&mut position, &enemy, &mover, intent, &mut told, &shown);
            }
        }
    });
    let enough = told.safe > 100_000 && told.attacked > 10_000 && told.threats > 10_000;
    assert!(enough, "{} {} {}", told.safe, told.attacked, told.threats);
}

/// Compares what is told about a plain move with the position after it.
fn check(
    position: &mut BoardPosition,
    enemy: &EnemyThreats,
    mover: &MoverConstraints,
    intent: PaddedMove,
    told: &mut Told,
    shown: &str,
) {
    let undo = position.make_move(intent);
    let change = undo.effects();
    assert!(change.vanished.iter().all(|&(cell, _)| cell == intent.from || cell == intent.to), "{shown}");
    assert!(change.vanished.iter().any(|&(cell, _)| cell == intent.from), "{shown}");
    let turn = position.turn();
    let is_attacked = !turn.attackers_of_king().is_empty();
    let may_disarm = mover.may_disarm || intent.choice == Some(PieceType::IMMOBILIZER);
    if mover.safe.contains(intent.to) {
        assert!(!is_attacked, "{shown}");
        told.safe += 1;
    } else if !mover.unclear.contains(intent.to) && !may_disarm {
        assert!(is_attacked, "{shown}");
        told.attacked += 1;
    }
    if !may_disarm {
        for (threats, by_jokers) in [(&enemy.threats, false), (&enemy.copying, true)] {
            if let Some(attack) = threats.attack_after(intent) {
                assert_eq!(attack, is_attacked_specially(&turn, by_jokers), "{shown}");
                told.threats += usize::from(!threats.cells().is_empty());
            }
        }
    }
    position.unmake_move(undo);
}

/// Whether a piece with ways of its own of the side to move takes the King: a Joker, or another one.
fn is_attacked_specially(turn: &SideToMove, by_jokers: bool) -> bool {
    turn.board.pieces(turn.side()).iter().any(|&cell| {
        let code = turn.board.at(cell);
        turn.tables.is_special(code) && code.is(PieceType::JOKER) == by_jokers && turn.attacks_by_power(cell)
    })
}
