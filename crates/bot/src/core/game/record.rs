//! The record of a game: its present state, with players, position, clock, last move, captured
//! pieces and ending, and how each event changes it. Of bounded size and enough to decide a move,
//! so that no move replays the game.

use adoube_rules::{
    ArrayKind, CardDrop, CastlingSide, Game, GameSnapshot, Move, Piece, PieceType, Position, PositionError,
    PositionView, PositionViewer, PromotionMode, Side, Square, Variant,
};

use super::{
    ArrayTerms, ClaimMode, ConditionalMoves, DealCommitment, DeclinedOffer, EndReason, GameClock, GameEvent,
    GameId, HintRecord, IdleTimer, IntendedMove, MissedTurns, Offer, OfferTopic, PendingPromotion,
    PendingTurn, PieceSelection, PublicView, SealedDeal, Seats, ShownLetters, TouchState,
};
use crate::{ChannelId, PersonId};

/// Upper limit of followers of one game.
pub const FOLLOWERS: usize = 100;

/// The present state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game's id.
    pub id: GameId,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// The variant.
    pub variant: Variant,
    /// How Pawns promote, in variants with a choice.
    pub promotion: Option<PromotionMode>,
    /// Terms of the start array; `None` for the variant's own array.
    pub array: Option<ArrayTerms>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed or automatic.
    pub claims: ClaimMode,
    /// State of the piece selection, while it lasts. The array has no extra pieces yet, and no move
    /// is possible.
    pub choosing: Option<PieceSelection>,
    /// Touched pieces, under touch-move.
    pub touches: TouchState,
    /// The sealed cards.
    pub deal: Option<SealedDeal>,
    /// The move that waits for a drop or a pass.
    pub begun: Option<PendingTurn>,
    /// The players.
    pub seats: Seats,
    /// The start position as position text; without hidden cards.
    pub start: String,
    /// The present position and its repetition history.
    pub state: GameSnapshot,
    /// Number of events so far: the version in button ids and the number of the next event.
    pub revision: u64,
    /// The revision of the last change of the board: a board shown earlier is stale. An offer does
    /// not change it.
    pub board_revision: u64,
    /// Plies on the board.
    pub plies: u32,
    /// The last move.
    pub last: Option<LastMove>,
    /// Captured pieces.
    pub taken: CapturedPieces,
    /// The open offer.
    pub offer: Option<Offer>,
    /// Declined offers that may not be repeated yet.
    pub declined: Vec<DeclinedOffer>,
    /// Followers, who are notified when the game ends, at most [`FOLLOWERS`]; empty after the end.
    pub followers: Vec<PersonId>,
    /// The clock; `None` without a time control.
    pub clock: Option<GameClock>,
    /// The idle timer of a game without a clock; `None` for unlimited.
    pub idle: Option<IdleTimer>,
    /// Whether the channel may be reminded of turns, as the community had it when the game began.
    pub reminds: bool,
    /// From which side public boards are drawn, as the community had it when the game began.
    pub view: PublicView,
    /// Conditional moves of both players; empty after the end.
    pub plans: ConditionalMoves,
    /// Misses of the computer's present turn.
    pub missed: Option<MissedTurns>,
    /// Hints taken.
    pub hints: HintRecord,
    /// Piece letters that the players have typed.
    pub letters: ShownLetters,
    /// The end of the game.
    pub ending: Option<GameEnding>,
    /// When the game began, in milliseconds since 1970.
    pub started_at: u64,
    /// When the last event happened, in milliseconds since 1970.
    pub changed_at: u64,
}

impl GameRecord {
    /// Whether the game has not ended.
    pub fn is_running(&self) -> bool {
        self.ending.is_none()
    }

    /// Whether the game has hidden cards: until it ends.
    pub fn hides_cards(&self) -> bool {
        self.variant.has_cards() && self.is_running()
    }

    /// Whether players may agree on a takeback. Under touch-move a takeback would release touches.
    pub fn allows_takebacks(&self) -> bool {
        self.variant.has_takebacks() && !self.touch_move
    }

    /// Whether checkpoints are stored: for takebacks, and for the computer, which needs the
    /// repetition history.
    pub fn keeps_checkpoints(&self) -> bool {
        self.allows_takebacks() || !self.variant.has_cards() && self.has_computer()
    }

    /// Whether the array is drawn by lot, or will be after the piece selection.
    pub fn has_array_by_lot(&self) -> bool {
        match &self.array {
            Some(array) => array.array != ArrayKind::Classic,
            None => self.variant == Variant::Chess960,
        }
    }

    /// The side that chooses the next extra piece; `None` outside of the piece selection.
    pub fn chooser(&self) -> Option<Side> {
        let (array, choosing) = (self.array.as_ref()?, self.choosing.as_ref()?);
        Some(array.chooser(choosing.chosen.len()))
    }

    /// Starts the clock or the idle timer; `now` in milliseconds since 1970.
    pub(crate) fn start_clock(&mut self, now: u64) {
        if let (Some(clock), Some(side)) = (&self.clock, self.to_move()) {
            self.clock = Some(GameClock::new(clock.pace, clock.time_out, side, now));
        }
        if let Some(idle) = &mut self.idle {
            idle.set_next_check(now);
        }
    }

    /// The side to move, or to choose a piece; `None` if the game is over or the record cannot be
    /// read.
    pub fn to_move(&self) -> Option<Side> {
        if !self.is_running() {
            return None;
        }
        let view = || self.state.view(PositionViewer::Spectator).ok();
        self.chooser().or_else(|| Some(view()?.position().side_to_move()))
    }

    /// Types that may be chosen now.
    pub fn open_types(&self) -> Vec<PieceType> {
        match (&self.array, &self.choosing) {
            (Some(array), Some(choosing)) => {
                array.setup(self.promotion.unwrap_or_default(), &choosing.chosen).open_types()
            }
            _ => Vec::new(),
        }
    }

    /// Piece types of the game: those of the start position, and those that entered later. During
    /// the piece selection, those of the array so far. In table order.
    pub fn types(&self) -> Vec<PieceType> {
        if self.variant.has_cards() {
            // The types must not reveal which cards are hidden.
            return orthodox();
        }
        let start = Position::parse(self.variant, &self.start).ok();
        let now = self.state.view(PositionViewer::Spectator).ok();
        let standing = start.iter().flat_map(Position::pieces).map(|(_, piece)| piece.kind);
        let mut types: Vec<PieceType> = standing
            .chain(now.iter().flat_map(PositionView::pieces).map(|(_, piece)| piece.kind))
            .chain(Side::BOTH.into_iter().flat_map(|side| self.taken.of(side).iter().copied()))
            .chain(self.choosing.iter().flat_map(|choosing| choosing.chosen.iter().copied()))
            .collect();
        types.sort_unstable();
        types.dedup();
        types
    }

    /// Extra pieces of a side in the start array; empty during the piece selection.
    pub fn extra_pieces(&self) -> Vec<PieceType> {
        let start = Position::parse(self.variant, &self.start).ok();
        let array = self.array.as_ref().filter(|_| self.choosing.is_none());
        array.zip(start).map(|(array, start)| array.extra_pieces(&start)).unwrap_or_default()
    }

    /// Public text of the present position: hidden cards are open when the game is over. Empty if
    /// the record cannot be read; the next action in the game reports that.
    pub fn open_text(&self) -> String {
        if !self.is_running() {
            return self.state.full_text().to_owned();
        }
        self.state.view(PositionViewer::Spectator).map(|view| view.to_string()).unwrap_or_default()
    }

    /// Public information about the cards at present; `None` in a game without cards.
    pub fn commitment(&self) -> Option<DealCommitment> {
        let deal = self.deal.as_ref()?;
        let text = (!self.is_running()).then(|| deal.text(&self.id));
        Some(DealCommitment { sha256: deal.commitment().to_owned(), text })
    }

    /// The start position, with all cards.
    ///
    /// # Errors
    ///
    /// The record cannot be read.
    pub fn first_position(&self) -> Result<Position, PositionError> {
        match self.deal.as_ref().and_then(SealedDeal::start) {
            Some(start) => Ok(start),
            None => Position::parse(self.variant, &self.start),
        }
    }

    /// Counts a hint in the present position; returns `false` if the side's last hint was in the
    /// same one.
    pub(crate) fn count_hint(&mut self, side: Side) -> bool {
        let position = self.open_text();
        self.hints.count(side, &position)
    }

    /// The touches; `None` without touch-move.
    pub fn touches(&self) -> Option<&TouchState> {
        Some(&self.touches).filter(|_| self.touch_move)
    }

    /// The Pawn's move whose promotion can still be chosen.
    pub fn open_promotion(&self) -> Option<PendingPromotion> {
        // A move that waits for a drop has its promotion already.
        self.touches().filter(|_| self.begun.is_none())?.promoting
    }

    /// Moves of the side to move without drops: the legal ones that its touches leave. Drops are
    /// secret, so they are not listed.
    pub fn moves_left(&self, game: &Game) -> Vec<Move> {
        let legal: Vec<Move> =
            game.legal_moves().iter().filter(|made| made.drop.is_none()).copied().collect();
        match self.touches() {
            Some(touches) => touches.ruling(game.position(), &legal).moves,
            None => legal,
        }
    }

    /// Applies an event; `now` in milliseconds since 1970.
    pub(crate) fn apply_event(&mut self, event: &GameEvent, now: u64) {
        self.revision = self.revision.saturating_add(1);
        self.changed_at = now;
        self.missed = None;
        if let Some(idle) = &mut self.idle {
            idle.moved(now);
        }
        match event {
            GameEvent::Move { .. } | GameEvent::TakenBack { .. } => {
                self.board_revision = self.revision;
                self.touches = TouchState::default();
                self.begun = None;
                self.forget_declined(event);
                self.keep_plans(event);
            }
            GameEvent::DrawDeclined { by } => self.note_declined(OfferTopic::Draw, by.other()),
            GameEvent::TakebackDeclined { by } => self.note_declined(OfferTopic::Takeback, by.other()),
            GameEvent::PauseDeclined { by } => self.note_declined(OfferTopic::Pause, by.other()),
            GameEvent::PieceChosen { .. } | GameEvent::ArrayDrawn { .. } => {
                self.board_revision = self.revision;
            }
            GameEvent::Ended { .. } => {
                self.touches = TouchState::default();
                self.begun = None;
                self.plans = ConditionalMoves::default();
            }
            GameEvent::Touched { .. } | GameEvent::Released { .. } | GameEvent::Promoting { .. } => {
                self.touches.since = self.revision;
            }
            _ => {}
        }
    }

    /// Whether the other player has declined such an offer and `by` has not moved since.
    pub(crate) fn has_declined(&self, topic: OfferTopic, by: Side) -> bool {
        self.declined.contains(&DeclinedOffer { topic, by })
    }

    fn note_declined(&mut self, topic: OfferTopic, by: Side) {
        if !self.has_declined(topic, by) {
            self.declined.push(DeclinedOffer { topic, by });
        }
    }

    /// Keeps the conditional moves that a move leaves; a takeback removes all.
    fn keep_plans(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Move { lan, .. } => self.plans.advance(lan),
            _ => self.plans = ConditionalMoves::default(),
        }
    }

    /// A player who has moved may offer again.
    fn forget_declined(&mut self, event: &GameEvent) {
        let mover = self.last.as_ref().filter(|_| matches!(event, GameEvent::Move { .. }));
        if let Some(mover) = mover.map(|last| last.piece.side) {
            self.declined.retain(|declined| declined.by != mover);
        }
    }
}

/// The piece types of chess.
fn orthodox() -> Vec<PieceType> {
    let mut types: Vec<PieceType> =
        Position::start(Variant::Chess).pieces().map(|(_, piece)| piece.kind).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// A move that was made, with its effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Its move number.
    pub number: u32,
    /// The moving piece, as it was before the move.
    pub piece: Piece,
    /// The square it left.
    pub from: Square,
    /// The target square in the notation.
    pub to: Square,
    /// Where the moving piece stands now (a castling King or a converting Diplomat is not on `to`).
    pub stands_on: Square,
    /// Every square on which the move puts a piece: also a castling Rook's and a converted piece's.
    pub arrived: Vec<Square>,
    /// Standard notation.
    pub san: String,
    /// Captured pieces with their squares.
    pub captured: Vec<(Square, Piece)>,
    /// Pieces that changed sides, as they were before.
    pub converted: Vec<(Square, Piece)>,
    /// The promotion.
    pub promoted: Option<PieceType>,
    /// The card dropped after the move.
    pub drop: Option<CardDrop>,
    /// Whether the move is castling.
    pub castling: bool,
    /// Whether the move gives check.
    pub check: bool,
}

impl LastMove {
    /// The side of castling; `None` for other moves.
    pub fn castling_side(&self) -> Option<CastlingSide> {
        self.castling.then(|| CastlingSide::from_to(self.from.file, self.to.file))
    }
}

/// Captured pieces, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CapturedPieces {
    /// White pieces.
    pub white: Vec<PieceType>,
    /// Black pieces.
    pub black: Vec<PieceType>,
}

impl CapturedPieces {
    /// Captured pieces of `side`.
    pub fn of(&self, side: Side) -> &[PieceType] {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Adds captures.
    pub fn note(&mut self, captured: &[(Square, Piece)]) {
        for (_, piece) in captured {
            match piece.side {
                Side::White => self.white.push(piece.kind),
                Side::Black => self.black.push(piece.kind),
            }
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// The reason.
    pub reason: EndReason,
    /// The winner; `None` for a draw and for a game without a result.
    pub winner: Option<Side>,
    /// The move with which a draw was claimed, if it was not made.
    pub intended: Option<IntendedMove>,
}

impl GameEnding {
    /// An end without an intended move.
    pub const fn new(reason: EndReason, winner: Option<Side>) -> Self {
        Self { reason, winner, intended: None }
    }

    /// The result in exported records.
    pub fn result(&self) -> &'static str {
        match (&self.reason, self.winner) {
            (EndReason::Aborted | EndReason::NotStarted | EndReason::Abandoned, _) => "*",
            (_, Some(Side::White)) => "1-0",
            (_, Some(Side::Black)) => "0-1",
            (_, None) => "1/2-1/2",
        }
    }

    /// The event that records the end.
    pub fn event(&self) -> GameEvent {
        GameEvent::Ended {
            reason: self.reason.clone(),
            result: self.result().to_owned(),
            intended: self.intended.clone(),
        }
    }
}

impl From<adoube_rules::GameOutcome> for GameEnding {
    fn from(outcome: adoube_rules::GameOutcome) -> Self {
        use adoube_rules::{GameResult, OutcomeReason};
        let reason = match outcome.reason {
            OutcomeReason::Checkmate => EndReason::Checkmate,
            OutcomeReason::Stalemate => EndReason::Stalemate,
            OutcomeReason::DeadPosition => EndReason::DeadPosition,
            OutcomeReason::FivefoldRepetition => EndReason::FivefoldRepetition,
            OutcomeReason::SeventyFiveMoves => EndReason::SeventyFiveMoves,
        };
        let winner = match outcome.result {
            GameResult::WhiteWins => Some(Side::White),
            GameResult::BlackWins => Some(Side::Black),
            GameResult::Draw => None,
        };
        GameEnding::new(reason, winner)
    }
}
