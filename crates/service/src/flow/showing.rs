//! Looking: boards and games. Nothing here changes anything. Not here: what pieces and rules are (`explaining`).

use super::{Decided, Flow, choosing::looked_at, private};
use crate::{
    Notice,
    command::{BoardView, GamesOf},
    game::{GameId, GameRecord},
    notice::{Agreed, GameLine, Refusal},
};

/// Games a list shows.
const LIST_LIMIT: usize = 15;
/// Games that are looked through for it, some of which may be played where the asker is not let in.
const LOOKED_THROUGH: usize = 4 * LIST_LIMIT;

impl Flow<'_> {
    pub(super) fn show_board(&self, view: BoardView) -> Decided {
        Ok(private(looked_at(self.running()?, view)))
    }

    pub(super) async fn list_games(&self, of: &GamesOf) -> Decided {
        let person = match of {
            GamesOf::Mine => Some(self.incoming.person.clone()),
            GamesOf::Of(name) => Some(self.find_person(name).await?),
            GamesOf::Here => None,
        };
        // One more than is listed tells whether there are more.
        let mut games = match &person {
            Some(person) => {
                self.visible(self.context.ledger.games_of(&person.id, LOOKED_THROUGH).await?).await
            }
            None => self.context.ledger.games_in(&self.incoming.channel, LIST_LIMIT + 1).await?,
        };
        let more = games.len() > LIST_LIMIT;
        games.truncate(LIST_LIMIT);
        Ok(private(Notice::Games { of: person, games: games.iter().map(game_line).collect(), more }))
    }

    pub(super) async fn show_game(&self, id: Option<&GameId>) -> Decided {
        let record = self.named_game(id).await?;
        let mut notice = looked_at(&record, BoardView::Plain);
        if let Notice::Look { board, .. } = &mut notice {
            board.agreed = Some(Box::new(Agreed::of(&record)));
        }
        Ok(private(notice))
    }

    /// The game with this id, or the one that runs here, or else the last one played here.
    pub(super) async fn named_game(&self, id: Option<&GameId>) -> Decided<GameRecord> {
        let found = match (id, &self.draft.channel.game) {
            (Some(id), _) => self.visible_game(id).await?,
            (None, Some(running)) => Some(running.clone()),
            (None, None) => self.context.ledger.games_in(&self.incoming.channel, 1).await?.pop(),
        };
        found.ok_or_else(|| Refusal::UnknownGame { id: id.cloned() }.into())
    }

    /// The game with this id, unless it is played where the speaker is not let in: then there is none for them.
    pub(super) async fn visible_game(&self, id: &GameId) -> Decided<Option<GameRecord>> {
        let found = self.context.ledger.game(id).await?;
        Ok(self.visible(found.into_iter().collect()).await.pop())
    }

    /// Those of these games that the speaker may know of: their own, those of this channel, and those of channels into
    /// which they are let.
    async fn visible(&self, games: Vec<GameRecord>) -> Vec<GameRecord> {
        let (me, here) = (&self.incoming.person.id, &self.incoming.channel);
        let mut visible = Vec::new();
        for game in games {
            let is_known = game.channel == *here || game.seats.side_of(me).is_some();
            if is_known || self.context.directory.lets_in(&game.channel, me).await {
                visible.push(game);
            }
        }
        visible
    }
}

fn game_line(record: &GameRecord) -> GameLine {
    GameLine {
        id: record.id.clone(),
        variant: record.variant,
        seats: record.seats.clone(),
        plies: record.plies,
        ending: record.ending.clone(),
    }
}
