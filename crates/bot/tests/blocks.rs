//! Tests of `/block`, of the setting for who may challenge a person, and of the pauses between
//! challenges to one person: a refused challenger reads the same in every case, nobody else is
//! told, and running games go on.

use std::sync::Arc;

use adoube_bot::{Audience, Block, ChannelId, ChatEvent, Language, Message, Notice, Reply, UserAction};
use adoube_store::{Batch, Key, MemoryStore, Table};
use adoube_testing::store::{HookedStore, StoreCall, StoreHook};

use crate::support::{Chat, channel, control, delivered};

const NAMES: [&str; 4] = ["Ada", "Bob", "Cy", "Dora"];
const MINUTE: u64 = 60 * 1000;
const DAY: u64 = 24 * 60 * MINUTE;

const UNAVAILABLE: &str =
    "Ada cannot be challenged now. Challenge someone else, or type /play alone: then anyone can accept.";

/// People in several channels.
struct World {
    chat: Chat,
}

impl World {
    fn new() -> Self {
        Self { chat: Chat::new(&NAMES, 1) }
    }

    async fn reply(&mut self, place: &str, name: &str, language: Language, action: UserAction) -> Reply {
        let event = self.chat.event(name, language, false, action);
        let channel = ChannelId(format!("test:{place}"));
        self.chat.service.handle(&ChatEvent { channel, ..event }).await.reply
    }

    /// The private reply; `None` where the reply was public.
    async fn says_in(&mut self, place: &str, name: &str, line: &str) -> Option<String> {
        let reply = self.reply(place, name, Language::EN, UserAction::Line(line.to_owned())).await;
        self.read(name, &reply)
    }

    async fn says(&mut self, name: &str, line: &str) -> Option<String> {
        self.says_in("lobby", name, line).await
    }

    /// The same, for a command that is not refused.
    async fn does(&mut self, name: &str, line: &str) {
        assert_eq!(self.says(name, line).await, None, "{name}: {line}");
    }

    fn read(&self, name: &str, reply: &Reply) -> Option<String> {
        match reply {
            Reply::Public => None,
            Reply::Private(notice) | Reply::Replace(notice) => {
                Some(text(&self.chat.read(notice, Some(name), Language::EN)))
            }
            other => panic!("{other:?}"),
        }
    }

    /// What everybody has been told since, and whom it calls.
    async fn told(&self) -> Vec<Notice> {
        self.chat.posted().await
    }

    /// A game that Ada and Bob have finished.
    async fn played(&mut self) {
        self.does("Bob", "play Ada chess white").await;
        self.does("Ada", "accept").await;
        self.does("Bob", "move e4").await;
        self.resigned("Bob").await;
        self.told().await;
    }

    async fn resigned(&mut self, name: &str) {
        let asked = self.reply("lobby", name, Language::EN, UserAction::Line("resign".to_owned())).await;
        let Reply::Private(notice) = asked else { panic!("{asked:?}") };
        let id = control(&self.chat.read(&notice, Some(name), Language::EN), "Resign");
        self.reply("lobby", name, Language::EN, UserAction::Press { id, value: None }).await;
    }
}

fn text(message: &Message) -> String {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(_) => String::new(),
    });
    blocks.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn whoever_is_blocked_can_begin_nothing_and_learns_no_reason() {
    let mut world = World::new();
    world.played().await;
    let done = world.says("Ada", "block Bob").await.expect("an answer");
    assert!(done.starts_with("You now block Bob, who cannot challenge you and is not told."), "{done}");
    assert_eq!(world.told().await, [], "nobody else is told");
    for line in ["play Ada chess", "rematch", "play Ada computer", "setup classic-random 3 Ada send"] {
        let said = world.says("Bob", line).await.expect("an answer");
        let is_refused = said == UNAVAILABLE || line == "play Ada computer";
        assert!(is_refused, "{line}: {said}");
    }
    // A seat that is open to anybody is not open to Bob.
    world.does("Ada", "play chess").await;
    assert_eq!(world.says("Bob", "accept").await.as_deref(), Some(UNAVAILABLE));
    let told = world.told().await;
    let [Notice::Challenge(challenge)] = &told[..] else { panic!("{told:?}") };
    let press = UserAction::Press { id: format!("accept.{}", challenge.id), value: None };
    let pressed = world.reply("lobby", "Bob", Language::EN, press).await;
    assert_eq!(world.read("Bob", &pressed).as_deref(), Some(UNAVAILABLE));
    world.does("Cy", "accept").await;
}

#[tokio::test]
async fn who_wants_no_challenges_is_refused_in_the_same_words_and_may_challenge() {
    let mut world = World::new();
    world.played().await;
    let saved = world.says("Ada", "settings challenges nobody").await;
    assert_eq!(saved.as_deref(), Some("Saved. Who may challenge me: nobody"));
    for (name, line) in [("Bob", "play Ada chess"), ("Bob", "rematch"), ("Cy", "play Ada chess")] {
        assert_eq!(world.says(name, line).await.as_deref(), Some(UNAVAILABLE), "{name}: {line}");
    }
    assert_eq!(world.told().await, []);
    world.does("Ada", "play chess").await;
    world.does("Bob", "accept").await;
    world.resigned("Bob").await;
    world.does("Ada", "play Bob chess").await;
    world.does("Bob", "decline").await;
    world.says("Ada", "settings challenges everyone").await;
    world.does("Cy", "play Ada chess").await;
}

#[tokio::test]
async fn a_game_that_runs_goes_on_as_it_is() {
    let mut world = World::new();
    world.does("Bob", "play Ada chess white").await;
    world.does("Ada", "accept").await;
    world.says("Ada", "block Bob").await;
    for (name, line) in [("Bob", "move e4"), ("Ada", "move e5"), ("Bob", "draw"), ("Ada", "draw decline")] {
        world.does(name, line).await;
    }
    world.does("Bob", "takeback").await;
    world.resigned("Bob").await;
    assert_eq!(world.says("Bob", "rematch").await.as_deref(), Some(UNAVAILABLE));
    // A blocker may still challenge the blocked person, who may answer.
    world.does("Ada", "rematch").await;
    world.does("Bob", "accept").await;
}

#[tokio::test]
async fn a_list_is_for_one_person_alone_and_names_go_off_it_again() {
    let mut world = World::new();
    let says = world.says("Ada", "block").await;
    assert!(says.is_some_and(|text| text.starts_with("You block nobody.")));
    for name in ["Bob", "Cy"] {
        world.says("Ada", &format!("block {name}")).await;
    }
    let again = world.says("Ada", "ignore @Bob").await;
    assert!(again.is_some_and(|text| text.starts_with("You block Bob already.")));
    assert_eq!(world.says("Ada", "block").await.as_deref(), Some("You block 2 people:\nCy (cy)\nBob (bob)"));
    assert_eq!(world.says("Bob", "block").await.map(|text| text.starts_with("You block nobody")), Some(true));
    let oneself = world.says("Ada", "block Ada").await;
    assert!(oneself.is_some_and(|text| text.starts_with("You cannot block yourself.")));
    let nobody = world.says("Ada", "block Zoe").await;
    assert!(nobody.is_some_and(|text| text.starts_with("I know nobody called “Zoe” here.")));
    for name in ["Dora", "Zoe"] {
        let not = world.says("Ada", &format!("unblock {name}")).await.expect("an answer");
        assert!(not.starts_with(&format!("You do not block “{name}”.")), "{not}");
    }
    assert_eq!(world.says("Ada", "unblock Bob").await.as_deref(), Some("You block Bob no longer."));
    assert_eq!(world.says("Ada", "unblock").await.as_deref(), Some("You block 1 person:\nCy (cy)"));
    world.does("Bob", "play Ada chess").await;
    assert_eq!(world.told().await.len(), 1);
    let help = world.says("Ada", "block help").await.expect("help");
    assert!(help.starts_with("/block [person]"), "{help}");
}

#[tokio::test]
async fn nobody_says_whom_they_block_where_everybody_reads_the_answer() {
    let mut world = World::new();
    for line in ["block Bob", "block", "unblock Bob"] {
        let event = world.chat.event("Ada", Language::EN, false, UserAction::Line(line.to_owned()));
        let heard = ChatEvent { audience: Audience::TextAndReplyVisible, ..event };
        let reply = world.chat.service.handle(&heard).await.reply;
        let said = world.read("Ada", &reply).expect("an answer");
        assert!(said.starts_with("Everyone would read the answer here."), "{line}: {said}");
    }
    world.does("Bob", "play Ada chess").await;
}

#[tokio::test]
async fn somebody_is_called_once_or_twice_however_often_they_are_challenged() {
    let mut world = World::new();
    let mut calls = 0;
    for _ in 0..12 {
        if world.says("Bob", "play Ada chess").await.is_none() {
            world.does("Bob", "withdraw").await;
        }
        let told = world.told().await;
        let called = told.iter().filter(|notice| {
            world.chat.read(notice, None, Language::EN).mention.is_some_and(|id| id.0 == "test:ada")
        });
        calls += called.count();
    }
    assert_eq!(calls, 2);
}

#[tokio::test]
async fn pauses_between_challenges_to_one_person_grow_to_an_hour_and_end_with_the_day() {
    let mut world = World::new();
    for (pause, by) in [(0, "Bob"), (1, "Ada"), (5, "Bob"), (15, "Ada"), (60, "Ada"), (60, "Bob")] {
        world.does("Bob", "play Ada chess").await;
        world.does(by, if by == "Bob" { "withdraw" } else { "decline" }).await;
        if pause == 0 {
            continue;
        }
        let said = world.says("Bob", "play Ada chess").await.expect("an answer");
        let expected = match pause {
            60 => "59 min".to_owned(),
            1 => "1 min".to_owned(),
            pause => format!("{} min", pause - 1),
        };
        let begin = format!(
            "Your last challenges to Ada came to nothing. You can challenge Ada again in {expected} ("
        );
        assert!(said.starts_with(&begin), "{pause}: {said}");
        // To others it is no matter.
        world.does("Bob", "play Cy chess").await;
        world.does("Cy", "accept").await;
        world.resigned("Cy").await;
        world.chat.clock.pass(pause * MINUTE);
    }
    world.chat.clock.pass(DAY);
    for _ in 0..2 {
        world.does("Bob", "play Ada chess").await;
        world.does("Bob", "withdraw").await;
    }
    assert!(world.says("Bob", "play Ada chess").await.is_some(), "it counts anew");
}

#[tokio::test]
async fn a_game_makes_up_for_challenges_that_came_to_nothing() {
    let mut world = World::new();
    world.does("Bob", "play Ada chess").await;
    world.does("Ada", "decline").await;
    world.played().await;
    world.does("Bob", "play Ada chess").await;
    world.does("Ada", "decline").await;
    world.does("Bob", "play Ada chess").await;
}

#[tokio::test]
async fn one_person_has_one_open_challenge_to_another_in_all_channels_together() {
    let mut world = World::new();
    world.does("Bob", "play Ada chess").await;
    let said = world.says_in("garden", "Bob", "play Ada chess").await.expect("an answer");
    assert_eq!(
        said,
        "Your challenge to Ada is still open somewhere else. Take it back there with /withdraw, or wait for \
         the answer."
    );
    assert_eq!(world.says_in("garden", "Bob", "play Cy chess").await, None, "others are other people");
    world.does("Ada", "accept").await;
    assert_eq!(world.says_in("cellar", "Bob", "play Ada chess").await, None, "it is answered");
    // A challenge that nobody answers is over after a week, and so is what is known of it.
    world.chat.clock.pass(7 * DAY);
    assert_eq!(world.says_in("attic", "Bob", "play Ada chess").await, None);
    // Where the channel knows nothing of it any more, nothing is open.
    let key = Key::new().text("test:attic");
    world.chat.store.commit(Batch::new().delete(Table::Channel, key)).await.expect("memory");
    assert_eq!(world.says_in("porch", "Bob", "play Ada chess").await, None);
}

#[tokio::test]
async fn a_challenge_that_moves_to_another_channel_is_known_there() {
    let mut world = World::new();
    world.does("Bob", "play Ada chess").await;
    let there = ChannelId("test:hall".to_owned());
    world.chat.service.relocate(&channel(), &there).await.expect("memory");
    let said = world.says_in("garden", "Bob", "play Ada chess").await;
    assert!(said.is_some_and(|text| text.starts_with("Your challenge to Ada is still open")));
    assert_eq!(world.says_in("hall", "Bob", "withdraw").await, None);
    assert_eq!(world.says_in("garden", "Bob", "play Ada chess").await, None);
}

/// Lets everybody else go on before each batch, so that all of them have read what one of them changes.
struct Polite;

impl StoreHook for Polite {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), adoube_store::StoreError> {
        if matches!(asked, StoreCall::Commit(_)) {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}

#[tokio::test]
async fn of_challenges_at_once_in_many_channels_one_is_made() {
    let store = Arc::new(HookedStore::over(Arc::new(MemoryStore::new()), Polite));
    let mut chat = Chat::with_store(&NAMES, 1, store);
    let places: Vec<ChannelId> = (0..10).map(|number| ChannelId(format!("test:{number}"))).collect();
    let mut tasks = Vec::new();
    for channel in &places {
        let event = chat.event("Bob", Language::EN, false, UserAction::Line("play Ada chess".to_owned()));
        let (service, event) = (chat.service.clone(), ChatEvent { channel: channel.clone(), ..event });
        tasks.push(tokio::spawn(async move { service.handle(&event).await.reply }));
    }
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.expect("nobody panics") == Reply::Public);
    }
    let mut told = 0;
    for channel in &places {
        told += delivered(&chat.service, channel).await.len();
    }
    assert_eq!((made, told), (1, 1));
}

#[tokio::test]
async fn contacts_that_cannot_be_read_keep_nobody_from_playing() {
    let mut world = World::new();
    for name in ["ada", "bob"] {
        let key = Key::new().text("contacts").text(&format!("test:{name}"));
        world.chat.store.commit(Batch::new().put(Table::Person, key, *b"no JSON")).await.expect("memory");
    }
    world.does("Bob", "play Ada chess").await;
    world.does("Bob", "withdraw").await;
    world.does("Bob", "play Ada chess").await;
    world.does("Ada", "accept").await;
    let said = world.says("Ada", "block Bob").await.expect("an answer");
    assert!(!said.starts_with("You now block"), "{said}");
}

#[tokio::test]
async fn what_is_known_of_nobody_takes_no_row() {
    let mut world = World::new();
    let key = Key::new().text("contacts").text("test:ada");
    world.says("Ada", "block Bob").await;
    assert!(world.chat.store.get(Table::Person, key.as_ref()).await.expect("memory").is_some());
    world.says("Ada", "unblock Bob").await;
    assert!(world.chat.store.get(Table::Person, key.as_ref()).await.expect("memory").is_none());
}
