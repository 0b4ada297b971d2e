//! Collects what the simulated Discord receives from the bot, and passes it to the players that
//! wait for it: first answers, and messages in a channel; and counts requests by kind. Not here:
//! who waits (`people`).

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use serde_json::Value;
use tokio::sync::oneshot;

use crate::fake::Request;

/// Kinds of requests, as Discord limits them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// First answers to interactions.
    pub callbacks: u64,
    /// Further answers and changes of answers.
    pub webhooks: u64,
    /// Everything with the bot's token.
    pub bot: u64,
    /// Those that came too often.
    pub too_often: u64,
}

impl Counts {
    /// What came after an earlier count.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            callbacks: self.callbacks - earlier.callbacks,
            webhooks: self.webhooks - earlier.webhooks,
            bot: self.bot - earlier.bot,
            too_often: self.too_often - earlier.too_often,
        }
    }
}

#[derive(Default)]
pub struct Hub {
    callbacks: AtomicU64,
    webhooks: AtomicU64,
    bot: AtomicU64,
    too_often: AtomicU64,
    /// By the interaction's id.
    answers: Waiting,
    /// By channel.
    messages: Waiting,
    channels: Mutex<HashMap<u64, u64>>,
}

/// Who waits, by what they wait for.
type Waiting = Mutex<HashMap<u64, oneshot::Sender<Instant>>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    pub fn counts(&self) -> Counts {
        Counts {
            callbacks: self.callbacks.load(Relaxed),
            webhooks: self.webhooks.load(Relaxed),
            bot: self.bot.load(Relaxed),
            too_often: self.too_often.load(Relaxed),
        }
    }

    /// Resolves with the time of the first answer.
    pub fn answer(&self, interaction: u64, channel: u64) -> oneshot::Receiver<Instant> {
        locked(&self.channels).insert(interaction, channel);
        wait(&self.answers, interaction)
    }

    /// Resolves with the time of the next message for everybody in a channel.
    pub fn message(&self, channel: u64) -> oneshot::Receiver<Instant> {
        wait(&self.messages, channel)
    }

    /// A request was made and answered.
    pub fn see(&self, request: &Request) {
        if request.status == 429 {
            self.too_often.fetch_add(1, Relaxed);
        }
        let parts: Vec<&str> = request.path.split('/').collect();
        let granted = (200..300).contains(&request.status);
        match (request.method.as_str(), parts.as_slice()) {
            (_, ["interactions", id, ..]) => {
                self.callbacks.fetch_add(1, Relaxed);
                let id = id.parse().unwrap_or_default();
                if granted {
                    resolve(&self.answers, id);
                    self.show(id, request.body["type"] == 4, &request.body["data"]);
                }
            }
            (method, ["webhooks", _, token, ..]) => {
                self.webhooks.fetch_add(1, Relaxed);
                let id = token.rsplit('-').next().and_then(|id| id.parse().ok()).unwrap_or_default();
                if granted {
                    self.show(id, method == "POST", &request.body);
                }
            }
            (method, parts) => {
                self.bot.fetch_add(1, Relaxed);
                if let ("POST", ["channels", channel, "messages"], true) = (method, parts, granted) {
                    resolve(&self.messages, channel.parse().unwrap_or_default());
                }
            }
        }
    }

    /// A new message came of an interaction; for everybody unless it says otherwise.
    fn show(&self, interaction: u64, is_new: bool, message: &Value) {
        if is_new && message["flags"].as_u64().unwrap_or_default() & 64 == 0 {
            let channel = locked(&self.channels).get(&interaction).copied();
            resolve(&self.messages, channel.unwrap_or_default());
        }
    }
}

fn wait(waiting: &Waiting, id: u64) -> oneshot::Receiver<Instant> {
    let (sender, receiver) = oneshot::channel();
    locked(waiting).insert(id, sender);
    receiver
}

fn resolve(waiting: &Waiting, id: u64) {
    if let Some(sender) = locked(waiting).remove(&id) {
        // Whoever waited may have given up.
        let _ = sender.send(Instant::now());
    }
}
