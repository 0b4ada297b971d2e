//! Nobody learns a card that is hidden from them. Random games of Schachen are played twice over the service, with cards
//! that differ only where a viewer may not see, while everybody does anything at any moment: everything that viewer ever
//! gets must be the same, byte for byte, also while a player is asked for a card. And nothing anybody gets, nor the log,
//! holds the text of hidden cards. `ADOUBE_SEED` repeats or varies a run, `ADOUBE_GAMES`
//! lengthens it.

#[path = "../../../../tests/hidden/mod.rs"]
mod hidden;
mod log;
mod table;

#[path = "../support/mod.rs"]
mod support;

use std::env;

use adoube_rules::{Position, Variant};
use adoube_service::{Action, Language, Reply};
use hidden::{
    cards,
    script::{self, Deed, NAMES, PLAYERS},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::Table;

/// Games of a run unless `ADOUBE_GAMES` says otherwise, and the most plies of one.
const GAMES: u64 = 6;
const PLIES: usize = 20;

fn seed() -> u64 {
    env::var("ADOUBE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_121)
}

fn games() -> u64 {
    env::var("ADOUBE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES)
}

#[tokio::test]
async fn what_a_viewer_gets_does_not_depend_on_cards_hidden_from_them() {
    let seed = seed();
    println!("ADOUBE_SEED={seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut compared, mut within) = (0, 0);
    for game in 0..games() {
        let touch_move = game % 2 == 1;
        let mut table = Table::begin(seed + game, touch_move, None).await;
        let turns = rng.random_range(1..PLIES);
        let (deeds, cards) = hidden::improvise(&mut table, &mut rng, turns, touch_move).await;
        for (place, name) in NAMES.into_iter().enumerate() {
            let Some(other) = cards.alike_to(PLAYERS.get(place).copied(), &mut rng) else { continue };
            let mut tables = [
                Table::begin(seed + game, touch_move, None).await,
                Table::begin(seed + game, touch_move, Some(&other)).await,
            ];
            for (number, deed) in deeds.iter().enumerate() {
                let [one, two] = &mut tables;
                let (is_alike, is_done) = hidden::both([one, two], number, deed).await;
                within += u64::from(deed.is_within && is_done);
                let [one, two] = &tables;
                if is_alike && one.told[place] != two.told[place] {
                    let first = one.told[place].iter().zip(&two.told[place]).find(|(one, two)| one != two);
                    let counts = [one, two].map(|table| table.told[place].len());
                    panic!("game {game}, {name} after deed {number} {deed:?}: {counts:?} {first:#?}");
                }
            }
            compared += 1;
        }
    }
    assert!(compared > games(), "{compared} comparisons are too few");
    assert!(within > 20 * games(), "{within} deeds while somebody is asked are too few");
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
            cards::put(&*table.store, &support::channel().0, None, position).await;
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
            heard.push(table.told[1..].to_vec());
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
    for game in 0..games() {
        let mut table = Table::begin(seed + game, game % 2 == 1, None).await;
        let mut secrets = table.cards().await.secrets();
        for _ in 0..PLIES {
            let Some(present) = table.running().await else { break };
            secrets.push(present.position().full_text());
            let Some(turn) = script::turn(&mut rng, &present) else { break };
            for deed in turn.deeds {
                let reply = table.act(&deed).await;
                tracing::error!(?reply, "as a careless log would print it");
            }
            if table.running().await.is_none() {
                break;
            }
            let look = script::look(&mut rng);
            let reply = table.act(&look).await;
            tracing::error!(?reply, "as a careless log would print it");
            let everything = table.told.iter().flatten().map(String::as_str);
            let printed = captured.take();
            for text in everything.chain([printed.as_str()]) {
                let found = secrets.iter().find(|secret| text.contains(secret.as_str()));
                assert_eq!(found, None, "{text}");
                assert!(!cards::shows_a_hand(text), "{text}");
            }
            table.told = Default::default();
        }
    }
}

#[tokio::test]
async fn when_the_game_is_over_everything_is_open_to_everybody() {
    let mut table = Table::begin(seed(), false, None).await;
    let secrets = table.cards().await.secrets();
    for (name, line) in [("Ada", "resign"), ("Eve", "verify"), ("Eve", "export")] {
        let deed = Deed::command(name, line);
        let reply = table.act(&deed).await;
        if let ("resign", Reply::Private(notice)) = (line, &reply) {
            let message = table.chat.read(notice, Some(name), Language::EN);
            let adoube_service::Row::Buttons(buttons) = &message.rows[0] else { panic!("{message:?}") };
            let press = Action::Press { id: buttons[0].id.clone(), value: None };
            table.act(&Deed::new(name, press)).await;
        }
    }
    let eve = table.told[2].join("\n");
    for secret in secrets {
        assert!(eve.contains(&secret), "{secret} is not open");
    }
}
