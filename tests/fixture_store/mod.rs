//! Plays the scenes in `scenes.txt`, each in a channel of its own, and compares the store that
//! results with the fixture store, the files in `tests/fixtures`. Platforms are not served
//! meanwhile, so that messages wait in the outbox. Not here: what each platform writes while it
//! serves.

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

use adoube_bot::{
    Audience, Bot, BotParts, ChannelId, ChatEvent, Clock, CommunityId, ControlRow, DeliveryPolicy,
    DeliveryReceipt, IdempotencyKey, Language, MessageAccess, Notice, Person, Reply, RetryAfterPolicy,
    ThreadPolicy, UserAction, Viewer, forms,
};
use adoube_store::{Key, KeyRange, ScanOrder, Store, Table as Records};
use adoube_testing::people::TestDirectory;
use files::path;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

pub use files::load;

const SCENES: &str = include_str!("scenes.txt");
/// In this one a game gets a thread, which is the next one; in the other it gets none.
const BUSY: &str = "busy";
const THREAD: &str = "thread";
const UNTHREADED: &str = "unthreaded";

/// For an outbox without a pump, which waits for nothing.
const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 1,
    look_every: Duration::ZERO,
    first_pause: Duration::ZERO,
    longest_pause: Duration::ZERO,
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

/// Holds everything in the store against what is kept as what this program writes; `MAKE_FIXTURES=1` keeps it anew.
pub async fn compare(store: &dyn Store, platform: &str) {
    let mut export = Vec::new();
    let rows = adoube_store::export(store, &mut export, |_| ()).await.expect("a store that reads");
    assert!(rows > 100, "{rows} rows");
    let export = String::from_utf8(export).expect("text");
    let export: String = export.lines().flat_map(|line| [settled(line), "\n".into()]).collect();
    let path = path(platform);
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
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// Plays all scenes between Ada, Bob and Eve; `channel` says where each is, by its name. Returns how many notices wait.
pub async fn play_scenes(
    store: &Arc<dyn Store>,
    people: [Person; 3],
    begin: u64,
    channel: impl Fn(&str) -> ChannelId,
) -> usize {
    let clock = Arc::new(Minutes(AtomicU64::new(begin)));
    let parts = BotParts {
        vacation_days: 28,
        computer: adoube_bot::ComputerSettings::default(),
        locales: adoube_bot::Locales::embedded(),
        store: Arc::clone(store),
        clock: clock.clone(),
        directory: Arc::new(TestDirectory(people.to_vec())),
        rng: Box::new(ChaCha8Rng::seed_from_u64(17)),
    };
    let service = Bot::new(parts).expect("locale files");
    let mut table = Table {
        service,
        store: Arc::clone(store),
        people,
        channel: channel("chess"),
        threads: ThreadPolicy::Never,
        shown: Vec::new(),
        events: 0,
    };
    for line in SCENES.lines() {
        if let Some(scene) = line.strip_prefix("= ") {
            let name = scene.split(' ').next().unwrap_or_default();
            if name == THREAD {
                table.begin_waiting(&channel(BUSY), Some(&channel(THREAD))).await;
            }
            table.channel = channel(name);
            table.threads =
                if scene.ends_with(" threads") { ThreadPolicy::WhenBusy } else { ThreadPolicy::Never };
            table.shown.clear();
        } else if let Some((name, deed)) = line.strip_prefix("> ").and_then(|line| line.split_once(' ')) {
            table.does(name, deed).await;
        }
    }
    table.begin_waiting(&channel(UNTHREADED), None).await;
    let platform = table.channel.platform().to_owned();
    table.service.platform_unreachable(&platform).await.expect("a store that writes");
    // Shorter ones are not kept.
    for _ in 0..3 {
        clock.now_millis();
    }
    table.service.platform_reachable(&platform).await.expect("a store that writes");
    table.service.begin().await.expect("a store that writes");
    let platform = Key::new().text(table.channel.platform());
    let waiting = store.scan(Records::Outbox, KeyRange::prefix(platform), ScanOrder::Ascending, 1000).await;
    waiting.expect("a store that reads").len()
}

struct Table {
    service: Bot,
    store: Arc<dyn Store>,
    people: [Person; 3],
    channel: ChannelId,
    threads: ThreadPolicy,
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
        let incoming = ChatEvent {
            event: IdempotencyKey::new(format!("{}:{}", self.channel.platform(), self.events))
                .expect("an id"),
            channel: self.channel.clone(),
            place: Some(CommunityId(format!("{}:server", self.channel.platform()))),
            language: if person.name == "Bob" { Language::of("de") } else { Language::EN },
            person,
            moderator,
            threads: self.threads,
            audience: Audience::SenderOnly,
            action: self.action(deed),
            also: Vec::new(),
            ongoing: None,
        };
        match self.service.handle(&incoming).await.reply {
            Reply::Private(notice) | Reply::Replace(notice) => self.show(&notice, Some(&incoming.person)),
            Reply::SelfTest(_) | Reply::EngineQuestion(_) | Reply::Public | Reply::Ignored => {}
        }
        for notice in self.waiting().await {
            self.show(&notice, None);
        }
    }

    fn action(&self, deed: &str) -> UserAction {
        let control = |label: &str| {
            let newest = self.shown.iter().rev().find(|(shown, _)| shown == label);
            newest.unwrap_or_else(|| panic!("no {label} in {}", self.channel)).1.clone()
        };
        let inner = |open, close| deed.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
        if let Some(line) = deed.strip_prefix('/') {
            UserAction::Line(line.to_owned())
        } else if let Some(label) = inner('[', ']') {
            UserAction::Press { id: control(label), value: None }
        } else if let Some((label, value)) = inner('{', '}').and_then(|pick| pick.split_once('=')) {
            UserAction::Press { id: control(label), value: Some(value.to_owned()) }
        } else {
            UserAction::Text(deed.to_owned())
        }
    }

    fn show(&mut self, notice: &Notice, person: Option<&Person>) {
        let person = person.map(|person| person.id.clone());
        let viewer = Viewer {
            person,
            language: Language::EN,
            hearing: MessageAccess::Everything,
            taste: adoube_bot::ReadingPreferences::default(),
        };
        for row in self.service.present(notice, &viewer).rows {
            match row {
                ControlRow::Buttons(buttons) => {
                    self.shown.extend(buttons.into_iter().map(|button| (button.label, button.id)));
                }
                ControlRow::Menu(menu) => self.shown.push((menu.label, menu.id)),
            }
        }
    }

    /// What waits for the channel, as it stands in the store.
    async fn waiting(&self) -> Vec<Notice> {
        let lane = Key::new().text(self.channel.platform()).text(&self.channel.0);
        let rows = self.store.scan(Records::Outbox, KeyRange::prefix(lane), ScanOrder::Ascending, 1000).await;
        let rows = rows.expect("a store that reads").into_iter();
        rows.map(|(_, row)| forms::read(&row.value).expect("a notice")).collect()
    }

    /// Lets the game of a channel that waits for a thread begin in this one, or says that there is none. What stands before
    /// it is delivered.
    async fn begin_waiting(&self, channel: &ChannelId, thread: Option<&ChannelId>) {
        let outbox = self.service.outbox_of(channel.platform(), MANNER);
        let held = outbox.hold(channel).await;
        let mut begun = false;
        while !begun {
            let first =
                held.first().await.expect("a store that reads").expect("a game that waits for its thread");
            begun = matches!(first.delivery.notice, Notice::OpenThread { .. });
            let thread = thread.filter(|_| begun).cloned();
            assert!(
                held.done(&first, DeliveryReceipt { thread, ..DeliveryReceipt::default() })
                    .await
                    .expect("a game")
            );
        }
        outbox.leave().await;
    }
}
