//! Tests of a newcomer's first minute on the page while others play: one press gives them their own
//! board; what is to be answered is in view beside the board, and so is the newest move; the dialog
//! with an invite link closes when the game begins. Not here: what the server does for it
//! (`web/solo`).

use serde_json::{Value, json};

use crate::{
    chromium::{Chromium, DESKTOP, Look, PHONE},
    page::{Page, close},
    program::Bot,
};

/// The windows in which everything is to be answered: a usual laptop, a larger one, a phone.
const WINDOWS: [(u32, u32); 3] = [(1366, 650), (1440, 900), (360, 640)];

const LAPTOP: Look = Look { width: 1366, height: 650, language: "en" };

impl Page {
    /// The names at the board that is shown, once one of them is this person's and the other one contains `opponent`; the
    /// address of the page.
    async fn own_board(&self, opponent: &str) -> String {
        let seat = |name: &str| {
            format!("//*[@id='game'][not(@hidden)]//*[@class='seat-name'][contains(., '{name}')]")
        };
        self.xpath(&seat(&self.name)).await;
        self.xpath(&seat(opponent)).await;
        self.ask("location.pathname").await.as_str().unwrap().to_owned()
    }

    /// Presses a button of the card that greets newcomers.
    async fn press_greeting(&self, label: &str) {
        let path = format!("//*[contains(@class, 'greeting')]//button[normalize-space(.)='{label}']");
        self.xpath(&path).await.click().await.unwrap();
    }

    /// Fills in the form that begins a game, from where it is opened; `fields` are ids of menus with what to choose.
    async fn start_computer(&self, fields: &[(&str, &str)]) {
        self.css("#start-here").await.click().await.unwrap();
        self.css("#start[open] #start-computer").await.click().await.unwrap();
        for (id, value) in fields {
            self.css(&format!("#{id} option[value='{value}']")).await.click().await.unwrap();
        }
        self.css("#start-send").await.click().await.unwrap();
    }

    /// What stands at the board to be answered is in view in every window, with nothing on top of it.
    async fn check_offer_in_view(&self, at: &str) {
        self.css("#game-offer:not([hidden]) button").await;
        for size in WINDOWS {
            self.look(size, false).await;
            let covered = self
                .ask(
                    "[...document.querySelectorAll('#game-offer button')].filter((button) => {
                        const { left, top, width, height } = button.getBoundingClientRect();
                        return document.elementFromPoint(left + width / 2, top + height - 3)?.closest('button') !== button;
                    }).map((button) => button.textContent)",
                )
                .await;
            assert_eq!(covered, json!([]), "{at} at {size:?}");
            self.check_with_axe(&format!("{at} at {size:?}")).await;
            self.check_for_fingers(&format!("{at} at {size:?}")).await;
        }
        self.look(WINDOWS[0], false).await;
    }

    /// Presses a button at the board, once it can be pressed.
    async fn press_at_board(&self, label: &str) {
        let path = format!("//*[@id='game']//button[normalize-space(.)='{label}'][not(@data-settling)]");
        self.xpath(&path).await.click().await.unwrap();
    }

    /// Waits until nothing is to be answered at the board.
    async fn nothing_to_answer(&self) {
        self.css("#game-offer[hidden]").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_the_computer_is_at_their_own_board_whatever_others_play() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, DESKTOP, &bot.host).await;
    let dora =
        Page::enter(&chromium, Look { width: 360, height: 640, language: "de" }, &bot.host, "Dora").await;
    dora.css(".greeting .computer").await;
    let in_view = "(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2)
        ?.matches('.greeting .computer'))(document.querySelector('.greeting .computer').getBoundingClientRect())";
    assert_eq!(dora.ask(in_view).await, true, "without scrolling");
    dora.press_greeting("Gegen den Computer").await;
    let hers = dora.own_board("Computer").await;
    dora.check_with_axe("a game against the computer").await;

    // One press after the name; it is still there after loading the page again.
    let carl = Page::enter(&chromium, LAPTOP, &bot.host, "Carl").await;
    carl.press_greeting("Play the computer").await;
    let first = carl.own_board("Computer level 3").await;
    carl.css("#note[hidden]").await;
    carl.reload().await;
    assert_eq!(carl.own_board("Computer level 3").await, first);
    // From within a room in which a game is played: typed, and by the form with a level, which is remembered.
    carl.say("/play computer 1 schachen").await;
    let second = carl.own_board("Computer level 1").await;
    carl.start_computer(&[("start-level", "2"), ("start-variant", "chess")]).await;
    let third = carl.own_board("Computer level 2").await;
    let rooms = [&hers, &first, &second, &third];
    assert!(rooms.iter().all(|path| path.starts_with("/c/game-")), "{rooms:?}");
    assert!((1..rooms.len()).all(|place| !rooms[..place].contains(&rooms[place])), "{rooms:?}");
    assert_eq!(carl.ask("document.getElementById('channel-name').textContent").await, "Carl – Computer");
    carl.css("#start-here").await.click().await.unwrap();
    carl.css("#start[open] #start-computer").await.click().await.unwrap();
    assert_eq!(carl.ask("document.getElementById('start-level').value").await, "2");

    // Those in the lobby see and hear nothing of it.
    for page in [&anna, &bert] {
        assert_eq!(page.ask("document.body.textContent.includes('Computer level')").await, false);
        assert_eq!(page.ask("document.querySelectorAll('#channels .rooms a').length").await, 0);
    }
    close([anna, bert, carl, dora]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_offers_nothing_that_it_cannot_agree() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, LAPTOP, &bot.host, "Anna").await;
    anna.css("#start-here").await.click().await.unwrap();
    let setup = "#start-variant option[value=setup]";
    anna.css(setup).await.click().await.unwrap();
    for (who, offered) in [("link", false), ("computer", false), ("person", true), ("anybody", true)] {
        anna.css(&format!("#start label:has(input[value={who}])")).await.click().await.unwrap();
        let is_offered = anna.ask(&format!("!document.querySelector('{setup}').disabled")).await;
        assert_eq!(is_offered, offered, "{who}");
        anna.css(if offered { setup } else { "#start-variant:not(:has(option[value=setup]:checked))" }).await;
        anna.check_with_axe(&format!("the form with {who}")).await;
    }
    close([anna]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_to_be_answered_stands_in_view_beside_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, LAPTOP, &bot.host).await;
    anna.css("#game-board [role=grid]").await;
    anna.press_at_board("Draw").await;
    bert.check_offer_in_view("a draw offer").await;
    bert.press_at_board("Decline").await;
    bert.nothing_to_answer().await;
    // The question to resign is asked there and nowhere else, and "no" has the keyboard.
    bert.press_at_board("Resign").await;
    bert.xpath("//*[@id='game-offer'][contains(., 'Do you really want to resign?')]").await;
    assert_eq!(bert.focus().await, "Cancel");
    bert.check_offer_in_view("a question").await;
    bert.press_at_board("Cancel").await;
    bert.nothing_to_answer().await;
    assert_eq!(bert.focus().await, "Resign");
    bert.press_at_board("Resign").await;
    bert.press_at_board("Resign the game").await;
    bert.css("#game.over").await;
    bert.nothing_to_answer().await;
    let messages = bert.messages().await.join(" ");
    assert!(!messages.contains("really want to resign"), "{messages}");
    // So is the wish to play again.
    anna.press_at_board("Rematch").await;
    bert.check_offer_in_view("a rematch").await;
    bert.press_at_board("Accept").await;
    for page in [&anna, &bert] {
        page.css("#game:not(.over)").await;
        page.nothing_to_answer().await;
    }
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_move_stays_in_view_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, LAPTOP, &bot.host).await;
    for file in "abcdefgh".chars() {
        for (page, rank) in [(&anna, 3), (&bert, 6)] {
            page.turn().await;
            page.say(&format!("{file}{rank}")).await;
        }
    }
    anna.css("#game-moves [data-ply='16'][aria-current]").await;
    let places = "(({ top, bottom }, list) => [top >= list.top - 1, bottom <= list.bottom + 1])(
        document.querySelector('#game-moves [aria-current]').getBoundingClientRect(),
        document.querySelector('.move-list').getBoundingClientRect())";
    assert_eq!(anna.ask(places).await, json!([true, true]));
    let scrolled = "document.querySelector('.move-list').scrollTop";
    assert!(anna.ask(scrolled).await.as_f64().unwrap() > 0.0, "the list is longer than what is seen of it");
    anna.css("#game-moves [aria-label='To the beginning']").await.click().await.unwrap();
    anna.css("#game.replaying").await;
    assert_eq!(anna.ask(scrolled).await, Value::from(0));
    anna.css("#game-moves [data-ply='3']").await.click().await.unwrap();
    anna.css("#game-moves [data-ply='3'][aria-current]").await;
    assert_eq!(anna.ask(places).await, json!([true, true]));
    close([anna, bert]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dialog_with_a_link_waits_and_goes_when_the_game_begins() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    for (language, waits) in [("en", "Waiting for your friend"), ("de", "Wir warten auf dein Gegenüber")] {
        let anna =
            Page::enter(&chromium, Look { language, ..PHONE }, &bot.host, &format!("Anna-{language}")).await;
        anna.css("#start-here").await.click().await.unwrap();
        anna.css("#start[open] label:has(input[value=link])").await.click().await.unwrap();
        anna.css("#start-send").await.click().await.unwrap();
        let told = anna.css("#invite[open]").await.text().await.unwrap();
        assert!(told.contains(waits), "{told}");
        let link = anna.ask("document.getElementById('invite-address').value").await;
        let name = format!("Bert-{language}");
        let bert = Page { client: chromium.open(DESKTOP).await, name };
        bert.client.goto(link.as_str().unwrap()).await.unwrap();
        bert.introduce().await;
        anna.css("#invite:not([open])").await;
        anna.own_board(&bert.name).await;
        close([anna, bert]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_elsewhere_is_taken_up_where_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, PHONE, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, DESKTOP, &bot.host, "Bert").await;
    anna.say("/play computer 1 chess white").await;
    anna.own_board("Computer level 1").await;
    bert.say("/play Anna chess white").await;
    let told = anna.css("#channel-prompt:not([hidden])").await.text().await.unwrap();
    assert!(told.contains("#lobby") && told.contains("Bert"), "{told}");
    anna.check_with_axe("a challenge elsewhere").await;
    anna.check_for_fingers("a challenge elsewhere").await;
    let accept = "//*[@id='channel-prompt']//button[normalize-space(.)='Accept']";
    anna.xpath(accept).await.click().await.unwrap();
    for page in [&anna, &bert] {
        let opponent = if page.name == "Anna" { "Bert" } else { "Anna" };
        assert!(["/", "/c/lobby"].contains(&page.own_board(opponent).await.as_str()));
    }
    anna.css("#channel-prompt[hidden]").await;
    close([anna, bert]).await;
}
