//! Members of private rooms: lists them, and does what follows when a member leaves or is removed:
//! open challenges of theirs end.

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, Language, Person, PersonId};

use crate::{
    channels::{
        channel::{ChannelDetails, channel_id},
        directory::ChannelDirectory,
        listing::is_solo,
    },
    chat::{
        event::{WebAction, WebEvent},
        event_handler::WebEventHandler,
        invites::Invites,
    },
    identity::{name::fold, people::WebPeople},
    view::reader::EntryReader,
    wire::{person::PersonJson, rejection::RequestRejection, rooms::MembersJson},
};

/// The command that withdraws one's challenge.
const WITHDRAW: &str = "/withdraw";

/// Members of private rooms.
pub(crate) struct RoomMembers {
    pub(crate) service: Bot,
    pub(crate) people: WebPeople,
    pub(crate) channels: ChannelDirectory,
    pub(crate) events: Arc<WebEventHandler>,
    pub(crate) invites: Arc<Invites>,
}

impl RoomMembers {
    /// The private room of this name, for a person who is let in.
    pub(crate) async fn private_room(
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

    /// The members of a room, for a person who is one.
    pub(crate) async fn members_for(
        &self,
        channel: &str,
        reader: &EntryReader,
    ) -> Result<MembersJson, RequestRejection> {
        let founded = self.private_room(channel, reader).await?;
        let made = founded.by == reader.person;
        // The opponent of a game comes by a link of their own, so the room of a game has no invite
        // link, except the room of a game against the computer.
        let has_link = made && (founded.room.is_none() || is_solo(channel, &founded));
        let link = if has_link { self.invites.room_link(channel, &founded).await? } else { None };
        let mut members = Vec::new();
        for member in founded.private.into_iter().flat_map(|private| private.members) {
            let named = self.people.name_of(&member.id).await?;
            members.push(PersonJson { name: named.unwrap_or(member.name), you: member.id == reader.person });
        }
        Ok(MembersJson { members, made, link })
    }

    /// Withdraws the challenges of a person in a room that no longer lets them in. Errors are only
    /// logged, since such a person can invite nobody any more.
    pub(crate) async fn end_challenges(&self, channel: &str, person: &PersonId) {
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
        self.events.handle_without_log(&event, "gone").await?;
        Ok(())
    }

    /// The member with this name, if they may leave; a player of the room's game may not.
    pub(crate) async fn leaving(
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
