//! Test that exported games can be read back: random games of every variant, as PGN, as JSON and as
//! position text, lead from the same start by the same moves to the same position. `ADOUBE_SEED`
//! plays the games of one seed alone.

mod reader;

use std::sync::Arc;

use adoube_bot::{ControlRow, Language, Notice, Reply, UserAction};
use adoube_rules::{Game, Move, PieceDialect, PieceType, Position, PositionViewer, Side, Variant, notation};
use adoube_store::{Key, MemoryStore, Store, Table};
use adoube_testing::seeds;
use rand::{
    RngExt, SeedableRng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;
use reader::Pgn;
use serde_json::Value;

use crate::support::{Chat, channel, person};

/// How games begin.
const GAMES: [&str; 14] = [
    "play chess",
    "play chess touch-move",
    "play chess960",
    "play chess960 touch-move",
    "play grand captured",
    "play grand initial touch-move",
    "play grand all",
    "setup classic-random 10 duplicates initial send",
    "setup classic-random 5 all rotate lock:7 send",
    "setup free-random 19 initial touch-move send",
    "setup free-random 19 captured lock:0 send",
    "setup classic-chosen 2 initial send",
    "play schachen",
    "play schachen touch-move facing",
];
/// Names from outside, as platforms may give them.
const NAMES: [&str; 2] = ["Ada \"the \\ Rook\" [1-0] {x} \\", "Bob [Result \"1-0\"]"];
/// Turns of a game.
const TURNS: usize = 40;

/// A game and those who play it.
struct Play {
    chat: Chat,
    store: Arc<MemoryStore>,
    names: [String; 2],
    rng: ChaCha8Rng,
}

impl Play {
    async fn begin(line: &str, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut names = NAMES.map(str::to_owned);
        if rng.random_bool(0.2) {
            names[1] = "\"\\".repeat(120);
        }
        let store = Arc::new(MemoryStore::new());
        let chat = Chat::with_store(&[], seed, store.clone());
        let mut play = Self { chat, store, names, rng };
        for (name, line) in [(0, line), (1, "accept")] {
            assert_eq!(play.says(name, line).await, Reply::Public, "{line}");
        }
        play
    }

    async fn acts(&mut self, name: usize, action: UserAction) -> Reply {
        let event = self.chat.event(&self.names[name].clone(), Language::EN, false, action);
        self.chat.service.handle(&event).await.reply
    }

    async fn says(&mut self, name: usize, line: &str) -> Reply {
        self.acts(name, UserAction::Line(line.to_owned())).await
    }

    /// The running game's record.
    async fn record(&self) -> Value {
        let key = Key::new().text(&channel().0);
        let record = self.store.get(Table::Channel, key.as_ref()).await.expect("memory").expect("a channel");
        let mut record: Value = serde_json::from_slice(&record.value).expect("JSON");
        record["game"].take()
    }

    fn at(&self, record: &Value, side: &str) -> usize {
        let id = &record["seats"][side]["id"];
        self.names.iter().position(|name| *id == *person(name).id.0).expect("a player")
    }

    async fn choose(&mut self) {
        while !self.record().await["choosing"].is_null() {
            let kinds: Vec<PieceType> = PieceType::all().collect();
            let kind = kinds.choose(&mut self.rng).expect("types").code();
            for name in [0, 1] {
                self.says(name, &format!("pick {kind}")).await;
            }
        }
    }

    /// Goes on for some turns, with everything that leaves a trace in a record.
    async fn go_on(&mut self) {
        for _ in 0..TURNS {
            let record = self.record().await;
            if record.is_null() {
                return;
            }
            match self.rng.random_range(0..12) {
                0 => self.talk(["draw", "draw decline"]).await,
                1 => self.talk(["takeback", "takeback accept"]).await,
                _ => self.turn(&record).await,
            }
        }
    }

    async fn talk(&mut self, lines: [&str; 2]) {
        let first = self.rng.random_range(0..2);
        self.says(first, lines[0]).await;
        self.says(1 - first, lines[1]).await;
    }

    /// The first of the moves, in any order, that what was touched leaves.
    async fn turn(&mut self, record: &Value) {
        let game = game(record);
        let to_move = if game.position().side_to_move() == Side::White { "white" } else { "black" };
        let name = self.at(record, to_move);
        let mut legal: Vec<Move> = game.legal_moves().to_vec();
        legal.shuffle(&mut self.rng);
        if self.rng.random_bool(0.2) {
            self.says(name, &format!("touch {}", legal[0].from)).await;
        }
        for made in legal {
            if self.says(name, &format!("move {made}")).await == Reply::Public {
                return;
            }
        }
        panic!("no move is left in {}", game.position());
    }

    async fn resign(&mut self) {
        let Reply::Private(asked) = self.says(0, "resign").await else { panic!("a question") };
        let message = self.chat.read(&asked, Some(&self.names[0]), Language::EN);
        let [ControlRow::Buttons(buttons)] = message.rows.as_slice() else { panic!("{:?}", message.rows) };
        let press = UserAction::Press { id: buttons[0].id.clone(), value: None };
        assert!(matches!(self.acts(0, press).await, Reply::Replace(_)));
    }

    async fn export(&mut self, format: &str) -> String {
        match self.says(1, &format!("export {format}")).await {
            Reply::Private(notice) => match *notice {
                Notice::Export { text, .. } => text,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }
}

fn game(record: &Value) -> Game {
    let snapshot = serde_json::from_value(record["state"].clone()).expect("a snapshot");
    Game::restore(snapshot).expect("a game")
}

/// The variant a PGN names, and the position it begins with.
fn start(pgn: &Pgn) -> (Variant, Position) {
    let variant = match pgn.tag("Variant").as_deref() {
        None => Variant::Chess,
        Some("Adoube Grand") => Variant::Grand,
        Some(name) => Variant::from_key(&name.to_lowercase()).expect("a variant"),
    };
    assert_eq!(pgn.tag("SetUp"), pgn.tag("FEN").map(|_| "1".to_owned()));
    let usual = Position::start(variant);
    let fen = pgn.tag("FEN").or_else(|| usual.fen(PieceDialect::Own)).expect("a position");
    let keys = pgn.tag("PositionKeys").or_else(|| (variant == Variant::Grand).then(|| keys(&usual)));
    let text = fen + &keys.map(|keys| format!(" {keys}")).unwrap_or_default();
    let start = Position::parse(variant, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(start.full_text(), text);
    (variant, start)
}

/// What stands behind the six fields of a position text.
fn keys(position: &Position) -> String {
    position.full_text().split(' ').skip(6).collect::<Vec<_>>().join(" ")
}

/// The one legal move that is written so.
fn named(position: &Position, san: &str) -> Move {
    let legal = position.legal_moves();
    let written = notation::sans(position, &legal);
    let mut meant = legal.iter().zip(&written).filter(|(_, text)| *text == san);
    let (made, _) = meant.next().unwrap_or_else(|| panic!("{san} is no move in {position}"));
    assert!(meant.next().is_none(), "{san} is two moves in {position}");
    *made
}

/// The tags that do not follow from the moves.
fn check_tags(pgn: &Pgn, names: [&str; 2]) {
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let order: Vec<&str> = pgn.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(order[..7], roster);
    for (name, seat) in names.into_iter().zip(["White", "Black"]) {
        let written = pgn.tag(seat).expect("a name");
        assert!(written == name || (name.len() > 200 && name.starts_with(&written)), "{written}");
        assert_eq!(pgn.tag(&format!("{seat}Type")).as_deref(), Some("human"));
    }
    assert_eq!(pgn.tag("UTCDate").as_deref(), Some("2026.01.02"));
    assert!(pgn.tag("UTCTime").is_some_and(|time| time.starts_with("03:04:")), "{:?}", pgn.tags);
    assert_eq!(pgn.tag("Result").as_ref(), Some(&pgn.result));
    assert_eq!(pgn.tag("PlyCount"), Some(pgn.moves.len().to_string()));
    assert_eq!(pgn.tag("EndDate").is_none(), pgn.result == "*");
}

async fn check(play: &mut Play, state: &Game, names: [usize; 2], is_over: bool) {
    let [pgn, json, fen] = [play.export("pgn").await, play.export("json").await, play.export("fen").await];
    let pgn = reader::read(&pgn);
    check_tags(&pgn, names.map(|seat| play.names[seat].as_str()));
    assert_eq!(pgn.result == "*", !is_over);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let (open, variant) =
        (state.position().variant() != Variant::Schachen || is_over, state.position().variant());
    if !open {
        // What is hidden is not handed out; what is can be read.
        let seen = state.position().view(PositionViewer::Spectator).to_string();
        assert_eq!([json["position"].as_str(), Some(&fen)], [Some(seen.as_str()); 2]);
        return;
    }
    let (written, mut position) = start(&pgn);
    assert_eq!((written, json["variant"].as_str()), (variant, Some(variant.key())));
    assert_eq!(json["start"], position.full_text());
    let mut lans = Vec::new();
    for san in &pgn.moves {
        let made = named(&position, san);
        lans.push(made.to_string());
        position = position.apply(&made);
    }
    let whole = state.position().full_text();
    assert_eq!([position.full_text(), fen], [whole.clone(), whole.clone()]);
    assert_eq!(json["position"], whole);
    let mut standing = Vec::new();
    for event in json["events"].as_array().expect("events") {
        match event["event"]["what"].as_str() {
            Some("move") => standing.push(event["event"]["lan"].as_str().expect("a move").to_owned()),
            Some("taken_back") => {
                let back = event["event"]["plies"].as_u64().expect("a count") as usize;
                standing.truncate(standing.len() - back);
            }
            _ => {}
        }
    }
    assert_eq!(standing, lans);
}

async fn play(line: &str, seed: u64) {
    seeds::tell(seed);
    println!("{line}");
    let mut play = Play::begin(line, seed).await;
    play.choose().await;
    play.go_on().await;
    let record = play.record().await;
    if record.is_null() {
        return;
    }
    let names = ["white", "black"].map(|side| play.at(&record, side));
    let state = game(&record);
    check(&mut play, &state, names, false).await;
    play.resign().await;
    check(&mut play, &state, names, true).await;
}

#[tokio::test]
async fn whatever_is_handed_out_can_be_read_back() {
    for seed in seeds::seeds(1..5, 2) {
        for line in GAMES {
            play(line, seed).await;
        }
    }
}
