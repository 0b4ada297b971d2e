//! Fair queue: slow work of one person runs one piece after the other, so it delays others by one
//! piece at most; the number of waiting pieces is bounded.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::PersonId;
use tokio::sync::Semaphore;

/// Limits of a fair queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FairQueueLimits {
    /// Permits for one person.
    pub(crate) each: usize,
    /// Permits in total; a person who has none can always get one.
    pub(crate) in_all: usize,
}

/// Why a person gets no permit now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FairQueueError {
    /// The person has reached their limit.
    #[error("this person has as many turns as they may")]
    Person,
    /// The total limit is reached.
    #[error("everybody together has as many turns as there are")]
    Everybody,
}

/// A fair queue. Cheap to clone; all clones share their permits.
#[derive(Clone)]
pub(crate) struct FairQueue {
    most: FairQueueLimits,
    taken: Arc<Mutex<FairQueueState>>,
}

#[derive(Default)]
struct FairQueueState {
    in_all: usize,
    persons: HashMap<PersonId, PersonQueue>,
}

/// The permits of one person.
struct PersonQueue {
    count: usize,
    first: Arc<Semaphore>,
}

/// A permit, until it is dropped.
pub(crate) struct FairQueuePermit {
    turns: FairQueue,
    person: PersonId,
    first: Arc<Semaphore>,
}

impl FairQueue {
    pub(crate) fn new(most: FairQueueLimits) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Takes a permit for this person.
    pub(crate) fn take(&self, person: &PersonId) -> Result<FairQueuePermit, FairQueueError> {
        let mut taken = self.taken();
        let count = taken.persons.get(person).map_or(0, |line| line.count);
        if count >= self.most.each {
            return Err(FairQueueError::Person);
        }
        if count > 0 && taken.in_all >= self.most.in_all {
            return Err(FairQueueError::Everybody);
        }
        taken.in_all += 1;
        let line = taken.persons.entry(person.clone());
        let line = line.or_insert_with(|| PersonQueue { count: 0, first: Arc::new(Semaphore::new(1)) });
        line.count += 1;
        Ok(FairQueuePermit { turns: self.clone(), person: person.clone(), first: Arc::clone(&line.first) })
    }

    fn taken(&self) -> MutexGuard<'_, FairQueueState> {
        // No code under the lock can panic between two changes.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FairQueuePermit {
    /// Runs `doing` when the person's earlier permits have finished theirs.
    pub(crate) async fn in_line<T>(&self, doing: impl Future<Output = T>) -> T {
        // The semaphore is never closed.
        let _first = self.first.acquire().await;
        doing.await
    }
}

impl Drop for FairQueuePermit {
    fn drop(&mut self) {
        let mut taken = self.turns.taken();
        taken.in_all -= 1;
        if let Some(line) = taken.persons.get_mut(&self.person) {
            line.count -= 1;
            if line.count == 0 {
                taken.persons.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    fn person(name: &str) -> PersonId {
        PersonId(format!("web:{name}"))
    }

    #[test]
    fn each_has_a_few_and_nobody_is_kept_out_by_others() {
        let turns = FairQueue::new(FairQueueLimits { each: 2, in_all: 3 });
        let (anna, bert, carl) = (person("anna"), person("bert"), person("carl"));
        let of_anna = [turns.take(&anna), turns.take(&anna)];
        assert!(of_anna.iter().all(Result::is_ok));
        assert_eq!(turns.take(&anna).err(), Some(FairQueueError::Person));
        let of_bert = turns.take(&bert);
        assert_eq!(turns.take(&bert).err(), Some(FairQueueError::Everybody));
        assert!(turns.take(&carl).is_ok(), "a first one");
        drop((of_anna, of_bert));
        assert!(turns.take(&anna).is_ok());
        assert!(turns.taken().persons.is_empty() && turns.taken().in_all == 0);
    }

    #[tokio::test]
    async fn one_wish_of_another_overtakes_the_many_of_one() {
        let turns = FairQueue::new(FairQueueLimits { each: 100, in_all: 100 });
        let slot = Semaphore::new(1);
        let done = AtomicUsize::new(0);
        let wish = async |turn: FairQueuePermit| {
            turn.in_line(async {
                let _slot = slot.acquire().await;
                tokio::task::yield_now().await;
                done.fetch_add(1, Ordering::Relaxed)
            })
            .await
        };
        let many = (0..50).map(|_| wish(turns.take(&person("anna")).unwrap()));
        let (_, before) = tokio::join!(join_all(many), wish(turns.take(&person("bert")).unwrap()));
        assert!(before <= 1, "{before} went before the only wish of somebody");
    }
}
