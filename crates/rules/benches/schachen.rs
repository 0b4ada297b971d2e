//! Benchmark of legal moves of Schachen in milliseconds per list, with drops and without.
//!
//! `cargo bench -p adoube-rules --bench schachen` prints a line for each position. The floor is the cost of writing down a
//! list that is already known; the ratio to it hardly depends on the machine.

use std::hint::black_box;
use std::time::Instant;

use adoube_rules::{CardDeal, KingPlacement, Move, Position, Variant};

/// Two whole sets far apart from each other.
const SPREAD: &str = "Kzzz900000,Qa0,Rk-70000,R-cc81,B-zz-999999,Bz999,Nb90210,N-ab-3,Pm2,Pqq-500,P-q77,Pzzz-999999,\
                      Pab12,P-xyz123456,Pc-41,Pn8000/K-zzz-900000,Qbb41,Raaa3,R-b999999,Bt-77,B-k500,Nxx5,N-n-1234,Po5,\
                      Pd90,P-d-90,Pk400000,P-kk-2,Pyy66,Pzz-1,P-aaa70 w hand:-/- stack:-/- taken:-/- 0 40";
/// All Pawns and half of the pieces in reach of each other, three cards in each hand.
const CROWDED: &str = "Kn1,Ql4,Rs3,Bm8,Nj2,Pj4,Pl2,Pn2,Pp2,Pr2,Pt2,Pv2,Px2/Ko9,Qh8,Re6,Bv8,Ns8,Pk6,Pm5,Po5,Pq5,Ps5,Pu5,Pw5,\
                       Py5 w hand:RBN/RBN stack:-/- taken:-/- 0 20";
/// The time each figure is measured for, in seconds.
const SPAN: f64 = 0.5;

fn main() {
    measure("start", &Position::start_schachen(&CardDeal::from_seed(1), KingPlacement::default()));
    for (name, text) in [("32 pieces, spread out", SPREAD), ("26 pieces, cards in hand", CROWDED)] {
        match Position::parse(Variant::Schachen, text) {
            Ok(position) => measure(name, &position),
            Err(error) => println!("{name}: {error}"),
        }
    }
}

fn measure(name: &str, position: &Position) {
    let legal = position.legal_moves();
    let with_drops = milliseconds(|| position.legal_moves());
    let without_drops = milliseconds(|| position.moves_without_drops());
    let floor = milliseconds(|| legal.clone());
    println!(
        "{name:<26} {:>5} moves {with_drops:>8.4} ms, {:>6.1} times its floor; without drops {without_drops:>8.4} ms",
        legal.len(),
        with_drops / floor,
    );
}

fn milliseconds(list: impl Fn() -> Vec<Move>) -> f64 {
    let start = Instant::now();
    let mut rounds = 0_u32;
    while start.elapsed().as_secs_f64() < SPAN {
        for _ in 0..10 {
            black_box(list());
        }
        rounds += 10;
    }
    start.elapsed().as_secs_f64() * 1e3 / f64::from(rounds)
}
