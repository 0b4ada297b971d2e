//! Writes a game as JSON lines for an export: a line for what it is and who played, then a line for
//! each event in order. Events have their stored form (`core::forms`), so a change there is a
//! change here.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    core::game::{ClaimMode, GameClock, GameEvent, GameLogEntry, GameRecord},
    text::pgn,
};

/// The version of this format and of its events. Other programs read it, so every change needs a
/// new version. 2 contains all of 1, and adds the time control: `time` is null without a limit,
/// else the pace (`3d+7d`), the flag rule, and the reserves of White and Black at the beginning of
/// the last turn, in milliseconds; there are events of clocks and of hints. Moves in games with a
/// clock have the `time` that was `used` for them and that was `left`. `ended_at` is null while the
/// game goes on. `auto_claim` says whether draws by repetition and by the 50-move rule need no
/// claim; an end with `intended` was claimed with that move, which was not made.
const FORMAT: u32 = 2;

/// An event in the export.
#[derive(Serialize)]
struct JsonEvent<'e> {
    at: u64,
    event: &'e GameEvent,
}

/// The time control.
fn time(clock: &GameClock) -> Value {
    json!({ "pace": clock.pace, "time_out": clock.time_out, "reserves": clock.reserves })
}

/// Writes the public part of a game.
///
/// # Errors
/// When an event cannot be written as JSON.
pub(crate) fn write(record: &GameRecord, events: &[GameLogEntry]) -> Result<String, serde_json::Error> {
    let head = json!({
        "format": FORMAT,
        "game": record.id,
        "variant": record.variant.key(),
        "promotion": record.promotion.map(adoube_rules::PromotionMode::key),
        "touch_move": record.touch_move,
        "auto_claim": record.claims == ClaimMode::Automatic,
        "time": record.clock.as_ref().map(time),
        "white": record.seats.white.in_records(),
        "black": record.seats.black.in_records(),
        "started_at": record.started_at,
        "ended_at": pgn::ended_at(events),
        "start": pgn::start(record),
        "position": record.open_text(),
        "cards": record.commitment(),
        "result": record.ending.as_ref().map_or("*", crate::core::game::GameEnding::result),
        "reason": record.ending.as_ref().map(|ending| &ending.reason),
    });
    let Value::Object(head) = head else { return Ok(String::new()) };
    let mut lines: Vec<String> =
        head.iter().map(|(key, value)| format!("  {}: {value}", Value::from(key.as_str()))).collect();
    let line = |GameLogEntry { at, event }: &GameLogEntry| match event {
        // The time of a turn may leak whether its player was asked for a card.
        GameEvent::Move { lan, san, remark, .. } if record.hides_cards() => {
            let (lan, san, remark) = (lan.clone(), san.clone(), remark.clone());
            serde_json::to_string(&JsonEvent {
                at: *at,
                event: &GameEvent::Move { lan, san, remark, time: None },
            })
        }
        event => serde_json::to_string(&JsonEvent { at: *at, event }),
    };
    let events = events.iter().map(line).collect::<Result<Vec<_>, _>>()?;
    lines.push(format!("  \"events\": [\n    {}\n  ]", events.join(",\n    ")));
    Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
}
