//! Touch-move in words: what was touched, what that demands, what was tried in vain, and the rule in short.

use adoube_rules::{Move, Piece, Position, Square, TouchDemand};

use super::{illegal_move, picking, refusal, view, words};
use crate::{
    Block, Message, Viewer,
    game::{Promoting, Touches},
    notice::{BoardEvent, BoardNotice, TriedMove},
    wording::{Arg, Speaker},
};

/// What touched pieces demand and the moves they leave, with a move that was tried before.
pub(super) fn bound(
    speaker: Speaker<'_>,
    board: &BoardNotice,
    tried: Option<&TriedMove>,
    viewer: &Viewer,
) -> Message {
    let Some(position) = view::position(board) else { return words(speaker.plain("refused-trouble")) };
    let mut sentences: Vec<String> = tried.map(|tried| what_was_tried(speaker, tried)).into_iter().collect();
    sentences.extend(demand(speaker, board, &position));
    let mut blocks = vec![Block::Text(sentences.join(" "))];
    let left = view::moves_left(board, &position);
    let asked = picking::open_promotion(speaker, board, &position, viewer);
    let (question, rows) = asked.map_or((None, Vec::new()), |(question, rows)| (Some(question), rows));
    if let Some(question) = question {
        blocks.push(Block::Text(question));
    } else if binds(board, &position) {
        blocks.push(Block::Text(speaker.say("touch-left", &[("count", left.len().into())])));
        blocks.push(Block::List(picking::lines(speaker, &position, &left)));
    }
    let side = view::side(board, viewer);
    let picture = view::picture(speaker, board, &position, side, |scene| {
        match left.first().filter(|first| left.iter().all(|made| made.from == first.from)) {
            Some(only) => scene.with_targets(&position, &left, only.from),
            None => scene.with_hints(&position, &left),
        }
    });
    Message { blocks, picture: Some(picture), rows, ..Message::default() }
}

fn what_was_tried(speaker: Speaker<'_>, tried: &TriedMove) -> String {
    let mut text = match &tried.reason {
        Some(reason) => illegal_move::sentence(speaker, &tried.text, reason),
        None => speaker.say("touch-forbids", &[("text", refusal::quoted(&tried.text))]),
    };
    if !tried.touched.is_empty() {
        text.push(' ');
        text.push_str(&speaker.say("touch-tried", &[pieces(speaker, &tried.touched)]));
    }
    text
}

/// What was touched, and what that demands; nothing if nothing was touched.
pub(super) fn status(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let touches = board.touches.as_ref().filter(|_| board.ending.is_none())?;
    let mut sentences = Vec::new();
    // Of a single piece what is demanded says as much.
    if touches.squares.len() > 1 {
        let those = touches.squares.iter().filter_map(|square| Some((*square, position.piece_at(*square)?)));
        sentences.push(speaker.say("touch-touched", &[pieces(speaker, &those.collect::<Vec<_>>())]));
    }
    sentences.extend(demand(speaker, board, position));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What is demanded now, and why; nothing if nothing was touched.
pub(super) fn demand(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let touches = board.touches.as_ref()?;
    if let Some(promoting) = touches.promoting {
        return Some(speaker.say("touch-promoting", &promotion(speaker, position, promoting)));
    }
    if touches.squares.is_empty() {
        return None;
    }
    let legal = position.legal_moves();
    let ruling = touches.ruling(position, &legal);
    let at = |square: Square| picking::piece_name(speaker, position, square);
    let say = |key: &str, piece: Square, victim: Square| {
        speaker.say(key, &[("piece", at(piece).into()), ("victim", at(victim).into())])
    };
    let first = |square: Square| touches.squares.first() == Some(&square);
    Some(match ruling.demand {
        TouchDemand::Nothing if ruling.moves.len() < legal.len() => speaker.plain("touch-no-castling"),
        TouchDemand::Nothing => speaker.plain("touch-free"),
        TouchDemand::Castle { rook } => say("touch-castle", rook, rook),
        TouchDemand::Move { piece } => say(move_key(touches, position, piece), piece, piece),
        TouchDemand::CaptureWith { piece, victim } => say("touch-capture-with", piece, victim),
        TouchDemand::Capture { victim } if first(victim) => say("touch-capture-first", victim, victim),
        TouchDemand::Capture { victim } => say("touch-capture-next", victim, victim),
    })
}

/// Why it is this piece that must move.
fn move_key(touches: &Touches, position: &Position, piece: Square) -> &'static str {
    use adoube_rules::PieceType as T;
    let own_of = |square: &Square, kind| {
        position
            .piece_at(*square)
            .is_some_and(|piece| piece.kind == kind && piece.side == position.side_to_move())
    };
    let place = touches.squares.iter().position(|square| *square == piece).unwrap_or_default();
    let after = &touches.squares[place..];
    // Where nobody castles, King and Rook are pieces like any other.
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

/// Whether what was touched leaves less than everything.
pub(super) fn binds(board: &BoardNotice, position: &Position) -> bool {
    view::moves_left(board, position).len() < position.legal_moves().len()
}

/// What happened, as a board that is posted for it says; nothing if it is not about touching.
pub(super) fn headline(speaker: Speaker<'_>, board: &BoardNotice, position: &Position) -> Option<String> {
    let (mover, other) = (position.side_to_move(), position.side_to_move().other());
    let name = |side| ("name", speaker.seat(board.seats.of(side)).into());
    Some(match &board.event {
        BoardEvent::Touched { pieces: touched, how } => {
            let key = match how {
                crate::game::TouchedBy::Try => "touch-by-try",
                crate::game::TouchedBy::Name | crate::game::TouchedBy::Pick => "touch-by-hand",
            };
            speaker.say(key, &[name(mover), pieces(speaker, touched)])
        }
        BoardEvent::Released { pieces: released } => speaker.say(
            "touch-released",
            &[name(other), pieces(speaker, released), ("other", speaker.seat(board.seats.of(mover)).into())],
        ),
        BoardEvent::Promoting(promoting) => {
            let [piece, to] = promotion(speaker, position, *promoting);
            speaker.say("touch-pawn-moved", &[name(mover), piece, to])
        }
        _ => return None,
    })
}

fn promotion(speaker: Speaker<'_>, position: &Position, promoting: Promoting) -> [Arg<'static>; 2] {
    let piece = picking::piece_name(speaker, position, promoting.from);
    [("piece", piece.into()), ("to", promoting.to.to_string().into())]
}

/// "King e1 and Rook h1", as the argument `pieces`.
pub(super) fn pieces(speaker: Speaker<'_>, pieces: &[(Square, Piece)]) -> Arg<'static> {
    let names: Vec<String> =
        pieces.iter().map(|(square, piece)| format!("{} {square}", speaker.kind(piece.kind))).collect();
    ("pieces", speaker.list(&names).into())
}

/// The Rooks that may still be touched after the King, to castle with them.
pub(super) fn rooks_to_castle(board: &BoardNotice, position: &Position, left: &[Move]) -> Vec<Square> {
    let touched = board.touches.as_ref().map(|touches| touches.squares.as_slice()).unwrap_or_default();
    let castlings = left.iter().filter(|made| touched.contains(&made.from));
    let rooks = castlings.filter_map(|made| position.castling_rook(made));
    rooks.filter(|rook| !touched.contains(rook)).collect()
}

/// The rule in short.
pub(super) fn rules(speaker: Speaker<'_>) -> Message {
    Message {
        blocks: vec![
            Block::Heading(speaker.plain("choice-topic-touch-move")),
            super::help::points(&speaker.plain("rules-touch-move")),
        ],
        ..Message::default()
    }
}
