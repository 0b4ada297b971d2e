//! Tests that the help of each piece (`/piece`) agrees with the rules. A parser turns the help
//! text, in each language, into the piece's moves and captures, and compares them with the rules on
//! random boards; sentences that depend on more than a board stand in `singles` beside positions
//! that show them. An unknown sentence is a failure. `ADOUBE_SEED` repeats or varies a run. Not
//! here: the examples and diagrams of `/piece`.

mod boards;
mod english;
mod german;
mod grammar;
mod lexicon;
mod meaning;
mod singles;
mod texts;

use adoube_bot::Language;
use adoube_rules::PieceType;
use adoube_testing::seeds;
use boards::{Boards, Found};
use grammar::Help;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::support::languages::{READ, by_language};

/// The seed of a run, unless another one is asked for.
const SEED: u64 = 20_261_122;
/// Boards for each type and language.
const BOARDS: usize = 300;
/// Boards on which a piece gives check, for each type that is locked at first.
const CHECKS: usize = 5;

/// Types of which every sentence is shown in `singles`, because what they do depends on other pieces and earlier moves.
fn is_regular(kind: PieceType) -> bool {
    ![PieceType::KING, PieceType::PAWN, PieceType::CHAMELEON, PieceType::JOKER].contains(&kind)
}

/// What the help of a type says, without the sentences that have positions of their own.
fn read(language: Language, kind: PieceType) -> Result<Help, String> {
    let phrases = by_language(language, english::PHRASES, german::PHRASES);
    let sentences = texts::sentences(language, kind);
    let mut read = Vec::new();
    for sentence in sentences.iter().filter(|sentence| !singles::shows(language, kind, sentence)) {
        read.push(lexicon::tokens(phrases, sentence)?);
    }
    grammar::help(&read).map_err(|fault| format!("{fault}: {}", sentences.join(" ")))
}

/// Every type with what its help says; all that cannot be read is told at once.
fn regular(language: Language) -> Vec<(PieceType, Help)> {
    let (mut helps, mut faults) = (Vec::new(), Vec::new());
    for kind in PieceType::all().filter(|kind| is_regular(*kind)) {
        match read(language, kind) {
            Ok(help) => helps.push((kind, help)),
            Err(fault) => faults.push(format!("{}: {fault}", kind.key())),
        }
    }
    let advice = "Say it in words of the lexicon, teach the lexicon the words, or show it in singles";
    assert!(faults.is_empty(), "{language:?}: {}\n{advice}.", faults.join("\n"));
    helps
}

fn compare(language: Language) {
    let mut boards = Boards::new(ChaCha8Rng::seed_from_u64(seeds::seed(SEED)));
    let mut faults = Vec::new();
    for (kind, help) in regular(language) {
        let (mut moves, mut captures) = (0, 0);
        for _ in 0..BOARDS {
            let board = boards.with(kind);
            let (said, done) = (meaning::of(&help, &board), Found::by_the_referee(&board));
            moves += done.moves();
            captures += done.captures();
            if said != done {
                faults.push(format!("{} on {}:\n{}", kind.key(), board.text(), said.difference(&done)));
                break;
            }
        }
        if moves == 0 || (captures > 0) != help.captures() {
            faults.push(format!("{}: {moves} moves and {captures} captures on {BOARDS} boards", kind.key()));
        }
    }
    assert!(faults.is_empty(), "{} pieces in {language:?}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn pieces_move_and_capture_as_the_english_help_says() {
    compare(Language::EN);
}

#[test]
fn pieces_move_and_capture_as_the_german_help_says() {
    compare(Language::of("de"));
}

#[test]
fn pieces_are_locked_as_the_help_says() {
    let mut boards = Boards::new(ChaCha8Rng::seed_from_u64(seeds::seed(SEED)));
    for language in READ {
        for (kind, help) in regular(language) {
            assert_eq!(help.locked(), kind.is_lockable(), "{} in {language:?}", kind.key());
        }
    }
    for kind in PieceType::all().filter(|kind| kind.is_lockable()) {
        for _ in 0..CHECKS {
            let board = boards.giving_check(kind);
            // Its owner's next move is then the fourth or fifth.
            assert_eq!(board.at_number(4).checkers(), [], "{}: {}", kind.key(), board.text());
        }
        let board = boards.with(kind);
        let fifth = board.at_number(5).legal_moves();
        assert!(fifth.iter().all(|made| made.from != board.square()), "{}: {}", kind.key(), board.text());
    }
}

#[test]
fn every_single_sentence_is_said_and_true() {
    let mut faults = Vec::new();
    for single in singles::all() {
        for (language, sentence) in READ.into_iter().zip([single.english, single.german]) {
            let said = texts::sentences(language, single.kind());
            if !said.iter().any(|said| said == sentence) {
                faults.push(format!("not said of {} in {language:?}: {sentence}", single.kind));
            }
        }
        faults.extend(single.shown.iter().filter_map(|shown| shown.fault(single.english)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_sentence_about_an_irregular_piece_is_shown() {
    for language in READ {
        for kind in PieceType::all().filter(|kind| !is_regular(*kind)) {
            for sentence in texts::sentences(language, kind) {
                let shown = singles::shows(language, kind, &sentence);
                assert!(shown, "no position in singles shows of {}: {sentence}", kind.key());
            }
        }
    }
}
