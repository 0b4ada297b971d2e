//! Handles a bridge's events: the bot decides, and the answer holds the reply for the person who
//! acted. Public notices go to the outbox.

use std::sync::Arc;

use adoube_bot::{
    ActiveChannel, Bot, ChatEvent, CommunityId, Decision, FindingStatus, FindingSubject, Notice, Person,
    PublicText, ReaderProfile, Reply, SelfTestNotice, UserAction, Viewer,
};
use serde_json::{Value, json};

use crate::{
    event_ids::EventIds,
    message_presenter::MessagePresenter,
    message_view::MessageAudience,
    people::DoorPeople,
    protocol::{
        error::{DoorErrorCode, DoorRequestError},
        request::{ActiveChannelField, EventRequest, FindingField},
    },
};

/// Answers events.
pub(crate) struct EventHandler {
    service: Bot,
    people: DoorPeople,
    presenter: Arc<MessagePresenter>,
    event_ids: EventIds,
}

impl EventHandler {
    pub(crate) fn new(service: Bot, people: DoorPeople, presenter: Arc<MessagePresenter>) -> Self {
        Self { service, people, presenter, event_ids: EventIds::default() }
    }

    /// Passes an event to the bot. A repeated event acts once and gets the same answer.
    pub(crate) async fn handle(&self, request: EventRequest) -> Result<Value, DoorRequestError> {
        let language = self.presenter.reader_language(&request.show)?;
        let action = action(&request);
        let EventRequest {
            event,
            channel,
            place,
            person,
            moderator,
            threads,
            others_read,
            about,
            findings,
            show,
            ..
        } = request;
        let person = Person::from(person);
        if self.event_ids.is_used(event.as_str(), &channel.0, &person.id, &action) {
            let message = "this id was used for another event; each event of a platform has one of its own";
            return Err(DoorRequestError::new(DoorErrorCode::EventIdUsed, Some("event"), message));
        }
        let event_key = event
            .idempotency_key(&channel, &person.id)
            .map_err(|error| DoorRequestError::bad_field("event", error.to_string()))?;
        self.people.remember_person(&channel.0, &person);
        let event = ChatEvent {
            event: event_key,
            channel: channel.0,
            place: place.map(|place| CommunityId(place.0.0)),
            language,
            moderator,
            threads,
            audience: others_read.into(),
            action,
            also: Vec::new(),
            ongoing: about.map(|about| Box::new(active_channel(about))),
            person,
        };
        let Decision { reply, speech, channel, stake, reading, .. } = self.service.handle(&event).await;
        let (kind, notice) = self.reply_notice(reply, findings).await;
        let ReaderProfile { language, taste } = reading;
        let person = Some(event.person.id);
        let viewer = Viewer { person, language, hearing: show.hears.into(), taste };
        let message = match notice {
            Some(notice) => {
                let audience = MessageAudience::new(viewer.person.as_ref());
                Some(self.presenter.present(&notice, &viewer, audience, &channel, &show).await)
            }
            None => None,
        };
        Ok(json!({
            "reply": kind,
            "message": message,
            "channel": channel,
            "speech": speech.as_ref().map(PublicText::text),
            "seated": stake.is_seated,
            "holds_cards": stake.holds_cards,
        }))
    }

    /// The protocol's word for a reply, and the notice to show. Waits for the engine if the reply
    /// is its analysis.
    async fn reply_notice(
        &self,
        reply: Reply,
        findings: Vec<FindingField>,
    ) -> (&'static str, Option<Box<Notice>>) {
        match reply {
            Reply::Private(notice) => ("private", Some(notice)),
            Reply::Replace(notice) => ("update", Some(notice)),
            Reply::SelfTest(found) => {
                let notice = self.complete_self_test(*found, findings).await;
                ("private", Some(Box::new(Notice::Check(Box::new(notice)))))
            }
            Reply::EngineQuestion(question) => {
                let mut answers = self.service.run_question(&question);
                let mut last = None;
                while let Some(notice) = answers.next().await {
                    last = Some(Box::new(notice));
                }
                ("private", last)
            }
            Reply::Public => ("posted", None),
            Reply::Ignored => ("not-for-me", None),
        }
    }

    /// Adds the findings of the door and the bridge to a self-test.
    async fn complete_self_test(
        &self,
        mut found: SelfTestNotice,
        findings: Vec<FindingField>,
    ) -> SelfTestNotice {
        let can_draw = self.presenter.self_check().await;
        let status = if can_draw { FindingStatus::Fine } else { FindingStatus::Broken };
        found.add(status, FindingSubject::Drawing);
        for FindingField { is, says } in findings {
            found.say(is.into(), says.0);
        }
        found
    }
}

/// The action of an event. `protocol::line` ensures that there is exactly one.
fn action(request: &EventRequest) -> UserAction {
    if let Some(press) = &request.press {
        return UserAction::Press { id: press.id.0.clone(), value: None };
    }
    if let Some(pick) = &request.pick {
        return UserAction::Press { id: pick.id.0.clone(), value: Some(pick.value.0.clone()) };
    }
    match (&request.command, &request.said) {
        (Some(command), _) => UserAction::Line(command.0.trim().to_owned()),
        (None, said) => {
            UserAction::Text(said.as_ref().map(|said| said.0.trim().to_owned()).unwrap_or_default())
        }
    }
}

fn active_channel(about: ActiveChannelField) -> ActiveChannel {
    let ActiveChannelField { channel, place, moderator, threads } = about;
    let place = place.map(|place| CommunityId(place.0.0));
    ActiveChannel { channel: channel.0, place, moderator, threads, also: Vec::new() }
}
