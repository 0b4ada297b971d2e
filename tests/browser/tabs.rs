//! Test that two tabs of one browser are two people, and stay so.

use fantoccini::{Client, wd::WindowHandle};

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
};

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_are_two_people_who_can_play_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let mut page = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let first = page.client.window().await.unwrap();
    let second = new_tab(&page.client).await;
    page.client.goto(&format!("http://{}/", bot.host)).await.unwrap();
    page.css("#second-seat:not([hidden])").await;
    page.name = "Bert".to_owned();
    page.introduce().await;
    page.css("#people button[data-name=Anna]").await;

    page.say("/play Anna chess").await;
    page.client.switch_to_window(first.clone()).await.unwrap();
    page.press("Accept").await;
    page.message("notice", "game").await;
    page.css("article.notice .board").await;

    // Each tab is still the same person after a reload, and what it may press is its own.
    for (tab, name) in [(&first, "Anna"), (&second, "Bert")] {
        page.client.switch_to_window(tab.clone()).await.unwrap();
        page.reload().await;
        assert_eq!(page.ask("document.getElementById('my-name').textContent").await, name);
        page.check_pictures(1).await;
    }

    // A third tab may as well be somebody who is here already.
    new_tab(&page.client).await;
    page.client.goto(&format!("http://{}/", bot.host)).await.unwrap();
    page.css("#welcome[open] #same-person").await.click().await.unwrap();
    page.css("#connection[data-state=connected]").await;
    assert_eq!(page.ask("document.getElementById('my-name').textContent").await, "Anna");
    close([page]).await;
}

async fn new_tab(client: &Client) -> WindowHandle {
    let tab = client.new_window(true).await.unwrap().handle;
    client.switch_to_window(tab.clone()).await.unwrap();
    tab
}
