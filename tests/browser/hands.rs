//! Helpers that play on the page's board as a person does: by mouse, by finger, by keyboard. Not
//! here: which games are played so.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::{chromium::DevTools, page::Page};

/// The windows everything is looked at in, width and height: a desk, a phone and a small phone.
pub const SIZES: [(u32, u32); 3] = [(1280, 800), (390, 844), (320, 640)];

impl Page {
    /// The middle of a square, or of the first element of a selector, once it is there and nothing glides any more.
    async fn middle(&self, selector: &str) -> (f64, f64) {
        let element = self.css(selector).await;
        let script = "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' });
            const { left, top, width, height } = arguments[0].getBoundingClientRect();
            return [left + width / 2, top + height / 2];";
        let arguments = vec![serde_json::to_value(element).unwrap()];
        let found = self.client.execute(script, arguments).await.unwrap();
        (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
    }

    /// Has the browser do something that drivers have no command for.
    pub async fn tools(&self, command: &str, params: Value) {
        self.client.issue_cmd(DevTools(json!({ "cmd": command, "params": params }))).await.unwrap();
    }

    async fn mouse(&self, kind: &str, (x, y): (f64, f64)) {
        let buttons = u8::from(kind != "mouseReleased");
        let params =
            json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
        self.tools("Input.dispatchMouseEvent", params).await;
    }

    async fn finger(&self, kind: &str, points: &[(f64, f64)]) {
        let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.tools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }

    /// Clicks on what a selector names.
    pub async fn click(&self, selector: &str) {
        let at = self.middle(selector).await;
        self.mouse("mousePressed", at).await;
        self.mouse("mouseReleased", at).await;
    }

    /// Taps on what a selector names with a finger.
    pub async fn tap(&self, selector: &str) {
        let at = self.middle(selector).await;
        self.finger("touchStart", &[at]).await;
        self.finger("touchEnd", &[]).await;
    }

    /// Drags from here to there with the mouse.
    pub async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        self.mouse("mousePressed", from).await;
        for step in 1..=4 {
            self.mouse("mouseMoved", between(from, to, f64::from(step) / 4.0)).await;
        }
        self.mouse("mouseReleased", to).await;
    }

    /// Drags from here to there with a finger.
    pub async fn finger_drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        self.finger("touchStart", &[from]).await;
        for step in 1..=4 {
            self.finger("touchMove", &[between(from, to, f64::from(step) / 4.0)]).await;
        }
        self.finger("touchEnd", &[]).await;
    }

    /// Goes to a square by arrow keys, from wherever the keyboard is on the board.
    pub async fn walk_to(&self, square: &str) {
        let script = "const cells = [...document.querySelectorAll('.squares [data-square]')];
            const columns = Number(document.querySelector('.squares').getAttribute('aria-colcount'));
            const at = (square) => cells.findIndex((cell) => cell.dataset.square === square);
            const [here, there] = [at(document.activeElement.dataset.square), at(arguments[0])];
            return [there % columns - here % columns, Math.floor(there / columns) - Math.floor(here / columns)];";
        let steps = self.client.execute(script, vec![json!(square)]).await.unwrap();
        for (index, keys) in [(0, (Key::Left, Key::Right)), (1, (Key::Up, Key::Down))] {
            let count = steps[index].as_i64().unwrap();
            for _ in 0..count.abs() {
                let (back, on) = (char::from(keys.0), char::from(keys.1));
                self.keys(&if count < 0 { back } else { on }.to_string()).await;
            }
        }
        assert_eq!(self.ask("document.activeElement.dataset.square").await, square);
    }

    /// Comes to the board by its one tab stop.
    pub async fn go_to_board(&self) {
        self.css("#game:not([hidden])").await;
        self.client.execute("document.getElementById('game-fold').focus()", Vec::new()).await.unwrap();
        self.key(Key::Tab).await;
        assert_eq!(self.ask("document.activeElement.getAttribute('role')").await, "gridcell");
    }

    /// Waits until it is this person's turn.
    pub async fn turn(&self) {
        self.css("#game.my-turn").await;
    }

    /// Waits until a piece stands somewhere: "e4", "white-P".
    pub async fn stands(&self, square: &str, piece: &str) {
        self.css(&format!("{} img.piece[src*='{piece}.']", on(square))).await;
    }

    /// What the board says below itself.
    pub async fn said(&self) -> String {
        self.ask("document.querySelector('.board-status').textContent").await.as_str().unwrap().to_owned()
    }

    /// Waits until the board says this.
    pub async fn hears(&self, words: &str) {
        self.xpath(&format!("//p[contains(@class, 'board-status')][contains(., '{words}')]")).await;
    }

    /// Gives the window another size, and dark or light colours.
    pub async fn look(&self, (width, height): (u32, u32), dark: bool) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.tools("Emulation.setDeviceMetricsOverride", metrics).await;
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.tools("Emulation.setEmulatedMedia", media).await;
        // Colours that change gradually have changed.
        let settled = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() =>
            Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => done(true))))";
        self.client.execute_async(settled, Vec::new()).await.unwrap();
    }

    /// Nothing is seriously wrong with the page in any size, light and dark.
    pub async fn check_everywhere(&self, at: &str) {
        for size in SIZES {
            for dark in [false, true] {
                self.look(size, dark).await;
                self.check_with_axe(&format!("{at} at {size:?}, dark: {dark}")).await;
            }
            self.check_for_fingers(&format!("{at} at {size:?}")).await;
        }
    }
}

fn between(from: (f64, f64), to: (f64, f64), part: f64) -> (f64, f64) {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// The selector of a square.
pub fn on(square: &str) -> String {
    format!("#game-board [data-square='{square}']")
}
