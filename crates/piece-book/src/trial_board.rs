//! Writes the board on which a reader tries a piece: its moves from every square, as data in the
//! page that the script draws. Not there without scripts.

use adoube_bot::{BookArticle, PieceTrial, TrialPiece, TrialTarget};
use adoube_render::{Mark, mark_symbols};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Serialize;

use crate::{
    html::{escape, escape_json},
    page_context::PageContext,
};

/// The marks of the board.
const MARKS: [Mark; 4] = [Mark::Picked, Mark::CaptureTarget, Mark::ConversionTarget, Mark::Target];

/// The data for the script.
#[derive(Serialize)]
struct TrialData<'a> {
    name: &'a str,
    art: String,
    first: &'a str,
    converts: bool,
    stones: Vec<TrialPlacement<'a>>,
    /// For each square, from a1 rank by rank, 18 characters of base64: a bit for each square the piece can move to.
    moves: String,
    /// The same for captures; empty where both are the same.
    captures: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    asking: Option<TrialQuery>,
    words: TrialTexts,
}

#[derive(Serialize)]
struct TrialPlacement<'a> {
    at: &'a str,
    art: String,
    name: &'a str,
}

/// The address that answers for other pieces on the board, and what they look like.
#[derive(Serialize)]
struct TrialQuery {
    from: String,
    most: usize,
    enemy: String,
    own: String,
}

#[derive(Serialize)]
struct TrialTexts {
    tried: String,
    #[serde(rename = "move")]
    going: String,
    capture: String,
    both: String,
    enemy: String,
    own: String,
}

/// The section of a piece's page.
pub(crate) fn section(context: &PageContext<'_>, article: &BookArticle) -> String {
    let listed = &article.listed;
    let Some(trial) = context.words.trial(listed.code, context.language) else { return String::new() };
    let asking = context.links.trial_query(listed.code);
    let put = asking.as_ref().map(|_| put(context, &listed.name)).unwrap_or_default();
    let data = trial_data(context, article, &trial, asking);
    // Plain data can always be written.
    let json = serde_json::to_string(&data).unwrap_or_default();
    let mut notes = vec![context.word("book-told-try")];
    notes.extend((!trial.stones.is_empty()).then(|| context.word("book-told-others")));
    notes.extend(trial.copied.clone());
    format!(
        r#"<section class="try" id="try" aria-labelledby="try-title" data-trial='{}' hidden>
<h2 id="try-title">{}</h2>
<p id="try-about">{}</p>
<svg hidden aria-hidden="true">{}</svg>
<div class="table">
<div id="try-board" class="trial" role="grid" aria-label="{}" aria-describedby="try-about"></div>
<div>
<p id="tried" class="tried" role="status"></p>
{put}</div>
</div>
</section>
"#,
        escape_json(&json),
        escape(&context.word("book-try")),
        escape(&notes.join(" ")),
        mark_symbols(&MARKS),
        escape(&context.word("book-board")),
    )
}

/// The choice of pieces to put on the board.
fn put(context: &PageContext<'_>, name: &str) -> String {
    let choice = |value: &str, label: &str, checked: &str| {
        let label = escape(label);
        format!(r#"<label><input type="radio" name="put" value="{value}"{checked}> {label}</label>"#)
    };
    format!(
        "<fieldset class=\"put\"><legend>{}</legend>{}{}{}</fieldset>\n<p><button type=\"button\" class=\"button\" id=\"try-clear\">{}</button></p>\n",
        escape(&context.word("book-put")),
        choice("piece", name, " checked"),
        choice("enemy", &context.word("book-put-enemy"), ""),
        choice("own", &context.word("book-put-own"), ""),
        escape(&context.word("book-clear")),
    )
}

fn trial_data<'a>(
    context: &PageContext<'_>,
    article: &'a BookArticle,
    trial: &'a PieceTrial,
    asking: Option<String>,
) -> TrialData<'a> {
    let links = context.links;
    let names = ["name", "square", "moves", "captures"];
    let braced = names.map(|name| format!("{{{name}}}"));
    let values: Vec<(&'static str, &str)> =
        names.into_iter().zip(braced.iter().map(String::as_str)).collect();
    let bits = |of: fn(&TrialTarget) -> &[String]| -> String {
        trial.squares.iter().map(|(_, reached)| bits(trial, reached.as_ref().map_or(&[], of))).collect()
    };
    let moves = bits(|reached| &reached.moves);
    let captures = bits(|reached| &reached.captures);
    TrialData {
        name: &article.listed.name,
        art: links.art(&format!("white-{}", article.listed.code)),
        first: &trial.first,
        converts: trial.converts,
        stones: trial.stones.iter().map(|stone| placement(context, stone)).collect(),
        captures: if captures == moves { String::new() } else { captures },
        moves,
        asking: asking.map(|from| TrialQuery {
            from,
            most: PieceTrial::MOST_STONES,
            enemy: links.art("black-P"),
            own: links.art("white-P"),
        }),
        words: TrialTexts {
            tried: context.words.word(context.language, "book-tried", &values),
            going: context.word("book-cell-move"),
            capture: context.word("book-cell-capture"),
            both: context.word("book-cell-both"),
            enemy: context.word("book-put-enemy"),
            own: context.word("book-put-own"),
        },
    }
}

fn placement<'a>(
    context: &PageContext<'_>,
    TrialPiece { at, art, name }: &'a TrialPiece,
) -> TrialPlacement<'a> {
    TrialPlacement { at, art: context.links.art(art), name }
}

/// One bit for each square of the board.
fn bits(trial: &PieceTrial, marked: &[String]) -> String {
    let mut bytes = [0_u8; 13];
    for (place, (square, _)) in trial.squares.iter().enumerate() {
        if marked.contains(square) {
            bytes[place / 8] |= 0x80 >> (place % 8);
        }
    }
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marks are symbols in the page; the style sheet and the script draw none.
    #[test]
    fn every_line_of_a_mark_has_a_colour() {
        let (css, script) =
            (include_str!("../../../assets/web/book.css"), include_str!("../../../assets/web/book.js"));
        let symbols = mark_symbols(&MARKS);
        let classes: Vec<&str> =
            symbols.split(" class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(classes.contains(&"hint"));
        for class in classes.into_iter().filter(|class| *class != "mark-art") {
            assert!(css.contains(&format!(".mark-art .{class} {{")), "{class}");
        }
        assert!(MARKS.iter().all(|mark| script.contains(&format!("\"{}\"", mark.key()))));
        assert!(!script.contains("\"path\"") && !css.contains("[role=\"gridcell\"]::"));
    }
}
