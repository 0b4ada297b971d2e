//! Tests that nobody learns a hidden card. Random games of Schachen are played twice over the bot,
//! with cards that differ only where a viewer may not see them: everything that viewer gets must be
//! the same, byte for byte, also while a player is asked for a card. And no message and no log
//! holds the text of hidden cards. `ADOUBE_SEED` repeats or varies a run, `ADOUBE_GAMES` and
//! `ADOUBE_PLIES` lengthen it.

#[path = "../../../../tests/hidden/mod.rs"]
mod hidden;
mod table;

use adoube_bot::{Audience, Language, MessageAccess, Notice, ReadingPreferences, Reply, UserAction, Viewer};
use adoube_rules::{Position, Variant};
use adoube_testing::{log_capture, seeds};
use hidden::{
    Place, cards,
    script::{self, Deed},
    twice::Run,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use table::Table;

use crate::support;

/// Games that are played twice unless `ADOUBE_GAMES` says otherwise, and the most plies of one.
const GAMES: u64 = 6;
const PLIES: usize = 19;
/// The same where each is played once.
const GAMES_ONCE: u64 = 14;
const PLIES_ONCE: usize = 40;
const SEED: u64 = 20_261_121;

#[tokio::test]
async fn what_a_viewer_gets_does_not_depend_on_cards_hidden_from_them() {
    let run = Run { seed: SEED, games: GAMES, turns: 1..=PLIES, viewers: 3 };
    run.varied().play::<Table>().await;
}

/// Behind White's only Pawn stands the King, so that a Pawn in hand has a place and any other card has none.
const PAWNS_ONLY: &str = "Km1,Pm2,Rp2/Ko9,Pp8 w hand:{hand}/RRB stack:QB/- taken:-/- 0 9";

const AUDIENCES: [Audience; 4] =
    [Audience::SenderOnly, Audience::TextVisible, Audience::TextAndReplyVisible, Audience::Public];

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
            assert_eq!(first != Reply::Public, is_asked, "{hand}");
            let second = table.act(&Deed::command("Ada", "pass")).await;
            assert_eq!(second == Reply::Public, is_asked, "{hand}");
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
async fn while_a_move_waits_for_its_card_all_others_see_what_they_saw_before() {
    for touch_move in [false, true] {
        let mut table = Table::begin(7, touch_move, None).await;
        let text = PAWNS_ONLY.replace("{hand}", "PPP");
        let position = Position::parse(Variant::Schachen, &text).expect("a position");
        cards::put(&*table.store, &support::channel().0, None, position).await;
        let before = seen_by_others(&mut table).await;
        let asked = table.act(&Deed::command("Ada", "p2p7")).await;
        assert!(matches!(&asked, Reply::Private(notice) if matches!(**notice, Notice::Hand(_))), "{asked:?}");
        let meanwhile = seen_by_others(&mut table).await;
        for (before, meanwhile) in before.iter().zip(&meanwhile) {
            assert_eq!(before, meanwhile, "touch-move: {touch_move}");
        }
        assert_eq!(before.len(), meanwhile.len());
    }
}

/// Everything that anybody but Ada is told and shown who looks at everything there is to look at.
async fn seen_by_others(table: &mut Table) -> Vec<String> {
    let mut seen = Vec::new();
    for name in &script::NAMES[1..] {
        for (line, audience) in script::LOOKS.iter().flat_map(|line| AUDIENCES.map(|one| (line, one))) {
            table.told = Default::default();
            table.act(&Deed { audience, ..Deed::command(name, line) }).await;
            seen.push(format!("{name}: {line}: {audience:?}: {:?}", &table.told[1..]));
        }
        let viewer = Viewer {
            person: Some(support::person(name).id),
            language: Language::EN,
            hearing: MessageAccess::Everything,
            taste: ReadingPreferences::default(),
        };
        let board = table.chat.service.live_board(&support::channel(), &viewer).await.expect("memory");
        seen.push(format!("{name}: {board:?}"));
    }
    seen
}

#[tokio::test]
async fn that_a_player_takes_a_hint_shows_to_others_and_what_it_says_does_not() {
    for touch_move in [false, true] {
        let mut heard = Vec::new();
        for hand in ["PPP", "BNN"] {
            let mut table = Table::begin(7, touch_move, None).await;
            let text = PAWNS_ONLY.replace("{hand}", hand);
            let position = Position::parse(Variant::Schachen, &text).expect("a position");
            cards::put(&*table.store, &support::channel().0, None, position).await;
            for line in ["hint", "p2p7", "hint", "pass"] {
                let reply = table.act(&Deed::command("Ada", line)).await;
                // Where no card fits, the first move is the whole turn.
                let is_thought = matches!(reply, Reply::EngineQuestion(_));
                assert!(line != "hint" || is_thought || hand == "BNN", "{line}: {reply:?}");
            }
            for name in ["Bob", "Eve"] {
                for line in ["board", "game", "export", "export json", "games"] {
                    table.act(&Deed::command(name, line)).await;
                }
            }
            let bob = table.told[1].join("\n");
            assert!(bob.contains("Ada (White) 1") && bob.contains("hint_taken"), "{bob}");
            assert!(!bob.contains("would play"), "{bob}");
            heard.push(table.told[1..].to_vec());
        }
        assert_eq!(heard[0], heard[1], "touch-move: {touch_move}");
    }
}

#[tokio::test]
async fn no_text_of_hidden_cards_reaches_anybody_or_the_log() {
    let (captured, _guard) = log_capture::capture();
    let seed = seeds::seed(SEED);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for game in 0..seeds::number("ADOUBE_GAMES", GAMES_ONCE) {
        let mut table = Table::begin(seed + game, game % 2 == 1, None).await;
        let mut secrets = table.cards().await.secrets();
        for _ in 0..seeds::number("ADOUBE_PLIES", PLIES_ONCE) {
            let Some(present) = table.running().await else { break };
            // When everything is dropped, nothing is hidden.
            secrets.extend(Some(present.position().full_text()).filter(|text| cards::shows_a_hand(text)));
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
    let mut table = Table::begin(seeds::seed(SEED), false, None).await;
    let secrets = table.cards().await.secrets();
    for (name, line) in [("Ada", "resign"), ("Eve", "verify"), ("Eve", "export")] {
        let deed = Deed::command(name, line);
        let reply = table.act(&deed).await;
        if let ("resign", Reply::Private(notice)) = (line, &reply) {
            let message = table.chat.read(notice, Some(name), Language::EN);
            let adoube_bot::ControlRow::Buttons(buttons) = &message.rows[0] else { panic!("{message:?}") };
            let press = UserAction::Press { id: buttons[0].id.clone(), value: None };
            table.act(&Deed::new(name, press)).await;
        }
    }
    let eve = table.told[2].join("\n");
    for secret in secrets {
        assert!(eve.contains(&secret), "{secret} is not open");
    }
}
