//! Transcript tests of the messages that people write on Discord, and of the bot's replies:
//! commands with its name before them, replies, bare moves where it reads everything, and messages
//! that are not for it. Not here: which events about messages Discord sends (`hearing`).
//!
//! A conversation is a file in `transcripts/words/`; `UPDATE_TRANSCRIPTS=1` writes it anew, for a person to read.
//!
//! ```text
//! in: chess                   the channel; `all` behind it: the bot reads everything
//! > Ada: @adoube Nf3          somebody writes, and the bot posts one message
//! > Ada ↩ e4                  the same as a reply to the bot's newest message
//! - Ada: hello                somebody writes, and the bot says nothing
//! ```

use std::{fmt::Write as _, fs, path::Path};

use adoube_platform_discord::MessageScope;
use adoube_store::Table;
use adoube_testing::{recording, store::StoreCallCounts};
use serde_json::{Value, json};

use crate::{
    fake::{Message, Opt, direct, permissions},
    games::shown,
    support::{ADA, BOB, BOT, CARLA, CHESS, GO, ROBOT, SCHACH, World},
};

fn user(name: &str) -> u64 {
    match name {
        "Ada" => ADA,
        "Bob" => BOB,
        _ => CARLA,
    }
}

/// With a bot that reads these messages.
pub async fn world(messages: MessageScope) -> World {
    let mut world = World::without_bot().await;
    world.settings.messages = messages;
    // The flag of an application that may read everything.
    world.fake.change(|state| state.application_flags |= u64::from(messages == MessageScope::All) << 18);
    world.start_bot().await;
    world
}

/// A text as Discord's clients send it.
fn marked(text: &str) -> String {
    [("@adoube", BOT), ("@Ada", ADA), ("@Bob", BOB), ("@Robot", ROBOT)]
        .into_iter()
        .fold(text.to_owned(), |text, (name, id)| text.replace(name, &format!("<@{id}>")))
}

/// Lets the bot finish everything it has begun.
async fn finished(world: &mut World) {
    world.all_delivered().await;
    world.restart_bot().await;
}

async fn converse(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discord/transcripts/words").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (first, script) = text.split_once('\n').expect("a line that says where");
    let channel = if first.contains("schach") { SCHACH } else { CHESS };
    let mut world =
        world(if first.contains("all") { MessageScope::All } else { MessageScope::Mentions }).await;
    if channel == SCHACH {
        // Which language a server has chosen is told with interactions alone.
        let told = world.slash(CARLA, channel, "games", &[]);
        world.answered(&told).await;
    }
    let (mut lines, mut posted) = (Vec::new(), 0);
    for line in script.lines().filter(|line| line.starts_with("> ") || line.starts_with("- ")) {
        let said = line.get(2..).expect("words");
        let id = match (said.split_once(" ↩ "), said.split_once(": ")) {
            (Some((name, words)), _) => {
                let newest = world.public(channel).last().expect("something to reply to").id;
                world.replies(user(name), newest, &marked(words))
            }
            (None, Some((name, words))) => world.says(user(name), channel, &marked(words)),
            _ => panic!("nobody says {line}"),
        };
        lines.push((id, line.to_owned()));
        if line.starts_with("> ") {
            posted += 1;
            world.nth(channel, posted).await;
        }
    }
    finished(&mut world).await;
    let mut written = format!("{first}\n");
    let there = |message: &&Message| message.channel == channel && message.only_for.is_none();
    for message in world.fake.state().messages.iter().filter(there) {
        match lines.iter().find(|(id, _)| *id == message.id) {
            Some((_, line)) => writeln!(written, "{line}").expect("text"),
            None => written.push_str(&posted_as(message, &lines)),
        }
    }
    recording::check(&path, &written);
}

/// A message of the bot, and which it answers.
fn posted_as(message: &Message, lines: &[(u64, String)]) -> String {
    assert_eq!(message.author, BOT);
    let answered = message.reply.map(|reply| lines.iter().find(|(id, _)| *id == reply).expect("a line"));
    shown(if answered.is_some() { "reply" } else { "all" }, message)
}

#[tokio::test]
async fn a_game_by_mentions_and_replies() {
    converse("mentions.txt").await;
}

#[tokio::test]
async fn a_game_by_bare_moves() {
    converse("bare.txt").await;
}

#[tokio::test]
async fn a_game_in_german_words() {
    converse("german.txt").await;
}

/// The event that told of a message.
fn told_of(world: &World, id: u64) -> Value {
    let session = world.fake.state().sessions.keys().next().expect("a session").clone();
    let events = world.fake.told(&session);
    let id = json!(id.to_string());
    let is = |event: &&Value| event["t"] == "MESSAGE_CREATE" && event["d"]["id"] == id;
    events.iter().find(is).expect("it was told")["d"].clone()
}

#[tokio::test]
async fn what_no_person_has_written_now_is_left() {
    let mut world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    world.says(ROBOT, CHESS, "<@100> help");
    let id = world.says(ADA, GO, "nothing much");
    let event = told_of(&world, id);
    for (key, value) in [
        ("webhook_id", json!("77")),
        ("type", json!(7)),
        (
            "author",
            json!({ "id": "643945264868098049", "username": "discord", "discriminator": "0000", "avatar": null, "system": true }),
        ),
    ] {
        let mut event = event.clone();
        event["id"] = json!((id + 1 + key.len() as u64).to_string());
        event["channel_id"] = json!(CHESS.to_string());
        event["content"] = json!("e4");
        event[key] = value;
        world.fake.dispatch("MESSAGE_CREATE", &event);
    }
    // One that was deleted.
    let gone =
        json!({ "id": id.to_string(), "channel_id": CHESS.to_string(), "guild_id": event["guild_id"] });
    world.fake.dispatch("MESSAGE_DELETE", &gone);
    world.says(ADA, CHESS, "d4");
    let board = world.nth(CHESS, 3).await;
    assert!(board.content.contains("1. d4"), "{}", board.content);
    finished(&mut world).await;
    assert_eq!(world.public(CHESS).len(), 3);
}

/// Nearly all that a bot hears is such talk, where it reads everything.
#[tokio::test]
async fn talk_of_strangers_costs_what_the_service_looks_at_and_no_more() {
    let world = world(MessageScope::All).await;
    world.fake.until("the commands", |state| state.commands.get(&0).map(|_| ())).await;
    let mut before = StoreCallCounts::default();
    for line in 1..=5 {
        world.says(CARLA, GO, "hello");
        let now = world.store.asked(line).await;
        let channels = now.gets(Table::Channel) - before.gets(Table::Channel);
        let looks = (channels, now.answers - before.answers);
        assert_eq!(looks, (1, 1), "line {line}");
        assert!(
            line == 1 || now.gets(Table::Discord) == before.gets(Table::Discord),
            "line {line}: {before:?} {now:?}"
        );
        before = now;
    }
}

#[tokio::test]
async fn a_message_that_comes_again_acts_and_is_answered_once() {
    let mut world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    let acted = world.says(ADA, CHESS, "e4");
    world.nth(CHESS, 3).await;
    let answered = world.says(BOB, CHESS, "<@100> Nd6");
    let reply = world.nth(CHESS, 4).await;
    assert_eq!(reply.reply, Some(answered));
    let events = [told_of(&world, acted), told_of(&world, answered)];
    for _ in 0..2 {
        for event in &events {
            world.fake.dispatch("MESSAGE_CREATE", event);
        }
        // Also by a bot that remembers nothing.
        world.says(CARLA, CHESS, "<@100> help");
        world
            .fake
            .until("help", |state| {
                state
                    .messages
                    .iter()
                    .any(|each| {
                        // A list that is too long for a message's own words stands in an embed.
                        let told = format!("{} {}", each.content, each.embeds);
                        each.author == BOT && told.contains("/play")
                    })
                    .then_some(())
            })
            .await;
        finished(&mut world).await;
    }
    let boards = world.public(CHESS).iter().filter(|each| each.content.contains("1. e4")).count();
    let refusals = world.public(CHESS).iter().filter(|each| each.reply == Some(answered)).count();
    assert_eq!((boards, refusals), (1, 1));
}

#[tokio::test]
async fn moves_that_come_at_once_are_made_in_the_order_in_which_they_were_written() {
    let world = world(MessageScope::All).await;
    world.begin(CHESS).await;
    for (user, text) in [(ADA, "e4"), (BOB, "e5"), (ADA, "Nf3"), (BOB, "Nc6"), (ADA, "Bb5")] {
        world.says(user, CHESS, text);
    }
    let board = world.nth(CHESS, 7).await;
    assert!(board.content.contains("3. Bb5"), "{}", board.content);
}

#[tokio::test]
async fn where_cards_are_hidden_nothing_is_done_and_nothing_told() {
    let mut world = world(MessageScope::All).await;
    let options = [("opponent", Opt::User(BOB)), ("variant", Opt::Text("schachen".to_owned()))];
    world.slash(ADA, CHESS, "play", &options);
    let challenge = world.nth(CHESS, 1).await;
    world.press(BOB, challenge.id, "Accept");
    world.nth(CHESS, 2).await;
    let mut count = 2;
    for who in [ADA, BOB, CARLA] {
        for words in ["hand", "n3", "drop Q o1", "moves", "pass", "resign", "zzz"] {
            let said = world.says(who, CHESS, &format!("<@100> {words}"));
            count += 1;
            let reply = world.nth(CHESS, count).await;
            let told = (
                reply.reply,
                reply.content.contains("Cards are hidden in this game"),
                reply.attachments.len(),
            );
            assert_eq!(told, (Some(said), true, 0), "{words}: {}", reply.content);
            assert_eq!((reply.components, reply.pinged), (json!([]), vec![]));
        }
    }
    // Bare words: what a player may mean as a turn is answered alike, whatever it is; talk is left.
    let said = world.says(ADA, CHESS, "n3");
    assert_eq!(world.nth(CHESS, count + 1).await.reply, Some(said));
    world.says(ADA, CHESS, "what a hand");
    world.says(CARLA, CHESS, "n3");
    finished(&mut world).await;
    let there = world.public(CHESS);
    assert_eq!(there.len(), count + 1);
    let replies: std::collections::BTreeSet<&str> =
        there.iter().skip(2).map(|message| message.content.as_str()).collect();
    assert_eq!(replies.len(), 1, "{replies:?}");
    let hand = world.reply(&world.slash(ADA, CHESS, "hand", &[])).await;
    assert_eq!(hand.only_for, Some(ADA));
}

#[tokio::test]
async fn nobody_is_called_but_whoever_is_to_move() {
    let world = world(MessageScope::Mentions).await;
    world.begin(CHESS).await;
    world.says(ADA, CHESS, "<@100> e4");
    assert_eq!(world.nth(CHESS, 3).await.pinged, [BOB]);
    world.says(CARLA, CHESS, "<@100> games <@2001> <@2002> @everyone <@&500>");
    let reply = world.nth(CHESS, 4).await;
    assert_eq!((reply.pinged, reply.only_for), (vec![], None));
    world.says(CARLA, CHESS, "<@100> play <@2004>");
    let refused = world.nth(CHESS, 5).await;
    assert!(refused.content.starts_with("Bots do not play here"), "{}", refused.content);
    world.says(ADA, CHESS, "<@100> help check");
    let refused = world.nth(CHESS, 6).await;
    assert!(refused.content.starts_with("Ask that with the slash command"), "{}", refused.content);
}

#[tokio::test]
async fn a_menu_that_everybody_sees_works_for_its_player_alone() {
    let world = world(MessageScope::Mentions).await;
    world.begin(CHESS).await;
    world.says(ADA, CHESS, "<@100> move");
    let menu = world.nth(CHESS, 3).await;
    for (who, told) in [(BOB, "It is"), (CARLA, "Das können nur")] {
        let no = world.reply(&world.pick(who, menu.id, "Knight g1")).await;
        assert_eq!(no.only_for, Some(who));
        assert!(no.content.starts_with(told), "{}", no.content);
    }
    let next = world.reply(&world.pick(ADA, menu.id, "Knight g1")).await;
    assert_eq!(next.only_for, Some(ADA));
    world.says(ADA, CHESS, "<@100> resign");
    let question = world.nth(CHESS, 4).await;
    let no = world.reply(&world.press(BOB, question.id, "Resign the game")).await;
    assert_eq!(no.only_for, Some(BOB));
    assert!(no.content.starts_with("That question is for Ada"), "{}", no.content);
}

#[tokio::test]
async fn what_cannot_be_replied_to_is_said_or_left() {
    let mut world = world(MessageScope::Mentions).await;
    let id = world.says(ADA, CHESS, "<@100> Nf3");
    let reply = world.nth(CHESS, 1).await;
    assert!(reply.content.starts_with("No game is running here"), "{}", reply.content);
    // A message that is gone before the bot replies.
    let mut event = told_of(&world, id);
    event["id"] = json!((id + 1).to_string());
    world.fake.dispatch("MESSAGE_CREATE", &event);
    assert_eq!(world.nth(CHESS, 2).await.reply, None);
    let may = |world: &World, permissions| {
        world.fake.change(|state| state.channels.get_mut(&CHESS).expect("it").permissions = permissions);
    };
    may(&world, permissions::USUAL & !permissions::READ_MESSAGE_HISTORY);
    world.says(ADA, CHESS, "<@100> Nf3");
    let plain = world.nth(CHESS, 3).await;
    assert_eq!((plain.reply, plain.content), (None, reply.content.clone()));
    may(&world, permissions::VIEW_CHANNEL);
    world.says(ADA, CHESS, "<@100> Nf3");
    world.says(ADA, GO, "<@100> Nf3");
    world.nth(GO, 1).await;
    finished(&mut world).await;
    assert_eq!(world.public(CHESS).len(), 3);
}

#[tokio::test]
async fn in_a_direct_message_everything_is_for_the_bot() {
    let world = world(MessageScope::Mentions).await;
    world.says(ADA, direct(ADA), "rules schachen");
    let rules = world.nth(direct(ADA), 1).await;
    assert!(rules.content.contains("Schachen"), "{}", rules.content);
    world.says(ADA, direct(ADA), "setup");
    assert!(world.nth(direct(ADA), 2).await.content.contains("Setting up Grand Chess"));
}

#[tokio::test]
async fn without_messages_the_bot_hears_none() {
    let mut world = world(MessageScope::None).await;
    world.begin(CHESS).await;
    world.says(ADA, CHESS, "<@100> e4");
    world.says(ADA, direct(ADA), "help");
    world.plays(ADA, CHESS, "d4").await;
    finished(&mut world).await;
    assert_eq!((world.public(CHESS).len(), world.public(direct(ADA)).len()), (3, 0));
}
