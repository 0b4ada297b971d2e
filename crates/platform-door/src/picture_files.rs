//! Pictures and files of messages: in the answer, or in a folder under names that nobody can guess, as a hand is for one
//! person's eyes. Not here: drawing (`drawing`), and the rest of a message (`shown`).

use std::{
    collections::VecDeque,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use adoube_bot::Message;
use adoube_platform::picture_worker::PictureWorker;
use adoube_render::{Scene, Style, ThemeKey, picture_size};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use crate::{
    DoorError,
    protocol::error::DoorRequestError,
    protocol::limits::FILES,
    protocol::request::{PictureDelivery, ReaderField},
};

/// A file of a message.
#[derive(Debug, Default, Serialize)]
pub(crate) struct MessageFile {
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
pub(crate) struct PictureFiles {
    artist: PictureWorker,
    folder: Option<PictureFolder>,
}

struct PictureFolder {
    path: PathBuf,
    inner: Mutex<PictureFilesInner>,
}

struct PictureFilesInner {
    names: ChaCha20Rng,
    /// What this run and others before it have put there, the oldest first.
    written: VecDeque<String>,
}

impl PictureFiles {
    pub(crate) fn new(
        artist: PictureWorker,
        folder: Option<PathBuf>,
        names: ChaCha20Rng,
    ) -> Result<Self, DoorError> {
        let folder = match folder {
            Some(path) => {
                fs::create_dir_all(&path)
                    .map_err(|source| DoorError::Folder { path: path.clone(), source })?;
                let written = written_files(&path)
                    .map_err(|source| DoorError::Folder { path: path.clone(), source })?;
                Some(PictureFolder { path, inner: Mutex::new(PictureFilesInner { names, written }) })
            }
            None => None,
        };
        Ok(Self { artist, folder })
    }

    /// Refuses what this run has no folder for.
    pub(crate) fn check(&self, reading: &ReaderField) -> Result<(), DoorRequestError> {
        if reading.picture == PictureDelivery::File && self.folder.is_none() {
            return Err(DoorRequestError::bad_field(
                "show.picture",
                "there is no folder for files: start with --pictures DIR",
            ));
        }
        Ok(())
    }

    /// Whether a board can be drawn now, and put into the folder where there is one.
    pub(crate) async fn self_check(&self) -> bool {
        let folder_is_well = match &self.folder {
            Some(folder) => folder.self_check().await,
            None => true,
        };
        folder_is_well && self.artist.self_check().await
    }

    /// The picture of a message as it was asked for.
    pub(crate) async fn picture(&self, message: &Message, reading: &ReaderField) -> Option<MessageFile> {
        let picture = message.picture.as_ref().filter(|_| reading.picture != PictureDelivery::None)?;
        let theme = message.theme.unwrap_or(reading.theme);
        let (bytes, width, height) = match style(&picture.scene, theme, reading.width) {
            (style, None) => {
                let bytes = self.artist.board(picture.scene.clone(), style).await?;
                let (width, height) = picture_size(&picture.scene, style).ok().unzip();
                (bytes, width, height)
            }
            (style, Some(width)) => {
                let (bytes, height) = self.artist.narrowed(picture.scene.clone(), style, width).await?;
                (bytes, Some(width), Some(height))
            }
        };
        let shown = MessageFile { name: "board.png".to_owned(), width, height, ..MessageFile::default() };
        Some(self.put(shown, "png", "image/png", bytes, reading.picture).await)
    }

    /// A game move by move.
    pub(crate) async fn animation(&self, message: &Message, reading: &ReaderField) -> Option<MessageFile> {
        let animation = message.animation.clone().filter(|_| reading.picture != PictureDelivery::None)?;
        let name = animation.name.clone();
        let bytes = self.artist.replay(animation, message.theme.unwrap_or(reading.theme)).await?;
        // How large it is stands behind the six letters that a GIF begins with.
        let side = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let shown = MessageFile { name, width: side(6), height: side(8), ..MessageFile::default() };
        Some(self.put(shown, "gif", "image/gif", bytes, reading.picture).await)
    }

    /// A file to take away; in the answer, where no pictures are asked for.
    pub(crate) async fn attachment(&self, message: &Message, reading: &ReaderField) -> Option<MessageFile> {
        let file = message.attachment.as_ref()?;
        let ending = Path::new(&file.name).extension().and_then(|ending| ending.to_str()).unwrap_or("txt");
        let shown = MessageFile { name: file.name.clone(), ..MessageFile::default() };
        Some(self.put(shown, ending, &file.media_type, file.text.clone().into_bytes(), reading.picture).await)
    }

    /// Into the folder where that is asked for; where it takes nothing, as when the disk is full, into the answer: what
    /// happened has happened, and is said.
    async fn put(
        &self,
        mut shown: MessageFile,
        ending: &str,
        media_type: &str,
        bytes: Vec<u8>,
        form: PictureDelivery,
    ) -> MessageFile {
        media_type.clone_into(&mut shown.media_type);
        if let Some(folder) = self.folder.as_ref().filter(|_| form == PictureDelivery::File) {
            match folder.write(ending, &bytes).await {
                Ok(name) => return MessageFile { file: Some(name), ..shown },
                Err(error) => {
                    tracing::error!(%error, folder = %folder.path.display(), "a file was not written");
                }
            }
        }
        MessageFile { base64: Some(STANDARD.encode(bytes)), ..shown }
    }
}

/// The theme, with the largest squares that keep a picture as narrow as was asked for; and the width to bring it to, where
/// the smallest ones do not.
fn style(scene: &Scene, theme: ThemeKey, most: Option<u16>) -> (Style, Option<u16>) {
    let usual = Style::of(theme);
    let Some(most) = most else { return (usual, None) };
    let fits = |style: &Style| picture_size(scene, *style).is_ok_and(|(width, _)| width <= most);
    let sizes = Style::SQUARE_PX.rev().map(|square_px| Style { square_px, ..usual });
    match sizes.into_iter().find(fits) {
        Some(style) => (style, None),
        None => (Style { square_px: *Style::SQUARE_PX.start(), ..usual }, Some(most)),
    }
}

impl PictureFolder {
    /// Writes a file that is whole as soon as it has its name, and says that name.
    async fn write(&self, ending: &str, bytes: &[u8]) -> io::Result<String> {
        let (name, oldest) = {
            // Whoever panicked holding the lock has left one file in the folder at most.
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let name = format!("{:032x}.{ending}", inner.names.random::<u128>());
            inner.written.push_back(name.clone());
            let oldest = if inner.written.len() > FILES { inner.written.pop_front() } else { None };
            (name, oldest)
        };
        let (target, folder, bytes) = (self.path.join(&name), self.path.clone(), bytes.to_vec());
        let work = move || {
            let mut file = new_file(&folder)?;
            io::Write::write_all(&mut file, &bytes)?;
            make_readable(file.as_file())?;
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

    /// Whether it takes a file now.
    async fn self_check(&self) -> bool {
        let folder = self.path.clone();
        matches!(tokio::task::spawn_blocking(move || new_file(&folder)).await, Ok(Ok(_)))
    }
}

/// A file that has no name yet.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".adoube").tempfile_in(folder)
}

/// What earlier runs have put into the folder, the oldest first. Whatever has other names is no concern of the door.
fn written_files(folder: &Path) -> io::Result<VecDeque<String>> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().filter(|name| is_picture_name(name)).map(str::to_owned)
        else {
            continue;
        };
        // Somebody may have taken it away meanwhile.
        if let Ok(written) = entry.metadata().and_then(|metadata| metadata.modified()) {
            kept.push((written, name));
        }
    }
    kept.sort();
    Ok(kept.into_iter().map(|(_, name)| name).collect())
}

/// Whether it is a name as the door gives them.
fn is_picture_name(name: &str) -> bool {
    name.split_once('.').is_some_and(|(drawn, _)| {
        drawn.len() == 32 && drawn.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// A web server that serves the folder is another user.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> io::Result<()> {
    Ok(())
}
