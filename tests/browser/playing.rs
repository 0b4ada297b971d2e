//! Tests of whole games on the page, from the challenge to mate: typed, by menus, in German; with a
//! spectator who must not move.

use fantoccini::key::Key;

use crate::{
    chromium::{Chromium, DESKTOP, Look, PHONE},
    page::{Page, close},
    program::Bot,
};

/// The shortest way to mate in Grand Chess that a search of random games found: squares, and the move in letters.
const MATE: [(&str, &str, &str); 5] = [
    ("f3", "f5", "f5"),
    ("d9", "c10", "Qc10"),
    ("g2", "b7", "Cb7"),
    ("c10", "f10", "Qf10"),
    ("b7", "c8", "Cxc8#"),
];

#[tokio::test(flavor = "multi_thread")]
async fn two_people_type_a_game_to_mate_while_a_third_looks_on() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, DESKTOP, &bot.host, "Bert").await;
    let carl = Page::enter(&chromium, DESKTOP, &bot.host, "Carl").await;

    // A click on somebody's name opens the form with it.
    anna.css("#people button[data-name=Bert]").await.click().await.unwrap();
    anna.css("#start[open] #start-variant option[value=grand]").await.click().await.unwrap();
    anna.css("#start-colour option[value=white]").await.click().await.unwrap();
    anna.css("#start-send").await.click().await.unwrap();
    carl.say("/accept").await;
    carl.css("article.private").await;
    bert.press("Accept").await;

    for (turn, (_, _, san)) in MATE.into_iter().enumerate() {
        let (mover, other) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.css("article.calls-me .rows").await;
        if turn == 2 {
            carl.say("/move g2b7").await;
            carl.say("/resign").await;
        }
        mover.say(san).await;
        other.message("notice", san).await;
    }
    for page in [&anna, &bert, &carl] {
        page.message("notice", "Checkmate").await;
        page.check_pictures(MATE.len()).await;
    }
    assert!(
        !anna.messages().await.iter().any(|words| words.contains("Carl")),
        "what Carl tried is his own business"
    );

    for page in [&anna, &bert, &carl] {
        let before = page.messages().await;
        page.reload().await;
        page.message("notice", "Checkmate").await;
        assert_eq!(page.messages().await, before, "{}", page.name);
        page.check_pictures(MATE.len()).await;
        page.check_with_axe("after a game").await;
    }
    // Only the newest board of a game has buttons, also after a reload.
    let boards_with_buttons =
        anna.ask("document.querySelectorAll('article.notice:has(.board):has(.rows)').length").await;
    assert!(boards_with_buttons.as_u64().unwrap() <= 1);
    close([anna, bert, carl]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_to_a_game_is_told_who_plays_and_finds_no_buttons_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, DESKTOP, &bot.host).await;
    anna.css("article.calls-me .rows").await;
    let carl = Page::enter(&chromium, DESKTOP, &bot.host, "Carl").await;
    let told = "Anna (White) and Bert (Black) play Chess here, and you watch.";
    carl.message("private", told).await;
    let labels =
        "[...new Set([...document.querySelectorAll('.rows button')].map((e) => e.textContent))].sort()";
    assert_eq!(carl.ask(labels).await, serde_json::json!(["Flip", "Follow"]));
    carl.press("Flip").await;
    carl.xpath("//article[contains(@class, 'private')]//img[contains(@alt, 'seen from Black')]").await;
    // Once, and nobody else.
    carl.reload().await;
    anna.reload().await;
    let welcomed =
        |messages: Vec<String>| messages.iter().filter(|words| words.contains("you watch")).count();
    assert_eq!(welcomed(carl.messages().await), 1);
    assert_eq!(welcomed(anna.messages().await), 0);
    close([anna, bert, carl]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_by_menus_on_phones_one_with_the_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, PHONE, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, PHONE, &bot.host, "Bert").await;
    anna.keys("/play Bert grand white").await;
    anna.key(Key::Enter).await;
    bert.press("Accept").await;
    for (turn, (from, to, san)) in MATE.into_iter().enumerate() {
        if turn % 2 == 0 {
            anna.css("article.calls-me .rows").await;
            anna.by_keyboard(from, to).await;
        } else {
            bert.css("article.calls-me .rows").await;
            bert.by_menus(from, to).await;
        }
        for page in [&anna, &bert] {
            page.message("notice", san).await;
        }
    }
    for page in [&anna, &bert] {
        page.message("notice", "Checkmate").await;
        page.check_pictures(MATE.len()).await;
        page.check_for_fingers("after a game").await;
    }
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_german() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let german = Look { language: "de", ..DESKTOP };
    let anna = Page::enter(&chromium, german, &bot.host, "Änne").await;
    let bert = Page::enter(&chromium, german, &bot.host, "Jörg").await;
    assert_eq!(anna.ask("document.documentElement.lang").await, "de");
    anna.say("/spielen jörg grand weiß").await;
    bert.press("Annehmen").await;
    let typed = ["f5", "Dc10", "Kardinal b7", "Df10", "Kardinal schlägt c8"];
    for (turn, text) in typed.into_iter().enumerate() {
        let mover = if turn % 2 == 0 { &anna } else { &bert };
        mover.css("article.calls-me .rows").await;
        mover.say(text).await;
    }
    for page in [&anna, &bert] {
        page.message("notice", "Schachmatt").await;
        page.check_pictures(typed.len()).await;
        page.check_with_axe("after a game in German").await;
    }
    // One changes to English; the other goes on reading German, and so does a reload.
    bert.css("#open-settings").await.click().await.unwrap();
    bert.css("#settings[open]").await;
    bert.css("#settings-language option[value=en]").await.click().await.unwrap();
    bert.css("#settings-form [type=submit]").await.click().await.unwrap();
    bert.message("notice", "Checkmate").await;
    assert_eq!(bert.ask("document.documentElement.lang").await, "en");
    for page in [&anna, &bert] {
        page.reload().await;
    }
    anna.message("notice", "Schachmatt").await;
    bert.message("notice", "Checkmate").await;
    close([anna, bert]).await;
}

impl Page {
    /// Plays a move by the menus under the board, with clicks.
    async fn by_menus(&self, from: &str, to: &str) {
        self.press("Move").await;
        for square in [from, to] {
            let option =
                self.xpath(&format!("(//div[@class='rows']//option[@value='{square}'])[last()]")).await;
            option.click().await.unwrap();
            self.press("Choose").await;
        }
    }

    /// The same without a mouse: back from the field to the board's first button, then where the focus leads.
    async fn by_keyboard(&self, from: &str, to: &str) {
        self.client.execute("document.getElementById('say').focus()", Vec::new()).await.unwrap();
        self.css(".calls-me .rows button:not([data-settling])").await;
        for _ in 0..8 {
            self.back().await;
            if self.focus().await == "Move" {
                break;
            }
        }
        assert_eq!(self.focus().await, "Move");
        self.key(Key::Enter).await;
        for square in [from, to] {
            // The menu with this square gets the focus by itself.
            self.css(&format!("select:focus:has(option[value={square}])")).await;
            for _ in 0..100 {
                if self.ask("document.activeElement.value").await == square {
                    break;
                }
                self.key(Key::Down).await;
            }
            assert_eq!(self.ask("document.activeElement.value").await, square);
            self.key(Key::Enter).await;
        }
    }
}
