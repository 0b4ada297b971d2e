//! Reads a request: from a line to values of the right types and sizes. What they ask for is `answer`'s.

use adoube_rules::{Square, Variant};
use serde_json::{Map, Value};

use super::MAX_LINE;
use super::error::RulesError;
use super::options::SetupOptions;

/// Moves of one request at most: more than any game can last.
const MAX_MOVES: usize = 20_000;
/// Touched squares of one request at most.
const MAX_TOUCHED: usize = 1_000;
/// The deepest count of leaves.
const MAX_DEPTH: u64 = 8;
/// Milliseconds a request may take when it does not say how many, and at most.
const USUAL_LIMIT: u64 = 60_000;
/// See [`USUAL_LIMIT`].
pub(super) const MAX_LIMIT: u64 = 600_000;

/// What an answer can contain beside the position.
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

/// A request that makes sense; whether its position and moves exist is not known yet.
pub(super) struct RulesRequest {
    pub(super) game: Variant,
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) touched: Vec<Square>,
    pub(super) want: Vec<AnswerField>,
    /// There whenever leaves are to be counted.
    pub(super) depth: Option<u32>,
    pub(super) options: SetupOptions,
    /// How many milliseconds its answer may take.
    pub(super) limit_ms: u64,
}

/// The object on a line.
pub(super) fn object(line: &[u8]) -> Result<Map<String, Value>, RulesError> {
    if line.len() as u64 > MAX_LINE {
        return Err(RulesError::request(format!("the line is longer than {MAX_LINE} bytes")));
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
    /// Reads the fields; those it does not know are none of its business.
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
            limit_ms: field("limit_ms").map_or(Ok(USUAL_LIMIT), read_limit)?,
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
    let limit = value.as_u64().filter(|limit| (1..=MAX_LIMIT).contains(limit));
    limit.ok_or_else(|| RulesError::request(format!("limit_ms is not a whole number from 1 to {MAX_LIMIT}")))
}

fn read_touched(value: &Value) -> Result<Vec<Square>, RulesError> {
    let names = texts(value, "touched", MAX_TOUCHED)?;
    let square =
        |name: &String| name.parse().map_err(|error| RulesError::request(format!("touched: {error}")));
    names.iter().map(square).collect()
}
