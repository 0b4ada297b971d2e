//! Looking: boards, legal moves, games, rules and pieces. Nothing here changes anything.

use adoube_rules::{Square, Variant};

use super::{Decided, Flow, choosing::looked_at, private, restore};
use crate::{
    Notice, Reply,
    command::{BoardView, GamesOf},
    game::{GameId, GameRecord},
    notice::{BoardEvent, BoardNotice, GameLine, Refusal},
};

/// Games a list shows.
const LIST_LIMIT: usize = 15;

impl Flow<'_> {
    pub(super) fn show_board(&self, view: BoardView) -> Decided {
        Ok(private(looked_at(self.running()?, view)))
    }

    pub(super) fn show_moves(&self, focus: Option<&str>) -> Decided {
        let record = self.on_board()?;
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        let from = match focus {
            Some(text) => self.movers(record, text)?,
            None => return Ok(private(Notice::Moves { board, from: Vec::new() })),
        };
        let left = record.moves_left(&restore(record)?);
        if !left.iter().any(|made| from.contains(&made.from)) {
            // Only what was touched keeps them.
            return Ok(private(Notice::Bound { board, tried: None }));
        }
        Ok(private(Notice::Moves { board, from }))
    }

    /// The squares of the pieces that were asked about and can move.
    fn movers(&self, record: &GameRecord, text: &str) -> Decided<Vec<Square>> {
        let game = restore(record)?;
        let position = game.position();
        let asked: Vec<Square> = match (text.to_lowercase().parse::<Square>(), self.inner.pieces.find(text)) {
            (Ok(square), _) => vec![square],
            (_, Some(kind)) => {
                let own = position.pieces().filter(|(_, piece)| piece.side == position.side_to_move());
                own.filter(|(_, piece)| piece.kind == kind).map(|(square, _)| square).collect()
            }
            _ => return Err(Refusal::UnknownFocus { text: text.to_owned() }.into()),
        };
        let legal = game.legal_moves();
        let movers: Vec<Square> =
            asked.into_iter().filter(|square| legal.iter().any(|chosen| chosen.from == *square)).collect();
        if movers.is_empty() {
            return Err(Refusal::NoMovesThere { text: text.to_owned() }.into());
        }
        Ok(movers)
    }

    pub(super) async fn list_games(&self, of: &GamesOf) -> Decided {
        let person = match of {
            GamesOf::Mine => Some(self.incoming.person.clone()),
            GamesOf::Of(name) => Some(self.find_person(name).await?),
            GamesOf::Here => None,
        };
        // One more than is listed tells whether there are more.
        let mut games = match &person {
            Some(person) => self.inner.ledger.games_of(&person.id, LIST_LIMIT + 1).await?,
            None => self.inner.ledger.games_in(&self.incoming.channel, LIST_LIMIT + 1).await?,
        };
        let more = games.len() > LIST_LIMIT;
        games.truncate(LIST_LIMIT);
        Ok(private(Notice::Games { of: person, games: games.iter().map(game_line).collect(), more }))
    }

    pub(super) async fn show_game(&self, id: Option<&GameId>) -> Decided {
        let record = self.named_game(id).await?;
        Ok(private(looked_at(&record, BoardView::Plain)))
    }

    /// The game with this id, or the one that runs here, or else the last one played here.
    pub(super) async fn named_game(&self, id: Option<&GameId>) -> Decided<GameRecord> {
        let found = match (id, &self.draft.channel.game) {
            (Some(id), _) => self.inner.ledger.game(id).await?,
            (None, Some(running)) => Some(running.clone()),
            (None, None) => self.inner.ledger.games_in(&self.incoming.channel, 1).await?.pop(),
        };
        found.ok_or_else(|| Refusal::UnknownGame { id: id.cloned() }.into())
    }

    pub(super) fn explain_piece(&self, name: &str) -> Decided {
        if let Some(kind) = self.inner.pieces.find(name) {
            return Ok(private(Notice::Piece { kind }));
        }
        let nearest = self.inner.pieces.nearest(name);
        Err(Refusal::UnknownPiece { text: name.to_owned(), nearest }.into())
    }

    pub(super) fn explain_rules(&self, variant: Option<Variant>) -> Reply {
        let running = self.draft.channel.game.as_ref().map(|game| game.variant);
        private(Notice::Rules { variant: variant.or(running).unwrap_or(Variant::Grand) })
    }
}

fn game_line(record: &GameRecord) -> GameLine {
    GameLine {
        id: record.id.clone(),
        variant: record.variant,
        seats: record.seats.clone(),
        plies: record.plies,
        ending: record.ending.clone(),
    }
}
