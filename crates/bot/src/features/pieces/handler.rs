//! Handles `/moves`, `/piece`, `/pieces` and `/rules`, which explain pieces, moves and rules and
//! change nothing.

use adoube_rules::{Position, Square, Variant};

use crate::{
    Notice, Reply,
    core::{
        game::GameRecord,
        notice::{AgreedTerms, BoardEvent, BoardNotice, GameRefusal, UnknownTermRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game},
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
            match (square(text), self.context.text.piece_names.find(text, self.letter_language())) {
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

    pub(crate) fn explain_piece(&self, text: &str) -> HandlerResult {
        if let Some(kind) = self.context.text.piece_names.find(text, self.letter_language()) {
            return Ok(private_reply(Notice::Piece { kind }));
        }
        let Some(square) = square(text) else {
            return Err(self.no_piece(text).into());
        };
        if self.draft.channel.game.is_none() {
            return Err(GameRefusal::NoBoardHere { square }.into());
        }
        let record = self.require_board()?;
        if restore_game(record)?.position().piece_at(square).is_none() {
            return Err(GameRefusal::EmptySquare { square }.into());
        }
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        Ok(private_reply(Notice::PieceAt { board, square }))
    }

    /// The refusal of an unknown piece name: a piece of other collections, or perhaps a mistyped
    /// name.
    pub(crate) fn no_piece(&self, text: &str) -> GameRefusal {
        let pieces = &self.context.text.piece_names;
        match pieces.elsewhere(text) {
            Some(name) => UnknownTermRefusal::OtherPiece { name: name.to_owned() }.into(),
            None => GameRefusal::unknown_piece(text, &pieces.nearest(text)),
        }
    }

    /// Shows the pieces of the channel's game, or else of an open set-up or challenge, or else all
    /// pieces.
    pub(crate) fn show_pieces(&self) -> Reply {
        let notice = match &self.draft.channel.game {
            Some(record) => Notice::Legend { kinds: record.types(), is_setup: record.choosing.is_some() },
            None => match self.start_ahead() {
                Some(start) => Notice::Legend { kinds: types(&start), is_setup: true },
                None => Notice::PieceGroups { group: None },
            },
        };
        private_reply(notice)
    }

    /// The array of the sender's own set-up, unless others read the reply, or of an open challenge.
    fn start_ahead(&self) -> Option<Position> {
        let unseen = !self.incoming.audience.reads_answers();
        let own = self.own_panel().filter(|_| unseen);
        own.and_then(|panel| panel.start().ok().flatten()).or_else(|| {
            let challenges = self.draft.channel.challenges.iter().rev();
            let mut shown = challenges.filter_map(|open| Some((open.terms.variant, open.start.as_ref()?)));
            shown.find_map(|(variant, start)| Position::parse(variant, start).ok())
        })
    }

    pub(crate) fn explain_rules(&self, variant: Option<Variant>) -> Reply {
        let running = self.draft.channel.game.as_ref();
        let agreed = running.filter(|game| variant.is_none_or(|variant| variant == game.variant));
        private_reply(Notice::Rules {
            variant: variant.or(running.map(|game| game.variant)).unwrap_or(Variant::Grand),
            agreed: agreed.map(|game| Box::new(AgreedTerms::of(game))),
        })
    }
}

fn square(text: &str) -> Option<Square> {
    text.trim().to_lowercase().parse().ok()
}

fn types(position: &Position) -> Vec<adoube_rules::PieceType> {
    let mut types: Vec<_> = position.pieces().map(|(_, piece)| piece.kind).collect();
    types.sort_unstable();
    types.dedup();
    types
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
