//! Checks what the store holds, from an export and by the rules alone: the record of every game,
//! replayed from its events, gives exactly the stored state.

use std::collections::BTreeMap;

use adoube_rules::{Game, Piece, PieceType, Position, Side, Square, Variant, touch_move};
use adoube_store::{Key, KeyRange, KeyReader, Record, ScanOrder, Store, Table};
use serde_json::Value;

/// Everything the bot has written, by table and key.
pub type Rows = BTreeMap<(Table, Vec<u8>), Record>;

/// Tables the bot writes, and the one in which the simulated platform keeps what it delivered.
const TABLES: [Table; 7] =
    [Table::Channel, Table::Game, Table::Event, Table::Outbox, Table::Deadline, Table::Index, Table::Message];

/// Reads it all.
pub async fn rows(store: &dyn Store) -> Rows {
    let mut rows = Rows::new();
    for table in TABLES {
        let mut range = KeyRange::prefix(Key::new());
        loop {
            let page = store.scan(table, range.clone(), ScanOrder::Ascending, 1024).await.expect("the store");
            let Some((last, _)) = page.last() else { break };
            range = range.after(last);
            rows.extend(page.into_iter().map(|(key, record)| ((table, key), record)));
        }
    }
    rows
}

pub fn json(record: &Record) -> Value {
    serde_json::from_slice(&record.value).expect("a record is JSON")
}

/// The running game of a channel.
pub fn running(rows: &Rows, channel: &str) -> Option<Value> {
    let record = rows.get(&(Table::Channel, Vec::from(Key::new().text(channel))))?;
    Some(json(record)["game"].take()).filter(|game| !game.is_null())
}

/// The rules' view of a running game.
pub fn game(record: &Value) -> Game {
    let snapshot = serde_json::from_value(record["state"].clone()).expect("a snapshot");
    Game::restore(snapshot).expect("a game")
}

/// The events of a game, in order.
pub fn events(rows: &Rows, id: &str) -> Vec<Value> {
    let of_it = |((table, key), _): &(&(Table, Vec<u8>), &Record)| {
        let mut parts = KeyReader::new(key);
        *table == Table::Event && parts.text().is_some() && parts.text().as_deref() == Some(id)
    };
    rows.iter().filter(of_it).map(|(_, record)| json(record)["event"].take()).collect()
}

/// The game that a record holds, running or ended.
pub fn game_in((table, key): &(Table, Vec<u8>), record: &Record) -> Option<Value> {
    let mut parts = KeyReader::new(key);
    let game = match table {
        Table::Channel => json(record)["game"].take(),
        // Beside a game stands how it stood some moves before.
        Table::Game if parts.text().is_some() && parts.is_done() => json(record),
        _ => return None,
    };
    Some(game).filter(|game| !game.is_null())
}

/// Every game there is, running or ended, with the same id at most once.
pub fn games(rows: &Rows) -> BTreeMap<String, Value> {
    let mut games = BTreeMap::new();
    for (place, record) in rows {
        let Some(game) = game_in(place, record) else { continue };
        let (table, _) = place;
        if let Some(id) = game["id"].as_str().map(str::to_owned) {
            assert_eq!(*table == Table::Game, !game["ending"].is_null(), "{id} is kept in the wrong place");
            assert!(games.insert(id.clone(), game).is_none(), "{id} is kept twice");
        }
    }
    games
}

/// How a game stood before its first event and after each.
pub fn stages(rows: &Rows, record: &Value) -> Vec<Game> {
    let variant: Variant = serde_json::from_value(record["variant"].clone()).expect("a variant");
    let mut history = vec![Game::new(first_position(variant, record))];
    let mut stages = history.clone();
    for event in events(rows, record["id"].as_str().expect("an id")) {
        replay(&mut history, &event);
        stages.extend(history.last().cloned());
    }
    stages
}

/// Plays a game's events again.
pub fn check_game(rows: &Rows, record: &Value) {
    let id = record["id"].as_str().expect("an id");
    let events = events(rows, id);
    assert_eq!(record["turn"], events.len(), "{id}: the turn counts the events");
    check_choosing(record, &events);
    let variant: Variant = serde_json::from_value(record["variant"].clone()).expect("a variant");
    let start = first_position(variant, record);
    let mut history = vec![Game::new(start)];
    let mut touched = Touched::default();
    for event in &events {
        if record["touch_move"] == true {
            touched.note(history.last().expect("the start"), event);
        }
        replay(&mut history, event);
    }
    assert_eq!(record["touches"]["squares"], serde_json::to_value(&touched.squares).expect("JSON"), "{id}");
    assert_eq!(record["touches"]["promoting"].is_null(), touched.promoting.is_none(), "{id}");
    let present = history.last().expect("the start");
    assert_eq!(record["plies"], history.len() - 1, "{id}: plies");
    assert_eq!(record["state"], serde_json::to_value(present.snapshot()).expect("JSON"), "{id}: the state");
    check_begun(record, present);
    check_ending(record, present, &events);
}

/// Where the game began, with the cards that were dealt.
fn first_position(variant: Variant, record: &Value) -> Position {
    if variant != Variant::Schachen {
        return Position::parse(variant, record["start"].as_str().expect("text")).expect("a position");
    }
    let deal = record["deal"]["cards"].as_str().expect("cards").parse().expect("a deal");
    let kings = serde_json::from_value(record["deal"]["kings"].clone()).expect("a place for the Kings");
    let start = Position::start_schachen(&deal, kings);
    assert_eq!(record["start"], start.to_string(), "the start is kept without cards");
    start
}

/// A move that waits for a drop is legal, and one is possible.
fn check_begun(record: &Value, present: &Game) {
    let begun = &record["begun"];
    if begun.is_null() {
        return;
    }
    assert!(record["ending"].is_null(), "{begun}: the game is over");
    let square = |key: &str| begun[key].as_str().expect("a square").parse::<Square>().expect("a square");
    let waiting = present.legal_moves().iter().find(|made| {
        (made.from, made.to) == (square("from"), square("to"))
            && made.choice.map(PieceType::code) == begun["choice"].as_str()
            && made.drop.is_some()
    });
    assert!(waiting.is_some(), "{begun} in {}", present.position());
}

/// What the side to move has touched, as the events tell it.
#[derive(Default)]
struct Touched {
    squares: Vec<Square>,
    promoting: Option<(Square, Square)>,
}

impl Touched {
    /// Only who is to move touches, only the other one releases, and a move is one that was left.
    fn note(&mut self, game: &Game, event: &Value) {
        let position = game.position();
        let mover = position.side_to_move();
        let by = || serde_json::from_value::<Side>(event["by"].clone()).expect("a side");
        let pieces = || -> Vec<Square> {
            let pieces: Vec<(Square, Piece)> =
                serde_json::from_value(event["pieces"].clone()).expect("pieces");
            assert!(!pieces.is_empty(), "{event}");
            assert!(
                pieces.iter().all(|(square, piece)| position.piece_at(*square) == Some(*piece)),
                "{event}"
            );
            pieces.into_iter().map(|(square, _)| square).collect()
        };
        let square = |key: &str| serde_json::from_value::<Square>(event[key].clone()).expect("a square");
        match event["what"].as_str() {
            Some("touched") => {
                assert_eq!(by(), mover, "{event}");
                for square in pieces() {
                    assert!(!self.squares.contains(&square), "touched twice: {event}");
                    self.squares.push(square);
                }
            }
            Some("released") => {
                assert_eq!(by(), mover.other(), "{event}");
                let released = pieces();
                assert!(released.iter().all(|square| self.squares.contains(square)), "{event}");
                self.squares.retain(|square| !released.contains(square));
            }
            Some("promoting") => self.promoting = Some((square("from"), square("to"))),
            Some("taken_back") => panic!("nothing is taken back under touch-move"),
            Some("move") => {
                let made = adoube_rules::notation::parse_lan(position, event["lan"].as_str().expect("text"))
                    .expect("legal");
                let is_left = match self.promoting {
                    Some(fixed) => (made.from, made.to) == fixed,
                    None => touch_move(position, game.legal_moves(), &self.squares).moves.contains(&made),
                };
                assert!(is_left, "{made} after touching {:?} in {position}", self.squares);
                *self = Self::default();
            }
            Some("ended") => *self = Self::default(),
            _ => {}
        }
    }
}

/// Pieces are chosen before anything else, save what time does, by turns, Black the last one; then the array is drawn, and it is
/// the start.
fn check_choosing(record: &Value, events: &[Value]) {
    let id = &record["id"];
    let is_of_time = |event: &&Value| ["timed_out", "played_on"].iter().any(|what| event["what"] == **what);
    let events: Vec<&Value> = events.iter().filter(|event| !is_of_time(event)).collect();
    let is_chosen = |event: &&&Value| event["what"] == "piece_chosen";
    let chosen: Vec<&Value> = events.iter().take_while(is_chosen).copied().collect();
    let all = events.iter().filter(is_chosen).count();
    assert_eq!(chosen.len(), all, "{id}: a piece was chosen too late");
    let total = record["array"]["extra"].as_u64().unwrap_or_default() as usize;
    for (place, event) in chosen.iter().enumerate() {
        let by = if (total - place) % 2 == 1 { "black" } else { "white" };
        assert_eq!(event["by"], by, "{id}: choice {place} of {total}");
    }
    let kinds: Vec<&Value> = chosen.iter().map(|event| &event["kind"]).collect();
    match record["choosing"]["chosen"].as_array() {
        Some(kept) => assert_eq!(kept.iter().collect::<Vec<_>>(), kinds, "{id}: what was chosen"),
        None if all > 0 => {
            assert_eq!(all, total, "{id}: the game began before all pieces were chosen");
            assert_eq!(events[all]["start"], record["start"], "{id}: the array that was drawn");
        }
        None => {}
    }
}

/// A running game as those who play it know it: anybody may follow.
pub fn without_followers(mut game: Value) -> Value {
    if let Some(fields) = game.as_object_mut() {
        fields.remove("followers");
    }
    game
}

/// One panel a person, and not too many.
pub fn check_panels(channel: &Value) {
    let panels = channel["panels"].as_array().cloned().unwrap_or_default();
    let mut owners: Vec<String> = panels.iter().map(|panel| panel["owner"]["id"].to_string()).collect();
    owners.sort();
    owners.dedup();
    assert_eq!(owners.len(), panels.len(), "two panels of one person");
    assert!(panels.len() <= 10);
}

fn replay(history: &mut Vec<Game>, event: &Value) {
    let mut game = history.last().expect("the start").clone();
    match event["what"].as_str() {
        Some("move") => {
            let lan = event["lan"].as_str().expect("text");
            let made = adoube_rules::notation::parse_lan(game.position(), lan).expect("legal");
            let played = game.play(&made).expect("legal");
            assert_eq!(event["san"], played.san, "the notation of {lan}");
            history.push(game);
        }
        Some("taken_back") => {
            let plies = event["plies"].as_u64().expect("a number") as usize;
            assert!(plies < history.len(), "more is taken back than was played");
            history.truncate(history.len() - plies);
        }
        Some(_) => {}
        None => panic!("an event without a kind: {event}"),
    }
}

fn check_ending(record: &Value, present: &Game, events: &[Value]) {
    let id = &record["id"];
    let ended = events.iter().position(|event| event["what"] == "ended");
    assert_eq!(ended.is_some(), !record["ending"].is_null(), "{id}: an end is in both places or in none");
    assert!(ended.is_none_or(|at| at + 1 == events.len()), "{id}: something happened after the end");
    if let Some(outcome) = present.outcome() {
        let last = events.last().expect("the end is an event");
        assert_eq!(last["result"], outcome.result.to_string(), "{id}: the result");
    }
}
