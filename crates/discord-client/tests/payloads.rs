//! Tests of reading what Discord sends, without a connection: an interaction is the same over HTTP
//! and over the gateway, messages and edits are reported, and other payloads are not.

use std::time::Duration;

use adoube_discord_client::{DiscordEvent, UserId, read_call, read_payload};

const COMMAND: &str = r#"{"id":"700","application_id":"4001","type":2,"token":"t","version":1,"channel_id":"3001",
    "locale":"de","entitlements":[],"attachment_size_limit":1,"authorizing_integration_owners":{"1":"2001"},
    "context":1,"user":{"id":"2001","username":"ada","discriminator":"0","global_name":"Ada","avatar":null},
    "data":{"id":"1","name":"board","type":1}}"#;
const MESSAGE: &str = r#"{"op":0,"s":1,"t":"MESSAGE_CREATE","d":{"id":"900","channel_id":"3001","content":"e4",
    "author":{"id":"2001","username":"ada","discriminator":"0","global_name":"Ada","avatar":null},
    "mentions":[],"mention_roles":[],"type":0}}"#;

fn own() -> UserId {
    UserId::new(4001).expect("no zero")
}

#[test]
fn a_call_and_a_payload_tell_the_same() {
    let call = read_call(COMMAND.as_bytes()).expect("a command");
    assert_eq!((call.user.name.as_str(), call.locale.as_str()), ("Ada", "de"));
    let payload = format!(r#"{{"op":0,"t":"INTERACTION_CREATE","d":{COMMAND}}}"#);
    assert!(read_payload(&payload, own()) == Some(DiscordEvent::Interaction(call)));
}

#[test]
fn words_are_told_and_what_is_nothing_to_the_bot_is_not() {
    let Some(DiscordEvent::Message(said)) = read_payload(MESSAGE, own()) else { panic!("nothing was said") };
    assert_eq!((said.content.as_str(), said.author.name.as_str()), ("e4", "Ada"));
    for text in ["", "{}", r#"{"op":10,"d":{}}"#, r#"{"op":0,"t":"TYPING_START","d":{}}"#] {
        assert!(read_payload(text, own()).is_none(), "{text}");
    }
    assert!(read_call(b"{}").is_none());
}

#[test]
fn words_that_were_changed_are_told_as_such() {
    let updated = |fields: &str| {
        let message = MESSAGE.replace("MESSAGE_CREATE", "MESSAGE_UPDATE");
        read_payload(&message.replace(r#""type":0"#, &format!(r#""type":0,{fields}"#)), own())
    };
    let at = r#""timestamp":"2026-01-01T00:00:00.000000+00:00""#;
    let edited = updated(&format!(r#"{at},"edited_timestamp":"2026-01-01T00:01:00.250000+00:00""#));
    let Some(DiscordEvent::Message(said)) = edited else { panic!("nothing was said") };
    let edit = said.edit.expect("a change");
    assert_eq!((edit.at, edit.after), (1_767_225_660_250, Duration::from_millis(60_250)));
    // A preview of a link or a pin changes no words: <https://discord.com/developers/docs/resources/message#message-object>.
    for fields in [at.to_owned(), format!(r#"{at},"edited_timestamp":null"#)] {
        assert!(updated(&fields).is_none(), "{fields}");
    }
    let partial = r#"{"op":0,"s":1,"t":"MESSAGE_UPDATE","d":{"id":"900","channel_id":"3001","embeds":[]}}"#;
    assert!(read_payload(partial, own()).is_none());
}
