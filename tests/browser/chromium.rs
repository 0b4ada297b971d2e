//! Starts Chromium and its driver, and opens windows of a given size and look. Not here: what is
//! done in a window (`page`).

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    str::FromStr,
};

use adoube_testing::ports;
use fantoccini::{
    Client, ClientBuilder,
    wd::{Capabilities, WebDriverCompatibleCommand},
};
use hyper::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::Url;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Tests with browsers at a time: one waits for its pages half of the time.
static TURNS: Semaphore = Semaphore::const_new(2);

/// A window.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// CSS pixels.
    pub width: u32,
    /// CSS pixels.
    pub height: u32,
    /// What the browser asks pages for.
    pub language: &'static str,
}

/// A desktop window.
pub const DESKTOP: Look = Look { width: 1280, height: 860, language: "en" };
/// A small phone.
pub const PHONE: Look = Look { width: 380, height: 780, language: "en" };

/// A command of Chromium's own, beside those that every driver knows.
#[derive(Debug)]
pub struct DevTools(pub Value);

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.0.to_string()))
    }
}

/// A running driver; its browsers end with it.
pub struct Chromium {
    driver: Child,
    address: String,
    _turn: SemaphorePermit<'static>,
}

impl Chromium {
    /// Starts the driver when it is this test's turn.
    pub async fn start() -> Self {
        let turn = TURNS.acquire().await.expect("nobody closes it");
        let missing = "missing: chromium and chromedriver (Debian: apt-get install chromium chromium-driver)";
        let found = Command::new("chromium").arg("--version").stderr(Stdio::null()).output();
        assert!(found.is_ok_and(|output| output.status.success()), "{missing}");
        // Left to choose, it takes a port that is free for one kind of address, and ends where the other kind's is taken.
        let port = ports::free();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = driver.unwrap_or_else(|_| panic!("{missing}"));
        let mut lines = BufReader::new(driver.stdout.take().expect("its output is piped")).lines();
        let is_there =
            lines.any(|line| line.is_ok_and(|line| line.contains("started successfully on port ")));
        assert!(is_there, "chromedriver does not start; {missing}");
        Self { driver, address: format!("http://127.0.0.1:{port}"), _turn: turn }
    }

    /// Opens a browser of its own: its cookies are nobody else's.
    pub async fn open(&self, look: Look) -> Client {
        let Look { width, height, language } = look;
        let options = json!({
            "args": [
                "--headless",
                // The sandbox needs rights that test machines often lack, and only our own page is opened.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                format!("--lang={language}"),
            ],
            "prefs": { "intl.accept_languages": language },
            "mobileEmulation": { "deviceMetrics": {
                "width": width, "height": height, "pixelRatio": 1, "touch": false, "mobile": width < 500,
            } },
        });
        let mut wishes = Capabilities::new();
        wishes.insert("goog:chromeOptions".to_owned(), options);
        let connected =
            ClientBuilder::new(HttpConnector::new()).capabilities(wishes).connect(&self.address).await;
        connected.unwrap_or_else(|error| panic!("chromium does not open: {error}"))
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It ends its browsers when it is asked to end, and is ended if it was not running any more.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
