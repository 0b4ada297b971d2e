//! Tests of alt texts over random games of every variant, with random marks: each names every
//! marked square.

use std::collections::BTreeSet;

use adoube_rules::{
    ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, Game, GrandSetup, KingPlacement, Move,
    PromotionMode,
};
use adoube_rules::{PositionView, PositionViewer, Variant};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{
    Language, Person, PersonId,
    core::{
        game::{CapturedPieces, GameId, Seats, last_move::make_in},
        notice::BoardEvent,
    },
    text::{
        Translations,
        board::{board_state, picture},
    },
};

/// Maximum of alt text on the platform with the least room, in characters.
const LEAST_ROOM: usize = 1024;

/// A Pawn that can be captured en passant.
const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
/// Two Diplomats and an Immobilizer among enemies.
const CONVERTING: &str = "4k5/10/2r3{IM}n2/3n6/3{DI}r5/4p5/2pPP5/2N{di}R5/10/4K5 w - - 0 30";

/// The first position of a random game.
fn start(rng: &mut ChaCha8Rng) -> Position {
    let of = |variant, text: &str| Position::parse(variant, text).unwrap_or_else(|error| panic!("{error}"));
    match rng.random_range(0..8) {
        0 => Position::start(Variant::Chess),
        1 => Position::start_960(rng.random_range(0..960)).unwrap_or_else(|| panic!("an array")),
        2 => Position::start(Variant::Grand),
        3 => Position::start_schachen(&CardDeal::from_seed(rng.random()), KingPlacement::Rotated),
        4 => of(Variant::Chess, PASSING),
        5 => of(Variant::Grand, CONVERTING),
        _ => {
            let setup = GrandSetup {
                array: ArrayKind::FreeRandom,
                extra: ExtraPieces::Random(rng.random_range(1..=10)),
                duplicates: DuplicateRule::Allowed,
                symmetry: ArraySymmetry::Rotated,
                promotion: PromotionMode::ALL[rng.random_range(0..3)],
                lock: rng.random_range(0..8),
            };
            setup.draw(rng.random()).unwrap_or_else(|error| panic!("{error}"))
        }
    }
}

fn board(
    game: &Game,
    last: Option<LastMove>,
    taken: CapturedPieces,
    touches: Option<TouchState>,
) -> BoardNotice {
    let person = |name: &str| Person { id: PersonId(name.to_owned()), name: name.to_owned() };
    BoardNotice {
        game: GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id")),
        revision: 3,
        clock: None,
        variant: game.position().variant(),
        position: game.position().view(PositionViewer::Spectator).to_string(),
        seats: Seats { white: person("Ada").into(), black: person("Bob").into() },
        last,
        taken,
        offer: None,
        touches,
        commitment: None,
        hints: crate::core::game::HintCounts::default(),
        followers: Vec::new(),
        ending: None,
        by_lot: false,
        view: crate::core::game::PublicView::default(),
        agreed: None,
        event: BoardEvent::Shown,
    }
}

/// A scene with marks as in the pictures of a game.
fn marked(scene: Scene, position: &Position, legal: &[Move], rng: &mut ChaCha8Rng) -> Scene {
    let drops: Vec<Square> = legal.iter().filter_map(|made| made.drop).map(|drop| drop.square).collect();
    match (rng.random_range(0..4), legal.choose(rng)) {
        (0, _) => scene.with_hints(position, legal),
        (1, Some(made)) => scene.with_targets(position, legal, made.from),
        (2, _) => scene.with_marks(Mark::Drop, drops),
        _ => scene,
    }
}

/// The words of a text: a square is one word; a sign belongs to the square.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').collect()
}

/// Checks one picture, and adds its marks to `met`.
fn check(speaker: Localizer<'_>, board: &BoardNotice, scene: &Scene, described: &AltText, met: &mut Met) {
    let position = board_state::position(board).unwrap_or_else(|| panic!("{}", board.position));
    let (touches, last) = (board.touches.as_ref(), board.last.as_ref());
    let seen = SceneReader { speaker, scene, position: &position, last, touches };
    let whole = described.to_string();
    let mut of_marks = AltText::default();
    seen.marks(&mut of_marks);
    assert!(whole.contains(&of_marks.to_string()), "{of_marks}\n{whole}");
    for mark in Mark::ALL {
        let squares: Vec<Square> =
            scene.marks.iter().filter(|(_, marks)| marks.contains(mark)).map(|(square, _)| square).collect();
        if squares.is_empty() {
            continue;
        }
        let mut own = AltText::default();
        seen.mark(mark, &squares, &mut own);
        // A capture of the last move has the same mark, and is named with the last move.
        if mark == Mark::AlsoCaptured {
            own.extend(last.map(|last| last_move(speaker, last)));
        }
        let own = own.to_string();
        for square in squares {
            assert!(
                words(&own).contains(square.to_string().as_str()),
                "{mark:?} on {square}: {own}\n{whole}"
            );
        }
        met.insert(format!("{mark:?}"));
    }
    for rank in &scene.outlined_ranks {
        assert!(words(&whole).contains(rank.to_string().as_str()), "rank {rank}: {whole}");
    }
    for (square, piece) in &scene.pieces {
        assert!(words(&whole).contains(square.to_string().as_str()), "{piece:?} on {square}: {whole}");
    }
    let room = |text: &str| text.chars().count() <= LEAST_ROOM;
    let short = described.within(room);
    assert!(room(&short), "{short}");
}

type Met = BTreeSet<String>;

/// Plays a random game and checks a board every few moves.
fn look_at_game(wording: &Translations, rng: &mut ChaCha8Rng, met: &mut Met) {
    let mut game = Game::new(start(rng));
    let (mut last, mut taken) = (None, CapturedPieces::default());
    for ply in 0..40 {
        let legal = game.position().legal_moves();
        let Some(chosen) = legal.choose(rng).copied().filter(|_| game.outcome().is_none()) else { break };
        if ply == 0 || rng.random_range(0..3) == 0 {
            let occupied: Vec<Square> = game.position().pieces().map(|(square, _)| square).collect();
            let mut squares: Vec<Square> =
                (0..rng.random_range(0..3)).filter_map(|_| occupied.choose(rng)).copied().collect();
            squares.dedup();
            let touches = (!squares.is_empty()).then(|| TouchState { squares, ..TouchState::default() });
            let board = board(&game, last.clone(), taken.clone(), touches);
            let shown =
                PositionView::parse(board.variant, &board.position).unwrap_or_else(|error| panic!("{error}"));
            let side = if rng.random() { Side::White } else { Side::Black };
            for language in wording.languages() {
                let speaker = Localizer::new(wording, language);
                let picture = picture::picture(speaker, &board, shown.position(), side, |scene| {
                    marked(scene, game.position(), &legal, rng)
                });
                check(speaker, &board, &picture.scene, &picture.alt, met);
            }
        }
        let made = make_in(&mut game, &chosen).unwrap_or_else(|error| panic!("{error}"));
        taken.note(&made.captured);
        last = Some(made);
    }
}

#[test]
fn every_mark_has_its_words() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let (mut rng, mut met) = (ChaCha8Rng::seed_from_u64(81), Met::new());
    for _ in 0..80 {
        look_at_game(&wording, &mut rng, &mut met);
    }
    let all: Met = Mark::ALL.into_iter().map(|mark| format!("{mark:?}")).collect();
    let missing: Vec<&String> = all.difference(&met).collect();
    assert!(missing.is_empty(), "never marked: {missing:?}");
}

#[test]
fn every_mark_is_read_once() {
    let (read, all): (BTreeSet<Mark>, BTreeSet<Mark>) =
        (READ.into_iter().collect(), Mark::ALL.into_iter().collect());
    assert_eq!((read, READ.len()), (all, Mark::ALL.len()));
}

#[test]
fn locks_ice_and_check_are_told() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let said = |language, text: &str| {
        let position = Position::parse(Variant::Grand, text).unwrap_or_else(|error| panic!("{error}"));
        let mut words = AltText::default();
        let scene = Scene::of(&position, Side::White);
        add_marks(&mut words, Localizer::new(&wording, language), &position, &scene);
        words.to_string()
    };
    let locked = "4k5/10/10/10/4{im}R4/4{NR}5/10/10/10/4K5 w - - 0 2";
    let check = "4k5/10/10/10/10/10/10/10/4r5/1n2K5 w - - 0 30";
    let ranks = "Promotion ranks, outlined: 1, 2, 3, 8, 9 and 10.";
    assert_eq!(
        said(Language::EN, locked),
        format!("Locked until move 6: Nightrider e5. Frozen: Rook f6; Nightrider e5. {ranks}")
    );
    assert_eq!(said(Language::EN, check), format!("In check: King e1, by Rook e2. {ranks}"));
    let german = said(Language::of("de"), locked);
    assert!(
        german.starts_with("Gesperrt bis Zug 6: Nachtreiter e5. Gelähmt: Turm f6; Nachtreiter e5."),
        "{german}"
    );
    let german = said(Language::of("de"), check);
    assert!(german.starts_with("Im Schach: König e1, durch Turm e2."), "{german}");
}

#[test]
fn what_a_picked_piece_would_take_elsewhere_is_told() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let speaker = Localizer::new(&wording, Language::EN);
    let text = "9k/10/10/10/3{CO}6/10/10/4n5/10/3nK5 w - - 0 30";
    let position = Position::parse(Variant::Grand, text).unwrap_or_else(|error| panic!("{error}"));
    let from: Square = "d6".parse().unwrap_or_else(|error| panic!("{error}"));
    let scene = Scene::of(&position, Side::White).with_targets(&position, &position.legal_moves(), from);
    let mut words = AltText::default();
    add_marks(&mut words, speaker, &position, &scene);
    let said = words.to_string();
    assert!(said.contains("Captured that way: Knights on d1 and e3."), "{said}");
}

#[test]
fn where_there_is_little_room_pieces_are_counted_pawns_first() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let speaker = Localizer::new(&wording, Language::EN);
    let game = Game::new(Position::start(Variant::Chess));
    let board = board(&game, None, CapturedPieces::default(), None);
    let picture = picture::picture(speaker, &board, game.position(), Side::White, std::convert::identity);
    let whole = picture.alt.to_string();
    let without_one = picture.alt.within(|text| text.chars().count() < whole.chars().count());
    assert!(without_one.contains("Knights on b1 and g1; 8 Pawns."), "{without_one}");
    let least = picture.alt.within(|text| text.chars().count() < 230);
    assert!(least.contains("White: King; Queen; 2 Rooks; 2 Bishops; 2 Knights; 8 Pawns."), "{least}");
}

#[test]
fn a_rook_touched_before_its_king_is_told_to_forbid_castling_alone() {
    let wording = Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    // Neither can move except by castling.
    let text = "4k3/8/8/8/8/8/4PPPP/4NKRN w K - 0 9";
    let position = Position::parse(Variant::Chess960, text).unwrap_or_else(|error| panic!("{error}"));
    let demanded = |touched: &[&str]| {
        let squares = touched.iter().map(|name| name.parse().unwrap_or_else(|error| panic!("{error}")));
        let touches = TouchState { squares: squares.collect(), ..TouchState::default() };
        let board = board(&Game::new(position.clone()), None, CapturedPieces::default(), Some(touches));
        touch_status::demand(Localizer::new(&wording, Language::EN), &board, &position).unwrap_or_default()
    };
    let free = "No touched piece can move or be captured, so any move is allowed";
    assert_eq!(demanded(&["h1", "g1"]), "Knight h1 was touched first and must move.");
    assert_eq!(
        demanded(&["g1", "f1"]),
        format!("{free}, except castling with a Rook that was touched before the King.")
    );
    assert_eq!(demanded(&["e8"]), format!("{free}."));
}
