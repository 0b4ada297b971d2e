//! Tests in a browser that what people write, and their names, are shown as text: markup in it does
//! nothing, quotes end nothing, and right-to-left letters turn nothing round but themselves. Not
//! here: which names the server takes (`web`).

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
};

/// What somebody may write who wants it to be more than text.
const WORDS: &str = "<u>under</u> &amp; \"quoted\" 'single' {name} <img src=x onerror=\"document.title='hit'\"> \u{200f}\u{202e}turned";
/// A name, and the name of a game, as no server gives them out.
const NAME: &str = "<u>Bert\"'</u>\u{202e}&lt;<img src=x onerror=alert(1)>";
const GAME: &str = "<i>Game\"'</i>\u{200f}&lt;<svg onload=alert(1)>";

/// Elements that no part of the page makes.
const MADE: &str =
    "[...document.querySelectorAll('i, u, [onerror], [onload], img[src=x]')].map((made) => made.outerHTML)";

/// Puts these words in the place of others in everything that the server says.
fn instead(pairs: [(&str, &str); 2]) -> String {
    let pairs = pairs.map(|(before, after)| {
        let quoted = serde_json::to_string(after).unwrap();
        json!([before, &quoted[1..quoted.len() - 1]])
    });
    format!(
        "const pairs = {};
        const parse = JSON.parse;
        JSON.parse = (text) => parse(pairs.reduce((text, [before, after]) => text.replaceAll(before, after), String(text)));
        Response.prototype.json = async function () {{ return JSON.parse(await this.text()); }};",
        Value::from(pairs.to_vec())
    )
}

impl Page {
    /// Nothing on the page was made by what somebody wrote.
    async fn has_no_markup(&self, at: &str) {
        assert_eq!(self.ask(MADE).await, json!([]), "{at}");
        assert_ne!(self.ask("document.title").await, "hit", "{at}");
    }

    /// The texts of these elements, without those that are the same.
    async fn texts(&self, selector: &str) -> Vec<String> {
        let script =
            format!("[...new Set([...document.querySelectorAll(`{selector}`)].map((e) => e.textContent))]");
        let found = self.ask(&script).await;
        found.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    /// The digits of every time of day stand in their order.
    async fn times_run_the_right_way(&self) {
        let script = "[...document.querySelectorAll('#entries .meta time')].filter((time) => time.checkVisibility()).map((time) => {
            const at = (place) => {
                const range = document.createRange();
                range.setStart(time.firstChild, place);
                range.setEnd(time.firstChild, place + 1);
                return range.getBoundingClientRect().left;
            };
            return at(0) < at(2) ? null : time.parentElement.textContent;
        }).filter(Boolean)";
        assert_eq!(self.ask(script).await, json!([]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_write_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, DESKTOP, &bot.host, "Bert").await;
    anna.say(WORDS).await;
    bert.say("afterwards").await;
    for page in [&anna, &bert] {
        page.message("said", "afterwards").await;
        assert_eq!(page.texts("article.said .text").await, [WORDS, "afterwards"], "{}", page.name);
        page.has_no_markup("a message").await;
        page.times_run_the_right_way().await;
    }
    // What the bot repeats of it, and what is offered to go on with.
    for line in [format!("/play {WORDS}"), format!("/move {WORDS}"), format!("/{WORDS}")] {
        let before = anna.ask("document.querySelectorAll('article.private').length").await;
        anna.say(&line).await;
        anna.xpath(&format!("//*[@id='entries'][count(./article[contains(@class, 'private')]) > {before}]"))
            .await;
        anna.has_no_markup(&line).await;
    }
    assert!(anna.texts("article.command .text").await.contains(&format!("/play {WORDS}")));
    // A name that is none is refused, and said to be so beside the field.
    anna.css("#open-settings").await.click().await.unwrap();
    anna.css("#settings[open] #settings-name").await.clear().await.unwrap();
    anna.css("#settings-name").await.send_keys(&format!("<u>x</u>{}", char::from(Key::Enter))).await.unwrap();
    anna.css("#settings-name-error:not(:empty)").await;
    anna.has_no_markup("a name").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_and_games_are_called_is_text_wherever_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page { client: chromium.open(DESKTOP).await, name: "Anna".to_owned() };
    let script = instead([("Bertram", NAME), ("Chess", GAME)]);
    anna.tools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    anna.client.goto(&format!("http://{}/", bot.host)).await.unwrap();
    anna.introduce().await;
    let bert = Page::enter(&chromium, DESKTOP, &bot.host, "Bertram").await;

    // The list of people leads to the form, with the whole name in it.
    bert.say("good day").await;
    anna.message("said", "good day").await;
    anna.css("#people button.person").await.click().await.unwrap();
    anna.css("#start[open] #start-variant option[value=chess]").await.click().await.unwrap();
    assert_eq!(anna.ask("document.getElementById('start-opponent').value").await, NAME);
    assert_eq!(anna.ask("document.querySelector('#start-people option').getAttribute('value')").await, NAME);
    assert_eq!(anna.texts("#start-variant option[value=chess]").await, [GAME]);
    anna.has_no_markup("the form").await;
    anna.key(Key::Escape).await;

    anna.say("/play Bertram chess white").await;
    bert.press("Accept").await;
    anna.turn().await;
    anna.say("e4").await;
    bert.message("notice", "e4").await;
    bert.say("e5").await;
    anna.message("notice", "e5").await;
    anna.css("#game-moves [data-ply='2'][aria-current]").await;
    for (selector, called) in
        [("#people button .person-name", NAME), ("#games .game-with", NAME), ("#start-people option", "")]
    {
        assert_eq!(anna.texts(selector).await, [called], "{selector}");
    }
    assert_eq!(anna.texts("article.said .name").await, [NAME, "Anna"]);
    assert_eq!(anna.ask("document.querySelector('#people button.person').dataset.name").await, NAME);
    for (selector, called) in [("#games a", GAME), ("#game", NAME), ("#game", GAME), ("article.notice", NAME)]
    {
        let texts = anna.texts(selector).await;
        assert!(texts.iter().any(|text| text.contains(called)), "{selector}: {texts:?}");
    }
    let described = "[...document.querySelectorAll('img.board')].map((image) => image.alt).join()";
    assert!(anna.ask(described).await.as_str().unwrap().len() > 100);
    anna.has_no_markup("a game").await;
    anna.times_run_the_right_way().await;
    // Another person of the same browser is offered by name, and so is who is let into a room.
    anna.css("#open-settings").await.click().await.unwrap();
    anna.css("#settings[open]").await;
    anna.has_no_markup("the settings").await;
    anna.key(Key::Escape).await;
    let id = anna.ask("document.querySelector('#games a').dataset.game").await;
    anna.client.goto(&format!("http://{}/game/{}", bot.host, id.as_str().unwrap())).await.unwrap();
    anna.css(".game-page #game-moves [data-ply='2'][aria-current]").await;
    let page = anna.texts("#game").await.concat();
    assert!(page.contains(NAME) && page.contains(GAME), "{page}");
    anna.has_no_markup("the page of a game").await;
    close([anna, bert]).await;
}
