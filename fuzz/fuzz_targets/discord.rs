//! Fuzz target for payloads of Discord, over the gateway and as HTTP calls: checks that reading
//! arbitrary bytes never panics, and that what is read is contained in them. Not here: what the bot
//! makes of it (`commands`).
//!
//! The first byte says whether the rest is a `g`ateway's payload or the body of a `c`all.
//!
//! - What is read is read the same again.
//! - The words of a message are those that were sent, and it is never by a bot.
//! - An interaction is the same by either way.

#![no_main]

use adoube_discord_client::{DiscordEvent, UserId, read_call, read_payload};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;

/// The bot.
const OWN: u64 = 4001;

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((way, data)) = data.split_first() else { return Corpus::Reject };
    match (way, str::from_utf8(data)) {
        (b'c', _) => check_call(data),
        (_, Ok(text)) => check_payload(text),
        (_, Err(_)) => return Corpus::Reject,
    }
    Corpus::Keep
});

fn check_call(body: &[u8]) {
    let Some(told) = read_call(body) else { return };
    assert!(read_call(body).as_ref() == Some(&told), "a call is read in two ways");
    let Ok(text) = str::from_utf8(body) else { return };
    let payload = format!("{{\"op\":0,\"t\":\"INTERACTION_CREATE\",\"d\":{text}}}");
    assert!(
        read_payload(&payload, own()) == Some(DiscordEvent::Interaction(told)),
        "the gateway tells something else than a call"
    );
}

fn check_payload(text: &str) {
    let Some(told) = read_payload(text, own()) else { return };
    assert!(read_payload(text, own()).as_ref() == Some(&told), "a payload is read in two ways");
    let DiscordEvent::Message(said) = told else { return };
    // Of a field that is there twice this reads the last one; the bot reads no such payload.
    let sent: Value = serde_json::from_str(text).expect("a payload is JSON");
    assert_eq!(sent["d"]["content"], said.content);
    assert!(!said.author.bot && !said.content.is_empty());
    assert_eq!(said.own, own());
}

fn own() -> UserId {
    UserId::new(OWN).expect("no zero")
}
