//! Test that moves written in the piece letters of a language can be typed back, over random games
//! of every variant.

use std::collections::BTreeSet;

use adoube_rules::{
    ArrayKind, ArraySymmetry, CardDeal, DuplicateRule, ExtraPieces, Game, GrandSetup, KingPlacement, Move,
    PieceType, Position, PromotionMode, Variant,
    notation::{self, MoveReading, MoveVocabulary, SanMove},
};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::{Localizer, MoveWords, Translations, fold};
use crate::Language;

/// Plies of a random game.
const PLIES: usize = 60;

fn wording() -> Translations {
    Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn no_two_pieces_share_a_letter() {
    let wording = wording();
    for language in wording.languages() {
        let speaker = Localizer::new(&wording, language);
        let letters: BTreeSet<String> = PieceType::all().map(|kind| fold(&speaker.letter(kind))).collect();
        let signs: BTreeSet<String> = PieceType::all().map(|kind| fold(&speaker.sign(kind))).collect();
        assert_eq!((letters.len(), signs.len()), (PieceType::COUNT, PieceType::COUNT), "{language:?}");
        for kind in PieceType::all() {
            let other = PieceType::from_code(&speaker.sign(kind)).unwrap_or(kind);
            assert_eq!(other, kind, "{kind} is written as {other} in {language:?}");
        }
    }
}

#[test]
fn moves_are_written_in_the_readers_letters() {
    let wording = wording();
    let [english, german] =
        [Language::EN, Language::of("de")].map(|language| Localizer::new(&wording, language));
    let table = [
        ("e4", "e4"),
        ("dxe5", "dxe5"),
        ("Nf3", "Sf3"),
        ("Qxd5+", "Dxd5+"),
        ("Raxb1#", "Taxb1#"),
        ("Bb5", "Lb5"),
        ("Kd2", "Kd2"),
        ("Cd5", "Cd5"),
        ("Md5", "Md5"),
        ("NRxe5", "NRxe5"),
        ("DI~e5", "DI~e5"),
        ("O-O-O+", "O-O-O+"),
        ("e8=Q", "e8=D"),
        ("bxa1=N#", "bxa1=S#"),
        ("n3/N@m1", "n3/S@m1"),
        ("Rm-3/P@aa4", "Tm-3/Bauer@aa4"),
        ("?!", "?!"),
    ];
    for (san, wanted) in table {
        assert_eq!(german.notation(san), wanted);
        assert_eq!(english.notation(san), san);
    }
}

#[test]
fn what_is_read_can_be_typed() {
    let wording = wording();
    let words = MoveWords::read(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let readers =
        wording.languages().map(|language| (Localizer::new(&wording, language), words.of(language)));
    let readers: Vec<_> = readers.collect();
    let mut checked = 0;
    for seed in 0..16 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(start(seed, &mut rng));
        for _ in 0..PLIES {
            for made in some(game.legal_moves(), &mut rng) {
                let written = notation::san_move(game.position(), &made);
                for (speaker, words) in &readers {
                    check(game.position(), &made, &speaker.written(&written), words);
                    checked += 1;
                }
            }
            let Some(made) = game.legal_moves().choose(&mut rng).copied() else { break };
            game.play(&made).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    assert!(checked > 2_000, "{checked}");
}

/// The first position of a game: each variant in turn, Grand Chess with extra pieces.
fn start(seed: u64, rng: &mut ChaCha8Rng) -> Position {
    let grand = || {
        let setup = GrandSetup {
            array: if seed.is_multiple_of(8) { ArrayKind::FreeRandom } else { ArrayKind::ClassicRandom },
            extra: ExtraPieces::Random(10),
            duplicates: DuplicateRule::Allowed,
            symmetry: ArraySymmetry::Rotated,
            promotion: PromotionMode::All,
            lock: 0,
        };
        setup.draw(seed).unwrap_or_else(|error| panic!("{error}"))
    };
    match seed % 4 {
        0 => grand(),
        1 => Position::start_960(rng.random_range(0..960)).unwrap_or_else(|| panic!("an array")),
        2 => Position::start_schachen(&CardDeal::from_seed(seed), KingPlacement::Facing),
        _ => Position::start(Variant::Chess),
    }
}

/// Some legal moves: random ones, and those with a choice or a drop.
fn some(legal: &[Move], rng: &mut ChaCha8Rng) -> Vec<Move> {
    let special: Vec<&Move> =
        legal.iter().filter(|made| made.choice.is_some() || made.drop.is_some()).collect();
    let any = (0..2).filter_map(|_| legal.choose(rng).copied()).collect::<Vec<_>>();
    any.into_iter().chain(special.choose(rng).map(|made| **made)).collect()
}

/// Whether a text is read as that move. Without a capital letter it may be a Pawn's move or a
/// piece's (`dxe5` of the Dame), and the bot asks its writer.
fn check(position: &Position, made: &Move, text: &str, words: &MoveVocabulary) {
    let agrees = match notation::read(position, text, words) {
        MoveReading::Move(read) => read == *made,
        MoveReading::Several(moves) => !text.contains(char::is_uppercase) && moves.contains(made),
        MoveReading::OtherLetters(_) | MoveReading::Refused(_) | MoveReading::NotAMove => false,
    };
    assert!(agrees, "{text} for {made} in {position}: {:?}", notation::read(position, text, words));
    let taken_apart: Result<SanMove, _> = notation::san(position, made).parse();
    assert!(taken_apart.is_ok(), "{made}");
}
