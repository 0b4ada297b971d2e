//! Declares and dispatches the commands `adoube store ...`, and finds where the records of each
//! are.

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use adoube_store::StoreError;
use clap::Subcommand;

use super::{check::check, compact::compact, copy::copy, transfer};
use crate::{config::StoreConfig, storage::Storage};

#[derive(Subcommand)]
pub(crate) enum StoreCommand {
    /// Write all records as JSON lines, as they are now; the bot may be running
    Export {
        /// Where to; - is standard output [default: -]
        file: Option<PathBuf>,
        /// The database they are in, such as `postgres://user@host/database`
        #[arg(long)]
        url: Option<String>,
    },
    /// Fill an empty data folder or database from an export, while no bot is running on it
    Import {
        /// Where from; - is standard input [default: -]
        file: Option<PathBuf>,
        /// The database to fill, such as `postgres://user@host/database`
        #[arg(long)]
        url: Option<String>,
    },
    /// Copy all records to another place that is empty: between data folders and databases, either way
    ///
    /// FROM and TO are folders, addresses such as `postgres://user@host/database`, or the word `configured`: where the bot
    /// keeps its records, so that no password needs to stand in a command. The bot may be running on FROM; what it writes
    /// after the beginning is not in the copy. When the copy is interrupted, the same command goes on with it. At the end both
    /// are compared row by row; until then the bot does not start on TO.
    Copy {
        /// Where the records are
        from: String,
        /// Where they are to be as well
        to: String,
    },
    /// Write the files of a data folder anew, as small as they can be, while no bot is running on it
    ///
    /// They grow to several times of what is in them. The new files are written beside the old ones, compared with them, and
    /// take their place; whenever that is interrupted, everything is there in the old files or in the new ones, and the next
    /// start removes what is left of the others. The disk needs room for it meanwhile: where there is too little, it is said
    /// how much, and nothing is changed.
    Compact,
    /// Read all records, and say what is damaged or lost; changes nothing. The bot may be running
    ///
    /// Beside a bot that runs on a data folder its records are read, not the files they are in: that is said at the end.
    Check {
        /// The database they are in, such as `postgres://user@host/database`
        #[arg(long)]
        url: Option<String>,
    },
    /// Write all records of a data folder that are whole, whatever else is damaged, to a file that `import` takes; changes nothing
    Salvage {
        /// Where to; - is standard output
        file: PathBuf,
    },
}

/// Runs a store command and prints how many rows there are. `named` is the data folder that the command line names, `data` the
/// one that is used without it.
pub(crate) fn run_store_command(
    command: &StoreCommand,
    named: Option<&Path>,
    data: &Path,
    config: &StoreConfig,
) -> Result<(), Box<dyn Error>> {
    // The command line takes precedence over the configuration.
    let storage = |url: Option<&String>| match (url, named) {
        (Some(url), _) if !url.contains("://") => Err(StoreError::Address {
            detail: "`--url` takes one such as postgres://user@host/database".to_owned(),
        }),
        (Some(url), _) => Storage::named(url, config, data),
        (None, Some(data)) => Ok(Storage::Folder(data.to_owned())),
        (None, None) => Storage::of(config, data),
    };
    let (rows, done) = match command {
        StoreCommand::Export { file, url } => {
            (transfer::export(&storage(url.as_ref())?, file.as_deref())?, "written")
        }
        StoreCommand::Import { file, url } => {
            (transfer::import(&storage(url.as_ref())?, file.as_deref())?, "read")
        }
        StoreCommand::Copy { from, to } => {
            let named = |word| Storage::named(word, config, data);
            (copy(&named(from)?, &named(to)?)?, "copied and compared: both are the same")
        }
        StoreCommand::Compact => (compact(&storage(None)?)?, "are there"),
        StoreCommand::Check { url } => (check(&storage(url.as_ref())?)?, "checked, all of them whole"),
        StoreCommand::Salvage { file } => (transfer::salvage(&storage(None)?, file)?, "written"),
    };
    print_status!("{rows} rows {done}");
    Ok(())
}
