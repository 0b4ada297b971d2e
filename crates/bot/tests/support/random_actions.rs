//! Random actions of people in the simulation: sensible and foolish commands, moves and button
//! presses, and forged ids, in two languages.

use adoube_bot::{Language, UserAction};
use adoube_rules::{Game, Move, PieceType, Square, notation};
use rand::{Rng, RngExt, seq::IndexedRandom};
use serde_json::Value;

/// Everybody there is.
pub const NAMES: [&str; 4] = ["Ada", "Bob", "Cy", "Dée Dée"];

/// A button or menu that was shown, with the values it offered.
#[derive(Clone, Debug)]
pub struct Control {
    pub id: String,
    pub values: Vec<String>,
}

/// Something to be done by somebody.
pub struct Deed {
    pub name: String,
    pub language: Language,
    pub action: UserAction,
}

/// What the world looks like to whoever thinks of a deed.
pub struct Scene<'a> {
    /// The running game's record and the rules' view of it.
    pub game: Option<(&'a Value, &'a Game)>,
    /// Everything that was ever shown, newest last.
    pub controls: &'a [Control],
    /// Whether everybody here likes to play with touch-move.
    pub touch_move: bool,
}

/// Commands without a move, in both languages; `{name}`, `{id}` and `{junk}` are filled in.
const COMMANDS: [&str; 109] = [
    "play",
    "play {name} chess",
    "play chess960 {name}",
    "spielen {name} grand weiß",
    "play grand all {name}",
    "play white chess",
    "play {name} chess touch-move",
    "play chess960 {name} touch-move",
    "spielen grand berührt-geführt {name}",
    "spielen alle berührt-geführt weiß",
    "play chess touch-move:no",
    "play {name} chess 1d timeout:strict",
    "play {name} 3d+1d chess960",
    "play grand 0+30h timeout:ask",
    "spielen schachen 2d {name}",
    "spielen schach schwarz {name}",
    "play {name} schachen",
    "spielen schachen könige-gegenüber {name}",
    "play schachen touch-move {name}",
    "play {name} schachen facing white",
    "play opponent:{name} promotion:initial",
    "play {name} captured",
    "spielen umwandlung:alle",
    "setup",
    "setup {name} classic-random 3 send",
    "aufstellen frei gewählt 2 {name} abschicken",
    "setup free-chosen 5 duplicates lock:0 send",
    "setup classic chosen 1 rotate send",
    "aufstellen frei-zufällig 19 duplikate:an alle abschicken",
    "setup send",
    "play nobody",
    "play chess all",
    "play {junk}",
    "setup 7 touch-move:on",
    "aufstellen neu",
    "setup {junk}",
    "setup lock:99999",
    "setup discard",
    "pick",
    "pick {junk}",
    "accept",
    "accept",
    "accept",
    "annehmen",
    "annehmen",
    "decline",
    "ablehnen",
    "withdraw",
    "zurückziehen",
    "board",
    "board hints",
    "brett text",
    "brett drehen",
    "board {junk}",
    "moves",
    "züge",
    "moves knight",
    "züge Bauer",
    "moves e2",
    "moves {junk}",
    "draw",
    "remis",
    "draw accept",
    "remis annehmen",
    "draw decline",
    "takeback",
    "rücknahme",
    "takeback yes",
    "takeback no",
    "rücknahme ja",
    "claim",
    "touch {junk}",
    "release",
    "freigeben e2",
    "freigeben {junk}",
    "rules touch-move",
    "hand",
    "karten",
    "drop",
    "drop {junk}",
    "einsetzen Bauer",
    "pass",
    "passen",
    "verify",
    "prüfen {id}",
    "rules schachen",
    "reklamieren",
    "resign",
    "aufgeben",
    "abort",
    "abbrechen",
    "games",
    "partien hier",
    "games {name}",
    "game",
    "game {id}",
    "export",
    "exportieren fen",
    "export json",
    "nachspielen",
    "replay {id}",
    "export pgn {id}",
    "piece marshal",
    "figur {junk}",
    "rules",
    "regeln grand",
    "help",
    "hilfe zug",
    "{junk}",
];

const JUNK: [&str; 12] =
    ["", " ", "x", "e9e10", "🙂🙂", "Qh9", "{}", "= :", "-", "\u{202e}abc", "O-O-O-O", "k7f2mq"];

const IDS: [&str; 24] = [
    "",
    "turn",
    "accept.zzzzzz",
    "turn.zzzzzz.0.move",
    "turn.{id}.{turn}.piece",
    "turn.{id}.{turn}.square.a1",
    "turn.{id}.{turn}.squares.e5.7",
    "turn.{id}.{turn}.promotions.a1.a2.0",
    "turn.{id}.{turn}.pieces.99999",
    "turn.{id}.{turn}.promotion.a7.a8",
    "turn.{id}.{turn}.play.e2.e4.-",
    "turn.{id}.{turn}.confirm.abort",
    "turn.{id}.{turn}.acceptdraw",
    "turn.{id}.{turn}.release",
    "turn.{id}.99999999999999999999.draw",
    "turn.{id}.{turn}.hand",
    "turn.{id}.{turn}.pass.m2.m3.-",
    "turn.{id}.{turn}.card.n2.n3.-",
    "turn.{id}.{turn}.dropon.n2.n3.-.N",
    "turn.{id}.{turn}.play.m2.m3.-.N.m1",
    "turn.{id}.{turn}.choose.NR",
    "turn.{id}.{turn}.kind",
    "panel.{id}.{turn}.send",
    "panel.{id}.1.rule",
];

/// Thinks of something to do.
pub fn think(rng: &mut impl Rng, scene: &Scene<'_>) -> Deed {
    let language = if rng.random_bool(0.5) { Language::EN } else { Language::of("de") };
    let anybody = pick(rng, &NAMES).to_owned();
    let roll = rng.random_range(0..100);
    let deed = |name, action| Deed { name, language, action };
    match (scene.game, roll) {
        (Some((record, _)), 0..45) if !record["choosing"].is_null() => {
            let name = if rng.random_range(0..12) == 0 { anybody } else { chooser(record) };
            deed(name, UserAction::Line(pick_command(rng, language)))
        }
        (Some((record, game)), 0..45) => {
            let touches = record["touch_move"] == true && rng.random_range(0..3) == 0;
            if touches && rng.random_range(0..4) == 0 {
                let release = pick(rng, &["release", "freigeben", "release e2 g1 d7"]).to_owned();
                return deed(player(rng, scene, anybody), UserAction::Line(release));
            }
            let name = if rng.random_range(0..12) == 0 { anybody } else { to_move(record, game) };
            deed(name, if touches { touch(rng, game) } else { move_action(rng, game, language) })
        }
        (_, 45..72) => deed(player(rng, scene, anybody), press(rng, scene)),
        (_, 72..76) => deed(anybody, UserAction::Text(pick(rng, &JUNK).to_owned())),
        (None, 0..8) => {
            let variant = pick(rng, &["schachen", "schachen", "chess", "chess960"]);
            let touch = if scene.touch_move { " touch-move" } else { "" };
            let pace = pick(rng, &["", "", " 2d timeout:strict", " 3d+12h"]);
            deed(anybody, UserAction::Line(format!("play {variant}{touch}{pace}")))
        }
        (None, 8..14) => {
            let extra = rng.random_range(1..4);
            let array = pick(rng, &["classic-chosen", "free-chosen", "free-random"]);
            let touch = if scene.touch_move { " touch-move" } else { "" };
            deed(anybody, UserAction::Line(format!("setup {array} {extra}{touch} send")))
        }
        (None, 14..45) => {
            let line = pick(rng, &COMMANDS[..47]);
            let line = filled(rng, scene, line);
            let plays = ["play", "spielen"].iter().any(|word| line.starts_with(word));
            let line = if plays && scene.touch_move { format!("{line} touch-move") } else { line };
            deed(anybody, UserAction::Line(line))
        }
        _ => {
            let line = pick(rng, &COMMANDS);
            deed(player(rng, scene, anybody), UserAction::Line(filled(rng, scene, line)))
        }
    }
}

/// Touches a few squares, mostly of pieces.
fn touch(rng: &mut impl Rng, game: &Game) -> UserAction {
    let pieces: Vec<Square> = game.position().pieces().map(|(square, _)| square).collect();
    let squares: Vec<Square> = game.position().region().squares().collect();
    let count = rng.random_range(1..5);
    let mut square = || {
        let from = if rng.random_range(0..6) == 0 { &squares } else { &pieces };
        from.choose(rng).map(ToString::to_string).unwrap_or_default()
    };
    let names: Vec<String> = (0..count).map(|_| square()).collect();
    UserAction::Line(format!("{} {}", pick(rng, &["touch", "berühren"]), names.join(" ")))
}

/// Mostly one of the players, when somebody plays.
fn player(rng: &mut impl Rng, scene: &Scene<'_>, anybody: String) -> String {
    let Some((record, _)) = scene.game else { return anybody };
    match rng.random_range(0..5) {
        0 | 1 => name_of(&record["seats"]["white"]),
        2 | 3 => name_of(&record["seats"]["black"]),
        _ => anybody,
    }
}

fn name_of(person: &Value) -> String {
    person["name"].as_str().unwrap_or_default().to_owned()
}

fn to_move(record: &Value, game: &Game) -> String {
    name_of(&record["seats"][game.position().side_to_move().to_string()])
}

/// Whose turn it is to choose an extra piece: by turns, and Black the last one.
pub fn chooser(record: &Value) -> String {
    let chosen = record["choosing"]["chosen"].as_array().map_or(0, Vec::len) as u64;
    let left = record["array"]["extra"].as_u64().unwrap_or_default().saturating_sub(chosen);
    name_of(&record["seats"][if left % 2 == 1 { "black" } else { "white" }])
}

/// A piece by its code or its English name; sometimes a part of one.
fn pick_command(rng: &mut impl Rng, language: Language) -> String {
    let kind = PieceType::from_index(rng.random_range(0..PieceType::COUNT)).unwrap_or(PieceType::JOKER);
    let name = match rng.random_range(0..6) {
        0 => kind.key().chars().take(4).collect(),
        1 | 2 => kind.key().to_owned(),
        _ => kind.code().to_lowercase(),
    };
    format!("{} {name}", if language == Language::of("de") { "wählen" } else { "pick" })
}

fn pick<'a>(rng: &mut impl Rng, from: &[&'a str]) -> &'a str {
    from.choose(rng).copied().unwrap_or_default()
}

fn filled(rng: &mut impl Rng, scene: &Scene<'_>, line: &str) -> String {
    let (id, turn) = match scene.game {
        Some((record, _)) => {
            (record["id"].as_str().unwrap_or_default().to_owned(), record["turn"].to_string())
        }
        None => ("zzzzzz".to_owned(), "0".to_owned()),
    };
    let line = line.replace("{name}", pick(rng, &NAMES)).replace("{id}", &id).replace("{turn}", &turn);
    line.replace("{junk}", pick(rng, &JUNK))
}

fn press(rng: &mut impl Rng, scene: &Scene<'_>) -> UserAction {
    if scene.controls.is_empty() || rng.random_range(0..8) == 0 {
        let forged = pick(rng, &IDS);
        return UserAction::Press { id: filled(rng, scene, forged), value: value(rng, &[]) };
    }
    // Mostly what was shown last; now and then something old.
    let newest = scene.controls.len().saturating_sub(if rng.random_bool(0.5) { 2 } else { 12 });
    let from = if rng.random_range(0..6) == 0 { 0 } else { newest };
    let control = scene.controls[rng.random_range(from..scene.controls.len())].clone();
    UserAction::Press { id: control.id, value: value(rng, &control.values) }
}

/// A value that was offered; sometimes none, or one that was not.
fn value(rng: &mut impl Rng, offered: &[String]) -> Option<String> {
    match rng.random_range(0..10) {
        0 => None,
        1 => Some(pick(rng, &JUNK).to_owned()),
        _ => offered.choose(rng).cloned(),
    }
}

/// A move in one of many spellings, legal or not, as a command or just said.
fn move_action(rng: &mut impl Rng, game: &Game, language: Language) -> UserAction {
    let text = match game.legal_moves().choose(rng) {
        Some(made) if rng.random_range(0..10) > 0 => spelling(rng, game, made, language),
        _ => {
            let squares: Vec<_> = game.position().region().squares().collect();
            let mut square = || squares.choose(rng).map(ToString::to_string).unwrap_or_default();
            format!("{}{}", square(), square())
        }
    };
    match rng.random_range(0..4) {
        0 => UserAction::Line(format!("move {text}")),
        1 => UserAction::Line(format!("zug {text}")),
        2 => UserAction::Line(text),
        _ => UserAction::Text(text),
    }
}

fn spelling(rng: &mut impl Rng, game: &Game, made: &Move, language: Language) -> String {
    let san = notation::san(game.position(), made);
    match rng.random_range(0..7) {
        0 | 1 => made.to_string(),
        2 => san.to_lowercase(),
        3 => format!("{}-{}", made.from, made.to),
        4 => {
            let kind = game.position().piece_at(made.from).map_or(PieceType::PAWN, |piece| piece.kind);
            format!("{} {}", piece_name(kind, language), made.to)
        }
        5 if language == Language::of("de") => german(&san),
        _ => san,
    }
}

fn piece_name(kind: PieceType, language: Language) -> &'static str {
    let (english, german) = match kind.code() {
        "K" => ("King", "König"),
        "Q" => ("queen", "Dame"),
        "R" => ("Rook", "turm"),
        "B" => ("Bishop", "Läufer"),
        "N" => ("knight", "Springer"),
        "C" => ("Cardinal", "Kardinal"),
        "M" => ("Marshal", "Marschall"),
        _ => ("pawn", "Bauer"),
    };
    if language == Language::of("de") { german } else { english }
}

fn german(san: &str) -> String {
    let letter = |letter: char| match letter {
        'Q' => 'D',
        'R' => 'T',
        'B' => 'L',
        'N' => 'S',
        other => other,
    };
    san.chars().map(letter).collect()
}
