//! Tests of the game clock: single examples of used time, reserves, pauses and reminders, and a
//! comparison with a clock simulated minute by minute. `ADOUBE_SEED` selects one seed of the
//! simulation.

use adoube_testing::seeds;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// 2027-01-01T00:00Z.
const BEGUN: u64 = 1_798_761_600_000;
const SECOND: u64 = 1000;

fn pace(per_move: u64, reserve: u64) -> TimeControl {
    TimeControl::new(per_move, reserve).expect("a pace")
}

fn begun(per_move: u64, reserve: u64) -> GameClock {
    GameClock::new(pace(per_move, reserve), FlagRule::Ask, Side::White, BEGUN)
}

fn stretch(from: u64, to: u64) -> TimeSpan {
    TimeSpan { from: BEGUN + from, to: if to == TimeSpan::OPEN { to } else { BEGUN + to } }
}

fn outages(list: &[(u64, u64)]) -> PauseTimes {
    PauseTimes {
        outages: list.iter().map(|&(from, to)| stretch(from, to)).collect(),
        ..PauseTimes::default()
    }
}

fn absences(list: &[(u64, u64)]) -> PauseTimes {
    PauseTimes {
        absences: list.iter().map(|&(from, to)| stretch(from, to)).collect(),
        ..PauseTimes::default()
    }
}

#[test]
fn a_long_turn_takes_from_the_reserve() {
    let (mut clock, still) = (begun(3 * DAY, 7 * DAY), PauseTimes::default());
    clock.hand_over(Side::Black, BEGUN + 5 * DAY, &still);
    assert_eq!(clock.reserves, PerSide { white: 5 * DAY, black: 7 * DAY });
    let since = BEGUN + 6 * DAY;
    clock.hand_over(Side::White, since, &still);
    assert_eq!(clock.reserves.black, 7 * DAY, "a turn within the time for a move takes nothing");
    assert_eq!(clock.deadline(&still), since + 8 * DAY);
    assert_eq!(clock.left(since + DAY, &still), 7 * DAY);
    let late = |millis| clock.is_overdue(since + 8 * DAY + millis, &still);
    assert_eq!([late(0), late(30 * SECOND), late(31 * SECOND)], [false, false, true]);
}

#[test]
fn nothing_is_added_by_playing() {
    let (mut clock, still) = (begun(0, 84 * HOUR), PauseTimes::default());
    for turn in 1..=10 {
        clock.hand_over([Side::White, Side::Black][turn % 2], BEGUN + turn as u64 * HOUR, &still);
    }
    assert_eq!(clock.reserves, PerSide { white: 79 * HOUR, black: 79 * HOUR });
}

/// A description, the time control, the pause times, and the expected deadline from the start.
#[test]
fn whatever_stops_the_clock_moves_the_deadline() {
    let table: [(&str, (u64, u64), PauseTimes, u64); 17] = [
        ("3d", (3 * DAY, 0), PauseTimes::default(), 3 * DAY),
        ("an outage of 10 h inside the turn", (3 * DAY, 0), outages(&[(20 * HOUR, 30 * HOUR)]), 82 * HOUR),
        ("one that began 5 h before it", (3 * DAY, 0), before(5 * HOUR, 5 * HOUR), 77 * HOUR),
        ("one that was over before it", (3 * DAY, 0), before(10 * HOUR, 0), 72 * HOUR),
        ("one after it", (3 * DAY, 0), outages(&[(72 * HOUR + 1, 82 * HOUR)]), 72 * HOUR),
        ("one at its last instant", (3 * DAY, 0), outages(&[(72 * HOUR, 82 * HOUR)]), 94 * HOUR),
        ("one shortly before its end: grace", (2 * DAY, 0), outages(&[(47 * HOUR, 57 * HOUR)]), 69 * HOUR),
        ("a quarter of the time for a move", (DAY, 0), outages(&[(23 * HOUR, 33 * HOUR)]), 39 * HOUR),
        ("12 h at most", (30 * DAY, 0), outages(&[(719 * HOUR, 720 * HOUR)]), 732 * HOUR),
        ("none without time for a move", (0, DAY), outages(&[(23 * HOUR, 33 * HOUR)]), 34 * HOUR),
        ("no grace after a vacation", (2 * DAY, 0), absences(&[(47 * HOUR, 57 * HOUR)]), 58 * HOUR),
        ("two outages", (DAY, 0), outages(&[(HOUR, 2 * HOUR), (4 * HOUR, 6 * HOUR)]), 27 * HOUR),
        (
            "an outage within a vacation counts once",
            (3 * DAY, 0),
            PauseTimes {
                absences: vec![stretch(10 * HOUR, 40 * HOUR)],
                ..outages(&[(20 * HOUR, 30 * HOUR)])
            },
            102 * HOUR,
        ),
        (
            "one that overlaps it counts once",
            (3 * DAY, 0),
            PauseTimes {
                absences: vec![stretch(10 * HOUR, 25 * HOUR)],
                ..outages(&[(20 * HOUR, 30 * HOUR)])
            },
            92 * HOUR,
        ),
        ("an outage without an end", (3 * DAY, 0), outages(&[(HOUR, TimeSpan::OPEN)]), TimeSpan::OPEN),
        ("a vacation without one", (3 * DAY, 0), absences(&[(HOUR, TimeSpan::OPEN)]), TimeSpan::OPEN),
        ("one after the flag", (3 * DAY, 0), absences(&[(73 * HOUR, TimeSpan::OPEN)]), 72 * HOUR),
    ];
    for (what, (per_move, reserve), still, expected) in table {
        let clock = begun(per_move, reserve);
        let expected = if expected == TimeSpan::OPEN { expected } else { BEGUN + expected };
        assert_eq!(clock.deadline(&still), expected, "{what}");
        if expected != TimeSpan::OPEN {
            assert!(!clock.is_overdue(expected + 30 * SECOND, &still), "{what}");
            assert!(clock.is_overdue(expected + 31 * SECOND, &still), "{what}");
        }
    }
}

/// An outage that began this long before the turn and lasted this long in it.
fn before(before: u64, within: u64) -> PauseTimes {
    let outage = TimeSpan { from: BEGUN - before, to: BEGUN + within };
    PauseTimes { outages: vec![outage], ..PauseTimes::default() }
}

/// A day is 24 hours: in Berlin the wall clock shows 13:00 on one day and 14:00 on the next.
#[test]
fn daylight_saving_changes_nothing() {
    // 2027-03-27T12:00Z and 2027-03-28T12:00Z.
    let (from, to) = (1_806_148_800_000, 1_806_235_200_000);
    let clock = GameClock::new(pace(DAY, 0), FlagRule::Strict, Side::White, from);
    assert_eq!(clock.deadline(&PauseTimes::default()), to);
}

#[test]
fn while_it_stands_still_nothing_is_used() {
    let (clock, still) = (begun(3 * DAY, 0), absences(&[(DAY, 11 * DAY)]));
    let at = |days| BEGUN + days * DAY;
    assert_eq!([2, 6, 11, 12].map(|days| clock.left(at(days), &still)), [2 * DAY, 2 * DAY, 2 * DAY, DAY]);
    assert_eq!([0, 2, 10, 11].map(|days| clock.is_still(at(days), &still)), [false, true, true, false]);
}

/// A player who comes back early is reminded in time, although only their own record changes then.
#[test]
fn a_clock_that_stands_still_is_looked_at_as_if_it_ran() {
    let mut clock = begun(3 * DAY, 0);
    let away = absences(&[(0, 20 * DAY)]);
    assert_eq!(clock.next(BEGUN, &away), (BEGUN + 54 * HOUR, ClockAction::Nothing));
    let back = absences(&[(0, HOUR)]);
    assert_eq!(clock.next(BEGUN + 54 * HOUR, &back), (BEGUN + 55 * HOUR, ClockAction::First));
    clock.turn.reminded = SentReminders { first: true, last: true };
    assert_eq!(clock.next(BEGUN, &away), (BEGUN + 72 * HOUR, ClockAction::Nothing));
    assert_eq!(
        clock.next(BEGUN + 20 * DAY - MINUTE, &away).0,
        BEGUN + 20 * DAY - MINUTE + LOOK_AGAIN.max(72 * HOUR)
    );
    clock.lose_place(BEGUN + 72 * HOUR - MINUTE, &PauseTimes::default());
    let deserted = BEGUN + 72 * HOUR - MINUTE + DESERTED;
    assert_eq!((clock.look_at, clock.deadline(&PauseTimes::default())), (deserted, TimeSpan::OPEN));
}

#[test]
fn reminders_come_in_their_order() {
    let table = [
        ((4 * DAY, 0), 3 * DAY, Some(4 * DAY * 19 / 20)),
        ((DAY, 0), 18 * HOUR, Some(24 * HOUR * 19 / 20)),
        ((0, 84 * HOUR), 63 * HOUR, Some(84 * HOUR * 19 / 20)),
        ((12 * HOUR, 12 * HOUR), 18 * HOUR, Some(24 * HOUR * 19 / 20)),
        ((10 * MINUTE, 0), 450 * SECOND, None),
        ((23 * HOUR, 0), 23 * HOUR * 3 / 4, None),
    ];
    for ((per_move, reserve), first, last) in table {
        let (mut clock, still) = (begun(per_move, reserve), PauseTimes::default());
        assert_eq!(clock.next(BEGUN, &still), (BEGUN + first, ClockAction::First), "{}", clock.pace);
        assert_eq!(clock.look_at, BEGUN + first);
        clock.turn.reminded.first = true;
        if let Some(last) = last {
            assert_eq!(clock.next(BEGUN, &still), (BEGUN + last, ClockAction::Last), "{}", clock.pace);
            clock.turn.reminded.last = true;
        }
        let flag = (BEGUN + per_move + reserve + TOLERANCE + 1, ClockAction::Flag);
        assert_eq!(clock.next(BEGUN, &still), flag, "{}", clock.pace);
        clock.turn.asked = Some(stretch(0, HOUR));
        assert_eq!(clock.next(BEGUN, &still), (BEGUN + HOUR, ClockAction::Unanswered), "{}", clock.pace);
        let shut = outages(&[(0, TimeSpan::OPEN)]);
        assert_eq!(clock.next(BEGUN, &shut), (BEGUN + LOOK_AGAIN, ClockAction::Nothing), "{}", clock.pace);
    }
}

/// The last reminder never precedes the first: with little time left it is the only one.
#[test]
fn with_little_time_there_is_one_reminder() {
    let (mut clock, still) = (begun(HOUR, 23 * HOUR), PauseTimes::default());
    clock.hand_over(Side::Black, BEGUN + 21 * HOUR, &still);
    clock.hand_over(Side::White, BEGUN + 22 * HOUR, &still);
    assert_eq!(clock.budget(), 4 * HOUR);
    let since = BEGUN + 22 * HOUR;
    assert_eq!(clock.next(since, &still), (since + 3 * HOUR, ClockAction::Last));
    let (mut clock, since) = (begun(0, DAY), BEGUN + 24 * HOUR);
    clock.hand_over(Side::Black, BEGUN + 23 * HOUR, &still);
    clock.hand_over(Side::White, since, &still);
    assert_eq!(
        clock.next(since, &still),
        (since + 45 * MINUTE, ClockAction::First),
        "an hour is too short for two"
    );
}

#[test]
fn a_reminder_is_due_from_its_instant_on_and_once() {
    let (mut clock, still) = (begun(3 * DAY, 0), PauseTimes::default());
    assert_eq!(clock.remind(BEGUN + 54 * HOUR - 1, &still), ClockAction::Nothing);
    assert_eq!(clock.remind(BEGUN + 54 * HOUR, &still), ClockAction::First);
    assert_eq!(clock.remind(BEGUN + 54 * HOUR, &still), ClockAction::Nothing);
}

/// With more time a reminder is sent again only if it lies ahead again.
#[test]
fn more_time_brings_back_what_lies_ahead() {
    let still = PauseTimes::default();
    for (more, next) in [(HOUR, ClockAction::Last), (2 * DAY, ClockAction::First)] {
        let mut clock = begun(4 * DAY, 0);
        clock.turn.reminded = SentReminders { first: true, last: true };
        clock.add(more, BEGUN + 84 * HOUR, &still);
        assert_eq!(clock.next(BEGUN + 84 * HOUR, &still).1, next, "{more}");
    }
}

#[test]
fn more_time_counts_from_when_it_is_given() {
    let still = PauseTimes::default();
    let mut clock = begun(DAY, 0);
    clock.add(DAY, BEGUN + HOUR, &still);
    assert_eq!(clock.deadline(&still), BEGUN + 2 * DAY);
    clock.add(DAY, BEGUN + 50 * HOUR, &still);
    assert_eq!(clock.deadline(&still), BEGUN + 74 * HOUR, "after the flag it begins then");
    clock.hand_over(Side::Black, BEGUN + 60 * HOUR, &still);
    assert_eq!(clock.deadline(&still), BEGUN + 84 * HOUR, "and it is for one turn");
}

#[test]
fn a_pause_ends_with_time_for_a_move() {
    let still = PauseTimes::default();
    let mut clock = begun(DAY, HOUR);
    clock.begin_pause(BEGUN + 8 * DAY, BEGUN + 22 * HOUR, &still);
    assert_eq!((clock.look_at, clock.next(BEGUN + DAY, &still).1), (BEGUN + 8 * DAY, ClockAction::PauseOver));
    clock.end_pause(BEGUN + 3 * DAY, &still);
    assert_eq!(clock.deadline(&still), BEGUN + 4 * DAY);
    let mut early = begun(DAY, 0);
    early.begin_pause(BEGUN + 7 * DAY, BEGUN, &still);
    early.end_pause(BEGUN + 7 * DAY, &still);
    assert_eq!(early.deadline(&still), BEGUN + 8 * DAY, "nobody gets more than before");
    // Without time per move, a player past the flag gets a day, and one before it what was left.
    for (began, left) in [(25 * HOUR, DAY), (23 * HOUR, HOUR)] {
        let mut clock = begun(0, DAY);
        clock.begin_pause(BEGUN + 7 * DAY, BEGUN + began, &still);
        clock.end_pause(BEGUN + 2 * DAY, &still);
        assert_eq!(clock.deadline(&still), BEGUN + 2 * DAY + left, "{began}");
    }
}

#[test]
fn who_is_asked_and_a_pause_have_their_own_time() {
    let still = PauseTimes::default();
    let mut clock = begun(DAY, 0);
    clock.turn.asked = Some(stretch(DAY, 2 * DAY));
    let is_overdue = |clock: &GameClock, at| clock.is_overdue(BEGUN + at, &still);
    assert_eq!([2 * DAY - 1, 2 * DAY].map(|at| is_overdue(&clock, at)), [false, true], "nobody has answered");
    let mut clock = begun(DAY, 0);
    clock.begin_pause(BEGUN + 7 * DAY, BEGUN, &still);
    assert_eq!([7 * DAY - 1, 7 * DAY].map(|at| is_overdue(&clock, at)), [false, true], "the pause is over");
}

#[test]
fn a_place_that_was_lost_costs_no_time() {
    let still = PauseTimes::default();
    let mut clock = begun(DAY, 0);
    clock.lose_place(BEGUN + HOUR, &still);
    clock.lose_place(BEGUN + 2 * HOUR, &still);
    assert_eq!((clock.deadline(&still), clock.left(BEGUN + 9 * HOUR, &still)), (TimeSpan::OPEN, 23 * HOUR));
    clock.find_place(BEGUN + 11 * HOUR, &still);
    assert_eq!(clock.deadline(&still), BEGUN + 34 * HOUR);
}

/// Plies taken back, the side that asks, and when; and the reserves of both afterwards. White has
/// used 5 d of its first turn and 1 h of the second, Black 4 d of its own.
#[test]
fn a_takeback_gives_a_fresh_turn_and_no_reserve() {
    let still = PauseTimes::default();
    let mut clock = begun(3 * DAY, 7 * DAY);
    clock.hand_over(Side::Black, BEGUN + 5 * DAY, &still);
    clock.hand_over(Side::White, BEGUN + 9 * DAY, &still);
    clock.hand_over(Side::Black, BEGUN + 9 * DAY + HOUR, &still);
    assert_eq!(clock.reserves, PerSide { white: 5 * DAY, black: 6 * DAY });
    let at = BEGUN + 9 * DAY + HOUR;
    let table = [
        // White takes its last move back this long into Black's turn.
        (1, Side::White, HOUR, PerSide { white: 5 * DAY, black: 6 * DAY }),
        (1, Side::White, 5 * DAY, PerSide { white: 5 * DAY, black: 6 * DAY }),
        // Black takes its last move back this long into its own turn.
        (2, Side::Black, HOUR, PerSide { white: 5 * DAY, black: 6 * DAY }),
        (2, Side::Black, 5 * DAY, PerSide { white: 5 * DAY, black: 4 * DAY }),
        (3, Side::White, HOUR, PerSide { white: 5 * DAY, black: 7 * DAY }),
        (99, Side::White, HOUR, PerSide { white: 5 * DAY, black: 7 * DAY }),
    ];
    for (plies, side, after, expected) in table {
        let mut clock = clock.clone();
        clock.restore_after_takeback(plies, side, at + after, &still);
        assert_eq!(clock.reserves, expected, "{plies} plies after {after}");
        assert_eq!((clock.turn.side, clock.turn.since), (side, at + after));
        assert_eq!(clock.left(at + after, &still), 3 * DAY + expected.of(side), "a fresh turn");
    }
}

/// The deadline of a clock simulated minute by minute.
fn watched(clock: &GameClock, still: &PauseTimes) -> u64 {
    let stands = clock.stretches(still);
    let (mut used, mut floor) = (0, 0);
    let mut at = clock.turn.since;
    loop {
        if let Some(outage) =
            still.outages.iter().filter(|outage| outage.has(at)).max_by_key(|outage| outage.to)
        {
            floor = floor.max(outage.to.saturating_add(clock.grace()));
        }
        let stands_still = stands.iter().any(|stretch| stretch.has(at));
        if stands_still && stands.iter().any(|stretch| stretch.has(at) && stretch.to == TimeSpan::OPEN) {
            return TimeSpan::OPEN;
        }
        if !stands_still {
            if used >= clock.budget() && at >= floor {
                return at;
            }
            used += MINUTE;
        }
        at += MINUTE;
    }
}

fn some_stretches(rng: &mut impl Rng) -> Vec<TimeSpan> {
    let one = |rng: &mut dyn Rng| {
        // Some begin before the turn; a few never end.
        let from = BEGUN + rng.random_range(0..3000) * MINUTE - 600 * MINUTE;
        let to = if rng.random_range(0..40) == 0 {
            TimeSpan::OPEN
        } else {
            from + rng.random_range(1..400) * MINUTE
        };
        TimeSpan { from, to }
    };
    let count = rng.random_range(0..6);
    (0..count).map(|_| one(rng)).collect()
}

#[test]
fn sums_agree_with_a_clock_that_is_watched() {
    for seed in seeds::seeds(0..2000, 500) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (per_move, reserve) = (rng.random_range(2..375) * 4 * MINUTE, rng.random_range(0..1000) * MINUTE);
        let mut clock = begun(per_move, reserve);
        let still = PauseTimes {
            outages: some_stretches(&mut rng),
            absences: some_stretches(&mut rng),
            ..PauseTimes::default()
        };
        clock.turn.added = rng.random_range(0..3) * 60 * MINUTE;
        clock.turn.stops =
            some_stretches(&mut rng).into_iter().filter(|stop| stop.to != TimeSpan::OPEN).collect();
        let deadline = watched(&clock, &still);
        assert_eq!(clock.deadline(&still), deadline, "seed {seed}: {clock:?} {still:?}");
        let looked = BEGUN + rng.random_range(0..4000) * MINUTE;
        let stands = clock.stretches(&still);
        let counted = (0..looked.saturating_sub(BEGUN) / MINUTE)
            .filter(|minute| !stands.iter().any(|stretch| stretch.has(BEGUN + minute * MINUTE)));
        assert_eq!(
            clock.used(looked, &still),
            counted.count() as u64 * MINUTE,
            "seed {seed}: {clock:?} {still:?}"
        );
        let (at, next) = clock.next(looked, &still);
        assert!(at <= deadline.saturating_add(TOLERANCE + 1), "seed {seed}: {next:?} at {at} is too late");
        if clock.is_still(looked, &still) {
            assert!(at >= looked + LOOK_AGAIN || at <= deadline, "seed {seed}: {next:?} at {at}");
        }
    }
}
