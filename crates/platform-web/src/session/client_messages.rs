//! The reading half of a socket: what a page asks and tells, within the limits. Not here: what becomes of an event
//! (`events`), what a page is told without asking (`socket`).

use std::sync::Arc;

use adoube_bot::{ChannelId, EventPriority, PersonId};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{StreamExt, stream::SplitStream};
use tokio::{sync::mpsc, time::Instant};

use crate::{
    WebState,
    channels::directory::name_of,
    chat::event_handler::{PageReply, WebAction, WebEvent, WebEventError},
    identity::name::CHANNEL_CHARS,
    limits::{COMPLETED, COMPONENT_CHARS, EVENT_BYTES, PAGE_ENTRIES, SILENCE, TEXT_CHARS},
    log::{chat_log::LogError, feed::FeedCursor},
    session::socket::SocketCommand,
    view::entry_view::EntryReader,
    wire::{ClientMessage, EntryJson, Insertion, RefusalReason, ServerMessage},
};

/// Characters of a page's id of an event: a UUID, with or without its hyphens.
const EVENT_ID_CHARS: std::ops::RangeInclusive<usize> = 16..=64;

/// Why a socket is closed whose page does not keep to the protocol.
const NOT_UNDERSTOOD: &str = "not-understood";

impl WebState {
    /// Reads what a page sends until it closes, falls silent or talks nonsense.
    pub(crate) async fn read(
        self: &Arc<Self>,
        mut stream: SplitStream<WebSocket>,
        reader: EntryReader,
        orders: mpsc::Sender<SocketCommand>,
    ) {
        let timer = self.clock.timer();
        loop {
            let silent = timer.until(timer.now() + SILENCE);
            let message = tokio::select! {
                message = stream.next() => message,
                () = silent => return,
            };
            let request = match message {
                Some(Ok(Message::Text(text))) => serde_json::from_str(text.as_str())
                    .map_err(|error| (close_code::POLICY, error.to_string())),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_))) => Err((close_code::UNSUPPORTED, "a binary message".to_owned())),
                // Too long, or no message at all; or the connection is gone, and nobody hears why.
                Some(Err(error)) => Err((close_code::PROTOCOL, error.to_string())),
                Some(Ok(Message::Close(_))) | None => return,
            };
            let request = match request {
                Ok(request) => request,
                Err((code, error)) => {
                    tracing::debug!(error, "a page sent something else than the protocol");
                    let frame = CloseFrame { code, reason: NOT_UNDERSTOOD.into() };
                    if orders.send(SocketCommand::Close(frame)).await.is_ok() {
                        // Until it has been told.
                        orders.closed().await;
                    }
                    return;
                }
            };
            if let Some(order) = self.order(request, &reader).await
                && orders.send(order).await.is_err()
            {
                return;
            }
        }
    }

    async fn order(self: &Arc<Self>, request: ClientMessage, reader: &EntryReader) -> Option<SocketCommand> {
        match request {
            ClientMessage::Watch { channel, seen } => {
                let Some(found) = self.channels.open_to(&channel, &reader.person).await else {
                    return Some(SocketCommand::Send(self.without(&channel, &reader.person)));
                };
                Some(SocketCommand::Follow { channel: found, seen })
            }
            ClientMessage::Say { id, channel, text } => Some(self.said(id, &channel, text, reader).await),
            ClientMessage::Press { id, channel, message, component, value } => {
                if is_long(&component, value.as_deref()) {
                    return Some(refused(id, RefusalReason::TooLong, None));
                }
                let deed = WebAction::Press { message, component, value };
                Some(self.happened(id, &channel, deed, reader).await)
            }
            ClientMessage::Act { id, channel, component, value } => {
                if is_long(&component, value.as_deref()) {
                    return Some(refused(id, RefusalReason::TooLong, None));
                }
                Some(self.happened(id, &channel, WebAction::Act { component, value }, reader).await)
            }
            ClientMessage::Suggest { number, channel, line } => {
                self.may_ask(reader).then_some(())?;
                let channel = self.channels.open_to(&channel, &reader.person).await?;
                let until = Instant::now() + COMPLETED;
                let _admitted = self.service.admit(&channel, EventPriority::Completions, until).await?;
                let line: String = line.chars().take(TEXT_CHARS).collect();
                let language = self.current(reader).profile.reading.language;
                let suggestions = self.service.suggest(&channel, &reader.as_person(), language, &line).await;
                Some(SocketCommand::Send(ServerMessage::Suggestions { number, suggestions }))
            }
            ClientMessage::Older { channel, before } => {
                let channel = self.channels.open_to(&channel, &reader.person).await?;
                // An empty answer lets the page ask again.
                if !self.may_ask(reader) {
                    return Some(older(&channel, Vec::new(), Some(before)));
                }
                match self.page_before(&channel, before, &self.current(reader)).await {
                    Ok((entries, before)) => Some(older(&channel, entries, before)),
                    Err(error) => {
                        tracing::error!(%error, "an older page cannot be read");
                        Some(older(&channel, Vec::new(), Some(before)))
                    }
                }
            }
        }
    }

    async fn said(
        self: &Arc<Self>,
        id: String,
        channel: &str,
        text: String,
        reader: &EntryReader,
    ) -> SocketCommand {
        let text = text.trim().to_owned();
        if text.chars().count() > TEXT_CHARS {
            return refused(id, RefusalReason::TooLong, None);
        }
        if text.is_empty() {
            return SocketCommand::Done { id, room: None, question: None };
        }
        self.happened(id, channel, WebAction::Say(text), reader).await
    }

    async fn happened(
        self: &Arc<Self>,
        id: String,
        channel: &str,
        deed: WebAction,
        reader: &EntryReader,
    ) -> SocketCommand {
        let text = match &deed {
            WebAction::Say(text) => Some(text.clone()),
            WebAction::Press { .. } | WebAction::Act { .. } => None,
        };
        let Some(channel) = self.channels.open_to(channel, &reader.person).await else {
            return refused(id, RefusalReason::UnknownChannel, text);
        };
        if !is_event_id(&id) {
            return refused(id, RefusalReason::Internal, text);
        }
        if let Err(reason) = self.may_act(&reader.person) {
            return refused(id, reason, text);
        }
        let reader = self.current(reader);
        let language = reader.profile.reading.language;
        let event = WebEvent { id: id.clone(), channel, person: reader.as_person(), language, deed };
        // The page sends it again by itself; it may have been done before, so nothing else can be said of it.
        let Some(admitted) = self.admit(&event).await else {
            return SocketCommand::Send(ServerMessage::Postponed { id });
        };
        // A task of its own: it goes on when the browser goes away in the middle.
        match tokio::spawn(Arc::clone(self).handle_event(event, admitted)).await {
            Ok(Ok(PageReply { room, question })) => {
                let question = question.map(|notice| Box::new(self.question(&notice, &reader)));
                SocketCommand::Done { id, room, question }
            }
            Ok(Err(WebEventError::Gone(_))) => refused(id, RefusalReason::UnknownChannel, text),
            Ok(Err(error)) => {
                tracing::error!(%error, "an event was not dealt with");
                if error.may_pass() {
                    return SocketCommand::Send(ServerMessage::Postponed { id });
                }
                refused(id, RefusalReason::Internal, text)
            }
            Err(error) => {
                tracing::error!(%error, "the task of an event ended early");
                refused(id, RefusalReason::Internal, text)
            }
        }
    }

    /// Whether a person may write or press something now.
    pub(crate) fn may_act(&self, person: &PersonId) -> Result<(), RefusalReason> {
        let now = self.clock.monotonic();
        if !self.writing_pace.is_available(person, now) {
            return Err(RefusalReason::TooMuch);
        }
        if !self.event_pace.take(person.clone(), now) {
            return Err(RefusalReason::TooFast);
        }
        self.writing_pace.consume(person.clone(), EVENT_BYTES, now);
        Ok(())
    }

    /// The channels of a person, and that this one is none.
    pub(crate) fn without(&self, gone: &str, person: &PersonId) -> ServerMessage {
        match self.channels.list().told_to(person, None, self.clock.now_millis()) {
            ServerMessage::Channels { names, rooms, .. } => {
                // It names no more of what a page asked for than a channel's name has.
                let gone = Some(gone.chars().take(CHANNEL_CHARS).collect());
                ServerMessage::Channels { names, rooms, gone }
            }
            other => other,
        }
    }

    pub(crate) fn may_ask(&self, reader: &EntryReader) -> bool {
        self.question_pace.take(reader.person.clone(), self.clock.monotonic())
    }

    /// The reader with the choices they have made since the socket was opened.
    fn current(&self, reader: &EntryReader) -> EntryReader {
        let profile = self.people.here.profile(&reader.person).unwrap_or_else(|| reader.profile.clone());
        EntryReader { profile, ..reader.clone() }
    }

    /// The entries before a place as the reader sees them, oldest first, and the place before which there is more.
    pub(crate) async fn page_before(
        &self,
        channel: &ChannelId,
        before: FeedCursor,
        reader: &EntryReader,
    ) -> Result<(Vec<EntryJson>, Option<FeedCursor>), LogError> {
        let (items, before) = self.log.read_back(channel, &reader.person, before, PAGE_ENTRIES).await?;
        Ok((self.show_all(channel, &items, reader), before))
    }
}

fn older(channel: &ChannelId, entries: Vec<EntryJson>, before: Option<FeedCursor>) -> SocketCommand {
    let channel = name_of(channel).to_owned();
    SocketCommand::Send(ServerMessage::Entries {
        channel,
        place: Insertion::Older,
        entries,
        upto: None,
        before,
    })
}

fn refused(id: String, reason: RefusalReason, text: Option<String>) -> SocketCommand {
    SocketCommand::Send(ServerMessage::Refused { id, reason, text })
}

/// Whether a control's id or its value is longer than any that was given out.
fn is_long(component: &str, value: Option<&str>) -> bool {
    [component].into_iter().chain(value).any(|text| text.chars().count() > COMPONENT_CHARS)
}

pub(crate) fn is_event_id(id: &str) -> bool {
    EVENT_ID_CHARS.contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
