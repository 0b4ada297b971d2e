//! Tests of the search in Schachen: it does not depend on hidden cards, its turns are legal, and it
//! finds mates in one and in two.

use std::{fs, path::Path};

use adoube_engine::{SearchReport, SearchScore, StrengthLevel, schachen};
use adoube_rules::{
    CardDeal, CardDrop, Game, GridSearch, KingPlacement, Move, Position, PositionViewer, Side, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Greatest length of a game in plies.
const LONGEST: usize = 240;

fn start(seed: u64) -> Position {
    let kings = if seed.is_multiple_of(2) { KingPlacement::Rotated } else { KingPlacement::Facing };
    Position::start_schachen(&CardDeal::from_seed(seed), kings)
}

fn level(number: u8) -> StrengthLevel {
    StrengthLevel::new(number).expect("a level")
}

fn look(game: &Game, level: StrengthLevel, seed: u64) -> Option<SearchReport> {
    schachen::search(&game.information_set()?, level.grid_limits(seed), &mut || true)
}

fn any(game: &Game, random: &mut ChaCha8Rng) -> Option<Move> {
    let legal = game.legal_moves();
    (!legal.is_empty()).then(|| legal[random.next_u64() as usize % legal.len()])
}

/// The position with the cards dealt anew that the side to move does not see, changed in its text.
fn with_other_cards(position: &Position, random: &mut ChaCha8Rng) -> Position {
    let text = position.full_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let heaps = |field: &str, name: &str| -> [String; 2] {
        let (white, black) = field.strip_prefix(name).and_then(|heaps| heaps.split_once('/')).expect(field);
        [white, black].map(|heap| heap.replace('-', ""))
    };
    let (mut hands, mut stacks) = (heaps(fields[2], "hand:"), heaps(fields[3], "stack:"));
    let (own, other) = match position.side_to_move() {
        Side::White => (0, 1),
        Side::Black => (1, 0),
    };
    let mut shuffled = |text: String| -> String {
        let mut left: Vec<char> = text.chars().collect();
        let mut drawn = String::new();
        while !left.is_empty() {
            drawn.push(left.swap_remove(random.next_u64() as usize % left.len()));
        }
        drawn
    };
    stacks[own] = shuffled(std::mem::take(&mut stacks[own]));
    let count = hands[other].len();
    let all = shuffled(format!("{}{}", hands[other], stacks[other]));
    let (hand, stack) = all.split_at(count);
    (hands[other], stacks[other]) = (hand.to_owned(), stack.to_owned());
    let written = |heaps: [String; 2]| heaps.map(|heap| if heap.is_empty() { "-".to_owned() } else { heap });
    let (hand, stack) =
        (format!("hand:{}", written(hands).join("/")), format!("stack:{}", written(stacks).join("/")));
    let text = [fields[0], fields[1], &hand, &stack, fields[4], fields[5], fields[6]].join(" ");
    Position::parse(Variant::Schachen, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_turn_does_not_depend_on_hidden_cards() {
    let (mut compared, mut differed) = (0, 0);
    for seed in 0..16 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(start(seed));
        for half_move in 0..40 {
            let Some(made) = any(&game, &mut random) else { break };
            game.play(&made).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            if half_move % 4 != 0 || game.outcome().is_some() {
                continue;
            }
            let mover = PositionViewer::Player(game.position().side_to_move());
            let game = Game::new(game.position().clone());
            for (number, of_level) in [(1, 1), (2, 4), (3, 6)] {
                let other = with_other_cards(game.position(), &mut random);
                assert_eq!(other.view(mover), game.position().view(mover), "seed {seed}");
                differed += usize::from(other.full_text() != game.position().full_text());
                let (one, two) = (&game, &Game::new(other));
                let [one, two] = [one, two].map(|game| format!("{:?}", look(game, level(of_level), number)));
                assert_eq!(one, two, "seed {seed}, level {of_level}: {:?}", game.position());
                compared += 1;
            }
        }
    }
    assert!(compared > 250 && differed > 200, "{differed} of {compared}");
}

#[test]
fn another_seed_deals_other_cards() {
    let game = Game::new(start(3));
    let reports = [1, 2].map(|seed| look(&game, level(8), seed).map(|report| (report.nodes, report.score)));
    assert_ne!(reports[0], reports[1]);
    assert_eq!(reports[0], look(&game, level(8), 1).map(|report| (report.nodes, report.score)));
}

#[test]
fn turns_are_legal_and_games_end() {
    let mut mates = 0;
    for seed in 0..200 {
        let mut game = Game::new(start(seed));
        let levels = [1 + (seed % 3) as u8, 1 + (seed / 3 % 3) as u8];
        for half_move in 0..LONGEST as u64 {
            let side = game.position().side_to_move();
            let Some(report) = look(&game, level(levels[side.index()]), seed * 1_000 + half_move) else {
                break;
            };
            let made = report.pv.first().expect("a turn");
            let context = format!("seed {seed}, {:?}", game.position());
            game.play(made).unwrap_or_else(|error| panic!("{context}: {error}"));
        }
        assert!(game.outcome().is_some() || game.information_set().is_some(), "seed {seed}");
        mates += usize::from(game.outcome().is_some());
    }
    println!("{mates} of 200 games ended by the rules");
    assert!(mates > 100, "{mates}");
}

fn positions() -> Vec<Position> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/schachen.jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let position = |line: &str| {
        let case: serde_json::Value = serde_json::from_str(line).ok()?;
        Position::parse(Variant::Schachen, case["position"].as_str()?).ok()
    };
    text.lines().filter_map(position).collect()
}

fn mates(game: &Game) -> Vec<Move> {
    let is_mate = |made: &&Move| {
        let after = game.position().apply(made);
        after.in_check() && !after.has_legal_move()
    };
    game.legal_moves().iter().filter(is_mate).copied().collect()
}

/// Positions of random games with a mate in one, and the mating turns.
fn found_by_chance(games: u64) -> Vec<(Game, Vec<Move>)> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(start(seed));
        for _ in 0..LONGEST {
            let mates = mates(&game);
            if !mates.is_empty() {
                found.push((game.clone(), mates));
            }
            let Some(made) = any(&game, &mut random) else { break };
            game.play(&made).expect("a legal move");
        }
    }
    found
}

#[test]
fn from_level_five_on_every_mate_in_one_is_found() {
    let known = positions().into_iter().map(Game::new).map(|game| (mates(&game), game));
    let known: Vec<_> =
        known.filter(|(mates, _)| !mates.is_empty()).map(|(mates, game)| (game, mates)).collect();
    let by_chance = found_by_chance(40);
    let by_drop = |found: &[(Game, Vec<Move>)]| {
        found.iter().filter(|(_, mates)| mates.iter().all(|made| made.drop.is_some())).count()
    };
    println!(
        "{} of the vectors, {} by chance, {} only by a drop",
        known.len(),
        by_chance.len(),
        by_drop(&by_chance)
    );
    assert!(known.len() > 2 && by_chance.len() > 50 && by_drop(&by_chance) > 5);
    for (game, mates) in known.iter().chain(by_chance.iter().step_by(5)) {
        for level in StrengthLevel::all().filter(|level| level.number() >= 5) {
            for seed in 0..2 {
                let report = look(game, level, seed).expect("there are moves");
                let context = format!("level {level}, seed {seed}, {:?}", game.position());
                assert_eq!(report.score, SearchScore::Mate(1), "{context}");
                assert!(mates.contains(&report.pv[0]), "{context}: {:?}", report.pv);
            }
        }
    }
}

/// Calls `enough` after each possible turn, until it returns true.
fn each_turn(grid: &mut GridSearch, mut enough: impl FnMut(&mut GridSearch, Move) -> bool) -> bool {
    let (mut moves, mut drops) = (Vec::new(), Vec::new());
    grid.generate_moves(false, &mut moves);
    for made in moves {
        let of_rules = grid.to_move(made, None);
        grid.make_step(made);
        grid.generate_drops(&mut drops);
        let mut is_enough = false;
        for drop in std::iter::once(None).chain(drops.iter().copied().map(Some)) {
            grid.make_drop(drop);
            let whole = drop.map_or(of_rules, |drop: CardDrop| of_rules.dropping(drop));
            is_enough = enough(grid, whole);
            grid.unmake_drop();
            if is_enough {
                break;
            }
        }
        grid.unmake_step();
        if is_enough {
            return true;
        }
    }
    false
}

fn mates_at_once(grid: &mut GridSearch) -> bool {
    let mut room = Vec::new();
    each_turn(grid, |grid, _| grid.in_check() && !grid.has_legal_move(&mut room))
}

/// Turns that give check and mate in two against every reply, in one determinization.
fn mates_in_two(grid: &mut GridSearch) -> Vec<Move> {
    let mut found = Vec::new();
    each_turn(grid, |grid, made| {
        let mut room = Vec::new();
        let is_forced = grid.in_check()
            && grid.has_legal_move(&mut room)
            && !each_turn(grid, |grid, _| !mates_at_once(grid));
        found.extend(is_forced.then_some(made));
        false
    });
    found
}

/// Positions with a mate in two whatever the opponent holds, as far as a few determinizations tell.
fn two_by_chance(most: usize) -> Vec<(Game, Vec<Move>)> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(start(seed));
        for half_move in 0..LONGEST {
            if half_move > 12 && half_move % 4 == 0 && found.len() < most {
                let seen = game.information_set().expect("not over");
                let mut worlds: Vec<_> = (100..104).filter_map(|seed| seen.determinize(seed)).collect();
                if !mates_at_once(&mut worlds[0]) {
                    let of_worlds: Vec<Vec<Move>> = worlds.iter_mut().map(mates_in_two).collect();
                    let mut mates = of_worlds[0].clone();
                    mates.retain(|made| of_worlds.iter().all(|mates| mates.contains(made)));
                    if !mates.is_empty() {
                        found.push((game.clone(), mates));
                    }
                }
            }
            let Some(made) = any(&game, &mut random) else { break };
            game.play(&made).expect("a legal move");
            if game.outcome().is_some() {
                break;
            }
        }
        if found.len() >= most {
            break;
        }
    }
    found
}

/// Mates in two that are searched for.
const TWOS: usize = 16;

#[test]
fn mates_in_two_are_found_at_the_best_level() {
    for (game, mates) in two_by_chance(TWOS) {
        let report = look(&game, StrengthLevel::BEST, 1).expect("there are moves");
        assert!(mates.contains(&report.pv[0]), "{:?}: {report:?}, {mates:?}", game.position());
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let game = Game::new(start(1));
    let seen = game.information_set().expect("not over");
    for after in [0, 1, 5, 200] {
        let mut asked = 0;
        let report = schachen::search(&seen, StrengthLevel::BEST.grid_limits(1), &mut || {
            asked += 1;
            asked <= after
        });
        let report = report.expect("there are moves");
        assert_eq!(asked, after + 1, "it is not asked again");
        assert!(report.nodes <= 64 * (after + 1), "{}", report.nodes);
        assert!(game.legal_moves().contains(&report.pv[0]), "{:?}", report.pv);
        assert!(matches!(report.score, SearchScore::Centipawns(_)), "{:?}", report.score);
    }
}

#[test]
fn who_sees_no_hand_is_told_moves_without_drops() {
    let view = start(5).view(PositionViewer::Spectator);
    let seen = adoube_rules::InformationSet::of(&view).expect("Schachen");
    for seed in 0..5 {
        let report =
            schachen::search(&seen, level(6).grid_limits(seed), &mut || true).expect("there are moves");
        assert_eq!(report.pv[0].drop, None, "seed {seed}");
    }
    assert!(
        adoube_rules::InformationSet::of(&Position::start(Variant::Chess).view(PositionViewer::Spectator))
            .is_none()
    );
}

#[test]
fn among_named_turns_one_of_them_is_found() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for seed in 0..6 {
        let mut game = Game::new(start(seed));
        for _ in 0..seed * 3 {
            let Some(made) = any(&game, &mut random) else { break };
            game.play(&made).expect("a legal move");
        }
        let (Some(one), Some(seen)) = (any(&game, &mut random), game.information_set()) else { continue };
        let limits = level(5).grid_limits(seed);
        let among = |turn: Move| schachen::search_among(&seen, &[turn], limits, &mut || true);
        let found = |turn: Move| among(turn).and_then(|report| report.pv.first().copied());
        let begins = found(one.without_drop()).expect("a turn");
        assert_eq!(begins.without_drop(), one.without_drop(), "seed {seed}");
        if one.drop.is_some() {
            assert_eq!(found(one), Some(one), "seed {seed}");
        }
    }
}
