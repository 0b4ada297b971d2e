//! Tests of promises of the protocol to bridges: names of all mentioned people, the contents of
//! `hello`, tolerance for new fields, text in pieces, short ids of buttons, and where people are to
//! write in private.

use serde_json::{Value, json};

use crate::program::{Program, answers, answers_to_come};

const HERE: &str = "test:here";

fn people() -> Value {
    json!([{"id": "test:ada", "name": "Ada"}, {"id": "test:bob", "name": "Bob"}])
}

/// The answer to a request that need not fit the schema.
fn answer(program: &mut Program, request: &Value) -> Value {
    program.send(&request.to_string());
    serde_json::from_str(&program.read()).expect("an answer")
}

#[test]
fn whoever_is_called_has_a_name_also_where_nobody_told_it() {
    let mut program = Program::start(&[]);
    program.ask(json!({"do": "people", "channel": HERE, "all": people()}));
    program.event(HERE, "Ada", &json!({"command": "play bob chess white", "threads": "always"}), &json!({}));
    program.take("test", &json!({}));
    program.event(HERE, "Bob", &json!({"command": "accept", "threads": "always"}), &json!({}));
    let opens = program.ask(json!({"do": "outbox", "platform": "test"}));
    let opens = &opens["deliveries"][0];
    assert!(opens["message"]["thread"]["title"].is_string(), "{opens}");
    program.ask(json!({"do": "done", "key": opens["key"], "thread": "test:thread"}));
    let board = program.take("test", &json!({})).pop().expect("a board");
    assert_eq!(
        (&board["channel"], &board["message"]["calls"][0]["name"]),
        (&"test:thread".into(), &"Ada".into())
    );
    // Somebody follows it whom nobody has told of in the thread, and who is in none of its words.
    program.event("test:thread", "Eve", &json!({"command": "follow"}), &json!({}));
    let gone = json!({"do": "people", "channel": "test:thread", "remove": ["test:eve"]});
    program.ask(gone);
    let asked = program.event("test:thread", "Ada", &json!({"command": "resign"}), &json!({}));
    let yes = asked["message"]["choices"][0]["press"].clone();
    program.event("test:thread", "Ada", &json!({"press": yes}), &json!({}));
    let last = program.take("test", &json!({})).remove(0);
    assert_eq!(last["message"]["calls"], json!([{"id": "test:eve", "name": "eve"}]), "{last}");
    program.end();
}

#[test]
fn hello_tells_versions_and_features_and_an_error_which_there_are() {
    let mut program = Program::start(&[]);
    let hello = program.ask(json!({"do": "hello", "version": 1}));
    assert_eq!(hello["versions"], json!([1]));
    assert!(hello["features"].as_array().is_some_and(|all| all.contains(&"pieces".into())), "{hello}");
    assert_eq!(hello["limits"]["width"], json!({"min": 160, "max": 1000}));
    assert_eq!(hello["limits"]["most"], json!({"min": 64, "max": 100_000}));
    assert_eq!((&hello["limits"]["control_id"], &hello["limits"]["pending"]), (&64.into(), &256.into()));
    for version in [0, 2] {
        let refused = answer(&mut program, &json!({"id": 1, "do": "hello", "version": version}));
        assert_eq!(refused["error"]["code"], "unsupported-version");
        assert_eq!(refused["error"]["supported"], json!([1]));
    }
    program.end();
}

#[test]
fn the_schema_lets_answers_have_more_fields_and_requests_none() {
    let message = json!({"audience": "everybody", "text": "", "blocks": [{"heading": "x", "level": 2}], "alt": null, "board": null,
        "picture": {"name": "x", "media_type": "x", "file": "x", "hash": "x"}, "animation": null, "file": null,
        "controls": [{"buttons": [{"id": "x", "label": "x", "style": "primary", "icon": "x"}]}], "choices": [], "lines": [],
        "calls": [{"id": "x:ada", "name": "Ada", "pronoun": "she"}], "series": null, "thread": null, "closes_thread": false,
        "colour": "blue"});
    let delivery =
        json!({"key": "x", "channel": "x:a", "tried": 0, "message": message, "more": false, "urgent": true});
    for more in [
        json!({"id": 1, "ok": {"deliveries": [delivery], "more": false, "later": 1}, "took": 5}),
        json!({"id": 1, "error": {"code": "too-much", "message": "x", "hint": "y"}}),
    ] {
        assert!(answers_to_come().is_valid(&more) && !answers().is_valid(&more), "{more}");
    }
    let mut program = Program::start(&[]);
    let refused = answer(&mut program, &json!({"id": 1, "do": "clock", "zone": "UTC"}));
    assert_eq!(
        (&refused["error"]["code"], &refused["error"]["field"]),
        (&"bad-field".into(), &"zone".into())
    );
    program.end();
}

#[test]
fn words_come_in_pieces_no_longer_than_was_asked_for() {
    let mut program = Program::start(&[]);
    let mut helped = |most: Value| {
        let show = if most.is_null() { json!({}) } else { json!({"most": most}) };
        program.event(HERE, "Ada", &json!({"command": "help words"}), &show)["message"].take()
    };
    let whole = helped(Value::Null);
    assert!(whole["pieces"].is_null() && whole["text"].as_str().is_some_and(|text| text.len() > 2000));
    let solid = |text: &str| text.split_whitespace().collect::<String>();
    for (most, in_bytes) in [(json!(4096), false), (json!(1024), false), (json!({"bytes": 400}), true)] {
        let message = helped(most.clone());
        let pieces: Vec<&str> =
            message["pieces"].as_array().expect("pieces").iter().filter_map(Value::as_str).collect();
        let limit = most.as_u64().or(most["bytes"].as_u64()).expect("a number") as usize;
        let length = |text: &str| if in_bytes { text.len() } else { text.encode_utf16().count() };
        assert!(pieces.iter().all(|piece| length(piece) <= limit), "{most}: {pieces:#?}");
        assert!(pieces.len() > 1 || limit > 4000, "{most}");
        assert_eq!(solid(&pieces.concat()), solid(whole["text"].as_str().expect("words")), "{most}");
        assert_eq!(message["text"], whole["text"]);
    }
    program.end();
}

#[test]
fn where_everything_is_read_people_are_told_to_write_to_the_bot_alone() {
    let mut program = Program::start(&[]);
    program.ask(json!({"do": "people", "channel": HERE, "all": people()}));
    program.event(HERE, "Ada", &json!({"command": "play bob schachen white"}), &json!({}));
    program.event(HERE, "Bob", &json!({"command": "accept"}), &json!({}));
    for (language, expected) in [
        ("en", "Write to me alone, where nobody else reads it: !move, !drop, !hand and all the others."),
        ("de", "Schreib mir allein, wo niemand sonst mitliest: !zug, !einsetzen, !hand und alle anderen."),
    ] {
        let show = json!({"prefix": "!", "language": language});
        let seen = json!({"command": "hand", "others_read": "everything"});
        let answer = program.event(HERE, "Ada", &seen, &show);
        let text = answer["message"]["text"].as_str().expect("words");
        assert!(text.ends_with(expected), "{text}");
    }
    // And there it works.
    let alone = json!({"command": "hand", "about": {"channel": HERE}});
    let answer = program.event("test:ada-alone", "Ada", &alone, &json!({"prefix": "!"}));
    assert!(answer["message"]["text"].as_str().is_some_and(|text| text.contains("Your cards")), "{answer}");
    program.end();
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let mut program = Program::start(&[]);
    program.send("\u{feff}{\"id\":1,\"do\":\"clock\"}");
    assert!(program.read().contains("\"ok\""));
    program.end();
}
