//! Restricts the file permissions of a store to its owner, as the files hold hidden cards of
//! running games. Not here: which files there are (`folder`).
//!
//! They do not depend on the umask of the process: opening the store restricts files that are more open.

use std::{ffi::OsStr, fs, io, path::Path};

/// Creates a directory with owner-only permissions from the start.
pub(super) fn create_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Restricts the store's files in a data folder, and the folder itself unless it holds files of other programs: its owner may
/// have opened it for these.
pub(super) fn restrict_folder(folder: &Path) -> io::Result<()> {
    let mut ours_alone = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        ours_alone &= is_adoube_file(&name);
        if !is_store_file(&name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            restrict_directory(&entry.path())?;
        } else {
            restrict_file(&entry.path())?;
        }
    }
    if !ours_alone {
        return Ok(());
    }
    match restrict_directory(folder) {
        // The folder belongs to another user, who decides on its permissions.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        tightened => tightened,
    }
}

fn is_store_file(name: &OsStr) -> bool {
    name == "lock" || name == "witness" || name == "room" || name == "sled" || name == "sled.new"
}

/// Whether a name in a data folder is adoube's: the store, the state of a Matrix account, or the export socket of a running
/// program.
fn is_adoube_file(name: &OsStr) -> bool {
    is_store_file(name) || name == "export.socket" || name.to_string_lossy().starts_with("matrix")
}

/// Restricts a directory to its owner.
pub(super) fn restrict_directory(path: &Path) -> io::Result<()> {
    set_mode(path, 0o700)
}

/// Restricts a file to its owner.
pub(super) fn restrict_file(path: &Path) -> io::Result<()> {
    set_mode(path, 0o600)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o777 == mode {
        return Ok(());
    }
    permissions.set_mode(mode);
    fs::set_permissions(path, permissions)
}

/// On other systems a data folder lies in its owner's profile, which others cannot read.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the other systems can fail")]
fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}
