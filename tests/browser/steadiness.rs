//! Tests that nothing moves under the reader: a click on a button that has just appeared does
//! nothing, and a resized window keeps the reader's place. Also of details that are easily
//! overlooked: the date, the colours of people, an address that leads nowhere.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    chromium::{Chromium, DESKTOP, DevTools, Look, PHONE},
    page::{Page, close},
    program::Bot,
};

/// Makes presses as a mouse does on whatever lies where the newest button of that label is, before anything else can
/// happen to the page, and says what is there.
const PRESS_AT_ONCE: &str = r"
    const [done] = [...arguments].slice(-1);
    const log = document.getElementById('entries');
    new MutationObserver((_, observer) => {
        const button = [...log.querySelectorAll('.rows .danger')].at(-1);
        if (button === undefined) return;
        observer.disconnect();
        queueMicrotask(() => {
            button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
            done(button.dataset.settling ?? 'settled');
        });
    }).observe(log, { childList: true, subtree: true });
    [...log.querySelectorAll('.rows .danger')].at(-1).click();";

async fn game(chromium: &Chromium, bot: &Bot, look: Look) -> (Page, Page) {
    let [anna, bert] = Page::players(chromium, look, &bot.host).await;
    anna.css("article.calls-me .rows .danger:not([data-settling])").await;
    (anna, bert)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_has_just_come_is_not_pressed() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, DESKTOP).await;
    // Anna presses Resign, and again on the question the very moment it comes.
    assert_eq!(anna.client.execute_async(PRESS_AT_ONCE, Vec::new()).await.unwrap(), "new");
    anna.message("private", "Do you really want to resign?").await;
    anna.press("Cancel").await;
    anna.message("private", "nothing has changed").await;
    // Where Choose was, nothing that ends the game comes to lie.
    anna.press("Move").await;
    let choose = anna.place("Choose").await;
    anna.say("e4").await;
    bert.message("notice", "e4").await;
    anna.message("notice", "e4").await;
    assert!(anna.place("Resign").await.0 > choose.1, "Resign begins right of where Choose ended");
    bert.press("Resign").await;
    bert.press("Resign the game").await;
    anna.message("notice", "Bert resigned: Anna wins.").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ends_a_game_lies_apart_on_a_phone_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, PHONE).await;
    let resign = anna.place("Resign").await;
    anna.press("Move").await;
    assert!(anna.place("Choose").await.1 < resign.0, "Choose ends left of where Resign began");
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_size_of_the_window_keeps_the_place_of_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    for number in 0..14 {
        anna.say(&format!("{number} {}", "many words that take several lines on a phone ".repeat(9))).await;
    }
    anna.resize(390, 700).await;
    let first = "(() => { const log = document.getElementById('log').getBoundingClientRect().top;
        return [...document.querySelectorAll('article')].find((a) => a.getBoundingClientRect().bottom > log + 4)
            .querySelector('.text').textContent.split(' ')[0]; })()";
    let at_end = "(() => { const log = document.getElementById('log');
        return Math.abs(log.scrollHeight - log.scrollTop - log.clientHeight) < 3; })()";
    assert_eq!(anna.ask(at_end).await, true);
    for (width, height) in [(1200, 800), (390, 700)] {
        anna.resize(width, height).await;
        assert_eq!(anna.ask(at_end).await, true, "{width}");
    }
    let scroll = "document.querySelectorAll('article')[4].scrollIntoView({ block: 'start' });
        const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)))";
    anna.client.execute_async(scroll, Vec::new()).await.unwrap();
    assert_eq!(anna.ask(first).await, "4");
    for (width, height) in [(1200, 500), (390, 700), (700, 390), (390, 700)] {
        anna.resize(width, height).await;
        assert_eq!(anna.ask(first).await, "4", "{width}");
    }
    close([anna]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_channel_that_is_not_there_says_so_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    for (language, said) in [
        ("en", "There is no channel #nothing here, or not any more. You are in the lobby."),
        ("de", "Einen Kanal #nothing gibt es hier nicht oder nicht mehr. Du bist in der Lobby."),
    ] {
        let look = Look { language, ..DESKTOP };
        let page = Page { client: chromium.open(look).await, name: format!("Anna-{language}") };
        page.client.goto(&format!("http://{}/c/nothing", bot.host)).await.unwrap();
        page.introduce().await;
        let note = page.css("#note:not([hidden])").await;
        assert_eq!(note.text().await.unwrap(), said);
        assert_eq!(page.ask("location.pathname + location.search").await, "/");
        close([page]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_date_stands_clear_of_the_messages_and_people_look_different() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let (anna, bert) = game(&chromium, &bot, DESKTOP).await;
    // The second notice as if it were of another day: the date takes 34 pixels above it.
    let clear = "(() => { const [first, second] = document.querySelectorAll('article.notice');
        second.classList.add('new-day');
        const [above, below] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
        second.classList.remove('new-day');
        return below.top - 34 >= above.bottom; })()";
    assert_eq!(anna.ask(clear).await, true, "the date crosses a card");

    let mut others = vec![anna, bert];
    for name in ["Cy", "Dora", "Eve", "Finn"] {
        others.push(Page::enter(&chromium, DESKTOP, &bot.host, name).await);
    }
    let watcher = &others[0];
    watcher.css("#people [data-name=Finn]").await;
    let faces = "[...document.querySelectorAll('#people .avatar')].map((e) => e.className)";
    let faces = watcher.ask(faces).await;
    let distinct: BTreeSet<&str> = faces.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(distinct.len(), 6, "{faces}");
    close(others).await;
}

impl Page {
    /// Where the newest button of this label begins and ends, from the left.
    async fn place(&self, label: &str) -> (i64, i64) {
        let path = format!("(//div[@class='rows']//button[normalize-space(.)='{label}'])[last()]");
        let (x, _, width, _) = self.xpath(&path).await.rectangle().await.unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
        let place = (x as i64, (x + width) as i64);
        place
    }

    /// Gives the window another size, and waits until the page has followed.
    async fn resize(&self, width: u32, height: u32) {
        let metrics = serde_json::json!({
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": { "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false },
        });
        self.client.issue_cmd(DevTools(metrics)).await.unwrap();
        let settled = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(innerWidth))))";
        assert_eq!(self.client.execute_async(settled, Vec::new()).await.unwrap(), width);
    }
}
