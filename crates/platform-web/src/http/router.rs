//! Table of the routes of the HTTP server: which handler answers which path, and the middleware
//! around them.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};

use crate::{
    http::{
        guard::{self, Rules},
        routes::{
            admission, art, book, health, invites, members, moves, pages, pictures, requests, start,
            well_known,
        },
    },
    limits::REQUEST_TIME,
    state::WebState,
};

pub(crate) fn router(state: Arc<WebState>, rules: Rules) -> Router {
    Router::new()
        .route("/", get(pages::page))
        .route("/c/{channel}", get(pages::channel_page))
        .route("/game/{game}", get(pages::private_page))
        .route("/games/{game}/moves", get(moves::moves))
        .route("/assets/{*name}", get(pages::asset))
        .route("/art/{theme}/{file}", get(art::piece))
        .route("/book", get(book::list))
        .route("/book/{name}", get(book::leaf))
        .route("/book/{name}/from/{square}", get(book::tried))
        .route("/book/files/{name}", get(book::file))
        .route("/book/art/{name}", get(book::art))
        .route("/book/boards/{name}", get(book::board))
        .route("/words/{language}", get(pages::words_of))
        .route("/session", post(requests::session))
        .route("/person", post(requests::person))
        .route("/channels", post(requests::make_channel))
        .route("/channels/{channel}/members", get(members::members).post(members::change_members))
        .route("/invites", post(invites::invite))
        .route("/invites/{secret}", post(invites::open))
        .route("/invite/{secret}", get(pages::private_page))
        .route("/start", get(start::form).post(start::start))
        .route("/channels/{channel}/messages/{number}/board.png", get(pictures::board))
        .route("/channels/{channel}/messages/{number}/replay.gif", get(pictures::replay))
        .route("/channels/{channel}/messages/{number}/file", get(pictures::file))
        .route("/socket", get(requests::open_socket))
        .route("/.well-known/security.txt", get(well_known::security))
        .route("/robots.txt", get(well_known::robots))
        .route("/favicon.ico", get(well_known::favicon))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), in_time))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), admission::admit))
        .layer(middleware::from_fn_with_state(rules.clone(), guard::guard))
        // Probes send no host name, and the answers are not secret.
        .route("/ready", get(health::ready))
        .route("/healthz", get(health::alive))
        .layer(middleware::from_fn_with_state(rules, guard::add_headers))
        .with_state(state)
}

/// Aborts requests that take too long.
async fn in_time(State(state): State<Arc<WebState>>, request: Request, next: Next) -> Response {
    let timer = state.clock.timer();
    tokio::select! {
        answer = next.run(request) => answer,
        () = timer.until(timer.now() + REQUEST_TIME) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}
