//! Fuzz target for position texts of every variant: checks that a text that is no position is
//! refused with a reason, and that one that is can be printed, shown and played on from. Not here:
//! moves that people type (`moves`).
//!
//! The first byte says the game (`c`hess, chess`9`60, `g`rand, `s`chachen; any other one of them), the rest is the text.
//!
//! - A refusal names at least one fault.
//! - What is printed of a position, or of what a viewer may see of it, is read as the same and printed the same again.
//! - Legal moves are sorted and each there once; those without drops are the ones that drop nothing; check has checkers.
//! - After a legal move the other side is to move, what the move says it does has been done, and the position's own text is
//!   one of a position again.
//! - A game goes on from it: it is over or there is a move, and its record leads to the same.

#![no_main]

use adoube_fuzz::spread;
use adoube_rules::{Game, Move, Position, PositionView, PositionViewer, Side, Variant, notation};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Moves that are made from one position.
const MOVES: usize = 16;
/// Moves of which the coordinate form is looked up, which lists all legal ones each time.
const LOOKED_UP: usize = 2;
const VIEWERS: [PositionViewer; 3] =
    [PositionViewer::Player(Side::White), PositionViewer::Player(Side::Black), PositionViewer::Spectator];

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((&game, text)) = data.split_first() else { return Corpus::Reject };
    let Ok(text) = str::from_utf8(text) else { return Corpus::Reject };
    let variant = match game {
        b'c' => Variant::Chess,
        b'9' => Variant::Chess960,
        b'g' => Variant::Grand,
        b's' => Variant::Schachen,
        other => Variant::ALL[usize::from(other) % Variant::ALL.len()],
    };
    if let Ok(view) = PositionView::parse(variant, text) {
        let printed = view.to_string();
        assert_eq!(PositionView::parse(variant, &printed).as_ref(), Ok(&view), "{printed}");
    }
    match Position::parse(variant, text) {
        Ok(position) => check(&position),
        Err(error) => assert!(!error.faults.is_empty() && !error.to_string().is_empty()),
    }
    Corpus::Keep
});

fn check(position: &Position) {
    assert_printed(position);
    assert_seen(position);
    let legal = position.legal_moves();
    assert_listed(position, &legal);
    for made in spread(&legal, MOVES) {
        assert_made(position, made);
    }
    for made in spread(&legal, LOOKED_UP) {
        assert_eq!(notation::parse_lan(position, &made.to_string()).as_ref(), Ok(made));
    }
    assert_game(position, &legal);
}

fn assert_printed(position: &Position) {
    let printed = position.full_text();
    let read = Position::parse(position.variant(), &printed);
    assert_eq!(read.as_ref(), Ok(position), "{printed}");
    assert_eq!(read.map(|read| read.full_text()), Ok(printed));
}

fn assert_seen(position: &Position) {
    for viewer in VIEWERS {
        let view = position.view(viewer);
        let printed = view.to_string();
        assert_eq!(PositionView::parse(position.variant(), &printed).as_ref(), Ok(&view), "{printed}");
        assert_eq!(view.for_spectators(), position.view(PositionViewer::Spectator), "{printed}");
        if !position.variant().has_cards() {
            assert_eq!(printed, position.full_text());
        }
    }
}

fn assert_listed(position: &Position, legal: &[Move]) {
    assert!(legal.is_sorted() && legal.windows(2).all(|pair| pair[0] != pair[1]), "{position}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{position}");
    let bare: Vec<Move> = legal.iter().filter(|made| made.drop.is_none()).copied().collect();
    assert_eq!(position.moves_without_drops(), bare, "{position}");
    assert_eq!(position.in_check(), !position.checkers().is_empty(), "{position}");
    let pseudo = position.pseudo_legal_moves();
    assert!(bare.iter().all(|made| pseudo.contains(made)), "{position}");
}

fn assert_made(position: &Position, made: &Move) {
    let (effects, after) = (position.effects(made), position.apply(made));
    let mover = position.side_to_move();
    assert_eq!(after.side_to_move(), mover.other(), "{made} in {position}");
    for (square, piece) in &effects.vanished {
        assert_eq!(position.piece_at(*square), Some(*piece), "{made} in {position}");
        let comes_back = effects.appeared.iter().any(|(appeared, _)| appeared == square);
        assert!(comes_back || after.piece_at(*square).is_none(), "{made} in {position}");
    }
    for (square, piece) in &effects.appeared {
        assert_eq!(after.piece_at(*square), Some(*piece), "{made} in {position}");
    }
    let count = position.pieces().count() + effects.appeared.len() - effects.vanished.len();
    assert_eq!(after.pieces().count(), count, "{made} in {position}");
    let printed = after.full_text();
    let read = Position::parse(after.variant(), &printed);
    assert_eq!(read.as_ref(), Ok(&after), "{made} in {}: {printed}", position.full_text());
}

fn assert_game(position: &Position, legal: &[Move]) {
    let game = Game::new(position.clone());
    match game.outcome() {
        Some(_) => assert!(game.legal_moves().is_empty()),
        None => assert_eq!((game.legal_moves(), legal.is_empty()), (legal, false), "{position}"),
    }
    let restored = Game::restore(game.snapshot()).expect("a snapshot of a game is one");
    assert_eq!(
        (restored.position(), restored.outcome(), restored.draw_claims(), restored.repetitions()),
        (game.position(), game.outcome(), game.draw_claims(), game.repetitions())
    );
}
