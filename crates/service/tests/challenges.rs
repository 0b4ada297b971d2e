//! How many challenges may be open, and for how long.

mod support;

use adoube_service::{Action, Block, Language, Reply};
use support::Chat;

const NAMES: [&str; 12] =
    ["Ada", "Bob", "Cy", "Dora", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo", "Kim", "Lea"];
const DAY: u64 = 24 * 60 * 60 * 1000;

/// What somebody is answered: the sentence, or nothing when everybody was told.
async fn command(chat: &mut Chat, name: &str, line: &str) -> Option<String> {
    let event = chat.event(name, Language::En, false, Action::Command(line.to_owned()));
    match chat.service.handle(&event).await {
        Reply::Posted => None,
        Reply::Private(notice) => match chat.read(&notice, Some(name), Language::En).blocks.as_slice() {
            [Block::Text(text)] => Some(text.clone()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_channel_holds_ten_open_challenges() {
    let mut chat = Chat::new(&NAMES, 1);
    for name in &NAMES[..10] {
        assert_eq!(command(&mut chat, name, "play grand").await, None, "{name}");
    }
    let full = command(&mut chat, "Kim", "play grand").await;
    assert!(full.is_some_and(|text| text.starts_with("Enough challenges are open")));
    assert_eq!(command(&mut chat, "Ada", "withdraw").await, None);
    assert_eq!(command(&mut chat, "Kim", "play grand").await, None);
}

#[tokio::test]
async fn a_challenge_waits_a_week() {
    let mut chat = Chat::new(&NAMES, 1);
    assert_eq!(command(&mut chat, "Ada", "play Bob").await, None);
    chat.clock.pass(6 * DAY);
    let open = command(&mut chat, "Ada", "play Bob").await;
    assert!(open.is_some_and(|text| text.starts_with("Your challenge is still open")));
    chat.clock.pass(2 * DAY);
    let gone = command(&mut chat, "Bob", "accept").await;
    assert!(gone.is_some_and(|text| text.starts_with("There is no challenge here for you")));
    assert_eq!(command(&mut chat, "Ada", "play Bob").await, None);
    assert_eq!(command(&mut chat, "Bob", "accept").await, None);
}
