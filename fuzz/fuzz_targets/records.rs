//! Fuzz target for stored records of the bot: puts arbitrary rows into a store and checks that
//! nothing panics, and that no unreadable record is written over. Not here: checksums and lines of
//! an export (`export`).
//!
//! The first line is a command, each further one a row of an export. The rows are put into a store; then somebody gives the
//! command in every channel there is a record of, what is due is done, and what waits to be said is shown.
//!
//! - Every command has an answer that can be shown to everybody.
//! - A channel whose record cannot be read, or is a newer program's, is as it was.
//! - A notice that can be read is written as one that is read as the same.

#![no_main]

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_fuzz::{runtime, service, somebody};
use adoube_bot::{
    UserAction, Audience, ChannelId, MessageAccess, IdempotencyKey, ChatEvent, Language, Notice, Person, PersonId,
    Reply, Bot, ReadingPreferences, ThreadPolicy, Viewer, forms,
};
use adoube_store::{Batch, ExportReader, Key, KeyReader, MAX_PAGE_ROWS, MemoryStore, Store, StoreRow, Table};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;
use tokio::runtime::Runtime;

/// Rows that are looked at.
const ROWS: usize = 12;
/// Runs over one store, which is emptied after each.
const RUNS: u64 = 2000;
const BEGIN: &str = "{\"adoube\":\"store\",\"format\":2}\n";

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

struct Kept {
    runtime: Runtime,
    service: Bot,
    store: Arc<MemoryStore>,
    runs: u64,
}

impl Kept {
    fn begin() -> Self {
        let store = Arc::new(MemoryStore::new());
        Self { runtime: runtime(), service: service(store.clone()), store, runs: 0 }
    }

    async fn run(&self, command: &str, rows: &[StoreRow]) {
        for row in rows {
            if let StoreRow::Record { table, key, record } = row {
                let batch = Batch::new().put(*table, key.clone(), record.value.clone());
                self.store.commit(batch).await.expect("within the limits");
                if *table == Table::Outbox {
                    self.check_notice(&record.value);
                }
            }
        }
        for (channel, person) in asked(rows) {
            self.ask(&channel, person, command).await;
        }
        // A record that cannot be read is an error, and stops nothing.
        let _ = self.service.run_due_jobs().await;
        self.empty().await;
    }

    async fn ask(&self, channel: &ChannelId, person: Person, command: &str) {
        let before = self.played(channel).await;
        self.service.suggest(channel, &person, Language::EN, command).await;
        let incoming = ChatEvent {
            event: IdempotencyKey::new(format!("{}:{channel}", self.runs))
                .unwrap_or_else(|_| other_event(self.runs)),
            channel: channel.clone(),
            place: None,
            person,
            language: Language::of("de"),
            moderator: true,
            threads: ThreadPolicy::Never,
            audience: Audience::SenderOnly,
            action: UserAction::Line(command.to_owned()),
            also: Vec::new(),
            ongoing: None,
        };
        let reply = self.service.handle(&incoming).await.reply;
        if let Reply::Private(notice) | Reply::Replace(notice) = &reply {
            self.show(notice);
            let said = format!("{notice:?}");
            if ["Refused(RecordDamaged", "Refused(NewerRecord"].iter().any(|begin| said.starts_with(begin)) {
                assert_eq!(self.played(channel).await, before, "{command} in {channel}");
            }
        }
    }

    /// By whom and how far a channel's game was played. The rest may change with the time, whatever is asked: reminders, clocks,
    /// panels and challenges that are given up; and then it is written as this version writes it.
    async fn played(&self, channel: &ChannelId) -> Option<Vec<Value>> {
        let key = Key::new().text(&channel.0);
        let record = self.store.get(Table::Channel, key.as_ref()).await.ok().flatten()?;
        let kept: Value = serde_json::from_slice(&record.value).ok()?;
        let game = kept.get("game")?.as_object()?;
        let parts = ["seats", "state", "plies"];
        Some(parts.map(|part| game.get(part).cloned().unwrap_or_default()).into())
    }

    fn check_notice(&self, bytes: &[u8]) {
        let Ok(notice) = forms::read::<Notice>(bytes) else { return };
        let written = forms::write(&notice).expect("a notice that was read can be written");
        assert_eq!(forms::read::<Notice>(&written).as_ref(), Ok(&notice));
        self.show(&notice);
    }

    fn show(&self, notice: &Notice) {
        for language in [Language::EN, Language::of("de")] {
            for person in [None, Some(somebody(0).id)] {
                let viewer = Viewer { person, language, hearing: MessageAccess::Called, taste: ReadingPreferences::default() };
                let _ = self.service.present(notice, &viewer);
                let _ = self.service.board_in_letters(notice, &viewer);
            }
        }
    }

    async fn empty(&self) {
        let rows = self.store.page(None, MAX_PAGE_ROWS).await.expect("memory").rows;
        for row in rows {
            if let StoreRow::Record { table, key, .. } = row {
                self.store.commit(Batch::new().delete(table, key)).await.expect("memory");
            }
        }
        self.store.forget_answers(u64::MAX, MAX_PAGE_ROWS).await.expect("memory");
    }
}

fn other_event(run: u64) -> IdempotencyKey {
    IdempotencyKey::new(format!("run {run}")).expect("a short id")
}

/// Channels there are records of, each with somebody who may play there.
fn asked(rows: &[StoreRow]) -> Vec<(ChannelId, Person)> {
    let asked = |row: &StoreRow| {
        let StoreRow::Record { table: Table::Channel, key, record } = row else { return None };
        let channel = KeyReader::new(key).text()?;
        let record: Value = serde_json::from_slice(&record.value).unwrap_or_default();
        let seat = record["game"]["seats"]["white"]["id"].as_str();
        let person = seat
            .map_or_else(|| somebody(0), |id| Person { id: PersonId(id.to_owned()), name: "Ada".to_owned() });
        Some((channel, person.id, person.name))
    };
    let found: BTreeSet<_> = rows.iter().filter_map(asked).collect();
    found.into_iter().map(|(channel, id, name)| (ChannelId(channel), Person { id, name })).collect()
}

/// As many rows as can be read.
fn read(lines: &str) -> Vec<StoreRow> {
    let text = format!("{BEGIN}{lines}\n");
    let mut reader = ExportReader::begin(text.as_bytes()).expect("it begins like an export");
    std::iter::from_fn(|| reader.row().ok().flatten()).take(ROWS).collect()
}

fuzz_target!(|text: &[u8]| -> Corpus {
    let Some((command, lines)) = str::from_utf8(text).ok().and_then(|text| text.split_once('\n')) else {
        return Corpus::Reject;
    };
    let rows = read(lines);
    if rows.is_empty() {
        return Corpus::Reject;
    }
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut over = kept.take().filter(|kept| kept.runs < RUNS).unwrap_or_else(Kept::begin);
    over.runs += 1;
    over.runtime.block_on(over.run(command, &rows));
    *kept = Some(over);
    Corpus::Keep
});
