//! Leaves per second of move generation: the classic arrays, and armies of irregular pieces.
//!
//! `cargo bench -p adoube-rules` prints a line for each position. The last level is counted without making its moves,
//! as most programs do; compare only figures counted the same way, on the same machine, in one run.

use std::hint::black_box;
use std::time::Instant;

use adoube_rules::{Array, Duplicates, Extra, GrandSetup, Position, PromotionMode, Symmetry, Variant, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const IRREGULAR: &str = "{ar}{ad}{wi}{co}{wm}{di}{im}{cm}{jo}{eh}/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/\
                         {AR}{AD}{WI}{CO}{WM}{DI}{IM}{CM}{JO}{EH} w - - 0 9";

fn main() {
    measure("chess, start", &Position::start(Variant::Chess), 5);
    measure("chess, Kiwipete", &Position::parse(Variant::Chess, KIWIPETE).expect(KIWIPETE), 4);
    measure("grand, classic", &Position::start(Variant::Grand), 4);
    measure("grand, irregular", &Position::parse(Variant::Grand, IRREGULAR).expect(IRREGULAR), 3);
    let setup = GrandSetup {
        array: Array::FreeRandom,
        extra: Extra::Random(19),
        duplicates: Duplicates::Forbidden,
        symmetry: Symmetry::Mirrored,
        promotion: PromotionMode::Captured,
        lock: 0,
    };
    for seed in 1..=3 {
        match setup.draw(seed) {
            Ok(position) => measure(&format!("grand, 19 random pieces, seed {seed}"), &position, 3),
            Err(error) => println!("seed {seed}: {error}"),
        }
    }
}

fn measure(name: &str, position: &Position, depth: u32) {
    let before = Instant::now();
    let leaves = perft(black_box(position), depth);
    let seconds = before.elapsed().as_secs_f64();
    println!("{name:<36} depth {depth} {leaves:>12} leaves {:>8.2} million/s", leaves as f64 / seconds / 1e6);
}
