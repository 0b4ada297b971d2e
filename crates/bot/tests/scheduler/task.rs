//! Tests of the task that runs due jobs by itself: when it wakes, how it recovers from errors, and
//! when it leaves the jobs to another process.

use std::{sync::Arc, time::Duration};

use adoube_bot::Bot;
use adoube_testing::clock::TestClock;
use adoube_testing::log_capture;
use adoube_testing::store::HookedStore;
use tokio::{sync::oneshot, task::JoinHandle};

use super::{WEEK, Watched, Watching, clock, expired, panicking, says, service, watched};

/// A process that keeps time until it is told to stop.
struct Process {
    service: Bot,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Process {
    fn start(store: &Arc<Watched>, time: &Arc<TestClock>, seed: u64) -> Self {
        let service = service(store, time, seed);
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn({
            let service = service.clone();
            async move {
                service
                    .run_scheduler(async {
                        let _ = stopped.await;
                    })
                    .await;
            }
        });
        Self { service, stop, task }
    }

    async fn stop(self) {
        self.stop.send(()).expect("it runs");
        self.task.await.expect("it stops in order");
    }
}

/// Lets everything go on that can.
async fn rest() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

const A_MOMENT: Duration = Duration::from_millis(2);
const A_WHILE: Duration = Duration::from_secs(15);

#[tokio::test]
async fn it_sleeps_until_something_is_due() {
    let (store, time) = (watched(), clock());
    let process = Process::start(&store, &time, 1);
    says(&process.service, "test:a", "1", "play chess").await;
    rest().await;
    time.set_forward(WEEK - 1);
    time.wait(A_WHILE);
    rest().await;
    assert_eq!(expired(&process.service, "test:a").await, 0);
    time.set_forward(1);
    time.wait(A_MOMENT);
    rest().await;
    assert_eq!(expired(&process.service, "test:a").await, 1);
    process.stop().await;
}

#[tokio::test]
async fn what_is_added_wakes_it() {
    let (store, time) = (watched(), clock());
    let process = Process::start(&store, &time, 1);
    rest().await;
    says(&process.service, "test:a", "1", "play chess").await;
    // Only because it was woken does it look now: the timer stands still.
    time.set_forward(WEEK);
    rest().await;
    assert_eq!(expired(&process.service, "test:a").await, 1);
    process.stop().await;
}

#[tokio::test]
async fn it_notices_a_calendar_that_was_set_and_a_store_that_is_well_again() {
    it_goes_on_when_the_store_is_well_again(watched()).await;
}

#[tokio::test]
async fn it_goes_on_after_a_panic() {
    it_goes_on_when_the_store_is_well_again(panicking()).await;
}

async fn it_goes_on_when_the_store_is_well_again(store: Arc<Watched>) {
    let (captured, _guard) = log_capture::capture();
    let time = clock();
    let process = Process::start(&store, &time, 1);
    says(&process.service, "test:a", "1", "play chess").await;
    says(&process.service, "test:b", "2", "play chess").await;
    store.breaks(Some("test:a"));
    rest().await;
    time.set_forward(2 * WEEK);
    for _ in 0..3 {
        time.wait(A_WHILE);
        rest().await;
    }
    assert_eq!(expired(&process.service, "test:b").await, 1);
    assert_eq!(captured.take().matches("not all that is due can be done").count(), 1, "told once");
    store.breaks(None);
    assert_eq!(expired(&process.service, "test:a").await, 0);
    time.wait(A_WHILE);
    rest().await;
    assert_eq!(expired(&process.service, "test:a").await, 1);
    process.stop().await;
}

#[tokio::test]
async fn another_process_takes_over_when_one_has_stopped() {
    let (of_first, time) = (watched(), clock());
    // The same store, as another process sees it.
    let of_second = Arc::new(HookedStore::over(Arc::clone(&of_first.inner), Watching::default()));
    let first = Process::start(&of_first, &time, 1);
    rest().await;
    let second = Process::start(&of_second, &time, 2);
    rest().await;
    says(&first.service, "test:a", "1", "play chess").await;
    says(&second.service, "test:b", "2", "play chess").await;
    let before = of_first.looks();
    for _ in 0..4 {
        time.wait(A_WHILE);
        rest().await;
    }
    assert!(of_first.looks() > before, "the first looks again and again");
    assert_eq!(of_second.looks(), 0, "the second leaves it to the first");
    first.stop().await;
    time.set_forward(WEEK);
    for _ in 0..2 {
        time.wait(A_WHILE);
        rest().await;
    }
    for place in ["test:a", "test:b"] {
        assert_eq!(expired(&second.service, place).await, 1, "{place}");
    }
    second.stop().await;
}
