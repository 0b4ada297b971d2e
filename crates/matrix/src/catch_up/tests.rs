//! What is told, and what is told again after a restart.

use super::{CatchUp, Item, MOST_WAITING, Marker, Waiting};
use crate::{EventId, Happening, RoomId, Said, UserId};

fn said(event: &str) -> Item {
    let happening = Happening::Said(Said {
        room: RoomId("!r".into()),
        event: EventId(event.into()),
        thread: None,
        reply_to: None,
        sender: UserId("@ada".into()),
        text: event.into(),
        mentions_bot: false,
        mentions: Vec::new(),
        at: 0,
    });
    Item { event: Some(event.into()), happening }
}

fn unreadable(event: &str) -> Item {
    let happening = Happening::Unreadable {
        room: RoomId("!r".into()),
        event: EventId(event.into()),
        sender: UserId("@ada".into()),
    };
    Item { event: Some(event.into()), happening }
}

fn waiting(event: &str) -> Waiting {
    Waiting { room: "!r".into(), event: event.into() }
}

fn told(catch_up: &mut CatchUp) -> Vec<String> {
    let name = |happening| match happening {
        Happening::Said(said) => said.event.0,
        Happening::Unreadable { event, .. } => format!("?{}", event.0),
        other => format!("{other:?}"),
    };
    std::iter::from_fn(|| catch_up.next()).map(name).collect()
}

/// As after a crash: only what was written counts.
fn restarted(marker: &Marker) -> CatchUp {
    let text = serde_json::to_string(marker).unwrap();
    CatchUp::new(serde_json::from_str(&text).unwrap())
}

#[test]
fn what_was_told_but_not_done_is_told_again() {
    let mut catch_up = CatchUp::default();
    catch_up.push("one".into(), vec![said("a"), said("b"), said("c")]);
    catch_up.next();
    let marker = catch_up.done().clone();
    catch_up.next();
    assert_eq!(marker.token, None, "the answer is not dealt with wholly");

    let mut again = restarted(&marker);
    again.push("one".into(), vec![said("a"), said("b"), said("c")]);
    assert_eq!(told(&mut again), ["b", "c"]);
    assert_eq!(again.done().token.as_deref(), Some("one"));
}

#[test]
fn the_marker_passes_only_what_is_dealt_with_wholly() {
    let mut catch_up = CatchUp::default();
    catch_up.push("one".into(), vec![said("a")]);
    catch_up.push("two".into(), vec![said("b"), said("c")]);
    catch_up.push("three".into(), Vec::new());
    assert_eq!(catch_up.marker().token, None);
    catch_up.next();
    catch_up.next();
    let marker = catch_up.done().clone();
    assert_eq!(marker.token.as_deref(), Some("one"));

    let mut again = restarted(&marker);
    again.push("three".into(), vec![said("b"), said("c")]);
    assert_eq!(told(&mut again), ["c"]);

    assert_eq!(told(&mut catch_up), ["c"]);
    assert_eq!(catch_up.done().token.as_deref(), Some("three"), "an empty answer moves the place on");
}

#[test]
fn an_answer_that_overlaps_tells_nothing_twice() {
    let mut catch_up = CatchUp::default();
    catch_up.push("one".into(), vec![said("a"), said("b")]);
    assert_eq!(told(&mut catch_up), ["a", "b"]);
    catch_up.done();
    catch_up.push("two".into(), vec![said("b"), said("c")]);
    assert_eq!(told(&mut catch_up), ["c"]);
}

#[test]
fn a_key_that_comes_in_time_leaves_no_trace_of_its_lateness() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    catch_up.push("one".into(), vec![said("a"), unreadable("b"), said("c")]);
    catch_up.resolve("b", Some(said("b").happening));
    assert_eq!(told(&mut catch_up), ["a", "b", "c"]);
    assert!(catch_up.waiting().is_empty());
}

#[test]
fn a_key_that_comes_late_is_waited_for_over_a_restart() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    catch_up.push("one".into(), vec![unreadable("b")]);
    assert_eq!(told(&mut catch_up), ["?b"]);
    let marker = catch_up.done().clone();

    let mut again = restarted(&marker);
    assert_eq!(again.waiting(), [waiting("b")]);
    again.resolve("b", Some(said("b").happening));
    again.resolve("b", Some(said("b").happening));
    assert_eq!(told(&mut again), ["b"], "told once, however often the key comes");
    assert_eq!(again.waiting(), [waiting("b")], "until it is dealt with");
    assert!(again.done().waiting.is_empty());
}

#[test]
fn what_was_dealt_with_late_is_not_told_when_the_answer_comes_again() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    catch_up.push("one".into(), vec![unreadable("b"), said("c")]);
    catch_up.next();
    catch_up.resolve("b", Some(said("b").happening));
    catch_up.next();
    let marker = catch_up.done().clone();

    let mut again = restarted(&marker);
    again.push("one".into(), vec![said("b"), said("c")]);
    assert_eq!(told(&mut again), ["c"]);
}

#[test]
fn what_was_fetched_late_is_not_told_when_the_answer_comes_again() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    catch_up.push("one".into(), vec![said("a"), unreadable("b")]);
    catch_up.next();
    let marker = catch_up.done().clone();

    // The key is here before the answer is.
    let mut again = restarted(&marker);
    again.resolve("b", Some(said("b").happening));
    again.push("one".into(), vec![said("a"), said("b"), said("c")]);
    assert_eq!(told(&mut again), ["b", "c"]);
    assert_eq!(again.done().token.as_deref(), Some("one"));
}

#[test]
fn what_is_taken_back_in_time_is_not_told() {
    let mut catch_up = CatchUp::default();
    catch_up.push("one".into(), vec![said("a"), said("b")]);
    catch_up.take_back("a");
    assert_eq!(told(&mut catch_up), ["b"]);
    assert_eq!(catch_up.done().token.as_deref(), Some("one"));
}

#[test]
fn only_so_many_are_waited_for() {
    let mut catch_up = CatchUp::default();
    for number in 0..=MOST_WAITING {
        catch_up.wait_for(waiting(&number.to_string()));
    }
    assert_eq!(catch_up.waiting().len(), MOST_WAITING);
    assert_eq!(catch_up.waiting().first(), Some(&waiting("1")));
}
