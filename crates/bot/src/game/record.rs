//! The present state of a game: everything a move needs, of bounded size, so that nothing replays a long game.

use adoube_rules::{
    ArrayKind, CardDrop, CastlingSide, GameSnapshot, Piece, PieceType, Position, PositionView,
    PositionViewer, PromotionMode, Side, Square, Variant,
};

use super::{
    ArrayTerms, ClaimMode, ConditionalMoves, DeclinedOffer, EndReason, GameClock, GameEvent, GameId,
    HintRecord, IdleTimer, IntendedMove, MissedTurns, Offer, OfferTopic, PendingTurn, PieceSelection,
    PublicView, SealedDeal, Seats, ShownLetters, TouchState,
};
use crate::{ChannelId, PersonId};

/// The most people who follow one game.
pub const FOLLOWERS: usize = 100;

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its name.
    pub id: GameId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Which game.
    pub variant: Variant,
    /// How Pawns promote, where there is a choice.
    pub promotion: Option<PromotionMode>,
    /// What was agreed about the start array; `None` for the game's own one.
    pub array: Option<ArrayTerms>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed.
    pub claims: ClaimMode,
    /// While the players choose extra pieces: how far they are. The array has none of them yet, and nobody moves.
    pub choosing: Option<PieceSelection>,
    /// What was touched, if touched pieces bind.
    pub touches: TouchState,
    /// The cards of a game that has cards.
    pub deal: Option<SealedDeal>,
    /// The move of a turn that waits for a drop or a pass.
    pub begun: Option<PendingTurn>,
    /// Who plays.
    pub seats: Seats,
    /// The first position, as position text; in a game with cards without them.
    pub start: String,
    /// The present position, and what repetition needs.
    pub state: GameSnapshot,
    /// How many events the game has seen: its version for buttons and the number of its next event.
    pub revision: u64,
    /// The revision since which the board is as it is: what was shown earlier is out of date, an offer since then changes
    /// nothing about it.
    pub board_revision: u64,
    /// Plies on the board.
    pub plies: u32,
    /// The last move.
    pub last: Option<LastMove>,
    /// Pieces taken so far.
    pub taken: CapturedPieces,
    /// An open offer.
    pub offer: Option<Offer>,
    /// Offers that were declined and may not be made again yet.
    pub declined: Vec<DeclinedOffer>,
    /// Those who watch and want to be called when it ends, at most [`FOLLOWERS`]; nobody once it has.
    pub followers: Vec<PersonId>,
    /// How much time there is, if a pace was agreed.
    pub clock: Option<GameClock>,
    /// What is done about it if nobody moves, unless there is a clock; `None` for nothing.
    pub idle: Option<IdleTimer>,
    /// Whether its channel may be reminded of whose turn it is, as its server or room had it when it began.
    pub reminds: bool,
    /// From which side its boards are drawn where everybody sees the same, as its server or room had it when it began.
    pub view: PublicView,
    /// What the players have planned, each for themselves; nothing once it is over.
    pub plans: ConditionalMoves,
    /// How often what the computer has to do now was found undone.
    pub missed: Option<MissedTurns>,
    /// The hints that were taken.
    pub hints: HintRecord,
    /// Which piece letters the players have shown to type.
    pub letters: ShownLetters,
    /// How it ended, once it has.
    pub ending: Option<GameEnding>,
    /// When it began, in milliseconds since 1970.
    pub started_at: u64,
    /// When something last happened.
    pub changed_at: u64,
}

impl GameRecord {
    /// Whether the game goes on.
    pub fn is_running(&self) -> bool {
        self.ending.is_none()
    }

    /// Whether there are cards in it that are hidden from somebody: until it is over.
    pub fn hides_cards(&self) -> bool {
        self.variant.has_cards() && self.is_running()
    }

    /// Whether a move may go back if both players want that. Where pieces are touched, a touch would bind no more.
    pub fn allows_takebacks(&self) -> bool {
        self.variant.has_takebacks() && !self.touch_move
    }

    /// Whether it is kept how it stood some moves ago: for takebacks, and for the computer, which has to know what was there.
    pub fn keeps_checkpoints(&self) -> bool {
        self.allows_takebacks() || !self.variant.has_cards() && self.has_computer()
    }

    /// Whether its array was drawn by lot; one whose pieces are still chosen will be.
    pub fn has_array_by_lot(&self) -> bool {
        match &self.array {
            Some(array) => array.array != ArrayKind::Classic,
            None => self.variant == Variant::Chess960,
        }
    }

    /// Who chooses the next extra piece; nobody when none are being chosen.
    pub fn chooser(&self) -> Option<Side> {
        let (array, choosing) = (self.array.as_ref()?, self.choosing.as_ref()?);
        Some(array.chooser(choosing.chosen.len()))
    }

    /// Lets time run from now on; `now` in milliseconds since 1970.
    pub(crate) fn start_clock(&mut self, now: u64) {
        if let (Some(clock), Some(side)) = (&self.clock, self.to_move()) {
            self.clock = Some(GameClock::new(clock.pace, clock.time_out, side, now));
        }
        if let Some(idle) = &mut self.idle {
            idle.set_next_check(now);
        }
    }

    /// Whose turn it is, to move or to choose a piece; nobody's when the game is over, or if the record cannot be read.
    pub fn to_move(&self) -> Option<Side> {
        if !self.is_running() {
            return None;
        }
        let view = || self.state.view(PositionViewer::Spectator).ok();
        self.chooser().or_else(|| Some(view()?.position().side_to_move()))
    }

    /// The types that may be chosen now.
    pub fn open_types(&self) -> Vec<PieceType> {
        match (&self.array, &self.choosing) {
            (Some(array), Some(choosing)) => {
                array.setup(self.promotion.unwrap_or_default(), &choosing.chosen).open_types()
            }
            _ => Vec::new(),
        }
    }

    /// The types the game has: of the start, and what has come into it since. While pieces are chosen, those of the array
    /// before and what was chosen so far. In table order.
    pub fn types(&self) -> Vec<PieceType> {
        if self.variant.has_cards() {
            // Nobody learns from it what is among the cards.
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

    /// The extra pieces of a side in the start array; none while they are still being chosen.
    pub fn extra_pieces(&self) -> Vec<PieceType> {
        let start = Position::parse(self.variant, &self.start).ok();
        let array = self.array.as_ref().filter(|_| self.choosing.is_none());
        array.zip(start).map(|(array, start)| array.extra_pieces(&start)).unwrap_or_default()
    }

    /// The present position as text, as far as everybody may know it: hidden cards are open when the game is over.
    /// Empty if the record cannot be read, which whoever goes on with the game is told.
    pub fn open_text(&self) -> String {
        if !self.is_running() {
            return self.state.full_text().to_owned();
        }
        self.state.view(PositionViewer::Spectator).map(|view| view.to_string()).unwrap_or_default()
    }

    /// Notes that something happened; `now` in milliseconds since 1970.
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

    /// Whether the other player has declined this and `by` has not moved since.
    pub(crate) fn has_declined(&self, topic: OfferTopic, by: Side) -> bool {
        self.declined.contains(&DeclinedOffer { topic, by })
    }

    fn note_declined(&mut self, topic: OfferTopic, by: Side) {
        if !self.has_declined(topic, by) {
            self.declined.push(DeclinedOffer { topic, by });
        }
    }

    /// What was planned for other moves is gone; after a takeback everything is.
    fn keep_plans(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Move { lan, .. } => self.plans.advance(lan),
            _ => self.plans = ConditionalMoves::default(),
        }
    }

    /// Whoever has moved may offer again.
    fn forget_declined(&mut self, event: &GameEvent) {
        let mover = self.last.as_ref().filter(|_| matches!(event, GameEvent::Move { .. }));
        if let Some(mover) = mover.map(|last| last.piece.side) {
            self.declined.retain(|declined| declined.by != mover);
        }
    }
}

/// The types of chess.
fn orthodox() -> Vec<PieceType> {
    let mut types: Vec<PieceType> =
        Position::start(Variant::Chess).pieces().map(|(_, piece)| piece.kind).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// A move that was made, with all it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The move number it had.
    pub number: u32,
    /// What moved, as it was before the move.
    pub piece: Piece,
    /// From where.
    pub from: Square,
    /// The square the move names as its target.
    pub to: Square,
    /// Where the moving piece stands now (a castling King or a converting Diplomat is not on `to`).
    pub stands_on: Square,
    /// Every square on which a piece stands through the move: a castling Rook's and a converted piece's too.
    pub arrived: Vec<Square>,
    /// Standard notation.
    pub san: String,
    /// Every piece taken and where it stood.
    pub captured: Vec<(Square, Piece)>,
    /// Every piece that changed sides, as it was before.
    pub converted: Vec<(Square, Piece)>,
    /// What a Pawn became.
    pub promoted: Option<PieceType>,
    /// The card put into play after it.
    pub drop: Option<CardDrop>,
    /// Whether it was castling.
    pub castling: bool,
    /// Whether it gave check.
    pub check: bool,
}

impl LastMove {
    /// The side it castled to, if it was castling.
    pub fn castling_side(&self) -> Option<CastlingSide> {
        self.castling.then(|| CastlingSide::from_to(self.from.file, self.to.file))
    }
}

/// Pieces taken so far, in the order in which they were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CapturedPieces {
    /// White pieces.
    pub white: Vec<PieceType>,
    /// Black pieces.
    pub black: Vec<PieceType>,
}

impl CapturedPieces {
    /// Pieces of `side` that were taken.
    pub fn of(&self, side: Side) -> &[PieceType] {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Notes captures.
    pub fn note(&mut self, captured: &[(Square, Piece)]) {
        for (_, piece) in captured {
            match piece.side {
                Side::White => self.white.push(piece.kind),
                Side::Black => self.black.push(piece.kind),
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// Why.
    pub reason: EndReason,
    /// Who won; `None` for a draw and for an aborted game.
    pub winner: Option<Side>,
    /// The move with which a draw was claimed, if it was not made.
    pub intended: Option<IntendedMove>,
}

impl GameEnding {
    /// An end without an intended move.
    pub const fn new(reason: EndReason, winner: Option<Side>) -> Self {
        Self { reason, winner, intended: None }
    }

    /// The result as records write it.
    pub fn result(&self) -> &'static str {
        match (&self.reason, self.winner) {
            (EndReason::Aborted | EndReason::NotStarted | EndReason::Abandoned, _) => "*",
            (_, Some(Side::White)) => "1-0",
            (_, Some(Side::Black)) => "0-1",
            (_, None) => "1/2-1/2",
        }
    }

    /// The event that records it.
    pub fn event(&self) -> GameEvent {
        GameEvent::Ended {
            reason: self.reason.clone(),
            result: self.result().to_owned(),
            intended: self.intended.clone(),
        }
    }
}
