//! Events from pages: what a person did, its idempotency key, and why it could not be handled.

use adoube_bot::{ChannelId, IdempotencyKey, Language, Notice, Person, UserAction};
use adoube_store::StoreError;

use crate::{log::entry::LogError, wire::entry_id::EntryId};

/// Something a browser sent.
#[derive(Clone, Debug)]
pub(crate) struct WebEvent {
    /// The browser's id of it: the same when it is sent again.
    pub(crate) id: String,
    /// Where.
    pub(crate) channel: ChannelId,
    /// Who.
    pub(crate) person: Person,
    /// The language that their browser said they read.
    pub(crate) language: Language,
    /// What.
    pub(crate) deed: WebAction,
}

/// What somebody did.
#[derive(Clone, Debug)]
pub(crate) enum WebAction {
    /// Wrote something.
    Say(String),
    /// Used a button or a menu.
    Press {
        /// The message with the control.
        message: EntryId,
        /// The control's id.
        component: String,
        /// What was picked.
        value: Option<String>,
    },
    /// Used a control that stands on no message, or did something on the board one can touch.
    Act {
        /// The control's id.
        component: String,
        /// With which value.
        value: Option<String>,
    },
}

/// What the page that sent an event shows of it beside the log.
#[derive(Debug, Default)]
pub(crate) struct PageReply {
    /// The room of the game that has begun by it.
    pub(crate) room: Option<String>,
    /// A question about what was pressed on the board.
    pub(crate) question: Option<Box<Notice>>,
}

/// How often the end of a log is looked for anew because another process wrote there first, which one that is busy may do
/// many times in a row.
pub(crate) const MAX_APPEND_ATTEMPTS: usize = 64;

/// Why an event was not dealt with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebEventError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
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
    /// Whether the same event may be dealt with later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Store(error) | Self::Log(LogError::Store(error)) => error.is_transient(),
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
        WebAction::Press { component, value, .. } | WebAction::Act { component, value } => {
            UserAction::Press { id: component.clone(), value: value.clone() }
        }
    }
}

/// The id under which one step of an event is done once: its person's own, so that nobody can use up another's ids.
pub(crate) fn event_key(step: &str, event: &WebEvent) -> Result<IdempotencyKey, StoreError> {
    IdempotencyKey::new(format!("web-{step}:{}:{}", event.person.id, event.id))
}
