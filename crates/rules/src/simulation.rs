//! Random games for tests: every position of them is reached by legal moves from a start array or a random army.
//!
//! Everything depends on a seed, which the tests print with what failed.

use crate::arrays::Draw;
use crate::position::Setup;
use crate::{
    Array, Duplicates, Extra, Game, GrandSetup, Piece, PieceType, Position, PromotionMode, Side, Square,
    Symmetry, Variant,
};

/// Half-moves of a random game at most.
const MAX_PLIES: usize = 60;

/// Calls `visit` with the games after every move of random games, one for each seed.
pub(crate) fn play_random_games(seeds: std::ops::Range<u64>, mut visit: impl FnMut(u64, &Game)) {
    for seed in seeds {
        let mut draw = Draw::new(seed);
        let mut game = Game::new(start(&mut draw));
        for _ in 0..MAX_PLIES {
            visit(seed, &game);
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let made = legal[draw.below(legal.len())];
            game.play(&made).expect("a legal move can be played");
        }
    }
}

/// A position a random game starts from.
fn start(draw: &mut Draw) -> Position {
    match draw.below(8) {
        0 => Position::start(Variant::Chess),
        1 => Position::start_960(draw.below(960) as u16).expect("an array"),
        2 => Position::start(Variant::Grand),
        3 => grand_array(draw),
        _ => random_army(draw),
    }
}

fn grand_array(draw: &mut Draw) -> Position {
    let setup = GrandSetup {
        array: if draw.below(2) == 0 { Array::FreeRandom } else { Array::ClassicRandom },
        extra: Extra::Random(1 + draw.below(10)),
        duplicates: if draw.below(2) == 0 { Duplicates::Allowed } else { Duplicates::Forbidden },
        symmetry: if draw.below(2) == 0 { Symmetry::Mirrored } else { Symmetry::Rotated },
        promotion: PromotionMode::ALL[draw.below(3)],
        lock: draw.below(8) as u16,
    };
    setup.draw(draw.below(1 << 30) as u64).expect("an array")
}

/// Kings and random pieces anywhere, some types often, so that irregular ones meet.
pub(crate) fn random_army(draw: &mut Draw) -> Position {
    loop {
        if let Ok(position) = try_random_army(draw).validate() {
            return position;
        }
    }
}

fn try_random_army(draw: &mut Draw) -> Setup {
    let mut setup = Setup::empty(Variant::Grand);
    let mut empty: Vec<Square> = Variant::Grand.region().squares().collect();
    let mut put = |draw: &mut Draw, side, kind| {
        let square = draw.take(&mut empty).expect("the board has room");
        setup.pieces.push((square, Piece::new(side, kind)));
    };
    let favourites: Vec<PieceType> = (0..3).map(|_| any_type(draw)).collect();
    for side in Side::BOTH {
        put(draw, side, PieceType::KING);
        for _ in 0..2 + draw.below(14) {
            let kind =
                if draw.below(3) == 0 { any_type(draw) } else { favourites[draw.below(favourites.len())] };
            put(draw, side, kind);
        }
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

/// Any type, the irregular ones and the Pawn more often.
fn any_type(draw: &mut Draw) -> PieceType {
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
    match draw.below(3) {
        0 => IRREGULAR[draw.below(IRREGULAR.len())],
        _ => PieceType::from_index(1 + draw.below(PieceType::COUNT - 1)).expect("a row"),
    }
}

/// A short random change of a text: what typing errors and hostile callers make of it.
pub(crate) fn mutate(text: &str, draw: &mut Draw) -> String {
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
