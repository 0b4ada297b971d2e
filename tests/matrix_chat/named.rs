//! Tests of the names of rooms in private messages: in plain words in the text body, which
//! notifications show, and as a link in the formatted one.

use adoube_matrix_client::RoomId;

use crate::{
    server::Sent,
    world::{ROOM, World},
};

fn call_room(world: &World, name: Option<&str>) {
    let mut state = world.server.state();
    let room = state.rooms.get_mut(&RoomId(ROOM.to_owned())).expect("a room");
    room.name = name.map(str::to_owned);
}

/// What is said first to both of them alone, and what stands there formatted: Bob reads German.
async fn told(name: Option<&str>) -> Vec<(String, String)> {
    let mut world = World::new();
    call_room(&world, name);
    for (name, text) in
        [("Bob", "!chess deutsch"), ("Ada", "!chess play @bob:x schachen white"), ("Bob", "1")]
    {
        world.say(name, ROOM, text).await;
    }
    let mut told = Vec::new();
    for name in ["Ada", "Bob"] {
        told.extend(world.say(name, ROOM, "!chess hand").await);
    }
    // What is done there for everybody to see.
    told.extend(world.say("Ada", "!direct-ada:x", "n3").await);
    told.extend(world.say("Ada", "!direct-ada:x", "pass").await);
    let is_private = |sent: &Sent| sent.room.starts_with("!direct-");
    told.into_iter().filter(is_private).map(|sent| (sent.message.plain, sent.message.html)).collect()
}

#[tokio::test]
async fn in_private_a_room_is_named_in_plain_words_and_linked_in_the_others() {
    for (name, english, german) in [
        (Some("Chess <club>"), "Chess <club>", "Chess <club>"),
        (Some("#chess:x"), "#chess:x", "#chess:x"),
        (None, "a room without a name", "einem Raum ohne Namen"),
    ] {
        let told = told(name).await;
        let has = |words: &str| told.iter().any(|(plain, _)| plain.contains(words));
        assert!(has(&format!("counts for the game in {english}, until")), "{told:?}");
        assert!(has(&format!("gilt für die Partie in {german}, bis")), "{told:?}");
        assert!(has(&format!("Done. Everyone can see it in {english}.")), "{told:?}");
        assert!(told.iter().all(|(plain, _)| !plain.contains("matrix.to")), "{told:?}");
        let shown = english.replace('<', "&lt;").replace('>', "&gt;");
        let link = format!("<a href=\"https://matrix.to/#/!room:x\">{shown}</a>");
        let (_, html) = told.iter().find(|(plain, _)| plain.contains("Done.")).expect("it was done");
        assert!(html.contains(&link), "{html}");
    }
}
