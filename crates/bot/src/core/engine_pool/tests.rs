//! Tests of the engine pool through its interface: results, turns among channels, cancelled and
//! panicking searches, and the limits on threads and on waiting searches.

use std::sync::mpsc;

use super::*;

fn thinkers(threads: usize) -> SearchThreadPool {
    let threads = NonZero::new(threads).expect("some");
    SearchThreadPool::new(threads)
}

fn channel(name: &str) -> SearchDemand {
    SearchDemand::Play { channel: ChannelId(format!("web:{name}")), person: None }
}

/// A search that reports its start and runs until it is cancelled.
fn endless(
    begun: mpsc::Sender<()>,
) -> impl FnOnce(&mut Engine, &mut dyn FnMut() -> bool) -> u64 + Send + 'static {
    move |_, go_on| {
        begun.send(()).expect("somebody waits for it");
        let mut asked = 0;
        while go_on() {
            asked += 1;
        }
        asked
    }
}

#[tokio::test]
async fn what_was_thought_is_handed_over() {
    let thinkers = thinkers(2);
    let name =
        thinkers.run(channel("a"), MOST, |_, go_on| (thread::current().name().map(str::to_owned), go_on()));
    assert_eq!(name.await, Ok((Some("thinking-1".to_owned()), true)));
}

#[tokio::test]
async fn channels_have_their_turns_on_one_thread() {
    let thinkers = thinkers(1);
    let (tell, told) = mpsc::channel();
    let (open, gate) = mpsc::channel::<()>();
    let first = thinkers.run(channel("a"), MOST, move |_, _| gate.recv().expect("the gate is opened"));
    let jobs = [("a", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5)].map(|(name, number)| {
        let tell = tell.clone();
        thinkers.run(channel(name), MOST, move |_, _| tell.send(number).expect("somebody listens"))
    });
    open.send(()).expect("the first waits for it");
    first.await.expect("a thought");
    for job in jobs {
        job.await.expect("a thought");
    }
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [3, 5, 1, 2, 4]);
}

#[tokio::test]
async fn whoever_goes_gives_the_thought_up() {
    let thinkers = thinkers(1);
    let (tell, told) = mpsc::channel();
    let thought = thinkers.run(channel("a"), MOST, endless(tell));
    told.recv().expect("it has begun");
    drop(thought);
    // There is one thread, so this search begins only when the other one has ended.
    assert_eq!(thinkers.run(channel("b"), MOST, |_, _| 7).await, Ok(7));
    // A search cancelled before its start never begins.
    let (tell, told) = mpsc::channel();
    let (open, gate) = mpsc::channel::<()>();
    let busy = thinkers.run(channel("a"), MOST, move |_, _| gate.recv());
    drop(thinkers.run(channel("b"), MOST, endless(tell)));
    open.send(()).expect("it waits");
    assert_eq!(busy.await, Ok(Ok(())));
    assert!(told.recv().is_err());
}

#[tokio::test]
async fn a_thought_takes_so_much_of_a_thread() {
    let asked = thinkers(1).run(channel("a"), Duration::ZERO, |_, go_on| go_on());
    assert_eq!(asked.await, Err(EnginePoolError::Stopped), "the threads are gone");
    let thinkers = thinkers(1);
    assert_eq!(thinkers.run(channel("a"), Duration::ZERO, |_, go_on| go_on()).await, Ok(false));
}

#[tokio::test]
async fn a_panic_costs_nothing_but_its_thought() {
    let thinkers = thinkers(1);
    let broken = thinkers.run(channel("a"), MOST, |_, _| panic!("on purpose"));
    let next = thinkers.run(channel("a"), MOST, |_, _| 7);
    assert_eq!(broken.await, Err::<(), _>(EnginePoolError::Broken));
    assert_eq!(next.await, Ok(7));
}

#[tokio::test]
async fn only_so_much_waits() {
    let thinkers = thinkers(1);
    let (tell, told) = mpsc::channel();
    let busy = thinkers.run(channel("a"), MOST, endless(tell));
    told.recv().expect("it has begun");
    let waiting: Vec<_> =
        (0..task_queue::MOST_OF_CHANNEL).map(|_| thinkers.run(channel("b"), MOST, |_, _| ())).collect();
    assert_eq!(thinkers.run(channel("b"), MOST, |_, _| ()).await, Err(EnginePoolError::Crowded));
    drop(busy);
    for thought in waiting {
        assert_eq!(thought.await, Ok(()));
    }
}

#[tokio::test]
async fn threads_begin_when_they_are_needed_and_no_more_than_there_may_be() {
    let thinkers = thinkers(2);
    let threads = || thinkers.shared.state().threads;
    assert_eq!(threads(), 0);
    thinkers.run(channel("a"), MOST, |_, _| ()).await.expect("a thought");
    while thinkers.shared.state().idle == 0 {
        thread::yield_now();
    }
    let (tell, told) = mpsc::channel();
    let first = thinkers.run(channel("a"), MOST, endless(tell.clone()));
    told.recv().expect("it has begun");
    assert_eq!(threads(), 1, "it had nothing else to do");
    let second = thinkers.run(channel("b"), MOST, endless(tell.clone()));
    assert_eq!(threads(), 2, "the other one thinks");
    told.recv().expect("it has begun");
    let third = thinkers.run(channel("c"), MOST, endless(tell));
    assert_eq!(threads(), 2, "it waits");
    drop((first, second, third));
}

#[tokio::test]
async fn threads_end_with_their_owner() {
    let thinkers = thinkers(1);
    let (tell, told) = mpsc::channel();
    let (alive, is_alive) = mpsc::channel::<()>();
    let under_way = thinkers.run(channel("a"), MOST, move |engine, go_on| {
        let _alive = alive;
        endless(tell)(engine, go_on)
    });
    let waits = thinkers.run(channel("a"), MOST, |_, _| ());
    told.recv().expect("it has begun");
    drop(thinkers);
    assert!(under_way.await.is_ok(), "it ends with what it has");
    assert_eq!(waits.await, Err(EnginePoolError::Stopped));
    assert!(is_alive.recv().is_err());
}

#[tokio::test]
async fn who_plays_is_before_an_analysis_on_every_thread() {
    let thinkers = thinkers(1);
    let (tell, told) = mpsc::channel();
    let (open, gate) = mpsc::channel::<()>();
    let analysis = |done| SearchDemand::Analysis { done };
    let first = thinkers.run(analysis(7), MOST, move |_, _| gate.recv().expect("the gate is opened"));
    let jobs = [(analysis(9), 1), (analysis(0), 2), (channel("a"), 3), (analysis(1), 4), (channel("b"), 5)];
    let jobs = jobs.map(|(demand, number)| {
        let tell = tell.clone();
        thinkers.run(demand, MOST, move |_, _| tell.send(number).expect("somebody listens"))
    });
    open.send(()).expect("the first waits for it");
    first.await.expect("a thought");
    for job in jobs {
        job.await.expect("a thought");
    }
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [3, 5, 2, 4, 1]);
}
