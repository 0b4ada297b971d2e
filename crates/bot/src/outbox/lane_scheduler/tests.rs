//! Tests of the lane scheduler: order of the lanes, how many are delivered in at once, pauses after
//! failures and what ends them. Time is a number.

use super::*;

const SECOND: Duration = Duration::from_secs(1);
const MANNER: DeliveryPolicy = DeliveryPolicy {
    at_once: 3,
    look_every: Duration::ZERO,
    first_pause: SECOND,
    longest_pause: Duration::from_secs(300),
    wish: RetryAfterPolicy::Minimum,
    attempts: None,
};

fn lane(number: usize) -> ChannelId {
    ChannelId(format!("test:{number}"))
}

fn paused(wished: Option<Duration>) -> LaneRunEnd {
    LaneRunEnd::Backoff { reason: "no".to_owned(), wished, is_attempt: true }
}

/// A scheduler in which `count` lanes may have entries.
fn woken(manner: DeliveryPolicy, count: usize) -> LaneScheduler {
    let mut lanes = LaneScheduler::new(manner);
    (0..count).for_each(|number| lanes.found(lane(number)));
    lanes
}

#[test]
fn so_many_are_delivered_in_at_once_and_each_once() {
    let (mut lanes, now) = (woken(MANNER, 5), Duration::ZERO);
    assert_eq!(lanes.begin(now), [lane(0), lane(1), lane(2)]);
    assert_eq!(lanes.begin(now), []);
    lanes.found(lane(1));
    lanes.end(&lane(1), LaneRunEnd::Empty, now);
    assert_eq!(lanes.begin(now), [lane(3)]);
    for ended in [0, 2, 3] {
        lanes.end(&lane(ended), LaneRunEnd::Empty, now);
    }
    assert_eq!(lanes.begin(now), [lane(4), lane(1)], "something came after it had looked");
    lanes.end(&lane(1), LaneRunEnd::Empty, now);
    assert_eq!(lanes.begin(now), []);
    assert_eq!(lanes.next(), None, "none waits");
}

#[test]
fn a_lane_waits_longer_each_time_and_keeps_no_other_waiting() {
    let (mut lanes, mut now) = (woken(MANNER, 1), Duration::ZERO);
    let mut waits = Vec::new();
    for attempt in 1..=12 {
        assert_eq!(lanes.begin(now), [lane(0)]);
        // Finding the same entry again is no reason to try earlier.
        lanes.found(lane(0));
        lanes.end(&lane(0), paused(None), now);
        lanes.found(lane(0));
        assert_eq!(lanes.begin(now), []);
        let next = lanes.next().expect("it waits");
        waits.push(next.saturating_sub(now));
        now = next;
        assert_eq!(
            lanes.failed(&lane(0)).map(|failed| (failed.attempts, failed.since)),
            Some((attempt, Duration::ZERO))
        );
    }
    assert!(waits.is_sorted() && waits[0] == SECOND && waits[3] == SECOND * 8, "{waits:?}");
    assert_eq!(waits[11], MANNER.longest_pause);
    lanes.found(lane(1));
    assert_eq!(lanes.begin(now.saturating_sub(SECOND)), [lane(1)]);
    assert_eq!(lanes.begin(now), [lane(0)]);
    lanes.clear_failures(&lane(0));
    lanes.end(&lane(0), paused(None), now);
    assert_eq!(lanes.next(), Some(now + SECOND), "the next thing begins anew");
}

#[test]
fn what_a_platform_wishes_is_respected() {
    let exactly = RetryAfterPolicy::Exact { shortest: SECOND / 20, longest: SECOND * 3600 };
    let table = [
        (RetryAfterPolicy::Minimum, 40, 40_000),
        (RetryAfterPolicy::Minimum, 0, 1000),
        (RetryAfterPolicy::Minimum, 100_000, 100_000_000),
        (exactly, 40, 40_000),
        (exactly, 0, 50),
        (exactly, 100_000, 3_600_000),
    ];
    for (wish, wished, waits) in table {
        let mut lanes = woken(DeliveryPolicy { wish, ..MANNER }, 1);
        lanes.begin(Duration::ZERO);
        lanes.end(&lane(0), paused(Some(SECOND * wished)), Duration::ZERO);
        assert_eq!(lanes.next(), Some(Duration::from_millis(waits)), "{wish:?} {wished}");
    }
}

#[test]
fn who_is_woken_waits_no_longer_and_keeps_count() {
    let (mut lanes, now) = (woken(MANNER, 1), Duration::ZERO);
    lanes.begin(now);
    lanes.end(&lane(0), paused(Some(SECOND * 60)), now);
    lanes.wake(lane(0));
    assert_eq!(lanes.begin(now), [lane(0)]);
    lanes.end(&lane(0), paused(None), now);
    assert_eq!(lanes.failed(&lane(0)).map(|failed| failed.attempts), Some(2));
}

#[test]
fn who_is_woken_while_busy_is_tried_again_at_once_and_keeps_count() {
    let (mut lanes, now) = (woken(MANNER, 1), Duration::ZERO);
    for attempts in 1..4 {
        assert_eq!(lanes.begin(now), [lane(0)]);
        lanes.wake(lane(0));
        lanes.end(&lane(0), paused(Some(SECOND * 60)), now);
        assert_eq!(lanes.next(), None, "it does not wait");
        assert_eq!(lanes.failed(&lane(0)).map(|failed| failed.attempts), Some(attempts));
    }
    assert_eq!(lanes.begin(now), [lane(0)]);
    lanes.wake(lane(0));
    lanes.end(&lane(0), LaneRunEnd::OtherProcess { ask_again: SECOND * 5 }, now);
    assert_eq!(lanes.begin(now), [lane(0)]);
    // Entries found in the lane stand behind the one that waits; a single wake-up causes a single
    // try.
    lanes.found(lane(0));
    lanes.end(&lane(0), paused(None), now);
    assert_eq!(lanes.begin(now), []);
}

#[test]
fn a_hundred_lanes_that_always_have_something_take_turns() {
    let (mut lanes, now) = (woken(MANNER, 100), Duration::ZERO);
    let mut turns = [0; 100];
    for turn in 0..1000 {
        for begun in lanes.begin(now) {
            let number: usize = begun.0["test:".len()..].parse().expect("a number");
            turns[number] += 1;
            lanes.found(begun.clone());
            // Some lanes are filled faster than they empty, and some are woken all the time.
            if turn % 2 == 0 {
                lanes.wake(begun.clone());
            }
            let ended = if number.is_multiple_of(2) { LaneRunEnd::Yielded } else { LaneRunEnd::Empty };
            lanes.end(&begun, ended, now);
        }
    }
    assert_eq!(turns, [30; 100]);
}

#[test]
fn only_what_the_platform_refuses_is_an_attempt() {
    let (mut lanes, mut now) = (woken(MANNER, 1), Duration::ZERO);
    for _ in 0..100 {
        assert_eq!(lanes.begin(now), [lane(0)]);
        lanes.end(&lane(0), LaneRunEnd::local_failure("a disk".to_owned()), now);
        now = lanes.next().expect("it waits");
    }
    let failed = lanes.failed(&lane(0)).expect("it waits");
    assert_eq!((failed.attempts, failed.since, &*failed.reason), (0, Duration::ZERO, "a disk"));
    assert_eq!(lanes.begin(now), [lane(0)]);
    lanes.end(&lane(0), paused(None), now);
    assert_eq!(lanes.failed(&lane(0)).map(|failed| failed.attempts), Some(1));
    assert_eq!(lanes.next(), Some(now + MANNER.longest_pause), "it waits as long as before");
}

#[test]
fn what_was_begun_may_be_there_until_it_is_done() {
    let (mut lanes, now) = (woken(MANNER, 1), Duration::ZERO);
    let tried = |attempts, perhaps_there| DeliveryAttempts { attempts, perhaps_there };
    lanes.begin(now);
    lanes.end(&lane(0), LaneRunEnd::local_failure("a disk".to_owned()), now);
    assert_eq!(lanes.attempt(&lane(0)), tried(0, false), "nothing was sent before");
    lanes.end(&lane(0), LaneRunEnd::local_failure("a disk".to_owned()), now);
    assert_eq!(lanes.attempt(&lane(0)), tried(0, true), "whoever is to blame for that");
    lanes.end(&lane(0), paused(None), now);
    lanes.end(&lane(0), LaneRunEnd::OtherProcess { ask_again: now }, now);
    assert_eq!(lanes.attempt(&lane(0)), tried(1, true));
    lanes.clear_failures(&lane(0));
    assert_eq!(lanes.attempt(&lane(0)), tried(0, false), "the next thing");
    lanes.end(&lane(0), LaneRunEnd::Empty, now);
    assert_eq!(lanes.attempt(&lane(0)), tried(0, false));
}

#[test]
fn what_another_process_delivers_is_no_failure() {
    let (mut lanes, now) = (woken(MANNER, 1), Duration::ZERO);
    lanes.begin(now);
    lanes.end(&lane(0), LaneRunEnd::OtherProcess { ask_again: SECOND * 5 }, now);
    assert!(lanes.failed(&lane(0)).is_none());
    assert_eq!((lanes.begin(SECOND * 4), lanes.begin(SECOND * 5)), (vec![], vec![lane(0)]));
}

#[test]
fn lanes_that_are_empty_leave_nothing_behind() {
    let (mut lanes, now) = (woken(DeliveryPolicy { at_once: 1000, ..MANNER }, 1000), Duration::ZERO);
    for round in 0..2 {
        for begun in lanes.begin(now + SECOND * 2 * round) {
            lanes.attempt(&begun);
            let ended = if round == 0 { paused(None) } else { LaneRunEnd::Empty };
            lanes.end(&begun, ended, now);
        }
    }
    let LaneScheduler { manner: _, busy, woken, again, due, until, failed, begun } = lanes;
    let queued = [woken.arrival.len(), woken.by_arrival.len(), again.len()];
    assert_eq!(([busy.len(), due.len(), until.len(), failed.len(), begun.len()], queued), ([0; 5], [0; 3]));
}
