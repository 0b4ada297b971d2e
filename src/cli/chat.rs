//! `adoube chat serve`: the chat door on standard input and output. Not here: the door itself (`adoube-platform-door`).

use std::{
    io::{self, BufReader},
    path::PathBuf,
    sync::Arc,
};

use adoube_bot::ComputerSettings;
use adoube_platform_door::{self as door, ChatDoor, DoorError, DoorSettings};
use adoube_store::{MemoryStore, Store, StoreError};
use clap::{Args, Subcommand, ValueEnum};

use crate::{live_export::ExportSocket, start::stop_signal, storage::Storage};

/// What is done with a chat.
#[derive(Subcommand)]
pub enum ChatCommand {
    /// Do what an adapter does: requests on standard input, one JSON object per line, until it ends
    ///
    /// A bridge to another chat says what people do there, and takes what the bot says to them;
    /// docs/protocols/chat-door.md has the requests and a whole game, line by line.
    Serve(ServeOptions),
}

/// How the door is opened.
#[derive(Args)]
pub struct ServeOptions {
    /// Keep nothing: all games are in memory, and gone at the end
    #[arg(long)]
    pub memory: bool,
    /// What time it is: the machine's, or what requests say
    #[arg(long, value_enum, default_value_t)]
    clock: ClockOption,
    /// Draw ids, colours, deals and set-ups from this number, so that the same requests are answered the same way
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Put pictures and files into this folder where a request asks for files
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ClockOption {
    /// The machine's clock
    #[default]
    System,
    /// Time stands still except where a request moves it
    Input,
}

/// Why the door was not served to the end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The records cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The door cannot be opened.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// Standard input or output failed.
    #[error(transparent)]
    Lines(#[from] io::Error),
}

/// Serves the door until standard input ends or the system asks the program to stop. Without `storage`, records are in memory
/// alone.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    options: &ServeOptions,
    storage: Option<&Storage>,
    accepts_calendar: bool,
    computer: ComputerSettings,
) -> Result<(), ServeError> {
    let settings = DoorSettings {
        is_clock_input: options.clock == ClockOption::Input,
        seed: options.seed,
        pictures: options.pictures.clone(),
        accepts_calendar,
        computer,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let stop = stop_signal()?;
        let store: Arc<dyn Store> = match storage {
            Some(storage) => storage.open().await?,
            None => Arc::new(MemoryStore::new()),
        };
        let export_socket = storage.map(|storage| ExportSocket::open(storage, &store));
        let door = ChatDoor::open(Arc::clone(&store), &settings).await?;
        let served = door::serve(door, BufReader::new(io::stdin()), io::stdout(), stop).await;
        if let Some(export_socket) = export_socket {
            export_socket.close().await;
        }
        store.close().await?;
        Ok(served?)
    });
    // A thread may still be blocked while it writes an answer.
    runtime.shutdown_background();
    served
}
