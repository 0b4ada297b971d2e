//! The attacks of the benchmark (silent and slow connections, unread answers, pictures, joins,
//! channels, newcomers, writers), each run again and again on connections of its own. Not here: how
//! attackers connect (`connection`).

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_tungstenite::tungstenite::Message;

use crate::connection::Hostile;

/// Connections that ask for pictures at once.
const ASKING: usize = 400;
/// People who write.
const WRITERS: usize = 48;
/// The pause after being hung up on.
const PAUSE: Duration = Duration::from_millis(100);
/// How long to wait for something that may never come.
const PATIENCE: Duration = Duration::from_secs(5);

/// With how much an attack is made.
#[derive(Clone, Copy)]
pub struct Force {
    pub addresses: u8,
    pub connections: usize,
}

/// What attackers do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    Silent,
    Slow,
    Unread,
    Idle,
    Join,
    Pictures,
    Channels,
    Newcomers,
    Writers,
}

/// An attack, until it is dropped.
pub struct Running {
    _tasks: JoinSet<()>,
    done: Arc<AtomicU64>,
}

impl Running {
    /// How much the attackers have done so far: connections, or answers.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

impl Attack {
    pub const ALL: [Self; 9] = [
        Self::Silent,
        Self::Slow,
        Self::Unread,
        Self::Idle,
        Self::Join,
        Self::Pictures,
        Self::Channels,
        Self::Newcomers,
        Self::Writers,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Slow => "slow",
            Self::Unread => "unread",
            Self::Idle => "idle",
            Self::Join => "join",
            Self::Pictures => "pictures",
            Self::Channels => "channels",
            Self::Newcomers => "newcomers",
            Self::Writers => "writers",
        }
    }

    pub async fn begin(self, target: SocketAddr, force: Force) -> io::Result<Running> {
        let done = Arc::<AtomicU64>::default();
        let mut tasks = JoinSet::new();
        let names = match self {
            Self::Join | Self::Pictures => usize::from(force.addresses),
            Self::Writers => WRITERS,
            _ => 0,
        };
        let mut people = Vec::new();
        for number in 0..names.max(usize::from(force.addresses)) {
            let source = Ipv4Addr::new(127, 0, 1, (number % usize::from(force.addresses)) as u8 + 1);
            let mut person = Hostile { source, target, cookie: String::new() };
            while number < names && person.sign_in(&format!("mallory{number}")).await? != 200 {
                sleep(PAUSE).await;
            }
            people.push(person);
        }
        let count = match self {
            Self::Pictures => force.connections.min(ASKING),
            Self::Writers => WRITERS,
            _ => force.connections,
        };
        for (number, person) in people.iter().cycle().take(count).enumerate() {
            let (mut person, done) = (person.clone(), Arc::clone(&done));
            tasks.spawn(async move {
                loop {
                    // Whatever goes wrong, they come back.
                    let _ = self.once(&mut person, number, &done).await;
                    sleep(PAUSE).await;
                }
            });
        }
        Ok(Running { _tasks: tasks, done })
    }

    async fn once(self, person: &mut Hostile, number: usize, done: &AtomicU64) -> io::Result<()> {
        let count = || done.fetch_add(1, Ordering::Relaxed);
        match self {
            Self::Silent => {
                let mut stream = person.connect().await?;
                count();
                stream.read_u8().await.map(|_| ())
            }
            Self::Slow => {
                let mut stream = person.connect().await?;
                count();
                for byte in person.request("GET", "/", "").bytes() {
                    stream.write_all(&[byte]).await?;
                    sleep(Duration::from_secs(1)).await;
                }
                Ok(())
            }
            Self::Unread => {
                let mut stream = person.connect().await?;
                count();
                loop {
                    stream.write_all(person.request("GET", "/assets/page.css", "").as_bytes()).await?;
                    sleep(PAUSE).await;
                }
            }
            Self::Idle => {
                let mut stream = person.connect().await?;
                count();
                stream.write_all(person.request("GET", "/words/en", "").as_bytes()).await?;
                stream.read_to_end(&mut Vec::new()).await.map(|_| ())
            }
            Self::Join => {
                let Some(mut socket) = person.socket().await else { return Ok(()) };
                let watch = json!({ "type": "watch", "channel": "lobby", "seen": null });
                let _ = socket.send(Message::text(watch.to_string())).await;
                let _ = socket.next().await;
                count();
                let _ = socket.close(None).await;
                Ok(())
            }
            Self::Pictures => {
                let Some(address) = picture(person).await else { return Ok(()) };
                for theme in 0.. {
                    person.ask("GET", &format!("{address}&fresh={number}-{theme}"), "").await?;
                    count();
                }
                Ok(())
            }
            Self::Channels => {
                person.sign_in(&format!("m{number}-{}", count())).await?;
                let body = format!("{{\"seat\":1,\"name\":\"c{number}-{}\"}}", count());
                person.ask("POST", "/channels", &body).await.map(|_| ())
            }
            Self::Newcomers => {
                person.sign_in(&format!("m{number}-{}", done.load(Ordering::Relaxed))).await?;
                count();
                Ok(())
            }
            Self::Writers => {
                write(person, number, done).await;
                Ok(())
            }
        }
    }
}

/// Says something long, and a command with a long answer, by turns.
async fn write(person: &Hostile, number: usize, done: &AtomicU64) {
    let Some(mut socket) = person.socket().await else { return };
    for said in 0_u64.. {
        let text = if said.is_multiple_of(2) { "\u{1F600}".repeat(2000) } else { "/board".to_owned() };
        let id = format!("{number:016x}{said:016x}{:08x}", done.load(Ordering::Relaxed));
        let say = json!({ "type": "say", "id": id, "channel": "lobby", "text": text });
        if socket.send(Message::text(say.to_string())).await.is_err() {
            return;
        }
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            let answer: Value = serde_json::from_str(text.as_str()).unwrap_or_default();
            if answer["id"] == id.as_str() {
                match answer["type"].as_str() {
                    Some("done") => drop(done.fetch_add(1, Ordering::Relaxed)),
                    _ => sleep(PAUSE).await,
                }
                break;
            }
        }
    }
}

/// The address of a picture: odd ones of a game that moves, the others of a board.
async fn picture(person: &Hostile) -> Option<String> {
    let mut socket = person.socket().await?;
    let watch = json!({ "type": "watch", "channel": "lobby", "seen": null });
    let say = json!({ "type": "say", "id": format!("{:032x}", rand::random::<u128>()), "channel": "lobby", "text": "/replay" });
    for message in [watch, say] {
        socket.send(Message::text(message.to_string())).await.ok()?;
    }
    timeout(PATIENCE, async {
        loop {
            let Message::Text(text) = socket.next().await?.ok()? else { continue };
            let message: Value = serde_json::from_str(text.as_str()).ok()?;
            let entries = message["entries"].as_array();
            let moving = entries.and_then(|entries| {
                entries.iter().rev().find_map(|entry| entry["message"]["animation"]["href"].as_str())
            });
            if let Some(address) = moving {
                return Some(address.to_owned());
            }
        }
    })
    .await
    .ok()?
}
