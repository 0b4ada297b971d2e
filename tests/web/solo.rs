//! Tests of games against the computer in the web chat: each has a room of its own for its player,
//! however it was begun. Not here: rooms of games between people (`rooms`).

use hyper::StatusCode;
use serde_json::{Value, json};

use super::{
    rooms::{asked_about, go, listed, rooms},
    support::{Browser, Server, Socket, control, fresh_id, game, is_board},
};

/// Says something and gives the room to which the page is led.
async fn led(socket: &mut Socket, text: &str) -> Option<String> {
    let id = socket.say(text).await;
    room_of(&socket.answered("done", &id).await)
}

fn room_of(done: &Value) -> Option<String> {
    done["room"].as_str().map(str::to_owned)
}

/// Fills the form in.
async fn start(browser: &Browser, wish: &[(&str, Value)]) -> (StatusCode, Value) {
    let mut body = json!({ "seat": 1, "id": fresh_id(), "channel": "lobby", "values": {} });
    for (key, value) in wish {
        body[*key] = value.clone();
    }
    let answer = browser.post("/start", &body).await;
    (answer.status, serde_json::from_str(answer.text()).unwrap_or_default())
}

/// The first board that comes to a room.
async fn board_in(socket: &mut Socket, room: &str) -> Value {
    go(socket, room).await;
    socket.watch(None).await;
    loop {
        let board = socket.until("board").await;
        if board["channel"] == room && board["board"].is_object() {
            return board["board"].clone();
        }
    }
}

/// Presses a button of the newest private message that has it, and gives the answer.
async fn press(socket: &mut Socket, entry: &Value, label: &str) -> Value {
    let id = socket.press(&entry["seq"], &control(entry, label), None).await;
    socket.answered("done", &id).await
}

#[tokio::test]
async fn every_way_to_play_the_computer_leads_to_ones_own_board() {
    let server = Server::start().await;
    let [_anna, _bert] = game(&server, "chess").await;
    let carl = server.person("Carl").await;
    let mut here = carl.enter().await;
    // Typed, in each language; from within the room of another game of one's own; where strangers play.
    let first = led(&mut here, "/play computer 2 chess white").await.unwrap();
    let board = board_in(&mut here, &first).await;
    assert_eq!((&board["seat"], &board["your_turn"]), (&json!("white"), &json!(true)));
    assert!(board["seats"]["black"]["name"].as_str().unwrap().contains('2'), "{}", board["seats"]);
    let second = led(&mut here, "/spielen computer schachen").await.unwrap();
    assert_eq!(board_in(&mut here, &second).await["variant"], "schachen");
    // The form.
    let wish = [("computer", json!(7)), ("values", json!({ "variant": "chess", "colour": "black" }))];
    let (status, begun) = start(&carl, &wish).await;
    let third = begun["channel"].as_str().unwrap().to_owned();
    assert_eq!(status, StatusCode::OK);
    let board = board_in(&mut here, &third).await;
    assert_eq!(board["seat"], "black");
    assert!(board["seats"]["white"]["name"].as_str().unwrap().contains('7'), "{}", board["seats"]);
    // The set-up panel, and what it says then.
    go(&mut here, "lobby").await;
    here.say("/setup classic-random 6").await;
    let panel = here.entry(|entry| entry["message"]["rows"].to_string().contains("Play the computer")).await;
    let fourth = room_of(&press(&mut here, &panel, "Play the computer").await).unwrap();
    here.watch(None).await;
    let told = here.entry(|entry| entry.to_string().contains("has begun")).await;
    assert!(!told.to_string().contains("challenge"), "{told}");
    assert_eq!(board_in(&mut here, &fourth).await["variant"], "grand");
    // The same again stays where it was.
    go(&mut here, &first).await;
    here.say("/resign").await;
    let question = here.entry(|entry| entry["message"]["rows"].to_string().contains("Resign the game")).await;
    press(&mut here, &question, "Resign the game").await;
    assert_eq!(led(&mut here, "/rematch").await, None);
    let again = board_in(&mut here, &first).await;
    assert_eq!((&again["running"], &again["seat"]), (&json!(true), &json!("black")));

    let all = [&first, &second, &third, &fourth];
    for (place, room) in all.iter().enumerate() {
        assert!(room.starts_with("game-") && !all[..place].contains(room), "{all:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_else_sees_or_hears_of_a_game_against_the_computer() {
    let server = Server::start().await;
    let (anna, eve) = (server.person("Anna").await, server.person("Eve").await);
    let mut stranger = eve.enter().await;
    let mut white = anna.enter().await;
    let room = led(&mut white, "/play computer 1 chess white").await.unwrap();
    let id = room.strip_prefix("game-").unwrap().to_owned();
    let own = listed(&mut white, |channels| !rooms(channels).is_empty()).await;
    let shown = &rooms(&own)[0];
    assert_eq!(
        (&shown["name"], &shown["solo"], &shown["private"], &shown["yours"], &shown["made"]),
        (&json!(room), &json!(true), &json!(true), &json!(true), &json!(true))
    );
    board_in(&mut white, &room).await;
    white.done("e4").await;

    // Strangers get what they get for a room that is not there, and hear nothing of it in the lobby.
    let of_none = asked_about(&eve, "game-zzzzzz").await;
    let of_room = asked_about(&eve, &room).await;
    let settled = |answers: Vec<String>| -> Vec<String> {
        answers.into_iter().filter(|text| !text.contains("\"entries\"")).collect()
    };
    assert_eq!(settled(of_room), settled(of_none));
    let last = stranger.say("is anybody here?").await;
    loop {
        let message = stranger.next().await.unwrap();
        if message["type"] == "done" && message["id"] == last.as_str() {
            break;
        }
        let text = message.to_string();
        assert!(!text.contains(&id) && !text.contains("omputer"), "{text}");
    }
    // Nor is the lobby's board anybody's game.
    let lobby = eve.enter().await;
    drop(lobby);
    let games = anna.get(&format!("/games/{id}/moves?seat=1")).await;
    assert_eq!(games.status, StatusCode::OK);
    assert_eq!(eve.get(&format!("/games/{id}/moves?seat=1")).await.status, StatusCode::NOT_FOUND);

    // Its player may show it.
    let members = anna.get(&format!("/channels/{room}/members?seat=1")).await.json();
    let link = members["link"].as_str().unwrap().replace("/invite/", "/invites/");
    let seated = eve.post(&link, &json!({ "seat": 1 })).await;
    assert_eq!((seated.status, &seated.json()["plays"]), (StatusCode::OK, &json!(false)));
    assert_eq!(board_in(&mut stranger, &room).await["seat"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn the_form_takes_nothing_that_does_not_go_together() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let form = anna.get("/start?seat=1&channel=lobby").await.json();
    assert_eq!(form["levels"], json!({ "usual": 3, "most": 10 }));
    for wish in [
        vec![("computer", json!(3)), ("by_link", json!(true))],
        vec![("computer", json!(3)), ("setup", json!(true))],
        vec![("by_link", json!(true)), ("setup", json!(true))],
    ] {
        assert_eq!(start(&anna, &wish).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{wish:?}");
    }
    let named = [("setup", json!(true)), ("values", json!({ "opponent": "@Computer" }))];
    let (status, said) = start(&anna, &named).await;
    assert_eq!((status, &said["reason"]), (StatusCode::CONFLICT, &json!("computer-setup")));
    for level in [0, 11] {
        let (status, said) = start(&anna, &[("computer", json!(level))]).await;
        assert_eq!(status, StatusCode::CONFLICT);
        assert!(said["text"].as_str().unwrap().contains("level"), "{said}");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_asked_at_the_board_is_answered_there() {
    let server = Server::start().await;
    let [(_, mut white), _] = game(&server, "chess").await;
    white.watch(None).await;
    let board = white.entry(is_board).await;
    let resign = control(&board, "Resign");
    let act = |component: &str, id: &str| json!({ "type": "act", "id": id, "channel": "lobby", "component": component, "value": null });
    let mut answers = Vec::new();
    for _ in 0..2 {
        let id = fresh_id();
        white.send(&act(&resign, &id)).await;
        answers.push(white.answered("done", &id).await["question"].clone());
    }
    // However often it is pressed, it is asked again.
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["text"], "Do you really want to resign?");
    let [yes, no] =
        ["Resign the game", "Cancel"].map(|label| control(&json!({ "message": answers[0] }), label));
    for component in [no, yes] {
        let id = fresh_id();
        white.send(&act(&component, &id)).await;
        assert!(white.answered("done", &id).await["question"].is_null());
    }
    white.watch(None).await;
    let entries = white.until("entries").await.to_string();
    assert!(entries.contains("resigned") && !entries.contains("Do you really"), "{entries}");
    server.stop().await;
}
