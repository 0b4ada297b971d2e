//! Tests of the piece book in a browser: from the chat and from files, large and small, light and
//! dark; a piece is found, and tried by mouse and by keyboard. Not here: that every page is there
//! and well formed (`book`).

use std::path::Path;

use fantoccini::key::Key;
use serde_json::json;

use crate::{
    chromium::{Chromium, DESKTOP, DevTools, Look},
    page::{Page, close},
    program::Bot,
};

/// The narrowest phone.
const NARROW: Look = Look { width: 320, height: 640, language: "en" };

impl Page {
    async fn read(&self, address: &str) {
        self.client.goto(address).await.unwrap();
        self.css("main h1").await;
    }

    /// By day, or by night.
    async fn at(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let wish = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": features } });
        self.client.issue_cmd(DevTools(wish)).await.unwrap();
    }

    /// Nothing serious by axe, nothing too wide, and everything to press large enough: links in a line of text and the
    /// squares of a board are larger than 24 px.
    async fn check_page(&self, at: &str) {
        self.check_with_axe(at).await;
        let wide =
            self.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth").await;
        assert!(wide.as_i64().unwrap() <= 0, "{at}: the page is {wide} px too wide");
        let small = self
            .ask(
                "[...document.querySelectorAll('button, input, a[href], [role=gridcell]')]
                    .filter((e) => e.checkVisibility() && !e.matches('.skip'))
                    .map((e) => [e.outerHTML.slice(0, 120), (e.closest('.card') ?? e).getBoundingClientRect()])
                    .filter(([html, box]) => Math.min(box.width, box.height) < (html.includes('gridcell') ? 24 : 20))
                    .map(([html]) => html)",
            )
            .await;
        assert_eq!(small, json!([]), "{at}: too small to press");
    }

    async fn tried(&self) -> String {
        self.ask("document.getElementById('tried').textContent").await.as_str().unwrap().to_owned()
    }

    /// The square of that name on the board.
    async fn square(&self, name: &str) -> fantoccini::elements::Element {
        let path = format!(
            "//*[@id='try-board']//*[@role='gridcell'][starts-with(concat(@aria-label, ','), '{name},')]"
        );
        self.xpath(&path).await
    }

    async fn marked(&self, class: &str) -> usize {
        let script = format!("document.querySelectorAll('#try-board .{class}').length");
        usize::try_from(self.ask(&script).await.as_u64().unwrap()).unwrap()
    }

    /// What the board says of itself, once it does.
    async fn until_tried(&self, words: &str) {
        self.xpath(&format!("//*[@id='tried'][normalize-space(.)='{words}']")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_of_the_book_has_a_serious_fault() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    for look in [DESKTOP, NARROW] {
        let page = Page { client: chromium.open(look).await, name: "a reader".to_owned() };
        for scheme in ["light", "dark"] {
            page.at(scheme).await;
            for path in ["", "/marks", "/CM?language=de", "/NR", "/P"] {
                page.read(&format!("http://{}/book{path}", bot.host)).await;
                page.check_page(&format!("{path} {scheme} at {}", look.width)).await;
            }
        }
        close([page]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_found_by_a_part_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let page = Page { client: chromium.open(DESKTOP).await, name: "a reader".to_owned() };
    page.read(&format!("http://{}/book", bot.host)).await;
    let field = page.css("#find").await;
    // A part of the German name, on the English page.
    field.send_keys("nachtr").await.unwrap();
    page.xpath("//*[@id='found'][.='Pieces found: 1']").await;
    let shown = "[...document.querySelectorAll('.card:not([hidden]) .name')].map((e) => e.textContent)";
    assert_eq!(page.ask(shown).await, json!(["Nightrider"]));
    page.key(Key::Enter).await;
    page.xpath("//h1[starts-with(., 'Nightrider')]").await;
    page.client.back().await.unwrap();
    let field = page.css("#find").await;
    field.clear().await.unwrap();
    field.send_keys("no such piece").await.unwrap();
    page.xpath("//*[@id='found'][starts-with(., 'No piece is called that')]").await;
    // The other language is one link away, and stays with the piece.
    page.read(&format!("http://{}/book/NR", bot.host)).await;
    page.xpath("//a[.='Deutsch']").await.click().await.unwrap();
    page.xpath("//h1[starts-with(., 'Nachtreiter')]").await;
    close([page]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_tried_by_mouse_and_by_keyboard_with_stones_and_without() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let page = Page { client: chromium.open(DESKTOP).await, name: "a reader".to_owned() };
    page.read(&format!("http://{}/book/N", bot.host)).await;
    assert_eq!(page.tried().await, "Knight on e5. Can go to: 8. Can capture on: 8.");
    page.square("a1").await.click().await.unwrap();
    page.until_tried("Knight on a1. Can go to: 2. Can capture on: 2.").await;
    assert_eq!(page.marked("mark-target").await, 2);
    // By keyboard: one stop on the board, arrows, Enter.
    assert_eq!(page.focus().await, "a1, Knight");
    page.key(Key::Up).await;
    page.key(Key::Right).await;
    assert_eq!(page.focus().await, "b2");
    page.key(Key::Enter).await;
    page.until_tried("Knight on b2. Can go to: 4. Can capture on: 4.").await;
    page.key(Key::Left).await;
    page.key(Key::Left).await;
    assert_eq!(page.focus().await, "a2", "the board ends there");
    // Stones: the server is asked.
    page.css("[name=put][value=enemy]").await.click().await.unwrap();
    page.square("d3").await.click().await.unwrap();
    page.until_tried("Knight on b2. Can go to: 3. Can capture on: 4.").await;
    page.css("[name=put][value=own]").await.click().await.unwrap();
    page.square("d1").await.click().await.unwrap();
    page.until_tried("Knight on b2. Can go to: 2. Can capture on: 3.").await;
    assert_eq!(page.marked("taken").await, 1);
    page.check_page("with stones").await;
    page.css("#try-clear").await.click().await.unwrap();
    page.until_tried("Knight on e5. Can go to: 8. Can capture on: 8.").await;
    close([page]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_book_works_from_files_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book");
    let written = adoube_testing::adoube!().arg("book").arg(&out).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let chromium = Chromium::start().await;
    let page = Page { client: chromium.open(DESKTOP).await, name: "a reader".to_owned() };
    let file = |path: &str| format!("file://{}", Path::new(&out).join(path).display());
    page.read(&file("index.html")).await;
    page.check_page("the cover").await;
    page.xpath("//a[contains(., 'Deutsch')]").await.click().await.unwrap();
    page.css("#find").await.send_keys("grash").await.unwrap();
    page.key(Key::Enter).await;
    page.xpath("//h1[starts-with(., 'Grashüpfer')]").await;
    let broken = "[...document.images].filter((e) => e.complete && e.naturalWidth === 0).length";
    assert_eq!(page.ask(broken).await, 0);
    // It needs others, which stand there.
    assert!(page.tried().await.starts_with("Grashüpfer auf e5. Zugfelder: "), "{}", page.tried().await);
    assert!(page.marked("mark-target").await > 0);
    page.square("e4").await.click().await.unwrap();
    page.xpath("//*[@id='tried'][starts-with(., 'Grashüpfer auf e4.')]").await;
    page.check_page("a piece from files").await;
    close([page]).await;
}
