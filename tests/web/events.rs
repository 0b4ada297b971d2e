//! Tests of the events that pages send: each acts once, in order, within the limits, and refused
//! ones stay refused.

use std::sync::Arc;

use adoube_store::MemoryStore;
use adoube_testing::clock::TestClock;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::support::{Server, Socket, control, fresh_id, game, is_board};

#[tokio::test]
async fn what_is_said_reaches_everybody_with_who_said_it() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    let mut bert = server.person("Bert").await.enter().await;
    let id = anna.say("  <b>hello</b> \u{1F98A} ").await;
    let own = anna.entry(|entry| entry["kind"] == "said").await;
    assert_eq!(own["by"], json!({ "name": "Anna", "you": true }));
    assert_eq!(own["event"], id.as_str());
    let seen = bert.entry(|entry| entry["kind"] == "said").await;
    assert_eq!(seen["text"], "<b>hello</b> \u{1F98A}");
    assert_eq!(seen["by"], json!({ "name": "Anna", "you": false }));
    assert_eq!(seen["event"], Value::Null, "ids of events are their sender's own business");
    server.stop().await;
}

#[tokio::test]
async fn an_event_that_is_sent_again_acts_once() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    server.person("Bert").await;
    let ids = [fresh_id(), fresh_id(), fresh_id()];
    for _ in 0..3 {
        anna.say_as(&ids[0], "good day").await;
        anna.say_as(&ids[1], "/play Bert chess").await;
        anna.say_as(&ids[2], "/help").await;
    }
    anna.say("the end").await;
    let entries = anna.entries_until(|entry| entry["text"] == "the end").await;
    let count = |kind: &str| entries.iter().filter(|entry| entry["kind"] == kind).count();
    assert_eq!((count("said"), count("command"), count("private")), (2, 2, 1), "{entries:#?}");
    // The challenge comes through the outbox, at its own time.
    let mut notices = count("notice");
    let withdrawn = anna.say("/withdraw").await;
    while notices < 2 {
        notices += anna.entries_until(|entry| entry["kind"] == "notice").await.len().min(1);
    }
    assert_ne!(withdrawn, ids[1]);
    server.stop().await;
}

#[tokio::test]
async fn what_was_refused_stays_refused_when_it_is_sent_again() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = super::support::game(&server, "chess").await;
    let early = fresh_id();
    black.say_as(&early, "/move e5").await;
    black.entry(|entry| entry["kind"] == "private").await;
    white.say("/move e4").await;
    black.entry(is_board).await;
    // It would be legal by now, but it has had its answer.
    black.say_as(&early, "/move e5").await;
    black.say("/move c5").await;
    let boards = black.entries_until(is_board).await;
    assert!(boards.last().unwrap()["message"]["blocks"].to_string().contains("c5"), "{boards:#?}");
    server.stop().await;
}

#[tokio::test]
async fn a_challenge_nobody_answers_says_that_it_has_expired() {
    let clock = Arc::new(TestClock::undated());
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::clone(&clock) as _).await;
    let mut anna = server.person("Anna").await.enter().await;
    let mut bert = server.person("Bert").await.enter().await;
    anna.say("/play Bert chess").await;
    let challenge = bert.entry(|entry| entry["kind"] == "notice").await;
    clock.pass(7 * 24 * 60 * 60 * 1000);
    server.service.run_due_jobs().await.unwrap();
    let expired = bert.entry(|entry| entry["kind"] == "notice").await;
    assert!(expired["message"]["blocks"].to_string().contains("Anna's challenge has expired"), "{expired}");
    let of = |entry: &Value, key: &str| entry["message"][key].clone();
    // The page takes the buttons of one series away when the next of it comes.
    assert_ne!(of(&challenge, "series"), Value::Null, "{challenge}");
    assert_eq!(of(&challenge, "series"), of(&expired, "series"));
    assert_eq!(of(&expired, "rows").as_array().map_or(0, Vec::len), 0, "{expired}");
    server.stop().await;
}

#[tokio::test]
async fn the_same_id_of_two_people_is_two_events() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    let mut bert = server.person("Bert").await.enter().await;
    let id = fresh_id();
    anna.say_as(&id, "from Anna").await;
    anna.answered("done", &id).await;
    bert.say_as(&id, "from Bert").await;
    let entries = anna.entries_until(|entry| entry["text"] == "from Bert").await;
    assert_eq!(entries.last().unwrap()["by"]["name"], "Bert");
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_too_fast_gets_the_words_back() {
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::new(TestClock::stopped())).await;
    let mut anna = server.person("Anna").await.enter().await;
    let mut answers = Vec::new();
    for _ in 0..30 {
        anna.say("quick").await;
    }
    while answers.len() < 30 {
        let message = anna.next().await.unwrap();
        match message["type"].as_str() {
            Some("done") => answers.push(None),
            Some("refused") => answers.push(Some(message)),
            _ => {}
        }
    }
    let refused: Vec<&Value> = answers.iter().flatten().collect();
    assert!((1..30).contains(&refused.len()), "{}", refused.len());
    assert!(
        answers.iter().rev().take(refused.len()).all(Option::is_some),
        "first the burst, then nothing more"
    );
    assert!(refused.iter().all(|answer| answer["reason"] == "too-fast" && answer["text"] == "quick"));
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_event_is_refused_or_ends_the_socket() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut socket = anna.enter().await;
    socket.say(&"x".repeat(2001)).await;
    assert_eq!(socket.until("refused").await["reason"], "too-long");
    socket.say_as("short", "hello").await;
    assert_eq!(socket.until("refused").await["reason"], "internal");
    socket.send(&json!({ "type": "say", "id": fresh_id(), "channel": "nowhere", "text": "hello" })).await;
    assert_eq!(socket.until("refused").await["reason"], "unknown-channel");
    socket.send(&json!({ "type": "watch", "channel": "nowhere", "seen": null })).await;
    assert_eq!(socket.until("channels").await["names"], json!(["lobby"]));
    // The page is told that it is not understood, and how.
    let text = |text: &str| Message::text(text.to_owned());
    for (nonsense, code) in [
        (text(""), 1008),
        (text("{}"), 1008),
        (text("["), 1008),
        (text(r#"{"type":"say"}"#), 1008),
        (text(r#"{"type":"watch","channel":"lobby","seen":-1}"#), 1008),
        (Message::binary(vec![1, 2, 3]), 1003),
    ] {
        let mut socket = anna.enter().await;
        socket.stream.send(nonsense.clone()).await.unwrap();
        let frame = socket.closed().await.unwrap_or_else(|| panic!("{nonsense:?}: hung up"));
        assert_eq!((u16::from(frame.code), frame.reason.as_str()), (code, "not-understood"), "{nonsense:?}");
    }
    server.stop().await;
}

/// What is refused until the server closes.
async fn refused_until_closed(socket: &mut Socket) -> Vec<Value> {
    let mut refused = Vec::new();
    while let Ok(message) = socket.next().await {
        if message["type"] == "refused" {
            refused.push(message);
            break;
        }
    }
    refused
}

#[tokio::test]
async fn no_message_is_larger_than_the_longest_text() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut socket = anna.enter().await;
    let escaped = "\\ud83e\\udd8a".repeat(2000);
    let id = fresh_id();
    let longest = format!(r#"{{"type":"say","id":"{id}","channel":"lobby","text":"{escaped}"}}"#);
    socket.send_text(&longest).await;
    // Two thousand characters, in whatever form.
    socket.answered("done", &id).await;
    // What would be refused as too long is not even read.
    for length in [40_000, 1_000_000] {
        let mut socket = anna.enter().await;
        socket.say(&"x".repeat(length)).await;
        assert_eq!(refused_until_closed(&mut socket).await, Vec::<Value>::new(), "{length}");
    }
    server.stop().await;
}

#[tokio::test]
async fn no_control_is_longer_than_those_that_are_given_out() {
    let server = Server::start().await;
    let mut socket = server.person("Anna").await.enter().await;
    socket.say("hello").await;
    let message = socket.entry(|entry| entry["text"] == "hello").await["seq"].clone();
    let (longest, too_long) = ("\u{1F98A}".repeat(100), "\u{1F98A}".repeat(101));
    for (component, value, kind) in [
        (&longest, None, "done"),
        (&longest, Some(&longest), "done"),
        (&too_long, None, "refused"),
        (&longest, Some(&too_long), "refused"),
    ] {
        let value = value.map(String::as_str);
        let pressed = socket.press(&message, component, value).await;
        let told_of_press = socket.answered(kind, &pressed).await;
        let acted = fresh_id();
        let act =
            json!({ "type": "act", "id": acted, "channel": "lobby", "component": component, "value": value });
        socket.send(&act).await;
        for told in [told_of_press, socket.answered(kind, &acted).await] {
            assert!(kind == "done" || told["reason"] == "too-long", "{told}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn suggestions_answer_the_question_they_belong_to() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    server.person("Bertram").await;
    anna.send(&json!({ "type": "suggest", "number": 7, "channel": "lobby", "line": "play Ber" })).await;
    let answer = anna.until("suggestions").await;
    assert_eq!(answer["number"], 7);
    let lines = answer["suggestions"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["line"].as_str().unwrap().contains("Bertram")), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn whoever_comes_goes_or_is_renamed_is_shown() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.socket().await;
    anna.watch(None).await;
    let bert = server.person("Bert").await;
    let socket = bert.enter().await;
    let mut expected = vec![vec!["Anna", "Bert"], vec!["Anna", "Zoë"], vec!["Anna"]].into_iter();
    let mut wanted = expected.next();
    let mut socket = Some(socket);
    let mut names = Vec::new();
    while let Some(people) = &wanted {
        let message = anna.next().await.unwrap();
        list(&mut names, &message);
        if names == *people {
            wanted = expected.next();
            match expected.len() {
                1 => bert.call("Zoë").await,
                _ => drop(socket.take()),
            }
        }
    }
    server.stop().await;
}

/// Keeps the list of people as the page does.
pub fn list(names: &mut Vec<String>, message: &Value) {
    let name = |person: &Value| person["name"].as_str().unwrap().to_owned();
    match message["type"].as_str() {
        Some("people") => *names = message["people"].as_array().unwrap().iter().map(name).collect(),
        Some("people_changed") => {
            names.retain(|name| message["went"].as_array().unwrap().iter().all(|went| went != name));
            for person in message["came"].as_array().unwrap() {
                names.insert(person["at"].as_u64().unwrap() as usize, name(person));
            }
        }
        _ => {}
    }
}

#[tokio::test]
async fn an_answer_in_place_of_a_private_message_takes_its_place() {
    let server = Server::start().await;
    let [(browser, mut white), _] = super::support::game(&server, "chess").await;
    white.say("/resign").await;
    let question = white.entry(|entry| entry["kind"] == "private").await;
    let no = question["message"]["rows"][0]["buttons"].as_array().unwrap().last().unwrap()["label"].clone();
    white.press(&question["seq"], &control(&question, no.as_str().unwrap()), None).await;
    let settled = white.entry(|entry| entry["kind"] == "private").await;
    assert_eq!(settled["replaces"], question["seq"]);
    let mut reloaded = browser.socket().await;
    reloaded.watch(None).await;
    let page = reloaded.until("entries").await;
    let seqs: Vec<&Value> = page["entries"].as_array().unwrap().iter().map(|entry| &entry["seq"]).collect();
    assert!(seqs.contains(&&settled["seq"]) && !seqs.contains(&&question["seq"]), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn a_self_test_tries_the_store_and_the_drawing_and_is_private() {
    let server = Server::start().await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    white.say("/help check").await;
    let answer = white.entry(|entry| entry["kind"] == "private").await;
    let words = answer["message"]["blocks"].to_string();
    for said in ["Everything works here.", "OK: Games are saved", "OK: All messages", "OK: Pictures work."] {
        assert!(words.contains(said), "{said}: {words}");
    }
    white.done("everybody hears this").await;
    let heard = black.entries_until(|entry| entry["text"] == "everybody hears this").await;
    assert!(!format!("{heard:?}").contains("Boards can be drawn"), "{heard:#?}");
    server.stop().await;
}
