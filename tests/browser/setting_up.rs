//! Test of a Grand Chess set-up on phones: the panel, its pages and switches, the selection of
//! pieces by menus and by name, one of the two away in the middle, and the first moves.

use crate::{
    chromium::{Chromium, Look, PHONE},
    page::{Page, close},
    program::Bot,
};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_set_grand_chess_up_and_choose_its_pieces_on_phones() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, PHONE, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, Look { language: "de", ..PHONE }, &bot.host, "Bert").await;

    anna.say("/setup").await;
    anna.choose("Set-up", "free-random").await;
    anna.choose("Extra pieces", "19").await;
    anna.message("private", "That is a lot").await;
    anna.check_pictures(1).await;
    anna.check_for_fingers("a panel").await;
    anna.check_with_axe("a panel").await;
    // The array shown is another one after the button for that, and the keyboard stays where it was.
    let shown = anna.alt().await;
    anna.change("Shuffle again").await;
    assert_ne!(anna.alt().await, shown);
    assert_eq!(anna.focus().await, "Shuffle again");
    anna.change("Turned: no").await;
    assert_eq!(anna.focus().await, "Turned: yes");
    anna.change("Pieces…").await;
    anna.css("select[aria-label='Read about a piece']").await;
    anna.change("Back").await;

    anna.choose("Set-up", "classic-chosen").await;
    anna.choose("Extra pieces", "2").await;
    anna.choose("Other rules", "colour.white").await;
    anna.change("Opponent…").await;
    anna.choose("Who do you want to challenge?", "Bert").await;
    anna.change("Challenge").await;
    anna.message("private", "Your challenge is posted").await;
    bert.press("Annehmen").await;

    anna.press("Pick a piece").await;
    anna.choose("Kind of piece", "lines").await;
    anna.choose("Piece", "GD").await;
    anna.message("private", "Guard (GD)").await;
    anna.check_for_fingers("a piece to pick").await;
    anna.check_with_axe("a piece to pick").await;
    anna.change("Back").await;
    anna.choose("Piece", "WA").await;
    anna.change("Pick Wazir").await;
    bert.message("notice", "Anna hat gewählt: Wesir").await;

    // Bert was away; what is left to do is still there.
    bert.reload().await;
    bert.css("article.calls-me .rows").await;
    bert.say("/wählen wesir").await;
    bert.message("private", "hat Anna schon gewählt").await;
    bert.say("/wählen kamel").await;
    anna.message("notice", "The game begins").await;
    for (page, typed, other) in [(&anna, "a4", &bert), (&bert, "a7", &anna), (&anna, "b4", &bert)] {
        page.css("article.calls-me .rows").await;
        page.say(typed).await;
        other.message("notice", typed).await;
    }
    let alt = bert.alt().await;
    for piece in ["Wesir", "Kamel"] {
        assert!(alt.matches(piece).count() >= 2, "{piece}: {alt}");
    }
    for page in [&anna, &bert] {
        page.check_pictures(4).await;
        page.check_for_fingers("after choosing").await;
        page.check_with_axe("after choosing").await;
    }
    close([anna, bert]).await;
}

impl Page {
    /// Picks a value from the newest menu whose label begins so, and waits for what comes in its place.
    async fn choose(&self, label: &str, value: &str) {
        let menu = format!("(//div[@class='rows']//select[starts-with(@aria-label, '{label}')])[last()]");
        let control = self.xpath(&menu).await.attr("data-control").await.unwrap().unwrap();
        self.xpath(&format!("{menu}/option[@value='{value}']")).await.click().await.unwrap();
        self.xpath(&format!("{menu}/following-sibling::button[not(@data-settling)]"))
            .await
            .click()
            .await
            .unwrap();
        self.is_replaced(&control).await;
    }

    /// Clicks the newest button with that label, and waits for what comes in its place.
    async fn change(&self, label: &str) {
        let path = format!(
            "(//div[@class='rows']//button[normalize-space(.)='{label}'])[last()][not(@data-settling)]"
        );
        let control = self.xpath(&path).await.attr("data-control").await.unwrap().unwrap();
        self.xpath(&path).await.click().await.unwrap();
        self.is_replaced(&control).await;
    }

    /// Waits until a control has made room for a newer one: ids carry versions.
    async fn is_replaced(&self, control: &str) {
        self.xpath(&format!("//body[not(.//*[@data-control='{control}'])]")).await;
    }

    /// What the newest board shows, in words.
    async fn alt(&self) -> String {
        let alt = self.ask("[...document.querySelectorAll('img.board')].at(-1).alt").await;
        alt.as_str().unwrap().to_owned()
    }
}
