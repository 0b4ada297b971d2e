//! Routes of a message's pictures and files. A person who may not see the message gets the answer
//! for one that does not exist.

use std::sync::Arc;

use adoube_bot::Message;
use axum::{
    body::Bytes,
    extract::{Path, Query, State},
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};

use crate::{
    limits::fair_queue::{FairQueueError, FairQueuePermit},
    log::entry::LogEntry,
    media::{
        compressed_text::has_current,
        picture_cache::{PictureFileError, PictureSubject, board_to_send},
    },
    state::WebState,
    view::reader::EntryReader,
    wire::{entry_id::EntryId, person::SeatQuery, rejection::RequestRejection},
};

/// A message never changes, and theme and language are in the address. Private, so that no shared
/// cache gives the picture to the next person at this browser.
const KEEP_PRIVATELY: &str = "private, max-age=86400";
/// Seconds until a retry makes sense.
const SOON: &str = "2";

/// The board picture of a message.
pub(crate) async fn board(
    State(state): State<Arc<WebState>>,
    Path((channel, id)): Path<(String, EntryId)>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    let turn = match state.media.board_queue.take(&reader.person) {
        Ok(turn) => turn,
        Err(none) => return Ok(no_turn(none)),
    };
    let found = turn.in_line(async {
        let Some(picture) =
            state.message_for(&channel, id, &reader).await?.and_then(|message| message.picture)
        else {
            return Ok(PictureLookup::Nothing);
        };
        let subject = PictureSubject::Board(Box::new(picture.scene), reader.profile.theme());
        let may_draw = || state.limits.may_draw_board(&reader.person);
        state.look_up(&headers, subject, may_draw).await
    });
    let found = found.await?;
    Ok(found.answer("image/png", turn, |file, turn| Ok(board_to_send(file, turn))))
}

/// The animation of a message's game.
pub(crate) async fn replay(
    State(state): State<Arc<WebState>>,
    Path((channel, id)): Path<(String, EntryId)>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    let turn = match state.media.replay_queue.take(&reader.person) {
        Ok(turn) => turn,
        Err(none) => return Ok(no_turn(none)),
    };
    let found = turn.in_line(async {
        let Some(animation) =
            state.message_for(&channel, id, &reader).await?.and_then(|message| message.animation)
        else {
            return Ok(PictureLookup::Nothing);
        };
        let subject = PictureSubject::Replay(Box::new(animation), reader.profile.theme());
        let may_draw = || state.limits.may_draw_replay(&reader.person);
        state.look_up(&headers, subject, may_draw).await
    });
    let found = found.await?;
    Ok(found.answer("image/gif", turn, |file, turn| state.media.pictures.replay_to_send(file, turn)))
}

/// The result of looking up a picture.
enum PictureLookup {
    /// The message has no picture, or this reader may not see it.
    Nothing,
    /// The browser has the current file.
    Current { tag: String },
    /// The file to send.
    File { tag: String, file: Bytes },
    /// The file is not available now.
    Not(PictureFileError),
}

impl PictureLookup {
    fn answer(
        self,
        media_type: &'static str,
        turn: FairQueuePermit,
        to_send: impl FnOnce(Bytes, FairQueuePermit) -> Result<Bytes, PictureFileError>,
    ) -> Response {
        let about = |tag: String| {
            let plain = [(CONTENT_TYPE, media_type), (CACHE_CONTROL, KEEP_PRIVATELY)];
            (plain, [(ETAG, tag)])
        };
        match self {
            Self::Nothing => StatusCode::NOT_FOUND.into_response(),
            Self::Current { tag } => (StatusCode::NOT_MODIFIED, about(tag)).into_response(),
            Self::File { tag, file } => match to_send(file, turn) {
                Ok(file) => (about(tag), file).into_response(),
                Err(none) => no_file(none),
            },
            Self::Not(none) => no_file(none),
        }
    }
}

/// The answer to a person who gets no permit.
pub(crate) fn no_turn(none: FairQueueError) -> Response {
    match none {
        FairQueueError::Person => ask_again(RequestRejection::TOO_FAST),
        FairQueueError::Everybody => ask_again(RequestRejection::FULL),
    }
}

fn no_file(none: PictureFileError) -> Response {
    match none {
        PictureFileError::TooFast => ask_again(RequestRejection::TOO_FAST),
        PictureFileError::Full => ask_again(RequestRejection::FULL),
        PictureFileError::NotDrawn => {
            RequestRejection::internal(&none, "a picture is missing").into_response()
        }
    }
}

fn ask_again(refused: RequestRejection) -> Response {
    ([(RETRY_AFTER, SOON)], refused).into_response()
}

/// The attached file of a message.
pub(crate) async fn file(
    State(state): State<Arc<WebState>>,
    Path((channel, id)): Path<(String, EntryId)>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    headers: HeaderMap,
) -> Result<Response, RequestRejection> {
    let reader = state.reader(&headers, seat).await?;
    let Some(file) = state.message_for(&channel, id, &reader).await?.and_then(|message| message.attachment)
    else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = file.name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    // Always a download, so that the content is never shown in the page's own origin.
    let disposition = format!("attachment; filename=\"{name}\"");
    let media_type = format!("{}; charset=utf-8", file.media_type);
    let about = [
        (CONTENT_TYPE, media_type.as_str()),
        (CACHE_CONTROL, KEEP_PRIVATELY),
        (CONTENT_DISPOSITION, &disposition),
    ];
    Ok((about, file.text).into_response())
}

impl WebState {
    /// The message as the reader sees it. All picture and file routes begin here, so that they tell
    /// nothing of a message that the reader may not see.
    async fn message_for(
        &self,
        channel: &str,
        id: EntryId,
        reader: &EntryReader,
    ) -> Result<Option<Message>, RequestRejection> {
        let Some(channel) = self.channels.open_to(channel, &reader.person).await else { return Ok(None) };
        let entry = self.log.entry_of(&channel, id, &reader.person).await;
        let entry = entry.map_err(|error| RequestRejection::internal(&error, "a message cannot be read"))?;
        let Some(notice) = entry.as_deref().and_then(LogEntry::notice) else {
            return Ok(None);
        };
        let notice = self.service.complete_notice(notice).await;
        Ok(Some(self.service.present(&notice, &reader.viewer())))
    }

    /// Looks up a picture; sends no file if the browser has it.
    async fn look_up(
        &self,
        headers: &HeaderMap,
        subject: PictureSubject,
        may_draw: impl FnOnce() -> bool,
    ) -> Result<PictureLookup, RequestRejection> {
        let name = self.media.pictures.name(&subject);
        let name = name.map_err(|error| RequestRejection::internal(&error, "a picture cannot be named"))?;
        let tag = name.tag();
        if has_current(headers, &tag) {
            return Ok(PictureLookup::Current { tag });
        }
        let file = self.media.pictures.file(name, subject, may_draw).await;
        Ok(file.map_or_else(PictureLookup::Not, |file| PictureLookup::File { tag, file }))
    }
}
