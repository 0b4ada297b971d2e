//! Notices put into one viewer's words, pictures and buttons. Pure: the same notice and viewer give the same message.
//! Not here: what may be done (`flow`), the sentences themselves (`wording`, `assets/locales`), drawing.

mod after;
mod analysis;
mod bar;
mod beginning;
mod board;
mod board_in_letters;
mod book;
mod cards_in_words;
mod challenge;
mod check;
mod choosing;
mod claims;
mod clock;
mod computer_refusal;
mod contact;
mod counting;
mod diagrams;
mod glossary;
mod hand;
mod help;
mod hint;
mod illegal_move;
mod legend;
mod lists;
mod live;
mod moves_in_words;
mod names;
mod offer;
mod personal;
mod picking;
mod piece_at;
mod piece_help;
mod placed;
mod plans;
mod played;
mod refusal;
mod replay;
mod scene_in_words;
mod settings;
mod setup;
mod setup_refusal;
mod step;
mod stray_refusal;
mod time_told;
mod touch_in_words;
mod view;
mod watching;
mod worth;

pub use book::{Article, Kin, Listed, Marked, PieceBook, Reached, Shelf, Stone, Trial};
pub use check::trial_board;
pub(crate) use diagrams::Diagrams;
pub(crate) use glossary::typed_terms;
pub(crate) use help::usual_paces;
pub use help::{CommandHelp, OptionForm, OptionHelp, WordHelp, commands};
pub(crate) use help::{option_name, typed_word, word_label};
pub use live::{
    LiveArt, LiveBegun, LiveBoard, LiveCard, LiveCards, LiveChoice, LiveClock, LiveHand, LiveHeld, LiveLast,
    LiveMarks, LiveMove, LiveMoveKind, LiveOffer, LivePath, LivePiece, LivePlans, LiveSeat, LiveSeats,
    LiveTouch, LiveType,
};
pub(crate) use live::{live, live_rematch};
pub(crate) use played::played;
pub use played::{PlayedGame, PlayedPly};

use crate::{
    Attachment, Block, Message, Notice, Viewer,
    command::{BoardView, Component, Target},
    game::GameId,
    message::{Button, ButtonStyle},
    wording::Speaker,
};

/// A notice as this viewer reads it.
pub(crate) fn message(
    speaker: Speaker<'_>,
    diagrams: &Diagrams,
    notice: &Notice,
    viewer: &Viewer,
) -> Message {
    match notice {
        Notice::WhichGame => challenge::which_game(speaker),
        Notice::Greeting => words(speaker.plain("greeting")),
        Notice::Challenge(challenge) => challenge::open(speaker, challenge, viewer),
        Notice::ChallengeClosed { challenge, by } => challenge::closed(speaker, challenge, by),
        Notice::ChallengeExpired { challenge } => challenge::expired(speaker, challenge),
        Notice::ChallengeLeftBehind { challenge } => challenge::left_behind(speaker, challenge),
        Notice::OpenThread { game } => challenge::accepted(speaker, game),
        Notice::NoThread { game, seats } => challenge::without_thread(speaker, game, seats),
        Notice::CloseThread { game } => challenge::closing(game),
        Notice::Settings(notice) => settings::message(speaker, notice),
        Notice::Panel(panel) => setup::panel(speaker, panel),
        Notice::PanelClosed { sent } => setup::closed(speaker, *sent),
        Notice::SoloBegun => words(speaker.plain("solo-begun")),
        Notice::Choosing(choosing) => choosing::message(speaker, choosing, viewer),
        Notice::Choose(choose) => choosing::step(speaker, diagrams, choose),
        Notice::Chosen { kind } => {
            words(speaker.say("choose-done", &[("piece", speaker.kind(*kind).into())]))
        }
        Notice::Board(board) => board::posted(speaker, board, viewer),
        Notice::Offered { game, revision, seats, by, kind } => {
            offer::made(speaker, (game, *revision), seats, *by, *kind, viewer)
        }
        Notice::OfferDeclined { game, seats, by, kind } => offer::declined(speaker, game, seats, *by, *kind),
        Notice::ComputerWaits { game } => {
            words(speaker.say("computer-waits", &[("game", game.to_string().into())]))
        }
        Notice::ComputerGuessed { game } => {
            words(speaker.say("computer-guessed", &[("game", game.to_string().into())]))
        }
        Notice::Clock(clock) => clock::both(speaker, clock),
        Notice::Look { board, view } => board::looked_at(speaker, board, *view, viewer),
        Notice::Hand(hand) => hand::message(speaker, hand),
        Notice::Hint(hint) => hint::message(speaker, hint, viewer),
        Notice::Plans(plans) => plans::message(speaker, plans),
        Notice::Verified { game, commitment, fits } => {
            cards_in_words::verified(speaker, game, commitment, *fits)
        }
        Notice::Moves { board, from, as_if } => picking::listed(speaker, board, from, *as_if, viewer),
        Notice::Idle { board, square } => piece_at::idle(speaker, board, *square),
        Notice::Pick { board, step } => picking::step(speaker, board, step, viewer),
        Notice::Bound { board, tried } => touch_in_words::bound(speaker, board, tried.as_ref(), viewer),
        Notice::Picked { san } => words(speaker.say("pick-done", &[("san", speaker.notation(san).into())])),
        Notice::Confirm { game, revision, end, claim, asked } => {
            offer::confirm(speaker, (game, *revision), *end, *claim, *asked)
        }
        Notice::Settled { end } => words(offer::settled(speaker, *end)),
        Notice::Help { command } => help::message(speaker, command.as_deref(), viewer),
        Notice::Glossary { term } => glossary::message(speaker, term.as_deref()),
        Notice::Check(check) => check::message(speaker, check),
        Notice::Rules { variant, agreed } => help::rules(speaker, *variant, agreed.as_deref()),
        Notice::Watching { variant, seats, kinds, game } => {
            watching::welcome(speaker, *variant, seats, kinds, game.as_ref())
        }
        Notice::Following { game, seats, follows } => watching::following(speaker, game, seats, *follows),
        Notice::TouchRules => touch_in_words::rules(speaker),
        Notice::Piece { kind } => piece_help::message(speaker, diagrams, *kind),
        Notice::PieceAt { board, square } => piece_at::message(speaker, diagrams, board, *square),
        Notice::Legend { kinds, is_setup } => legend::message(speaker, kinds, *is_setup),
        Notice::PieceGroups { group } => legend::groups(speaker, *group),
        Notice::Games { of, games, more, partial } => {
            lists::games(speaker, (of.as_ref(), games), (*more, *partial), viewer)
        }
        Notice::Due(due) => lists::due(speaker, due),
        Notice::Export { game, ending, text, .. } => export(speaker, game, ending, text),
        Notice::Replay(replay) => replay::message(speaker, replay, viewer),
        Notice::Analysing(notice) => analysis::progress(speaker, notice),
        Notice::Analysis(notice) => analysis::message(speaker, notice),
        Notice::Step(step) => step::message(speaker, step, viewer),
        Notice::Time(time) => time_told::told(speaker, time, viewer),
        Notice::Reminder(reminder) => time_told::reminder(speaker, reminder),
        Notice::Personal(personal) => personal::message(speaker, personal),
        Notice::Blocked(blocked) => contact::message(speaker, blocked),
        Notice::Barred(barred) => bar::message(speaker, barred),
        Notice::Refused(refusal) => refusal::message(speaker, refusal, viewer),
    }
}

/// The board of a notice in letters, from the same side as its picture.
pub(crate) fn board_in_letters(speaker: Speaker<'_>, notice: &Notice, viewer: &Viewer) -> Option<String> {
    let (board, is_flipped) = match notice {
        Notice::Board(board)
        | Notice::Moves { board, .. }
        | Notice::Idle { board, .. }
        | Notice::Pick { board, .. }
        | Notice::Bound { board, .. }
        | Notice::PieceAt { board, .. } => (&**board, false),
        Notice::Look { board, view } => (&**board, *view == BoardView::Flipped),
        Notice::Hand(hand) => (&hand.board, false),
        Notice::Hint(hint) => (&*hint.board, false),
        Notice::Replay(replay) => (&*replay.board, false),
        Notice::Step(step) => {
            let side = view::side(&step.board, viewer);
            return Some(board_in_letters::in_letters(speaker, &step::position(step)?, side));
        }
        _ => return None,
    };
    let side = view::side(board, viewer);
    let side = if is_flipped { side.other() } else { side };
    Some(board_in_letters::in_letters(speaker, &view::position(board)?, side))
}

fn words(text: String) -> Message {
    Message { blocks: vec![Block::Text(text)], ..Message::default() }
}

/// The longest record that is also shown in the message, in bytes. A longer one is read in its file alone.
const SHOWN_RECORD: usize = 48 * 1024;

fn export(speaker: Speaker<'_>, game: &GameId, ending: &str, text: &str) -> Message {
    let name = format!("adoube-{game}.{ending}");
    let media_type = match ending {
        "pgn" => "application/x-chess-pgn",
        "json" => "application/json",
        _ => "text/plain",
    };
    let title = speaker.say("export-title", &[("name", name.as_str().into())]);
    let shown = (1..=SHOWN_RECORD).contains(&text.len()).then(|| Block::Code(text.trim_end().to_owned()));
    Message {
        blocks: [Block::Text(title)].into_iter().chain(shown).collect(),
        attachment: Some(Attachment { name, media_type: media_type.to_owned(), text: text.to_owned() }),
        rows: vec![after::other_forms(speaker, game, ending)],
        ..Message::default()
    }
}

/// A button of a board.
fn button(game: &GameId, revision: u64, target: Target, label: String, style: ButtonStyle) -> Button {
    let id = Component::Turn { game: game.clone(), turn: revision, target }.to_string();
    Button { id, label, style }
}
