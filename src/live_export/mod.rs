//! An export while the program runs: it has its data folder to itself, so whoever wants the records asks it, by a socket in
//! that folder. Only the folder's owner (and root) is answered; nothing can be changed that way.
//!
//! ```text
//! ask       export⏎
//! answer    rows 1234⏎        how many rows there are
//!           87⏎ and 87 bytes  a piece of the export, and so on
//!           0⏎                the end of it
//! ask       export⏎           the same moment once more
//! ```
//!
//! Instead of each line of an answer there may be `!` and why there is no more. Not here: what an export looks like
//! (`adoube-store`), and what is done with it (`adapter/cli/store`).

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

/// What is asked for; there is nothing else.
const ASKED: &str = "export\n";
/// The longest line of either side, its end included.
const MAX_LINE_BYTES: u64 = 1024;

/// Where a program that runs on this folder is asked.
fn socket(data: &Path) -> PathBuf {
    data.join("export.socket")
}

/// Does something with the path of that socket. An address of a socket has room for about 100 letters; where the path is longer,
/// Linux is given a shorter one, by way of the folder as this process has it open.
fn at_socket<T>(data: &Path, act: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
    match act(&socket(data)) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            let folder = File::open(data)?;
            act(&socket(&Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string())))
        }
        done => done,
    }
}
