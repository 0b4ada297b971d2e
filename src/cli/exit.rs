//! How the program ends, in the numbers of `sysexits.h`: a service manager can tell what a restart may mend from what it
//! cannot. docs/operators/running.md has the table. Not here: what is said about it.

use std::{error::Error, io, process::ExitCode};

use adoube_bot::{CalendarError, RepositoryError};
use adoube_platform_door::{DoorError, ListenError};
use adoube_store::{CopyError, StoreError, TransferError};

#[cfg(feature = "matrix")]
use super::matrix::ResetError;
use super::{chat::ServeError, store::MoveError};
use crate::{config::ConfigError, logging::BeginError, start::StartError};

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitStatus {
    /// For a reason that no other status names.
    Failed = 1,
    /// The command line is wrong.
    Usage = 64,
    /// The records are damaged, incomplete, of another format, or not there.
    Records = 65,
    /// The program has a mistake.
    Internal = 70,
    /// A file, a disk or a device failed.
    Io = 74,
    /// Something is in use or out of reach: later it may work.
    Later = 75,
    /// The system or the database does not allow it.
    Permission = 77,
    /// The configuration is wrong.
    Config = 78,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

impl ExitStatus {
    /// The one for an error or, where it says nothing by itself, for what caused it.
    pub(super) fn of(error: &(dyn Error + 'static)) -> Self {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(status) = known(error) {
                return status;
            }
            cause = error.source();
        }
        Self::Failed
    }
}

fn known(error: &(dyn Error + 'static)) -> Option<ExitStatus> {
    if error.is::<ConfigError>() || error.is::<BeginError>() {
        return Some(ExitStatus::Config);
    }
    #[cfg(feature = "matrix")]
    if let Some(ResetError::Start(error)) = error.downcast_ref() {
        return of_start(error);
    }
    if let Some(ServeError::Store(error)) = error.downcast_ref() {
        return Some(of_store(error));
    }
    if let Some(ServeError::Door(error)) = error.downcast_ref() {
        return Some(of_door(error));
    }
    if let Some(error) = error.downcast_ref() {
        return of_start(error);
    }
    if let Some(error) = error.downcast_ref() {
        return Some(of_move(error));
    }
    if let Some(error) = error.downcast_ref() {
        return Some(of_store(error));
    }
    error.downcast_ref().map(of_io)
}

fn of_start(error: &StartError) -> Option<ExitStatus> {
    match error {
        StartError::Store(error) => Some(of_store(error)),
        StartError::Calendar(error) => Some(of_calendar(error)),
        StartError::Ledger(error) => Some(of_ledger(error)),
        StartError::Render(_) | StartError::Wording(_) => Some(ExitStatus::Internal),
        #[cfg(feature = "discord")]
        StartError::Discord(error) if error.is_of_settings() => Some(ExitStatus::Config),
        StartError::Inherited(_) | StartError::Door(ListenError::Settings(_)) => Some(ExitStatus::Config),
        StartError::Door(ListenError::Door(error)) => Some(of_door(error)),
        #[cfg(feature = "matrix")]
        StartError::MatrixSettings(_) => Some(ExitStatus::Config),
        #[cfg(feature = "matrix")]
        StartError::Matrix(adoube_matrix_client::ConnectError::Unreachable(_)) => Some(ExitStatus::Later),
        #[cfg(feature = "matrix")]
        StartError::Matrix(_) => Some(ExitStatus::Config),
        // The system's answer says more.
        _ => None,
    }
}

fn of_store(error: &StoreError) -> ExitStatus {
    match error {
        StoreError::Io { source, .. } => of_io(source),
        StoreError::NoRoom { .. } => ExitStatus::Io,
        StoreError::Address { .. } => ExitStatus::Config,
        StoreError::Database { .. } => ExitStatus::Permission,
        StoreError::AlreadyOpen { .. }
        | StoreError::Unreachable { .. }
        | StoreError::Stopped { .. }
        | StoreError::TooManySnapshots
        | StoreError::SnapshotLost => ExitStatus::Later,
        StoreError::NoStore { .. }
        | StoreError::NoTables { .. }
        | StoreError::OlderFormat { .. }
        | StoreError::NewerFormat { .. }
        | StoreError::Damaged { .. }
        | StoreError::Missing { .. }
        | StoreError::NotEmpty
        | StoreError::ImportUnfinished
        | StoreError::CopyUnfinished { .. } => ExitStatus::Records,
        _ => ExitStatus::Internal,
    }
}

fn of_io(error: &io::Error) -> ExitStatus {
    use io::ErrorKind;
    match error.kind() {
        ErrorKind::PermissionDenied => ExitStatus::Permission,
        ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable | ErrorKind::TimedOut => ExitStatus::Later,
        _ => ExitStatus::Io,
    }
}

fn of_calendar(error: &CalendarError) -> ExitStatus {
    match error {
        CalendarError::Ledger(error) => of_ledger(error),
        // The clock may be set soon, as after a start of the machine.
        CalendarError::Database { .. } | CalendarError::Records { .. } => ExitStatus::Later,
    }
}

fn of_ledger(error: &RepositoryError) -> ExitStatus {
    match error {
        RepositoryError::Store(error) => of_store(error),
        RepositoryError::Unreadable { .. } | RepositoryError::NewerVersion { .. } => ExitStatus::Records,
        _ => ExitStatus::Internal,
    }
}

fn of_door(error: &DoorError) -> ExitStatus {
    match error {
        DoorError::Calendar(error) => of_calendar(error),
        DoorError::Ledger(error) => of_ledger(error),
        DoorError::Render(_) | DoorError::Wording(_) => ExitStatus::Internal,
        DoorError::Folder { source, .. } => of_io(source),
    }
}

fn of_move(error: &MoveError) -> ExitStatus {
    match error {
        MoveError::Store(error)
        | MoveError::Transfer(TransferError::Store(error))
        | MoveError::Copy(CopyError::Source(error) | CopyError::Target(error)) => of_store(error),
        MoveError::Transfer(TransferError::Read(error) | TransferError::Write(error))
        | MoveError::File { source: error, .. }
        | MoveError::System(error) => of_io(error),
        MoveError::Interrupted | MoveError::Busy { .. } | MoveError::Copy(CopyError::ConcurrentCopy) => {
            ExitStatus::Later
        }
        MoveError::SamePlace | MoveError::OfADatabase | MoveError::ByTheDatabase => ExitStatus::Usage,
        MoveError::Transfer(_)
        | MoveError::Copy(_)
        | MoveError::Unfinished
        | MoveError::Damaged
        | MoveError::DamagedDatabase
        | MoveError::Incomplete => ExitStatus::Records,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn what_a_restart_may_mend_differs_from_what_it_cannot() {
        let io = |kind: io::ErrorKind| StoreError::Io { doing: String::new(), source: Arc::new(kind.into()) };
        for (error, status) in [
            (io(io::ErrorKind::PermissionDenied), ExitStatus::Permission),
            (io(io::ErrorKind::StorageFull), ExitStatus::Io),
            (StoreError::AlreadyOpen { path: "data".into() }, ExitStatus::Later),
            (StoreError::Unreachable { doing: "", detail: String::new() }, ExitStatus::Later),
            (StoreError::OlderFormat { found: 1, oldest: 2 }, ExitStatus::Records),
            (StoreError::NewerFormat { found: 2, known: 1 }, ExitStatus::Records),
            (StoreError::Address { detail: String::new() }, ExitStatus::Config),
        ] {
            assert_eq!(ExitStatus::of(&error), status, "{error}");
            assert_eq!(ExitStatus::of(&StartError::Store(error.clone())), status, "{error}");
            assert_eq!(ExitStatus::of(&MoveError::Store(error.clone())), status, "{error}");
            assert_eq!(ExitStatus::of(&ServeError::Store(error.clone())), status, "{error}");
        }
    }
}
