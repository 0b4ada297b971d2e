//! Pictures and files of messages: in the answer, or in a folder under names that nobody can guess, as a hand is for one
//! person's eyes. Not here: drawing (`drawing`), and the rest of a message (`shown`).

use std::{
    collections::VecDeque,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use adoube_render::{Scene, Style, picture_size};
use adoube_service::Message;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use super::{
    DoorError,
    failure::{Code, Failure},
    limits::FILES,
    request::{PictureForm, Reading},
};
use crate::drawing::Artist;

/// A file of a message.
#[derive(Debug, Default, Serialize)]
pub(super) struct Shown {
    /// What it may be called.
    name: String,
    media_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u16>,
    /// Its name in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Its bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

/// Who draws, and where files are put.
pub(super) struct Pictures {
    artist: Artist,
    folder: Option<Folder>,
}

struct Folder {
    path: PathBuf,
    inner: Mutex<Inner>,
}

struct Inner {
    names: ChaCha20Rng,
    /// What this run has put there, the oldest first.
    written: VecDeque<String>,
}

impl Pictures {
    pub(super) fn new(
        artist: Artist,
        folder: Option<PathBuf>,
        names: ChaCha20Rng,
    ) -> Result<Self, DoorError> {
        let folder = match folder {
            Some(path) => {
                fs::create_dir_all(&path)
                    .map_err(|source| DoorError::Folder { path: path.clone(), source })?;
                Some(Folder { path, inner: Mutex::new(Inner { names, written: VecDeque::new() }) })
            }
            None => None,
        };
        Ok(Self { artist, folder })
    }

    /// Refuses what this run has no folder for.
    pub(super) fn check(&self, reading: &Reading) -> Result<(), Failure> {
        if reading.picture == PictureForm::File && self.folder.is_none() {
            return Err(Failure::field(
                "show.picture",
                "there is no folder for files: start with --pictures DIR",
            ));
        }
        Ok(())
    }

    /// Whether a board can be drawn now.
    pub(super) async fn is_well(&self) -> bool {
        self.artist.is_well().await
    }

    /// The picture of a message as it was asked for.
    pub(super) async fn picture(
        &self,
        message: &Message,
        reading: &Reading,
    ) -> Result<Option<Shown>, Failure> {
        let Some(picture) = message.picture.as_ref().filter(|_| reading.picture != PictureForm::None) else {
            return Ok(None);
        };
        let style = style(&picture.scene, reading);
        let Some(bytes) = self.artist.board(picture.scene.clone(), style).await else { return Ok(None) };
        let (width, height) = picture_size(&picture.scene, style).ok().unzip();
        let shown = Shown { name: "board.png".to_owned(), width, height, ..Shown::default() };
        self.put(shown, "png", "image/png", bytes, reading.picture).await.map(Some)
    }

    /// A game move by move.
    pub(super) async fn animation(
        &self,
        message: &Message,
        reading: &Reading,
    ) -> Result<Option<Shown>, Failure> {
        let Some(animation) = message.animation.clone().filter(|_| reading.picture != PictureForm::None)
        else {
            return Ok(None);
        };
        let name = animation.name.clone();
        let Some(bytes) = self.artist.replay(animation, reading.theme).await else { return Ok(None) };
        self.put(Shown { name, ..Shown::default() }, "gif", "image/gif", bytes, reading.picture)
            .await
            .map(Some)
    }

    /// A file to take away; in the answer, where no pictures are asked for.
    pub(super) async fn attachment(
        &self,
        message: &Message,
        reading: &Reading,
    ) -> Result<Option<Shown>, Failure> {
        let Some(file) = &message.attachment else { return Ok(None) };
        let ending = Path::new(&file.name).extension().and_then(|ending| ending.to_str()).unwrap_or("txt");
        let shown = Shown { name: file.name.clone(), ..Shown::default() };
        self.put(shown, ending, &file.media_type, file.text.clone().into_bytes(), reading.picture)
            .await
            .map(Some)
    }

    async fn put(
        &self,
        mut shown: Shown,
        ending: &str,
        media_type: &str,
        bytes: Vec<u8>,
        form: PictureForm,
    ) -> Result<Shown, Failure> {
        media_type.clone_into(&mut shown.media_type);
        match &self.folder {
            Some(folder) if form == PictureForm::File => {
                shown.file = Some(folder.write(ending, bytes).await.map_err(|error| {
                    tracing::error!(%error, folder = %folder.path.display(), "a file was not written");
                    let message = format!("a file cannot be written into the folder for pictures: {error}");
                    Failure { code: Code::Trouble, field: None, message }
                })?);
            }
            _ => shown.base64 = Some(STANDARD.encode(bytes)),
        }
        Ok(shown)
    }
}

/// The theme, with the largest squares that keep a board as narrow as was asked for.
fn style(scene: &Scene, reading: &Reading) -> Style {
    let usual = Style::of(reading.theme);
    let Some(most) = reading.width else { return usual };
    let fits = |style: &Style| picture_size(scene, *style).is_ok_and(|(width, _)| width <= most);
    let sizes = Style::SQUARE_PX.rev().map(|square_px| Style { square_px, ..usual });
    sizes.into_iter().find(fits).unwrap_or(Style { square_px: *Style::SQUARE_PX.start(), ..usual })
}

impl Folder {
    /// Writes a file that is whole as soon as it has its name, and says that name.
    async fn write(&self, ending: &str, bytes: Vec<u8>) -> io::Result<String> {
        let (name, oldest) = {
            // Whoever panicked holding the lock has left one file in the folder at most.
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let name = format!("{:032x}.{ending}", inner.names.random::<u128>());
            inner.written.push_back(name.clone());
            let oldest = if inner.written.len() > FILES { inner.written.pop_front() } else { None };
            (name, oldest)
        };
        let (target, folder) = (self.path.join(&name), self.path.clone());
        let work = move || {
            let mut file = tempfile::Builder::new().prefix(".adoube").tempfile_in(&folder)?;
            io::Write::write_all(&mut file, &bytes)?;
            readable(file.as_file())?;
            file.persist(target).map_err(|error| error.error)?;
            if let Some(oldest) = oldest {
                // Somebody may have taken it away.
                let _ = fs::remove_file(folder.join(oldest));
            }
            Ok::<_, io::Error>(())
        };
        tokio::task::spawn_blocking(work).await.map_err(io::Error::other)??;
        Ok(name)
    }
}

/// A web server that serves the folder is another user.
#[cfg(unix)]
fn readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &fs::File) -> io::Result<()> {
    Ok(())
}
