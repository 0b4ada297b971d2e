//! Tests of a channel with one person and the bot, where nobody else could accept a challenge: the
//! computer is offered instead.

use std::sync::Arc;

use adoube_bot::{
    BoxFuture, ChannelId, Language, Message, Notice, Person, PersonDirectory, PersonId, Reply, UserAction,
};
use adoube_testing::people::TestDirectory;

use crate::support::{Chat, channel, control, table::text};

/// People of whom each is alone with the bot in the channel of the tests.
struct OneByOne(TestDirectory);

impl PersonDirectory for OneByOne {
    fn find<'a>(&'a self, channel: &'a ChannelId, name: &'a str) -> BoxFuture<'a, Vec<Person>> {
        self.0.find(channel, name)
    }

    fn complete<'a>(&'a self, channel: &'a ChannelId, prefix: &'a str) -> BoxFuture<'a, Vec<Person>> {
        self.0.complete(channel, prefix)
    }

    fn is_alone_with<'a>(&'a self, here: &'a ChannelId, _: &'a PersonId) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(*here == channel()))
    }
}

fn chat() -> Chat {
    Chat::among(Arc::new(OneByOne(TestDirectory::named(&["Ada", "Bob"]))), 1)
}

async fn does(chat: &mut Chat, language: Language, action: UserAction) -> Option<Message> {
    let event = chat.event("Ada", language, false, action);
    match chat.service.handle(&event).await.reply {
        Reply::Private(notice) | Reply::Replace(notice) => Some(chat.read(&notice, Some("Ada"), language)),
        _ => None,
    }
}

async fn told(chat: &mut Chat, language: Language, line: &str) -> Message {
    let told = does(chat, language, UserAction::Line(line.to_owned())).await;
    told.unwrap_or_else(|| panic!("{line}: not in private"))
}

#[tokio::test]
async fn nobody_is_looked_for_where_nobody_else_is() {
    for line in ["play", "play chess", "play white pace:3d", "play Bob", "play Bob grand"] {
        let mut chat = chat();
        let said = told(&mut chat, Language::EN, line).await;
        assert!(text(&said).starts_with("It is just the two of us here"), "{line}: {}", text(&said));
        assert!(chat.posted().await.is_empty(), "{line}");
    }
    let mut chat = chat();
    let de = Language::of("de");
    let said = told(&mut chat, de, "spielen schach").await;
    assert!(text(&said).starts_with("Hier sind nur wir beide"), "{}", text(&said));
}

#[tokio::test]
async fn the_computer_takes_the_place_of_the_other_one() {
    let mut chat = chat();
    let said = told(&mut chat, Language::EN, "play chess").await;
    let id = control(&said, "Play the computer");
    let begun = does(&mut chat, Language::EN, UserAction::Press { id, value: None }).await;
    assert!(begun.is_some());
    let posted = chat.posted().await;
    assert!(matches!(&posted[..], [Notice::Board(_)]), "{posted:?}");
}

#[tokio::test]
async fn whoever_names_no_game_chooses_one_of_all() {
    let mut chat = chat();
    let said = told(&mut chat, Language::EN, "play").await;
    for (label, id) in [("Chess", "computer.chess"), ("Schachen", "computer.schachen")] {
        assert_eq!(control(&said, label), id);
    }
    // The question of an older message is answered in the same way.
    let press = UserAction::Press { id: "play.chess".to_owned(), value: None };
    let said = does(&mut chat, Language::EN, press).await.expect("words");
    assert!(text(&said).starts_with("It is just the two of us here"), "{}", text(&said));
}

#[tokio::test]
async fn a_set_up_is_sent_to_nobody_and_stays() {
    let mut chat = chat();
    told(&mut chat, Language::EN, "setup free-random 3").await;
    let said = told(&mut chat, Language::EN, "setup send").await;
    assert!(text(&said).starts_with("It is just the two of us here") && said.rows.is_empty());
    assert!(does(&mut chat, Language::EN, UserAction::Line("setup computer".to_owned())).await.is_none());
    assert_eq!(chat.posted().await.len(), 1, "the game begins");
}
