//! Tests of preferences in the web chat: the dialog and the command choose the same, and all pages
//! of a person agree.

use serde_json::{Value, json};

use super::support::{Browser, Server, Socket};

async fn choices(browser: &mut Browser) -> Value {
    browser.open_session().await["persons"][0].clone()
}

async fn chosen(socket: &mut Socket) -> Value {
    socket.until("person").await["person"].clone()
}

#[tokio::test]
async fn the_dialog_and_the_command_choose_the_same() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await;
    let mut socket = anna.enter().await;
    let before = choices(&mut anna).await;
    let usual = json!({ "letters": "own", "hints": false, "reminders": "here", "protection": true });
    assert_eq!((&before["language"], &before["choices"]), (&json!("en"), &usual));
    // By the dialog, which another tab hears of.
    let wish = json!({ "seat": 1, "language": "de", "theme": "slate", "letters": "english", "hints": true,
        "reminders": "private", "protection": false });
    let answer = anna.post("/person", &wish).await.json();
    assert_eq!((&answer["language"], &answer["theme"]), (&json!("de"), &json!("slate")));
    let told = chosen(&mut socket).await;
    assert_eq!((&told["language"], &told["theme"]), (&json!("de"), &json!("slate")));
    let said = socket_says(&mut socket, "/einstellungen").await;
    for words in ["Sprache: Deutsch", "Schiefer", "Erinnerungen: privat", "Zeitablauf: aus"] {
        assert!(said.contains(words), "{said}");
    }
    // By the command, which the dialog shows.
    let said = socket_says(&mut socket, "/einstellungen sprache englisch").await;
    // Until the page has its words it may be said in the old language.
    assert!(said.contains("English"), "{said}");
    assert_eq!(chosen(&mut socket).await["language"], "en");
    socket_says(&mut socket, "/settings reminders off").await;
    let after = choices(&mut anna).await;
    let expected = json!({ "letters": "english", "hints": true, "reminders": "off", "protection": false });
    assert_eq!((&after["language"], &after["choices"]), (&json!("en"), &expected));
    // And by the dialog again.
    anna.post("/person", &json!({ "seat": 1, "language": "de" })).await;
    assert_eq!(choices(&mut anna).await["language"], "de");
    // Whoever takes the choice back reads what their browser said.
    socket_says(&mut socket, "/einstellungen sprache auto").await;
    assert_eq!(choices(&mut anna).await["language"], "en");
    server.stop().await;
}

#[tokio::test]
async fn a_name_alone_chooses_nothing_else() {
    let server = Server::start().await;
    let mut anna = server.person("Anna").await;
    let mut socket = anna.enter().await;
    let wish = json!({ "seat": 1, "name": "Anne", "language": "en", "theme": "wood" });
    anna.post("/person", &wish).await;
    assert_eq!(choices(&mut anna).await["name"], "Anne");
    let said = socket_says(&mut socket, "/settings").await;
    assert!(said.contains("Language: automatic") && said.contains("Board style: automatic"), "{said}");
    for (field, value) in [("letters", json!("klingon")), ("reminders", json!("loudly"))] {
        let mut wish = json!({ "seat": 1 });
        wish[field] = value;
        anna.post("/person", &wish).await;
    }
    assert_eq!(choices(&mut anna).await["choices"]["letters"], "own");
    server.stop().await;
}

#[tokio::test]
async fn makers_of_a_channel_choose_for_it_and_the_form_shows_it() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let bert = server.person("Bert").await;
    anna.post("/channels", &json!({ "seat": 1, "name": "den", "private": false })).await;
    let mut socket = anna.enter().await;
    socket.channel = "den".to_owned();
    socket.watch(None).await;
    let said = socket_says(&mut socket, "/settings room game chess960").await;
    assert!(said.contains("Saved. Game when none is named: Chess960"), "{said}");
    let game = |form: &Value| {
        let fields = form["fields"].as_array().unwrap();
        fields.iter().find(|field| field["kind"] == "game").unwrap()["default"].clone()
    };
    assert_eq!(game(&bert.get("/start?seat=1&channel=den").await.json()), "chess960");
    assert_eq!(game(&bert.get("/start?seat=1&channel=lobby").await.json()), "chess");
    assert_eq!(bert.get("/start?seat=1&channel=nowhere").await.status, hyper::StatusCode::NOT_FOUND);
    let mut other = bert.enter().await;
    other.channel = "den".to_owned();
    other.watch(None).await;
    let said = socket_says(&mut other, "/settings room game grand").await;
    assert!(said.contains("Only moderators of this room"), "{said}");
    server.stop().await;
}

/// What the bot answers, in one text.
async fn socket_says(socket: &mut Socket, line: &str) -> String {
    let id = socket.say(line).await;
    let entry = socket.entry(|entry| entry["kind"] == "private" && entry["event"] == id.as_str()).await;
    entry["message"]["blocks"].to_string()
}
