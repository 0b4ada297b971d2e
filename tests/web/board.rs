//! Tests of the live board over the wire, which the page draws itself: who gets it and when, that
//! actions on it act once and for those who may, and the drawings of its pieces. Not here: what
//! stands on it (tests of the bot), the page that shows it (`browser`).

use hyper::StatusCode;
use serde_json::{Value, json};

use super::support::{Browser, Server, Socket, fresh_id, game};

/// The next board of a socket.
async fn board(socket: &mut Socket) -> Value {
    socket.until("board").await["board"].clone()
}

/// Acts, and waits until that is dealt with; the last board that came before, and the private entries until then.
async fn act(socket: &mut Socket, component: &Value, value: Option<&str>) -> (Option<Value>, Vec<Value>) {
    let id = fresh_id();
    act_as(socket, &id, component, value).await
}

/// Acts, and waits until the actor is told something about it.
async fn refused(socket: &mut Socket, component: &Value, value: Option<&str>) -> String {
    let (_, private) = act(socket, component, value).await;
    let told = match private.into_iter().next() {
        Some(told) => told,
        None => socket.entry(|entry| entry["kind"] == "private").await,
    };
    told["message"]["blocks"][0]["text"].as_str().unwrap().to_owned()
}

async fn act_as(
    socket: &mut Socket,
    id: &str,
    component: &Value,
    value: Option<&str>,
) -> (Option<Value>, Vec<Value>) {
    socket
        .send(&json!({ "type": "act", "id": id, "channel": "lobby", "component": component, "value": value }))
        .await;
    let (mut last, mut private) = (None, Vec::new());
    loop {
        let message = socket.next().await.unwrap();
        match message["type"].as_str() {
            Some("board") => last = Some(message["board"].clone()),
            Some("entries") => {
                let entries = message["entries"].as_array().unwrap();
                private.extend(entries.iter().filter(|entry| entry["kind"] == "private").cloned());
            }
            Some("done") if message["id"] == id => return (last, private),
            Some("refused") => panic!("{message}"),
            _ => {}
        }
    }
}

/// The board as it is when whoever reads has come up to it.
async fn board_at(socket: &mut Socket, plies: u64) -> Value {
    loop {
        let board = board(socket).await;
        if board["plies"] == plies {
            return board;
        }
    }
}

/// What comes first to somebody who enters.
async fn first_board(browser: &Browser) -> (Socket, Value) {
    let mut socket = browser.socket().await;
    socket.watch(None).await;
    let board = socket.until("board").await["board"].clone();
    (socket, board)
}

#[tokio::test]
async fn a_channel_without_a_game_has_no_board() {
    let server = Server::start().await;
    let (_, board) = first_board(&server.person("Anna").await).await;
    assert_eq!(board, Value::Null);
}

#[tokio::test]
async fn the_board_comes_with_the_channel_and_after_every_move() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "chess").await;
    let (_, start) = first_board(&anna).await;
    assert_eq!(
        (&start["seat"], &start["your_turn"], &start["plies"]),
        (&json!("white"), &json!(true), &json!(0))
    );
    assert_eq!(start["moves"].as_array().unwrap().len(), 20);
    assert_eq!(start["pieces"].as_array().unwrap().len(), 32);
    assert_eq!(start["window"], json!({ "left": 0, "right": 7, "bottom": 1, "top": 8 }));
    let knight = start["types"]["N"].as_object().unwrap();
    assert_eq!((&knight["name"], &knight["letter"]), (&json!("Knight"), &json!("N")));
    assert!(start["look"]["light"].as_str().unwrap().starts_with('#'));
    let (_, waiting) = first_board(&bert).await;
    assert_eq!(
        (&waiting["seat"], &waiting["your_turn"], &waiting["act"]),
        (&json!("black"), &json!(false), &Value::Null)
    );
    assert_eq!(waiting["moves"], json!([]));

    let (after, private) = act(&mut white, &start["act"], Some("e2e4")).await;
    let after = after.expect("the own board comes before word that it was dealt with");
    assert_eq!((&after["plies"], &after["your_turn"]), (&json!(1), &json!(false)));
    assert_eq!(after["last"], json!({ "ply": 1, "san": "1. e4", "says": "White: Pawn e2 to e4." }));
    assert!(private.is_empty(), "{private:#?}");
    let answer = board_at(&mut black, 1).await;
    assert_eq!((&answer["your_turn"], &answer["to_move"]), (&json!(true), &json!("black")));
    assert_eq!(answer["marks"]["last"], json!(["e2", "e4"]));
    server.stop().await;
}

#[tokio::test]
async fn an_act_is_done_once_and_an_old_one_is_told_kindly() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "chess").await;
    let (_, start) = first_board(&anna).await;
    let id = fresh_id();
    act_as(&mut white, &id, &start["act"], Some("e2e4")).await;
    let answer = board_at(&mut black, 1).await;
    act(&mut black, &answer["act"], Some("e7e5")).await;
    let next = board_at(&mut white, 2).await;
    let (again, private) = act_as(&mut white, &id, &start["act"], Some("e2e4")).await;
    assert!(again.is_none() && private.is_empty(), "the same event: {again:?} {private:?}");
    let told = refused(&mut white, &start["act"], Some("d2d4")).await;
    assert_eq!(told, "That button is from an older board. Use the newest one, or type /board.");
    let (_, now) = first_board(&anna).await;
    assert_eq!((&now["plies"], &now["revision"]), (&json!(2), &next["revision"]));
    let (_, of_black) = first_board(&bert).await;
    assert_eq!(of_black["plies"], 2);
    server.stop().await;
}

#[tokio::test]
async fn a_move_that_waits_for_a_drop_is_on_every_tab_of_its_player() {
    let server = Server::start().await;
    let [(anna, mut white), (bert, mut black)] = game(&server, "schachen").await;
    let (mut tab, start) = first_board(&anna).await;
    let (_, before) = first_board(&bert).await;
    let (begun, private) = act(&mut white, &start["act"], Some("n2n3")).await;
    let begun = begun.expect("the own board");
    assert_eq!(begun["hand"]["begun"], json!({ "from": "n2", "to": "n3", "says": "n3" }));
    assert_eq!(board(&mut tab).await, begun);
    assert!(private.is_empty(), "{private:#?}");
    assert_eq!(first_board(&bert).await.1, before);
    let (undone, _) = act(&mut tab, &begun["hand"]["undo"], None).await;
    assert_eq!(undone, Some(start));
    let (made, _) = act(&mut tab, &begun["hand"]["pass"], None).await;
    assert_eq!(made.expect("the own board")["plies"], 1);
    assert_eq!(board_at(&mut black, 1).await["your_turn"], true);
    server.stop().await;
}

#[tokio::test]
async fn nobody_else_acts() {
    let server = Server::start().await;
    let [(anna, _white), (_, mut black)] = game(&server, "chess").await;
    let (mut stranger, seen) = first_board(&server.person("Carl").await).await;
    assert_eq!((&seen["seat"], &seen["viewpoint"]), (&Value::Null, &json!("white")));
    assert_eq!((&seen["moves"], &seen["act"], &seen["hand"]), (&json!([]), &Value::Null, &Value::Null));
    let (_, start) = first_board(&anna).await;
    for socket in [&mut stranger, &mut black] {
        for (component, value) in
            [(&start["act"], "e2e4"), (&start["act"], "nonsense"), (&json!("nothing"), "e2e4")]
        {
            let told = refused(socket, component, Some(value)).await;
            assert!(!told.is_empty(), "{component} {value}");
        }
    }
    let (_, now) = first_board(&anna).await;
    assert_eq!(now["plies"], 0);
    server.stop().await;
}

#[tokio::test]
async fn pieces_are_drawn_for_everybody_and_kept() {
    let server = Server::start().await;
    let [(anna, _white), _] = game(&server, "chess").await;
    let (_, start) = first_board(&anna).await;
    for (code, about) in start["types"].as_object().unwrap() {
        for side in ["white", "black"] {
            let answer = server.browser().get(about[side].as_str().unwrap()).await;
            assert_eq!(answer.status, StatusCode::OK, "{code}");
            assert_eq!(answer.header("content-type"), "image/svg+xml");
            assert!(answer.header("cache-control").contains("immutable"));
            assert!(answer.text().starts_with("<svg"), "{code}");
        }
    }
    for unknown in
        ["wood/white-XX.svg", "wood/white-N.png", "tin/white-N.svg", "wood/red-N.svg", "wood/..svg"]
    {
        let answer = server.browser().get(&format!("/art/{unknown}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{unknown}");
    }
    server.stop().await;
}
