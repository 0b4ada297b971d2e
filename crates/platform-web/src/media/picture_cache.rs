//! Cache of picture files: each picture is drawn once for all who request it, within limits of
//! memory and of bytes being sent.
//!
//! The key of a file is the digest of everything that it shows, so a cached file equals the one
//! that would be drawn for this viewer. A shorter key could lead to another viewer's cards.

use std::{fmt::Write as _, sync::Arc};

use adoube_bot::{Animation, FindingStatus, trial_board};
use adoube_platform::picture_worker::PictureWorker;
use adoube_render::{RenderError, Renderer, Scene, Style, ThemeKey};
use axum::body::Bytes;
use quick_cache::{OptionsBuilder, Weighter, sync::Cache};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::{KEPT_PICTURE_BYTES, PICTURES_KEPT, REPLAY_BYTES_SENT, fair_queue::FairQueuePermit};

/// Unit of the budget for bytes being sent.
const KIB: usize = 1024;

/// The content and look of a picture.
#[derive(Clone, Debug, Serialize)]
pub(crate) enum PictureSubject {
    /// The picture of a board.
    Board(Box<Scene>, ThemeKey),
    /// The animation of a game.
    Replay(Box<Animation>, ThemeKey),
}

/// The digest of a picture's content and look.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PictureDigest([u8; 32]);

impl PictureDigest {
    /// The entity tag of the file, known before it is drawn.
    pub(crate) fn tag(self) -> String {
        let mut tag = String::from('"');
        for byte in self.0.into_iter().take(16) {
            // Writing to a String cannot fail.
            let _ = write!(tag, "{byte:02x}");
        }
        tag + "\""
    }
}

/// Why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PictureFileError {
    /// It would have to be drawn, and the person has reached the rate limit.
    #[error("this person has had many pictures drawn")]
    TooFast,
    /// Too many bytes are being sent.
    #[error("too many replays are on their way")]
    Full,
    /// Drawing failed; the error is logged.
    #[error("the picture was not drawn")]
    NotDrawn,
}

#[derive(Clone)]
struct FileWeighter;

impl Weighter<PictureDigest, Bytes> for FileWeighter {
    fn weight(&self, _: &PictureDigest, file: &Bytes) -> u64 {
        (size_of::<PictureDigest>() + file.len()) as u64
    }
}

/// The cached files and the worker that draws them.
pub(crate) struct PictureCache {
    artist: PictureWorker,
    files: Cache<PictureDigest, Bytes, FileWeighter>,
    replays_sent: Arc<Semaphore>,
    /// The drawing code's version, because another version draws the same picture differently.
    art: Vec<u8>,
}

impl PictureCache {
    pub(crate) fn open(renderer: Arc<Renderer>) -> Result<Self, RenderError> {
        let mut art = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
        for theme in ThemeKey::ALL {
            art.update(renderer.fresh_png(&trial_board(), &Style::of(theme))?);
        }
        // One shard only, because the largest replay might not fit into a part of the capacity.
        let options = OptionsBuilder::new()
            .shards(1)
            .estimated_items_capacity(PICTURES_KEPT)
            .weight_capacity(KEPT_PICTURE_BYTES)
            .build()
            .map_err(|_| RenderError::Encode)?;
        let (hasher, lifecycle) = Default::default();
        Ok(Self {
            artist: PictureWorker::new(renderer),
            files: Cache::with_options(options, FileWeighter, hasher, lifecycle),
            replays_sent: Arc::new(Semaphore::new(REPLAY_BYTES_SENT / KIB)),
            art: art.finalize().to_vec(),
        })
    }

    /// The finding of a self-test about drawing.
    pub(crate) async fn finding(&self) -> FindingStatus {
        self.artist.finding().await
    }

    /// The key of a picture.
    pub(crate) fn name(&self, subject: &PictureSubject) -> Result<PictureDigest, serde_json::Error> {
        let shown = serde_json::to_vec(subject)?;
        Ok(PictureDigest(Sha256::new_with_prefix(&self.art).chain_update(shown).finalize().into()))
    }

    /// The file, from the cache or drawn once for all who wait for it. `may_draw` is called if it
    /// must be drawn.
    pub(crate) async fn file(
        &self,
        name: PictureDigest,
        subject: PictureSubject,
        may_draw: impl FnOnce() -> bool,
    ) -> Result<Bytes, PictureFileError> {
        let drawing = async {
            if !may_draw() {
                return Err(PictureFileError::TooFast);
            }
            let drawn = match subject {
                PictureSubject::Board(scene, theme) => self.artist.board(*scene, Style::of(theme)).await,
                PictureSubject::Replay(animation, theme) => self.artist.replay(*animation, theme).await,
            };
            // Without the spare capacity of a growing buffer.
            drawn.map(|file| Bytes::from(file.into_boxed_slice())).ok_or(PictureFileError::NotDrawn)
        };
        self.files.get_or_insert_async(&name, drawing).await
    }

    /// A replay to be sent, if the budget for bytes being sent allows it.
    pub(crate) fn replay_to_send(
        &self,
        file: Bytes,
        turn: FairQueuePermit,
    ) -> Result<Bytes, PictureFileError> {
        let size = u32::try_from(file.len().div_ceil(KIB)).map_err(|_| PictureFileError::Full)?;
        let room = Arc::clone(&self.replays_sent)
            .try_acquire_many_owned(size)
            .map_err(|_| PictureFileError::Full)?;
        Ok(Bytes::from_owner(OutgoingFile { file, _turn: turn, _room: Some(room) }))
    }
}

/// A board to be sent; its permit is released after that.
pub(crate) fn board_to_send(file: Bytes, turn: FairQueuePermit) -> Bytes {
    Bytes::from_owner(OutgoingFile { file, _turn: turn, _room: None })
}

/// A file being sent. The connection drops it after its last byte.
struct OutgoingFile {
    file: Bytes,
    _turn: FairQueuePermit,
    _room: Option<OwnedSemaphorePermit>,
}

impl AsRef<[u8]> for OutgoingFile {
    fn as_ref(&self) -> &[u8] {
        &self.file
    }
}

#[cfg(test)]
mod tests;
