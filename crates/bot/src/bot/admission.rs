//! Admission control: gives the permits to decide events, in an order that holds under load: moves
//! before other events, new games last, channels by turns; an event that could no longer be
//! answered in time is shed and counted. Not here: the reply to a shed event, and its deadline
//! (platforms).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

use crate::{
    ChannelId, UserAction,
    core::event_priority::EventPriority,
    text::{Lexicon, parser},
};

/// Upper limit of events decided at once; more would gain nothing, as all wait for the same
/// processors and the same disk.
const AT_ONCE: usize = 64;
/// Waiting events with a deadline: of one priority, and of those in one channel.
const WAITING: usize = 2_048;
const WAITING_IN_A_CHANNEL: usize = 16;
/// Minimum time between two log lines about shed events.
const SAID_EVERY: Duration = Duration::from_secs(10);

impl EventPriority {
    /// The priority of an action.
    pub(crate) fn of(action: &UserAction, lexicon: &Lexicon) -> Self {
        let line = match action {
            UserAction::Line(line) => line,
            UserAction::Invoke { command, .. } => {
                return lexicon.commands().find(command).map_or(Self::Other, |spec| spec.priority);
            }
            // Text is a move; most other buttons are those under boards.
            UserAction::Text(_) | UserAction::Press { .. } => {
                return if action.is_press_to_begin() { Self::NewGame } else { Self::RunningGame };
            }
        };
        match lexicon.command(parser::first_word(line)) {
            Some(spec) => spec.priority,
            None if line.trim().is_empty() => Self::Other,
            // A move said to the bot alone has no command name before it.
            None => Self::RunningGame,
        }
    }
}

/// Admission control, one for all platforms. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct AdmissionControl(Arc<Mutex<AdmissionState>>);

#[derive(Default)]
struct AdmissionState {
    inside: usize,
    lines: [AdmissionQueue; EventPriority::ALL.len()],
    turned_away: [u64; EventPriority::ALL.len()],
    said: Option<Instant>,
}

/// Waiting events of one priority: channels take turns, first come first served within each.
#[derive(Default)]
struct AdmissionQueue {
    turns: VecDeque<ChannelId>,
    waiting: HashMap<ChannelId, VecDeque<AdmissionWaiter>>,
    count: usize,
}

/// A waiting event; closed when its caller has given up.
type AdmissionWaiter = oneshot::Sender<AdmissionPermit>;

/// Permit to decide an event, held until dropped.
#[must_use]
pub struct AdmissionPermit(Option<Arc<Mutex<AdmissionState>>>);

fn lock(state: &Mutex<AdmissionState>) -> MutexGuard<'_, AdmissionState> {
    // Every change is a single step, so a panic elsewhere leaves nothing half done.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AdmissionControl {
    /// Waits for a permit; none when the deadline passes first.
    pub(crate) async fn acquire(
        &self,
        channel: &ChannelId,
        urgency: EventPriority,
        until: Instant,
    ) -> Option<AdmissionPermit> {
        let entered = {
            let mut state = lock(&self.0);
            let may_wait = Instant::now() < until && state.has_room(channel, urgency);
            may_wait.then(|| self.join(&mut state, channel, urgency))
        };
        if let Some(entered) = entered
            && let Ok(Ok(admitted)) = timeout_at(until, entered).await
        {
            return Some(admitted);
        }
        self.turn_away(urgency);
        None
    }

    /// [`Self::acquire`] without a deadline; the caller bounds how many wait.
    pub(crate) async fn acquire_without_deadline(
        &self,
        channel: &ChannelId,
        urgency: EventPriority,
    ) -> AdmissionPermit {
        let entered = self.join(&mut lock(&self.0), channel, urgency);
        // A waiting event stays queued as long as its receiver exists.
        entered.await.unwrap_or(AdmissionPermit(None))
    }

    /// Grants a permit or queues the event.
    fn join(
        &self,
        state: &mut AdmissionState,
        channel: &ChannelId,
        urgency: EventPriority,
    ) -> oneshot::Receiver<AdmissionPermit> {
        let (enter, entered) = oneshot::channel();
        if state.inside < AT_ONCE {
            state.inside += 1;
            // The receiver still exists, so this cannot fail.
            let _ = enter.send(AdmissionPermit(Some(Arc::clone(&self.0))));
        } else {
            state.lines[urgency as usize].join(channel, enter);
        }
        entered
    }

    fn turn_away(&self, urgency: EventPriority) {
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
                "more comes than can be answered in time: so much was turned away since the start"
            );
        }
    }
}

impl AdmissionState {
    /// Whether one more event is granted or may wait.
    fn has_room(&mut self, channel: &ChannelId, urgency: EventPriority) -> bool {
        self.inside < AT_ONCE || self.lines[urgency as usize].has_room(channel)
    }
}

impl AdmissionQueue {
    /// Whether the queue has room for one more.
    fn has_room(&mut self, channel: &ChannelId) -> bool {
        if self.count >= WAITING {
            self.tidy();
        }
        if let Some(there) = self.waiting.get_mut(channel) {
            let before = there.len();
            there.retain(|waiting| !waiting.is_closed());
            self.count -= before - there.len();
        }
        let there = self.waiting.get(channel).map_or(0, VecDeque::len);
        self.count < WAITING && there < WAITING_IN_A_CHANNEL
    }

    /// Adds an event at the end.
    fn join(&mut self, channel: &ChannelId, waiting: AdmissionWaiter) {
        let there = self.waiting.entry(channel.clone()).or_insert_with(|| {
            self.turns.push_back(channel.clone());
            VecDeque::new()
        });
        there.push_back(waiting);
        self.count += 1;
    }

    /// The next event: the longest waiting one of the channel whose turn it is.
    fn next(&mut self) -> Option<AdmissionWaiter> {
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

    /// Removes events whose callers have given up.
    fn tidy(&mut self) {
        for there in self.waiting.values_mut() {
            there.retain(|waiting| !waiting.is_closed());
        }
        self.waiting.retain(|_, there| !there.is_empty());
        self.turns.retain(|channel| self.waiting.contains_key(channel));
        self.count = self.waiting.values().map(VecDeque::len).sum();
    }
}

impl Drop for AdmissionPermit {
    fn drop(&mut self) {
        let Some(door) = self.0.take() else { return };
        loop {
            let next = {
                let mut state = lock(&door);
                let next = state.lines.iter_mut().find_map(AdmissionQueue::next);
                if next.is_none() {
                    state.inside -= 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Self(Some(Arc::clone(&door)))) {
                Ok(()) => return,
                // The receiver was dropped at this moment; the permit goes to the next event.
                Err(mut unused) => unused.0 = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;
    use crate::{Locales, features, text::Translations};

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("test:{number}"))
    }

    /// A deadline that does not pass in a test.
    fn later() -> Instant {
        Instant::now() + Duration::from_secs(1_000)
    }

    async fn full(door: &AdmissionControl) -> Vec<AdmissionPermit> {
        let mut inside = Vec::new();
        for number in 0..AT_ONCE {
            let admitted = door.acquire(&channel(number), EventPriority::Other, later()).await;
            inside.push(admitted.expect("there is room"));
        }
        inside
    }

    /// The waiting events, in the order in which they get a permit.
    async fn order(
        door: AdmissionControl,
        inside: Vec<AdmissionPermit>,
        waiting: &[(usize, EventPriority)],
    ) -> Vec<usize> {
        let door = Arc::new(door);
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        let mut tasks = tokio::task::JoinSet::new();
        for (number, (place, urgency)) in waiting.iter().copied().enumerate() {
            let (door, tell) = (Arc::clone(&door), tell.clone());
            tasks.spawn(async move {
                let admitted = door.acquire(&channel(place), urgency, later()).await;
                tell.send(number).expect("it is heard");
                drop(admitted);
            });
            tokio::task::yield_now().await;
        }
        // One permit is enough: each drop grants the next one.
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
        let door = AdmissionControl::default();
        let inside = full(&door).await;
        let waiting = [
            (1, EventPriority::NewGame),
            (2, EventPriority::Completions),
            (3, EventPriority::Other),
            (4, EventPriority::RunningGame),
            (5, EventPriority::RunningGame),
        ];
        assert_eq!(order(door, inside, &waiting).await, [3, 4, 2, 1, 0]);
    }

    #[tokio::test]
    async fn a_channel_in_which_much_happens_does_not_keep_others_waiting() {
        let door = AdmissionControl::default();
        let inside = full(&door).await;
        let waiting = [1, 1, 1, 2, 3, 2].map(|place| (place, EventPriority::RunningGame));
        assert_eq!(order(door, inside, &waiting).await, [0, 3, 4, 1, 5, 2]);
    }

    #[tokio::test]
    async fn what_waits_too_long_is_turned_away_and_takes_nobodys_place() {
        let door = AdmissionControl::default();
        let inside = full(&door).await;
        let until = Instant::now() + Duration::from_millis(12);
        assert!(door.acquire(&channel(1), EventPriority::RunningGame, until).await.is_none());
        assert!(Instant::now() >= until);
        // A passed deadline is refused, even if there is room.
        drop(inside);
        assert!(door.acquire(&channel(1), EventPriority::RunningGame, until).await.is_none());
        assert_eq!(lock(&door.0).turned_away, [2, 0, 0, 0]);
        assert_eq!(full(&door).await.len(), AT_ONCE, "everybody's place is free again");
    }

    async fn enter(door: &AdmissionControl, place: usize) -> bool {
        door.acquire(&channel(place), EventPriority::RunningGame, later()).await.is_some()
    }

    /// Fills the queue of a priority; the first channels reach the limit of a channel.
    fn crowd(door: &AdmissionControl) -> Vec<impl Future<Output = bool> + Unpin> {
        let mut waiting = Vec::new();
        for number in 0..WAITING {
            let mut entering = Box::pin(enter(door, number / WAITING_IN_A_CHANNEL));
            assert_eq!((&mut entering).now_or_never(), None);
            waiting.push(entering);
        }
        waiting
    }

    #[tokio::test]
    async fn who_has_gone_away_takes_no_place_in_line() {
        let door = AdmissionControl::default();
        let _inside = full(&door).await;
        let waiting = crowd(&door);
        let enter = |place| enter(&door, place);
        assert_eq!(enter(WAITING).now_or_never(), Some(false));
        drop(waiting);
        assert_eq!(enter(WAITING).now_or_never(), None);
    }

    #[tokio::test]
    async fn who_is_turned_away_is_counted_and_told_of_now_and_then() {
        let (captured, _guard) = adoube_testing::log_capture::capture();
        let door = AdmissionControl::default();
        for _ in 0..3 {
            door.turn_away(EventPriority::NewGame);
        }
        assert_eq!(captured.take().matches("turned away").count(), 1);
        assert_eq!(lock(&door.0).turned_away, [0, 0, 0, 3]);
    }

    #[tokio::test]
    async fn only_so_many_wait_in_a_channel_and_everywhere() {
        let door = AdmissionControl::default();
        let inside = full(&door).await;
        let waiting = crowd(&door);
        let enter = |place| enter(&door, place);
        assert_eq!(enter(0).now_or_never(), Some(false), "there is no room to wait in this channel");
        assert_eq!(enter(WAITING).now_or_never(), Some(false), "nor anywhere");
        // Events without a deadline have room all the same, and get their permit.
        let place = channel(0);
        let mut patient = Box::pin(door.acquire_without_deadline(&place, EventPriority::RunningGame));
        assert!((&mut patient).now_or_never().is_none());
        drop(inside);
        assert!(join_all(waiting).await.into_iter().all(|entered| entered));
        drop(patient.await);
        assert!(lock(&door.0).lines.iter().all(|line| line.count == 0 && line.waiting.is_empty()));
    }

    #[test]
    fn what_people_do_is_more_or_less_urgent() {
        let locales = Locales::embedded();
        let lexicon = Lexicon::new(
            &Translations::new(&locales).expect("sentences").with_commands(features::commands()),
        );
        let command = |line: &str| UserAction::Line(line.to_owned());
        let invoke = |name: &str| UserAction::Invoke { command: name.to_owned(), values: Vec::new() };
        let press = |id: &str| UserAction::Press { id: id.to_owned(), value: None };
        for (action, urgency) in [
            (command("move move:Nf3"), EventPriority::RunningGame),
            (command("takeback"), EventPriority::RunningGame),
            (command("Zug Sf3"), EventPriority::RunningGame),
            (command("Nf3"), EventPriority::RunningGame),
            (command("play opponent:<@1>"), EventPriority::NewGame),
            (command("revanche"), EventPriority::NewGame),
            (command("games"), EventPriority::Other),
            (command("partien"), EventPriority::Other),
            (command(""), EventPriority::Other),
            (invoke("takeback"), EventPriority::RunningGame),
            (invoke("setup"), EventPriority::NewGame),
            (invoke("games"), EventPriority::Other),
            (invoke("partien"), EventPriority::Other),
            (UserAction::Text("Nf3".to_owned()), EventPriority::RunningGame),
            (press("accept.abcdef"), EventPriority::NewGame),
            (press("computer.chess"), EventPriority::NewGame),
            (press("panel.abcdef.3.send"), EventPriority::NewGame),
            (press("panel.abcdef.3.time"), EventPriority::RunningGame),
            (press("after.abcdef.rematch"), EventPriority::NewGame),
            (press("turn.abcdef.3.move"), EventPriority::RunningGame),
            (press("accept"), EventPriority::RunningGame),
        ] {
            assert_eq!(EventPriority::of(&action, &lexicon), urgency, "{action:?}");
        }
    }
}
