//! Cache of picture files: each picture is drawn once however many ask at once, within limits for
//! memory and for bytes being sent.
//!
//! The key of a file is the digest of everything it shows to its viewer: whoever gets a cached file
//! would have been drawn the very same one. A shorter key could lead to another viewer's cards.

use std::{fmt::Write as _, sync::Arc};

use adoube_bot::{Animation, trial_board};
use adoube_platform::picture_worker::PictureWorker;
use adoube_render::{RenderError, Renderer, Scene, Style, ThemeKey};
use axum::body::Bytes;
use quick_cache::{OptionsBuilder, Weighter, sync::Cache};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::{KEPT_PICTURE_BYTES, PICTURES_KEPT, REPLAY_BYTES_SENT, fair_queue::FairQueuePermit};

/// The room on the way to browsers is counted in these.
const KIB: usize = 1024;

/// All that a picture shows, and how.
#[derive(Clone, Debug, Serialize)]
pub(crate) enum PictureSubject {
    /// A board.
    Board(Box<Scene>, ThemeKey),
    /// A game, moving.
    Replay(Box<Animation>, ThemeKey),
}

/// The digest of all that a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PictureDigest([u8; 32]);

impl PictureDigest {
    /// The tag of the file, which is known before it is drawn.
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
    /// It would have to be drawn, and the person has had many drawn.
    #[error("this person has had many pictures drawn")]
    TooFast,
    /// Too much is on its way already.
    #[error("too many replays are on their way")]
    Full,
    /// It cannot be drawn; why is in the log.
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

/// The files, and who draws them.
pub(crate) struct PictureCache {
    artist: PictureWorker,
    files: Cache<PictureDigest, Bytes, FileWeighter>,
    replays_sent: Arc<Semaphore>,
    /// What this program draws differs from what another version draws of the same.
    art: Vec<u8>,
}

impl PictureCache {
    pub(crate) fn open(renderer: Arc<Renderer>) -> Result<Self, RenderError> {
        let mut art = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
        for theme in ThemeKey::ALL {
            art.update(renderer.fresh_png(&trial_board(), &Style::of(theme))?);
        }
        // One shard: in a part of the room the largest replay might not fit.
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

    /// Whether a board can be drawn now.
    pub(crate) async fn is_well(&self) -> bool {
        self.artist.self_check().await
    }

    /// The name under which a picture is kept.
    pub(crate) fn name(&self, subject: &PictureSubject) -> Result<PictureDigest, serde_json::Error> {
        let shown = serde_json::to_vec(subject)?;
        Ok(PictureDigest(Sha256::new_with_prefix(&self.art).chain_update(shown).finalize().into()))
    }

    /// The file, drawn unless it is kept or somebody else is waiting for it already. `may_draw` is asked when it must be.
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
            // Without the room a growing file leaves behind it.
            drawn.map(|file| Bytes::from(file.into_boxed_slice())).ok_or(PictureFileError::NotDrawn)
        };
        self.files.get_or_insert_async(&name, drawing).await
    }

    /// A replay to be sent, if there is room for it among those that are on their way.
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

/// A board to be sent: the turn is over when it has been.
pub(crate) fn board_to_send(file: Bytes, turn: FairQueuePermit) -> Bytes {
    Bytes::from_owner(OutgoingFile { file, _turn: turn, _room: None })
}

/// A file on its way to a browser. The connection drops it when its last byte has been written.
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
