//! Makes invite links for an open seat or a private room, and lets in people who open them.

use std::sync::Arc;

use adoube_bot::{Bot, Clock, Decision, Notice, Person, PersonId, Reply};
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use crate::{
    channels::{
        channel::{ChannelDetails, ChannelError, GameRoomInfo, channel_id},
        directory::ChannelDirectory,
        invite::{InviteDestination, InviteTarget},
        invite_links::InviteLinks,
    },
    chat::{
        event::{WebAction, WebEvent},
        event_handler::WebEventHandler,
    },
    identity::cookie::CookieIdentity,
    limits::{LINK_MILLIS, MEMBERS},
    view::{entry_view::EntryPresenter, reader::EntryReader},
    wire::{
        rejection::RequestRejection,
        rooms::{InviteSeatJson, StartFormError},
    },
};

/// Makes and opens invite links.
pub(crate) struct Invites {
    pub(crate) service: Bot,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) identity: CookieIdentity,
    pub(crate) channels: ChannelDirectory,
    pub(crate) links: Arc<InviteLinks>,
    pub(crate) events: Arc<WebEventHandler>,
    pub(crate) view: Arc<EntryPresenter>,
}

impl Invites {
    async fn keep_link(
        &self,
        secret: String,
        invite: &InviteTarget,
    ) -> Result<Option<String>, RequestRejection> {
        let kept = self.links.keep_link(secret, invite).await;
        kept.map_err(|error| RequestRejection::internal(&error, "a link cannot be kept"))
    }

    /// The link to the free seat of this person's open challenge in a channel, if they have one;
    /// `from` is a mark of their address.
    pub(crate) async fn seat_link(
        &self,
        channel: &str,
        by: &PersonId,
        from: Option<String>,
    ) -> Result<Option<String>, RequestRejection> {
        let list = self.channels.list_now().await;
        if !list.may_seat(channel, by) {
            return Err(RequestRejection::NOT_YOURS);
        }
        let seat = self.service.open_seat(&channel_id(channel), by).await;
        let seat = seat.map_err(|error| RequestRejection::internal(&error, "a challenge cannot be read"))?;
        let Some(seat) = seat else { return Ok(None) };
        let link = list.link_of(channel);
        let number = link.map(|link| link.to_string()).unwrap_or_default();
        let secret = self.identity.secret_of(&["seat", channel, &seat.accept, &number]);
        let to = InviteDestination::Seat { accept: seat.accept, taken_by: None, is_seated: false, link };
        let invite =
            InviteTarget { by: by.clone(), from, channel: channel.to_owned(), until: seat.until, to };
        self.keep_link(secret, &invite).await?.ok_or(RequestRejection::FULL).map(Some)
    }

    /// The link into a room that this person has made; `None` if there are too many links.
    pub(crate) async fn room_link(
        &self,
        channel: &str,
        founded: &ChannelDetails,
    ) -> Result<Option<String>, RequestRejection> {
        let Some(private) = &founded.private else { return Ok(None) };
        let secret = self.identity.secret_of(&["room", channel, &private.link.to_string()]);
        let until = self.clock.now_millis().saturating_add(LINK_MILLIS);
        let to = InviteDestination::Room { link: private.link };
        let (by, from) = (founded.by.clone(), founded.from.clone());
        self.keep_link(secret, &InviteTarget { by, from, channel: channel.to_owned(), until, to }).await
    }

    /// Opens a link: takes its seat, or lets the person into its room.
    pub(crate) async fn open_link(
        self: Arc<Self>,
        digest: &str,
        reader: &EntryReader,
    ) -> Result<Response, RequestRejection> {
        let fault = |error: ChannelError| RequestRejection::internal(&error, "a link cannot be read");
        loop {
            let Some((invite, version)) = self.links.link(digest).await.map_err(fault)? else {
                return Err(RequestRejection::INVITE_UNKNOWN);
            };
            let is_over = self.clock.now_millis() >= invite.until;
            let (accept, taken_by, is_seated) = match &invite.to {
                InviteDestination::Room { link } => {
                    return self.let_in(&invite, *link, is_over, reader).await;
                }
                InviteDestination::Seat { accept, taken_by, is_seated, .. } => (accept, taken_by, *is_seated),
            };
            let is_own = invite.by == reader.person;
            match taken_by {
                Some(other) if *other != reader.person => {
                    return Err(if is_own {
                        RequestRejection::INVITE_OVER
                    } else {
                        RequestRejection::INVITE_TAKEN
                    });
                }
                Some(_) if is_seated => return self.seated(&invite.channel, reader).await,
                None if is_own && !is_over => return Err(RequestRejection::INVITE_OWN),
                None if is_over => return Err(RequestRejection::INVITE_OVER),
                Some(_) | None => {}
            }
            let list = self.channels.list_now().await;
            if !list.leads_on(&invite) {
                return Err(RequestRejection::INVITE_OVER);
            }
            if taken_by.is_none() {
                if list.is_full_for(&invite.channel, &reader.person) {
                    return Err(RequestRejection::ROOM_FULL);
                }
                // If two people open the link at once, one of them gets it.
                let claimed = invite.clone().taken(Some(reader.person.clone()), false);
                if !self.links.rewrite(digest, version, &claimed).await.map_err(fault)? {
                    continue;
                }
            }
            return self.seat(digest, &invite, accept, reader).await;
        }
    }

    /// Takes the seat as the challenge's button does, and lets the person into a private channel.
    /// If the same person opens the link again, nothing is done twice.
    async fn seat(
        self: &Arc<Self>,
        digest: &str,
        invite: &InviteTarget,
        accept: &str,
        reader: &EntryReader,
    ) -> Result<Response, RequestRejection> {
        let channel = channel_id(&invite.channel);
        let event = WebEvent {
            id: digest.to_owned(),
            channel: channel.clone(),
            person: reader.as_person(),
            language: reader.profile.language,
            deed: WebAction::Act { component: accept.to_owned(), value: None },
        };
        let admitted = self.events.admit_new_game(&channel).await?;
        let reply = self.events.handle_without_log(&event, "invited").await;
        drop(admitted);
        let Decision { reply, .. } =
            reply.map_err(|error| RequestRejection::internal(&error, "a seat was not taken"))?;
        if let Reply::Private(notice) | Reply::Replace(notice) = &reply
            && matches!(**notice, Notice::Refused(_))
        {
            self.give_up(digest, reader).await?;
            let words = self.view.words_of(notice, reader);
            let over = StartFormError { field: None, text: words };
            return Ok((StatusCode::GONE, Json(over)).into_response());
        }
        let came_in = self.come_in(digest, &reader.as_person()).await;
        came_in.map_err(|error| RequestRejection::internal(&error, "somebody was not let in"))?;
        self.seated(&invite.channel, reader).await
    }

    /// Answer for a person who has taken the seat of a link, if they are still let in there.
    async fn seated(&self, channel: &str, reader: &EntryReader) -> Result<Response, RequestRejection> {
        self.channels.open_to(channel, &reader.person).await.ok_or(RequestRejection::INVITE_OVER)?;
        Ok(Json(InviteSeatJson { channel: channel.to_owned(), plays: true }).into_response())
    }

    /// Lets a person with a seat in, and records in the same batch that the link has done so: a
    /// person who is removed later cannot come back by the link. In a room of a game they become a
    /// player.
    async fn come_in(&self, digest: &str, person: &Person) -> Result<(), ChannelError> {
        let has = |people: &[Person]| people.iter().any(|one| one.id == person.id);
        while let Some((invite, version)) = self.links.link(digest).await? {
            let (by, channel) = (invite.by.clone(), invite.channel.clone());
            let change = |founded: &mut ChannelDetails| {
                // If the inviter has been removed meanwhile, the link lets nobody in.
                let may_invite = founded.lets_in(&by, |_| false);
                let Some(private) = founded.private.as_mut().filter(|_| may_invite) else { return false };
                let is_new = !has(&private.members);
                if is_new {
                    private.members.push(person.clone());
                }
                if let Some(GameRoomInfo { players, .. }) =
                    founded.room.as_mut().filter(|room| !has(&room.players))
                {
                    players.push(person.clone());
                }
                is_new
            };
            let seated =
                InviteLinks::rewriting(digest, version, &invite.taken(Some(person.id.clone()), true))?;
            if self.channels.change_with(&channel, change, seated).await? {
                break;
            }
        }
        Ok(())
    }

    /// Releases the claim on the link after the seat was refused.
    async fn give_up(&self, digest: &str, reader: &EntryReader) -> Result<(), RequestRejection> {
        let fault = |error: ChannelError| RequestRejection::internal(&error, "a link cannot be given up");
        while let Some((invite, version)) = self.links.link(digest).await.map_err(fault)? {
            let InviteDestination::Seat { taken_by: Some(taken_by), is_seated: false, .. } = &invite.to
            else {
                break;
            };
            if *taken_by != reader.person {
                break;
            }
            if self.links.rewrite(digest, version, &invite.taken(None, false)).await.map_err(fault)? {
                break;
            }
        }
        Ok(())
    }

    /// Lets the person who opened the link of a room in.
    async fn let_in(
        &self,
        invite: &InviteTarget,
        link: u64,
        is_over: bool,
        reader: &EntryReader,
    ) -> Result<Response, RequestRejection> {
        let in_already = self.channels.open_to(&invite.channel, &reader.person).await.is_some();
        if !in_already {
            let list = self.channels.list_now().await;
            if is_over || !list.leads_on(invite) {
                return Err(RequestRejection::INVITE_OVER);
            }
            if list.is_full_for(&invite.channel, &reader.person) {
                return Err(RequestRejection::ROOM_FULL);
            }
            let person = reader.as_person();
            let change = |founded: &mut ChannelDetails| match &mut founded.private {
                Some(private) if private.link == link && private.members.len() < MEMBERS => {
                    let is_new = private.members.iter().all(|member| member.id != person.id);
                    if is_new {
                        private.members.push(person.clone());
                    }
                    is_new
                }
                _ => false,
            };
            let changed = self.channels.change(&invite.channel, change).await;
            changed.map_err(|error| RequestRejection::internal(&error, "somebody was not let in"))?;
            // Another request may have let them in at the same moment.
            self.channels
                .open_to(&invite.channel, &reader.person)
                .await
                .ok_or(RequestRejection::INVITE_OVER)?;
        }
        Ok(Json(InviteSeatJson { channel: invite.channel.clone(), plays: false }).into_response())
    }
}
