//! Step of the simulation that stops a program in the middle of an event, at a random request to
//! the store; the platform then repeats the event, later or to another program at the same time: it
//! acts once or not at all. Not here: programs that are stopped while they run jobs (`jobs`).

use adoube_bot::ChatEvent;
use adoube_store::IdempotencyKey;
use rand::RngExt;

use super::{World, causes, check_rows};
use crate::support::{faulty_store::Faults, record_check::Rows};

/// Requests after which it is stopped, at the most.
const MOST_REQUESTS: u64 = 12;

impl World {
    /// Somebody does something, and the program hears no more of it.
    pub async fn interrupt(&mut self, faults: Faults) {
        let incoming = self.take_waiting();
        let before = self.programs.rows().await;
        let requests = self.rng.random_range(0..MOST_REQUESTS);
        let again = self.rng.random_range(0..3) == 0;
        if again {
            self.told_at_once.insert(incoming.event.clone());
        }
        self.programs.set_faults(faults);
        let (decision, told_again) =
            self.programs.handle_shortly(&incoming, requests, again, &mut self.rng).await;
        self.programs.set_faults(Faults::Off);
        let after = self.programs.rows().await;
        check_rows(&before, &after);
        causes::check(&before, &after, &[&incoming]);
        self.tally.note("interrupted", usize::from(decision.is_none()));
        match decision.or(told_again) {
            Some(decision) => self.check_reply((incoming, decision), faults, [&before, &after]).await,
            None => self.tell_again(incoming, [&before, &after]).await,
        }
    }

    /// An event that was not done is dealt with as if nobody had ever begun with it: what is refused now is refused as well
    /// when it is done anew.
    async fn is_as_if_new(&mut self, incoming: ChatEvent) {
        if self.rng.random_range(0..2) == 0 {
            self.waiting.push(incoming);
            return;
        }
        let before = self.programs.rows().await;
        let decision = self.programs.any(&mut self.rng).handle(&incoming).await;
        let after = self.programs.rows().await;
        let is_done = self.programs.has_done(&incoming.event).await;
        self.check_reply((incoming.clone(), decision), Faults::Off, [&before, &after]).await;
        if !is_done {
            let event = self.next_event();
            let anew = ChatEvent { event: IdempotencyKey::new(&event).expect("an id"), ..incoming };
            self.programs.any(&mut self.rng).handle(&anew).await;
            assert!(!self.programs.has_done(&anew.event).await, "it was refused when told again: {anew:?}");
        }
    }

    /// What was done before the program was stopped is answered and not done again; what was not is still to be done.
    async fn tell_again(&mut self, incoming: ChatEvent, [before, after]: [&Rows; 2]) {
        if !self.programs.has_done(&incoming.event).await {
            if !self.is_overdue(before) {
                assert!(before == after, "something was done in part: {incoming:?}");
            }
            self.is_as_if_new(incoming).await;
            return;
        }
        let after = self.programs.rows().await;
        let decision = self.programs.any(&mut self.rng).handle(&incoming).await;
        assert!(self.programs.rows().await == after, "it was done again: {incoming:?}");
        self.tally.note("done unheard", 1);
        self.check_reply((incoming, decision), Faults::Off, [before, &after]).await;
    }
}
