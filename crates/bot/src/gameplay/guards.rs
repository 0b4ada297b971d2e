//! Checks that a handler begins with, called guards: whether the sender plays here, is to move, has
//! a clock. A guard returns what it has found, or a refusal.

use adoube_rules::{Game, Move, PieceType, Position, Side};

use super::{HandlerError, HandlerRequest, HandlerResult, restore_game};
use crate::core::{
    game::{GameClock, GameRecord},
    notice::{ClockRefusal, GameRefusal, MoveChoice, SetupRefusal, VacationBlockedAction},
};

impl HandlerRequest<'_> {
    /// The channel's running game.
    pub(crate) fn require_game(&self) -> HandlerResult<&GameRecord> {
        self.draft.channel.game.as_ref().ok_or_else(|| GameRefusal::NoGame.into())
    }

    /// The channel's running game, after the piece selection.
    pub(crate) fn require_board(&self) -> HandlerResult<&GameRecord> {
        let record = self.require_game()?;
        match record.chooser() {
            None => Ok(record),
            Some(side) => Err(SetupRefusal::StillChoosing { of: record.seats.of(side).clone() }.into()),
        }
    }

    /// The running game and the sender's side.
    pub(crate) fn require_player(&self) -> HandlerResult<(&GameRecord, Side)> {
        let record = self.require_game()?;
        match record.seats.side_of(&self.incoming.person.id) {
            Some(side) => Ok((record, side)),
            None => Err(self.watches(record)),
        }
    }

    /// The running game with its position, if the sender is to move.
    pub(crate) fn require_turn(&self) -> HandlerResult<(&GameRecord, Side, Game)> {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        let game = restore_game(record)?;
        let to_move = game.position().side_to_move();
        if to_move != side {
            return Err(GameRefusal::NotYourTurn { of: record.seats.of(to_move).clone() }.into());
        }
        Ok((record, side, game))
    }

    /// The sender's running game and its clock.
    pub(crate) fn require_clock(&self) -> HandlerResult<(&GameRecord, Side, &GameClock)> {
        let (record, side) = self.require_player()?;
        let clock = record.clock.as_ref().ok_or(ClockRefusal::NoClock)?;
        Ok((record, side, clock))
    }

    /// The refusal for a spectator who does what only players may.
    pub(crate) fn watches(&self, record: &GameRecord) -> HandlerError {
        let follows = record.followers.contains(&self.incoming.person.id);
        let game = (!follows).then(|| record.id.clone());
        GameRefusal::NotAPlayer { seats: record.seats.clone(), game }.into()
    }

    /// Asks a player on vacation to confirm a move in a game with a clock, because it ends the
    /// vacation everywhere. The question is private, and changes nothing without an answer.
    pub(crate) fn confirm_return_from_vacation(
        &self,
        position: &Position,
        chosen: &Move,
    ) -> HandlerResult<()> {
        self.ask_to_return(|| VacationBlockedAction::Move(MoveChoice::of(position, chosen)))
    }

    /// Asks the same before the pick of an extra piece.
    pub(crate) fn confirm_return_before_selection(&self, kind: PieceType) -> HandlerResult<()> {
        self.ask_to_return(|| VacationBlockedAction::Pick { kind })
    }

    fn ask_to_return(&self, deed: impl FnOnce() -> VacationBlockedAction) -> HandlerResult<()> {
        let Some(until) = self.draft.away_until() else { return Ok(()) };
        let GameRecord { id, revision, .. } = self.require_game()?;
        let (game, said_at) = (id.clone(), self.draft.now());
        Err(ClockRefusal::Away { game, revision: *revision, deed: deed(), until, said_at }.into())
    }
}
