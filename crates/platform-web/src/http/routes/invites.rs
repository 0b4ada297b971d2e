//! Routes of invite links: make a link for the open seat of a challenge, and open a link. Not here:
//! the effect of a link (`chat/invites.rs`).

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};

use crate::{
    channels::{channel::name_of, invite_links::digest},
    http::own_task::run_to_end,
    limits::network::ClientAddress,
    state::WebState,
    wire::{
        person::SeatQuery,
        rejection::RequestRejection,
        rooms::{InviteInput, InviteLinkJson},
    },
};

/// Characters of a link's secret.
const SECRET_CHARS: usize = 32;

/// Makes an invite link to the free seat of the reader's open challenge.
pub(crate) async fn invite(
    State(state): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<InviteInput>,
) -> Result<Json<InviteLinkJson>, RequestRejection> {
    let reader = state.reader(&headers, wish.seat).await?;
    state.may_change(&reader.person)?;
    let channel = state.channels.open_to(&wish.channel, &reader.person).await;
    let channel = channel.ok_or(RequestRejection::UNKNOWN_CHANNEL)?;
    let link = state.chat.invites.seat_link(
        name_of(&channel),
        &reader.person,
        Some(state.persons.identity.origin(address)),
    );
    let link = link.await?;
    Ok(Json(InviteLinkJson { href: link.ok_or(RequestRejection::NO_OPEN_SEAT)? }))
}

/// Opens an invite link.
pub(crate) async fn open(
    State(state): State<Arc<WebState>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
    Json(SeatQuery { seat }): Json<SeatQuery>,
) -> Result<Response, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    state.may_change(&reader.person)?;
    if secret.len() != SECRET_CHARS {
        return Err(RequestRejection::INVITE_UNKNOWN);
    }
    let opening = async move { Arc::clone(&state.chat.invites).open_link(&digest(&secret), &reader).await };
    run_to_end(opening, "a link was not opened").await
}
