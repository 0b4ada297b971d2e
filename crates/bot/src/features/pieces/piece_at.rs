//! Describes the piece on a square of a running game: its owner and its present state. Not here:
//! how its type moves (`piece_help`).

use adoube_rules::{Piece, PieceType, Position, Square};

use crate::{
    Block, Message,
    core::notice::BoardNotice,
    text::{
        Localizer,
        board::{board_state, diagram_cache::DiagramCache, joker_text, piece_help, placed_pieces},
    },
};

/// The piece's owner and state, and how its type moves.
pub(crate) fn message(
    speaker: Localizer<'_>,
    diagrams: &DiagramCache,
    board: &BoardNotice,
    square: Square,
) -> Message {
    let position = board_state::position(board);
    let Some((position, piece)) = position.and_then(|position| standing(position, square)) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let mut message = piece_help::message(speaker, diagrams, piece.kind);
    let mut here = vec![whose(speaker, square, piece)];
    here.extend(state(speaker, &position, square, piece));
    here.push(speaker.sentence("piece-at-moves", &[("square", square.to_string().into())]));
    // Insert below the heading.
    message.blocks.insert(1.min(message.blocks.len()), Block::Text(here.join(" ")));
    message
}

/// Why the piece cannot move now.
pub(crate) fn idle(speaker: Localizer<'_>, board: &BoardNotice, square: Square) -> Message {
    let position = board_state::position(board);
    let Some((position, piece)) = position.and_then(|position| standing(position, square)) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let mut sentences = vec![whose(speaker, square, piece)];
    let to_move = position.side_to_move();
    if piece.side == to_move {
        sentences.push(speaker.fixed_sentence("piece-at-no-move"));
    } else {
        sentences.push(speaker.sentence("piece-at-not-its-turn", &[("side", speaker.side(to_move).into())]));
    }
    sentences.extend(state(speaker, &position, square, piece));
    sentences.push(speaker.sentence("piece-at-more", &[("square", square.to_string().into())]));
    Message::from_text(sentences.join(" "))
}

fn standing(position: Position, square: Square) -> Option<(Position, Piece)> {
    let piece = position.piece_at(square)?;
    Some((position, piece))
}

/// "Camel g9 belongs to Black."
fn whose(speaker: Localizer<'_>, square: Square, piece: Piece) -> String {
    let name = format!("{} {square}", speaker.kind(piece.kind));
    speaker.sentence("piece-at", &[("piece", name.into()), ("side", speaker.side(piece.side).into())])
}

/// A piece's state in sentences: what holds it, what it copies, what cannot happen to it.
fn state(speaker: Localizer<'_>, position: &Position, square: Square, piece: Piece) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(number) = position.locked_until(square) {
        sentences.push(speaker.sentence("piece-at-locked", &[("number", number.into())]));
    }
    if let Some(by) = position.frozen_by(square) {
        let by = placed_pieces::piece_on(speaker, position, by);
        sentences.push(speaker.sentence("piece-at-frozen", &[("by", by.into())]));
    }
    if piece.kind == PieceType::JOKER {
        sentences.push(joker_text::copies(speaker, position, piece.side));
    }
    if position.is_untouchable(square) {
        sentences.push(speaker.fixed_sentence("piece-at-untouchable"));
    }
    sentences
}
