//! Tests of the content of sent events: mentions, captions, files, threads, replies and edits.

use matrix_sdk::ruma::{events::room::MediaSource, owned_mxc_uri};
use serde_json::{Value, json};

use super::written as content;
use crate::{MatrixEventId, MatrixFile, MatrixMessage, MatrixPicture, ReplacedMessage, UserId};

fn written(message: &MatrixMessage) -> Value {
    let attached = message.picture.is_some() || message.file.is_some();
    let source = attached.then(|| MediaSource::Plain(owned_mxc_uri!("mxc://example.org/a")));
    let latest = message.thread.as_ref().map(|_| MatrixEventId("$latest".into()));
    content(message, source, latest.as_ref()).unwrap()
}

fn board() -> MatrixPicture {
    MatrixPicture {
        name: "board.png".into(),
        media_type: "image/png".into(),
        bytes: vec![0; 10],
        width: 576,
        height: 580,
    }
}

#[test]
fn words_call_only_whom_they_name() {
    let message = MatrixMessage {
        plain: "Bob to move".into(),
        html: "<b>Bob</b> to move".into(),
        mentions: vec![UserId("@bob:example.org".into())],
        ..MatrixMessage::default()
    };
    let expected = json!({
        "msgtype": "m.text", "body": "Bob to move",
        "format": "org.matrix.custom.html", "formatted_body": "<b>Bob</b> to move",
        "m.mentions": { "user_ids": ["@bob:example.org"] },
    });
    assert_eq!(written(&message), expected);
    let message = MatrixMessage { plain: "anybody".into(), ..MatrixMessage::default() };
    let expected = json!({ "msgtype": "m.notice", "body": "anybody", "m.mentions": {} });
    assert_eq!(written(&message), expected);
}

#[test]
fn a_picture_has_its_words_as_caption() {
    let message = MatrixMessage {
        plain: "White played e4.".into(),
        picture: Some(board()),
        ..MatrixMessage::default()
    };
    let expected = json!({
        "msgtype": "m.image", "body": "White played e4.", "filename": "board.png",
        "url": "mxc://example.org/a",
        "info": { "w": 576, "h": 580, "mimetype": "image/png", "size": 10, "org.matrix.msc4230.is_animated": false },
        "m.mentions": {},
    });
    assert_eq!(written(&message), expected);
    // Element's own components draw it in `tests/peers/element`.
    let drawn: Value =
        serde_json::from_str(include_str!("../../../../tests/peers/element/events.json")).unwrap();
    assert_eq!(written(&message), drawn["plain"]);
}

#[test]
fn a_file_is_called_by_its_name() {
    let (name, media_type) = ("game.pgn".to_owned(), "text/plain".to_owned());
    let file = Some(MatrixFile { name, media_type, bytes: vec![0; 7], otherwise: String::new() });
    let expected = json!({
        "msgtype": "m.file", "body": "game.pgn", "filename": "game.pgn",
        "url": "mxc://example.org/a",
        "info": { "mimetype": "text/plain", "size": 7 },
        "m.mentions": {},
    });
    assert_eq!(written(&MatrixMessage { file, ..MatrixMessage::default() }), expected);
}

#[test]
fn threads_and_replies_are_told_apart() {
    let relation = |thread: Option<&str>, reply_to: Option<&str>| {
        let id = |id: &str| MatrixEventId(id.into());
        let message =
            MatrixMessage { thread: thread.map(id), reply_to: reply_to.map(id), ..MatrixMessage::default() };
        written(&message)["m.relates_to"].clone()
    };
    assert_eq!(relation(None, None), Value::Null);
    assert_eq!(relation(None, Some("$a")), json!({ "m.in_reply_to": { "event_id": "$a" } }));
    let in_thread = json!({
        "rel_type": "m.thread", "event_id": "$r", "is_falling_back": true,
        "m.in_reply_to": { "event_id": "$latest" },
    });
    assert_eq!(relation(Some("$r"), None), in_thread);
    let reply = json!({ "rel_type": "m.thread", "event_id": "$r", "m.in_reply_to": { "event_id": "$a" } });
    assert_eq!(relation(Some("$r"), Some("$a")), reply);
}

#[test]
fn what_stands_in_the_place_of_another_calls_only_whom_that_did_not() {
    let [ada, bob] = ["@ada:example.org", "@bob:example.org"].map(|id| UserId(id.into()));
    let change = |called: Vec<UserId>, picture: Option<MatrixPicture>| MatrixMessage {
        plain: "Bob to move".into(),
        picture,
        mentions: vec![ada.clone(), bob.clone()],
        replaces: Some(ReplacedMessage { event: MatrixEventId("$a".into()), called }),
        ..MatrixMessage::default()
    };
    let content = written(&change(vec![ada.clone()], None));
    assert_eq!(content["msgtype"], "m.text");
    assert_eq!(content["m.mentions"], json!({ "user_ids": ["@bob:example.org"] }));
    assert_eq!(content["m.relates_to"], json!({ "rel_type": "m.replace", "event_id": "$a" }));
    let both = json!({ "user_ids": ["@ada:example.org", "@bob:example.org"] });
    assert_eq!(
        content["m.new_content"],
        json!({ "msgtype": "m.text", "body": "Bob to move", "m.mentions": both })
    );
    let content = written(&change(vec![ada.clone(), bob.clone()], Some(board())));
    assert_eq!((&content["msgtype"], &content["m.mentions"]), (&json!("m.image"), &json!({})));
    assert_eq!(content["m.new_content"]["body"], "Bob to move");
    assert_eq!(content["m.new_content"]["filename"], "board.png");
    for info in [&content["info"], &content["m.new_content"]["info"]] {
        assert_eq!(info["org.matrix.msc4230.is_animated"], false);
    }
}

#[test]
fn a_picture_says_whether_it_moves() {
    for (media_type, moves) in [("image/png", false), ("image/gif", true)] {
        let picture = Some(MatrixPicture { media_type: media_type.into(), ..board() });
        let content = written(&MatrixMessage { picture, ..MatrixMessage::default() });
        assert_eq!(content["info"]["org.matrix.msc4230.is_animated"], moves, "{media_type}");
    }
}
