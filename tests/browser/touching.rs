//! Test of a touch-move game on the page: castling after touching King and Rook by the menus, its
//! refusal after Rook and King, and the release of an accidental touch.

use crate::{
    chromium::{Chromium, DESKTOP, PHONE},
    page::{Page, close},
    program::Bot,
};

const OPENING: [&str; 6] = ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5"];

#[tokio::test(flavor = "multi_thread")]
async fn touched_kings_and_rooks_castle_only_in_the_right_order() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, PHONE, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, DESKTOP, &bot.host, "Bert").await;
    anna.say("/play Bert chess white touch-move").await;
    bert.message("notice", "a touched piece must move").await;
    bert.press("Accept").await;
    for (turn, san) in OPENING.into_iter().enumerate() {
        let (mover, other) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.css("article.calls-me .rows").await;
        mover.say(san).await;
        other.message("notice", san).await;
    }

    // The King and then the Rook, by the menus: nothing but castling is left.
    anna.message("notice", "Bc5").await;
    anna.press("Move").await;
    anna.pick("e1").await;
    bert.message("notice", "Anna touches King e1").await;
    anna.message("private", "King e1: where to?").await;
    anna.press("Back").await;
    anna.pick("h1").await;
    bert.message("notice", "the King must castle with Rook h1").await;
    anna.message("private", "the King must castle with Rook h1").await;
    assert_eq!(anna.choices().await, ["g1"]);
    anna.check_for_fingers("a touched King and Rook").await;
    anna.pick("g1").await;
    bert.message("notice", "castle kingside").await;

    // The Rook and then the King: castling is refused, and the picture comes with words.
    bert.css("article.calls-me .rows").await;
    bert.say("/touch h8 e8").await;
    anna.message("notice", "Bert touches Rook h8 and King e8").await;
    bert.say("O-O").await;
    bert.message("private", "not by castling").await;
    bert.xpath("//article[contains(@class, 'private')]//li[contains(., 'Rf8, Rg8')]").await;
    bert.xpath(
        "//article[contains(@class, 'private')]//img[contains(@alt, 'Touched: Rook h8 and King e8.')]",
    )
    .await;
    for page in [&anna, &bert] {
        page.check_with_axe("touched pieces").await;
    }
    let offered =
        "[...document.querySelectorAll('.rows button')].some((e) => e.textContent.startsWith('Release'))";
    assert_eq!(bert.ask(offered).await, false, "nobody releases their own touch");

    // Anna takes it for an accident, and Bert castles after all.
    anna.press("Release touched pieces").await;
    bert.message("notice", "Anna releases what Bert touched only by accident: Rook h8 and King e8").await;
    bert.say("O-O").await;
    anna.message("notice", "Bert played 4… O-O").await;
    anna.say("/takeback").await;
    anna.message("private", "nothing is taken back").await;
    for page in [&anna, &bert] {
        page.check_pictures(OPENING.len() + 6).await;
    }
    close([anna, bert]).await;
}

impl Page {
    /// Picks a value of the newest menu.
    async fn pick(&self, value: &str) {
        let option = self.xpath(&format!("(//div[@class='rows']//option[@value='{value}'])[last()]")).await;
        option.click().await.unwrap();
        self.press("Choose").await;
    }

    /// The values of the newest menu.
    async fn choices(&self) -> Vec<String> {
        let values = "[...[...document.querySelectorAll('.menu select')].at(-1).options].map((e) => e.value)";
        let found = self.ask(values).await;
        let values = found.as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned());
        values.filter(|value| !value.is_empty()).collect()
    }
}
