//! Puts touch-move into words: touched pieces, what they demand, rejected moves, and the rule in
//! short.

use adoube_rules::{Move, Piece, Position, Square, TouchDemand};

use super::{move_picker, picture};
use crate::{
    Block, Message, Viewer,
    game::{PendingPromotion, TouchState},
    notice::{BoardEvent, BoardNotice, RejectedMove},
    text::{
        Localizer, SentenceArg,
        board::{board_state, illegal_move, placed_pieces},
        sentence_parts::quoted,
    },
};

/// The demand of touched pieces and the moves they leave, with a move that was tried before.
pub(super) fn bound(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    tried: Option<&RejectedMove>,
    viewer: &Viewer,
) -> Message {
    let Some(position) = board_state::position(board) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let mut sentences: Vec<String> = tried.map(|tried| what_was_tried(speaker, tried)).into_iter().collect();
    sentences.extend(demand(speaker, board, &position));
    let mut blocks = vec![Block::Text(sentences.join(" "))];
    let left = board_state::moves_left(board, &position);
    let asked = move_picker::open_promotion(speaker, board, &position, viewer);
    let (question, rows) = asked.map_or((None, Vec::new()), |(question, rows)| (Some(question), rows));
    if let Some(question) = question {
        blocks.push(Block::Text(question));
    } else if requirement(board, &position) {
        blocks.push(Block::Text(speaker.sentence("touch-left", &[("count", left.len().into())])));
        blocks.push(Block::List(move_picker::lines(speaker, &position, &left)));
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
        text.push_str(&speaker.sentence("touch-tried", &[pieces(speaker, &tried.touched)]));
    }
    text
}

/// The touched pieces and their demand; `None` without touched pieces.
pub(super) fn status(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let touches = board.touches.as_ref().filter(|_| board.ending.is_none())?;
    let mut sentences = Vec::new();
    // For a single piece the demand alone is enough.
    if touches.squares.len() > 1 {
        let those = touches.squares.iter().filter_map(|square| Some((*square, position.piece_at(*square)?)));
        sentences.push(speaker.sentence("touch-touched", &[pieces(speaker, &those.collect::<Vec<_>>())]));
    }
    sentences.extend(demand(speaker, board, position));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The present demand and its reason; `None` without touched pieces.
pub(super) fn demand(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let touches = board.touches.as_ref()?;
    if let Some(promoting) = touches.promoting {
        return Some(speaker.sentence("touch-promoting", &promotion(speaker, position, promoting)));
    }
    if touches.squares.is_empty() {
        return None;
    }
    let legal = position.legal_moves();
    let ruling = touches.ruling(position, &legal);
    let at = |square: Square| placed_pieces::piece_on(speaker, position, square);
    let say = |key: &str, piece: Square, victim: Square| {
        speaker.sentence(key, &[("piece", at(piece).into()), ("victim", at(victim).into())])
    };
    let first = |square: Square| touches.squares.first() == Some(&square);
    Some(match ruling.demand {
        TouchDemand::Nothing if ruling.moves.len() < legal.len() => {
            speaker.fixed_sentence("touch-no-castling")
        }
        TouchDemand::Nothing => speaker.fixed_sentence("touch-free"),
        TouchDemand::Castle { rook } => say("touch-castle", rook, rook),
        TouchDemand::Move { piece } => say(move_key(touches, position, piece), piece, piece),
        TouchDemand::CaptureWith { piece, victim } => say("touch-capture-with", piece, victim),
        TouchDemand::Capture { victim } if first(victim) => say("touch-capture-first", victim, victim),
        TouchDemand::Capture { victim } => say("touch-capture-next", victim, victim),
    })
}

/// The key of the reason why this piece must move.
fn move_key(touches: &TouchState, position: &Position, piece: Square) -> &'static str {
    use adoube_rules::PieceType as T;
    let own_of = |square: &Square, kind| {
        position
            .piece_at(*square)
            .is_some_and(|piece| piece.kind == kind && piece.side == position.side_to_move())
    };
    let place = touches.squares.iter().position(|square| *square == piece).unwrap_or_default();
    let after = &touches.squares[place..];
    // In variants without castling, King and Rook are ordinary pieces.
    let castles = position.variant().has_castling();
    let later = |kind| castles && after.iter().skip(1).any(|square| own_of(square, kind));
    if own_of(&piece, T::KING) && later(T::ROOK) {
        return "touch-move-king";
    }
    if own_of(&piece, T::ROOK) && later(T::KING) {
        return "touch-move-rook";
    }
    if place == 0 { "touch-move-first" } else { "touch-move-next" }
}

/// Whether the touched pieces leave fewer than all legal moves.
pub(super) fn requirement(board: &BoardNotice, position: &Position) -> bool {
    board_state::moves_left(board, position).len() < position.legal_moves().len()
}

/// The headline of a board posted for a touch event; `None` for other events.
pub(super) fn headline(speaker: Localizer<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let (mover, other) = (position.side_to_move(), position.side_to_move().other());
    let name = |side| ("name", speaker.seat(board.seats.of(side)).into());
    Some(match &board.event {
        BoardEvent::Touched { pieces: touched, how } => {
            let key = match how {
                crate::game::TouchCause::Try => "touch-by-try",
                crate::game::TouchCause::Name | crate::game::TouchCause::Pick => "touch-by-hand",
            };
            speaker.sentence(key, &[name(mover), pieces(speaker, touched)])
        }
        BoardEvent::Released { pieces: released } => speaker.sentence(
            "touch-released",
            &[name(other), pieces(speaker, released), ("other", speaker.seat(board.seats.of(mover)).into())],
        ),
        BoardEvent::Promoting(promoting) => {
            let [piece, to] = promotion(speaker, position, *promoting);
            speaker.sentence("touch-pawn-moved", &[name(mover), piece, to])
        }
        _ => return None,
    })
}

fn promotion(
    speaker: Localizer<'_>,
    position: &Position,
    promoting: PendingPromotion,
) -> [SentenceArg<'static>; 2] {
    let piece = placed_pieces::piece_on(speaker, position, promoting.from);
    [("piece", piece.into()), ("to", promoting.to.to_string().into())]
}

/// "King e1 and Rook h1", as the argument `pieces`.
pub(super) fn pieces(speaker: Localizer<'_>, pieces: &[(Square, Piece)]) -> SentenceArg<'static> {
    ("pieces", placed_pieces::list(speaker, pieces).into())
}

/// The Rooks that may still be touched after the King, to castle with them.
pub(super) fn rooks_to_castle(board: &BoardNotice, position: &Position, left: &[Move]) -> Vec<Square> {
    let touched = board.touches.as_ref().map(|touches| touches.squares.as_slice()).unwrap_or_default();
    let castlings = left.iter().filter(|made| touched.contains(&made.from));
    let rooks = castlings.filter_map(|made| position.castling_rook(made));
    rooks.filter(|rook| !touched.contains(rook)).collect()
}

/// The rule in short.
pub(super) fn rules(speaker: Localizer<'_>) -> Message {
    Message {
        blocks: vec![
            Block::Heading(speaker.fixed_sentence("choice-topic-touch-move")),
            Block::from_lines(&speaker.fixed_sentence("rules-touch-move")),
        ],
        ..Message::default()
    }
}
