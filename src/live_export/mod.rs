//! Live export: a running program sends its records over a Unix socket in its data folder, which no other process can open.
//! Only the owner of the folder and root are answered, and nothing can be changed.
//!
//! ```text
//! ask       export⏎
//! answer    rows 1234⏎        how many rows there are
//!           87⏎ and 87 bytes  a piece of the export, and so on
//!           0⏎                the end of it
//! ask       export⏎           the same moment once more
//! ```
//!
//! In place of any line of an answer there may be `!` and an error. Not here: the form of an export (`adoube-store`), what is
//! done with it (`cli/store`).

mod client;
mod server;

use std::{
    fs::File,
    io,
    os::fd::AsRawFd as _,
    path::{Path, PathBuf},
};

pub use client::LiveSnapshot;
pub use server::ExportSocket;

/// The only request.
const ASKED: &str = "export\n";
/// The longest line of either side, with its end.
const MAX_LINE_BYTES: u64 = 1024;

/// The path of the socket of a data folder.
fn socket(data: &Path) -> PathBuf {
    data.join("export.socket")
}

/// Calls `act` with the path of the socket. The address of a socket has room for about 100 bytes; a longer path is replaced by a
/// short one through `/proc/self/fd`.
fn at_socket<T>(data: &Path, act: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
    match act(&socket(data)) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            let folder = File::open(data)?;
            act(&socket(&Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string())))
        }
        done => done,
    }
}
