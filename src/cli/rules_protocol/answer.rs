//! Answers requests of the rules protocol: positions, legal moves, notation, perft, pictures.

use std::sync::OnceLock;
use std::time::Duration;

use adoube_bot::{Clock, SystemClock};
use adoube_render::{RenderError, Renderer, Scene, Style};
use adoube_rules::notation::{self, SanError};
use adoube_rules::{
    Game, IllegalMoveError, Move, Position, PositionError, Side, Variant, perft_while, touch_move,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value, json};

use super::error::RulesError;
use super::request::{AnswerField, RulesRequest, object};

/// Answers requests. Nothing is remembered from one to the next.
pub struct RulesServer {
    /// Created with the first picture, as most programs want none.
    renderer: OnceLock<Renderer>,
    clock: Box<dyn Clock>,
}

impl Default for RulesServer {
    fn default() -> Self {
        Self::with_clock(Box::new(SystemClock::default()))
    }
}

/// The time limit of a request, checked between steps of work. A single step, such as a picture, has limits of its own.
struct RequestDeadline<'a> {
    clock: &'a dyn Clock,
    until: Duration,
    limit_ms: u64,
}

impl RequestDeadline<'_> {
    fn is_ahead(&self) -> bool {
        self.clock.monotonic() < self.until
    }

    fn check(&self) -> Result<(), RulesError> {
        if self.is_ahead() { Ok(()) } else { Err(self.missed()) }
    }

    fn missed(&self) -> RulesError {
        RulesError::Late { limit_ms: self.limit_ms }
    }
}

#[derive(Serialize)]
struct RulesAnswer {
    id: Value,
    position: String,
    side: String,
    check: bool,
    outcome: Option<EndingJson>,
    claims: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perft: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    png: Option<String>,
}

#[derive(Serialize)]
struct EndingJson {
    result: String,
    reason: String,
}

impl RulesServer {
    /// A server that measures time limits by this clock.
    pub fn with_clock(clock: Box<dyn Clock>) -> Self {
        Self { renderer: OnceLock::new(), clock }
    }

    /// The answer to a line, itself a line of JSON. A line that is no JSON object is answered with the id null.
    pub fn answer(&self, line: &[u8]) -> String {
        let fields = match object(line) {
            Ok(fields) => fields,
            Err(failure) => return refusal(&Value::Null, &failure),
        };
        let id = fields.get("id").cloned().unwrap_or_default();
        let answered = RulesRequest::read(&fields).and_then(|request| self.respond(id.clone(), &request));
        match answered.map(|answer| serde_json::to_string(&answer)) {
            Ok(Ok(text)) => text,
            Ok(Err(error)) => refusal(&id, &RulesError::request(error.to_string())),
            Err(failure) => refusal(&id, &failure),
        }
    }

    fn respond(&self, id: Value, request: &RulesRequest) -> Result<RulesAnswer, RulesError> {
        let RulesRequest { limit_ms, .. } = *request;
        let until = self.clock.monotonic() + Duration::from_millis(limit_ms);
        let deadline = RequestDeadline { clock: &*self.clock, until, limit_ms };
        let game = game(request, &deadline)?;
        let position = game.position();
        let (names, moves) = moves(&game, request);
        deadline.check()?;
        let wants = |want| request.want.contains(&want);
        let drawn = |result: Result<String, RenderError>| {
            result.map_err(|error| RulesError::request(format!("the position cannot be drawn: {error}")))
        };
        let counted = request.depth.filter(|_| wants(AnswerField::Perft)).map(|depth| {
            perft_while(position, depth, || deadline.is_ahead()).ok_or_else(|| deadline.missed())
        });
        let perft = counted.transpose()?;
        let san = wants(AnswerField::San).then(|| san(position, &game, &moves));
        deadline.check()?;
        let svg = wants(AnswerField::Svg).then(|| drawn(self.svg(position))).transpose()?;
        deadline.check()?;
        let png = wants(AnswerField::Png).then(|| drawn(self.png(position))).transpose()?;
        Ok(RulesAnswer {
            id,
            position: position.full_text(),
            side: position.side_to_move().to_string(),
            check: position.in_check(),
            outcome: game.outcome().map(|outcome| EndingJson {
                result: outcome.result.to_string(),
                reason: outcome.reason.to_string(),
            }),
            claims: game.draw_claims().iter().map(ToString::to_string).collect(),
            san,
            legal: wants(AnswerField::Legal).then_some(names),
            perft,
            svg,
            png,
        })
    }

    fn renderer(&self) -> Result<&Renderer, RenderError> {
        if let Some(renderer) = self.renderer.get() {
            return Ok(renderer);
        }
        let renderer = Renderer::new()?;
        Ok(self.renderer.get_or_init(|| renderer))
    }

    fn svg(&self, position: &Position) -> Result<String, RenderError> {
        self.renderer()?.svg(&scene(position), &Style::default())
    }

    fn png(&self, position: &Position) -> Result<String, RenderError> {
        Ok(STANDARD.encode(self.renderer()?.png(&scene(position), &Style::default())?))
    }
}

/// The pieces as White sees them, and nothing else.
fn scene(position: &Position) -> Scene {
    Scene::new(position.region(), position.pieces(), Side::White)
}

fn refusal(id: &Value, failure: &RulesError) -> String {
    json!({"id": id, "error": {"code": failure.code(), "message": failure.to_string()}}).to_string()
}

/// The game after the request's moves.
fn game(request: &RulesRequest, deadline: &RequestDeadline<'_>) -> Result<Game, RulesError> {
    let position = match &request.position {
        _ if request.want.contains(&AnswerField::Setup) => request.options.start(request.game)?,
        Some(text) => read_position(request.game, text)?,
        // Its cards must be dealt.
        None if request.game.has_cards() => request.options.start(request.game)?,
        None => Position::start(request.game),
    };
    let mut game = Game::new(position);
    for (number, text) in (1..).zip(&request.moves) {
        deadline.check()?;
        play(&mut game, text).map_err(|error| RulesError::Move(format!("move {number}: {error}")))?;
    }
    Ok(game)
}

/// Reads a position text, or the form of other programs.
fn read_position(game: Variant, text: &str) -> Result<Position, PositionError> {
    Position::parse(game, text).or_else(|error| {
        let foreign = Position::parse_foreign(game, text, None);
        foreign.map(|foreign| foreign.position).map_err(|_| error)
    })
}

/// Plays a move in coordinates, or else one in standard notation.
fn play(game: &mut Game, text: &str) -> Result<(), PlayError> {
    match game.play_lan(text) {
        Ok(_) => return Ok(()),
        Err(error @ IllegalMoveError::Over(_)) => return Err(error.into()),
        Err(_) => {}
    }
    let made = notation::parse_san(game.position(), game.legal_moves(), text)?;
    game.play(&made)?;
    Ok(())
}

/// Why a move of a request is not played.
#[derive(Debug, thiserror::Error)]
enum PlayError {
    #[error(transparent)]
    Illegal(#[from] IllegalMoveError),
    #[error(transparent)]
    San(#[from] SanError),
}

/// The moves that touch-move leaves, sorted by their coordinate form.
fn moves(game: &Game, request: &RulesRequest) -> (Vec<String>, Vec<Move>) {
    let position = game.position();
    let ruling = touch_move(position, game.legal_moves(), &request.touched);
    let mut named: Vec<_> = ruling.moves.into_iter().map(|made| (made.lan(position), made)).collect();
    named.sort_unstable();
    named.into_iter().unzip()
}

/// The notation of `moves`, in their order. Disambiguation considers all legal moves.
fn san(position: &Position, game: &Game, moves: &[Move]) -> Vec<String> {
    let all = notation::sans(position, game.legal_moves());
    let of = |made: &Move| game.legal_moves().iter().position(|legal| legal == made);
    moves.iter().filter_map(|made| Some(all.get(of(made)?)?.clone())).collect()
}
