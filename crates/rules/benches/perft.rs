//! Benchmark of move generation in leaves per second: the classic arrays, and irregular pieces against the classic one.
//!
//! `cargo bench -p adoube-rules` prints a line for each position. The last level is counted without making its moves,
//! as most programs do; compare only figures counted the same way, on the same machine, in one run. Each irregular setup
//! takes turns with the classic array of Grand Chess, and the best of several rounds counts for both.

use std::hint::black_box;
use std::time::Instant;

use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, ExtraPieces, GrandSetup, Position, PromotionMode, Variant, perft,
};

const ROUNDS: u32 = 40;
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// The classic array with one of each kind of irregular pieces in place of the Rooks; the same after some moves; all
/// kinds twice; and only those that capture by what others do.
const IRREGULAR: [(&str, &str); 4] = [
    (
        "irregular pieces and classic ones",
        "{ar}{ad}{wi}{co}{wm}{di}{im}{cm}{jo}{eh}/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/\
         {AR}{AD}{WI}{CO}{WM}{DI}{IM}{CM}{JO}{EH} w - - 0 9",
    ),
    (
        "the same in the open",
        "{ar}2{co}{wm}{di}1{cm}1{eh}/1nbqkm1bn1/pp1pp1pppp/2p2c4/4{im}p4/3P{wi}1{JO}3/2{CM}3P3/PPP1PP1PPP/1NB1KMCBN1/\
         {AR}{AD}1{CO}{WM}{DI}1{IM}1{EH} w - - 0 20 last:N/N",
    ),
    (
        "all irregular kinds twice",
        "{ar}{ad}{wi}{co}{wm}{di}{im}{cm}{jo}{eh}/{ar}{ad}{wi}{co}k{di}{im}{cm}{jo}{wm}/pppppppppp/10/10/10/10/\
         PPPPPPPPPP/{AR}{AD}{WI}{CO}K{DI}{IM}{CM}{JO}{WM}/{AR}{AD}{WI}{CO}{WM}{DI}{IM}{CM}{JO}{EH} \
         w - - 0 9 lock:0 last:N/N",
    ),
    (
        "hoppers and riders",
        "{cn}{va}{le}{gr}k{sc}{ka}{le}{va}{cn}/{dg}{ti}{gf}{du}{nr}{dr}{du}{gf}{ti}{dg}/pppppppppp/10/10/10/10/\
         PPPPPPPPPP/{DG}{TI}{GF}{DU}{NR}{DR}{DU}{GF}{TI}{DG}/{CN}{VA}{LE}{GR}K{SC}{KA}{LE}{VA}{CN} w - - 0 9 lock:0",
    ),
];

fn main() {
    measure("chess, start", &Position::start(Variant::Chess), 5);
    measure("chess, Kiwipete", &Position::parse(Variant::Chess, KIWIPETE).expect(KIWIPETE), 4);
    measure("grand, classic", &Position::start(Variant::Grand), 4);
    let mut armies: Vec<(String, Position)> = IRREGULAR
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Position::parse(Variant::Grand, text).expect(text)))
        .collect();
    let setup = GrandSetup {
        array: ArrayKind::FreeRandom,
        extra: ExtraPieces::Random(19),
        duplicates: DuplicateRule::Forbidden,
        symmetry: ArraySymmetry::Mirrored,
        promotion: PromotionMode::Captured,
        lock: 0,
    };
    for seed in 1..=3 {
        match setup.draw(seed) {
            Ok(position) => armies.push((format!("19 random pieces, seed {seed}"), position)),
            Err(error) => println!("seed {seed}: {error}"),
        }
    }
    let ratios: Vec<f64> = armies.iter().map(|(name, army)| compare(name, army)).collect();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!("in the (geometric) mean {mean:.2} times slower than the classic array");
}

fn measure(name: &str, position: &Position, depth: u32) {
    let (leaves, rate) = count(position, depth);
    println!("{name:<36} depth {depth} {leaves:>12} leaves {:>8.2} million/s", rate / 1e6);
}

/// Prints how fast the leaves of an irregular army are counted; how many times slower than those of the classic array.
fn compare(name: &str, army: &Position) -> f64 {
    const DEPTH: u32 = 3;
    let classic = Position::start(Variant::Grand);
    let (mut leaves, mut rate, mut classic_rate) = (0, 0_f64, 0_f64);
    for _ in 0..ROUNDS {
        let counted = count(army, DEPTH);
        (leaves, rate) = (counted.0, rate.max(counted.1));
        classic_rate = classic_rate.max(count(&classic, DEPTH).1);
    }
    let ratio = classic_rate / rate;
    println!(
        "{name:<36} depth {DEPTH} {leaves:>12} leaves {:>8.2} million/s, {ratio:.2} times slower than classic",
        rate / 1e6
    );
    ratio
}

/// The leaves, and how many a second.
fn count(position: &Position, depth: u32) -> (u64, f64) {
    let before = Instant::now();
    let leaves = perft(black_box(position), depth);
    (leaves, leaves as f64 / before.elapsed().as_secs_f64())
}
