//! The reading half of a WebSocket session: parses a page's messages, applies rate limits, and
//! passes events on. Not here: handling of events (`chat/event_handler.rs`), messages that a page
//! did not ask for (`socket.rs`).

use std::sync::Arc;

use adoube_bot::{ChannelId, EventPriority};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{StreamExt, stream::SplitStream};
use tokio::{sync::mpsc, time::Instant};

use crate::{
    channels::channel::name_of,
    chat::event::{PageReply, WebAction, WebEvent, WebEventError, is_event_id},
    limits::{COMPLETED, COMPONENT_CHARS, SILENCE, TEXT_CHARS},
    session::{command::SocketCommand, history::page_before},
    state::WebState,
    view::reader::EntryReader,
    wire::{
        ClientMessage, Insertion, ServerMessage, entry::EntryJson, entry_id::FeedCursor,
        rejection::RefusalReason,
    },
};

/// Close reason for a page that violates the protocol.
const NOT_UNDERSTOOD: &str = "not-understood";

/// Reads the messages of pages.
pub(crate) struct ClientMessages {
    pub(crate) state: Arc<WebState>,
}

impl ClientMessages {
    /// Reads a page's messages until it closes the socket, falls silent or violates the protocol.
    pub(crate) async fn read(
        &self,
        mut stream: SplitStream<WebSocket>,
        reader: EntryReader,
        orders: mpsc::Sender<SocketCommand>,
    ) {
        let timer = self.state.clock.timer();
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
                // The message is too long or malformed, or the connection is lost and the reason
                // goes nowhere.
                Some(Err(error)) => Err((close_code::PROTOCOL, error.to_string())),
                Some(Ok(Message::Close(_))) | None => return,
            };
            let request = match request {
                Ok(request) => request,
                Err((code, error)) => {
                    tracing::debug!(error, "a page sent something else than the protocol");
                    let frame = CloseFrame { code, reason: NOT_UNDERSTOOD.into() };
                    if orders.send(SocketCommand::Close(frame)).await.is_ok() {
                        // Wait until the writing half has sent the close frame.
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

    async fn order(&self, request: ClientMessage, reader: &EntryReader) -> Option<SocketCommand> {
        match request {
            ClientMessage::Watch { channel, seen } => {
                let Some(found) = self.state.channels.open_to(&channel, &reader.person).await else {
                    return Some(SocketCommand::Send(self.state.channels.list().without(
                        &channel,
                        &reader.person,
                        self.state.clock.now_millis(),
                    )));
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
                self.state.limits.may_ask(&reader.person).then_some(())?;
                let channel = self.state.channels.open_to(&channel, &reader.person).await?;
                let until = Instant::now() + COMPLETED;
                let _admitted = self.state.service.admit(&channel, EventPriority::Completions, until).await?;
                let line: String = line.chars().take(TEXT_CHARS).collect();
                let language = self.current(reader).profile.reading.language;
                let suggestions =
                    self.state.service.suggest(&channel, &reader.as_person(), language, &line).await;
                Some(SocketCommand::Send(ServerMessage::Suggestions { number, suggestions }))
            }
            ClientMessage::Older { channel, before } => {
                let channel = self.state.channels.open_to(&channel, &reader.person).await?;
                // After an empty answer the page may ask again.
                if !self.state.limits.may_ask(&reader.person) {
                    return Some(older(&channel, Vec::new(), Some(before)));
                }
                match page_before(&self.state, &channel, before, &self.current(reader)).await {
                    Ok((entries, before)) => Some(older(&channel, entries, before)),
                    Err(error) => {
                        tracing::error!(%error, "an older page cannot be read");
                        Some(older(&channel, Vec::new(), Some(before)))
                    }
                }
            }
        }
    }

    async fn said(&self, id: String, channel: &str, text: String, reader: &EntryReader) -> SocketCommand {
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
        &self,
        id: String,
        channel: &str,
        deed: WebAction,
        reader: &EntryReader,
    ) -> SocketCommand {
        let text = match &deed {
            WebAction::Say(text) => Some(text.clone()),
            WebAction::Invoke { .. } | WebAction::Press { .. } | WebAction::Act { .. } => None,
        };
        let Some(channel) = self.state.channels.open_to(channel, &reader.person).await else {
            return refused(id, RefusalReason::UnknownChannel, text);
        };
        if !is_event_id(&id) {
            return refused(id, RefusalReason::Internal, text);
        }
        if let Err(reason) = self.state.limits.may_act(&reader.person) {
            return refused(id, reason.into(), text);
        }
        let reader = self.current(reader);
        let language = reader.profile.reading.language;
        let event = WebEvent { id: id.clone(), channel, person: reader.as_person(), language, deed };
        // The page sends the event again. It may have been handled before, so no other answer is
        // safe.
        let Some(admitted) = self.state.chat.events.admit(&event).await else {
            return SocketCommand::Send(ServerMessage::Postponed { id });
        };
        // In a task of its own, so that it finishes even if the browser disconnects.
        match tokio::spawn(Arc::clone(&self.state.chat.events).handle_event(event, admitted)).await {
            Ok(Ok(PageReply { room, question })) => {
                let question =
                    question.map(|notice| Box::new(self.state.chat.view.question(&notice, &reader)));
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

    /// The reader with the preferences changed since the socket was opened.
    fn current(&self, reader: &EntryReader) -> EntryReader {
        let profile =
            self.state.persons.presence.profile(&reader.person).unwrap_or_else(|| reader.profile.clone());
        EntryReader { profile, ..reader.clone() }
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

/// Whether a button id or its value is longer than any that was given out.
fn is_long(component: &str, value: Option<&str>) -> bool {
    [component].into_iter().chain(value).any(|text| text.chars().count() > COMPONENT_CHARS)
}
