//! Deals and seals the cards of a game at its start, and handles `/verify`, by which anybody can
//! check them after the end. Not here: the sealed text (`game`), and shuffling (`adoube-rules`).

use adoube_rules::{CardDeal, Game, KingPlacement, Position, notation};
use rand::RngExt;

use crate::{
    Notice,
    game::{GameId, GameRecord, NONCE_BYTES, SealedDeal},
    gameplay::{HandlerRequest, HandlerResult, private_reply},
    notice::CardRefusal,
};

impl HandlerRequest<'_> {
    /// Shuffles and seals both sides' cards; returns the start position and the seal.
    pub(super) fn deal(&self, game: &GameId, kings: KingPlacement) -> (Position, Option<SealedDeal>) {
        let (entropy, nonce): ([u8; 32], [u8; NONCE_BYTES]) =
            self.context.with_rng(|rng| (rng.random(), rng.random()));
        let deal = CardDeal::shuffled(entropy);
        let sealed = SealedDeal::seal(game, &deal, kings, nonce);
        (Position::start_schachen(&deal, kings), Some(sealed))
    }

    /// Shows the commitment and, after the end, whether the game was played with the sealed cards.
    pub(super) async fn verify(&self, id: Option<&GameId>) -> HandlerResult {
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
