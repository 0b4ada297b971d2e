//! Tests of interactions over HTTP: only Discord's own calls are answered, and games are played as
//! over the gateway.

use serde_json::json;

use crate::support::{ADA, BOB, CHESS, NOW, World};

#[tokio::test]
async fn only_genuine_fresh_calls_are_answered() {
    let mut world = World::without_bot().await;
    let caller = world.start_called_bot().await;
    let ping = json!({ "id": "1", "application_id": "100", "type": 1, "token": "t", "version": 1 });
    assert_eq!(caller.call(&ping).await, (200, r#"{"type":1}"#.to_owned()));
    let body = ping.to_string();
    let seconds = |offset: i64| (i64::try_from(NOW / 1000).expect("a time") + offset).to_string();
    let (now, old, early) = (seconds(0), seconds(-301), seconds(301));
    for (body, time, signature, status) in [
        (body.as_str(), &now, caller.signature(&body, &now), 200),
        (&body.replace("100", "101"), &now, caller.signature(&body, &now), 401),
        (&body, &seconds(1), caller.signature(&body, &now), 401),
        (&body, &old, caller.signature(&body, &old), 401),
        (&body, &early, caller.signature(&body, &early), 401),
        (&body, &now, "00".repeat(64), 401),
        (&body, &now, "no signature".to_owned(), 401),
        (&body, &now, String::new(), 401),
        ("{}", &now, caller.signature("{}", &now), 400),
        ("", &now, caller.signature("", &now), 400),
    ] {
        assert_eq!(caller.call_with(body, time, &signature).await.0, status, "{body} {time} {signature}");
    }
    let long = " ".repeat(300 * 1024);
    assert_eq!(caller.call_with(&long, &now, &caller.signature(&long, &now)).await.0, 413);
}

#[tokio::test]
async fn a_game_is_played_without_a_gateway() {
    let mut world = World::without_bot().await;
    world.start_called_bot().await;
    world.begin(CHESS).await;
    world.plays(ADA, CHESS, "e4").await;
    let board = world.plays(BOB, CHESS, "e5").await;
    let picker = world.reply(&world.press(ADA, board.id, "Move")).await;
    let squares = world.reply(&world.pick(ADA, picker.id, "Knight g1")).await;
    world.pick(ADA, squares.id, "f3");
    world.nth(CHESS, 5).await;
    assert_eq!(world.fake.state().identified, 0);
    world.stop_bot().await;
}
