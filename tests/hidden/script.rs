//! The turns of the players in tests of hidden cards: whole turns in all the ways there are to make
//! them, and commands that look at the game.

use adoube_bot::{Audience, Language, UserAction};
use adoube_rules::{Game, Move, PieceType, Side};
use rand::{Rng, RngExt, seq::IndexedRandom};

/// The two players, somebody who looks on, and somebody who follows the game.
pub const NAMES: [&str; 4] = ["Ada", "Bob", "Eve", "Flo"];
/// The sides of the first two.
pub const PLAYERS: [Side; 2] = [Side::White, Side::Black];

/// Something somebody does.
#[derive(Clone, Debug)]
pub struct Deed {
    pub name: &'static str,
    pub language: Language,
    pub audience: Audience,
    pub doing: Doing,
    /// Whether it is the last part of a turn.
    pub ends_turn: bool,
    /// Whether it is done while a player is asked for a card, by whomever.
    pub is_within: bool,
}

/// What it is.
#[derive(Clone, Debug)]
pub enum Doing {
    Act(UserAction),
    /// The event of an earlier deed, by its number, once more.
    Again(usize),
    /// Looks what the beginning of a line is completed to.
    Complete(String),
}

impl Deed {
    pub fn new(name: &'static str, action: UserAction) -> Self {
        let (language, audience, doing) = (Language::EN, Audience::SenderOnly, Doing::Act(action));
        Self { name, language, audience, doing, ends_turn: false, is_within: false }
    }

    pub fn command(name: &'static str, line: &str) -> Self {
        Self::new(name, UserAction::Line(line.to_owned()))
    }
}

/// A turn as it is made.
pub struct Turn {
    pub made: Move,
    pub deeds: Vec<Deed>,
}

/// A random turn of the side to move, in one of the ways in which people make one.
pub fn turn(rng: &mut impl Rng, game: &Game) -> Option<Turn> {
    let position = game.position();
    let legal = game.legal_moves();
    let drops: Vec<Move> = legal.iter().filter(|made| made.drop.is_some()).copied().collect();
    let pool = if rng.random_bool(0.5) && !drops.is_empty() { &drops[..] } else { legal };
    let made = *pool.choose(rng)?;
    let name = NAMES[position.side_to_move() as usize];
    // A German B is a Pawn before it is a Bishop, so what a Pawn becomes is said in English.
    let german = rng.random_bool(0.5) && made.choice.is_none();
    let (language, pass, drop) =
        if german { (Language::of("de"), "passe", "setze") } else { (Language::EN, "pass", "drop") };
    let first = made.without_drop();
    let action =
        |text: String, said: bool| if said { UserAction::Text(text) } else { UserAction::Line(text) };
    let said = rng.random_bool(0.5);
    let lines: Vec<UserAction> = match (made.drop, rng.random_range(0..3)) {
        (Some(_), 0) if !german => vec![action(made.to_string(), said)],
        (Some(card), 1) => {
            vec![action(format!("{first} {drop} {} {}", card_name(card.card, german), card.square), said)]
        }
        (Some(card), _) => vec![
            action(first.to_string(), said),
            UserAction::Line(format!("drop {} {}", card_name(card.card, german), card.square)),
        ],
        (None, 0) => vec![action(format!("{first} {pass}"), said)],
        (None, 1) => vec![action(first.to_string(), said), action(pass.to_owned(), false)],
        // The player looks at the own hand on the way.
        (None, _) => vec![
            action(first.to_string(), said),
            UserAction::Line("hand".to_owned()),
            UserAction::Line("pass".to_owned()),
        ],
    };
    let last = lines.len() - 1;
    let deeds = lines
        .into_iter()
        .enumerate()
        .map(|(part, action)| Deed { language, ends_turn: part == last, ..Deed::new(name, action) })
        .collect();
    Some(Turn { made, deeds })
}

/// A card as people type it. In German letters a Pawn and a Bishop are both "B".
fn card_name(card: PieceType, german: bool) -> &'static str {
    match (card.code(), german) {
        ("Q", true) => "Dame",
        ("R", true) => "Turm",
        ("B", true) => "Läufer",
        ("N", true) => "Springer",
        (_, true) => "Bauer",
        (code, false) => code,
    }
}

/// Everything that can be looked at or tried by somebody who has nothing to do.
pub const LOOKS: [&str; 33] = [
    "board",
    "board text",
    "board hints",
    "board flip",
    "moves",
    "moves m2",
    "moves pawn",
    "moves king",
    "hand",
    "games",
    "game",
    "export",
    "step",
    "rematch",
    "export fen",
    "verify",
    "help",
    "rules",
    "takeback",
    "abort",
    "touch m2",
    "release",
    "brett text",
    "karten",
    "exportieren fen",
    "prüfen",
    "",
    "dr",
    "export json",
    "move m",
    "zug Bauer",
    "drop ",
    "replay",
];

/// A look by anybody; nothing that changes the game.
pub fn look(rng: &mut impl Rng) -> Deed {
    let name = NAMES.choose(rng).copied().unwrap_or("Eve");
    let line = LOOKS.choose(rng).copied().unwrap_or_default();
    // Only Eve touches, in vain, and tries moves: a player's touch would change the game.
    let name =
        if ["touch m2", "release", "abort", "move m", "zug Bauer"].contains(&line) { "Eve" } else { name };
    let language = if rng.random_bool(0.5) { Language::EN } else { Language::of("de") };
    if rng.random_range(0..6) == 0 {
        let text =
            ["n3", "m3 drop Q o1", "m2m3/N@m1", "pass", "drop P l2"].choose(rng).copied().unwrap_or_default();
        return Deed { language, ..Deed::command("Eve", text) };
    }
    Deed { language, ..Deed::command(name, line) }
}
