//! Tests of which events about messages the fake gateway sends to a session, by its intents. Not
//! here: what the bot makes of them.

use serde_json::Value;

use crate::{
    fake::{GUILD, direct},
    support::{ADA, BOB, BOT, CHESS, World},
};

mod intents {
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
}

/// What a session with these intents is told of everything that is said.
async fn told(wanted: u64, say: impl Fn(&World)) -> Vec<Value> {
    let world = World::without_bot().await;
    let session = world.fake.open_session(wanted);
    say(&world);
    let events = world.fake.told(&session);
    events
        .into_iter()
        .filter(|event| event["t"] == "MESSAGE_CREATE")
        .map(|event| event["d"].clone())
        .collect()
}

fn everything(world: &World) {
    let first = world.says(ADA, CHESS, "e4?");
    world.says(BOB, CHESS, "<@100> e5");
    world.replies(BOB, first, "d5!");
    world.says(ADA, direct(ADA), "Nf3");
    assert_eq!(BOT, 100);
}

#[tokio::test]
async fn messages_come_to_whoever_asked_and_only_with_the_words_they_may_read() {
    let servers = intents::GUILD_MESSAGES;
    for (wanted, heard) in [
        (0, vec![]),
        (intents::DIRECT_MESSAGES, vec!["Nf3"]),
        (servers, vec!["", "<@100> e5", ""]),
        (servers | intents::MESSAGE_CONTENT, vec!["e4?", "<@100> e5", "d5!"]),
        (servers | intents::DIRECT_MESSAGES, vec!["", "<@100> e5", "", "Nf3"]),
    ] {
        let told = told(wanted, everything).await;
        let words: Vec<&str> = told.iter().filter_map(|message| message["content"].as_str()).collect();
        assert_eq!(words, heard, "{wanted:b}");
    }
}

#[tokio::test]
async fn a_reply_names_what_it_answers_and_pings_its_author() {
    let say = |world: &World| {
        let first = world.says(ADA, CHESS, "e4");
        world.replies(BOB, first, "e5");
        world.replies_quietly(BOB, first, "c5");
    };
    let told = told(intents::GUILD_MESSAGES | intents::MESSAGE_CONTENT, say).await;
    let [first, loud, quiet] = told.as_slice() else { panic!("three messages: {told:#?}") };
    assert_eq!((&first["type"], &first["guild_id"]), (&0.into(), &GUILD.to_string().into()));
    assert!(first["member"].is_object() && first["member"].get("user").is_none(), "{first:#}");
    assert!(first.get("referenced_message").is_none());
    for reply in [loud, quiet] {
        assert_eq!((&reply["type"], &reply["message_reference"]["message_id"]), (&19.into(), &first["id"]));
        assert_eq!(reply["referenced_message"]["content"], "e4");
    }
    assert_eq!(loud["mentions"][0]["id"], ADA.to_string());
    assert!(loud["mentions"][0]["member"].is_object(), "{loud:#}");
    assert_eq!(quiet["mentions"], serde_json::json!([]));
}
