//! What becomes of something a person did: the bot decides, and the answer holds what is for that person alone. What
//! everybody shall read waits in the outbox. Not here: the outbox (`outbox`).

use adoube_bot::{
    ActiveChannel, ChatEvent, CommunityId, Decision, FindingStatus, FindingSubject, Notice, Person,
    ReaderProfile, Reply, SelfTestNotice, UserAction, Viewer,
};
use serde_json::{Value, json};

use crate::{
    ChatDoor,
    message_view::MessageAudience,
    protocol::error::{DoorErrorCode, DoorRequestError},
    protocol::request::{ActiveChannelField, EventRequest, FindingField},
};

impl ChatDoor {
    /// Deals with an event, once however often it is told.
    pub(crate) async fn handle_event(&self, request: EventRequest) -> Result<Value, DoorRequestError> {
        let language = self.reader_language(&request.show)?;
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
            ongoing: about.map(|about| Box::new(ongoing(about))),
            person,
        };
        let Decision { reply, speech, channel, stake, reading, .. } = self.service.handle(&event).await;
        let (kind, notice) = match reply {
            Reply::Private(notice) => ("private", Some(notice)),
            Reply::Replace(notice) => ("update", Some(notice)),
            Reply::SelfTest(found) => (
                "private",
                Some(Box::new(Notice::Check(Box::new(self.complete_self_test(*found, findings).await)))),
            ),
            Reply::EngineQuestion(question) => {
                let mut thinking = self.service.run_question(&question);
                let mut last = None;
                while let Some(notice) = thinking.next().await {
                    last = Some(Box::new(notice));
                }
                ("private", last)
            }
            Reply::Public => ("posted", None),
            Reply::Ignored => ("not-for-me", None),
        };
        let ReaderProfile { language, taste } = reading;
        let person = Some(event.person.id);
        let viewer = Viewer { person, language, hearing: show.hears.into(), taste };
        let message = match notice {
            Some(notice) => {
                let audience = MessageAudience::of(viewer.person.as_ref());
                Some(self.view_message(&notice, &viewer, audience, &channel, &show).await)
            }
            None => None,
        };
        Ok(json!({
            "reply": kind,
            "message": message,
            "channel": channel,
            "speech": speech.as_ref().map(adoube_bot::PublicText::text),
            "seated": stake.is_seated,
            "holds_cards": stake.holds_cards,
        }))
    }

    /// A self-test with what the bot cannot know.
    async fn complete_self_test(
        &self,
        mut found: SelfTestNotice,
        findings: Vec<FindingField>,
    ) -> SelfTestNotice {
        let drawn = self.pictures.self_check().await;
        found.add(if drawn { FindingStatus::Fine } else { FindingStatus::Broken }, FindingSubject::Drawing);
        for FindingField { is, says } in findings {
            found.say(is.into(), says.0);
        }
        found
    }
}

/// What was done. Exactly one thing is given, as `line` has checked.
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

fn ongoing(about: ActiveChannelField) -> ActiveChannel {
    let ActiveChannelField { channel, place, moderator, threads } = about;
    let place = place.map(|place| CommunityId(place.0.0));
    ActiveChannel { channel: channel.0, place, moderator, threads, also: Vec::new() }
}
