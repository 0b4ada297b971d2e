//! List of the terms that `/help` explains (the glossary), a row for each; their words and
//! explanations are under the key `glossary-<name>` in `assets/locales/*/help.ftl`.

use super::{
    ABORT, BOARD, CLAIM, CommandSpec, DROP, EXPORT, GAME, HAND, MOVES, PASS, PICK, PIECE, PLAY, RELEASE,
    REPLAY, RESIGN, SETUP, TOUCH, VERIFY,
};

/// A term of the game or of this program.
#[derive(Debug)]
pub struct GlossaryTerm {
    /// Its key.
    pub name: &'static str,
    /// The commands whose help explains it as well.
    pub commands: &'static [&'static CommandSpec],
}

const fn term(name: &'static str, commands: &'static [&'static CommandSpec]) -> GlossaryTerm {
    GlossaryTerm { name, commands }
}

/// Every term, in the order in which help lists them.
pub static GLOSSARY: &[GlossaryTerm] = &[
    term("games", &[&PLAY]),
    term("letters", &[]),
    term("movable", &[&MOVES]),
    term("marks", &[&BOARD]),
    term("en-passant", &[]),
    term("promotion", &[]),
    term("claim", &[&CLAIM]),
    term("abort", &[&ABORT, &RESIGN]),
    term("admins", &[&ABORT]),
    term("game-id", &[&GAME, &REPLAY]),
    term("formats", &[&EXPORT]),
    term("touch-move", &[&TOUCH]),
    term("release", &[&RELEASE]),
    term("powers", &[&PIECE]),
    term("menu", &[]),
    term("extra", &[&PICK]),
    term("duplicates", &[]),
    term("lock", &[&SETUP]),
    term("cards", &[&HAND, &DROP, &PASS]),
    term("grid", &[]),
    term("kings", &[]),
    term("fingerprint", &[&VERIFY]),
];
