//! Writes PGN movetext: numbered moves in the chosen piece letters, with signs for mistakes (`$2`,
//! `$4`), at most one comment each, a variation in parentheses where the analysis found better
//! moves, and the result. A comment holds the commands (`[%eval …]`, `[%clk …]`, `[%emt …]`) and
//! then the remarks, because not every program reads two comments in a row.

use adoube_rules::{Piece, PieceDialect, PieceType, Position, Side, Square, notation::SanMove};

use super::tags::result;
use crate::core::game::{
    EndReason, GameAnalysis, GameEvent, GameLogEntry, GameRecord, GameVerdict, MoveTime,
};

/// From this loss of expected score on, in thousandths, a move is marked as a blunder instead of a
/// mistake.
const BLUNDER: u16 = 300;

/// One ply with its annotations.
#[derive(Default)]
struct PgnPly {
    san: String,
    commands: Vec<String>,
    remarks: Vec<String>,
    /// A better variation.
    better: Vec<String>,
}

/// The words of the movetext, with the result.
pub(super) fn words(
    record: &GameRecord,
    events: &[GameLogEntry],
    analysis: &GameAnalysis,
    letters: PieceDialect,
) -> Vec<String> {
    let (before, mut plies) = plies(record, events, letters);
    judge(&mut plies, analysis);
    for ply in &mut plies {
        ply.san = in_letters(&ply.san, letters);
        ply.better.iter_mut().for_each(|san| *san = in_letters(san, letters));
    }
    let mut words = comment(&[], &before);
    let (mut number, mut side) = first_move(record);
    let mut say_number = true;
    for ply in &plies {
        match side {
            Side::White => words.push(format!("{number}.")),
            Side::Black if say_number => words.push(format!("{number}...")),
            Side::Black => {}
        }
        words.extend(ply.san.split(' ').map(str::to_owned));
        let comment = comment(&ply.commands, &ply.remarks);
        say_number = !comment.is_empty() || !ply.better.is_empty();
        words.extend(comment);
        words.extend(variation(ply, number, side));
        number += u32::from(side == Side::Black);
        side = side.other();
    }
    words.push(result(record).to_owned());
    words
}

/// The plies of the game, and the remarks before the first one.
fn plies(record: &GameRecord, events: &[GameLogEntry], letters: PieceDialect) -> (Vec<String>, Vec<PgnPly>) {
    let mut before = Vec::new();
    let mut plies: Vec<PgnPly> = Vec::new();
    let mut turn_began = record.started_at;
    for GameLogEntry { at, event } in events {
        match event {
            GameEvent::Move { san, remark, time, .. } => {
                // The time of a turn may leak whether its player was asked for a card.
                let elapsed = at.saturating_sub(turn_began);
                let commands = if record.hides_cards() { Vec::new() } else { times(*time, elapsed) };
                let remarks = remark.iter().cloned().collect();
                plies.push(PgnPly { san: san.clone(), commands, remarks, ..PgnPly::default() });
                turn_began = *at;
            }
            GameEvent::TakenBack { plies: count } => {
                plies.truncate(plies.len().saturating_sub(*count as usize));
                turn_began = *at;
            }
            GameEvent::ArrayDrawn { .. } => turn_began = *at,
            other => {
                if let Some(remark) = remark(other, letters) {
                    plies.last_mut().map_or(&mut before, |ply| &mut ply.remarks).push(remark);
                }
            }
        }
    }
    (before, plies)
}

/// Time left on the clock at the move, and time used for it: by the clock, which stands still while
/// no move is possible, or without a clock the time between moves.
fn times(by_clock: Option<MoveTime>, elapsed: u64) -> Vec<String> {
    let left = by_clock.map(|time| format!("[%clk {}]", hours(time.left)));
    let used = by_clock.map_or(elapsed, |time| time.used);
    left.into_iter().chain([format!("[%emt {}]", hours(used))]).collect()
}

/// Formats a duration: `71:59:58`.
fn hours(millis: u64) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Adds the evaluation of each ply, before its other annotations.
fn judge(plies: &mut [PgnPly], analysis: &GameAnalysis) {
    for (ply, judged) in plies.iter_mut().zip(&analysis.plies) {
        ply.commands.splice(0..0, evaluation(judged.did).map(|eval| format!("[%eval {eval}]")));
    }
    for place in analysis.moments() {
        if let (Some(ply), Some(judged)) = (plies.get_mut(place), analysis.plies.get(place)) {
            let sign = if judged.lost() >= BLUNDER { "$4" } else { "$2" };
            ply.san = format!("{} {sign}", ply.san);
            ply.better.clone_from(&judged.better);
        }
    }
}

/// White's evaluation in pawns or moves to mate; `None` at checkmate.
fn evaluation(verdict: GameVerdict) -> Option<String> {
    match verdict {
        GameVerdict::Pawns(hundredths) => Some(format!("{:.2}", f64::from(hundredths) / 100.0)),
        GameVerdict::Mates(_, 0) => None,
        GameVerdict::Mates(Side::White, moves) => Some(format!("#{moves}")),
        GameVerdict::Mates(Side::Black, moves) => Some(format!("#-{moves}")),
    }
}

/// A move of the record, possibly with a sign after it, in another dialect's letters.
fn in_letters(san: &str, letters: PieceDialect) -> String {
    let (made, sign) = san.split_once(' ').map_or((san, None), |(made, sign)| (made, Some(sign)));
    let made = made.parse::<SanMove>().map_or_else(|_| made.to_owned(), |made| made.in_dialect(letters));
    sign.map_or_else(|| made.clone(), |sign| format!("{made} {sign}"))
}

/// `(12... Nf6 13. Bb5)`: the better variation of a ply.
fn variation(ply: &PgnPly, mut number: u32, mut side: Side) -> Vec<String> {
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
    enclosed(words, '(', ')')
}

/// One comment of commands, which are not broken over lines, and remarks. Braces, which would end
/// the comment, are removed.
fn comment(commands: &[String], remarks: &[String]) -> Vec<String> {
    let said = remarks.join("; ").replace(['{', '}'], "");
    let said = said.split(' ').filter(|word| !word.is_empty()).map(str::to_owned);
    enclosed(commands.iter().cloned().chain(said).collect(), '{', '}')
}

/// Words between an opening and a closing sign; empty for no words.
fn enclosed(mut words: Vec<String>, opening: char, closing: char) -> Vec<String> {
    if let Some(first) = words.first_mut() {
        first.insert(0, opening);
    }
    if let Some(last) = words.last_mut() {
        last.push(closing);
    }
    words
}

fn first_move(record: &GameRecord) -> (u32, Side) {
    Position::parse(record.variant, &record.start)
        .map_or((1, Side::White), |start| (u32::from(start.move_number()), start.side_to_move()))
}

fn remark(event: &GameEvent, letters: PieceDialect) -> Option<String> {
    match event {
        GameEvent::PieceChosen { by, kind } => Some(format!("{by} picks {}", letters.code(*kind))),
        GameEvent::DrawOffered { by } => Some(format!("{by} offers a draw")),
        GameEvent::Touched { by, pieces, .. } => Some(format!("{by} touches {}", placed(pieces, letters))),
        GameEvent::Released { by, pieces } => Some(format!("{by} releases {}", placed(pieces, letters))),
        GameEvent::HintTaken { by, .. } => Some(format!("{by} takes a hint")),
        GameEvent::DrawDeclined { by } => Some(format!("{by} declines the draw")),
        GameEvent::Ended { reason, intended: Some(intended), .. } => {
            let claimed = if *reason == EndReason::FiftyMovesClaimed {
                "50 moves without progress"
            } else {
                "threefold repetition"
            };
            Some(format!("draw claimed with {}: {claimed}", in_letters(&intended.san, letters)))
        }
        GameEvent::Ended { reason, .. } => Some(reason.in_records().to_owned()),
        _ => None,
    }
}

/// "Ke1, e2": pieces and where they stand, as notation writes them.
fn placed(pieces: &[(Square, Piece)], letters: PieceDialect) -> String {
    let name = |(square, piece): &(Square, Piece)| match piece.kind {
        PieceType::PAWN => square.to_string(),
        kind => format!("{}{square}", letters.code(kind)),
    };
    pieces.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_line_says_whose_its_first_move_is() {
        let line = |moves: &[&str], side| {
            let better = moves.iter().map(|san| (*san).to_owned()).collect();
            variation(&PgnPly { san: "a3".to_owned(), better, ..PgnPly::default() }, 12, side).join(" ")
        };
        assert_eq!(line(&["Nf6", "Bb5", "a6"], Side::Black), "(12... Nf6 13. Bb5 a6)");
        assert_eq!(line(&["Bb5", "a6", "Ba4"], Side::White), "(12. Bb5 a6 13. Ba4)");
        assert_eq!(line(&[], Side::White), "");
    }

    #[test]
    fn a_place_has_one_comment_with_its_commands_in_front() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let written = |commands: &[&str], remarks: &[&str]| comment(&texts(commands), &texts(remarks));
        assert_eq!(written(&[], &[]), Vec::<String>::new());
        assert_eq!(written(&["[%emt 0:00:01]"], &[]), ["{[%emt 0:00:01]}"]);
        assert_eq!(
            written(&["[%eval 0.20]", "[%emt 0:00:01]"], &["white offers a {draw}", "draw agreed"]).join(" "),
            "{[%eval 0.20] [%emt 0:00:01] white offers a draw; draw agreed}"
        );
    }

    #[test]
    fn times_are_hours_minutes_and_whole_seconds() {
        let table = [(0, "0:00:00"), (59_999, "0:00:59"), (3_723_000, "1:02:03"), (864_000_000, "240:00:00")];
        for (millis, text) in table {
            assert_eq!(hours(millis), text);
        }
        let time = MoveTime { used: 61_000, left: 3_600_000 };
        assert_eq!(times(Some(time), 90_000), ["[%clk 1:00:00]", "[%emt 0:01:01]"]);
        assert_eq!(times(None, 90_000), ["[%emt 0:01:30]"]);
    }

    #[test]
    fn letters_are_exchanged_without_their_signs() {
        let other = PieceDialect::FairyStockfish;
        for (own, theirs) in [("Mxd5+ $4", "Cxd5+ $4"), ("Cf1", "Af1"), ("a9=M#", "a9=C#"), ("O-O", "O-O")] {
            assert_eq!(in_letters(own, other), theirs);
        }
    }
}
