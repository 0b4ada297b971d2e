//! Does what a request asks for. Not here: in which order requests are answered (`serving`).

mod events;
pub(crate) mod outbox;

use adoube_bot::{CommandHelp, InputCompletion, Language};
use serde_json::{Value, json};

use crate::{
    ChatDoor,
    people::PeopleChange,
    protocol::error::{DoorErrorCode, DoorRequestError},
    protocol::limits::{CONTROL_BYTES, LATER, LINE_BYTES, TEXT_CHARS, WIDTH},
    protocol::message_limit::MOST,
    protocol::names::DoorText,
    protocol::request::{
        CommandsRequest, CompleteRequest, DoorRequest, HelloRequest, PeopleRequest, ReaderField,
    },
};

/// The version of the protocol.
const VERSION: u64 = 1;
/// All that are spoken.
const VERSIONS: [u64; 1] = [VERSION];

/// What version 1 has had added since it began, for bridges that also meet older programs.
const FEATURES: [&str; 6] =
    ["connections", "event-id-used", "named-calls", "pieces", "repeated-keys", "widths"];

impl ChatDoor {
    /// What a request is answered with.
    pub(crate) async fn answer(&self, request: DoorRequest) -> Result<Value, DoorRequestError> {
        let answer = self.run_request(request).await;
        self.time.run_computer(&self.service).await;
        answer
    }

    async fn run_request(&self, request: DoorRequest) -> Result<Value, DoorRequestError> {
        match request {
            DoorRequest::Hello(hello) => self.hello(&hello),
            DoorRequest::Event(event) => self.handle_event(*event).await,
            DoorRequest::Complete(complete) => self.complete(complete).await,
            DoorRequest::Commands(commands) => self.commands(&commands),
            DoorRequest::People(request) => Ok(self.change_people(request)),
            DoorRequest::Outbox(look) => self.list_outbox(look).await,
            DoorRequest::Again(again) => self.show_entry_again(again).await,
            DoorRequest::Done(done) => self.mark_delivered(done).await,
            DoorRequest::Later(later) => self.postpone(later).await,
            DoorRequest::Never(never) => self.drop_notice(never).await,
            DoorRequest::Gone(reached) => {
                self.service.platform_unreachable(&reached.platform.0).await?;
                Ok(json!({}))
            }
            DoorRequest::Back(reached) => {
                self.service.platform_reachable(&reached.platform.0).await?;
                Ok(json!({}))
            }
            DoorRequest::Shut(place) => {
                Ok(json!({"new": self.service.channel_unavailable(&place.channel.0).await?}))
            }
            DoorRequest::Open(place) => {
                Ok(json!({"new": self.service.channel_available(&place.channel.0).await?}))
            }
            DoorRequest::Clock(clock) => {
                if let Some(to) = clock.to {
                    self.time.move_to(to, &self.service).await?;
                    self.time.delete_old_answers(&*self.store, &self.service).await?;
                }
                Ok(json!({"now": self.time.now()}))
            }
        }
    }

    pub(crate) fn hello(&self, hello: &HelloRequest) -> Result<Value, DoorRequestError> {
        if hello.version != VERSION {
            let message =
                format!("this program speaks version {VERSION} of the protocol, not {}", hello.version);
            let failure = DoorRequestError::new(DoorErrorCode::UnsupportedVersion, Some("version"), message);
            return Err(DoorRequestError { supported: &VERSIONS, ..failure });
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
                "line": LINE_BYTES,
                "text": TEXT_CHARS,
                "pending": LATER,
                "control_id": CONTROL_BYTES,
                "width": {"min": WIDTH.start(), "max": WIDTH.end()},
                "most": {"min": MOST.start(), "max": MOST.end()},
            },
        }))
    }

    /// The language of messages that are shown so. Before anything is done: what cannot be shown is not begun.
    pub(crate) fn reader_language(&self, show: &ReaderField) -> Result<Language, DoorRequestError> {
        self.pictures.check(show)?;
        if show.width.is_some_and(|width| !WIDTH.contains(&width)) {
            let (least, most) = WIDTH.into_inner();
            return Err(DoorRequestError::bad_field("show.width", format!("it is {least} to {most} pixels")));
        }
        if show.most.is_some_and(|most| !MOST.contains(&most.number())) {
            let (least, most) = MOST.into_inner();
            return Err(DoorRequestError::bad_field("show.most", format!("it is {least} to {most}")));
        }
        self.language("show.language", show.language.as_ref())
    }

    /// The language of a tag; English where none is given.
    fn language(&self, field: &str, tag: Option<&DoorText>) -> Result<Language, DoorRequestError> {
        let Some(DoorText(tag)) = tag else { return Ok(Language::default()) };
        self.service.locales().find(tag).ok_or_else(|| {
            let known: Vec<_> =
                self.service.locales().languages().map(|language| language.tag().to_owned()).collect();
            DoorRequestError::bad_field(
                field,
                format!("there is no such language; there are {}", known.join(", ")),
            )
        })
    }

    async fn complete(&self, complete: CompleteRequest) -> Result<Value, DoorRequestError> {
        let language = self.language("language", complete.language.as_ref())?;
        let (channel, person) = (complete.channel.0, complete.person.into());
        let suggestions = match (&complete.command, &complete.option) {
            (Some(command), Some(option)) => {
                let option = (command.0.as_str(), option.0.as_str());
                self.service.suggest_for(&channel, &person, language, option, &complete.line.0).await
            }
            (None, None) => self.service.suggest(&channel, &person, language, &complete.line.0).await,
            _ => return Err(DoorRequestError::bad_field("option", "command and option come together")),
        };
        let before = complete.prefix.map_or_else(|| "/".to_owned(), |prefix| prefix.0);
        let shown = |suggestion: &InputCompletion| json!({"line": suggestion.line, "label": self.commands.with_prefix(&suggestion.label, &before)});
        Ok(json!({"suggestions": suggestions.iter().map(shown).collect::<Vec<_>>()}))
    }

    fn commands(&self, commands: &CommandsRequest) -> Result<Value, DoorRequestError> {
        let language = self.language("language", commands.language.as_ref())?;
        let all = self.service.commands(language);
        let shown = |command: &CommandHelp| json!({"key": command.key, "name": command.name, "usage": command.usage, "about": command.about});
        Ok(json!({"commands": all.iter().map(shown).collect::<Vec<_>>()}))
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
