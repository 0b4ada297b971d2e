//! Types of an event from a page: a person's action, its idempotency key, and the errors of
//! handling it.

use std::ops::RangeInclusive;

use adoube_bot::{
    ChannelId, IdempotencyKey, InputValue, Language, Notice, Person, RepositoryError, UserAction,
};
use adoube_store::StoreError;

use crate::{log::entry::LogError, wire::entry_id::EntryId};

/// Characters of a page's event id; a UUID fits, with or without its hyphens.
const EVENT_ID_CHARS: RangeInclusive<usize> = 16..=64;

/// An event from a browser.
#[derive(Clone, Debug)]
pub(crate) struct WebEvent {
    /// The browser's id of the event: the same when it is sent again.
    pub(crate) id: String,
    /// The channel of the event.
    pub(crate) channel: ChannelId,
    /// The person who acted.
    pub(crate) person: Person,
    /// The language that their browser prefers.
    pub(crate) language: Language,
    /// The action.
    pub(crate) deed: WebAction,
}

impl WebEvent {
    /// Whether the action was taken on the live board, and not in the log.
    pub(crate) fn is_on_board(&self) -> bool {
        matches!(self.deed, WebAction::Act { .. })
    }

    /// Whether a reply is a question that the page shows at the control that was used. It is not
    /// stored: using the control again asks again.
    pub(crate) fn asks_at_control(&self, reply: &Notice) -> bool {
        self.is_on_board() && matches!(reply, Notice::Confirm { .. })
    }
}

/// The action of an event.
#[derive(Clone, Debug)]
pub(crate) enum WebAction {
    /// Wrote a line of text or a command.
    Say(String),
    /// Sent a form that is a command with its options.
    Invoke {
        /// The command's key.
        command: String,
        /// The given options, by their keys.
        values: Vec<(String, InputValue)>,
    },
    /// Used a button or a menu of a message.
    Press {
        /// The message with the control.
        message: EntryId,
        /// The control's id.
        component: String,
        /// The chosen value of a menu.
        value: Option<String>,
    },
    /// Used a control that belongs to no message, such as the live board.
    Act {
        /// The control's id.
        component: String,
        /// The chosen value.
        value: Option<String>,
    },
}

/// The reply to the page that sent an event, shown outside the log.
#[derive(Debug, Default)]
pub(crate) struct PageReply {
    /// The room of the game that the event began.
    pub(crate) room: Option<String>,
    /// A confirmation question about a control of the live board.
    pub(crate) question: Option<Box<Notice>>,
}

/// Attempts to append to a log. An append fails if another process has written to the log first; a
/// busy process can do so many times in a row.
pub(crate) const MAX_APPEND_ATTEMPTS: usize = 64;

/// Why an event was not handled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebEventError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record could not be read or written.
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    /// The log failed.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Other processes kept writing to the same log.
    #[error("the end of the log of {0} could not be had in {MAX_APPEND_ATTEMPTS} attempts")]
    Crowded(ChannelId),
    /// The channel was removed meanwhile.
    #[error("{0} is no more")]
    Gone(ChannelId),
}

impl WebEventError {
    /// Whether the event can be handled if it is sent again later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Store(error) | Self::Log(LogError::Store(error)) => error.is_transient(),
            Self::Repository(error) => error.is_transient(),
            Self::Crowded(_) => true,
            Self::Log(LogError::Form { .. }) | Self::Gone(_) => false,
        }
    }
}

pub(crate) fn action(deed: &WebAction) -> UserAction {
    match deed {
        WebAction::Say(text) => match text.strip_prefix('/') {
            Some(command) => UserAction::Line(command.to_owned()),
            None => UserAction::Text(text.clone()),
        },
        WebAction::Invoke { command, values } => {
            UserAction::Invoke { command: command.clone(), values: values.clone() }
        }
        WebAction::Press { component, value, .. } | WebAction::Act { component, value } => {
            UserAction::Press { id: component.clone(), value: value.clone() }
        }
    }
}

/// Whether a page may give an event this id.
pub(crate) fn is_event_id(id: &str) -> bool {
    EVENT_ID_CHARS.contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The idempotency key of an event: what is decided and written about it has this key. An earlier
/// program takes it for the key of the reply, its last step, and does nothing where it is stored, so
/// that programs of both versions may serve the same page one after the other.
pub(crate) fn event_key(event: &WebEvent) -> Result<IdempotencyKey, StoreError> {
    step_key("done", event)
}

/// The idempotency key of one step of an event that has several. It contains the person's id, so
/// that nobody can use up the keys of another person.
pub(crate) fn step_key(step: &str, event: &WebEvent) -> Result<IdempotencyKey, StoreError> {
    IdempotencyKey::new(format!("web-{step}:{}:{}", event.person.id, event.id))
}
