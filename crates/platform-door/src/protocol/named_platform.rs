//! Finds the platforms that a request names: a connection that serves one platform may name no
//! other.

use adoube_bot::OutboxEntry;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{
    names::{DoorText, PlatformName},
    request::{ActiveChannelField, CompleteRequest, DoorRequest, EventRequest, PeopleRequest},
};

/// The name of a field, and the platform it names.
type PlatformField<'a> = (&'static str, &'a str);

impl DoorRequest {
    /// The field in which a request names another platform, if any.
    pub(crate) fn foreign_field(&self, platform: &PlatformName) -> Option<&'static str> {
        let foreign = |named: Vec<PlatformField<'_>>| {
            named.into_iter().find(|(_, other)| *other != platform.0).map(|(field, _)| field)
        };
        match self {
            Self::Hello(hello) => {
                foreign(hello.platform.iter().map(|one| ("platform", one.0.as_str())).collect())
            }
            Self::Event(event) => foreign(of_event(event)),
            Self::Complete(CompleteRequest { channel, person, .. }) => {
                foreign(vec![("channel", channel.0.platform()), ("person.id", person.platform())])
            }
            Self::People(request) => foreign(of_people(request)),
            // `line` ensures that `after` is a channel of the same platform.
            Self::Outbox(look) => foreign(vec![("platform", &look.platform.0)]),
            Self::Again(again) => {
                foreign(again.person.iter().map(|one| ("person", one.platform())).collect())
                    .or_else(|| foreign_key(&again.key, platform))
            }
            Self::Done(done) => foreign_key(&done.key, platform),
            Self::Later(later) => foreign_key(&later.key, platform),
            Self::Never(never) => foreign_key(&never.key, platform),
            Self::Gone(reached) | Self::Back(reached) => foreign(vec![("platform", &reached.platform.0)]),
            Self::Shut(place) | Self::Open(place) => foreign(vec![("channel", place.channel.0.platform())]),
            Self::Commands(_) | Self::Clock(_) => None,
        }
    }
}

fn of_event(event: &EventRequest) -> Vec<PlatformField<'_>> {
    let mut named = vec![("channel", event.channel.0.platform()), ("person.id", event.person.platform())];
    named.extend(event.place.as_ref().map(|place| ("place", place.0.platform())));
    if let Some(ActiveChannelField { channel, place, .. }) = &event.about {
        named.push(("about.channel", channel.0.platform()));
        named.extend(place.as_ref().map(|place| ("about.place", place.0.platform())));
    }
    named
}

fn of_people(request: &PeopleRequest) -> Vec<PlatformField<'_>> {
    let mut named = vec![("channel", request.channel.0.platform())];
    named.extend(request.all.iter().flatten().map(|person| ("all", person.platform())));
    named.extend(request.add.iter().map(|person| ("add", person.platform())));
    named.extend(request.remove.iter().map(|person| ("remove", person.platform())));
    named
}

/// The field `key`, if the key belongs to another platform. An unreadable key belongs to none.
fn foreign_key(DoorText(key): &DoorText, platform: &PlatformName) -> Option<&'static str> {
    let channel = OutboxEntry::channel_of(&URL_SAFE_NO_PAD.decode(key).ok()?)?;
    (channel.platform() != platform.0).then_some("key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::line;

    #[test]
    fn whatever_names_another_platform_is_found() {
        let ada = r#"{"id":"irc:ada","name":"Ada"}"#;
        let eve = r#"{"id":"xmpp:eve","name":"Eve"}"#;
        let key =
            |channel: &str| URL_SAFE_NO_PAD.encode(format!("{}/{channel}/0000000000000000/", &channel[..3]));
        let event = |channel: &str, person: &str, rest: &str| {
            format!(
                r#"{{"do":"event","event":"1","channel":"{channel}","person":{person},"said":"e4"{rest}}}"#
            )
        };
        for (line, expected) in [
            (event("irc:a", ada, ""), None),
            (event("irc:a", ada, r#","place":"irc:server/x","about":{"channel":"irc:b"}"#), None),
            (event("xmpp:a", ada, ""), Some("channel")),
            (event("irc:a", eve, ""), Some("person.id")),
            (event("irc:a", ada, r#","place":"xmpp:x""#), Some("place")),
            (event("irc:a", ada, r#","about":{"channel":"irc:b","place":"xmpp:x"}"#), Some("about.place")),
            (
                format!(r#"{{"do":"complete","channel":"irc:a","person":{eve},"line":"x"}}"#),
                Some("person.id"),
            ),
            (format!(r#"{{"do":"people","channel":"xmpp:a","all":[{ada}]}}"#), Some("channel")),
            (format!(r#"{{"do":"people","channel":"irc:a","all":[{ada},{eve}]}}"#), Some("all")),
            (format!(r#"{{"do":"people","channel":"irc:a","add":[{eve}]}}"#), Some("add")),
            (r#"{"do":"people","channel":"irc:a","remove":["xmpp:eve"]}"#.to_owned(), Some("remove")),
            (r#"{"do":"outbox","platform":"irc"}"#.to_owned(), None),
            (r#"{"do":"outbox","platform":"xmpp"}"#.to_owned(), Some("platform")),
            (format!(r#"{{"do":"show","key":"{}","person":"xmpp:eve"}}"#, key("irc:a")), Some("person")),
            (format!(r#"{{"do":"done","key":"{}"}}"#, key("irc:a")), None),
            (format!(r#"{{"do":"done","key":"{}"}}"#, key("xmp:a")), Some("key")),
            (format!(r#"{{"do":"later","key":"{}","why":"x"}}"#, key("xmp:a")), Some("key")),
            (format!(r#"{{"do":"never","key":"{}","why":"x"}}"#, key("xmp:a")), Some("key")),
            (r#"{"do":"never","key":"?","why":"x"}"#.to_owned(), None),
            (r#"{"do":"gone","platform":"xmpp"}"#.to_owned(), Some("platform")),
            (r#"{"do":"shut","channel":"xmpp:a"}"#.to_owned(), Some("channel")),
            (r#"{"do":"hello","version":1,"platform":"xmpp"}"#.to_owned(), Some("platform")),
            (r#"{"do":"clock"}"#.to_owned(), None),
        ] {
            let request = line::read(line.as_bytes()).expect(&line).request;
            assert_eq!(request.foreign_field(&PlatformName("irc".to_owned())), expected, "{line}");
        }
    }
}
