//! The service's records in the store: which tables and keys they have, how they are read, and how everything that one
//! event causes is written at once. Not here: what is written when (`flow`), and in which form (`stored`).
//!
//! | table | key | value |
//! |---|---|---|
//! | channel | channel | [`ChannelRecord`]: the running game, open challenges and panels, rows of what is due, a count of posts |
//! | game | game id | [`GameRecord`] of a game that has ended |
//! | game | game id, `checkpoint`, plies | a [`Checkpoint`](crate::game::Checkpoint) |
//! | event | game id, number | [`LoggedEvent`] |
//! | person | `record`, person | a [`PersonRecord`](crate::game::PersonRecord) |
//! | outbox | platform, channel, number | [`Notice`] not yet delivered |
//! | outbox | `unreadable`, platform, channel, number | what stood there and was no notice |
//! | deadline | `due`, instant, channel, subject, revision, kind | that it is due, in order of time (`due`) |
//! | deadline | `unreadable`, and the key it had | what stood there and could not be read |
//! | meta | `outage` and `alive`, … | when the bot was not there (`outages`) |
//! | meta | `check`, event | the event, while a self-test looks whether it can be read again |
//! | meta | `lease` and `lease-until`, name | who may do a thing that one process at a time does, and how long |
//! | index | `game`, game id | the channel it belongs to |
//! | index | `person` or `channel`, its id, time, game id | nothing: the key says it |

mod aside;
mod channel_form;
mod checkpoints;
mod due;
#[cfg(test)]
pub(crate) mod kinds;
mod lease;
mod outages;
mod outbox;
mod persons;
#[cfg(test)]
mod releases;
mod sooner;

pub use aside::put_aside;
pub(crate) use due::{Due, DueKind, DueRow};
pub(crate) use lease::{Fence, Lease, Leases, Standing};
pub(crate) use outages::{Scope, open_key as open_outage, row as outage_row};
pub use outbox::Delivery;
pub(crate) use persons::DecidedBatch;
pub(crate) use sooner::Sooner;

use std::sync::Arc;

use adoube_store::{Batch, Key, KeyRange, KeyReader, Order, Store, StoreError, Table, Write};

use crate::{
    ChannelId, EventId, Notice, PersonId,
    game::{Challenge, GameEvent, GameId, GameRecord, LoggedEvent, Panel, PersonEvent, Still},
    notice::ClockView,
    speech::Answer,
    stored::{self, Form, FormError, Home, Listed},
};

/// The most events of one game that are read; far more than any game has.
const EVENT_LIMIT: usize = 100_000;

/// What is kept of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChannelRecord {
    /// The game that runs here.
    pub(crate) game: Option<GameRecord>,
    /// Challenges nobody has answered yet, oldest first.
    pub(crate) challenges: Vec<Challenge>,
    /// Set-up panels that are open, the one changed last at the end; one for each person.
    pub(crate) panels: Vec<Panel>,
    /// Whether this is a thread that was opened for a game: it is closed when the game is over.
    pub(crate) closes_with_game: bool,
    /// How many notices were ever posted: the next one's number.
    pub(crate) posts: u64,
    /// The rows of what is due here, as they stand in the store: whoever changes the record looks for none of them there.
    due: Vec<Due>,
}

impl ChannelRecord {
    /// Whether the store has this row for it.
    pub(crate) fn has_row(&self, due: &Due) -> bool {
        self.due.contains(due)
    }

    /// What is due by the clock of the game here.
    pub(crate) fn clock_due(&self) -> Option<Due> {
        self.game.as_ref().and_then(Due::of_game).filter(|due| due.kind == DueKind::Clock)
    }

    /// What is due here as things stand.
    fn things_due(&self) -> Vec<Due> {
        let challenges = self.challenges.iter().map(|challenge| Due {
            at: challenge.expires_at(),
            subject: challenge.id.clone(),
            revision: 0,
            kind: DueKind::Challenge,
        });
        let panels = self.panels.iter().map(|panel| Due {
            at: panel.expires_at(),
            subject: panel.id.clone(),
            revision: panel.version,
            kind: DueKind::Panel,
        });
        let game = self.game.as_ref().and_then(Due::of_game);
        challenges.chain(panels).chain(game).collect()
    }
}

/// A fault of the store or in what it holds.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read.
    #[error("the record {key} in table {table} cannot be read: {reason}")]
    Unreadable {
        /// Its table.
        table: Table,
        /// Its key, as text.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A newer program wrote a record.
    #[error(
        "the record {key} in table {table} is {kind} of version {found}, this program knows versions up to {known}; use a newer program"
    )]
    Newer {
        /// Its table.
        table: Table,
        /// Its key, as text.
        key: String,
        /// What it is.
        kind: &'static str,
        /// Its version.
        found: u64,
        /// The newest this program knows.
        known: u64,
    },
    /// A record cannot be written.
    #[error(transparent)]
    Unwritable(FormError),
    /// The program has a mistake, and panicked.
    #[error("the program broke while it dealt with {0}")]
    Broken(String),
}

/// A record with the version it was read at.
#[derive(Clone, Debug)]
pub(crate) struct Kept<T> {
    pub(crate) value: T,
    pub(crate) version: Option<u64>,
}

/// Typed access to the store.
#[derive(Clone)]
pub(crate) struct Ledger {
    store: Arc<dyn Store>,
}

impl Ledger {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Writes a record, reads it and takes it away again; whether it was there.
    pub(crate) async fn try_out(&self, event: &EventId) -> Result<bool, StoreError> {
        let (key, value) = (Key::new().text("check").text(event.as_str()), event.as_str().as_bytes());
        self.store.commit(Batch::new().put(Table::Meta, key.clone(), value)).await?;
        let there = self.store.get(Table::Meta, key.as_ref()).await?;
        self.store.commit(Batch::new().delete(Table::Meta, key)).await?;
        Ok(there.is_some_and(|record| record.value == value))
    }

    /// What an event was answered before.
    pub(crate) async fn answer(&self, event: &EventId) -> Result<Option<Answer>, LedgerError> {
        let bytes = self.store.answer(event).await?;
        bytes.map(|bytes| read_answer(event, &bytes)).transpose()
    }

    /// The channel's record; an empty one when nothing has happened there.
    pub(crate) async fn channel(&self, id: &ChannelId) -> Result<Kept<ChannelRecord>, LedgerError> {
        let key = channel_key(id);
        let Some(record) = self.store.get(Table::Channel, key.as_ref()).await? else {
            return Ok(Kept { value: ChannelRecord::default(), version: None });
        };
        let value = read(Table::Channel, key.as_ref(), &record.value)?;
        Ok(Kept { value, version: Some(record.version) })
    }

    /// A game by its id, running or ended.
    pub(crate) async fn game(&self, id: &GameId) -> Result<Option<GameRecord>, LedgerError> {
        if let Some(ended) = self.ended_game(id).await? {
            return Ok(Some(ended));
        }
        let Some(channel) = self.channel_of(id).await? else { return Ok(None) };
        match self.channel(&channel).await?.value.game.filter(|game| game.id == *id) {
            Some(running) => Ok(Some(running)),
            // It may have ended between the two looks.
            None => self.ended_game(id).await,
        }
    }

    async fn ended_game(&self, id: &GameId) -> Result<Option<GameRecord>, LedgerError> {
        let key = game_key(id);
        let record = self.store.get(Table::Game, key.as_ref()).await?;
        record.map(|record| read(Table::Game, key.as_ref(), &record.value)).transpose()
    }

    async fn channel_of(&self, id: &GameId) -> Result<Option<ChannelId>, LedgerError> {
        let key = index_game_key(id);
        let record = self.store.get(Table::Index, key.as_ref()).await?;
        let home = record.map(|record| read(Table::Index, key.as_ref(), &record.value)).transpose()?;
        Ok(home.map(|Home(channel)| channel))
    }

    /// All events of a game, in order.
    pub(crate) async fn events(&self, id: &GameId) -> Result<Vec<LoggedEvent>, LedgerError> {
        self.events_in(KeyRange::prefix(game_key(id))).await
    }

    async fn events_in(&self, mut range: KeyRange) -> Result<Vec<LoggedEvent>, LedgerError> {
        let mut events = Vec::new();
        while events.len() < EVENT_LIMIT {
            let page = self.store.scan(Table::Event, range.clone(), Order::Ascending, 512).await?;
            let Some((last, _)) = page.last() else { break };
            range = range.after(last);
            for (key, record) in &page {
                events.push(read(Table::Event, key, &record.value)?);
            }
        }
        Ok(events)
    }

    /// The newest games of a person.
    pub(crate) async fn games_of(
        &self,
        person: &PersonId,
        limit: usize,
    ) -> Result<Vec<GameRecord>, LedgerError> {
        self.listed(Key::new().text("person").text(&person.0), limit).await
    }

    /// The newest games of a channel.
    pub(crate) async fn games_in(
        &self,
        channel: &ChannelId,
        limit: usize,
    ) -> Result<Vec<GameRecord>, LedgerError> {
        self.listed(Key::new().text("channel").text(&channel.0), limit).await
    }

    async fn listed(&self, prefix: Key, limit: usize) -> Result<Vec<GameRecord>, LedgerError> {
        let rows = self.store.scan(Table::Index, KeyRange::prefix(prefix), Order::Descending, limit).await?;
        let mut games = Vec::new();
        for (key, row) in rows {
            match self.of_line(&key, &row.value).await {
                Ok(game) => games.extend(game),
                // One game that cannot be read hides no others.
                Err(error @ (LedgerError::Unreadable { .. } | LedgerError::Newer { .. })) => {
                    tracing::error!(%error, line = %key.escape_ascii(), "a game is left out of a list");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// The game that a line of a list is about.
    async fn of_line(&self, key: &[u8], value: &[u8]) -> Result<Option<GameRecord>, LedgerError> {
        let Listed = read(Table::Index, key, value)?;
        match last_text(key).as_deref().and_then(GameId::parse) {
            Some(id) => self.game(&id).await,
            None => Ok(None),
        }
    }
}

/// Everything one event changes in a channel, gathered while it is decided and written at once.
pub(crate) struct Draft {
    id: ChannelId,
    version: Option<u64>,
    /// The channel as it will be.
    pub(crate) channel: ChannelRecord,
    now: u64,
    still: Still,
    /// Challenges that are over: told before the rest, when something is said to the channel.
    overdue: Vec<Challenge>,
    tells_overdue: bool,
    posts: Vec<Notice>,
    persons: Vec<(PersonId, PersonEvent)>,
    batch: Batch,
    is_changed: bool,
}

impl Draft {
    /// Begins with the channel as it is, without challenges and panels that were left alone too long; `still` is in what of
    /// its game's present turn the clock stood still; `now` in milliseconds since 1970, and nothing happens before what
    /// happened last in its game, however clocks are set. Whatever is said to the channel next tells of the challenges; of a panel nobody but its owner knew, who is
    /// told when they press its buttons.
    pub(crate) fn new(id: ChannelId, kept: Kept<ChannelRecord>, still: Still, now: u64) -> Self {
        let Kept { value: mut channel, version } = kept;
        let now = channel.game.as_ref().map_or(now, |game| now.max(game.changed_at));
        let (overdue, open) =
            std::mem::take(&mut channel.challenges).into_iter().partition(|open| open.has_expired(now));
        channel.challenges = open;
        channel.panels.retain(|panel| !panel.has_expired(now));
        Self {
            id,
            version,
            channel,
            now,
            still,
            overdue,
            tells_overdue: false,
            posts: Vec::new(),
            persons: Vec::new(),
            batch: Batch::new(),
            is_changed: false,
        }
    }

    /// Which channel it is about.
    pub(crate) fn id(&self) -> &ChannelId {
        &self.id
    }

    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    /// In what of the present turn the clock of the game here stood still, besides what the game itself knows.
    pub(crate) fn still(&self) -> &Still {
        &self.still
    }

    /// The clock of the game here, as it is now.
    pub(crate) fn clock_view(&self) -> Option<ClockView> {
        let game = self.channel.game.as_ref().filter(|game| game.is_running())?;
        Some(ClockView::of(game.clock.as_ref()?, &self.still, self.now))
    }

    /// Until when whoever is to move in a game with a clock is on vacation, if they are.
    pub(crate) fn away_until(&self) -> Option<u64> {
        self.still.absences.iter().find(|vacation| vacation.has(self.now)).map(|vacation| vacation.to)
    }

    /// Whoever was away is back.
    pub(crate) fn came_back(&mut self, person: &PersonId) {
        let now = self.now;
        for vacation in self.still.absences.iter_mut().filter(|vacation| vacation.has(now)) {
            vacation.to = now;
        }
        self.note_person(person.clone(), PersonEvent::CameBack { at: now });
    }

    /// Notes something about a person. Whatever else is written, their record is, too.
    pub(crate) fn note_person(&mut self, person: PersonId, event: PersonEvent) {
        self.persons.push((person, event));
    }

    /// Says something to the whole channel.
    pub(crate) fn post(&mut self, notice: Notice) {
        self.posts.push(notice);
    }

    /// Says that the channel's record is to be written although nobody else hears of it.
    pub(crate) fn mark_changed(&mut self) {
        self.is_changed = true;
    }

    /// Records something that happened in the running game.
    pub(crate) fn log(&mut self, event: GameEvent) -> Result<(), LedgerError> {
        let now = self.now;
        let Some(game) = &mut self.channel.game else { return Ok(()) };
        let key = game_key(&game.id).number(game.revision);
        game.note(&event, now);
        self.put(Table::Event, key, &LoggedEvent { at: now, event })
    }

    /// Takes an id that no game has, for one that belongs to this channel for now.
    pub(crate) fn reserve(&mut self, id: &GameId) -> Result<(), LedgerError> {
        self.batch = std::mem::take(&mut self.batch).expect_absent(Table::Index, index_game_key(id));
        self.take_over(id)
    }

    /// From now on a game with a reserved id belongs to this channel.
    pub(crate) fn take_over(&mut self, id: &GameId) -> Result<(), LedgerError> {
        self.put(Table::Index, index_game_key(id), &Home(self.id.clone()))
    }

    /// Puts a new game into the channel and the lists. Its id is reserved.
    pub(crate) fn begin(&mut self, mut game: GameRecord) -> Result<(), LedgerError> {
        // Waiting for a thread takes nobody's time.
        game.start_clock(self.now);
        let mut places = vec![Key::new().text("channel").text(&self.id.0)];
        for person in game.seats.people() {
            places.push(Key::new().text("person").text(&person.id.0));
        }
        for place in places {
            self.put(Table::Index, place.number(self.now).text(&game.id.to_string()), &Listed)?;
        }
        self.channel.game = Some(game);
        self.note_players(PersonEvent::Begun);
        Ok(())
    }

    /// Takes the ended game out of the channel and keeps it.
    pub(crate) fn archive(&mut self) -> Result<(), LedgerError> {
        self.note_players(PersonEvent::Ended);
        let Some(game) = self.channel.game.take() else { return Ok(()) };
        self.forget_checkpoints(&game);
        self.put(Table::Game, game_key(&game.id), &game)
    }

    /// Writes something of the adapter's with it.
    pub(crate) fn also(&mut self, writes: &[Write]) {
        self.batch.writes.extend_from_slice(writes);
    }

    /// Whether anything would be written.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_changed && self.posts.is_empty() && self.persons.is_empty() && self.batch.writes.is_empty()
    }

    /// The batch that writes it all, exactly once for this event.
    pub(crate) fn finish(self, event: &EventId, answer: &impl Form) -> Result<DecidedBatch, LedgerError> {
        let (answer, now) = (write(answer)?, self.now);
        let DecidedBatch { batch, persons } = self.written()?;
        Ok(DecidedBatch { batch: batch.once(event.clone(), answer, now), persons })
    }

    /// Whether what this row is about is there, and due at another time.
    pub(crate) fn awaits(&self, row: &Due) -> bool {
        let is_same = |due: &Due| (&due.subject, due.kind) == (&row.subject, row.kind);
        self.channel.things_due().iter().any(is_same)
    }

    /// Says what fell due here although nothing else is said to the channel.
    pub(crate) fn tell_overdue(&mut self) {
        self.tells_overdue = true;
    }

    /// Says nothing about this although it fell due: it was told before.
    pub(crate) fn was_told(&mut self, subject: &GameId) {
        self.overdue.retain(|challenge| challenge.id != *subject);
    }

    /// The batch that writes it all when `delivery` is taken out of the outbox, and conflicts when that has happened
    /// before.
    pub(crate) fn finish_with(self, delivery: &Delivery, also: &Batch) -> Result<DecidedBatch, LedgerError> {
        let mut batch = delivery.done(also);
        let DecidedBatch { batch: Batch { expect, writes, .. }, persons } = self.written()?;
        batch.expect.extend(expect);
        batch.writes.extend(writes);
        Ok(DecidedBatch { batch, persons })
    }

    /// The batch that writes it all, for no event: only the channel's version says whether it was written.
    pub(crate) fn written(mut self) -> Result<DecidedBatch, LedgerError> {
        let (overdue, posts) = (std::mem::take(&mut self.overdue), std::mem::take(&mut self.posts));
        // What one person does unseen changes nothing that others see, not even when they see it: such a challenge waits for
        // its row, or for the next words to the channel.
        let (expired, waiting) = if self.tells_overdue || !posts.is_empty() {
            (overdue, Vec::new())
        } else {
            (Vec::new(), overdue)
        };
        self.channel.challenges.splice(0..0, waiting);
        let expired = expired.into_iter().map(|challenge| Notice::ChallengeExpired { challenge });
        for notice in expired.chain(posts) {
            let key = outbox::place(&self.id).number(self.channel.posts);
            self.channel.posts += 1;
            self.put(Table::Outbox, key, &notice)?;
        }
        let key = channel_key(&self.id);
        let mut channel = std::mem::take(&mut self.channel);
        let mut has = channel.things_due();
        // A row that is due at once would give the writing away as well.
        has.retain(|due| due.kind.is_of_game() || due.at > self.now || channel.has_row(due));
        let had = std::mem::replace(&mut channel.due, has);
        self.batch.writes.extend(due::changes(&self.id, &had, &channel.due)?);
        self.put(Table::Channel, key.clone(), &channel)?;
        let batch = self.batch.expect(Table::Channel, key, self.version);
        Ok(DecidedBatch { batch, persons: self.persons })
    }

    fn put(&mut self, table: Table, key: Key, form: &impl Form) -> Result<(), LedgerError> {
        self.batch.writes.push(Write::Put { table, key: key.into(), value: write(form)? });
        Ok(())
    }
}

fn channel_key(id: &ChannelId) -> Key {
    Key::new().text(&id.0)
}

fn game_key(id: &GameId) -> Key {
    Key::new().text(&id.to_string())
}

fn index_game_key(id: &GameId) -> Key {
    Key::new().text("game").text(&id.to_string())
}

fn last_text(key: &[u8]) -> Option<String> {
    let mut reader = KeyReader::new(key);
    let (_, _, _) = (reader.text()?, reader.text()?, reader.number()?);
    reader.text()
}

/// What an event was answered, as the store keeps it.
pub(crate) fn read_answer(event: &EventId, bytes: &[u8]) -> Result<Answer, LedgerError> {
    let key = event.as_str().as_bytes();
    read(Table::Meta, key, bytes)
}

/// What stands in the store of a record.
fn write(form: &impl Form) -> Result<Vec<u8>, LedgerError> {
    stored::write(form).map_err(LedgerError::Unwritable)
}

/// A record as the code works with it.
fn read<F: Form>(table: Table, key: &[u8], bytes: &[u8]) -> Result<F, LedgerError> {
    stored::read(bytes).map_err(|error| match error {
        FormError::Newer { kind, found, known } => {
            LedgerError::Newer { table, key: String::from_utf8_lossy(key).into_owned(), kind, found, known }
        }
        error => unreadable(table, key, error.to_string()),
    })
}

fn unreadable(table: Table, key: &[u8], reason: String) -> LedgerError {
    LedgerError::Unreadable { table, key: String::from_utf8_lossy(key).into_owned(), reason }
}
