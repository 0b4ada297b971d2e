//! Records to take away: the whole game as PGN, as JSON or moving, the present position as text.

use super::{Decided, Flow, private};
use crate::{
    Notice,
    command::ExportFormat,
    game::GameId,
    json,
    ledger::LedgerError,
    notice::{Refusal, SetupRefusal},
    pgn,
    stored::FormError,
};

/// The longest record handed out in the chat, in bytes; some ten thousand plies.
pub(super) const RECORD_LIMIT: usize = 48 * 1024;

fn unwritable(error: &serde_json::Error) -> LedgerError {
    LedgerError::Unwritable(FormError::Unwritable { kind: "a game as JSON", reason: error.to_string() })
}

impl Flow<'_> {
    pub(super) async fn export(&self, format: ExportFormat, id: Option<&GameId>) -> Decided {
        if format == ExportFormat::Gif {
            return self.replay(id).await;
        }
        let record = self.named_game(id).await?;
        if format == ExportFormat::Fen && record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        let (ending, text) = if format == ExportFormat::Fen {
            ("fen", record.open_text())
        } else {
            let events = self.context.ledger.events(&record.id).await?;
            match format {
                ExportFormat::Json => {
                    ("json", json::write(&record, &events).map_err(|error| unwritable(&error))?)
                }
                _ => ("pgn", pgn::write(&record, &events)),
            }
        };
        if text.len() > RECORD_LIMIT {
            return Err(Refusal::LongRecord.into());
        }
        Ok(private(Notice::Export { game: record.id, ending: ending.to_owned(), text }))
    }
}
