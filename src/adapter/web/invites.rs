//! Links that invite: one to the seat that an open challenge leaves, for whoever opens it first; one into a room that is not
//! for everybody, until its maker makes another one. Not here: how they are kept (`records`), the rooms (`members`).
//!
//! A secret follows from the server's key and what it leads to, so the same seat has the same link however often somebody
//! asks for it, and the store, which keeps only a digest of the secret, gives no link away. What a link leads to is asked
//! when it is opened: a challenge that was taken up, taken back or not answered leaves no seat.

use std::{fmt::Write as _, sync::Arc};

use adoube_service::{Notice, Person, PersonId, Reply, stored};
use adoube_store::{Batch, Committed, Key, KeyRange, Order, StoreError};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use super::{
    Chat,
    channels::{ChannelError, Founded, Room, channel_id, name_of},
    events::{Deed, Event},
    limits::{INVITES, LINK_MILLIS, MEMBERS},
    records::{self, INVITE, StoredInvite, TABLE},
    requests::Refused,
    room_wire::{InviteWish, Link, NotStarted, Seated},
    view::Reader,
    wire::AtSeat,
};

/// Characters of a secret.
const SECRET_CHARS: usize = 32;

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invite {
    /// Who invites.
    pub(super) by: PersonId,
    /// The channel's name.
    pub(super) channel: String,
    /// Until when, in milliseconds since 1970.
    pub(super) until: u64,
    pub(super) to: Whither,
}

/// A seat or a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whither {
    /// A seat in a game.
    Seat {
        /// The control that takes it.
        accept: String,
        /// Who has opened the link.
        taken_by: Option<PersonId>,
    },
    /// A room.
    Room {
        /// The number of the link.
        link: u64,
    },
}

/// A link to the seat that the reader's own open challenge leaves.
pub(super) async fn invite(
    State(chat): State<Arc<Chat>>,
    headers: HeaderMap,
    Json(wish): Json<InviteWish>,
) -> Result<Json<Link>, Refused> {
    let reader = chat.reader(&headers, wish.seat).await?;
    chat.may_change(&reader.person)?;
    let channel = chat.channels.open_to(&wish.channel, &reader.person);
    let channel = channel.ok_or(Refused::UNKNOWN_CHANNEL)?;
    let link = chat.seat_link(name_of(&channel), &reader.person).await?;
    Ok(Json(Link { href: link.ok_or(Refused::NO_OPEN_SEAT)? }))
}

/// Opens a link.
pub(super) async fn open(
    State(chat): State<Arc<Chat>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
    Json(AtSeat { seat }): Json<AtSeat>,
) -> Result<Response, Refused> {
    let reader = chat.reader(&headers, seat).await?;
    chat.may_change(&reader.person)?;
    if secret.len() != SECRET_CHARS {
        return Err(Refused::INVITE_UNKNOWN);
    }
    // A task of its own: it goes on when the browser goes away in the middle.
    let opened = tokio::spawn(async move { chat.open_link(&digest(&secret), &reader).await });
    match opened.await {
        Ok(opened) => opened,
        Err(error) => Err(Refused::fault(&error, "a link was not opened")),
    }
}

impl Chat {
    /// The link to the seat that this person's open challenge leaves in a channel, if they have one there.
    pub(super) async fn seat_link(&self, channel: &str, by: &PersonId) -> Result<Option<String>, Refused> {
        let seat = self.service.open_seat(&channel_id(channel), by).await;
        let seat = seat.map_err(|error| Refused::fault(&error, "a challenge cannot be read"))?;
        let Some(seat) = seat else { return Ok(None) };
        let secret = self.identity.secret_of(&["seat", channel, &seat.accept]);
        let to = Whither::Seat { accept: seat.accept, taken_by: None };
        let invite = Invite { by: by.clone(), channel: channel.to_owned(), until: seat.until, to };
        self.keep_link(secret, &invite).await.map(Some)
    }

    /// The link into a room that this person has made.
    pub(super) async fn room_link(
        &self,
        channel: &str,
        founded: &Founded,
    ) -> Result<Option<String>, Refused> {
        let Some(private) = &founded.private else { return Ok(None) };
        let secret = self.identity.secret_of(&["room", channel, &private.link.to_string()]);
        let until = self.clock.now_millis().saturating_add(LINK_MILLIS);
        let to = Whither::Room { link: private.link };
        let invite = Invite { by: founded.by.clone(), channel: channel.to_owned(), until, to };
        self.keep_link(secret, &invite).await.map(Some)
    }

    async fn keep_link(&self, secret: String, invite: &Invite) -> Result<String, Refused> {
        let key = key_of(&digest(&secret));
        let kept = async {
            let rows =
                self.store.scan(TABLE, KeyRange::prefix(records::key(INVITE)), Order::Ascending, INVITES);
            let is_full = rows.await?.len() >= INVITES;
            let there = self.store.get(TABLE, key.as_ref()).await?;
            // Who has taken a seat has taken it.
            let is_seat = matches!(invite.to, Whither::Seat { .. });
            if there.is_some() && is_seat {
                return Ok(true);
            }
            if there.is_none() && is_full {
                return Ok(false);
            }
            let value = stored::write(&StoredInvite::from(invite))?;
            self.store.commit(Batch::new().put(TABLE, key, value)).await?;
            Ok::<_, ChannelError>(true)
        };
        match kept.await {
            Ok(true) => Ok(format!("/invite/{secret}")),
            Ok(false) => Err(Refused::FULL),
            Err(error) => Err(Refused::fault(&error, "a link cannot be kept")),
        }
    }

    async fn open_link(self: Arc<Self>, digest: &str, reader: &Reader) -> Result<Response, Refused> {
        let fault = |error: ChannelError| Refused::fault(&error, "a link cannot be read");
        loop {
            let Some((invite, version)) = self.link(digest).await.map_err(fault)? else {
                return Err(Refused::INVITE_UNKNOWN);
            };
            let is_over = self.clock.now_millis() >= invite.until;
            match &invite.to {
                Whither::Room { link } => return self.let_in(&invite, *link, is_over, reader).await,
                Whither::Seat { taken_by: Some(other), .. } if *other != reader.person => {
                    return Err(if invite.by == reader.person {
                        Refused::INVITE_OVER
                    } else {
                        Refused::INVITE_TAKEN
                    });
                }
                Whither::Seat { .. } if invite.by == reader.person && !is_over => {
                    return Err(Refused::INVITE_OWN);
                }
                Whither::Seat { taken_by: Some(_), accept } => {
                    return self.seat(digest, &invite, accept, reader).await;
                }
                Whither::Seat { .. } if is_over => return Err(Refused::INVITE_OVER),
                Whither::Seat { accept, taken_by: None } => {
                    // Of two who open it at once one is first.
                    let taken_by = Some(reader.person.clone());
                    let to = Whither::Seat { accept: accept.clone(), taken_by };
                    let claimed = self.rewrite(digest, version, &Invite { to, ..invite.clone() }).await;
                    if claimed.map_err(fault)? {
                        return self.seat(digest, &invite, accept, reader).await;
                    }
                }
            }
        }
    }

    /// Takes the seat, as pressing the challenge's own button does, and lets the person in where that is not for everybody.
    /// What was done is not done again when the link is opened again by the same person.
    async fn seat(
        self: &Arc<Self>,
        digest: &str,
        invite: &Invite,
        accept: &str,
        reader: &Reader,
    ) -> Result<Response, Refused> {
        let channel = channel_id(&invite.channel);
        let event = Event {
            id: digest.to_owned(),
            channel: channel.clone(),
            person: reader.as_person(),
            language: reader.profile.language,
            deed: Deed::Act { component: accept.to_owned(), value: None },
        };
        let reply = self.decide_apart(&event, "invited").await;
        let reply = reply.map_err(|error| Refused::fault(&error, "a seat was not taken"))?;
        if let Reply::Private(notice) | Reply::Update(notice) = &reply
            && matches!(**notice, Notice::Refused(_))
        {
            self.give_up(digest, reader).await?;
            let words = self.words_of(notice, reader);
            let over = NotStarted { field: None, text: words };
            return Ok((StatusCode::GONE, Json(over)).into_response());
        }
        self.come_in(&invite.channel, &reader.as_person()).await?;
        Ok(Json(Seated { channel: invite.channel.clone(), plays: true }).into_response())
    }

    /// Lets somebody in who has a seat there; a room of a game calls them a player.
    async fn come_in(&self, channel: &str, person: &Person) -> Result<(), Refused> {
        let has = |people: &[Person]| people.iter().any(|one| one.id == person.id);
        let change = |founded: &mut Founded| {
            let Some(private) = founded.private.as_mut() else { return false };
            let is_new = !has(&private.members);
            if is_new {
                private.members.push(person.clone());
            }
            if let Some(Room { players, .. }) = founded.room.as_mut().filter(|room| !has(&room.players)) {
                players.push(person.clone());
            }
            is_new
        };
        let changed = self.channels.change(channel, change).await;
        changed.map(|_| ()).map_err(|error| Refused::fault(&error, "somebody was not let in"))
    }

    /// The seat was not to be had: the link is as it was.
    async fn give_up(&self, digest: &str, reader: &Reader) -> Result<(), Refused> {
        let fault = |error: ChannelError| Refused::fault(&error, "a link cannot be given up");
        while let Some((invite, version)) = self.link(digest).await.map_err(fault)? {
            let Whither::Seat { accept, taken_by: Some(taken_by) } = &invite.to else { break };
            if *taken_by != reader.person {
                break;
            }
            let to = Whither::Seat { accept: accept.clone(), taken_by: None };
            if self.rewrite(digest, version, &Invite { to, ..invite.clone() }).await.map_err(fault)? {
                break;
            }
        }
        Ok(())
    }

    /// Lets whoever opened the link of a room in.
    async fn let_in(
        &self,
        invite: &Invite,
        link: u64,
        is_over: bool,
        reader: &Reader,
    ) -> Result<Response, Refused> {
        let in_already = self.channels.open_to(&invite.channel, &reader.person).is_some();
        if !in_already {
            let is_so =
                |founded: &Founded| founded.private.as_ref().is_some_and(|private| private.link == link);
            let list = self.channels.list();
            let founded = list.find(&invite.channel).and_then(|channel| channel.founded.as_ref());
            let Some(founded) = founded.filter(|founded| is_so(founded) && !is_over) else {
                return Err(Refused::INVITE_OVER);
            };
            if founded.private.as_ref().is_some_and(|private| private.members.len() >= MEMBERS) {
                return Err(Refused::ROOM_FULL);
            }
            let person = reader.as_person();
            let change = |founded: &mut Founded| match &mut founded.private {
                Some(private) if private.link == link && private.members.len() < MEMBERS => {
                    private.members.push(person.clone());
                    true
                }
                _ => false,
            };
            let changed = self.channels.change(&invite.channel, change).await;
            if !changed.map_err(|error| Refused::fault(&error, "somebody was not let in"))? {
                return Err(Refused::INVITE_OVER);
            }
        }
        Ok(Json(Seated { channel: invite.channel.clone(), plays: false }).into_response())
    }

    async fn link(&self, digest: &str) -> Result<Option<(Invite, u64)>, ChannelError> {
        let Some(record) = self.store.get(TABLE, key_of(digest).as_ref()).await? else { return Ok(None) };
        Ok(Some((stored::read::<StoredInvite>(&record.value)?.into(), record.version)))
    }

    async fn rewrite(&self, digest: &str, version: u64, invite: &Invite) -> Result<bool, ChannelError> {
        let (key, value) = (key_of(digest), stored::write(&StoredInvite::from(invite))?);
        let batch = Batch::new().expect(TABLE, key.clone(), Some(version)).put(TABLE, key, value);
        Ok(!matches!(self.store.commit(batch).await?, Committed::Conflict { .. }))
    }

    /// Forgets links that lead nowhere any more.
    pub(super) async fn forget_links(&self) -> Result<(), StoreError> {
        let rows =
            self.store.scan(TABLE, KeyRange::prefix(records::key(INVITE)), Order::Ascending, INVITES).await?;
        let now = self.clock.now_millis();
        let mut batch = Batch::new();
        for (key, record) in rows {
            let invite = stored::read_or_tell::<StoredInvite>(&key, &record.value).map(Invite::from);
            // For a while they still say that they are over.
            if invite.is_some_and(|invite| now > invite.until.saturating_add(LINK_MILLIS)) {
                batch = batch.delete(TABLE, key);
            }
        }
        if !batch.writes.is_empty() {
            self.store.commit(batch).await?;
        }
        Ok(())
    }
}

/// What is kept of a secret.
fn digest(secret: &str) -> String {
    let hash = Sha256::new().chain_update(b"adoube web link\0").chain_update(secret).finalize();
    hash.iter().take(16).fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn key_of(digest: &str) -> Key {
    records::key(INVITE).text(digest)
}
