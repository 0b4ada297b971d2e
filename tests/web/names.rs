//! Tests of the names of people in the web chat: which are refused, to whom a name belongs, and
//! that both hold over restarts.

use adoube_store::{Batch, Key, KeyRange, KeyReader, ScanOrder, Store, Table};
use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Browser, Server, Socket, game, is_board};

async fn refusal(browser: &Browser, name: &str) -> Option<(StatusCode, String)> {
    let answer = browser.post("/person", &json!({ "seat": browser.seat, "name": name })).await;
    let reason = || answer.json()["reason"].as_str().unwrap_or_default().to_owned();
    (answer.status != StatusCode::OK).then(|| (answer.status, reason()))
}

#[tokio::test]
async fn nobody_takes_a_name_that_passes_for_another() {
    let server = Server::start().await;
    server.person("Eve").await;
    let mut other = server.browser();
    other.open_session().await;
    let cases = [
        ("Eve\u{3164}", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("E\u{34f}ve", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("Eve\u{fe0f}", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("Ev\u{180b}e", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("\u{115f}", StatusCode::UNPROCESSABLE_ENTITY, "name-characters"),
        ("Еvе", StatusCode::CONFLICT, "name-taken"),
        ("EVΕ", StatusCode::CONFLICT, "name-taken"),
        ("adoube", StatusCode::CONFLICT, "name-reserved"),
        ("Аdmin", StatusCode::CONFLICT, "name-reserved"),
        ("Weiß", StatusCode::CONFLICT, "name-reserved"),
        ("Schachen", StatusCode::CONFLICT, "name-reserved"),
    ];
    for (name, status, reason) in cases {
        assert_eq!(refusal(&other, name).await, Some((status, reason.to_owned())), "{name:?}");
    }
    for name in ["Ольга", "小林", "Özgür", "Ewe", "Евa"] {
        assert_eq!(refusal(&other, name).await, None, "{name:?}");
    }
    server.stop().await;
}

/// The ids of the web chat's people, by name.
async fn id_of(store: &dyn Store, name: &str) -> String {
    let range = KeyRange::prefix(Key::new().text("person"));
    let rows = store.scan(Table::Web, range, ScanOrder::Ascending, 100).await.unwrap();
    let called = |value: &[u8]| serde_json::from_slice::<Value>(value).unwrap()["name"] == name;
    let (key, _) = rows.iter().find(|(_, record)| called(&record.value)).expect("somebody of that name");
    let mut reader = KeyReader::new(key);
    reader.text().and_then(|_| reader.text()).unwrap()
}

/// Makes the store what it was before names were told apart by what they look like, with somebody's name changed to one
/// that nobody could take by now.
async fn age(store: &dyn Store, name: &str, double: &str) {
    let id = id_of(store, name).await;
    let person = Key::new().text("person").text(&id);
    let record = store.get(Table::Web, person.as_ref()).await.unwrap().unwrap();
    let mut profile: Value = serde_json::from_slice(&record.value).unwrap();
    profile["name"] = json!(double);
    let key = |name: &str| Key::new().text("name").text(&name.to_lowercase());
    let mut batch = Batch::new()
        .put(Table::Web, person, profile.to_string())
        .delete(Table::Web, key(name))
        .put(Table::Web, key(double), id.as_bytes())
        .delete(Table::Web, Key::new().text("looks"));
    let looks = KeyRange::prefix(Key::new().text("look"));
    for (key, _) in store.scan(Table::Web, looks, ScanOrder::Ascending, 100).await.unwrap() {
        batch = batch.delete(Table::Web, key);
    }
    store.commit(batch).await.unwrap();
}

#[tokio::test]
async fn whoever_has_a_name_keeps_it_and_nobody_else_gets_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path()).await;
    let (eve, double) = (server.person("Eve").await, server.person("Bert").await);
    let hidden = server.person("Carl").await;
    age(&*server.store, "Bert", "Еvе").await;
    age(&*server.store, "Carl", "\u{3164}").await;
    server.stop().await;

    let server = Server::on_disk(folder.path()).await;
    let (eve, double, hidden) = (eve.at(&server), double.at(&server), hidden.at(&server));
    let mut other = server.browser();
    other.open_session().await;
    let taken = Some((StatusCode::CONFLICT, "name-taken".to_owned()));
    for name in ["Eve", "eve", "Еvе", "Eνe"] {
        assert_eq!(refusal(&other, name).await, taken, "{name}");
    }
    for browser in [&eve, &double, &hidden] {
        let answer = browser.post("/person", &json!({ "seat": 1, "theme": "slate" })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        browser.enter().await;
    }
    assert_eq!(refusal(&double, "ЕVе").await, None, "it is the name they have, in other letters");
    assert_eq!(refusal(&eve, "EVE").await, None);
    // Who lets go of a double does not get it back, and takes nothing from the other.
    assert_eq!(refusal(&double, "Bert").await, None);
    assert_eq!(refusal(&double, "Еvе").await, taken);
    assert_eq!(refusal(&other, "Eve").await, taken);
    assert_eq!(refusal(&eve, "Eva").await, None);
    assert_eq!(refusal(&other, "Еvе").await, None, "nobody is called so any more");
    assert_eq!(refusal(&eve, "Eve").await, taken);
    server.stop().await;
}

/// Whether the bot asks somebody if they want to abort the game in the lobby.
async fn may_abort(socket: &mut Socket) -> bool {
    let id = socket.say("/abort").await;
    let answer = socket.entry(|entry| entry["event"] == id.as_str() && entry["kind"] == "private").await;
    answer["message"].to_string().contains("Abort the game")
}

#[tokio::test]
async fn a_moderator_s_name_goes_on_meaning_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::moderated(folder.path(), &["Ada"]).await;
    let mut ada = server.person("Ada").await;
    let [(_, mut white), (_, mut black)] = game(&server, "chess").await;
    for (socket, text) in [(&mut white, "e4"), (&mut black, "e5")] {
        socket.say(text).await;
        socket.entry(is_board).await;
    }
    assert!(may_abort(&mut ada.enter().await).await);
    ada.call("Bea").await;
    let mut heir = server.person("ADA").await;
    assert!(may_abort(&mut ada.enter().await).await, "she moderates under any name");
    assert!(!may_abort(&mut heir.enter().await).await, "the name alone means nothing");
    let id = id_of(&*server.store, "Bea").await;
    server.stop().await;
    // The names in the configuration, whether Bea moderates then, and whether her heir does.
    let starts: [(&[&str], bool, bool); 4] = [
        (&["ada"], true, false),
        (&[], false, false),
        // Named anew, it means whoever has it now.
        (&["Ada"], false, true),
        (&["Nobody-yet", &id], true, false),
    ];
    for (moderators, by_bea, by_heir) in starts {
        let server = Server::moderated(folder.path(), moderators).await;
        (ada, heir) = (ada.at(&server), heir.at(&server));
        for (browser, expected) in [(&ada, by_bea), (&heir, by_heir)] {
            assert_eq!(may_abort(&mut browser.enter().await).await, expected, "{moderators:?}");
        }
        server.stop().await;
    }
}
