//! Single pieces as files, from which a page puts boards together: the same for everybody, and kept for ever under an
//! address that changes with what is drawn. Not here: drawing (`adoube-render`), boards as pictures (`pictures`).

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

use crate::{WebState, http::routes::requests::RequestRejection, site_url::BasePath};

/// Nothing in it is anybody's.
const KEEP_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Where a type is drawn as a side's; `version` makes a new address when it is drawn otherwise.
pub(crate) fn address(base: &BasePath, theme: ThemeKey, side: &str, code: &str, version: &str) -> String {
    base.address(&format!("/art/{}/{side}-{code}.svg?v={version}", theme.key()))
}

/// One piece: `white-N.svg`.
pub(crate) async fn piece(
    State(chat): State<Arc<WebState>>,
    Path((theme, file)): Path<(String, String)>,
) -> Result<Response, RequestRejection> {
    let named = ThemeKey::from_key(&theme).zip(file.strip_suffix(".svg"));
    let Some((theme, name)) = named else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let drawn = chat.renderer.art(name, theme);
    let drawn = drawn.map_err(|error| RequestRejection::internal(&error, "a piece cannot be drawn"))?;
    Ok(match drawn {
        Some(svg) => ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, KEEP_FOR_EVER)], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    })
}
