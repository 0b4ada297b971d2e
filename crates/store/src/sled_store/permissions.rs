//! Whom the files are open to: their owner alone, for hidden cards and stacks of running games are among them. Not here:
//! which files there are (`folder`).
//!
//! The mask of the process does not matter: what was made more open is tightened when the store is opened.

use std::{ffi::OsStr, fs, io, path::Path};

/// Creates a directory nobody else can look into, not even for a moment.
pub(super) fn create_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Takes everybody else's permissions for a data folder and what the store keeps there. A folder with files of other
/// programs in it keeps its own permissions: whoever chose it may have given them to others.
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
        // The folder was handed over by somebody else, who decides about it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        tightened => tightened,
    }
}

fn is_store_file(name: &OsStr) -> bool {
    name == "lock" || name == "witness" || name == "room" || name == "sled" || name == "sled.new"
}

/// Whether a name in a data folder is one of adoube's; a chat keeps what it must remember beside the
/// store, and a running program has a socket there, which may have been left behind.
fn is_adoube_file(name: &OsStr) -> bool {
    is_store_file(name) || name == "export.socket" || name.to_string_lossy().starts_with("matrix")
}

/// Opens a directory to its owner alone.
pub(super) fn restrict_directory(path: &Path) -> io::Result<()> {
    set_mode(path, 0o700)
}

/// Opens a file to its owner alone.
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

/// Elsewhere a data folder lies in its owner's profile, which others cannot read.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the other systems can fail")]
fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}
