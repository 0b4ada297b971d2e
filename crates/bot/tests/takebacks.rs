//! Tests of takebacks at any point of a long game: the stored game is the one from before the moves,
//! also after earlier takebacks, and only the last moves are read from the store.

use std::sync::Arc;

use adoube_bot::{Language, Message, Notice, Reply, UserAction};
use adoube_rules::{Game, Position, Side, Variant};
use adoube_store::{Batch, KeyRange, MemoryStore, Record, ScanOrder, Store, Table};
use adoube_testing::seeds;
use adoube_testing::store::{CountingHook, HookedStore};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{Chat, first_button, table as game};

/// Plies of a game that is long enough to have stood at several checkpoints.
const LONG: usize = 90;

/// The most events that are read to take moves back, however long the game is.
const READ: usize = 60;

/// A game in the chat, and every position of it as the rules see it, the present one last.
struct Board {
    chat: Chat,
    store: Arc<HookedStore<CountingHook>>,
    stood: Vec<Game>,
}

impl Board {
    async fn new() -> Self {
        let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), CountingHook::default()));
        let chat = Chat::with_store(&["Ada", "Bob"], 1, store.clone());
        let mut board = Self { chat, store, stood: vec![Game::new(Position::start(Variant::Chess))] };
        board.posts("Ada", "play Bob white chess").await;
        board.posts("Bob", "accept").await;
        board
    }

    fn now(&self) -> &Game {
        self.stood.last().expect("the start is never taken back")
    }

    fn plies(&self) -> usize {
        self.stood.len() - 1
    }

    fn mover(&self) -> &'static str {
        if self.now().position().side_to_move() == Side::White { "Ada" } else { "Bob" }
    }

    async fn handle(&mut self, name: &str, line: &str) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&event).await.reply
    }

    async fn posts(&mut self, name: &str, line: &str) -> Vec<Notice> {
        assert_eq!(self.handle(name, line).await, Reply::Public, "{line}");
        self.chat.posted().await
    }

    /// A legal move that does not end the game, by lot.
    async fn play(&mut self, rng: &mut ChaCha8Rng) {
        let (mover, mut next) = (self.mover(), self.now().clone());
        let quiet: Vec<_> = next
            .legal_moves()
            .iter()
            .filter(|made| {
                let mut game = next.clone();
                game.play(made).is_ok() && game.outcome().is_none()
            })
            .collect();
        let chosen = *quiet[rng.random_range(0..quiet.len())];
        self.posts(mover, &format!("move {chosen}")).await;
        next.play(&chosen).expect("legal");
        self.stood.push(next);
    }

    /// One ply goes back, or two; the board that is posted.
    async fn take_back(&mut self, plies: usize) -> Message {
        let (next, last) = if self.mover() == "Ada" { ("Ada", "Bob") } else { ("Bob", "Ada") };
        let (asks, agrees) = if plies == 1 { (last, next) } else { (next, last) };
        self.posts(asks, "takeback").await;
        let posted = self.posts(agrees, "takeback accept").await;
        self.stood.truncate(self.stood.len() - plies);
        let [board] = posted.as_slice() else { panic!("{posted:?}") };
        self.chat.read(board, None, Language::EN)
    }

    /// What is kept of games beside their channel.
    async fn kept(&self) -> Vec<(Vec<u8>, Record)> {
        let order = ScanOrder::Ascending;
        self.store.scan(Table::Game, KeyRange::all(), order, 100).await.expect("rows")
    }

    async fn resign(&mut self) {
        let Reply::Private(notice) = self.handle("Ada", "resign").await else { panic!("no question") };
        let asked = self.chat.read(&notice, Some("Ada"), Language::EN);
        let event = self.chat.event("Ada", Language::EN, false, first_button(&asked));
        self.chat.service.handle(&event).await;
    }

    /// Writes something into every row that says how a game stood, which is no such thing.
    async fn spoil_checkpoints(&self) {
        let rows = self.kept().await;
        assert_eq!(rows.len(), 5, "at plies 16 to 80");
        let newer = r#"{"format":77}"#;
        let batch = rows.into_iter().enumerate().fold(Batch::new(), |batch, (number, (key, _))| {
            batch.put(Table::Game, key, if number % 2 == 0 { newer } else { "{" })
        });
        self.store.commit(batch).await.expect("written");
    }

    async fn stands(&mut self, shown: Option<&Message>, what: &str) {
        let Reply::Private(notice) = self.handle("Ada", "export fen").await else { panic!("{what}") };
        let Notice::Export { text, .. } = *notice else { panic!("{what}: {notice:?}") };
        assert_eq!(text, self.now().position().to_string(), "{what}");
        let Some(shown) = shown else { return };
        let strip = &shown.picture.as_ref().expect("a board").scene.strip;
        let taken = strip.white.captured.len() + strip.black.captured.len();
        assert_eq!(taken + pieces(self.now()), 32, "{what}");
    }
}

fn pieces(game: &Game) -> usize {
    game.position().pieces().count()
}

#[tokio::test]
async fn the_game_stands_as_it_did_before() {
    let seed = seeds::seed(20_261_122);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut board = Board::new().await;
    while board.plies() < LONG {
        board.play(&mut rng).await;
        let back = if board.plies() < 2 { 0 } else { [0, 0, 0, 0, 1, 2][rng.random_range(0..6)] };
        let what = format!("{back} back at ply {}", board.plies());
        board.store.take();
        let shown = if back > 0 { Some(board.take_back(back).await) } else { None };
        let read = board.store.so_far().rows(Table::Event);
        assert!(read <= READ, "{read} events were read: {what}");
        board.stands(shown.as_ref(), &what).await;
    }
    board.spoil_checkpoints().await;
    // Further and further, past all of them: those that cannot be read, and those that are no longer kept.
    while board.plies() >= 2 {
        let what = format!("from ply {}", board.plies());
        let shown = board.take_back(2).await;
        board.stands(Some(&shown), &what).await;
    }
    board.play(&mut rng).await;
    board.stands(None, "after all of it").await;
    board.resign().await;
    let [(key, _)] = board.kept().await.try_into().expect("the game alone");
    assert!(!String::from_utf8_lossy(&key).contains("checkpoint"), "it is over");
}

#[tokio::test]
async fn how_a_game_stood_is_kept_now_and_then_and_only_where_moves_may_go_back() {
    let moves = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 Nd2";
    for (challenge, kept) in [("play Bob chess white", 1), ("play Bob chess white touch-move", 0)] {
        let game = game::Table::moves(challenge, moves).await;
        let rows = game.chat.store.scan(Table::Game, KeyRange::all(), ScanOrder::Ascending, 100).await;
        assert_eq!(rows.expect("memory").len(), kept, "{challenge}");
    }
}
