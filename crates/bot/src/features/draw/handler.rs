//! Handles `/draw`: draw offers and their answers. Not here: how an offer is made
//! (`gameplay::offers`), and draws by the rules (`features::end_game`).

use crate::{
    Reply,
    core::{
        command::OfferAction,
        game::{OfferKind, OfferTopic},
        notice::GameRefusal,
    },
    gameplay::{HandlerRequest, HandlerResult},
};

impl HandlerRequest<'_> {
    pub(crate) fn draw(&mut self, word: OfferAction) -> HandlerResult {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        let open = record.offer.filter(|offer| offer.kind == OfferKind::Draw);
        let offered_to_me = open.is_some_and(|offer| offer.by != side);
        match word {
            OfferAction::Offer | OfferAction::Accept if offered_to_me => {
                self.course().accept_draw()?;
                Ok(Reply::Public)
            }
            OfferAction::Offer => self.offer(OfferKind::Draw, side),
            OfferAction::Decline if offered_to_me => self.decline_offer(OfferKind::Draw, side),
            _ => Err(GameRefusal::NoOffer { topic: OfferTopic::Draw }.into()),
        }
    }
}
