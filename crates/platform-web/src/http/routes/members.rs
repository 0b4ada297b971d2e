//! Who is let into a room that is not for everybody: its maker sees them, may send somebody away and make the link that
//! invites another one; whoever is let in may leave. Whoever is not gets the answer for a room that is not there. Not
//! here: what follows from being let in (`channels`), links (`invites`).

use std::sync::Arc;

use adoube_bot::{ChannelId, Language, Person, PersonId};
use axum::{
    Json,
    extract::{Path, Query, State},
    http::HeaderMap,
};

use crate::{
    WebState,
    channels::directory::{ChannelDetails, channel_id},
    chat::{
        event_handler::{WebAction, WebEvent},
        game_rooms::is_solo,
    },
    http::routes::requests::RequestRejection,
    identity::name::fold,
    view::entry_view::EntryReader,
    wire::{
        PersonJson, SeatQuery,
        rooms::{MembersInput, MembersJson},
    },
};

/// The command that takes one's challenge back.
const WITHDRAW: &str = "/withdraw";

/// Who is let in.
pub(crate) async fn members(
    State(chat): State<Arc<WebState>>,
    Path(channel): Path<String>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
) -> Result<Json<MembersJson>, RequestRejection> {
    let reader = chat.reader(&headers, seat).await?;
    if !chat.may_ask(&reader) {
        return Err(RequestRejection::TOO_FAST);
    }
    chat.members_for(&channel, &reader).await.map(Json)
}

/// Sends somebody away, leaves, or makes the link another one; who is let in then.
pub(crate) async fn change_members(
    State(chat): State<Arc<WebState>>,
    Path(channel): Path<String>,
    headers: HeaderMap,
    Json(wish): Json<MembersInput>,
) -> Result<Json<MembersJson>, RequestRejection> {
    let reader = chat.reader(&headers, wish.seat).await?;
    chat.may_change(&reader.person)?;
    let before = chat.private_room(&channel, &reader).await?;
    let is_maker = before.by == reader.person;
    let leaving = match &wish.without {
        Some(name) => Some(chat.leaving(&channel, &before, name, &reader).await?),
        None => None,
    };
    let allowed = leaving.as_ref().map_or(is_maker, |person| is_maker != (*person == reader.person));
    if !allowed {
        return Err(RequestRejection::NOT_YOURS);
    }
    let change = |founded: &mut ChannelDetails| {
        let Some(private) = &mut founded.private else { return false };
        if let Some(person) = &leaving {
            private.members.retain(|member| member.id != *person);
        }
        // Who was sent away must not come back by a link they know; who leaves changes nothing for the others.
        if (wish.relink && is_maker) || leaving.as_ref().is_some_and(|person| *person != reader.person) {
            private.link += 1;
        }
        true
    };
    let changed = chat.channels.change(&channel, change).await;
    changed.map_err(|error| RequestRejection::internal(&error, "who is let in cannot be changed"))?;
    if let Some(person) = &leaving {
        chat.end_challenges(&channel, person).await;
    }
    if leaving.is_some_and(|person| person == reader.person) {
        return Ok(Json(MembersJson { members: Vec::new(), made: false, link: None }));
    }
    chat.members_for(&channel, &reader).await.map(Json)
}

impl WebState {
    /// The room of this name that is not for everybody, for one who is let in.
    async fn private_room(
        &self,
        channel: &str,
        reader: &EntryReader,
    ) -> Result<ChannelDetails, RequestRejection> {
        let list = self.channels.list_now().await;
        let founded = list.find(channel).and_then(|channel| channel.founded.clone());
        let is_let_in = list.lets_in(channel, &reader.person);
        founded
            .filter(|founded| is_let_in && founded.private.is_some())
            .ok_or(RequestRejection::UNKNOWN_CHANNEL)
    }

    async fn members_for(
        &self,
        channel: &str,
        reader: &EntryReader,
    ) -> Result<MembersJson, RequestRejection> {
        let founded = self.private_room(channel, reader).await?;
        let made = founded.by == reader.person;
        // Nobody else comes into the room of a game by a link but the opponent, who has one of their own; nor is there one
        // where somebody plays the computer.
        let has_link = made && (founded.room.is_none() || is_solo(channel, &founded));
        let link = if has_link { self.room_link(channel, &founded).await? } else { None };
        let mut members = Vec::new();
        for member in founded.private.into_iter().flat_map(|private| private.members) {
            let named = self.people.name_of(&member.id).await?;
            members.push(PersonJson { name: named.unwrap_or(member.name), you: member.id == reader.person });
        }
        Ok(MembersJson { members, made, link })
    }

    /// Takes back what somebody offers in a room that no longer lets them in. Nothing hangs on it: what goes wrong is
    /// logged, and they invite nobody any more.
    async fn end_challenges(&self, channel: &str, person: &PersonId) {
        if let Err(error) = self.try_to_end_challenges(channel_id(channel), person).await {
            tracing::error!(%error, channel, "a challenge of somebody who is gone stays open");
        }
    }

    async fn try_to_end_challenges(
        &self,
        channel: ChannelId,
        person: &PersonId,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        if !self.service.challenges_in(&channel, person).await? {
            return Ok(());
        }
        let name = self.people.name_of(person).await?.unwrap_or_default();
        let event = WebEvent {
            id: format!("{:016x}", rand::random::<u64>()),
            channel,
            person: Person { id: person.clone(), name },
            language: Language::default(),
            deed: WebAction::Say(WITHDRAW.to_owned()),
        };
        self.handle_without_log(&event, "gone").await?;
        Ok(())
    }

    /// Who of those that are let in is called so.
    async fn leaving(
        &self,
        channel: &str,
        founded: &ChannelDetails,
        name: &str,
        reader: &EntryReader,
    ) -> Result<PersonId, RequestRejection> {
        let is_of_game = |id: &PersonId| {
            let players = founded.room.as_ref().map(|room| room.players.as_slice()).unwrap_or_default();
            players.iter().any(|player| player.id == *id)
        };
        for member in founded.private.iter().flat_map(|private| &private.members) {
            let named = self.people.name_of(&member.id).await?.unwrap_or_else(|| member.name.clone());
            if fold(&named) == fold(name) {
                let plays = self.service.plays_in(&channel_id(channel), &member.id).await;
                let plays =
                    plays.map_err(|error| RequestRejection::internal(&error, "a channel cannot be read"))?;
                return if plays || is_of_game(&member.id) {
                    Err(RequestRejection::PLAYS)
                } else {
                    Ok(member.id.clone())
                };
            }
        }
        tracing::debug!(person = %reader.person, "nobody of that name is let in");
        Err(RequestRejection::NOT_YOURS)
    }
}
