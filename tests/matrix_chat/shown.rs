//! What the simulated homeserver shows beside messages: edits, reactions, receipts, and typing. Not
//! here: messages (`server`, `state`).

use std::time::Duration;

use adoube_matrix_client::{MatrixError, MatrixEvent, MatrixEventId, RoomId, RoomMessage};

use crate::{
    limits::What,
    server::{Server, State, user},
};

/// What is shown and is no event (<https://spec.matrix.org/v1.16/client-server-api/#typing-notifications>,
/// <https://spec.matrix.org/v1.16/client-server-api/#receipts>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A message was read.
    Read(MatrixEventId),
    /// The bot writes, or no more.
    Typing(RoomId, Option<Duration>),
}

/// A sign of the bot under a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    pub room: RoomId,
    pub to: MatrixEventId,
    pub key: String,
}

impl State {
    /// Takes a sign, which counts as a message, and none twice under the same message
    /// (<https://spec.matrix.org/v1.16/client-server-api/#avoiding-duplicate-annotations>).
    pub fn take_sign(&mut self, room: &RoomId, to: &MatrixEventId, key: &str) -> Result<(), MatrixError> {
        self.count(&[What::Message])?;
        if !self.rooms.get(room).is_some_and(|state| state.may_send) || self.outside.contains(room) {
            return Err(MatrixError::Forbidden(room.0.clone()));
        }
        let sign = Sign { room: room.clone(), to: to.clone(), key: key.to_owned() };
        if self.signs.contains(&sign) {
            return Err(MatrixError::Rejected("M_DUPLICATE_ANNOTATION".to_owned()));
        }
        self.signs.push(sign);
        Ok(())
    }

    /// Shows something that is no event.
    pub fn show(&mut self, shown: Shown) -> Result<(), MatrixError> {
        if self.shows_nothing {
            return Err(MatrixError::Transient { reason: "502".to_owned(), after: None });
        }
        self.shown.push(shown);
        Ok(())
    }
}

impl Server {
    /// Lets somebody change a message, whoever wrote it; the change is an event of its own, and in which thread the message
    /// stands and what it answers is only said by its first form:
    /// <https://spec.matrix.org/v1.16/client-server-api/#event-replacements>.
    pub fn edit(&self, name: &str, room: &str, first: &MatrixEventId, text: &str) -> MatrixEventId {
        let at = self.state().now + 1;
        self.edit_at(name, room, (first, at), text)
    }

    /// The same, when its writer's server shows this.
    pub fn edit_at(
        &self,
        name: &str,
        room: &str,
        (first, at): (&MatrixEventId, u64),
        text: &str,
    ) -> MatrixEventId {
        let event = self.state().next_event(None);
        let said = RoomMessage {
            room: RoomId(room.to_owned()),
            event: event.clone(),
            thread: None,
            reply_to: None,
            sender: user(name),
            text: text.to_owned(),
            mentions_bot: text.contains("adoube"),
            mentions: Vec::new(),
            at,
        };
        self.happen(MatrixEvent::Edited { said, first: first.clone() });
        event
    }
}
