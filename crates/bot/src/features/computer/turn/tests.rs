//! Tests of the computer's action in constructed positions: offers, claims, resignation, piece
//! selection, repetition.

use adoube_rules::{CardDeal, KingPlacement, Move, Position};

use super::*;
use crate::{core::notice::ReplayPly, gameplay::repetition_history::RepetitionHistory};

fn task(level: u8, plies: u32, side: Side, kind: ComputerTaskKind) -> ComputerTask {
    ComputerTask { side, level: StrengthLevel::new(level).expect("a level"), seed: 5, plies, kind }
}

fn played(text: &str) -> GameWithHistory {
    let position = Position::parse(Variant::Chess, text).expect("a position");
    GameWithHistory { game: Game::new(position), recalled: None }
}

fn thinks(task: ComputerTask) -> Option<ComputerAction> {
    task.think(&mut Engine::new(1 << 20), &mut || true)
}

/// Black is a Queen up, then White is; White is to move.
const BEHIND: &str = "4k3/pppq4/8/8/8/8/PPP5/4K3 w - - 0 30";
const AHEAD: &str = "4k3/ppp5/8/8/8/8/PPPQ4/4K3 w - - 0 30";

#[test]
fn it_agrees_to_a_draw_where_it_is_not_better() {
    let table = [
        (BEHIND, Side::White, 5, true),
        (BEHIND, Side::Black, 5, false),
        (AHEAD, Side::White, 5, false),
        (AHEAD, Side::Black, 5, true),
        (AHEAD, Side::White, 1, false),
    ];
    for (position, side, level, agrees) in table {
        let deed = thinks(task(level, 60, side, ComputerTaskKind::Answer(OfferKind::Draw, played(position))));
        let expected = if agrees { ComputerAction::Agree } else { ComputerAction::Decline(OfferKind::Draw) };
        assert_eq!(deed, Some(expected), "{position} {side} {level}");
    }
}

#[test]
fn a_mate_ahead_is_better_for_whoever_gives_it_also_where_the_other_one_is_to_move() {
    let mated_by_force = "8/8/8/p7/8/6k1/r7/7K w - - 0 50";
    let mates_next = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 50";
    for (position, giver) in [(mated_by_force, Side::Black), (mates_next, Side::White)] {
        for side in Side::BOTH {
            let deed = thinks(task(5, 60, side, ComputerTaskKind::Answer(OfferKind::Draw, played(position))));
            let expected =
                if side == giver { ComputerAction::Decline(OfferKind::Draw) } else { ComputerAction::Agree };
            assert_eq!(deed, Some(expected), "{position} {side}");
        }
    }
}

#[test]
fn weak_levels_agree_to_a_draw_also_where_they_are_a_little_better() {
    let table = [
        (1, 100, false),
        (1, 101, true),
        (2, 100, false),
        (2, 101, true),
        (3, 0, false),
        (3, 1, true),
        (10, 0, false),
        (10, 1, true),
    ];
    for (level, hundredths, is_better) in table {
        let task = task(level, 60, Side::White, ComputerTaskKind::Answer(OfferKind::Draw, played(AHEAD)));
        assert_eq!(
            task.is_better(SearchScore::Centipawns(hundredths)),
            is_better,
            "level {level}: {hundredths}"
        );
    }
}

#[test]
fn it_knows_no_card_that_the_other_one_holds_whoever_is_to_move() {
    let game = Game::new(Position::start_schachen(&CardDeal::from_seed(5), KingPlacement::default()));
    for side in Side::BOTH {
        let task = task(5, 0, side, ComputerTaskKind::Pick(Variant::Schachen, Vec::new()));
        let seen = task.information_set(&game).expect("a view");
        let known = |side| seen.view().hand(side).known_cards().len();
        assert_eq!((known(side) > 0, known(side.other())), (true, 0), "{side}");
    }
}

#[test]
fn it_resigns_late_and_strong_alone() {
    let lost = "3qk3/ppp2r2/8/8/8/8/PPP5/K7 w - - 0 30";
    let table = [(8, 60, true), (10, 40, true), (8, 39, false), (7, 60, false)];
    for (level, plies, resigns) in table {
        let deed = thinks(task(level, plies, Side::White, ComputerTaskKind::Move(played(lost))));
        assert_eq!(deed == Some(ComputerAction::Resign), resigns, "level {level}, {plies} plies: {deed:?}");
    }
    let deed = thinks(task(10, 60, Side::White, ComputerTaskKind::Move(played(BEHIND))));
    assert!(matches!(deed, Some(ComputerAction::Move(_))), "a Queen alone is not enough: {deed:?}");
}

#[test]
fn it_claims_a_draw_where_it_is_not_better() {
    for (position, claims) in [(BEHIND, true), (AHEAD, false)] {
        let position = position.replace(" 0 30", " 100 80");
        let deed = thinks(task(5, 160, Side::White, ComputerTaskKind::Move(played(&position))));
        assert_eq!(deed == Some(ComputerAction::Claim(EndReason::FiftyMovesClaimed)), claims, "{deed:?}");
    }
}

#[test]
fn it_picks_among_the_better_ones_the_stronger_it_plays() {
    let engine = Engine::new(1 << 20);
    let open: Vec<PieceType> = PieceType::all().filter(|kind| !kind.is_king_or_pawn()).collect();
    let picks = |level: u8| {
        let picked = (0..500).map(|seed| {
            let task = ComputerTask {
                seed,
                ..task(level, 0, Side::White, ComputerTaskKind::Pick(Variant::Grand, Vec::new()))
            };
            task.picks(Variant::Grand, &open, &engine).expect("it always picks one")
        });
        let mut picked: Vec<PieceType> = picked.collect();
        picked.sort_unstable();
        picked.dedup();
        picked
    };
    let (strong, weak) = (picks(10), picks(1));
    assert_eq!((strong.len(), weak.len()), (STRONG_PICKS, open.len()));
    let worth = |kind: &PieceType| engine.values().of(Variant::Grand, *kind);
    let least = strong.iter().map(worth).min();
    let others = open.iter().filter(|kind| !strong.contains(kind)).map(worth).max();
    assert!(least >= others);
}

#[test]
fn the_same_turn_has_the_same_seed_and_others_have_others() {
    let game = |text| GameId::parse(text).expect("an id");
    assert_eq!(seed(&game("222222"), 7), seed(&game("222222"), 7));
    assert_ne!(seed(&game("222222"), 7), seed(&game("222222"), 8));
    assert_ne!(seed(&game("222222"), 7), seed(&game("222223"), 7));
}

/// A game that returns to an earlier position, so that this move would repeat the position after
/// it; `None` if the moves for that are not possible.
fn repeating(position: &Position, made: &Move) -> Option<GameWithHistory> {
    let start = position.apply(made);
    let backwards = |made: &Move| format!("{}{}", made.to, made.from);
    for reply in start.legal_moves() {
        let mut game = Game::new(start.clone());
        let lans = [reply.to_string(), backwards(made), backwards(&reply)];
        let is_quiet = lans.iter().all(|lan| game.play_lan(lan).is_ok());
        if is_quiet && game.position().halfmove_clock() >= 3 {
            let moves = lans.map(|lan| ReplayPly { lan, san: String::new() }).to_vec();
            return Some(GameWithHistory { game, recalled: Some(RepetitionHistory::from(start, moves)) });
        }
    }
    None
}

fn best(played: GameWithHistory) -> Move {
    let turn = played.game.position().side_to_move();
    match thinks(task(10, 60, turn, ComputerTaskKind::Move(played))) {
        Some(ComputerAction::Move(made)) => made,
        other => panic!("no move: {other:?}"),
    }
}

#[test]
fn it_repeats_nothing_where_it_is_winning() {
    for text in ["8/8/8/3k4/8/8/8/QK6 w - - 3 50", "8/8/8/3k4/8/8/8/RK6 w - - 3 50"] {
        let position = Position::parse(Variant::Chess, text).expect("a position");
        let first = best(played(text));
        let before = repeating(&position, &first).expect("it can go back");
        assert_ne!(best(before), first, "{text}: it has been there");
    }
}

#[test]
fn it_repeats_where_it_is_losing() {
    let position = Position::parse(Variant::Chess, BEHIND).expect("a position");
    let without = best(played(BEHIND));
    let others = position.legal_moves().into_iter().filter(|made| *made != without);
    let tested: Vec<Move> = others
        .filter_map(|made| Some((made, repeating(&position, &made)?)))
        .map(|(made, before)| {
            assert_eq!(best(before), made, "half a point is more than it would have");
            made
        })
        .collect();
    assert!(!tested.is_empty(), "nothing was tested");
}

#[test]
fn a_record_that_does_not_lead_to_the_game_is_not_believed() {
    let start = Position::parse(Variant::Chess, BEHIND).expect("a position");
    let moves = |lans: &[&str]| {
        lans.iter().map(|lan| ReplayPly { lan: (*lan).to_owned(), san: String::new() }).collect::<Vec<_>>()
    };
    for lans in [&["e1f1"][..], &["e1e5"], &["nonsense"]] {
        assert!(RepetitionHistory::from(start.clone(), moves(lans)).course(&start).is_none(), "{lans:?}");
    }
    assert!(RepetitionHistory::from(start.clone(), Vec::new()).course(&start).is_some());
}
