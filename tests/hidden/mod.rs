//! Games of Schachen in which everybody does anything at any moment, to be played twice with cards that differ only where
//! somebody may not see. Not here: where it is played, and what anybody gets to see there.

#![allow(dead_code, reason = "every test uses a part of it")]

pub mod cards;
pub mod crowd;
pub mod script;

use std::sync::Arc;

use adoube_rules::Game;
use adoube_service::Audience;
use adoube_store::Store;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use self::{
    cards::Cards,
    crowd::Scene,
    script::{Deed, NAMES, PLAYERS},
};

/// The most that people do between two parts of turns.
const MEDDLING: usize = 6;

/// Where a game of Schachen is played that has begun, Ada against Bob.
pub trait Place {
    /// Where it is kept, and as which channel's.
    fn kept(&self) -> (Arc<dyn Store>, &'static str);

    /// Somebody does something; what comes of it has come when this is over.
    async fn does(&mut self, number: usize, deed: &Deed);

    /// Who may read along when somebody does something there.
    fn audiences(&self) -> &'static [Audience] {
        &[Audience::Nobody, Audience::Nobody, Audience::Words, Audience::Everybody]
    }

    /// Whether what is pressed there may be read by everybody, too.
    fn shows_presses(&self) -> bool {
        true
    }

    /// Controls that somebody may use.
    async fn controls(&self) -> Vec<Control> {
        let (store, channel) = self.kept();
        match cards::running(&*store, channel).await {
            Some(game) => controls(&*store, channel, &game).await,
            None => Vec::new(),
        }
    }
}

/// Plays on for a number of turns; everybody does anything at any moment, also while a player is asked for a card. What
/// was done, and the cards with what of them was seen.
pub async fn improvise(
    place: &mut impl Place,
    rng: &mut ChaCha8Rng,
    turns: usize,
    touch_move: bool,
) -> (Vec<Deed>, Cards) {
    let (store, channel) = place.kept();
    let mut cards = Cards::dealt(&*store, channel).await;
    let (mut deeds, mut traces) = (Vec::new(), Vec::new());
    for _ in 0..turns {
        meddle(place, rng, (touch_move, false), (&mut deeds, &mut traces)).await;
        let Some(game) = cards::running(&*store, channel).await else { break };
        let Some(turn) = script::turn(rng, &game) else { break };
        let turn_begins = deeds.len();
        let before = stage(&*store, channel).await.expect("a game runs");
        for (part, deed) in turn.deeds.into_iter().enumerate() {
            place.does(deeds.len(), &deed).await;
            if part == 0 {
                // The move itself can be made whatever the cards are.
                traces.push((deed.name, deeds.len()));
            }
            deeds.push(deed);
            if stage(&*store, channel).await.is_some_and(|stage| stage.is_asked) {
                meddle(place, rng, (touch_move, true), (&mut deeds, &mut traces)).await;
            }
        }
        cards.note(game.position().side_to_move(), turn.made.drop.map(|drop| drop.card));
        let after = stage(&*store, channel).await;
        // Where turns are refused, games that stand still would be compared.
        let is_made = after.is_none_or(|after| after.plies == before.plies + 1 && !after.is_asked);
        assert!(is_made, "{:?} is made: {after:?} after {before:?}", &deeds[turn_begins..]);
        if after.is_none() {
            // The end opens all cards, so the game that is compared stops before it.
            deeds.truncate(turn_begins);
            cards.forget_last();
            break;
        }
    }
    (deeds, cards)
}

/// A few things that people do now.
async fn meddle(
    place: &mut impl Place,
    rng: &mut ChaCha8Rng,
    (touch_move, is_within): (bool, bool),
    (deeds, traces): (&mut Vec<Deed>, &mut Vec<(&'static str, usize)>),
) {
    let (store, channel) = place.kept();
    for _ in 0..rng.random_range(0..MEDDLING) {
        let Some(game) = cards::running(&*store, channel).await else { return };
        let controls = place.controls().await;
        let scene = Scene {
            game: &game,
            touch_move,
            is_within,
            audiences: place.audiences(),
            shows_presses: place.shows_presses(),
            controls: &controls,
            traces: &*traces,
        };
        let deed = scene.deed(rng);
        let before = stage(&*store, channel).await;
        place.does(deeds.len(), &deed).await;
        assert_eq!(stage(&*store, channel).await, before, "it makes no turn: {deed:?}");
        if !NAMES[..PLAYERS.len()].contains(&deed.name) {
            traces.push((deed.name, deeds.len()));
        }
        deeds.push(deed);
    }
}

/// Does the same in two games; whether both are equally far then, and whether it was done at all: where one player is
/// asked for a card and the other is not, their moves come at different times, as they must, and nobody else does
/// anything in between.
pub async fn both(places: [&mut impl Place; 2], number: usize, deed: &Deed) -> (bool, bool) {
    let [one, two] = places;
    let kept = [one.kept(), two.kept()];
    let mut stages = [None, None];
    for (stage_of, (store, channel)) in stages.iter_mut().zip(&kept) {
        *stage_of = stage(&**store, channel).await;
    }
    if deed.is_within && stages.iter().any(|stage| stage.is_none_or(|stage| !stage.is_asked)) {
        return (false, false);
    }
    one.does(number, deed).await;
    two.does(number, deed).await;
    for (stage_of, (store, channel)) in stages.iter_mut().zip(&kept) {
        *stage_of = stage(&**store, channel).await;
    }
    let is_alike = stages[0] == stages[1];
    assert!(is_alike || !deed.ends_turn, "after deed {number} {deed:?}");
    (is_alike, true)
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
