//! Describes the piece on a square of a running game: its owner and its present state. Not here:
//! how its type moves (`piece_help`).

use adoube_rules::{Piece, PieceType, Position, Side, Square};

use super::piece_help;
use crate::{
    Block, Message,
    notice::BoardNotice,
    text::{
        Localizer,
        board::{board_state, diagram_cache::DiagramCache, placed_pieces},
    },
};

/// The piece's owner and state, and how its type moves.
pub(super) fn message(
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
pub(super) fn idle(speaker: Localizer<'_>, board: &BoardNotice, square: Square) -> Message {
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
        sentences.push(copies(speaker, position, piece.side));
    }
    if position.is_untouchable(square) {
        sentences.push(speaker.fixed_sentence("piece-at-untouchable"));
    }
    sentences
}

/// What the Jokers on the board copy, and whether one of them gives check.
pub(super) fn jokers(speaker: Localizer<'_>, position: &Position) -> Vec<String> {
    let has_joker =
        |side: Side| position.pieces().any(|(_, piece)| piece == Piece { side, kind: PieceType::JOKER });
    let to_move = position.side_to_move();
    let is_joker =
        |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.kind == PieceType::JOKER);
    let check = position.checkers().into_iter().find(is_joker);
    let mut sentences = Vec::new();
    sentences.extend(has_joker(to_move).then(|| copies(speaker, position, to_move)));
    if let Some(square) = check {
        let copied = position.joker_copies(to_move.other()).map(|kind| speaker.kind(kind));
        let args = [("square", square.to_string().into()), ("copied", copied.unwrap_or_default().into())];
        sentences.push(speaker.sentence("joker-check", &args));
    } else if has_joker(to_move.other()) {
        sentences.push(copies(speaker, position, to_move.other()));
    }
    sentences
}

/// The type that the Jokers of a side copy next.
fn copies(speaker: Localizer<'_>, position: &Position, side: Side) -> String {
    let to_move = position.side_to_move();
    let joker = Piece { side, kind: PieceType::JOKER };
    let count = position.pieces().filter(|(_, piece)| *piece == joker).count() as u64;
    let copied = position.joker_copies(side).map(|kind| speaker.kind(kind));
    let key = match (side == to_move, &copied) {
        (false, _) => "joker-follows",
        (true, Some(_)) => "joker-copies",
        (true, None) => "joker-copies-nothing",
    };
    let args = [
        ("side", speaker.side(side).into()),
        ("count", count.into()),
        ("other", speaker.side(to_move).into()),
        ("copied", copied.unwrap_or_default().into()),
    ];
    speaker.sentence(key, &args)
}
