//! Tests of the network: incremental updates equal refreshes, both sides and both halves of the
//! board are alike, files are read as they are written.

use adoube_rules::{
    ArrayKind, ArraySymmetry, BoardSearch, DuplicateRule, ExtraPieces, GrandSetup, MoveList, Position,
    PromotionMode, Side, Variant,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::EvalNetwork;
use super::architecture::{MAX_OUTPUT_WEIGHT, OUTPUT_BUCKETS};
use crate::evaluation::Evaluation;
use crate::piece_values::PieceValues;

const GAMES: [Variant; 2] = [Variant::Chess, Variant::Grand];

fn built_in(variant: Variant) -> EvalNetwork {
    EvalNetwork::built_in(variant).expect("a network that is part of the program")
}

fn board(variant: Variant, text: &str) -> BoardSearch {
    BoardSearch::of(&Position::parse(variant, text).expect("a position")).expect("a board")
}

/// Output of a network for a position.
fn judged(network: &EvalNetwork, board: &BoardSearch) -> i32 {
    network.forward(&network.refresh(board), board.side_to_move())
}

#[test]
fn incremental_updates_equal_refreshes() {
    for (variant, seed) in GAMES.into_iter().flat_map(|variant| (0..20).map(move |seed| (variant, seed))) {
        let network = built_in(variant);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut board = BoardSearch::of(&Position::start(variant)).expect("a board");
        let mut list = MoveList::new();
        let mut before = network.refresh(&board);
        for _ in 0..120 {
            board.generate_legal(&mut list);
            let Some(place) = (random.next_u64() as usize).checked_rem(list.len()) else { break };
            board.make_move(list.iter().nth(place).expect("one of them"));
            let mut after = before.clone();
            network.update(&before, &mut after, &board);
            assert_eq!(after, network.refresh(&board), "seed {seed}: {}", board.position());
            before = after;
        }
    }
}

#[test]
fn both_sides_and_both_halves_of_the_board_are_alike() {
    let network = built_in(Variant::Chess);
    let same = [
        "r3k2r/pp1n1pp1/2p1b3/8/3P2Q1/2N5/PPP2PPP/2KR3R w - - 0 1",
        "2kr3r/ppp2ppp/2n5/3p2q1/8/2P1B3/PP1N1PP1/R3K2R b - - 0 1",
    ];
    let [one, other] = same.map(|text| judged(&network, &board(Variant::Chess, text)));
    assert_eq!(one, other);
    let halves = ["4k3/pp6/8/8/3P4/2N5/PPP5/2K5 w - - 0 1", "3k4/6pp/8/8/4P3/5N2/5PPP/5K2 w - - 0 1"];
    let [one, other] = halves.map(|text| judged(&network, &board(Variant::Chess, text)));
    assert_eq!(one, other);
}

#[test]
fn a_network_is_read_as_it_is_written() {
    for variant in GAMES {
        let network = built_in(variant);
        let bytes = network.to_bytes();
        let read = EvalNetwork::read(variant, &bytes).expect("what was written");
        assert_eq!(read.to_bytes(), bytes);
        assert!(EvalNetwork::read(variant, &bytes[2..]).is_none(), "too short");
        assert!(EvalNetwork::read(variant, &[&bytes[..], &[0, 0]].concat()).is_none(), "too long");
        assert!(EvalNetwork::read(variant, &bytes[1..]).is_none(), "half a number");
        let weights: Vec<i16> = network.output_weights.as_flattened().as_flattened().to_vec();
        assert!(weights.iter().all(|weight| weight.abs() <= MAX_OUTPUT_WEIGHT), "products fit");
        let mut wrong = bytes;
        let place = wrong.len() - 2 * OUTPUT_BUCKETS - 2;
        wrong[place..place + 2].copy_from_slice(&(MAX_OUTPUT_WEIGHT + 1).to_le_bytes());
        assert!(EvalNetwork::read(variant, &wrong).is_none(), "a weight that does not fit");
    }
    assert!(EvalNetwork::read(Variant::Schachen, &[]).is_none());
}

#[test]
fn a_network_is_used_only_where_it_knows_all_types_that_may_come() {
    let judges = |position: &Position| {
        let mut evaluation = Evaluation::of(position.variant(), PieceValues::built_in());
        evaluation.prepare(position);
        evaluation.network_for(position).is_some()
    };
    assert!(judges(&Position::start(Variant::Chess)));
    assert!(judges(&Position::start(Variant::Grand)));
    let setup = |array, extra, promotion| {
        let lock = 0;
        let (duplicates, symmetry) = (DuplicateRule::Allowed, ArraySymmetry::Mirrored);
        GrandSetup { array, extra, duplicates, symmetry, promotion, lock }.draw(1).expect("an array")
    };
    assert!(
        !judges(&setup(ArrayKind::ClassicRandom, ExtraPieces::Random(3), PromotionMode::Captured)),
        "other pieces"
    );
    assert!(
        judges(&setup(ArrayKind::Classic, ExtraPieces::Random(0), PromotionMode::Initial)),
        "no other pieces"
    );
    assert!(
        !judges(&setup(ArrayKind::Classic, ExtraPieces::Random(0), PromotionMode::All)),
        "a pawn may become anything"
    );
}

#[test]
fn both_colours_are_evaluated_alike_at_the_start() {
    for variant in GAMES {
        let network = built_in(variant);
        let start = BoardSearch::of(&Position::start(variant)).expect("a board");
        let view = network.refresh(&start);
        let [white, black] = Side::BOTH.map(|side| network.forward(&view, side));
        assert_eq!(white, black, "{variant:?}: whoever has the move");
    }
}
