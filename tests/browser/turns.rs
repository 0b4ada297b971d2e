//! Tests of how the page shows that it is a person's turn (list of games, title and icon,
//! notification, calls from other channels), and of stepping through a game beside the board and on
//! its own page.

use fantoccini::key::Key;
use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
};

/// Counts notifications instead of showing them, as a browser does that was allowed to.
const NOTIFIED: &str = "(() => {
    window.told = [];
    window.Notification = class extends EventTarget {
        static permission = 'granted';
        static async requestPermission() { return 'granted'; }
        constructor(title, { body }) { super(); window.told.push(`${title} | ${body}`); }
        close() {}
    };
})()";

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_in_another_channel_is_not_missed() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let ada = Page::enter(&chromium, DESKTOP, &bot.host, "Ada").await;
    let bob = Page::enter(&chromium, DESKTOP, &bot.host, "Bob").await;
    ada.say("/play @Bob chess white").await;
    bob.press("Accept").await;
    ada.css("#games .your-turn").await;
    assert_eq!(
        ada.ask("document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')").await,
        true
    );
    ada.say("e4").await;
    ada.css("#games a:not(.your-turn)").await;
    bob.css("#games .your-turn").await;
    assert_eq!(bob.ask("document.title").await, "Your turn: 1 · #lobby · adoube");

    // Ada is elsewhere, and has asked for notifications.
    ada.client.goto(&format!("http://{}/c/lobby", bot.host)).await.unwrap();
    ada.css("#games a:not(.your-turn)").await;
    ada.ask(NOTIFIED).await;
    ada.css("#open-settings").await.click().await.unwrap();
    ada.css("label:has(#alert-notify)").await.click().await.unwrap();
    ada.key(Key::Escape).await;
    ada.css("#new-channel").await.click().await.unwrap();
    ada.css("#make-channel-name").await.send_keys(&format!("den{}", char::from(Key::Enter))).await.unwrap();
    ada.xpath("//*[@id='channel-name'][.='den']").await;
    bob.say("e5").await;
    ada.css("#games .your-turn").await;
    assert_eq!(ada.ask("window.told").await, json!(["Your turn against Bob | Chess · #lobby"]));
    ada.xpath("//*[@id='note'][contains(., 'It is your turn against Bob in #lobby.')]").await;
    bob.say("@Ada are you there?").await;
    ada.xpath("//*[@id='note'][contains(., 'In #lobby – Bob: @Ada are you there?')]").await;
    ada.css("#games a").await.click().await.unwrap();
    ada.xpath("//*[@id='channel-name'][.='lobby']").await;
    close([ada, bob]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_stepped_through_beside_the_board_and_on_its_own_page() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let ada = Page::enter(&chromium, DESKTOP, &bot.host, "Ada").await;
    let bob = Page::enter(&chromium, DESKTOP, &bot.host, "Bob").await;
    ada.say("/play @Bob chess white").await;
    bob.press("Accept").await;
    ada.css("#game-board [role=grid]").await;
    for (page, said) in [(&ada, "f3"), (&bob, "e5"), (&ada, "g4")] {
        page.say(said).await;
    }
    ada.css("#game-moves [data-ply='3'][aria-current]").await;
    // Back to the beginning by the keyboard, on to the second move by choosing it.
    ada.css("#game-moves [data-ply='3']").await.click().await.unwrap();
    ada.key(Key::Home).await;
    ada.stands("e7", "black-P").await;
    assert_eq!(pawn_of_e(&ada).await, ["e2", "e7"]);
    ada.css("#game-moves [data-ply='2']").await.click().await.unwrap();
    ada.stands("e5", "black-P").await;
    assert_eq!(pawn_of_e(&ada).await, ["e2", "e5"]);
    ada.key(Key::End).await;
    bob.say("Qh4#").await;
    ada.css("#game-moves [data-ply='4'][aria-current]").await;
    // Whoever looks back is brought to the game that begins.
    ada.css("#game-moves [data-ply='2']").await.click().await.unwrap();
    ada.css("#game-moves [data-ply='2'][aria-current]").await;
    ada.stands("d8", "black-Q").await;

    let id =
        ada.ask("document.querySelector('#entries').textContent.match(/game ID ([a-z0-9]+)/)?.[1]").await;
    let address = format!("http://{}/game/{}", bot.host, id.as_str().unwrap());
    // In a tab beside the chat it is still Ada who looks, and nobody asks for a name.
    let chat = ada.client.window().await.unwrap();
    let tab = ada.client.new_window(true).await.unwrap().handle;
    ada.client.switch_to_window(tab).await.unwrap();
    ada.client.goto(&address).await.unwrap();
    ada.css(".game-page #game-moves [data-ply='4'][aria-current]").await;
    ada.client.close_window().await.unwrap();
    ada.client.switch_to_window(chat).await.unwrap();
    bob.client.goto(&address).await.unwrap();
    bob.css(".game-page #game-moves [data-ply='4'][aria-current]").await;
    bob.xpath("//*[@id='game-status'][contains(., 'Checkmate')]").await;
    bob.key(Key::Left).await;
    bob.css("#game-moves [data-ply='3'][aria-current]").await;
    bob.css("#game-board [data-square='d8'] .piece").await;
    ada.press("Rematch").await;
    ada.message("notice", "rematch").await;
    bob.client.goto(&format!("http://{}/c/lobby", bot.host)).await.unwrap();
    bob.css("#connection[data-state=connected]").await;
    bob.press("Accept").await;
    ada.xpath("//*[@id='game'][not(contains(@class, 'over'))][not(contains(@class, 'replaying'))]").await;
    ada.stands("e7", "black-P").await;
    assert_eq!(pawn_of_e(&ada).await, ["e2", "e7"]);
    bob.client.goto(&format!("http://{}/game/zzzzzz", bot.host)).await.unwrap();
    bob.xpath("//*[@id='game'][contains(., 'There is no game zzzzzz')]").await;
    close([ada, bob]).await;
}

/// Where the Pawns of the e-file stand on the board that is shown.
async fn pawn_of_e(page: &Page) -> Vec<String> {
    let script = "[...document.querySelectorAll('#game-board [role=gridcell]')]
        .map((cell) => cell.getAttribute('aria-label')).filter((name) => /Pawn on e\\d$/.test(name))
        .map((name) => name.slice(-2)).sort()";
    let found = page.ask(script).await;
    found.as_array().unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect()
}
