//! The writing half of a session: follows a channel's log, its people, its board, and the person's
//! games, and sends what is new.
//!
//! Nothing is queued for a browser: a session only knows up to where it has sent, and reads on when
//! its last message has gone out. A slow browser lags behind; one that takes nothing for a while is
//! dropped and catches up when it is back.

use std::{future::pending, sync::Arc};

use adoube_bot::ChannelId;
use adoube_store::StoreHealth;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use tokio::{
    sync::{mpsc, watch},
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

/// Why a socket ends.
#[derive(Debug, thiserror::Error)]
enum SocketEnd {
    /// The browser takes nothing any more.
    #[error("the browser is gone")]
    Gone,
    /// The program stops.
    #[error("the program stops")]
    Stopping,
    /// The page sends what is not understood.
    #[error("the page does not keep to the protocol: {}", .0.reason)]
    Misunderstood(CloseFrame),
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A message cannot be written as JSON.
    #[error("a message cannot be written: {0}")]
    Form(#[from] serde_json::Error),
}

/// Serves one socket until either side is done with it.
///
/// `from` are marks of where the reader comes from, `slot` is the room it has among all that are open.
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

/// Tells a page why it gets no socket; it shows the sentence of this reason.
pub(crate) async fn refuse(mut socket: WebSocket, reason: &'static str) {
    let frame = CloseFrame { code: close_code::AGAIN, reason: reason.into() };
    // The browser may be gone already, which is just as well.
    let _ = timeout(SEND_TIME, socket.send(Message::Close(Some(frame)))).await;
}

/// A channel being followed.
struct ChannelFollower {
    channel: ChannelId,
    feed: ReaderFeed,
    sent: FeedCursor,
    people: ChangeThrottle<()>,
    roll: RosterView,
    /// The board that was sent last, as it was sent.
    board: Option<String>,
}

struct SocketWriter {
    state: Arc<WebState>,
    sink: SplitSink<WebSocket, Message>,
    reader: EntryReader,
    presence: OpenSocket,
    following: Option<ChannelFollower>,
    /// What could not be followed yet, as the store could not be read.
    wanted: Option<(ChannelId, Option<FeedCursor>)>,
    channels: ChangeThrottle<ChannelList>,
    /// What was last told of them.
    listed: Option<ServerMessage>,
    /// The reader's games as they were last told.
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

    /// Waits for the next thing worth sending, and sends it.
    async fn step(&mut self, waiting: &mut mpsc::Receiver<SocketCommand>) -> Result<(), SocketEnd> {
        tokio::select! {
            // What is in the log comes before what it means for the reader's games.
            biased;
            order = waiting.recv() => match order {
                Some(SocketCommand::Send(message)) => self.send(&message).await,
                Some(SocketCommand::Done { id, room, question }) => {
                    // First, so that whoever waits for the one has the other.
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
            // It cannot fail: who is here holds the sender.
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

    /// Sends everything new, later if the store cannot be read now.
    async fn catch_up_patiently(&mut self) -> Result<(), SocketEnd> {
        match self.catch_up().await {
            Err(end) if self.may_wait(&end) => Ok(()),
            done => done,
        }
    }

    /// Whether the store could not be read because it takes no writes now: then it tells when that is over.
    fn may_wait(&self, end: &SocketEnd) -> bool {
        let is_read_only = *self.health.borrow() == StoreHealth::ReadOnly;
        is_read_only && matches!(end, SocketEnd::Log(LogError::Store(error)) if error.is_transient())
    }

    async fn follow(&mut self, channel: ChannelId, seen: Option<FeedCursor>) -> Result<(), SocketEnd> {
        self.state.chat.welcome.welcome(&channel, &self.reader).await;
        let mut feed = self.state.log.feed(&channel, &self.reader.person).await?;
        let newest = feed.newest();
        // A page may remember a log that is no more, after the data was replaced.
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

    /// Sends everything between what was sent last and the newest entry. An answer without entries still says that the
    /// page is up to date.
    async fn catch_up(&mut self) -> Result<(), SocketEnd> {
        loop {
            let Some(following) = &mut self.following else { return Ok(()) };
            let newest = following.feed.newest();
            let channel = following.channel.clone();
            let (log, person) = (&self.state.log, &self.reader.person);
            let (items, upto) = log.read_on(&channel, person, following.sent, newest, PAGE_ENTRIES).await?;
            following.sent = upto;
            let entries = self.state.chat.view.show_all(&channel, &items, &self.reader);
            // Asked behind what was read: whoever was sent away before that was said does not get it.
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

    /// Whether the reader is let in where they follow. Who no longer is hears so at once, and nothing more of it.
    async fn is_let_in(&mut self) -> Result<bool, SocketEnd> {
        let Some(following) = &self.following else { return Ok(false) };
        let name = name_of(&following.channel);
        if self.state.channels.lets_in_now(name, &self.reader.person).await {
            return Ok(true);
        }
        self.tell_channels(false).await?;
        Ok(false)
    }

    /// Sends the board of the channel if it is another one than that which was sent last. What the reader may not know
    /// changes nothing about it, and it is looked at only when something reached them anyway.
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

    /// Sends the reader's running games if they are others, or stand otherwise, than those that were sent last.
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

    /// Something concerns the reader: perhaps it is their turn, perhaps somebody calls them where they do not look.
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

    /// Another tab may have changed the person.
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
        // In their language, and in the colours of their theme.
        self.tell_board().await
    }

    /// Tells the reader's channels, where they are others than those that were told: what others make among themselves is
    /// not even noticed. Who is no longer let in where they are is told so, and follows nothing.
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
        match self.wanted.take() {
            Some((channel, seen)) => self.begin(channel, seen).await,
            None => self.catch_up_patiently().await,
        }
    }

    /// Tells the page that the socket ends. It may be gone already, which is just as well.
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

/// Resolves when the store stops or begins to take writes; never for one that always does.
async fn turned(health: &mut watch::Receiver<StoreHealth>) {
    if health.changed().await.is_err() {
        pending::<()>().await;
    }
}

/// What is new where somebody follows.
enum SocketUpdate {
    Entries,
    People,
}

/// Resolves when there is something new for the reader; never when nothing is followed.
async fn news(following: Option<&mut ChannelFollower>) -> SocketUpdate {
    let Some(ChannelFollower { feed, people, .. }) = following else { return pending().await };
    tokio::select! {
        () = feed.changed() => SocketUpdate::Entries,
        () = people.changed() => SocketUpdate::People,
    }
}
