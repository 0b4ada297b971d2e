//! Tests of `/follow`: the followers of a game, and nobody else, are notified of its end, and they
//! see only public information.

use adoube_bot::{ChatEvent, ControlRow, Language, Message, Notice, Reply, UserAction};

use crate::support::{Chat, first_button, person};

const NAMES: [&str; 4] = ["Ada", "Bob", "Cy", "Di"];
const MOST: usize = 100;

fn command(chat: &mut Chat, name: &str, line: &str) -> ChatEvent {
    chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()))
}

async fn does(chat: &mut Chat, name: &str, line: &str) -> Reply {
    let event = command(chat, name, line);
    chat.service.handle(&event).await.reply
}

/// A game of Ada's and Bob's.
async fn game(variant: &str) -> Chat {
    let mut chat = Chat::new(&NAMES, 1);
    for (name, line) in [("Ada", &*format!("play Bob {variant} white")), ("Bob", "accept")] {
        assert_eq!(does(&mut chat, name, line).await, Reply::Public);
    }
    chat.posted().await;
    chat
}

/// What somebody alone is told, as they read it.
async fn told(chat: &mut Chat, name: &str, line: &str) -> Message {
    let reply = does(chat, name, line).await;
    let Reply::Private(notice) = reply else { panic!("{name} /{line}: {reply:?}") };
    assert!(chat.posted().await.is_empty(), "nobody else hears of it");
    chat.read(&notice, Some(name), Language::EN)
}

fn words(message: &Message) -> String {
    format!("{:?}", message.blocks)
}

/// The last button's label and id.
fn button(message: &Message) -> (&str, &str) {
    let Some(ControlRow::Buttons(buttons)) = message.rows.first() else { panic!("{message:?}") };
    buttons.last().map(|button| (&*button.label, &*button.id)).expect("a button")
}

/// Whom the last board calls where everybody sees the same.
fn called(chat: &Chat, notices: &[Notice]) -> Vec<String> {
    let board = notices.iter().find(|notice| matches!(notice, Notice::Board(_) | Notice::Selection(_)));
    let message = chat.read(board.expect("a board"), None, Language::EN);
    message.called().map(|person| person.0.clone()).collect()
}

async fn ends(chat: &mut Chat) -> Vec<Notice> {
    let Reply::Private(question) = does(chat, "Ada", "resign").await else { panic!("a question") };
    let question = chat.read(&question, Some("Ada"), Language::EN);
    let event = chat.event("Ada", Language::EN, false, first_button(&question));
    chat.service.handle(&event).await;
    chat.posted().await
}

#[tokio::test]
async fn followers_are_called_at_the_end_and_not_before() {
    let mut chat = game("chess").await;
    let cy = told(&mut chat, "Cy", "follow").await;
    assert!(words(&cy).contains("You follow the game of Ada and Bob"), "{cy:?}");
    assert_eq!(button(&cy).0, "Unfollow");
    // By the button of the answer to what only players may do.
    let di = told(&mut chat, "Di", "resign").await;
    assert!(words(&di).contains("/follow"), "{di:?}");
    let press = UserAction::Press { id: button(&di).1.to_owned(), value: None };
    let event = chat.event("Di", Language::EN, false, press);
    assert!(matches!(chat.service.handle(&event).await.reply, Reply::Private(_)));
    assert!(told(&mut chat, "Di", "resign").await.rows.is_empty(), "there is nothing more to follow");

    does(&mut chat, "Ada", "move e4").await;
    let moved = chat.posted().await;
    assert_eq!(called(&chat, &moved), ["test:bob"]);
    // Where everybody is shown their own, every board calls those who follow.
    for (name, calls, label) in [("Cy", true, "Unfollow"), ("Bob", true, "Resign"), ("Ada", false, "Resign")]
    {
        let own = chat.read(&moved[0], Some(name), Language::EN);
        assert_eq!((own.calls(&person(name).id), button(&own).0), (calls, label), "{name}");
    }
    let end = ends(&mut chat).await;
    assert_eq!(called(&chat, &end), ["test:cy", "test:di"]);
    assert!(chat.read(&end[0], Some("Di"), Language::EN).calls(&person("Di").id));
    // The next game is another one.
    does(&mut chat, "Ada", "play Bob chess white").await;
    does(&mut chat, "Bob", "accept").await;
    chat.posted().await;
    let end = ends(&mut chat).await;
    assert!(called(&chat, &end).is_empty());
}

#[tokio::test]
async fn whoever_unfollows_is_not_called_and_twice_is_harmless() {
    let mut chat = game("chess").await;
    for (name, line) in [("Cy", "follow"), ("Di", "folgen"), ("Di", "follow"), ("Cy", "unfollow")] {
        told(&mut chat, name, line).await;
    }
    // What was done is not done again when its event comes again after its opposite.
    let follow = command(&mut chat, "Cy", "follow");
    let first = chat.service.handle(&follow).await.reply;
    let no_more = told(&mut chat, "Cy", "unfollow").await;
    assert!(words(&no_more).contains("no longer follow"), "{no_more:?}");
    assert_eq!(chat.service.handle(&follow).await.reply, first);
    told(&mut chat, "Cy", "entfolgen").await;
    let end = ends(&mut chat).await;
    assert_eq!(called(&chat, &end), ["test:di"]);
}

#[tokio::test]
async fn players_and_too_many_do_not_follow() {
    let mut chat = game("chess").await;
    for name in ["Ada", "Bob"] {
        assert!(words(&told(&mut chat, name, "follow").await).contains("You play in this game"));
    }
    for number in 0..MOST {
        let told = told(&mut chat, &format!("Fan{number}"), "follow").await;
        assert!(words(&told).contains("You follow"), "{told:?}");
    }
    assert!(words(&told(&mut chat, "Cy", "follow").await).contains("100 people follow this game"));
    assert!(words(&told(&mut chat, "Fan7", "follow").await).contains("You follow"));
    told(&mut chat, "Fan7", "unfollow").await;
    assert!(words(&told(&mut chat, "Cy", "follow").await).contains("You follow"));
    // Only so many are named, and all are called where nobody needs to be.
    let end = ends(&mut chat).await;
    assert_eq!(called(&chat, &end).len(), 20);
    assert!(chat.read(&end[0], Some("Cy"), Language::EN).calls(&person("Cy").id));
    assert!(words(&told(&mut chat, "Cy", "follow").await).contains("No game is running"));
}

#[tokio::test]
async fn followers_of_a_game_with_hidden_cards_see_what_everybody_sees() {
    let mut chat = game("schachen").await;
    told(&mut chat, "Cy", "follow").await;
    does(&mut chat, "Ada", "move n3 pass").await;
    for notice in chat.posted().await {
        let [follower, other] = ["Cy", "Di"].map(|name| chat.read(&notice, Some(name), Language::EN));
        assert_eq!((follower.blocks, follower.picture), (other.blocks, other.picture));
    }
    let [follower, other] = [told(&mut chat, "Cy", "board").await, told(&mut chat, "Di", "board").await];
    assert_eq!((follower.blocks, follower.picture), (other.blocks, other.picture));
    assert!(words(&told(&mut chat, "Cy", "hand").await).contains("You can watch"));
}

#[tokio::test]
async fn a_game_that_ends_while_pieces_are_chosen_calls_its_followers() {
    let mut chat = Chat::new(&NAMES, 1);
    does(&mut chat, "Ada", "setup Bob free-chosen pieces:2 white send").await;
    does(&mut chat, "Bob", "accept").await;
    chat.posted().await;
    told(&mut chat, "Cy", "follow").await;
    let end = ends(&mut chat).await;
    assert_eq!(called(&chat, &end), ["test:cy"]);
}
