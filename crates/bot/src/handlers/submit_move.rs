//! Handles `/move`: plays moves that are typed in commands or in plain messages, or picked in steps
//! from menus.

use adoube_rules::{
    Game, Move, Side, Square,
    notation::{self, MoveReading, TouchAttempt},
};

use super::{
    card_drop::TurnOutcome, card_drop::TurnText, draw_claim::claim_step, move_doubt::TextSource,
    touch_move::only_promotion_is_open, turn_text::TURN_WORDS, turn_text::names_a_square,
};
use crate::{
    Notice, Reply,
    gameplay::{
        HandlerError, HandlerRequest, HandlerResult, private_reply, restore_game, turn::text::candidates,
    },
    notice::{BoardEvent, BoardNotice, CardRefusal, GameRefusal, HandStep, MovePickerStep},
};

/// Upper limit of words in a plain message that is read as a move.
const MOVE_WORDS: usize = 4;

impl HandlerRequest<'_> {
    pub(super) fn move_typed(&mut self, text: &str) -> HandlerResult {
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
    pub(super) fn handle_text(&mut self, text: &str, otherwise: Option<&GameRefusal>) -> HandlerResult {
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

    /// Makes the move that was read, or refuses it.
    pub(super) fn play_read_move(
        &mut self,
        game: Game,
        side: Side,
        text: &str,
        typed: TurnText,
    ) -> HandlerResult {
        let text = text.trim().to_owned();
        self.note_letters(&game, side, &text, &typed.reading);
        if self.require_game()?.touch_move {
            return self.play_within_touches(game, side, &text, typed);
        }
        match typed.reading {
            MoveReading::Move(chosen) => Ok(self.play(game, side, &chosen, typed.passes)?.submit_turn_text()),
            MoveReading::Several(moves) => {
                if let Some(asked) = self.ask_for_drop(&game, side, &moves)? {
                    return Ok(private_reply(asked));
                }
                Err(self.which_move(&game, &text, &moves)?.into())
            }
            MoveReading::OtherLetters(moves) => Err(self.which_move(&game, &text, &moves)?.into()),
            MoveReading::Refused(reason) => {
                Err(GameRefusal::Illegal { text, reason: Box::new(reason) }.into())
            }
            MoveReading::NotAMove => Err(GameRefusal::NotAMove { text }.into()),
        }
    }

    /// Records which piece letters the player types.
    fn note_letters(&mut self, game: &Game, side: Side, text: &str, reading: &MoveReading) {
        if !matches!(reading, MoveReading::Move(_)) {
            return;
        }
        let words = self.context.words(self.reading());
        let shown = notation::shown_dialect(game.position(), text, words);
        if let Some(record) = &mut self.draft.channel.game {
            record.letters.note(side, shown);
        }
    }

    /// The question which of these moves a text means.
    pub(super) fn which_move(&self, game: &Game, text: &str, moves: &[Move]) -> HandlerResult<GameRefusal> {
        let record = self.require_game()?;
        let moves = candidates(game, moves);
        Ok(GameRefusal::SeveralMoves {
            text: text.to_owned(),
            game: record.id.clone(),
            revision: record.revision,
            moves,
            doubt: None,
        })
    }

    pub(super) fn begin_picking(&mut self) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        if record.begun.is_some() {
            return Ok(private_reply(self.hand(&game, side, HandStep::Card)?.into()));
        }
        if record.touches.promoting.is_some() {
            return Ok(private_reply(self.next_step(&game, None)?));
        }
        Ok(private_reply(self.pick(&game, MovePickerStep::Piece { page: 0 })?))
    }

    /// A step of picking a move in the present position; it offers at least one legal move.
    pub(super) fn pick(&self, game: &Game, step: MovePickerStep) -> HandlerResult<Notice> {
        let offers = |chosen: &Move| match step {
            MovePickerStep::Piece { .. } => true,
            MovePickerStep::Square { from, .. } => chosen.from == from,
            MovePickerStep::Promotion { from, to, .. } | MovePickerStep::Claim { from, to, .. } => {
                (chosen.from, chosen.to) == (from, to)
            }
        };
        let record = self.require_game()?;
        if !record.moves_left(game).iter().any(offers) {
            // Touches since the button was shown may have left nothing to pick in this step.
            if record.touch_move && game.legal_moves().iter().any(offers) {
                return self.next_step(game, None);
            }
            return Err(GameRefusal::UnknownButton.into());
        }
        let board = BoardNotice::of(record, BoardEvent::Shown);
        Ok(Notice::MovePicker { board: Box::new(board), step })
    }

    /// Shows the squares of a picked piece.
    pub(super) fn piece_picked(&mut self, from: Square) -> HandlerResult<Notice> {
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
    pub(super) fn square_picked(&mut self, from: Square, to: Square) -> HandlerResult<Notice> {
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
            [only] => self.play(game, side, only, false).map(TurnOutcome::picked),
            _ => self.pick(&game, MovePickerStep::Promotion { from, to, page: 0 }),
        }
    }

    /// Makes a move that was picked except for a drop that may follow it.
    pub(super) fn move_picked(&mut self, wanted: Move) -> HandlerResult<Notice> {
        self.turn_picked(wanted, false)
    }

    /// Makes a picked move; `is_whole` if no drop follows that is not part of it.
    pub(super) fn turn_picked(&mut self, wanted: Move, is_whole: bool) -> HandlerResult<Notice> {
        let (record, side, game) = self.require_turn()?;
        let legal = game.legal_moves().iter().find(|legal| **legal == wanted);
        if legal.is_none() || !record.moves_left(&game).contains(&wanted.without_drop()) {
            self.require_same_pending_move(Some(&wanted))?;
            return self.refuse_picked_move(&game, legal);
        }
        self.play(game, side, &wanted, is_whole).map(TurnOutcome::picked)
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
