//! A game as JSON, for programs: what it is, who played, and every event in order, one to a line.

use serde_json::{Value, json};

use crate::{
    game::{GameRecord, LoggedEvent},
    pgn,
};

/// The version of this form.
const FORMAT: u32 = 1;

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
    let events = events.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    lines.push(format!("  \"events\": [\n    {}\n  ]", events.join(",\n    ")));
    Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
}
