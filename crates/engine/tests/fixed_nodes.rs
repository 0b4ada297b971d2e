//! Test of the engine signature: moves, scores, node counts and principal variations of 200
//! positions at fixed limits equal the stored ones. A change that is meant to leave the search as
//! it is leaves `fixtures/fixed_nodes.txt` as it is; `UPDATE_FIXED_NODES=1` writes it anew.

use std::{env, fs, path::Path};

use adoube_engine::{Engine, GameLine, SearchLimits, SearchReport, StrengthLevel, schachen};
use adoube_rules::{
    ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, Game, GrandSetup, KingPlacement, Move,
    Position, PromotionMode, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Positions of each kind of game.
const EACH: u64 = 50;
const NODES: u64 = 2_500;
const DEPTH: u32 = 4;
/// Levels whose blunder filters hide moves.
const WEAKER: [u8; 2] = [3, 6];
const MEMORY: usize = 1 << 20;

#[derive(Clone, Copy)]
enum Kind {
    Chess,
    Grand,
    GrandWithExtraPieces,
    Schachen,
}

const KINDS: [(&str, Kind); 4] = [
    ("chess", Kind::Chess),
    ("grand", Kind::Grand),
    ("grand with extra pieces", Kind::GrandWithExtraPieces),
    ("schachen", Kind::Schachen),
];

fn start(kind: Kind, seed: u64) -> Position {
    match kind {
        Kind::Chess => Position::start(Variant::Chess),
        Kind::Grand => Position::start(Variant::Grand),
        Kind::GrandWithExtraPieces => {
            let setup = GrandSetup {
                array: if seed.is_multiple_of(2) { ArrayKind::ClassicRandom } else { ArrayKind::FreeRandom },
                extra: ExtraPieces::Random(10),
                duplicates: DuplicateRule::Allowed,
                symmetry: ArraySymmetry::Mirrored,
                promotion: PromotionMode::Captured,
                lock: 0,
            };
            setup.draw(seed).expect("an array")
        }
        Kind::Schachen => {
            let kings = if seed.is_multiple_of(2) { KingPlacement::Rotated } else { KingPlacement::Facing };
            Position::start_schachen(&CardDeal::from_seed(seed), kings)
        }
    }
}

/// A position of a game of random moves that is not over.
fn position(kind: Kind, seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(start(kind, seed));
    for _ in 0..random.next_u64() % 60 {
        let before = game.clone();
        let legal = game.legal_moves();
        let made = legal[random.next_u64() as usize % legal.len()];
        game.play(&made).expect("a legal move");
        if game.outcome().is_some() {
            return Game::new(before.position().clone());
        }
    }
    Game::new(game.position().clone())
}

fn written(what: &str, report: Option<SearchReport>) -> String {
    let Some(report) = report else { return format!("  {what}: no move\n") };
    let line: Vec<String> = report.pv.iter().map(Move::to_string).collect();
    let (depth, nodes) = (report.depth, report.nodes);
    format!("  {what}: {} | {} | depth {depth} | nodes {nodes}\n", report.score, line.join(" "))
}

fn on_a_board(game: &Game, seed: u64) -> String {
    let course = GameLine::new(game.position()).expect("a board");
    let mut engine = Engine::new(MEMORY);
    let mut look = |what: &str, limits: SearchLimits| {
        written(what, engine.search(&course, limits, &mut || true, &mut |_| {}))
    };
    let mut text = look("nodes", SearchLimits { nodes: NODES, ..SearchLimits::default() });
    text += &look("depth", SearchLimits { depth: DEPTH, ..SearchLimits::default() });
    for number in WEAKER {
        text += &look(
            &format!("level {number}"),
            StrengthLevel::new(number).expect("a level").board_limits(seed),
        );
    }
    text
}

fn in_schachen(game: &Game, seed: u64) -> String {
    let information_set = game.information_set().expect("not over");
    let best = StrengthLevel::BEST.grid_limits(seed);
    let look = |what: &str, limits: schachen::GridSearchLimits| {
        written(what, schachen::search(&information_set, limits, &mut || true))
    };
    let mut text = look("nodes", schachen::GridSearchLimits { nodes: NODES, ..best });
    text += &look(
        "depth",
        schachen::GridSearchLimits { nodes: 4 * NODES, depth: 2, determinizations: 2, ..best },
    );
    for number in WEAKER {
        text +=
            &look(&format!("level {number}"), StrengthLevel::new(number).expect("a level").grid_limits(seed));
    }
    text
}

#[test]
fn moves_scores_and_node_counts_at_fixed_limits_stay() {
    let mut text = String::new();
    for (name, kind) in KINDS {
        for seed in 0..EACH {
            let game = position(kind, seed);
            text += &[name, " ", &seed.to_string(), ": ", &game.position().full_text(), "\n"].concat();
            text += &match kind {
                Kind::Schachen => in_schachen(&game, seed),
                _ => on_a_board(&game, seed),
            };
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fixed_nodes.txt");
    if env::var_os("UPDATE_FIXED_NODES").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &text).expect("the fixture is written");
    }
    let known = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (number, (now, before)) in text.lines().zip(known.lines()).enumerate() {
        assert_eq!(now, before, "line {}", number + 1);
    }
    assert_eq!(text.lines().count(), known.lines().count());
}
