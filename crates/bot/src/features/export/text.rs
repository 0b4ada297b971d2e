//! Writes the message of an exported game: its record as a file, shown as text where it is short enough.

use crate::{
    Attachment, Block, Message,
    core::game::GameId,
    text::{Localizer, game_over_buttons},
};

/// Maximum of a record that is shown in the message, in bytes; a longer one is in the file only.
const SHOWN_RECORD: usize = 48 * 1024;

/// The record in one format, and a menu of the others; `ending` is the file's extension.
pub(crate) fn message(speaker: Localizer<'_>, game: &GameId, ending: &str, text: &str) -> Message {
    let name = format!("adoube-{game}.{ending}");
    let media_type = match ending {
        "pgn" => "application/x-chess-pgn",
        "json" => "application/json",
        _ => "text/plain",
    };
    let title = speaker.sentence("export-title", &[("name", name.as_str().into())]);
    let shown = (1..=SHOWN_RECORD).contains(&text.len()).then(|| Block::Code(text.trim_end().to_owned()));
    Message {
        blocks: [Block::Text(title)].into_iter().chain(shown).collect(),
        attachment: Some(Attachment { name, media_type: media_type.to_owned(), text: text.to_owned() }),
        rows: vec![game_over_buttons::format_menu(speaker, game, ending)],
        ..Message::default()
    }
}
