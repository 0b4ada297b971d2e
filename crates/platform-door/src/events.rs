//! What becomes of something a person did: the bot decides, and the answer holds what is for that person alone. What
//! everybody shall read waits in the outbox. Not here: the outbox (`outbox`).

use adoube_bot::{
    ActiveChannel, ChatEvent, CommunityId, Decision, FindingStatus, FindingSubject, Notice, Person,
    ReaderProfile, Reply, SelfTestNotice, UserAction, Viewer,
};
use serde_json::{Value, json};

use super::{
    Door,
    failure::{Code, Failure},
    request::{About, Finding, Happened},
    shown::MessageAudience,
};

impl Door {
    /// Deals with an event, once however often it is told.
    pub(super) async fn happened(&self, happened: Happened) -> Result<Value, Failure> {
        let language = self.reads(&happened.show)?;
        let action = action(&happened);
        let Happened {
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
        } = happened;
        let person = Person::from(person);
        if self.event_ids.is_used(event.as_str(), &channel.0, &person.id, &action) {
            let message = "this id was used for another event; each event of a platform has one of its own";
            return Err(Failure::of(Code::EventIdUsed, Some("event"), message));
        }
        let event =
            event.of(&channel, &person.id).map_err(|error| Failure::field("event", error.to_string()))?;
        self.people.saw(&channel.0, &person);
        let incoming = ChatEvent {
            event,
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
        let Decision { reply, speech, channel, stake, reading, .. } = self.service.handle(&incoming).await;
        let (kind, notice) = match reply {
            Reply::Private(notice) => ("private", Some(notice)),
            Reply::Replace(notice) => ("update", Some(notice)),
            Reply::SelfTest(found) => {
                ("private", Some(Box::new(Notice::Check(Box::new(self.checked(*found, findings).await)))))
            }
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
        let person = Some(incoming.person.id);
        let viewer = Viewer { person, language, hearing: show.hears.into(), taste };
        let message = match notice {
            Some(notice) => {
                let audience = MessageAudience::of(viewer.person.as_ref());
                Some(self.shown(&notice, &viewer, audience, &channel, &show).await)
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
    async fn checked(&self, mut found: SelfTestNotice, findings: Vec<Finding>) -> SelfTestNotice {
        let drawn = self.pictures.is_well().await;
        found.add(if drawn { FindingStatus::Fine } else { FindingStatus::Broken }, FindingSubject::Drawing);
        for Finding { is, says } in findings {
            found.say(is.into(), says.0);
        }
        found
    }
}

/// What was done. Exactly one thing is given, as `line` has checked.
fn action(happened: &Happened) -> UserAction {
    if let Some(press) = &happened.press {
        return UserAction::Press { id: press.id.0.clone(), value: None };
    }
    if let Some(pick) = &happened.pick {
        return UserAction::Press { id: pick.id.0.clone(), value: Some(pick.value.0.clone()) };
    }
    match (&happened.command, &happened.said) {
        (Some(command), _) => UserAction::Line(command.0.trim().to_owned()),
        (None, said) => {
            UserAction::Text(said.as_ref().map(|said| said.0.trim().to_owned()).unwrap_or_default())
        }
    }
}

fn ongoing(about: About) -> ActiveChannel {
    let About { channel, place, moderator, threads } = about;
    let place = place.map(|place| CommunityId(place.0.0));
    ActiveChannel { channel: channel.0, place, moderator, threads, also: Vec::new() }
}
