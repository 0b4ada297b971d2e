//! Tests of `/games`: a person's own running games come first, with whose turn it is and where; of
//! other people only public information is listed. Not here: the words (`transcripts/games.txt`).

use std::sync::Arc;

use adoube_bot::{
    Block, BoxFuture, ChannelId, ChatEvent, Language, Message, Notice, Person, PersonDirectory, PersonId,
    Reply, UserAction,
};
use adoube_store::{Batch, Key, KeyRange, ScanOrder, Table};
use adoube_testing::people::TestDirectory;

use crate::support::{Chat, person, table::text};

const NAMES: [&str; 3] = ["Ada", "Bob", "Cy"];

fn place(name: &str) -> ChannelId {
    ChannelId(format!("test:{name}"))
}

async fn says(chat: &mut Chat, at: &str, name: &str, line: &str) -> Reply {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    chat.service.handle(&ChatEvent { channel: place(at), ..event }).await.reply
}

/// A game in a channel that Ada has White in.
async fn begins(chat: &mut Chat, at: &str, opponent: &str) {
    let challenge = format!("play {opponent} chess white");
    for (name, line) in [("Ada", challenge.as_str()), (opponent, "accept")] {
        assert_eq!(says(chat, at, name, line).await, Reply::Public, "{at}: {line}");
    }
}

async fn listed(chat: &mut Chat, at: &str, name: &str, line: &str) -> Message {
    let Reply::Private(notice) = says(chat, at, name, line).await else { panic!("no list") };
    chat.read(&notice, Some(name), Language::EN)
}

/// One's own games: their words, and where each is.
fn own(message: &Message) -> Vec<(String, Option<String>)> {
    let items = message.blocks.iter().find_map(|block| match block {
        Block::Channels(items) => Some(items),
        _ => None,
    });
    let place = |channel: &ChannelId| channel.to_string();
    let item = |item: &adoube_bot::ChannelItem| (item.text.clone(), item.channel.as_ref().map(place));
    items.into_iter().flatten().map(item).collect()
}

#[tokio::test]
async fn ones_own_games_are_listed_by_turn_and_say_where_they_are() {
    let mut chat = Chat::new(&NAMES, 2);
    begins(&mut chat, "old", "Bob").await;
    begins(&mut chat, "waiting", "Cy").await;
    assert_eq!(says(&mut chat, "waiting", "Ada", "move e4").await, Reply::Public);
    for _ in 0..20 {
        begins(&mut chat, "short", "Bob").await;
        says(&mut chat, "short", "Ada", "draw").await;
        says(&mut chat, "short", "Bob", "draw accept").await;
    }
    begins(&mut chat, "here", "Bob").await;
    let games = own(&listed(&mut chat, "here", "Ada", "games").await);
    let places: Vec<_> =
        games.iter().map(|(text, place)| (text.contains("your turn"), place.as_deref())).collect();
    assert_eq!(places, [(true, None), (true, Some("test:old")), (false, Some("test:waiting"))], "{games:#?}");
    assert!(games[0].0.ends_with(", here"), "{games:#?}");
    let games = own(&listed(&mut chat, "here", "Cy", "games mine").await);
    assert!(matches!(games.as_slice(), [(text, Some(_))] if text.contains("your turn against")), "{games:?}");
}

#[tokio::test]
async fn where_somebody_else_plays_is_not_told() {
    let mut chat = Chat::new(&NAMES, 2);
    begins(&mut chat, "old", "Bob").await;
    for line in ["games Ada", "games here"] {
        let message = listed(&mut chat, "old", "Cy", line).await;
        assert_eq!(own(&message), [], "{line}");
        let said = format!("{:?}", message.blocks);
        assert!(said.contains("Ada is to move") && !said.contains("test:"), "{line}: {said}");
    }
    let message = listed(&mut chat, "elsewhere", "Cy", "games Ada").await;
    assert!(own(&message).is_empty() && !format!("{:?}", message.blocks).contains("test:"), "{message:?}");
    // Others who read along see the same list as everybody.
    let Reply::Private(notice) = says(&mut chat, "here", "Ada", "games").await else { panic!("no list") };
    let seen = chat.service.present(
        &notice,
        &adoube_bot::Viewer {
            person: Some(person("Cy").id),
            language: Language::EN,
            hearing: adoube_bot::MessageAccess::Called,
            taste: adoube_bot::ReadingPreferences::default(),
        },
    );
    assert_eq!(own(&seen), []);
}

#[tokio::test]
async fn fifteen_games_of_a_channel_are_listed_and_whether_there_are_more() {
    let mut chat = Chat::new(&NAMES, 2);
    for (count, more) in [(15, false), (1, true)] {
        for _ in 0..count {
            begins(&mut chat, "here", "Bob").await;
            says(&mut chat, "here", "Ada", "draw").await;
            says(&mut chat, "here", "Bob", "draw accept").await;
        }
        let Reply::Private(notice) = says(&mut chat, "here", "Cy", "games here").await else {
            panic!("no list")
        };
        let Notice::Games { games, more: found, .. } = *notice else { panic!("{notice:?}") };
        assert_eq!((games.len(), found), (15, more));
    }
}

/// People who are let in nowhere but where they are.
struct Closed(TestDirectory);

impl PersonDirectory for Closed {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        self.0.find(channel, name)
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        self.0.complete(channel, prefix)
    }

    fn lets_in<'a>(&'a self, _: &'a ChannelId, _: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(false))
    }
}

#[tokio::test]
async fn a_game_elsewhere_is_there_for_whoever_is_let_in() {
    let mut chat = Chat::new(&NAMES, 2);
    begins(&mut chat, "closed", "Bob").await;
    let game = chat.service.playing(&person("Ada").id, Language::EN).await.expect("a store").remove(0).game;
    let said = text(&listed(&mut chat, "open", "Cy", &format!("board {game}")).await);
    assert!(!said.contains("no game"), "{said}");
    let press = UserAction::Press { id: format!("turn.{game}.0.draw"), value: None };
    let event = chat.event("Ada", Language::EN, false, press);
    let reply = chat.service.handle(&ChatEvent { channel: place("open"), ..event }).await.reply;
    assert!(
        format!("{reply:?}").contains("OtherChannel"),
        "its buttons are of use where it is played: {reply:?}"
    );
}

#[tokio::test]
async fn there_is_no_game_for_whoever_is_not_let_in_where_it_is_played() {
    let mut chat = Chat::among(Arc::new(Closed(TestDirectory::named(&NAMES))), 2);
    begins(&mut chat, "closed", "Bob").await;
    says(&mut chat, "closed", "Ada", "move e4").await;
    let game = chat.service.playing(&person("Ada").id, Language::EN).await.expect("a store").remove(0).game;
    for (at, name, is_told) in
        [("closed", "Cy", true), ("open", "Cy", false), ("open", "Ada", true), ("open", "Bob", true)]
    {
        for line in ["game", "board", "step", "replay"] {
            let said = text(&listed(&mut chat, at, name, &format!("{line} {game}")).await);
            assert_eq!(said.contains("no game"), !is_told, "{at} {name} /{line}: {said}");
        }
    }
}

#[tokio::test]
async fn a_game_that_an_earlier_program_began_is_whole() {
    for earlier in 0..=4 {
        let mut chat = Chat::new(&NAMES, 2);
        begins(&mut chat, "old", "Bob").await;
        for (name, line) in [("Ada", "e4"), ("Bob", "e5"), ("Ada", "Nf3"), ("Bob", "Nc6")] {
            assert_eq!(says(&mut chat, "old", name, &format!("move {line}")).await, Reply::Public);
        }
        // It wrote the first events under the game's id alone.
        let place = Key::new().text("test:old");
        let rows =
            chat.store.scan(Table::Event, KeyRange::prefix(place.clone()), ScanOrder::Ascending, 9).await;
        for (key, row) in rows.expect("memory").into_iter().take(earlier) {
            let old = key[place.as_ref().len()..].to_vec();
            let batch = Batch::new().delete(Table::Event, key).put(Table::Event, old, row.value);
            chat.store.commit(batch).await.expect("memory");
        }
        let exported = format!("{:?}", says(&mut chat, "old", "Ada", "export pgn").await);
        for made in ["1. e4 {", "e5 {", "Nf3 {", "Nc6 {"] {
            assert!(exported.contains(made), "{earlier}: {exported}");
        }
        for (name, line) in [("Ada", "takeback"), ("Bob", "takeback accept"), ("Ada", "move d4")] {
            assert_eq!(says(&mut chat, "old", name, line).await, Reply::Public, "{earlier}: {line}");
        }
    }
}

#[tokio::test]
async fn a_list_is_as_long_as_asked_and_says_whether_there_is_more() {
    let mut chat = Chat::new(&NAMES, 2);
    for _ in 0..17 {
        begins(&mut chat, "short", "Bob").await;
        says(&mut chat, "short", "Ada", "draw").await;
        says(&mut chat, "short", "Bob", "draw accept").await;
    }
    for (line, count, more) in [
        ("games", 15, true),
        ("games limit:3", 3, true),
        ("games here limit:16", 16, true),
        ("games Bob limit:17", 17, false),
        ("partien anzahl 50", 17, false),
    ] {
        let Reply::Private(notice) = says(&mut chat, "short", "Ada", line).await else { panic!("{line}") };
        let Notice::Games { games, more: has_more, .. } = *notice else { panic!("{line}: {notice:?}") };
        assert_eq!((games.len(), has_more), (count, more), "{line}");
    }
    begins(&mut chat, "one", "Bob").await;
    begins(&mut chat, "two", "Bob").await;
    let Reply::Private(notice) = says(&mut chat, "one", "Ada", "games due limit:1").await else {
        panic!("a list")
    };
    let Notice::Due(due) = *notice else { panic!("{notice:?}") };
    assert_eq!((due.games.len(), due.more), (1, 1));
}
