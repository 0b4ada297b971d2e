//! Reads the hidden cards of a game from its record, notes who has seen which of them, and puts
//! other cards into a record, as another shuffle would have dealt them.

use adoube_rules::{CardDeal, Game, KingPlacement, PieceType, Position, Side};
use adoube_store::{Batch, Key, Store, Table};
use rand::{Rng, seq::SliceRandom};
use serde_json::Value;

/// Cards of a first hand.
const HAND: usize = 3;

/// Both decks from the top, and what of them has been seen.
#[derive(Clone)]
pub struct Cards {
    decks: [Vec<char>; 2],
    nonce: String,
    /// How many each side has drawn.
    drawn: [usize; 2],
    /// Places of a deck whose cards were dropped, in order.
    dropped: Vec<(usize, usize)>,
}

impl Cards {
    /// Those of the game that runs.
    pub async fn dealt(store: &dyn Store, channel: &str) -> Self {
        let record = record(store, channel).await.1;
        let deal = &record["game"]["deal"];
        let text = deal["cards"].as_str().expect("cards");
        let (white, black) = text.split_once('/').expect("two decks");
        Self {
            decks: [white, black].map(|deck| deck.chars().collect()),
            nonce: deal["nonce"].as_str().expect("a nonce").to_owned(),
            drawn: [HAND; 2],
            dropped: Vec::new(),
        }
    }

    /// Notes a turn.
    pub fn note(&mut self, side: Side, card: Option<PieceType>) {
        let Some(card) = card else { return };
        let side = side as usize;
        let letter = card.code().chars().next().expect("a code");
        let held =
            |place: &usize| self.decks[side][*place] == letter && !self.dropped.contains(&(side, *place));
        let place = (0..self.drawn[side]).find(held).expect("a dropped card was in the hand");
        self.dropped.push((side, place));
        self.drawn[side] = (self.drawn[side] + 1).min(self.decks[side].len());
    }

    /// Other cards that look the same to a player, or to somebody who looks on; none if there are no others.
    pub fn alike_to(&self, viewer: Option<Side>, rng: &mut impl Rng) -> Option<Self> {
        let mut other = self.clone();
        for side in Side::BOTH {
            let index = side as usize;
            let is_hidden = |place: usize| {
                let own = viewer == Some(side) && place < self.drawn[index];
                !own && !self.dropped.contains(&(index, place))
            };
            let places: Vec<usize> = (0..self.decks[index].len()).filter(|place| is_hidden(*place)).collect();
            let mut kinds: Vec<char> = places.iter().map(|place| self.decks[index][*place]).collect();
            // Most shuffles of different cards differ; one of a few does.
            for _ in 0..8 {
                kinds.shuffle(rng);
                if places.iter().zip(&kinds).any(|(place, kind)| self.decks[index][*place] != *kind) {
                    break;
                }
            }
            places.iter().zip(kinds).for_each(|(place, kind)| other.decks[index][*place] = kind);
        }
        (other.decks != self.decks).then_some(other)
    }

    fn text(&self) -> String {
        self.decks.each_ref().map(|deck| deck.iter().collect::<String>()).join("/")
    }

    /// Deals these cards to the game that has just begun.
    pub async fn put_into(&self, store: &dyn Store, channel: &str) {
        let deal: CardDeal = self.text().parse().expect("a deal");
        put(store, channel, Some(self.text()), Position::start_schachen(&deal, KingPlacement::Rotated)).await;
    }

    /// Texts nobody may read before the end.
    pub fn secrets(&self) -> Vec<String> {
        let decks = self.decks.each_ref().map(|deck| deck.iter().collect::<String>());
        decks.into_iter().chain([self.nonce.clone()]).collect()
    }
}

/// Whether a text has the cards of a hand or a stack as position texts write them.
pub fn shows_a_hand(text: &str) -> bool {
    let shown = |key: &str| {
        text.match_indices(key).any(|(at, _)| {
            let value = text[at + key.len()..].split(' ').next().unwrap_or_default();
            let value = value.split(|c: char| !(c.is_ascii_alphanumeric() || c == '/' || c == '-')).next();
            value.unwrap_or_default().chars().any(|c| c.is_ascii_uppercase())
        })
    };
    shown("hand:") || shown("stack:")
}

/// Lets the running game go on from there.
pub async fn put(store: &dyn Store, channel: &str, deal: Option<String>, position: Position) {
    let (version, mut record) = record(store, channel).await;
    let game = &mut record["game"];
    if let Some(deal) = deal {
        game["deal"]["cards"] = deal.into();
    }
    game["state"] = serde_json::to_value(Game::new(position).snapshot()).expect("JSON");
    let key: Vec<u8> = Key::new().text(channel).into();
    let value = serde_json::to_vec(&record).expect("JSON");
    let batch =
        Batch::new().expect_version(Table::Channel, key.clone(), version).put(Table::Channel, key, value);
    store.commit(batch).await.expect("memory");
}

/// The channel as it is kept, and its version.
pub async fn record(store: &dyn Store, channel: &str) -> (u64, Value) {
    let key: Vec<u8> = Key::new().text(channel).into();
    let record = store.get(Table::Channel, &key).await.expect("memory").expect("a channel");
    (record.version, serde_json::from_slice(&record.value).expect("JSON"))
}

/// The game that runs, with all its cards.
pub async fn running(store: &dyn Store, channel: &str) -> Option<Game> {
    let (_, mut record) = record(store, channel).await;
    let state = record["game"]["state"].take();
    if state.is_null() {
        return None;
    }
    let snapshot = serde_json::from_value(state).expect("a snapshot");
    Some(Game::restore(snapshot).expect("a game"))
}
