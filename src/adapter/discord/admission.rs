//! Who is dealt with when more comes than can be: moves before other things and new games last, channels by turns, and what
//! could not be answered in time any more is not begun. What is turned away is counted. Not here: what is said then
//! (`answering`), and messages that people write (`crowd`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_service::{Action, ChannelId};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

use super::arrival::Wish;

/// Decided at once; more would not be decided sooner, as they all wait for the same processors and the same disk.
const AT_ONCE: usize = 64;
/// How long after an interaction it may still be begun: what is begun later is hardly answered in Discord's three seconds.
const IN_TIME: Duration = Duration::from_millis(1_200);
/// Waiting of one kind, and in one channel.
const WAITING: usize = 2_048;
const WAITING_IN_A_CHANNEL: usize = 16;
/// So often it is said at most how many were turned away.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// What goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    /// A move, or something else in a game that runs.
    Game,
    /// Whatever else somebody waits for.
    Other,
    /// Completions while somebody types: the next key asks anew.
    Completions,
    /// A game that is to begin.
    Beginning,
}

/// Commands that move in a game, and those that begin one.
const IN_A_GAME: [&str; 13] = [
    "move", "touch", "release", "drop", "pass", "pick", "if", "draw", "claim", "takeback", "decline",
    "resign", "abort",
];
const BEGINNING: [&str; 4] = ["play", "setup", "accept", "rematch"];

impl Urgency {
    const ALL: [Self; 4] = [Self::Game, Self::Other, Self::Completions, Self::Beginning];

    /// How urgent it is what somebody wants.
    pub(super) fn of(wish: &Wish) -> Self {
        match wish {
            Wish::Completions { .. } => Self::Completions,
            Wish::Command(Action::Command(line)) => {
                let name = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                match name {
                    name if IN_A_GAME.contains(&name) => Self::Game,
                    name if BEGINNING.contains(&name) => Self::Beginning,
                    _ => Self::Other,
                }
            }
            Wish::Press { action, .. } if action.is_press_to_begin() => Self::Beginning,
            // Most other buttons are those under boards.
            Wish::Press { .. } | Wish::Command(_) => Self::Game,
        }
    }
}

/// The door.
#[derive(Default)]
pub(super) struct Admission(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    inside: usize,
    lines: [Line; Urgency::ALL.len()],
    turned_away: [u64; Urgency::ALL.len()],
    said: Option<Instant>,
}

/// Those of one kind that wait: channels by turns, and within each who came first.
#[derive(Default)]
struct Line {
    turns: VecDeque<ChannelId>,
    waiting: HashMap<ChannelId, VecDeque<Waiting>>,
    count: usize,
}

/// Somebody who waits; gone when nobody hears of it any more.
type Waiting = oneshot::Sender<Admitted>;

/// Being inside, until it is dropped.
pub(super) struct Admitted(Option<Arc<Mutex<State>>>);

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // Every change is a single step, so a panic elsewhere leaves nothing half done.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Admission {
    /// Waits until something that came at that time may be begun; nothing when it may not be any more.
    pub(super) async fn enter(
        &self,
        channel: &ChannelId,
        urgency: Urgency,
        came: Instant,
    ) -> Option<Admitted> {
        let until = came + IN_TIME;
        let entered = {
            let mut state = lock(&self.0);
            if Instant::now() >= until {
                Err(())
            } else if state.inside < AT_ONCE {
                state.inside += 1;
                return Some(Admitted(Some(Arc::clone(&self.0))));
            } else {
                state.lines[urgency as usize].join(channel)
            }
        };
        if let Ok(entered) = entered
            && let Ok(Ok(admitted)) = timeout_at(until, entered).await
        {
            return Some(admitted);
        }
        self.turn_away(urgency);
        None
    }

    fn turn_away(&self, urgency: Urgency) {
        let mut state = lock(&self.0);
        state.turned_away[urgency as usize] += 1;
        let now = Instant::now();
        if state.said.is_none_or(|said| now >= said + SAID_EVERY) {
            state.said = Some(now);
            let [in_games, other, completions, beginning] = state.turned_away;
            tracing::warn!(
                in_games,
                other,
                completions,
                beginning,
                "more comes from Discord than can be answered in time: so much was turned away since the start"
            );
        }
    }
}

impl Line {
    /// Puts somebody at the end; nothing where too many wait.
    fn join(&mut self, channel: &ChannelId) -> Result<oneshot::Receiver<Admitted>, ()> {
        if self.count >= WAITING {
            self.tidy();
        }
        let there = self.waiting.entry(channel.clone()).or_default();
        let before = there.len();
        there.retain(|waiting| !waiting.is_closed());
        self.count -= before - there.len();
        if there.is_empty() && before == 0 {
            self.turns.push_back(channel.clone());
        }
        if self.count >= WAITING || there.len() >= WAITING_IN_A_CHANNEL {
            return Err(());
        }
        let (enter, entered) = oneshot::channel();
        there.push_back(enter);
        self.count += 1;
        Ok(entered)
    }

    /// Whoever waits longest in the channel whose turn it is.
    fn next(&mut self) -> Option<Waiting> {
        loop {
            let channel = self.turns.pop_front()?;
            let there = self.waiting.get_mut(&channel);
            let next = there.and_then(|there| Some((there.pop_front()?, there.is_empty())));
            let Some((waiting, is_last)) = next else {
                self.waiting.remove(&channel);
                continue;
            };
            self.count -= 1;
            if is_last {
                self.waiting.remove(&channel);
            } else {
                self.turns.push_back(channel);
            }
            if !waiting.is_closed() {
                return Some(waiting);
            }
        }
    }

    /// Forgets everybody who does not wait any more.
    fn tidy(&mut self) {
        for there in self.waiting.values_mut() {
            there.retain(|waiting| !waiting.is_closed());
        }
        self.waiting.retain(|_, there| !there.is_empty());
        self.turns.retain(|channel| self.waiting.contains_key(channel));
        self.count = self.waiting.values().map(VecDeque::len).sum();
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let Some(door) = self.0.take() else { return };
        loop {
            let next = {
                let mut state = lock(&door);
                let next = state.lines.iter_mut().find_map(Line::next);
                if next.is_none() {
                    state.inside -= 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Self(Some(Arc::clone(&door)))) {
                Ok(()) => return,
                // They have gone at this very moment; their place is the next one's.
                Err(mut unused) => unused.0 = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("discord:{number}"))
    }

    async fn full(door: &Admission) -> Vec<Admitted> {
        let mut inside = Vec::new();
        for number in 0..AT_ONCE {
            let admitted = door.enter(&channel(number), Urgency::Other, Instant::now()).await;
            inside.push(admitted.expect("there is room"));
        }
        inside
    }

    /// Those who wait, by the order in which they get in when one after the other goes.
    async fn order(door: Admission, inside: Vec<Admitted>, waiting: &[(usize, Urgency)]) -> Vec<usize> {
        let door = Arc::new(door);
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        let mut tasks = tokio::task::JoinSet::new();
        for (number, (place, urgency)) in waiting.iter().copied().enumerate() {
            let (door, tell) = (Arc::clone(&door), tell.clone());
            tasks.spawn(async move {
                let admitted = door.enter(&channel(place), urgency, Instant::now()).await;
                tell.send(number).expect("it is heard");
                drop(admitted);
            });
            tokio::task::yield_now().await;
        }
        // One place is enough: whoever goes makes room for the next.
        let mut inside = inside;
        drop(inside.pop());
        tasks.join_all().await;
        drop(tell);
        let mut order = Vec::new();
        while let Some(number) = told.recv().await {
            order.push(number);
        }
        order
    }

    #[tokio::test]
    async fn moves_go_first_and_new_games_last() {
        let door = Admission::default();
        let inside = full(&door).await;
        let waiting = [
            (1, Urgency::Beginning),
            (2, Urgency::Completions),
            (3, Urgency::Other),
            (4, Urgency::Game),
            (5, Urgency::Game),
        ];
        assert_eq!(order(door, inside, &waiting).await, [3, 4, 2, 1, 0]);
    }

    #[tokio::test]
    async fn a_channel_in_which_much_happens_does_not_keep_others_waiting() {
        let door = Admission::default();
        let inside = full(&door).await;
        let waiting = [1, 1, 1, 2, 3, 2].map(|place| (place, Urgency::Game));
        assert_eq!(order(door, inside, &waiting).await, [0, 3, 4, 1, 5, 2]);
    }

    #[tokio::test]
    async fn what_waits_too_long_is_turned_away_and_takes_nobodys_place() {
        let door = Admission::default();
        let inside = full(&door).await;
        // It has waited elsewhere for nearly all of its time.
        let came = Instant::now().checked_sub(IN_TIME * 99 / 100).expect("a moment ago");
        assert!(door.enter(&channel(1), Urgency::Game, came).await.is_none());
        assert!(Instant::now() >= came + IN_TIME);
        // What has come long ago is not begun even where there is room.
        drop(inside);
        assert!(door.enter(&channel(1), Urgency::Game, came).await.is_none());
        assert_eq!(lock(&door.0).turned_away, [2, 0, 0, 0]);
        assert_eq!(full(&door).await.len(), AT_ONCE, "everybody's place is free again");
    }

    #[tokio::test]
    async fn only_so_many_wait_in_a_channel_and_everywhere() {
        let door = Admission::default();
        let inside = full(&door).await;
        let enter = |place: usize| {
            let (door, channel) = (&door, channel(place));
            async move { door.enter(&channel, Urgency::Game, Instant::now()).await.is_some() }
        };
        let mut waiting = Vec::new();
        for number in 0..WAITING {
            let mut entering = Box::pin(enter(number / WAITING_IN_A_CHANNEL));
            assert_eq!((&mut entering).now_or_never(), None);
            waiting.push(entering);
        }
        assert_eq!(enter(0).now_or_never(), Some(false), "there is no room to wait in this channel");
        assert_eq!(enter(WAITING).now_or_never(), Some(false), "nor anywhere");
        drop(inside);
        assert!(join_all(waiting).await.into_iter().all(|entered| entered));
        assert!(lock(&door.0).lines.iter().all(|line| line.count == 0 && line.waiting.is_empty()));
    }

    #[test]
    fn what_people_want_is_more_or_less_urgent() {
        let of = |line: &str| Urgency::of(&Wish::Command(Action::Command(line.to_owned())));
        let table = [
            ("move move:Nf3", Urgency::Game),
            ("takeback", Urgency::Game),
            ("play opponent:<@1>", Urgency::Beginning),
            ("games", Urgency::Other),
            ("", Urgency::Other),
        ];
        for (line, urgency) in table {
            assert_eq!(of(line), urgency, "{line}");
        }
        let table = [
            ("accept.abcdef", Urgency::Beginning),
            ("computer.chess", Urgency::Beginning),
            ("panel.abcdef.3.send", Urgency::Beginning),
            ("panel.abcdef.3.time", Urgency::Game),
            ("after.abcdef.rematch", Urgency::Beginning),
            ("turn.abcdef.3.move", Urgency::Game),
            ("accept", Urgency::Game),
        ];
        for (id, urgency) in table {
            let action = Action::Press { id: id.to_owned(), value: None };
            assert_eq!(Urgency::of(&Wish::Press { action, private: false }), urgency, "{id}");
        }
    }
}
