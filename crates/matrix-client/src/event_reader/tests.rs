//! Tests of reading timeline events in the form in which clients really write them: messages,
//! edits, replies, threads, mentions, reactions, membership.

use matrix_sdk::ruma::{owned_user_id, serde::Raw};
use serde_json::{Value, json};

use super::{AccountIdentity, EventReading, names, read};
use crate::{MatrixEventId, RoomId, RoomMessage, UserId};

fn own() -> AccountIdentity {
    AccountIdentity { id: owned_user_id!("@adoube:example.org"), display_name: "Schiri Ä".into() }
}

fn reading(event: &Value) -> EventReading {
    let event = Raw::from_json_string(event.to_string()).unwrap().deserialize().unwrap();
    read(&RoomId("!r:example.org".into()), &event, &own())
}

fn message(content: &Value) -> Value {
    json!({
        "type": "m.room.message", "event_id": "$e", "sender": "@ada:example.org", "origin_server_ts": 7,
        "content": content,
    })
}

fn said(content: &Value) -> RoomMessage {
    match reading(&message(content)) {
        EventReading::Message(said) => said,
        other => panic!("{other:?}"),
    }
}

#[test]
fn words_are_told() {
    let told = said(&json!({ "msgtype": "m.text", "body": "!chess move e4" }));
    let expected = RoomMessage {
        room: RoomId("!r:example.org".into()),
        event: MatrixEventId("$e".into()),
        thread: None,
        reply_to: None,
        sender: UserId("@ada:example.org".into()),
        text: "!chess move e4".into(),
        mentions_bot: false,
        mentions: Vec::new(),
        at: 7,
    };
    assert_eq!(told, expected);
}

#[test]
fn notices_and_other_kinds_are_not() {
    for content in [
        json!({ "msgtype": "m.notice", "body": "!chess move e4" }),
        json!({ "msgtype": "m.emote", "body": "!chess move e4" }),
        json!({
            "msgtype": "m.text", "body": "* !chess move e5",
            "m.new_content": { "msgtype": "m.notice", "body": "!chess move e5" },
            "m.relates_to": { "rel_type": "m.replace", "event_id": "$first" },
        }),
    ] {
        assert_eq!(reading(&message(&content)), EventReading::Ignored, "{content}");
    }
}

#[test]
fn what_has_no_words_is_told_as_that() {
    let url = "mxc://example.org/a";
    let mut events: Vec<Value> = ["m.image", "m.audio", "m.video", "m.file"]
        .map(|kind| message(&json!({ "msgtype": kind, "body": "e4", "url": url })))
        .into();
    events.push(message(&json!({ "msgtype": "m.location", "body": "here", "geo_uri": "geo:1,2" })));
    let mut sticker = message(&json!({ "body": "a smile", "info": {}, "url": url }));
    sticker["type"] = json!("m.sticker");
    events.push(sticker);
    for event in events {
        let (id, sender) = (MatrixEventId("$e".into()), UserId("@ada:example.org".into()));
        assert_eq!(reading(&event), EventReading::NonText { event: id, sender }, "{event}");
    }
}

/// As in <https://spec.matrix.org/v1.16/client-server-api/#event-replacements>: the new content is the message, what stands
/// beside it is for clients that know no changes, and whom the message calls stands in the new content.
#[test]
fn a_change_is_told_in_its_new_form() {
    let content = json!({
        "msgtype": "m.text", "body": "* adoube: play with Bob", "m.mentions": {},
        "m.new_content": {
            "msgtype": "m.text", "body": "adoube: play with Bob",
            "m.mentions": { "user_ids": ["@bob:example.org"] },
        },
        "m.relates_to": { "rel_type": "m.replace", "event_id": "$first" },
    });
    let EventReading::Edited { said, first } = reading(&message(&content)) else { panic!("no change") };
    assert_eq!((said.text.as_str(), said.event.0.as_str()), ("adoube: play with Bob", "$e"));
    assert_eq!((first.0.as_str(), said.mentions_bot), ("$first", true));
    assert_eq!(said.mentions, [UserId("@bob:example.org".into())]);
    let mut own = message(&content);
    own["sender"] = json!("@adoube:example.org");
    assert_eq!(reading(&own), EventReading::Ignored);
}

#[test]
fn what_the_bot_says_itself_is_not() {
    let mut event = message(&json!({ "msgtype": "m.text", "body": "e4" }));
    event["sender"] = json!("@adoube:example.org");
    assert_eq!(reading(&event), EventReading::Ignored);
}

#[test]
fn a_reply_is_told_without_its_quotation() {
    let told = said(&json!({
        "msgtype": "m.text", "body": "> <@adoube:example.org> White to move\n> again\n\nNf3",
        "m.relates_to": { "m.in_reply_to": { "event_id": "$board" } },
    }));
    assert_eq!((told.text.as_str(), told.reply_to), ("Nf3", Some(MatrixEventId("$board".into()))));
    let quoting = said(&json!({ "msgtype": "m.text", "body": "> <@x:y> a quotation\n\nof one's own" }));
    assert_eq!(quoting.text, "> <@x:y> a quotation\n\nof one's own");
}

#[test]
fn a_thread_is_told_and_its_stand_in_for_a_reply_is_not() {
    let told = said(&json!({
        "msgtype": "m.text", "body": "Nf3",
        "m.relates_to": {
            "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
            "m.in_reply_to": { "event_id": "$last" },
        },
    }));
    assert_eq!((told.thread, told.reply_to), (Some(MatrixEventId("$root".into())), None));
    let told = said(&json!({
        "msgtype": "m.text", "body": "Nf3",
        "m.relates_to": {
            "rel_type": "m.thread", "event_id": "$root", "m.in_reply_to": { "event_id": "$board" },
        },
    }));
    assert_eq!(
        (told.thread, told.reply_to),
        (Some(MatrixEventId("$root".into())), Some(MatrixEventId("$board".into())))
    );
}

#[test]
fn who_is_called_is_told() {
    let told = said(&json!({
        "msgtype": "m.text", "body": "play with me, Bob",
        "m.mentions": { "user_ids": ["@adoube:example.org", "@bob:example.org"] },
    }));
    assert!(told.mentions_bot);
    assert_eq!(told.mentions, [UserId("@bob:example.org".into())]);
}

#[test]
fn the_name_at_the_beginning_calls_the_bot() {
    for words in
        ["adoube: help", "Adoube, help", "schiri ä help", "@adoube help", " @adoube:example.org", "adoube"]
    {
        assert!(names(words, &own()), "{words}");
    }
    for words in ["adoubement", "help adoube", "adoube is fun", "adoube help", "Schiri", "", "e4"] {
        assert!(!names(words, &own()), "{words}");
    }
}

#[test]
fn reactions_and_redactions_are_told() {
    let reaction = json!({
        "type": "m.reaction", "event_id": "$e", "sender": "@ada:example.org", "origin_server_ts": 7,
        "content": { "m.relates_to": { "rel_type": "m.annotation", "event_id": "$board", "key": "1️⃣" } },
    });
    let expected = EventReading::Reaction {
        event: MatrixEventId("$e".into()),
        sender: UserId("@ada:example.org".into()),
        to: MatrixEventId("$board".into()),
        key: "1️⃣".into(),
    };
    assert_eq!(reading(&reaction), expected);
    for redaction in [
        json!({
            "type": "m.room.redaction", "event_id": "$e", "sender": "@ada:example.org", "origin_server_ts": 7,
            "redacts": "$gone", "content": {},
        }),
        json!({
            "type": "m.room.redaction", "event_id": "$e", "sender": "@ada:example.org", "origin_server_ts": 7,
            "content": { "redacts": "$gone" },
        }),
    ] {
        assert_eq!(reading(&redaction), EventReading::Redacted(MatrixEventId("$gone".into())), "{redaction}");
    }
}

#[test]
fn comings_and_goings_are_told_and_new_names_are_not() {
    let member = |who: &str, now: &str, before: Option<&str>| {
        let mut event = json!({
            "type": "m.room.member", "event_id": "$e", "sender": who, "state_key": who, "origin_server_ts": 7,
            "content": { "membership": now },
        });
        if let Some(before) = before {
            event["unsigned"] = json!({ "prev_content": { "membership": before } });
        }
        reading(&event)
    };
    assert_eq!(member("@ada:example.org", "invite", None), EventReading::MemberJoined);
    assert_eq!(member("@ada:example.org", "join", Some("invite")), EventReading::MemberJoined);
    assert_eq!(member("@ada:example.org", "leave", Some("join")), EventReading::MemberLeft);
    assert_eq!(member("@ada:example.org", "leave", Some("invite")), EventReading::MemberLeft);
    assert_eq!(member("@ada:example.org", "ban", Some("leave")), EventReading::Ignored);
    assert_eq!(member("@ada:example.org", "join", Some("join")), EventReading::Ignored);
    assert_eq!(member("@adoube:example.org", "join", Some("invite")), EventReading::BotJoined);
    assert_eq!(member("@adoube:example.org", "join", Some("join")), EventReading::Ignored);
    let invited = member("@adoube:example.org", "invite", None);
    assert_eq!(invited, EventReading::BotInvited { direct: false });
}

#[test]
fn requests_to_verify_the_bot_and_rooms_in_another_ones_place_are_told() {
    let request = |to: &str| {
        reading(&message(&json!({
            "msgtype": "m.key.verification.request", "body": "Ada wants to verify you", "from_device": "A",
            "methods": ["m.sas.v1"], "to": to,
        })))
    };
    let asks = EventReading::VerificationRequest {
        event: MatrixEventId("$e".into()),
        sender: UserId("@ada:example.org".into()),
    };
    assert_eq!(request("@adoube:example.org"), asks);
    assert_eq!(request("@bob:example.org"), EventReading::Ignored);
    let tombstone = |to: &str| {
        reading(&json!({
            "type": "m.room.tombstone", "event_id": "$e", "sender": "@ada:example.org", "state_key": "",
            "origin_server_ts": 7, "content": { "body": "moved", "replacement_room": to },
        }))
    };
    assert_eq!(tombstone("!new:example.org"), EventReading::RoomReplaced(RoomId("!new:example.org".into())));
    assert_eq!(tombstone("!r:example.org"), EventReading::Ignored);
}
