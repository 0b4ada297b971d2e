//! Route of single piece drawings as SVG, from which pages assemble boards; browsers cache them
//! permanently.

use std::sync::Arc;

use adoube_render::ThemeKey;
use axum::{
    extract::{Path, State},
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};

use crate::{state::WebState, wire::rejection::RequestRejection};

/// Safe for shared caches, since drawings contain no personal data.
const KEEP_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The drawing of one piece, such as `white-N.svg`.
pub(crate) async fn piece(
    State(state): State<Arc<WebState>>,
    Path((theme, file)): Path<(String, String)>,
) -> Result<Response, RequestRejection> {
    let named = ThemeKey::from_key(&theme).zip(file.strip_suffix(".svg"));
    let Some((theme, name)) = named else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let drawn = state.media.renderer.art(name, theme);
    let drawn = drawn.map_err(|error| RequestRejection::internal(&error, "a piece cannot be drawn"))?;
    Ok(match drawn {
        Some(svg) => ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, KEEP_FOR_EVER)], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    })
}
