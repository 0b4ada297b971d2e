//! Random actions of everybody in games with hidden cards, in and out of turn: words that are a
//! turn or nearly one, commands, own and foreign buttons, old and new, completions, repetitions; in
//! private and in public. A person who has cards to hide does nothing here whose effect on the game
//! could depend on them. Not here: turns that are made (`script`).

use adoube_bot::{Audience, Language, UserAction};
use adoube_rules::Game;
use rand::{Rng, RngExt, seq::IndexedRandom};

use super::{
    Control,
    script::{Deed, Doing, LOOKS, NAMES, PLAYERS},
};

/// A move as it is typed, more or less.
const MOVES: [&str; 8] = ["n4", "m2m3", "Nn3", "Springer n3", "n2 - n3", "pawn n3", "(-b12)", "o6o5"];
/// What is put between it and a card.
const BETWEEN: [&str; 5] = [" ", ", ", " then ", ", dann ", "/"];
/// A card and what is done with it, rightly or nearly.
const DROPS: [&str; 16] = [
    "drop R z5",
    "Rook l2",
    "drop rook z5",
    "drop Q o1",
    "N@m1",
    "R",
    "qeen o1",
    "droop the queen",
    "setz Dame o1",
    "Dame auf n1",
    "sezte Läufer auf o1 ein",
    "drop P l2",
    "Turm",
    "put my knigth on o1",
    "BISHOP!!",
    "pass",
];
/// What people say to one another.
const TALK: [&str; 8] = [
    "hello",
    "good game",
    "nice move!",
    "what a Queen",
    "I would drop the rook",
    "schöne Partie",
    "3",
    "Wer hat die Dame?",
];
/// Commands that change something for whoever does not play.
const OF_ONLOOKERS: [&str; 14] = [
    "hint",
    "tipp",
    "follow",
    "unfollow",
    "folgen",
    "resign",
    "draw",
    "claim",
    "abort",
    "release",
    "touch m2",
    "play Ada chess",
    "withdraw",
    "setup",
];
/// What has no effect at one's own turn whatever cards one has.
const IN_VAIN: [&str; 9] =
    ["drop K z99", "setze König z99", "drop", "karte", "moves king", "claim", "release", "zz99", "move zz99"];
/// What begins like something.
const BEGUN: [&str; 16] = [
    "", "d", "dr", "drop ", "drop Q", "drop Q ", "setzen ", "setzen D", "move ", "move n", "move n3 ",
    "zug Spr", "touch ", "moves ", "hand ", "pass ",
];
/// What buttons that only show something end with.
const LOOKING: [&str; 5] = [".board", ".flip", ".hints", ".legend", ".hand"];

/// The moment at which something is done.
pub struct Scene<'t> {
    pub game: &'t Game,
    pub touch_move: bool,
    /// Whether a player is being asked for a card.
    pub is_within: bool,
    /// Who may read along.
    pub audience: Audience,
    pub shows_presses: bool,
    pub controls: &'t [Control],
    /// Deeds that did something wherever they were done, by whom and with which number.
    pub traces: &'t [(&'static str, usize)],
}

impl Scene<'_> {
    /// Something that this person does.
    pub fn deed(&self, rng: &mut impl Rng, name: &'static str) -> Deed {
        let side = NAMES.iter().position(|other| *other == name).and_then(|place| PLAYERS.get(place));
        let doing = match side {
            None => self.by_onlooker(rng),
            Some(side) if *side == self.game.position().side_to_move() => self.by_mover(rng),
            Some(_) => self.by_waiting(rng, name),
        };
        let language = if rng.random_bool(0.5) { Language::EN } else { Language::of("de") };
        let audience = self.audience;
        Deed { name, language, audience, doing, ends_turn: false, is_within: self.is_within }
    }

    /// A stranger, or somebody who follows the game: anything.
    fn by_onlooker(&self, rng: &mut impl Rng) -> Doing {
        match rng.random_range(0..10) {
            0..3 => said(self.words(rng)),
            3 => told(self.words(rng)),
            4 => told(text(rng, &LOOKS)),
            5 => told(text(rng, &OF_ONLOOKERS)),
            6 | 7 => self.press(rng, |_| true),
            8 => Doing::Complete(text(rng, &BEGUN)),
            _ => self.again(rng, |name| !NAMES[..PLAYERS.len()].contains(&name)),
        }
    }

    /// The player whose turn it is not: anything, save what ends the game or is answered by the other one.
    fn by_waiting(&self, rng: &mut impl Rng, name: &str) -> Doing {
        match rng.random_range(0..9) {
            0..3 => said(self.words(rng)),
            3 => told(self.words(rng)),
            4 => told(text(rng, &LOOKS)),
            5 | 6 => self.press(rng, |id| {
                !["draw", "confirm", "release", "accept", "withdraw", "decline"]
                    .iter()
                    .any(|word| id.contains(word))
            }),
            7 => Doing::Complete(text(rng, &BEGUN)),
            _ => self.again(rng, |other| other == name),
        }
    }

    /// The player to move: anything where others read along, as it is refused there; else what has no effect.
    fn by_mover(&self, rng: &mut impl Rng) -> Doing {
        match (self.audience, rng.random_range(0..4)) {
            (Audience::TextAndReplyVisible | Audience::Public, 0) => told(self.words(rng)),
            (Audience::TextAndReplyVisible | Audience::Public, 1) if self.shows_presses => {
                self.press(rng, |_| true)
            }
            (Audience::TextAndReplyVisible | Audience::Public | Audience::TextVisible, _) => {
                said(self.words(rng))
            }
            (Audience::SenderOnly, 0) => Doing::Complete(text(rng, &BEGUN)),
            (Audience::SenderOnly, 1) => self.press(rng, |id| LOOKING.iter().any(|end| id.ends_with(end))),
            (Audience::SenderOnly, 2) if !self.touch_move => told(text(rng, &IN_VAIN)),
            (Audience::SenderOnly, _) => told(text(rng, &["hand", "karten", "board", "moves", "export fen"])),
        }
    }

    /// Words that are a turn, or nearly one, or talk.
    fn words(&self, rng: &mut impl Rng) -> String {
        let legal = || self.game.legal_moves();
        match rng.random_range(0..6) {
            0 => legal().choose(rng).map(ToString::to_string).unwrap_or_default(),
            1 => text(rng, &MOVES),
            2 => text(rng, &DROPS),
            3 => [text(rng, &MOVES), text(rng, &BETWEEN), text(rng, &DROPS)].concat(),
            4 => legal().choose(rng).map(|made| made.without_drop().to_string()).unwrap_or_default(),
            _ => text(rng, &TALK),
        }
    }

    /// A control that anybody was shown, as if whoever presses it had seen it.
    fn press(&self, rng: &mut impl Rng, may_be: impl Fn(&str) -> bool) -> Doing {
        let possible: Vec<&Control> = self.controls.iter().filter(|each| may_be(&each.id)).collect();
        // The newest ones do most.
        let newest = &possible[possible.len().saturating_sub(12)..];
        let pool = if rng.random_bool(0.7) { newest } else { &possible[..] };
        match pool.choose(rng) {
            Some(Control { id, value }) => {
                Doing::Act(UserAction::Press { id: id.clone(), value: value.clone() })
            }
            None => told("board".to_owned()),
        }
    }

    /// Something that was done before, told by the platform once more.
    fn again(&self, rng: &mut impl Rng, by: impl Fn(&str) -> bool) -> Doing {
        let own: Vec<usize> =
            self.traces.iter().filter(|(name, _)| by(name)).map(|(_, number)| *number).collect();
        own.choose(rng).map_or_else(|| told("games".to_owned()), |number| Doing::Again(*number))
    }
}

fn said(text: String) -> Doing {
    Doing::Act(UserAction::Text(text))
}

fn told(line: String) -> Doing {
    Doing::Act(UserAction::Line(line))
}

fn text(rng: &mut impl Rng, texts: &[&str]) -> String {
    (*texts.choose(rng).expect("some")).to_owned()
}
