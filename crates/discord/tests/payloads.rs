//! What Discord sends, read without a connection. Not here: how it comes (the program's tests with a Discord of their own).

use adoube_discord::{Happening, UserId, read_call, read_payload};

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
    assert!(read_payload(&payload, own()) == Some(Happening::Interaction(call)));
}

#[test]
fn words_are_told_and_what_is_nothing_to_the_bot_is_not() {
    let Some(Happening::Said(said)) = read_payload(MESSAGE, own()) else { panic!("nothing was said") };
    assert_eq!((said.content.as_str(), said.author.name.as_str()), ("e4", "Ada"));
    for text in ["", "{}", r#"{"op":10,"d":{}}"#, r#"{"op":0,"t":"TYPING_START","d":{}}"#] {
        assert!(read_payload(text, own()).is_none(), "{text}");
    }
    assert!(read_call(b"{}").is_none());
}
