//! Reads which pieces a person sees: on the live board, and on posted boards from the alt text of
//! their pictures. Not here: how a person gets them (`person`).

use std::collections::BTreeMap;

use adoube_rules::Game;
use serde_json::Value;

/// What stands on each square: `white K`.
pub type Pieces = BTreeMap<String, String>;

/// The pieces of a game.
pub fn of(game: &Game) -> Pieces {
    let pieces = game.position().pieces();
    pieces
        .map(|(square, piece)| (square.to_string(), format!("{} {}", piece.side, piece.kind.code())))
        .collect()
}

/// What the board one can touch shows.
pub fn on(board: &Value) -> Pieces {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let pieces = board["pieces"].as_array().expect("pieces").iter();
    pieces
        .map(|piece| (text(&piece["at"]), format!("{} {}", text(&piece["side"]), text(&piece["type"]))))
        .collect()
}

/// The board of a running game that an entry posts to everybody, and the plies before it.
pub fn posted(entry: &Value, series: &str) -> Option<(usize, Pieces)> {
    let message = &entry["message"];
    if entry["kind"] != "notice" || message["series"] != series {
        return None;
    }
    let told = message["picture"]["alt"].as_str()?;
    // "Move 3, Black to move. … White: King e1; Rooks on a1 and h1. Black: …"
    let (number, rest) = told.split_once("Move ")?.1.split_once(", ")?;
    let (side, _) = rest.split_once(" to move")?;
    let number: usize = number.parse().expect("a number");
    let mut pieces = Pieces::new();
    for (side, before) in [("white", "White: "), ("black", "Black: ")] {
        let (_, list) = told.split_once(before).expect("both have pieces");
        for group in list.split('.').next().unwrap_or_default().split("; ") {
            note(side, group, &mut pieces);
        }
    }
    Some(((number - 1) * 2 + usize::from(side == "Black"), pieces))
}

/// "Rooks on a1 and h1"
fn note(side: &str, group: &str, pieces: &mut Pieces) {
    let mut words = group.split([' ', ',']).filter(|word| !word.is_empty());
    let code = match words.next().expect("a type").trim_end_matches('s') {
        "Knight" => "N",
        other => &other[..1],
    };
    for square in words.filter(|word| word.len() == 2 && word.ends_with(|last: char| last.is_ascii_digit())) {
        pieces.insert(square.to_owned(), format!("{side} {code}"));
    }
}
