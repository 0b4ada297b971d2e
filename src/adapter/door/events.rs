//! What becomes of something a person did: the service decides, and the answer holds what is for that person alone. What
//! everybody shall read waits in the outbox. Not here: the outbox (`outbox`).

use adoube_bot::{
    Action, CheckNotice, Decision, Found, Incoming, Notice, Ongoing, Outcome, Person, PlaceId, Reading,
    Reply, Viewer,
};
use serde_json::{Value, json};

use super::{
    Door,
    failure::{Code, Failure},
    request::{About, Finding, Happened},
    shown::Audience,
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
        let incoming = Incoming {
            event,
            channel: channel.0,
            place: place.map(|place| PlaceId(place.0.0)),
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
            Reply::Update(notice) => ("update", Some(notice)),
            Reply::Check(found) => {
                ("private", Some(Box::new(Notice::Check(Box::new(self.checked(*found, findings).await)))))
            }
            Reply::Think(question) => {
                let mut thinking = self.service.think(&question);
                let mut last = None;
                while let Some(notice) = thinking.next().await {
                    last = Some(Box::new(notice));
                }
                ("private", last)
            }
            Reply::Posted => ("posted", None),
            Reply::NotForMe => ("not-for-me", None),
        };
        let Reading { language, taste } = reading;
        let person = Some(incoming.person.id);
        let viewer = Viewer { person, language, hearing: show.hears.into(), taste };
        let message = match notice {
            Some(notice) => {
                let audience = Audience::of(viewer.person.as_ref());
                Some(self.shown(&notice, &viewer, audience, &channel, &show).await)
            }
            None => None,
        };
        Ok(json!({
            "reply": kind,
            "message": message,
            "channel": channel,
            "speech": speech.as_ref().map(adoube_bot::Speech::text),
            "seated": stake.is_seated,
            "holds_cards": stake.holds_cards,
        }))
    }

    /// A self-test with what the service cannot know.
    async fn checked(&self, mut found: CheckNotice, findings: Vec<Finding>) -> CheckNotice {
        let drawn = self.pictures.is_well().await;
        found.add(if drawn { Outcome::Fine } else { Outcome::Broken }, Found::Drawing);
        for Finding { is, says } in findings {
            found.say(is.into(), says.0);
        }
        found
    }
}

/// What was done. Exactly one thing is given, as `line` has checked.
fn action(happened: &Happened) -> Action {
    if let Some(press) = &happened.press {
        return Action::Press { id: press.id.0.clone(), value: None };
    }
    if let Some(pick) = &happened.pick {
        return Action::Press { id: pick.id.0.clone(), value: Some(pick.value.0.clone()) };
    }
    match (&happened.command, &happened.said) {
        (Some(command), _) => Action::Command(command.0.trim().to_owned()),
        (None, said) => Action::Said(said.as_ref().map(|said| said.0.trim().to_owned()).unwrap_or_default()),
    }
}

fn ongoing(about: About) -> Ongoing {
    let About { channel, place, moderator, threads } = about;
    let place = place.map(|place| PlaceId(place.0.0));
    Ongoing { channel: channel.0, place, moderator, threads, also: Vec::new() }
}
