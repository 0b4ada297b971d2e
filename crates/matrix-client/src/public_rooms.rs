//! Resolves the alias of a public room, and joins it without an invitation. Not here: rooms the bot
//! is invited to (`rooms`).

use matrix_sdk::{
    RoomState as Membership,
    ruma::{OwnedRoomAliasId, OwnedRoomId, OwnedServerName},
};

use crate::{
    MatrixError, RoomId, RoomRoute, error,
    rooms::{self, MOST_SERVERS},
    session::AccountSession,
};

/// The server's message for a banned user; the SDK knows the ban of rooms the bot was in.
const BANNED: &str = "the bot is banned from this room";

/// Resolves an alias.
pub(crate) async fn resolve(session: &AccountSession, alias: &str) -> Result<RoomRoute, MatrixError> {
    let unknown = || MatrixError::NotFound(alias.to_owned());
    let alias = OwnedRoomAliasId::try_from(alias).map_err(|_| unknown())?;
    let found = session.client.resolve_room_alias(&alias).await;
    let found = found.map_err(|error| error::from_http(&error))?;
    let via = found.servers.iter().take(MOST_SERVERS).map(ToString::to_string).collect();
    Ok(RoomRoute { room: RoomId(found.room_id.to_string()), via })
}

/// Joins a room without an invitation.
pub(crate) async fn visit(session: &AccountSession, route: &RoomRoute) -> Result<(), MatrixError> {
    let wrong = || MatrixError::NotFound(route.room.0.clone());
    let room = OwnedRoomId::try_from(route.room.0.as_str()).map_err(|_| wrong())?;
    session.until_synced().await?;
    match rooms::find_room(session, &route.room).map(|room| room.state()) {
        Ok(Membership::Joined) => return Ok(()),
        Ok(Membership::Banned) => return Err(MatrixError::Forbidden(BANNED.to_owned())),
        _ => {}
    }
    let via: Vec<OwnedServerName> =
        route.via.iter().filter_map(|server| OwnedServerName::try_from(server.as_str()).ok()).collect();
    let joined = session.client.join_room_by_id_or_alias((&*room).into(), &via).await;
    joined.map(drop).map_err(|error| error::from_sdk(&error))
}
