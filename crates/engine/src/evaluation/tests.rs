//! Tests of the evaluation: symmetric for both sides, incremental updates equal full ones, each
//! feature is counted where it is.

use adoube_rules::{
    ArrayKind, ArraySymmetry, BoardSearch, DuplicateRule, ExtraPieces, GrandSetup, MoveList, PieceType,
    Position, PromotionMode, TypeSet, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Evaluation;
use super::features::{
    self, BACKWARD_PAWN, BAD_BISHOP_PAWNS, BLOCKED_PASSED_PAWN, COLOUR_BOUND_PAIR, DOUBLED_PAWN, EvalFeature,
    FREE_PASSED_PAWN, HANGING, ISOLATED_PAWN, KING_DANGER, MINOR_KING_DISTANCE, MOBILITY_KNIGHT, OUTPOST,
    PASSED_PAWN, PAWN_PROTECTED, PAWN_SHIELD, PAWN_STORM, PHALANX_PAWN, ROOK_ON_OPEN_FILE, SUPPORTED_PAWN,
    TEMPO, THREAT_BY_PAWN, WEAK_KING_SQUARE,
};
use super::weights::{self, EvalWeights};
use crate::piece_values::PieceValues;

/// Calls `visit` after every move of a random game.
fn play(seed: u64, mut visit: impl FnMut(&Evaluation, &mut BoardSearch)) {
    let setup = GrandSetup {
        array: ArrayKind::FreeRandom,
        extra: ExtraPieces::Random(12),
        duplicates: DuplicateRule::Allowed,
        symmetry: ArraySymmetry::Mirrored,
        promotion: PromotionMode::Captured,
        lock: 0,
    };
    let start = if seed.is_multiple_of(2) {
        Position::start(Variant::Chess)
    } else {
        setup.draw(seed).expect("an array")
    };
    let mut evaluation = Evaluation::of(start.variant(), PieceValues::built_in());
    evaluation.prepare(&start);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut board = BoardSearch::of(&start).expect("a board");
    let mut list = MoveList::new();
    for _ in 0..100 {
        visit(&evaluation, &mut board);
        board.generate_legal(&mut list);
        let Some(place) = (random.next_u64() as usize).checked_rem(list.len()) else { return };
        let made = list.iter().nth(place).expect("one of them");
        board.make_move(made);
    }
}

#[test]
fn incremental_updates_equal_full_updates() {
    for seed in 0..6 {
        let mut before = None;
        play(seed, |evaluation, board| {
            let anew = evaluation.full_update(board);
            let followed = before.map(|before| evaluation.incremental_update(before, board));
            assert!(followed.is_none_or(|followed| followed == anew), "seed {seed}: {:?}", board.position());
            before = Some(anew);
        });
    }
}

#[test]
fn a_null_move_changes_the_tempo_alone() {
    for seed in 0..6 {
        play(seed, |evaluation, board| {
            // A null move also ends what a Joker is until its opponent has moved.
            if board.in_check() || board.position().full_text().contains("joker:") {
                return;
            }
            let tempo = super::features::TEMPO.first;
            let counts = |board: &BoardSearch| {
                let (mut counts, phase) = evaluation.count_features(board);
                (std::mem::take(&mut counts.0[tempo]), counts, phase)
            };
            let (to_move, here, phase) = counts(board);
            board.make_null_move();
            assert_eq!(counts(board), (-to_move, here, phase), "seed {seed}: {:?}", board.position());
            board.unmake_move();
        });
    }
}

#[test]
fn both_sides_are_judged_alike() {
    let table = [
        (
            Variant::Chess,
            "4k3/pp3p2/8/3n4/8/2N2P2/PP4PP/4K2R w - - 0 1",
            "4k2r/pp4pp/2n2p2/8/3N4/8/PP3P2/4K3 b - - 0 1",
        ),
        (
            Variant::Grand,
            "9k/10/2p7/3{nr}6/10/4{WM}5/10/P1P7/10/K8{DI} w - - 0 30",
            "k8{di}/10/p1p7/10/4{wm}5/10/3{NR}6/2P7/10/9K b - - 0 30",
        ),
    ];
    for (variant, white, black) in table {
        assert_eq!(judged(variant, white), judged(variant, black), "{white}");
    }
}

#[test]
fn the_tables_of_the_program_are_whole() {
    for (variant, text) in [(Variant::Chess, weights::CHESS_TABLE), (Variant::Grand, weights::GRAND_TABLE)] {
        let read = EvalWeights::parse(variant, text).expect("a table");
        let named = features::ALL.iter();
        let missing = named.map(|feature| feature.name).find(|name| !text.contains(&format!("\n{name} | ")));
        assert_eq!(missing, None, "{variant:?}");
        let of_array: TypeSet = Position::start(variant).pieces().map(|(_, piece)| piece.kind).collect();
        let known: TypeSet = read.squares.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(known, of_array, "{variant:?}");
    }
}

#[test]
fn a_table_that_is_not_whole_is_not_read() {
    for text in ["tempo | 1", "tempo | 1 2 | 1", "tempo | x | 1", "temper | 1 | 1", "squares rook | 1 | 1"] {
        assert!(EvalWeights::parse(Variant::Chess, text).is_err(), "{text}");
    }
}

#[test]
fn each_feature_is_counted_where_it_is() {
    let table = [
        ("4k3/8/8/8/8/2P5/2P5/4K3 w - - 0 1", DOUBLED_PAWN, 0, 1),
        ("4k3/8/8/8/8/2P5/2P5/4K3 w - - 0 1", ISOLATED_PAWN, 0, 1),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", PASSED_PAWN, 0, 1),
        ("4k3/8/8/8/8/2p5/8/4K3 w - - 0 1", PASSED_PAWN, 1, -1),
        ("2n1k3/2P5/8/8/8/8/8/4K3 w - - 0 1", BLOCKED_PASSED_PAWN, 0, 5),
        ("4k3/8/8/3P4/4P3/8/8/4K3 w - - 0 1", SUPPORTED_PAWN, 2, 1),
        ("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", PAWN_SHIELD, 0, 2),
        ("4k3/8/8/8/8/4p3/8/4K3 w - - 0 1", PAWN_STORM, 1, 1),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", COLOUR_BOUND_PAIR, 0, 1),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", COLOUR_BOUND_PAIR, 0, 0),
        ("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", THREAT_BY_PAWN, 0, 1),
        ("4k3/8/8/3n4/8/3R4/8/4K3 w - - 0 1", HANGING, 0, -1),
        ("4k3/8/8/8/3N4/2P5/8/4K3 w - - 0 1", PAWN_PROTECTED, 0, 1),
        ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", WEAK_KING_SQUARE, 0, -3),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", TEMPO, 0, 1),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", MOBILITY_KNIGHT, 2, 1),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", MINOR_KING_DISTANCE, 0, 4),
        ("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", PHALANX_PAWN, 5, 1),
        ("4k3/8/2p5/3p4/8/4P3/8/4K3 w - - 0 1", BACKWARD_PAWN, 0, 1),
        ("4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1", BACKWARD_PAWN, 0, 0),
        ("4k3/8/8/8/8/2p5/8/4K3 w - - 0 1", FREE_PASSED_PAWN, 1, -1),
        ("4k3/8/8/8/8/2p5/8/3K4 w - - 0 1", FREE_PASSED_PAWN, 1, 0),
        ("4k3/7p/8/8/8/8/8/R3K2R w - - 0 1", ROOK_ON_OPEN_FILE, 0, 1),
        ("4k3/7p/8/8/8/8/8/R3K2R w - - 0 1", ROOK_ON_OPEN_FILE, 1, 1),
        ("4k3/8/8/3N4/2P5/8/8/4K3 w - - 0 1", OUTPOST, 0, 1),
        ("4k3/4p3/8/3N4/2P5/8/8/4K3 w - - 0 1", OUTPOST, 0, 0),
        ("4k3/8/8/8/8/4P3/3P4/2B1K3 w - - 0 1", BAD_BISHOP_PAWNS, 0, 2),
    ];
    for (text, feature, number, expected) in table {
        let counted = counted(text, feature)[number];
        assert_eq!(counted, expected, "{} of {text}", feature.name);
    }
}

/// Counts of a feature in a position of chess.
fn counted(text: &str, feature: EvalFeature) -> Vec<i16> {
    let position = Position::parse(Variant::Chess, text).expect(text);
    let mut evaluation = Evaluation::of(Variant::Chess, PieceValues::built_in());
    evaluation.prepare(&position);
    let (counts, _) = evaluation.count_features(&BoardSearch::of(&position).expect("a board"));
    counts.0[feature.first..][..feature.len].to_vec()
}

#[test]
fn king_danger_begins_with_two_attackers_and_grows() {
    let danger = |text| counted(text, KING_DANGER).iter().position(|count| *count == -1);
    assert_eq!(danger("7k/8/8/8/8/8/6Q1/4K3 w - - 0 1"), None);
    let two = danger("7k/8/8/8/2B5/8/8/K5R1 w - - 0 1");
    let three = danger("7k/8/8/5N2/2B5/8/8/K5R1 w - - 0 1");
    assert!(two.is_some() && two < three, "{two:?}, {three:?}");
}

/// Static evaluation of a position.
fn judged(variant: Variant, text: &str) -> i32 {
    let position = Position::parse(variant, text).expect(text);
    let mut evaluation = Evaluation::of(variant, PieceValues::built_in());
    evaluation.prepare(&position);
    let board = BoardSearch::of(&position).expect("a board");
    evaluation.evaluate(evaluation.full_update(&board), &board)
}

#[test]
fn a_passed_pawn_is_worth_more_with_its_own_king_near() {
    // Both Kings are equally far from the middle, and neither is next to the pawn.
    let table = [
        ("8/1K6/8/1P6/8/8/6k1/8 w - - 0 1", "8/1k6/8/1P6/8/8/6K1/8 w - - 0 1"),
        ("8/1K6/8/8/6p1/8/6k1/8 b - - 0 1", "8/1k6/8/8/6p1/8/6K1/8 b - - 0 1"),
    ];
    for (near, far) in table {
        let more = judged(Variant::Chess, near) - judged(Variant::Chess, far);
        assert!(more > 20, "{near}: {more}");
    }
}

#[test]
fn types_with_more_moves_are_worth_more() {
    let mut evaluation = Evaluation::of(Variant::Grand, PieceValues::built_in());
    let all = Position::start_grand(PromotionMode::All);
    evaluation.prepare(&all);
    let value = |key: &str| {
        let kind = PieceType::from_key(key).unwrap_or_else(|| panic!("{key}"));
        evaluation.piece_values()[kind.index()]
    };
    let rising =
        ["pawn", "ferz", "knight", "bishop", "rook", "cardinal", "marshal", "queen", "amazon", "king"];
    for pair in rising.windows(2) {
        assert!(value(pair[0]) < value(pair[1]), "{pair:?}");
    }
    assert!(PieceType::all().all(|kind| value(kind.key()) > 0));
}
