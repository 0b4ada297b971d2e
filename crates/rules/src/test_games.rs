//! Plays random games for tests: every position is reached by legal moves from a start array or a
//! random setup.
//!
//! Everything depends on a seed, which tests print when they fail.

use std::ops::Range;

use crate::arrays::SeededRandom;
use crate::board_position::BoardSetup;
use crate::{
    ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, Game, GrandSetup, KingPlacement, Move,
    Piece, PieceType, Position, PromotionMode, Side, Square, Variant,
};

/// Half-moves of a random game at most.
const MAX_PLIES: usize = 60;

/// Calls `visit` with the game after every move of random games, one for each seed. Returns the
/// number of positions.
pub(crate) fn play_random_games(seeds: Range<u64>, visit: impl FnMut(u64, &Game)) -> usize {
    play_games_from(start, seeds, visit)
}

/// The same with games of Schachen.
pub(crate) fn play_random_schachen(seeds: Range<u64>, visit: impl FnMut(u64, &Game)) -> usize {
    play_games_from(schachen_start, seeds, visit)
}

fn play_games_from(
    start: impl Fn(&mut SeededRandom) -> Position,
    seeds: Range<u64>,
    mut visit: impl FnMut(u64, &Game),
) -> usize {
    let mut positions = 0;
    for seed in seeds {
        let mut draw = SeededRandom::new(seed);
        let mut game = Game::new(start(&mut draw));
        for _ in 0..MAX_PLIES {
            visit(seed, &game);
            positions += 1;
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let made = pick(legal, &mut draw);
            game.play(&made).expect("a legal move can be played");
        }
    }
    positions
}

/// A random move, or a random move of a random piece, so that Queens do not make most of them.
fn pick(legal: &[Move], draw: &mut SeededRandom) -> Move {
    let made = legal[draw.below(legal.len())];
    if draw.below(2) == 0 {
        return made;
    }
    let mut starts: Vec<Square> = legal.iter().map(|made| made.from).collect();
    starts.dedup();
    let from = starts[draw.below(starts.len())];
    let moves: Vec<&Move> = legal.iter().filter(|made| made.from == from).collect();
    *moves[draw.below(moves.len())]
}

/// A position a random game starts from.
fn start(draw: &mut SeededRandom) -> Position {
    match draw.below(8) {
        0 => Position::start(Variant::Chess),
        1 => Position::start_960(draw.below(960) as u16).expect("an array"),
        2 => Position::start(Variant::Grand),
        3 => grand_array(draw),
        _ => random_army(draw),
    }
}

fn grand_array(draw: &mut SeededRandom) -> Position {
    let setup = GrandSetup {
        array: if draw.below(2) == 0 { ArrayKind::FreeRandom } else { ArrayKind::ClassicRandom },
        extra: ExtraPieces::Random(1 + draw.below(10)),
        duplicates: if draw.below(2) == 0 { DuplicateRule::Allowed } else { DuplicateRule::Forbidden },
        symmetry: if draw.below(2) == 0 { ArraySymmetry::Mirrored } else { ArraySymmetry::Rotated },
        promotion: PromotionMode::ALL[draw.below(3)],
        lock: draw.below(8) as u16,
    };
    setup.draw(draw.below(1 << 30) as u64).expect("an array")
}

/// Kings and random pieces on random squares, with a few types repeated so that irregular pieces
/// meet; sometimes Pawns that may step twice.
pub(crate) fn random_army(draw: &mut SeededRandom) -> Position {
    loop {
        if let Ok(position) = try_random_army(draw).validate() {
            return position.into();
        }
    }
}

fn try_random_army(draw: &mut SeededRandom) -> BoardSetup {
    let mut setup = BoardSetup::empty(Variant::Grand);
    let mut empty: Vec<Square> = Variant::Grand.region().squares().collect();
    let mut put = |draw: &mut SeededRandom, side, kind| {
        let square = draw.take(&mut empty).expect("the board has room");
        setup.pieces.push((square, Piece::new(side, kind)));
    };
    let some_type = if draw.below(3) == 0 { irregular_type } else { any_type };
    let favourites: Vec<PieceType> = (0..3).map(|_| some_type(draw)).collect();
    for side in Side::BOTH {
        put(draw, side, PieceType::KING);
        for _ in 0..2 + draw.below(14) {
            let kind =
                if draw.below(3) == 0 { any_type(draw) } else { favourites[draw.below(favourites.len())] };
            put(draw, side, kind);
        }
    }
    if draw.below(2) == 0 {
        add_pawns(draw, &mut setup);
    }
    setup.pieces.retain(|(square, piece)| piece.kind != PieceType::PAWN || !matches!(square.rank, 1 | 10));
    setup.side = Side::BOTH[draw.below(2)];
    setup.number = 1 + draw.below(12) as u16;
    setup.terms.promotion = PromotionMode::ALL[draw.below(3)];
    setup.terms.lock = draw.below(12) as u16;
    let may_be_last = |kind: &PieceType| !matches!(*kind, PieceType::JOKER | PieceType::CHAMELEON);
    setup.last = [(); 2].map(|()| Some(favourites[draw.below(favourites.len())]).filter(may_be_last));
    setup
}

/// Adds Pawns on empty squares of their first rank.
fn add_pawns(draw: &mut SeededRandom, setup: &mut BoardSetup) {
    for side in Side::BOTH {
        let rank = Variant::Grand.pawn_rank(side);
        for square in Variant::Grand.region().squares().filter(|square| square.rank == rank) {
            if draw.below(2) == 0 && setup.pieces.iter().all(|(taken, _)| *taken != square) {
                setup.pieces.push((square, Piece::new(side, PieceType::PAWN)));
            }
        }
    }
}

/// A random type, the irregular ones and the Pawn more often.
fn any_type(draw: &mut SeededRandom) -> PieceType {
    match draw.below(3) {
        0 => irregular_type(draw),
        _ => PieceType::from_index(1 + draw.below(PieceType::COUNT - 1)).expect("a row"),
    }
}

/// The Pawn, or a type with a power.
fn irregular_type(draw: &mut SeededRandom) -> PieceType {
    const IRREGULAR: [PieceType; 10] = [
        PieceType::PAWN,
        PieceType::ARCHER,
        PieceType::BLOCK,
        PieceType::ADVANCER,
        PieceType::WITHDRAWER,
        PieceType::DIPLOMAT,
        PieceType::COORDINATOR,
        PieceType::IMMOBILIZER,
        PieceType::CHAMELEON,
        PieceType::JOKER,
    ];
    IRREGULAR[draw.below(IRREGULAR.len())]
}

/// A deal, or cards of both sides at random: on the grid, in hand, in the stack, captured, or out
/// of the game.
fn schachen_start(draw: &mut SeededRandom) -> Position {
    if draw.below(4) == 0 {
        let kings = if draw.below(2) == 0 { KingPlacement::Rotated } else { KingPlacement::Facing };
        return Position::start_schachen(&CardDeal::from_seed(draw.below(1 << 30) as u64), kings);
    }
    loop {
        if let Ok(position) = Position::parse(Variant::Schachen, &random_cards(draw)) {
            return position;
        }
    }
}

/// A text of Schachen with random cards; not always a valid one.
fn random_cards(draw: &mut SeededRandom) -> String {
    // Around the origin, where coordinates change their signs, and in the last corners that have
    // names.
    let (file, rank) =
        [(12, 3), (0, 0), (26, -5), (-27, 90), (18_270, 999_993), (-18_270, -999_993)][draw.below(6)];
    let spread = 5 + draw.below(6);
    let mut texts: [Vec<String>; 4] = Default::default();
    for _ in Side::BOTH {
        let (mut pieces, mut heaps): (Vec<String>, [String; 3]) = Default::default();
        for (code, count) in [("K", 1), ("Q", 1), ("R", 2), ("B", 2), ("N", 2), ("P", 8)] {
            for _ in 0..count {
                let square = Square::new(
                    file + draw.below(spread) as i32 - spread as i32 / 2,
                    rank + draw.below(spread) as i32 - spread as i32 / 2,
                );
                match draw.below(if code == "K" { 1 } else { 7 }) {
                    0..3 => pieces.push(format!("{code}{square}")),
                    3 if heaps[0].len() < 3 => heaps[0] += code,
                    4 => heaps[1] += code,
                    5 => heaps[2] += code,
                    _ => {}
                }
            }
        }
        for (text, heap) in texts.iter_mut().zip([pieces.join(",")].into_iter().chain(heaps)) {
            text.push(if heap.is_empty() { "-".to_owned() } else { heap });
        }
    }
    let [pieces, hands, stacks, taken] = texts.map(|sides| sides.join("/"));
    let side = ["w", "b"][draw.below(2)];
    let (clock, number) = (draw.below(160), 1 + draw.below(80));
    format!("{pieces} {side} hand:{hands} stack:{stacks} taken:{taken} {clock} {number}")
}

/// A short random change of a text, as typing errors and hostile callers make it.
pub(crate) fn mutate(text: &str, draw: &mut SeededRandom) -> String {
    const PIECES: [&str; 20] = [
        "/",
        " ",
        "{",
        "}",
        "{JO}",
        "k",
        "K",
        "P",
        "p",
        "0",
        "9",
        "10",
        "-",
        "joker:e5=BL",
        "last:",
        "pool:",
        "é",
        "\0",
        "e3",
        ":",
    ];
    let mut letters: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=draw.below(3) {
        let place = draw.below(letters.len() + 1);
        match draw.below(3) {
            0 => letters.insert(place, PIECES[draw.below(PIECES.len())].to_owned()),
            1 if place < letters.len() => {
                letters.remove(place);
            }
            _ => letters.truncate(place.max(letters.len() / 2)),
        }
    }
    letters.concat()
}
