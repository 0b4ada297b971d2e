//! `adoube book`: writes the piece book into a folder as a static site, whole or not at all. It replaces nothing but an earlier
//! book. Not here: the pages (`adoube-piece-book`).

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use adoube_bot::Locales;
use adoube_piece_book::{BookError, BookFiles, PieceBookPages};
use adoube_render::Renderer;

/// The file that marks a folder as a book. It lists the paths of all other files, one a line.
const LIST: &str = "adoube-book.txt";
/// Its first line.
const FIRST_LINE: &str = "A piece book written by adoube. It is replaced as a whole; these are its files:";

/// Why the book was not written.
#[derive(Debug, thiserror::Error)]
pub enum BookWriteError {
    /// The pages cannot be made.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The folder holds other files.
    #[error("{} has something in it that is no piece book ({what}). Give the name of a new folder", folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// What is in it.
        what: String,
    },
    /// The file system failed.
    #[error("{}: {source}", path.display())]
    Disk {
        /// What was written or read.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// How much was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookWriteReport {
    /// The number of files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: usize,
}

/// Writes the book into a new folder, or in place of an earlier book.
///
/// # Errors
/// See [`BookWriteError`]. The old contents are still there.
pub fn write(folder: &Path) -> Result<BookWriteReport, BookWriteError> {
    // Checked before the work, and again before anything is replaced.
    check_place(folder)?;
    let renderer = Arc::new(Renderer::new().map_err(BookError::from)?);
    let BookFiles(files) = PieceBookPages::new(&Locales::embedded(), renderer)?.bind()?;
    // A link stays, and the folder behind it is replaced.
    let place = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let beside = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = tempfile::Builder::new().prefix(".adoube-book-").tempdir_in(beside);
    let new = new.map_err(at(beside))?;
    let mut written = BookWriteReport { files: files.len(), bytes: 0 };
    let mut list = format!("{FIRST_LINE}\n");
    for file in &files {
        put(new.path(), &file.path, &file.text)?;
        written.bytes += file.text.len();
        list.extend([file.path.as_str(), "\n"]);
    }
    put(new.path(), LIST, &list)?;
    readable_by_servers(new.path())?;
    check_place(&place)?;
    exchange(new, &place)?;
    Ok(written)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> BookWriteError + use<> {
    let path = path.to_owned();
    |source| BookWriteError::Disk { path, source }
}

fn put(folder: &Path, path: &str, text: &str) -> Result<(), BookWriteError> {
    let path = path.split('/').fold(folder.to_owned(), |path, part| path.join(part));
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(at(parent))?;
    }
    fs::write(&path, text).map_err(at(&path))
}

/// Opens the folder to other users, such as a web server: a temporary folder is for its owner alone.
fn readable_by_servers(folder: &Path) -> Result<(), BookWriteError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).map_err(at(folder))?;
    }
    let _ = folder;
    Ok(())
}

/// Puts the new folder in its place, and only then removes the old one.
fn exchange(new: tempfile::TempDir, place: &Path) -> Result<(), BookWriteError> {
    let old = place.with_file_name(format!(
        "{}-old",
        new.path().file_name().map(|name| name.to_string_lossy()).unwrap_or_default()
    ));
    let is_there = place.exists();
    if is_there {
        fs::rename(place, &old).map_err(at(place))?;
    }
    if let Err(error) = fs::rename(new.path(), place) {
        if is_there {
            fs::rename(&old, place).map_err(at(place))?;
        }
        return Err(at(place)(error));
    }
    // The folder has been moved, so there is no temporary folder to remove.
    let _ = new.keep();
    if is_there { fs::remove_dir_all(&old).map_err(at(&old)) } else { Ok(()) }
}

/// Checks that the folder is missing, empty, or an earlier book.
fn check_place(folder: &Path) -> Result<(), BookWriteError> {
    let taken = |what: &str| BookWriteError::Taken { folder: folder.to_owned(), what: what.to_owned() };
    match fs::metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(at(folder)(error)),
        Ok(there) if !there.is_dir() => return Err(taken("a file")),
        Ok(_) => {}
    }
    let mut paths = BTreeSet::new();
    collect(folder, "", &mut paths).map_err(at(folder))?;
    if paths.is_empty() {
        return Ok(());
    }
    let Ok(list) = fs::read_to_string(folder.join(LIST)) else {
        return Err(taken(paths.first().map_or("", String::as_str)));
    };
    let mut lines = list.lines();
    if lines.next() != Some(FIRST_LINE) {
        return Err(taken(LIST));
    }
    let known: BTreeSet<&str> = lines.chain([LIST]).collect();
    match paths.iter().find(|path| !known.contains(path.as_str())) {
        Some(other) => Err(taken(other)),
        None => Ok(()),
    }
}

/// The paths of all files below a folder, and of folders with nothing in them.
fn collect(folder: &Path, before: &str, paths: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            let seen = paths.len();
            collect(&entry.path(), &format!("{path}/"), paths)?;
            if paths.len() == seen {
                paths.insert(path);
            }
        } else {
            paths.insert(path);
        }
    }
    Ok(())
}
