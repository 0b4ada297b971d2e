//! Records to take away: the whole game as PGN, as JSON or moving, the present position as text.

use adoube_rules::{PieceDialect, Position};

use super::{Decided, Flow, private};
use crate::{
    Notice,
    command::ExportFormat,
    game::{GameId, GameRecord},
    json,
    ledger::LedgerError,
    notice::{Refusal, SetupRefusal},
    pgn,
    stored::{self, FormError},
};

/// The longest game shown move by move, in bytes of its moves; some four thousand plies.
pub(super) const RECORD_LIMIT: usize = 48 * 1024;

fn unwritable(error: &serde_json::Error) -> LedgerError {
    LedgerError::Unwritable(FormError::Unwritable { kind: "a game as JSON", reason: error.to_string() })
}

/// The position text, or the FEN that other programs read.
fn present_position(record: &GameRecord, letters: PieceDialect) -> String {
    let text = record.open_text();
    if letters == PieceDialect::Own {
        return text;
    }
    let position = Position::parse(record.variant, &text).ok();
    position.and_then(|position| position.fen(letters)).unwrap_or(text)
}

impl Flow<'_> {
    pub(super) async fn export(
        &self,
        format: ExportFormat,
        id: Option<&GameId>,
        letters: PieceDialect,
    ) -> Decided {
        if format == ExportFormat::Gif {
            return self.replay(id).await;
        }
        let record = self.named_game(id).await?;
        if format == ExportFormat::Fen && record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        let (ending, text) = if format == ExportFormat::Fen {
            ("fen", present_position(&record, letters))
        } else {
            let events = self.context.ledger.events(&record.id).await?;
            match format {
                ExportFormat::Json => {
                    ("json", json::write(&record, &events).map_err(|error| unwritable(&error))?)
                }
                _ => ("pgn", pgn::write(&record, &events, letters)),
            }
        };
        if !stored::fits_in_notice(&text) {
            return Err(Refusal::LongRecord.into());
        }
        Ok(private(Notice::Export { game: record.id, ending: ending.to_owned(), text }))
    }
}
