//! Tests of starting a game on the page: by the form with the keyboard alone and on a phone; by an
//! invite link opened in another browser; and in a room of its own where another game is played.

use fantoccini::key::Key;
use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP, Look, PHONE},
    page::{Page, close},
    program::Bot,
};

/// The narrowest window there is.
const NARROW: Look = Look { width: 320, height: 640, language: "en" };

impl Page {
    /// Goes on with the keyboard to what is called so; everything that had the focus on the way.
    async fn tab_to(&self, label: &str) -> Vec<String> {
        let mut passed = Vec::new();
        while passed.len() < 40 {
            self.key(Key::Tab).await;
            let focus = self.called().await;
            passed.push(focus.clone());
            if focus == label {
                return passed;
            }
        }
        panic!("{} does not come to {label}: {passed:?}", self.name);
    }

    /// What the focused element is called: by its label, or by its words.
    async fn called(&self) -> String {
        let script = "(e => e.ariaLabel || e.labels?.[0]?.textContent.trim() || e.textContent.trim() || e.id)(document.activeElement)";
        self.ask(script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Chooses in the menu of this id.
    async fn pick_in(&self, id: &str, value: &str) {
        self.css(&format!("#{id} option[value='{value}']")).await.click().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_begun_by_the_form_with_the_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, Look { language: "de", ..PHONE }, &bot.host, "Bert").await;

    anna.css("#start-here").await.send_keys(&char::from(Key::Enter).to_string()).await.unwrap();
    anna.css("#start[open]").await;
    assert_eq!(anna.called().await, "Anyone here");
    anna.check_with_axe("the form").await;
    anna.check_for_fingers("the form").await;
    anna.key(Key::Down).await;
    assert_eq!(anna.called().await, "Someone I name");
    let passed = anna.tab_to("Name of your opponent").await;
    assert_eq!(passed.len(), 1);
    anna.keys("Nobody").await;
    let passed = anna.tab_to("Challenge").await;
    let fields = ["Variant", "Colour", "Pace", "Touch-move", "Auto-claim", "Timeout", "Challenge"];
    assert_eq!(passed, fields);
    anna.key(Key::Enter).await;
    // What is wrong stands at its field, where the keyboard is then.
    anna.css("#start-opponent[aria-invalid=true]").await;
    let error = anna.css("#start-opponent-error:not(:empty)").await.text().await.unwrap();
    assert!(error.contains("Nobody"), "{error}");
    assert_eq!(anna.called().await, "Name of your opponent");
    anna.check_with_axe("the form with a fault").await;
    anna.ask("document.activeElement.select()").await;
    anna.keys("Bert").await;
    anna.tab_to("Variant").await;
    anna.keys("Chess").await;
    // What does not go with the game is not asked.
    let passed = anna.tab_to("Touch-move").await;
    assert_eq!(passed, ["Colour", "Pace", "Touch-move"]);
    anna.key(Key::Space).await;
    anna.tab_to("Challenge").await;
    anna.key(Key::Enter).await;
    anna.css("body:not(:has(#start[open]))").await;
    let challenge = bert.message("notice", "Anna").await.text().await.unwrap();
    assert!(challenge.contains("Schach") && challenge.contains("Berührt"), "{challenge}");
    bert.press("Annehmen").await;
    bert.css("article.notice img.board").await;
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_comes_by_a_link_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, NARROW, &bot.host, "Anna").await;
    anna.css("#start-here").await.click().await.unwrap();
    anna.css("#start[open]").await;
    anna.check_with_axe("the form on a phone").await;
    anna.check_for_fingers("the form on a phone").await;
    anna.css("#start label:has(input[value=link])").await.click().await.unwrap();
    anna.css("#start-link-hint:not([hidden])").await;
    anna.pick_in("start-variant", "chess").await;
    anna.pick_in("start-colour", "white").await;
    anna.css("#start-send").await.click().await.unwrap();
    anna.css("#invite[open]").await;
    anna.check_with_axe("a link").await;
    anna.check_for_fingers("a link").await;
    let link = anna.ask("document.getElementById('invite-address').value").await;
    let link = link.as_str().unwrap().to_owned();
    assert!(link.starts_with(&format!("http://{}/invite/", bot.host)), "{link}");
    anna.key(Key::Escape).await;
    // The challenge itself leads to the same link.
    anna.css("[data-invite]:not([data-settling])").await.click().await.unwrap();
    anna.css("#invite[open]").await;
    assert_eq!(anna.ask("document.getElementById('invite-address').value").await, json!(link));
    anna.key(Key::Escape).await;

    let bert = Page { client: chromium.open(DESKTOP).await, name: "Bert".to_owned() };
    bert.client.goto(&link).await.unwrap();
    bert.introduce().await;
    bert.css("article.notice img.board").await;
    assert_eq!(bert.ask("document.getElementById('channel-name').textContent").await, "Anna – Bert");
    anna.css("article.notice img.board").await;
    let carl =
        Page { client: chromium.open(Look { language: "de", ..PHONE }).await, name: "Carl".to_owned() };
    carl.client.goto(&link).await.unwrap();
    carl.introduce().await;
    let told = carl.css("#invited[open]").await.text().await.unwrap();
    assert!(told.contains("schon jemand anders"), "{told}");
    carl.check_with_axe("an invitation that was used").await;
    carl.check_for_fingers("an invitation that was used").await;
    carl.css("#invited-start").await.click().await.unwrap();
    carl.css("#start[open]").await;
    carl.check_for_fingers("the form in German").await;
    close([anna, bert, carl]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_busy_channel_leads_its_players_to_their_room() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, PHONE, &bot.host, "Bert").await;
    anna.say("/play Bert chess white").await;
    bert.press("Accept").await;
    anna.css("article.notice img.board").await;
    // Whoever comes now is greeted, and sees what they can do.
    let carl = Page::enter(&chromium, DESKTOP, &bot.host, "Carl").await;
    let greeting = carl.css(".greeting").await.text().await.unwrap();
    assert!(greeting.contains("A game is being played here"), "{greeting}");
    carl.check_with_axe("a greeting").await;
    carl.check_for_fingers("a greeting").await;
    carl.say("/play Bert chess white").await;
    bert.press("Accept").await;
    for page in [&carl, &bert] {
        let offer = page.css("#channel-prompt:not([hidden])").await.text().await.unwrap();
        assert!(offer.contains("Carl – Bert"), "{offer}");
        page.check_with_axe("the way to a room").await;
        page.check_for_fingers("the way to a room").await;
    }
    // Nobody is taken away from what they do.
    assert_eq!(carl.ask("location.pathname").await, "/");
    carl.css("#channel-prompt-go").await.click().await.unwrap();
    carl.css("article.notice img.board").await;
    carl.css("#channel-prompt[hidden]").await;
    assert!(carl.ask("location.pathname").await.as_str().unwrap().starts_with("/c/game-"));
    carl.css("#channels .rooms a[aria-current=page]").await;
    bert.css("a[data-room]:not([data-settling])").await.click().await.unwrap();
    bert.css("article.calls-me, article.notice img.board").await;
    carl.say("e4").await;
    bert.message("notice", "e4").await;
    for page in [&carl, &bert] {
        page.check_with_axe("a room").await;
        page.check_for_fingers("a room").await;
    }

    // A room that is not for everybody: made, entered by its link, left.
    anna.css("#new-channel").await.click().await.unwrap();
    anna.css("#make-channel-name").await.send_keys("friends").await.unwrap();
    anna.css("#make-channel label:has(#make-channel-private)").await.click().await.unwrap();
    anna.check_with_axe("a new channel").await;
    anna.css("#make-channel [type=submit]").await.click().await.unwrap();
    anna.css("#open-members:not([hidden])").await.click().await.unwrap();
    anna.css("#members-link:not([hidden])").await;
    anna.check_with_axe("who can come in").await;
    anna.check_for_fingers("who can come in").await;
    let link = anna.ask("document.getElementById('members-address').value").await;
    carl.client.goto(link.as_str().unwrap()).await.unwrap();
    carl.css("#open-members:not([hidden])").await.click().await.unwrap();
    carl.css("#members-leave:not([hidden])").await.click().await.unwrap();
    carl.css("#open-members[hidden]").await;
    carl.xpath("//ul[@id='channels'][not(contains(., 'friends'))]").await;
    close([anna, bert, carl]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_the_computer_with_one_press() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, NARROW, &bot.host, "Anna").await;
    anna.css(".greeting").await;
    anna.check_with_axe("the first minute").await;
    anna.check_for_fingers("the first minute").await;
    let offer = "//*[contains(@class, 'greeting')]//button[normalize-space(.)='Play the computer']";
    anna.xpath(offer).await.send_keys(&char::from(Key::Enter).to_string()).await.unwrap();
    anna.css("article.notice img.board").await;
    anna.message("notice", "Computer level 3").await;
    close([anna]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let bert = Page::enter(&chromium, Look { language: "de", ..PHONE }, &bot.host, "Bert").await;
    bert.say("/spielen computer 1 schach weiß").await;
    bert.css("article.notice img.board").await;
    bert.say("e4").await;
    bert.message("notice", "Computer Stufe 1 spielt 1").await;
    bert.check_with_axe("a game against the computer").await;
    bert.check_for_fingers("a game against the computer").await;
    close([bert]).await;
}
