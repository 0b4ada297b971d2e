//! Route of a recorded game move by move, for pages that step through it.

use std::sync::Arc;

use adoube_bot::RecordedGame;
use adoube_render::BoardColours;
use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use crate::{
    channels::channel::name_of,
    http::routes::pictures::no_turn,
    state::WebState,
    view::reader::EntryReader,
    wire::{person::SeatQuery, rejection::RequestRejection},
};

/// A recorded game with the data that the reader's page needs for it.
#[derive(Serialize)]
struct GameMovesAnswer {
    #[serde(flatten)]
    game: RecordedGame,
    /// The name of the game's channel.
    channel: String,
    /// The colours of the reader's theme.
    look: BoardColours,
}

/// The moves of a game. A reader who may not see the game gets the answer for one that does not
/// exist.
pub(crate) async fn moves(
    State(state): State<Arc<WebState>>,
    Path(game): Path<String>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    if !state.limits.may_ask(&reader.person) {
        return Ok(StatusCode::TOO_MANY_REQUESTS.into_response());
    }
    let recorded = state.service.recorded(&game, &reader.person).await;
    let recorded = recorded.map_err(|error| RequestRejection::internal(&error, "a game cannot be read"))?;
    let Some((channel, recorded)) = recorded else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let turn = match state.media.game_queue.take(&reader.person) {
        Ok(turn) => turn,
        Err(none) => return Ok(no_turn(none)),
    };
    let (service, viewer) = (state.service.clone(), reader.viewer());
    // Replaying a whole game blocks, so it runs in a thread of its own. It runs to the end even if
    // the browser disconnects, and holds the permit until then.
    let playing = move || {
        let played = service.played(&recorded, &viewer);
        drop(turn);
        played
    };
    let game = tokio::task::spawn_blocking(playing).await;
    let game = game.map_err(|error| RequestRejection::internal(&error, "a game cannot be played"))?;
    let shown = state.with_looks(game, name_of(&channel).to_owned(), &reader);
    Ok(([(CACHE_CONTROL, "no-store")], Json(shown)).into_response())
}

impl WebState {
    fn with_looks(&self, mut game: RecordedGame, channel: String, reader: &EntryReader) -> GameMovesAnswer {
        self.chat.view.add_art(&mut game.types, reader);
        GameMovesAnswer { game, channel, look: self.media.renderer.board_colours(reader.profile.theme()) }
    }
}
