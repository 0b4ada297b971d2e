//! Tests of bounds at the chat door: steps of the input clock, and messages that are too long to be
//! a move; the answer names the bound.

use serde_json::{Value, json};

use crate::program::Program;

/// Plays a game with this time control in a channel of its own.
fn playing(program: &mut Program, channel: &str, pace: &str) {
    let people = json!([{"id": "test:ada", "name": "Ada"}, {"id": "test:bob", "name": "Bob"}]);
    program.ask(json!({"do": "people", "channel": channel, "all": people}));
    program.event(channel, "Ada", &json!({"command": format!("play bob chess white {pace}")}), &json!({}));
    program.event(channel, "Bob", &json!({"command": "accept"}), &json!({}));
    for (name, said) in [("Ada", "e4"), ("Bob", "e5")] {
        program.event(channel, name, &json!({"said": said}), &json!({}));
    }
}

/// Moves the clock with a request that need not fit the schema.
fn step(program: &mut Program, to: &Value) -> Value {
    program.send(&json!({"id": "step", "do": "clock", "to": to}).to_string());
    serde_json::from_str(&program.read()).expect("an answer")
}

#[test]
fn a_step_of_more_than_fifty_years_is_refused_with_the_bound() {
    let mut program = Program::start(&[]);
    playing(&mut program, "test:here", "1d");
    program.ask(json!({"do": "gone", "platform": "test"}));
    let before = program.ask(json!({"do": "clock"}))["now"].clone();
    for to in
        [json!(9_007_199_254_740_992_u64), json!({"days": 18251}), json!({"days": u32::MAX}), json!(u64::MAX)]
    {
        let answer = step(&mut program, &to);
        assert_eq!(
            (&answer["error"]["code"], &answer["error"]["field"]),
            (&"bad-field".into(), &"to".into())
        );
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains("18250 days"), "{message}");
    }
    assert_eq!(program.ask(json!({"do": "clock"}))["now"], before, "nothing has changed");
    program.ask(json!({"do": "clock", "to": {"days": 1825}}));
    program.end();
}

#[test]
fn a_step_with_more_due_than_it_does_stops_and_goes_on_when_asked_again() {
    let mut program = Program::start(&[]);
    for game in 0..12 {
        playing(&mut program, &format!("test:{game}"), "10m");
    }
    // Each game's clock is looked at again every quarter of an hour.
    program.ask(json!({"do": "gone", "platform": "test"}));
    let before = program.ask(json!({"do": "clock"}))["now"].as_u64().expect("a time");
    let to = before + 10 * 24 * 60 * 60 * 1000;
    let answer = step(&mut program, &json!(to));
    assert_eq!((&answer["error"]["code"], &answer["error"]["field"]), (&"too-much".into(), &"to".into()));
    let now = program.ask(json!({"do": "clock"}))["now"].as_u64().expect("a time");
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("10000") && message.contains(&now.to_string()), "{message}");
    assert!(before < now && now < to, "{before} {now} {to}");
    assert_eq!(step(&mut program, &json!(to))["ok"]["now"], to);
    program.end();
}

#[test]
fn talk_of_any_length_is_not_for_the_bot() {
    let mut program = Program::start(&[]);
    playing(&mut program, "test:here", "");
    let people = json!([{"id": "test:ada", "name": "Ada"}, {"id": "test:bob", "name": "Bob"}]);
    program.ask(json!({"do": "people", "channel": "test:cards", "all": people}));
    program.event("test:cards", "Ada", &json!({"command": "play bob schachen white"}), &json!({}));
    program.event("test:cards", "Bob", &json!({"command": "accept"}), &json!({}));
    for talk in
        ["hello ".repeat(400), "x".repeat(2001), "e4 ".repeat(1000), "e".repeat(500_000), "♔".repeat(9000)]
    {
        let answer = program.event("test:here", "Ada", &json!({"said": talk}), &json!({}));
        assert_eq!(answer["reply"], "not-for-me", "{}", &talk[..6]);
        assert_eq!(answer["speech"], talk.trim());
    }
    let long = "well ".repeat(100_000);
    let answer = program.event("test:cards", "Ada", &json!({"said": long}), &json!({}));
    assert_eq!(answer["reply"], "not-for-me");
    // What may tell of cards is kept, however long it is.
    let telling = format!("{}my queen", "well ".repeat(1000));
    let answer = program.event("test:cards", "Ada", &json!({"said": telling}), &json!({}));
    assert_eq!((&answer["speech"], &answer["holds_cards"]), (&Value::Null, &true.into()));
    program.end();
}
