//! Test of a program that is killed in games with the computer, before and after each of its
//! writes: the next program goes on, and the game is the same as without the kill.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use adoube_bot::{ChatEvent, Language, Notice, Reply, UserAction};
use adoube_rules::Game;
use adoube_store::{Key, KeyRange, MemoryStore, ScanOrder, Store, StoreError, Table};
use adoube_testing::store::{HookedStore, StoreCall, StoreCallResult, StoreHook, broken_disk};

use super::table::{MISSED, text};
use crate::support::{self, Chat};

/// Turns of a person in each game.
const TURNS: usize = 3;

/// How a program dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Death {
    /// Its last write never reaches the disk.
    BeforeWriting,
    /// Its last write is on disk, and nobody has heard of it.
    AfterWriting,
}

/// Open for so many writes; after the last one nothing comes through any more.
struct Mortal {
    left: AtomicUsize,
    death: Death,
}

impl Mortal {
    fn is_dead(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl StoreHook for Mortal {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        let is_killed = self.is_dead() || {
            let is_last =
                matches!(asked, StoreCall::Commit(_)) && self.left.fetch_sub(1, Ordering::Relaxed) == 1;
            is_last && self.death == Death::BeforeWriting
        };
        if is_killed { Err(broken_disk()) } else { Ok(()) }
    }

    async fn after(&self, _: StoreCall<'_>, _: StoreCallResult) -> Result<(), StoreError> {
        if self.is_dead() { Err(broken_disk()) } else { Ok(()) }
    }
}

/// A game against the computer, and what it was begun and is gone on with.
struct Killed {
    chat: Chat,
    inner: Arc<dyn Store>,
    seed: u64,
    /// Whether another program has gone on already.
    has_successor: bool,
    writes: Arc<HookedStore<Mortal>>,
    told: Vec<String>,
}

impl Killed {
    fn new(seed: u64, writes: usize, death: Death) -> Self {
        let inner: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let left = AtomicUsize::new(writes);
        let mortal = Arc::new(HookedStore::over(Arc::clone(&inner), Mortal { left, death }));
        let chat = Chat::with_store(&["Ada"], seed, Arc::clone(&mortal) as Arc<dyn Store>);
        Self { chat, inner, seed, has_successor: false, writes: mortal, told: Vec::new() }
    }

    /// Another program goes on where the one that was killed had come, once it is missed.
    async fn go_on(&mut self) {
        self.has_successor = true;
        // Whatever it draws is drawn the same way.
        let clock = Arc::clone(&self.chat.clock);
        self.chat.service = support::service(&["Ada"], self.seed, Arc::clone(&self.inner), clock);
        self.chat.service.end_leases().await.expect("memory");
        self.chat.clock.pass(MISSED);
        self.chat.service.run_due_jobs().await.expect("memory");
        self.chat.service.run_computer_once().await;
    }

    async fn go_on_if_killed(&mut self) {
        if self.writes.is_dead() && !self.has_successor {
            self.go_on().await;
        }
    }

    /// Ada says something, and again if she got no answer; her platform tells it once more under the same id.
    async fn say(&mut self, line: &str) {
        let action = UserAction::Line(line.to_owned());
        let event: ChatEvent = self.chat.event("Ada", Language::EN, false, action);
        let reply = self.chat.service.handle(&event).await.reply;
        if self.writes.is_dead() && !self.has_successor {
            self.go_on().await;
            let again = self.chat.service.handle(&event).await.reply;
            assert!(matches!(again, Reply::Public), "{line}: {again:?}");
            return;
        }
        assert!(matches!(reply, Reply::Public), "{line}: {reply:?}");
    }

    async fn let_it_play(&mut self) {
        self.chat.service.run_computer_once().await;
        self.go_on_if_killed().await;
    }

    /// What everybody is told, once each, as it lies in the store.
    async fn look(&mut self) -> Option<Notice> {
        let waiting = support::waiting(&*self.inner, &support::channel()).await;
        self.told = waiting.iter().map(|notice| text(&self.chat.read(notice, None, Language::EN))).collect();
        waiting.into_iter().rfind(|notice| matches!(notice, Notice::Board(_)))
    }

    async fn is_over(&mut self) -> bool {
        let last = self.look().await;
        matches!(last, Some(Notice::Board(board)) if board.ending.is_some())
    }

    async fn play(mut self, line: &str) -> (Vec<String>, Vec<String>, usize) {
        self.say(line).await;
        self.let_it_play().await;
        for turn in 0..TURNS {
            if self.is_over().await {
                break;
            }
            let Some(Notice::Board(board)) = self.look().await else { panic!("{line}: no board") };
            let view = adoube_rules::PositionView::parse(board.variant, &board.position).expect("a position");
            let game = Game::new(view.position().clone());
            let moves = game.legal_moves();
            let made = moves[(7 * turn + self.seed as usize) % moves.len()].to_string();
            if turn == 1 {
                self.say("draw").await;
                self.let_it_play().await;
                if self.is_over().await {
                    break;
                }
            }
            self.say(&format!("move {made}")).await;
            self.let_it_play().await;
        }
        self.look().await;
        let used = usize::MAX - self.writes.left.load(Ordering::Relaxed);
        let events = self.events().await;
        (self.told, events, used)
    }

    /// Events of the game as they lie in the store, without their times.
    async fn events(&self) -> Vec<String> {
        let range = KeyRange::prefix(Key::new());
        let rows = self.inner.scan(Table::Event, range, ScanOrder::Ascending, 1000).await.expect("memory");
        let events = rows.into_iter().map(|(_, row)| {
            let mut event: serde_json::Value = serde_json::from_slice(&row.value).expect("JSON");
            event["at"].take();
            if let Some(time) = event["event"].get_mut("time") {
                time.take();
            }
            event.to_string()
        });
        events.collect()
    }
}

#[tokio::test]
async fn a_kill_at_any_write_loses_and_doubles_nothing() {
    for (seed, line) in [
        (1, "play computer 2 chess black"),
        (2, "play computer 4 grand touch-move white"),
        (3, "play computer 3 chess white pace:1d"),
    ] {
        let (told, events, writes) = Killed::new(seed, usize::MAX, Death::AfterWriting).play(line).await;
        assert!(writes > TURNS, "{line}: {writes}");
        for death in [Death::BeforeWriting, Death::AfterWriting] {
            for last in 1..=writes {
                let killed = Killed::new(seed, last, death).play(line).await;
                let at = format!("{line}, killed at write {last}, {death:?}");
                assert_eq!(killed.1, events, "{at}");
                assert_eq!(killed.0.len(), told.len(), "{at}");
                // What is said of a clock hangs on when it is said.
                if !line.contains("pace") {
                    assert_eq!(killed.0, told, "{at}");
                }
            }
        }
    }
}
