//! Creates the file of a Unix socket with its permissions, which a setting says in octal digits,
//! and removes it at the end. The file of a dead process is replaced, that of a running process is
//! not.

use std::{
    fmt, fs, io,
    os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use socket2::{Domain, SockAddr, Socket, Type};

/// The permissions of a Unix socket in octal digits (`web.socket_mode`, `door.socket_mode`): who may connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketMode(u32);

impl Default for SocketMode {
    fn default() -> Self {
        Self(0o660)
    }
}

impl<'de> Deserialize<'de> for SocketMode {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // Numbers are rejected: 660 and 0o660 could not be told apart.
        from.deserialize_any(ModeVisitor)
    }
}

impl Serialize for SocketMode {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:o}", self.0))
    }
}

struct ModeVisitor;

impl de::Visitor<'_> for ModeVisitor {
    type Value = SocketMode;

    fn expecting(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("permissions as text, such as \"660\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        let is_octal =
            (1..=4).contains(&text.len()) && text.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
        let mode = u32::from_str_radix(text, 8).ok().filter(|mode| is_octal && *mode <= 0o777);
        mode.map(SocketMode)
            .ok_or_else(|| E::custom(format!("{text:?} are no permissions; write them as \"660\"")))
    }
}

/// Why a Unix socket cannot be bound.
#[derive(Debug, thiserror::Error)]
pub enum SocketFileError {
    /// Another program listens on this path.
    #[error(
        "cannot listen on unix:{path}: another program listens there already; stop that one, or choose another path with \
         {key}", path = path.display()
    )]
    Taken {
        /// The setting that names the path.
        key: &'static str,
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The path is that of a file other than a socket.
    #[error(
        "cannot listen on unix:{path}: there is a file that is no socket; choose another path with {key}",
        path = path.display()
    )]
    Other {
        /// The setting that names the path.
        key: &'static str,
        /// The path.
        path: PathBuf,
    },
    /// The system refuses to create the socket.
    #[error(
        "cannot listen on unix:{path}: {source}; its folder must be there, and the bot must be allowed to write in it",
        path = path.display()
    )]
    Refused {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// The file of a socket. Dropping it removes the file.
#[derive(Debug)]
pub struct SocketFile {
    path: PathBuf,
    /// Device and inode of the file: another file under the same path is not removed.
    id: (u64, u64),
}

impl SocketFile {
    /// Binds a socket and listens. `key` is the setting that names the path, for errors.
    ///
    /// # Errors
    ///
    /// Another program listens there, the path is that of another file, or the system refuses.
    pub fn bind(
        path: &Path,
        mode: SocketMode,
        backlog: i32,
        key: &'static str,
    ) -> Result<(Socket, Self), SocketFileError> {
        let refused = |source| SocketFileError::Refused { path: path.to_owned(), source };
        make_room(path, key)?;
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None).map_err(refused)?;
        socket.bind(&SockAddr::unix(path).map_err(refused)?).map_err(refused)?;
        let id = file_id(path).map_err(refused)?;
        let file = Self { path: path.to_owned(), id };
        // Set before the socket listens, so that no client connects without permission.
        fs::set_permissions(path, fs::Permissions::from_mode(mode.0)).map_err(refused)?;
        socket.listen(backlog).map_err(refused)?;
        Ok((socket, file))
    }
}

/// Removes the socket of a dead process. Any other file is an error.
fn make_room(path: &Path, key: &'static str) -> Result<(), SocketFileError> {
    let refused = |source| SocketFileError::Refused { path: path.to_owned(), source };
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(refused(error)),
    };
    if !found.file_type().is_socket() {
        return Err(SocketFileError::Other { key, path: path.to_owned() });
    }
    let probe = Socket::new(Domain::UNIX, Type::STREAM, None).map_err(refused)?;
    // Not blocking: a running process with a full queue would block the call.
    probe.set_nonblocking(true).map_err(refused)?;
    match probe.connect(&SockAddr::unix(path).map_err(refused)?) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            tracing::info!(path = %path.display(), "the socket of a process that is gone is replaced");
            fs::remove_file(path).map_err(refused)
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(refused(error)),
        Ok(()) | Err(_) => Err(SocketFileError::Taken {
            key,
            path: path.to_owned(),
            source: io::ErrorKind::AddrInUse.into(),
        }),
    }
}

fn file_id(path: &Path) -> io::Result<(u64, u64)> {
    let found = fs::symlink_metadata(path)?;
    Ok((found.dev(), found.ino()))
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if file_id(&self.path).is_ok_and(|id| id == self.id)
            && let Err(error) = fs::remove_file(&self.path)
        {
            tracing::debug!(%error, path = %self.path.display(), "a socket stays behind");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn bound(path: &Path) -> Result<(Socket, SocketFile), SocketFileError> {
        SocketFile::bind(path, SocketMode::default(), 16, "web.listen")
    }

    #[test]
    fn a_socket_has_its_mode_and_is_gone_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("web.sock");
        let first = bound(&path).unwrap();
        assert_eq!(mode(&path), 0o660);
        drop(first);
        assert!(!path.exists());
        let open = SocketFile::bind(&path, SocketMode(0o606), 16, "web.listen").unwrap();
        assert_eq!(mode(&path), 0o606);
        // Another program has taken the path meanwhile.
        fs::remove_file(&path).unwrap();
        let _other = UnixListener::bind(&path).unwrap();
        drop(open);
        assert!(path.exists(), "what others made stays");
    }

    #[test]
    fn only_the_socket_of_a_dead_process_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("web.sock");
        let living = UnixListener::bind(&path).unwrap();
        let error = bound(&path).unwrap_err().to_string();
        assert!(error.contains(&format!("unix:{}", path.display())) && error.contains("already"), "{error}");
        drop(living);
        drop(bound(&path).unwrap());
        fs::write(&path, "a file").unwrap();
        let error = bound(&path).unwrap_err().to_string();
        assert!(error.contains("no socket"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"a file");
        let error = bound(&folder.path().join("missing/web.sock")).unwrap_err().to_string();
        assert!(error.contains("its folder must be there"), "{error}");
        let error = bound(&folder.path().join("long".repeat(40))).unwrap_err().to_string();
        assert!(error.contains("cannot listen"), "{error}");
    }

    #[test]
    fn permissions_are_octal_digits() {
        let read = |text: &str| serde_json::from_str::<SocketMode>(text).ok();
        for (text, expected) in [
            (r#""660""#, Some(0o660)),
            (r#""0666""#, Some(0o666)),
            ("660", None),
            (r#""0o660""#, None),
            (r#""+660""#, None),
            (r#""888""#, None),
            (r#""1777""#, None),
            (r#""""#, None),
        ] {
            assert_eq!(read(text), expected.map(SocketMode), "{text}");
        }
    }
}
