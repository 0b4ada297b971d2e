//! Nobody learns a card that is hidden from them. Random games of Schachen are played twice over the service, with cards
//! that differ only where a viewer may not see: everything that viewer ever gets must be the same, byte for byte. And
//! nothing anybody gets, nor the log, holds the text of hidden cards. `ADOUBE_SEED` repeats or varies a run.

mod cards;
mod log;
mod script;

#[path = "../support/mod.rs"]
mod support;

use std::{env, sync::Arc};

use adoube_rules::{Position, Variant};
use adoube_service::{Action, Language, Locales, Notice, Reply};
use adoube_store::MemoryStore;
use cards::Cards;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use script::{Deed, NAMES, PLAYERS};
use support::{Chat, channel, person};

/// Games of a run, and the most plies of one.
const GAMES: u64 = 14;
const PLIES: usize = 40;

/// What one person was shown and told, in order.
type Heard = Vec<String>;

/// A game of Schachen that has just begun, and what it is called.
struct Table {
    chat: Chat,
    store: Arc<MemoryStore>,
    /// What each of `NAMES` heard.
    heard: [Heard; 3],
}

impl Table {
    async fn begin(seed: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let store = Arc::new(MemoryStore::new());
        let mut chat = Chat::with_store(&NAMES, seed, store.clone());
        let challenge =
            if touch_move { "play Bob schachen white touch-move" } else { "play Bob schachen white" };
        for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
            let event = chat.event(name, Language::EN, false, Action::Command(line.to_owned()));
            assert_eq!(chat.service.handle(&event).await.reply, Reply::Posted, "{line}");
        }
        let mut table = Self { chat, store, heard: Default::default() };
        table.listen().await;
        if let Some(cards) = cards {
            cards.put_into(&table.store).await;
        }
        table
    }

    /// Does something, and notes what everybody hears of it.
    async fn act(&mut self, deed: &Deed) -> Reply {
        let event = self.chat.event(deed.name, deed.language, false, deed.action.clone());
        let place = NAMES.iter().position(|name| *name == deed.name).expect("somebody known");
        let adoube_service::Decision { reply, speech, .. } = self.chat.service.handle(&event).await;
        if let Some(speech) = speech {
            self.heard.iter_mut().for_each(|heard| heard.push(format!("{}: {}", deed.name, speech.text())));
        }
        if let Reply::Private(notice) | Reply::Update(notice) = &reply {
            self.show(place, notice);
        }
        if let Action::Command(line) = &deed.action {
            let found = self.chat.service.suggest(&channel(), &person(deed.name), deed.language, line).await;
            self.heard[place].push(format!("{found:?}"));
        }
        self.listen().await;
        reply
    }

    /// Everybody reads what was posted.
    async fn listen(&mut self) {
        for notice in self.chat.posted().await {
            for place in 0..NAMES.len() {
                self.show(place, &notice);
            }
        }
    }

    fn show(&mut self, place: usize, notice: &Notice) {
        for language in Locales::embedded().languages() {
            let message = self.chat.read(notice, Some(NAMES[place]), language);
            let heard = format!("{message:?} {notice:?} {}", serde_json::to_string(notice).expect("JSON"));
            self.heard[place].push(without_times(&heard));
        }
    }
}

/// A text without moments in milliseconds: a turn in two parts is made when its player has answered, if they were asked.
fn without_times(text: &str) -> String {
    let is_moment = |word: &str| word.len() == 13 && word.bytes().all(|byte| byte.is_ascii_digit());
    let words = text.split_inclusive(|letter: char| !letter.is_ascii_digit());
    words
        .map(|word| {
            if is_moment(word.trim_end_matches(|letter: char| !letter.is_ascii_digit())) { "T" } else { word }
        })
        .collect()
}

fn seed() -> u64 {
    env::var("ADOUBE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_121)
}

/// Plays a random game and tells what was done in it; looks are strewn in between whole turns.
async fn play(rng: &mut ChaCha8Rng, seed: u64, touch_move: bool) -> (Vec<Deed>, Cards) {
    let mut table = Table::begin(seed, touch_move, None).await;
    let mut cards = Cards::dealt(&table.store).await;
    let mut deeds = Vec::new();
    for _ in 0..rng.random_range(1..PLIES) {
        let Some(game) = cards::running(&table.store).await else { break };
        let Some(turn) = script::turn(rng, &game) else { break };
        // Whatever is looked at between the parts of a turn tells when, not what; so nobody looks then.
        for deed in turn.deeds {
            let reply = table.act(&deed).await;
            assert!(
                !deed.ends_turn || reply == Reply::Posted || turn.made.drop.is_none(),
                "{deed:?} {reply:?}"
            );
            deeds.push(deed);
        }
        cards.note(game.position().side_to_move(), turn.made.drop.map(|drop| drop.card));
        if cards::running(&table.store).await.is_none() {
            // The end opens all cards, so the game that is compared stops before it.
            deeds.truncate(deeds.len() - turn.parts);
            cards.forget_last();
            break;
        }
        for _ in 0..rng.random_range(0..3) {
            let deed = script::look(rng);
            table.act(&deed).await;
            deeds.push(deed);
        }
    }
    (deeds, cards)
}

#[tokio::test]
async fn what_a_viewer_gets_does_not_depend_on_cards_hidden_from_them() {
    let seed = seed();
    println!("ADOUBE_SEED={seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut compared = 0;
    for game in 0..GAMES {
        let touch_move = game % 2 == 1;
        let (deeds, cards) = play(&mut rng, seed + game, touch_move).await;
        for (place, name) in NAMES.into_iter().enumerate() {
            let Some(other) = cards.alike_to(PLAYERS.get(place).copied(), &mut rng) else { continue };
            let mut tables = [
                Table::begin(seed + game, touch_move, None).await,
                Table::begin(seed + game, touch_move, Some(&other)).await,
            ];
            for (number, deed) in deeds.iter().enumerate() {
                for table in &mut tables {
                    table.act(deed).await;
                }
                let [one, two] = &tables;
                // After a turn both tables have heard the same; between its parts one may be asked what the other is not.
                if deed.ends_turn && one.heard[place] != two.heard[place] {
                    let first = one.heard[place].iter().zip(&two.heard[place]).find(|(one, two)| one != two);
                    panic!("game {game}, {name} after deed {number} {deed:?}: {first:#?}");
                }
            }
            compared += 1;
        }
    }
    assert!(compared > GAMES, "{compared} comparisons are too few");
}

/// Behind White's only Pawn stands the King, so that a Pawn in hand has a place and any other card has none.
const PAWNS_ONLY: &str = "Km1,Pm2,Rp2/Ko9,Pp8 w hand:{hand}/RRB stack:QB/- taken:-/- 0 9";

#[tokio::test]
async fn that_a_player_is_asked_for_a_card_shows_to_nobody_else() {
    for touch_move in [false, true] {
        let mut heard = Vec::new();
        for (hand, is_asked) in [("PPP", true), ("BNN", false)] {
            let mut table = Table::begin(7, touch_move, None).await;
            let text = PAWNS_ONLY.replace("{hand}", hand);
            let position = Position::parse(Variant::Schachen, &text).expect("a position");
            cards::put(&table.store, None, position).await;
            let first = table.act(&Deed::command("Ada", "p2p7")).await;
            assert_eq!(first != Reply::Posted, is_asked, "{hand}");
            let second = table.act(&Deed::command("Ada", "pass")).await;
            assert_eq!(second == Reply::Posted, is_asked, "{hand}");
            for name in ["Bob", "Eve"] {
                for line in ["board", "export", "moves", "games", "hints"] {
                    if name == "Eve" || line != "moves" {
                        table.act(&Deed::command(name, line)).await;
                    }
                }
            }
            heard.push([table.heard[1].clone(), table.heard[2].clone()]);
        }
        assert_eq!(heard[0], heard[1], "touch-move: {touch_move}");
    }
}

#[tokio::test]
async fn no_text_of_hidden_cards_reaches_anybody_or_the_log() {
    let (captured, _guard) = log::capture();
    let seed = seed();
    println!("ADOUBE_SEED={seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for game in 0..GAMES {
        let mut table = Table::begin(seed + game, game % 2 == 1, None).await;
        let mut secrets = Cards::dealt(&table.store).await.secrets();
        for _ in 0..PLIES {
            let Some(present) = cards::running(&table.store).await else { break };
            secrets.push(present.position().full_text());
            let Some(turn) = script::turn(&mut rng, &present) else { break };
            for deed in turn.deeds {
                let reply = table.act(&deed).await;
                tracing::error!(?reply, "as a careless log would print it");
            }
            if cards::running(&table.store).await.is_none() {
                break;
            }
            let look = script::look(&mut rng);
            let reply = table.act(&look).await;
            tracing::error!(?reply, "as a careless log would print it");
            let everything = table.heard.iter().flatten().map(String::as_str);
            let printed = captured.take();
            for text in everything.chain([printed.as_str()]) {
                let found = secrets.iter().find(|secret| text.contains(secret.as_str()));
                assert_eq!(found, None, "{text}");
                assert!(!cards::shows_a_hand(text), "{text}");
            }
            table.heard = Default::default();
        }
    }
}

#[tokio::test]
async fn when_the_game_is_over_everything_is_open_to_everybody() {
    let mut table = Table::begin(seed(), false, None).await;
    let secrets = Cards::dealt(&table.store).await.secrets();
    for (name, line) in [("Ada", "resign"), ("Eve", "verify"), ("Eve", "export")] {
        let deed = Deed::command(name, line);
        let reply = table.act(&deed).await;
        if let ("resign", Reply::Private(notice)) = (line, &reply) {
            let message = table.chat.read(notice, Some(name), Language::EN);
            let adoube_service::Row::Buttons(buttons) = &message.rows[0] else { panic!("{message:?}") };
            let press = Action::Press { id: buttons[0].id.clone(), value: None };
            table.act(&Deed { action: press, ..deed }).await;
        }
    }
    let eve = table.heard[2].join("\n");
    for secret in secrets {
        assert!(eve.contains(&secret), "{secret} is not open");
    }
}
