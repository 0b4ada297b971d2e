//! Fuzz target for typed moves, in English and in German, at any point of a game: checks that a
//! text means legal moves or none, and that the texts written for a legal move mean that move. Not
//! here: position text (`position`), what a command then does (`commands`).
//!
//! The first byte says from which position, the second in which language, the third how many moves are played before, one for
//! each byte that follows. The rest is the text.
//!
//! - One move that is meant is legal; of several there are at least two, all legal, each once, in order.
//! - Spaces around a text mean nothing.
//! - What is written of a legal move in the reader's letters is read as that move, or it is among those that are meant where
//!   there are no capitals. So it is in coordinates, with the codes of the catalogue: a German B may be a Pawn or a Bishop.
//! - A written move can be taken apart and is printed the same again.

#![no_main]

use std::sync::LazyLock;

use adoube_fuzz::spread;
use adoube_rules::{
    ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, Game, GrandSetup, KingPlacement, Move,
    PieceType, Position, PromotionMode, Variant,
    notation::{self, DropReading, MAX_TEXT, MoveReading, MoveVocabulary, SanMove},
};
use adoube_bot::{Language, Locales, MoveWords, Translations};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Moves that are played before the text at most.
const PLAYED: usize = 24;
/// Moves of a position that are written and read back.
const WRITTEN: usize = 4;

/// Positions in which there is more to say than at the beginning.
const POSITIONS: [(Variant, &str); 6] = [
    (Variant::Chess, "r3k2r/1P4P1/8/2pPp3/3n1N2/2B1b3/1p4p1/R3K2R w KQkq c6 0 20"),
    (Variant::Chess, "7k/8/8/1N3N2/4q3/1N3N2/8/K7 b - - 0 60"),
    (Variant::Chess960, "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w KQkq - 0 9"),
    (Variant::Grand, "10/2P6k/10/10/4nN4/10/10/10/1p6K1/10 w - - 0 30 promo:all"),
    (
        Variant::Grand,
        "{IM}3{gd}5/1{im}3p4/3{im}6/10/10/2K1p4{di}/p4q4/4{DI}5/1Q8/3k6 w - - 26 52 promo:captured pool:- last:K/{IM}",
    ),
    (
        Variant::Schachen,
        "Pv-4,Paa4,Pab4,Kac1/Nv-1,Pw-4,Kz-4,Baa3,Nab2,Pac-1 b hand:RNP/PPP stack:PPBPB/BR taken:QRNP/QRPPP 15 37",
    ),
];

static STARTS: LazyLock<Vec<Position>> = LazyLock::new(starts);
static READERS: LazyLock<Vec<Reader>> = LazyLock::new(readers);

/// Somebody who reads and types.
struct Reader {
    words: MoveVocabulary,
    /// What stands for each type in a written move.
    signs: Vec<(PieceType, String)>,
}

impl Reader {
    fn written(&self, written: &SanMove) -> String {
        let sign = |kind| self.signs.iter().find(|(of, _)| *of == kind).map(|(_, sign)| sign.clone());
        written.with_letters(|kind| sign(kind).expect("every type has one"))
    }
}

fn readers() -> Vec<Reader> {
    let locales = Locales::embedded();
    let words = MoveWords::read(&locales).expect("locale files");
    let wording = Translations::of(&locales, &["pieces.ftl", "words.ftl"]).expect("locale files");
    let reader = |language: Language| Reader {
        words: words.of(language).clone(),
        signs: PieceType::all().map(|kind| (kind, sign(&wording, language, kind))).collect(),
    };
    locales.languages().map(reader).collect()
}

/// The letter of a type, or its name where that letter is another one's code.
fn sign(wording: &Translations, language: Language, kind: PieceType) -> String {
    let letter = wording.own(language, &format!("letter-{}", kind.key()));
    let letter = letter.unwrap_or_else(|| kind.code().to_owned());
    match PieceType::from_code(&letter) {
        Some(other) if other != kind => wording.say(language, &format!("piece-{}", kind.key()), &[]),
        _ => letter,
    }
}

fn starts() -> Vec<Position> {
    let grand = |array, promotion| {
        let setup = GrandSetup {
            array,
            extra: ExtraPieces::Random(10),
            duplicates: DuplicateRule::Allowed,
            symmetry: ArraySymmetry::Rotated,
            promotion,
            lock: 0,
        };
        setup.draw(u64::from(promotion == PromotionMode::All)).expect("an array that can be drawn")
    };
    let mut starts: Vec<Position> =
        POSITIONS.iter().map(|(variant, text)| Position::parse(*variant, text).expect(text)).collect();
    starts.extend([
        Position::start(Variant::Chess),
        Position::start_960(0).expect("an array"),
        Position::start(Variant::Grand),
        grand(ArrayKind::ClassicRandom, PromotionMode::Initial),
        grand(ArrayKind::FreeRandom, PromotionMode::All),
        Position::start_schachen(&CardDeal::from_seed(1), KingPlacement::Facing),
    ]);
    starts
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let [start, language, played, rest @ ..] = data else { return Corpus::Reject };
    let Some((played, text)) = rest.split_at_checked(usize::from(*played) % PLAYED) else {
        return Corpus::Reject;
    };
    let Ok(text) = str::from_utf8(text) else { return Corpus::Reject };
    let mut game = Game::new(STARTS[usize::from(*start) % STARTS.len()].clone());
    for choice in played {
        let Some(made) = chosen(&game, *choice) else { break };
        game.play(&made).expect("a legal move");
    }
    let reader = &READERS[usize::from(*language) % READERS.len()];
    check_text(game.position(), text, &reader.words);
    check_moves(&game, reader);
    Corpus::Keep
});

fn chosen(game: &Game, choice: u8) -> Option<Move> {
    let legal = game.legal_moves();
    legal.get(usize::from(choice) * legal.len() / 256).copied()
}

fn check_text(position: &Position, text: &str, words: &MoveVocabulary) {
    let reading = notation::read(position, text, words);
    let legal = position.legal_moves();
    match &reading {
        MoveReading::Move(made) => assert!(legal.binary_search(made).is_ok(), "{text:?} in {position}"),
        MoveReading::Several(moves) => {
            assert!(moves.len() > 1 && moves.is_sorted(), "{text:?} in {position}");
            assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "{text:?} in {position}");
            assert!(moves.iter().all(|made| legal.binary_search(made).is_ok()), "{text:?} in {position}");
        }
        MoveReading::OtherLetters(_) => panic!("only its own letters are known here: {text:?} in {position}"),
        MoveReading::Refused(_) | MoveReading::NotAMove => {}
    }
    if text.chars().count() + 2 <= MAX_TEXT {
        assert_eq!(notation::read(position, &format!(" {text} "), words), reading, "{text:?} in {position}");
    }
    // What else is asked of the same words, at other points of a turn.
    let _ = (notation::touch_attempt(position, text, words), notation::looks_like_move(position, text, words));
    let _ = (notation::declines_drop(text, words), notation::fold_text(text));
    if let Some(made) = position.moves_without_drops().first() {
        check_rest_of_turn(position, made, text, words);
    }
}

/// What is asked when a move is begun: which card it drops, and what a Pawn becomes.
fn check_rest_of_turn(position: &Position, made: &Move, text: &str, words: &MoveVocabulary) {
    let drops = position.drops_after(made);
    if let DropReading::Drop(drop) = notation::read_drop(position, made, text, words) {
        assert!(drops.contains(&drop), "{text:?} after {made} in {position}");
    }
    if let MoveReading::Move(read) = notation::read_promotion(position, (made.from, made.to), text, words) {
        assert_eq!((read.from, read.to), (made.from, made.to), "{text:?} in {position}");
        assert!(position.legal_moves().binary_search(&read).is_ok(), "{text:?} in {position}");
    }
}

fn check_moves(game: &Game, reader: &Reader) {
    let position = game.position();
    let legal = game.legal_moves();
    for made in spread(legal, WRITTEN) {
        let written = notation::san_move(position, made);
        let printed = written.to_string();
        assert_eq!(printed.parse().as_ref(), Ok(&written), "{printed}");
        for (text, is_own) in [(reader.written(&written), true), (made.to_string(), false)] {
            let is_meant = match notation::read(position, &text, &reader.words) {
                MoveReading::Move(read) => read == *made,
                MoveReading::Several(moves) => {
                    let is_doubtful = !is_own || !text.contains(char::is_uppercase);
                    is_doubtful && moves.contains(made)
                }
                MoveReading::OtherLetters(_) | MoveReading::Refused(_) | MoveReading::NotAMove => false,
            };
            assert!(is_meant, "{text} for {made} in {}", position.full_text());
        }
    }
}
