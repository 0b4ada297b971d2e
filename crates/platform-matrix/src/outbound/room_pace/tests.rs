//! Simulation of a room's rate limit against Draupnir's flood protection, with random moves and
//! delays.

use std::collections::VecDeque;

use adoube_matrix_client::RoomId;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// Default limit of Draupnir: it bans for this many events in a minute
/// (<https://github.com/the-draupnir-project/Draupnir/blob/main/src/protections/BasicFlooding.tsx>).
const FLOOD: usize = 10;

fn room() -> RoomId {
    RoomId("!room:x".to_owned())
}

/// A notice of the lane: its time, the number of its events, and whether it is a board.
struct Posted {
    at: Duration,
    events: usize,
    is_board: bool,
}

/// Boards at the speed of a computer and hasty people, with replies and menus between them.
fn posted(rng: &mut ChaCha8Rng) -> VecDeque<Posted> {
    let mut now = Duration::from_secs(100);
    let slowest = [300, 2_000, 20_000][rng.random_range(0..3)];
    let mut lane = VecDeque::new();
    for _ in 0..80 {
        now += Duration::from_millis(rng.random_range(0..slowest));
        if rng.random_range(0..5) == 0 {
            lane.push_back(Posted { at: now, events: rng.random_range(1..4), is_board: false });
        }
        lane.push_back(Posted { at: now, events: 2, is_board: true });
    }
    lane
}

/// Sends all notices as the transport does. Returns when the server accepted each event, and
/// whether the last board was shown.
fn say(rng: &mut ChaCha8Rng, mut lane: VecDeque<Posted>) -> (Vec<Duration>, bool) {
    let paces = RoomPaces::new(8);
    let (mut now, mut taken, mut is_last_shown) = (Duration::ZERO, Vec::new(), false);
    let mut was_delayed = false;
    while let Some(next) = lane.front() {
        now = now.max(next.at);
        let wait = paces.wait(&room(), next.events, now);
        let is_newer = |other: &Posted| other.is_board && other.at <= now;
        if next.is_board && (wait.is_some() || was_delayed) && lane.iter().skip(1).any(is_newer) {
            lane.pop_front();
            was_delayed = false;
            continue;
        }
        if let Some(wait) = wait {
            assert!(wait > Duration::ZERO && wait <= PERIOD, "{wait:?}");
            (now, was_delayed) = (now + wait, true);
            continue;
        }
        for _ in 0..next.events {
            paces.begin(&room(), now).expect("it was waited for");
            let mut delay = || Duration::from_millis(rng.random_range(0..3_000));
            let at = now + delay();
            now = at + delay();
            taken.push(at);
            paces.end(&room(), now, true);
        }
        is_last_shown = lane.len() == 1;
        was_delayed = false;
        lane.pop_front();
    }
    (taken, is_last_shown)
}

#[test]
fn in_a_thousand_games_no_room_is_flooded_and_the_last_board_is_always_shown() {
    for seed in 0..1_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let lane = posted(&mut rng);
        let last = lane.back().expect("a board").at;
        // Only boards are superseded by later notices.
        let others = lane.iter().filter(|posted| !posted.is_board).map(|posted| posted.events).sum::<usize>();
        let most = PERIOD * u32::try_from(others / 3 + 4).expect("a few");
        let (taken, is_last_shown) = say(&mut rng, lane);
        assert!(is_last_shown, "seed {seed}");
        for (index, at) in taken.iter().enumerate() {
            let in_a_minute = taken[index..].iter().take_while(|other| **other < *at + PERIOD).count();
            assert!(in_a_minute < FLOOD, "seed {seed}: {in_a_minute} events in a minute");
        }
        let end = taken.last().expect("events");
        assert!(*end < last + most, "seed {seed}: the last board comes at {end:?}, not {last:?}");
    }
}

#[test]
fn without_the_pace_the_same_games_would_be_banned() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let banned = (0..100).filter(|_| {
        let lane = posted(&mut rng);
        let all: Vec<Duration> = lane.iter().flat_map(|next| vec![next.at; next.events]).collect();
        all.windows(FLOOD).any(|events| events[FLOOD - 1] < events[0] + PERIOD)
    });
    assert_eq!(banned.count(), 100);
}

#[test]
fn what_the_server_did_not_take_and_what_it_has_not_answered_are_told_apart() {
    let second = Duration::from_secs;
    let paces = RoomPaces::new(2);
    assert_eq!((paces.begin(&room(), second(1)), paces.begin(&room(), second(1))), (Ok(()), Ok(())));
    assert_eq!(paces.begin(&room(), second(200)), Err(PERIOD), "nobody knows when they are taken");
    paces.end(&room(), second(210), false);
    assert_eq!(paces.begin(&room(), second(210)), Ok(()));
    paces.end(&room(), second(211), true);
    assert_eq!(paces.begin(&room(), second(220)), Err(second(51)));
    let other = RoomId("!other:x".to_owned());
    assert_eq!(paces.begin(&other, second(220)), Ok(()), "each room has its own");
    let unlimited = RoomPaces::new(0);
    assert!((0..100).all(|_| unlimited.begin(&room(), second(1)).is_ok()));
}
