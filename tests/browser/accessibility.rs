//! Accessibility tests of the page in a browser, as far as a machine can check it: for people who
//! do not see it, do not use a mouse, or use a phone.

use fantoccini::key::Key;
use serde_json::Value;

use crate::{
    chromium::{Chromium, DESKTOP, PHONE},
    page::{Page, close},
    program::Bot,
};

const AXE: &str = include_str!("vendor/axe.min.js");

impl Page {
    /// No serious fault by axe-core.
    pub async fn check_with_axe(&self, at: &str) {
        self.client.execute(AXE, Vec::new()).await.unwrap();
        let script = "const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then((result) => done(result.violations.map((fault) => ({
                impact: fault.impact, id: fault.id, nodes: fault.nodes.map((node) => node.html + ' ' + node.failureSummary),
            }))));";
        let faults = self.client.execute_async(script, Vec::new()).await.unwrap();
        let serious = |fault: &&Value| {
            ["serious", "critical"].contains(&fault["impact"].as_str().unwrap_or("critical"))
        };
        let serious: Vec<&Value> = faults.as_array().unwrap().iter().filter(serious).collect();
        assert!(serious.is_empty(), "{at}: {serious:#?}");
    }

    /// Nothing is wider than the window, and everything to press is large enough for a finger.
    pub async fn check_for_fingers(&self, at: &str) {
        let wide = "Math.max(...[document.documentElement, document.getElementById('log')].map((e) => e.scrollWidth - e.clientWidth))";
        let wide = self.ask(wide).await;
        assert!(wide.as_i64().unwrap() <= 0, "{at}: the page is {wide} px too wide");
        let small = self
            .ask(
                "[...document.querySelectorAll('button, select, input, a[href]')]
                    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches('.skip'))
                    .map((e) => [e.outerHTML.slice(0, 120), e.getBoundingClientRect().height, e.getBoundingClientRect().width])
                    .filter(([, height, width]) => height < 43.5 || width < 43.5)",
            )
            .await;
        assert_eq!(small, serde_json::json!([]), "{at}: too small to press");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_view_has_a_serious_fault() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let mut pages = Vec::new();
    for (look, name) in [(DESKTOP, "Anna"), (PHONE, "Bert")] {
        let page = Page { client: chromium.open(look).await, name: name.to_owned() };
        page.client.goto(&format!("http://{}/", bot.host)).await.unwrap();
        page.css("#welcome[open]").await;
        page.check_with_axe("welcome").await;
        page.check_for_fingers("welcome").await;
        page.introduce().await;
        page.check_with_axe("an empty channel").await;
        pages.push(page);
    }
    let [anna, bert] = &pages[..] else { unreachable!() };
    anna.say("/play Bert chess white").await;
    bert.press("Accept").await;
    anna.message("notice", "is to move").await;
    anna.say("/help").await;
    anna.say("/export pgn").await;
    anna.say("/move").await;
    anna.css(".menu select").await;
    bert.say("/board text").await;
    bert.say("/moves").await;
    for page in &pages {
        page.check_with_axe("a game").await;
        page.check_for_fingers("a game").await;
        page.css("#open-settings").await.click().await.unwrap();
        page.css("#settings[open]").await;
        page.check_with_axe("settings").await;
        page.check_for_fingers("settings").await;
        page.key(Key::Escape).await;
        page.css("#slash").await.click().await.unwrap();
        page.css("#suggestions:not([hidden]) li").await;
        page.check_with_axe("suggestions").await;
        page.key(Key::Escape).await;
    }
    bert.css("#open-sidebar").await.click().await.unwrap();
    bert.css("#drawer[open]").await;
    bert.check_with_axe("drawer").await;
    bert.check_for_fingers("drawer").await;
    bert.key(Key::Escape).await;
    anna.css("#new-channel").await.click().await.unwrap();
    anna.css("#make-channel[open]").await;
    anna.check_with_axe("a new channel").await;
    close(pages).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_reaches_everything_and_is_never_lost() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    assert_eq!(anna.ask("document.activeElement.id").await, "say");
    // Suggestions: down to the second, taken with Tab, sent with Enter.
    anna.keys("/he").await;
    anna.css("#suggestions:not([hidden]) li").await;
    anna.key(Key::Down).await;
    assert_eq!(
        anna.ask("document.activeElement.getAttribute('aria-activedescendant')").await,
        "suggestion-0"
    );
    anna.key(Key::Tab).await;
    assert!(anna.ask("document.activeElement.value").await.as_str().unwrap().starts_with("/help"));
    anna.key(Key::Enter).await;
    anna.message("private", "/play").await;
    // The last command comes back, Escape closes what is open and nothing else.
    anna.key(Key::Up).await;
    assert!(anna.ask("document.activeElement.value").await.as_str().unwrap().starts_with("/help"));
    anna.client.execute("document.getElementById('say').value = ''", Vec::new()).await.unwrap();
    anna.keys("/").await;
    anna.css("#suggestions:not([hidden]) li").await;
    anna.key(Key::Escape).await;
    anna.css("#suggestions[hidden]").await;
    assert_eq!(anna.ask("document.activeElement.value").await, "/");
    // The first stop of the page leads past everything to the field.
    anna.client.execute("document.activeElement.blur(); window.focus()", Vec::new()).await.unwrap();
    anna.client.execute("document.querySelector('.skip').focus()", Vec::new()).await.unwrap();
    anna.key(Key::Enter).await;
    assert_eq!(anna.ask("document.activeElement.id").await, "say");
    // A dialog gives the focus back to what opened it.
    anna.client.execute("document.getElementById('open-settings').focus()", Vec::new()).await.unwrap();
    anna.key(Key::Enter).await;
    anna.css("#settings[open]").await;
    anna.key(Key::Escape).await;
    assert_eq!(anna.ask("document.activeElement.id").await, "open-settings");
    close([anna]).await;
}
