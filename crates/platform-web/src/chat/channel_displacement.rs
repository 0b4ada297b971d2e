//! Makes channels and rooms; if the limit of channels is reached, an unused channel is removed to
//! make room for a person who has none.
//!
//! A channel is unused when it has no people, no recent entries, and no game between people.
//! A game against the computer that rests for a day ends without a result. Not here: the
//! order in which channels make way (`limits/shares.rs`).

use std::{collections::HashSet, sync::Arc};

use adoube_bot::Person;

use crate::{
    channels::{
        channel::{ChannelCreator, ChannelDetails, ChannelError, ChannelList, channel_id},
        directory::ChannelDirectory,
        quota::ChannelKind,
        removal::deletion_cutoff,
    },
    chat::channel_cleanup::ChannelCleanup,
    limits::{FRESH_MILLIS, QUIET_MILLIS, QUIET_WITH_COMPUTER_MILLIS},
    log::chat_log::ChatLog,
    presence::{board::PresenceBoard, sync::PresenceSync},
};
use adoube_bot::{Bot, Clock};

/// How many channels are removed for one request, in case other requests take the free place first.
const ATTEMPTS: usize = 4;

/// A channel makes way only if nothing was said in it since this instant: one for channels in
/// general, one for channels in which a person plays the computer.
#[derive(Clone, Copy)]
struct QuietCutoffs {
    with_people: u64,
    with_computer: u64,
}

/// Makes channels and rooms; at the limit of channels it removes an unused one.
pub(crate) struct ChannelDisplacement {
    pub(crate) service: Bot,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) log: ChatLog,
    pub(crate) presence: PresenceBoard,
    pub(crate) presence_sync: Arc<PresenceSync>,
    pub(crate) cleanup: Arc<ChannelCleanup>,
}

impl ChannelDisplacement {
    /// Makes a channel. At the limit, an unused channel makes way if the person has none.
    pub(crate) async fn make_channel(
        &self,
        title: &str,
        maker: ChannelCreator,
        is_private: bool,
    ) -> Result<String, ChannelError> {
        for _ in 0..ATTEMPTS {
            let now = self.clock.now_millis();
            match self.channels.make(title, maker.clone(), is_private, now).await {
                Err(ChannelError::Full { instead }) => self.displace(&instead).await?,
                made => return made,
            }
        }
        Err(ChannelError::Limit)
    }

    /// Makes the room of a game under a given name, with displacement as for channels; returns
    /// whether it is new.
    pub(crate) async fn add_room(&self, name: &str, founded: ChannelDetails) -> Result<bool, ChannelError> {
        let may = |list: &ChannelList| list.admit(ChannelKind::Game, &founded.by, founded.from.as_deref());
        for _ in 0..ATTEMPTS {
            match self.channels.add(name, founded.clone(), may).await {
                Err(ChannelError::Full { instead }) => self.displace(&instead).await?,
                added => return added,
            }
        }
        Err(ChannelError::Limit)
    }

    /// Makes sure that there is place for the room of a game between these players; one of them
    /// must be within their quota. Returns whether there is.
    pub(crate) async fn place_for_game(&self, players: &[Person]) -> Result<bool, ChannelError> {
        let list = self.channels.list();
        let mut to_displace = None;
        for player in players {
            let from = self.presence.origin(&player.id);
            match list.admit(ChannelKind::Game, &player.id, from.as_deref()) {
                Ok(()) => return Ok(true),
                Err(ChannelError::Full { instead }) => to_displace = Some(instead),
                Err(_) => {}
            }
        }
        match self.displace(&to_displace.unwrap_or_default()).await {
            Err(ChannelError::Limit) => Ok(false),
            displaced => displaced.map(|()| true),
        }
    }

    /// Removes the first of these channels that is not in use.
    async fn displace(&self, candidates: &[String]) -> Result<(), ChannelError> {
        let Some(quiet) = self.quiet_cutoffs().await else { return Err(ChannelError::Limit) };
        let list = self.channels.list();
        let parents: HashSet<&str> = list
            .0
            .iter()
            .filter_map(|channel| Some(channel.founded.as_ref()?.room.as_ref()?.parent.as_str()))
            .collect();
        for name in candidates.iter().filter(|name| !parents.contains(name.as_str())) {
            let founded = list.find(name).and_then(|channel| channel.founded.as_ref());
            let Some(founded) = founded else { continue };
            if self.displace_if_unused(name, founded.at, quiet).await? {
                tracing::info!(name, "a channel that nobody uses makes way for a person who has none");
                return Ok(());
            }
        }
        Err(ChannelError::Limit)
    }

    /// The cutoffs for quiet channels; `None` while nothing is deleted by age.
    async fn quiet_cutoffs(&self) -> Option<QuietCutoffs> {
        Some(QuietCutoffs {
            with_people: deletion_cutoff(&self.service, QUIET_MILLIS).await?,
            with_computer: deletion_cutoff(&self.service, QUIET_WITH_COMPUTER_MILLIS).await?,
        })
    }

    async fn displace_if_unused(
        &self,
        name: &str,
        made_at: u64,
        cutoffs: QuietCutoffs,
    ) -> Result<bool, ChannelError> {
        let channel = channel_id(name);
        let now = self.clock.now_millis();
        let (said_at, quiet) = self.log.last_said(&channel).await?;
        let is_fresh = now < made_at.saturating_add(FRESH_MILLIS);
        let is_quiet_since = |cutoff: u64| said_at.is_none_or(|said| said <= cutoff);
        if is_fresh || !is_quiet_since(cutoffs.with_people) {
            return Ok(false);
        }
        self.presence_sync.ask_who_else_is_in(&channel).await;
        if !self.presence.listed(&channel).people.is_empty() {
            return Ok(false);
        }
        let alone = match self.service.unattended_channel(&channel).await {
            Ok(alone) => alone,
            Err(error) => {
                tracing::error!(%error, %channel, "what is under way in a channel cannot be read");
                None
            }
        };
        let Some(alone) = alone else { return Ok(false) };
        if alone.plays_computer && !is_quiet_since(cutoffs.with_computer) {
            return Ok(false);
        }
        if !self.cleanup.remove_channel(&channel, vec![quiet, alone.expect]).await? {
            return Ok(false);
        }
        // The channel of its last board is already gone.
        if let Err(error) = self.service.abandon_with_computer(&channel).await {
            tracing::error!(%error, %channel, "a game against the computer goes on where nobody finds it");
        }
        Ok(true)
    }
}
