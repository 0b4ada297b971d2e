//! Handles `/games` and `/game`: lists of games, and the board of one game. Not here: games in
//! which the sender is to move (`due`), and which games the sender may see
//! (`gameplay::game_lookup`).

use crate::{
    Notice,
    core::{
        command::BoardView,
        game::{GameId, GameRecord},
        notice::{AgreedTerms, GameListEntry},
    },
    features::games::command::GamesFilter,
    gameplay::{HandlerRequest, HandlerResult, game_lookup::looked_at, private_reply},
};

/// Upper limit of games in a list, unless the sender names one.
const LIST_LIMIT: usize = 15;
/// Number of games examined for each one of a list, as the sender may not see some of them.
const LOOKED_THROUGH: usize = 4;

impl HandlerRequest<'_> {
    pub(crate) async fn list_games(&self, of: &GamesFilter, limit: Option<usize>) -> HandlerResult {
        let person = match of {
            GamesFilter::Due => return self.list_due(limit).await,
            GamesFilter::Mine => Some(self.incoming.person.clone()),
            GamesFilter::Of(name) => Some(self.find_person(name).await?),
            GamesFilter::Here => None,
        };
        let limit = limit.unwrap_or(LIST_LIMIT);
        // One more game than listed shows whether there are more.
        let mut games = match &person {
            Some(person) => {
                let most = LOOKED_THROUGH * limit.max(LIST_LIMIT);
                self.context.ledger.games_of(&person.id, most).await?
            }
            None => self.context.ledger.games_in(&self.incoming.channel, limit + 1).await?,
        };
        let is_own = person.as_ref().is_some_and(|person| person.id == self.incoming.person.id);
        if is_own {
            games = self.by_turn(games).await?;
        }
        let all = games.len();
        if person.is_some() {
            // For other people's games the directory is asked about no more games than listed, and
            // one more.
            let most = if is_own { usize::MAX } else { limit + 1 };
            games = self.visible(games, most, |game| game).await;
        }
        let partial = is_own && games.len() < all;
        let more = games.len() > limit;
        games.truncate(limit);
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
        let has_place =
            !elsewhere || !stands && self.context.people.directory.has_place(&record.channel).await;
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

    pub(crate) async fn show_game(&self, id: Option<&GameId>) -> HandlerResult {
        let record = self.named_game(id).await?;
        let mut notice = looked_at(&record, BoardView::Plain);
        if let Notice::RequestedBoard { board, .. } = &mut notice {
            board.agreed = Some(Box::new(AgreedTerms::of(&record)));
        }
        let is_here = self.draft.channel.game.as_ref().is_some_and(|here| here.id == record.id);
        Ok(private_reply(if is_here { self.with_clock(notice) } else { notice }))
    }
}
