//! Unit of work: collects all that one event changes in the store (the channel's record, game
//! events, notices, people) while it is decided, to be committed as one batch. Not here: what it
//! changes (`features`), and the keys of records (the other files of this folder).

use adoube_store::{Batch, BatchWrite, IdempotencyKey, Key, Table};

use super::{
    channel::{ChannelRecord, channel_key},
    codec::write,
    error::RepositoryError,
    job::ScheduledJob,
    job_rows,
    outbox::{LanePosts, OutboxEntry},
    pending_commit::PendingCommit,
    repository::{VersionedRecord, game_key, index_game_key},
    side_changes::SideChanges,
};
use crate::{
    ChannelId, Notice, Person, PersonId,
    core::{
        forms::{GameLocation, ListMembership, StoredForm},
        game::{Challenge, GameId, GameRecord, PauseTimes, PersonEvent, Seat},
        notice::ClockView,
    },
};

/// All changes of one event in a channel, collected while it is decided and committed as one batch.
pub(crate) struct UnitOfWork {
    id: ChannelId,
    version: Option<u64>,
    /// The channel after the changes.
    pub(crate) channel: ChannelRecord,
    now: u64,
    still: PauseTimes,
    /// Expired challenges: posted before the other notices, if there are any.
    pub(super) overdue: Vec<Challenge>,
    pub(super) tells_overdue: bool,
    pub(super) posts: Vec<Notice>,
    pub(super) side: SideChanges,
    /// Writes of the platform.
    pub(super) also: Vec<BatchWrite>,
    pub(super) batch: Batch,
    pub(super) is_changed: bool,
}

impl UnitOfWork {
    /// Begins with the channel as it is, without expired challenges and panels. `still` are the
    /// pause times of its game's present turn. `now` is in milliseconds since 1970; it is moved
    /// forward to the last change of the game, however clocks are set. The next post to the channel
    /// also tells of the expired challenges; a panel is known to its owner alone, who learns of its
    /// end when they press its buttons.
    pub(crate) fn new(
        id: ChannelId,
        kept: VersionedRecord<ChannelRecord>,
        still: PauseTimes,
        now: u64,
    ) -> Self {
        let VersionedRecord { value: mut channel, version } = kept;
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
            side: SideChanges::default(),
            also: Vec::new(),
            batch: Batch::new(),
            is_changed: false,
        }
    }

    /// The channel's id.
    pub(crate) fn id(&self) -> &ChannelId {
        &self.id
    }

    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    /// Pause times of the present turn that are not in the record of the game.
    pub(crate) fn pause_times(&self) -> &PauseTimes {
        &self.still
    }

    /// Passes the turn to the other player.
    pub(crate) fn hand_over(&mut self) {
        self.still.hand_over();
    }

    /// The clock of the running game now.
    pub(crate) fn clock_view(&self) -> Option<ClockView> {
        let game = self.channel.game.as_ref().filter(|game| game.is_running())?;
        Some(ClockView::of(game.clock.as_ref()?, &self.still, self.now))
    }

    /// The end of the vacation of the player to move in a game with a clock, during one.
    pub(crate) fn away_until(&self) -> Option<u64> {
        self.still.absences.iter().find(|vacation| vacation.has(self.now)).map(|vacation| vacation.to)
    }

    /// Ends a person's vacation.
    pub(crate) fn came_back(&mut self, person: &PersonId) {
        let now = self.now;
        for vacation in self.still.absences.iter_mut().filter(|vacation| vacation.has(now)) {
            vacation.to = now;
        }
        self.note_person(person.clone(), PersonEvent::CameBack { at: now });
    }

    /// Updates a player's name in the game; the id stays the same.
    pub(crate) fn rename(&mut self, person: &Person) {
        let Some(game) = &mut self.channel.game else { return };
        for seat in [&mut game.seats.white, &mut game.seats.black] {
            if let Seat::Person(seated) = seat
                && seated.id == person.id
                && seated.name != person.name
            {
                seated.name.clone_from(&person.name);
                self.is_changed = true;
            }
        }
    }

    /// Records an event of a person, in addition to all other changes.
    pub(crate) fn note_person(&mut self, person: PersonId, event: PersonEvent) {
        self.side.persons.push((person, event));
    }

    /// Posts a notice to the channel.
    pub(crate) fn post(&mut self, notice: Notice) {
        self.posts.push(notice);
    }

    /// The id of the game against the computer that waits for a thread of its own.
    pub(crate) fn begins_solo(&self) -> Option<String> {
        self.posts.iter().find_map(|notice| match notice {
            Notice::OpenThread { game } if game.seats.people().count() == 1 => Some(game.id.to_string()),
            _ => None,
        })
    }

    /// Marks the channel's record as changed although no notice is posted.
    pub(crate) fn mark_changed(&mut self) {
        self.is_changed = true;
    }

    /// Reserves an unused game id for this channel.
    pub(crate) fn reserve(&mut self, id: &GameId) -> Result<(), RepositoryError> {
        self.batch = std::mem::take(&mut self.batch).expect_absent(Table::Index, index_game_key(id));
        self.move_game_id(id)
    }

    /// Moves a reserved game id to this channel.
    pub(crate) fn move_game_id(&mut self, id: &GameId) -> Result<(), RepositoryError> {
        self.put(Table::Index, index_game_key(id), &GameLocation(self.id.clone()))
    }

    /// Begins a game with a reserved id in this channel, and adds it to the lists.
    pub(crate) fn begin(&mut self, mut game: GameRecord) -> Result<(), RepositoryError> {
        // The wait for a thread does not count as thinking time.
        game.start_clock(self.now);
        let mut places = vec![Key::new().text("channel").text(&self.id.0)];
        for person in game.seats.people() {
            places.push(Key::new().text("person").text(&person.id.0));
        }
        for place in places {
            self.put(Table::Index, place.number(self.now).text(&game.id.to_string()), &ListMembership)?;
        }
        self.channel.game = Some(game);
        self.note_players(&PersonEvent::Begun);
        Ok(())
    }

    /// Archives the ended game.
    pub(crate) fn archive_game(&mut self) -> Result<(), RepositoryError> {
        self.note_players(&PersonEvent::Ended);
        let Some(game) = self.channel.game.take() else { return Ok(()) };
        self.forget_checkpoints(&game);
        self.put(Table::Game, game_key(&game.id), &game)
    }

    /// The commit of all changes, applied once for this event.
    pub(crate) fn into_commit(
        self,
        event: &IdempotencyKey,
        answer: &impl StoredForm,
    ) -> Result<PendingCommit, RepositoryError> {
        let (channel, now) = (self.id.clone(), self.now);
        self.into_changes()?.answering((&channel, event), answer, now)
    }

    /// The commit of all changes of an event, without its key and answer.
    pub(crate) fn into_changes(self) -> Result<PendingCommit, RepositoryError> {
        if self.changes_side_records_only() { Ok(self.beside_channel()) } else { self.written() }
    }

    /// Whether the channel still has a job of this subject and kind, due at another time.
    pub(crate) fn awaits(&self, row: &ScheduledJob) -> bool {
        let is_same = |due: &ScheduledJob| (&due.subject, due.kind) == (&row.subject, row.kind);
        self.channel.things_due().iter().any(is_same)
    }

    /// Posts expired challenges even without another notice.
    pub(crate) fn post_expired(&mut self) {
        self.tells_overdue = true;
    }

    /// Drops an expired challenge that the channel was told of before.
    pub(crate) fn drop_expired(&mut self, subject: &GameId) {
        self.overdue.retain(|challenge| challenge.id != *subject);
    }

    /// The commit of all changes together with the removal of `delivery` from the outbox; it
    /// conflicts when the entry was removed before.
    pub(crate) fn into_delivery_commit(
        self,
        delivery: &OutboxEntry,
        also: &Batch,
    ) -> Result<PendingCommit, RepositoryError> {
        let mut batch = delivery.done(also);
        let PendingCommit { batch: Batch { version_checks: expect, writes, .. }, side, posts } =
            self.written()?.queued()?;
        batch.extend(expect, writes);
        Ok(PendingCommit { batch, side, posts })
    }

    /// The commit of all changes without an event: only the channel's version makes it apply once.
    pub(crate) fn written(mut self) -> Result<PendingCommit, RepositoryError> {
        let (overdue, posts) = (std::mem::take(&mut self.overdue), std::mem::take(&mut self.posts));
        // A private action must not cause a visible change, not even an overdue one: such a
        // challenge waits for its job, or for the next post to the channel.
        let (expired, waiting) = if self.tells_overdue || !posts.is_empty() {
            (overdue, Vec::new())
        } else {
            (Vec::new(), overdue)
        };
        self.channel.challenges.splice(0..0, waiting);
        let expired = expired.into_iter().map(|challenge| Notice::ChallengeExpired { challenge });
        let posts = self.number_posts(expired.chain(posts).collect());
        let key = channel_key(&self.id);
        let mut channel = std::mem::take(&mut self.channel);
        let mut has = channel.things_due();
        // A job that is due at once would show others that a private action took place.
        has.retain(|due| due.kind.is_of_game() || due.at > self.now || channel.has_row(due));
        let had = std::mem::replace(&mut channel.due, has);
        self.batch.writes.extend(job_rows::changes(&self.id, &had, &channel.due)?);
        self.put(Table::Channel, key.clone(), &channel)?;
        self.batch.writes.extend(self.also);
        let batch = self.batch.expect(Table::Channel, key, self.version);
        Ok(PendingCommit { batch, side: self.side, posts })
    }

    /// Gives the notices their numbers in the lane.
    fn number_posts(&mut self, notices: Vec<Notice>) -> Option<LanePosts> {
        let first = self.channel.posts;
        self.channel.posts = first.wrapping_add(notices.len() as u64);
        let is_used = self.channel.is_used(self.now);
        let lane = self.id.clone();
        (!notices.is_empty()).then_some(LanePosts { lane, first, notices, is_used })
    }

    pub(super) fn put(
        &mut self,
        table: Table,
        key: Key,
        form: &impl StoredForm,
    ) -> Result<(), RepositoryError> {
        self.batch.writes.push(BatchWrite::Put { table, key: key.into(), value: write(form)? });
        Ok(())
    }
}
