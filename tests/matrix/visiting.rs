//! Tests of joining public rooms without an invitation, and of declined invitations with a reason,
//! on a real homeserver. Not here: who may ask the bot for that (`matrix_chat`).

use adoube_matrix_client::{MatrixError, RoomId, RoomRoute, UserId};
use serde_json::json;

use crate::{
    account::{Raw, invited},
    bot::World,
    journal::fresh,
    synapse::Synapse,
};

#[tokio::test]
async fn open_rooms_are_entered_by_alias_or_id_and_others_are_not() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let raw = Raw::log_in(&world.synapse, &ada.name).await;
    let server = ada.user.split_once(':').expect("a server").1;
    let (mut rooms, mut aliases) = (Vec::new(), Vec::new());
    for version in ["11", "12"] {
        let name = format!("chess{}", fresh());
        let wanted = json!({ "preset": "public_chat", "room_alias_name": name, "room_version": version });
        let made = raw.post("createRoom", &wanted).await;
        rooms.push(made["room_id"].as_str().expect("a room").to_owned());
        aliases.push(format!("#{name}:{server}"));
    }
    let route = link.resolve(&aliases[0]).await.expect("a room");
    assert_eq!((&route.room.0, route.via.as_slice()), (&rooms[0], &[server.to_owned()][..]));
    for room in &rooms {
        let route = RoomRoute { room: RoomId(room.clone()), via: Vec::new() };
        link.visit(&route).await.expect("it is open");
        link.visit(&route).await.expect("it is there already");
        let state = link.room(&route.room).await.expect("a room");
        assert_eq!((state.people(), state.unlisted), (1, 0));
        let named = link.member(&route.room, &UserId(ada.user.clone())).await.expect("an answer");
        assert_eq!(named.as_ref(), state.name_of(&UserId(ada.user.clone())).map(str::to_owned).as_ref());
        let nobody = UserId(format!("@nobody:{server}"));
        assert_eq!(link.member(&route.room, &nobody).await, Ok(None));
    }
    let nowhere = link.resolve(&format!("#nowhere{}:{server}", fresh())).await;
    assert!(matches!(nowhere, Err(MatrixError::NotFound(_))), "{nowhere:?}");
    let closed = RoomRoute { room: RoomId(ada.creates(false, &[]).await), via: Vec::new() };
    let refused = link.visit(&closed).await;
    assert!(matches!(refused, Err(MatrixError::Forbidden(_))), "{refused:?}");
    let made = raw.post("createRoom", &json!({ "preset": "public_chat" })).await;
    let barred =
        RoomRoute { room: RoomId(made["room_id"].as_str().expect("a room").to_owned()), via: Vec::new() };
    raw.post(&format!("rooms/{}/ban", barred.room.0), &json!({ "user_id": world.user })).await;
    let banned = link.visit(&barred).await;
    assert!(
        matches!(&banned, Err(MatrixError::Forbidden(reason)) if reason.contains("banned")),
        "{banned:?}"
    );
    link.close().await;
}

#[tokio::test]
async fn whoever_invites_the_bot_in_vain_reads_why() {
    let Some(synapse) = Synapse::shared() else { return };
    let world = World::on(synapse).await;
    let link = world.connect().await.expect("a session");
    let ada = world.people.person("ada").await;
    let room = ada.creates(false, &[&world.user]).await;
    assert_eq!(invited(&link).await.0, room);
    link.turn_down(&RoomId(room.clone()), "not now").await.expect("it is declined");
    let raw = Raw::log_in(&world.synapse, &ada.name).await;
    let member = raw.get(&format!("rooms/{room}/state/m.room.member/{}", world.user)).await;
    assert_eq!((&member["membership"], &member["reason"]), (&json!("leave"), &json!("not now")), "{member}");
    link.close().await;
}
