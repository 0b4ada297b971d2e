//! Tests of the page while the program goes away and comes back, or is overloaded.

use crate::{
    chromium::{Chromium, DESKTOP, PHONE},
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

/// Lets the page hear of what is dealt with first that it is not, as when too much is going on.
const POSTPONED: &str = "const parse = JSON.parse;
    JSON.parse = (text) => {
        const message = parse(text);
        if (message?.type === 'done') {
            message.type = 'postponed';
            JSON.parse = parse;
        }
        return message;
    };";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_much_is_going_on_and_tries_again_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, PHONE, &bot.host, "Anna").await;
    anna.say("before").await;
    anna.client.execute(POSTPONED, Vec::new()).await.unwrap();
    anna.css("#say").await.send_keys("meanwhile\u{e007}").await.unwrap();
    anna.xpath("//*[@id='note'][not(@hidden)][contains(., 'A great deal is going on')]").await;
    anna.xpath("//body[not(.//article[contains(@class, 'pending')])]").await;
    anna.reload().await;
    assert_eq!(anna.messages().await, ["before", "meanwhile"]);
    drop(bot);
    close([anna]).await;
}
