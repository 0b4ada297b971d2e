//! Tests of the account's rate limit: while the homeserver takes nothing, everything waits and is
//! sent later; while it limits the rate, the bot does not exceed it, people who wait for a room are
//! told, and all get their messages. Not here: which answers mean what (`adoube-matrix-client`).

use std::{sync::Arc, time::Duration};

use adoube_bot::{Clock, Timer};
use adoube_matrix_client::{AccountBlock, MatrixError, MatrixEvent, RoomId};
use adoube_platform_matrix::MatrixSettings;
use adoube_testing::TEST_TIMEOUT;

use crate::{
    server::{Server, user},
    world::{ROOM, World, words},
};

/// So many times faster than ours time passes.
const FASTER: u32 = 30;

async fn until_it_stands(world: &World, stands: bool) {
    let mut stands_still = world.stands_still.clone().expect("it was started");
    let known = tokio::time::timeout(TEST_TIMEOUT, stands_still.wait_for(|now| *now == stands)).await;
    known.expect("whoever watches over the program is told").expect("it runs");
}

async fn nothing_is_lost(cause: AccountBlock, told: &str) {
    let mut world = World::limited(FASTER);
    world.say("Ada", ROOM, "!chess play @bob:x chess white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    let before = world.server.state().attempts;
    world.server.state().standstill = Some(cause);
    world.server.say("Ada", ROOM, "e4");
    world.server.until(|server| server.state().attempts > before).await;
    until_it_stands(&world, true).await;
    world.server.say("Bob", ROOM, "e5");
    world.server.say("Eve", ROOM, "!chess help check");
    let other = RoomId("!other:x".to_owned());
    world.server.happen(MatrixEvent::Invited {
        room: other.clone(),
        by: user("Ada"),
        direct: false,
        space: false,
    });
    // It is tried again and again.
    world.server.until(|server| server.state().attempts > before + 2).await;
    let said = world.server.state().sent.len();
    assert!(!world.server.state().rooms.contains_key(&other));
    world.server.state().standstill = None;
    let heard = words(&world.heard().await);
    assert!(said < world.server.state().sent.len());
    for each in ["1. e4:", "1… e5:", told] {
        assert_eq!(heard.matches(each).count(), 1, "{cause:?}: {each} in {heard}");
    }
    until_it_stands(&world, false).await;
    world.server.until(|server| server.state().sent.iter().any(|sent| sent.room == other.0)).await;
}

#[tokio::test]
async fn whatever_the_server_has_against_the_account_nothing_is_lost() {
    for (cause, told) in [
        (AccountBlock::Suspended, "have suspended my account"),
        (AccountBlock::Locked, "have locked my account"),
        (AccountBlock::NoConsent, "wants its terms"),
        (AccountBlock::Exhausted, "a limit of its own"),
        (AccountBlock::Intercepted, "a proxy or a firewall"),
    ] {
        nothing_is_lost(cause, told).await;
    }
}

#[tokio::test]
async fn while_nothing_is_taken_one_thing_at_a_time_is_tried_ever_more_seldom() {
    let world = World::limited(FASTER);
    world.server.state().standstill = Some(AccountBlock::Suspended);
    let timer = world.clock.timer();
    let began = timer.now();
    for room in 0..8 {
        let room = format!("!room{room}:x");
        world.server.room(&room, &["Ada", "Bob"], false);
        world.server.say("Ada", &room, "!chess");
    }
    // At once, and after 1, 2, 4 and 8 seconds.
    world.server.until(|server| server.state().attempts == 5).await;
    let lasted = timer.now().saturating_sub(began);
    assert!(lasted > Duration::from_millis(14_900), "{lasted:?}");
    world.server.state().standstill = None;
    world.settled().await;
    assert_eq!(world.server.state().sent.len(), 8);
}

#[tokio::test]
async fn what_the_server_wishes_in_one_room_holds_for_all_of_them() {
    let world = World::limited(FASTER);
    let wish = Duration::from_secs(75);
    let busy = MatrixError::Transient { reason: "429".to_owned(), after: Some(wish) };
    world.server.state().failures.push_back(busy);
    let timer = world.clock.timer();
    let began = timer.now();
    world.server.say("Ada", ROOM, "!chess");
    world.server.until(|server| server.state().attempts == 1).await;
    world.server.room("!other:x", &["Ada", "Bob"], false);
    world.server.say("Ada", "!other:x", "!chess");
    world.server.until(|server| server.state().attempts == 2).await;
    assert!(timer.now().saturating_sub(began) >= wish, "the whole of it is waited for");
    world.settled().await;
    assert_eq!(world.server.state().attempts, 3);
}

#[tokio::test]
async fn rooms_are_entered_as_fast_as_the_server_takes_it() {
    let world = World::limited(FASTER);
    let rooms: Vec<RoomId> = (0..14).map(|number| RoomId(format!("!new{number}:x"))).collect();
    for (number, room) in rooms.iter().enumerate() {
        let by = user(&format!("Somebody{number}"));
        world.server.happen(MatrixEvent::Invited { room: room.clone(), by, direct: false, space: false });
    }
    let is_in = |server: &Server| rooms.iter().all(|room| server.state().rooms.contains_key(room));
    world.server.until(is_in).await;
    let state = world.server.state();
    assert_eq!(state.limits.as_ref().map(|limits| limits.impatient), Some(0));
}

/// What somebody waited for, how long, and how many messages the server took meanwhile.
struct Wait {
    who: String,
    what: &'static str,
    lasted: Duration,
    taken: usize,
}

/// Places in which something is said: ten rooms, and one for each of the twelve who play Schachen.
const PLACES: usize = 22;
/// What a place may still have to send before the words somebody waits for: the picture of what was said there before, and a word
/// that something was done elsewhere.
const BEFORE: usize = 2;
/// How long the server wants there to be between two messages, and between two new rooms, after ten.
const MESSAGE: Duration = Duration::from_secs(5);
const ROOM_OF_ONES_OWN: Duration = Duration::from_millis(62_500);

/// The longest that anybody waits for words, as messages the server takes meanwhile. Each place asks for one message at a time, and
/// all have their turn one after the other, so that between two messages of a place each of the others sends at most one. Of the
/// twelve rooms of their own two come later than the ten that are made at once, and each is made in its place's turn.
fn most(what: &str) -> usize {
    let words = (BEFORE + 1) * PLACES;
    let rooms = (2 * ROOM_OF_ONES_OWN).as_secs().div_ceil(MESSAGE.as_secs());
    let waits_for_room = usize::try_from(rooms).expect("a few") + PLACES;
    if what == "a room of their own" { words + waits_for_room } else { words }
}

/// Somebody who plays, on a clock that runs fast.
struct Player {
    server: Arc<Server>,
    timer: Arc<dyn Timer>,
    name: String,
    waits: Vec<Wait>,
}

impl Player {
    fn new(world: &World, name: String) -> Self {
        Self { server: Arc::clone(&world.server), timer: world.clock.timer(), name, waits: Vec::new() }
    }

    fn direct(&self) -> String {
        format!("!direct-{}:x", self.name.to_lowercase())
    }

    /// Says something, and waits until one more message with these words is there.
    async fn says(&mut self, place: &str, text: &str, (there, words): (&str, &str), what: &'static str) {
        let count = |server: &Server| {
            let is_it =
                |sent: &&crate::server::Sent| sent.room == there && sent.message.plain.contains(words);
            server.state().sent.iter().filter(is_it).count()
        };
        let taken = |server: &Server| server.state().limits.as_ref().expect("limits").taken;
        let (before, began, taken_before) = (count(&self.server), self.timer.now(), taken(&self.server));
        self.server.say(&self.name, place, text);
        let answered = async {
            while count(&self.server) == before {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let in_time = tokio::time::timeout(4 * TEST_TIMEOUT, answered).await;
        assert!(in_time.is_ok(), "{} waits for {words:?} in {there}", self.name);
        self.waits.push(Wait {
            who: self.name.clone(),
            what,
            lasted: self.timer.now().saturating_sub(began),
            taken: taken(&self.server) - taken_before,
        });
    }
}

/// Six half-turns, each said in two steps where nobody else reads it.
const PAWNS: [[&str; 2]; 3] = [["m2m3", "m5m4"], ["n2n3", "n5n4"], ["o2o3", "o5o4"]];

async fn schachen(room: String, mut white: Player, mut black: Player) -> Vec<Wait> {
    let challenge = format!("!chess play @{}:x schachen white", black.name.to_lowercase());
    white.says(&room, &challenge, (&room, "challenges"), "a challenge").await;
    black.says(&room, "!chess accept", (&room, "The game begins"), "the beginning").await;
    let (one, other) = (white.direct(), black.direct());
    tokio::join!(
        white.says(&room, "!chess hand", (&one, "Your cards"), "a room of their own"),
        black.says(&room, "!chess hand", (&other, "Your cards"), "a room of their own"),
    );
    for turn in PAWNS {
        for (player, pawn) in [&mut white, &mut black].into_iter().zip(turn) {
            let direct = player.direct();
            player.says(&direct, pawn, (&direct, "Your move"), "a question about their turn").await;
            player.says(&direct, "pass", (&room, &format!("{} played", player.name)), "a turn").await;
        }
    }
    white.waits.into_iter().chain(black.waits).collect()
}

async fn chess(room: String, mut white: Player, mut black: Player) -> Vec<Wait> {
    let challenge = format!("!chess play @{}:x chess white", black.name.to_lowercase());
    white.says(&room, &challenge, (&room, "challenges"), "a challenge").await;
    black.says(&room, "!chess accept", (&room, "The game begins"), "the beginning").await;
    for turn in [["e4", "e5"], ["Nf3", "Nc6"], ["Bc4", "Bc5"]] {
        for (player, san) in [&mut white, &mut black].into_iter().zip(turn) {
            player.says(&room, san, (&room, &format!("{} played", player.name)), "a move").await;
        }
    }
    white.waits.into_iter().chain(black.waits).collect()
}

/// The longest and the middle one, in seconds.
fn shown(waits: &[&Wait]) -> String {
    let mut lasted: Vec<u64> = waits.iter().map(|wait| wait.lasted.as_secs()).collect();
    lasted.sort_unstable();
    format!("{} s, at most {} s, {} times", lasted[lasted.len() / 2], lasted[lasted.len() - 1], lasted.len())
}

#[tokio::test]
async fn ten_rooms_go_on_at_the_limits_nobody_has_changed() {
    let world = World::limited(FASTER);
    let mut games = Vec::new();
    for number in 0..10 {
        let room = format!("!game{number}:x");
        let names = [format!("White{number}"), format!("Black{number}")];
        world.server.room(&room, &[&names[0], &names[1]], false);
        let [white, black] = names.map(|name| Player::new(&world, name));
        let play = async move {
            if number < 6 { schachen(room, white, black).await } else { chess(room, white, black).await }
        };
        games.push(tokio::spawn(play));
    }
    let mut waits = Vec::new();
    for game in games {
        waits.extend(game.await.expect("it goes on"));
    }
    world.settled().await;
    for what in [
        "a challenge",
        "the beginning",
        "a room of their own",
        "a question about their turn",
        "a turn",
        "a move",
    ] {
        let all: Vec<&Wait> = waits.iter().filter(|wait| wait.what == what).collect();
        println!("for {what}: {}", shown(&all));
        // How long that is follows from the limits, whatever else this machine does.
        let longest = all.iter().map(|wait| wait.taken).max().expect("somebody waited");
        let seconds = (MESSAGE * u32::try_from(longest).expect("a few")).as_secs();
        println!("  at most {longest} messages, {seconds} s; allowed are {}", most(what));
        assert!(longest <= most(what), "{what}: {longest}");
    }
    let mut names: Vec<&str> = waits.iter().map(|wait| wait.who.as_str()).collect();
    names.dedup();
    for name in names {
        println!("{name}: {}", shown(&waits.iter().filter(|wait| wait.who == name).collect::<Vec<_>>()));
    }
    let state = world.server.state();
    let limits = state.limits.as_ref().expect("limits");
    println!("{} messages, {} refused", state.sent.len(), limits.refused);
    assert_eq!(limits.impatient, 0, "what the server wishes is heeded");
}

#[tokio::test]
async fn whoever_waits_for_a_room_of_their_own_is_told_where_they_asked() {
    let settings = MatrixSettings { messages_per_minute: 0, ..MatrixSettings::default() };
    let mut world = World::fast(10, settings);
    let mut people = Vec::new();
    for number in 0..6 {
        let room = format!("!game{number}:x");
        let names = [format!("White{number}"), format!("Black{number}")];
        world.server.room(&room, &[&names[0], &names[1]], false);
        world.say(&names[0], &room, &format!("!chess play @black{number}:x schachen white")).await;
        world.say(&names[1], &room, "!chess accept").await;
        people.extend(names.map(|name| (name, room.clone())));
    }
    for (name, room) in &people {
        world.server.say(name, room, "!chess hand");
    }
    let heard = world.heard().await;
    let hands = heard.iter().filter(|sent| sent.message.plain.contains("Your cards"));
    assert_eq!(hands.count(), 12);
    // Ten rooms are made at once.
    let told = heard.iter().filter(|sent| sent.message.plain.contains("a room for the two of us"));
    let mut told: Vec<&str> = told
        .map(|sent| {
            assert!(sent.room.starts_with("!game") && sent.message.reply_to.is_some(), "{sent:?}");
            sent.message.plain.split_once("wait before you: ").expect("who waits").1
        })
        .collect();
    told.sort_unstable();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("0.") && told[1].starts_with("1."), "{told:?}");
}

#[tokio::test]
async fn limits_are_named_where_the_server_has_told_of_some_and_nowhere_else() {
    let failure = |after: Option<u64>| MatrixError::Transient {
        reason: "no room".to_owned(),
        after: after.map(Duration::from_secs),
    };
    for (after, told, not_told) in [
        (None, "does not work just now", "only so many rooms"),
        (Some(75), "only so many rooms", "does not work just now"),
    ] {
        let settings =
            MatrixSettings { messages_per_minute: 0, rooms_per_hour: 0, ..MatrixSettings::default() };
        let mut world = World::fast(FASTER, settings);
        world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
        world.say("Bob", ROOM, "!chess accept").await;
        world.server.state().makes_no_rooms = Some(failure(after));
        let before = world.server.state().sent.len();
        world.server.say("Ada", ROOM, "!chess hand");
        world.server.until(|server| server.state().sent.len() > before).await;
        world.server.state().makes_no_rooms = None;
        let heard = words(&world.heard().await);
        assert!(heard.contains(told) && !heard.contains(not_told), "{after:?}: {heard}");
        assert!(heard.contains("Your cards"), "{heard}");
    }
}

#[tokio::test]
async fn nobody_is_told_of_trouble_that_passes_at_once() {
    let mut world = World::new();
    world.say("Ada", ROOM, "!chess play @bob:x schachen white").await;
    world.say("Bob", ROOM, "!chess accept").await;
    world.server.state().makes_no_rooms =
        Some(MatrixError::Transient { reason: "502".to_owned(), after: None });
    world.server.say("Ada", ROOM, "!chess hand");
    world.server.until(|server| server.state().rooms_refused > 0).await;
    world.server.state().makes_no_rooms = None;
    let heard = words(&world.heard().await);
    assert!(heard.contains("Your cards") && !heard.contains("a room for the two of us"), "{heard}");
}
