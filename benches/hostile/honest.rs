//! The honest users of the benchmark, whose waiting times are measured: two who move by turns and a
//! third who opens the page now and then. Not here: attacks.

use std::{
    error::Error,
    future::Future,
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::support::{Browser, Socket, control, is_board};

/// Moves and openings of the page that are timed at once.
const MOVES: usize = 40;
const PAGES: usize = 16;
/// The time between moves: what people may do without being told to wait.
const BETWEEN: Duration = Duration::from_millis(400);
const BETWEEN_PAGES: Duration = Duration::from_secs(1);
/// What has not happened by then has failed.
const PATIENCE: Duration = Duration::from_secs(8);
/// The files a page loads first.
const FILES: [&str; 4] = ["/", "/assets/page.css", "/assets/main.js", "/words/en"];

/// How long something took each time, in milliseconds; what failed counts as [`PATIENCE`].
#[derive(Default)]
pub struct Sample {
    millis: Vec<f64>,
    failed: usize,
}

/// What was timed.
#[derive(Default)]
pub struct Times {
    /// From sending a move until the opponent was shown the board.
    pub moves: Sample,
    /// From the first request until the messages are there.
    pub pages: Sample,
}

impl Sample {
    async fn time<T>(&mut self, what: impl Future<Output = T>) -> Option<T> {
        let started = Instant::now();
        let outcome = timeout(PATIENCE, what).await.ok();
        self.failed += usize::from(outcome.is_none());
        self.millis.push(started.elapsed().as_secs_f64() * 1000.0);
        outcome
    }

    pub fn count(&self) -> usize {
        self.millis.len()
    }

    pub fn failed(&self) -> usize {
        self.failed
    }

    pub fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.millis.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        sorted.get((sorted.len() * percent / 100).min(last)).copied().unwrap_or_default()
    }
}

/// Two players, White first, and somebody who looks in.
pub struct Honest {
    players: [Socket; 2],
    visitor: Browser,
    moves: std::vec::IntoIter<String>,
}

impl Honest {
    /// They come, and begin a game.
    pub async fn enter(address: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let mut browsers = Vec::new();
        for name in ["Ada", "Bob", "Cleo"] {
            let mut browser = Browser { address, from: Ipv4Addr::LOCALHOST, cookie: None, seat: 1 };
            browser.open_session().await;
            browser.call(name).await;
            browsers.push(browser);
        }
        let [ada, bob, visitor] = <[Browser; 3]>::try_from(browsers).map_err(|_| "three people")?;
        let (mut white, mut black) = (ada.enter().await, bob.enter().await);
        white.done("/play Bob chess white").await;
        let has_rows = |rows: &serde_json::Value| rows.as_array().is_some_and(|rows| !rows.is_empty());
        let challenge = black.entry(|entry| has_rows(&entry["message"]["rows"])).await;
        black.press(&challenge["seq"], &control(&challenge, "Accept"), None).await;
        for socket in [&mut white, &mut black] {
            socket.entry(is_board).await;
        }
        Ok(Self { players: [white, black], visitor, moves: moves().into_iter() })
    }

    /// Plays on while the page is opened again and again.
    pub async fn play(&mut self) -> Times {
        let mut times = Times::default();
        let Times { moves, pages } = &mut times;
        tokio::join!(play(&mut self.players, &mut self.moves, moves), visit(&self.visitor, pages));
        times
    }
}

async fn play(players: &mut [Socket; 2], moves: &mut std::vec::IntoIter<String>, sample: &mut Sample) {
    let mut tick = interval(BETWEEN);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for text in moves.by_ref().take(MOVES) {
        tick.tick().await;
        let [to_move, other] = players;
        let shown = async {
            to_move.say(&text).await;
            other.entry(is_board).await;
            // So that what they hear of their own move is not taken for the next one.
            to_move.entry(is_board).await;
        };
        if sample.time(shown).await.is_none() {
            return;
        }
        players.reverse();
    }
}

async fn visit(visitor: &Browser, sample: &mut Sample) {
    let mut tick = interval(BETWEEN_PAGES);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for _ in 0..PAGES {
        tick.tick().await;
        let mut browser = visitor.clone();
        // A task of its own, because the browsers of the tests do not expect to be hung up on.
        let opening = tokio::spawn(async move {
            for file in FILES {
                browser.get(file).await;
            }
            browser.open_session().await;
            browser.enter().await;
        });
        if let Some(Err(error)) = sample.time(opening).await {
            println!("  the page was not opened: {error}");
            sample.failed += 1;
        }
    }
}

/// Legal moves without an end: Pawns go on one by one, and Knights out and back in between.
fn moves() -> Vec<String> {
    let mut moves = Vec::new();
    for (white, black) in [('3', '6'), ('4', '5')] {
        for file in ['a', 'b', 'd', 'e', 'f', 'g', 'h'] {
            moves.extend([format!("{file}{white}"), format!("{file}{black}")]);
            moves.extend(["Nc3", "Nc6", "Nb1", "Nb8"].map(str::to_owned));
        }
    }
    moves
}
