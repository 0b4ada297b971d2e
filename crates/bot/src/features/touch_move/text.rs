//! Presents the answer to a player who must move or capture a touched piece, and the rule of
//! touch-move in short. Not here: what touched pieces demand (`touch_status`).

use crate::{
    Block, Message, Viewer,
    core::notice::{BoardNotice, RejectedMove},
    text::{
        Localizer,
        board::{board_state, illegal_move, move_menu, picture, touch_status},
        sentence_parts::quoted,
    },
};

/// The demand of touched pieces and the moves they leave, with a move that was tried before.
pub(crate) fn bound(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    tried: Option<&RejectedMove>,
    viewer: &Viewer,
) -> Message {
    let Some(position) = board_state::position(board) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let mut sentences: Vec<String> = tried.map(|tried| what_was_tried(speaker, tried)).into_iter().collect();
    sentences.extend(touch_status::demand(speaker, board, &position));
    let mut blocks = vec![Block::Text(sentences.join(" "))];
    let left = board_state::moves_left(board, &position);
    let asked = move_menu::open_promotion(speaker, board, &position, viewer);
    let (question, rows) = asked.map_or((None, Vec::new()), |(question, rows)| (Some(question), rows));
    if let Some(question) = question {
        blocks.push(Block::Text(question));
    } else if touch_status::is_bound(board, &position) {
        blocks.push(Block::Text(speaker.sentence("touch-left", &[("count", left.len().into())])));
        blocks.push(Block::List(move_menu::move_lines(speaker, &position, &left)));
    }
    let side = board_state::side(board, viewer);
    let picture = picture::picture(speaker, board, &position, side, |scene| {
        match left.first().filter(|first| left.iter().all(|made| made.from == first.from)) {
            Some(only) => scene.with_targets(&position, &left, only.from),
            None => scene.with_hints(&position, &left),
        }
    });
    Message { blocks, picture: Some(picture), rows, ..Message::default() }
}

fn what_was_tried(speaker: Localizer<'_>, tried: &RejectedMove) -> String {
    let mut text = match &tried.reason {
        Some(reason) => illegal_move::sentence(speaker, &tried.text, reason),
        None => speaker.sentence("touch-forbids", &[("text", quoted(&tried.text))]),
    };
    if !tried.touched.is_empty() {
        text.push(' ');
        text.push_str(
            &speaker.sentence("touch-tried", &[touch_status::touched_pieces(speaker, &tried.touched)]),
        );
    }
    text
}

/// The rule in short.
pub(crate) fn rules(speaker: Localizer<'_>) -> Message {
    Message {
        blocks: vec![
            Block::Heading(speaker.fixed_sentence("choice-topic-touch-move")),
            Block::from_lines(&speaker.fixed_sentence("rules-touch-move")),
        ],
        ..Message::default()
    }
}
