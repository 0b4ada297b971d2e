//! Tests of the chat door beside a game: order of answers, asynchronous requests, time, picture
//! files, repeated events, postponed deliveries, the self-test, completions.

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::program::Program;

const HERE: &str = "test:here";

fn as_usual() -> Value {
    json!({})
}

/// Ada and Bob play chess.
fn playing(program: &mut Program) {
    let people = json!([{"id": "test:ada", "name": "Ada"}, {"id": "test:bob", "name": "Bob"}]);
    assert_eq!(program.ask(json!({"do": "people", "channel": HERE, "all": people}))["known"], 2);
    program.event(HERE, "Ada", &json!({"command": "play bob chess white"}), &as_usual());
    let challenge = program.take("test", &as_usual()).remove(0);
    let accept = challenge["message"]["choices"][0]["press"].clone();
    assert_eq!(challenge["message"]["lines"][0], "1 Accept");
    program.event(HERE, "Bob", &json!({"press": accept}), &as_usual());
    assert_eq!(program.take("test", &as_usual()).len(), 1);
}

#[test]
fn an_event_acts_once_however_often_it_is_told() {
    let mut program = Program::start(&[]);
    playing(&mut program);
    let e4 = json!({
        "do": "event", "event": "the move", "channel": HERE, "person": {"id": "test:ada", "name": "Ada"}, "said": "e4",
    });
    let first = program.ask(e4.clone());
    assert_eq!((&first["reply"], &first["seated"]), (&"posted".into(), &true.into()));
    assert_eq!(program.ask(e4), first);
    assert_eq!(program.take("test", &as_usual()).len(), 1);
    program.end();
}

#[test]
fn an_id_that_is_used_twice_shows_nobody_the_cards_of_another() {
    let mut program = Program::start(&[]);
    let people = json!([{"id": "test:ada", "name": "Ada"}, {"id": "test:bob", "name": "Bob"}]);
    program.ask(json!({"do": "people", "channel": HERE, "all": people}));
    program.event(HERE, "Ada", &json!({"command": "play bob schachen white"}), &as_usual());
    let accept = program.take("test", &as_usual())[0]["message"]["choices"][0]["press"].clone();
    program.event(HERE, "Bob", &json!({"press": accept}), &as_usual());
    let twice = |command: &str| json!({"event": "twice", "command": command});
    let words = |answer: &Value| answer["message"]["text"].as_str().expect("words").to_owned();
    let first = program.event(HERE, "Ada", &twice("move n3"), &as_usual());
    assert!(words(&first).contains("Your cards"), "{first}");
    assert_eq!(program.event(HERE, "Ada", &twice("move n3"), &as_usual()), first, "it acts once");
    for (channel, name, command) in [
        (HERE, "Bob", "board"),
        ("test:there", "Ada", "board"),
        (HERE, "Ada", "board"),
        (HERE, "Bob", "move n3"),
    ] {
        let person = json!({"id": format!("test:{}", name.to_lowercase()), "name": name});
        let event = json!({"id": 1, "do": "event", "event": "twice", "channel": channel, "person": person, "command": command});
        program.send(&event.to_string());
        let answer: Value = serde_json::from_str(&program.read()).expect("an answer");
        assert_eq!(answer["error"]["code"], "event-id-used", "{answer}");
        assert_eq!(answer["error"]["field"], "event", "{answer}");
    }
    program.end();
}

#[test]
fn what_waits_is_answered_when_there_is_something_and_at_the_end_in_any_case() {
    let mut program = Program::start(&[]);
    let wait =
        json!({"id": "waits", "do": "outbox", "platform": "test", "wait": true, "async": true}).to_string();
    program.send(&wait);
    assert_eq!(program.read(), r#"{"id":"waits","pending":true}"#);
    program.send(
        &json!({
            "id": "plays", "do": "event", "event": "1", "channel": HERE, "person": {"id": "test:ada", "name": "Ada"},
            "command": "play chess",
        })
        .to_string(),
    );
    let answers: Vec<Value> =
        (0..2).map(|_| serde_json::from_str(&program.read()).expect("it was read")).collect();
    let of = |id: &str| answers.iter().find(|answer| answer["id"] == id).expect("it is answered");
    assert_eq!(of("plays")["ok"]["reply"], "posted");
    assert_eq!(of("waits")["ok"]["deliveries"][0]["channel"], HERE);
    program.take("test", &as_usual());
    program.send(&wait);
    program.read();
    let mut last = String::new();
    program.end_with(|line| last = line.to_owned());
    assert!(last.contains("not-waiting") && last.contains("waits"), "{last}");
}

#[test]
fn what_is_put_off_keeps_only_its_channel_waiting() {
    let mut program = Program::start(&[]);
    for channel in ["test:a", "test:b"] {
        program.event(channel, "Ada", &json!({"command": "play chess"}), &as_usual());
    }
    let waiting = |program: &mut Program| -> Vec<(Value, Value)> {
        let found = program.ask(json!({"do": "outbox", "platform": "test"}));
        let deliveries = found["deliveries"].as_array().expect("a list");
        deliveries.iter().map(|delivery| (delivery["channel"].clone(), delivery["tried"].clone())).collect()
    };
    let found = program.ask(json!({"do": "outbox", "platform": "test", "limit": 1}));
    assert_eq!(found["more"], true);
    let key = &found["deliveries"][0]["key"];
    assert_eq!(program.ask(json!({"do": "later", "key": key, "why": "no line", "after": 5000}))["tried"], 1);
    assert_eq!(waiting(&mut program), [("test:b".into(), 0.into())]);
    program.ask(json!({"do": "clock", "to": {"seconds": 5}}));
    assert_eq!(waiting(&mut program), [("test:a".into(), 1.into()), ("test:b".into(), 0.into())]);
    program.ask(json!({"do": "never", "key": key, "why": "the channel is gone"}));
    assert_eq!(waiting(&mut program), [("test:b".into(), 0.into())]);
    program.end();
}

#[test]
fn what_is_due_is_done_on_the_way_of_the_clock() {
    let mut program = Program::start(&[]);
    let begun = program.ask(json!({"do": "clock"}))["now"].as_u64().expect("a moment");
    program.event(HERE, "Ada", &json!({"command": "play chess"}), &as_usual());
    program.take("test", &as_usual());
    program.ask(json!({"do": "clock", "to": {"days": 6}}));
    assert!(program.take("test", &as_usual()).is_empty(), "the challenge still stands");
    let now = program.ask(json!({"do": "clock", "to": {"days": 30}}))["now"].as_u64();
    assert_eq!(now, Some(begun + 36 * 24 * 60 * 60 * 1000));
    let told = program.take("test", &as_usual());
    assert_eq!(told.len(), 1);
    assert!(
        told[0]["message"]["text"]
            .as_str()
            .is_some_and(|text| text.contains("expired") || text.contains("answered")),
        "{}",
        told[0]
    );
    program.end();
}

#[test]
fn pictures_are_files_of_the_width_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let mut program = Program::start(&["--pictures", path]);
    playing(&mut program);
    let looked = |program: &mut Program, show: &Value| {
        program.event(HERE, "Ada", &json!({"command": "board"}), show)["message"]["picture"].clone()
    };
    assert!(looked(&mut program, &as_usual()).is_null());
    let mut files = BTreeSet::new();
    for width in [900, 700, 320, 160] {
        let picture = looked(&mut program, &json!({"picture": "file", "theme": "slate", "width": width}));
        let name = picture["file"].as_str().expect("a name").to_owned();
        let bytes = fs::read(folder.path().join(&name)).expect("the file");
        assert!(bytes.starts_with(b"\x89PNG") && name.len() == 36, "{name}");
        assert_eq!(
            u64::from(u32::from_be_bytes(*bytes[16..].first_chunk().expect("a width"))),
            picture["width"]
        );
        let is = picture["width"].as_u64().expect("a width");
        // Squares of whole pixels, down to the smallest; then just what was asked for.
        assert!(is <= width && width - is < if width < 632 { 1 } else { 9 }, "{width}: {is}");
        assert!(picture["height"].as_u64().is_some_and(|height| height > is / 2), "{picture}");
        files.insert(name);
    }
    assert_eq!(files.len(), 4, "no name is used twice");
    for width in [159, 1001] {
        program.send(
            &json!({"id": 1, "do": "outbox", "platform": "test", "show": {"width": width}}).to_string(),
        );
        let refused: Value = serde_json::from_str(&program.read()).expect("an answer");
        assert_eq!(refused["error"]["field"], "show.width");
        assert_eq!(refused["error"]["message"], "it is 160 to 1000 pixels");
    }
    let inline = looked(&mut program, &json!({"picture": "inline"}));
    assert!(inline["base64"].as_str().is_some_and(|bytes| bytes.starts_with("iVBOR")), "{inline}");
    let exported = program.event(HERE, "Ada", &json!({"command": "export pgn"}), &json!({"picture": "file"}));
    let file = exported["message"]["file"]["file"].as_str().expect("a name").to_owned();
    assert!(fs::read_to_string(folder.path().join(file)).expect("the file").contains("[White \"Ada\"]"));
    program.end();
}

#[test]
fn what_the_folder_does_not_take_is_in_the_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pictures");
    let mut program = Program::start(&["--pictures", path.to_str().expect("a path")]);
    playing(&mut program);
    fs::remove_dir(&path).expect("it is empty");
    let show = json!({"picture": "file"});
    let looked = program.event(HERE, "Ada", &json!({"command": "board"}), &show);
    assert!(looked["message"]["picture"]["base64"].as_str().is_some_and(|bytes| bytes.starts_with("iVBOR")));
    program.event(HERE, "Ada", &json!({"said": "e4"}), &show);
    assert_eq!(program.take("test", &show).len(), 1, "it is said all the same");
    let checked = program.event(HERE, "Ada", &json!({"command": "help check"}), &show);
    let text = checked["message"]["text"].as_str().expect("words");
    assert!(!text.contains("OK: Pictures"), "{text}");
    program.end();
}

#[test]
fn files_of_earlier_runs_are_among_those_that_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    for number in 0..10_000 {
        fs::write(folder.path().join(format!("{number:032x}.png")), "").expect("a file");
    }
    fs::write(folder.path().join("mine.png"), "").expect("a file");
    let mut program = Program::start(&["--pictures", path]);
    playing(&mut program);
    program.event(HERE, "Ada", &json!({"command": "board"}), &json!({"picture": "file"}));
    program.end();
    assert!(folder.path().join("mine.png").exists());
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 10_001);
}

#[test]
fn a_self_test_says_what_the_bridge_found_out() {
    let mut program = Program::start(&[]);
    let what = json!({"command": "help check", "findings": [{"is": "broken", "says": "The line is dead."}]});
    let checked = program.event(HERE, "Ada", &what, &as_usual());
    let text = checked["message"]["text"].as_str().expect("words");
    assert!(text.contains("The line is dead.") && text.contains("Pictures"), "{text}");
    program.end();
}

#[test]
fn records_are_kept_where_they_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = ["--data", folder.path().to_str().expect("a path")];
    let mut program = Program::with(&data);
    playing(&mut program);
    program.end();
    let mut program = Program::with(&data);
    let moved = program.event(HERE, "Ada", &json!({"said": "e4"}), &as_usual());
    assert_eq!(moved["reply"], "posted");
    program.end();
}

#[test]
fn completions_name_commands_as_they_are_typed_there() {
    let mut program = Program::start(&[]);
    let labels = |program: &mut Program, prefix: Option<&str>| {
        let person = json!({"id": "test:ada", "name": "Ada"});
        let mut complete = json!({"do": "complete", "channel": HERE, "person": person, "line": "pl"});
        if let Some(prefix) = prefix {
            complete["prefix"] = prefix.into();
        }
        let found = program.ask(complete)["suggestions"].clone();
        (found[0]["line"].clone(), found[0]["label"].as_str().unwrap_or_default().to_owned())
    };
    let (line, label) = labels(&mut program, None);
    assert!(label.starts_with("/play"), "{label}");
    assert_eq!(labels(&mut program, Some("!chess ")), (line, label.replace("/play", "!chess play")));
    program.end();
}
