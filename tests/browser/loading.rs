//! Measures the first load of a page with a running game: bytes and requests, which have limits,
//! and, as printed figures, the time until the board can be used on a slow processor, and from
//! dropping a piece to its standing there.

use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP},
    page::{Page, close},
    program::Bot,
};

/// The most bytes a first load may send, packed as they are sent.
const MOST_BYTES: u64 = 200_000;

/// Notes when the board's pieces stand there and can be touched.
const WATCH: &str = "new MutationObserver((_, observer) => {
    const pieces = document.querySelectorAll('#game-board [role=gridcell] .piece');
    if (pieces.length < 32) return;
    window.touchable = performance.now();
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });";

/// Everything that was loaded, the page itself included.
const LOADED: &str =
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map((entry) => [entry.name, entry.transferSize])";

/// Moves a piece by two clicks, and gives the milliseconds until it stands on its square in a drawn picture.
const TAP: &str = "const done = arguments[arguments.length - 1];
    const cell = (name) => document.querySelector(`#game-board [data-square='${name}']`);
    const click = (name) => {
        for (const kind of ['pointerdown', 'pointerup', 'click'])
            cell(name).dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button: 0 }));
    };
    click(arguments[0]);
    requestAnimationFrame(() => {
        const start = performance.now();
        click(arguments[1]);
        const look = () => (cell(arguments[1]).querySelector('.piece') ? done(performance.now() - start) : requestAnimationFrame(look));
        requestAnimationFrame(look);
    });";

#[tokio::test(flavor = "multi_thread")]
async fn the_first_load_is_small_and_comes_from_here_alone() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let ada = Page::enter(&chromium, DESKTOP, &bot.host, "Ada").await;
    let bob = Page::enter(&chromium, DESKTOP, &bot.host, "Bob").await;
    ada.say("/play @Bob chess white").await;
    bob.press("Accept").await;
    ada.css("#game-board [role=gridcell] .piece").await;

    ada.tools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WATCH })).await;
    for slower in [1, 4] {
        ada.tools("Emulation.setCPUThrottlingRate", json!({ "rate": slower })).await;
        ada.tools("Network.clearBrowserCache", json!({})).await;
        ada.client.refresh().await.unwrap();
        ada.css("#game-board [role=gridcell] .piece").await;
        let touchable = ada.ask("window.touchable").await;
        println!("a board one can touch after {touchable} ms, {slower} times slower than this machine");
    }
    ada.tools("Emulation.setCPUThrottlingRate", json!({ "rate": 1 })).await;

    let loaded = ada.ask(LOADED).await;
    let loaded: Vec<(String, u64)> = serde_json::from_value(loaded).unwrap();
    let bytes: u64 = loaded.iter().map(|(_, bytes)| bytes).sum();
    println!("{} requests, {bytes} bytes", loaded.len());
    let own = format!("http://{}/", bot.host);
    assert!(loaded.iter().all(|(name, _)| name.starts_with(&own)), "{loaded:#?}");
    assert!(loaded.len() > 20 && bytes > 50_000, "{loaded:#?}");
    assert!(bytes < MOST_BYTES, "{bytes} bytes: {loaded:#?}");

    let mut taps = Vec::new();
    for (mover, from, to) in [(&ada, "e2", "e4"), (&bob, "e7", "e5"), (&ada, "g1", "f3"), (&bob, "b8", "c6")]
    {
        mover.css(".my-turn#game").await;
        let millis = mover.client.execute_async(TAP, vec![json!(from), json!(to)]).await.unwrap();
        taps.push(millis.as_f64().unwrap());
    }
    println!("milliseconds from release to the piece on its square: {taps:?}");
    close([ada, bob]).await;
}
