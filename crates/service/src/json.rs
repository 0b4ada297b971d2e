//! A game as JSON, for programs: what it is, who played, and every event in order, one to a line. Events are written as they
//! are kept (`stored`), so what changes there changes here, too.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    game::{GameEvent, GameRecord, LoggedEvent},
    pgn,
};

/// The version of this form, of its events, too. Programs of others read it: nothing is changed in it without another one.
const FORMAT: u32 = 1;

/// An event in it.
#[derive(Serialize)]
struct Line<'e> {
    at: u64,
    event: &'e GameEvent,
}

/// Writes the whole game, as far as everybody may know it.
///
/// # Errors
/// When an event cannot be written as JSON.
pub(crate) fn write(record: &GameRecord, events: &[LoggedEvent]) -> Result<String, serde_json::Error> {
    let head = json!({
        "format": FORMAT,
        "game": record.id,
        "variant": record.variant.key(),
        "promotion": record.promotion.map(adoube_rules::PromotionMode::key),
        "touch_move": record.touch_move,
        "white": record.seats.white.in_records(),
        "black": record.seats.black.in_records(),
        "started_at": record.started_at,
        "start": pgn::start(record),
        "position": record.open_text(),
        "cards": record.commitment(),
        "result": record.ending.as_ref().map_or("*", crate::game::Ending::result),
        "reason": record.ending.as_ref().map(|ending| &ending.reason),
    });
    let Value::Object(head) = head else { return Ok(String::new()) };
    let mut lines: Vec<String> =
        head.iter().map(|(key, value)| format!("  {}: {value}", Value::from(key.as_str()))).collect();
    let line = |LoggedEvent { at, event }: &LoggedEvent| serde_json::to_string(&Line { at: *at, event });
    let events = events.iter().map(line).collect::<Result<Vec<_>, _>>()?;
    lines.push(format!("  \"events\": [\n    {}\n  ]", events.join(",\n    ")));
    Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
}
