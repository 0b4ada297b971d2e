//! Handles `/board`, `/clock`, `/games` and `/game`, which show boards, clocks and lists of games
//! and change nothing; and tells which games a person may see. Not here: explanations of pieces and
//! rules (`pieces`).

use super::piece_selection::looked_at;
use crate::{
    ChannelId, Notice,
    command::{BoardView, GamesFilter},
    game::{GameId, GameRecord, Seats},
    gameplay::{HandlerRequest, HandlerResult, private_reply},
    notice::{AgreedTerms, ClockNotice, GameListEntry, GameRefusal},
};

/// Upper limit of games in a list.
const LIST_LIMIT: usize = 15;
/// Number of games examined for a list, as the sender may not see some of them.
const LOOKED_THROUGH: usize = 4 * LIST_LIMIT;

impl HandlerRequest<'_> {
    pub(super) fn show_board(&self, view: BoardView) -> HandlerResult {
        let notice = looked_at(self.require_game()?, view);
        Ok(private_reply(self.with_clock(notice)))
    }

    /// Shows both clocks of the channel's game.
    pub(super) fn show_clock(&self) -> HandlerResult {
        let seats = self.require_game()?.seats.clone();
        Ok(private_reply(Notice::Clock(Box::new(ClockNotice { seats, clock: self.draft.clock_view() }))))
    }

    /// The notice with the clock of the channel's game.
    fn with_clock(&self, mut notice: Notice) -> Notice {
        match &mut notice {
            Notice::RequestedBoard { board, .. } => board.clock = self.draft.clock_view(),
            Notice::Selection(choosing) => choosing.clock = self.draft.clock_view(),
            _ => {}
        }
        notice
    }

    pub(super) async fn list_games(&self, of: &GamesFilter) -> HandlerResult {
        let person = match of {
            GamesFilter::Mine | GamesFilter::Due => Some(self.incoming.person.clone()),
            GamesFilter::Of(name) => Some(self.find_person(name).await?),
            GamesFilter::Here => None,
        };
        // One more game than listed shows whether there are more.
        let mut games = match &person {
            Some(person) => self.context.ledger.games_of(&person.id, LOOKED_THROUGH).await?,
            None => self.context.ledger.games_in(&self.incoming.channel, LIST_LIMIT + 1).await?,
        };
        let is_own = person.as_ref().is_some_and(|person| person.id == self.incoming.person.id);
        if is_own {
            games = self.by_turn(games).await?;
        }
        let all = games.len();
        if person.is_some() {
            // For other people's games the directory is asked about no more games than listed, and
            // one more.
            let most = if is_own { usize::MAX } else { LIST_LIMIT + 1 };
            games = self.visible(games, most, |game| game).await;
        }
        let partial = is_own && games.len() < all;
        let more = games.len() > LIST_LIMIT;
        games.truncate(LIST_LIMIT);
        let mut lines = Vec::with_capacity(games.len());
        for record in &games {
            lines.push(self.game_line(record, is_own).await);
        }
        Ok(private_reply(Notice::Games { of: person, games: lines, more, partial }))
    }

    /// The sender's games: those in which the sender is to move, the other running ones, also old
    /// ones, then the newest finished ones.
    async fn by_turn(&self, newest: Vec<GameRecord>) -> HandlerResult<Vec<GameRecord>> {
        let me = &self.incoming.person.id;
        let mut games = self.context.ledger.with_running_of(me, newest).await?;
        games.sort_by_key(|game| match game.to_move() {
            _ if !game.is_running() => 2,
            Some(side) if game.seats.side_of(me) == Some(side) => 0,
            _ => 1,
        });
        Ok(games)
    }

    /// An entry of a list. Only players see where a game is played.
    async fn game_line(&self, record: &GameRecord, is_own: bool) -> GameListEntry {
        let elsewhere = is_own && record.is_running() && record.channel != self.incoming.channel;
        let stands = record.clock.as_ref().is_some_and(|clock| clock.turn.no_place.is_some());
        let has_place = !elsewhere || !stands && self.context.directory.has_place(&record.channel).await;
        GameListEntry {
            id: record.id.clone(),
            variant: record.variant,
            seats: record.seats.clone(),
            plies: record.plies,
            ending: record.ending.clone(),
            to_move: record.to_move(),
            elsewhere: elsewhere.then(|| record.channel.clone()),
            has_place,
        }
    }

    pub(super) async fn show_game(&self, id: Option<&GameId>) -> HandlerResult {
        let record = self.named_game(id).await?;
        let mut notice = looked_at(&record, BoardView::Plain);
        if let Notice::RequestedBoard { board, .. } = &mut notice {
            board.agreed = Some(Box::new(AgreedTerms::of(&record)));
        }
        let is_here = self.draft.channel.game.as_ref().is_some_and(|here| here.id == record.id);
        Ok(private_reply(if is_here { self.with_clock(notice) } else { notice }))
    }

    /// The game with this id; without one the channel's running or last game.
    pub(super) async fn named_game(&self, id: Option<&GameId>) -> HandlerResult<GameRecord> {
        let found = match (id, &self.draft.channel.game) {
            (Some(id), _) => self.visible_game(id).await?,
            (None, Some(running)) => Some(running.clone()),
            (None, None) => self.context.ledger.games_in(&self.incoming.channel, 1).await?.pop(),
        };
        found.ok_or_else(|| GameRefusal::UnknownGame { id: id.cloned() }.into())
    }

    /// The game with this id; `None` if the sender may not see it here. Players of the game get a
    /// refusal that others read along.
    pub(super) async fn visible_game(&self, id: &GameId) -> HandlerResult<Option<GameRecord>> {
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
    pub(super) async fn visible<G>(
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
    pub(super) async fn is_visible(&self, channel: &ChannelId, seats: &Seats) -> bool {
        let (me, here) = (&self.incoming.person.id, &self.incoming.channel);
        let is_own = seats.side_of(me).is_some();
        let everybody = self.incoming.audience.reads_answers();
        if channel == here || is_own && !everybody {
            return true;
        }
        let directory = &self.context.directory;
        // Only a channel's own platform knows who may enter it.
        me.platform() == channel.platform()
            && directory.shares(channel, here, everybody).await
            && (is_own || directory.lets_in(channel, me).await)
    }
}
