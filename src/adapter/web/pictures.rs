//! Pictures and files of messages, for those who may see the message: who else asks learns nothing, not even that it
//! exists. Not here: drawing (`adoube-render`).

use std::sync::Arc;

use adoube_render::{Pace, REPLAY_SQUARE, RenderError, Renderer, Style, ThemeKey};
use adoube_service::{Message, trial_board};
use axum::{
    extract::{Path, Query, State},
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG},
    },
    response::{IntoResponse, Response},
};

use super::{Chat, assets, pages::has_current, requests::Refused, wire::AtSeat};

/// A message never changes, and theme and language are in the address: but the next person at this browser must not
/// get it from a shared cache.
const KEEP_PRIVATELY: &str = "private, max-age=86400";

/// The board of a message.
pub(super) async fn board(
    State(chat): State<Arc<Chat>>,
    Path((channel, number)): Path<(String, u64)>,
    Query(AtSeat { seat }): Query<AtSeat>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let reader = chat.reader(&headers, seat).await?;
    let Some(picture) =
        chat.message_for(&channel, number, &reader).await?.and_then(|message| message.picture)
    else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let style = style(reader.profile.theme());
    let png = chat.draw(move |renderer| renderer.png(&picture.scene, &style)).await?;
    Ok(image(&headers, "image/png", png))
}

/// The game of a message, moving.
pub(super) async fn replay(
    State(chat): State<Arc<Chat>>,
    Path((channel, number)): Path<(String, u64)>,
    Query(AtSeat { seat }): Query<AtSeat>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let reader = chat.reader(&headers, seat).await?;
    let Some(animation) =
        chat.message_for(&channel, number, &reader).await?.and_then(|message| message.animation)
    else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let style = Style { square_px: REPLAY_SQUARE, ..style(reader.profile.theme()) };
    let drawn = chat.draw(move |renderer| renderer.replay(animation.scenes(), &style, Pace::default()));
    Ok(image(&headers, "image/gif", drawn.await?.file))
}

fn image(headers: &HeaderMap, media_type: &str, file: Vec<u8>) -> Response {
    let tag = assets::tag(&file);
    let about = [(CONTENT_TYPE, media_type), (CACHE_CONTROL, KEEP_PRIVATELY), (ETAG, tag.as_str())];
    if has_current(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, file).into_response()
}

/// The file of a message.
pub(super) async fn file(
    State(chat): State<Arc<Chat>>,
    Path((channel, number)): Path<(String, u64)>,
    Query(AtSeat { seat }): Query<AtSeat>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let reader = chat.reader(&headers, seat).await?;
    let Some(file) =
        chat.message_for(&channel, number, &reader).await?.and_then(|message| message.attachment)
    else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = file.name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    // Never shown in the page's own origin, whatever it is: always kept as a file.
    let disposition = format!("attachment; filename=\"{name}\"");
    let media_type = format!("{}; charset=utf-8", file.media_type);
    let about = [
        (CONTENT_TYPE, media_type.as_str()),
        (CACHE_CONTROL, KEEP_PRIVATELY),
        (CONTENT_DISPOSITION, &disposition),
    ];
    Ok((about, file.text).into_response())
}

/// How boards are drawn in the chat in a theme.
pub(super) fn style(theme: ThemeKey) -> Style {
    Style::of(theme)
}

impl Chat {
    async fn message_for(
        &self,
        channel: &str,
        number: u64,
        reader: &super::view::Reader,
    ) -> Result<Option<Message>, Refused> {
        let Some(channel) = self.channels.find(channel) else { return Ok(None) };
        let entry = self.log.entry(&channel, number, &reader.person).await;
        let entry = entry.map_err(|error| Refused::fault(&error, "a message cannot be read"))?;
        let notice = entry.as_deref().and_then(super::log::Entry::notice);
        Ok(notice.map(|notice| self.service.present(notice, &reader.viewer())))
    }

    /// Whether a board can be drawn now.
    pub(super) async fn try_drawing(&self) -> bool {
        self.draw(|renderer| renderer.fresh_png(&trial_board(), &Style::default())).await.is_ok()
    }

    /// Draws on a thread that may be busy for a while; a few at a time, so that others get a turn.
    async fn draw<T: Send + 'static>(
        &self,
        draw: impl FnOnce(&Renderer) -> Result<T, RenderError> + Send + 'static,
    ) -> Result<T, Refused> {
        let turn =
            self.drawing.acquire().await.map_err(|error| Refused::fault(&error, "a picture gets no turn"))?;
        let renderer: Arc<Renderer> = Arc::clone(&self.renderer);
        let drawn = tokio::task::spawn_blocking(move || draw(&renderer)).await;
        drop(turn);
        let drawn = drawn.map_err(|error| Refused::fault(&error, "a picture was not finished"))?;
        drawn.map_err(|error| Refused::fault(&error, "a picture cannot be drawn"))
    }
}
