//! Handles `/piece` and `/pieces`: explains pieces; changes nothing. Not here: the moves of a
//! game's pieces (`features::moves`).

use adoube_rules::Position;

use crate::{
    Notice, Reply,
    core::notice::{BoardEvent, BoardNotice, GameRefusal, UnknownTermRefusal},
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game, turn::text::typed_square},
};

impl HandlerRequest<'_> {
    pub(crate) fn explain_piece(&self, text: &str) -> HandlerResult {
        if let Some(kind) = self.context.text.piece_names.find(text, self.letter_language()) {
            return Ok(private_reply(Notice::Piece { kind }));
        }
        let Some(square) = typed_square(text) else {
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
}

fn types(position: &Position) -> Vec<adoube_rules::PieceType> {
    let mut types: Vec<_> = position.pieces().map(|(_, piece)| piece.kind).collect();
    types.sort_unstable();
    types.dedup();
    types
}
