//! Handles `/games due`: lists the running games in which the sender is to move, with their
//! deadlines. Not here: other lists of games (`handler`).

use crate::{
    Notice,
    core::{
        notice::{DueGame, DueGamesNotice},
        records::PlayerGame,
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

/// Upper limit of listed games, unless the sender names one.
const LISTED: usize = 20;

impl HandlerRequest<'_> {
    pub(super) async fn list_due(&self, limit: Option<usize>) -> HandlerResult {
        let limit = limit.unwrap_or(LISTED);
        let (ledger, me) = (&self.context.ledger, &self.incoming.person.id);
        let mut games = ledger.running_games_of(me).await?;
        games.retain(PlayerGame::is_own_turn);
        let all = games.len();
        let mut games = self.visible(games, usize::MAX, |game| &game.record).await;
        let partial = games.len() < all;
        // By deadline: running clocks, then stopped ones, then games without a clock; among those
        // oldest first.
        games.sort_by_key(|game| (game.deadline.is_none(), game.deadline, game.record.changed_at));
        let more = games.len().saturating_sub(limit);
        let games = games.iter().take(limit).map(DueGame::from).collect();
        let (here, said_at) = (self.incoming.channel.clone(), self.draft.now());
        Ok(private_reply(Notice::Due(Box::new(DueGamesNotice { here, games, more, partial, said_at }))))
    }
}
