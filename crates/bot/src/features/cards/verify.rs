//! Handles `/verify`, by which anybody can check after the end that a game was played with the
//! sealed cards. Not here: how cards are dealt (`gameplay::deal`), and the sealed text
//! (`core::game`).

use adoube_rules::{Game, notation};

use crate::{
    Notice,
    core::{
        game::{GameId, GameRecord, SealedDeal},
        notice::CardRefusal,
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

impl HandlerRequest<'_> {
    /// Shows the commitment and, after the end, whether the game was played with the sealed cards.
    pub(crate) async fn verify(&self, id: Option<&GameId>) -> HandlerResult {
        let record = self.named_game(id).await?;
        let (Some(deal), Some(commitment)) = (&record.deal, record.commitment()) else {
            return Err(CardRefusal::NoCards { variant: record.variant }.into());
        };
        // Before the end the reply must not reveal whether the hidden cards fit.
        let fits =
            record.is_running() || (deal.fits(&record.id) && self.was_played_with(&record, deal).await?);
        Ok(private_reply(Notice::DealVerified { game: record.id, commitment, fits }))
    }

    /// Whether the moves lead from the sealed cards to the final position.
    async fn was_played_with(&self, record: &GameRecord, deal: &SealedDeal) -> HandlerResult<bool> {
        let Some(start) = deal.start() else { return Ok(false) };
        let mut game = Game::new(start);
        for ply in self.moves_on_board(&record.id).await? {
            let Ok(made) = notation::parse_lan(game.position(), &ply.lan) else { return Ok(false) };
            if game.play(&made).is_err() {
                return Ok(false);
            }
        }
        Ok(game.position().full_text() == record.state.full_text())
    }
}
