//! Test of wrong lines at the chat door, in every possible way, in the middle of a game: each is
//! answered by an error that names its field, and changes nothing.

use serde_json::{Value, json};

use crate::program::{Program, requests};

/// A field of a request, and what cannot stand there.
fn spoilt(request: &Value) -> Vec<Value> {
    let mut spoilt = Vec::new();
    for path in paths(request, "") {
        for wrong in [json!(-1.5), json!([[]]), json!({"x": 1}), json!("\u{0}"), json!("x".repeat(3000))] {
            let mut request = request.clone();
            *request.pointer_mut(&path).expect("it is there") = wrong;
            spoilt.push(request);
        }
        let mut without = request.clone();
        let (parent, name) = path.rsplit_once('/').expect("a path");
        if let Some(fields) = without.pointer_mut(parent).and_then(Value::as_object_mut) {
            fields.remove(name);
            fields.insert(format!("{name}_"), json!(1));
            spoilt.push(without);
        }
    }
    spoilt
}

/// The way to each field.
fn paths(value: &Value, path: &str) -> Vec<String> {
    let Value::Object(fields) = value else { return Vec::new() };
    let one = |(name, value): (&String, &Value)| {
        let path = format!("{path}/{name}");
        let mut all = paths(value, &path);
        all.push(path);
        all
    };
    fields.iter().flat_map(one).filter(|path| path != "/id").collect()
}

#[test]
fn whatever_is_wrong_is_named_and_changes_nothing() {
    let mut program = Program::start(&[]);
    program.event("test:here", "Ada", &json!({"command": "play chess white"}), &json!({}));
    let looks = json!({"do": "outbox", "platform": "test"});
    let before = program.ask(looks.clone());
    let key = &before["deliveries"][0]["key"];
    let person = json!({"id": "test:bob", "name": "Bob"});
    let right = [
        json!({"id": 1, "do": "hello", "version": 1}),
        json!({"id": 1, "do": "event", "event": "x", "channel": "test:here", "person": person, "command": "accept",
            "show": {"language": "de", "picture": "none", "theme": "wood", "width": 200, "most": 100}}),
        json!({"id": 1, "do": "event", "event": "x", "channel": "test:here", "person": person, "press": {"id": "x"}}),
        json!({"id": 1, "do": "people", "channel": "test:here", "all": [person]}),
        json!({"id": 1, "do": "outbox", "platform": "test", "after": "test:a", "limit": 5, "wait": true, "async": true,
            "show": {"hears": "called", "prefix": "!"}}),
        json!({"id": 1, "do": "complete", "channel": "test:here", "person": person, "line": "x", "command": "play",
            "option": "variant"}),
        json!({"id": 1, "do": "done", "key": key, "thread": "test:thread"}),
        json!({"id": 1, "do": "later", "key": key, "why": "x", "after": 5}),
        json!({"id": 1, "do": "never", "key": key, "why": "x"}),
        json!({"id": 1, "do": "clock", "to": {"days": 400}}),
    ];
    let mut wrong: Vec<String> =
        ["", "x", "[]", "1", "\"x\"", "{}", "{\"do\":1}", "{\"do\":\"x\"}", "{\"do\":\"done\",\"key\":\"\"}"]
            .map(str::to_owned)
            .into();
    wrong.push("{".repeat(2000));
    wrong.push(format!("\"{}\"", "x".repeat(1 << 20)));
    wrong.push(json!({"do": "done", "key": "AAAA"}).to_string());
    wrong.push(json!({"do": "clock", "to": 1}).to_string());
    for show in [
        json!({"language": "xx"}),
        json!({"picture": "file"}),
        json!({"width": 159}),
        json!({"width": 1001}),
        json!({"most": 63}),
        json!({"most": {"bytes": 100_001}}),
    ] {
        wrong.push(json!({"do": "done", "key": key, "show": show}).to_string());
        wrong.push(json!({"do": "outbox", "platform": "nothing", "show": show}).to_string());
    }
    wrong.push(json!({"do": "done", "key": key, "thread": "other:thread"}).to_string());
    wrong.push(r#"{"do":"clock","to":{"days":400},"to":{"days":1}}"#.to_owned());
    wrong.push(format!(r#"{{"do":"done","key":{key},"key":{key}}}"#));
    let spoilt = right.iter().flat_map(spoilt).filter(|request| !requests().is_valid(request));
    wrong.extend(spoilt.map(|request| request.to_string()));
    assert!(wrong.len() >= 200, "{}", wrong.len());
    for line in wrong {
        program.send(&line);
        let answer: Value = serde_json::from_str(&program.read()).expect("it was read");
        let error = &answer["error"];
        assert!(!error.is_null(), "{line}: {answer}");
        let names_a_field = error["field"].as_str().is_some_and(|field| !field.is_empty() && field != ".");
        assert!(names_a_field || error["code"] == "bad-line", "{line}: {answer}");
    }
    assert_eq!(program.ask(looks), before);
    assert_eq!(program.ask(json!({"do": "clock"}))["now"], 946_684_800_000_u64);
    program.end();
}
