//! The reading half of a socket: what a page asks and tells, within the limits. Not here: what becomes of an event
//! (`events`), what a page is told without asking (`socket`).

use std::sync::Arc;

use adoube_bot::{ChannelId, EventPriority, PersonId};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{StreamExt, stream::SplitStream};
use tokio::{sync::mpsc, time::Instant};

use super::{
    Chat,
    channels::name_of,
    events::{Deed, Event, EventError, PageReply},
    feed::Cursor,
    limits::{COMPLETED, COMPONENT_CHARS, EVENT_BYTES, PAGE_ENTRIES, SILENCE, TEXT_CHARS},
    log::LogError,
    names::CHANNEL_CHARS,
    socket::Order,
    view::Reader,
    wire::{Entry, FromPage, Insertion, Reason, ToPage},
};

/// Characters of a page's id of an event: a UUID, with or without its hyphens.
const EVENT_ID_CHARS: std::ops::RangeInclusive<usize> = 16..=64;

/// Why a socket is closed whose page does not keep to the protocol.
const NOT_UNDERSTOOD: &str = "not-understood";

impl Chat {
    /// Reads what a page sends until it closes, falls silent or talks nonsense.
    pub(super) async fn read(
        self: &Arc<Self>,
        mut stream: SplitStream<WebSocket>,
        reader: Reader,
        orders: mpsc::Sender<Order>,
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
                    if orders.send(Order::Close(frame)).await.is_ok() {
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

    async fn order(self: &Arc<Self>, request: FromPage, reader: &Reader) -> Option<Order> {
        match request {
            FromPage::Watch { channel, seen } => {
                let Some(found) = self.channels.open_to(&channel, &reader.person).await else {
                    return Some(Order::Send(self.without(&channel, &reader.person)));
                };
                Some(Order::Follow { channel: found, seen })
            }
            FromPage::Say { id, channel, text } => Some(self.said(id, &channel, text, reader).await),
            FromPage::Press { id, channel, message, component, value } => {
                if is_long(&component, value.as_deref()) {
                    return Some(refused(id, Reason::TooLong, None));
                }
                let deed = Deed::Press { message, component, value };
                Some(self.happened(id, &channel, deed, reader).await)
            }
            FromPage::Act { id, channel, component, value } => {
                if is_long(&component, value.as_deref()) {
                    return Some(refused(id, Reason::TooLong, None));
                }
                Some(self.happened(id, &channel, Deed::Act { component, value }, reader).await)
            }
            FromPage::Suggest { number, channel, line } => {
                self.may_ask(reader).then_some(())?;
                let channel = self.channels.open_to(&channel, &reader.person).await?;
                let until = Instant::now() + COMPLETED;
                let _admitted = self.service.admit(&channel, EventPriority::Completions, until).await?;
                let line: String = line.chars().take(TEXT_CHARS).collect();
                let language = self.current(reader).profile.reading.language;
                let suggestions = self.service.suggest(&channel, &reader.as_person(), language, &line).await;
                Some(Order::Send(ToPage::Suggestions { number, suggestions }))
            }
            FromPage::Older { channel, before } => {
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

    async fn said(self: &Arc<Self>, id: String, channel: &str, text: String, reader: &Reader) -> Order {
        let text = text.trim().to_owned();
        if text.chars().count() > TEXT_CHARS {
            return refused(id, Reason::TooLong, None);
        }
        if text.is_empty() {
            return Order::Done { id, room: None, question: None };
        }
        self.happened(id, channel, Deed::Say(text), reader).await
    }

    async fn happened(self: &Arc<Self>, id: String, channel: &str, deed: Deed, reader: &Reader) -> Order {
        let text = match &deed {
            Deed::Say(text) => Some(text.clone()),
            Deed::Press { .. } | Deed::Act { .. } => None,
        };
        let Some(channel) = self.channels.open_to(channel, &reader.person).await else {
            return refused(id, Reason::UnknownChannel, text);
        };
        if !is_event_id(&id) {
            return refused(id, Reason::Internal, text);
        }
        if let Err(reason) = self.may_act(&reader.person) {
            return refused(id, reason, text);
        }
        let reader = self.current(reader);
        let language = reader.profile.reading.language;
        let event = Event { id: id.clone(), channel, person: reader.as_person(), language, deed };
        // The page sends it again by itself; it may have been done before, so nothing else can be said of it.
        let Some(admitted) = self.admit(&event).await else { return Order::Send(ToPage::Postponed { id }) };
        // A task of its own: it goes on when the browser goes away in the middle.
        match tokio::spawn(Arc::clone(self).deal_with(event, admitted)).await {
            Ok(Ok(PageReply { room, question })) => {
                let question = question.map(|notice| Box::new(self.question(&notice, &reader)));
                Order::Done { id, room, question }
            }
            Ok(Err(EventError::Gone(_))) => refused(id, Reason::UnknownChannel, text),
            Ok(Err(error)) => {
                tracing::error!(%error, "an event was not dealt with");
                if error.may_pass() {
                    return Order::Send(ToPage::Postponed { id });
                }
                refused(id, Reason::Internal, text)
            }
            Err(error) => {
                tracing::error!(%error, "the task of an event ended early");
                refused(id, Reason::Internal, text)
            }
        }
    }

    /// Whether a person may write or press something now.
    pub(super) fn may_act(&self, person: &PersonId) -> Result<(), Reason> {
        let now = self.clock.monotonic();
        if !self.writing_pace.is_available(person, now) {
            return Err(Reason::TooMuch);
        }
        if !self.event_pace.take(person.clone(), now) {
            return Err(Reason::TooFast);
        }
        self.writing_pace.consume(person.clone(), EVENT_BYTES, now);
        Ok(())
    }

    /// The channels of a person, and that this one is none.
    pub(super) fn without(&self, gone: &str, person: &PersonId) -> ToPage {
        match self.channels.list().told_to(person, None, self.clock.now_millis()) {
            ToPage::Channels { names, rooms, .. } => {
                // It names no more of what a page asked for than a channel's name has.
                let gone = Some(gone.chars().take(CHANNEL_CHARS).collect());
                ToPage::Channels { names, rooms, gone }
            }
            other => other,
        }
    }

    pub(super) fn may_ask(&self, reader: &Reader) -> bool {
        self.question_pace.take(reader.person.clone(), self.clock.monotonic())
    }

    /// The reader with the choices they have made since the socket was opened.
    fn current(&self, reader: &Reader) -> Reader {
        let profile = self.people.here.profile(&reader.person).unwrap_or_else(|| reader.profile.clone());
        Reader { profile, ..reader.clone() }
    }

    /// The entries before a place as the reader sees them, oldest first, and the place before which there is more.
    pub(super) async fn page_before(
        &self,
        channel: &ChannelId,
        before: Cursor,
        reader: &Reader,
    ) -> Result<(Vec<Entry>, Option<Cursor>), LogError> {
        let (items, before) = self.log.read_back(channel, &reader.person, before, PAGE_ENTRIES).await?;
        Ok((self.show_all(channel, &items, reader), before))
    }
}

fn older(channel: &ChannelId, entries: Vec<Entry>, before: Option<Cursor>) -> Order {
    let channel = name_of(channel).to_owned();
    Order::Send(ToPage::Entries { channel, place: Insertion::Older, entries, upto: None, before })
}

fn refused(id: String, reason: Reason, text: Option<String>) -> Order {
    Order::Send(ToPage::Refused { id, reason, text })
}

/// Whether a control's id or its value is longer than any that was given out.
fn is_long(component: &str, value: Option<&str>) -> bool {
    [component].into_iter().chain(value).any(|text| text.chars().count() > COMPONENT_CHARS)
}

pub(super) fn is_event_id(id: &str) -> bool {
    EVENT_ID_CHARS.contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
