//! Tests of open challenges: how many a channel holds, how long they stay open, and what is posted
//! when one expires.

use adoube_bot::{Block, Language, Message, Reply, UserAction};

use crate::support::Chat;

const NAMES: [&str; 12] =
    ["Ada", "Bob", "Cy", "Dora", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo", "Kim", "Lea"];
const DAY: u64 = 24 * 60 * 60 * 1000;

/// What somebody is answered: the sentence, or nothing when everybody was told.
async fn command(chat: &mut Chat, name: &str, line: &str) -> Option<String> {
    let event = chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
    match chat.service.handle(&event).await.reply {
        Reply::Public => None,
        Reply::Private(notice) => match chat.read(&notice, Some(name), Language::EN).blocks.as_slice() {
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
async fn of_two_people_of_one_name_the_whole_name_is_asked_for() {
    let mut chat = Chat::new(&["Ada", "Bob", "BOB", "Bobby"], 1);
    let said = command(&mut chat, "Ada", "play @bob chess").await;
    assert_eq!(
        said.as_deref(),
        Some("“@bob” could be Bob (bob) or BOB (bob). Type what stands in brackets in place of the name.")
    );
}

/// What everybody is told, in English.
async fn told(chat: &Chat) -> Vec<Message> {
    let posted = chat.posted().await;
    posted.iter().map(|notice| chat.read(notice, None, Language::EN)).collect()
}

fn words(message: &Message) -> &str {
    match message.blocks.first() {
        Some(Block::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

const EXPIRED: &str = "Ada's challenge has expired: nobody answered it for a week. /play starts a new one.";

#[tokio::test]
async fn when_a_week_is_over_everybody_is_told_once_and_nobody_is_called() {
    let mut chat = Chat::new(&NAMES, 1);
    assert_eq!(command(&mut chat, "Ada", "play Bob").await, None);
    let challenge = told(&chat).await.remove(0);
    assert!(!challenge.rows.is_empty());
    chat.clock.pass(7 * DAY);
    assert_eq!(chat.service.run_due_jobs().await.expect("memory"), None);
    let notices = chat.posted().await;
    let [notice] = &notices[..] else { panic!("{notices:?}") };
    let expired = chat.read(notice, None, Language::EN);
    assert_eq!(words(&expired), EXPIRED);
    let german = chat.read(notice, Some("Ada"), Language::of("de"));
    assert!(words(&german).starts_with("Die Herausforderung von Ada ist verfallen"), "{german:?}");
    // The same series: the challenge loses its buttons.
    assert_eq!((&expired.series, &expired.rows[..]), (&challenge.series, &[][..]));
    assert_eq!((expired.mention, expired.followers), (None, Vec::new()));
    chat.service.run_due_jobs().await.expect("memory");
    assert_eq!(told(&chat).await, []);
    let gone = command(&mut chat, "Bob", "accept").await;
    assert!(gone.is_some_and(|text| text.starts_with("There is no challenge here for you")));
}

#[tokio::test]
async fn whoever_speaks_first_after_the_week_has_it_told() {
    let mut chat = Chat::new(&NAMES, 1);
    command(&mut chat, "Ada", "play Bob").await;
    told(&chat).await;
    chat.clock.pass(8 * DAY);
    // What does nothing says nothing, and what looks only looks.
    for line in ["accept", "games", "play chess all"] {
        assert!(command(&mut chat, "Bob", line).await.is_some(), "{line}");
        assert_eq!(told(&chat).await, [], "{line}");
    }
    assert_eq!(command(&mut chat, "Cy", "play chess").await, None);
    let both = told(&chat).await;
    assert_eq!(both.len(), 2);
    assert_eq!([words(&both[0]), words(&both[1])], [EXPIRED, "Cy is looking for an opponent. Who plays?"]);
    chat.service.run_due_jobs().await.expect("memory");
    assert_eq!(told(&chat).await, []);
}

#[tokio::test]
async fn a_challenge_that_was_answered_does_not_expire() {
    let mut chat = Chat::new(&NAMES, 1);
    for answer in [("Bob", "decline"), ("Ada", "withdraw"), ("Bob", "accept")] {
        // After a declined challenge the next one has to wait.
        chat.clock.pass(60_000);
        assert_eq!(command(&mut chat, "Ada", "play Bob").await, None);
        assert_eq!(command(&mut chat, answer.0, answer.1).await, None);
    }
    told(&chat).await;
    chat.clock.pass(8 * DAY);
    chat.service.run_due_jobs().await.expect("memory");
    assert_eq!(told(&chat).await, []);
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
