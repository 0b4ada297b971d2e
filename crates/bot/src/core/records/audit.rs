//! Audits all records of a store for `adoube store check`: reads each row in its stored form and
//! compares it with the others, so that missing rows are named. Not here: records of platforms, and
//! damaged bytes (the store).

use std::collections::{HashMap, HashSet};

use adoube_store::{KeyReader, StoreRow, Table};

use super::{
    channel::ChannelRecord, event_log::event_of, outbox::OutboxEntry, repository::last_text,
    row_kinds::RowKind,
};
use crate::{
    ChannelId,
    core::{
        forms::{FormError, GameLocation, read},
        game::{GameEvent, GameId, GameLogEntry, GameRecord},
    },
};

/// Missing rows of a game that are named one by one; further ones are counted.
const NAMED: usize = 10;

/// State of an audit after some rows of a store.
#[derive(Debug, Default)]
pub struct RecordAudit {
    channels: HashSet<ChannelId>,
    games: HashMap<GameId, AuditedGame>,
    /// Rows of scheduled jobs that channels expect and that were not read yet.
    due: HashMap<Vec<u8>, ChannelId>,
    /// Channels with queued notices.
    waiting: HashSet<ChannelId>,
}

/// What the rows read so far say of one game.
#[derive(Debug, Default)]
struct AuditedGame {
    record: Option<ExpectedRows>,
    /// Numbers of its events, each with the plies it adds.
    events: Vec<(u64, i64)>,
    /// The channel it belongs to.
    home: Option<ChannelId>,
    /// Whether the list of a channel, or of a person, contains it.
    is_listed: [bool; 2],
}

/// Rows that the record of a game requires.
#[derive(Debug)]
struct ExpectedRows {
    channel: ChannelId,
    events: u64,
    plies: i64,
    has_people: bool,
}

impl RecordAudit {
    /// Reads a row, in the store's order of rows; returns whether it belongs to the bot.
    ///
    /// # Errors
    ///
    /// [`FormError::Unreadable`] and [`FormError::Newer`].
    pub fn read(&mut self, row: &StoreRow) -> Result<bool, FormError> {
        let (table, key, value) = match row {
            // Platforms mark a handled event by an empty answer.
            StoreRow::Answer { answer, .. } if answer.is_empty() => return Ok(false),
            StoreRow::Answer { answer, .. } => return RowKind::Answer.check(answer).map(|()| true),
            StoreRow::Record { table, key, record } => (*table, key.as_slice(), record.value.as_slice()),
        };
        let Some(kind) = RowKind::of(table.name(), &String::from_utf8_lossy(key)) else { return Ok(false) };
        match kind {
            RowKind::Channel => self.channel(key, &read(value)?),
            RowKind::Game => self.game(&read(value)?),
            RowKind::Event => self.event(key, &read(value)?),
            RowKind::Home => self.add_location(key, read(value)?),
            _ => kind.check(value)?,
        }
        match kind {
            RowKind::Listed => self.add_list_entry(key),
            RowKind::Due => drop(self.due.remove(key)),
            RowKind::Notice => self.waiting.extend(OutboxEntry::channel_of(key)),
            _ => {}
        }
        Ok(true)
    }

    /// The missing rows after the whole store was read, one line each.
    pub fn missing(self) -> Vec<String> {
        let mut missing = Vec::new();
        let mut games: Vec<_> = self.games.iter().collect();
        games.sort_unstable_by_key(|(id, _)| *id);
        for (id, game) in games {
            game.missing(id, &self.channels, &mut missing);
        }
        let mut lone: Vec<_> = self.waiting.difference(&self.channels).collect();
        lone.sort_unstable();
        missing.extend(
            lone.iter().map(|channel| {
                format!("{} {channel}: its record, while notices wait for it", Table::Channel)
            }),
        );
        let mut due: Vec<_> = self.due.into_iter().collect();
        due.sort_unstable();
        missing.extend(due.iter().map(|(key, channel)| {
            format!("{} {}: the row of what is due in {channel}", Table::Deadline, key.escape_ascii())
        }));
        missing
    }

    fn channel(&mut self, key: &[u8], channel: &ChannelRecord) {
        let Some(id) = KeyReader::new(key).text().map(ChannelId) else { return };
        for due in &channel.due {
            self.due.insert(due.key(&id).into(), id.clone());
        }
        if let Some(game) = &channel.game {
            self.game(game);
        }
        self.channels.insert(id);
    }

    fn game(&mut self, record: &GameRecord) {
        let expected = ExpectedRows {
            channel: record.channel.clone(),
            events: record.revision,
            plies: record.plies.into(),
            has_people: record.seats.people().next().is_some(),
        };
        self.at(record.id.clone()).record = Some(expected);
    }

    fn event(&mut self, key: &[u8], logged: &GameLogEntry) {
        let Some((id, number)) = event_of(key) else { return };
        let plies = match logged.event {
            GameEvent::Move { .. } => 1,
            GameEvent::TakenBack { plies } => -i64::from(plies),
            _ => 0,
        };
        self.at(id).events.push((number, plies));
    }

    fn add_location(&mut self, key: &[u8], GameLocation(channel): GameLocation) {
        let mut reader = KeyReader::new(key);
        let id = reader.text().and_then(|_| reader.text()).as_deref().and_then(GameId::parse);
        if let Some(id) = id {
            self.at(id).home = Some(channel);
        }
    }

    fn add_list_entry(&mut self, key: &[u8]) {
        let is_of_person = KeyReader::new(key).text().is_some_and(|word| word == "person");
        if let Some(id) = last_text(key).as_deref().and_then(GameId::parse)
            && let Some(is_listed) = self.at(id).is_listed.get_mut(usize::from(is_of_person))
        {
            *is_listed = true;
        }
    }

    fn at(&mut self, id: GameId) -> &mut AuditedGame {
        self.games.entry(id).or_default()
    }
}

impl AuditedGame {
    /// Adds the missing rows of this game. An id alone, of a challenge that became no game,
    /// requires none.
    fn missing(&self, id: &GameId, channels: &HashSet<ChannelId>, missing: &mut Vec<String>) {
        let mut say = |what: &str| missing.push(format!("{} {id}: {what}", Table::Game));
        let Some(expected) = &self.record else {
            if !self.events.is_empty() || self.is_listed.contains(&true) {
                say("its record, which other records name");
            }
            return;
        };
        let channel = &expected.channel;
        if !channels.contains(channel) {
            say(&format!("the record of its channel {channel}"));
        }
        if self.home.is_none() {
            say("the row of the index that says where it belongs");
        }
        let [is_in_channel, is_with_person] = self.is_listed;
        if !is_in_channel {
            say("its line in the list of its channel");
        }
        if expected.has_people && !is_with_person {
            say("its line in the lists of its players");
        }
        // While a game is being relocated its events are stored under both channels.
        let mut events = self.events.clone();
        events.sort_unstable();
        events.dedup_by_key(|(number, _)| *number);
        let (mut next, mut lost) = (0, 0);
        for number in events.iter().map(|(number, _)| *number).chain([expected.events]) {
            for gap in next..number.min(expected.events) {
                lost += 1;
                if lost <= NAMED {
                    say(&format!("its event {gap} of {}", expected.events));
                }
            }
            next = number + 1;
        }
        if lost > NAMED {
            say(&format!("{} more of its events", lost - NAMED));
        }
        if next > expected.events + 1 {
            say(&format!(
                "its newest state: it has event {}, and its record knows {}",
                next - 1,
                expected.events
            ));
        }
        let plies: i64 = events.iter().map(|(_, plies)| plies).sum();
        if lost == 0 && plies != expected.plies {
            say(&format!("it has {} plies, and its events say {plies}", expected.plies));
        }
    }
}
