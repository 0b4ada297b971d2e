//! The clock of a game: how much time each side has, how much of it is used, and when it is up. All is computed from when
//! the turn began and the stretches in which the clock stood still; nothing ticks. Not here: where those stretches come
//! from, who does something about them when (`handlers/clock_jobs`), and how time is said (`present`).

use adoube_rules::Side;

use super::{
    FlagRule, TimeControl,
    time_control::{DAY, HOUR, MINUTE},
    time_span::{TimeSpan, joined, overlap},
};

/// How long after its time was up a move still counts: what was on its way then, in milliseconds.
pub const TOLERANCE: u64 = 30 * 1000;

/// The most that is added after an outage of ours, in milliseconds.
const MOST_GRACE: u64 = 12 * HOUR;

/// While a clock stands still, it is looked at again when it could be up if it ran from now on; not sooner than this.
const LOOK_AGAIN: u64 = 15 * MINUTE;

/// Turns back for which reserves are known; each takeback needs two.
const KEPT_RESERVES: usize = 16;

/// A game without a place to show its board is over after this, in milliseconds.
pub const DESERTED: u64 = 60 * DAY;

/// Stops of a turn that are kept apart.
const MOST_STOPS: usize = 64;

/// The most often a player is given more time in a turn.
pub const MOST_MORE_TIMES: u8 = 3;

/// The most pauses of a game.
pub const MOST_PAUSES: u8 = 3;

/// The most often a player is protected from losing on time in a game.
pub const MOST_PROTECTIONS: u8 = 2;

/// What each protection adds, in milliseconds.
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
    /// The one of a side.
    pub fn of(&self, side: Side) -> T {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The one of a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// Stretches that are no part of the game's record, in which the clock of the side to move stands still.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PauseTimes {
    /// In which nobody could move, as the bot was not there.
    pub outages: Vec<TimeSpan>,
    /// In which the player to move is away.
    pub absences: Vec<TimeSpan>,
    /// In which the other player is away, whose turn it may be next.
    pub of_other: Vec<TimeSpan>,
    /// The side that the computer plays: it thinks when it has its turn among all games, which is no time of its own.
    pub computer: Option<Side>,
}

impl PauseTimes {
    /// It is the other player's turn.
    pub fn hand_over(&mut self) {
        std::mem::swap(&mut self.absences, &mut self.of_other);
    }
}

/// The clock of a running game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What was agreed.
    pub pace: TimeControl,
    /// What happens when time is up.
    pub time_out: FlagRule,
    /// What each side had left of its reserve when the turn began, in milliseconds.
    pub reserves: PerSide<u64>,
    /// The reserves before each of the last turns, the oldest first.
    pub earlier: Vec<PerSide<u64>>,
    /// The turn.
    pub turn: TurnClock,
    /// An agreed pause, while it lasts.
    pub pause: Option<TimeSpan>,
    /// How many pauses there were.
    pub pauses: u8,
    /// How often each side was protected.
    pub protections: PerSide<u8>,
    /// Whether each side was given one more turn after its time was up.
    pub one_more: PerSide<bool>,
    /// How often the clock changed: what is due by it names this, so that it happens once.
    pub version: u64,
    /// When it is looked at next, in milliseconds since 1970.
    pub look_at: u64,
}

/// The clock in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// Whose turn it is.
    pub side: Side,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Time that was added in it, in milliseconds.
    pub added: u64,
    /// How often the opponent added some.
    pub more_times: u8,
    /// Stretches of it in which the game stood still, and which are over.
    pub stops: Vec<TimeSpan>,
    /// Since when there is no place to show the board.
    pub no_place: Option<u64>,
    /// Whether the player was reminded.
    pub reminded: SentReminders,
    /// Since when time is up and until when the opponent is asked what happens.
    pub asked: Option<TimeSpan>,
}

/// Which reminders of a turn have been given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentReminders {
    /// The one when a quarter of the time is left.
    pub first: bool,
    /// The last one.
    pub last: bool,
}

/// What comes next in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockAction {
    /// A reminder.
    First,
    /// The last reminder.
    Last,
    /// The flag, the tolerance included.
    Flag,
    /// The opponent has not said what happens now that time is up.
    Unanswered,
    /// The agreed pause is over.
    PauseOver,
    /// There has been no place to show the board for so long that there will be none.
    Deserted,
    /// Nothing, but the clock is looked at again: it stands still, and nobody knows how long.
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
    /// The clock of a game in which this side begins now; `now` in milliseconds since 1970.
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

    /// All the time of this turn, the reserve included, in milliseconds.
    pub fn budget(&self) -> u64 {
        let TurnClock { side, added, .. } = self.turn;
        self.pace.per_move().saturating_add(self.reserves.of(side)).saturating_add(added)
    }

    /// Everything in which the clock stands still in this turn, in order and joined.
    fn stretches(&self, still: &PauseTimes) -> Vec<TimeSpan> {
        let own = self.turn.stops.iter().copied().chain(self.pause);
        let no_place = self.turn.no_place.map(|from| TimeSpan { from, to: TimeSpan::OPEN });
        let others = still.outages.iter().chain(&still.absences).copied();
        let thinks =
            self.is_computers(still).then_some(TimeSpan { from: self.turn.since, to: TimeSpan::OPEN });
        joined(own.chain(no_place).chain(others).chain(thinks).collect())
    }

    /// Whether it is the turn of the computer.
    pub fn is_computers(&self, still: &PauseTimes) -> bool {
        still.computer == Some(self.turn.side)
    }

    /// How much of the turn's time is used, in milliseconds.
    pub fn used(&self, now: u64, still: &PauseTimes) -> u64 {
        let since = self.turn.since;
        now.saturating_sub(since).saturating_sub(overlap(&self.stretches(still), since, now))
    }

    /// How much time is left in this turn, the reserve included, in milliseconds.
    pub fn left(&self, now: u64, still: &PauseTimes) -> u64 {
        let after_outages = self.deadline(still).saturating_sub(now);
        let by_use = self.budget().saturating_sub(self.used(now, still));
        // What an outage of ours grants beyond that is known as an instant alone.
        if self.is_still(now, still) { by_use } else { by_use.max(after_outages) }
    }

    /// Whether the clock stands still.
    pub fn is_still(&self, now: u64, still: &PauseTimes) -> bool {
        self.stretches(still).iter().any(|stretch| stretch.has(now))
    }

    /// When time is up, in milliseconds since 1970; [`TimeSpan::OPEN`] while nobody knows.
    pub fn deadline(&self, still: &PauseTimes) -> u64 {
        self.instant_of(self.budget(), still, self.grace())
    }

    /// The end of an outage is followed by this much at least.
    fn grace(&self) -> u64 {
        (self.pace.per_move() / 4).min(MOST_GRACE)
    }

    /// When so much of the turn's time is used. An outage that began before then is followed by at least `grace`.
    fn instant_of(&self, used: u64, still: &PauseTimes, grace: u64) -> u64 {
        run(self.turn.since, used, &self.stretches(still), (&still.outages, grace))
    }

    /// Until when the opponent is asked what happens, if they are: while nobody could answer or move, that waits, too.
    /// Nobody's vacation counts.
    fn asked_until(&self, still: &PauseTimes) -> Option<u64> {
        let asked = self.turn.asked?;
        let shut = PauseTimes { outages: still.outages.clone(), ..PauseTimes::default() };
        Some(run(asked.from, asked.length(), &self.stretches(&shut), (&still.outages, self.grace())))
    }

    /// Whether something has to be done before anybody does anything else: time is up, tolerance and all, or the opponent has
    /// not answered, or a pause is over.
    pub fn is_overdue(&self, now: u64, still: &PauseTimes) -> bool {
        if self.turn.asked.is_some() || self.pause.is_some() {
            let (at, next) = self.next(now, still);
            return at <= now
                && matches!(next, ClockAction::Unanswered | ClockAction::PauseOver | ClockAction::Flag);
        }
        now > self.deadline(still).saturating_add(TOLERANCE)
    }

    /// Notes the reminders that are due, and says what is to be done instead: the last of them, or what follows them if that
    /// is due as well.
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

    /// What comes next and when, in milliseconds since 1970. While the clock stands still it is looked at again when that
    /// would come if it ran from now on: whoever is away may be back at any moment, which touches no game.
    pub fn next(&self, now: u64, still: &PauseTimes) -> (u64, ClockAction) {
        if let Some(lost) = self.turn.no_place {
            // Whoever finds a place again looks at it then.
            return (lost.saturating_add(DESERTED), ClockAction::Deserted);
        }
        if let Some(pause) = self.pause {
            return (pause.to, ClockAction::PauseOver);
        }
        if let Some(until) = self.asked_until(still) {
            // Whoever ends an outage touches no game, so the game looks whether that has happened.
            let again = now.saturating_add(LOOK_AGAIN);
            let is_open = until == TimeSpan::OPEN;
            return if is_open { (again, ClockAction::Nothing) } else { (until, ClockAction::Unanswered) };
        }
        let (used, next) = self.next_running();
        let at = match next {
            // The tolerance is over with the first instant behind it.
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

    /// What comes next while the clock runs, and how much of the turn's time is used then.
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

    /// How much time is left at the last reminder, where the pace is slow enough for one.
    fn last_reminder(&self) -> Option<u64> {
        let budget = self.budget();
        let is_slow = self.pace.per_move().saturating_add(self.pace.reserve()) >= DAY;
        is_slow.then(|| (budget / 20).max(HOUR)).filter(|left| *left < budget)
    }

    /// Notes that something about the clock changed, and when it is looked at next.
    pub fn changed(&mut self, now: u64, still: &PauseTimes) {
        self.postpone_check(self.next(now, still).0);
    }

    /// Notes when it is looked at next.
    pub fn set_next_check(&mut self, now: u64, still: &PauseTimes) {
        self.look_at = self.next(now, still).0;
    }

    /// It is looked at no sooner than then.
    pub fn postpone_check(&mut self, at: u64) {
        self.version = self.version.saturating_add(1);
        self.look_at = at;
    }

    /// The turn is over: what it took beyond the time for a move goes from the reserve, and it is this side's turn.
    pub fn hand_over(&mut self, to: Side, now: u64, still: &PauseTimes) {
        let (side, left) = (self.turn.side, self.left_of_reserve(now, still));
        self.keep_reserves();
        *self.reserves.of_mut(side) = left;
        self.begin_turn(to, now);
    }

    /// What is left of the reserve of the side to move: what its turn takes beyond the time for a move goes from it.
    pub fn left_of_reserve(&self, now: u64, still: &PauseTimes) -> u64 {
        // What was added is for this turn alone: it moves the deadline and gives no reserve back.
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
        // Nobody is away for the sake of a turn that has just begun; it is looked at when it could be up.
        self.changed(now, &PauseTimes::default());
    }

    /// Plies were taken back, and this side is to move: with a fresh turn, and no more reserve than now or before those
    /// plies; the other one has what it had before them. What the turn that is over took beyond the time for a move is
    /// gone, so that nobody takes a move back to get time.
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

    /// More time in this turn, which may have been up: whoever was asked about that is asked no more.
    pub fn add(&mut self, millis: u64, now: u64, still: &PauseTimes) {
        // What was added begins to count now, and not when time was up.
        let late = self.used(now, still).saturating_sub(self.budget());
        self.turn.added = self.turn.added.saturating_add(millis).saturating_add(late);
        self.turn.asked = None;
        self.rearm(now, still);
        self.changed(now, still);
    }

    /// Reminders that lie ahead again, as there is more time, are given again.
    fn rearm(&mut self, now: u64, still: &PauseTimes) {
        let used = self.used(now, still);
        let is_past = |at: u64| used >= at;
        let budget = self.budget();
        let last = self.last_reminder().is_some_and(|left| is_past(budget.saturating_sub(left)));
        self.turn.reminded = SentReminders { first: last || is_past(budget - budget / 4), last };
    }

    /// The game stands still until then at the latest.
    pub fn begin_pause(&mut self, until: u64, now: u64, still: &PauseTimes) {
        self.pauses = self.pauses.saturating_add(1);
        self.pause = Some(TimeSpan { from: now, to: until });
        self.changed(now, still);
    }

    /// It goes on: whoever is to move has the time for a move at least.
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

    /// There is no place to show the board, from now on.
    pub fn lose_place(&mut self, now: u64, still: &PauseTimes) {
        self.turn.no_place.get_or_insert(now);
        self.changed(now, still);
    }

    /// There is one again.
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
            // Both are over, so only how long they were counts.
            let (second, first) = (stops.remove(1), &mut stops[0]);
            first.to = first.to.saturating_add(second.length());
        }
        self.turn.stops = stops;
    }
}

/// When so much time has run since an instant, between stretches in which none runs. An outage that began before then is
/// followed by at least the time behind it.
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
