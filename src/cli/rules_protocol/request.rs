//! Parses a request of the rules protocol, a line of JSON, into values of the right types and
//! sizes.

use adoube_rules::{Square, Variant};
use serde_json::{Map, Value};

use super::error::RulesError;
use super::limits::{DEFAULT_LIMIT_MS, MAX_LIMIT_MS, MAX_LINE_BYTES};
use super::options::SetupOptions;

/// Moves of one request at most: more than any game can last.
const MAX_MOVES: usize = 20_000;
/// Touched squares of one request at most.
const MAX_TOUCHED: usize = 1_000;
/// The deepest count of leaves.
const MAX_DEPTH: u64 = 8;

/// A part of the answer that a request may ask for (`want`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerField {
    Legal,
    San,
    Perft,
    Setup,
    Svg,
    Png,
}

impl AnswerField {
    fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "legal" => Self::Legal,
            "san" => Self::San,
            "perft" => Self::Perft,
            "setup" => Self::Setup,
            "svg" => Self::Svg,
            "png" => Self::Png,
            _ => return None,
        })
    }
}

/// A request. Its position and moves are not checked yet.
pub(super) struct RulesRequest {
    pub(super) game: Variant,
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) touched: Vec<Square>,
    pub(super) want: Vec<AnswerField>,
    /// The depth of perft; always there when perft is wanted.
    pub(super) depth: Option<u32>,
    pub(super) options: SetupOptions,
    /// How long the answer may take, in milliseconds.
    pub(super) limit_ms: u64,
}

/// The object on a line.
pub(super) fn object(line: &[u8]) -> Result<Map<String, Value>, RulesError> {
    if line.len() as u64 > MAX_LINE_BYTES {
        return Err(RulesError::request(format!("the line is longer than {MAX_LINE_BYTES} bytes")));
    }
    let text = str::from_utf8(line)
        .map_err(|error| RulesError::request(format!("the line is no UTF-8: {error}")))?;
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(RulesError::request("the line is not a JSON object".to_owned())),
        Err(error) => Err(RulesError::request(format!("the line is not JSON: {error}"))),
    }
}

impl RulesRequest {
    /// Reads the fields. Unknown ones are ignored.
    pub(super) fn read(fields: &Map<String, Value>) -> Result<Self, RulesError> {
        let field = |name| fields.get(name).filter(|value| !value.is_null());
        let game = text(
            field("game").ok_or_else(|| RulesError::request("the field game is missing".to_owned()))?,
            "game",
        )?;
        let game = Variant::from_key(game)
            .ok_or_else(|| RulesError::request(format!("there is no game {game:?}")))?;
        let words = field("want").map_or(Ok(Vec::new()), |value| texts(value, "want", MAX_TOUCHED))?;
        let mut want = words.iter().map(|word| read_want(word)).collect::<Result<Vec<_>, _>>()?;
        if field("want").is_none() {
            want.push(AnswerField::Legal);
        }
        let depth = field("depth").map(read_depth).transpose()?;
        if want.contains(&AnswerField::Perft) && depth.is_none() {
            return Err(RulesError::request("perft needs the field depth".to_owned()));
        }
        if want.contains(&AnswerField::Setup) && field("position").is_some() {
            return Err(RulesError::request("a position cannot be given and drawn at once".to_owned()));
        }
        Ok(Self {
            game,
            position: field("position")
                .map(|value| text(value, "position").map(str::to_owned))
                .transpose()?,
            moves: field("moves").map_or(Ok(Vec::new()), |value| texts(value, "moves", MAX_MOVES))?,
            touched: field("touched").map_or(Ok(Vec::new()), read_touched)?,
            want,
            depth,
            options: SetupOptions::read(field("options"), field("seed"))?,
            limit_ms: field("limit_ms").map_or(Ok(DEFAULT_LIMIT_MS), read_limit)?,
        })
    }
}

fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str, RulesError> {
    value.as_str().ok_or_else(|| RulesError::request(format!("the field {name} is not a text")))
}

fn texts(value: &Value, name: &str, most: usize) -> Result<Vec<String>, RulesError> {
    let list =
        value.as_array().ok_or_else(|| RulesError::request(format!("the field {name} is not a list")))?;
    if list.len() > most {
        return Err(RulesError::request(format!("the field {name} has more than {most} entries")));
    }
    list.iter().map(|entry| text(entry, name).map(str::to_owned)).collect()
}

fn read_want(word: &str) -> Result<AnswerField, RulesError> {
    AnswerField::from_word(word)
        .ok_or_else(|| RulesError::request(format!("want: there is no {word:?} to have")))
}

fn read_depth(value: &Value) -> Result<u32, RulesError> {
    let depth = value.as_u64().filter(|depth| *depth <= MAX_DEPTH);
    depth
        .map(|depth| depth as u32)
        .ok_or_else(|| RulesError::request(format!("depth is not a whole number from 0 to {MAX_DEPTH}")))
}

fn read_limit(value: &Value) -> Result<u64, RulesError> {
    let limit = value.as_u64().filter(|limit| (1..=MAX_LIMIT_MS).contains(limit));
    limit.ok_or_else(|| {
        RulesError::request(format!("limit_ms is not a whole number from 1 to {MAX_LIMIT_MS}"))
    })
}

fn read_touched(value: &Value) -> Result<Vec<Square>, RulesError> {
    let names = texts(value, "touched", MAX_TOUCHED)?;
    let square =
        |name: &String| name.parse().map_err(|error| RulesError::request(format!("touched: {error}")));
    names.iter().map(square).collect()
}
