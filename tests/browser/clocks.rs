//! Tests of the clocks on the page: beside the players and in messages, in the reader's own time,
//! counting without being read out. `SHOTS=folder` keeps pictures of the page there, for a person
//! to look at.

use std::{env, fs, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP, DevTools, PHONE},
    page::{Page, close},
    program::Bot,
};

const WIDE: (u32, u32) = (1280, 800);
const NARROW: (u32, u32) = (390, 844);

impl Page {
    async fn shot(&self, name: &str, size: (u32, u32), dark: bool) {
        let Some(folder) = env::var_os("SHOTS").map(PathBuf::from) else { return };
        self.look(size, dark).await;
        let taken = DevTools(json!({ "cmd": "Page.captureScreenshot", "params": { "format": "png" } }));
        let taken = self.client.issue_cmd(taken).await.unwrap();
        fs::create_dir_all(&folder).unwrap();
        let picture = STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
        fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_count_beside_the_players_and_in_the_readers_time() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let ada = Page::enter(&chromium, DESKTOP, &bot.host, "Ada").await;
    let bob = Page::enter(&chromium, PHONE, &bot.host, "Bob").await;
    ada.say("/play @Bob chess white 3d+7d").await;
    bob.press("Accept").await;
    ada.css(".seat-clock[role=timer][data-state=runs]").await;
    let label = ada.ask("document.querySelector('.seat-clock[role=timer]').getAttribute('aria-label')").await;
    let label = label.as_str().unwrap_or_default().to_owned();
    assert!(label.starts_with("Time left: 9 days 23 h") && label.contains("reserve"), "{label}");
    let waits = ada.ask("document.querySelector('.seat-clock[data-state=waits]').textContent").await;
    assert_eq!(waits, "10 days");
    // In words: the date where the reader is, and how long it is until then.
    let moment = "(() => { const time = document.querySelector('#log time.timestamp');
        return [time.getAttribute('aria-live'), Date.parse(time.dateTime) > Date.now(), time.textContent.includes('in 9 days')]; })()";
    assert_eq!(ada.ask(moment).await, json!(["off", true, true]));
    assert!(!ada.ask("document.body.innerText").await.as_str().unwrap_or_default().contains('\u{fff9}'));
    bob.css("#games .game-until, .seat-clock").await;
    ada.say("/clock").await;
    ada.message("private", "Bob (Black): 10 days, including 7 days in reserve").await;
    for (page, name, size) in [(&ada, "wide", WIDE), (&bob, "phone", NARROW)] {
        for dark in [false, true] {
            page.shot(&format!("{name}-{}", if dark { "dark" } else { "light" }), size, dark).await;
        }
    }
    close([ada, bob]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pace_is_a_field_of_the_form() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let ada = Page::enter(&chromium, DESKTOP, &bot.host, "Ada").await;
    ada.css("#start-here").await.send_keys("\u{e007}").await.unwrap();
    ada.css("#start[open]").await;
    let field = ada.css("#start-pace").await;
    let usual =
        "[...document.querySelectorAll('#start-pace-usual option')].map((option) => option.value).join(' ')";
    assert_eq!(ada.ask(usual).await, "3d+7d 10m 1h 1d 2d 3d 5d 7d 14d");
    field.send_keys("1m").await.unwrap();
    ada.shot("form-light", WIDE, false).await;
    ada.css("#start-send").await.click().await.unwrap();
    ada.xpath("//*[@id='start-pace-error'][contains(., 'too short')]").await;
    field.clear().await.unwrap();
    field.send_keys("10m").await.unwrap();
    ada.shot("form-phone-dark", NARROW, true).await;
    ada.css("#start-send").await.click().await.unwrap();
    ada.message("notice", "Time: 10 min per move").await;
    close([ada]).await;
}
