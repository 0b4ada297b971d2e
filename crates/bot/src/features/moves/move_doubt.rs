//! Finds typed moves that must be questioned before they are played: a wrong move number, a
//! question mark, a word that may be talk, castling written as the King's move to its Rook, a
//! typing slip; and makes the draw offer typed with a move. Not here: how a text is read
//! (`adoube-rules`), and corrections of slips (`typing_slips`).

use adoube_rules::{
    Game, Move, Position, Region, Side, Square,
    notation::{self, MoveReading, MoveRefusal as Reason, Remarks},
};

use crate::{
    core::{
        game::{GameRecord, OfferKind},
        notice::{GameRefusal, MoveDoubt},
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        turn::text::{TurnText, candidates},
    },
};

/// How a text reached the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextSource {
    /// A command, or text after the bot's prefix.
    Command,
    /// Text in the channel, which may be talk.
    Message,
}

impl HandlerRequest<'_> {
    /// The question to ask instead of playing the move; `None` if the text is not doubtful. Nothing
    /// is touched yet.
    pub(crate) fn find_doubt(
        &self,
        record: &GameRecord,
        game: &Game,
        text: &str,
        typed: &TurnText,
        heard: TextSource,
    ) -> Option<GameRefusal> {
        let remarks = notation::remarks(text);
        let (doubt, moves) = match &typed.reading {
            MoveReading::Move(made) => (remark_doubt(game, remarks, heard)?, vec![*made]),
            MoveReading::Several(moves) => (remark_doubt(game, remarks, heard)?, moves.clone()),
            MoveReading::Refused(Reason::NoSuchSquare { .. } | Reason::NoPiece { .. })
                if !record.variant.has_cards() =>
            {
                (MoveDoubt::Slip, self.slips(game.position(), text))
            }
            MoveReading::Refused(_) => {
                let words = self.context.words(self.reading());
                let castling = notation::castling_by_rook(game.position(), text, words)?;
                (MoveDoubt::CastlingByRook, vec![castling])
            }
            // Another question handles this case.
            MoveReading::OtherLetters(_) => return None,
            MoveReading::NotAMove if record.variant.has_cards() => return None,
            MoveReading::NotAMove => (MoveDoubt::Slip, self.slips(game.position(), text)),
        };
        let left = record.moves_left(game);
        let moves: Vec<Move> = moves.into_iter().filter(|made| left.contains(&made.without_drop())).collect();
        (!moves.is_empty()).then(|| GameRefusal::SeveralMoves {
            text: text.trim().to_owned(),
            game: record.id.clone(),
            revision: record.revision,
            moves: candidates(game, &moves),
            doubt: Some(doubt),
        })
    }

    /// Whether text in the channel is talk, although it reads as a move.
    pub(crate) fn is_talk(&self, game: &Game, text: &str, typed: &TurnText) -> bool {
        let (position, remarks) = (game.position(), notation::remarks(text));
        if remarks.is_question && position.variant().has_cards() {
            return true;
        }
        match &typed.reading {
            MoveReading::Refused(reason) => {
                remarks.is_question || remarks.is_word || is_abbreviation(position, text, reason)
            }
            // A cry such as "ooo" also reads as castling, so it counts as a move where castling is
            // legal.
            _ => {
                remarks.is_word
                    && !text.contains(['o', 'O'])
                    && self.context.text.leak_detector.is_everyday(text)
            }
        }
    }

    /// Makes the draw offer typed after a move: `e4=`. The offer stands beside the move that
    /// follows.
    pub(crate) fn offer_draw_with(
        &mut self,
        game: &Game,
        side: Side,
        text: &str,
        typed: &TurnText,
    ) -> HandlerResult<()> {
        let MoveReading::Move(made) = &typed.reading else { return Ok(()) };
        let record = self.require_game()?;
        let is_playable = !record.variant.has_cards() && record.moves_left(game).contains(made);
        // A `=` after a Pawn's move to its last rank may also begin a promotion.
        let is_clear = made.choice.is_none() || text.matches('=').count() > 1 || text.contains("(=)");
        if notation::remarks(text).offers_draw && is_playable && is_clear {
            self.offer(OfferKind::Draw, side)?;
        }
        Ok(())
    }
}

/// Whether an illegal move is an abbreviation such as `b2b`, `h8r` or `i7`: lower-case letters
/// around a number.
fn is_abbreviation(position: &Position, text: &str, reason: &Reason) -> bool {
    let letters: Vec<char> = text.trim().chars().collect();
    let is_beside_board = |square: &Square| match position.region() {
        Region::Board { files, .. } => square.file >= i32::from(files),
        Region::Unbounded => false,
    };
    match letters.as_slice() {
        [file, rank, last] => file.is_lowercase() && rank.is_ascii_digit() && last.is_lowercase(),
        [_, _] => matches!(reason, Reason::NoSuchSquare { square } if is_beside_board(square)),
        _ => false,
    }
}

/// What makes a move doubtful, by the remarks of its text.
fn remark_doubt(game: &Game, remarks: Remarks, heard: TextSource) -> Option<MoveDoubt> {
    let position = game.position();
    let expected = position.move_number();
    let is_said = heard == TextSource::Message;
    match remarks.number {
        Some(typed) if typed.number != expected => Some(MoveDoubt::WrongNumber { expected }),
        Some(typed) if typed.is_black && position.side_to_move() == Side::White => Some(MoveDoubt::WrongSide),
        _ if is_said && remarks.is_question => Some(MoveDoubt::Question),
        _ if is_said && remarks.is_word => Some(MoveDoubt::Word),
        _ => None,
    }
}
