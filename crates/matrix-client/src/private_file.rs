//! Writes files that only their owner can read, replacing them atomically.

use std::{
    fs,
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

/// Replaces a file; on return it is on disk.
pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    fs::File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::write;

    #[test]
    fn only_its_owner_reads_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper/recovery-key.txt");
        for key in ["old", "new"] {
            write(&path, key.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
