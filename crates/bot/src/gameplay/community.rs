//! Applies the settings of the community in which an event happens: where games may begin, and
//! which get threads. Not here: the commands that change them (`features::settings`).

use super::{HandlerRequest, HandlerResult};
use crate::{
    ThreadPolicy,
    core::{
        game::CommunitySettings,
        notice::{GameRefusal, SettingsRefusal},
        records::readable,
    },
};

impl HandlerRequest<'_> {
    /// Settings of the channel's community, with one store read; only for actions that may begin a
    /// game. Unreadable settings count as the defaults, so that they keep no game from beginning.
    pub(crate) async fn chosen_here(&self) -> HandlerResult<CommunitySettings> {
        let Some(place) = &self.incoming.place else { return Ok(CommunitySettings::default()) };
        let kept = self.context.ledger.place(place).await;
        let kept = readable(kept, "the settings of a place are passed over")?;
        Ok(kept.map(|kept| kept.value).unwrap_or_default())
    }

    /// Refuses where games may not begin. In a thread that was opened for a game, its players may
    /// begin another one.
    pub(crate) fn is_allowed_here(&self) -> HandlerResult<()> {
        let chosen = &self.place;
        if chosen.allows(&self.incoming.channel) || self.draft.channel.closes_with_game {
            return Ok(());
        }
        Err(GameRefusal::from(SettingsRefusal::NotHere { channels: chosen.channels.clone() }).into())
    }

    /// When games get threads here; never on platforms without threads.
    pub(crate) fn threads(&self) -> ThreadPolicy {
        match self.incoming.threads.of_people() {
            ThreadPolicy::Never => ThreadPolicy::Never,
            usual => self.place.threads.unwrap_or(usual),
        }
    }
}
