//! Error type of the commands `adoube store`: why one failed (damaged or incomplete records, a
//! folder in use, an unfinished copy, an unsuitable place), each with a sentence for the operator.

use std::{io, path::PathBuf};

use adoube_store::{CopyError, StoreError, TransferError};

/// Why a store command failed.
#[derive(Debug, thiserror::Error)]
pub enum TransferCommandError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row cannot be read or written.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// A copy failed.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// The command was interrupted by a signal.
    #[error(
        "interrupted; the same command once more goes on from here, and until then the bot does not start there"
    )]
    Interrupted,
    /// Source and target of a copy are the same.
    #[error("both places of the copy are the same one")]
    SamePlace,
    /// The store holds part of an unfinished import or copy.
    #[error(
        "an import or a copy into this folder is not finished, so these are not all records: the same copy once more goes on \
         with it; an import begins anew, in a new folder"
    )]
    Unfinished,
    /// `salvage` was asked for a database.
    #[error(
        "`salvage` reads the files of a data folder. Those of a database are its own business: `adoube store check` reads all \
         its records, and its backups and replicas (such as pg_basebackup, pg_verifybackup and pg_amcheck) help with the rest"
    )]
    OfADatabase,
    /// `compact` was asked for a database.
    #[error(
        "`compact` writes the files of a data folder anew. A database sees to its own: PostgreSQL gives room back by VACUUM, \
         which runs by itself, and all of it by VACUUM FULL"
    )]
    ByTheDatabase,
    /// The file cannot be used.
    #[error("{file}: {source}")]
    File {
        /// Its path.
        file: String,
        /// The system's answer.
        source: io::Error,
    },
    /// Rows of a data folder are damaged.
    #[error(
        "the records are damaged: salvage what is whole (`adoube store salvage FILE`), and import it into a new folder"
    )]
    Damaged,
    /// Rows of a database are damaged or missing.
    #[error(
        "the records are damaged or incomplete: those that are named are not read, and the others go on. Bring the database \
         back from a backup of its own, or into a new one what `adoube store export` wrote while everything was whole"
    )]
    DamagedDatabase,
    /// Every row is whole, but some cannot be read as records, or records are missing.
    #[error(
        "every row that is there is whole, but what is named cannot be read by this program or is missing"
    )]
    Incomplete,
    /// Another process has the folder open and does not answer.
    #[error(
        "another adoube is running on this data folder ({}) and cannot be asked for its records; stop it first, or if it is \
         just starting, try again", .path.display()
    )]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The system refuses the asynchronous runtime.
    #[error("the system does not let the program start: {0}")]
    System(#[from] io::Error),
}
