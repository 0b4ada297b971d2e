//! Tests whether a side's material can still mate: the answer by material compared with all mates
//! there are, and with games.

use adoube_rules::{
    Game, GameOutcome, GameResult, OutcomeReason, Piece, PieceType, Position, PositionViewer, Side, Square,
    Variant,
};

const fn dark(kind: PieceType) -> Man {
    Man { kind, dark: Some(true) }
}

const fn light(kind: PieceType) -> Man {
    Man { kind, dark: Some(false) }
}

/// A piece, and the colour of squares it stands on where that is asked.
#[derive(Clone, Copy, Debug)]
struct Man {
    kind: PieceType,
    dark: Option<bool>,
}

const Q: Man = Man { kind: PieceType::QUEEN, dark: None };
const R: Man = Man { kind: PieceType::ROOK, dark: None };
const N: Man = Man { kind: PieceType::KNIGHT, dark: None };
const P: Man = Man { kind: PieceType::PAWN, dark: None };
const D: Man = dark(PieceType::BISHOP);
const L: Man = light(PieceType::BISHOP);

/// What White has, what Black has, and whether there is a mate by White with that.
const TABLE: [(&[Man], &[Man], bool); 33] = [
    (&[], &[Q], false),
    (&[], &[P], false),
    (&[N], &[], false),
    (&[N], &[Q], false),
    (&[N], &[Q, Q], false),
    (&[N], &[P], true),
    (&[N], &[N], true),
    (&[N], &[D], true),
    (&[N], &[L], true),
    (&[N], &[R], true),
    (&[N], &[Q, R], true),
    (&[D], &[], false),
    (&[D], &[Q], false),
    (&[D], &[R], false),
    (&[D], &[D], false),
    (&[D], &[Q, R], false),
    (&[D], &[R, R], false),
    (&[L], &[Q, Q], false),
    (&[L], &[L, R], false),
    (&[L], &[P], true),
    (&[L], &[N], true),
    (&[L], &[D], true),
    (&[D], &[L, Q], true),
    (&[D, D], &[], false),
    (&[D, D], &[D], false),
    (&[D, D], &[R], false),
    (&[L, L], &[P], true),
    (&[L, D], &[], true),
    (&[N, N], &[], true),
    (&[N, L], &[], true),
    (&[R], &[], true),
    (&[Q], &[], true),
    (&[Q], &[Q, R], true),
];

/// The same men on squares of the other colour, as a mirror shows them.
fn mirrored(men: &[Man]) -> Vec<Man> {
    men.iter().map(|man| Man { dark: man.dark.map(|dark| !dark), ..*man }).collect()
}

/// Whether an arrangement is looked at as wished.
type Look<'a> = dyn FnMut(&[(Square, Piece)]) -> bool + 'a;

/// Every arrangement of these men on squares of the list, onto what is there already.
fn place(
    men: &[Man],
    side: Side,
    near: &[Square],
    setup: &mut Vec<(Square, Piece)>,
    then: &mut Look<'_>,
) -> bool {
    let Some((man, rest)) = men.split_first() else { return then(setup) };
    near.iter().any(|&square| {
        let fits = man.dark.is_none_or(|dark| dark == ((square.file + square.rank) % 2 == 1))
            && (man.kind != PieceType::PAWN || !matches!(square.rank, 1 | 8))
            && setup.iter().all(|(taken, _)| *taken != square);
        fits && {
            setup.push((square, Piece::new(side, man.kind)));
            let found = place(rest, side, near, setup, then);
            setup.pop();
            found
        }
    })
}

/// Whether that piece would strike a square if nothing stood between.
fn aims(&(from, piece): &(Square, Piece), at: Square) -> bool {
    let (files, ranks) = ((from.file - at.file).abs(), (from.rank - at.rank).abs());
    let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
    match piece.kind {
        PieceType::KING => files.max(ranks) == 1,
        PieceType::KNIGHT => files * ranks == 2,
        PieceType::BISHOP => diagonal,
        PieceType::ROOK => straight,
        PieceType::QUEEN => straight || diagonal,
        _ => false,
    }
}

/// Whether every way out of the King's is aimed at or taken: no mate is left out by asking this first.
fn is_surrounded(king: Square, near: &[Square], pieces: &[(Square, Piece)]) -> bool {
    near.iter().all(|&out| {
        pieces.iter().any(|placed| match placed.1.side {
            Side::White => out != placed.0 && aims(placed, out),
            Side::Black => out == placed.0 && out != king,
        })
    })
}

/// Looks for a mate of Black with those men. A piece of Black's that does not touch its King takes no way out from it, so
/// that only those beside it are tried. A board and its mirror image are one, with both colours of squares.
fn finds_mate(white: &[Man], black: &[Man]) -> bool {
    let squares: Vec<Square> = Variant::Chess.region().squares().collect();
    squares.iter().filter(|square| square.file < 4).any(|&king| {
        let beside =
            |square: &&Square| (square.file - king.file).abs().max((square.rank - king.rank).abs()) == 1;
        let near: Vec<Square> = squares.iter().filter(beside).copied().collect();
        let kings: Vec<Square> =
            squares.iter().filter(|&square| *square != king && !near.contains(square)).copied().collect();
        kings.into_iter().any(|other| {
            let mut setup = vec![
                (king, Piece::new(Side::Black, PieceType::KING)),
                (other, Piece::new(Side::White, PieceType::KING)),
            ];
            place(white, Side::White, &squares, &mut setup, &mut |with_white| {
                if !with_white.iter().any(|placed| placed.0 != king && aims(placed, king)) {
                    return false;
                }
                let mut setup = with_white.to_vec();
                place(black, Side::Black, &near, &mut setup, &mut |pieces| {
                    is_surrounded(king, &near, pieces) && is_mate(pieces)
                })
            })
        })
    })
}

/// Those pieces on a board of chess; nothing where there is no such position.
fn position(pieces: &[(Square, Piece)], side: Side) -> Option<Position> {
    let mut text = String::new();
    for rank in (1..=8).rev() {
        for file in 0..8 {
            let piece = pieces.iter().find(|(square, _)| *square == Square::new(file, rank));
            match piece {
                Some((_, piece)) => text.push_str(&piece.to_string()),
                None => text.push('1'),
            }
        }
        text.push(if rank > 1 { '/' } else { ' ' });
    }
    for run in (2..=8).rev() {
        text = text.replace(&"1".repeat(run), &run.to_string());
    }
    let rest = if side == Side::White { "w - - 0 1" } else { "b - - 0 1" };
    Position::parse(Variant::Chess, &(text + rest)).ok()
}

fn is_mate(pieces: &[(Square, Piece)]) -> bool {
    position(pieces, Side::Black).is_some_and(|position| position.in_check() && !position.has_legal_move())
}

#[test]
fn exactly_what_could_mate_has_a_mate_on_the_board() {
    for (white, black, expected) in TABLE {
        assert_eq!(
            finds_mate(white, black) || finds_mate(&mirrored(white), &mirrored(black)),
            expected,
            "{white:?} {black:?}"
        );
    }
}

#[test]
fn the_answer_is_by_what_stands_there() {
    let squares: Vec<Square> = Variant::Chess.region().squares().collect();
    for (white, black, expected) in TABLE {
        let mut setup = vec![
            (Square::new(0, 1), Piece::new(Side::White, PieceType::KING)),
            (Square::new(7, 8), Piece::new(Side::Black, PieceType::KING)),
        ];
        let mut seen = 0;
        place(white, Side::White, &squares[8..24], &mut setup, &mut |with_white| {
            let mut setup = with_white.to_vec();
            place(black, Side::Black, &squares[32..48], &mut setup, &mut |pieces| {
                let Some(position) = position(pieces, Side::White) else { return false };
                assert_eq!(position.could_mate(Side::White), expected, "{position:?}");
                seen += 1;
                false
            })
        });
        assert!(seen > 0, "{white:?} {black:?}");
    }
}

#[test]
fn other_games_ask_less() {
    let table = [
        (Variant::Chess, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", true, false),
        (Variant::Chess960, "8/8/8/4k3/8/8/4N3/4K3 w - - 0 1", false, false),
        (Variant::Grand, "10/10/10/10/4k5/10/10/10/4N5/4K5 w - - 0 1", true, false),
        (Variant::Schachen, "Kn1/Ko6 w hand:-/- stack:-/- taken:-/- 0 1", false, false),
        (Variant::Schachen, "Kn1/Ko6,Pm5 w hand:N/- stack:-/- taken:-/- 0 1", true, true),
        (Variant::Schachen, "Kn1/Ko6 w hand:-/- stack:-/Q taken:-/- 0 1", false, true),
    ];
    for (variant, text, white, black) in table {
        let position = Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for viewed in [position.clone(), position.view(PositionViewer::Spectator).position().clone()] {
            assert_eq!(viewed.could_mate(Side::White), white, "{text}");
            assert_eq!(viewed.could_mate(Side::Black), black, "{text}");
        }
    }
}

/// Some number below the limit, the same ones for every seed (xorshift).
fn draw(state: &mut u64, limit: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % limit as u64) as usize
}

/// Endings in which anything may come of random moves, and mates do.
const ENDINGS: [(Variant, &str); 6] = [
    (Variant::Chess, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
    (Variant::Chess, "7k/8/5K2/8/8/8/8/R5R1 w - - 0 1"),
    (Variant::Chess, "8/8/8/8/8/1p1n4/k1K5/3N4 w - - 0 1"),
    (Variant::Chess960, "kb6/1p6/1K6/8/8/8/8/6B1 w - - 0 1"),
    (Variant::Grand, "9k/10/10/10/10/10/10/10/10/R3K2R2 w - - 0 1"),
    (Variant::Schachen, "Kn1,Pn2,Qm1/Ko6,Pn5 w hand:RN/QB stack:PP/PP taken:-/- 0 1"),
];

/// Whoever mates could have been said to all the game long, and where nobody could the game is over.
#[test]
fn whoever_mates_could() {
    let (mut mates, mut dead) = (0, 0);
    for seed in 1..=600_u64 {
        let mut state = seed * 0x9E37_79B9;
        let (variant, text) = ENDINGS[seed as usize % ENDINGS.len()];
        let start = Position::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut game = Game::new(start);
        let mut could = [true; 2];
        loop {
            let position = game.position();
            could.iter_mut().zip(Side::BOTH).for_each(|(could, side)| *could &= position.could_mate(side));
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let made = legal[draw(&mut state, legal.len())];
            game.play(&made).expect("a legal move");
        }
        let Some(GameOutcome { result, reason }) = game.outcome() else { panic!("seed {seed}: no end") };
        mates += usize::from(reason == OutcomeReason::Checkmate);
        dead += usize::from(reason == OutcomeReason::DeadPosition);
        for (could, side) in could.into_iter().zip(Side::BOTH) {
            assert!(could || result != GameResult::win(side), "seed {seed}: {game:?}");
        }
        if !variant.has_cards() && variant != Variant::Grand && reason != OutcomeReason::Stalemate {
            let nobody = Side::BOTH.into_iter().all(|side| !game.position().could_mate(side));
            assert_eq!(nobody, reason == OutcomeReason::DeadPosition, "seed {seed}: {game:?}");
        }
    }
    assert!(mates > 20 && dead > 20, "{mates} mates, {dead} dead positions");
}
