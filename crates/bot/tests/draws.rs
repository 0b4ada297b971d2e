//! Tests of each way in which a game is drawn, played to its end: the message, the alt text and the
//! exported record say the reason, in every language. Not here: which positions are drawn
//! (`adoube-rules`), and whose time is up (`flag_rules`).

use adoube_bot::{ControlRow, Language, Message, Notice, Reply, UserAction};
use adoube_rules::{Game, Position, Variant};
use adoube_store::{Batch, Key, Table as Records};
use serde_json::Value;

use crate::support::{
    Chat, channel, first_button,
    table::{Table, text},
};

/// Shown once more with each of these.
const KNIGHTS: &str = "Nf3 Nf6 Ng1 Ng8";
/// The shortest game in which the side to move has no move, by Sam Loyd.
const STALEMATE: &str = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";

/// A drawn game as people read of it.
struct Drawn {
    english: &'static str,
    german: &'static str,
    /// Beside the picture, where it is said without whoever claimed it.
    beside: [&'static str; 2],
    /// In the record.
    record: &'static str,
}

/// Lets the game go on from there.
async fn put(chat: &Chat, position: &str) {
    let key: Vec<u8> = Key::new().text(&channel().0).into();
    let record = chat.store.get(Records::Channel, &key).await.expect("memory").expect("a channel");
    let mut value: Value = serde_json::from_slice(&record.value).expect("JSON");
    let position = Position::parse(Variant::Chess, position).expect("a position");
    value["game"]["state"] = serde_json::to_value(Game::new(position).snapshot()).expect("JSON");
    let batch = Batch::new().put(Records::Channel, key, serde_json::to_vec(&value).expect("JSON"));
    chat.store.commit(batch).await.expect("memory");
}

async fn game(moves: &str) -> Table {
    Table::moves("play Bob chess white", moves).await
}

async fn game_from(position: &str) -> Table {
    let table = game("").await;
    put(&table.chat, position).await;
    table
}

/// Does something, and gives what everybody is told then at last.
async fn last(table: &mut Table, name: &str, action: UserAction) -> Notice {
    let event = table.chat.event(name, Language::EN, false, action);
    table.chat.service.handle(&event).await;
    let posted = table.chat.posted().await;
    let board = posted.into_iter().rfind(|notice| matches!(notice, Notice::Board(_)));
    board.unwrap_or_else(|| panic!("{name}: no board"))
}

async fn says(table: &mut Table, name: &str, words: &str) -> Notice {
    last(table, name, UserAction::Text(words.to_owned())).await
}

/// Claims a draw, and says yes to whether that is meant.
async fn claims(table: &mut Table, name: &str) -> Notice {
    let Reply::Private(question) = table.act(name, "claim").await else { panic!("a question") };
    let yes = first_button(&table.chat.read(&question, Some(name), Language::EN));
    last(table, name, yes).await
}

fn alt(message: &Message) -> String {
    message.picture.as_ref().map(|picture| picture.alt.to_string()).unwrap_or_default()
}

impl Drawn {
    async fn check(&self, mut table: Table, board: &Notice) {
        let languages = [(Language::EN, self.english), (Language::of("de"), self.german)];
        for ((language, words), beside) in languages.into_iter().zip(self.beside) {
            for name in [None, Some("Ada"), Some("Bob"), Some("Eve")] {
                let read = table.chat.read(board, name, language);
                assert!(text(&read).contains(words), "{words:?} is missing in:\n{}", text(&read));
                assert!(alt(&read).contains(beside), "{beside:?} is missing in:\n{}", alt(&read));
                let Some(ControlRow::Buttons(buttons)) = read.rows.first() else { panic!("{read:?}") };
                assert!(buttons.iter().all(|button| button.id.starts_with("after.")), "it is over");
            }
        }
        let Reply::Private(export) = table.act("Ada", "export").await else { panic!("a record") };
        let record = text(&table.chat.read(&export, Some("Ada"), Language::EN));
        let plain = record.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains("[Result \"1/2-1/2\"]"), "{record}");
        assert!(plain.contains(self.record), "{:?} is missing in:\n{record}", self.record);
        assert!(plain.ends_with("1/2-1/2"), "{record}");
    }
}

#[tokio::test]
async fn a_side_without_a_move() {
    let (before, end) = STALEMATE.rsplit_once(' ').expect("moves");
    let mut table = game(before).await;
    let board = says(&mut table, "Ada", end).await;
    let drawn = Drawn {
        english: "Stalemate: a draw.",
        german: "Patt: remis.",
        beside: ["Stalemate: a draw.", "Patt: remis."],
        record: "stalemate}",
    };
    drawn.check(table, &board).await;
}

#[tokio::test]
async fn nothing_left_to_checkmate_with() {
    let mut table = game_from("k7/8/8/8/8/8/5r2/6K1 w - - 0 1").await;
    let board = says(&mut table, "Ada", "Kxf2").await;
    let (english, german) =
        ("A draw: neither side can checkmate any more.", "Remis: Keine Seite kann mehr mattsetzen.");
    let drawn = Drawn { english, german, beside: [english, german], record: "dead position}" };
    drawn.check(table, &board).await;
}

#[tokio::test]
async fn the_same_position_for_the_fifth_time() {
    let mut table = game([KNIGHTS; 4].join(" ").rsplit_once(' ').expect("moves").0).await;
    let board = says(&mut table, "Bob", "Ng8").await;
    let (english, german) =
        ("A draw: the same position for the fifth time.", "Remis: fünfmal dieselbe Stellung.");
    let drawn = Drawn { english, german, beside: [english, german], record: "fivefold repetition}" };
    drawn.check(table, &board).await;
}

#[tokio::test]
async fn seventy_five_moves_without_progress() {
    let mut table = game_from("k7/8/8/8/8/8/5r2/7K w - - 149 120").await;
    let board = says(&mut table, "Ada", "Kg1").await;
    let english = "A draw: 75 moves by each side without a Pawn move or a capture.";
    let german = "Remis: 75 Züge beider Seiten ohne Bauern- oder Schlagzug.";
    let drawn = Drawn { english, german, beside: [english, german], record: "75 moves without progress}" };
    drawn.check(table, &board).await;
}

#[tokio::test]
async fn a_third_repetition_that_is_claimed() {
    let mut table = game(&[KNIGHTS; 2].join(" ")).await;
    let board = claims(&mut table, "Ada").await;
    let drawn = Drawn {
        english: "Ada claims a draw: the same position for the third time.",
        german: "Ada reklamiert Remis: dreimal dieselbe Stellung.",
        beside: [
            "Draw claimed: the same position for the third time.",
            "Remis reklamiert: dreimal dieselbe Stellung.",
        ],
        record: "threefold repetition claimed}",
    };
    drawn.check(table, &board).await;
}

#[tokio::test]
async fn fifty_moves_without_progress_that_are_claimed() {
    let mut table = game_from("k7/8/8/8/8/8/5r2/7K w - - 100 120").await;
    let board = claims(&mut table, "Ada").await;
    let drawn = Drawn {
        english: "Ada claims a draw: 50 moves by each side without a Pawn move or a capture.",
        german: "Ada reklamiert Remis: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.",
        beside: [
            "Draw claimed: 50 moves by each side without a Pawn move or a capture.",
            "Remis reklamiert: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.",
        ],
        record: "50 moves without progress claimed}",
    };
    drawn.check(table, &board).await;
}

#[tokio::test]
async fn a_draw_both_want() {
    let mut table = game("e4 e5").await;
    table.act("Ada", "draw").await;
    let board = last(&mut table, "Bob", UserAction::Line("draw accept".to_owned())).await;
    let (english, german) = ("A draw by agreement.", "Remis vereinbart.");
    let drawn = Drawn { english, german, beside: [english, german], record: "draw agreed}" };
    drawn.check(table, &board).await;
}
