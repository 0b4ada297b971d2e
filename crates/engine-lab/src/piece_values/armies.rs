//! Draws start positions of self-play for piece values: two unequal armies of about the same value.

use adoube_engine::piece_values::{PieceValues, material_imbalance};
use adoube_rules::{ArrayKind, ExtraPieces, Piece, PieceType, Position, Region, Side, Square, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::random_setup::free_random_setup;

/// Candidate positions, of which the most equal one is taken.
const CANDIDATES: usize = 16;
/// Greatest number of pieces that an army of the small board lacks.
const MAX_MISSING: u64 = 4;

/// A start position on the board of a variant, drawn from a seed.
pub(super) fn draw_start(variant: Variant, values: &PieceValues, seed: u64) -> Option<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let drawn = (0..CANDIDATES).filter_map(|_| match variant {
        Variant::Grand => different_arrays(&mut random),
        _ => thinned_arrays(&mut random),
    });
    let unequal = drawn.filter(|position| material_imbalance(position).next().is_some());
    unequal.min_by_key(|position| values.material_balance(position).abs())
}

/// White's pieces of one random array of Grand Chess against Black's of another one.
fn different_arrays(random: &mut ChaCha8Rng) -> Option<Position> {
    let mut setup = free_random_setup(random);
    if random.next_u64().is_multiple_of(3) {
        setup.array = ArrayKind::ClassicRandom;
        setup.extra = ExtraPieces::Random(1 + random.next_u64() as usize % 10);
    }
    let white = setup.draw(random.next_u64()).ok()?;
    let black = setup.draw(random.next_u64()).ok()?;
    let of = |position: &Position, side| {
        position.pieces().filter(move |(_, piece)| piece.side == side).collect::<Vec<_>>()
    };
    let pieces = of(&white, Side::White).into_iter().chain(of(&black, Side::Black));
    place_pieces(Variant::Grand, &pieces.collect::<Vec<_>>(), " promo:captured pool:- lock:0 last:-/-")
}

/// The array of chess, of which both sides lack different pieces.
fn thinned_arrays(random: &mut ChaCha8Rng) -> Option<Position> {
    let start = Position::start(Variant::Chess);
    let mut pieces: Vec<(Square, Piece)> = start.pieces().collect();
    for side in Side::BOTH {
        for _ in 0..random.next_u64() % (MAX_MISSING + 1) {
            let place = random.next_u64() as usize % pieces.len();
            let (_, piece) = pieces[place];
            if piece.side == side && piece.kind != PieceType::KING {
                pieces.swap_remove(place);
            }
        }
    }
    place_pieces(Variant::Chess, &pieces, "")
}

/// The position in which these pieces stand and White begins, if it is one.
fn place_pieces(variant: Variant, pieces: &[(Square, Piece)], rest: &str) -> Option<Position> {
    let Region::Board { files, ranks } = variant.region() else { return None };
    let at = |square| pieces.iter().find(|(place, _)| *place == square).map(|(_, piece)| *piece);
    let rows = (1..=i32::from(ranks)).rev().map(|rank| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..i32::from(files) {
            match at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        row.push_str(&empty.to_string());
                    }
                    empty = 0;
                    row.push_str(&piece.to_string());
                }
            }
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    });
    let rows: Vec<String> = rows.collect();
    Position::parse(variant, &format!("{} w - - 0 1{rest}", rows.join("/"))).ok()
}
