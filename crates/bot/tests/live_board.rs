//! Tests of games played on live boards alone, which pages draw themselves: every move that is
//! shown can be made, and private steps change nothing that others are shown. Not here: what stands
//! on a board in one position (unit tests), how it gets to a page (`tests/web`).

use std::collections::BTreeSet;

use adoube_bot::{Language, MessageAccess, Notice, Reply, UserAction, Viewer};
use adoube_rules::{PositionView, Variant};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::support::{Chat, channel, person};

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];
/// Games by their words, and how many plies of them are played.
const GAMES: [(&str, usize); 9] = [
    ("play Bob chess white", 60),
    ("play Bob chess touch-move white", 40),
    ("play Bob chess960 white", 40),
    ("play Bob grand white", 20),
    ("setup Bob classic-random 10 lock:3 white", 20),
    ("setup Bob free-random 19 all lock:0 white", 20),
    ("setup Bob free-random 19 touch-move white", 20),
    ("play Bob schachen white", 40),
    ("play Bob schachen touch-move white", 30),
];

struct Table {
    chat: Chat,
}

impl Table {
    async fn of(seed: u64, words: &str) -> Self {
        let mut table = Self { chat: Chat::new(&NAMES, seed) };
        let reply = table.command("Ada", words).await;
        if let Reply::Private(panel) = &reply {
            let message = table.chat.read(panel, Some("Ada"), Language::EN);
            let rows = serde_json::to_value(&message.rows).unwrap().to_string();
            let end = rows.find(".send\"").unwrap_or_else(|| panic!("{reply:?}"));
            let start = rows[..end].rfind('"').unwrap() + 1;
            let id = format!("{}.send", &rows[start..end]);
            table.press("Ada", &json!(id), None).await;
        }
        assert_eq!(table.command("Bob", "accept").await, Reply::Public, "{words}");
        table
    }

    async fn command(&mut self, name: &str, line: &str) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&event).await.reply
    }

    async fn press(&mut self, name: &str, id: &Value, value: Option<&str>) -> Reply {
        let id = id.as_str().unwrap_or_else(|| panic!("nothing to press")).to_owned();
        let action = UserAction::Press { id, value: value.map(str::to_owned) };
        let event = self.chat.event(name, Language::EN, false, action);
        self.chat.service.handle(&event).await.reply
    }

    async fn board(&self, name: &str) -> Value {
        let (language, hearing) = (Language::EN, MessageAccess::Everything);
        let viewer = Viewer {
            person: Some(person(name).id),
            language,
            hearing,
            taste: adoube_bot::ReadingPreferences::default(),
        };
        let board = self.chat.service.live_board(&channel(), &viewer).await;
        serde_json::to_value(board.unwrap_or_else(|error| panic!("{error}"))).unwrap()
    }

    /// The moves that the rules allow, by the newest board that everybody gets.
    async fn legal(&self) -> BTreeSet<String> {
        let boards = self.chat.posted().await.into_iter().rev();
        let newest = boards
            .map(|notice| serde_json::to_value(notice).unwrap())
            .find(|notice| notice["notice"] == "board");
        let newest = newest.unwrap_or_else(|| panic!("no board"));
        let variant = Variant::from_key(newest["variant"].as_str().unwrap()).unwrap();
        let view = PositionView::parse(variant, newest["position"].as_str().unwrap());
        let moves = view.unwrap_or_else(|error| panic!("{error}")).position().moves_without_drops();
        moves.into_iter().map(|made| made.to_string()).collect()
    }
}

/// Whether that only tells the next step, so that whoever acts on a board is told nothing.
fn is_a_step(reply: &Reply) -> bool {
    match reply {
        Reply::Private(notice) | Reply::Replace(notice) => notice.is_a_step(),
        _ => false,
    }
}

/// With which values the moves of a board are made.
fn values(board: &Value) -> BTreeSet<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let moves = board["moves"].as_array().unwrap();
    let of = |made: &Value| -> Vec<String> {
        let choices = made["choices"].as_array().unwrap().iter().filter_map(|choice| text(&choice["value"]));
        text(&made["value"]).into_iter().chain(choices).collect()
    };
    moves.iter().flat_map(of).collect()
}

fn side_of(name: &str) -> &'static str {
    if name == "Ada" { "white" } else { "black" }
}

#[tokio::test]
async fn the_clocks_of_a_game_stand_beside_its_board() {
    let day = 24 * 60 * 60 * 1000;
    for (words, per_move, reserve) in [("2d+4d", 2 * day, 4 * day), ("2d", 2 * day, 0), ("0+4d", 0, 4 * day)]
    {
        let mut table = Table::of(3, &format!("play Bob chess white {words}")).await;
        table.chat.posted().await;
        let clock = table.board("Eve").await["clock"].clone();
        let deadline = clock["deadline"].as_u64().expect("it runs") - table.chat.clock.shown();
        assert!(deadline.abs_diff(per_move + reserve) < 60_000, "{words}: {deadline}");
        let given = if per_move == 0 { reserve } else { per_move };
        for (key, value) in [
            ("side", json!("white")),
            ("stopped", Value::Null),
            ("why", Value::Null),
            ("per_move", json!(per_move)),
            ("reserves", json!([reserve, reserve])),
            ("little", json!(given / 4)),
        ] {
            assert_eq!(clock[key], value, "{words}: {key}");
        }
        table.command("Ada", "pause 3d").await;
        table.command("Bob", "pause accept").await;
        let clock = table.board("Eve").await["clock"].clone();
        assert_eq!(clock["deadline"], Value::Null, "{words}");
        assert!(clock["stopped"].as_u64().is_some(), "{words}: {clock}");
        let why = clock["why"].as_str().unwrap_or_default();
        assert!(why.starts_with("The game is paused, so the clock stands still."), "{words}: {why}");
    }
    let table = Table::of(3, "play Bob chess white").await;
    assert_eq!(table.board("Eve").await["clock"], Value::Null);
}

#[tokio::test]
async fn whole_games_are_played_by_touching() {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_122);
    for (seed, (words, plies)) in GAMES.into_iter().enumerate() {
        let mut table = Table::of(seed as u64, words).await;
        for ply in 0..plies {
            let (name, other) = if ply % 2 == 0 { ("Ada", "Bob") } else { ("Bob", "Ada") };
            let board = table.board(name).await;
            if board["running"] == false {
                break;
            }
            assert_eq!(
                (&board["your_turn"], &board["seat"]),
                (&json!(true), &json!(side_of(name))),
                "{words}"
            );
            let values = values(&board);
            assert_eq!(values, table.legal().await, "{words}, ply {ply}");
            let waiting = [table.board(other).await, table.board("Eve").await];
            assert!(waiting.iter().all(|board| board["moves"] == json!([]) && board["act"].is_null()));
            let values: Vec<&String> = values.iter().collect();
            let value = values.choose(&mut rng).unwrap().as_str();
            let reply = table.press(name, &board["act"], Some(value)).await;
            assert!(is_a_step(&reply), "{words}, {value}: {reply:?}");
            drop_or_pass(&mut table, &mut rng, [name, other], &waiting).await;
            let after = table.board(name).await;
            assert_eq!(after["plies"], ply + 1, "{words}, {value}");
            let size = after.to_string().len();
            assert!(size < 60_000, "{words}: a board of {size} bytes");
        }
    }
}

/// Completes a turn in which a card may be dropped; meanwhile nobody else is shown anything new.
async fn drop_or_pass(table: &mut Table, rng: &mut ChaCha8Rng, [name, other]: [&str; 2], before: &[Value]) {
    let board = table.board(name).await;
    if board["hand"]["begun"].is_null() {
        return;
    }
    let waiting = [table.board(other).await, table.board("Eve").await];
    assert_eq!(waiting, before, "a move waits for a drop, and others see it");
    let card = |card: &Value| -> Vec<String> {
        let kind = card["type"].as_str().unwrap();
        card["drops"]
            .as_array()
            .unwrap()
            .iter()
            .map(|square| format!("{kind}@{}", square.as_str().unwrap()))
            .collect()
    };
    let drops: Vec<String> = board["hand"]["cards"].as_array().unwrap().iter().flat_map(card).collect();
    let drop = drops.choose(rng).unwrap_or_else(|| panic!("nothing to drop: {board}"));
    let reply = if rng.random_bool(0.7) {
        table.press(name, &board["hand"]["drop"], Some(drop)).await
    } else {
        table.press(name, &board["hand"]["pass"], None).await
    };
    assert!(is_a_step(&reply), "{drop}: {reply:?}");
}

#[tokio::test]
async fn a_move_that_waits_is_taken_up_again() {
    let mut table = Table::of(1, "play Bob schachen white").await;
    let start = table.board("Ada").await;
    let empty =
        table.press("Ada", &json!(start["act"].as_str().unwrap().replace("make", "takeup")), None).await;
    assert!(matches!(&empty, Reply::Private(notice) if matches!(**notice, Notice::Refused(_))), "{empty:?}");
    table.press("Ada", &start["act"], Some("n2n3")).await;
    let begun = table.board("Ada").await;
    let undo = &begun["hand"]["undo"];
    for name in ["Bob", "Eve"] {
        let reply = table.press(name, undo, None).await;
        assert!(!is_a_step(&reply), "{name}: {reply:?}");
    }
    assert_eq!(table.board("Ada").await, begun);
    assert!(is_a_step(&table.press("Ada", undo, None).await));
    assert_eq!(table.board("Ada").await, start);
    table.press("Ada", &start["act"], Some("m2m3")).await;
    assert_eq!(table.board("Ada").await["hand"]["begun"]["to"], "m3");
}

#[tokio::test]
async fn a_click_is_a_touch_where_touches_bind() {
    let mut table = Table::of(1, "play Bob chess touch-move white").await;
    let start = table.board("Ada").await;
    let reply = table.press("Ada", &start["touch"]["act"], Some("a1")).await;
    assert!(!is_a_step(&reply), "a Rook that cannot move binds nobody: {reply:?}");
    assert_eq!(table.board("Ada").await, start);
    assert!(is_a_step(&table.press("Ada", &start["touch"]["act"], Some("g1")).await));
    let bound = table.board("Bob").await;
    assert_eq!(bound["marks"]["touched"], json!(["g1"]), "everybody sees it");
    // The board as it was is not out of date by that.
    let reply = table.press("Ada", &start["act"], Some("e2e4")).await;
    assert!(!is_a_step(&reply), "{reply:?}");
    assert!(is_a_step(&table.press("Ada", &start["act"], Some("g1f3")).await));
    assert_eq!(table.board("Bob").await["last"]["san"], "1. Nf3");
    let free = Table::of(1, "play Bob chess white").await.board("Ada").await;
    assert_eq!(free["touch"], Value::Null);
}

#[tokio::test]
async fn a_click_on_the_other_sides_piece_touches_it_and_without_touch_move_none_does() {
    let mut table = Table::of(1, "play Bob chess touch-move white").await;
    let act = table.board("Ada").await["touch"]["act"].clone();
    assert_eq!(table.press("Ada", &act, Some("d7")).await, Reply::Public);
    assert_eq!(table.board("Bob").await["marks"]["touched"], json!(["d7"]));
    let mut free = Table::of(1, "play Bob chess white").await;
    let reply = free.press("Ada", &act, Some("e2")).await;
    assert!(format!("{reply:?}").contains("NoTouchMove"), "{reply:?}");
}

#[tokio::test]
async fn a_pawn_s_move_without_a_choice_leaves_it_open() {
    for (words, is_bound) in [("play Bob chess touch-move white", true), ("play Bob chess white", false)] {
        let mut table = Table::of(1, words).await;
        for (ply, value) in
            ["h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "g8f6", "h6h7", "h8g8"].into_iter().enumerate()
        {
            let name = NAMES[ply % 2];
            let board = table.board(name).await;
            assert!(is_a_step(&table.press(name, &board["act"], Some(value)).await), "{value}");
        }
        let board = table.board("Ada").await;
        assert!(is_a_step(&table.press("Ada", &board["act"], Some("h7h8")).await));
        let open = table.board("Ada").await;
        assert_eq!(open["touch"]["promoting"].is_object(), is_bound, "{words}");
        if is_bound {
            assert_eq!(values(&open).len(), 4);
            assert_eq!(table.board("Bob").await["touch"]["promoting"], json!({ "from": "h7", "to": "h8" }));
        }
        assert_eq!(open["plies"], 8);
        let value = values(&open).into_iter().find(|value| value == "h7h8=N").unwrap();
        assert!(is_a_step(&table.press("Ada", &open["act"], Some(&value)).await), "{value}");
        assert_eq!(table.board("Ada").await["plies"], 9);
    }
}

#[tokio::test]
async fn offers_are_answered_from_the_board() {
    let mut table = Table::of(1, "play Bob chess white").await;
    table.command("Ada", "move e4").await;
    table.command("Ada", "draw").await;
    let [ada, bob, eve] = [table.board("Ada").await, table.board("Bob").await, table.board("Eve").await];
    assert_eq!(bob["offer"]["text"], "Ada offers a draw. Bob, do you accept? Playing on declines it.");
    assert_eq!((&ada["offer"]["rows"], &eve["offer"]["rows"]), (&json!([]), &json!([])));
    let accept = &bob["offer"]["rows"][0]["buttons"][0]["id"];
    assert_eq!(table.press("Bob", accept, None).await, Reply::Public);
    let over = table.board("Ada").await;
    assert_eq!(
        (&over["result"], &over["status"], &over["offer"]),
        (&json!("½–½"), &json!("A draw by agreement."), &Value::Null)
    );
}
