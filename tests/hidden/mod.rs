//! Framework for tests of hidden cards: games of Schachen in which everybody does anything at any
//! moment, played twice with cards that differ only where a viewer may not see them. Not here: on
//! which platform it is played, and what anybody gets to see there.
//!
//! What could tell of a card, and where each net looks at it. All compare what a viewer gets letter by letter, and so its
//! length as well:
//!
//! | what | service (`leaks`) | web chat (`web/crowd`) | Discord (`discord/crowd`) | Matrix (`matrix_chat/crowd`) |
//! |---|---|---|---|---|
//! | between the halves of a turn, by anybody (`Deed::is_within`) | yes | yes | yes | yes |
//! | every audience of what is said (`Place::audiences`) | all three | what is said to all | all there are | all there are |
//! | completions, of others too (`Doing::Complete`) | yes | yes | yes | it has none: help for what is typed |
//! | controls of others, old ones, made up ones | yes | yes | yes | lists and signs |
//! | the same event once more (`Doing::Again`) | yes | yes | yes | yes |
//! | order and number of messages | with the keys of notices | with numbers of entries | as they were sent | as they were said |
//! | pictures | as scenes | as files | as files | as files |
//! | by what a picture is kept: `ETag`, `Cache-Control`, length | none there | yes | none there | none there |
//! | the board one can touch | yes | yes | none there | none there |
//! | what the program logs, single cards as well | yes | yes | yes | yes |
//! | whole hands in the log and in spans, however careless it is | yes | the bot alone | the bot alone | the bot alone |
//! | private answers, hands and sealed cards in whatever others read | yes | `web/secrets` | `discord/secrets` | `matrix_chat/secrecy` |
//!
//! Names of single cards stand in logs of public moves as well, so that by itself a log is searched for whole hands, stacks and
//! decks alone; what is logged of two games is held against one another whole, as what a viewer gets is.

#![allow(dead_code, reason = "every test uses a part of it")]

pub mod cards;
pub mod crowd;
pub mod script;
pub mod twice;

use std::sync::Arc;

use adoube_bot::Audience;
use adoube_rules::Game;
use adoube_store::Store;
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use self::{
    cards::Cards,
    crowd::Scene,
    script::{Deed, NAMES, PLAYERS},
};

/// The most that people do between two parts of turns.
const MEDDLING: usize = 6;

/// Where a game of Schachen is played that has begun, Ada against Bob; Flo follows it.
pub trait Place: Sized {
    /// One that has just begun, with these cards if not with those that were dealt.
    async fn begin(seed: u64, touch_move: bool, cards: Option<&Cards>) -> Self;

    /// Where it is kept, and as which channel's.
    fn kept(&self) -> (Arc<dyn Store>, &'static str);

    /// Somebody does something; what comes of it has come when this is over.
    async fn does(&mut self, number: usize, deed: &Deed);

    /// Who may read along when somebody does something there.
    fn audiences(&self) -> &'static [Audience] {
        &[Audience::SenderOnly, Audience::SenderOnly, Audience::TextVisible, Audience::TextAndReplyVisible]
    }

    /// Whether what is pressed there may be read by everybody, too.
    fn shows_presses(&self) -> bool {
        true
    }

    /// Controls that somebody may use who does something there.
    async fn controls(&self, _name: &str, _audience: Audience) -> Vec<Control> {
        let (store, channel) = self.kept();
        match cards::running(&*store, channel).await {
            Some(game) => controls(&*store, channel, &game).await,
            None => Vec::new(),
        }
    }

    /// Everything one of `NAMES` has got so far, in order, where that is known as soon as something was done.
    fn got(&self, _place: usize) -> Option<&[String]> {
        None
    }

    /// Nothing more is done, and whatever was under way has come: everything each of `NAMES` got.
    async fn closes(self) -> [Vec<String>; NAMES.len()];
}

/// A game as it was played.
#[derive(Default)]
pub struct Played {
    /// What was done.
    pub deeds: Vec<Deed>,
    /// How many deeds were done before each turn, and by the end, and the cards then with what of them was seen.
    pub turns: Vec<(usize, Cards)>,
    /// Deeds that do something wherever they are done, by whom and with which number.
    traces: Vec<(&'static str, usize)>,
}

/// Plays on for a number of turns; everybody does anything at any moment, also while a player is asked for a card.
pub async fn improvise(
    place: &mut impl Place,
    rng: &mut ChaCha8Rng,
    turns: usize,
    touch_move: bool,
) -> Played {
    let (store, channel) = place.kept();
    let mut cards = Cards::dealt(&*store, channel).await;
    let mut played = Played::default();
    for _ in 0..turns {
        meddle(place, rng, (touch_move, false), &mut played).await;
        let Some(game) = cards::running(&*store, channel).await else { break };
        let Some(turn) = script::turn(rng, &game) else { break };
        let before = stage(&*store, channel).await.expect("a game runs");
        let begins = played.deeds.len();
        played.turns.push((begins, cards.clone()));
        for (part, deed) in turn.deeds.into_iter().enumerate() {
            place.does(played.deeds.len(), &deed).await;
            if part == 0 {
                // The move itself can be made whatever the cards are.
                played.traces.push((deed.name, played.deeds.len()));
            }
            played.deeds.push(deed);
            if stage(&*store, channel).await.is_some_and(|stage| stage.is_asked) {
                meddle(place, rng, (touch_move, true), &mut played).await;
            }
        }
        let after = stage(&*store, channel).await;
        // Where turns are refused, games that stand still would be compared.
        let is_made = after.is_none_or(|after| after.plies == before.plies + 1 && !after.is_asked);
        assert!(is_made, "{:?} is made: {after:?} after {before:?}", &played.deeds[begins..]);
        if after.is_none() {
            // The end opens all cards, so the game that is compared stops before it.
            played.deeds.truncate(begins);
            return played;
        }
        cards.note(game.position().side_to_move(), turn.made.drop.map(|drop| drop.card));
    }
    played.turns.push((played.deeds.len(), cards));
    played
}

/// A few things that people do now.
async fn meddle(
    place: &mut impl Place,
    rng: &mut ChaCha8Rng,
    (touch_move, is_within): (bool, bool),
    played: &mut Played,
) {
    let (store, channel) = place.kept();
    for _ in 0..rng.random_range(0..MEDDLING) {
        let Some(game) = cards::running(&*store, channel).await else { return };
        let name = *NAMES.choose(rng).expect("somebody");
        let audience = *place.audiences().choose(rng).expect("some");
        let controls = place.controls(name, audience).await;
        let scene = Scene {
            game: &game,
            touch_move,
            is_within,
            audience,
            shows_presses: place.shows_presses(),
            controls: &controls,
            traces: &played.traces,
        };
        let deed = scene.deed(rng, name);
        let before = stage(&*store, channel).await;
        place.does(played.deeds.len(), &deed).await;
        assert_eq!(stage(&*store, channel).await, before, "it makes no turn: {deed:?}");
        if !NAMES[..PLAYERS.len()].contains(&deed.name) {
            played.traces.push((deed.name, played.deeds.len()));
        }
        played.deeds.push(deed);
    }
}

/// A button or an option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    pub id: String,
    pub value: Option<String>,
}

/// How far a game is, as far as it is public, and whether its player is asked for a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    pub turn: u64,
    /// Moves that were made.
    pub plies: u64,
    pub is_asked: bool,
}

/// How far the game of a channel is, if one runs there.
pub async fn stage(store: &dyn Store, channel: &str) -> Option<Stage> {
    let (_, record) = cards::record(store, channel).await;
    let game = record.get("game").filter(|game| !game.is_null())?;
    let number = |key: &str| game[key].as_u64().expect("a number");
    let is_asked = game.get("begun").is_some_and(|begun| !begun.is_null());
    Some(Stage { turn: number("turn"), plies: number("plies"), is_asked })
}

/// Ids of controls as anybody can make them up who has seen another: of this turn and the one before, for this move.
pub async fn controls(store: &dyn Store, channel: &str, game: &Game) -> Vec<Control> {
    let (_, record) = cards::record(store, channel).await;
    let (id, turn) = (record["game"]["id"].as_str().expect("an id"), record["game"]["turn"].as_u64());
    let turn = turn.expect("a number");
    let Some(made) = game.legal_moves().first() else { return Vec::new() };
    let steps = format!("{}.{}.-", made.from, made.to);
    let (from, to) = (made.from.to_string(), made.to.to_string());
    let plain =
        ["board", "flip", "hints", "hand", "legend", "move", "follow"].map(|word| (word.to_owned(), None));
    let steps = [
        ("piece".to_owned(), Some(from.clone())),
        (format!("square.{from}"), Some(to)),
        (format!("cards.{steps}"), None),
        (format!("card.{steps}"), Some("Q".to_owned())),
        (format!("card.{steps}"), Some("P".to_owned())),
        (format!("dropon.{steps}.N"), Some("m1".to_owned())),
        (format!("pass.{steps}"), None),
        (format!("play.{steps}"), None),
        ("make".to_owned(), Some(format!("{}{}", made.from, made.to))),
        ("touch".to_owned(), Some(made.from.to_string())),
        (format!("put.{steps}"), Some("N@m1".to_owned())),
        ("takeup".to_owned(), None),
    ];
    let targets: Vec<(String, Option<String>)> = plain.into_iter().chain(steps).collect();
    let of_turn = |turn: u64| {
        let control = |(target, value): &(String, Option<String>)| Control {
            id: format!("turn.{id}.{turn}.{target}"),
            value: value.clone(),
        };
        targets.iter().map(control).collect::<Vec<_>>()
    };
    [of_turn(turn.saturating_sub(1)), of_turn(turn)].concat()
}
