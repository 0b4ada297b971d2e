//! Tests of touch-move in a chat: what counts as a touch and which moves it leaves, what survives a
//! restart, and concurrent actions. Which moves touched pieces leave in every kind of position is
//! tested with the rules.

use std::sync::Arc;

use adoube_bot::{Block, ControlRow, Language, Message, Notice, Reply, UserAction};
use adoube_store::{KeyRange, MemoryStore, ScanOrder, Table::Game as Games};

use crate::support::{Chat, channel, person};

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

/// A touch-move game of chess between Ada and Bob.
struct Table {
    chat: Chat,
}

impl Table {
    async fn new(moves: &[&str]) -> Self {
        Self::on(Arc::new(MemoryStore::new()), moves).await
    }

    async fn on(store: Arc<MemoryStore>, moves: &[&str]) -> Self {
        let mut table = Self { chat: Chat::with_store(&NAMES, 1, store) };
        table.posts("Ada", "play Bob white chess touch-move").await;
        table.posts("Bob", "accept").await;
        for (made, name) in moves.iter().zip(["Ada", "Bob"].into_iter().cycle()) {
            table.posts(name, &format!("move {made}")).await;
        }
        table
    }

    async fn command(&mut self, name: &str, line: &str) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&event).await.reply
    }

    async fn posts(&mut self, name: &str, line: &str) {
        assert_eq!(self.command(name, line).await, Reply::Public, "{line}");
    }

    async fn press(&mut self, name: &str, id: &str, value: Option<&str>) -> Reply {
        let action = UserAction::Press { id: id.to_owned(), value: value.map(str::to_owned) };
        let event = self.chat.event(name, Language::EN, false, action);
        self.chat.service.handle(&event).await.reply
    }

    /// What somebody is answered for themselves.
    async fn answer(&mut self, name: &str, line: &str) -> Message {
        let reply = self.command(name, line).await;
        self.read(name, reply)
    }

    fn read(&self, name: &str, reply: Reply) -> Message {
        match reply {
            Reply::Private(notice) | Reply::Replace(notice) => {
                self.chat.read(&notice, Some(name), Language::EN)
            }
            other => panic!("{other:?}"),
        }
    }

    /// The moves that are left, piece by piece.
    async fn left(&mut self) -> Vec<String> {
        let blocks = self.answer("Ada", "moves").await.blocks;
        blocks
            .into_iter()
            .find_map(|block| if let Block::List(lines) = block { Some(lines) } else { None })
            .unwrap()
    }

    /// The squares touched so far.
    async fn touched(&mut self) -> Vec<String> {
        let Reply::Private(notice) = self.command("Eve", "board").await else { panic!("no board") };
        squares(&notice)
    }
}

fn squares(notice: &Notice) -> Vec<String> {
    let json = serde_json::to_value(notice).unwrap();
    let touches = json["board"]["touches"]["squares"].as_array().cloned().unwrap();
    touches.iter().map(|square| square.as_str().map_or_else(|| square.to_string(), str::to_owned)).collect()
}

fn text(message: &Message) -> String {
    let texts = message.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn button(message: &Message, label: &str) -> Option<String> {
    let buttons = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.clone(),
        ControlRow::Menu(_) => Vec::new(),
    });
    buttons.into_iter().find(|button| button.label == label).map(|button| button.id)
}

fn menu(message: &Message) -> (String, Vec<String>) {
    let found = message.rows.iter().find_map(|row| match row {
        ControlRow::Menu(menu) => Some(menu.clone()),
        ControlRow::Buttons(_) => None,
    });
    let menu = found.unwrap_or_else(|| panic!("no menu: {message:?}"));
    (menu.id, menu.options.into_iter().map(|option| option.value).collect())
}

const OPEN: [&str; 6] = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"];
const BOTH_WINGS: [&str; 14] =
    ["d4", "a6", "Nc3", "b6", "Bf4", "c6", "Qd2", "d6", "Nf3", "e6", "e3", "f6", "Be2", "g6"];

#[tokio::test]
async fn what_counts_as_a_touch() {
    /// What it is, what was played, what Ada does, what is touched then.
    type Case = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);
    let table: [Case; 17] = [
        ("named", &[], &["touch g1 d7"], &["g1", "d7"]),
        ("named twice", &[], &["touch g1 g1", "touch g1 b1"], &["g1", "b1"]),
        ("empty squares and squares off the board", &[], &["touch e4 g1 z99"], &["g1"]),
        ("an illegal move", &[], &["move Bc4"], &["f1"]),
        ("an illegal capture", &[], &["move Qxd7"], &["d1", "d7"]),
        ("an illegal move with an own piece on its target", &[], &["move Qd2"], &["d1"]),
        ("a move without the word", &[], &["Ra3"], &["a1"]),
        ("castling that is not possible", &[], &["move O-O"], &["e1"]),
        ("a square of the enemy's", &[], &["move e7e5"], &["e7"]),
        ("two pieces that could be meant", &[], &["move Rd4", "move Nd4"], &[]),
        ("an empty square", &[], &["move e3d7"], &[]),
        ("no such piece there", &[], &["move Nf1e3"], &[]),
        ("no such square", &[], &["move Ke9"], &[]),
        ("nonsense", &[], &["move hello", "xyzzy"], &[]),
        ("a move that only touch-move forbids", &[], &["touch g1", "move e4"], &["g1", "e2"]),
        ("a capture that only touch-move forbids", &OPEN, &["touch c4", "move Nxe5"], &["c4", "f3", "e5"]),
        ("several moves of one piece", &BOTH_WINGS, &["move castle"], &["e1"]),
    ];
    for (what, moves, deeds, expected) in table {
        let mut game = Table::new(moves).await;
        for deed in deeds {
            game.command("Ada", deed).await;
        }
        assert_eq!(game.touched().await, expected, "{what}");
    }
}

#[tokio::test]
async fn a_move_that_cannot_be_made_and_touches_nothing_is_refused_as_ever() {
    let mut game = Table::new(&[]).await;
    let refused = "“Nd4” is not possible: no Knight of yours can go to d4.";
    let told = game.answer("Ada", "move Nd4").await;
    assert!(text(&told) == refused && told.picture.is_none(), "no board of what is left: {told:?}");
    game.posts("Ada", "touch g1").await;
    let bound = text(&game.answer("Ada", "move Nd4").await);
    assert!(bound.starts_with(refused) && bound != refused, "what is left is said, too: {bound}");
}

#[tokio::test]
async fn what_a_touch_leaves() {
    // What was played, what is touched, how what is left begins.
    let table: [(&[&str], &str, &[&str], &str); 10] = [
        (&[], "g1", &["Knight g1: Nf3, Nh3"], "Knight g1 was touched first and must move."),
        (&[], "a1 g1", &["Knight g1: Nf3, Nh3"], "Knight g1 must move: no piece touched earlier"),
        (&OPEN, "d7 c4", &["Bishop c4: Ba6, Bb3"], "Bishop c4 must move: no piece touched earlier"),
        (&OPEN, "f3 e5", &["Knight f3: Nxe5"], "Knight f3 must capture Pawn e5"),
        (&OPEN, "e5", &["Knight f3: Nxe5"], "Pawn e5 was touched first and must be captured."),
        (&OPEN, "d7 e5", &["Knight f3: Nxe5"], "Pawn e5 must be captured: no piece touched earlier"),
        (&OPEN, "e1 h1", &["King e1: O-O"], "The King was touched, and then Rook h1"),
        (&OPEN, "e1 a1", &["King e1: Ke2, Kf1, O-O"], "King e1 must move: it was touched before a Rook"),
        (&OPEN, "h1 e1", &["Rook h1: Rf1, Rg1"], "Rook h1 must move, and not by castling"),
        (&OPEN, "a1 e1", &["King e1: Ke2, Kf1, O-O"], "King e1 must move: no piece touched earlier"),
    ];
    for (moves, touched, expected, why) in table {
        let mut game = Table::new(moves).await;
        game.posts("Ada", &format!("touch {touched}")).await;
        let left = game.left().await;
        let said = text(&game.answer("Ada", "moves").await);
        assert!(said.starts_with(why), "{touched}: {said}");
        assert_eq!(left.len(), expected.len(), "{touched}: {left:?}");
        for (line, begin) in left.iter().zip(expected) {
            assert!(line.starts_with(begin), "{touched}: {line}");
        }
    }
}

#[tokio::test]
async fn of_several_moves_that_a_text_fits_the_one_that_is_left_is_made() {
    let mut table = Table::new(&["d4", "a6", "Nf3", "b6"]).await;
    // Nothing can be done by this, but the Knight is touched.
    table.answer("Ada", "move Nb1e4").await;
    assert_eq!(table.touched().await, ["b1"]);
    table.posts("Ada", "move Nd2").await;
    table.posts("Bob", "move e6").await;
}

#[tokio::test]
async fn nobody_is_told_of_castling_in_a_game_without_it() {
    let mut game = Table { chat: Chat::new(&NAMES, 1) };
    game.posts("Ada", "play Bob white grand touch-move").await;
    game.posts("Bob", "accept").await;
    game.posts("Ada", "touch a1 e2").await;
    let said = text(&game.answer("Ada", "moves").await);
    assert!(said.starts_with("Rook a1 was touched first and must move."), "{said}");
}

#[tokio::test]
async fn what_can_do_nothing_binds_nobody_but_forbids_castling() {
    let mut game = Table::new(&["Nf3", "a6", "g3", "b6", "Bg2", "c6"]).await;
    game.posts("Ada", "touch c1 d8").await;
    let left = game.left().await;
    assert!(left.len() > 5, "{left:?}");
    assert!(text(&game.answer("Ada", "moves").await).starts_with("No touched piece can move"));
    game.posts("Ada", "move O-O").await;
    game.posts("Bob", "touch a8 e8").await;
    assert!(text(&game.answer("Bob", "moves").await).starts_with("Rook a8 must move"));
}

#[tokio::test]
async fn completions_offer_what_is_left_and_what_is_touched() {
    let mut game = Table::new(&[]).await;
    game.posts("Ada", "touch g1").await;
    let table: [(&str, &[&str]); 6] = [
        ("move ", &["move Nf3", "move Nh3"]),
        ("move e", &[]),
        ("touch g", &["touch g2", "touch g7", "touch g8"]),
        ("touch e1 h", &["touch e1 h1", "touch e1 h2", "touch e1 h7", "touch e1 h8"]),
        ("release ", &["release g1"]),
        ("ta", &[]),
    ];
    for (line, expected) in table {
        let found = game.chat.service.suggest(&channel(), &person("Ada"), Language::EN, line).await;
        let lines: Vec<&str> = found.iter().map(|found| found.line.as_str()).collect();
        assert_eq!(lines, expected, "{line:?}");
    }
}

#[tokio::test]
async fn the_king_and_then_the_rook_castle_step_by_step() {
    let mut game = Table::new(&OPEN).await;
    let pieces = game.answer("Ada", "move").await;
    let king = game.press("Ada", &menu(&pieces).0, Some("e1")).await;
    let king = game.read("Ada", king);
    assert_eq!(menu(&king).1, ["e2", "f1", "g1"]);
    let back = game.press("Ada", &button(&king, "Back").unwrap(), None).await;
    let pieces = game.read("Ada", back);
    assert_eq!(menu(&pieces).1, ["e1", "h1"]);
    let rook = game.press("Ada", &menu(&pieces).0, Some("h1")).await;
    let castling = game.read("Ada", rook);
    assert_eq!(menu(&castling).1, ["g1"]);
    assert_eq!(game.touched().await, ["e1", "h1"]);
    game.press("Ada", &menu(&castling).0, Some("g1")).await;
    assert_eq!(game.touched().await, [""; 0]);
}

#[tokio::test]
async fn the_rook_and_then_the_king_do_not_castle_step_by_step() {
    let mut game = Table::new(&OPEN).await;
    let pieces = game.answer("Ada", "move").await;
    let (pieces, _) = menu(&pieces);
    game.press("Ada", &pieces, Some("h1")).await;
    // The menu that was shown first still names the King.
    let king = game.press("Ada", &pieces, Some("e1")).await;
    let only_rook = game.read("Ada", king);
    assert_eq!(menu(&only_rook).1, ["f1", "g1"]);
    assert_eq!(game.touched().await, ["h1", "e1"]);
    let refused = game.answer("Ada", "move O-O").await;
    assert!(text(&refused).starts_with("“O-O” is not allowed now"), "{refused:?}");
    assert!(refused.picture.is_some());
}

#[tokio::test]
async fn a_menu_shown_before_a_touch_does_not_get_around_it() {
    let mut game = Table::new(&[]).await;
    let pieces = game.answer("Ada", "move").await;
    let pawn = game.press("Ada", &menu(&pieces).0, Some("e2")).await;
    let (targets, _) = menu(&game.read("Ada", pawn));
    game.posts("Bob", "release").await;
    game.posts("Ada", "touch g1").await;
    let refused = game.press("Ada", &targets, Some("e4")).await;
    let refused = text(&game.read("Ada", refused));
    assert!(refused.starts_with("“e4” is not allowed now (touch-move)."), "{refused}");
    assert_eq!(game.touched().await, ["g1", "e2"]);
}

#[tokio::test]
async fn only_the_opponent_is_offered_the_release_of_what_they_have_seen() {
    let mut game = Table::new(&[]).await;
    game.chat.posted().await;
    game.posts("Ada", "touch g1").await;
    let first = game.chat.posted().await.pop().unwrap();
    let label = "Release touched pieces";
    let as_read_by = |name| button(&game.chat.read(&first, name, Language::EN), label);
    let [ada, bob, eve, channel] = [Some("Ada"), Some("Bob"), Some("Eve"), None].map(as_read_by);
    assert_eq!((ada, eve), (None, None));
    assert_eq!(bob, channel);
    game.posts("Ada", "touch b1").await;
    let second = game.chat.posted().await.pop().unwrap();
    let early = game.press("Bob", &bob.unwrap(), None).await;
    assert!(text(&game.read("Bob", early)).starts_with("That button is from an older board."));
    let late = button(&game.chat.read(&second, Some("Bob"), Language::EN), label).unwrap();
    assert_eq!(game.press("Bob", &late, None).await, Reply::Public);
    assert_eq!(game.touched().await, [""; 0]);
}

#[tokio::test]
async fn an_open_promotion_survives_a_restart_and_may_still_be_chosen() {
    let store = Arc::new(MemoryStore::new());
    let moves = ["a4", "h5", "a5", "h4", "a6", "h3", "axb7", "hxg2"];
    let mut game = Table::on(store.clone(), &moves).await;
    let asked = game.answer("Ada", "move bxa8").await;
    assert_eq!(menu(&asked).1, ["Q", "R", "B", "N"]);
    assert!(button(&asked, "Back").is_none(), "the Pawn's move stands");
    // A program that knows nothing but the store.
    let mut event = game.chat.event("Ada", Language::EN, false, UserAction::Line("move Nf3".to_owned()));
    game.chat = Chat::with_store(&NAMES, 2, store);
    let Reply::Private(refused) = game.chat.service.handle(&event).await.reply else {
        panic!("it is refused")
    };
    let refused = text(&game.chat.read(&refused, Some("Ada"), Language::EN));
    assert!(refused.starts_with("Pawn b7 has moved to a8 and stays there"), "{refused}");
    event = adoube_bot::ChatEvent {
        event: adoube_bot::IdempotencyKey::new("test:later".to_owned()).unwrap(),
        action: UserAction::Press { id: menu(&asked).0, value: Some("N".to_owned()) },
        ..event
    };
    let Reply::Replace(done) = game.chat.service.handle(&event).await.reply else { panic!("it is played") };
    assert_eq!(text(&game.chat.read(&done, Some("Ada"), Language::EN)), "You played bxa8=N.");
}

#[tokio::test]
async fn a_touch_and_a_move_at_the_same_time_happen_one_after_the_other() {
    for touch_first in [true, false] {
        let store = Arc::new(MemoryStore::new());
        let mut game = Table::on(store.clone(), &[]).await;
        let other = Chat::with_store(&NAMES, 2, store);
        let mut event =
            |line: &str| game.chat.event("Ada", Language::EN, false, UserAction::Line(line.to_owned()));
        let (touch, made) = (event("touch g1"), event("move e4"));
        let (first, second) = if touch_first { (touch, made) } else { (made, touch) };
        let (one, two) = tokio::join!(game.chat.service.handle(&first), other.service.handle(&second));
        let (touched, played) = if touch_first { (one, two) } else { (two, one) };
        match (touched.reply, played.reply) {
            // Touched in time: the move was a try.
            (Reply::Public, Reply::Private(_)) => assert_eq!(game.touched().await, ["g1", "e2"]),
            // Too late: the move was made, and it is Bob's turn.
            (Reply::Private(_), Reply::Public) => assert_eq!(game.touched().await, [""; 0]),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn what_was_touched_is_let_go_when_the_game_is_over() {
    let mut game = Table::new(&[]).await;
    for (name, line) in [("Ada", "touch g1"), ("Ada", "draw"), ("Bob", "draw accept")] {
        game.posts(name, line).await;
    }
    let rows = game.chat.store.scan(Games, KeyRange::all(), ScanOrder::Ascending, 9).await.expect("memory");
    let record: serde_json::Value = serde_json::from_slice(&rows[0].1.value).expect("JSON");
    assert_eq!(record["touches"]["squares"], serde_json::json!([]));
}

#[tokio::test]
async fn games_without_touch_move_know_no_touches() {
    let mut game = Table { chat: Chat::new(&NAMES, 1) };
    game.posts("Ada", "play Bob white chess").await;
    game.posts("Bob", "accept").await;
    for (name, line) in [("Ada", "touch e2"), ("Bob", "release")] {
        let said = text(&game.answer(name, line).await);
        assert!(said.starts_with("This game is played without touch-move"), "{said}");
    }
    let said = text(&game.answer("Ada", "move Bc4").await);
    assert_eq!(said, "“Bc4” is not possible: Pawn e2 blocks the way of Bishop f1 to c4.");
    game.posts("Ada", "move e4").await;
    game.posts("Ada", "takeback").await;
}
