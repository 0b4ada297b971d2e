//! Step of the simulation in which time jumps forward, and now and then back; due jobs are run by
//! two bots at once, one of which is stopped in the middle. The rows of the jobs must be those that
//! follow from the channels, and each challenge must end once.

use std::collections::BTreeSet;

use adoube_store::{IdempotencyKey, Key, KeyReader, Table};
use rand::RngExt;

use super::{CHANNELS, World, causes};
use crate::support::{
    faulty_store::Faults,
    record_check::{self, Rows},
};

const HOUR: u64 = 60 * 60 * 1000;
const WEEK: u64 = 7 * 24 * HOUR;
/// Requests after which a look at what is due is cut short, at the most.
const MOST_REQUESTS: u64 = 24;

impl World {
    /// Mostly little time passes, now and then more than a challenge waits for; and sometimes the clock is set back.
    pub fn let_time_pass(&mut self) {
        match self.rng.random_range(0..60) {
            0 => self.clock.pass(self.rng.random_range(0..6 * WEEK)),
            1..3 => self.clock.pass(self.rng.random_range(0..2 * WEEK)),
            3..10 => self.clock.pass(self.rng.random_range(0..24 * HOUR)),
            10..20 => self.clock.pass(self.rng.random_range(0..3 * HOUR)),
            20..22 => self.clock.set_back(self.rng.random_range(0..48 * HOUR)),
            _ => {}
        }
    }

    /// Whoever comes first to a game whose time is up ends it, whatever they came for.
    pub fn is_overdue(&self, rows: &Rows) -> bool {
        let running = CHANNELS.into_iter().filter_map(|channel| record_check::running(rows, channel));
        running.into_iter().any(|game| is_overdue(&game, self.clock.shown()))
    }

    /// Two services look at what is due while somebody does something; one of them may be killed at it.
    pub async fn settle(&mut self, faults: Faults) {
        let incoming = self.take_waiting();
        let before = self.programs.rows().await;
        let requests = self.rng.random_range(1..MOST_REQUESTS);
        self.programs.set_faults(faults);
        let (decision, whole, cut_short) = self.programs.settle(&incoming, requests).await;
        self.programs.set_faults(Faults::Off);
        assert!(whole.is_ok() || faults == Faults::On, "trouble without a fault: {whole:?}");
        self.tally.note("cut short", usize::from(cut_short));
        let after = self.programs.rows().await;
        let told = incoming.clone();
        self.check_reply((incoming, decision), faults, [&before, &after]).await;
        check_rows(&after);
        causes::check(&before, &after, &[&told]);
    }

    /// Every challenge that was ever posted is open, was answered, or expired: one of them, and was told so once.
    pub async fn check_challenges(&mut self, rows: &Rows) {
        for id in ids(rows, |notice| (notice["notice"] == "challenge").then(|| &notice["id"])) {
            let told = |kind: &str| {
                let is_about =
                    |notice: &serde_json::Value| notice["notice"] == kind && notice["challenge"]["id"] == *id;
                said(rows).filter(is_about).count()
            };
            let (expired, closed) = (told("challenge_expired"), told("challenge_closed"));
            let game = Key::new().text("game").text(&id).into();
            let begun = usize::from(rows.contains_key(&(Table::Index, game)));
            let open = usize::from(CHANNELS.iter().any(|channel| {
                let record = rows.get(&(Table::Channel, Key::new().text(channel).into()));
                record.is_some_and(|record| {
                    let challenges = record_check::json(record)["challenges"].take();
                    challenges.as_array().is_some_and(|open| open.iter().any(|open| open["id"] == *id))
                })
            }));
            assert_eq!(
                expired + closed + begun + open,
                1,
                "{id}: {expired} times expired, {closed} times closed, {begun} times begun, {open} times open"
            );
            let event = IdempotencyKey::new(format!("due:{id}:0:challenge")).expect("an id");
            let by_row = self.programs.has_done(&event).await;
            self.tally.note("expired", usize::from(expired == 1 && by_row));
            self.tally.note("expired meanwhile", usize::from(expired == 1 && !by_row));
        }
    }
}

/// Whether something may have been due in a running game with a clock. A look that waits for something to be delivered has been
/// put off, and whoever comes is the first to see that time is up.
pub fn is_overdue(game: &serde_json::Value, now: u64) -> bool {
    let clock = &game["clock"];
    // Nothing happens before what happened last, however clocks are set.
    let now = now.max(game["changed_at"].as_u64().unwrap_or_default());
    clock["look_at"].as_u64().is_some_and(|at| at <= now) || soonest_end(clock).is_some_and(|end| end <= now)
}

/// When the time of whoever is to move ends if nothing held it up.
fn soonest_end(clock: &serde_json::Value) -> Option<u64> {
    let side = usize::from(clock["turn"]["side"] == "black");
    let turn = clock["pace"].as_str()?.split('+').next()?;
    let turn = match turn.strip_suffix('d') {
        Some(days) => days.parse::<u64>().ok()? * 24 * HOUR,
        None => turn.strip_suffix('h').map_or(Ok(0), str::parse::<u64>).ok()? * HOUR,
    };
    Some(clock["turn"]["since"].as_u64()? + turn + clock["reserves"][side].as_u64()?)
}

/// How often somebody was told that their time runs out.
pub fn reminders(rows: &Rows) -> usize {
    said(rows).filter(|notice| notice["notice"] == "reminder").count()
}

/// Everything that was ever said, and delivered.
fn said(rows: &Rows) -> impl Iterator<Item = serde_json::Value> {
    rows.iter()
        .filter(|((table, _), _)| *table == Table::Message)
        .map(|(_, record)| record_check::json(record))
}

fn ids(rows: &Rows, id: impl Fn(&serde_json::Value) -> Option<&serde_json::Value>) -> BTreeSet<String> {
    said(rows).filter_map(|notice| id(&notice)?.as_str().map(str::to_owned)).collect()
}

/// No row without its thing, no thing without its row, and every record knows its own.
pub fn check_rows(rows: &Rows) {
    let mut expected = BTreeSet::new();
    for ((_, key), record) in rows.iter().filter(|((table, _), _)| *table == Table::Channel) {
        let channel = KeyReader::new(key).text().expect("a channel");
        let record = record_check::json(record);
        let mut things = 0;
        let mut add = |since: &serde_json::Value, id: &serde_json::Value, revision: u64, kind: &str| {
            let at = since.as_u64().expect("an instant") + WEEK;
            let place = Key::new().text("due").number(at).text(&channel).text(id.as_str().expect("an id"));
            expected.insert(Vec::from(place.number(revision).text(kind)));
            things += 1;
        };
        for challenge in record["challenges"].as_array().into_iter().flatten() {
            add(&challenge["made_at"], &challenge["id"], 0, "challenge");
        }
        for panel in record["panels"].as_array().into_iter().flatten() {
            let version = panel["version"].as_u64().expect("a number");
            add(&panel["changed_at"], &panel["id"], version, "panel");
        }
        let game = &record["game"];
        let timed = [("clock", &game["clock"]), ("idle", &game["idle"])];
        if let Some((kind, looked)) = timed.into_iter().find(|(_, looked)| looked.is_object()) {
            let [at, version] = ["look_at", "version"].map(|field| looked[field].as_u64().expect("a number"));
            let id = game["id"].as_str().expect("an id");
            let place = Key::new().text("due").number(at).text(&channel).text(id);
            expected.insert(Vec::from(place.number(version).text(kind)));
            things += 1;
        }
        // Since when the computer is to move, and by when it is missed, is for `computer` to test.
        let due = record["due"].as_array().map(Vec::as_slice).unwrap_or_default();
        if let Some(missed) = due.iter().find(|row| row["kind"] == "computer") {
            assert!(["white", "black"].iter().any(|side| game["seats"][side]["level"].is_u64()), "{missed}");
            let [at, revision] = ["at", "revision"].map(|field| missed[field].as_u64().expect("a number"));
            let place = Key::new().text("due").number(at).text(&channel);
            let place = place.text(missed["subject"].as_str().expect("an id"));
            expected.insert(Vec::from(place.number(revision).text("computer")));
            things += 1;
        }
        assert_eq!(due.len(), things, "{channel} knows its rows");
    }
    let found: BTreeSet<Vec<u8>> =
        rows.keys().filter(|(table, _)| *table == Table::Deadline).map(|(_, key)| key.clone()).collect();
    let text = |keys: &BTreeSet<Vec<u8>>| -> Vec<String> {
        keys.iter().map(|key| String::from_utf8_lossy(key).into_owned()).collect()
    };
    assert_eq!(text(&found), text(&expected), "the rows of what is due");
}
