//! PGN export (Portable Game Notation): tags, moves in standard notation, the result. Moves that
//! were taken back are left out; times, offers and remarks are comments.

mod layout;
mod movetext;
mod start_position;
mod tags;

pub(crate) use self::start_position::start;

use adoube_rules::PieceDialect;

use crate::core::game::{GameAnalysis, GameEvent, GameLogEntry, GameRecord};

/// Writes the whole game in the piece letters of a dialect. Outside the game's channel (`is_here`
/// is false) the tags name only the platform, not the channel.
pub(crate) fn write(
    record: &GameRecord,
    events: &[GameLogEntry],
    letters: PieceDialect,
    is_here: bool,
) -> String {
    with(record, events, &GameAnalysis::default(), letters, is_here)
}

/// The same with an analysis: the evaluation after each move as `[%eval …]`, and better variations
/// for the worst moves.
pub(crate) fn analysed(
    record: &GameRecord,
    events: &[GameLogEntry],
    analysis: &GameAnalysis,
    is_here: bool,
) -> String {
    with(record, events, analysis, PieceDialect::Own, is_here)
}

fn with(
    record: &GameRecord,
    events: &[GameLogEntry],
    analysis: &GameAnalysis,
    letters: PieceDialect,
    is_here: bool,
) -> String {
    let mut text = String::new();
    for (name, value) in tags::all(record, ended_at(events), letters, is_here) {
        layout::write_tag(&mut text, name, &value);
    }
    text.push('\n');
    text.push_str(&layout::wrapped(&movetext::words(record, events, analysis, letters)));
    text.push('\n');
    text
}

/// When the game ended, in milliseconds since 1970.
pub(crate) fn ended_at(events: &[GameLogEntry]) -> Option<u64> {
    let last = events.iter().rev().find(|logged| matches!(logged.event, GameEvent::Ended { .. }));
    last.map(|logged| logged.at)
}
