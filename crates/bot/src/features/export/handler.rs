//! Handles `/export`: the whole game as PGN, JSON or an animation, or the present position as text.
//! Not here: limits for files (platforms).

use adoube_rules::{PieceDialect, Position};

use crate::{
    Notice,
    core::{
        command::{ExportFormat, FORMATS},
        forms::FormError,
        game::{GameId, GameRecord, Seat},
        notice::SetupRefusal,
        records::RepositoryError,
    },
    features::export::json,
    gameplay::{HandlerRequest, HandlerResult, Services, private_reply},
    text::pgn,
};

fn unwritable(error: &serde_json::Error) -> RepositoryError {
    RepositoryError::Unwritable(FormError::Unwritable { kind: "a game as JSON", reason: error.to_string() })
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

impl HandlerRequest<'_> {
    pub(crate) async fn export(
        &self,
        format: ExportFormat,
        id: Option<&GameId>,
        letters: PieceDialect,
    ) -> HandlerResult {
        if format == ExportFormat::Gif {
            return self.replay(id).await;
        }
        let record = self.named_game(id).await?;
        if format == ExportFormat::Fen && record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        let is_here = record.channel == self.incoming.channel;
        let (ending, text) = self.context.record_text(record.clone(), format, letters, is_here).await?;
        Ok(private_reply(Notice::Export {
            game: record.id,
            ending: ending.to_owned(),
            letters,
            is_here,
            text,
        }))
    }
}

impl Services {
    /// The file extension and text of an exported game, with the players' present names in its
    /// channel.
    async fn record_text(
        &self,
        mut record: GameRecord,
        format: ExportFormat,
        letters: PieceDialect,
        is_here: bool,
    ) -> Result<(&'static str, String), RepositoryError> {
        if format == ExportFormat::Fen {
            return Ok(("fen", present_position(&record, letters)));
        }
        for seat in [&mut record.seats.white, &mut record.seats.black] {
            if let Seat::Person(person) = seat
                && let Some(name) = self.people.directory.name_of(&record.channel, &person.id).await
            {
                person.name = name;
            }
        }
        let events = self.ledger.events(&record.id).await?;
        Ok(match format {
            ExportFormat::Json => {
                ("json", json::write(&record, &events).map_err(|error| unwritable(&error))?)
            }
            _ => ("pgn", pgn::write(&record, &events, letters, is_here)),
        })
    }

    /// The text of an export notice that was stored without it, from the present game; `None` if
    /// the game no longer exists.
    pub(crate) async fn record_again(
        &self,
        game: &GameId,
        ending: &str,
        letters: PieceDialect,
        is_here: bool,
    ) -> Result<Option<String>, RepositoryError> {
        let Some(record) = self.ledger.game(game).await? else { return Ok(None) };
        let format = FORMATS.meaning(ending).unwrap_or_default();
        self.record_text(record, format, letters, is_here).await.map(|(_, text)| Some(text))
    }
}
