//! Applies touch-move to a turn: what counts as a touch, and which move is made within what was
//! touched. Not here: what touched pieces demand (`adoube-rules`), and the commands that touch and
//! release (`features::touch_move`).
//!
//! These actions touch: naming squares; picking an own piece in a move made in steps; and trying a
//! move that cannot be made, because it is illegal or forbidden by earlier touches. A try touches
//! the moving piece and then the enemy piece on its target, if the text determines them
//! (`notation::touch_attempt`); otherwise it touches nothing. A text that fits several moves of the
//! same piece picks that piece.

use adoube_rules::{
    Game, Move, Piece, Position, Side, Square,
    notation::{self, MoveReading, TouchAttempt},
};

use super::text::{TurnText, mentions_card, only_promotion_is_open};
use crate::{
    Notice,
    core::{
        game::{GameEvent, PendingPromotion, TouchCause},
        notice::{BoardEvent, BoardNotice, GameRefusal, RejectedMove},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

/// A piece and its square.
pub(crate) type TouchedPlace = (Square, Piece);

impl HandlerRequest<'_> {
    /// Touches the pieces on these squares that are not touched yet; returns them.
    pub(crate) fn add_touches(
        &mut self,
        position: &Position,
        squares: &[Square],
        how: TouchCause,
    ) -> HandlerResult<Vec<TouchedPlace>> {
        let Some(record) = &mut self.draft.channel.game else { return Ok(Vec::new()) };
        let mut pieces = pieces_on(position, squares);
        pieces.retain(|(square, _)| !record.touches.squares.contains(square));
        if pieces.is_empty() {
            return Ok(pieces);
        }
        record.touches.squares.extend(pieces.iter().map(|(square, _)| *square));
        let by = position.side_to_move();
        self.draft.log(GameEvent::Touched { by, pieces: pieces.clone(), how })?;
        self.course().post_board(BoardEvent::Touched { pieces: pieces.clone(), how });
        Ok(pieces)
    }

    /// Makes the move that was read if touches leave it, or treats it as a try.
    pub(crate) fn play_within_touches(
        &mut self,
        game: Game,
        side: Side,
        text: &str,
        typed: TurnText,
    ) -> HandlerResult {
        let left = self.require_game()?.moves_left(&game);
        let try_of = |made: &Move| TouchAttempt { from: made.from, to: Some(made.to) };
        match typed.reading {
            MoveReading::NotAMove => Err(GameRefusal::NotAMove { text: text.to_owned() }.into()),
            MoveReading::Move(chosen) if left.contains(&chosen.without_drop()) => {
                Ok(self.play(game, side, &chosen, typed.passes)?.into_reply())
            }
            MoveReading::Move(chosen) => {
                Ok(private_reply(self.touch_by_rejected_move(&game, text, Some(try_of(&chosen)), None)?))
            }
            // The reason is about hidden cards, so the try stays secret and touches nothing.
            MoveReading::Refused(reason) if mentions_card(&reason) => {
                Err(GameRefusal::Illegal { text: text.to_owned(), reason: Box::new(reason) }.into())
            }
            MoveReading::Several(moves) => self.several_bound(game, side, text, &moves),
            // The text does not determine the piece, so it touches nothing.
            MoveReading::OtherLetters(moves) => Err(self.which_move(&game, text, &moves)?.into()),
            MoveReading::Refused(reason) => {
                let attempt =
                    notation::touch_attempt(game.position(), text, self.vocabulary(self.require_game()?));
                Ok(private_reply(self.touch_by_rejected_move(&game, text, attempt, Some(reason))?))
            }
        }
    }

    /// Handles a text that fits several legal moves: it means those that touches leave.
    fn several_bound(&mut self, game: Game, side: Side, text: &str, moves: &[Move]) -> HandlerResult {
        let left = self.require_game()?.moves_left(&game);
        let possible: Vec<Move> =
            moves.iter().filter(|made| left.contains(&made.without_drop())).copied().collect();
        if let Some(asked) = self.ask_for_drop(&game, side, &possible)? {
            return Ok(private_reply(asked));
        }
        match possible.as_slice() {
            [] => {
                let attempt =
                    notation::touch_attempt(game.position(), text, self.vocabulary(self.require_game()?));
                Ok(private_reply(self.touch_by_rejected_move(&game, text, attempt, None)?))
            }
            [only] => Ok(self.play(game, side, only, false)?.into_reply()),
            [first, rest @ ..] => {
                let one_piece = rest.iter().all(|made| made.from == first.from);
                if only_promotion_is_open(&possible) {
                    return Ok(private_reply(self.keep_promotion_open(&game, side, first.from, first.to)?));
                }
                if one_piece {
                    self.add_touches(game.position(), &[first.from], TouchCause::Pick)?;
                }
                Ok(private_reply(Notice::Refused(self.which_move(&game, text, &possible)?)))
            }
        }
    }

    /// Handles a move that cannot be made: touches its pieces, and replies with the demand and the
    /// moves left.
    pub(crate) fn touch_by_rejected_move(
        &mut self,
        game: &Game,
        text: &str,
        attempt: Option<TouchAttempt>,
        reason: Option<notation::MoveRefusal>,
    ) -> HandlerResult<Notice> {
        self.require_same_pending_move(None)?;
        if let Some(open) = self.require_game()?.open_promotion() {
            return self.ask_again(open, text, reason);
        }
        let position = game.position();
        let enemy = |square: &Square| {
            position.piece_at(*square).is_some_and(|piece| piece.side != position.side_to_move())
        };
        let squares: Vec<Square> = attempt.iter().flat_map(|tried| in_hand(*tried, enemy)).collect();
        let touched = self.add_touches(position, &squares, TouchCause::Try)?;
        let record = self.require_game()?;
        match reason {
            Some(reason) if record.touches.squares.is_empty() => {
                Err(GameRefusal::Illegal { text: text.to_owned(), reason: Box::new(reason) }.into())
            }
            reason => {
                let reason = reason.map(Box::new);
                let tried = RejectedMove { text: text.to_owned(), reason, touched };
                let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
                Ok(Notice::TouchDemand { board, tried: Some(tried) })
            }
        }
    }

    /// The reply to a move that cannot be made while a promotion is open: it touches nothing.
    fn ask_again(
        &self,
        open: PendingPromotion,
        text: &str,
        reason: Option<notation::MoveRefusal>,
    ) -> HandlerResult<Notice> {
        let reason = reason.filter(|reason| is_about_choice(open, reason));
        let tried = reason.map(|reason| RejectedMove {
            text: text.to_owned(),
            reason: Some(Box::new(reason)),
            touched: Vec::new(),
        });
        let board = Box::new(BoardNotice::of(self.require_game()?, BoardEvent::Shown));
        Ok(Notice::TouchDemand { board, tried })
    }

    /// Touches an own piece picked in a move made in steps, and shows the next step.
    pub(crate) fn pick_by_touch(&mut self, game: &Game, from: Square) -> HandlerResult<Notice> {
        if self.require_game()?.touches.promoting.is_none() {
            let position = game.position();
            let moves_or_castles =
                |made: &Move| made.from == from || position.castling_rook(made) == Some(from);
            if !game.legal_moves().iter().any(moves_or_castles) {
                return Err(GameRefusal::NoMovesThere { text: from.to_string() }.into());
            }
            self.add_touches(position, &[from], TouchCause::Pick)?;
        }
        self.next_step(game, Some(from))
    }

    /// Records a Pawn's move whose promotion is still open, so that the choice survives a restart.
    pub(crate) fn keep_promotion_open(
        &mut self,
        game: &Game,
        side: Side,
        from: Square,
        to: Square,
    ) -> HandlerResult<Notice> {
        let promoting = PendingPromotion { from, to };
        if let Some(record) = &mut self.draft.channel.game
            && record.touches.promoting.is_none()
        {
            record.touches.promoting = Some(promoting);
            self.draft.log(GameEvent::Promoting { by: side, from, to })?;
            self.course().post_board(BoardEvent::Promoting(promoting));
        }
        self.next_step(game, None)
    }
}

/// Whether the reason is a piece that the Pawn cannot become.
fn is_about_choice(open: PendingPromotion, reason: &notation::MoveRefusal) -> bool {
    use notation::MoveRefusal as Reason;
    match reason {
        Reason::PromotionRequired { mover, to, .. } | Reason::PromotionUnavailable { mover, to, .. } => {
            (mover.square, *to) == (open.from, open.to)
        }
        _ => false,
    }
}

/// The pieces on these squares, each once.
pub(crate) fn pieces_on(position: &Position, squares: &[Square]) -> Vec<TouchedPlace> {
    let mut pieces: Vec<TouchedPlace> = Vec::new();
    for square in squares {
        if let Some(piece) = position.piece_at(*square)
            && pieces.iter().all(|(known, _)| known != square)
        {
            pieces.push((*square, piece));
        }
    }
    pieces
}

/// The squares that a try touches: the piece's, and its target's if an enemy stands there.
fn in_hand(tried: TouchAttempt, enemy: impl Fn(&Square) -> bool) -> impl Iterator<Item = Square> {
    [Some(tried.from), tried.to.filter(enemy)].into_iter().flatten()
}
