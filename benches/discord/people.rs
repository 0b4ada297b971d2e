//! Simulated players of the benchmark of Discord: two in each server, each move at its time, most
//! of them typed as commands, some picked from menus, some with completions. Not here: which moves
//! (`games`), and what is measured of them (`figures`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use adoube_rules::Side;
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::{sleep_until, timeout},
};

use crate::{
    fake::{Channel, FOR_ALL, Fake, IN_A_CHANNEL, Opt, User, command},
    games::{self, Plan, Planned},
    hub::{Counts, Hub},
};

/// How long anybody waits before they give a game up for lost.
const PATIENCE: Duration = Duration::from_secs(20);
/// Of ten moves, this many are picked from menus, and before this many completions are asked for.
const BY_MENU: u64 = 1;
const WITH_COMPLETIONS: u64 = 2;
/// Of ten moves, those that are played in one of these ways.
const TEN: u64 = 10;
const FIRST_GUILD: u64 = 10_000;
const FIRST_CHANNEL: u64 = 20_000;
const FIRST_USER: u64 = 40_000;

/// One move as it went; times from when it should have been sent.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The interaction that made it.
    pub event: u64,
    /// When it should have been sent.
    pub due: Instant,
    pub answered: Duration,
    pub shown: Duration,
}

/// What came of playing for a while.
#[derive(Debug, Default)]
pub struct Played {
    pub moves: Vec<Sample>,
    /// How long each interaction's first answer took, also of those that are no moves.
    pub answers: Vec<Duration>,
    /// Interactions without one.
    pub unanswered: u64,
    /// Moves that were never shown.
    pub lost: u64,
    pub requests: Counts,
}

/// What one table tells.
enum Told {
    Answer(Duration),
    Unanswered,
    Move(Sample),
    Lost,
}

/// What a table is asked to do.
enum Order {
    Begin(oneshot::Sender<()>),
    Move(Instant),
}

/// Everybody.
pub struct People {
    tables: Vec<mpsc::UnboundedSender<Order>>,
    told: tokio::sync::Mutex<mpsc::UnboundedReceiver<Told>>,
    hub: Arc<Hub>,
}

/// Two people and their channel.
struct Table {
    fake: Arc<Fake>,
    hub: Arc<Hub>,
    told: mpsc::UnboundedSender<Told>,
    plans: Arc<Vec<Plan>>,
    number: u64,
    /// Games begun so far, and moves made in the present one.
    games: usize,
    made: usize,
    moves: u64,
    is_lost: bool,
}

impl People {
    pub fn arrive(fake: &Arc<Fake>, guilds: u64) -> Self {
        let hub = Arc::new(Hub::default());
        let seen = Arc::clone(&hub);
        fake.change(|state| {
            state.in_real_time = true;
            state.faults.limit = Some(IN_A_CHANNEL);
            state.faults.limit_for_all = Some(FOR_ALL);
            state.tap = Some(Box::new(move |request| seen.see(request)));
            for number in 0..guilds {
                let guild = Some(FIRST_GUILD + number);
                let channel = Channel { guild, installed: true, ..Channel::default() };
                state.channels.insert(FIRST_CHANNEL + number, channel);
                for side in 0..2 {
                    let id = FIRST_USER + 2 * number + side;
                    let user = User {
                        id,
                        name: format!("Player {id}"),
                        locale: "en-GB".to_owned(),
                        ..User::default()
                    };
                    state.users.insert(id, user);
                }
            }
        });
        let plans = Arc::new(games::plan());
        let (tell, told) = mpsc::unbounded_channel();
        let tables = (0..guilds)
            .map(|number| {
                let (order, orders) = mpsc::unbounded_channel();
                let table = Table {
                    fake: Arc::clone(fake),
                    hub: Arc::clone(&hub),
                    told: tell.clone(),
                    plans: Arc::clone(&plans),
                    number,
                    games: 0,
                    made: 0,
                    moves: 0,
                    is_lost: false,
                };
                tokio::spawn(table.sit(orders));
                order
            })
            .collect();
        Self { tables, told: tokio::sync::Mutex::new(told), hub }
    }

    /// Begins a game at every table, so many in a second.
    pub async fn begin(&self, rate: f64) {
        let start = Instant::now();
        let mut begun = JoinSet::new();
        for (index, table) in self.tables.iter().enumerate() {
            sleep_until((start + Duration::from_secs_f64(index as f64 / rate)).into()).await;
            let (done, finished) = oneshot::channel();
            let _ = table.send(Order::Begin(done));
            begun.spawn(finished);
        }
        begun.join_all().await;
        let mut told = self.told.lock().await;
        while told.try_recv().is_ok() {}
    }

    /// Plays at a rate for a while, and waits for what is still under way.
    pub async fn play(&self, rate: f64, lasting: Duration) -> Played {
        let before = self.hub.counts();
        let moves = (rate * lasting.as_secs_f64()) as usize;
        let start = Instant::now();
        for index in 0..moves {
            let due = start + Duration::from_secs_f64(index as f64 / rate);
            sleep_until(due.into()).await;
            let _ = self.tables[index % self.tables.len()].send(Order::Move(due));
        }
        let mut played = Played::default();
        let mut told = self.told.lock().await;
        while played.moves.len() + (played.lost as usize) < moves {
            match timeout(2 * PATIENCE, told.recv()).await {
                Ok(Some(Told::Answer(after))) => played.answers.push(after),
                Ok(Some(Told::Unanswered)) => played.unanswered += 1,
                Ok(Some(Told::Move(sample))) => played.moves.push(sample),
                Ok(Some(Told::Lost)) => played.lost += 1,
                Ok(None) | Err(_) => break,
            }
        }
        played.requests = self.hub.counts().since(before);
        played
    }
}

impl Table {
    async fn sit(mut self, mut orders: mpsc::UnboundedReceiver<Order>) {
        while let Some(order) = orders.recv().await {
            match order {
                Order::Begin(done) => {
                    self.begin().await;
                    let _ = done.send(());
                }
                Order::Move(due) => self.turn(due).await,
            }
        }
    }

    fn channel(&self) -> u64 {
        FIRST_CHANNEL + self.number
    }

    fn player(&self, side: Side) -> u64 {
        FIRST_USER + 2 * self.number + u64::from(side == Side::Black)
    }

    fn plan(&self) -> &Plan {
        &self.plans[(self.number as usize + self.games) % self.plans.len()]
    }

    /// One move; after the last one of a game the next game begins.
    async fn turn(&mut self, due: Instant) {
        if self.is_lost {
            // What went wrong was counted; a new game brings the table back.
            self.give_up().await;
        }
        let Some(planned) = self.plan().moves.get(self.made).cloned() else {
            let _ = self.told.send(Told::Lost);
            return;
        };
        self.moves += 1;
        let made = self.make(&planned, due).await;
        self.is_lost = made.is_none();
        let told = made.map_or(Told::Lost, Told::Move);
        let _ = self.told.send(told);
        self.made += 1;
        if self.made == self.plan().moves.len() && !self.is_lost {
            if self.plan().is_over {
                self.next().await;
            } else {
                self.give_up().await;
            }
        }
    }

    async fn give_up(&mut self) {
        let data = command("resign", &[]);
        if let Some(asked) = self.act(self.player(Side::White), None, 2, data, Instant::now()).await
            && let Some(message) = self.original(&asked.token)
            && let Some(data) = button(&message.1, |_| true)
        {
            let shown = self.hub.message(self.channel());
            let press = self.act(self.player(Side::White), Some(message.0), 3, data, Instant::now()).await;
            if press.is_some() {
                let _ = timeout(PATIENCE, shown).await;
            }
        }
        self.next().await;
    }

    async fn next(&mut self) {
        self.games += 1;
        self.made = 0;
        self.is_lost = false;
        self.begin().await;
    }

    /// White challenges, Black accepts.
    async fn begin(&mut self) {
        let (white, black) = (self.player(Side::White), self.player(Side::Black));
        let options = [
            ("opponent", Opt::User(black)),
            ("variant", Opt::Text(self.plan().variant.to_owned())),
            ("colour", Opt::Text("white".to_owned())),
        ];
        let shown = self.hub.message(self.channel());
        let asked = self.act(white, None, 2, command("play", &options), Instant::now()).await;
        let begun = match asked {
            Some(_) if timeout(PATIENCE, shown).await.is_ok() => match self.newest() {
                Some((message, components)) => match button(&components, |label| label == "Accept") {
                    Some(data) => {
                        let shown = self.hub.message(self.channel());
                        let pressed = self.act(black, Some(message), 3, data, Instant::now()).await;
                        pressed.is_some() && timeout(PATIENCE, shown).await.is_ok()
                    }
                    None => false,
                },
                None => false,
            },
            _ => false,
        };
        self.is_lost = !begun;
    }

    async fn make(&mut self, planned: &Planned, due: Instant) -> Option<Sample> {
        let player = self.player(planned.side);
        let way = (self.moves + self.number) % TEN;
        let mut due = due;
        if way < BY_MENU && planned.is_plain {
            if let Some((message, data, then)) = self.picked(player, planned, due).await {
                return self.send(player, Some(message), 3, data, then).await;
            }
            due = Instant::now();
        } else if way < BY_MENU + WITH_COMPLETIONS {
            let typed = planned.san.chars().take(1).collect();
            let data = command("move", &[("move", Opt::Typing(typed))]);
            self.act(player, None, 4, data, due).await?;
            due = Instant::now();
        }
        let data = command("move", &[("move", Opt::Text(planned.san.clone()))]);
        self.send(player, None, 2, data, due).await
    }

    /// The last press of a move by menus, when the menus offer it; everything before it is done.
    async fn picked(&self, player: u64, planned: &Planned, due: Instant) -> Option<(u64, Value, Instant)> {
        let (board, components) = self.newest()?;
        let data = button(&components, |label| label == "Move")?;
        let asked = self.act(player, Some(board), 3, data, due).await?;
        let (picker, components) = self.original(&asked.token)?;
        let data = option(&components, |label| label.ends_with(&format!(" {}", planned.from)))?;
        self.act(player, Some(picker), 3, data, Instant::now()).await?;
        let components = self.fake.state().message(picker)?.components.clone();
        let data = option(&components, |label| label == planned.to)?;
        Some((picker, data, Instant::now()))
    }

    /// Sends what makes a move and waits for its board.
    async fn send(
        &self,
        player: u64,
        source: Option<u64>,
        kind: u8,
        data: Value,
        due: Instant,
    ) -> Option<Sample> {
        let shown = self.hub.message(self.channel());
        let answered = self.act(player, source, kind, data, due).await?;
        let shown = timeout(PATIENCE, shown).await.ok()?.ok()?;
        Some(Sample {
            event: answered.id,
            due,
            answered: answered.after,
            shown: shown.saturating_duration_since(due),
        })
    }

    /// Does something and waits for the first answer.
    async fn act(
        &self,
        user: u64,
        source: Option<u64>,
        kind: u8,
        data: Value,
        due: Instant,
    ) -> Option<Answered> {
        let channel = self.channel();
        let (token, event) = self.fake.interaction(user, channel, source, (kind, data));
        let id = event["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
        let answer = self.hub.answer(id, channel);
        self.fake.dispatch("INTERACTION_CREATE", &event);
        let Ok(Ok(at)) = timeout(PATIENCE, answer).await else {
            let _ = self.told.send(Told::Unanswered);
            return None;
        };
        let told = at.saturating_duration_since(due);
        let _ = self.told.send(Told::Answer(told));
        Some(Answered { id, token, after: told })
    }

    /// The newest message of the channel for everybody, with its controls.
    fn newest(&self) -> Option<(u64, Value)> {
        let state = self.fake.state();
        let mut messages = state.messages.iter().rev();
        let found =
            messages.find(|message| message.channel == self.channel() && message.only_for.is_none())?;
        Some((found.id, found.components.clone()))
    }

    /// The message that answered an interaction, with its controls.
    fn original(&self, token: &str) -> Option<(u64, Value)> {
        let state = self.fake.state();
        let id = state.interactions.get(token)?.original?;
        let message = state.message(id)?;
        Some((id, message.components.clone()))
    }
}

struct Answered {
    id: u64,
    token: String,
    after: Duration,
}

fn controls(components: &Value) -> impl Iterator<Item = &Value> {
    let rows = components.as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}

/// Presses the first such button.
fn button(components: &Value, is: impl Fn(&str) -> bool) -> Option<Value> {
    let found = controls(components)
        .find(|control| control["type"] == 2 && control["label"].as_str().is_some_and(&is))?;
    Some(json!({ "custom_id": found["custom_id"], "component_type": 2 }))
}

/// Picks the first such option of a menu.
fn option(components: &Value, is: impl Fn(&str) -> bool) -> Option<Value> {
    let menu = controls(components).find(|control| control["type"] == 3)?;
    let mut options = menu["options"].as_array()?.iter();
    let found = options.find(|option| option["label"].as_str().is_some_and(&is))?;
    Some(json!({ "custom_id": menu["custom_id"], "component_type": 3, "values": [found["value"]] }))
}
