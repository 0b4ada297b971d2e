//! A game as PGN (the Portable Game Notation, export format): tags, moves in standard notation, the result. What was
//! taken back is left out; offers and remarks are comments.

use std::fmt::Write as _;

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    command::ARRAYS,
    game::{ArrayTerms, Commitment, EndReason, GameEvent, GameRecord, LoggedEvent},
};
use adoube_rules::{Array, Duplicates, Piece, PieceType, Position, Side, Square, Symmetry, Variant};

/// Lines of the movetext have fewer than 80 characters.
const LINE_WIDTH: usize = 79;
/// Names are cut so that the lines of their tags stay below 255 characters, however much of them is escaped. What a
/// program reads back is whole.
const NAME_WIDTH: usize = 200;

/// Writes the whole game.
pub(crate) fn write(record: &GameRecord, events: &[LoggedEvent]) -> String {
    let mut text = String::new();
    for (name, value) in tags(record) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
    }
    text.push('\n');
    text.push_str(&wrap(&movetext(record, events)));
    text.push('\n');
    text
}

fn tags(record: &GameRecord) -> Vec<(&'static str, String)> {
    let started =
        Timestamp::from_millisecond(record.started_at as i64).unwrap_or_default().to_zoned(TimeZone::UTC);
    let mut tags = vec![
        ("Event", "Casual game".to_owned()),
        ("Site", shortened(&record.channel.to_string())),
        ("Date", started.strftime("%Y.%m.%d").to_string()),
        ("Round", "-".to_owned()),
        ("White", shortened(&record.seats.white.in_records())),
        ("Black", shortened(&record.seats.black.in_records())),
        ("Result", result(record).to_owned()),
        ("UTCDate", started.strftime("%Y.%m.%d").to_string()),
        ("UTCTime", started.strftime("%H:%M:%S").to_string()),
        ("GameId", record.id.to_string()),
    ];
    match record.variant {
        Variant::Chess => {}
        Variant::Chess960 => tags.push(("Variant", "Chess960".to_owned())),
        Variant::Schachen => tags.push(("Variant", "Schachen".to_owned())),
        Variant::Grand => tags.push(("Variant", "Grand".to_owned())),
    }
    if let Some(array) = &record.array {
        tags.extend(array_tags(record, array));
    }
    // While pieces are being chosen there is no first position yet.
    if record.choosing.is_none() && record.start != Position::start(Variant::Chess).to_string() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start(record)));
    }
    if let Some(Commitment { sha256, text }) = record.commitment() {
        tags.push(("Commitment", sha256));
        tags.extend(text.map(|text| ("Deal", text)));
    }
    if record.touch_move {
        tags.push(("TouchMove", "1".to_owned()));
    }
    tags.extend(time_tags(record));
    tags.push(("PlyCount", record.plies.to_string()));
    tags.push(("Termination", termination(record).to_owned()));
    tags
}

/// How much time there was. The standard knows a time for one move (`1/259200`, in seconds) and one for the whole game
/// (`302400`), but none in which the time for a move comes first and a reserve makes up for what is over it: its increments
/// would be added up, and its periods follow one another. So the reserve beside a time for each move has a tag of its own,
/// and what programs read that know the standard alone is right as far as it goes. `-` is a game without a limit.
fn time_tags(record: &GameRecord) -> Vec<(&'static str, String)> {
    let Some(pace) = record.clock.as_ref().map(|clock| clock.pace) else {
        return vec![("TimeControl", "-".to_owned())];
    };
    let (per_move, reserve) = (pace.per_move() / 1000, pace.reserve() / 1000);
    let control = if per_move == 0 { reserve.to_string() } else { format!("1/{per_move}") };
    let mut tags = vec![("TimeControl", control)];
    if per_move > 0 && reserve > 0 {
        tags.push(("TimeReserve", reserve.to_string()));
    }
    tags
}

/// What was agreed about the array, beside what the position text says.
fn array_tags(record: &GameRecord, array: &ArrayTerms) -> Vec<(&'static str, String)> {
    let mut tags = vec![("Array", ARRAYS.word(&array.array).to_owned())];
    if array.array == Array::Classic {
        return tags;
    }
    let kinds = Position::parse(record.variant, &record.start).map(|start| array.extra_pieces(&start));
    let codes: Vec<&str> = kinds.unwrap_or_default().into_iter().map(PieceType::code).collect();
    let duplicates = if array.duplicates == Duplicates::Allowed { "allowed" } else { "forbidden" };
    let symmetry = if array.symmetry == Symmetry::Rotated { "rotated" } else { "mirrored" };
    if record.choosing.is_none() {
        tags.push(("ExtraPieces", codes.join(" ")));
    }
    tags.push(("Duplicates", duplicates.to_owned()));
    tags.push(("Symmetry", symmetry.to_owned()));
    tags
}

/// The first position; cards that are hidden in it are open when the game is over.
pub(crate) fn start(record: &GameRecord) -> String {
    match &record.deal {
        Some(deal) if !record.is_running() => {
            deal.start().map_or_else(|| record.start.clone(), |start| start.full_text())
        }
        _ => record.start.clone(),
    }
}

fn result(record: &GameRecord) -> &'static str {
    record.ending.as_ref().map_or("*", crate::game::Ending::result)
}

fn termination(record: &GameRecord) -> &'static str {
    match record.ending.as_ref().map(|ending| &ending.reason) {
        None => "unterminated",
        Some(EndReason::Aborted | EndReason::NotStarted | EndReason::Abandoned) => "abandoned",
        Some(EndReason::Time | EndReason::TimeDraw) => "time forfeit",
        Some(_) => "normal",
    }
}

/// One ply with what was said about it.
struct Ply {
    san: String,
    comments: Vec<String>,
}

fn movetext(record: &GameRecord, events: &[LoggedEvent]) -> String {
    let mut before = Vec::new();
    let mut plies: Vec<Ply> = Vec::new();
    for LoggedEvent { event, .. } in events {
        match event {
            GameEvent::Move { san, remark, .. } => {
                plies.push(Ply { san: san.clone(), comments: remark.iter().cloned().collect() });
            }
            GameEvent::TakenBack { plies: count } => {
                plies.truncate(plies.len().saturating_sub(*count as usize));
            }
            other => {
                if let Some(comment) = comment(other) {
                    plies.last_mut().map_or(&mut before, |ply| &mut ply.comments).push(comment);
                }
            }
        }
    }
    let mut words: Vec<String> = before.iter().map(|comment| braces(comment)).collect();
    let (mut number, mut side) = first_move(record);
    let mut say_number = true;
    for ply in &plies {
        match side {
            Side::White => words.push(format!("{number}.")),
            Side::Black if say_number => words.push(format!("{number}...")),
            Side::Black => {}
        }
        words.push(ply.san.clone());
        words.extend(ply.comments.iter().map(|comment| braces(comment)));
        say_number = !ply.comments.is_empty();
        number += u32::from(side == Side::Black);
        side = side.other();
    }
    words.push(result(record).to_owned());
    words.join(" ")
}

fn first_move(record: &GameRecord) -> (u32, Side) {
    Position::parse(record.variant, &record.start)
        .map_or((1, Side::White), |start| (u32::from(start.move_number()), start.side_to_move()))
}

fn comment(event: &GameEvent) -> Option<String> {
    match event {
        GameEvent::PieceChosen { by, kind } => Some(format!("{by} picks {kind}")),
        GameEvent::DrawOffered { by } => Some(format!("{by} offers a draw")),
        GameEvent::Touched { by, pieces, .. } => Some(format!("{by} touches {}", placed(pieces))),
        GameEvent::Released { by, pieces } => Some(format!("{by} releases {}", placed(pieces))),
        GameEvent::DrawDeclined { by } => Some(format!("{by} declines the draw")),
        GameEvent::Ended { reason, .. } => Some(reason.in_records().to_owned()),
        _ => None,
    }
}

/// "Ke1, e2": pieces and where they stand, as notation writes them.
fn placed(pieces: &[(Square, Piece)]) -> String {
    let name = |(square, piece): &(Square, Piece)| match piece.kind {
        PieceType::PAWN => square.to_string(),
        kind => format!("{}{square}", kind.code()),
    };
    pieces.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// A comment cannot contain its own end.
fn braces(comment: &str) -> String {
    format!("{{{}}}", comment.replace(['{', '}'], ""))
}

/// As much of a name as there is room for.
fn shortened(name: &str) -> String {
    let mut width = 0;
    let fits = |character: &char| {
        width += if is_escaped(*character) { 2 } else { 1 };
        width <= NAME_WIDTH
    };
    name.chars().filter(|c| !c.is_control()).take_while(fits).collect()
}

fn escape(value: &str) -> String {
    let visible = value.chars().filter(|c| !c.is_control());
    visible.flat_map(|c| is_escaped(c).then_some('\\').into_iter().chain([c])).collect()
}

fn is_escaped(character: char) -> bool {
    matches!(character, '\\' | '"')
}

fn wrap(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE_WIDTH {
            lines.push('\n');
            width = 0;
        }
        if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}
