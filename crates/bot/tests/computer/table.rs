//! Helper of the tests of the computer: a chat in which one person plays against it.

use std::sync::Arc;

use adoube_bot::{Block, Bot, ChatEvent, Language, Message, Notice, Reply, UserAction};
use adoube_rules::{Game, Position, PositionView};
use adoube_store::{MemoryStore, Store};
use adoube_testing::clock::TestClock;
use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::support::{self, Chat};

/// Longer than the computer is missed, in milliseconds.
pub const MISSED: u64 = 60_000;

/// One person's table.
pub struct Table {
    pub chat: Chat,
    /// The last board that everybody was shown.
    pub board: Option<adoube_bot::Notice>,
    rng: ChaCha8Rng,
}

impl Table {
    pub fn new(seed: u64) -> Self {
        Self::over(store(), seed)
    }

    /// A table in this store.
    pub fn over(store: Arc<dyn Store>, seed: u64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { chat: Chat::with_store(&["Ada", "Bob"], seed, store), board: None, rng }
    }

    /// Ada says this; what she is answered, if it is for her alone.
    pub async fn say(&mut self, line: &str) -> Option<String> {
        let event = self.event(line);
        let reply = self.chat.service.handle(&event).await.reply;
        match reply {
            Reply::Public => None,
            Reply::Private(notice) | Reply::Replace(notice) => Some(self.words(&notice)),
            other => panic!("{line}: {other:?}"),
        }
    }

    pub fn event(&mut self, line: &str) -> ChatEvent {
        self.chat.event("Ada", Language::EN, false, UserAction::Line(line.to_owned()))
    }

    pub fn words(&self, notice: &Notice) -> String {
        text(&self.chat.read(notice, Some("Ada"), Language::EN))
    }

    /// What everybody was told since the last look; boards are remembered.
    pub async fn told(&mut self) -> Vec<String> {
        let posted = self.chat.posted().await;
        let told = posted.iter().map(|notice| self.words(notice)).collect();
        let mut boards = posted.into_iter().filter(|notice| matches!(notice, Notice::Board(_)));
        self.board = boards.next_back().or(self.board.take());
        told
    }

    /// The computer's turns, as far as they can be played.
    pub async fn let_it_play(&mut self) -> Vec<String> {
        self.chat.service.run_computer_once().await;
        self.told().await
    }

    /// The position as everybody knows it; none before the first board.
    pub fn position(&self) -> Position {
        let Some(Notice::Board(board)) = &self.board else { panic!("no board") };
        PositionView::parse(board.variant, &board.position).expect("a position").position().clone()
    }

    pub fn is_over(&self) -> bool {
        matches!(&self.board, Some(Notice::Board(board)) if board.ending.is_some())
    }

    /// How many half-moves the board shows were made, by the count in its position.
    pub fn plies(&self) -> usize {
        let text = self.position().to_string();
        let number: usize = text.rsplit(' ').find_map(|field| field.parse().ok()).expect("a move number");
        2 * (number - 1) + usize::from(self.position().side_to_move() == adoube_rules::Side::Black)
    }

    /// Ada makes a legal move by lot.
    pub async fn move_by_lot(&mut self) -> String {
        let game = Game::new(self.position());
        let made = game.legal_moves().choose(&mut self.rng).expect("a move").to_string();
        assert_eq!(self.say(&format!("move {made}")).await, None, "{made}");
        made
    }

    /// Ada makes a move by lot, and keeps her cards.
    pub async fn move_without_a_card(&mut self) {
        let moves = self.position().moves_without_drops();
        let made = moves.choose(&mut self.rng).expect("a move").to_string();
        if self.say(&format!("move {made}")).await.is_some() {
            assert_eq!(self.say("pass").await, None, "{made}");
        }
    }

    /// Another process over the same store, with a clock of its own that shows the same.
    pub fn another(&self, seed: u64) -> Bot {
        let store: Arc<dyn Store> = Arc::clone(&self.chat.store);
        let clock: Arc<TestClock> = Arc::clone(&self.chat.clock);
        support::service(&["Ada", "Bob"], seed, store, clock)
    }
}

/// The words of a message.
pub fn text(message: &Message) -> String {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(_) => format!("{block:?}"),
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// A store in memory.
pub fn store() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new())
}
