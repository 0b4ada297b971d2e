//! Tests of the progress through the sync stream: which events are reported, in which order, and
//! which again after a restart.

use std::collections::HashSet;

use super::{CatchUp, KeyWait, MOST_TOLD, MOST_WAITING, SyncItem, SyncMarker};
use crate::{MatrixEvent, MatrixEventId, RoomId, RoomMessage, UserId};

fn said(event: &str) -> SyncItem {
    said_in("!r", event)
}

fn said_in(room: &str, event: &str) -> SyncItem {
    let happening = MatrixEvent::Message(RoomMessage {
        room: RoomId(room.into()),
        event: MatrixEventId(event.into()),
        thread: None,
        reply_to: None,
        sender: UserId("@ada".into()),
        text: event.into(),
        mentions_bot: false,
        mentions: Vec::new(),
        at: 0,
    });
    SyncItem { event: Some(event.into()), happening }
}

fn unreadable(event: &str) -> SyncItem {
    let happening = MatrixEvent::Unreadable {
        room: RoomId("!r".into()),
        event: MatrixEventId(event.into()),
        reply_to: None,
        sender: UserId("@ada".into()),
    };
    SyncItem { event: Some(event.into()), happening }
}

fn waiting(event: &str) -> KeyWait {
    KeyWait { room: "!r".into(), event: event.into() }
}

fn name(happening: MatrixEvent) -> String {
    match happening {
        MatrixEvent::Message(said) => said.event.0,
        MatrixEvent::Unreadable { event, .. } => format!("?{}", event.0),
        other => format!("{other:?}"),
    }
}

/// What is told next and not dealt with.
fn next(catch_up: &mut CatchUp) -> Option<String> {
    catch_up.next().map(name)
}

fn deal_with(catch_up: &mut CatchUp, room: &str) {
    let room = RoomId(room.into());
    catch_up.mark_handled(&room);
    catch_up.mark_saved(&room);
}

/// Everything that is told, and dealt with.
fn told(catch_up: &mut CatchUp) -> Vec<String> {
    let deal = || {
        let happening = catch_up.next()?;
        let room = happening.room().0.clone();
        deal_with(catch_up, &room);
        Some(name(happening))
    };
    std::iter::from_fn(deal).collect()
}

fn push(catch_up: &mut CatchUp, token: &str, items: Vec<SyncItem>) {
    catch_up.push(token.into(), items, HashSet::new());
}

/// As after a crash: only what was written counts.
fn restarted(marker: &SyncMarker) -> CatchUp {
    let text = serde_json::to_string(marker).unwrap();
    CatchUp::new(serde_json::from_str(&text).unwrap())
}

#[test]
fn what_was_told_but_not_done_is_told_again() {
    let mut catch_up = CatchUp::default();
    push(&mut catch_up, "one", vec![said("a"), said("b"), said("c")]);
    next(&mut catch_up);
    deal_with(&mut catch_up, "!r");
    assert_eq!(next(&mut catch_up).as_deref(), Some("b"));
    let marker = catch_up.marker().clone();
    assert_eq!(marker.token, None, "the answer is not dealt with wholly");

    let mut again = restarted(&marker);
    push(&mut again, "one", vec![said("a"), said("b"), said("c")]);
    assert_eq!(told(&mut again), ["b", "c"]);
    assert_eq!(again.marker().token.as_deref(), Some("one"));
    assert!(again.marker().told.is_empty(), "what lies before the place needs no mention");
}

#[test]
fn the_marker_passes_only_what_is_dealt_with_wholly() {
    let mut catch_up = CatchUp::default();
    push(&mut catch_up, "one", vec![said("a")]);
    push(&mut catch_up, "two", vec![said("b"), said("c")]);
    push(&mut catch_up, "three", Vec::new());
    assert_eq!(catch_up.marker().token, None);
    for _ in 0..2 {
        next(&mut catch_up);
        deal_with(&mut catch_up, "!r");
    }
    let marker = catch_up.marker().clone();
    assert_eq!(marker.token.as_deref(), Some("one"));

    let mut again = restarted(&marker);
    push(&mut again, "three", vec![said("b"), said("c")]);
    assert_eq!(told(&mut again), ["c"]);

    assert_eq!(told(&mut catch_up), ["c"]);
    assert_eq!(catch_up.marker().token.as_deref(), Some("three"), "an empty answer moves the place on");
}

#[test]
fn rooms_go_on_side_by_side_and_each_in_its_order() {
    let mut catch_up = CatchUp::default();
    push(&mut catch_up, "one", vec![said_in("!slow", "s1"), said("a"), said_in("!slow", "s2")]);
    push(&mut catch_up, "two", vec![said_in("!slow", "s3"), said("b")]);
    assert_eq!(next(&mut catch_up).as_deref(), Some("s1"));
    assert_eq!(told(&mut catch_up), ["a", "b"], "nothing more of a room in which something is dealt with");
    let marker = catch_up.marker().clone();
    assert_eq!(marker.token, None);

    // The program dies while one room is slow: the others have nothing told again.
    let mut again = restarted(&marker);
    let missed =
        vec![said_in("!slow", "s1"), said("a"), said_in("!slow", "s2"), said_in("!slow", "s3"), said("b")];
    push(&mut again, "two", missed);
    assert_eq!(told(&mut again), ["s1", "s2", "s3"]);

    let slow = RoomId("!slow".into());
    catch_up.mark_handled(&slow);
    assert_eq!(next(&mut catch_up), None, "it is not noted yet");
    catch_up.mark_saved(&slow);
    assert_eq!(told(&mut catch_up), ["s2", "s3"]);
    assert_eq!(catch_up.marker().token.as_deref(), Some("two"));
    assert!(catch_up.marker().told.is_empty());
}

#[test]
fn a_room_that_has_to_be_asked_about_keeps_no_other_waiting_and_its_own_order() {
    let mut catch_up = CatchUp::default();
    let slow = RoomId("!slow".into());
    let number = catch_up.push("one".into(), vec![said("a")], HashSet::from([slow.clone()]));
    push(&mut catch_up, "two", vec![said_in("!slow", "s2"), said("b")]);
    assert_eq!(told(&mut catch_up), ["a", "b"]);
    let marker = catch_up.marker().clone();
    assert_eq!(marker.token, None, "what the room holds is not known");

    let mut again = restarted(&marker);
    let open = again.push("two".into(), vec![said("a"), said("b")], HashSet::from([slow.clone()]));
    assert_eq!(told(&mut again), [""; 0]);
    again.fill(open, &slow, vec![said_in("!slow", "s1"), said_in("!slow", "s2")]);
    assert_eq!(told(&mut again), ["s1", "s2"]);

    catch_up.fill(number, &slow, vec![said_in("!slow", "s1")]);
    assert_eq!(told(&mut catch_up), ["s1", "s2"]);
    assert_eq!(catch_up.marker().token.as_deref(), Some("two"));

    let number = catch_up.push("three".into(), Vec::new(), HashSet::from([slow.clone()]));
    catch_up.fill(number, &slow, Vec::new());
    assert_eq!(catch_up.marker().token.as_deref(), Some("three"), "there was nothing to tell");
}

#[test]
fn no_more_is_asked_for_than_can_be_remembered() {
    let mut catch_up = CatchUp::default();
    push(&mut catch_up, "one", vec![said_in("!slow", "s")]);
    next(&mut catch_up);
    for number in 0..=MOST_TOLD {
        assert!(!catch_up.is_full());
        push(&mut catch_up, "more", vec![said(&number.to_string())]);
        told(&mut catch_up);
    }
    assert!(catch_up.is_full());
    deal_with(&mut catch_up, "!slow");
    assert!(!catch_up.is_full());
}

#[test]
fn an_answer_that_overlaps_tells_nothing_twice() {
    let mut catch_up = CatchUp::default();
    push(&mut catch_up, "one", vec![said("a"), said("b")]);
    push(&mut catch_up, "two", vec![said("b")]);
    assert_eq!(told(&mut catch_up), ["a", "b"]);
    push(&mut catch_up, "three", vec![said("b"), said("c")]);
    assert_eq!(told(&mut catch_up), ["c"]);
}

#[test]
fn a_key_that_comes_in_time_leaves_no_trace_of_its_lateness() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    push(&mut catch_up, "one", vec![said("a"), unreadable("b"), said("c")]);
    catch_up.resolve("b", Some(said("b").happening));
    assert_eq!(told(&mut catch_up), ["a", "b", "c"]);
    assert!(catch_up.waiting().is_empty());
}

#[test]
fn a_key_that_comes_late_is_waited_for_over_a_restart() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    push(&mut catch_up, "one", vec![unreadable("b")]);
    assert_eq!(told(&mut catch_up), ["?b"]);
    let marker = catch_up.marker().clone();

    let mut again = restarted(&marker);
    assert_eq!(again.waiting(), [waiting("b")]);
    for _ in 0..2 {
        again.resolve("b", Some(said("b").happening));
    }
    assert_eq!(next(&mut again).as_deref(), Some("b"));
    again.resolve("b", Some(said("b").happening));
    assert_eq!(next(&mut again), None, "told once, however often the key comes");
    assert_eq!(again.waiting(), [waiting("b")], "until it is dealt with");
    deal_with(&mut again, "!r");
    assert!(again.waiting().is_empty());
}

#[test]
fn what_was_dealt_with_late_is_not_told_when_the_answer_comes_again() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    push(&mut catch_up, "one", vec![said_in("!slow", "s"), unreadable("b"), said("c")]);
    next(&mut catch_up);
    next(&mut catch_up);
    deal_with(&mut catch_up, "!r");
    catch_up.resolve("b", Some(said("b").happening));
    assert_eq!(next(&mut catch_up).as_deref(), Some("b"));
    deal_with(&mut catch_up, "!r");
    let marker = catch_up.marker().clone();

    let mut again = restarted(&marker);
    push(&mut again, "one", vec![said_in("!slow", "s"), said("b"), said("c")]);
    assert_eq!(told(&mut again), ["s", "c"]);
}

#[test]
fn what_was_fetched_late_is_not_told_when_the_answer_comes_again() {
    let mut catch_up = CatchUp::default();
    catch_up.wait_for(waiting("b"));
    push(&mut catch_up, "one", vec![said("a"), unreadable("b")]);
    next(&mut catch_up);
    let marker = catch_up.marker().clone();

    // The key is here before the answer is.
    let mut again = restarted(&marker);
    again.resolve("b", Some(said("b").happening));
    push(&mut again, "one", vec![said("a"), said("b"), said("c")]);
    assert_eq!(told(&mut again), ["b", "a", "c"]);
    assert_eq!(again.marker().token.as_deref(), Some("one"));
}

#[test]
fn what_is_taken_back_in_time_is_not_told() {
    let mut catch_up = CatchUp::default();
    push(&mut catch_up, "one", vec![said("a"), said("b")]);
    catch_up.redact("a");
    assert_eq!(told(&mut catch_up), ["b"]);
    assert_eq!(catch_up.marker().token.as_deref(), Some("one"));
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
