//! Handles `/hand`, `/drop` and `/pass`: shows a player's own cards, and completes a turn by a drop
//! or a pass. Not here: the pending turn (`gameplay::turn::drop`), and which drops are possible
//! (`adoube-rules`).

use adoube_rules::{CardDrop, Game, Move, PieceType, Side};

use crate::{
    Notice,
    core::{
        game::GameRecord,
        notice::{CardRefusal, GameRefusal, HandStep},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game},
};

impl HandlerRequest<'_> {
    pub(crate) fn show_hand(&self) -> HandlerResult {
        let (record, side) = self.require_player()?;
        check_cards(record)?;
        let game = restore_game(record)?;
        let asked = record.begun.is_some() && game.position().side_to_move() == side;
        let step = if asked { HandStep::Card } else { HandStep::Look };
        Ok(private_reply(self.hand(&game, side, step)?.into()))
    }

    pub(crate) fn drop_typed(&mut self, text: Option<&str>) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        check_cards(record)?;
        let begun = record.begun.ok_or(CardRefusal::MoveFirst)?;
        let Some(text) = text else {
            return Ok(private_reply(self.hand(&game, side, HandStep::Card)?.into()));
        };
        let Some(typed) = self.read_drop(&game, &begun, text) else {
            return Err(CardRefusal::NotADrop { text: text.to_owned() }.into());
        };
        self.play_read_move(game, side, text, typed)
    }

    pub(crate) fn pass(&mut self) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        check_cards(record)?;
        let begun = record.begun.ok_or(CardRefusal::MoveFirst)?;
        Ok(self.play(game, side, &begun.pending_move(), true)?.into_reply())
    }

    /// Passes after this move.
    pub(crate) fn pass_after(&mut self, made: &Move) -> HandlerResult<Notice> {
        let (_, side, game) = self.left_move(made)?;
        Ok(self.play(game, side, &made.without_drop(), true)?.into_notice())
    }

    /// Shows the cards that may be dropped after this move.
    pub(crate) fn cards_after(&mut self, made: &Move) -> HandlerResult<Notice> {
        self.drop_step(made, HandStep::Card)
    }

    /// Shows the squares for a picked card.
    pub(crate) fn card_picked(&mut self, made: &Move, value: Option<&str>) -> HandlerResult<Notice> {
        let card = value.and_then(PieceType::from_code).ok_or(GameRefusal::UnknownButton)?;
        self.drop_step(made, HandStep::Square { card })
    }

    fn drop_step(&mut self, made: &Move, step: HandStep) -> HandlerResult<Notice> {
        let (_, side, game) = self.left_move(made)?;
        self.begin_turn(made);
        let notice = self.hand(&game, side, step)?;
        let offers = |drop: &CardDrop| match step {
            HandStep::Square { card } => drop.card == card,
            HandStep::Card | HandStep::Look => true,
        };
        if !notice.drops.iter().any(offers) {
            return Err(GameRefusal::UnknownButton.into());
        }
        Ok(notice.into())
    }

    /// The sender's turn, if this move may be made in it.
    fn left_move(&self, made: &Move) -> HandlerResult<(&GameRecord, Side, Game)> {
        let (record, side, game) = self.require_turn()?;
        self.require_same_pending_move(Some(made))?;
        if !record.moves_left(&game).contains(&made.without_drop()) {
            return Err(GameRefusal::UnknownButton.into());
        }
        Ok((record, side, game))
    }
}

fn check_cards(record: &GameRecord) -> HandlerResult<()> {
    if record.variant.has_cards() {
        return Ok(());
    }
    Err(CardRefusal::NoCards { variant: record.variant }.into())
}
