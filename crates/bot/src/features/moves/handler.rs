//! Handles `/move`: plays moves that are typed in commands or in plain messages, or picked in steps
//! from menus. Not here: how a typed turn is read and made (`gameplay::turn`).

use adoube_rules::{
    Game, Move, Square,
    notation::{self, MoveReading, TouchAttempt},
};

use super::move_doubt::TextSource;
use crate::{
    Notice, Reply,
    core::notice::{CardRefusal, GameRefusal, HandStep, MovePickerStep},
    gameplay::{
        HandlerError, HandlerRequest, HandlerResult, private_reply, restore_game,
        turn::{
            drop::TurnOutcome,
            picker::claim_step,
            text::{TURN_WORDS, names_a_square, only_promotion_is_open},
        },
    },
};

/// Upper limit of words in a plain message that is read as a move.
const MOVE_WORDS: usize = 4;

impl HandlerRequest<'_> {
    pub(crate) fn move_typed(&mut self, text: &str) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        let typed = self.parse_turn(record, &game, text);
        if let Some(asked) = self.find_doubt(record, &game, text, &typed, TextSource::Command) {
            return Err(asked.into());
        }
        self.offer_draw_with(&game, side, text, &typed)?;
        self.play_read_move(game, side, text, typed)
    }

    /// Handles text in the channel or an unknown command: it is a move if it reads as one and the
    /// sender is to move.
    pub(crate) fn handle_text(&mut self, text: &str, otherwise: Option<&GameRefusal>) -> HandlerResult {
        let telling = otherwise.is_none().then(|| self.leak_risk(text)).flatten();
        let not_for_me = || match (otherwise, &telling) {
            (Some(refusal), _) => Err(refusal.clone().into()),
            (None, Some(suspicion)) => Err(CardRefusal::Telling { word: suspicion.word.clone() }.into()),
            (None, None) => Ok(Reply::Ignored),
        };
        if text.split_whitespace().nth(TURN_WORDS).is_some() {
            return not_for_me();
        }
        let near_a_command = matches!(otherwise, Some(GameRefusal::UnknownCommand { nearest: Some(_), .. }));
        let (record, side, game) = match self.require_turn() {
            Ok(turn) => turn,
            // A text for the bot that is no command: a move at the wrong time.
            Err(stop @ HandlerError::Refused(_))
                if otherwise.is_some() && !near_a_command && names_a_square(text) =>
            {
                return Err(stop);
            }
            Err(stop @ HandlerError::Refused(_)) if otherwise.is_none() && self.is_untimely(text) => {
                return Err(stop);
            }
            Err(HandlerError::Refused(_)) => return not_for_me(),
            Err(fault) => return Err(fault),
        };
        if !record.variant.has_cards() && text.split_whitespace().nth(MOVE_WORDS).is_some() {
            return not_for_me();
        }
        let typed = self.parse_turn(record, &game, text);
        let heard = if otherwise.is_some() { TextSource::Command } else { TextSource::Message };
        if heard == TextSource::Message && self.is_talk(&game, text, &typed) {
            return not_for_me();
        }
        if let Some(asked) = self.find_doubt(record, &game, text, &typed, heard) {
            return Err(asked.into());
        }
        match typed.reading {
            MoveReading::NotAMove => not_for_me(),
            MoveReading::Refused(_) if near_a_command => not_for_me(),
            _ => {
                self.offer_draw_with(&game, side, text, &typed)?;
                self.play_read_move(game, side, text, typed)
            }
        }
    }

    /// Whether a player types a move although they are not to move.
    fn is_untimely(&self, text: &str) -> bool {
        let Ok((record, _)) = self.require_player() else { return false };
        if record.hides_cards() {
            return self.leak_risk(text).is_some_and(|suspicion| suspicion.is_turn);
        }
        let vocabulary = self.vocabulary(record);
        let is_short = text.split_whitespace().nth(MOVE_WORDS).is_none();
        is_short
            && restore_game(record)
                .is_ok_and(|game| notation::looks_like_move(game.position(), text, vocabulary))
    }

    pub(crate) fn begin_picking(&mut self) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        if record.begun.is_some() {
            return Ok(private_reply(self.hand(&game, side, HandStep::Card)?.into()));
        }
        if record.touches.promoting.is_some() {
            return Ok(private_reply(self.next_step(&game, None)?));
        }
        Ok(private_reply(self.pick(&game, MovePickerStep::Piece { page: 0 })?))
    }

    /// Shows the squares of a picked piece.
    pub(crate) fn piece_picked(&mut self, from: Square) -> HandlerResult<Notice> {
        self.require_same_pending_move(None)?;
        let (record, _, game) = self.require_turn()?;
        if record.touch_move {
            return self.pick_by_touch(&game, from);
        }
        if game.legal_moves().iter().any(|chosen| chosen.from == from) {
            return self.pick(&game, MovePickerStep::Square { from, page: 0 });
        }
        Err(GameRefusal::NoMovesThere { text: from.to_string() }.into())
    }

    /// Shows the promotions of a picked move if it has a choice, or else makes the move.
    pub(crate) fn square_picked(&mut self, from: Square, to: Square) -> HandlerResult<Notice> {
        let (record, side, game) = self.require_turn()?;
        let fits = |chosen: &&Move| chosen.from == from && chosen.to == to && chosen.drop.is_none();
        let fitting: Vec<Move> = record.moves_left(&game).iter().filter(fits).copied().collect();
        let touch_move = record.touch_move;
        match fitting.as_slice() {
            [] => self.refuse_picked_move(&game, game.legal_moves().iter().find(fits)),
            several if touch_move && only_promotion_is_open(several) => {
                self.keep_promotion_open(&game, side, from, to)
            }
            [only] if record.asks_to_claim(&game, only) => self.pick(&game, claim_step(&game, only)?),
            [only] => self.play(game, side, only, false).map(TurnOutcome::into_notice),
            _ => self.pick(&game, MovePickerStep::Promotion { from, to, page: 0 }),
        }
    }

    /// Makes a move that was picked except for a drop that may follow it.
    pub(crate) fn move_picked(&mut self, wanted: Move) -> HandlerResult<Notice> {
        self.turn_picked(wanted, false)
    }

    /// Makes a picked move; `is_whole` if no drop follows that is not part of it.
    pub(crate) fn turn_picked(&mut self, wanted: Move, is_whole: bool) -> HandlerResult<Notice> {
        let (record, side, game) = self.require_turn()?;
        let legal = game.legal_moves().iter().find(|legal| **legal == wanted);
        if legal.is_none() || !record.moves_left(&game).contains(&wanted.without_drop()) {
            self.require_same_pending_move(Some(&wanted))?;
            return self.refuse_picked_move(&game, legal);
        }
        self.play(game, side, &wanted, is_whole).map(TurnOutcome::into_notice)
    }

    /// Refuses a picked move that is no longer possible. If only touches since the offer forbid it,
    /// it counts as a try.
    fn refuse_picked_move(&mut self, game: &Game, legal: Option<&Move>) -> HandlerResult<Notice> {
        let wanted = legal.ok_or(GameRefusal::UnknownButton)?;
        let attempt = TouchAttempt { from: wanted.from, to: Some(wanted.to) };
        let speaker = self.context.speaker(self.reading());
        let text = speaker.written(&notation::san_move(game.position(), wanted));
        self.touch_by_rejected_move(game, &text, Some(attempt), None)
    }
}
