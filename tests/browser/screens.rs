//! Takes the screenshots of the documentation from the running program: each is one state people
//! meet. `MAKE_SCREENS=1` writes them to `docs/screens`; otherwise every state is reached, and the
//! existing files are checked.

use std::{fs, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use fantoccini::key::Key;
use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP, DevTools, Look, PHONE},
    hands::on,
    page::{Page, close},
    program::Bot,
};

/// The most bytes they may have together.
const MOST_BYTES: u64 = 1_000_000;
/// How well they are kept, of 100.
const QUALITY: u8 = 80;

const WIDE: (u32, u32) = (1280, 800);
const NARROW: (u32, u32) = (390, 844);

/// The screens, in the order of their story.
const SCREENS: [&str; 10] = [
    "lobby",
    "start-a-game",
    "chess-targets",
    "chess-phone",
    "grand-chess-piece",
    "touch-move-question",
    "schachen-cards",
    "stepping-through",
    "after-the-end",
    "piece-book",
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/screens")
}

impl Page {
    /// Takes a screen in this size and these colours.
    async fn take(&self, name: &str, size: (u32, u32), dark: bool) {
        assert!(SCREENS.contains(&name), "{name}");
        self.look(size, dark).await;
        // What was announced in passing is none of the state.
        self.ask("document.getElementById('note')?.setAttribute('hidden', '')").await;
        let drawn = "const done = arguments[0]; Promise.all([...document.images].map((image) => {
            image.loading = 'eager';
            return image.decode().catch(() => {});
        })).then(() => done(true))";
        self.client.execute_async(drawn, Vec::new()).await.unwrap();
        let params = json!({ "format": "webp", "quality": QUALITY });
        let taken = DevTools(json!({ "cmd": "Page.captureScreenshot", "params": params }));
        let taken = self.client.issue_cmd(taken).await.unwrap();
        let picture = STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
        if std::env::var_os("MAKE_SCREENS").is_some() {
            fs::create_dir_all(folder()).unwrap();
            fs::write(folder().join(format!("{name}.webp")), picture).unwrap();
        }
    }
}

async fn two(chromium: &Chromium, bot: &Bot, first: Look, second: Look) -> (Page, Page) {
    let ada = Page::enter(chromium, first, &bot.host, "Ada").await;
    let bob = Page::enter(chromium, second, &bot.host, "Bob").await;
    (ada, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn chess_from_the_lobby_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (ada, bob) = two(&chromium, &bot, DESKTOP, PHONE).await;
    ada.css("#people button[data-name=Bob]").await;
    ada.css(".greeting").await;
    ada.take("lobby", WIDE, false).await;
    bob.css(".greeting .button").await.click().await.unwrap();
    bob.css("dialog[open] form").await;
    bob.take("start-a-game", NARROW, false).await;
    bob.key(Key::Escape).await;
    ada.say("/play @Bob chess white").await;
    bob.press("Accept").await;
    for (page, said) in [(&ada, "f3"), (&bob, "e5"), (&ada, "Nc3")] {
        page.turn().await;
        page.say(said).await;
    }
    bob.turn().await;
    bob.tap(&on("g8")).await;
    bob.css(".square.target").await;
    bob.take("chess-phone", NARROW, true).await;
    bob.tap(&on("f6")).await;
    ada.turn().await;
    ada.click(&on("c3")).await;
    ada.css(".square.target").await;
    ada.take("chess-targets", WIDE, false).await;
    ada.key(Key::Escape).await;
    for (page, said) in [(&ada, "Nb1"), (&bob, "Ng8"), (&ada, "g4"), (&bob, "Qh4#")] {
        page.turn().await;
        page.say(said).await;
    }
    ada.css("#game.over").await;
    ada.take("after-the-end", WIDE, false).await;
    let id = ada.ask("document.querySelector('#entries').textContent.match(/game ID ([a-z0-9]+)/)[1]").await;
    ada.client.goto(&format!("http://{}/game/{}", bot.host, id.as_str().unwrap())).await.unwrap();
    ada.css("#game-moves [data-ply='8'][aria-current]").await;
    ada.key(Key::Left).await;
    ada.take("stepping-through", WIDE, true).await;
    ada.client.goto(&format!("http://{}/book/DI", bot.host)).await.unwrap();
    ada.css("h1").await;
    ada.take("piece-book", WIDE, false).await;
    close([ada, bob]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn grand_chess_on_a_phone() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (ada, bob) = two(&chromium, &bot, DESKTOP, PHONE).await;
    ada.say("/setup free-random 19 @Bob white send").await;
    bob.press("Accept").await;
    bob.css("#game:not([hidden])").await;
    bob.client.execute("document.getElementById('game-more').open = true", Vec::new()).await.unwrap();
    bob.tap(".legend-piece").await;
    bob.css("#piece-card:not([hidden])").await;
    bob.take("grand-chess-piece", NARROW, false).await;
    close([ada, bob]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_and_a_card() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (ada, bob) = two(&chromium, &bot, DESKTOP, DESKTOP).await;
    ada.say("/play @Bob chess white touch-move").await;
    bob.press("Accept").await;
    ada.turn().await;
    ada.click(&on("g1")).await;
    ada.css("#touch-question[open]").await;
    ada.take("touch-move-question", WIDE, false).await;
    close([ada, bob]).await;

    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let (ada, bob) = two(&chromium, &bot, DESKTOP, DESKTOP).await;
    ada.say("/play @Bob schachen white").await;
    bob.press("Accept").await;
    ada.turn().await;
    ada.drag(&on("n2"), &on("n3")).await;
    ada.click(".card.usable").await;
    ada.css(".square.target").await;
    ada.take("schachen-cards", WIDE, true).await;
    close([ada, bob]).await;
}

#[test]
fn the_screens_of_the_documentation_are_all_there_and_small() {
    let sizes = SCREENS.map(|name| {
        let path = folder().join(format!("{name}.webp"));
        fs::metadata(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).len()
    });
    assert!(sizes.iter().sum::<u64>() <= MOST_BYTES, "{sizes:?}");
}
