//! Delivers pictures and files of messages to bridges: as base64 in the answer, or as files in a
//! folder. File names are random, because a hand of cards is for one person only.

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

use crate::protocol::{
    error::DoorRequestError,
    limits::MAX_PICTURE_FILES,
    request::{PictureDelivery, ReaderField},
};

/// The folder for pictures cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct PictureFolderError {
    /// The folder.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

/// The files of a message.
#[derive(Debug, Serialize)]
pub(crate) struct MessageFiles {
    picture: Option<MessageFile>,
    animation: Option<MessageFile>,
    file: Option<MessageFile>,
}

/// A file of a message.
#[derive(Debug, Default, Serialize)]
struct MessageFile {
    /// The file's name for readers.
    name: String,
    media_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u16>,
    /// The random name in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The content in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

/// Draws the pictures of messages and stores their files.
pub(crate) struct PictureFiles {
    worker: PictureWorker,
    folder: Option<PictureFolder>,
}

struct PictureFolder {
    path: PathBuf,
    inner: Mutex<PictureFilesInner>,
}

struct PictureFilesInner {
    names: ChaCha20Rng,
    /// The files in the folder, also those of earlier runs, the oldest first.
    written: VecDeque<String>,
}

impl PictureFiles {
    pub(crate) fn new(
        worker: PictureWorker,
        folder: Option<PathBuf>,
        names: ChaCha20Rng,
    ) -> Result<Self, PictureFolderError> {
        let folder = folder.map(|path| PictureFolder::open(path, names)).transpose()?;
        Ok(Self { worker, folder })
    }

    /// Refuses file delivery if there is no folder.
    pub(crate) fn check(&self, reader: &ReaderField) -> Result<(), DoorRequestError> {
        if reader.picture == PictureDelivery::File && self.folder.is_none() {
            return Err(DoorRequestError::bad_field(
                "show.picture",
                "there is no folder for files: start with --pictures DIR",
            ));
        }
        Ok(())
    }

    /// Whether a board can be drawn, and written into the folder if there is one.
    pub(crate) async fn self_check(&self) -> bool {
        let is_folder_fine = match &self.folder {
            Some(folder) => folder.self_check().await,
            None => true,
        };
        is_folder_fine && self.worker.self_check().await
    }

    /// The files of a message, delivered as the reader asks.
    pub(crate) async fn files(&self, message: &Message, reader: &ReaderField) -> MessageFiles {
        MessageFiles {
            picture: self.picture(message, reader).await,
            animation: self.animation(message, reader).await,
            file: self.attachment(message, reader).await,
        }
    }

    async fn picture(&self, message: &Message, reader: &ReaderField) -> Option<MessageFile> {
        let picture = message.picture.as_ref().filter(|_| reader.picture != PictureDelivery::None)?;
        let theme = message.theme.unwrap_or(reader.theme);
        let (bytes, width, height) = match style(&picture.scene, theme, reader.width) {
            (style, None) => {
                let bytes = self.worker.board(picture.scene.clone(), style).await?;
                let (width, height) = picture_size(&picture.scene, style).ok().unzip();
                (bytes, width, height)
            }
            (style, Some(width)) => {
                let (bytes, height) = self.worker.narrowed(picture.scene.clone(), style, width).await?;
                (bytes, Some(width), Some(height))
            }
        };
        let file = MessageFile { name: "board.png".to_owned(), width, height, ..MessageFile::default() };
        Some(self.deliver(file, "png", "image/png", bytes, reader.picture).await)
    }

    /// The game as an animated GIF.
    async fn animation(&self, message: &Message, reader: &ReaderField) -> Option<MessageFile> {
        let animation = message.animation.clone().filter(|_| reader.picture != PictureDelivery::None)?;
        let name = animation.name.clone();
        let bytes = self.worker.replay(animation, message.theme.unwrap_or(reader.theme)).await?;
        // A GIF begins with six letters, then its width and height in 16 bits each.
        let side = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let file = MessageFile { name, width: side(6), height: side(8), ..MessageFile::default() };
        Some(self.deliver(file, "gif", "image/gif", bytes, reader.picture).await)
    }

    /// A file to download. Without pictures it is still delivered, in the answer.
    async fn attachment(&self, message: &Message, reader: &ReaderField) -> Option<MessageFile> {
        let attachment = message.attachment.as_ref()?;
        let ending =
            Path::new(&attachment.name).extension().and_then(|ending| ending.to_str()).unwrap_or("txt");
        let bytes = attachment.text.clone().into_bytes();
        let file = MessageFile { name: attachment.name.clone(), ..MessageFile::default() };
        Some(self.deliver(file, ending, &attachment.media_type, bytes, reader.picture).await)
    }

    /// Writes into the folder if the reader asks for files. If the write fails, as on a full disk,
    /// the bytes go into the answer: the event is decided already, so its message must be shown.
    async fn deliver(
        &self,
        mut file: MessageFile,
        ending: &str,
        media_type: &str,
        bytes: Vec<u8>,
        delivery: PictureDelivery,
    ) -> MessageFile {
        media_type.clone_into(&mut file.media_type);
        if let Some(folder) = self.folder.as_ref().filter(|_| delivery == PictureDelivery::File) {
            match folder.write(ending, &bytes).await {
                Ok(name) => return MessageFile { file: Some(name), ..file },
                Err(error) => {
                    tracing::error!(%error, folder = %folder.path.display(), "a file was not written");
                }
            }
        }
        MessageFile { base64: Some(STANDARD.encode(bytes)), ..file }
    }
}

/// The style with the largest squares that keep a picture within `max_width`; if the smallest
/// squares are too large, also the width to scale the picture to.
fn style(scene: &Scene, theme: ThemeKey, max_width: Option<u16>) -> (Style, Option<u16>) {
    let usual = Style::of(theme);
    let Some(max_width) = max_width else { return (usual, None) };
    let fits = |style: &Style| picture_size(scene, *style).is_ok_and(|(width, _)| width <= max_width);
    let sizes = Style::SQUARE_PX.rev().map(|square_px| Style { square_px, ..usual });
    match sizes.into_iter().find(fits) {
        Some(style) => (style, None),
        None => (Style { square_px: *Style::SQUARE_PX.start(), ..usual }, Some(max_width)),
    }
}

impl PictureFolder {
    fn open(path: PathBuf, names: ChaCha20Rng) -> Result<Self, PictureFolderError> {
        let written = fs::create_dir_all(&path).and_then(|()| written_files(&path));
        match written {
            Ok(written) => Ok(Self { path, inner: Mutex::new(PictureFilesInner { names, written }) }),
            Err(source) => Err(PictureFolderError { path, source }),
        }
    }

    /// Writes a file and returns its name. The file is complete when it gets that name.
    async fn write(&self, ending: &str, bytes: &[u8]) -> io::Result<String> {
        let (name, oldest) = {
            // A panic while the lock is held leaves at most one file in the folder for good.
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let name = format!("{:032x}.{ending}", inner.names.random::<u128>());
            inner.written.push_back(name.clone());
            let oldest =
                if inner.written.len() > MAX_PICTURE_FILES { inner.written.pop_front() } else { None };
            (name, oldest)
        };
        let (target, folder, bytes) = (self.path.join(&name), self.path.clone(), bytes.to_vec());
        let work = move || {
            let mut file = new_file(&folder)?;
            io::Write::write_all(&mut file, &bytes)?;
            make_readable(file.as_file())?;
            file.persist(target).map_err(|error| error.error)?;
            if let Some(oldest) = oldest {
                // The bridge may have removed it already.
                let _ = fs::remove_file(folder.join(oldest));
            }
            Ok::<_, io::Error>(())
        };
        tokio::task::spawn_blocking(work).await.map_err(io::Error::other)??;
        Ok(name)
    }

    /// Whether files can be created in the folder.
    async fn self_check(&self) -> bool {
        let folder = self.path.clone();
        matches!(tokio::task::spawn_blocking(move || new_file(&folder)).await, Ok(Ok(_)))
    }
}

/// A temporary file in the folder, renamed when it is complete.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".adoube").tempfile_in(folder)
}

/// The files that earlier runs wrote into the folder, the oldest first. Other files are ignored.
fn written_files(folder: &Path) -> io::Result<VecDeque<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().filter(|name| is_picture_name(name)).map(str::to_owned)
        else {
            continue;
        };
        // The bridge may have removed it meanwhile.
        if let Ok(written) = entry.metadata().and_then(|metadata| metadata.modified()) {
            files.push((written, name));
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, name)| name).collect())
}

/// Whether a name has the form of the door's pictures.
fn is_picture_name(name: &str) -> bool {
    name.split_once('.').is_some_and(|(drawn, _)| {
        drawn.len() == 32 && drawn.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Makes the file readable for other users, such as a web server that serves the folder.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> io::Result<()> {
    Ok(())
}
