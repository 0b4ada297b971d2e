//! A person at a page of the chat, for tests: what they see, type and press. Every step waits for a
//! condition, never for time to pass.

use adoube_testing::TEST_TIMEOUT;
use fantoccini::{Client, Locator, elements::Element, key::Key};
use serde_json::{Value, json};

use crate::chromium::{Chromium, Look};

const CONNECTED: &str = "#connection[data-state=connected]";

/// Somebody in front of a page.
pub struct Page {
    pub client: Client,
    pub name: String,
}

impl Page {
    /// Opens the chat in a browser of its own and gives the name.
    pub async fn enter(chromium: &Chromium, look: Look, host: &str, name: &str) -> Self {
        let page = Self { client: chromium.open(look).await, name: name.to_owned() };
        page.client.goto(&format!("http://{host}/")).await.unwrap();
        page.introduce().await;
        page
    }

    /// Anna and Bert, each in a browser of their own, who have just begun a game of chess; Anna is to move.
    pub async fn players(chromium: &Chromium, look: Look, host: &str) -> [Self; 2] {
        let anna = Self::enter(chromium, look, host, "Anna").await;
        let bert = Self::enter(chromium, look, host, "Bert").await;
        anna.say("/play Bert chess white").await;
        bert.press("Accept").await;
        [anna, bert]
    }

    /// Gives the name to the dialog that asks newcomers for it.
    pub async fn introduce(&self) {
        self.css("#welcome[open] #welcome-name").await;
        self.keys(&self.name).await;
        self.key(Key::Enter).await;
        self.css(CONNECTED).await;
    }

    /// The element of this selector, once it is there.
    pub async fn css(&self, selector: &str) -> Element {
        let waiting = self.client.wait().at_most(TEST_TIMEOUT).for_element(Locator::Css(selector));
        waiting.await.unwrap_or_else(|error| panic!("{} sees no {selector}: {error}", self.name))
    }

    /// The element at this path, once it is there.
    pub async fn xpath(&self, path: &str) -> Element {
        let waiting = self.client.wait().at_most(TEST_TIMEOUT).for_element(Locator::XPath(path));
        match waiting.await {
            Ok(element) => element,
            Err(error) => panic!("{} sees no {path}: {error}\n{:#?}", self.name, self.messages().await),
        }
    }

    /// A message with these words, once it is there.
    pub async fn message(&self, kind: &str, words: &str) -> Element {
        self.xpath(&format!("//article[contains(@class, '{kind}')][contains(., '{words}')]")).await
    }

    /// Clicks a button of the newest message that has it, once it can be pressed.
    pub async fn press(&self, label: &str) {
        let path = format!(
            "(//div[@class='rows']//button[normalize-space(.)='{label}'])[last()][not(@data-settling)]"
        );
        self.xpath(&path).await.click().await.unwrap();
    }

    /// Types into whatever has the focus.
    pub async fn keys(&self, text: &str) {
        self.client.active_element().await.unwrap().send_keys(text).await.unwrap();
    }

    /// Presses one key where the focus is.
    pub async fn key(&self, key: Key) {
        self.keys(&char::from(key).to_string()).await;
    }

    /// Goes back one stop with the keyboard.
    pub async fn back(&self) {
        let (shift, tab) = (char::from(Key::Shift), char::from(Key::Tab));
        self.keys(&format!("{shift}{tab}")).await;
    }

    /// Writes into the message field and sends it.
    pub async fn say(&self, text: &str) {
        let field = self.css("#say").await;
        field.send_keys(&format!("{text}{}", char::from(Key::Enter))).await.unwrap();
        // It is sent when it is no longer pending.
        self.xpath("//body[not(.//article[contains(@class, 'pending')])]").await;
    }

    /// What a script gives back.
    pub async fn ask(&self, script: &str) -> Value {
        self.client.execute(&format!("return {script}"), Vec::new()).await.unwrap()
    }

    /// What has the focus: its words, or its name.
    pub async fn focus(&self) -> String {
        let focus =
            "(e => e.getAttribute('aria-label') || e.textContent.trim() || e.id)(document.activeElement)";
        self.ask(focus).await.as_str().unwrap_or_default().to_owned()
    }

    /// The words of every message, without the times and without controls.
    pub async fn messages(&self) -> Vec<String> {
        let script =
            "[...document.querySelectorAll('article')].map(a => [...a.querySelectorAll('h3, .text, li, pre')]
            .map(e => e.textContent).join(' | '))";
        let found = self.ask(script).await;
        found.as_array().unwrap().iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Loads the page again and waits until it is back.
    pub async fn reload(&self) {
        self.client.refresh().await.unwrap();
        self.css(CONNECTED).await;
        self.css("article").await;
    }

    /// Every picture has arrived in the announced size, and says in words what it shows.
    pub async fn check_pictures(&self, least: usize) {
        let script = r"
            const done = arguments[arguments.length - 1];
            // What is in no view yet is not loaded yet.
            const pictures = [...document.querySelectorAll('img:not([loading=lazy])')];
            Promise.all(pictures.map((image) => image.decode().catch(() => {}))).then(() => done(pictures.map((image) => ({
                board: image.classList.contains('board'),
                alt: image.getAttribute('alt'),
                drawn: [image.naturalWidth, image.naturalHeight],
                announced: [Number(image.getAttribute('width')), Number(image.getAttribute('height'))],
            }))));";
        let pictures = self.client.execute_async(script, Vec::new()).await.unwrap();
        let boards: Vec<&Value> =
            pictures.as_array().unwrap().iter().filter(|picture| picture["board"] == json!(true)).collect();
        assert!(boards.len() >= least, "{} sees {} boards", self.name, boards.len());
        for picture in pictures.as_array().unwrap() {
            assert!(picture["alt"].is_string(), "{picture}");
        }
        for board in boards {
            assert!(board["alt"].as_str().unwrap().len() > 100, "{board}");
            assert_eq!(board["drawn"], board["announced"], "{board}");
        }
    }
}

/// Closes browsers orderly, so that their folders go.
pub async fn close(pages: impl IntoIterator<Item = Page>) {
    for page in pages {
        page.client.close().await.unwrap();
    }
}
