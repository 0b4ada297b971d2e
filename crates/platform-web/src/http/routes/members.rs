//! Routes of the members of a private room: list them, remove one, leave, replace the invite link.
//! A person who is not let in gets the answer for a room that does not exist.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::HeaderMap,
};

use crate::{
    channels::channel::ChannelDetails,
    http::own_task::run_to_end,
    state::WebState,
    wire::{
        person::SeatQuery,
        rejection::RequestRejection,
        rooms::{MembersInput, MembersJson},
    },
};

/// Logged when members cannot be changed.
const FAILURE: &str = "who is let in cannot be changed";

/// The members of a private room.
pub(crate) async fn members(
    State(state): State<Arc<WebState>>,
    Path(channel): Path<String>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
) -> Result<Json<MembersJson>, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    if !state.limits.may_ask(&reader.person) {
        return Err(RequestRejection::TOO_FAST);
    }
    state.chat.members.members_for(&channel, &reader).await.map(Json)
}

/// Removes a member, leaves, or replaces the invite link; returns the members after that.
pub(crate) async fn change_members(
    State(state): State<Arc<WebState>>,
    Path(channel): Path<String>,
    headers: HeaderMap,
    Json(wish): Json<MembersInput>,
) -> Result<Json<MembersJson>, RequestRejection> {
    let reader = state.reader(&headers, wish.seat).await?;
    state.may_change(&reader.person)?;
    let before = state.chat.members.private_room(&channel, &reader).await?;
    let is_maker = before.by == reader.person;
    let leaving = match &wish.without {
        Some(name) => Some(state.chat.members.leaving(&channel, &before, name, &reader).await?),
        None => None,
    };
    let allowed = leaving.as_ref().map_or(is_maker, |person| is_maker != (*person == reader.person));
    if !allowed {
        return Err(RequestRejection::NOT_YOURS);
    }
    let changing = async move {
        let change = |founded: &mut ChannelDetails| {
            let Some(private) = &mut founded.private else { return false };
            if let Some(person) = &leaving {
                private.members.retain(|member| member.id != *person);
            }
            // A removed member must not come back by a link they know; leaving keeps the link valid.
            if (wish.relink && is_maker) || leaving.as_ref().is_some_and(|person| *person != reader.person) {
                private.link += 1;
            }
            true
        };
        let changed = state.channels.change(&channel, change).await;
        changed.map_err(|error| RequestRejection::internal(&error, FAILURE))?;
        if let Some(person) = &leaving {
            state.chat.members.end_challenges(&channel, person).await;
        }
        if leaving.is_some_and(|person| person == reader.person) {
            return Ok(Json(MembersJson { members: Vec::new(), made: false, link: None }));
        }
        state.chat.members.members_for(&channel, &reader).await.map(Json)
    };
    run_to_end(changing, FAILURE).await
}
