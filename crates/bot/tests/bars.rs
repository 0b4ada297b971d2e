//! Tests of `/bar`: people whom moderators bar from a server or a room begin no game there and join
//! none, read so when they try, and go on with their running games.

use adoube_bot::{Audience, Block, ChannelId, ChatEvent, CommunityId, Language, Reply, UserAction};
use adoube_store::{Batch, Key, Table};

use crate::support::{Chat, control};

const NAMES: [&str; 4] = ["Ada", "Bob", "Cy", "Mo"];
const DAY: u64 = 24 * 60 * 60 * 1000;
const SERVER: &str = "test:guild/1";

const BARRED: &str = "The moderators here have barred you, so you can begin no games here.";

/// Channels of one server, in which Mo moderates.
struct World {
    chat: Chat,
    place: Option<CommunityId>,
    audience: Audience,
}

impl World {
    fn new() -> Self {
        let place = Some(CommunityId(SERVER.to_owned()));
        Self { chat: Chat::new(&NAMES, 1), place, audience: Audience::SenderOnly }
    }

    async fn reply(&mut self, channel: &str, name: &str, action: UserAction) -> Reply {
        let event = self.chat.event(name, Language::EN, name == "Mo", action);
        let (place, audience) = (self.place.clone(), self.audience);
        let event = ChatEvent { channel: ChannelId(format!("test:{channel}")), place, audience, ..event };
        self.chat.service.handle(&event).await.reply
    }

    /// The private reply; `None` where the reply was public.
    async fn says_in(&mut self, channel: &str, name: &str, line: &str) -> Option<String> {
        match self.reply(channel, name, UserAction::Line(line.to_owned())).await {
            Reply::Public => None,
            Reply::Private(notice) => {
                let message = self.chat.read(&notice, Some(name), Language::EN);
                let words = message.blocks.iter().map(|block| match block {
                    Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
                    Block::List(lines) => lines.join("\n"),
                    Block::Channels(_) => String::new(),
                });
                Some(words.collect::<Vec<_>>().join("\n"))
            }
            other => panic!("{other:?}"),
        }
    }

    async fn says(&mut self, name: &str, line: &str) -> Option<String> {
        self.says_in("lobby", name, line).await
    }

    async fn does(&mut self, name: &str, line: &str) {
        assert_eq!(self.says(name, line).await, None, "{name}: {line}");
    }

    async fn is_barred(&mut self, channel: &str, name: &str, line: &str) -> bool {
        self.says_in(channel, name, line).await.is_some_and(|said| said.starts_with(BARRED))
    }
}

#[tokio::test]
async fn whoever_is_barred_begins_and_joins_nothing_in_any_channel_of_the_server() {
    let mut world = World::new();
    let done = world.says("Mo", "bar Bob").await.expect("an answer");
    assert_eq!(
        done,
        "Bob is barred now and can begin no games here. Games that are running go on. /unbar ends it."
    );
    world.does("Ada", "play chess").await;
    assert_eq!(world.chat.posted().await.len(), 1, "nobody else is told");
    for channel in ["lobby", "garden"] {
        for line in ["play chess", "play Ada chess", "play computer chess", "setup", "accept", "rematch"] {
            assert!(world.is_barred(channel, "Bob", line).await, "{line}");
        }
    }
    for id in ["play.chess", "computer.chess", "accept.k7f2mq"] {
        let press = UserAction::Press { id: id.to_owned(), value: None };
        let Reply::Private(notice) = world.reply("lobby", "Bob", press).await else { panic!("{id}") };
        let said = world.chat.read(&notice, Some("Bob"), Language::EN);
        assert!(matches!(&said.blocks[..], [Block::Text(text)] if text.starts_with(BARRED)), "{id}");
    }
    // Looking concerns nobody, and what is said to Bob alone neither.
    assert!(!world.is_barred("lobby", "Bob", "games").await);
    // Other servers and conversations of two have no part in it.
    world.place = None;
    assert_eq!(world.says_in("other", "Bob", "play chess").await, None);
}

#[tokio::test]
async fn a_bar_ends_by_itself_or_when_it_is_taken_back() {
    let mut world = World::new();
    let nobody = world.says("Mo", "bar").await.expect("an answer");
    assert!(nobody.starts_with("Nobody is barred here."), "{nobody}");
    let done = world.says("Mo", "bar @Bob 7d").await.expect("an answer");
    assert!(done.contains("This ends in 7 days ("), "{done}");
    world.says("Mo", "ban Cy").await;
    let list = world.says("Mo", "bar").await.expect("a list");
    assert!(list.starts_with("2 people are barred here:\nCy (cy)\nBob (bob), ends in 7 days ("), "{list}");
    let said = world.says("Bob", "play chess").await.expect("an answer");
    assert!(said.starts_with(BARRED) && said.contains("This ends in 7 days ("), "{said}");
    assert_eq!(world.says("Mo", "unbar Cy").await.as_deref(), Some("Cy can play here again."));
    world.does("Cy", "play chess").await;
    world.chat.clock.pass(7 * DAY);
    world.does("Bob", "play chess").await;
    let not = world.says("Mo", "unbar Bob").await.expect("an answer");
    assert!(not.starts_with("“Bob” is not barred here."), "{not}");
}

#[tokio::test]
async fn games_that_run_go_on() {
    let mut world = World::new();
    world.does("Bob", "play Ada chess white").await;
    world.does("Ada", "accept").await;
    world.says("Mo", "bar Bob").await;
    for (name, line) in [("Bob", "move e4"), ("Ada", "move e5"), ("Bob", "draw"), ("Ada", "draw decline")] {
        world.does(name, line).await;
    }
    // Nobody keeps a player from looking where everybody reads the answer.
    world.audience = Audience::TextAndReplyVisible;
    assert!(!world.is_barred("lobby", "Bob", "board").await);
    assert!(!world.is_barred("lobby", "Cy", "board").await);
    assert!(world.is_barred("garden", "Bob", "games").await);
    world.audience = Audience::SenderOnly;
    // Moderators end what they do not want.
    let Reply::Private(asked) = world.reply("lobby", "Mo", UserAction::Line("abort".to_owned())).await else {
        panic!("no question")
    };
    let id = control(&world.chat.read(&asked, Some("Mo"), Language::EN), "Abort");
    world.reply("lobby", "Mo", UserAction::Press { id, value: None }).await;
    assert!(world.is_barred("lobby", "Bob", "rematch").await);
}

#[tokio::test]
async fn only_moderators_bar_anybody_and_nobody_themselves() {
    let mut world = World::new();
    for line in ["bar Bob", "unbar Bob", "bar"] {
        let said = world.says("Ada", line).await.expect("an answer");
        assert!(said.starts_with("Only moderators bar people here."), "{line}: {said}");
    }
    let oneself = world.says("Mo", "bar Mo").await.expect("an answer");
    assert!(oneself.starts_with("You cannot bar yourself."), "{oneself}");
    world.place = None;
    let alone = world.says("Mo", "bar Bob").await.expect("an answer");
    assert!(alone.starts_with("Only the two of us are here"), "{alone}");
    world.place = Some(CommunityId(SERVER.to_owned()));
    world.does("Bob", "play chess").await;
}

#[tokio::test]
async fn a_list_that_cannot_be_read_keeps_nobody_from_playing_and_is_not_written_over() {
    let mut world = World::new();
    let key = Key::new().text("barred").text(SERVER);
    world.chat.store.commit(Batch::new().put(Table::Meta, key.clone(), *b"no JSON")).await.expect("memory");
    world.does("Bob", "play chess").await;
    let said = world.says("Mo", "bar Bob").await.expect("an answer");
    assert!(!said.starts_with("Bob is barred"), "{said}");
    let row = world.chat.store.get(Table::Meta, key.as_ref()).await.expect("memory");
    assert_eq!(row.map(|row| row.value).as_deref(), Some(&b"no JSON"[..]));
}

#[tokio::test]
async fn a_room_in_the_place_of_another_one_bars_the_same_people() {
    let mut world = World::new();
    let [from, to] = ["test:room", "test:newroom"].map(|place| CommunityId(place.to_owned()));
    world.place = Some(from.clone());
    world.says("Mo", "bar Bob").await;
    world.chat.service.settle_in(&from, &to).await.expect("memory");
    world.place = Some(to);
    let said = world.says("Bob", "play chess").await.expect("an answer");
    assert!(said.starts_with(BARRED), "{said}");
}
