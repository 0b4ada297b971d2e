//! Tests of games in threads of their own: when a game gets one, which messages go where, and what
//! happens when no thread can be opened.

use adoube_bot::{
    ChannelId, ChatEvent, DeliveryPolicy, DeliveryReceipt, LaneLock, Language, Message, MessageAccess,
    NextDelivery, Notice, Outbox, Reply, SoloRoom, ThreadPolicy, UserAction, Viewer,
};

use crate::support::{self, Chat};

const NAMES: [&str; 4] = ["Ada", "Bob", "Cy", "Dora"];

fn thread() -> ChannelId {
    ChannelId("test:thread".to_owned())
}

/// A chat in which the platform has threads.
struct Table {
    chat: Chat,
    outbox: Outbox,
}

impl Table {
    fn new() -> Self {
        let chat = Chat::new(&NAMES, 3);
        Self { outbox: chat.service.outbox_of("test", DeliveryPolicy::WITHOUT_RELAY), chat }
    }

    async fn does(&mut self, name: &str, line: &str, threads: ThreadPolicy) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&ChatEvent { threads, ..event }).await.reply
    }

    async fn in_thread(&mut self, name: &str, line: &str) -> Reply {
        let event = self.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
        self.chat.service.handle(&ChatEvent { channel: thread(), ..event }).await.reply
    }

    /// Two people agree on a game.
    async fn agree(&mut self, one: &str, other: &str, variant: &str, threads: ThreadPolicy) {
        let line = format!("play {other} {variant} white");
        assert_eq!(self.does(one, &line, threads).await, Reply::Public, "{line}");
        assert_eq!(self.does(other, "accept", threads).await, Reply::Public, "{line}");
    }

    /// What waits for a channel.
    async fn waits(&self, channel: &ChannelId) -> Vec<Notice> {
        support::waiting(&*self.chat.store, channel).await
    }

    /// The game that waits for a thread, in the lane that is held; everything before it is delivered.
    async fn wanted(&self) -> (LaneLock, NextDelivery) {
        let held = self.outbox.hold(&support::channel()).await;
        loop {
            let first = held.first().await.expect("memory").expect("a game wants a thread");
            if matches!(first.delivery.notice, Notice::OpenThread { .. }) {
                return (held, first);
            }
            assert!(held.done(&first, DeliveryReceipt::default()).await.expect("memory"));
        }
    }

    /// The game begins in this thread, or without one.
    async fn begins(&self, thread: Option<ChannelId>) {
        let (held, wanted) = self.wanted().await;
        assert!(
            held.done(&wanted, DeliveryReceipt { thread, ..DeliveryReceipt::default() })
                .await
                .expect("memory")
        );
    }

    fn read(&self, notice: &Notice) -> Message {
        self.chat.service.present(
            notice,
            &Viewer {
                person: None,
                language: Language::EN,
                hearing: MessageAccess::Called,
                taste: adoube_bot::ReadingPreferences::default(),
            },
        )
    }

    /// Everything said in a channel that waits, as words.
    async fn said(&self, channel: &ChannelId) -> Vec<String> {
        let waiting = self.waits(channel).await;
        waiting.iter().map(|notice| words(&self.read(notice))).collect()
    }
}

fn words(message: &Message) -> String {
    format!("{:?}", message.blocks)
}

#[tokio::test]
async fn a_game_in_a_busy_channel_is_played_in_a_thread_that_is_closed_with_it() {
    let mut table = Table::new();
    table.agree("Ada", "Bob", "chess", ThreadPolicy::WhenBusy).await;
    table.agree("Cy", "Dora", "chess", ThreadPolicy::WhenBusy).await;
    let (held, wanted) = table.wanted().await;
    let message = table.read(&wanted.delivery.notice);
    let title = message.thread.as_ref().map(|thread| (thread.title.as_str(), thread.players.len()));
    assert_eq!(title, Some(("Cy – Dora, Chess", 2)));
    assert!(message.mention.is_none(), "nobody is called twice");
    let called = message.thread.as_ref().and_then(|thread| thread.called.clone());
    assert_eq!(called, Some(support::person("Cy").id), "whose move it is");
    let done = DeliveryReceipt { thread: Some(thread()), ..DeliveryReceipt::default() };
    assert!(held.done(&wanted, done).await.expect("memory"));
    // Both games go on, each where it is played.
    assert_eq!(table.does("Ada", "e4", ThreadPolicy::WhenBusy).await, Reply::Public);
    assert_eq!(table.in_thread("Cy", "d4").await, Reply::Public);
    assert!(matches!(table.in_thread("Ada", "e5").await, Reply::Private(_)), "Ada does not play there");
    let said = table.said(&thread()).await;
    assert!(said.len() == 2 && said[1].contains("Cy played 1. d4"), "{said:#?}");
    // A thread has no threads of its own.
    assert!(matches!(table.in_thread("Ada", "play Bob").await, Reply::Private(_)));
    for (name, line) in [("Dora", "f6"), ("Cy", "e4"), ("Dora", "g5"), ("Cy", "Qh5#")] {
        assert_eq!(table.in_thread(name, line).await, Reply::Public, "{line}");
    }
    let waiting = table.waits(&thread()).await;
    let last = waiting.last().map(|notice| table.read(notice)).expect("the end");
    assert!(last.closes_thread && last.blocks.is_empty());
    let board = waiting.iter().rev().nth(1).map(|notice| table.read(notice)).expect("the board");
    assert!(words(&board).contains("Cy wins") && board.series == last.series, "{board:?}");
}

#[tokio::test]
async fn threads_are_for_busy_channels_always_or_never() {
    for (threads, busy, wants) in [
        (ThreadPolicy::WhenBusy, false, false),
        (ThreadPolicy::WhenBusy, true, true),
        (ThreadPolicy::Always, false, true),
        (ThreadPolicy::Always, true, true),
        (ThreadPolicy::Never, false, false),
    ] {
        let mut table = Table::new();
        if busy {
            table.agree("Ada", "Bob", "chess", ThreadPolicy::Never).await;
        }
        table.agree("Cy", "Dora", "schachen", threads).await;
        let waiting = table.waits(&support::channel()).await;
        let opened = waiting.iter().any(|notice| matches!(notice, Notice::OpenThread { .. }));
        assert_eq!(opened, wants, "{threads:?}, busy: {busy}");
    }
    let mut table = Table::new();
    table.agree("Ada", "Bob", "chess", ThreadPolicy::Never).await;
    let reply = table.does("Cy", "play Dora", ThreadPolicy::Never).await;
    let Reply::Private(refused) = reply else { panic!("it is refused: {reply:?}") };
    assert!(words(&table.read(&refused)).contains("Ada and Bob are playing here"));
}

#[tokio::test]
async fn a_game_begins_once_however_often_its_thread_is_opened() {
    let mut table = Table::new();
    table.agree("Ada", "Bob", "grand", ThreadPolicy::Always).await;
    let (held, wanted) = table.wanted().await;
    let (place, other) = (thread(), ChannelId("test:other".to_owned()));
    let begun =
        |thread: &ChannelId| DeliveryReceipt { thread: Some(thread.clone()), ..DeliveryReceipt::default() };
    let (one, two) = tokio::join!(held.done(&wanted, begun(&place)), held.done(&wanted, begun(&other)));
    one.and(two).expect("memory");
    assert_eq!((table.waits(&place).await.len(), table.waits(&other).await.len()), (1, 0));
    assert!(table.waits(&support::channel()).await.is_empty());
}

#[tokio::test]
async fn without_a_thread_a_game_begins_in_the_free_channel_or_not_at_all() {
    let mut table = Table::new();
    table.agree("Ada", "Bob", "chess", ThreadPolicy::Always).await;
    table.begins(None).await;
    assert_eq!(table.does("Ada", "e4", ThreadPolicy::Always).await, Reply::Public);
    table.agree("Cy", "Dora", "chess", ThreadPolicy::Always).await;
    table.begins(None).await;
    let said = table.said(&support::channel()).await;
    assert!(said.len() == 1 && said[0].contains("could not start Cy against Dora"), "{said:#?}");
    assert_eq!(table.does("Bob", "e5", ThreadPolicy::Always).await, Reply::Public, "the other game goes on");
    // A thread in which people play something else already is none.
    table.agree("Cy", "Dora", "chess", ThreadPolicy::Always).await;
    assert_eq!(table.in_thread("Ada", "play Bob chess").await, Reply::Public);
    assert_eq!(table.in_thread("Bob", "accept").await, Reply::Public);
    table.begins(Some(thread())).await;
    let said = table.said(&support::channel()).await;
    assert!(said.iter().any(|words| words.contains("could not open a thread")), "{said:#?}");
}

#[tokio::test]
async fn a_game_against_the_computer_goes_where_its_platform_keeps_such_games() {
    let solo = |solo| ThreadPolicy::Rooms { people: false, solo };
    // What the platform says, whether a game is played in the channel, whether there is a room of its own, or no game.
    for (threads, busy, apart) in [
        (solo(SoloRoom::Always), false, Some(true)),
        (solo(SoloRoom::Always), true, Some(true)),
        (solo(SoloRoom::WhenBusy), false, Some(false)),
        (solo(SoloRoom::WhenBusy), true, Some(true)),
        (solo(SoloRoom::Here), false, Some(false)),
        (solo(SoloRoom::Here), true, None),
        (solo(SoloRoom::NoneLeft), false, None),
        (solo(SoloRoom::NoneLeft), true, None),
        (ThreadPolicy::WhenBusy, true, Some(true)),
        (ThreadPolicy::WhenBusy, false, Some(false)),
        (ThreadPolicy::Never, false, Some(false)),
    ] {
        let mut table = Table::new();
        if busy {
            table.agree("Ada", "Bob", "chess", ThreadPolicy::Never).await;
        }
        let event =
            table.chat.event("Cy", Language::EN, false, UserAction::Line("play computer chess".to_owned()));
        let event = ChatEvent { threads, ..event };
        let decision = table.chat.service.handle(&event).await;
        match (&decision.reply, apart) {
            (Reply::Public, Some(apart)) => {
                assert_eq!(decision.begun.is_some(), apart, "{threads:?}, busy: {busy}");
                // A repetition is told the same.
                let again = table.chat.service.handle(&event).await;
                assert_eq!(again.begun, decision.begun);
            }
            (Reply::Private(refused), None) => {
                assert!(words(&table.read(refused)).contains("Too many games against the computer"));
            }
            (reply, _) => panic!("{threads:?}, busy: {busy}: {reply:?}"),
        }
        // Between people it is as before.
        let reply = table.does("Dora", "play Cy chess", threads).await;
        let is_played = busy || apart == Some(false);
        assert_eq!(
            matches!(reply, Reply::Public),
            !is_played || threads == ThreadPolicy::WhenBusy,
            "{threads:?}, {busy}"
        );
    }
}
