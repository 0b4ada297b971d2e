//! Looks up games: the game that an id or the channel means, whether the sender may see it here,
//! and its view. Not here: lookup of people (`lookup`).

use super::{HandlerRequest, HandlerResult};
use crate::{
    ChannelId, Notice,
    core::{
        command::BoardView,
        game::{GameId, GameRecord, Seats, SetupPanel},
        notice::{BoardEvent, BoardNotice, GameRefusal, SelectionEvent, SelectionNotice},
    },
};

impl HandlerRequest<'_> {
    /// The game with this id; without one the channel's running or last game.
    pub(crate) async fn named_game(&self, id: Option<&GameId>) -> HandlerResult<GameRecord> {
        let found = match (id, &self.draft.channel.game) {
            (Some(id), _) => self.visible_game(id).await?,
            (None, Some(running)) => Some(running.clone()),
            (None, None) => self.context.ledger.games_in(&self.incoming.channel, 1).await?.pop(),
        };
        found.ok_or_else(|| GameRefusal::UnknownGame { id: id.cloned() }.into())
    }

    /// The game with this id; `None` if the sender may not see it here. Players of the game get a
    /// refusal that others read along.
    pub(crate) async fn visible_game(&self, id: &GameId) -> HandlerResult<Option<GameRecord>> {
        let Some(game) = self.context.ledger.game(id).await? else { return Ok(None) };
        if self.is_visible(&game.channel, &game.seats).await {
            return Ok(Some(game));
        }
        if game.seats.side_of(&self.incoming.person.id).is_some() {
            return Err(GameRefusal::PlayedElsewhere { id: id.clone() }.into());
        }
        Ok(None)
    }

    /// The first `most` of these games that the sender may see here.
    pub(crate) async fn visible<G>(
        &self,
        games: Vec<G>,
        most: usize,
        record: impl Fn(&G) -> &GameRecord,
    ) -> Vec<G> {
        let mut visible = Vec::new();
        for game in games {
            let GameRecord { channel, seats, .. } = record(&game);
            if self.is_visible(channel, seats).await {
                visible.push(game);
            }
            if visible.len() == most {
                break;
            }
        }
        visible
    }

    /// Whether the sender may see a channel's game here: a game of this channel; an own one, where
    /// no other person reads the reply; or one whose channel is visible from here and lets the
    /// sender in.
    pub(crate) async fn is_visible(&self, channel: &ChannelId, seats: &Seats) -> bool {
        let (me, here) = (&self.incoming.person.id, &self.incoming.channel);
        let is_own = seats.side_of(me).is_some();
        let everybody = self.incoming.audience.reads_answers();
        if channel == here || is_own && !everybody {
            return true;
        }
        let directory = &self.context.people.directory;
        // Only a channel's own platform knows who may enter it.
        me.platform() == channel.platform()
            && directory.shares(channel, here, everybody).await
            && (is_own || directory.lets_in(channel, me).await)
    }

    pub(crate) fn own_panel(&self) -> Option<SetupPanel> {
        let person = &self.incoming.person.id;
        self.draft.channel.panels.iter().find(|panel| panel.owner.id == *person).cloned()
    }

    /// The notice with the clock of the channel's game.
    pub(crate) fn with_clock(&self, mut notice: Notice) -> Notice {
        match &mut notice {
            Notice::RequestedBoard { board, .. } => board.clock = self.draft.clock_view(),
            Notice::Selection(choosing) => choosing.clock = self.draft.clock_view(),
            _ => {}
        }
        notice
    }
}

/// The view of a game: its board, or the state of its piece selection.
pub(crate) fn looked_at(record: &GameRecord, view: BoardView) -> Notice {
    match SelectionNotice::of(record, SelectionEvent::Shown) {
        Some(choosing) => Notice::Selection(Box::new(choosing)),
        None => Notice::RequestedBoard { board: Box::new(BoardNotice::of(record, BoardEvent::Shown)), view },
    }
}
