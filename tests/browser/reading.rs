//! Tests of what people read on the page: older pages of the log, the messages of each channel,
//! boards in the chosen colours, an animated replay. Not here: that typed markup is shown as text
//! (`as_text`).

use fantoccini::key::Key;
use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
    server::{Server, Socket},
};

/// How far the newest message is below the upper edge of the log, and how far down its end.
const PLACE: &str = "(() => { const log = document.getElementById('log');
    const newest = [...document.querySelectorAll('#entries article')].at(-1);
    return [newest.textContent, Math.round(newest.getBoundingClientRect().top - log.getBoundingClientRect().top)]; })()";

impl Page {
    /// The first message there is begins with these words.
    async fn begins_with(&self, words: &str) {
        let path = format!("//*[@id='entries']/article[1]//*[contains(@class, 'text')][.='{words}']");
        self.xpath(&path).await;
    }
}

/// Says numbered messages, and gives them.
async fn says(writer: &mut Socket, numbers: std::ops::Range<usize>) -> Vec<String> {
    let mut said = Vec::new();
    for number in numbers {
        said.push(format!("message {number}"));
        writer.done(&said[said.len() - 1]).await;
    }
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_was_said_can_be_read_again() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await.enter().await;
    let mut said = says(&mut anna, 0..137).await;
    let chromium = Chromium::start().await;
    let bert = Page::enter(&chromium, DESKTOP, &server.address.to_string(), "Bert").await;
    bert.begins_with("message 87").await;
    assert_eq!(bert.messages().await, said[87..]);
    // By the button, which moves nothing the reader looks at.
    let before = bert.ask(PLACE).await;
    bert.css("#older:not([hidden])").await;
    bert.ask("document.getElementById('older').click()").await;
    bert.begins_with("message 37").await;
    assert_eq!(bert.messages().await, said[37..]);
    assert_eq!(bert.ask(PLACE).await, before);
    // By scrolling up, to the very first one.
    bert.ask("document.getElementById('log').scrollTop = 0").await;
    bert.begins_with("message 0").await;
    bert.css("#older[hidden]").await;
    assert_eq!(bert.messages().await, said);

    // What is far above goes as more is said, and comes back when it is asked for.
    bert.ask("document.getElementById('log').scrollTop = 1e6").await;
    said.extend(says(&mut anna, 137..450).await);
    bert.message("said", "message 449").await;
    bert.css("#older:not([hidden])").await;
    let shown = bert.messages().await;
    assert_eq!(shown, said[450 - shown.len()..]);
    assert!(shown.len() <= 400, "{}", shown.len());
    while bert.ask("document.getElementById('older').hidden").await != true {
        let before = bert.messages().await.len();
        bert.ask("document.getElementById('older').click()").await;
        bert.xpath(&format!("//*[@id='entries'][count(./article) > {before}]")).await;
    }
    assert_eq!(bert.messages().await, said);
    close([bert]).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_channel_has_its_own_words_and_the_way_back_leads_there() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, DESKTOP, &bot.host, "Bert").await;
    let is_in = async |page: &Page, channel: &str| {
        page.xpath(&format!("//*[@id='channel-name'][.='{channel}']")).await;
        page.css(&format!("#channels a[href='/c/{channel}'][aria-current=page]")).await;
    };
    anna.say("in the lobby").await;
    bert.message("said", "in the lobby").await;
    anna.css("#new-channel").await.click().await.unwrap();
    anna.css("#make-channel-name").await.send_keys(&format!("Den!{}", char::from(Key::Enter))).await.unwrap();
    anna.css("#make-channel-error:not(:empty)").await;
    anna.css("#make-channel-name").await.clear().await.unwrap();
    anna.css("#make-channel-name").await.send_keys(&format!("den{}", char::from(Key::Enter))).await.unwrap();
    is_in(&anna, "den").await;
    anna.say("in the den").await;
    assert_eq!(anna.messages().await, ["in the den"]);

    // It is in the list of whoever is elsewhere, and nothing of what is said there.
    bert.say("still in the lobby").await;
    let link = bert.css("#channels a[href='/c/den']").await;
    assert_eq!(bert.messages().await, ["in the lobby", "still in the lobby"]);
    link.click().await.unwrap();
    is_in(&bert, "den").await;
    bert.message("said", "in the den").await;
    bert.say("both in the den").await;
    anna.message("said", "both in the den").await;
    for page in [&anna, &bert] {
        assert_eq!(page.messages().await, ["in the den", "both in the den"], "{}", page.name);
    }
    bert.client.back().await.unwrap();
    is_in(&bert, "lobby").await;
    bert.message("said", "still in the lobby").await;
    assert_eq!(bert.messages().await, ["in the lobby", "still in the lobby"]);
    bert.client.forward().await.unwrap();
    is_in(&bert, "den").await;
    bert.message("said", "both in the den").await;
    bert.reload().await;
    is_in(&bert, "den").await;
    assert_eq!(bert.messages().await, ["in the den", "both in the den"]);
    close([anna, bert]).await;
}

/// The colour in the middle of a dark square: of the newest picture, and of the board one can touch.
const COLOURS: &str = r"
    const done = arguments[arguments.length - 1];
    const picture = [...document.querySelectorAll('article img.board')].at(-1);
    picture.decode().then(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: picture.naturalWidth, height: picture.naturalHeight });
        const pen = canvas.getContext('2d');
        pen.drawImage(picture, 0, 0);
        // Between the pieces of both sides, where no mark is.
        const row = [...pen.getImageData(0, picture.naturalHeight / 2, picture.naturalWidth, 1).data];
        const board = [...document.querySelectorAll('.squares [data-square]')].map((square) => getComputedStyle(square).backgroundColor);
        done({ picture: row, board });
    });";

#[tokio::test(flavor = "multi_thread")]
async fn boards_have_the_colours_their_reader_chose() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, DESKTOP, &bot.host).await;
    let colours = async |page: &Page| {
        page.css("article img.board").await;
        page.css("#game-board [data-square=a1] .piece").await;
        page.client.execute_async(COLOURS, Vec::new()).await.unwrap()
    };
    let (usual, other) = (colours(&anna).await, colours(&bert).await);
    let chosen = anna.ask("document.getElementById('settings-theme').value").await;
    assert_eq!(chosen, "", "they are offered when they are asked for");
    anna.css("#open-settings").await.click().await.unwrap();
    let chosen = anna.css("#settings[open] #settings-theme option[value=slate]").await;
    assert_ne!(anna.ask("document.getElementById('settings-theme').value").await, "slate");
    chosen.click().await.unwrap();
    anna.css("#settings-form [type=submit]").await.click().await.unwrap();
    anna.css("body:not(:has(#settings[open]))").await;
    anna.xpath("//article//img[contains(@class, 'board')][contains(@src, 'slate')]").await;
    let slate = colours(&anna).await;
    for part in ["picture", "board"] {
        assert_ne!(slate[part], usual[part], "{part}");
    }
    anna.reload().await;
    assert_eq!(colours(&anna).await, slate);
    assert_eq!(colours(&bert).await, other, "it is the choice of Anna alone");
    close([anna, bert]).await;
}

/// How wide the newest private picture is in itself, once it has arrived; why not, if it does not.
const DRAWN: &str = "const done = arguments[arguments.length - 1];
    const image = [...document.querySelectorAll('article.private img.board')].at(-1);
    image.decode().then(() => done(image.naturalWidth), (error) => done(String(error)));";

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_shown_moving_when_its_reader_wants_it_to() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let [anna, bert] = Page::players(&chromium, DESKTOP, &bot.host).await;
    anna.css("article.calls-me .rows").await;
    anna.say("e4").await;
    bert.message("notice", "e4").await;
    anna.say("/replay").await;
    let message = "//article[contains(@class, 'private')][.//a[@download]]";
    let shown = "(() => { const image = [...document.querySelectorAll('article.private img.board')].at(-1);
        return [image.getAttribute('src').split('?')[0].split('.').at(-1), image.alt.includes('1. Pawn e4')]; })()";
    for (label, kind) in [("", "png"), ("Play", "gif"), ("Stop", "png"), ("Play", "gif")] {
        if !label.is_empty() {
            let button = format!("({message}//button)[contains(normalize-space(.), '{label}')]");
            anna.xpath(&button).await.click().await.unwrap();
        }
        anna.xpath(&format!("{message}//img[contains(@src, '.{kind}')]")).await;
        assert_eq!(anna.ask(shown).await, json!([kind, true]), "{label}");
        let drawn = anna.client.execute_async(DRAWN, Vec::new()).await.unwrap();
        assert!(drawn.as_u64().is_some_and(|width| width > 100), "{label}: {drawn}");
    }
    close([anna, bert]).await;
}
