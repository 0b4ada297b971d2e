//! The game clock: computes how much time each side has, how much is used, when it is up, and which
//! reminder or check is next. All follows from the start of the turn and the spans in which the
//! clock did not run; nothing ticks. Not here: the sources of those spans (`uptime`,
//! `absence_budget`), the jobs that act on the clock (`features/clock/jobs`), and how times are
//! worded (`text`).

use adoube_rules::Side;

use super::{
    FlagRule, TimeControl,
    time_control::{DAY, HOUR, MINUTE},
    time_span::{TimeSpan, joined, overlap},
};

/// How long after the deadline a move still counts, as it was on its way, in milliseconds.
pub const TOLERANCE: u64 = 30 * 1000;

/// Upper limit of the grace after an outage of the bot, in milliseconds.
const MOST_GRACE: u64 = 12 * HOUR;

/// While a clock is stopped, its next check is when it would be up if it ran from now on, but no
/// sooner than this, in milliseconds.
const LOOK_AGAIN: u64 = 15 * MINUTE;

/// Number of turns for which reserves are kept; each takeback needs two.
const KEPT_RESERVES: usize = 16;

/// How long a game without a place to show its board goes on, in milliseconds.
pub const DESERTED: u64 = 60 * DAY;

/// Upper limit of separate stops of a turn.
const MOST_STOPS: usize = 64;

/// Upper limit of times that a player is given more time in a turn.
pub const MOST_MORE_TIMES: u8 = 3;

/// Upper limit of pauses in a game.
pub const MOST_PAUSES: u8 = 3;

/// Upper limit of protections from losing on time for a player in a game.
pub const MOST_PROTECTIONS: u8 = 2;

/// Time that a protection adds, in milliseconds.
pub const PROTECTION: u64 = DAY;

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerSide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T: Copy> PerSide<T> {
    /// The value of a side.
    pub fn of(&self, side: Side) -> T {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The value of a side, to change it.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// Spans outside the game's record in which the clock of the side to move does not run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PauseTimes {
    /// Outages, in which no player could move.
    pub outages: Vec<TimeSpan>,
    /// Absences of the player to move.
    pub absences: Vec<TimeSpan>,
    /// Absences of the other player, who may be to move next.
    pub of_other: Vec<TimeSpan>,
    /// The side of the computer. Its clock never runs, as its searches wait for those of other
    /// games.
    pub computer: Option<Side>,
}

impl PauseTimes {
    /// Passes the turn to the other player.
    pub fn hand_over(&mut self) {
        std::mem::swap(&mut self.absences, &mut self.of_other);
    }
}

/// The clock of a running game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The time control.
    pub pace: TimeControl,
    /// The flag rule.
    pub time_out: FlagRule,
    /// Reserve of each side when the turn began, in milliseconds.
    pub reserves: PerSide<u64>,
    /// Reserves before each of the last turns, oldest first.
    pub earlier: Vec<PerSide<u64>>,
    /// The present turn.
    pub turn: TurnClock,
    /// An agreed pause, while it lasts.
    pub pause: Option<TimeSpan>,
    /// Number of pauses so far.
    pub pauses: u8,
    /// Number of protections of each side so far.
    pub protections: PerSide<u8>,
    /// Whether each side was given one more turn after its flag fell.
    pub one_more: PerSide<bool>,
    /// Number of changes of the clock: its job names it, so that each acts once.
    pub version: u64,
    /// When the clock is checked next, in milliseconds since 1970.
    pub look_at: u64,
}

/// The clock in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// The side to move.
    pub side: Side,
    /// Start of the turn, in milliseconds since 1970.
    pub since: u64,
    /// Added time, in milliseconds.
    pub added: u64,
    /// Number of times that the opponent added time.
    pub more_times: u8,
    /// Finished stops of the game in this turn.
    pub stops: Vec<TimeSpan>,
    /// Since when the channel cannot show the board.
    pub no_place: Option<u64>,
    /// Reminders sent to the player.
    pub reminded: SentReminders,
    /// From the flag until the opponent's answer is overdue, while the opponent is asked what
    /// happens.
    pub asked: Option<TimeSpan>,
}

/// Reminders sent in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentReminders {
    /// The reminder when a quarter of the time is left.
    pub first: bool,
    /// The last reminder.
    pub last: bool,
}

/// The next action of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockAction {
    /// The first reminder.
    First,
    /// The last reminder.
    Last,
    /// The flag, after the tolerance.
    Flag,
    /// The opponent has not answered what happens after the flag.
    Unanswered,
    /// The agreed pause ends.
    PauseOver,
    /// The channel could not show the board for so long that the game ends.
    Deserted,
    /// Only a check: the clock is stopped for an unknown time.
    Nothing,
}

impl TurnClock {
    fn new(side: Side, since: u64) -> Self {
        Self {
            side,
            since,
            added: 0,
            more_times: 0,
            stops: Vec::new(),
            no_place: None,
            reminded: SentReminders::default(),
            asked: None,
        }
    }
}

impl GameClock {
    /// The clock of a game that begins now with this side; `now` in milliseconds since 1970.
    pub fn new(pace: TimeControl, time_out: FlagRule, side: Side, now: u64) -> Self {
        let reserves = PerSide { white: pace.reserve(), black: pace.reserve() };
        let mut clock = Self {
            pace,
            time_out,
            reserves,
            earlier: Vec::new(),
            turn: TurnClock::new(side, now),
            pause: None,
            pauses: 0,
            protections: PerSide::default(),
            one_more: PerSide::default(),
            version: 0,
            look_at: 0,
        };
        clock.look_at = clock.next(now, &PauseTimes::default()).0;
        clock
    }

    /// All time of this turn, including the reserve, in milliseconds.
    pub fn budget(&self) -> u64 {
        let TurnClock { side, added, .. } = self.turn;
        self.pace.per_move().saturating_add(self.reserves.of(side)).saturating_add(added)
    }

    /// All spans of this turn in which the clock does not run, in order and joined.
    fn stretches(&self, still: &PauseTimes) -> Vec<TimeSpan> {
        let own = self.turn.stops.iter().copied().chain(self.pause);
        let no_place = self.turn.no_place.map(|from| TimeSpan { from, to: TimeSpan::OPEN });
        let others = still.outages.iter().chain(&still.absences).copied();
        let thinks =
            self.is_computers(still).then_some(TimeSpan { from: self.turn.since, to: TimeSpan::OPEN });
        joined(own.chain(no_place).chain(others).chain(thinks).collect())
    }

    /// Whether the computer is to move.
    pub fn is_computers(&self, still: &PauseTimes) -> bool {
        still.computer == Some(self.turn.side)
    }

    /// Time used in this turn, in milliseconds.
    pub fn used(&self, now: u64, still: &PauseTimes) -> u64 {
        let since = self.turn.since;
        now.saturating_sub(since).saturating_sub(overlap(&self.stretches(still), since, now))
    }

    /// Time left in this turn, including the reserve, in milliseconds.
    pub fn left(&self, now: u64, still: &PauseTimes) -> u64 {
        let after_outages = self.deadline(still).saturating_sub(now);
        let by_use = self.budget().saturating_sub(self.used(now, still));
        // The grace after an outage is known as an instant alone.
        if self.is_still(now, still) { by_use } else { by_use.max(after_outages) }
    }

    /// Whether the clock is stopped.
    pub fn is_still(&self, now: u64, still: &PauseTimes) -> bool {
        self.stretches(still).iter().any(|stretch| stretch.has(now))
    }

    /// The deadline, in milliseconds since 1970; [`TimeSpan::OPEN`] while it is unknown.
    pub fn deadline(&self, still: &PauseTimes) -> u64 {
        self.instant_of(self.budget(), still, self.grace())
    }

    /// The least time that a player has after an outage, in milliseconds.
    fn grace(&self) -> u64 {
        (self.pace.per_move() / 4).min(MOST_GRACE)
    }

    /// The instant at which this much of the turn's time is used. An outage that began before it is
    /// followed by at least `grace`.
    fn instant_of(&self, used: u64, still: &PauseTimes, grace: u64) -> u64 {
        run(self.turn.since, used, &self.stretches(still), (&still.outages, grace))
    }

    /// When the opponent's answer about the flag is overdue, if one is due. Time in which no player
    /// could answer or move does not count; vacations do.
    fn asked_until(&self, still: &PauseTimes) -> Option<u64> {
        let asked = self.turn.asked?;
        let shut = PauseTimes { outages: still.outages.clone(), ..PauseTimes::default() };
        Some(run(asked.from, asked.length(), &self.stretches(&shut), (&still.outages, self.grace())))
    }

    /// Whether a clock action must run before any other event: the flag after its tolerance, a
    /// missing answer, or the end of a pause.
    pub fn is_overdue(&self, now: u64, still: &PauseTimes) -> bool {
        if self.turn.asked.is_some() || self.pause.is_some() {
            let (at, next) = self.next(now, still);
            return at <= now
                && matches!(next, ClockAction::Unanswered | ClockAction::PauseOver | ClockAction::Flag);
        }
        now > self.deadline(still).saturating_add(TOLERANCE)
    }

    /// Marks due reminders as sent and returns the action to run: the last reminder due, or the
    /// action after it if that is due as well.
    pub fn remind(&mut self, now: u64, still: &PauseTimes) -> ClockAction {
        let mut due = ClockAction::Nothing;
        loop {
            let (at, next) = self.next(now, still);
            if at > now {
                break;
            }
            due = next;
            match next {
                ClockAction::First => self.turn.reminded.first = true,
                ClockAction::Last => self.turn.reminded = SentReminders { first: true, last: true },
                _ => break,
            }
        }
        self.changed(now, still);
        due
    }

    /// The next action and when it is due, in milliseconds since 1970. While the clock is stopped
    /// it is checked when the action would be due if the clock ran from now on: the end of an
    /// absence changes no game, so the game has to look for it.
    pub fn next(&self, now: u64, still: &PauseTimes) -> (u64, ClockAction) {
        if let Some(lost) = self.turn.no_place {
            // The event that finds a place again checks the clock.
            return (lost.saturating_add(DESERTED), ClockAction::Deserted);
        }
        if let Some(pause) = self.pause {
            return (pause.to, ClockAction::PauseOver);
        }
        if let Some(until) = self.asked_until(still) {
            // The end of an outage changes no game, so the game has to look for it.
            let again = now.saturating_add(LOOK_AGAIN);
            let is_open = until == TimeSpan::OPEN;
            return if is_open { (again, ClockAction::Nothing) } else { (until, ClockAction::Unanswered) };
        }
        let (used, next) = self.next_running();
        let at = match next {
            // The flag is due at the first instant after the tolerance.
            ClockAction::Flag => self.deadline(still).saturating_add(TOLERANCE + 1),
            _ => self.instant_of(used, still, 0),
        };
        if self.is_still(now, still) {
            let missing = used.saturating_sub(self.used(now, still));
            let soonest = now.saturating_add(missing.max(LOOK_AGAIN));
            if soonest < at {
                return (soonest, ClockAction::Nothing);
            }
        }
        (at, next)
    }

    /// The next action while the clock runs, and how much of the turn's time is used when it is
    /// due.
    fn next_running(&self) -> (u64, ClockAction) {
        let budget = self.budget();
        let SentReminders { first, last } = self.turn.reminded;
        let at_last = self.last_reminder().map(|left| budget.saturating_sub(left));
        let at_first = budget - budget / 4;
        if !first && !last && at_last.is_none_or(|at_last| at_first < at_last) {
            return (at_first, ClockAction::First);
        }
        match at_last.filter(|_| !last) {
            Some(at_last) => (at_last, ClockAction::Last),
            None => (budget, ClockAction::Flag),
        }
    }

    /// Time left at the last reminder; `None` if the time control is too fast for one.
    fn last_reminder(&self) -> Option<u64> {
        let budget = self.budget();
        let is_slow = self.pace.per_move().saturating_add(self.pace.reserve()) >= DAY;
        is_slow.then(|| (budget / 20).max(HOUR)).filter(|left| *left < budget)
    }

    /// Records a change of the clock: a new version, and the time of its next check.
    pub fn changed(&mut self, now: u64, still: &PauseTimes) {
        self.postpone_check(self.next(now, still).0);
    }

    /// Sets the time of the next check without a new version.
    pub fn set_next_check(&mut self, now: u64, still: &PauseTimes) {
        self.look_at = self.next(now, still).0;
    }

    /// Sets the time of the next check, and a new version.
    pub fn postpone_check(&mut self, at: u64) {
        self.version = self.version.saturating_add(1);
        self.look_at = at;
    }

    /// Ends the turn: what it took beyond the time per move is taken from the reserve, and the
    /// other side is to move.
    pub fn hand_over(&mut self, to: Side, now: u64, still: &PauseTimes) {
        let (side, left) = (self.turn.side, self.left_of_reserve(now, still));
        self.keep_reserves();
        *self.reserves.of_mut(side) = left;
        self.begin_turn(to, now);
    }

    /// The reserve of the side to move, less what its turn took beyond the time per move.
    pub fn left_of_reserve(&self, now: u64, still: &PauseTimes) -> u64 {
        // Added time is for this turn alone: it moves the deadline and restores no reserve.
        let beyond = self.used(now, still).saturating_sub(self.pace.per_move());
        self.reserves.of(self.turn.side).saturating_sub(beyond)
    }

    fn keep_reserves(&mut self) {
        if self.earlier.len() >= KEPT_RESERVES {
            self.earlier.remove(0);
        }
        self.earlier.push(self.reserves);
    }

    fn begin_turn(&mut self, side: Side, now: u64) {
        let no_place = self.turn.no_place.map(|_| now);
        self.turn = TurnClock { no_place, ..TurnClock::new(side, now) };
        // Absences are ignored for a new turn: its first check is when the time could be up.
        self.changed(now, &PauseTimes::default());
    }

    /// Restores the clock after plies were taken back. The side to move gets a fresh turn, with the
    /// smaller of its reserves now and before those plies; the other one gets the reserve it had
    /// before them. What the unfinished turn took beyond the time per move stays used, so that a
    /// takeback gains no time.
    pub fn restore_after_takeback(&mut self, plies: u32, side: Side, now: u64, still: &PauseTimes) {
        let now_left =
            if side == self.turn.side { self.left_of_reserve(now, still) } else { self.reserves.of(side) };
        let kept = self.earlier.len().saturating_sub(plies as usize);
        let before = self.earlier.get(kept).copied().unwrap_or(self.reserves);
        self.earlier.truncate(kept);
        self.reserves = before;
        *self.reserves.of_mut(side) = before.of(side).min(now_left);
        self.begin_turn(side, now);
    }

    /// Adds time to this turn, also after the flag; a question to the opponent is then void.
    pub fn add(&mut self, millis: u64, now: u64, still: &PauseTimes) {
        // Added time counts from now on, not from the flag.
        let late = self.used(now, still).saturating_sub(self.budget());
        self.turn.added = self.turn.added.saturating_add(millis).saturating_add(late);
        self.turn.asked = None;
        self.rearm(now, still);
        self.changed(now, still);
    }

    /// Re-enables reminders that lie ahead again, as there is more time.
    fn rearm(&mut self, now: u64, still: &PauseTimes) {
        let used = self.used(now, still);
        let is_past = |at: u64| used >= at;
        let budget = self.budget();
        let last = self.last_reminder().is_some_and(|left| is_past(budget.saturating_sub(left)));
        self.turn.reminded = SentReminders { first: last || is_past(budget - budget / 4), last };
    }

    /// Begins a pause that ends at this time at the latest.
    pub fn begin_pause(&mut self, until: u64, now: u64, still: &PauseTimes) {
        self.pauses = self.pauses.saturating_add(1);
        self.pause = Some(TimeSpan { from: now, to: until });
        self.changed(now, still);
    }

    /// Ends the pause; the side to move then has at least the time per move.
    pub fn end_pause(&mut self, now: u64, still: &PauseTimes) {
        let Some(pause) = self.pause.take() else { return };
        self.stood_still(pause.from, now);
        let (used, budget) = (self.used(now, still), self.budget());
        let late = used.saturating_sub(budget);
        let least = if late > 0 { self.pace.fresh_turn() } else { self.pace.per_move() };
        let missing = least.saturating_sub(budget.saturating_sub(used)).saturating_add(late);
        self.turn.added = self.turn.added.saturating_add(missing);
        self.rearm(now, still);
        self.changed(now, still);
    }

    /// Records that the channel cannot show the board from now on.
    pub fn lose_place(&mut self, now: u64, still: &PauseTimes) {
        self.turn.no_place.get_or_insert(now);
        self.changed(now, still);
    }

    /// Records that a channel can show the board again.
    pub fn find_place(&mut self, now: u64, still: &PauseTimes) {
        if let Some(from) = self.turn.no_place.take() {
            self.stood_still(from, now);
        }
        self.changed(now, still);
    }

    fn stood_still(&mut self, from: u64, to: u64) {
        let stop = TimeSpan { from: from.max(self.turn.since), to };
        let mut stops = joined(self.turn.stops.iter().copied().chain([stop]).collect());
        if stops.len() > MOST_STOPS {
            // Both are over, so only their lengths count.
            let (second, first) = (stops.remove(1), &mut stops[0]);
            first.to = first.to.saturating_add(second.length());
        }
        self.turn.stops = stops;
    }
}

/// The instant at which this much time has run since another one, outside of these spans. An outage
/// that began before it is followed by at least the given grace.
fn run(since: u64, amount: u64, stretches: &[TimeSpan], (outages, grace): (&[TimeSpan], u64)) -> u64 {
    let (mut at, mut left, mut floor) = (since, amount, 0);
    for stretch in stretches.iter().filter(|stretch| stretch.to > since) {
        let up = at.saturating_add(left).max(floor);
        if stretch.from > up {
            return up;
        }
        left = left.saturating_sub(stretch.from.saturating_sub(at));
        at = stretch.to;
        if at == TimeSpan::OPEN {
            return TimeSpan::OPEN;
        }
        let is_ours = |outage: &&TimeSpan| outage.from < stretch.to && outage.to > stretch.from;
        let last = outages.iter().filter(is_ours).map(|outage| outage.to).max();
        floor = floor.max(last.map_or(0, |to| to.saturating_add(grace)));
    }
    at.saturating_add(left).max(floor)
}

#[cfg(test)]
mod tests;
