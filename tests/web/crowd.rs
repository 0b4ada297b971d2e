//! Test of hidden cards in the web chat: two games differ only in cards hidden from a viewer, while
//! everybody writes, presses, asks and acts on their board at any moment; whatever that viewer gets
//! over the wire is the same, letter by letter; also where people are connected to different
//! programs over one store. `ADOUBE_SEED` repeats or varies a run. Not here: what one player is
//! asked in private, in fixed stories (`secrets`).

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    sync::Arc,
};

use adoube_bot::{Audience, UserAction};
use adoube_store::{MemoryStore, Store};
use adoube_testing::{clock::TestClock, store::SharedTestStore};
use hyper::StatusCode;
use serde_json::{Value, json};

use super::{
    hidden::{
        Place,
        cards::Cards,
        script::{Deed, Doing, NAMES},
        stage,
        twice::Run,
    },
    support::{Browser, Server, Socket, all_said},
};

/// Turns of a game.
const TURNS: RangeInclusive<usize> = 7..=7;

/// Pictures that each gets in the end.
const PICTURES: usize = 2;

/// Cards as they are typed where not by their codes.
const CARDS: [(&str, &str); 5] =
    [("Dame", "Q"), ("Turm", "R"), ("Läufer", "B"), ("Springer", "N"), ("Bauer", "P")];

/// Somebody with a page, and every message it got.
struct Page {
    browser: Browser,
    socket: Socket,
    got: Vec<String>,
    /// The board it shows.
    board: Value,
}

impl Page {
    /// Reads on until this comes.
    async fn until(&mut self, is_it: impl Fn(&Value) -> bool) {
        loop {
            let text = self.socket.next_text().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            let found = is_it(&message);
            self.got.push(text);
            if message["type"] == "board" {
                self.board = message["board"].clone();
            }
            if found {
                return;
            }
        }
    }

    /// The newest pictures it was told of, as the server gives them: with everything by which they are kept and known again.
    async fn pictures(&self) -> Vec<String> {
        let messages = self.got.iter().rev().map(|text| serde_json::from_str::<Value>(text).unwrap());
        let entries = messages.filter_map(|message| message["entries"].as_array().cloned()).flatten();
        let addresses =
            entries.filter_map(|entry| Some(entry["message"]["picture"]["src"].as_str()?.to_owned()));
        let mut pictures = Vec::new();
        for address in addresses.take(PICTURES) {
            let answer = self.browser.get(&address).await;
            let known = ["etag", "cache-control", "content-type", "content-length", "content-disposition"];
            let headers = known.map(|name| answer.header(name));
            assert!(
                answer.status == StatusCode::OK && !headers[0].is_empty(),
                "{address}: {}",
                answer.status
            );
            pictures.push(format!("{address} {headers:?} {:?}", answer.body));
        }
        pictures
    }

    /// Says this, and reads on until that is dealt with.
    async fn done(&mut self, text: &str) {
        let id = self.socket.say(text).await;
        self.until(|message| message["type"] == "done" && message["id"] == id.as_str()).await;
    }

    /// Reads on until it shows the board of this revision.
    async fn up_to(&mut self, revision: u64) {
        if self.board["revision"] != revision {
            self.until(|message| message["board"]["revision"] == revision).await;
        }
    }

    /// The component and the value by which the same is done on the board that is shown, if it can be.
    fn on_board(&self, line: &str) -> Option<(Value, Option<String>)> {
        let Value::Object(hand) = &self.board["hand"] else { return None };
        if line == "pass" {
            return hand["pass"].is_string().then(|| (hand["pass"].clone(), None));
        }
        if let Some((card, square)) = line.strip_prefix("drop ").and_then(|rest| rest.split_once(' ')) {
            let card = CARDS.iter().find(|(name, _)| *name == card).map_or(card, |(_, code)| code);
            return hand["drop"]
                .is_string()
                .then(|| (hand["drop"].clone(), Some(format!("{card}@{square}"))));
        }
        let is_a_move = self.board["moves"].as_array()?.iter().any(|made| made["value"] == line);
        is_a_move.then(|| (self.board["act"].clone(), Some(line.to_owned())))
    }
}

/// A game in the lobby of so many programs over one store, and everybody's pages.
struct Lobby<const PROGRAMS: usize> {
    servers: Vec<Server>,
    pages: Vec<Page>,
    /// What was sent, by the number of the deed.
    sent: BTreeMap<usize, Value>,
}

impl<const PROGRAMS: usize> Lobby<PROGRAMS> {
    /// Every page shows the board as it is.
    async fn seen(&mut self) {
        let (store, channel) = self.kept();
        let Some(stage) = stage(&*store, channel).await else { return };
        for page in &mut self.pages {
            page.up_to(stage.turn).await;
        }
    }

    /// One says this, and everybody reads on until then.
    async fn agree(&mut self, words: &str) {
        let id = format!("{words:0>32}").replace(' ', "-");
        self.pages[3].socket.say_as(&id, words).await;
        for page in &mut self.pages {
            let is_said = |entry: &Value| entry["text"] == words;
            page.until(|message| message["entries"].as_array().is_some_and(|all| all.iter().any(is_said)))
                .await;
        }
    }

    /// What somebody got: entry by entry, as several may come at once; first everybody's, then their own, then the answers
    /// to what they did and the boards, as none of these waits for the others; without who is here, which is told at its own time.
    /// Where other programs tell of their games, that comes at its own time, too, and what was so for a moment may not be told.
    fn read(&self, place: usize) -> Vec<String> {
        let (mut got, mut own, mut answers, mut boards) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut games = BTreeSet::new();
        for text in &self.pages[place].got {
            let message: Value = serde_json::from_str(text).unwrap();
            let kind = message["type"].as_str().unwrap_or_default();
            if kind.starts_with("people") {
                continue;
            }
            if kind == "board" {
                boards.push(text.clone());
                continue;
            }
            if kind == "games" && PROGRAMS > 1 {
                games.insert(text.clone());
                continue;
            }
            match message["entries"].as_array() {
                Some(entries) => {
                    let is_own =
                        |entry: &Value| entry["seq"].as_str().is_some_and(|seq| seq.starts_with('p'));
                    for entry in entries {
                        if is_own(entry) { &mut own } else { &mut got }.push(entry.to_string());
                    }
                }
                // Whether the words of `agree` are confirmed before everybody reads them is left open.
                None if message["id"].as_str().is_some_and(|id| !id.starts_with("deed-")) => {}
                None => answers.push(text.clone()),
            }
        }
        [got, own, answers, boards, games.into_iter().collect()].concat()
    }
}

impl<const PROGRAMS: usize> Place for Lobby<PROGRAMS> {
    async fn begin(_: u64, touch_move: bool, cards: Option<&Cards>) -> Self {
        let store: Arc<dyn Store> =
            if PROGRAMS > 1 { Arc::new(SharedTestStore::default()) } else { Arc::new(MemoryStore::new()) };
        let mut servers = Vec::new();
        for _ in 0..PROGRAMS {
            servers.push(Server::with(Arc::clone(&store), Arc::new(TestClock::undated())).await);
        }
        let mut pages = Vec::new();
        // Both players are apart, and so are those who look on.
        for (server, name) in servers.iter().cycle().zip(NAMES) {
            let browser = server.person(name).await;
            let socket = browser.enter().await;
            pages.push(Page { browser, socket, got: Vec::new(), board: Value::Null });
        }
        let terms = if touch_move { " touch-move" } else { "" };
        pages[0].done(&format!("/play Bob schachen white{terms}")).await;
        pages[1].done("/accept").await;
        pages[3].done("/follow").await;
        let mut lobby = Self { servers, pages, sent: BTreeMap::new() };
        all_said(&*lobby.servers[0].store).await;
        lobby.seen().await;
        if let Some(cards) = cards {
            cards.put_into(&*store, "web:lobby").await;
        }
        lobby.agree("it begins").await;
        lobby.pages.iter_mut().for_each(|page| page.got.clear());
        lobby
    }

    fn kept(&self) -> (Arc<dyn Store>, &'static str) {
        (Arc::clone(&self.servers[0].store), "web:lobby")
    }

    /// Only words that are no turn show to all.
    fn audiences(&self) -> &'static [Audience] {
        &[Audience::SenderOnly]
    }

    async fn does(&mut self, number: usize, deed: &Deed) {
        let place = NAMES.iter().position(|name| *name == deed.name).unwrap();
        let id = format!("deed-{number:027x}");
        let say = |text: &str| json!({ "type": "say", "id": id, "channel": "lobby", "text": text });
        let act = |component: &Value, value: Option<&str>| json!({ "type": "act", "id": id, "channel": "lobby", "component": component, "value": value });
        let on_board = match &deed.doing {
            // Commands are not shown to others anyway, so that one who cannot do it on the board may type it.
            Doing::Act(UserAction::Line(line)) if !number.is_multiple_of(3) => {
                self.pages[place].on_board(line)
            }
            _ => None,
        };
        let message = match &deed.doing {
            Doing::Act(UserAction::Text(text)) => say(text),
            Doing::Act(UserAction::Line(line)) => match &on_board {
                Some((component, value)) => act(component, value.as_deref()),
                None => say(&format!("/{line}")),
            },
            Doing::Act(UserAction::Press { id: component, value }) if number.is_multiple_of(2) => {
                act(&json!(component), value.as_deref())
            }
            Doing::Act(UserAction::Press { id: component, value }) => json!({
                "type": "press", "id": id, "channel": "lobby", "message": "1", "component": component, "value": value,
            }),
            Doing::Act(UserAction::Invoke { .. }) => unreachable!("scripts write lines"),
            Doing::Again(before) => match self.sent.get(before) {
                Some(message) => message.clone(),
                None => return,
            },
            Doing::Complete(line) => {
                json!({ "type": "suggest", "number": number, "channel": "lobby", "line": line })
            }
        };
        let page = &mut self.pages[place];
        page.socket.send(&message).await;
        if message["type"] == "suggest" {
            page.until(|answer| answer["type"] == "suggestions" && answer["number"] == number).await;
        } else {
            let is_it = |answer: &Value| matches!(answer["type"].as_str(), Some("done" | "refused"));
            page.until(|answer| is_it(answer) && answer["id"] == message["id"]).await;
            self.sent.insert(number, message);
        }
        all_said(&*self.servers[0].store).await;
        self.seen().await;
    }

    async fn closes(mut self) -> [Vec<String>; NAMES.len()] {
        self.agree("it ends here").await;
        let mut got = std::array::from_fn(|place| self.read(place));
        for (got, page) in got.iter_mut().zip(&self.pages) {
            got.extend(page.pictures().await);
        }
        for server in self.servers {
            server.halt().await;
        }
        got
    }
}

#[tokio::test]
async fn whatever_everybody_does_hidden_cards_change_nothing_for_anybody_else() {
    let run = Run { seed: 20_261_122, games: 3, turns: TURNS, viewers: 1 };
    run.varied().play::<Lobby<1>>().await;
}

#[tokio::test]
async fn hidden_cards_change_nothing_for_anybody_else_whoever_is_connected_to_which_program() {
    let run = Run { seed: 20_261_123, games: 2, turns: TURNS, viewers: 2 };
    run.varied().play::<Lobby<2>>().await;
}
