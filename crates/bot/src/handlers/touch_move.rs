//! Handles touch-move: what counts as a touch, how it is shown, and who may release it (`/touch`,
//! `/release`). Not here: what touched pieces demand (`adoube-rules`), and moves that no touch
//! forbids (`submit_move`).
//!
//! These actions touch: naming squares; picking an own piece in a move made in steps; and trying a
//! move that cannot be made, because it is illegal or forbidden by earlier touches. A try touches
//! the moving piece and then the enemy piece on its target, if the text determines them
//! (`notation::attempt`); otherwise it touches nothing. A text that fits several moves of the same
//! piece picks that piece.

use adoube_rules::{
    Game, Move, Piece, Position, Side, Square,
    notation::{self, MoveReading, TouchAttempt},
};

use super::{card_drop::TurnText, card_drop::mentions_card};
use crate::{
    Notice, Reply,
    game::{GameEvent, GameRecord, PendingPromotion, TouchCause},
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game},
    notice::{BoardEvent, BoardNotice, GameRefusal, MovePickerStep, RejectedMove},
};

/// A piece and its square.
type TouchedPlace = (Square, Piece);

impl HandlerRequest<'_> {
    /// Touches the squares that the player to move names.
    pub(super) fn touch(&mut self, squares: &[Square]) -> HandlerResult {
        let (record, _, game) = self.require_turn()?;
        check_touch_move(record)?;
        check_no_promotion(record)?;
        self.require_same_pending_move(None)?;
        let there = pieces_on(game.position(), squares);
        if there.is_empty() {
            return Err(GameRefusal::NothingThere { squares: squares.to_vec() }.into());
        }
        if self.add_touches(game.position(), squares, TouchCause::Name)?.is_empty() {
            return Err(GameRefusal::TouchedBefore { pieces: there }.into());
        }
        Ok(Reply::Public)
    }

    /// The opponent releases touches as an obvious accident: those on these squares, or all.
    pub(super) fn release(&mut self, squares: &[Square]) -> HandlerResult {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        check_touch_move(record)?;
        let game = restore_game(record)?;
        if game.position().side_to_move() == side {
            let opponent = record.seats.of(side.other()).clone();
            return Err(GameRefusal::OpponentReleases { opponent }.into());
        }
        let touched = record.touches.squares.iter().copied();
        let meant: Vec<Square> =
            touched.filter(|square| squares.is_empty() || squares.contains(square)).collect();
        if meant.is_empty() {
            return Err(GameRefusal::NothingTouched { squares: squares.to_vec() }.into());
        }
        let pieces = pieces_on(game.position(), &meant);
        if let Some(record) = &mut self.draft.channel.game {
            record.touches.squares.retain(|square| !meant.contains(square));
        }
        self.draft.log(GameEvent::Released { by: side, pieces: pieces.clone() })?;
        self.course().post_board(BoardEvent::Released { pieces });
        Ok(Reply::Public)
    }

    /// Touches the pieces on these squares that are not touched yet; returns them.
    fn add_touches(
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
    pub(super) fn play_within_touches(
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
                Ok(self.play(game, side, &chosen, typed.passes)?.submit_turn_text())
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
            [only] => Ok(self.play(game, side, only, false)?.submit_turn_text()),
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
    pub(super) fn touch_by_rejected_move(
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
    pub(super) fn pick_by_touch(&mut self, game: &Game, from: Square) -> HandlerResult<Notice> {
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

    /// The next step with a choice: the open promotion, the squares of the picked piece or of the
    /// only one that can move, or else the pieces.
    pub(super) fn next_step(&self, game: &Game, picked: Option<Square>) -> HandlerResult<Notice> {
        let record = self.require_game()?;
        let left = record.moves_left(game);
        let only = left.first().filter(|first| left.iter().all(|made| made.from == first.from));
        let can_move = |from: &Square| left.iter().any(|made| made.from == *from);
        let piece = picked.filter(can_move).or(only.map(|made| made.from));
        let step = match (record.touches.promoting, piece) {
            (Some(PendingPromotion { from, to }), _) => MovePickerStep::Promotion { from, to, page: 0 },
            (None, Some(from)) => MovePickerStep::Square { from, page: 0 },
            (None, None) => MovePickerStep::Piece { page: 0 },
        };
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        Ok(Notice::MovePicker { board, step })
    }

    /// Records a Pawn's move whose promotion is still open, so that the choice survives a restart.
    pub(super) fn keep_promotion_open(
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

fn check_touch_move(record: &GameRecord) -> HandlerResult<()> {
    if record.touch_move { Ok(()) } else { Err(GameRefusal::NoTouchMove.into()) }
}

/// Refuses touches while a promotion is open.
fn check_no_promotion(record: &GameRecord) -> HandlerResult<()> {
    match record.touches.promoting {
        Some(PendingPromotion { from, to }) => Err(GameRefusal::PromotionOpen { from, to }.into()),
        None => Ok(()),
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

/// Whether these moves, at least two, differ only in the promotion.
pub(super) fn only_promotion_is_open(moves: &[Move]) -> bool {
    let [first, rest @ ..] = moves else { return false };
    let mut choices: Vec<_> = moves.iter().map(|made| made.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    let same_squares = rest.iter().all(|made| (made.from, made.to) == (first.from, first.to));
    !rest.is_empty() && same_squares && choices.len() == moves.len()
}

/// The pieces on these squares, each once.
fn pieces_on(position: &Position, squares: &[Square]) -> Vec<TouchedPlace> {
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
