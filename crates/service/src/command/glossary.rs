//! The terms that help explains. A row here is all that parsing and help need to know; the words and the explanations in
//! every language hang on its key `glossary-<name>` in `assets/locales/*/help.ftl`.

use super::Verb;

/// A term of the game or of this program.
#[derive(Debug)]
pub struct Term {
    /// Its key.
    pub name: &'static str,
    /// The commands whose help explains it as well.
    pub commands: &'static [Verb],
}

const fn term(name: &'static str, commands: &'static [Verb]) -> Term {
    Term { name, commands }
}

/// Every term, in the order in which help lists them.
pub static GLOSSARY: &[Term] = &[
    term("games", &[Verb::Play]),
    term("letters", &[]),
    term("movable", &[Verb::Moves]),
    term("marks", &[Verb::Board]),
    term("en-passant", &[]),
    term("promotion", &[]),
    term("claim", &[Verb::Claim]),
    term("abort", &[Verb::Abort, Verb::Resign]),
    term("admins", &[Verb::Abort]),
    term("game-id", &[Verb::Game, Verb::Replay]),
    term("formats", &[Verb::Export]),
    term("touch-move", &[Verb::Touch]),
    term("release", &[Verb::Release]),
    term("powers", &[Verb::Piece]),
    term("menu", &[]),
    term("extra", &[Verb::Pick]),
    term("duplicates", &[]),
    term("lock", &[Verb::Setup]),
    term("cards", &[Verb::Hand, Verb::Drop, Verb::Pass]),
    term("grid", &[]),
    term("kings", &[]),
    term("fingerprint", &[Verb::Verify]),
];
