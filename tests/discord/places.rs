//! Tests of games with a clock whose board can no longer be shown: in a locked thread, a deleted
//! one, a channel the bot may not write in. The clocks stop, and both players are told, once, where
//! they can ask. Not here: threads that are merely archived (`sleeping`).

use std::time::Duration;

use adoube_bot::ThreadPolicy;

use crate::{
    fake::{Channel, GUILD, Message, Opt, State, Thread, direct, kinds, permissions},
    support::{ADA, BOB, CARLA, CHESS, World},
    threads::accept_at,
};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Carla and Ada play in a thread of their own, a day for each move.
async fn playing() -> (World, u64) {
    let mut world = World::new().await;
    world.stop_bot().await;
    world.settings.threads = ThreadPolicy::Always;
    world.speaks_english();
    world.start_bot().await;
    world.answered(&world.slash(ADA, CHESS, "games", &[])).await;
    let thread = accept_at(&world, Some("1d")).await.id;
    world.nth(thread, 1).await;
    world.all_delivered().await;
    (world, thread)
}

/// Waits for what both players are told in the channel the thread belongs to.
async fn told(world: &World, count: usize) -> Message {
    let told = world.nth(CHESS, count).await;
    let mut pinged = told.pinged.clone();
    pinged.sort_unstable();
    assert_eq!(pinged, [ADA, CARLA], "{told:?}");
    assert!(told.content.contains("clocks stand still"), "{}", told.content);
    told
}

/// Waits for so many boards.
async fn boards(world: &World, channel: u64, count: usize) {
    world
        .fake
        .until("a board", |state| {
            let there = state.messages.iter().filter(|it| it.channel == channel && it.only_for.is_none());
            (there.filter(|message| !message.attachments.is_empty()).count() == count).then_some(())
        })
        .await;
}

#[tokio::test]
async fn a_locked_thread_is_told_once_where_it_is_read_and_the_clock_stands_still() {
    let (world, thread) = playing().await;
    for (user, text) in [(CARLA, "f3"), (ADA, "e5")] {
        world.plays(user, thread, text).await;
    }
    let before = world.public(CHESS).len();
    world.fake.lock(thread, true);
    let said = told(&world, before + 1).await;
    let link = format!("<#{thread}>");
    assert!(said.content.contains("locked") && said.content.contains(&link), "{said:?}");
    // Ten days: nobody is reminded, nobody loses, and nothing more is told, also when it is archived besides.
    world.fake.archive(thread);
    for _ in 0..10 {
        world.time_passes(24 * HOUR).await;
    }
    world.all_delivered().await;
    assert_eq!((world.public(CHESS).len(), world.public(thread).len()), (before + 1, 3));
    assert!(world.fake.sleeps(thread));
    // It is unlocked: it is woken, the board comes, and Carla has her day.
    world.fake.lock(thread, false);
    boards(&world, thread, 4).await;
    world.all_delivered().await;
    assert!(!world.fake.sleeps(thread));
    world.time_passes(23 * HOUR).await;
    world.plays(CARLA, thread, "g4").await;
    assert_eq!(world.public(CHESS).len(), before + 1);
}

#[tokio::test]
async fn a_thread_locked_while_nobody_heard_of_it_is_noticed_when_something_is_posted() {
    let (mut world, thread) = playing().await;
    for (user, text) in [(CARLA, "f3"), (ADA, "e5")] {
        world.plays(user, thread, text).await;
    }
    world.stop_bot().await;
    world.fake.lock(thread, true);
    let before = world.public(CHESS).len();
    world.start_bot().await;
    told(&world, before + 1).await;
    world.all_delivered().await;
    // The other way round, too.
    world.stop_bot().await;
    world.fake.lock(thread, false);
    world.start_bot().await;
    boards(&world, thread, 4).await;
    world.all_delivered().await;
    world.plays(CARLA, thread, "g4").await;
    assert_eq!(world.public(CHESS).len(), before + 1);
}

#[tokio::test]
async fn of_a_deleted_thread_the_players_hear_in_its_channel_and_of_a_deleted_channel_in_private() {
    let (world, thread) = playing().await;
    let before = world.public(CHESS).len();
    world.fake.delete(thread);
    told(&world, before + 1).await;
    world.all_delivered().await;
    world.time_passes(48 * HOUR).await;
    world.all_delivered().await;
    let seen = world.reply(&world.slash(ADA, CHESS, "games", &[])).await;
    assert!(seen.content.contains("Carla"), "it runs: {}", seen.content);
    let (world, _) = playing().await;
    world.fake.delete(CHESS);
    // The thread is gone with it; the next thing that is said there finds out.
    world.time_passes(20 * HOUR).await;
    for player in [ADA, CARLA] {
        world.nth(direct(player), 1).await;
    }
    world.all_delivered().await;
    assert_eq!(world.public(direct(BOB)).len(), 0);
}

#[tokio::test]
async fn where_the_bot_may_write_no_more_the_clock_stands_still_until_it_may() {
    let world = World::new().await;
    let options = [
        ("opponent", crate::fake::Opt::User(BOB)),
        ("variant", crate::fake::Opt::Text("chess".to_owned())),
        ("colour", crate::fake::Opt::Text("white".to_owned())),
        ("pace", crate::fake::Opt::Text("1d".to_owned())),
    ];
    world.slash(ADA, CHESS, "play", &options);
    let challenge = world.nth(CHESS, 1).await;
    let token = world.press(BOB, challenge.id, "Accept");
    world.nth(CHESS, 2).await;
    world.all_delivered().await;
    world.answered(&token).await;
    world.fake.change(|state| {
        state.channels.get_mut(&CHESS).expect("it").permissions = 0;
        // Nor through an interaction of earlier.
        state.interactions.values_mut().for_each(|interaction| interaction.expired = true);
    });
    // The reminder cannot be said.
    world.time_passes(20 * HOUR).await;
    for player in [ADA, BOB] {
        let told = world.nth(direct(player), 1).await;
        assert!(told.content.contains(&format!("<#{CHESS}>")), "{}", told.content);
    }
    for _ in 0..5 {
        world.time_passes(24 * HOUR).await;
    }
    world.all_delivered().await;
    assert_eq!(world.public(CHESS).len(), 2);
    world.fake.change(|state| {
        state.channels.get_mut(&CHESS).expect("it").permissions = permissions::USUAL;
    });
    // Whoever uses the bot there finds it back.
    world.answered(&world.slash(ADA, CHESS, "games", &[])).await;
    boards(&world, CHESS, 2).await;
    world.all_delivered().await;
    world.plays(ADA, CHESS, "e4").await;
    assert_eq!(world.public(direct(BOB)).len(), 1);
}

#[tokio::test]
async fn in_a_forum_each_player_is_told_alone_that_the_thread_is_locked() {
    let world = World::new().await;
    let (forum, post) = (3040, 3041);
    let here = || Channel { guild: Some(GUILD), installed: true, ..Channel::default() };
    let thread = Thread { parent: forum, owner: ADA, name: "chess".to_owned(), ..Thread::default() };
    world.fake.change(|state| {
        state.channels.insert(forum, Channel { kind: kinds::FORUM, ..here() });
        state.channels.insert(post, Channel { kind: kinds::THREAD, thread: Some(thread), ..here() });
    });
    let options = [
        ("opponent", Opt::User(BOB)),
        ("variant", Opt::Text("chess".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
        ("pace", Opt::Text("1d".to_owned())),
    ];
    world.slash(ADA, post, "play", &options);
    let challenge = world.nth(post, 1).await;
    world.press(BOB, challenge.id, "Accept");
    world.nth(post, 2).await;
    world.plays(ADA, post, "e4").await;
    world.fake.lock(post, true);
    for player in [ADA, BOB] {
        let said = world.nth(direct(player), 1).await;
        assert!(said.content.contains("locked") && said.content.contains(&format!("<#{post}>")), "{said:?}");
    }
    world.all_delivered().await;
    let before = world.public(post).len();
    world.fake.lock(post, false);
    world.nth(post, before + 1).await;
    world.all_delivered().await;
    let board = world.plays(BOB, post, "e5").await;
    assert!(board.content.contains("1… e5"), "{}", board.content);
}

#[tokio::test]
async fn who_takes_no_direct_messages_keeps_nobody_else_from_theirs() {
    let (world, thread) = playing().await;
    world.fake.change(|state| state.closed_to_opening.extend([ADA, CARLA]));
    world.fake.allow(CHESS, permissions::USUAL & !permissions::SEND_MESSAGES);
    let opened = |state: &State, user: u64| {
        let asked = state.requests.iter().filter(|it| it.path == "users/@me/channels");
        let recipient = user.to_string();
        asked.filter(|it| it.body["recipient_id"] == recipient.as_str()).count()
    };
    world.fake.lock(thread, true);
    world
        .fake
        .until("both to be asked", |state| {
            (opened(state, ADA) == 1 && opened(state, CARLA) == 1).then_some(())
        })
        .await;
    // Ada takes them again.
    world.fake.change(|state| state.closed_to_opening.remove(&ADA));
    world.all_delivered().await;
    for times in 1..=2 {
        world.fake.lock(thread, false);
        boards(&world, thread, 1 + times).await;
        world.all_delivered().await;
        world.fake.lock(thread, true);
        let told = world.nth(direct(ADA), times).await;
        assert!(told.content.contains("locked"), "{told:?}");
        world.all_delivered().await;
    }
    assert_eq!(opened(&world.fake.state(), ADA), 2, "once it was open the channel is known");
}
