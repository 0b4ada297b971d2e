//! Simulates an evening at one table of the soak test: games of all kinds one after another, to
//! their ends, with takebacks, offers, claims and other commands; after each action the bot must
//! agree with the players' own referee. Not here: on which platform the table is.

use std::sync::Arc;

use adoube_rules::{Game, Position, Variant};
use adoube_store::Store;
use adoube_testing::TEST_TIMEOUT;
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use tokio::time::{Duration, Instant, timeout};

use crate::{
    bell::Bell,
    hidden::cards,
    pace::Pace,
    pgn,
    referee::{Referee, moves_told},
    table::{ONLOOKER, Table},
    tally::{Deed, Tally},
};

/// How a game of each kind is asked for.
const KINDS: [&str; 6] = [
    "play OTHER chess",
    "play OTHER grand",
    "setup OTHER classic-random send",
    "play OTHER schachen",
    "play OTHER chess touch-move",
    "play OTHER chess960",
];
/// What may be said at any moment, by anybody: looks, words that are none.
const ASIDES: [&str; 16] = [
    "help",
    "help draw",
    "help check",
    "board",
    "board text",
    "moves",
    "games",
    "rules",
    "clock",
    "hand",
    "pieces",
    "piece N",
    "export fen",
    "verify",
    "frobnicate the board",
    "hint",
];
/// Beginnings of lines.
const BEGUN: [&str; 7] = ["", "dr", "move ", "moves ", "play ", "piece ", "export "];
/// Nobody does more than that, each table by itself.
const DEED: Duration = Duration::from_millis(150);
/// After so many half-moves somebody resigns whatever they have resolved.
const LONGEST: usize = 400;

/// How a table was left.
pub struct Left {
    pub channel: String,
    /// The game that runs there.
    pub running: Option<Game>,
    /// The ids of those that are over.
    pub over: Vec<String>,
}

/// How a game ends if it does not end by itself.
#[derive(Clone, Copy)]
struct Resolve {
    plies: usize,
    agrees: bool,
}

/// People at a table.
pub struct Evening<T> {
    pub table: T,
    pub store: Arc<dyn Store>,
    pub bell: Arc<Bell>,
    pub rng: ChaCha8Rng,
    pub tally: Arc<Tally>,
    /// Which kind of game comes next.
    pub next: usize,
    pub late: Instant,
}

/// A game that is played.
struct Running {
    id: String,
    referee: Referee,
    /// Which player has White, and which Black.
    seats: [usize; 2],
    is_hidden: bool,
    resolve: Resolve,
    /// What everybody was told since it began.
    told: Vec<String>,
}

impl<T: Table> Evening<T> {
    /// Plays until it is late.
    pub async fn pass(mut self) -> Left {
        let mut over = Vec::new();
        let mut before: Option<Running> = None;
        loop {
            let mut running = self.begin(before.take()).await;
            if !self.play(&mut running).await {
                let game = running.referee.game().clone();
                return Left { channel: self.table.channel().to_owned(), running: Some(game), over };
            }
            self.finish(&mut running).await;
            over.push(running.id.clone());
            before = Some(running);
            if self.is_late() {
                return Left { channel: self.table.channel().to_owned(), running: None, over };
            }
        }
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.late
    }

    /// A new game, or the last one again with colours exchanged.
    async fn begin(&mut self, before: Option<Running>) -> Running {
        let again = before.is_some() && self.rng.random_bool(0.4);
        let challenger = self.rng.random_range(0..2);
        if again {
            self.table.command(challenger, "rematch").await;
            self.table.command(1 - challenger, "rematch").await;
            self.tally.count(Deed::Rematch);
        } else {
            self.table.hide(false);
            let opponent = self.table.opponent_of(challenger);
            let asked = KINDS[self.next % KINDS.len()].replace("OTHER", &opponent);
            self.next += 1;
            self.table.command(challenger, &asked).await;
            self.table.command(1 - challenger, "accept").await;
        }
        let begun = |told: &[String]| told.iter().position(|message| message.contains("The game begins"));
        let mut told = Vec::new();
        while begun(&told).is_none() {
            told.extend(self.hears("the game begins").await);
        }
        let first = begun(&told).expect("it was found");
        let told_of_it = told.split_off(first);
        if let Some(mut before) = before {
            before.told.extend(told);
            assert_eq!(moves_told(&before.told), before.referee.told, "game {}", before.id);
        }
        self.sit_down(told_of_it).await
    }

    /// The game that has just begun, as the bot has it; from now on its players keep it themselves.
    async fn sit_down(&mut self, told: Vec<String>) -> Running {
        let channel = self.table.channel().to_owned();
        let record = cards::record(&*self.store, &channel).await.1;
        let game = cards::running(&*self.store, &channel).await.expect("a game runs");
        let id = record["game"]["id"].as_str().expect("an id").to_owned();
        let variant = game.position().variant();
        if variant == Variant::Chess {
            assert_eq!(game, Game::new(Position::start(variant)), "game {id}");
        }
        let is_hidden = variant == Variant::Schachen;
        if is_hidden {
            // Asked where everybody reads it, it is answered where a player is alone, and about this game from then on.
            for player in 0..ONLOOKER {
                self.table.command(player, "hand").await;
            }
        }
        self.table.hide(is_hidden);
        let begun = told[0].replace('\\', "");
        let (_, rest) = begun.split_once("The game begins: ").expect("it begins");
        let is_white = |player: &usize| rest.starts_with(&format!("{} (White)", self.table.name_of(*player)));
        let white = (0..ONLOOKER).find(is_white).unwrap_or_else(|| panic!("who has White: {begun}"));
        let to_the_end = self.rng.random_bool(0.3);
        let plies = if to_the_end { LONGEST } else { self.rng.random_range(2..40) };
        let resolve = Resolve { plies, agrees: self.rng.random_bool(0.4) };
        self.tally.count(Deed::Game);
        Running { id, referee: Referee::of(game), seats: [white, 1 - white], is_hidden, resolve, told }
    }

    /// Plays on until the game is over; not if it is late before that.
    async fn play(&mut self, running: &mut Running) -> bool {
        let mut pace = Pace::new(1, DEED);
        loop {
            pace.take().await;
            if self.is_late() {
                return false;
            }
            if self.rng.random_bool(0.3) {
                self.aside().await;
                self.is_as_known(running).await;
            }
            if self.rng.random_bool(0.04) && running.referee.plies() > 0 {
                self.take_back(running).await;
            }
            let wants_draw = self.rng.random_bool(0.02);
            let is_over = if running.referee.plies() >= running.resolve.plies && !running.resolve.agrees {
                self.resign(running).await
            } else if wants_draw || running.referee.plies() >= running.resolve.plies {
                self.offer_draw(running).await
            } else if !running.referee.game().draw_claims().is_empty() && self.rng.random_bool(0.5) {
                self.claim(running).await
            } else {
                self.make_move(running).await;
                running.referee.game().outcome().is_some()
            };
            if is_over {
                return true;
            }
        }
    }

    async fn make_move(&mut self, running: &mut Running) {
        let game = running.referee.game();
        let made = *game.legal_moves().choose(&mut self.rng).expect("the game goes on");
        let words = match made.drop {
            None if running.is_hidden => format!("{made} pass"),
            _ => made.to_string(),
        };
        let who = running.seats[running.referee.mover()];
        let plainly = !running.is_hidden && self.rng.random_bool(0.5);
        self.table.moves(who, &words, plainly).await;
        running.referee.play(&made);
        self.tally.count(Deed::Move);
        self.is_as_known(running).await;
        while moves_told(&running.told).len() < running.referee.told.len() {
            let what = running.referee.told.last().cloned().unwrap_or_default();
            running.told.extend(self.hears(&what).await);
        }
        assert_eq!(moves_told(&running.told), running.referee.told, "game {}", running.id);
    }

    /// Somebody says something that changes nothing, or types, or the platform repeats itself.
    async fn aside(&mut self) {
        let who = self.rng.random_range(0..=ONLOOKER);
        match self.rng.random_range(0..8) {
            0 => {
                let begun = BEGUN.choose(&mut self.rng).expect("some");
                self.table.completes(who, begun).await;
                self.tally.count(Deed::Completion);
            }
            1 => {
                self.table.repeats().await;
                self.tally.count(Deed::Repetition);
            }
            _ => {
                let line = ASIDES.choose(&mut self.rng).expect("some");
                self.table.command(who, line).await;
                self.tally.count(Deed::Aside);
            }
        }
    }

    /// Whoever moved last wants it back; the other one may agree.
    async fn take_back(&mut self, running: &mut Running) {
        let mover = running.referee.mover();
        self.table.command(running.seats[1 - mover], "takeback").await;
        let agrees = self.rng.random_bool(0.7);
        let answer = if agrees { "takeback accept" } else { "takeback decline" };
        self.table.command(running.seats[mover], answer).await;
        // Nothing is taken back with touch-move, nor asked for twice.
        let kept = cards::running(&*self.store, self.table.channel()).await;
        if agrees && kept.is_some_and(|kept| Some(&kept) == running.referee.before()) {
            running.referee.take_back();
            self.tally.count(Deed::Takeback);
        }
        self.is_as_known(running).await;
    }

    async fn offer_draw(&mut self, running: &mut Running) -> bool {
        let mover = running.referee.mover();
        self.table.command(running.seats[mover], "draw").await;
        let agrees = running.referee.plies() >= running.resolve.plies;
        let answer = if agrees { "draw accept" } else { "draw decline" };
        self.table.command(running.seats[1 - mover], answer).await;
        if !agrees {
            self.is_as_known(running).await;
            return false;
        }
        let is_over = cards::running(&*self.store, self.table.channel()).await.is_none();
        if is_over {
            self.tally.count(Deed::Draw);
        } else {
            // Nothing is offered again and again; whoever has resolved to end it resigns.
            running.resolve.agrees = false;
        }
        is_over
    }

    async fn claim(&mut self, running: &mut Running) -> bool {
        let who = running.seats[running.referee.mover()];
        self.table.command(who, "claim").await;
        self.table.presses(who, "Claim the draw").await;
        self.tally.count(Deed::Draw);
        true
    }

    async fn resign(&mut self, running: &mut Running) -> bool {
        let who = self.rng.random_range(0..ONLOOKER);
        self.table.command(who, "resign").await;
        self.table.presses(who, "Resign the game").await;
        self.tally.count(Deed::Resignation);
        running.resolve.agrees = false;
        true
    }

    /// The game is over, with the record its players know.
    async fn finish(&mut self, running: &mut Running) {
        let channel = self.table.channel().to_owned();
        let left = cards::running(&*self.store, &channel).await;
        assert!(
            left.is_none(),
            "game {} of {channel} is over, and runs: {left:?}\n{}",
            running.id,
            self.table.lately().join("\n"),
        );
        self.bell.all_said(&*self.store, &channel).await;
        let who = self.rng.random_range(0..ONLOOKER);
        let record = self.table.exported(who).await;
        let kept = pgn::moves(&record);
        assert_eq!(kept.join(" "), running.referee.sans().join(" "), "game {}: {record}", running.id);
        assert!(record.contains(&running.id), "it is the record of {}: {record}", running.id);
        self.tally.count(Deed::Record);
    }

    /// The bot has the game as its players know it, or knows that it is over.
    async fn is_as_known(&self, running: &Running) {
        let known = running.referee.game();
        let kept = cards::running(&*self.store, self.table.channel()).await;
        if known.outcome().is_some() {
            assert!(kept.is_none(), "game {} is over: {known:?}", running.id);
            return;
        }
        let kept = kept.unwrap_or_else(|| panic!("game {} is not over: {known:?}", running.id));
        let (kept, known) = (kept.snapshot(), known.snapshot());
        assert_eq!(kept.full_text(), known.full_text(), "game {} of {}", running.id, self.table.channel());
    }

    /// What everybody is told next.
    async fn hears(&mut self, what: &str) -> Vec<String> {
        let channel = self.table.channel().to_owned();
        let told = timeout(TEST_TIMEOUT, self.table.told()).await;
        told.unwrap_or_else(|_| panic!("{channel} waits in vain to be told {what:?}"))
    }
}
