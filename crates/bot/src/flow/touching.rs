//! Touch-move: what counts as a touch, how it is told, and who may release it. Not here: what touched pieces demand
//! (`adoube-rules`), and moves that nothing stands against (`moving`).
//!
//! A touch is: naming squares; picking an own piece in a move made in steps; and trying a move that cannot be made, be it
//! illegal or forbidden by what was touched before. A try touches the piece in hand and then the enemy piece on its
//! target, if the text leaves no doubt about them (`notation::attempt`); what it leaves open touches nothing. A text that
//! fits several moves of one and the same piece is a pick of that piece.

use adoube_rules::{
    Game, Move, Piece, Position, Side, Square,
    notation::{self, MoveReading, TouchAttempt},
};

use super::{
    Decided, Flow,
    dropping::{Typed, is_about_card},
    private,
};
use crate::{
    Notice, Reply,
    game::{GameEvent, GameRecord, Promoting, TouchedBy},
    notice::{BoardEvent, BoardNotice, PickStep, Refusal, TriedMove},
};

/// A piece and where it stands.
type Placed = (Square, Piece);

impl Flow<'_> {
    /// Squares that the player to move names.
    pub(super) fn touch(&mut self, squares: &[Square]) -> Decided {
        let (record, _, game) = self.at_turn()?;
        check_touch_move(record)?;
        check_no_promotion(record)?;
        self.check_move_open(None)?;
        let there = pieces_on(game.position(), squares);
        if there.is_empty() {
            return Err(Refusal::NothingThere { squares: squares.to_vec() }.into());
        }
        if self.add_touches(game.position(), squares, TouchedBy::Name)?.is_empty() {
            return Err(Refusal::TouchedBefore { pieces: there }.into());
        }
        Ok(Reply::Posted)
    }

    /// The opponent takes touches for an obvious accident: those of these squares, or all.
    pub(super) fn release(&mut self, squares: &[Square]) -> Decided {
        let (record, side) = self.as_player()?;
        self.on_board()?;
        check_touch_move(record)?;
        let game = super::restore(record)?;
        if game.position().side_to_move() == side {
            let opponent = record.seats.of(side.other()).clone();
            return Err(Refusal::OpponentReleases { opponent }.into());
        }
        let touched = record.touches.squares.iter().copied();
        let meant: Vec<Square> =
            touched.filter(|square| squares.is_empty() || squares.contains(square)).collect();
        if meant.is_empty() {
            return Err(Refusal::NothingTouched { squares: squares.to_vec() }.into());
        }
        let pieces = pieces_on(game.position(), &meant);
        if let Some(record) = &mut self.draft.channel.game {
            record.touches.squares.retain(|square| !meant.contains(square));
        }
        self.draft.log(GameEvent::Released { by: side, pieces: pieces.clone() })?;
        self.course().post_board(BoardEvent::Released { pieces });
        Ok(Reply::Posted)
    }

    /// Touches what stands on these squares and was not touched before, and says what that is.
    fn add_touches(
        &mut self,
        position: &Position,
        squares: &[Square],
        how: TouchedBy,
    ) -> Decided<Vec<Placed>> {
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

    /// Makes the move that was read if what was touched leaves it, or takes it for a try.
    pub(super) fn make_bound(&mut self, game: Game, side: Side, text: &str, typed: Typed) -> Decided {
        let left = self.running()?.moves_left(&game);
        let try_of = |made: &Move| TouchAttempt { from: made.from, to: Some(made.to) };
        match typed.reading {
            MoveReading::NotAMove => Err(Refusal::NotAMove { text: text.to_owned() }.into()),
            MoveReading::Move(chosen) if left.contains(&chosen.without_drop()) => {
                Ok(self.play(game, side, &chosen, typed.passes)?.typed())
            }
            MoveReading::Move(chosen) => Ok(private(self.tried(&game, text, Some(try_of(&chosen)), None)?)),
            // What a hand lacks is nobody's business, so it touches nothing.
            MoveReading::Refused(reason) if is_about_card(&reason) => {
                Err(Refusal::Illegal { text: text.to_owned(), reason: Box::new(reason) }.into())
            }
            MoveReading::Several(moves) => self.several_bound(game, side, text, &moves),
            // Which piece was meant is not certain, so it touches nothing.
            MoveReading::OtherLetters(moves) => Err(self.which_move(&game, text, &moves)?.into()),
            MoveReading::Refused(reason) => {
                let attempt =
                    notation::touch_attempt(game.position(), text, self.vocabulary(self.running()?));
                Ok(private(self.tried(&game, text, attempt, Some(reason))?))
            }
        }
    }

    /// A text that fits several legal moves means those of them that are left.
    fn several_bound(&mut self, game: Game, side: Side, text: &str, moves: &[Move]) -> Decided {
        let left = self.running()?.moves_left(&game);
        let possible: Vec<Move> =
            moves.iter().filter(|made| left.contains(&made.without_drop())).copied().collect();
        if let Some(asked) = self.ask_for_drop(&game, side, &possible)? {
            return Ok(private(asked));
        }
        match possible.as_slice() {
            [] => {
                let attempt =
                    notation::touch_attempt(game.position(), text, self.vocabulary(self.running()?));
                Ok(private(self.tried(&game, text, attempt, None)?))
            }
            [only] => Ok(self.play(game, side, only, false)?.typed()),
            [first, rest @ ..] => {
                let one_piece = rest.iter().all(|made| made.from == first.from);
                if only_promotion_is_open(&possible) {
                    return Ok(private(self.leave_promotion_open(&game, side, first.from, first.to)?));
                }
                if one_piece {
                    self.add_touches(game.position(), &[first.from], TouchedBy::Pick)?;
                }
                Ok(private(Notice::Refused(self.which_move(&game, text, &possible)?)))
            }
        }
    }

    /// A move that cannot be made: what it touches, what that demands, and what is left.
    pub(super) fn tried(
        &mut self,
        game: &Game,
        text: &str,
        attempt: Option<TouchAttempt>,
        reason: Option<notation::MoveRefusal>,
    ) -> Decided<Notice> {
        self.check_move_open(None)?;
        if let Some(open) = self.running()?.open_promotion() {
            return self.ask_again(open, text, reason);
        }
        let position = game.position();
        let enemy = |square: &Square| {
            position.piece_at(*square).is_some_and(|piece| piece.side != position.side_to_move())
        };
        let squares: Vec<Square> = attempt.iter().flat_map(|tried| in_hand(*tried, enemy)).collect();
        let touched = self.add_touches(position, &squares, TouchedBy::Try)?;
        let record = self.running()?;
        match reason {
            Some(reason) if record.touches.squares.is_empty() => {
                Err(Refusal::Illegal { text: text.to_owned(), reason: Box::new(reason) }.into())
            }
            reason => {
                let reason = reason.map(Box::new);
                let tried = TriedMove { text: text.to_owned(), reason, touched };
                let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
                Ok(Notice::Bound { board, tried: Some(tried) })
            }
        }
    }

    /// Whatever cannot be made while a promotion is open touches nothing, and is answered with what is possible.
    fn ask_again(
        &self,
        open: Promoting,
        text: &str,
        reason: Option<notation::MoveRefusal>,
    ) -> Decided<Notice> {
        let reason = reason.filter(|reason| is_about_choice(open, reason));
        let tried = reason.map(|reason| TriedMove {
            text: text.to_owned(),
            reason: Some(Box::new(reason)),
            touched: Vec::new(),
        });
        let board = Box::new(BoardNotice::of(self.running()?, BoardEvent::Shown));
        Ok(Notice::Bound { board, tried })
    }

    /// An own piece picked in a move made in steps is touched. What follows is what is left.
    pub(super) fn pick_by_touch(&mut self, game: &Game, from: Square) -> Decided<Notice> {
        if self.running()?.touches.promoting.is_none() {
            let position = game.position();
            let moves_or_castles =
                |made: &Move| made.from == from || position.castling_rook(made) == Some(from);
            if !game.legal_moves().iter().any(moves_or_castles) {
                return Err(Refusal::NoMovesThere { text: from.to_string() }.into());
            }
            self.add_touches(position, &[from], TouchedBy::Pick)?;
        }
        self.next_step(game, Some(from))
    }

    /// The step in which there is something to pick: the promotion that is open, the squares of the piece just picked,
    /// or of the only one that can move, or else the pieces.
    pub(super) fn next_step(&self, game: &Game, picked: Option<Square>) -> Decided<Notice> {
        let record = self.running()?;
        let left = record.moves_left(game);
        let only = left.first().filter(|first| left.iter().all(|made| made.from == first.from));
        let can_move = |from: &Square| left.iter().any(|made| made.from == *from);
        let piece = picked.filter(can_move).or(only.map(|made| made.from));
        let step = match (record.touches.promoting, piece) {
            (Some(Promoting { from, to }), _) => PickStep::Promotion { from, to, page: 0 },
            (None, Some(from)) => PickStep::Square { from, page: 0 },
            (None, None) => PickStep::Piece { page: 0 },
        };
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        Ok(Notice::Pick { board, step })
    }

    /// The Pawn has moved; what it becomes may still be chosen, also after everything was started anew.
    pub(super) fn leave_promotion_open(
        &mut self,
        game: &Game,
        side: Side,
        from: Square,
        to: Square,
    ) -> Decided<Notice> {
        let promoting = Promoting { from, to };
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

fn check_touch_move(record: &GameRecord) -> Decided<()> {
    if record.touch_move { Ok(()) } else { Err(Refusal::NoTouchMove.into()) }
}

/// A Pawn that has moved leaves nothing to touch or to try.
fn check_no_promotion(record: &GameRecord) -> Decided<()> {
    match record.touches.promoting {
        Some(Promoting { from, to }) => Err(Refusal::PromotionOpen { from, to }.into()),
        None => Ok(()),
    }
}

/// Whether that is a piece which the Pawn cannot become.
fn is_about_choice(open: Promoting, reason: &notation::MoveRefusal) -> bool {
    use notation::MoveRefusal as Reason;
    match reason {
        Reason::PromotionRequired { mover, to, .. } | Reason::PromotionUnavailable { mover, to, .. } => {
            (mover.square, *to) == (open.from, open.to)
        }
        _ => false,
    }
}

/// Whether these moves, at least two, differ in nothing but what a Pawn becomes.
pub(super) fn only_promotion_is_open(moves: &[Move]) -> bool {
    let [first, rest @ ..] = moves else { return false };
    let mut choices: Vec<_> = moves.iter().map(|made| made.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    let same_squares = rest.iter().all(|made| (made.from, made.to) == (first.from, first.to));
    !rest.is_empty() && same_squares && choices.len() == moves.len()
}

/// What stands on these squares, each piece once.
fn pieces_on(position: &Position, squares: &[Square]) -> Vec<Placed> {
    let mut pieces: Vec<Placed> = Vec::new();
    for square in squares {
        if let Some(piece) = position.piece_at(*square)
            && pieces.iter().all(|(known, _)| known != square)
        {
            pieces.push((*square, piece));
        }
    }
    pieces
}

/// The squares a try touches: the piece's, and its target's if an enemy stands there.
fn in_hand(tried: TouchAttempt, enemy: impl Fn(&Square) -> bool) -> impl Iterator<Item = Square> {
    [Some(tried.from), tried.to.filter(enemy)].into_iter().flatten()
}
