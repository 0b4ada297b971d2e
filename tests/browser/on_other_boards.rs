//! Tests of other games on the board of the page: Grand Chess with nineteen extra types by tapping,
//! locked pieces, and Schachen on a grid without edges, with cards that are dragged, tapped and put
//! down by keyboard.

use fantoccini::key::Key;
use serde_json::Value;

use crate::{
    chromium::{Chromium, DESKTOP, Look, PHONE},
    hands::on,
    page::{Page, close},
    program::Bot,
};

/// Moves of both sides.
const PLIES: usize = 40;

/// An ever same row of numbers that looks like none.
struct Dice(u64);

impl Dice {
    fn pick<'a>(&mut self, from: &'a [String]) -> &'a str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &from[usize::try_from(self.0 >> 33).unwrap() % from.len()]
    }
}

impl Page {
    async fn squares(&self, class: &str) -> Vec<String> {
        let script =
            format!("[...document.querySelectorAll('.square.{class}')].map((e) => e.dataset.square)");
        let found = self.ask(&script).await;
        found.as_array().unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect()
    }

    /// A move that is possible now, by picking a piece and putting it down again.
    async fn some_move(&self) -> (String, String) {
        let from = self.squares("can-move").await.swap_remove(0);
        self.click(&on(&from)).await;
        self.css(".square.target").await;
        let to = self.squares("target").await.swap_remove(0);
        self.click(&on(&from)).await;
        (from, to)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn grand_chess_with_nineteen_extra_types_by_tapping() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, PHONE, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, PHONE, &bot.host, "Bert").await;
    anna.say("/setup free-random 19 @Bert white send").await;
    bert.press("Accept").await;
    anna.turn().await;
    bert.css("#game:not([hidden])").await;
    assert_eq!(anna.ask("document.querySelectorAll('.squares [data-square]').length").await, 100);
    assert!(anna.ask("document.querySelectorAll('.legend-piece').length").await.as_u64().unwrap() >= 19);
    bert.check_everywhere("Grand Chess").await;
    bert.look((390, 844), false).await;
    let mut dice = Dice(7);
    for ply in 0..PLIES {
        let (mover, other) = if ply % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.css("#game.my-turn, #game.over").await;
        let movable = mover.squares("can-move").await;
        if movable.is_empty() {
            break;
        }
        mover.tap(&on(dice.pick(&movable))).await;
        mover.css(".square.target").await;
        let targets = mover.squares("target").await;
        mover.tap(&on(dice.pick(&targets))).await;
        if mover.ask("document.querySelector('.choice') !== null").await == true {
            mover.tap(".choice").await;
        }
        other.css("#game.my-turn, #game.over").await;
    }
    let played = anna.ask("document.querySelector('#game.over') !== null").await;
    let moved = anna.said().await;
    assert!(played == Value::Bool(true) || moved.contains("Black"), "{moved}");
    anna.check_everywhere("Grand Chess after twenty moves").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_piece_says_why_it_does_not_move() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, Look { language: "de", ..PHONE }, &bot.host, "Bert").await;
    anna.say("/setup classic-chosen 2 @Bert white send").await;
    bert.press("Annehmen").await;
    anna.message("notice", "Anna").await;
    anna.css("#game:not([hidden])").await;
    anna.say("/pick nightrider").await;
    bert.message("notice", "Nachtreiter").await;
    bert.say("/wählen kamel").await;
    anna.turn().await;
    let locked = "[...document.querySelectorAll('.square:has(img[src*=\"white-NR\"])')][0].dataset.square";
    let square = anna.ask(locked).await.as_str().unwrap().to_owned();
    anna.click(&on(&square)).await;
    anna.hears("Nightrider").await;
    anna.hears("locked until move").await;
    anna.css(&format!("{} .mark-locked", on(&square))).await;
    // The same by keyboard, by holding a finger on it, and in German.
    anna.go_to_board().await;
    anna.walk_to(&square).await;
    assert!(anna.focus().await.contains("locked until move"));
    anna.keys("?").await;
    anna.css("#piece-card:not([hidden]) .piece-card-holds").await;
    anna.check_everywhere("a locked piece").await;
    bert.tap(&on(&square)).await;
    bert.hears("gesperrt").await;
    bert.tap(".board-inspect").await;
    bert.css("#piece-card:not([hidden]) .piece-card-holds").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn schachen_with_cards_dragged_tapped_and_put_by_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, PHONE, &bot.host, "Bert").await;
    let carl = Page::enter(&chromium, DESKTOP, &bot.host, "Carl").await;
    anna.say("/play Bert schachen white").await;
    bert.press("Accept").await;
    anna.turn().await;
    carl.css("#game:not([hidden])").await;
    anna.css("#game-hand:not([hidden]) .card").await;
    assert_eq!(carl.ask("document.getElementById('game-hand').hidden").await, true);
    // A card before the move: it says what comes first.
    anna.click(".card").await;
    anna.hears("Move a piece first").await;
    // Anna moves by dragging, and drags a card onto the grid.
    anna.drag(&on("n2"), &on("n3")).await;
    anna.css(".card.usable").await;
    assert_eq!(bert.ask("document.querySelector('#game.my-turn') === null").await, true);
    carl.stands("n2", "white-P").await;
    anna.check_everywhere("a card may be put").await;
    anna.look((1280, 800), false).await;
    anna.click(".card.usable").await;
    let drops = anna.squares("target").await;
    anna.check_with_axe("a card is picked").await;
    anna.click(".card.usable").await;
    anna.drag(".card.usable", &on(&drops[0])).await;
    bert.turn().await;
    carl.css(&format!("{} img", on(&drops[0]))).await;
    // Bert taps, on a phone, and changes his mind about the move once. What he may do depends on Anna's card.
    let (from, to) = bert.some_move().await;
    for square in [&from, &to] {
        bert.tap(&on(square)).await;
    }
    bert.tap("[data-card=undo]").await;
    bert.css(&format!("{}.can-move", on(&from))).await;
    for square in [&from, &to] {
        bert.tap(&on(square)).await;
    }
    let large =
        "Math.min(...[...document.querySelectorAll('.square')].map((e) => e.getBoundingClientRect().width))";
    assert!(bert.ask(large).await.as_f64().unwrap() >= 40.0);
    bert.tap(".card.usable").await;
    let drops = bert.squares("target").await;
    bert.tap(&on(&drops[0])).await;
    anna.turn().await;
    anna.css(&format!("{} img", on(&drops[0]))).await;
    // By keyboard: the move, the card, its square.
    let (from, to) = anna.some_move().await;
    anna.go_to_board().await;
    for square in [&from, &to] {
        anna.walk_to(square).await;
        anna.key(Key::Enter).await;
    }
    anna.css(".card.usable").await;
    anna.client.execute("document.querySelector('.card.usable').focus()", Vec::new()).await.unwrap();
    anna.key(Key::Enter).await;
    let focused = "document.activeElement.classList.contains('target')";
    assert_eq!(anna.ask(focused).await, true, "the keyboard is led to the first square for the card");
    anna.key(Key::Escape).await;
    assert_eq!(anna.ask("document.activeElement.classList.contains('card')").await, true);
    anna.key(Key::Enter).await;
    anna.key(Key::Enter).await;
    bert.turn().await;
    // And without a card.
    let (from, to) = bert.some_move().await;
    bert.finger_drag(&on(&from), &on(&to)).await;
    // A finger that taps the moment it has let go counts for Chromium as one that stops a fling.
    bert.click("[data-card=pass]").await;
    anna.turn().await;
    carl.css(&format!("{} img[src*=black]", on(&to))).await;
    close([anna, bert, carl]).await;
}
