//! JSON export of a game: a line for what it is and who played, then a line for each event in
//! order. Events have their stored form (`forms`), so a change there is a change here.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    game::{ClaimMode, GameClock, GameEvent, GameLogEntry, GameRecord},
    pgn,
};

/// The version of this form, of its events, too. Programs of others read it: nothing is changed in it without another one.
/// 2 is all of 1, and says how much time there was: `time` is null without a limit, else the pace (`3d+7d`), what happens when
/// time is up, and what White and Black had in reserve when the last turn began, in milliseconds; and events tell of clocks
/// and of hints that were taken. Moves have the `time` that was `used` for them and that was `left`, in games with a clock;
/// `ended_at` is null while the game goes on. `auto_claim` says whether draws by repetition and by the 50-move rule needed no
/// claim; an end with `intended` was claimed with that move, which was not made.
const FORMAT: u32 = 2;

/// An event in it.
#[derive(Serialize)]
struct JsonEvent<'e> {
    at: u64,
    event: &'e GameEvent,
}

/// How much time there was.
fn time(clock: &GameClock) -> Value {
    json!({ "pace": clock.pace, "time_out": clock.time_out, "reserves": clock.reserves })
}

/// Writes the whole game, as far as everybody may know it.
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
        "result": record.ending.as_ref().map_or("*", crate::game::GameEnding::result),
        "reason": record.ending.as_ref().map(|ending| &ending.reason),
    });
    let Value::Object(head) = head else { return Ok(String::new()) };
    let mut lines: Vec<String> =
        head.iter().map(|(key, value)| format!("  {}: {value}", Value::from(key.as_str()))).collect();
    let line = |GameLogEntry { at, event }: &GameLogEntry| match event {
        // How long a turn took may tell whether its player was asked for a card.
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
