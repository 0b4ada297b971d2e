//! Mates in one among the positions that the rules are held against.

use std::{fs, path::Path};

use adoube_engine::{Course, Engine, Limits, Score};
use adoube_rules::{Game, Move, Position, Variant};

/// Every position on a board under `tests/vectors`.
fn positions() -> Vec<Position> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("a file of positions"));
    texts.flat_map(|text| text.lines().filter_map(position).collect::<Vec<_>>()).collect()
}

fn position(line: &str) -> Option<Position> {
    let case: serde_json::Value = serde_json::from_str(line).ok()?;
    let variant = Variant::from_key(case["game"].as_str()?).filter(|variant| !variant.has_cards())?;
    Position::parse(variant, case["position"].as_str()?).ok()
}

fn mates(position: &Position) -> Vec<Move> {
    let game = Game::new(position.clone());
    let is_mate = |made: &&Move| {
        let after = position.apply(made);
        after.in_check() && !after.has_legal_move()
    };
    game.legal_moves().iter().filter(is_mate).copied().collect()
}

#[test]
fn every_mate_in_one_is_found() {
    let mut engine = Engine::new(1 << 20);
    let mut found = 0;
    for position in positions() {
        if Game::new(position.clone()).outcome().is_some() {
            continue;
        }
        let mates = mates(&position);
        if mates.is_empty() {
            continue;
        }
        let course = Course::new(&position).expect("a board");
        let limits = Limits { depth: 1, ..Limits::default() };
        let report = engine.search(&course, limits, &mut || true, &mut |_| {}).expect("there are moves");
        assert_eq!(report.score, Score::Mate(1), "{position:?}: {report:?}, {mates:?}");
        assert!(report.line.first().is_some_and(|made| mates.contains(made)), "{position:?}: {report:?}");
        found += 1;
    }
    assert!(found > 20, "{found}");
}
