//! Starts a game: makes its id, its record and its start position, and begins it. Not here: the
//! challenge before it (`features::challenge`), and the cards (`deal`).

use adoube_rules::{Game, Position, Side, Variant};
use rand::RngExt;

use super::{HandlerError, HandlerRequest, HandlerResult};
use crate::{
    Notice,
    core::{
        game::{
            ArrayTerms, CapturedPieces, Challenge, ConditionalMoves, GameClock, GameId, GameRecord,
            HintRecord, IdleTimer, PieceSelection, Seat, Seats, ShownLetters, TouchState,
        },
        notice::{BoardEvent, BoardNotice, SelectionEvent, SelectionNotice},
        records::{RepositoryError, UnitOfWork},
    },
};

/// Number of start arrays of Chess960.
pub(crate) const CHESS960_ARRAYS: u16 = 960;

/// King and Pawns: the board before the pieces of a free array are chosen. The King's final place
/// is drawn with them.
const KING_AND_PAWNS: &str = "4k5/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/4K5 w - - 0 1";

impl HandlerRequest<'_> {
    /// An id without a game.
    pub(crate) async fn reserve_game_id(&self) -> HandlerResult<GameId> {
        loop {
            let id = self.context.with_rng(|mut rng| GameId::draw(&mut rng));
            let channel = &self.draft.channel;
            let pending = channel.challenges.iter().any(|challenge| challenge.id == id)
                || channel.panels.iter().any(|panel| panel.id == id);
            if !pending && self.context.ledger.game(&id).await?.is_none() {
                return Ok(id);
            }
        }
    }

    /// The record of the game that a challenge leads to.
    pub(crate) fn new_game(
        &self,
        challenge: &Challenge,
        challenger: Seat,
        other: Seat,
    ) -> HandlerResult<GameRecord> {
        let terms = &challenge.terms;
        let colour = terms.colour.unwrap_or_else(|| self.context.with_rng(draw_side));
        let seats = match colour {
            Side::White => Seats { white: challenger, black: other },
            Side::Black => Seats { white: other, black: challenger },
        };
        let (start, deal) = if terms.variant.has_cards() {
            self.deal(&challenge.id, terms.kings.unwrap_or_default())
        } else {
            (self.start_position(challenge)?, None)
        };
        // A rematch repeats the chosen array without a new piece selection.
        let chosen = terms.array.as_ref().filter(|array| array.is_chosen() && challenge.start.is_none());
        let choosing = chosen.map(|_| PieceSelection::default());
        let now = self.draft.now();
        Ok(GameRecord {
            id: challenge.id.clone(),
            channel: self.incoming.channel.clone(),
            variant: terms.variant,
            promotion: terms.promotion,
            array: terms.array.clone(),
            touch_move: terms.touch_move,
            claims: terms.claims,
            choosing,
            touches: TouchState::default(),
            deal,
            begun: None,
            seats,
            start: start.to_string(),
            state: Game::new(start).snapshot(),
            revision: 0,
            board_revision: 0,
            plies: 0,
            last: None,
            taken: CapturedPieces::default(),
            followers: Vec::new(),
            plans: ConditionalMoves::default(),
            hints: HintRecord::default(),
            letters: ShownLetters::default(),
            offer: None,
            declined: Vec::new(),
            // The clock starts when the game begins.
            clock: terms.pace.map(|pace| GameClock::new(pace, terms.time_out, Side::White, now)),
            reminds: self.place.terms.reminders,
            view: self.place.terms.view,
            idle: self.place.terms.idle.days().map(|days| IdleTimer::after(days.into())),
            missed: None,
            ending: None,
            started_at: now,
            changed_at: now,
        })
    }

    fn start_position(&self, challenge: &Challenge) -> HandlerResult<Position> {
        let terms = &challenge.terms;
        if let Some(shown) = &challenge.start {
            return Position::parse(terms.variant, shown).map_err(|error| {
                HandlerError::Internal(RepositoryError::Unreadable {
                    table: adoube_store::Table::Channel,
                    key: challenge.id.to_string(),
                    reason: error.to_string(),
                })
            });
        }
        if let Some(array) = &terms.array {
            return Ok(array_before(array));
        }
        Ok(match terms.variant {
            Variant::Chess | Variant::Schachen => Position::start(terms.variant),
            Variant::Chess960 => {
                let number = self.context.with_rng(|rng| rng.random_range(0..CHESS960_ARRAYS));
                Position::start_960(number).unwrap_or_else(|| Position::start(Variant::Chess960))
            }
            Variant::Grand => Position::start_grand(terms.promotion.unwrap_or_default()),
        })
    }

    /// Begins an agreed game, in its own thread if `apart`.
    pub(crate) fn begin_game(&mut self, record: GameRecord, apart: bool) -> HandlerResult<()> {
        self.draft.reserve(&record.id)?;
        if apart {
            self.draft.post(Notice::OpenThread { game: Box::new(record) });
        } else {
            begin(self.draft, record)?;
        }
        Ok(())
    }
}

/// Begins a game with a reserved id in the channel of the unit of work, and posts its board.
pub(crate) fn begin(draft: &mut UnitOfWork, record: GameRecord) -> Result<(), RepositoryError> {
    let choosing = SelectionNotice::of(&record, SelectionEvent::Started);
    let board = BoardNotice::of(&record, BoardEvent::Started);
    draft.begin(record)?;
    let clock = draft.clock_view();
    draft.post(match choosing {
        Some(choosing) => Notice::Selection(Box::new(SelectionNotice { clock, ..choosing })),
        None => Notice::Board(Box::new(BoardNotice { clock, ..board })),
    });
    Ok(())
}

/// The array before the piece selection.
fn array_before(array: &ArrayTerms) -> Position {
    let classic = || Position::start(Variant::Grand);
    if array.has_classic_pieces() {
        return classic();
    }
    Position::parse(Variant::Grand, KING_AND_PAWNS).unwrap_or_else(|_| classic())
}

fn draw_side(rng: &mut dyn rand::Rng) -> Side {
    if rng.random_bool(0.5) { Side::White } else { Side::Black }
}
