//! Fuzz target for events of Matrix rooms, as a homeserver sends them: checks that reading
//! arbitrary bytes never panics, and that what is read is contained in them. Not here: what the bot
//! makes of it (`commands`).
//!
//! - What is read is read the same again.
//! - Words are those of a text message, in the room that was asked about, and never the bot's own.
//! - Who is mentioned is not the bot.

#![no_main]

use adoube_matrix_client::{EventReading, RoomId, UserId, read_event};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;

const OWN: &str = "@adoube:example.org";
const NAME: &str = "Schiri Ä";

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(data) else { return Corpus::Reject };
    let Some(reading) = read(text) else { return Corpus::Keep };
    assert_eq!(read(text).as_ref(), Some(&reading));
    let Ok(sent) = serde_json::from_str::<Value>(text) else { return Corpus::Keep };
    match reading {
        EventReading::Message(said) => {
            assert_eq!(said.room, room());
            assert_ne!(said.sender.0, OWN);
            assert!(said.mentions.iter().all(|mentioned| mentioned.0 != OWN), "{said:?}");
            let body = sent["content"]["body"].as_str().expect("a message has words");
            assert!(body.ends_with(&said.text), "{said:?}");
        }
        EventReading::Edited { said, .. } => {
            assert_eq!(said.room, room());
            assert_ne!(said.sender.0, OWN);
            assert!(said.mentions.iter().all(|mentioned| mentioned.0 != OWN), "{said:?}");
            assert_eq!(sent["content"]["m.new_content"]["body"].as_str(), Some(said.text.as_str()));
        }
        EventReading::Reaction { sender, .. } | EventReading::VerificationRequest { sender, .. } => {
            assert_ne!(sender.0, OWN);
        }
        _ => {}
    }
    Corpus::Keep
});

fn read(text: &str) -> Option<EventReading> {
    read_event(&room(), text, &UserId(OWN.to_owned()), NAME)
}

fn room() -> RoomId {
    RoomId("!r:example.org".to_owned())
}
