//! Tests of chess on the board of the page: to mate by dragging, by tapping and by keyboard alone,
//! promotion, premoves, and touch-move. Every state is checked by axe-core in three sizes, light
//! and dark.

use fantoccini::key::Key;

use crate::{
    chromium::{Chromium, DESKTOP, Look, PHONE},
    hands::on,
    page::{Page, close},
    program::Bot,
};

/// The shortest way to mate there is.
pub const MATE: [(&str, &str, &str); 4] =
    [("f2", "f3", "white-P"), ("e7", "e5", "black-P"), ("g2", "g4", "white-P"), ("d8", "h4", "black-Q")];

const FLIP: &str = "#game-flip";

async fn game(chromium: &Chromium, bot: &Bot, look: Look, terms: &str) -> (Page, Page) {
    let anna = Page::enter(chromium, look, &bot.host, "Anna").await;
    let bert = Page::enter(chromium, look, &bot.host, "Bert").await;
    anna.say(&format!("/play Bert {terms} white")).await;
    bert.press("Accept").await;
    anna.turn().await;
    bert.css("#game:not([hidden])").await;
    (anna, bert)
}

/// Counts, on the page, how long it takes from a release to the piece standing on its square.
const WATCH_TIME: &str = "window.times = []; let released = null;
    addEventListener('pointerup', () => { released = performance.now(); }, true);
    new MutationObserver(() => {
        const board = document.querySelector('.squares .pending .piece');
        if (released === null || board === null) return;
        const from = released;
        released = null;
        requestAnimationFrame(() => window.times.push(performance.now() - from));
    }).observe(document.querySelector('.squares'), { subtree: true, childList: true, attributes: true });";

#[tokio::test(flavor = "multi_thread")]
async fn chess_to_mate_by_dragging() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, DESKTOP, "chess").await;
    anna.client.execute(WATCH_TIME, Vec::new()).await.unwrap();
    anna.check_everywhere("the first turn").await;
    anna.look((1280, 800), false).await;
    // Let go where it may not stand, it goes back, and nothing has happened.
    anna.drag(&on("f2"), &on("f5")).await;
    anna.stands("f2", "white-P").await;
    for (turn, (from, to, piece)) in MATE.into_iter().enumerate() {
        let (mover, other) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.turn().await;
        mover.drag(&on(from), &on(to)).await;
        mover.stands(to, piece).await;
        other.stands(to, piece).await;
    }
    for page in [&anna, &bert] {
        page.css("#game.over").await;
        page.xpath("//*[@id='game-status'][contains(., 'Checkmate')]").await;
        page.hears("Queen d8 to h4").await;
        page.check_everywhere("mate").await;
    }
    println!("milliseconds from the release to the piece on its square: {}", anna.ask("window.times").await);
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess_to_mate_by_tapping() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, PHONE, "chess").await;
    // A tap elsewhere, and a second one on the piece, put it down again.
    for elsewhere in ["e5", "e2"] {
        anna.tap(&on("e2")).await;
        anna.css(&format!("{}.picked", on("e2"))).await;
        anna.css(&format!("{}.target .mark-target", on("e4"))).await;
        anna.check_with_axe("a picked piece").await;
        anna.tap(&on(elsewhere)).await;
        anna.css(".squares:not(:has(.picked))").await;
    }
    // Whose piece that is, and what it is called.
    anna.tap(&on("b8")).await;
    anna.hears("Black Knight on b8").await;
    anna.tap(".board-inspect").await;
    anna.css("#piece-card:not([hidden])").await;
    anna.check_everywhere("what is this piece").await;
    anna.look((390, 844), false).await;
    anna.key(Key::Escape).await;
    // The board can be turned and put away, and it stays where it is whatever is said.
    anna.tap(FLIP).await;
    assert_eq!(anna.ask("document.querySelector('.squares [data-square]').dataset.square").await, "h1");
    anna.tap(FLIP).await;
    anna.tap("#game-fold").await;
    anna.css("#game-body[hidden]").await;
    anna.check_with_axe("the board put away").await;
    anna.tap("#game-fold").await;
    for (turn, (from, to, piece)) in MATE.into_iter().enumerate() {
        let (mover, other) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        other.say(&format!("this is said {turn}")).await;
        mover.turn().await;
        mover.tap(&on(from)).await;
        mover.tap(&format!("{}.target", on(to))).await;
        other.stands(to, piece).await;
    }
    bert.css("#game.over").await;
    let seen = "(() => { const { top, bottom } = document.querySelector('.squares').getBoundingClientRect();
        const field = document.getElementById('say').getBoundingClientRect();
        return top >= 0 && bottom <= field.top && field.bottom <= innerHeight; })()";
    assert_eq!(bert.ask(seen).await, true, "the board and the field are both in view");
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess_to_mate_by_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let small = Look { width: 320, height: 640, ..PHONE };
    let (anna, bert) = game(&chromium, &bot, small, "chess").await;
    for page in [&anna, &bert] {
        page.go_to_board().await;
    }
    anna.walk_to("b8").await;
    anna.key(Key::Enter).await;
    anna.css("#piece-card:not([hidden])").await;
    assert_eq!(anna.focus().await, "Close");
    anna.key(Key::Escape).await;
    assert_eq!(anna.ask("document.activeElement.dataset.square").await, "b8");
    anna.walk_to("g1").await;
    assert_eq!(anna.focus().await, "White Knight on g1, can move");
    anna.key(Key::Enter).await;
    anna.hears("White Knight on g1. Squares it can go to: 2.").await;
    assert_eq!(anna.focus().await, "White Knight on g1, picked");
    anna.walk_to("h3").await;
    assert_eq!(anna.focus().await, "h3, can go here");
    anna.key(Key::Escape).await;
    assert_eq!(anna.focus().await, "h3");
    for (turn, (from, to, piece)) in MATE.into_iter().enumerate() {
        let (mover, other) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.turn().await;
        mover.walk_to(from).await;
        mover.key(Key::Enter).await;
        mover.css(&format!("{}.picked", on(from))).await;
        mover.walk_to(to).await;
        mover.keys(" ").await;
        mover.stands(to, piece).await;
        other.stands(to, piece).await;
    }
    anna.hears("Black: Queen d8 to h4").await;
    anna.css("#game.over").await;
    // One tab stop: the next one is behind the board.
    anna.key(Key::Tab).await;
    assert_ne!(anna.ask("document.activeElement.getAttribute('role')").await, "gridcell");
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_pawn_becomes_is_chosen_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, DESKTOP, "chess").await;
    for (turn, san) in ["a4", "b5", "axb5", "a6", "bxa6", "Nf6", "a7", "e6"].into_iter().enumerate() {
        let (mover, other) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.turn().await;
        mover.say(san).await;
        other.message("notice", san).await;
    }
    anna.turn().await;
    // Escape, and a press elsewhere, leave the Pawn where it is.
    anna.click(&on("a7")).await;
    anna.css(&format!("{} .mark-capture-target", on("b8"))).await;
    anna.click(&on("b8")).await;
    anna.css(".choices .choice").await;
    assert_eq!(anna.focus().await, "Queen");
    anna.check_everywhere("what a Pawn becomes").await;
    anna.look((1280, 800), false).await;
    anna.key(Key::Escape).await;
    anna.stands("a7", "white-P").await;
    anna.drag(&on("a7"), &on("b8")).await;
    anna.css(".choices .choice").await;
    anna.click(&on("g4")).await;
    anna.css("#game-board:not(:has(.choices))").await;
    anna.drag(&on("a7"), &on("b8")).await;
    anna.click(".choice[data-choice=N]").await;
    anna.stands("b8", "white-N").await;
    bert.stands("b8", "white-N").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_move_is_kept_for_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, DESKTOP, "chess").await;
    // Taken back by Escape and by a click, without a word to the server.
    for undo in ["key", "click"] {
        bert.drag(&on("e7"), &on("e5")).await;
        bert.css(".premove-arrow").await;
        bert.check_with_axe("a move that is kept").await;
        match undo {
            "key" => bert.key(Key::Escape).await,
            _ => bert.click(&on("d5")).await,
        }
        bert.hears("is taken back").await;
    }
    // Made as soon as it can be.
    bert.click(&on("e7")).await;
    bert.click(&on("e5")).await;
    bert.hears("goes to e5 as soon as it is your turn").await;
    bert.check_everywhere("a move that is kept").await;
    anna.drag(&on("e2"), &on("e4")).await;
    anna.stands("e5", "black-P").await;
    // Dropped with a word when it is not possible.
    bert.css("#game:not(.my-turn)").await;
    bert.look((1280, 800), false).await;
    bert.drag(&on("e5"), &on("e4")).await;
    bert.css(".premove-arrow").await;
    anna.drag(&on("d2"), &on("d4")).await;
    bert.hears("is not possible now").await;
    bert.turn().await;
    bert.stands("e5", "black-P").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_that_binds_is_asked_about_once() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, DESKTOP, "chess touch-move").await;
    anna.click(&on("g1")).await;
    anna.css("#touch-question[open]").await;
    anna.check_everywhere("the question before a touch").await;
    anna.look((1280, 800), false).await;
    anna.key(Key::Escape).await;
    anna.css("#game-board:not(:has(.mark-touched))").await;
    anna.click(&on("g1")).await;
    anna.click("#touch-question[open] [value=yes]").await;
    anna.css(&format!("{} .mark-touched", on("g1"))).await;
    bert.message("notice", "Anna touches Knight g1").await;
    bert.css(&format!("{} .mark-touched", on("g1"))).await;
    // Nothing else can be moved now.
    anna.click(&on("g1")).await;
    anna.click(&on("e2")).await;
    anna.hears("This piece cannot move now.").await;
    anna.check_everywhere("a touched piece").await;
    anna.look((1280, 800), false).await;
    anna.drag(&on("g1"), &on("f3")).await;
    bert.stands("f3", "white-N").await;
    // Once asked is enough; a drag touches and moves.
    bert.click(&on("e7")).await;
    bert.click("#touch-question[open] [value=yes]").await;
    bert.css(&format!("{} .mark-touched", on("e7"))).await;
    bert.click(&on("e5")).await;
    anna.turn().await;
    anna.drag(&on("d2"), &on("d4")).await;
    bert.stands("d4", "white-P").await;
    bert.message("notice", "d4").await;
    close([anna, bert]).await;
}
