//! Tests of the bot as a guest, in a server that has not added it or with a person who has not
//! installed it: answers that Discord hides from others, and commands replaced by buttons. Not
//! here: games that simply go on there (`failures`).

use serde_json::json;

use crate::{
    fake::{Channel, Fault, Message, OTHER_GUILD, Opt, Place, direct},
    support::{ADA, BETWEEN, BOB, CARLA, CHESS, ELSEWHERE, World},
};

fn challenge(opponent: u64) -> [(&'static str, Opt); 2] {
    [("opponent", Opt::User(opponent)), ("variant", Opt::Text("chess".to_owned()))]
}

fn hide(world: &World, hides: bool) {
    world.fake.change(|state| state.channels.get_mut(&ELSEWHERE).expect("it").hides_guests = hides);
}

/// The labels of a message's buttons.
fn labels(message: &Message) -> Vec<String> {
    let rows = message.components.as_array().cloned().unwrap_or_default();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    buttons.filter_map(|button| button["label"].as_str().map(str::to_owned)).collect()
}

/// What somebody was told alone in the channel, and nobody else anything.
async fn told_alone(world: &World, user: u64, token: &str) -> Message {
    let told = world
        .fake
        .until("a word about it", |state| {
            let original = state.interactions[token].original?;
            state.message(original).filter(|told| told.edits > 0).cloned()
        })
        .await;
    assert_eq!(told.only_for, Some(user), "{told:?}");
    assert!(told.attachments.is_empty() && told.components == json!([]), "it is no board: {told:?}");
    assert!(told.content.contains("permissions=309238811648"), "it can be taken in: {}", told.content);
    world.all_delivered().await;
    assert!(world.public(ELSEWHERE).is_empty());
    told
}

#[tokio::test]
async fn who_alone_sees_an_answer_is_told_what_is_missing_and_where_to_play() {
    let world = World::new().await;
    hide(&world, true);
    for (user, opponent, said, missing) in [
        (ADA, BOB, "Only you can see", "“Use External Apps” is missing"),
        (CARLA, ADA, "Meine Antworten hier siehst nur du", "„Externe Apps verwenden“ fehlt"),
    ] {
        let token = world.slash(user, ELSEWHERE, "play", &challenge(opponent));
        let told = told_alone(&world, user, &token).await;
        assert!(told.content.starts_with(said) && told.content.contains(missing), "{}", told.content);
        world.answered(&world.slash(user, ELSEWHERE, "withdraw", &[])).await;
        world.all_delivered().await;
    }
    // Whom it called hears of it where they can.
    let told = world.nth(direct(BOB), 1).await;
    assert!(told.content.contains("shown only to the person who uses me"), "{}", told.content);
    // An admin has allowed it: everything is there.
    hide(&world, false);
    world.begin(ELSEWHERE).await;
}

#[tokio::test]
async fn nobody_is_told_to_add_a_bot_that_cannot_be_taken_into_servers() {
    let mut world = World::without_bot().await;
    world.fake.change(|state| state.installations = vec![1]);
    world.start_bot().await;
    hide(&world, true);
    let token = world.slash(ADA, ELSEWHERE, "play", &challenge(BOB));
    let told = world
        .fake
        .until("a word about it", |state| {
            let told = state.message(state.interactions[&token].original?)?;
            told.content.starts_with("Only you can see").then(|| told.content.clone())
        })
        .await;
    assert!(told.contains("to grant it to you. Or play where everyone can see it"), "{told}");
    let told = world.nth(direct(BOB), 1).await.content;
    assert!(told.ends_with("or in a direct message."), "{told}");
}

#[tokio::test]
async fn an_answer_that_comes_late_and_is_hidden_is_explained_too() {
    let world = World::new().await;
    hide(&world, true);
    world.store.close_gate();
    world.slash(ADA, ELSEWHERE, "play", &challenge(BOB));
    world
        .fake
        .until("a word to wait", |state| state.messages.iter().any(|it| it.thinking).then_some(()))
        .await;
    world.store.open_gate();
    let told = world
        .fake
        .until("a word about it", |state| {
            let words = |it: &&Message| it.content.starts_with("Only you can see");
            state.messages.iter().find(words).cloned()
        })
        .await;
    assert_eq!((told.only_for, told.attachments.len()), (Some(ADA), 0));
    world.nth(direct(BOB), 1).await;
    world.all_delivered().await;
    assert!(world.public(ELSEWHERE).is_empty());
}

#[tokio::test]
async fn words_that_automod_hides_are_explained_and_words_it_blocks_are_told_of() {
    let world = World::new().await;
    world.fake.change(|state| state.blocked = vec!["challenges".to_owned()]);
    let token = world.slash(ADA, ELSEWHERE, "play", &challenge(BOB));
    let told = told_alone(&world, ADA, &token).await;
    assert!(told.content.contains("AutoMod"), "{}", told.content);
    // As a member the bot is told so.
    let world = World::new().await;
    world.begin(CHESS).await;
    world.all_delivered().await;
    world.fake.change(|state| {
        state.blocked = vec!["1. e4".to_owned()];
        state.faults.add(Place::Answers, Fault::Error { status: 404, code: 10062 }, 2);
        // Nor is there an earlier interaction to answer.
        state.interactions.values_mut().for_each(|interaction| interaction.expired = true);
    });
    world.moves(ADA, CHESS, "e4");
    let told = world.nth(direct(BOB), 1).await;
    assert!(told.content.contains("AutoMod") && told.content.contains("/board"), "{}", told.content);
    world.all_delivered().await;
    world.fake.change(|state| state.blocked.clear());
    world.plays(BOB, CHESS, "e5").await;
}

#[tokio::test]
async fn who_has_not_brought_the_bot_along_takes_back_and_claims_by_buttons() {
    for channel in [ELSEWHERE, BETWEEN] {
        let world = World::new().await;
        let first = world.begin(channel).await;
        assert!(!labels(&first).contains(&"Take back".to_owned()), "there is nothing to take back");
        let board = world.plays(ADA, channel, "e4").await;
        for label in ["Take back", "Claim draw"] {
            assert!(labels(&board).contains(&label.to_owned()), "{label}: {:?}", labels(&board));
        }
        let refused = world.reply(&world.press(BOB, board.id, "Claim draw")).await;
        assert_eq!(refused.only_for, Some(BOB));
        let board = world.plays(BOB, channel, "e5").await;
        let before = world.public(channel).len();
        world.press(BOB, board.id, "Take back");
        let offer = world.nth(channel, before + 1).await;
        world.press(ADA, offer.id, "Accept");
        let taken = world.nth(channel, before + 2).await;
        assert!(taken.content.contains("Bob (Black) is to move"), "{}", taken.content);
    }
    let world = World::new().await;
    world.begin(CHESS).await;
    let board = world.plays(ADA, CHESS, "e4").await;
    assert!(!labels(&board).iter().any(|label| label == "Claim draw"), "everybody there has commands");
}

#[tokio::test]
async fn a_deferred_answer_that_somebody_took_away_says_nothing_about_the_channel() {
    let mut world = World::new().await;
    world.fake.change(|state| {
        let place = Channel { guild: Some(OTHER_GUILD), ..Channel::default() };
        state.channels.insert(ELSEWHERE, place);
    });
    world.begin(ELSEWHERE).await;
    world.all_delivered().await;
    // Nothing of before can be answered any more.
    world.restart_bot().await;
    world.fake.change(|state| state.interactions.values_mut().for_each(|it| it.expired = true));
    world.store.close_gate();
    let token = world.moves(ADA, ELSEWHERE, "e4");
    let waits = |state: &crate::fake::State| {
        let thinks = state.messages.iter().any(|it| it.thinking);
        thinks.then_some(())
    };
    world.fake.until("a word to wait", waits).await;
    world.fake.dismiss(&token);
    world.store.open_gate();
    // The next thing that happens there shows the board.
    world
        .fake
        .until("an attempt", |state| {
            let gone = |it: &&crate::fake::Request| it.answer["code"] == 10008;
            state.requests.iter().find(gone).map(|_| ())
        })
        .await;
    let seen = world.slash(BOB, ELSEWHERE, "games", &[]);
    world.answered(&seen).await;
    let board = world.nth(ELSEWHERE, 3).await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    world.all_delivered().await;
    assert!(world.public(direct(BOB)).is_empty(), "nobody is told that the channel is gone");
}
