//! Does what a request asks for. Not here: in which order requests are answered (`serving`).

use adoube_bot::{CommandHelp, InputCompletion, Language};
use serde_json::{Value, json};

use super::{
    Door,
    failure::{Code, Failure},
    limits::{CONTROL_BYTES, LATER, LINE_BYTES, TEXT_CHARS, WIDTH},
    names::Text,
    people::Change,
    pieces::MOST,
    request::{Commands, Complete, Hello, Reading, Request, Told},
};

/// The version of the protocol.
const VERSION: u64 = 1;
/// All that are spoken.
const VERSIONS: [u64; 1] = [VERSION];

/// What version 1 has had added since it began, for bridges that also meet older programs.
const FEATURES: [&str; 6] =
    ["connections", "event-id-used", "named-calls", "pieces", "repeated-keys", "widths"];

impl Door {
    /// What a request is answered with.
    pub(super) async fn answer(&self, request: Request) -> Result<Value, Failure> {
        let answer = self.answer_to(request).await;
        self.time.let_computer_play(&self.service).await;
        answer
    }

    async fn answer_to(&self, request: Request) -> Result<Value, Failure> {
        match request {
            Request::Hello(hello) => self.hello(&hello),
            Request::Event(event) => self.happened(*event).await,
            Request::Complete(complete) => self.complete(complete).await,
            Request::Commands(commands) => self.commands(&commands),
            Request::People(told) => Ok(self.told(told)),
            Request::Outbox(look) => self.look(look).await,
            Request::Again(again) => self.show_again(again).await,
            Request::Done(done) => self.done(done).await,
            Request::Later(later) => self.later(later).await,
            Request::Never(never) => self.never(never).await,
            Request::Gone(reached) => {
                self.service.platform_unreachable(&reached.platform.0).await?;
                Ok(json!({}))
            }
            Request::Back(reached) => {
                self.service.platform_reachable(&reached.platform.0).await?;
                Ok(json!({}))
            }
            Request::Shut(place) => {
                Ok(json!({"new": self.service.channel_unavailable(&place.channel.0).await?}))
            }
            Request::Open(place) => {
                Ok(json!({"new": self.service.channel_available(&place.channel.0).await?}))
            }
            Request::Clock(clock) => {
                if let Some(to) = clock.to {
                    self.time.move_to(to, &self.service).await?;
                    self.time.forget_old_answers(&*self.store, &self.service).await?;
                }
                Ok(json!({"now": self.time.now()}))
            }
        }
    }

    pub(super) fn hello(&self, hello: &Hello) -> Result<Value, Failure> {
        if hello.version != VERSION {
            let message =
                format!("this program speaks version {VERSION} of the protocol, not {}", hello.version);
            let failure = Failure::of(Code::UnsupportedVersion, Some("version"), message);
            return Err(Failure { supported: &VERSIONS, ..failure });
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
    pub(super) fn reads(&self, show: &Reading) -> Result<Language, Failure> {
        self.pictures.check(show)?;
        if show.width.is_some_and(|width| !WIDTH.contains(&width)) {
            let (least, most) = WIDTH.into_inner();
            return Err(Failure::field("show.width", format!("it is {least} to {most} pixels")));
        }
        if show.most.is_some_and(|most| !MOST.contains(&most.number())) {
            let (least, most) = MOST.into_inner();
            return Err(Failure::field("show.most", format!("it is {least} to {most}")));
        }
        self.language("show.language", show.language.as_ref())
    }

    /// The language of a tag; English where none is given.
    fn language(&self, field: &str, tag: Option<&Text>) -> Result<Language, Failure> {
        let Some(Text(tag)) = tag else { return Ok(Language::default()) };
        self.service.locales().find(tag).ok_or_else(|| {
            let known: Vec<_> =
                self.service.locales().languages().map(|language| language.tag().to_owned()).collect();
            Failure::field(field, format!("there is no such language; there are {}", known.join(", ")))
        })
    }

    async fn complete(&self, complete: Complete) -> Result<Value, Failure> {
        let language = self.language("language", complete.language.as_ref())?;
        let (channel, person) = (complete.channel.0, complete.person.into());
        let suggestions = match (&complete.command, &complete.option) {
            (Some(command), Some(option)) => {
                let option = (command.0.as_str(), option.0.as_str());
                self.service.suggest_for(&channel, &person, language, option, &complete.line.0).await
            }
            (None, None) => self.service.suggest(&channel, &person, language, &complete.line.0).await,
            _ => return Err(Failure::field("option", "command and option come together")),
        };
        let before = complete.prefix.map_or_else(|| "/".to_owned(), |prefix| prefix.0);
        let shown = |suggestion: &InputCompletion| json!({"line": suggestion.line, "label": self.commands.typed(&suggestion.label, &before)});
        Ok(json!({"suggestions": suggestions.iter().map(shown).collect::<Vec<_>>()}))
    }

    fn commands(&self, commands: &Commands) -> Result<Value, Failure> {
        let language = self.language("language", commands.language.as_ref())?;
        let all = self.service.commands(language);
        let shown = |command: &CommandHelp| json!({"key": command.key, "name": command.name, "usage": command.usage, "about": command.about});
        Ok(json!({"commands": all.iter().map(shown).collect::<Vec<_>>()}))
    }

    fn told(&self, told: Told) -> Value {
        let change = Change {
            all: told.all.map(|all| all.into_iter().map(Into::into).collect()),
            add: told.add.into_iter().map(Into::into).collect(),
            remove: told.remove.into_iter().map(|person| person.0).collect(),
        };
        json!({"known": self.people.change(&told.channel.0, change)})
    }
}
