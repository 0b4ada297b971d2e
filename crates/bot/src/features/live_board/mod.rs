//! Builds the live board of a channel, the data from which a page draws its newest game: as one
//! viewer may see and play it now, with its legal moves. It holds only what that viewer may know,
//! so it may be sent at every change. Not here: sending it, and its input
//! (`features::moves::board_input`).

mod data;
mod hand;
mod moves;
mod pieces;
pub(crate) mod recorded_game;
#[cfg(test)]
mod tests;

pub(crate) use recorded_game::played;
pub use recorded_game::{RecordedGame, RecordedPly};

use std::collections::BTreeMap;

use adoube_render::{BoardSurface, BoardWindow, Mark, Scene};
use adoube_rules::{Game, Move, PieceType, Position, PositionViewer as Seer, Side, Square};

pub use data::{
    LiveArt, LiveBoard, LiveCard, LiveCards, LiveChoice, LiveClock, LiveConditionalMoves, LiveHand,
    LiveLastMove, LiveMarks, LiveMove, LiveMoveKind, LiveOffer, LivePath, LivePendingTurn, LivePiece,
    LivePieceState, LivePieceType, LiveSeat, LiveSeats, LiveTouch,
};
pub(crate) use pieces::piece;

use crate::{
    Block, Message, Viewer,
    core::{
        command::{BoardButton, ButtonId},
        game::{Challenge, GameRecord, LastMove, PauseTimes, PendingTurn, Seats},
        notice::{
            AgreedTerms, BoardEvent, BoardNotice, ClaimCount, ClockView, SelectionEvent, SelectionNotice,
        },
    },
    features::{
        board::text as board, challenge::text as challenge, conditional_moves::text as conditional_moves,
        setup::selection_text as piece_selection,
    },
    text::{
        Localizer,
        board::{array, board_state, move_description, touch_status},
        clock_line, game_terms, offer, scenes,
    },
};

/// Plies without progress before which no move can complete a threefold repetition.
const FIRST_CLAIM: u16 = 7;

/// Divisor of the time per move: below that fraction the page warns, as reminders do.
const LITTLE: u64 = 4;

/// The live board of a viewer; `None` if the position cannot be read, which is logged.
pub(crate) fn live_board(
    speaker: Localizer<'_>,
    record: &GameRecord,
    still: &PauseTimes,
    now: u64,
    viewer: &Viewer,
) -> Option<LiveBoard> {
    let board = match SelectionNotice::of(record, SelectionEvent::Shown) {
        Some(notice) => Some(while_choosing(speaker, record, &notice, viewer)),
        None => LiveBoardBuilder::of(speaker, record, viewer).map(|live| live.board()),
    };
    Some(LiveBoard { clock: live_clock(speaker, record, still, now), ..board? })
}

/// The clocks of a running game; `now` in milliseconds since 1970.
fn live_clock(
    speaker: Localizer<'_>,
    record: &GameRecord,
    still: &PauseTimes,
    now: u64,
) -> Option<LiveClock> {
    let clock = record.clock.as_ref().filter(|_| record.is_running())?;
    let view = ClockView::of(clock, still, now);
    let (per_move, reserve) = (clock.pace.per_move(), clock.pace.reserve());
    Some(LiveClock {
        side: view.side?.to_string(),
        deadline: view.deadline.filter(|_| view.stop.is_none()),
        stopped: view.stop.map(|_| view.left),
        why: clock_line::stop_in_words(speaker, &view, &record.seats),
        per_move: per_move.saturating_add(clock.turn.added),
        reserves: Side::BOTH.map(|side| clock.reserves.of(side)),
        little: if per_move == 0 { reserve } else { per_move } / LITTLE,
    })
}

/// Builder of a live board for a game with a position.
struct LiveBoardBuilder<'a> {
    speaker: Localizer<'a>,
    record: &'a GameRecord,
    viewer: &'a Viewer,
    notice: BoardNotice,
    /// The public position.
    position: Position,
    /// The side the viewer plays.
    seat: Option<Side>,
    /// The viewer's own pending turn.
    begun: Option<PendingTurn>,
}

impl<'a> LiveBoardBuilder<'a> {
    fn of(speaker: Localizer<'a>, record: &'a GameRecord, viewer: &'a Viewer) -> Option<Self> {
        let notice = BoardNotice::of(record, BoardEvent::Shown);
        let position = board_state::position(&notice)?;
        let seat = seat_of(record, viewer);
        let is_running = record.is_running();
        let is_to_move = is_running && seat == Some(position.side_to_move());
        let begun = record.begun.filter(|_| is_to_move);
        Some(Self { speaker, record, viewer, notice, position, seat, begun })
    }

    fn is_your_turn(&self) -> bool {
        self.record.is_running() && self.seat == Some(self.position.side_to_move())
    }

    fn id(&self, target: BoardButton) -> String {
        let (game, turn) = (self.record.id.clone(), self.record.revision);
        ButtonId::Turn { game, turn, target }.to_string()
    }

    fn board(&self) -> LiveBoard {
        let Self { speaker, record, position, .. } = self;
        let viewpoint = self.seat.unwrap_or(Side::White);
        let after = self.begun.map(|begun| position.apply(&begun.pending_move()));
        let shown = after.as_ref().unwrap_or(position);
        let scene = Scene::of(shown, viewpoint);
        let moves = self.moves();
        let hand = self.hand();
        let is_your_turn = self.is_your_turn();
        let to_move = record.is_running().then(|| position.side_to_move());
        let mut board = LiveBoard {
            pieces: pieces::pieces(*speaker, shown, self.begun.is_none() && record.is_running()),
            window: window(&scene, &moves, hand.as_ref()),
            endless: scene.surface == BoardSurface::Grid,
            zones: scene.outlined_ranks.clone(),
            to_move: to_move.map(|side| side.to_string()),
            your_turn: is_your_turn,
            status: self.status(),
            last: record.last.as_ref().map(|made| last(*speaker, record.plies, made)),
            marks: self.marks(),
            act: (!moves.is_empty()).then(|| self.id(BoardButton::Make)),
            moves,
            touch: self.touch(),
            hand,
            offer: self.offer(),
            plans: self.plans(),
            rows: board::rows(*speaker, &self.notice, BoardButton::Flip, self.viewer),
            ..outline(*speaker, record, self.viewer)
        };
        for side in Side::BOTH {
            let seat = if side == Side::White { &mut board.seats.white } else { &mut board.seats.black };
            let taken = scenes::taken(&record.taken, position, side.other());
            seat.captured = taken.iter().map(|kind| kind.code()).collect();
            seat.cards = position.variant().has_cards().then(|| LiveCards {
                hand: position.view(Seer::Spectator).hand(side).len(),
                stack: usize::from(scenes::stack_size(position, side)),
            });
        }
        board.types = types(*speaker, self.kinds());
        board
    }

    fn moves(&self) -> Vec<LiveMove> {
        if !self.is_your_turn() || self.begun.is_some() {
            return Vec::new();
        }
        let left = board_state::moves_left(&self.notice, &self.position);
        let claiming = claiming(self.record, &self.position, &left);
        moves::moves(self.speaker, &self.position, &left, &claiming)
    }

    /// Sentences on the side to move and its situation, or on the game's end.
    fn status(&self) -> String {
        let Self { speaker, record, position, notice, .. } = self;
        if let Some(ending) = &record.ending {
            return move_description::ending(*speaker, ending, &record.seats);
        }
        let side = position.side_to_move();
        if self.begun.is_some() {
            return speaker.fixed_sentence("live-drop-or-pass");
        }
        let promoting = record.open_promotion().filter(|_| self.is_your_turn());
        if let Some(promoting) = promoting {
            let args = [("square", promoting.to.to_string().into())];
            return speaker.sentence("pick-promotion-on", &args);
        }
        let turn = match (self.is_your_turn(), position.in_check()) {
            (true, false) => speaker.fixed_sentence("live-your-move"),
            (true, true) => speaker.fixed_sentence("live-your-move-check"),
            (false, checked) => {
                let name = speaker.seat(record.seats.of(side));
                let key = if checked { "status-in-check" } else { "status-to-move" };
                speaker.sentence(key, &[("name", name.into()), ("side", speaker.side(side).into())])
            }
        };
        match touch_status::status(*speaker, notice, position) {
            Some(touched) => format!("{turn} {touched}"),
            None => turn,
        }
    }

    fn marks(&self) -> LiveMarks {
        let blank = Scene::of(&self.position, Side::White);
        let scene = match &self.record.last {
            Some(last) => scenes::last_move(blank, last),
            None => blank,
        };
        let marked = |mark: Mark| {
            let squares = scene.marks.iter().filter(|(_, marks)| marks.contains(mark));
            names(squares.map(|(square, _)| square))
        };
        let is_running = self.record.is_running();
        // The pending move parries any check.
        let checked = self.begun.is_none();
        let touches = self.record.touches().filter(|_| is_running);
        LiveMarks {
            last: marked(Mark::LastMove),
            also: marked(Mark::AlsoCaptured),
            check: if checked { marked(Mark::Check) } else { Vec::new() },
            checkers: if checked { names(self.position.checkers()) } else { Vec::new() },
            touched: touches.map(|touches| names(touches.squares.iter().copied())).unwrap_or_default(),
        }
    }

    fn touch(&self) -> Option<LiveTouch> {
        let touches = self.record.touches().filter(|_| self.record.is_running())?;
        let may_touch = self.is_your_turn() && self.begun.is_none() && touches.promoting.is_none();
        Some(LiveTouch {
            act: may_touch.then(|| self.id(BoardButton::Touch)),
            bound: names(touches.squares.iter().copied()),
            promoting: touches
                .promoting
                .map(|open| LivePath { from: open.from.to_string(), to: open.to.to_string() }),
            says: touch_status::status(self.speaker, &self.notice, &self.position).unwrap_or_default(),
        })
    }

    fn offer(&self) -> Option<LiveOffer> {
        let open = self.record.offer.filter(|_| self.record.is_running())?;
        let game = (&self.record.id, open.revision);
        let message = offer::offered(self.speaker, game, &self.record.seats, open.by, open.kind, self.viewer);
        Some(LiveOffer { text: text_of(&message), rows: message.rows })
    }

    /// The viewer's own conditional moves.
    fn plans(&self) -> Option<LiveConditionalMoves> {
        let Self { speaker, record, .. } = self;
        let lines = self.seat.map(|side| record.plans.of(side)).filter(|lines| !lines.is_empty())?;
        let mut text = vec![speaker.fixed_sentence("live-plans")];
        text.extend(conditional_moves::numbered(*speaker, lines, self.is_your_turn()));
        let rows = conditional_moves::rows(*speaker, (&record.id, record.revision), lines);
        Some(LiveConditionalMoves { text: text.join("\n"), rows })
    }

    /// The types on the board, captured, and possible in promotions; with cards those of all cards.
    fn kinds(&self) -> Vec<PieceType> {
        let mut kinds = self.record.types();
        kinds.extend(self.position.pieces().map(|(_, piece)| piece.kind));
        kinds.extend(Side::BOTH.into_iter().flat_map(|side| self.position.promotion_choices(side)));
        kinds
    }
}

/// An open rematch offer, for those who can answer or withdraw it; others read it in the channel.
pub(crate) fn live_rematch(
    speaker: Localizer<'_>,
    challenge: &Challenge,
    viewer: &Viewer,
) -> Option<LiveOffer> {
    let row = challenge::buttons(speaker, challenge, viewer)?;
    Some(LiveOffer { text: challenge::headline(speaker, challenge), rows: vec![row] })
}

/// The moves that allow a draw claim, each with the count it would complete.
fn claiming(record: &GameRecord, position: &Position, left: &[Move]) -> Vec<(Move, ClaimCount)> {
    // Below that no position has occurred twice, so most boards need no replay.
    if position.halfmove_clock() < FIRST_CLAIM {
        return Vec::new();
    }
    let Ok(game) = Game::restore(record.state.clone()) else { return Vec::new() };
    let asked = left.iter().filter(|made| record.asks_to_claim(&game, made));
    asked.filter_map(|made| Some((*made, ClaimCount::intended(&game, made)?))).collect()
}

/// The shown part of a board; on a grid the part with all squares that matter now.
fn window(scene: &Scene, moves: &[LiveMove], hand: Option<&LiveHand>) -> BoardWindow {
    if scene.surface != BoardSurface::Grid {
        return scene.window;
    }
    let drops = hand.into_iter().flat_map(|hand| hand.cards.iter().flat_map(|card| &card.drops));
    let targets = moves.iter().map(|made| &made.to).chain(drops);
    let squares = targets.filter_map(|name| name.parse::<Square>().ok());
    let around = |square: Square| BoardWindow {
        left: square.file,
        right: square.file,
        bottom: square.rank,
        top: square.rank,
    };
    squares.map(around).fold(scene.window, BoardWindow::join)
}

/// The live board during a piece selection: the pieces so far, and the buttons.
fn while_choosing(
    speaker: Localizer<'_>,
    record: &GameRecord,
    notice: &SelectionNotice,
    viewer: &Viewer,
) -> LiveBoard {
    let scene = array::picture_before(speaker, &notice.array).scene;
    let message = piece_selection::message(speaker, notice, viewer);
    let status = message.blocks.iter().rev().find_map(|block| match block {
        Block::Text(text) => Some(text.clone()),
        _ => None,
    });
    let chooser = record.chooser().filter(|_| record.is_running());
    let standing = || scene.pieces.iter().map(|(square, piece)| (*square, *piece));
    let kinds = standing().map(|(_, piece)| piece.kind).chain(notice.chosen.iter().copied());
    LiveBoard {
        to_move: chooser.map(|side| side.to_string()),
        your_turn: chooser.is_some() && chooser == seat_of(record, viewer),
        status: status.unwrap_or_default(),
        window: scene.window,
        types: types(speaker, kinds),
        pieces: standing().map(|(square, piece)| pieces::piece(speaker, square, piece)).collect(),
        rows: message.rows,
        ..outline(speaker, record, viewer)
    }
}

/// The parts of a live board that do not depend on the position.
fn outline(speaker: Localizer<'_>, record: &GameRecord, viewer: &Viewer) -> LiveBoard {
    let seat = seat_of(record, viewer);
    LiveBoard {
        game: record.id.to_string(),
        revision: record.revision,
        variant: record.variant.key(),
        variant_name: speaker.variant(record.variant),
        running: record.is_running(),
        seat: seat.map(|side| side.to_string()),
        viewpoint: seat.unwrap_or(Side::White).to_string(),
        to_move: None,
        hints: viewer.taste.hints,
        your_turn: false,
        status: String::new(),
        terms: game_terms::beside_the_pieces(speaker, &AgreedTerms::of(record)),
        result: record.ending.as_ref().map(scenes::result),
        plies: record.plies,
        last: None,
        window: BoardWindow { left: 0, right: 0, bottom: 1, top: 1 },
        endless: false,
        zones: Vec::new(),
        seats: seats(speaker, &record.seats, viewer),
        types: BTreeMap::new(),
        pieces: Vec::new(),
        marks: LiveMarks::default(),
        moves: Vec::new(),
        act: None,
        touch: None,
        hand: None,
        offer: None,
        clock: None,
        plans: None,
        rows: Vec::new(),
    }
}

/// A move as the ply with this number, in notation and in words.
pub(crate) fn last(speaker: Localizer<'_>, ply: u32, made: &LastMove) -> LiveLastMove {
    let dots = if made.piece.side == Side::White { "." } else { "…" };
    let words = move_description::last_move(speaker, made);
    let side = speaker.side(made.piece.side);
    LiveLastMove {
        ply,
        san: format!("{}{dots} {}", made.number, speaker.notation(&made.san)),
        says: speaker.sentence("live-moved", &[("side", side.into()), ("words", words.into())]),
    }
}

/// The players, without captures and cards.
pub(crate) fn seats(speaker: Localizer<'_>, seats: &Seats, viewer: &Viewer) -> LiveSeats {
    let own = viewer.person.as_ref().and_then(|person| seats.side_of(person));
    let seated = |side: Side| LiveSeat {
        name: speaker.seat(seats.of(side)),
        you: own == Some(side),
        captured: Vec::new(),
        cards: None,
    };
    LiveSeats { white: seated(Side::White), black: seated(Side::Black) }
}

fn seat_of(record: &GameRecord, viewer: &Viewer) -> Option<Side> {
    viewer.person.as_ref().and_then(|person| record.seats.side_of(person))
}

/// The descriptions of these types, by code.
pub(crate) fn types(
    speaker: Localizer<'_>,
    kinds: impl IntoIterator<Item = PieceType>,
) -> BTreeMap<&'static str, LivePieceType> {
    let about =
        |kind: PieceType| LivePieceType { name: speaker.kind(kind), letter: speaker.letter(kind), art: None };
    kinds.into_iter().map(|kind| (kind.code(), about(kind))).collect()
}

pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn text_of(message: &Message) -> String {
    let texts = message.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}
