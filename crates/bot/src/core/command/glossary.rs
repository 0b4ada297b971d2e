//! List of the terms that `/help` explains (the glossary), a row for each; their words and
//! explanations are under the key `glossary-<name>` in `assets/locales/*/help.ftl`.

/// A term of the game or of this program.
#[derive(Debug)]
pub struct GlossaryTerm {
    /// Its key.
    pub name: &'static str,
    /// The keys of the commands whose help explains it as well.
    pub commands: &'static [&'static str],
}

const fn term(name: &'static str, commands: &'static [&'static str]) -> GlossaryTerm {
    GlossaryTerm { name, commands }
}

/// Every term, in the order in which help lists them.
pub static GLOSSARY: &[GlossaryTerm] = &[
    term("games", &["play"]),
    term("letters", &[]),
    term("movable", &["moves"]),
    term("marks", &["board"]),
    term("en-passant", &[]),
    term("promotion", &[]),
    term("claim", &["claim"]),
    term("abort", &["abort", "resign"]),
    term("admins", &["abort"]),
    term("game-id", &["game", "replay"]),
    term("formats", &["export"]),
    term("touch-move", &["touch"]),
    term("release", &["release"]),
    term("powers", &["piece"]),
    term("menu", &[]),
    term("extra", &["pick"]),
    term("duplicates", &[]),
    term("lock", &["setup"]),
    term("cards", &["hand", "drop", "pass"]),
    term("grid", &[]),
    term("kings", &[]),
    term("fingerprint", &["verify"]),
];
