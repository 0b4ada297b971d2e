//! Perft tests: the counts of leaves from the start arrays and known positions equal published
//! ones.

use adoube_rules::{Position, Variant, perft};

/// A position with nearly every rule in its first moves, known by this name.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn leaves_are_as_many_as_others_count() {
    // chessprogramming.org, "Perft Results" and "Chess960 Perft Results"; the start of Grand Chess from the rule cases.
    let table = [
        (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
        (Variant::Chess, KIWIPETE, 3, 97_862),
        (Variant::Chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        (Variant::Chess, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        (Variant::Chess, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        (
            Variant::Chess,
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            3,
            89_890,
        ),
        (Variant::Chess960, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12_189),
        (Variant::Chess960, "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3, 18_002),
        (
            Variant::Grand,
            "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1",
            3,
            259_514,
        ),
    ];
    for (variant, text, depth, leaves) in table {
        let position = Position::parse(variant, text).expect(text);
        assert_eq!(perft(&position, depth), leaves, "{text}");
    }
}
