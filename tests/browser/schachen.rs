//! Test of a game with hidden cards on the page: each player sees only the own hand, what reaches a
//! spectator's page has no card in it, and at the end the shuffle is verified.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    chromium::{Chromium, DESKTOP, PHONE},
    page::{Page, close},
    program::Bot,
};

/// Follows the channel a second time and keeps every frame as it comes: first the page of the log, then what is new.
const EAVESDROP: &str = "
    window.frames_heard = [];
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket?seat=1`);
    socket.onmessage = (event) => window.frames_heard.push(event.data);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', channel: 'lobby', seen: null }));";

#[tokio::test(flavor = "multi_thread")]
async fn each_player_sees_only_the_own_cards_and_all_can_check_the_shuffle() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, PHONE, &bot.host, "Bert").await;
    let carl = Page::enter(&chromium, DESKTOP, &bot.host, "Carl").await;
    carl.client.execute(EAVESDROP, Vec::new()).await.unwrap();
    anna.say("/play Bert schachen white").await;
    bert.press("Accept").await;
    let posted = text_of(&carl, "notice", "fingerprint (SHA-256)").await;

    anna.press("My hand").await;
    let white = text_of(&anna, "private", "Your cards: ").await;
    bert.press("My hand").await;
    let black = text_of(&bert, "private", "Your cards: ").await;

    // A move waits for its card until the player passes; nobody sees that it does.
    anna.say("n3").await;
    anna.message("private", "Nobody else knows your move").await;
    anna.check_with_axe("a move that waits for a card").await;
    anna.press("Pass").await;
    bert.message("notice", "Pawn n2 to n3.").await;
    bert.css("article.calls-me .rows").await;
    bert.say("n4").await;
    bert.message("private", "Nobody else knows your move").await;
    bert.check_for_fingers("the choice of a card").await;
    bert.press("Pass").await;
    for page in [&anna, &carl] {
        page.message("notice", "Pawn n5 to n4.").await;
        assert!(!page.messages().await.iter().any(|words| *words == "n4"), "{}", page.name);
    }
    let before_the_end = heard(&carl).await;
    assert!(before_the_end.contains("Pawn n5 to n4."), "nothing was heard: {before_the_end}");

    anna.press("Resign").await;
    anna.press("Resign the game").await;
    let opened = text_of(&carl, "notice", "These were the cards").await;
    carl.say("/verify").await;
    carl.message("private", "The cards fit").await;

    let sealed = opened.split('|').map(str::trim).find(|part| part.starts_with("schachen ")).unwrap();
    assert!(posted.contains(&sha256(sealed)), "{sealed} is not what was posted: {posted}");
    let part = |key: &str| sealed.split(' ').find_map(|part| part.strip_prefix(key)).unwrap().to_owned();
    for (hand, deck) in [(&white, part("white:")), (&black, part("black:"))] {
        for name in names(&deck[..3]) {
            assert!(hand.contains(name), "{name} of {deck} is not in {hand}");
        }
        assert!(!before_the_end.contains(&deck), "a deck was told");
    }
    assert!(!before_the_end.contains(&part("nonce:")), "the nonce was told");
    for secret in ["Your cards", "Nobody else knows", "hand:Q", "hand:R", "hand:B", "hand:N", "hand:P"] {
        assert!(!before_the_end.contains(secret), "{secret} was told: {before_the_end}");
    }
    assert!(!anna.messages().await.iter().any(|words| words.contains(&black) && black != white));
    for page in [&anna, &bert, &carl] {
        page.check_pictures(3).await;
        page.check_with_axe("after a game with cards").await;
    }
    close([anna, bert, carl]).await;
}

/// The words of the newest message with these in it, once it is there.
async fn text_of(page: &Page, kind: &str, words: &str) -> String {
    page.message(kind, words).await;
    let found = page.messages().await.into_iter().rfind(|text| text.contains(words));
    found.unwrap_or_else(|| panic!("{} sees no {words}", page.name))
}

/// Everything that has reached the page so far.
async fn heard(page: &Page) -> String {
    match page.ask("window.frames_heard.join('\\n')").await {
        Value::String(text) => text,
        other => panic!("{other}"),
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

fn names(cards: &str) -> impl Iterator<Item = &'static str> {
    cards.chars().map(|card| match card {
        'Q' => "Queen",
        'R' => "Rook",
        'B' => "Bishop",
        'N' => "Knight",
        _ => "Pawn",
    })
}
