//! Request handlers of the chat door: answers each request of the protocol with JSON, in this file
//! those about commands, completions and people.

mod events;
mod outbox;

use std::sync::Arc;

use adoube_bot::{Bot, CommandHelp, InputCompletion, Language};
use adoube_platform::answer_retention;
use adoube_store::Store;
use serde_json::{Value, json};

use self::{events::EventHandler, outbox::OutboxHandler};
use crate::{
    door_time::DoorTime,
    message_presenter::MessagePresenter,
    outboxes::DoorOutboxes,
    people::{DoorPeople, PeopleChange},
    protocol::{
        error::{DoorErrorCode, DoorRequestError},
        limits::{
            MAX_CONTROL_ID_BYTES, MAX_LINE_BYTES, MAX_PENDING_REQUESTS, MAX_TEXT_CHARS, PICTURE_WIDTHS,
        },
        message_limit::MESSAGE_LIMITS,
        request::{CommandsRequest, CompleteRequest, DoorRequest, HelloRequest, PeopleRequest},
    },
};

/// The version of the protocol.
const VERSION: u64 = 1;
/// All supported versions.
const VERSIONS: [u64; 1] = [VERSION];

/// Additions to version 1 since its release, for bridges that also meet older programs.
const FEATURES: [&str; 6] =
    ["connections", "event-id-used", "named-calls", "pieces", "repeated-keys", "widths"];

/// Answers requests.
pub(crate) struct RequestHandler {
    service: Bot,
    store: Arc<dyn Store>,
    time: Arc<DoorTime>,
    people: DoorPeople,
    presenter: Arc<MessagePresenter>,
    events: EventHandler,
    outbox: OutboxHandler,
}

impl RequestHandler {
    pub(crate) fn new(
        service: Bot,
        store: Arc<dyn Store>,
        time: Arc<DoorTime>,
        people: DoorPeople,
        presenter: MessagePresenter,
        outboxes: Arc<DoorOutboxes>,
    ) -> Self {
        let presenter = Arc::new(presenter);
        let events = EventHandler::new(service.clone(), people.clone(), Arc::clone(&presenter));
        let outbox = OutboxHandler::new(
            service.clone(),
            Arc::clone(&store),
            Arc::clone(&time),
            Arc::clone(&presenter),
            outboxes,
        );
        Self { service, store, time, people, presenter, events, outbox }
    }

    /// The answer to a request. If requests move the clock, the computer moves before the answer.
    pub(crate) async fn answer(&self, request: DoorRequest) -> Result<Value, DoorRequestError> {
        let answer = self.run_request(request).await;
        self.time.run_computer().await;
        answer
    }

    async fn run_request(&self, request: DoorRequest) -> Result<Value, DoorRequestError> {
        match request {
            DoorRequest::Hello(request) => self.hello(&request),
            DoorRequest::Event(request) => self.events.handle(*request).await,
            DoorRequest::Complete(request) => self.complete(request).await,
            DoorRequest::Commands(request) => self.commands(&request),
            DoorRequest::People(request) => Ok(self.change_people(request)),
            DoorRequest::Outbox(request) => self.outbox.list(request).await,
            DoorRequest::Again(request) => self.outbox.show_entry_again(request).await,
            DoorRequest::Done(request) => self.outbox.mark_delivered(request).await,
            DoorRequest::Later(request) => self.outbox.postpone(request).await,
            DoorRequest::Never(request) => self.outbox.drop_notice(request).await,
            DoorRequest::Gone(request) => {
                self.service.platform_unreachable(&request.platform.0).await?;
                Ok(json!({}))
            }
            DoorRequest::Back(request) => {
                self.service.platform_reachable(&request.platform.0).await?;
                Ok(json!({}))
            }
            DoorRequest::Shut(request) => {
                Ok(json!({"new": self.service.channel_unavailable(&request.channel.0).await?}))
            }
            DoorRequest::Open(request) => {
                Ok(json!({"new": self.service.channel_available(&request.channel.0).await?}))
            }
            DoorRequest::Clock(request) => {
                if let Some(to) = request.to {
                    self.time.move_to(to).await?;
                    answer_retention::delete_old_answers(&*self.store, &self.service).await?;
                }
                Ok(json!({"now": self.time.now()}))
            }
        }
    }

    /// Answers `hello`: versions, features and limits.
    pub(crate) fn hello(&self, request: &HelloRequest) -> Result<Value, DoorRequestError> {
        if request.version != VERSION {
            let message =
                format!("this program speaks version {VERSION} of the protocol, not {}", request.version);
            let error = DoorRequestError::new(DoorErrorCode::UnsupportedVersion, Some("version"), message);
            return Err(DoorRequestError { supported: &VERSIONS, ..error });
        }
        let language =
            |language: Language| json!({"tag": language.tag(), "name": self.service.endonym(language)});
        Ok(json!({
            "version": VERSION,
            "versions": VERSIONS,
            "features": FEATURES,
            "program": env!("CARGO_PKG_VERSION"),
            "languages": self.service.locales().languages().map(language).collect::<Vec<_>>(),
            "themes": adoube_render::ThemeKey::ALL.map(adoube_render::ThemeKey::key),
            "now": self.time.now(),
            "limits": {
                "line": MAX_LINE_BYTES,
                "text": MAX_TEXT_CHARS,
                "pending": MAX_PENDING_REQUESTS,
                "control_id": MAX_CONTROL_ID_BYTES,
                "width": {"min": PICTURE_WIDTHS.start(), "max": PICTURE_WIDTHS.end()},
                "most": {"min": MESSAGE_LIMITS.start(), "max": MESSAGE_LIMITS.end()},
            },
        }))
    }

    async fn complete(&self, request: CompleteRequest) -> Result<Value, DoorRequestError> {
        let language = self.presenter.language("language", request.language.as_ref())?;
        let (channel, person) = (request.channel.0, request.person.into());
        let suggestions = match (&request.command, &request.option) {
            (Some(command), Some(option)) => {
                let option = (command.0.as_str(), option.0.as_str());
                self.service.suggest_for(&channel, &person, language, option, &request.line.0).await
            }
            (None, None) => self.service.suggest(&channel, &person, language, &request.line.0).await,
            _ => return Err(DoorRequestError::bad_field("option", "command and option come together")),
        };
        let prefix = request.prefix.map_or_else(|| "/".to_owned(), |prefix| prefix.0);
        let suggestion = |suggestion: &InputCompletion| {
            let label = self.presenter.with_prefix(&suggestion.label, &prefix);
            json!({"line": suggestion.line, "label": label})
        };
        Ok(json!({"suggestions": suggestions.iter().map(suggestion).collect::<Vec<_>>()}))
    }

    fn commands(&self, request: &CommandsRequest) -> Result<Value, DoorRequestError> {
        let language = self.presenter.language("language", request.language.as_ref())?;
        let commands = self.service.commands(language);
        let help = |command: &CommandHelp| {
            let CommandHelp { key, name, usage, about, .. } = command;
            json!({"key": key, "name": name, "usage": usage, "about": about})
        };
        Ok(json!({"commands": commands.iter().map(help).collect::<Vec<_>>()}))
    }

    fn change_people(&self, request: PeopleRequest) -> Value {
        let change = PeopleChange {
            all: request.all.map(|all| all.into_iter().map(Into::into).collect()),
            add: request.add.into_iter().map(Into::into).collect(),
            remove: request.remove.into_iter().map(|person| person.0).collect(),
        };
        json!({"known": self.people.change(&request.channel.0, change)})
    }
}
