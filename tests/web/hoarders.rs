//! Tests of people who make as many channels and rooms as they can: a person with none still gets
//! one, unused ones of people with many are removed, and those in use stay. Not here: the order in
//! which they go (unit tests of `shares`).

use std::{net::Ipv4Addr, sync::Arc};

use adoube_bot::ChannelId;
use adoube_store::MemoryStore;
use adoube_testing::clock::TestClock;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Browser, Server, Socket, control, fresh_id, is_board};

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
/// Time for the next request of an address.
const PAUSE: u64 = 50;

struct World {
    server: Server,
    clock: Arc<TestClock>,
}

impl World {
    async fn start() -> Self {
        let clock = Arc::new(TestClock::stopped());
        let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _).await;
        Self { server, clock }
    }

    /// A browser at an address with a person on each of so many seats.
    async fn browser(&self, from: Ipv4Addr, name: &str, seats: u8) -> Vec<Browser> {
        let mut browser = self.server.browser();
        browser.from = from;
        browser.open_session().await;
        let mut people = Vec::new();
        for seat in 1..=seats {
            let tab = browser.tab(seat);
            self.clock.pass(10 * PAUSE);
            tab.call(&format!("{name}{seat}")).await;
            people.push(tab);
        }
        people
    }

    async fn person(&self, from: Ipv4Addr, name: &str) -> Browser {
        self.browser(from, name, 1).await.remove(0)
    }

    async fn make(&self, browser: &Browser, name: &str, is_private: bool) -> Answer {
        self.clock.pass(PAUSE);
        let wish = json!({ "seat": browser.seat, "name": name, "private": is_private });
        browser.post("/channels", &wish).await
    }

    async fn start_by_link(&self, browser: &Browser) -> Answer {
        self.clock.pass(PAUSE);
        let wish = json!({
            "seat": browser.seat, "id": fresh_id(), "channel": "lobby", "by_link": true,
            "values": { "variant": "chess" },
        });
        browser.post("/start", &wish).await
    }

    fn plays_in(&self, name: &str) -> impl Future<Output = bool> {
        let (service, channel) = (self.server.service.clone(), ChannelId(format!("web:{name}")));
        async move { service.is_played_in(&channel).await.unwrap() }
    }
}

async fn go(socket: &mut Socket, channel: &str) {
    channel.clone_into(&mut socket.channel);
    socket.watch(None).await;
    while socket.until("entries").await["channel"] != channel {}
}

/// White and Black agree on a game where they are.
async fn play(white: &mut Socket, black: &mut Socket, opponent: &str) {
    white.done(&format!("/play {opponent} chess white")).await;
    let challenge = black.entry(|entry| entry["message"]["rows"].to_string().contains("\"Accept\"")).await;
    black.press(&challenge["seq"], &control(&challenge, "Accept"), None).await;
}

async fn names(browser: &Browser) -> Vec<String> {
    let mut socket = browser.socket().await;
    socket.watch(None).await;
    let channels = socket.until("channels").await;
    serde_json::from_value(channels["names"].clone()).unwrap()
}

/// Begins a game against the computer; the name of its room.
async fn play_computer(socket: &mut Socket) -> String {
    let id = socket.say("/play computer 1 chess white").await;
    let done = socket.answered("done", &id).await;
    done["room"].as_str().unwrap_or_else(|| panic!("no room: {done}")).to_owned()
}

/// The room in which a game is opened beside another one.
async fn room(socket: &mut Socket) -> Value {
    socket.entry(|entry| entry["message"]["room"].is_object()).await["message"]["room"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomers_find_room_among_hoarders() {
    let world = World::start().await;
    let mut hoarders = Vec::new();
    for address in 1..=9 {
        hoarders.extend(world.browser(Ipv4Addr::new(127, 0, 1, address), &format!("h{address}-"), 8).await);
    }
    let (mut channels, mut private, mut by_link) = (0, 0, 0);
    for (number, hoarder) in hoarders.iter().enumerate() {
        while world.make(hoarder, &format!("o{number}-{channels}"), false).await.status == StatusCode::OK {
            channels += 1;
        }
        while world.make(hoarder, &format!("p{number}-{private}"), true).await.status == StatusCode::OK {
            private += 1;
        }
        while world.start_by_link(hoarder).await.status == StatusCode::OK {
            by_link += 1;
        }
    }
    // The usual number, and one of each of those who had none then.
    assert!(channels >= 64 && private >= 128 && by_link >= 256, "{channels} {private} {by_link}");
    let (mut white, mut black) = (hoarders[0].enter().await, hoarders[1].enter().await);
    play(&mut white, &mut black, "h1-2").await;
    white.entry(is_board).await;

    for number in 1..=6 {
        let newcomer = world.person(Ipv4Addr::new(127, 0, 2, number), &format!("z{number}-")).await;
        let made = [
            world.make(&newcomer, &format!("z{number}"), false).await,
            world.make(&newcomer, &format!("z{number}-own"), true).await,
            world.start_by_link(&newcomer).await,
        ];
        for answer in made {
            assert_eq!(answer.status, StatusCode::OK, "{number}: {}", answer.text());
        }
        // Somebody else plays the computer beside the game in the lobby.
        let player = world.person(Ipv4Addr::new(127, 0, 3, number), &format!("y{number}-")).await;
        let mut socket = player.enter().await;
        let room = play_computer(&mut socket).await;
        go(&mut socket, &room).await;
        socket.done("e4").await;
    }
    // And two people play each other.
    let (anna, bert) = (
        world.person(Ipv4Addr::new(127, 0, 4, 1), "Anna").await,
        world.person(Ipv4Addr::new(127, 0, 4, 2), "Bert").await,
    );
    let (mut white, mut black) = (anna.enter().await, bert.enter().await);
    play(&mut white, &mut black, "Bert1").await;
    room(&mut white).await;
    drop((white, black));
    world.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_channels_of_people_with_many_make_way_and_those_in_use_stay() {
    let world = World::start().await;
    let at = |last: u8| Ipv4Addr::new(127, 0, 0, last);
    let mut makers = Vec::new();
    for name in ["Anna", "Bert", "Carl", "Dora"] {
        let maker = world.person(at(1), name).await;
        for number in 0..4 {
            let made = world.make(&maker, &format!("{}{number}", name.to_lowercase()), false).await;
            assert_eq!(made.status, StatusCode::OK, "{}", made.text());
        }
        makers.push(maker);
    }
    let newcomer = async |name: &str| {
        let browser = world.person(at(1), name).await;
        let answer = world.make(&browser, &name.to_lowercase(), false).await;
        (answer.status, answer.json()["reason"].clone())
    };
    let is_made = (StatusCode::OK, Value::Null);
    let refused = (StatusCode::CONFLICT, json!("channel-limit"));
    assert_eq!(newcomer("Early").await, refused, "all of their network are fresh");
    // Somebody is in anna0, something was said in anna1, and people play in anna2.
    let watcher = world.person(at(9), "Watcher").await;
    let (mut anna, mut bert) = (makers[0].enter().await, makers[1].enter().await);
    go(&mut anna, "anna1").await;
    anna.done("Good evening").await;
    go(&mut anna, "anna2").await;
    go(&mut bert, "anna2").await;
    play(&mut anna, &mut bert, "Bert1").await;
    anna.entry(is_board).await;
    go(&mut anna, "lobby").await;
    go(&mut bert, "lobby").await;

    let going = [
        (3 * MINUTE, "Emil", "anna3"),
        // Of those who have most now.
        (0, "Fred", "bert0"),
        (0, "Gina", "carl0"),
        (0, "Hugo", "dora0"),
        // All have the same; a while after it was said, what was said there counts no more.
        (31 * MINUTE, "Ida", "anna1"),
        (0, "Jana", "bert1"),
    ];
    let mut expected = names(&watcher).await;
    for (time, name, gone) in going {
        world.clock.pass(time);
        // Sockets that are silent for long are closed.
        let mut present = watcher.enter().await;
        go(&mut present, "anna0").await;
        assert_eq!(newcomer(name).await, is_made, "{name}");
        expected.retain(|channel| channel != gone);
        expected.push(name.to_lowercase());
        let mut found = names(&watcher).await;
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{name} in place of {gone}");
    }
    assert!(world.plays_in("anna2").await);
    // Those who have one get no other in place of others.
    let another = world.make(&makers[3], "dora9", false).await;
    assert_eq!(another.json()["reason"], "channel-own-limit");
    drop((anna, bert));
    world.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_computer_makes_way_when_nobody_has_moved_for_a_day() {
    let world = World::start().await;
    let at = Ipv4Addr::LOCALHOST;
    let hoarders = world.browser(at, "h", 8).await;
    let mut socket = hoarders[0].enter().await;
    let solo = play_computer(&mut socket).await;
    let mut rooms = 1;
    for hoarder in &hoarders {
        while world.start_by_link(hoarder).await.status == StatusCode::OK {
            rooms += 1;
        }
    }
    assert_eq!(rooms, 64);
    let newcomer = async |name: String| {
        let browser = world.person(at, &name).await;
        world.start_by_link(&browser).await.status
    };
    assert_eq!(newcomer("early".to_owned()).await, StatusCode::CONFLICT);
    world.clock.pass(31 * MINUTE);
    assert_eq!(newcomer("late".to_owned()).await, StatusCode::OK);
    assert!(world.plays_in(&solo).await, "another room makes way, although this one is older");
    world.clock.pass(25 * HOUR);
    // First of those who have more rooms.
    for number in 2..=8 {
        assert_eq!(newcomer(format!("n{number}-")).await, StatusCode::OK);
        assert!(world.plays_in(&solo).await, "{number}");
    }
    assert_eq!(newcomer("last".to_owned()).await, StatusCode::OK);
    assert!(!world.plays_in(&solo).await);
    drop(socket);
    world.server.stop().await;
}
