//! The board on a piece's page on which the piece can be tried: what it does on every square, so tightly written that it fits
//! into the page. The script of the pages draws it; without one it is not there. Not here: what pieces do.

use adoube_bot::{BookArticle, PieceTrial, TrialPiece, TrialTarget};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Serialize;

use super::{
    PageContext,
    html::{escape, escape_json},
};

/// What the script knows.
#[derive(Serialize)]
struct TrialData<'a> {
    name: &'a str,
    art: String,
    first: &'a str,
    converts: bool,
    stones: Vec<TrialPlacement<'a>>,
    /// For each square from a1 rank by rank 18 characters, in whose bits each square it can go to is one.
    moves: String,
    /// The same of squares it can capture on; empty where they are the same.
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

/// Where to ask about other stones, and what these look like.
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
pub(super) fn section(desk: &PageContext<'_>, article: &BookArticle) -> String {
    let listed = &article.listed;
    let Some(trial) = desk.words.trial(listed.code, desk.language) else { return String::new() };
    let asking = desk.places.asking(listed.code);
    let put = asking.as_ref().map(|_| put(desk, &listed.name)).unwrap_or_default();
    let data = trial_data(desk, article, &trial, asking);
    // It is plain data: there is nothing that could fail.
    let json = serde_json::to_string(&data).unwrap_or_default();
    let mut notes = vec![desk.word("book-told-try")];
    notes.extend((!trial.stones.is_empty()).then(|| desk.word("book-told-others")));
    notes.extend(trial.copied.clone());
    format!(
        r#"<section class="try" id="try" aria-labelledby="try-title" data-trial='{}' hidden>
<h2 id="try-title">{}</h2>
<p id="try-about">{}</p>
<div class="table">
<div id="try-board" class="trial" role="grid" aria-label="{}" aria-describedby="try-about"></div>
<div>
<p id="tried" class="tried" role="status"></p>
{put}</div>
</div>
</section>
"#,
        escape_json(&json),
        escape(&desk.word("book-try")),
        escape(&notes.join(" ")),
        escape(&desk.word("book-board")),
    )
}

/// What can be put on the board.
fn put(desk: &PageContext<'_>, name: &str) -> String {
    let choice = |value: &str, label: &str, checked: &str| {
        let label = escape(label);
        format!(r#"<label><input type="radio" name="put" value="{value}"{checked}> {label}</label>"#)
    };
    format!(
        "<fieldset class=\"put\"><legend>{}</legend>{}{}{}</fieldset>\n<p><button type=\"button\" class=\"button\" id=\"try-clear\">{}</button></p>\n",
        escape(&desk.word("book-put")),
        choice("piece", name, " checked"),
        choice("enemy", &desk.word("book-put-enemy"), ""),
        choice("own", &desk.word("book-put-own"), ""),
        escape(&desk.word("book-clear")),
    )
}

fn trial_data<'a>(
    desk: &PageContext<'_>,
    article: &'a BookArticle,
    trial: &'a PieceTrial,
    asking: Option<String>,
) -> TrialData<'a> {
    let places = desk.places;
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
        art: places.art(&format!("white-{}", article.listed.code)),
        first: &trial.first,
        converts: trial.converts,
        stones: trial.stones.iter().map(|stone| placement(desk, stone)).collect(),
        captures: if captures == moves { String::new() } else { captures },
        moves,
        asking: asking.map(|from| TrialQuery {
            from,
            most: PieceTrial::MOST_STONES,
            enemy: places.art("black-P"),
            own: places.art("white-P"),
        }),
        words: TrialTexts {
            tried: desk.words.word(desk.language, "book-tried", &values),
            going: desk.word("book-cell-move"),
            capture: desk.word("book-cell-capture"),
            both: desk.word("book-cell-both"),
            enemy: desk.word("book-put-enemy"),
            own: desk.word("book-put-own"),
        },
    }
}

fn placement<'a>(desk: &PageContext<'_>, TrialPiece { at, art, name }: &'a TrialPiece) -> TrialPlacement<'a> {
    TrialPlacement { at, art: desk.places.art(art), name }
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
