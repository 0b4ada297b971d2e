//! Tests that the search finds mates in one and in two on boards, in the positions of
//! `tests/vectors`, and from which strength level on.

use std::{fs, path::Path};

use adoube_engine::{Engine, GameLine, SearchLimits, SearchScore, StrengthLevel};
use adoube_rules::{BoardSearch, Game, Move, MoveList, Position, SearchMove, Variant};

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
        let course = GameLine::new(&position).expect("a board");
        let limits = SearchLimits { depth: 1, ..SearchLimits::default() };
        let report = engine.search(&course, limits, &mut || true, &mut |_| {}).expect("there are moves");
        assert_eq!(report.score, SearchScore::Mate(1), "{position:?}: {report:?}, {mates:?}");
        assert!(report.pv.first().is_some_and(|made| mates.contains(made)), "{position:?}: {report:?}");
        found += 1;
    }
    assert!(found > 20, "{found}");
}

#[test]
fn from_level_five_on_a_mate_in_one_is_never_overlooked() {
    let mut engine = Engine::new(1 << 20);
    for position in positions() {
        if Game::new(position.clone()).outcome().is_some() || mates(&position).is_empty() {
            continue;
        }
        let course = GameLine::new(&position).expect("a board");
        for level in StrengthLevel::all().filter(|level| level.number() >= 5) {
            for seed in 0..3 {
                engine.clear();
                let found = engine.search(&course, level.board_limits(seed), &mut || true, &mut |_| {});
                let report = found.expect("there are moves");
                assert_eq!(report.score, SearchScore::Mate(1), "level {level}, seed {seed}, {position:?}");
            }
        }
    }
}

fn legal(board: &mut BoardSearch) -> Vec<SearchMove> {
    let mut list = MoveList::new();
    board.generate_legal(&mut list);
    list.iter().collect()
}

fn mates_at_once(board: &mut BoardSearch) -> bool {
    legal(board).into_iter().any(|made| {
        board.make_move(made);
        let is_mate = board.in_check() && legal(board).is_empty();
        board.unmake_move();
        is_mate
    })
}

fn mates_in_two(board: &mut BoardSearch) -> bool {
    legal(board).into_iter().any(|made| {
        board.make_move(made);
        let replies = legal(board);
        let is_mate = !replies.is_empty()
            && replies.into_iter().all(|reply| {
                board.make_move(reply);
                let is_mate = mates_at_once(board);
                board.unmake_move();
                is_mate
            });
        board.unmake_move();
        is_mate
    })
}

/// One position in that many is searched for mates in two, unless `ADOUBE_EACH` says otherwise:
/// looking for the mates takes longer than the search.
const EACH: usize = 5;

#[test]
fn mates_in_two_are_found_at_the_best_level() {
    let each = std::env::var("ADOUBE_EACH").ok().and_then(|word| word.parse().ok()).unwrap_or(EACH);
    let mut engine = Engine::new(16 << 20);
    let mut found = 0;
    for position in positions().into_iter().step_by(each) {
        let mut board = BoardSearch::of(&position).expect("a board");
        let is_over = Game::new(position.clone()).outcome().is_some();
        if is_over || mates_at_once(&mut board) || !mates_in_two(&mut board) {
            continue;
        }
        let course = GameLine::new(&position).expect("a board");
        engine.clear();
        let report = engine.search(&course, StrengthLevel::BEST.board_limits(0), &mut || true, &mut |_| {});
        assert_eq!(report.map(|report| report.score), Some(SearchScore::Mate(2)), "{position:?}");
        found += 1;
    }
    println!("{found} mates in two");
    assert!(found >= 40 / each, "{found}");
}
