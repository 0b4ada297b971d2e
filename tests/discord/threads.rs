//! Tests of games in threads of their own on Discord: opened in busy channels, closed after the
//! game, and what happens where none can be opened.

use adoube_bot::ThreadPolicy;
use serde_json::json;

use crate::{
    fake::{Fault, Message, Opt, Place, direct, kinds, permissions},
    support::{ADA, BOB, CARLA, CHESS, World},
};

/// Carla challenges Ada with the white pieces; returns the message of the challenge.
async fn challenge(world: &World) -> Message {
    challenge_to(world, None).await
}

async fn challenge_to(world: &World, pace: Option<&str>) -> Message {
    let before = world.public(CHESS).len();
    let mut options = vec![
        ("opponent", Opt::User(ADA)),
        ("variant", Opt::Text("chess".to_owned())),
        ("colour", Opt::Text("white".to_owned())),
    ];
    options.extend(pace.map(|pace| ("pace", Opt::Text(pace.to_owned()))));
    world.slash(CARLA, CHESS, "play", &options);
    world.nth(CHESS, before + 1).await
}

/// Ada accepts; returns the message with the thread under it.
pub async fn accept(world: &World) -> Message {
    accept_at(world, None).await
}

/// The same in a game with a pace.
pub async fn accept_at(world: &World, pace: Option<&str>) -> Message {
    let challenge = challenge_to(world, pace).await;
    let before = world.public(CHESS).len();
    // In the language of the server, which is that of the first one who did something there.
    let label = if challenge.content.contains("fordert") { "Annehmen" } else { "Accept" };
    world.press(ADA, challenge.id, label);
    world.nth(CHESS, before + 1).await
}

/// Waits until a thread is let go a day after the last word.
pub async fn until_let_go(world: &World, thread: u64) {
    let is_let_go = |state: &crate::fake::State| {
        let found = state.channels[&thread].thread.as_ref()?;
        (found.archives_after == 24 * 60).then_some(())
    };
    world.fake.until("the thread to be let go", is_let_go).await;
}

/// How many threads there are.
fn threads(world: &World) -> usize {
    world.fake.state().channels.values().filter(|channel| channel.thread.is_some()).count()
}

#[tokio::test]
async fn a_second_game_gets_a_thread_that_goes_a_day_after_it() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    let told = accept(&world).await;
    world
        .fake
        .until("it to say that the thread is there", |state| {
            state
                .message(told.id)
                .is_some_and(|it| it.content.contains("in a thread of their own"))
                .then_some(())
        })
        .await;
    assert!(told.pinged.is_empty() && told.components == json!([]), "{told:?}");
    // A thread under a message has its id.
    let board = world.nth(told.id, 1).await;
    assert_eq!(board.pinged, [CARLA]);
    assert!(!board.attachments.is_empty());
    world.only_the_last_has_buttons(told.id).await;
    world
        .fake
        .until("both players in the thread", |state| {
            let thread = state.channels[&told.id].thread.as_ref()?;
            (thread.members.contains(&ADA) && thread.members.contains(&CARLA)).then_some(())
        })
        .await;
    // Carla is called by the board, and Ada told that she was added; nobody hears of it twice.
    assert_eq!(world.fake.state().channels[&told.id].thread.as_ref().expect("a thread").told, [ADA]);
    let name = world.fake.state().channels[&told.id].thread.clone().expect("a thread").name;
    assert_eq!(name, "Carla – Ada, Chess");
    // Both games go on, also after a restart.
    world.plays(ADA, CHESS, "d4").await;
    world.restart_bot().await;
    for (user, text) in [(CARLA, "f3"), (ADA, "e5"), (CARLA, "g4"), (ADA, "Qh4#")] {
        world.plays(user, told.id, text).await;
    }
    let last = world.public(told.id).pop().expect("the last board");
    assert!(last.content.contains("Checkmate") && last.pinged == [CARLA], "{last:?}");
    assert!(last.content.contains("to open it again"), "{}", last.content);
    until_let_go(&world, told.id).await;
    world.all_delivered().await;
    world.only_the_last_has_buttons(told.id).await;
    assert!(!world.fake.sleeps(told.id), "it stays for a day");
    world.fake.archive(told.id);
    // The same again, where it was played: what is said wakes the thread.
    world.press(CARLA, last.id, "Rematch");
    let asked = world.nth(told.id, world.public(told.id).len() + 1).await;
    assert!(asked.content.contains("for a rematch") && asked.pinged == [ADA], "{asked:?}");
    let archived =
        |state: &crate::fake::State| state.channels[&told.id].thread.as_ref().map(|it| it.archived);
    assert_eq!(archived(&world.fake.state()), Some(false));
    world.press(ADA, last.id, "Rematch");
    let board = world.nth(told.id, world.public(told.id).len() + 1).await;
    assert!(board.content.contains("Ada (White) – Carla (Black)"), "{}", board.content);
    // It is looked after again, also when it falls asleep while nobody hears of it.
    let stays = |state: &crate::fake::State| {
        let thread = state.channels[&told.id].thread.as_ref()?;
        (thread.archives_after == 7 * 24 * 60).then_some(())
    };
    world.fake.until("the thread to stay", stays).await;
    world.all_delivered().await;
    world.stop_bot().await;
    world.fake.archive(told.id);
    world.start_bot().await;
    world
        .fake
        .until("the thread to be awake", |state| {
            state.channels[&told.id].thread.as_ref().filter(|thread| !thread.archived).map(|_| ())
        })
        .await;
}

#[tokio::test]
async fn a_channel_of_announcements_has_threads_of_its_own_kind() {
    let world = World::new().await;
    world.fake.change(|state| state.channels.get_mut(&CHESS).expect("it").kind = kinds::ANNOUNCEMENT);
    world.begin(CHESS).await;
    let told = accept(&world).await;
    world.nth(told.id, 1).await;
    assert_eq!(world.fake.state().channels[&told.id].kind, kinds::ANNOUNCEMENT_THREAD);
    let board = world.plays(CARLA, told.id, "f3").await;
    assert!(board.content.contains("1. f3"), "{}", board.content);
}

#[tokio::test]
async fn where_threads_are_not_allowed_a_second_game_waits() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.change(|state| {
        state.channels.get_mut(&CHESS).expect("it").permissions &= !permissions::CREATE_PUBLIC_THREADS;
    });
    let told = world.reply(&world.slash(CARLA, CHESS, "play", &[("opponent", Opt::User(ADA))])).await;
    assert!(told.only_for == Some(CARLA) && told.content.starts_with("Hier spielen"), "{}", told.content);
    assert_eq!(threads(&world), 0);
}

#[tokio::test]
async fn a_thread_that_cannot_be_opened_is_told() {
    let world = World::new().await;
    world.begin(CHESS).await;
    // As many threads as a server may have.
    world
        .fake
        .change(|state| state.faults.add(Place::Threads, Fault::Error { status: 400, code: 160_006 }, 1));
    let said = accept(&world).await;
    let told = world
        .nth(CHESS, world.public(CHESS).iter().position(|each| each.id == said.id).expect("it") + 2)
        .await;
    assert!(told.content.contains("could not start Carla against Ada"), "{}", told.content);
    // The challenge may be made again, and gets its thread this time.
    let told = accept(&world).await;
    world.nth(told.id, 1).await;
    assert_eq!(threads(&world), 1);
    world.plays(ADA, CHESS, "e4").await;
}

#[tokio::test]
async fn a_thread_is_opened_once_whatever_is_lost_on_the_way() {
    let mut world = World::new().await;
    world.stop_bot().await;
    world.settings.threads = ThreadPolicy::Always;
    world.start_bot().await;
    let challenge = challenge(&world).await;
    world.fake.change(|state| {
        state.faults.add(Place::Messages, Fault::DoneBut(502), 1);
        state.faults.add(Place::Threads, Fault::Status(500), 1);
        state.faults.add(Place::Threads, Fault::DoneBut(502), 1);
    });
    // Nobody knows yet which language Ada reads.
    world.press(ADA, challenge.id, "Annehmen");
    let told = world.nth(CHESS, 2).await;
    let board = world.nth(told.id, 1).await;
    world.all_delivered().await;
    assert_eq!((world.public(CHESS).len(), world.public(told.id).len(), threads(&world)), (2, 1, 1));
    // The buttons of a board in a thread are answered there.
    let picker = world.reply(&world.press(CARLA, board.id, "Ziehen")).await;
    assert_eq!((picker.channel, picker.only_for), (told.id, Some(CARLA)));
    // In a thread games get no threads.
    let busy = world.reply(&world.slash(BOB, told.id, "play", &[("opponent", Opt::User(ADA))])).await;
    assert!(busy.content.contains("are playing here"), "{}", busy.content);
}

#[tokio::test]
async fn a_game_waits_for_its_thread_over_a_restart() {
    let mut world = World::new().await;
    world.begin(CHESS).await;
    let challenge = challenge(&world).await;
    world.fake.change(|state| state.faults.add(Place::Threads, Fault::Status(503), 1000));
    world.press(ADA, challenge.id, "Accept");
    world.fake.until("an attempt", |state| (state.faults.left() < 1000).then_some(())).await;
    world.stop_bot().await;
    world.fake.change(|state| state.faults.clear());
    world.start_bot().await;
    let told = world.nth(CHESS, 4).await;
    world.nth(told.id, 1).await;
    world.all_delivered().await;
    assert_eq!((world.public(CHESS).len(), threads(&world)), (4, 1));
}

#[tokio::test]
async fn who_plays_in_a_thread_that_was_locked_is_told() {
    let world = World::new().await;
    world.begin(CHESS).await;
    let thread = accept(&world).await.id;
    world.nth(thread, 1).await;
    world.all_delivered().await;
    world.fake.change(|state| {
        let place = state.channels.get_mut(&thread).and_then(|channel| channel.thread.as_mut());
        place.expect("a thread").locked = true;
    });
    world.says(CARLA, thread, "<@100> f3");
    let told = world.nth(direct(ADA), 1).await;
    assert!(told.content.contains(&format!("<#{thread}>")), "{}", told.content);
    world.all_delivered().await;
    assert_eq!(world.public(thread).len(), 1);
}
