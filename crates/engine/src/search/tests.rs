//! Tests of the search: mates and material are won, draws are seen, limits and stops hold, lines
//! can be played.

use adoube_rules::{Move, Position, Variant};

use super::Engine;
use super::limits::SearchLimits;
use super::report::SearchReport;
use super::root::RootOptions;
use super::score::SearchScore;
use super::state::STOP_CHECK_INTERVAL;
use crate::game_line::GameLine;

fn course(variant: Variant, text: &str) -> GameLine {
    let position = Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    GameLine::new(&position).expect("a board")
}

fn look(course: &GameLine, depth: u32) -> Option<SearchReport> {
    let limits = SearchLimits { depth, ..SearchLimits::default() };
    Engine::new(1 << 20).search(course, limits, &mut || true, &mut |_| {})
}

fn best(report: &SearchReport) -> String {
    report.pv.first().map(Move::to_string).unwrap_or_default()
}

#[test]
fn mates_and_material_are_won() {
    let table = [
        (Variant::Chess, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 4, "a1a8", Some(SearchScore::Mate(1))),
        (Variant::Chess, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 4, "", Some(SearchScore::Mate(1))),
        (Variant::Chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 10, "a1a6", Some(SearchScore::Mate(2))),
        (Variant::Chess, "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 4, "e3d5", None),
        (Variant::Chess, "8/5P1k/8/8/8/8/8/K7 w - - 0 1", 6, "f7f8=Q", None),
        // A Diplomat converts a Queen.
        (Variant::Grand, "9k/10/10/4q5/4{DI}5/10/10/10/10/K9 w - - 0 30", 3, "e6e7", None),
    ];
    for (variant, text, depth, wanted, score) in table {
        let report = look(&course(variant, text), depth).expect("there are moves");
        assert!(wanted.is_empty() || best(&report) == wanted, "{text}: {report:?}");
        assert!(score.is_none_or(|score| score == report.score), "{text}: {report:?}");
    }
}

#[test]
fn being_mated_is_scored_as_such() {
    let mated = course(Variant::Chess, "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    assert!(look(&mated, 3).is_none(), "no moves are left");
    let lost = look(&course(Variant::Chess, "7k/R7/1R6/8/8/8/8/K7 b - - 0 1"), 5).expect("there are moves");
    assert_eq!(lost.score, SearchScore::Mate(-1), "{lost:?}");
}

#[test]
fn a_position_that_comes_again_is_a_draw() {
    // Shuffling about with an extra Rook wins nothing, but nothing else scores less than a
    // repetition.
    let mut played = course(Variant::Chess, "7k/8/8/8/8/8/R7/K7 w - - 0 1");
    for word in ["a2b2", "h8g8", "b2a2", "g8h8"] {
        let made = adoube_rules::notation::parse_lan(&played.board().position(), word).expect(word);
        assert!(played.play(&made), "{word}");
    }
    let report = look(&played, 4).expect("there are moves");
    assert_ne!(best(&report), "a2b2", "{report:?}");
    assert!(matches!(report.score, SearchScore::Centipawns(score) if score > 300), "{report:?}");
}

#[test]
fn a_stopped_search_has_a_move() {
    let start =
        course(Variant::Grand, "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1");
    let report = Engine::new(1 << 20).search(&start, SearchLimits::default(), &mut || false, &mut |_| {});
    let report = report.expect("there are moves");
    assert!(report.nodes <= STOP_CHECK_INTERVAL + 1, "{report:?}");
    assert!(!report.pv.is_empty(), "{report:?}");
    // Depth 1 is searched to its end.
    for nodes in [1, 2, 200, 1_000] {
        let limits = SearchLimits { nodes, ..SearchLimits::default() };
        let report = Engine::new(1 << 20).search(&start, limits, &mut || true, &mut |_| {});
        let report = report.expect("there are moves");
        assert!(report.nodes <= nodes.max(200) && !report.pv.is_empty(), "{report:?}");
    }
}

#[test]
fn searches_are_reproducible() {
    let start =
        course(Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let [first, second] = [(); 2].map(|()| look(&start, 5).expect("there are moves"));
    assert_eq!((first.pv, first.score, first.nodes), (second.pv, second.score, second.nodes));
}

#[test]
fn principal_variations_can_be_played() {
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let start = course(Variant::Chess, text);
        let mut reported = 0;
        let limits = SearchLimits { depth: 6, ..SearchLimits::default() };
        Engine::new(1 << 20).search(&start, limits, &mut || true, &mut |report| {
            reported += 1;
            let mut followed = start.clone();
            assert!(report.pv.iter().all(|made| followed.play(made)), "{report:?}");
        });
        assert_eq!(reported, 6, "{text}");
    }
}

#[test]
fn among_named_moves_the_best_of_them_is_found() {
    let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let position = Position::parse(Variant::Chess, text).expect("a position");
    let among = |words: &[&str]| -> Vec<Move> {
        words.iter().map(|word| adoube_rules::notation::parse_lan(&position, word).expect("legal")).collect()
    };
    let look = |words: &[&str]| {
        let limits = SearchLimits { depth: 4, ..SearchLimits::default() };
        let course = GameLine::new(&position).expect("a board");
        Engine::new(1 << 20).search_among(&course, &among(words), limits, &mut || true)
    };
    let report = look(&["h2h3", "a1a8", "g2g3"]).expect("there are moves");
    assert_eq!((best(&report).as_str(), report.score), ("a1a8", SearchScore::Mate(1)));
    let quiet = look(&["h2h3", "g2g3"]).expect("there are moves");
    assert!(["h2h3", "g2g3"].contains(&best(&quiet).as_str()), "{quiet:?}");
    assert!(look(&[]).is_none());
}

#[test]
fn several_lines_begin_with_the_best_moves() {
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let start = course(Variant::Chess, text);
    let limits = SearchLimits { depth: 5, ..SearchLimits::default() };
    let search = |root: RootOptions<'_>, reported: &mut Vec<usize>| {
        let mut tell = |reports: &[SearchReport]| reported.push(reports.len());
        Engine::new(1 << 20).search_root(&start, root, limits, &mut || true, &mut tell)
    };
    let mut reported = Vec::new();
    let lines = search(RootOptions { multi_pv: 3, ..RootOptions::default() }, &mut reported);
    assert_eq!(reported, [3; 5], "of each depth");
    let mut first: Vec<String> = lines.iter().map(best).collect();
    assert!(lines.iter().all(|report| report.depth == 5 && report.selective_depth >= 5), "{lines:?}");
    let centipawns = |report: &SearchReport| match report.score {
        SearchScore::Centipawns(hundredths) => hundredths,
        SearchScore::Mate(_) => panic!("{report:?}"),
    };
    assert!(lines.is_sorted_by_key(|report| -centipawns(report)), "{lines:?}");
    for report in &lines {
        let mut followed = start.clone();
        assert!(report.pv.iter().all(|made| followed.play(made)), "{report:?}");
    }
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 3);
    let all = search(RootOptions { multi_pv: 500, ..RootOptions::default() }, &mut Vec::new());
    assert_eq!(all.len(), start.board().position().legal_moves().len(), "no more than there are moves");
}

#[test]
fn stopped_lines_begin_with_different_moves() {
    let start =
        course(Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for nodes in (100..6_000).step_by(271) {
        let limits = SearchLimits { nodes, ..SearchLimits::default() };
        let root = RootOptions { multi_pv: 4, ..RootOptions::default() };
        let lines = Engine::new(1 << 20).search_root(&start, root, limits, &mut || true, &mut |_| {});
        let mut first: Vec<String> = lines.iter().map(best).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 4, "{nodes}: {lines:?}");
    }
}

#[test]
fn one_line_is_the_search_for_the_best_move() {
    let start = course(Variant::Chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    let limits = SearchLimits { depth: 7, ..SearchLimits::default() };
    let best = look(&start, 7).expect("there are moves");
    let lines =
        Engine::new(1 << 20).search_root(&start, RootOptions::default(), limits, &mut || true, &mut |_| {});
    assert_eq!(lines.len(), 1);
    assert_eq!((&lines[0].pv, lines[0].score, lines[0].nodes), (&best.pv, best.score, best.nodes));
}

#[test]
fn a_table_that_does_not_fit_in_memory_is_refused() {
    let mut engine = Engine::new(1 << 20);
    assert!(engine.resize_table(usize::MAX / 4).is_err());
    let start = GameLine::new(&Position::start(Variant::Chess)).expect("a board");
    let limits = SearchLimits { depth: 4, ..SearchLimits::default() };
    assert!(engine.search(&start, limits, &mut || true, &mut |_| {}).is_some(), "with the smallest table");
    assert!(engine.resize_table(1 << 20).is_ok());
    assert_eq!(engine.table_gauge().permille(), 0);
}
