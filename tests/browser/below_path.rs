//! Tests of the page below a path, as a web server in front shows it (`web.url`): a game is played,
//! and every address lies below that path. Not here: real web servers in front (`start`).

use serde_json::{Value, json};

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
};

/// Addresses that the page names or has fetched and that are not below the path, or were not answered.
const ASTRAY: &str = "[
        ...[...document.querySelectorAll('[href], [src]')]
            .map((element) => element.getAttribute('href') ?? element.getAttribute('src'))
            .filter((address) => address.startsWith('/')),
        ...performance.getEntriesByType('resource')
            .map(({ name, responseStatus }) => (responseStatus >= 400 ? `${responseStatus} ${name}` : new URL(name).pathname)),
        location.pathname,
    ].filter((address) => !address.startsWith('/chess/'))";

impl Page {
    async fn check_addresses(&self, at: &str) {
        assert_eq!(self.ask(ASTRAY).await, json!([]), "{at}, as {} sees it", self.name);
    }

    async fn path(&self) -> Value {
        self.ask("location.pathname").await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_below_a_path_plays_and_stays_there() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "[web]\nurl = \"https://play.example.org/chess/\"\n";
    std::fs::write(folder.path().join("config.toml"), settings).unwrap();
    let bot = Bot::start(folder.path());
    let host = format!("{}/chess", bot.host.trim_end_matches('/'));
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, DESKTOP, &host).await;
    anna.say("e4").await;
    bert.message("notice", "e4").await;
    for page in [&anna, &bert] {
        page.check_pictures(1).await;
        page.check_addresses("a game").await;
        page.reload().await;
        page.message("notice", "e4").await;
        page.check_addresses("a game once more").await;
    }
    // Names of rooms and games that are not there, a link that leads nowhere: each leads to the lobby.
    for (path, words) in [("/c/nowhere", "#note:not([hidden])"), ("/invite/0123", "#invited[open]")] {
        bert.client.goto(&format!("http://{host}{path}")).await.unwrap();
        bert.css(words).await;
        assert_eq!(bert.path().await, "/chess/", "{path}");
        bert.check_addresses(path).await;
    }
    bert.client.goto(&format!("http://{host}/game/abcd")).await.unwrap();
    bert.css("#game .callout").await;
    bert.css("#game a[href='/chess/']").await.click().await.unwrap();
    bert.message("notice", "e4").await;
    bert.client.goto(&format!("http://{host}/book")).await.unwrap();
    bert.css("a[href^='/chess/book/N?']").await.click().await.unwrap();
    bert.css("a[href='/chess/']").await;
    assert_eq!(bert.path().await, "/chess/book/N");
    let width = "const done = arguments[arguments.length - 1];
        const board = document.querySelector('img.board');
        board.decode().then(() => done(board.naturalWidth), () => done(0));";
    assert_eq!(bert.client.execute_async(width, Vec::new()).await.unwrap(), 784, "a board is drawn");
    bert.check_addresses("the piece book").await;
    drop(bot);
    close([anna, bert]).await;
}
