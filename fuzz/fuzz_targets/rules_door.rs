//! Fuzz target for the rules protocol: feeds arbitrary lines of `adoube rules serve`, and checks
//! that each has one answer and that the answered positions can be asked about. Not here: position
//! text by itself (`position`).
//!
//! - An answer is one line of one JSON object with the id that was asked with; it is a position or one of the three errors.
//! - Who asks the same again is told the same; who asks about the position that was answered is told the same of it.
//! - Each legal move has its notation, and is taken as the next one.

#![no_main]

use std::cell::LazyCell;

use adoube::cli::rules_protocol::RulesServer;
use adoube_fuzz::spread;
use adoube_testing::clock::TestClock;
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::{Map, Value, json};

/// Moves that are tried of an answer.
const TRIED: usize = 2;

thread_local! {
    // A second passes at each look: what would take too long ends the sooner.
    static SERVER: LazyCell<RulesServer> = LazyCell::new(|| RulesServer::with_clock(Box::new(TestClock::default())));
}

fuzz_target!(|line: &[u8]| -> Corpus {
    let answer = ask(line);
    let asked: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(Value::Object(asked)) => asked,
        _ => {
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!("bad-request")));
            return Corpus::Keep;
        }
    };
    assert_eq!(answer["id"], asked.get("id").cloned().unwrap_or_default());
    assert_eq!(ask(line), answer, "the same again");
    if let Some(error) = answer.get("error") {
        let code = error["code"].as_str().expect("a code");
        assert!(["bad-request", "bad-position", "illegal-move"].contains(&code), "{answer}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    } else {
        check(&asked, &answer);
    }
    Corpus::Keep
});

fn ask(line: &[u8]) -> Value {
    let answer = SERVER.with(|server| server.answer(line));
    assert!(!answer.contains('\n'), "{answer}");
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// Asks about what was answered.
fn check(asked: &Map<String, Value>, answer: &Value) {
    let request = |moves: &[&Value]| {
        let request = json!({"game": asked["game"], "position": answer["position"], "moves": moves,
            "want": ["legal", "san"]});
        ask(request.to_string().as_bytes())
    };
    let same = request(&[]);
    for field in ["position", "side", "check"] {
        assert_eq!(same[field], answer[field], "{field} of {answer}");
    }
    let legal = same["legal"].as_array().expect("a list");
    let san = same["san"].as_array().expect("a list");
    assert_eq!(legal.len(), san.len(), "{same}");
    for made in spread(legal, TRIED) {
        let next = request(&[made]);
        assert!(next.get("error").is_none() && next["side"] != same["side"], "{made} in {same}: {next}");
    }
}
