//! Tests of the gateway: how the fake one speaks, and how the bot stays connected, resumes or
//! leaves. Not here: which shard gets which events (`sharding`), and the events of messages
//! (`hearing`).

use std::{io::Read as _, time::Duration};

use adoube_platform_discord::GatewayExit;
use flate2::{Decompress, FlushDecompress, read::ZlibDecoder};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

use crate::{
    fake::{Door, Fake, Fault, Place, State, TOKEN},
    support::{ADA, BOB, CHESS, World},
};

/// A connection to the gateway, as a program has it that knows nothing of the bot.
struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    stream: Option<Decompress>,
    /// How many payloads came compressed.
    compressed: u32,
}

#[derive(Debug, PartialEq)]
enum Heard {
    Payload(Value),
    Closed(u16),
}

impl Line {
    async fn open(fake: &Fake, query: &str) -> Self {
        Self::at(&fake.gateway_url(), query).await
    }

    /// Where sessions are gone on with.
    async fn resuming(fake: &Fake) -> Self {
        let mut line = Self::at(&fake.resuming_url(), "v=10").await;
        assert_eq!(line.payload().await["op"], 10);
        line
    }

    async fn at(url: &str, query: &str) -> Self {
        let url = format!("{url}/?{query}");
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("a gateway");
        let stream = query.contains("zlib-stream").then(|| Decompress::new(true));
        Self { socket, stream, compressed: 0 }
    }

    async fn say(&mut self, payload: &str) {
        self.socket.send(Message::text(payload)).await.expect("it is open");
    }

    async fn hear(&mut self) -> Heard {
        let text = match self.socket.next().await.expect("it is open").expect("a frame") {
            Message::Text(text) => text.to_string(),
            Message::Binary(bytes) => {
                self.compressed += 1;
                if let Some(stream) = &mut self.stream {
                    assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]), "it can be read up to here");
                    let mut out = Vec::with_capacity(64 * 1024);
                    stream.decompress_vec(&bytes, &mut out, FlushDecompress::Sync).expect("zlib");
                    String::from_utf8(out).expect("text")
                } else {
                    let mut text = String::new();
                    ZlibDecoder::new(&bytes[..]).read_to_string(&mut text).expect("zlib");
                    text
                }
            }
            Message::Close(frame) => return Heard::Closed(frame.expect("a code").code.into()),
            other => panic!("{other:?}"),
        };
        Heard::Payload(serde_json::from_str(&text).expect("JSON"))
    }

    async fn payload(&mut self) -> Value {
        match self.hear().await {
            Heard::Payload(value) => value,
            Heard::Closed(code) => panic!("closed with {code}"),
        }
    }
}

fn identify(more: &Value) -> Value {
    let mut data = json!({ "token": TOKEN, "intents": 1, "properties": {} });
    for (key, value) in more.as_object().expect("fields") {
        data[key] = value.clone();
    }
    json!({ "op": 2, "d": data })
}

#[tokio::test]
async fn whoever_says_something_wrong_is_left_with_the_right_code() {
    let world = World::without_bot().await;
    world.fake.change(|state| {
        state.least_shards = 2;
        state.application_flags = 1 << 19;
    });
    let two = json!([0, 2]);
    let resume = |seq: u64| json!({ "op": 6, "d": { "token": TOKEN, "session_id": "none", "seq": seq } });
    for (payload, heard) in [
        ("{".to_owned(), Heard::Closed(4002)),
        ("x".repeat(5000), Heard::Closed(4002)),
        (json!({ "op": 99 }).to_string(), Heard::Closed(4001)),
        (json!({ "op": 3, "d": {} }).to_string(), Heard::Closed(4003)),
        (identify(&json!({ "token": "another", "shard": two })).to_string(), Heard::Closed(4004)),
        (identify(&json!({ "shard": [2, 2] })).to_string(), Heard::Closed(4010)),
        (identify(&json!({})).to_string(), Heard::Closed(4011)),
        (identify(&json!({ "shard": two, "intents": 1 << 30 })).to_string(), Heard::Closed(4013)),
        (identify(&json!({ "shard": two, "intents": 1 << 1 })).to_string(), Heard::Closed(4014)),
        (identify(&json!({ "shard": two, "intents": 1 << 8 })).to_string(), Heard::Closed(4014)),
        (resume(1).to_string(), Heard::Payload(json!({ "op": 9, "d": false }))),
        (json!({ "op": 1, "d": null }).to_string(), Heard::Payload(json!({ "op": 11 }))),
    ] {
        let mut line = Line::open(&world.fake, "v=10&encoding=json").await;
        assert_eq!(line.payload().await["op"], 10);
        line.say(&payload).await;
        assert_eq!(line.hear().await, heard, "{payload}");
    }
    let mut line = Line::open(&world.fake, "v=9&encoding=json").await;
    assert_eq!(line.hear().await, Heard::Closed(4012));
    // The intent that is granted.
    let mut line = Line::open(&world.fake, "v=10&encoding=json").await;
    line.payload().await;
    line.say(&identify(&json!({ "shard": two, "intents": 1 << 15 })).to_string()).await;
    assert_eq!(line.payload().await["t"], "READY");
    line.say(&identify(&json!({ "shard": two })).to_string()).await;
    assert_eq!(line.hear().await, Heard::Closed(4005));
}

#[tokio::test]
async fn what_was_missed_comes_again_and_no_more() {
    let world = World::without_bot().await;
    let fake = &world.fake;
    let mut line = Line::open(fake, "v=10").await;
    line.payload().await;
    line.say(&identify(&json!({ "intents": 1 << 9 })).to_string()).await;
    let ready = line.payload().await;
    world.says(ADA, CHESS, "first");
    assert_eq!(line.payload().await["s"], 2);
    world.says(ADA, CHESS, "second");
    let resume = |seq: u64| {
        let session = &ready["d"]["session_id"];
        json!({ "op": 6, "d": { "token": TOKEN, "session_id": session, "seq": seq } }).to_string()
    };
    // It is one only where READY said.
    let mut elsewhere = Line::open(fake, "v=10").await;
    elsewhere.payload().await;
    elsewhere.say(&resume(2)).await;
    assert_eq!(elsewhere.payload().await, json!({ "op": 9, "d": false }));
    assert_eq!(ready["d"]["resume_gateway_url"], fake.resuming_url());
    let mut again = Line::resuming(fake).await;
    again.say(&resume(2)).await;
    let (missed, resumed) = (again.payload().await, again.payload().await);
    assert_eq!((&missed["t"], &missed["s"]), (&json!("MESSAGE_CREATE"), &json!(3)));
    assert_eq!((&resumed["t"], &resumed["s"]), (&json!("RESUMED"), &json!(4)));
    fake.ask_to_reconnect();
    assert_eq!(again.payload().await["op"], 7);
    fake.invalidate_sessions(true);
    assert_eq!(again.payload().await, json!({ "op": 9, "d": true }));
    // A number that was never given ends the session.
    let mut line = Line::resuming(fake).await;
    line.say(&resume(99)).await;
    assert_eq!(line.hear().await, Heard::Closed(4007));
    let mut line = Line::resuming(fake).await;
    line.say(&resume(4)).await;
    assert_eq!(line.payload().await, json!({ "op": 9, "d": false }));
}

#[tokio::test]
async fn payloads_are_compressed_as_asked() {
    let world = World::without_bot().await;
    for (query, compress, compressed) in
        [("v=10", false, 0), ("v=10", true, 1), ("v=10&compress=zlib-stream", false, 4)]
    {
        let mut line = Line::open(&world.fake, query).await;
        assert_eq!(line.payload().await["op"], 10);
        line.say(&identify(&json!({ "compress": compress })).to_string()).await;
        assert_eq!(line.payload().await["t"], "READY", "it is short");
        assert_eq!(line.payload().await["t"], "GUILD_CREATE", "it is long");
        line.say(r#"{"op":1,"d":2}"#).await;
        assert_eq!(line.payload().await["op"], 11);
        assert_eq!(line.compressed, compressed, "{query} {compress}");
    }
}

#[tokio::test]
async fn whoever_misses_heartbeats_is_left() {
    let world = World::without_bot().await;
    world.fake.change(|state| state.heartbeats = Some(Duration::from_millis(50)));
    let mut line = Line::open(&world.fake, "v=10").await;
    assert_eq!(line.payload().await["d"]["heartbeat_interval"], 50);
    line.say(&identify(&json!({ "intents": 0 })).to_string()).await;
    line.payload().await;
    assert_eq!(line.hear().await, Heard::Closed(4009));
    assert!(world.fake.state().sessions.is_empty());
}

#[tokio::test]
async fn a_connection_lost_twice_is_taken_up_twice_and_each_move_is_made_once() {
    let world = World::new().await;
    world.begin(CHESS).await;
    let resumed = async |times: u32| {
        world.fake.until("a RESUME", |state| (state.resumed == times).then_some(())).await;
    };
    world.fake.close_connections(4000);
    // It is made while nobody is connected.
    world.moves(ADA, CHESS, "e4");
    resumed(1).await;
    world.nth(CHESS, 3).await;
    world.fake.ask_to_reconnect();
    world.moves(BOB, CHESS, "e5");
    resumed(2).await;
    world.nth(CHESS, 4).await;
    let board = world.plays(ADA, CHESS, "Nf3").await;
    assert!(board.content.contains("2. Nf3"), "{}", board.content);
    assert_eq!(world.public(CHESS).len(), 5, "no move was made twice");
    assert_eq!(world.fake.state().identified, 1);
}

#[tokio::test]
async fn a_session_is_looked_for_where_it_is_while_nothing_can_be_reached() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.go_away();
    // Made while nobody can be reached for a while: what is told then is told when the session goes on.
    world.moves(ADA, CHESS, "e4");
    let front = |state: &State| state.turned_away.iter().filter(|door| **door == Door::Front).count();
    world.fake.until("a look where sessions begin, too", |state| (front(state) > 0).then_some(())).await;
    assert_eq!(world.fake.state().turned_away[..3], [Door::Resuming; 3]);
    world.fake.come_back();
    world.fake.until("a RESUME", |state| (state.resumed == 1).then_some(())).await;
    let board = world.nth(CHESS, 3).await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
    assert_eq!(world.fake.state().identified, 1);
}

/// How long the bot waits between attempts that fail, in seconds.
const PAUSES: [u64; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300];

/// Whether the bot waited so since then, whatever else it waited for meanwhile.
fn paused(world: &World, since: usize) -> bool {
    let waits = world.waits();
    let mut waits = waits[since..].iter();
    PAUSES.iter().all(|pause| waits.any(|wait| wait == pause))
}

#[tokio::test]
async fn the_longer_discord_is_out_of_reach_the_less_often_it_is_asked() {
    let mut world = World::without_bot().await;
    world.hurry(1000);
    // First it does not say where the gateway is, then that is gone.
    world.fake.change(|state| state.faults.add(Place::Gateway, Fault::Status(503), PAUSES.len()));
    world.start_bot().await;
    assert!(paused(&world, 0), "{:?}", world.waits());
    let begun = world.waits().len();
    world.fake.go_away();
    let attempts = |state: &State| (state.turned_away.len() > PAUSES.len()).then_some(());
    world.fake.until("attempts", attempts).await;
    assert!(paused(&world, begun), "{:?}", &world.waits()[begun..]);
    world.fake.come_back();
    world.fake.until("a RESUME", |state| (state.resumed == 1).then_some(())).await;
}

#[tokio::test]
async fn a_session_that_is_none_any_more_is_begun_anew() {
    let world = World::new().await;
    world.begin(CHESS).await;
    world.fake.invalidate_sessions(false);
    world.fake.until("an IDENTIFY", |state| (state.identified == 2).then_some(())).await;
    let board = world.plays(ADA, CHESS, "e4").await;
    assert!(board.content.contains("1. e4"), "{}", board.content);
}

#[tokio::test]
async fn what_cannot_get_better_ends_it_with_one_sentence() {
    for (code, left, word) in [
        (4004, GatewayExit::InvalidToken, "token"),
        (4013, GatewayExit::UnknownIntents, "intents"),
        (4012, GatewayExit::UnsupportedVersion, "version"),
        // Nothing was asked for that has to be granted.
        (4014, GatewayExit::UnknownIntents, "intents"),
    ] {
        let mut world = World::new().await;
        world.fake.close_connections(code);
        let told = world.left().await;
        assert_eq!(told, left);
        let told = told.to_string();
        assert!(told.contains(word) && !told.contains('\n'), "{code}: {told}");
        assert_eq!(world.fake.state().identified, 1, "{code}");
    }
}
