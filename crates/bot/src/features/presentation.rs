//! Presentation: turns a notice into a message for one viewer, with text, picture and buttons.
//! Pure: the same notice and viewer give the same message. Not here: what may be done (the handlers
//! of the features), the sentences themselves (`text`, `assets/locales`), drawing.

use super::{
    analysis, bars, blocks, board, cards, challenge, clock, computer, conditional_moves, end_game, export,
    follow, games, help, hint, moves, pieces, refusal_text, reminders, replay, self_test, settings, setup,
    touch_move, vacation,
};
use crate::{
    Message, Notice, Viewer,
    core::command::BoardView,
    text::{
        Localizer,
        board::{board_state, diagram_cache::DiagramCache, letter_board, piece_help},
        offer,
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
        Notice::WhichGame => challenge::text::which_game(speaker),
        Notice::Greeting => help::text::greeting(speaker),
        Notice::Challenge(challenge) => challenge::text::open(speaker, challenge, viewer),
        Notice::ChallengeClosed { challenge, by } => challenge::text::closed(speaker, challenge, by),
        Notice::ChallengeExpired { challenge } => challenge::text::expired(speaker, challenge),
        Notice::ChallengeWithoutRoom { challenge } => challenge::text::left_behind(speaker, challenge),
        Notice::OpenThread { game } => challenge::text::accepted(speaker, game),
        Notice::NoThread { game, seats } => challenge::text::without_thread(speaker, game, seats),
        Notice::CloseThread { game } => challenge::text::closing(game),
        Notice::Settings(notice) => settings::text::message(speaker, notice),
        Notice::Panel(panel) => setup::text::panel(speaker, panel),
        Notice::PanelClosed { sent } => setup::text::closed(speaker, *sent),
        Notice::SoloBegun => computer::text::started(speaker),
        Notice::Selection(choosing) => setup::selection_text::message(speaker, choosing, viewer),
        Notice::SelectionStep(choose) => setup::selection_text::step(speaker, diagrams, choose),
        Notice::PieceSelected { kind } => setup::selection_text::selected(speaker, *kind),
        Notice::Board(board) => board::text::posted_board(speaker, board, viewer),
        Notice::Offered { game, revision, seats, by, kind } => {
            offer::offered(speaker, (game, *revision), seats, *by, *kind, viewer)
        }
        Notice::OfferDeclined { game, seats, by, kind } => offer::declined(speaker, game, seats, *by, *kind),
        Notice::ComputerUnavailable { game } => computer::text::unavailable(speaker, game),
        Notice::ComputerFallback { game } => computer::text::fallback(speaker, game),
        Notice::Clock(clock) => clock::text::both(speaker, clock),
        Notice::RequestedBoard { board, view } => board::text::requested_board(speaker, board, *view, viewer),
        Notice::Hand(hand) => cards::text::message(speaker, hand),
        Notice::Hint(hint) => hint::text::message(speaker, hint, viewer),
        Notice::Plans(plans) => conditional_moves::text::message(speaker, plans),
        Notice::DealVerified { game, commitment, fits } => {
            cards::seal_text::verified(speaker, game, commitment, *fits)
        }
        Notice::Moves { board, from, as_if } => moves::text::listed(speaker, board, from, *as_if, viewer),
        Notice::ImmobilePiece { board, square } => pieces::piece_at::idle(speaker, board, *square),
        Notice::MovePicker { board, step } => moves::text::step(speaker, board, step, viewer),
        Notice::TouchDemand { board, tried } => {
            touch_move::text::bound(speaker, board, tried.as_ref(), viewer)
        }
        Notice::MovePlayed { san } => moves::text::played(speaker, san),
        Notice::Confirm { game, revision, end, claim, asked } => {
            end_game::text::confirm(speaker, (game, *revision), *end, *claim, *asked)
        }
        Notice::EndAnswered { end } => end_game::text::answered_question(speaker, *end),
        Notice::Help { command } => help::text::message(speaker, command.as_deref(), viewer),
        Notice::Glossary { term } => help::glossary_text::message(speaker, term.as_deref()),
        Notice::Check(check) => self_test::text::message(speaker, check),
        Notice::Rules { variant, agreed } => help::text::rules(speaker, *variant, agreed.as_deref()),
        Notice::SpectatorWelcome { variant, seats, kinds, game } => {
            follow::text::welcome(speaker, *variant, seats, kinds, game.as_ref())
        }
        Notice::FollowChanged { game, seats, follows } => {
            follow::text::following(speaker, game, seats, *follows)
        }
        Notice::TouchRules => touch_move::text::rules(speaker),
        Notice::Piece { kind } => piece_help::message(speaker, diagrams, *kind),
        Notice::PieceAt { board, square } => pieces::piece_at::message(speaker, diagrams, board, *square),
        Notice::Legend { kinds, is_setup } => pieces::legend::message(speaker, kinds, *is_setup),
        Notice::PieceGroups { group } => pieces::legend::groups(speaker, *group),
        Notice::Games { of, games, more, partial } => {
            games::text::games(speaker, (of.as_ref(), games), (*more, *partial), viewer)
        }
        Notice::Due(due) => games::text::due_games(speaker, due),
        Notice::Export { game, ending, text, .. } => export::text::message(speaker, game, ending, text),
        Notice::Replay(replay) => replay::text::message(speaker, replay, viewer),
        Notice::Analysing(notice) => analysis::text::progress(speaker, notice),
        Notice::Analysis(notice) => analysis::text::message(speaker, notice),
        Notice::Step(step) => replay::step_text::message(speaker, step, viewer),
        Notice::Time(time) => clock::event_text::clock_event(speaker, time, viewer),
        Notice::Reminder(reminder) => reminders::text::message(speaker, reminder),
        Notice::Personal(personal) => vacation::text::message(speaker, personal),
        Notice::Blocked(blocked) => blocks::text::message(speaker, blocked),
        Notice::Barred(barred) => bars::text::message(speaker, barred),
        Notice::Refused(refusal) => refusal_text::message(speaker, refusal, viewer),
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
            return Some(letter_board::in_letters(speaker, &replay::step_text::position(step)?, side));
        }
        _ => return None,
    };
    let side = board_state::side(board, viewer);
    let side = if is_flipped { side.other() } else { side };
    Some(letter_board::in_letters(speaker, &board_state::position(board)?, side))
}
