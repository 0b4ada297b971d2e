//! Reads the text of a typed turn, and makes or refuses the move that was read.

use adoube_rules::{
    Game, Side,
    notation::{self, DropReading, MoveReading},
};

use super::text::TurnText;
use crate::{
    core::{
        game::{GameRecord, PendingTurn},
        notice::GameRefusal,
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

impl HandlerRequest<'_> {
    /// Reads a text in the game of the sender, who is to move.
    pub(crate) fn parse_turn(&self, record: &GameRecord, game: &Game, text: &str) -> TurnText {
        let (position, vocabulary) = (game.position(), self.vocabulary(record));
        if let Some(open) = record.open_promotion() {
            let reading = notation::read_promotion(position, (open.from, open.to), text, vocabulary);
            if reading != MoveReading::NotAMove {
                return TurnText { reading, passes: false };
            }
        }
        let reading = notation::read(position, text, vocabulary);
        if !record.variant.has_cards() {
            return TurnText { reading, passes: false };
        }
        let is_a_move = matches!(reading, MoveReading::Move(_) | MoveReading::Several(_));
        let drop = record.begun.filter(|_| !is_a_move).and_then(|begun| self.read_drop(game, &begun, text));
        drop.unwrap_or_else(|| {
            let passes = notation::declines_drop(text, self.context.words(self.reading()));
            TurnText { reading, passes }
        })
    }

    /// Reads the completion of a pending turn; `None` if the text is none.
    pub(crate) fn read_drop(&self, game: &Game, begun: &PendingTurn, text: &str) -> Option<TurnText> {
        let made = begun.pending_move();
        let words = self.context.words(self.reading());
        let (reading, passes) = match notation::read_drop(game.position(), &made, text, words) {
            DropReading::Drop(drop) => (MoveReading::Move(made.dropping(drop)), false),
            DropReading::Several(drops) => {
                (MoveReading::Several(drops.into_iter().map(|drop| made.dropping(drop)).collect()), false)
            }
            DropReading::Pass => (MoveReading::Move(made), true),
            DropReading::Refused(reason) => (MoveReading::Refused(reason), false),
            DropReading::NotADrop => return None,
        };
        Some(TurnText { reading, passes })
    }

    /// Makes the move that was read, or refuses it.
    pub(crate) fn play_read_move(
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
            MoveReading::Move(chosen) => Ok(self.play(game, side, &chosen, typed.passes)?.into_reply()),
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
}
