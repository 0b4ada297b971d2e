//! Handles `/moves`: shows the legal moves, all or those of a square or a type of piece. For a
//! piece that cannot move now it shows its moves as if its side were to move, or why it cannot; for
//! moves that touched pieces forbid it shows the touched pieces. Not here: what a piece is
//! (`features::pieces`).

use adoube_rules::{Position, Square, Variant};

use crate::{
    Notice,
    core::{
        game::GameRecord,
        notice::{BoardEvent, BoardNotice, GameRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game, turn::text::typed_square},
};

impl HandlerRequest<'_> {
    pub(crate) fn show_moves(&self, focus: Option<&str>) -> HandlerResult {
        let record = self.require_board()?;
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        let Some(text) = focus else {
            return Ok(private_reply(Notice::Moves { board, from: Vec::new(), as_if: false }));
        };
        let game = restore_game(record)?;
        let position = game.position();
        let legal = game.legal_moves();
        let moves = |square: &Square| legal.iter().any(|chosen| chosen.from == *square);
        let asked: Vec<Square> =
            match (typed_square(text), self.context.text.piece_names.find(text, self.letter_language())) {
                (Some(square), _) => match position.piece_at(square) {
                    None => return Err(GameRefusal::EmptySquare { square }.into()),
                    Some(_) if moves(&square) => vec![square],
                    Some(_) => return Ok(private_reply(elsewhere(record, square))),
                },
                (None, Some(kind)) => {
                    let own = position.pieces().filter(|(_, piece)| piece.side == position.side_to_move());
                    let those = own.filter(|(_, piece)| piece.kind == kind).map(|(square, _)| square);
                    those.filter(moves).collect()
                }
                (None, None) => return Err(GameRefusal::UnknownFocus { text: text.to_owned() }.into()),
            };
        if asked.is_empty() {
            return Err(GameRefusal::NoMovesThere { text: text.to_owned() }.into());
        }
        let left = record.moves_left(&game);
        if !left.iter().any(|made| asked.contains(&made.from)) {
            // The pieces have legal moves, but touches forbid them.
            return Ok(private_reply(Notice::TouchDemand { board, tried: None }));
        }
        Ok(private_reply(Notice::Moves { board, from: asked, as_if: false }))
    }
}

/// The notice for a piece that cannot move now: its moves if its side were to move, or else the
/// reason.
fn elsewhere(record: &GameRecord, square: Square) -> Notice {
    let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
    let turned = turned(record.variant, &board.position);
    let could = turned.filter(|turned| turned.legal_moves().iter().any(|made| made.from == square));
    match could {
        Some(turned) => {
            let board = Box::new(BoardNotice { position: turned.to_string(), touches: None, ..*board });
            Notice::Moves { board, from: vec![square], as_if: true }
        }
        None => Notice::ImmobilePiece { board, square },
    }
}

/// The position with the other side to move; `None` while a King is in check, and in games with
/// cards, whose turns depend on more.
fn turned(variant: Variant, text: &str) -> Option<Position> {
    if variant.has_cards() {
        return None;
    }
    let mut fields: Vec<&str> = text.split(' ').collect();
    let side = fields.get_mut(1)?;
    *side = if *side == "w" { "b" } else { "w" };
    // En passant depends on the last move.
    *fields.get_mut(3)? = "-";
    Position::parse(variant, &fields.join(" ")).ok()
}
