//! Presents boards as messages, with picture, status lines and buttons: posted after an event, or
//! shown to one person who asked.

use std::convert::identity;

use adoube_rules::{Position, Side};

use crate::{
    Block, ControlRow, Message, MessageAccess, MessageSeries, PersonId, Viewer,
    core::{
        command::{BoardButton, BoardView},
        game::EndReason,
        notice::{AgreedTerms, BoardEvent, BoardNotice},
    },
    features::{cards::seal_text as card_seal, challenge::first_board},
    text::{
        Localizer,
        board::{
            board_lines, board_state, letter_board, move_description, move_menu, picture, piece_list,
            touch_status,
        },
        buttons::{board_button, follow_button},
        clock_line, game_over_buttons, game_terms,
        message::ButtonStyle,
    },
};

/// A posted board.
pub(crate) fn posted_board(speaker: Localizer<'_>, board: &BoardNotice, viewer: &Viewer) -> Message {
    let position = board_state::position(board);
    let side = board_state::side(board, viewer);
    let touching = position.as_ref().and_then(|position| touch_status::headline(speaker, board, position));
    let mut blocks = vec![Block::Text(touching.unwrap_or_else(|| headline(speaker, board)))];
    blocks.extend(
        position.as_ref().and_then(|position| board_lines::status(speaker, board, position)).map(Block::Text),
    );
    blocks.extend(clock_line(speaker, board));
    blocks.extend(agreed_in_short(speaker, board));
    blocks.extend(first_board::advice(speaker, board, viewer).map(Block::Text));
    blocks.extend(card_seal::seal(speaker, board));
    blocks.extend(hints_line(speaker, board).filter(|_| board.ending.is_some()));
    if board.ending.is_some() {
        let key = if board.last.is_some() { "end-next" } else { "end-next-unplayed" };
        blocks.push(Block::Text(speaker.fixed_sentence(key)));
    }
    let to_move = position.as_ref().filter(|_| board.ending.is_none()).map(Position::side_to_move);
    // A player who touches a piece knows that they are to move: no notification.
    let own_doing = matches!(board.event, BoardEvent::Touched { .. } | BoardEvent::Promoting(_));
    Message {
        blocks,
        picture: position.as_ref().map(|position| {
            let hints = board_state::wants_hints(board, position, viewer);
            picture::picture(speaker, board, position, side, |scene| {
                if hints {
                    scene.with_hints(position, &board_state::moves_left(board, position))
                } else {
                    scene
                }
            })
        }),
        rows: rows(speaker, board, BoardButton::Flip, viewer),
        move_form: move_form(speaker, board, viewer),
        followers: called(board, viewer),
        mention: to_move
            .filter(|_| !own_doing)
            .or_else(|| mated(board))
            .and_then(|side| Some(board.seats.of(side).person()?.id.clone())),
        series: Some(series(board)),
        ..Message::default()
    }
}

/// The side that was mated, which may not have seen the opponent's move.
fn mated(board: &BoardNotice) -> Option<Side> {
    let ending = board.ending.as_ref().filter(|ending| ending.reason == EndReason::Checkmate)?;
    ending.winner.map(Side::other)
}

/// The followers whom a board notifies: all when the game is over, before that only the reader of
/// their own copy.
fn called(board: &BoardNotice, viewer: &Viewer) -> Vec<PersonId> {
    let is_called = |person: &&PersonId| board.ending.is_some() || viewer.person.as_ref() == Some(*person);
    board.followers.iter().filter(is_called).cloned().collect()
}

/// A board in answer to a person's question.
pub(crate) fn requested_board(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    how: BoardView,
    viewer: &Viewer,
) -> Message {
    let Some(position) = board_state::position(board) else {
        return Message { blocks: vec![Block::Text(headline(speaker, board))], ..Message::default() };
    };
    let own = board_state::side(board, viewer);
    let side = if how == BoardView::Flipped { own.other() } else { own };
    let mut blocks = vec![Block::Text(board_lines::title(speaker, board))];
    blocks.extend(board_lines::status(speaker, board, &position).map(Block::Text));
    blocks.extend(clock_line(speaker, board));
    blocks.extend(board.agreed.as_ref().map(|agreed| agreed_line(speaker, agreed)));
    blocks.extend(hints_line(speaker, board).filter(|_| board.agreed.is_some() || board.ending.is_some()));
    let asked = move_menu::open_promotion(speaker, board, &position, viewer);
    if matches!(how, BoardView::Text | BoardView::Words) {
        if how == BoardView::Text {
            blocks.push(Block::Code(letter_board::in_letters(speaker, &position, side)));
            blocks.push(Block::Text(letter_board::letters(speaker, &position)));
        }
        let described = picture::picture(speaker, board, &position, side, identity).alt;
        blocks.push(Block::Text(described.to_string()));
        let (question, rows) = asked.unzip();
        blocks.extend(question.map(Block::Text));
        return Message { blocks, rows: rows.unwrap_or_default(), ..Message::default() };
    }
    let asked_for = how == BoardView::Hints && board.ending.is_none();
    let hints = asked_for || board_state::wants_hints(board, &position, viewer);
    if asked_for {
        blocks.push(Block::Text(speaker.fixed_sentence("hints-about")));
    }
    let picture = picture::picture(speaker, board, &position, side, |scene| {
        if hints { scene.with_hints(&position, &board_state::moves_left(board, &position)) } else { scene }
    });
    let message = Message { blocks, picture: Some(picture), ..Message::default() };
    if board.ending.is_some() {
        return Message { rows: game_over_buttons::rows(speaker, board, viewer), ..message };
    }
    // For the asking person this is the newest board, so it gets the controls.
    let turned = if how == BoardView::Flipped { BoardButton::Board } else { BoardButton::Flip };
    let mut message =
        Message { rows: rows(speaker, board, turned, viewer), series: Some(series(board)), ..message };
    message.move_form = move_form(speaker, board, viewer);
    // A question about the game, not for a board to move on, may lead to a replay.
    if board.agreed.is_some() && board.last.is_some() {
        message.rows.push(ControlRow::Buttons(vec![game_over_buttons::step_button(speaker, &board.game)]));
    }
    if let Some((question, choices)) = asked {
        message.blocks.push(Block::Text(question));
        message.rows.extend(choices);
    }
    message
}

/// The deadline, in a running game with a clock.
fn clock_line(speaker: Localizer<'_>, board: &BoardNotice) -> Option<Block> {
    let clock = board.clock.as_ref().filter(|_| board.ending.is_none())?;
    clock_line::line(speaker, clock, &board.seats).map(Block::Text)
}

/// "Hints of the computer: Ada (White) 2." `None` without hints.
fn hints_line(speaker: Localizer<'_>, board: &BoardNotice) -> Option<Block> {
    let took = |side: Side| {
        let args = [
            ("name", speaker.seat(board.seats.of(side)).into()),
            ("side", speaker.side(side).into()),
            ("count", board.hints.of(side).into()),
        ];
        (board.hints.of(side) > 0).then(|| speaker.sentence("hints-taken-by", &args))
    };
    let takers: Vec<String> = Side::BOTH.into_iter().filter_map(took).collect();
    let args = [("takers", speaker.list(&takers).into())];
    (!takers.is_empty()).then(|| Block::Text(speaker.sentence("hints-taken", &args)))
}

/// "Agreed: the classic array; promotion to captured pieces." `None` in games without choices.
fn agreed_in_short(speaker: Localizer<'_>, board: &BoardNotice) -> Option<Block> {
    let has_choice = |agreed: &&AgreedTerms| agreed.terms.array.is_some() || agreed.terms.pace.is_some();
    let agreed = board.agreed.as_deref().filter(has_choice)?;
    Some(agreed_line(speaker, agreed))
}

/// "Agreed: without touch-move."
fn agreed_line(speaker: Localizer<'_>, agreed: &AgreedTerms) -> Block {
    let terms = game_terms::agreed_lines(speaker, agreed).join("; ");
    Block::Text(speaker.sentence("board-agreed", &[("terms", terms.into())]))
}

/// The series of a game's boards: the controls are under the newest.
fn series(board: &BoardNotice) -> MessageSeries {
    MessageSeries(format!("game:{}", board.game))
}

/// The sentence about the event.
fn headline(speaker: Localizer<'_>, board: &BoardNotice) -> String {
    match (&board.event, &board.last) {
        (BoardEvent::Started, _) => {
            speaker.sentence("board-started", &[("title", board_lines::title(speaker, board).into())])
        }
        (BoardEvent::Moved, Some(last)) => board_lines::moved(speaker, board, last),
        (BoardEvent::Replied, Some(last)) => {
            speaker.sentence("board-replied", &[("moved", board_lines::moved(speaker, board, last).into())])
        }
        (BoardEvent::TakenBack { plies }, _) => {
            speaker.sentence("board-taken-back", &[("plies", (*plies).into())])
        }
        (BoardEvent::Ended { by }, _) => {
            let ending = board.ending.as_ref();
            ending
                .map(|ending| move_description::end_by(speaker, ending, &board.seats, *by))
                .unwrap_or_default()
        }
        _ => board_lines::title(speaker, board),
    }
}

/// The controls of a game that this viewer can use, or all of them in a message for everybody;
/// `turned` is the button that shows the board from the other side.
pub(crate) fn rows(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    turned: BoardButton,
    viewer: &Viewer,
) -> Vec<ControlRow> {
    if board.ending.is_some() {
        return game_over_buttons::rows(speaker, board, viewer);
    }
    let button = |target, key: &str, style| {
        board_button(&board.game, board.revision, target, speaker.fixed_sentence(key), style)
    };
    let plays = |person: &PersonId| board.seats.side_of(person).is_some();
    let flip = button(turned, "button-flip", ButtonStyle::Secondary);
    let to_move = if asks_choice(board, viewer) { "button-promote" } else { "button-move" };
    let first = if let Some(watcher) = viewer.person.as_ref().filter(|person| !plays(person)) {
        let follows = board.followers.contains(watcher);
        vec![flip, follow_button(speaker, &board.game, !follows)]
    } else {
        vec![
            button(BoardButton::Move, to_move, ButtonStyle::Primary),
            button(BoardButton::Hints, "button-hints", ButtonStyle::Secondary),
            flip,
            button(BoardButton::Draw, "button-draw", ButtonStyle::Secondary),
            button(BoardButton::Resign, "button-resign", ButtonStyle::Danger),
        ]
    };
    let mut rows = vec![ControlRow::Buttons(first)];
    let mut more = Vec::new();
    if viewer.hearing == MessageAccess::Presses && viewer.person.as_ref().is_none_or(plays) {
        // Buttons for what can also be typed as a command.
        if board.last.is_some() && board.touches.is_none() && board.commitment.is_none() {
            more.push(button(BoardButton::Takeback, "button-takeback", ButtonStyle::Secondary));
        }
        more.push(button(BoardButton::Claim, "button-claim", ButtonStyle::Secondary));
    }
    if board.commitment.is_some() && viewer.person.as_ref().is_none_or(plays) {
        more.push(button(BoardButton::Hand, "button-hand", ButtonStyle::Secondary));
    }
    if may_take_hint(board, viewer) {
        more.push(button(BoardButton::Hint, "button-hint", ButtonStyle::Secondary));
    }
    if may_release(board, viewer) {
        more.push(button(BoardButton::Release, "button-release", ButtonStyle::Secondary));
    }
    if board_state::position(board).is_some_and(|position| has_unfamiliar(board, &position)) {
        more.push(button(BoardButton::Legend, "button-legend", ButtonStyle::Secondary));
    }
    if !more.is_empty() {
        rows.push(ControlRow::Buttons(more));
    }
    rows
}

/// The label of the button that opens a move form, for the players of a running game.
fn move_form(speaker: Localizer<'_>, board: &BoardNotice, viewer: &Viewer) -> Option<String> {
    let plays = |person: &PersonId| board.seats.side_of(person).is_some();
    let may_move = board.ending.is_none() && viewer.person.as_ref().is_none_or(plays);
    may_move.then(|| speaker.fixed_sentence("button-type"))
}

/// Whether a hint button is shown: to a player against the computer. Games between people have
/// none, so that no player is tempted.
fn may_take_hint(board: &BoardNotice, viewer: &Viewer) -> bool {
    let person = Side::BOTH.into_iter().find_map(|side| board.seats.of(side).person());
    let others = board.seats.people().count();
    let plays = |viewer: &PersonId| person.is_some_and(|person| person.id == *viewer);
    others == 1 && viewer.person.as_ref().is_none_or(plays)
}

/// Whether an open promotion is to be chosen by this viewer, or by some reader of a shared message.
fn asks_choice(board: &BoardNotice, viewer: &Viewer) -> bool {
    let is_open = board.touches.as_ref().is_some_and(|touches| touches.promoting.is_some());
    let mover = board_state::position(board).map(|position| position.side_to_move());
    let may_choose = |person| mover.is_some() && board.seats.side_of(person) == mover;
    is_open && viewer.person.as_ref().is_none_or(may_choose)
}

/// Whether the game has a piece type, on the board or captured, that needs an explanation.
fn has_unfamiliar(board: &BoardNotice, position: &Position) -> bool {
    let taken = Side::BOTH.into_iter().flat_map(|side| board.taken.of(side).iter().copied());
    piece_list::has_unfamiliar(position.pieces().map(|(_, piece)| piece.kind).chain(taken))
}

/// Whether this viewer, or some reader of a shared message, may release touched pieces: the
/// opponent of the player who touched them.
fn may_release(board: &BoardNotice, viewer: &Viewer) -> bool {
    let touched = board.touches.as_ref().is_some_and(|touches| !touches.squares.is_empty());
    let opponent = board_state::position(board).map(|position| position.side_to_move().other());
    let is_opponent = |person| opponent.is_some() && board.seats.side_of(person) == opponent;
    touched && viewer.person.as_ref().is_none_or(is_opponent)
}
