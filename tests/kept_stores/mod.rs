//! What a store holds after everything was played in it: the scenes in `scenes.txt`, each in a channel of its own of a
//! platform that is not served meanwhile, so that all of it waits in the outbox; and the store as lines, held against those
//! that are kept as what this program writes. Not here: what each adapter writes while it serves.

mod files;

use std::{
    borrow::Cow,
    env, fs,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adoube_service::{
    Action, Audience, BoxFuture, ChannelId, Clock, Directory, EventId, Hearing, Incoming, Language, Notice,
    Parts, Person, Reply, Row, Service, Threads, Viewer,
};
use adoube_store::{Committed, Store};
use files::{NEXT, path};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

pub use files::{found, releases};

const SCENES: &str = include_str!("scenes.txt");
/// In this one a game gets a thread, which is the next one; in the other it gets none.
const BUSY: &str = "busy";
const THREAD: &str = "thread";
const UNTHREADED: &str = "unthreaded";

/// Holds everything in the store against what is kept as what this program writes; `MAKE_FIXTURES=1` keeps it anew.
pub async fn compare(store: &dyn Store, platform: &str) {
    let mut export = Vec::new();
    let rows = adoube_store::export(store, &mut export, |_| ()).await.expect("a store that reads");
    assert!(rows > 100, "{rows} rows");
    let export = String::from_utf8(export).expect("text");
    let export: String = export.lines().flat_map(|line| [settled(line), "\n".into()]).collect();
    let path = path(NEXT, platform);
    if env::var_os("MAKE_FIXTURES").is_some() {
        // At once, as other tests may be reading it.
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, export).expect("a file");
        fs::rename(unfinished, path).expect("a file");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = export.lines().zip(kept.lines()).find(|(written, kept)| written != kept);
    assert!(
        export == kept,
        "{}: MAKE_FIXTURES=1 writes it anew; read the difference. First of it: {differs:#?}",
        path.display()
    );
}

/// A line without what is another one each time: whose a lease is, which is drawn, and how often it was renewed meanwhile.
fn settled(line: &str) -> Cow<'_, str> {
    if !line.starts_with(r#"{"table":"meta","key":"lease"#) {
        return line.into();
    }
    let mut row: Value = serde_json::from_str(line).expect("JSON");
    row["version"] = 1.into();
    if let Some(holder) = row["value"].get_mut("holder") {
        *holder = "somebody".into();
    }
    row.to_string().into()
}

/// A minute later at every look.
struct Minutes(AtomicU64);

impl Clock for Minutes {
    fn now_millis(&self) -> u64 {
        self.0.fetch_add(60_000, Ordering::Relaxed)
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}

struct Everybody(Vec<Person>);

impl Directory for Everybody {
    fn find<'a>(&'a self, _: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async move { self.0.iter().filter(|person| person.name == name).cloned().collect() })
    }

    fn complete<'a>(&'a self, _: &'a ChannelId, _: &'a str) -> BoxFuture<'a, Vec<Person>> {
        Box::pin(async { Vec::new() })
    }
}

/// Plays all scenes between Ada, Bob and Eve; `channel` says where each is, by its name. Returns how many notices wait.
pub async fn play_scenes(
    store: &Arc<dyn Store>,
    people: [Person; 3],
    begin: u64,
    channel: impl Fn(&str) -> ChannelId,
) -> usize {
    let parts = Parts {
        locales: adoube_service::Locales::embedded(),
        store: Arc::clone(store),
        clock: Arc::new(Minutes(AtomicU64::new(begin))),
        directory: Arc::new(Everybody(people.to_vec())),
        rng: Box::new(ChaCha8Rng::seed_from_u64(17)),
    };
    let service = Service::new(parts).expect("locale files");
    let mut table = Table {
        service,
        people,
        channel: channel("chess"),
        threads: Threads::Never,
        shown: Vec::new(),
        events: 0,
    };
    let mut waiting = 0;
    for line in SCENES.lines() {
        if let Some(scene) = line.strip_prefix("= ") {
            waiting += table.waiting().await;
            let name = scene.split(' ').next().unwrap_or_default();
            if name == THREAD {
                table.begin_waiting(&channel(BUSY), Some(&channel(THREAD))).await;
            }
            table.channel = channel(name);
            table.threads = if scene.ends_with(" threads") { Threads::WhenBusy } else { Threads::Never };
            table.shown.clear();
        } else if let Some((name, deed)) = line.strip_prefix("> ").and_then(|line| line.split_once(' ')) {
            table.does(name, deed).await;
        }
    }
    table.begin_waiting(&channel(UNTHREADED), None).await;
    waiting + table.waiting().await
}

struct Table {
    service: Service,
    people: [Person; 3],
    channel: ChannelId,
    threads: Threads,
    /// Every button and menu that was shown, newest last: its label and id.
    shown: Vec<(String, String)>,
    events: u64,
}

impl Table {
    async fn does(&mut self, name: &str, deed: &str) {
        let moderator = name.ends_with('!');
        let called = |person: &&Person| person.name == name.trim_end_matches('!');
        let person =
            self.people.iter().find(called).unwrap_or_else(|| panic!("nobody called {name}")).clone();
        self.events += 1;
        let incoming = Incoming {
            event: EventId::new(format!("{}:{}", self.channel.platform(), self.events)).expect("an id"),
            channel: self.channel.clone(),
            language: if person.name == "Bob" { Language::of("de") } else { Language::EN },
            person,
            moderator,
            threads: self.threads,
            audience: Audience::Nobody,
            action: self.action(deed),
            also: Vec::new(),
            ongoing: None,
        };
        match self.service.handle(&incoming).await.reply {
            Reply::Private(notice) | Reply::Update(notice) => self.show(&notice, Some(&incoming.person)),
            Reply::Check(_) | Reply::Posted | Reply::NotForMe => {}
        }
        for delivery in self.service.outbox(&self.channel, 100).await.expect("a store that reads") {
            self.show(&delivery.notice, None);
        }
    }

    fn action(&self, deed: &str) -> Action {
        let control = |label: &str| {
            let newest = self.shown.iter().rev().find(|(shown, _)| shown == label);
            newest.unwrap_or_else(|| panic!("no {label} in {}", self.channel)).1.clone()
        };
        let inner = |open, close| deed.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
        if let Some(line) = deed.strip_prefix('/') {
            Action::Command(line.to_owned())
        } else if let Some(label) = inner('[', ']') {
            Action::Press { id: control(label), value: None }
        } else if let Some((label, value)) = inner('{', '}').and_then(|pick| pick.split_once('=')) {
            Action::Press { id: control(label), value: Some(value.to_owned()) }
        } else {
            Action::Said(deed.to_owned())
        }
    }

    fn show(&mut self, notice: &Notice, person: Option<&Person>) {
        let person = person.map(|person| person.id.clone());
        let viewer = Viewer { person, language: Language::EN, hearing: Hearing::Everything };
        for row in self.service.present(notice, &viewer).rows {
            match row {
                Row::Buttons(buttons) => {
                    self.shown.extend(buttons.into_iter().map(|button| (button.label, button.id)));
                }
                Row::Menu(menu) => self.shown.push((menu.label, menu.id)),
            }
        }
    }

    async fn waiting(&self) -> usize {
        self.service.outbox(&self.channel, 1000).await.expect("a store that reads").len()
    }

    /// Lets the game of a channel that waits for a thread begin in this one, or says that there is none.
    async fn begin_waiting(&self, channel: &ChannelId, thread: Option<&ChannelId>) {
        let waiting = self.service.outbox(channel, 1000).await.expect("a store that reads");
        let opening = waiting.iter().find(|delivery| matches!(delivery.notice, Notice::OpenThread { .. }));
        let opening = opening.expect("a game that waits for its thread");
        let begun = match thread {
            Some(thread) => self.service.begin_in_thread(opening, thread, Vec::new()).await,
            None => self.service.begin_without_thread(opening, Vec::new()).await,
        };
        assert_eq!(begun.expect("a game"), Committed::Applied);
    }
}
