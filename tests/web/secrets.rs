//! Tests of private information in games that differ only in what one player was told in private:
//! whatever the opponent and a spectator get over the wire is the same, letter by letter: messages
//! and how many, numbers, pages, pictures, answers to guessed addresses.

use std::sync::Arc;

use adoube_store::MemoryStore;
use adoube_testing::clock::TestClock;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Browser, Server, Socket, fresh_id, game};

/// What White does in private before the turn, and how they make it.
struct Story {
    alone: &'static [&'static str],
    turn: &'static [&'static str],
}

/// White is asked about a drop in some of these, or looks at their cards, or is refused something; in others not.
const STORIES: [Story; 6] = [
    Story { alone: &[], turn: &["n3 pass"] },
    Story { alone: &[], turn: &["n3", "pass"] },
    Story { alone: &["/hand", "/board"], turn: &["n3", "/hand", "/drop", "pass"] },
    Story { alone: &["/move a9", "/help", "/export pgn"], turn: &["n3", "/pass"] },
    // On the board they can touch: what is pressed, and with what.
    Story { alone: &[], turn: &["act n2n3", "hand.pass"] },
    Story {
        alone: &["act m2m3", "hand.undo", "act m2m9"],
        turn: &["act m2m3", "hand.undo", "act n2n3", "hand.undo", "act n2n3", "hand.pass"],
    },
];

/// White, and the board they see.
struct Player {
    socket: Socket,
    board: Value,
}

impl Player {
    /// Looks at the board, as somebody does who has just come.
    async fn at_the_board(mut socket: Socket) -> Self {
        socket.watch(None).await;
        while socket.until("entries").await["place"] != "start" {}
        let board = socket.until("board").await["board"].clone();
        Self { socket, board }
    }

    /// Says that, or does it on the board: `act` and a move, or what is pressed of the hand. Its id.
    async fn begins(&mut self, line: &str) -> String {
        let (component, value) = match line.split_once(['.', ' ']) {
            Some(("act", value)) => (&self.board["act"], Some(value)),
            Some(("hand", part)) => (&self.board["hand"][part], None),
            _ => return self.socket.say(line).await,
        };
        assert!(component.is_string(), "{line}: {}", self.board);
        let id = fresh_id();
        let act =
            json!({ "type": "act", "id": id, "channel": "lobby", "component": component, "value": value });
        self.socket.send(&act).await;
        id
    }

    async fn does(&mut self, line: &str) {
        let id = self.begins(line).await;
        loop {
            let message = self.socket.next().await.unwrap();
            match message["type"].as_str() {
                Some("board") => self.board = message["board"].clone(),
                Some("done") if message["id"] == id.as_str() => return,
                _ => {}
            }
        }
    }
}

/// Somebody who listens, and every message they got.
struct Listener {
    browser: Browser,
    socket: Socket,
    heard: Vec<String>,
}

impl Listener {
    /// Listens until this is said; everything on the way is kept.
    async fn hear(&mut self, text: &str) {
        loop {
            let message = self.socket.next_text().await.unwrap();
            let is_it = message.contains(&format!("\"text\":\"{text}\""));
            self.heard.push(message);
            if is_it {
                return;
            }
        }
    }
}

#[tokio::test]
async fn what_one_player_is_asked_changes_nothing_for_anybody_else() {
    let mut expected: Option<[Vec<String>; 2]> = None;
    for (number, story) in STORIES.iter().enumerate() {
        let told = tell(story).await;
        match &expected {
            None => expected = Some(told),
            Some(expected) => {
                for (got, expected) in told.iter().zip(expected) {
                    for (got, expected) in got.iter().zip(expected) {
                        assert_eq!(got, expected, "story {number}");
                    }
                    assert_eq!(got.len(), expected.len(), "story {number}");
                }
            }
        }
    }
}

/// Plays a story; everything the opponent and an onlooker get of it.
async fn tell(story: &Story) -> [Vec<String>; 2] {
    let server = Server::with(Arc::new(MemoryStore::new()), Arc::new(TestClock::undated())).await;
    let [(_, white), (bert, black)] = game(&server, "schachen").await;
    let (carl, dora) = (server.person("Carl").await, server.person("Dora").await);
    let mut speaker = dora.enter().await;
    let onlooker = carl.enter().await;
    let mut listeners = [(bert, black), (carl, onlooker)].map(|(browser, socket)| Listener {
        browser,
        socket,
        heard: Vec::new(),
    });
    speaker.done("it begins").await;
    for listener in &mut listeners {
        while !listener.socket.next_text().await.unwrap().contains("it begins") {}
    }
    let mut white = Player::at_the_board(white).await;
    for line in story.alone {
        white.does(line).await;
    }
    speaker.done("before the turn").await;
    for listener in &mut listeners {
        listener.hear("before the turn").await;
    }
    let (last, first) = story.turn.split_last().unwrap();
    for line in first {
        white.does(line).await;
    }
    // The board may come before word that the turn was dealt with.
    white.begins(last).await;
    white.socket.entry(|entry| entry["kind"] == "notice" && entry["message"]["picture"].is_object()).await;
    speaker.done("after the turn").await;
    for listener in &mut listeners {
        listener.hear("after the turn").await;
        // The own cards are on the board one can touch, which is compared below.
        let is_board = |message: &&String| message.contains("\"type\":\"board\"");
        let words: Vec<&str> =
            listener.heard.iter().filter(|message| !is_board(message)).map(String::as_str).collect();
        let words = words.join("\n");
        assert!(
            words.contains("n3") && !words.contains("drop") && !words.contains("\"entries\":[]"),
            "{words}"
        );
        let read = read_everything(&listener.browser).await;
        listener.heard.extend(read);
    }
    server.stop().await;
    // Who is here is told at its own time, which the stories do not change.
    listeners.map(|Listener { mut heard, .. }| {
        heard.retain(|message| !message.contains("\"type\":\"people"));
        heard
    })
}

/// All that can be asked for: pages, pictures, and addresses of what is not there or not for this person.
async fn read_everything(browser: &Browser) -> Vec<String> {
    let mut socket = browser.socket().await;
    socket.watch(None).await;
    let mut got = vec![entries(&mut socket).await];
    for before in ["3.0", "1000000.1000000"] {
        socket.send(&json!({ "type": "older", "channel": "lobby", "before": before })).await;
        got.push(entries(&mut socket).await);
    }
    for id in (0..40).map(|number| number.to_string()).chain((0..20).map(|number| format!("p{number}"))) {
        for what in ["board.png", "replay.gif", "file"] {
            let answer = browser.get(&format!("/channels/lobby/messages/{id}/{what}?seat=1")).await;
            got.push(format!("{id} {what}: {}", whole(&answer)));
        }
    }
    let pictures = got.iter().filter(|answer| answer.contains("image/png")).count();
    assert!(pictures > 1, "{pictures} boards were looked at");
    got
}

async fn entries(socket: &mut Socket) -> String {
    loop {
        let text = socket.next_text().await.unwrap();
        if serde_json::from_str::<Value>(&text).unwrap()["type"] == "entries" {
            return text;
        }
    }
}

fn whole(answer: &Answer) -> String {
    let mut headers: Vec<String> = answer
        .headers
        .iter()
        .filter(|(name, _)| *name != "date")
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    headers.sort();
    let body =
        if answer.status == StatusCode::OK { format!("{:?}", answer.body) } else { answer.text().to_owned() };
    format!("{} {headers:?} {body}", answer.status)
}
