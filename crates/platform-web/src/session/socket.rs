//! The writing half of a WebSocket session: follows a channel's log, its people, its board, and the
//! person's games, and sends changes to the page.
//!
//! Nothing is queued for a browser: a session only stores the cursor up to which it has sent, and
//! reads on when its last message has gone out. A slow browser lags behind; one that takes nothing
//! for a while is dropped and catches up after it reconnects.

use std::{future::pending, sync::Arc};

use adoube_bot::ChannelId;
use adoube_store::StoreHealth;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use tokio::{
    sync::{broadcast::error::TryRecvError, mpsc, watch},
    time::{Interval, MissedTickBehavior, interval, timeout},
};

use crate::{
    channels::channel::{ChannelList, name_of},
    limits::{
        GATHERING, PAGE_ENTRIES, PING_EVERY, SEND_TIME, WAITING_ANSWERS, connection_slots::ConnectionSlot,
    },
    log::{entry::LogError, feed::ReaderFeed},
    presence::{
        board::OpenSocket,
        roster::{ChangeThrottle, RosterView},
        update::PersonUpdate,
    },
    session::{client_messages::ClientMessages, command::SocketCommand, history::page_before},
    shutdown::stopped,
    state::WebState,
    view::reader::EntryReader,
    wire::{Insertion, ServerMessage, entry_id::FeedCursor},
};

/// Why a session ends.
#[derive(Debug, thiserror::Error)]
enum SocketEnd {
    /// The browser does not take messages any more.
    #[error("the browser is gone")]
    Gone,
    /// The program stops.
    #[error("the program stops")]
    Stopping,
    /// The page violates the protocol.
    #[error("the page does not keep to the protocol: {}", .0.reason)]
    Misunderstood(CloseFrame),
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A message cannot be written as JSON.
    #[error("a message cannot be written: {0}")]
    Form(#[from] serde_json::Error),
}

/// Serves one socket until the page or the server ends it.
///
/// `from` are marks of the reader's networks, `slot` is the socket's slot.
pub(crate) async fn serve(
    state: Arc<WebState>,
    socket: WebSocket,
    (reader, from): (EntryReader, String),
    slot: &ConnectionSlot,
) {
    let Some(presence) = state.persons.presence.arrive(&reader.person, reader.profile.clone(), from) else {
        refuse(socket, "too-many").await;
        return;
    };
    let (sink, stream) = socket.split();
    let (orders, waiting) = mpsc::channel(WAITING_ANSWERS);
    let mut ping = interval(PING_EVERY);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let writer = SocketWriter {
        sink,
        presence,
        following: None,
        wanted: None,
        channels: ChangeThrottle::new(state.channels.watched(), GATHERING),
        listed: None,
        games: None,
        health: state.store.health(),
        stop: state.stop.subscribe(),
        ping,
        reader: reader.clone(),
        state: Arc::clone(&state),
    };
    let messages = ClientMessages { state };
    tokio::select! {
        () = messages.read(stream, reader, orders) => {}
        end = writer.run(waiting) => tracing::debug!(%end, "a socket ended"),
        () = slot.wait_for_eviction() => tracing::debug!("a socket makes way for another one"),
    }
}

/// Closes a socket with the reason for which the page gets none; the page shows its sentence.
pub(crate) async fn refuse(mut socket: WebSocket, reason: &'static str) {
    let frame = CloseFrame { code: close_code::AGAIN, reason: reason.into() };
    // An error means that the browser is gone already.
    let _ = timeout(SEND_TIME, socket.send(Message::Close(Some(frame)))).await;
}

/// The channel that the session follows.
struct ChannelFollower {
    channel: ChannelId,
    feed: ReaderFeed,
    sent: FeedCursor,
    people: ChangeThrottle<()>,
    roll: RosterView,
    /// The board that was sent last, as JSON.
    board: Option<String>,
}

struct SocketWriter {
    state: Arc<WebState>,
    sink: SplitSink<WebSocket, Message>,
    reader: EntryReader,
    presence: OpenSocket,
    following: Option<ChannelFollower>,
    /// The channel to follow as soon as the store can be read again.
    wanted: Option<(ChannelId, Option<FeedCursor>)>,
    channels: ChangeThrottle<ChannelList>,
    /// The channel list that was sent last.
    listed: Option<ServerMessage>,
    /// The list of the reader's games that was sent last.
    games: Option<ServerMessage>,
    health: watch::Receiver<StoreHealth>,
    stop: watch::Receiver<bool>,
    ping: Interval,
}

impl SocketWriter {
    async fn run(mut self, mut waiting: mpsc::Receiver<SocketCommand>) -> SocketEnd {
        if *self.health.borrow() == StoreHealth::ReadOnly {
            self.health.mark_changed();
        }
        loop {
            match self.step(&mut waiting).await {
                Ok(()) => {}
                Err(SocketEnd::Stopping) => {
                    self.close(CloseFrame { code: close_code::AWAY, reason: "".into() }).await;
                    return SocketEnd::Stopping;
                }
                Err(SocketEnd::Misunderstood(frame)) => {
                    self.close(frame.clone()).await;
                    return SocketEnd::Misunderstood(frame);
                }
                Err(end) => {
                    if matches!(end, SocketEnd::Log(_) | SocketEnd::Form(_)) {
                        tracing::error!(error = %end, "a socket is closed");
                    }
                    return end;
                }
            }
        }
    }

    /// Waits for the next change or command, and sends what follows from it.
    async fn step(&mut self, waiting: &mut mpsc::Receiver<SocketCommand>) -> Result<(), SocketEnd> {
        tokio::select! {
            // Entries of the log come before the changes of the reader's games that they cause.
            biased;
            order = waiting.recv() => match order {
                Some(SocketCommand::Send(message)) => self.send(&message).await,
                Some(SocketCommand::Done { id, room, question }) => {
                    // The event's entries and the board go first: a page that waits for this answer
                    // has them then.
                    self.show_pending().await?;
                    self.tell_board().await?;
                    self.send(&ServerMessage::Done { id, room, question }).await
                }
                Some(SocketCommand::Follow { channel, seen }) => self.begin(channel, seen).await,
                Some(SocketCommand::Close(frame)) => Err(SocketEnd::Misunderstood(frame)),
                None => Err(SocketEnd::Gone),
            },
            news = news(self.following.as_mut()) => match news {
                SocketUpdate::Entries => self.catch_up_patiently().await,
                SocketUpdate::People => self.tell_people().await,
            },
            told = self.presence.told.recv() => self.tell_of(told.ok()).await,
            // The presence board holds the sender, so waiting cannot fail.
            _ = self.presence.profile.changed() => self.tell_person().await,
            () = self.channels.changed() => self.tell_channels(false).await,
            () = turned(&mut self.health) => self.tell_health().await,
            () = stopped(&mut self.stop) => Err(SocketEnd::Stopping),
            _ = self.ping.tick() => self.write(Message::Ping(Vec::new().into())).await,
        }
    }

    /// Follows a channel, later if the store cannot be read now.
    async fn begin(&mut self, channel: ChannelId, seen: Option<FeedCursor>) -> Result<(), SocketEnd> {
        self.wanted = None;
        match self.follow(channel.clone(), seen).await {
            Err(end) if self.may_wait(&end) => {
                self.wanted = Some((channel, seen));
                Ok(())
            }
            done => done,
        }
    }

    /// Sends all new entries, later if the store cannot be read now.
    async fn catch_up_patiently(&mut self) -> Result<(), SocketEnd> {
        match self.catch_up().await {
            Err(end) if self.may_wait(&end) => Ok(()),
            done => done,
        }
    }

    /// Sends the entries and updates that have come so far.
    async fn show_pending(&mut self) -> Result<(), SocketEnd> {
        if self.following.as_ref().is_some_and(|following| following.feed.has_changed()) {
            self.catch_up_patiently().await?;
        }
        loop {
            match self.presence.told.try_recv() {
                Ok(told) => self.tell_of(Some(told)).await?,
                Err(TryRecvError::Lagged(_)) => self.tell_of(None).await?,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return Ok(()),
            }
        }
    }

    /// Whether the store could not be read because it is read-only; a change of its health ends
    /// that.
    fn may_wait(&self, end: &SocketEnd) -> bool {
        let is_read_only = *self.health.borrow() == StoreHealth::ReadOnly;
        is_read_only && matches!(end, SocketEnd::Log(LogError::Store(error)) if error.is_transient())
    }

    async fn follow(&mut self, channel: ChannelId, seen: Option<FeedCursor>) -> Result<(), SocketEnd> {
        self.state.chat.welcome.welcome(&channel, &self.reader).await;
        let mut feed = self.state.log.feed(&channel, &self.reader.person).await?;
        let newest = feed.newest();
        // A page may have a cursor of an older log, after the data was replaced.
        let seen = seen.filter(|seen| seen.is_within(newest));
        let people = ChangeThrottle::new(self.presence.enter(&channel), GATHERING);
        self.state.chat.sync.presence.ask_who_else_is_in(&channel).await;
        let listed = self.state.persons.presence.listed(&channel);
        let (roll, list) =
            RosterView::full_roster(name_of(&channel).to_owned(), self.reader.person.clone(), listed);
        let sent = seen.unwrap_or(newest);
        self.following =
            Some(ChannelFollower { channel: channel.clone(), feed, sent, people, roll, board: None });
        self.tell_channels(true).await?;
        if self.following.is_none() {
            return Ok(());
        }
        self.send(&list).await?;
        if seen.is_some() {
            self.catch_up().await?;
            return self.tell_games().await;
        }
        let (entries, before) = page_before(&self.state, &channel, newest.next(), &self.reader).await?;
        if !self.is_let_in().await? {
            return Ok(());
        }
        let greeting = self.state.chat.welcome.greeting(&channel, &self.reader).await;
        let channel = name_of(&channel).to_owned();
        let place = Insertion::Start;
        self.send(&ServerMessage::Entries { channel, place, entries, upto: Some(newest), before }).await?;
        self.tell_games().await?;
        if let Some(greeting) = greeting {
            self.send(&greeting).await?;
        }
        self.tell_board().await
    }

    /// Sends all entries after the last sent one. A message without entries still tells the page
    /// that it is up to date.
    async fn catch_up(&mut self) -> Result<(), SocketEnd> {
        loop {
            let Some(following) = &mut self.following else { return Ok(()) };
            let newest = following.feed.newest();
            let channel = following.channel.clone();
            let (log, person) = (&self.state.log, &self.reader.person);
            let (items, upto) = log.read_on(&channel, person, following.sent, newest, PAGE_ENTRIES).await?;
            following.sent = upto;
            let entries = self.state.chat.view.show_all(&channel, &items, &self.reader);
            // Checked after reading, so that a removed member gets nothing written after the
            // removal.
            if !self.is_let_in().await? {
                return Ok(());
            }
            let place = Insertion::New;
            let channel = name_of(&channel).to_owned();
            self.send(&ServerMessage::Entries { channel, place, entries, upto: Some(upto), before: None })
                .await?;
            if newest.is_within(upto) {
                return self.tell_board().await;
            }
        }
    }

    /// Whether the reader is let into the channel that they follow. If not, their page is told at
    /// once.
    async fn is_let_in(&mut self) -> Result<bool, SocketEnd> {
        let Some(following) = &self.following else { return Ok(false) };
        let name = name_of(&following.channel);
        if self.state.channels.lets_in_now(name, &self.reader.person).await {
            return Ok(true);
        }
        self.tell_channels(false).await?;
        Ok(false)
    }

    /// Sends the live board if it differs from the one sent last. Hidden information does not
    /// change it, and it is rendered only when the reader got an update anyway.
    async fn tell_board(&mut self) -> Result<(), SocketEnd> {
        let Some(following) = &self.following else { return Ok(()) };
        let Some(board) = self.state.chat.view.board(&following.channel, &self.reader).await else {
            return Ok(());
        };
        if !self.is_let_in().await? {
            return Ok(());
        }
        let Some(following) = &mut self.following else { return Ok(()) };
        let text = serde_json::to_string(&board)?;
        if following.board.as_ref() == Some(&text) {
            return Ok(());
        }
        following.board = Some(text.clone());
        self.write(Message::Text(text.into())).await
    }

    /// Sends the reader's running games if they differ from those sent last.
    async fn tell_games(&mut self) -> Result<(), SocketEnd> {
        let games = self.state.chat.news.my_games(&self.reader).await;
        match games.filter(|games| self.games.as_ref() != Some(games)) {
            Some(games) => {
                self.send(&games).await?;
                self.games = Some(games);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Handles an update for the reader: a change of their games, or a call from another channel.
    async fn tell_of(&mut self, told: Option<PersonUpdate>) -> Result<(), SocketEnd> {
        let here = self.following.as_ref().map(|following| &following.channel);
        if let Some(PersonUpdate::Step(channel)) = &told {
            return if here == Some(channel) { self.tell_board().await } else { Ok(()) };
        }
        let elsewhere = told.filter(|told| told.channel().is_some_and(|channel| here != Some(channel)));
        if let Some(told) = elsewhere
            && let Some(call) = self.state.chat.news.call(&told, &self.reader).await
        {
            self.send(&call).await?;
        }
        self.tell_games().await
    }

    async fn tell_people(&mut self) -> Result<(), SocketEnd> {
        if !self.is_let_in().await? {
            return Ok(());
        }
        let Some(following) = &mut self.following else { return Ok(()) };
        let listed = self.state.persons.presence.listed(&following.channel);
        match following.roll.roster_changes(listed) {
            Some(news) => self.send(&news).await,
            None => Ok(()),
        }
    }

    /// Handles a change of the person by another tab.
    async fn tell_person(&mut self) -> Result<(), SocketEnd> {
        let profile = self.presence.profile.borrow_and_update().clone();
        if profile == self.reader.profile {
            return Ok(());
        }
        self.reader.profile = profile;
        self.send(&ServerMessage::Person {
            person: self.state.chat.view.myself(self.reader.seat, &self.reader.profile),
        })
        .await?;
        self.tell_games().await?;
        // The new profile can change the board's language and colours.
        self.tell_board().await
    }

    /// Sends the reader's channels if the list differs from the one sent last, so changes to other
    /// people's channels are not noticeable. A reader who is no longer let into the channel that
    /// they follow is told so and follows none.
    async fn tell_channels(&mut self, always: bool) -> Result<(), SocketEnd> {
        let (list, person) = (self.channels.now(), &self.reader.person);
        let here = self.following.as_ref().map(|following| name_of(&following.channel).to_owned());
        let channels = match here {
            Some(here) if !list.lets_in(&here, person) => {
                self.following = None;
                self.presence.leave();
                self.state.channels.list().without(&here, person, self.state.clock.now_millis())
            }
            here => list.told_to(person, here.as_deref(), self.state.clock.now_millis()),
        };
        if always || self.listed.as_ref() != Some(&channels) {
            self.send(&channels).await?;
            self.listed = Some(channels);
        }
        Ok(())
    }

    async fn tell_health(&mut self) -> Result<(), SocketEnd> {
        let writable = *self.health.borrow_and_update() == StoreHealth::Writable;
        self.send(&ServerMessage::Storage { writable }).await?;
        if writable && let Some(following) = &self.following {
            // A commit with an unknown outcome may have written entries that nobody published.
            let found = self.state.log.find_entries(&following.channel, &self.reader.person).await;
            if let Err(error) = found {
                tracing::warn!(%error, "entries are shown with the next one");
            }
        }
        match self.wanted.take() {
            Some((channel, seen)) => self.begin(channel, seen).await,
            None => self.catch_up_patiently().await,
        }
    }

    /// Closes the socket with a reason; an error means that the page is gone already.
    async fn close(&mut self, frame: CloseFrame) {
        let _ = timeout(SEND_TIME, self.sink.send(Message::Close(Some(frame)))).await;
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), SocketEnd> {
        let text = serde_json::to_string(message)?;
        self.write(Message::Text(text.into())).await
    }

    async fn write(&mut self, message: Message) -> Result<(), SocketEnd> {
        match timeout(SEND_TIME, self.sink.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(SocketEnd::Gone),
        }
    }
}

/// Resolves when the health of the store changes; never if its sender is gone.
async fn turned(health: &mut watch::Receiver<StoreHealth>) {
    if health.changed().await.is_err() {
        pending::<()>().await;
    }
}

/// Kind of change in the followed channel.
enum SocketUpdate {
    Entries,
    People,
}

/// Resolves when the followed channel has changed; never when none is followed.
async fn news(following: Option<&mut ChannelFollower>) -> SocketUpdate {
    let Some(ChannelFollower { feed, people, .. }) = following else { return pending().await };
    tokio::select! {
        () = feed.changed() => SocketUpdate::Entries,
        () = people.changed() => SocketUpdate::People,
    }
}
