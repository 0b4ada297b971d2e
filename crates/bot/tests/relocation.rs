//! Tests of the relocation of games, challenges and queued messages to the channel that replaces
//! the one they were in. Not here: how a platform notices (its own tests).

use std::{collections::BTreeMap, sync::Arc};

use adoube_bot::{ChannelId, ChatEvent, CommunityId, Language, Notice, Reply, UserAction};
use adoube_store::{KeyRange, MemoryStore, ScanOrder, Store, Table};
use adoube_testing::store::{FailingHook, HookedStore};

use crate::support::{
    Chat, channel, conflicting_store::Overtaking, control, delivered, table::text, viewer, waiting,
};

const NAMES: [&str; 3] = ["Ada", "Bob", "Cy"];
const HOUR: u64 = 60 * 60 * 1000;

async fn answer(chat: &mut Chat, place: &ChannelId, name: &str, line: &str) -> Reply {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    chat.service.handle(&ChatEvent { channel: place.clone(), ..event }).await.reply
}

async fn says_in(chat: &mut Chat, place: &ChannelId, name: &str, line: &str) {
    assert_eq!(answer(chat, place, name, line).await, Reply::Public, "{name} {line}");
}

async fn says(chat: &mut Chat, name: &str, line: &str) {
    says_in(chat, &channel(), name, line).await;
}

fn new_channel() -> ChannelId {
    ChannelId(format!("{}-new", channel().0))
}

fn kinds(notices: &[Notice]) -> Vec<&'static str> {
    let kind = |notice: &Notice| match notice {
        Notice::Challenge(_) => "challenge",
        Notice::ChallengeExpired { .. } => "expired",
        Notice::ChallengeWithoutRoom { .. } => "left behind",
        Notice::Board(_) => "board",
        _ => "other",
    };
    notices.iter().map(kind).collect()
}

#[tokio::test]
async fn whatever_waits_to_be_said_or_answered_goes_along_once() {
    let mut chat = Chat::new(&NAMES, 7);
    let there = new_channel();
    says(&mut chat, "Ada", "play Bob chess white").await;
    says(&mut chat, "Cy", "play chess960").await;
    says(&mut chat, "Bob", "accept").await;
    assert_eq!(kinds(&waiting(&*chat.store, &channel()).await), ["challenge", "challenge", "board"]);
    assert!(chat.service.relocate(&channel(), &there).await.expect("a store"));
    assert!(waiting(&*chat.store, &channel()).await.is_empty());
    // The board and the challenge are shown once more, as nobody looks for what was said elsewhere.
    let said = ["challenge", "challenge", "board", "board", "challenge"];
    assert_eq!(kinds(&waiting(&*chat.store, &there).await), said);
    assert!(!chat.service.relocate(&channel(), &there).await.expect("a store"), "nothing is left");
    assert!(chat.service.is_played_in(&there).await.expect("a store"));
}

#[tokio::test]
async fn much_that_waits_to_be_said_goes_along_in_its_order() {
    let mut chat = Chat::new(&NAMES, 16);
    let there = new_channel();
    for _ in 0..25 {
        says(&mut chat, "Ada", "play chess").await;
        says(&mut chat, "Ada", "withdraw").await;
    }
    says(&mut chat, "Ada", "play Bob chess white").await;
    says(&mut chat, "Bob", "accept").await;
    let said = waiting(&*chat.store, &channel()).await;
    assert!(chat.service.relocate(&channel(), &there).await.expect("a store"));
    assert!(waiting(&*chat.store, &channel()).await.is_empty());
    let arrived = waiting(&*chat.store, &there).await;
    assert_eq!(format!("{:?}", &arrived[..said.len()]), format!("{said:?}"));
    assert_eq!(kinds(&arrived[said.len()..]), ["board"]);
}

#[tokio::test]
async fn a_game_that_finds_another_one_stays_with_what_is_said_about_it() {
    let mut chat = Chat::new(&NAMES, 8);
    let there = new_channel();
    for _ in 0..2 {
        says(&mut chat, "Ada", "play Bob chess white").await;
        says(&mut chat, "Bob", "accept").await;
        chat.service.relocate(&channel(), &there).await.expect("a store");
    }
    assert!(chat.service.is_played_in(&channel()).await.expect("a store"));
    assert_eq!(kinds(&waiting(&*chat.store, &channel()).await), ["challenge", "board"]);
}

#[tokio::test]
async fn a_challenge_nobody_has_answered_in_time_is_told_to_be_over() {
    let mut chat = Chat::new(&NAMES, 9);
    let there = new_channel();
    says(&mut chat, "Ada", "play chess").await;
    chat.posted().await;
    chat.clock.pass(8 * 24 * 60 * 60 * 1000);
    chat.service.relocate(&channel(), &there).await.expect("a store");
    assert_eq!(kinds(&waiting(&*chat.store, &there).await), ["expired"]);
}

#[tokio::test]
async fn challenges_for_which_there_is_no_room_are_withdrawn_and_told() {
    let names = ["N0", "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11"];
    let mut chat = Chat::new(&names, 10);
    let there = new_channel();
    for name in &names[..4] {
        says_in(&mut chat, &there, name, "play chess").await;
    }
    delivered(&chat.service, &there).await;
    for name in &names[2..] {
        says(&mut chat, name, "play chess").await;
    }
    delivered(&chat.service, &channel()).await;
    chat.service.relocate(&channel(), &there).await.expect("a store");
    let said = delivered(&chat.service, &there).await.into_iter().map(|delivery| delivery.notice);
    let mut left_behind = Vec::new();
    for notice in said {
        match notice {
            Notice::Challenge(_) => {}
            Notice::ChallengeWithoutRoom { ref challenge } => {
                left_behind.push((challenge.challenger.name.clone(), notice));
            }
            other => panic!("{other:?}"),
        }
    }
    // Two had one open here already.
    let whose: Vec<&str> = left_behind.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(whose, ["N2", "N3", "N10", "N11"]);
    let (_, notice) = left_behind.remove(0);
    for (language, told) in [
        (Language::EN, "N2's challenge did not come along: enough challenges are open here already."),
        (
            Language::of("de"),
            "Die Herausforderung von N2 ist nicht mitgekommen: Hier sind schon genug offen.",
        ),
    ] {
        let said = text(&chat.read(&notice, None, language));
        assert!(said.starts_with(told), "{said}");
    }
    for name in &names[..10] {
        says_in(&mut chat, &there, name, "withdraw").await;
    }
    for place in [channel(), there] {
        assert!(matches!(answer(&mut chat, &place, "N10", "accept").await, Reply::Private(_)), "{place}");
    }
}

/// A set-up of somebody's own in a channel: the button that ends it.
async fn sets_up(chat: &mut Chat, place: &ChannelId, name: &str) -> UserAction {
    let Reply::Private(panel) = answer(chat, place, name, "setup classic").await else { panic!("{name}") };
    let message = chat.service.present(&panel, &viewer(Some(name), Language::EN));
    UserAction::Press { id: control(&message, "Discard"), value: None }
}

#[tokio::test]
async fn set_ups_go_along_as_far_as_there_is_room_for_them() {
    let names = ["N0", "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11"];
    let mut chat = Chat::new(&names, 10);
    let there = new_channel();
    for name in [&names[..2], &names[10..]].concat() {
        sets_up(&mut chat, &there, name).await;
    }
    let mut presses = Vec::new();
    for name in &names[..10] {
        presses.push((name, sets_up(&mut chat, &channel(), name).await));
    }
    chat.service.relocate(&channel(), &there).await.expect("a store");
    let mut gone = Vec::new();
    for (name, press) in presses {
        let event = chat.event(name, Language::EN, false, press);
        match chat.service.handle(&ChatEvent { channel: there.clone(), ..event }).await.reply {
            Reply::Replace(closed) => assert_eq!(*closed, Notice::PanelClosed { sent: false }, "{name}"),
            Reply::Private(_) => gone.push(*name),
            other => panic!("{name}: {other:?}"),
        }
    }
    // Two had one there already, and ten are all there can be.
    assert_eq!(gone, ["N0", "N1", "N8", "N9"]);
}

/// What a moderator reads of the settings of a place.
async fn settings(chat: &mut Chat, place: &CommunityId, line: &str) -> String {
    let event = chat.event("Ada", Language::EN, true, UserAction::Line(line.to_owned()));
    let event = ChatEvent { channel: ChannelId(place.0.clone()), place: Some(place.clone()), ..event };
    let Reply::Private(notice) = chat.service.handle(&event).await.reply else { panic!("{line}") };
    text(&chat.read(&notice, Some("Ada"), Language::EN))
}

#[tokio::test]
async fn what_was_chosen_for_a_place_counts_where_it_has_moved_unless_something_is_chosen_there() {
    let mut chat = Chat::new(&NAMES, 16);
    let [old, new, empty] = ["old", "new", "empty"].map(|name| CommunityId(format!("test:{name}")));
    let before = settings(&mut chat, &new, "settings server").await;
    chat.service.settle_in(&empty, &new).await.expect("a store");
    assert_eq!(settings(&mut chat, &new, "settings server").await, before, "nothing was chosen there");
    for line in ["settings server game chess960", "settings server channels here"] {
        settings(&mut chat, &old, line).await;
    }
    let chosen = settings(&mut chat, &old, "settings server").await;
    chat.service.settle_in(&old, &new).await.expect("a store");
    // The room itself was the channel in which games begin.
    assert_eq!(settings(&mut chat, &new, "settings server").await, chosen.replace(&old.0, &new.0));
    assert_eq!(settings(&mut chat, &old, "settings server").await, chosen, "the old place stays as it was");
    settings(&mut chat, &old, "settings server game schachen").await;
    chat.service.settle_in(&old, &new).await.expect("a store");
    assert_eq!(settings(&mut chat, &new, "settings server").await, chosen.replace(&old.0, &new.0));
}

#[tokio::test]
async fn a_running_game_is_listed_once() {
    let mut chat = Chat::new(&NAMES, 11);
    let there = new_channel();
    says(&mut chat, "Ada", "play Bob chess white").await;
    says(&mut chat, "Bob", "accept").await;
    for _ in 0..2 {
        chat.service.relocate(&channel(), &there).await.expect("a store");
        let Reply::Private(notice) = answer(&mut chat, &there, "Cy", "games here").await else { panic!() };
        let Notice::Games { games, .. } = *notice else { panic!("{notice:?}") };
        assert_eq!(games.len(), 1, "{games:?}");
    }
}

/// Until when whoever is to move may think.
async fn deadline(chat: &mut Chat, place: &ChannelId) -> u64 {
    let Reply::Private(notice) = answer(chat, place, "Ada", "clock").await else { panic!("no clock") };
    let Notice::Clock(clock) = *notice else { panic!("{notice:?}") };
    clock.clock.expect("a pace").deadline.expect("it runs")
}

#[tokio::test]
async fn no_time_is_lost_that_nobody_had_where_it_was_played() {
    let mut chat = Chat::new(&NAMES, 12);
    says(&mut chat, "Ada", "play Bob chess white pace:1d").await;
    says(&mut chat, "Bob", "accept").await;
    // Its board comes late.
    chat.clock.pass(5 * HOUR);
    chat.posted().await;
    let before = deadline(&mut chat, &channel()).await;
    chat.service.relocate(&channel(), &new_channel()).await.expect("a store");
    let after = deadline(&mut chat, &new_channel()).await;
    assert_eq!(after, before);
}

#[tokio::test]
async fn what_falls_due_while_a_game_moves_happens_once_where_it_goes_on() {
    let mut chat = Chat::new(&NAMES, 13);
    let there = new_channel();
    says(&mut chat, "Ada", "play Bob chess white pace:1d timeout:strict").await;
    says(&mut chat, "Bob", "accept").await;
    chat.posted().await;
    chat.clock.pass(60 * HOUR);
    chat.service.relocate(&channel(), &there).await.expect("a store");
    delivered(&chat.service, &there).await;
    chat.service.run_due_jobs().await.expect("a store");
    assert!(!chat.service.is_played_in(&there).await.expect("a store"));
    let said = delivered(&chat.service, &there).await;
    assert!(!said.is_empty());
    chat.service.run_due_jobs().await.expect("a store");
    for place in [channel(), there] {
        assert!(waiting(&*chat.store, &place).await.is_empty(), "{place}");
    }
}

/// What is kept after much that is said and a game have moved, with a disk that breaks once: all keys, and what waits. And how
/// often that was.
async fn moved_over(
    breaks_at: usize,
    is_written: bool,
) -> (BTreeMap<String, Vec<Vec<u8>>>, Vec<String>, usize) {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), FailingHook::commits()));
    let mut chat = Chat::with_store(&NAMES, 14, Arc::clone(&store) as Arc<dyn Store>);
    let there = new_channel();
    for _ in 0..30 {
        says(&mut chat, "Cy", "play chess960").await;
        says(&mut chat, "Cy", "withdraw").await;
    }
    for (name, line) in [
        ("Ada", "play Bob chess white"),
        ("Cy", "play chess"),
        ("Bob", "accept"),
        ("Ada", "move e4"),
        ("Bob", "move e5"),
    ] {
        says(&mut chat, name, line).await;
    }
    let breaking = breaks_at.saturating_sub(1)..breaks_at;
    if is_written {
        store.fail_when_done(breaking);
    } else {
        store.fail(breaking);
    }
    let mut failures = 0;
    while chat.service.relocate(&channel(), &there).await.is_err() {
        failures += 1;
    }
    store.fail(0..0);
    let mut keys = BTreeMap::new();
    for table in [Table::Channel, Table::Game, Table::Event, Table::Outbox, Table::Index, Table::Deadline] {
        let rows = store.scan(table, KeyRange::all(), ScanOrder::Ascending, 1000).await.expect("memory");
        keys.insert(format!("{table:?}"), rows.into_iter().map(|(key, _)| key).collect::<Vec<_>>());
    }
    let said = waiting(&*store, &there).await.iter().map(|notice| format!("{notice:?}")).collect();
    says_in(&mut chat, &there, "Ada", "move Nf3").await;
    (keys, said, failures)
}

#[tokio::test]
async fn much_that_is_said_moves_in_steps_whichever_of_them_is_cut_short() {
    let (keys, said, _) = moved_over(0, false).await;
    assert_eq!(said.len(), 60 + 5 + 2, "{said:?}");
    let here = channel().0;
    for table in ["Event", "Outbox", "Deadline"] {
        let of_old = |key: &&Vec<u8>| {
            let key = String::from_utf8_lossy(key);
            key.contains(&here) && !key.contains(&new_channel().0)
        };
        assert_eq!(keys[table].iter().find(of_old), None, "{table}");
    }
    for is_written in [false, true] {
        let mut breaks_at = 1;
        loop {
            let (again, said_again, failures) = moved_over(breaks_at, is_written).await;
            assert_eq!(said_again, said, "{breaks_at}, written: {is_written}");
            assert_eq!(again, keys, "{breaks_at}, written: {is_written}");
            if failures == 0 {
                break;
            }
            breaks_at += 1;
        }
        assert!(breaks_at > 6, "{breaks_at}");
    }
}

#[tokio::test]
async fn a_channel_that_changes_meanwhile_is_looked_at_again_and_not_for_ever() {
    let table = [(0, true), (1, true), (3, true), (1_000, false)];
    for (times, moves) in table {
        let store = Overtaking::store(Table::Channel, KeyRange::all());
        let mut chat = Chat::with_store(&NAMES, 15, Arc::clone(&store) as Arc<dyn Store>);
        let there = new_channel();
        says(&mut chat, "Ada", "play Bob chess white").await;
        says(&mut chat, "Bob", "accept").await;
        store.overtake(times);
        let moved = chat.service.relocate(&channel(), &there).await;
        assert_eq!(moved.is_ok(), moves, "{times}: {moved:?}");
        let tried = times - store.overtake(0);
        assert!(tried == times || (2..100).contains(&tried), "{tried} of {times}");
        let place = if moves { &there } else { &channel() };
        assert!(chat.service.is_played_in(place).await.expect("a store"), "{times}");
    }
}
