//! Links that invite: one to the seat that an open challenge leaves, for whoever opens it first; one into a room that is not
//! for everybody, until its maker makes another one. Not here: how they are kept (`links`), the rooms (`members`).
//!
//! A secret follows from the server's key and what it leads to, so the same seat has the same link however often somebody
//! asks for it, and the store, which keeps only a digest of the secret, gives no link away. What a link leads to is asked
//! when it is opened: a challenge that was taken up, taken back or not answered leaves no seat.

use std::sync::Arc;

use adoube_bot::{Decision, Notice, Person, PersonId, Reply};
use axum::{
    Extension, Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};

use crate::{
    WebState,
    channels::{
        directory::{ChannelDetails, ChannelError, ChannelList, GameRoomInfo, channel_id, name_of},
        invite_links::digest,
    },
    chat::event_handler::{WebAction, WebEvent},
    http::routes::requests::RequestRejection,
    limits::{LINK_MILLIS, MEMBERS, network::ClientAddress},
    view::entry_view::EntryReader,
    wire::{
        SeatQuery,
        rooms::{InviteInput, InviteLinkJson, InviteSeatJson, StartFormError},
    },
};

/// Characters of a secret.
const SECRET_CHARS: usize = 32;

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InviteTarget {
    /// Who invites.
    pub(crate) by: PersonId,
    /// A mark of the address they came from, where it is known.
    pub(crate) from: Option<String>,
    /// The channel's name.
    pub(crate) channel: String,
    /// Until when, in milliseconds since 1970.
    pub(crate) until: u64,
    pub(crate) to: InviteDestination,
}

/// A seat or a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InviteDestination {
    /// A seat in a game.
    Seat {
        /// The control that takes it.
        accept: String,
        /// Who has opened the link.
        taken_by: Option<PersonId>,
        /// Whether they have been let in: a link does so once.
        is_seated: bool,
        /// The number of the room's own link at that time, where only some are let in: another one ends this one, too.
        link: Option<u64>,
    },
    /// A room.
    Room {
        /// The number of the link.
        link: u64,
    },
}

/// A link to the seat that the reader's own open challenge leaves.
pub(crate) async fn invite(
    State(chat): State<Arc<WebState>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(wish): Json<InviteInput>,
) -> Result<Json<InviteLinkJson>, RequestRejection> {
    let reader = chat.reader(&headers, wish.seat).await?;
    chat.may_change(&reader.person)?;
    let channel = chat.channels.open_to(&wish.channel, &reader.person).await;
    let channel = channel.ok_or(RequestRejection::UNKNOWN_CHANNEL)?;
    let link = chat.seat_link(name_of(&channel), &reader.person, Some(chat.identity.origin(address)));
    let link = link.await?;
    Ok(Json(InviteLinkJson { href: link.ok_or(RequestRejection::NO_OPEN_SEAT)? }))
}

/// Opens a link.
pub(crate) async fn open(
    State(chat): State<Arc<WebState>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
    Json(SeatQuery { seat }): Json<SeatQuery>,
) -> Result<Response, RequestRejection> {
    let reader = chat.reader(&headers, seat).await?;
    chat.may_change(&reader.person)?;
    if secret.len() != SECRET_CHARS {
        return Err(RequestRejection::INVITE_UNKNOWN);
    }
    // A task of its own: it goes on when the browser goes away in the middle.
    let opened = tokio::spawn(async move { chat.open_link(&digest(&secret), &reader).await });
    match opened.await {
        Ok(opened) => opened,
        Err(error) => Err(RequestRejection::internal(&error, "a link was not opened")),
    }
}

impl WebState {
    /// The link to the seat that this person's open challenge leaves in a channel, if they have one there; `from` is a mark
    /// of their address.
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

    /// The link into a room that this person has made, unless there are too many links.
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

    async fn open_link(
        self: Arc<Self>,
        digest: &str,
        reader: &EntryReader,
    ) -> Result<Response, RequestRejection> {
        let fault = |error: ChannelError| RequestRejection::internal(&error, "a link cannot be read");
        loop {
            let Some((invite, version)) = self.link(digest).await.map_err(fault)? else {
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
                // Of two who open it at once one is first.
                let claimed = invite.clone().taken(Some(reader.person.clone()), false);
                if !self.rewrite(digest, version, &claimed).await.map_err(fault)? {
                    continue;
                }
            }
            return self.seat(digest, &invite, accept, reader).await;
        }
    }

    /// Takes the seat, as pressing the challenge's own button does, and lets the person in where that is not for everybody.
    /// What was done is not done again when the link is opened again by the same person.
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
        let admitted = self.may_begin(&channel).await?;
        let reply = self.handle_without_log(&event, "invited").await;
        drop(admitted);
        let Decision { reply, .. } =
            reply.map_err(|error| RequestRejection::internal(&error, "a seat was not taken"))?;
        if let Reply::Private(notice) | Reply::Replace(notice) = &reply
            && matches!(**notice, Notice::Refused(_))
        {
            self.give_up(digest, reader).await?;
            let words = self.words_of(notice, reader);
            let over = StartFormError { field: None, text: words };
            return Ok((StatusCode::GONE, Json(over)).into_response());
        }
        let came_in = self.come_in(digest, &reader.as_person()).await;
        came_in.map_err(|error| RequestRejection::internal(&error, "somebody was not let in"))?;
        self.seated(&invite.channel, reader).await
    }

    /// Where somebody sits who has opened a link, as long as they are let in there.
    async fn seated(&self, channel: &str, reader: &EntryReader) -> Result<Response, RequestRejection> {
        self.channels.open_to(channel, &reader.person).await.ok_or(RequestRejection::INVITE_OVER)?;
        Ok(Json(InviteSeatJson { channel: channel.to_owned(), plays: true }).into_response())
    }

    /// Lets somebody in who has a seat there, and notes in the same batch that the link has done so: who is sent away
    /// later does not come back by it. A room of a game calls them a player.
    async fn come_in(&self, digest: &str, person: &Person) -> Result<(), ChannelError> {
        let has = |people: &[Person]| people.iter().any(|one| one.id == person.id);
        while let Some((invite, version)) = self.link(digest).await? {
            let (by, channel) = (invite.by.clone(), invite.channel.clone());
            let change = |founded: &mut ChannelDetails| {
                // Whoever was sent away meanwhile invites nobody.
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
            let seated = Self::rewriting(digest, version, &invite.taken(Some(person.id.clone()), true))?;
            if self.channels.change_with(&channel, change, seated).await? {
                break;
            }
        }
        Ok(())
    }

    /// The seat was not to be had: the link is as it was.
    async fn give_up(&self, digest: &str, reader: &EntryReader) -> Result<(), RequestRejection> {
        let fault = |error: ChannelError| RequestRejection::internal(&error, "a link cannot be given up");
        while let Some((invite, version)) = self.link(digest).await.map_err(fault)? {
            let InviteDestination::Seat { taken_by: Some(taken_by), is_seated: false, .. } = &invite.to
            else {
                break;
            };
            if *taken_by != reader.person {
                break;
            }
            if self.rewrite(digest, version, &invite.taken(None, false)).await.map_err(fault)? {
                break;
            }
        }
        Ok(())
    }

    /// Lets whoever opened the link of a room in.
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
            // Somebody else may have let them in at the same moment.
            self.channels
                .open_to(&invite.channel, &reader.person)
                .await
                .ok_or(RequestRejection::INVITE_OVER)?;
        }
        Ok(Json(InviteSeatJson { channel: invite.channel.clone(), plays: false }).into_response())
    }
}

impl InviteTarget {
    /// The same link to a seat, taken by somebody or by nobody.
    fn taken(mut self, by: Option<PersonId>, seated: bool) -> Self {
        if let InviteDestination::Seat { taken_by, is_seated, .. } = &mut self.to {
            (*taken_by, *is_seated) = (by, seated);
        }
        self
    }
}

impl ChannelList {
    /// Whether this person's challenges there may be taken up by whoever has a link. Where only some are let in, its maker
    /// alone decides who.
    fn may_seat(&self, channel: &str, by: &PersonId) -> bool {
        let founded = self.find(channel).and_then(|channel| channel.founded.as_ref());
        let is_maker = founded.is_some_and(|founded| founded.private.is_some() && founded.by == *by);
        self.lets_in(channel, by) && (is_maker || self.is_for_everybody(channel))
    }

    /// The number of the link that invites there, where only some are let in.
    fn link_of(&self, channel: &str) -> Option<u64> {
        Some(self.find(channel)?.founded.as_ref()?.private.as_ref()?.link)
    }

    /// Whether a link still leads where it did, as far as the channel is concerned.
    pub(crate) fn leads_on(&self, invite: &InviteTarget) -> bool {
        let link = self.link_of(&invite.channel);
        match &invite.to {
            InviteDestination::Seat { link: then, .. } => {
                link == *then && self.may_seat(&invite.channel, &invite.by)
            }
            InviteDestination::Room { link: then } => link == Some(*then),
        }
    }

    /// Whether there is no place for one more person.
    fn is_full_for(&self, channel: &str, person: &PersonId) -> bool {
        let founded = self.find(channel).and_then(|channel| channel.founded.as_ref());
        let private = founded.and_then(|founded| founded.private.as_ref());
        private.is_some_and(|private| private.members.len() >= MEMBERS) && !self.lets_in(channel, person)
    }
}
