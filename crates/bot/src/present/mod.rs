//! Presentation: turns a notice into a message for one viewer, with text, picture and buttons.
//! Pure: the same notice and viewer give the same message. Not here: what may be done (`handlers`),
//! the sentences themselves (`text`, `assets/locales`), drawing.

mod analysis;
mod bar;
mod board;
mod card_seal;
mod challenge;
mod clock;
mod clock_event;
mod computer_refusal;
mod conditional_moves;
mod contact;
mod draw_claim;
mod export;
mod first_board;
mod follow;
mod games;
mod glossary;
mod hand;
mod help;
mod hint;
mod legend;
mod live_board;
mod move_picker;
mod piece_at;
mod piece_book;
mod piece_selection;
mod recorded_game;
mod refusal;
mod rematch;
mod replay;
mod replay_step;
mod self_test;
mod settings;
mod setup;
mod setup_refusal;
mod touch_move;
mod unknown_terms;
mod vacation;

pub use live_board::{
    LiveArt, LiveBoard, LiveCard, LiveCards, LiveChoice, LiveClock, LiveConditionalMoves, LiveHand,
    LiveLastMove, LiveMarks, LiveMove, LiveMoveKind, LiveOffer, LivePath, LivePendingTurn, LivePiece,
    LivePieceState, LivePieceType, LiveSeat, LiveSeats, LiveTouch,
};
pub(crate) use live_board::{live_board, live_rematch};
pub use piece_book::{
    ArticleDiagram, ArticleExamples, BookArticle, BookEntry, BookMark, BookSection, PieceBook, PieceTrial,
    RelatedPieces, TrialPiece, TrialTarget,
};
pub(crate) use recorded_game::played;
pub use recorded_game::{RecordedGame, RecordedPly};
pub use self_test::trial_board;

use crate::{
    Message, Notice, Viewer,
    core::command::BoardView,
    text::{
        Localizer,
        board::{board_state, diagram_cache::DiagramCache, letter_board, piece_help},
    },
};

/// The message of a notice for a viewer.
pub(crate) fn message(
    speaker: Localizer<'_>,
    diagrams: &DiagramCache,
    notice: &Notice,
    viewer: &Viewer,
) -> Message {
    match notice {
        Notice::WhichGame => challenge::which_game(speaker),
        Notice::Greeting => Message::from_text(speaker.fixed_sentence("greeting")),
        Notice::Challenge(challenge) => challenge::open(speaker, challenge, viewer),
        Notice::ChallengeClosed { challenge, by } => challenge::closed(speaker, challenge, by),
        Notice::ChallengeExpired { challenge } => challenge::expired(speaker, challenge),
        Notice::ChallengeWithoutRoom { challenge } => challenge::left_behind(speaker, challenge),
        Notice::OpenThread { game } => challenge::accepted(speaker, game),
        Notice::NoThread { game, seats } => challenge::without_thread(speaker, game, seats),
        Notice::CloseThread { game } => challenge::closing(game),
        Notice::Settings(notice) => settings::message(speaker, notice),
        Notice::Panel(panel) => setup::panel(speaker, panel),
        Notice::PanelClosed { sent } => setup::closed(speaker, *sent),
        Notice::SoloBegun => Message::from_text(speaker.fixed_sentence("solo-begun")),
        Notice::Selection(choosing) => piece_selection::message(speaker, choosing, viewer),
        Notice::SelectionStep(choose) => piece_selection::step(speaker, diagrams, choose),
        Notice::PieceSelected { kind } => {
            Message::from_text(speaker.sentence("choose-done", &[("piece", speaker.kind(*kind).into())]))
        }
        Notice::Board(board) => board::posted_board(speaker, board, viewer),
        Notice::Offered { game, revision, seats, by, kind } => {
            crate::text::offer::offered(speaker, (game, *revision), seats, *by, *kind, viewer)
        }
        Notice::OfferDeclined { game, seats, by, kind } => {
            crate::text::offer::declined(speaker, game, seats, *by, *kind)
        }
        Notice::ComputerUnavailable { game } => {
            Message::from_text(speaker.sentence("computer-waits", &[("game", game.to_string().into())]))
        }
        Notice::ComputerFallback { game } => {
            Message::from_text(speaker.sentence("computer-guessed", &[("game", game.to_string().into())]))
        }
        Notice::Clock(clock) => clock::both(speaker, clock),
        Notice::RequestedBoard { board, view } => board::requested_board(speaker, board, *view, viewer),
        Notice::Hand(hand) => hand::message(speaker, hand),
        Notice::Hint(hint) => hint::message(speaker, hint, viewer),
        Notice::Plans(plans) => conditional_moves::message(speaker, plans),
        Notice::DealVerified { game, commitment, fits } => {
            card_seal::verified(speaker, game, commitment, *fits)
        }
        Notice::Moves { board, from, as_if } => move_picker::listed(speaker, board, from, *as_if, viewer),
        Notice::ImmobilePiece { board, square } => piece_at::idle(speaker, board, *square),
        Notice::MovePicker { board, step } => move_picker::step(speaker, board, step, viewer),
        Notice::TouchDemand { board, tried } => touch_move::bound(speaker, board, tried.as_ref(), viewer),
        Notice::MovePlayed { san } => {
            Message::from_text(speaker.sentence("pick-done", &[("san", speaker.notation(san).into())]))
        }
        Notice::Confirm { game, revision, end, claim, asked } => {
            crate::text::offer::confirm(speaker, (game, *revision), *end, *claim, *asked)
        }
        Notice::EndAnswered { end } => {
            Message::from_text(crate::text::offer::answered_question(speaker, *end))
        }
        Notice::Help { command } => help::message(speaker, command.as_deref(), viewer),
        Notice::Glossary { term } => glossary::message(speaker, term.as_deref()),
        Notice::Check(check) => self_test::message(speaker, check),
        Notice::Rules { variant, agreed } => help::rules(speaker, *variant, agreed.as_deref()),
        Notice::SpectatorWelcome { variant, seats, kinds, game } => {
            follow::welcome(speaker, *variant, seats, kinds, game.as_ref())
        }
        Notice::FollowChanged { game, seats, follows } => follow::following(speaker, game, seats, *follows),
        Notice::TouchRules => touch_move::rules(speaker),
        Notice::Piece { kind } => piece_help::message(speaker, diagrams, *kind),
        Notice::PieceAt { board, square } => piece_at::message(speaker, diagrams, board, *square),
        Notice::Legend { kinds, is_setup } => legend::message(speaker, kinds, *is_setup),
        Notice::PieceGroups { group } => legend::groups(speaker, *group),
        Notice::Games { of, games, more, partial } => {
            games::games(speaker, (of.as_ref(), games), (*more, *partial), viewer)
        }
        Notice::Due(due) => games::due_games(speaker, due),
        Notice::Export { game, ending, text, .. } => export::message(speaker, game, ending, text),
        Notice::Replay(replay) => replay::message(speaker, replay, viewer),
        Notice::Analysing(notice) => analysis::progress(speaker, notice),
        Notice::Analysis(notice) => analysis::message(speaker, notice),
        Notice::Step(step) => replay_step::message(speaker, step, viewer),
        Notice::Time(time) => clock_event::clock_event(speaker, time, viewer),
        Notice::Reminder(reminder) => clock_event::reminder(speaker, reminder),
        Notice::Personal(personal) => vacation::message(speaker, personal),
        Notice::Blocked(blocked) => contact::message(speaker, blocked),
        Notice::Barred(barred) => bar::message(speaker, barred),
        Notice::Refused(refusal) => refusal::message(speaker, refusal, viewer),
    }
}

/// A notice's board in letters, from the same side as its picture.
pub(crate) fn board_in_letters(speaker: Localizer<'_>, notice: &Notice, viewer: &Viewer) -> Option<String> {
    let (board, is_flipped) = match notice {
        Notice::Board(board)
        | Notice::Moves { board, .. }
        | Notice::ImmobilePiece { board, .. }
        | Notice::MovePicker { board, .. }
        | Notice::TouchDemand { board, .. }
        | Notice::PieceAt { board, .. } => (&**board, false),
        Notice::RequestedBoard { board, view } => (&**board, *view == BoardView::Flipped),
        Notice::Hand(hand) => (&hand.board, false),
        Notice::Hint(hint) => (&*hint.board, false),
        Notice::Replay(replay) => (&*replay.board, false),
        Notice::Step(step) => {
            let side = board_state::side(&step.board, viewer);
            return Some(letter_board::in_letters(speaker, &replay_step::position(step)?, side));
        }
        _ => return None,
    };
    let side = board_state::side(board, viewer);
    let side = if is_flipped { side.other() } else { side };
    Some(letter_board::in_letters(speaker, &board_state::position(board)?, side))
}
