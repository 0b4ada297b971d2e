//! Test that room events are read from their JSON text without a session. Not here: what each kind
//! of them says (unit tests).

use adoube_matrix_client::{EventReading, RoomId, UserId, read_event};

fn read(text: &str) -> Option<EventReading> {
    read_event(&RoomId("!r:example.org".into()), text, &UserId("@adoube:example.org".into()), "Schiri")
}

#[test]
fn events_are_read_as_text() {
    let event = r#"{"type":"m.room.message","event_id":"$e","sender":"@ada:example.org","origin_server_ts":7,
        "content":{"msgtype":"m.text","body":"schiri: e4"}}"#;
    let Some(EventReading::Message(said)) = read(event) else { panic!("nothing was said") };
    assert_eq!((said.text.as_str(), said.mentions_bot), ("schiri: e4", true));
    assert_eq!(read("{}"), None);
}
