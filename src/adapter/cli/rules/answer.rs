//! Answers a request with what the rules say.

use adoube_rules::{Game, Position, PositionError, perft};
use serde::Serialize;
use serde_json::{Value, json};

use super::request::{Request, Want, object};

/// What is wrong with a request, by the protocol's codes.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Request(String),
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("{0}")]
    Move(String),
}

impl Failure {
    pub(super) fn request(message: String) -> Self {
        Self::Request(message)
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::Request(_) => "bad-request",
            Self::Position(_) => "bad-position",
            Self::Move(_) => "illegal-move",
        }
    }
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    position: String,
    side: String,
    check: bool,
    outcome: Option<Ending>,
    claims: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perft: Option<u64>,
}

#[derive(Serialize)]
struct Ending {
    result: String,
    reason: String,
}

/// The answer to a line, itself a line of JSON. A line that is no JSON object is answered with the id null.
pub fn answer(line: &[u8]) -> String {
    let fields = match object(line) {
        Ok(fields) => fields,
        Err(failure) => return refusal(&Value::Null, &failure),
    };
    let id = fields.get("id").cloned().unwrap_or_default();
    let answered = Request::read(&fields).and_then(|request| respond(id.clone(), &request));
    match answered.map(|answer| serde_json::to_string(&answer)) {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => refusal(&id, &Failure::request(error.to_string())),
        Err(failure) => refusal(&id, &failure),
    }
}

fn refusal(id: &Value, failure: &Failure) -> String {
    json!({"id": id, "error": {"code": failure.code(), "message": failure.to_string()}}).to_string()
}

fn respond(id: Value, request: &Request) -> Result<Answer, Failure> {
    let game = game(request)?;
    let position = game.position();
    let mut legal: Vec<_> = game.legal_moves().iter().map(|legal| (legal.lan(position), *legal)).collect();
    legal.sort_unstable();
    let (names, moves): (Vec<_>, Vec<_>) = legal.into_iter().unzip();
    let wants = |want| request.want.contains(&want);
    Ok(Answer {
        id,
        position: position.to_string(),
        side: position.side_to_move().to_string(),
        check: position.in_check(),
        outcome: game
            .outcome()
            .map(|outcome| Ending { result: outcome.result.to_string(), reason: outcome.reason.to_string() }),
        claims: game.claims().iter().map(ToString::to_string).collect(),
        san: wants(Want::San).then(|| adoube_rules::notation::sans(position, &moves)),
        legal: wants(Want::Legal).then_some(names),
        perft: request.depth.filter(|_| wants(Want::Perft)).map(|depth| perft(position, depth)),
    })
}

/// The game after the request's moves.
fn game(request: &Request) -> Result<Game, Failure> {
    let position = match &request.position {
        Some(text) => Position::parse(request.game, text)?,
        None => Position::start(request.game),
    };
    let mut game = Game::new(position);
    for (number, text) in (1..).zip(&request.moves) {
        game.play_lan(text).map_err(|error| Failure::Move(format!("move {number}: {error}")))?;
    }
    Ok(game)
}
