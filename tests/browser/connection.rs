//! A program that goes away and comes back under an open page.

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_page_outlives_the_program_and_sends_what_waited() {
    let folder = tempfile::tempdir().unwrap();
    let mut bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    anna.say("before").await;
    bot.kill();
    anna.css("#connection[data-state=reconnecting]").await;
    let field = anna.css("#say").await;
    field.send_keys("while it was gone\u{e007}").await.unwrap();
    anna.css("article.pending").await;
    let port = bot.host.rsplit(':').next().unwrap().parse().unwrap();
    let bot = Bot::start_on(folder.path(), port);
    anna.css("#connection[data-state=connected]").await;
    anna.xpath("//body[not(.//article[contains(@class, 'pending')])]").await;
    anna.say("after").await;
    anna.reload().await;
    assert_eq!(anna.messages().await, ["before", "while it was gone", "after"]);
    drop(bot);
    close([anna]).await;
}
