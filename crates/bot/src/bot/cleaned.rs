//! Test that text written by people loses the characters that mark timestamps. Not here: the marks
//! (`core::timestamp_marks`).

use std::borrow::Cow;

use super::trial::incoming;
use crate::{ChatEvent, IdempotencyKey, UserAction};

fn event(name: &str, action: UserAction) -> ChatEvent {
    let mut event = incoming(IdempotencyKey::new("test:1").expect("an id"), "Ada", action);
    name.clone_into(&mut event.person.name);
    event
}

fn press(id: &str, value: Option<&str>) -> UserAction {
    UserAction::Press { id: id.to_owned(), value: value.map(str::to_owned) }
}

#[test]
fn nothing_that_somebody_wrote_marks_a_moment() {
    const MARKS: &str = "\u{fff9}1\u{fffa}\u{fffb}";
    for (name, action, expected) in [
        ("Ada", UserAction::Line(format!("a{MARKS}")), ("Ada", UserAction::Line("a1".to_owned()))),
        ("Ada", UserAction::Text(format!("a{MARKS}")), ("Ada", UserAction::Text("a1".to_owned()))),
        ("Ada", press(MARKS, Some("a")), ("Ada", press("1", Some("a")))),
        ("Ada", press("a", Some(MARKS)), ("Ada", press("a", Some("1")))),
        ("Ada", press(MARKS, None), ("Ada", press("1", None))),
        (MARKS, press("a", None), ("1", press("a", None))),
    ] {
        let written = event(name, action);
        let cleaned = written.cleaned();
        assert_eq!(*cleaned, event(expected.0, expected.1), "{written:?}");
        assert!(matches!(cleaned.cleaned(), Cow::Borrowed(_)), "there is nothing left to clean");
    }
}
