//! Tests of invite links, and of the form that begins a game: a link gives one seat to one person,
//! whatever people do at once; a form that is sent again begins one game, and errors are shown at
//! its fields.

use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Browser, Server, fresh_id, is_board};

async fn opened(browser: &Browser, link: &str) -> Answer {
    browser.post(&link.replace("/invite/", "/invites/"), &json!({ "seat": browser.seat })).await
}

async fn link_to_seat(browser: &Browser) -> Answer {
    browser.post("/invites", &json!({ "seat": 1, "channel": "lobby" })).await
}

async fn started(browser: &Browser, id: &str, by_link: bool, values: &Value) -> Answer {
    let wish = json!({ "seat": 1, "id": id, "channel": "lobby", "by_link": by_link, "values": values });
    browser.post("/start", &wish).await
}

#[tokio::test]
async fn a_link_seats_whoever_opens_it_first() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path()).await;
    let anna = server.person("Anna").await;
    assert_eq!(link_to_seat(&anna).await.json()["reason"], "no-open-seat");
    let mut white = anna.enter().await;
    white.done("/play chess white").await;
    let link = link_to_seat(&anna).await.json()["href"].as_str().unwrap().to_owned();
    assert_eq!(link_to_seat(&anna).await.json()["href"], link, "one link for one seat");
    assert_eq!(server.browser().get(&link).await.status, StatusCode::OK, "a page that asks for a name");
    let nobody = server.browser().post(&link.replace("/invite/", "/invites/"), &json!({ "seat": 1 })).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    assert_eq!(opened(&anna, &link).await.json()["reason"], "invite-own");
    let others = [server.person("Bert").await, server.person("Carl").await, server.person("Dora").await];
    drop(white);
    server.stop().await;

    let server = Server::on_disk(folder.path()).await;
    let others = others.map(|browser| browser.at(&server));
    let [bert, carl, dora] = &others;
    let answers = tokio::join!(opened(bert, &link), opened(carl, &link), opened(dora, &link));
    let answers = [answers.0, answers.1, answers.2];
    let seated: Vec<usize> = (0..3).filter(|place| answers[*place].status == StatusCode::OK).collect();
    assert_eq!(seated.len(), 1, "{:?}", answers.each_ref().map(Answer::text));
    for (place, answer) in answers.iter().enumerate().filter(|(place, _)| *place != seated[0]) {
        assert_eq!(
            (answer.status, &answer.json()["reason"]),
            (StatusCode::GONE, &json!("invite-taken")),
            "{place}"
        );
    }
    let again = opened(&others[seated[0]], &link).await;
    assert_eq!((again.status, again.json()), (StatusCode::OK, json!({ "channel": "lobby", "plays": true })));
    let mut black = others[seated[0]].enter().await;
    black.watch(None).await;
    let board = black.entry(is_board).await;
    assert_eq!(board["message"]["calls"], false, "White is to move: {board}");
    server.stop().await;
}

#[tokio::test]
async fn a_link_is_over_when_its_challenge_is() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let mut white = anna.enter().await;
    white.done("/play chess white").await;
    let link = link_to_seat(&anna).await.json()["href"].as_str().unwrap().to_owned();
    white.done("/withdraw").await;
    let answer = opened(&bert, &link).await;
    assert_eq!(answer.status, StatusCode::GONE);
    assert!(answer.json()["text"].as_str().unwrap().len() > 20, "{}", answer.text());
    for forged in ["/invite/0123456789abcdef0123456789abcdef", "/invite/x"] {
        assert_eq!(opened(&bert, forged).await.json()["reason"], "invite-unknown");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_friend_is_invited_into_a_room_that_nobody_else_finds() {
    let server = Server::start().await;
    let (anna, bert, eve) =
        (server.person("Anna").await, server.person("Bert").await, server.person("Eve").await);
    let mut onlooker = eve.enter().await;
    let id = fresh_id();
    let begun = started(&anna, &id, true, &json!({ "variant": "chess", "colour": "white" })).await;
    let again = started(&anna, &id, true, &json!({ "variant": "chess", "colour": "white" })).await;
    assert_eq!(begun.json(), again.json(), "sent again it is the same");
    let (room, link) = (begun.json()["channel"].as_str().unwrap().to_owned(), begun.json()["link"].clone());
    assert_eq!(eve.get(&format!("/c/{room}")).await.status, StatusCode::SEE_OTHER);
    assert_eq!(anna.get(&format!("/c/{room}")).await.status, StatusCode::OK);
    let answer = opened(&bert, link.as_str().unwrap()).await;
    assert_eq!(answer.json(), json!({ "channel": room, "plays": true }));
    let mut black = bert.enter().await;
    black.channel.clone_from(&room);
    black.watch(None).await;
    let told = loop {
        let channels = black.until("channels").await;
        if channels["rooms"].is_array() {
            break channels;
        }
    };
    assert_eq!(told["rooms"][0]["players"], json!(["Anna", "Bert"]));
    black.entry(is_board).await;
    // The onlooker has not even been told that something changed.
    onlooker.done("hello").await;
    onlooker.channel.clone_from(&room);
    onlooker.watch(None).await;
    let gone = onlooker.until("channels").await;
    assert_eq!((&gone["names"], &gone["gone"]), (&json!(["lobby"]), &json!(room)));
    assert_eq!(opened(&eve, link.as_str().unwrap()).await.json()["reason"], "invite-taken");
    server.stop().await;
}

#[tokio::test]
async fn the_form_asks_what_the_command_takes() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let form = anna.get("/start?seat=1").await.json();
    let field = |key: &str| {
        let fields = form["fields"].as_array().unwrap();
        fields
            .iter()
            .find(|field| field["key"] == key)
            .unwrap_or_else(|| panic!("no {key} in {form}"))
            .clone()
    };
    assert_eq!(field("opponent")["kind"], "person");
    assert_eq!((&field("variant")["kind"], &field("variant")["default"]), (&json!("game"), &json!("chess")));
    assert_eq!((&field("colour")["default"], &field("colour")["in_setup"]), (&json!("random"), &json!(true)));
    assert_eq!(
        (&field("promotion")["default"], &field("promotion")["only_with"]),
        (&json!("captured"), &json!(["grand"]))
    );
    assert_eq!(
        (&field("kings")["default"], &field("kings")["only_with"]),
        (&json!("rotated"), &json!(["schachen"]))
    );
    assert_eq!(
        (&field("touch-move")["kind"], &field("touch-move")["default"]),
        (&json!("switch"), &json!("no-touch-move"))
    );
    anna.post("/person", &json!({ "seat": 1, "language": "de" })).await;
    let german = anna.get("/start?seat=1").await.json().to_string();
    assert!(german.contains("Schwarz") && german.contains("gegner"), "{german}");
    server.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_the_form_is_said_at_its_field() {
    let server = Server::start().await;
    let (anna, bert) = (server.person("Anna").await, server.person("Bert").await);
    let mut heard = bert.enter().await;
    for (values, field) in [
        (json!({ "variant": "chess", "opponent": "Nobody" }), json!("opponent")),
        (json!({ "variant": "chess", "opponent": "@anna" }), json!("opponent")),
        (json!({ "variant": "chess", "promotion": "all" }), json!("promotion")),
        (json!({ "variant": "chess", "kings": "facing" }), json!("kings")),
    ] {
        let answer = started(&anna, &fresh_id(), false, &values).await;
        assert_eq!((answer.status, &answer.json()["field"]), (StatusCode::CONFLICT, &field), "{values}");
        assert!(answer.json()["text"].as_str().unwrap().len() > 10);
    }
    for values in
        [json!({ "variant": "go" }), json!({ "nothing": "chess" }), json!({ "opponent": "x".repeat(200) })]
    {
        let answer = started(&anna, &fresh_id(), false, &values).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{values}");
    }
    let id = fresh_id();
    let values =
        json!({ "variant": "chess", "opponent": "Bert", "colour": "white", "touch-move": "touch-move" });
    for _ in 0..2 {
        let answer = started(&anna, &id, false, &values).await;
        assert_eq!(
            (answer.status, answer.json()),
            (StatusCode::OK, json!({ "channel": "lobby" })),
            "{}",
            answer.text()
        );
    }
    let second = started(&anna, &fresh_id(), false, &values).await;
    assert_eq!((second.status, second.json()["field"].is_null()), (StatusCode::CONFLICT, true));
    heard.done("the end").await;
    heard.watch(None).await;
    let entries = loop {
        let entries = heard.until("entries").await;
        if entries["place"] == "start" {
            break entries;
        }
    };
    let challenges = entries.to_string().matches("Accept").count();
    assert_eq!(challenges, 1, "{entries}");
    // A set-up is the sender's alone until they make the challenge.
    let setup = json!({ "seat": 1, "id": fresh_id(), "channel": "lobby", "setup": true, "values": { "colour": "black" } });
    let mut panel = anna.enter().await;
    anna.post("/start", &setup).await;
    panel.entry(|entry| entry["kind"] == "private").await;
    server.stop().await;
}
