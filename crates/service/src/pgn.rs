//! A game as PGN (the Portable Game Notation, export format): tags, moves in standard notation, the result. What was
//! taken back is left out; offers and remarks are comments.

use std::fmt::Write as _;

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    command::ARRAYS,
    game::{Analysis, ArrayTerms, Commitment, EndReason, GameEvent, GameRecord, LoggedEvent, Verdict},
};
use adoube_rules::{Array, Duplicates, Piece, PieceType, Position, Side, Square, Symmetry, Variant};

/// Lines of the movetext have fewer than 80 characters.
const LINE_WIDTH: usize = 79;
/// Names are cut so that the lines of their tags stay below 255 characters, however much of them is escaped. What a
/// program reads back is whole.
const NAME_WIDTH: usize = 200;
/// How much of a thousand games a move gives away that is marked as a blunder, not as a mistake.
const BLUNDER: u16 = 300;

/// Writes the whole game.
pub(crate) fn write(record: &GameRecord, events: &[LoggedEvent]) -> String {
    with(record, events, &Analysis::default())
}

/// The same with what the computer thinks of it: how the game stands after each move, as `[%eval …]`, and what would have been
/// better than the moves that mattered most.
pub(crate) fn analysed(record: &GameRecord, events: &[LoggedEvent], analysis: &Analysis) -> String {
    with(record, events, analysis)
}

fn with(record: &GameRecord, events: &[LoggedEvent], analysis: &Analysis) -> String {
    let mut text = String::new();
    for (name, value) in tags(record) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
    }
    text.push('\n');
    text.push_str(&wrap(&movetext(record, events, analysis)));
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
    /// What would have been better.
    better: Vec<String>,
}

fn movetext(record: &GameRecord, events: &[LoggedEvent], analysis: &Analysis) -> String {
    let mut before = Vec::new();
    let mut plies: Vec<Ply> = Vec::new();
    for LoggedEvent { event, .. } in events {
        match event {
            GameEvent::Move { san, remark, .. } => {
                let comments = remark.iter().cloned().collect();
                plies.push(Ply { san: san.clone(), comments, better: Vec::new() });
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
    judge(&mut plies, analysis);
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
        words.extend(variation(ply, number, side));
        say_number = !ply.comments.is_empty() || !ply.better.is_empty();
        number += u32::from(side == Side::Black);
        side = side.other();
    }
    words.push(result(record).to_owned());
    words.join(" ")
}

/// Adds what the computer thinks of each ply, in front of what was said about it.
fn judge(plies: &mut [Ply], analysis: &Analysis) {
    for (ply, judged) in plies.iter_mut().zip(&analysis.plies) {
        ply.comments.splice(0..0, evaluation(judged.did).map(|eval| format!("[%eval {eval}]")));
    }
    for place in analysis.moments() {
        if let (Some(ply), Some(judged)) = (plies.get_mut(place), analysis.plies.get(place)) {
            let sign = if judged.lost() >= BLUNDER { "$4" } else { "$2" };
            ply.san = format!("{} {sign}", ply.san);
            ply.better.clone_from(&judged.better);
        }
    }
}

/// Pawns, or moves to a mate, of White; nothing where somebody was mated.
fn evaluation(verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Pawns(hundredths) => Some(format!("{:.2}", f64::from(hundredths) / 100.0)),
        Verdict::Mates(_, 0) => None,
        Verdict::Mates(Side::White, moves) => Some(format!("#{moves}")),
        Verdict::Mates(Side::Black, moves) => Some(format!("#-{moves}")),
    }
}

/// `(12... Nf6 13. Bb5)`: what would have been better than a ply.
fn variation(ply: &Ply, mut number: u32, mut side: Side) -> Option<String> {
    let mut words = Vec::new();
    for (place, san) in ply.better.iter().enumerate() {
        match side {
            Side::White => words.push(format!("{number}.")),
            Side::Black if place == 0 => words.push(format!("{number}...")),
            Side::Black => {}
        }
        words.push(san.clone());
        number += u32::from(side == Side::Black);
        side = side.other();
    }
    (!words.is_empty()).then(|| format!("({})", words.join(" ")))
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
        GameEvent::HintTaken { by, .. } => Some(format!("{by} takes a hint")),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_as_much_room_as_a_line_has() {
        for (name, kept) in [
            ("x".repeat(199), 199),
            ("x".repeat(300), 200),
            ("é".repeat(300), 200),
            ("\"".repeat(300), 100),
            (format!("\n\u{7}{}", "x".repeat(300)), 200),
            (format!("{}\\", "x".repeat(199)), 199),
        ] {
            assert_eq!(shortened(&name).chars().count(), kept, "{name:?}");
        }
        assert_eq!(escape("a\"b\\c\n"), r#"a\"b\\c"#);
    }

    #[test]
    fn a_better_line_says_whose_its_first_move_is() {
        let line = |moves: &[&str], side| {
            let better = moves.iter().map(|san| (*san).to_owned()).collect();
            variation(&Ply { san: "a3".to_owned(), comments: Vec::new(), better }, 12, side)
        };
        let said = |moves: &str| Some(moves.to_owned());
        assert_eq!(line(&["Nf6", "Bb5", "a6"], Side::Black), said("(12... Nf6 13. Bb5 a6)"));
        assert_eq!(line(&["Bb5", "a6", "Ba4"], Side::White), said("(12. Bb5 a6 13. Ba4)"));
        assert_eq!(line(&[], Side::White), None);
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        let word = |length: usize| "x".repeat(length);
        for (words, lines) in [
            (vec![39, 39], vec![79]),
            (vec![39, 40], vec![39, 40]),
            (vec![26, 25, 26, 1], vec![79, 1]),
            (vec![200, 1], vec![200, 1]),
            (vec![1, 79, 1], vec![1, 79, 1]),
        ] {
            let text = wrap(&words.iter().copied().map(word).collect::<Vec<_>>().join(" "));
            let found: Vec<usize> = text.lines().map(str::len).collect();
            assert_eq!(found, lines, "{words:?}");
        }
    }
}
