//! A table of the soak test in the web chat: browsers with a socket each, in a channel of their
//! own. Not here: what is played (`evening`).

use std::{collections::VecDeque, net::Ipv4Addr, net::SocketAddr};

use hyper::StatusCode;
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use crate::{
    browser::{Browser, control, fresh_id},
    pace::Pace,
    reading::Reading,
    table::{LATELY, ONLOOKER, Table},
};

/// Entries somebody remembers.
const REMEMBERED: usize = 100;

/// How long whoever has written too much waits before they try again.
const REST: Duration = Duration::from_secs(2);

/// Somebody with a page.
struct Page {
    name: &'static str,
    socket: Reading,
    /// What came since the last event, the newest last.
    entries: VecDeque<Value>,
    /// What the web chat takes of a person.
    pace: Pace,
    /// The last event.
    last: Option<Value>,
}

impl Page {
    /// The next message.
    async fn next(&mut self) -> Value {
        let message = self.socket.next().await.unwrap_or_else(|frame| panic!("{}: {frame:?}", self.name));
        for entry in message["entries"].as_array().into_iter().flatten() {
            self.entries.push_back(entry.clone());
        }
        while self.entries.len() > REMEMBERED {
            self.entries.pop_front();
        }
        message
    }

    /// Sends an event, and waits until it is dealt with; again where what was written is too much for now.
    async fn does(&mut self, event: Value) {
        self.entries.clear();
        loop {
            self.pace.take().await;
            self.socket.send(&event).await;
            let answer = self.answered(&event).await;
            if answer["type"] == "done" {
                self.last = Some(event);
                return;
            }
            assert_eq!(answer["reason"], "too-much", "{}: {event} is answered {answer}", self.name);
            sleep(REST).await;
        }
    }

    async fn answered(&mut self, event: &Value) -> Value {
        loop {
            let answer = self.next().await;
            if answer["id"] == event["id"] {
                return answer;
            }
        }
    }

    async fn says(&mut self, text: &str) {
        let channel = self.socket.channel.clone();
        self.does(json!({ "type": "say", "id": fresh_id(), "channel": channel, "text": text })).await;
    }

    /// The newest entry that is like this, as soon as there is one.
    async fn newest(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(found) = self.entries.iter().rev().find(|entry| is(entry)) {
                return found.clone();
            }
            self.next().await;
        }
    }
}

/// A channel and its people.
pub struct OnWeb {
    named: String,
    /// That of whoever looks on, which shows the boards.
    browser: Browser,
    pages: Vec<Page>,
    /// Who did something last.
    last: usize,
    /// Questions that were asked.
    asked: u64,
}

/// A table with these people.
pub async fn table(address: SocketAddr, number: u8, names: [&'static str; 3]) -> OnWeb {
    let channel = format!("soak-{number}");
    let mut pages = Vec::new();
    // Each table has an address of its own, as each house has.
    let from = Ipv4Addr::new(127, 0, 1, number + 1);
    let mut browser = Browser { address, from, cookie: None, seat: 1 };
    for name in names {
        browser = Browser { cookie: None, ..browser };
        browser.open_session().await;
        browser.call(name).await;
        if pages.is_empty() {
            let answer = browser.post("/channels", &json!({ "seat": 1, "name": channel })).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        }
        let mut socket = browser.socket().await;
        socket.channel.clone_from(&channel);
        socket.watch(None).await;
        pages.push(Page {
            name,
            socket: Reading::of(socket),
            entries: VecDeque::new(),
            pace: Pace::new(10, Duration::from_millis(450)),
            last: None,
        });
    }
    for page in &mut pages {
        while page.next().await["channel"] != channel.as_str() {}
    }
    OnWeb { named: format!("web:{channel}"), browser, pages, last: 0, asked: 0 }
}

/// The record in an entry.
fn record(entry: &Value) -> Option<&str> {
    let blocks = entry["message"]["blocks"].as_array()?;
    blocks.iter().filter_map(|block| block["code"].as_str()).find(|code| code.starts_with("[Event"))
}

impl Table for OnWeb {
    fn channel(&self) -> &str {
        &self.named
    }

    fn name_of(&self, player: usize) -> String {
        self.pages[player].name.to_owned()
    }

    fn opponent_of(&self, player: usize) -> String {
        self.pages[1 - player].name.to_owned()
    }

    /// Nobody reads a command there but the bot.
    fn hide(&mut self, _: bool) {}

    async fn command(&mut self, who: usize, line: &str) {
        self.last = who;
        self.pages[who].says(&format!("/{line}")).await;
    }

    async fn moves(&mut self, who: usize, made: &str, plainly: bool) {
        self.last = who;
        let words = if plainly { made.to_owned() } else { format!("/move {made}") };
        self.pages[who].says(&words).await;
    }

    async fn presses(&mut self, who: usize, label: &str) {
        self.last = who;
        let page = &mut self.pages[who];
        let has_it = |entry: &Value| entry["message"]["rows"].to_string().contains(&format!("\"{label}\""));
        let entry = page.newest(has_it).await;
        let channel = page.socket.channel.clone();
        let press = json!({
            "type": "press", "id": fresh_id(), "channel": channel, "message": entry["seq"],
            "component": control(&entry, label), "value": null,
        });
        page.does(press).await;
    }

    async fn completes(&mut self, who: usize, begun: &str) {
        self.asked += 1;
        let (number, page) = (self.asked, &mut self.pages[who]);
        let channel = page.socket.channel.clone();
        page.socket
            .send(&json!({ "type": "suggest", "number": number, "channel": channel, "line": begun }))
            .await;
        loop {
            let answer = page.next().await;
            if answer["type"] == "suggestions" && answer["number"] == number {
                return;
            }
        }
    }

    async fn repeats(&mut self) {
        let page = &mut self.pages[self.last];
        if let Some(event) = page.last.clone() {
            page.does(event).await;
        }
    }

    fn lately(&self) -> Vec<String> {
        let page = |page: &Page| {
            let entries = page.entries.iter().map(|entry| entry["message"].to_string());
            let seen: Vec<String> = entries.rev().take(LATELY).collect();
            format!("{} did {:?} and saw {}", page.name, page.last, seen.join("; "))
        };
        self.pages.iter().map(page).collect()
    }

    async fn told(&mut self) -> Vec<String> {
        loop {
            let message = self.pages[ONLOOKER].next().await;
            let entries = message["entries"].as_array().into_iter().flatten();
            let notices: Vec<&Value> = entries.filter(|entry| entry["kind"] == "notice").collect();
            for source in notices.iter().filter_map(|entry| entry["message"]["picture"]["src"].as_str()) {
                let answer = self.browser.get(source).await;
                assert_eq!(answer.status, StatusCode::OK, "{source}: {}", answer.text());
            }
            if !notices.is_empty() {
                return notices.iter().map(|entry| entry["message"].to_string()).collect();
            }
        }
    }

    async fn exported(&mut self, who: usize) -> String {
        let page = &mut self.pages[who];
        page.says("/export pgn").await;
        let entry = page.newest(|entry| record(entry).is_some()).await;
        record(&entry).expect("it was found").to_owned()
    }
}
