//! Records to take away: the whole game as PGN, the present position as text.

use adoube_rules::Viewer;

use super::{Decided, Flow, private};
use crate::{
    Notice,
    command::ExportFormat,
    game::GameId,
    notice::{Refusal, SetupRefusal},
    pgn,
};

/// The longest record handed out in the chat, in bytes; some ten thousand plies.
const RECORD_LIMIT: usize = 48 * 1024;

impl Flow<'_> {
    pub(super) async fn export(&self, format: ExportFormat, id: Option<&GameId>) -> Decided {
        let record = self.named_game(id).await?;
        if format == ExportFormat::Fen && record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        let (ending, text) = match format {
            // Hidden cards are shown when the game is over.
            ExportFormat::Fen if record.is_running() => ("fen", record.shown_to(Viewer::Spectator)),
            ExportFormat::Fen => ("fen", record.state.full_text().to_owned()),
            ExportFormat::Pgn => ("pgn", pgn::write(&record, &self.inner.ledger.events(&record.id).await?)),
        };
        if text.len() > RECORD_LIMIT {
            return Err(Refusal::LongRecord.into());
        }
        Ok(private(Notice::Export { game: record.id, ending: ending.to_owned(), text }))
    }
}
