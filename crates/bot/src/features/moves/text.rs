//! Presents legal moves for choosing: as a list with marks on the board, or in steps by menus: piece,
//! square, promotion. Not here: the menus (`move_menu`).

use adoube_rules::{Move, Square};

use crate::{
    Block, Message, Viewer,
    core::notice::{BoardNotice, MovePickerStep},
    text::{
        Localizer,
        board::{
            board_state, claim_question,
            move_menu::{MoveMenus, move_lines, movers},
            picture, touch_status,
        },
    },
};

/// Legal moves as text and as marks on the board: of the pieces on these squares, or all.
pub(crate) fn listed(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    from: &[Square],
    as_if: bool,
    viewer: &Viewer,
) -> Message {
    let Some(position) = board_state::position(board) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let left = board_state::moves_left(board, &position);
    let listed: Vec<Move> =
        left.into_iter().filter(|chosen| from.is_empty() || from.contains(&chosen.from)).collect();
    let shown = movers(&position, &listed);
    let lines = move_lines(speaker, &position, &listed);
    let from_side = board_state::side(board, viewer);
    let picture = picture::picture(speaker, board, &position, from_side, |scene| match shown.as_slice() {
        [only] => scene.with_targets(&position, &listed, *only),
        _ => scene.with_hints(&position, &listed),
    });
    let count = listed.len() as u64;
    let demand = touch_status::demand(speaker, board, &position).map(Block::Text);
    let title = match (as_if, touch_status::is_bound(board, &position)) {
        (true, _) => "moves-title-as-if",
        (false, true) => "touch-left",
        (false, false) => "moves-title",
    };
    let side = speaker.side(position.side_to_move());
    let title = Block::Text(speaker.sentence(title, &[("count", count.into()), ("side", side.into())]));
    Message {
        blocks: demand.into_iter().chain([title, Block::List(lines)]).collect(),
        picture: Some(picture),
        ..Message::default()
    }
}

/// One step of the move picker.
pub(crate) fn step(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    step: &MovePickerStep,
    viewer: &Viewer,
) -> Message {
    let Some(position) = board_state::position(board) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let legal = board_state::moves_left(board, &position);
    let menus = MoveMenus { speaker, board, position: &position, legal: &legal, viewer };
    let (text, rows) = match step {
        MovePickerStep::Piece { page } => menus.pieces(*page),
        MovePickerStep::Square { from, page } => menus.squares(*from, *page),
        MovePickerStep::Promotion { from, to, page } => menus.promotions(*from, *to, *page),
        MovePickerStep::Claim { from, to, promotion, count } => {
            let plain = Move::new(*from, *to);
            let chosen = promotion.map_or(plain, |kind| plain.promoting_to(kind));
            claim_question::with_buttons(speaker, board, &position, &chosen, *count)
        }
    };
    let side = board_state::side(board, viewer);
    let picture = picture::picture(speaker, board, &position, side, |scene| match *step {
        MovePickerStep::Piece { .. } => scene.with_hints(&position, &legal),
        MovePickerStep::Square { from, .. } => scene.with_targets(&position, &legal, from),
        MovePickerStep::Promotion { from, to, .. } | MovePickerStep::Claim { from, to, .. } => {
            let chosen: Vec<Move> = legal.iter().filter(|chosen| chosen.to == to).copied().collect();
            scene.with_targets(&position, &chosen, from)
        }
    });
    let demand = touch_status::demand(speaker, board, &position);
    let blocks = demand.into_iter().chain([text]).map(Block::Text).collect();
    Message { blocks, rows, picture: Some(picture), ..Message::default() }
}

/// The reply to the player who chose a move.
pub(crate) fn played(speaker: Localizer<'_>, san: &str) -> Message {
    Message::from_text(speaker.sentence("pick-done", &[("san", speaker.notation(san).into())]))
}
