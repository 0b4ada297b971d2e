//! Tests of requests that Discord refuses: which refusals are final and which are retried, what is
//! not asked again, and that nothing is dropped silently. Not here: rate limits (`failures`), lost
//! channels (`places`).

use adoube_testing::TEST_TIMEOUT;
use serde_json::json;

use crate::{
    fake::{Channel, Fault, GUILD, Opt, Place, State, direct, kinds, permissions},
    support::{ADA, BOB, BOT, CHESS, GO, World},
};

/// From now on the bot's own message is what shows a board.
fn no_answers(world: &World, faults: &[Fault], times: usize) {
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 2);
        // Nor is there an earlier interaction to answer.
        state.interactions.values_mut().for_each(|interaction| interaction.expired = true);
        for fault in faults {
            state.faults.add(Place::Messages, fault.clone(), times);
        }
    });
}

#[tokio::test]
async fn what_is_not_known_to_be_final_is_tried_again() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.all_delivered().await;
    let pages = [403, 404].map(|status| Fault::Page { status, retry_after: None });
    let codes = [(403, 40333), (404, 0), (403, 0), (400, 130_000)];
    let codes = codes.map(|(status, code)| Fault::Error { status, code });
    no_answers(&world, &[&pages[..], &codes].concat(), 1);
    world.moves(ADA, CHESS, "e4");
    let board = world.nth(CHESS, 3).await;
    assert!(board.content.contains("1. e4") && !board.attachments.is_empty(), "{board:?}");
    world.all_delivered().await;
    assert!(world.public(direct(BOB)).is_empty(), "nothing was given up");
}

#[tokio::test]
async fn what_nobody_knows_is_tried_as_words_and_some_times_and_then_told() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.all_delivered().await;
    no_answers(&world, &[Fault::Error { status: 400, code: 99_999 }], 1);
    world.moves(ADA, CHESS, "e4");
    let board = world.nth(CHESS, 3).await;
    assert!(board.content.contains("1. e4") && board.attachments.is_empty(), "as words: {board:?}");
    world.all_delivered().await;
    // A hundred times: then it is enough.
    no_answers(&world, &[Fault::Error { status: 400, code: 99_999 }], 100);
    world.moves(BOB, CHESS, "e5");
    let enough = |state: &State| {
        let path = format!("channels/{CHESS}/messages");
        let refused = state.requests.iter().filter(|it| it.path == path && it.answer["code"] == 99_999);
        (refused.count() == 11).then_some(())
    };
    world.fake.until("the last attempt", enough).await;
    world.fake.change(|state| state.faults.clear());
    let told = world.nth(direct(ADA), 1).await;
    assert!(told.content.contains("/board"), "{}", told.content);
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 3);
}

#[tokio::test]
async fn what_is_dropped_is_told_to_whom_it_called() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.all_delivered().await;
    // It is found wrong, and so are its plain words.
    no_answers(&world, &[Fault::Error { status: 400, code: 50035 }], 2);
    world.moves(ADA, CHESS, "e4");
    let told = world.nth(direct(BOB), 1).await;
    assert!(
        told.content.contains(&format!("<#{CHESS}>")) && told.content.contains("/board"),
        "{}",
        told.content
    );
    world.all_delivered().await;
}

/// How often something was posted in a channel, whatever came of it.
fn posts(world: &World, channel: u64) -> usize {
    let path = format!("channels/{channel}/messages");
    world.fake.state().requests.iter().filter(|it| it.method == "POST" && it.path == path).count()
}

/// Somebody writes to the bot in a channel, and it has replied in another one after that.
async fn write_and_wait(world: &World, channel: u64) {
    world.says(ADA, channel, &format!("<@{BOT}> help"));
    let asked = world.says(BOB, GO, &format!("<@{BOT}> help"));
    world
        .fake
        .until("a reply", |state| state.messages.iter().any(|it| it.reply == Some(asked)).then_some(()))
        .await;
}

#[tokio::test]
async fn after_the_second_refusal_nothing_is_asked_until_something_shows_that_it_is_allowed() {
    let world = World::new().await;
    world.fake.allow(CHESS, permissions::USUAL & !permissions::SEND_MESSAGES);
    for _ in 0..2 {
        let before = posts(&world, CHESS);
        write_and_wait(&world, CHESS).await;
        let path = format!("channels/{CHESS}/messages");
        let count = |state: &State| state.requests.iter().filter(|it| it.path == path).count();
        world.fake.until("an attempt", |state| (count(state) > before).then_some(())).await;
    }
    for _ in 0..4 {
        write_and_wait(&world, CHESS).await;
    }
    assert_eq!(posts(&world, CHESS), 2, "Discord counts what it refuses");
    // The channel is changed.
    world.fake.allow(CHESS, permissions::USUAL);
    let asked = world.says(ADA, CHESS, &format!("<@{BOT}> help"));
    world
        .fake
        .until("a reply", |state| state.messages.iter().any(|it| it.reply == Some(asked)).then_some(()))
        .await;
}

#[tokio::test]
async fn many_refusals_are_noticed_before_discord_shuts_the_address_out() {
    let mut world = World::without_bot().await;
    // One shard of sixteen has its part of what is granted, and of what may be refused.
    world.settings.shards = "0/16".parse().expect("shards");
    world.fake.change(|state| state.shards = 16);
    world.start_bot().await;
    let refused = 300;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Error { status: 403, code: 50013 }, refused);
    });
    for left in (0..refused).rev() {
        // A key that the next one has overtaken would not be answered.
        world.types(ADA, CHESS, "play", "opponent", "B");
        world.fake.until("it to be refused", |state| (state.faults.left() == left).then_some(())).await;
    }
    assert_eq!(world.fake.state().faults.invalid, 300);
    let check = [("command", Opt::Text("check".to_owned()))];
    let seen = async {
        loop {
            let said = world.reply(&world.slash(ADA, CHESS, "help", &check)).await;
            let embeds = format!("{} {}", said.content, said.embeds);
            if embeds.contains("Discord refused 300 of my requests") {
                return embeds;
            }
        }
    };
    let said = tokio::time::timeout(TEST_TIMEOUT, seen).await.expect("it is said");
    assert!(said.contains("at 600 it would shut me out"), "{said}");
}

#[tokio::test]
async fn what_shuts_the_address_out_is_waited_for_by_everything() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.all_delivered().await;
    world.fake.change(|state| {
        state.faults.add(Place::Answers, Fault::Page { status: 429, retry_after: Some(2) }, 1);
    });
    let first = world.slash(ADA, CHESS, "games", &[]);
    world.fake.until("it to be shut", |state| (state.faults.left() == 0).then_some(())).await;
    // Whatever is asked now waits.
    world.slash(BOB, GO, "games", &[]);
    world.says(BOB, GO, &format!("<@{BOT}> help"));
    world.moves(ADA, CHESS, "e4");
    world.nth(CHESS, 3).await;
    world.all_delivered().await;
    world.answered(&first).await;
    assert_eq!(world.fake.state().faults.while_shut, 0, "it was told how long");
}

#[tokio::test]
async fn when_all_together_were_too_many_no_channel_is_written_to() {
    let world = World::new().await;
    world.fake.change(|state| {
        state.faults.add(Place::Messages, Fault::TooOften { seconds: 2.0, global: true }, 1);
    });
    let first = world.says(ADA, CHESS, &format!("<@{BOT}> help"));
    world.fake.until("it to be said", |state| (state.faults.left() == 0).then_some(())).await;
    let second = world.says(BOB, GO, &format!("<@{BOT}> help"));
    for asked in [first, second] {
        world
            .fake
            .until("a reply", |state| state.messages.iter().any(|it| it.reply == Some(asked)).then_some(()))
            .await;
    }
    assert_eq!(world.fake.state().faults.while_stopped, 0, "it was told how long");
}

#[tokio::test]
async fn where_people_talk_the_bot_says_what_it_needs_to_be_let_in() {
    let world = World::new().await;
    for (channel, kind) in [(3030, kinds::VOICE), (3031, kinds::STAGE)] {
        let place = Channel { guild: Some(GUILD), installed: true, kind, ..Channel::default() };
        world.fake.change(|state| state.channels.insert(channel, place));
        let check = [("command", Opt::Text("check".to_owned()))];
        let said = world.reply(&world.slash(ADA, channel, "help", &check)).await;
        let said = format!("{} {}", said.content, said.embeds);
        assert!(said.contains("Missing: “Connect”"), "{said}");
        // A game goes on in answers, and nothing is tried that cannot be.
        world.begin(channel).await;
        world.plays(ADA, channel, "e4").await;
        world.all_delivered().await;
        assert_eq!(posts(&world, channel), 0);
        let (path, words) = (format!("channels/{channel}/messages"), json!({ "content": "e4" }));
        assert_eq!(world.fake.ask("POST", &path, &words).await.1["code"], 50001, "it would be refused");
        world.fake.allow(channel, permissions::USUAL | permissions::CONNECT);
        let said = world.reply(&world.slash(ADA, channel, "help", &check)).await;
        let said = format!("{} {}", said.content, said.embeds);
        assert!(said.contains("OK: “Connect”"), "{said}");
    }
}
