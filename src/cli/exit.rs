//! Exit statuses of the program, in the numbers of `sysexits.h`. They tell a service manager whether a restart may help;
//! `docs/operators/running.md` has the table.

use std::{error::Error, io, process::ExitCode};

use adoube_bot::{CalendarError, RepositoryError};
use adoube_platform_door::{DoorError, ListenError, PictureFolderError};
use adoube_store::{CopyError, StoreError, TransferError};

#[cfg(feature = "matrix")]
use super::matrix::ResetError;
use super::{chat::ServeError, store::TransferCommandError};
use crate::{config::ConfigError, logging::LogStartError, start::StartError};

/// An exit status other than success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitStatus {
    /// Failed for another reason.
    Failed = 1,
    /// The command line is wrong.
    Usage = 64,
    /// The records are damaged, incomplete, of another format, or not there.
    Records = 65,
    /// The program has a bug.
    Internal = 70,
    /// A file, a disk or a device failed.
    Io = 74,
    /// A resource is in use or unreachable; a later start may work.
    Later = 75,
    /// The system or the database denies permission.
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
    /// The status of an error, else of its cause.
    pub(super) fn of(error: &(dyn Error + 'static)) -> Self {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(status) = status_of_error(error) {
                return status;
            }
            cause = error.source();
        }
        Self::Failed
    }
}

fn status_of_error(error: &(dyn Error + 'static)) -> Option<ExitStatus> {
    if error.is::<ConfigError>() || error.is::<LogStartError>() {
        return Some(ExitStatus::Config);
    }
    #[cfg(feature = "matrix")]
    if let Some(ResetError::Start(error)) = error.downcast_ref() {
        return start_status(error);
    }
    if let Some(ServeError::Store(error)) = error.downcast_ref() {
        return Some(store_status(error));
    }
    if let Some(ServeError::Door(error)) = error.downcast_ref() {
        return Some(door_status(error));
    }
    if let Some(error) = error.downcast_ref() {
        return start_status(error);
    }
    if let Some(error) = error.downcast_ref() {
        return Some(transfer_status(error));
    }
    if let Some(error) = error.downcast_ref() {
        return Some(store_status(error));
    }
    error.downcast_ref().map(io_status)
}

fn start_status(error: &StartError) -> Option<ExitStatus> {
    match error {
        StartError::Store(error) => Some(store_status(error)),
        StartError::Calendar(error) => Some(calendar_status(error)),
        StartError::Ledger(error) => Some(repository_status(error)),
        StartError::Render(_) | StartError::Wording(_) => Some(ExitStatus::Internal),
        #[cfg(feature = "discord")]
        StartError::Discord(error) if error.is_of_settings() => Some(ExitStatus::Config),
        StartError::Inherited(_) | StartError::Door(ListenError::Settings(_)) => Some(ExitStatus::Config),
        StartError::Door(ListenError::Door(error)) => Some(door_status(error)),
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

fn store_status(error: &StoreError) -> ExitStatus {
    match error {
        StoreError::Io { source, .. } => io_status(source),
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

fn io_status(error: &io::Error) -> ExitStatus {
    use io::ErrorKind;
    match error.kind() {
        ErrorKind::PermissionDenied => ExitStatus::Permission,
        ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable | ErrorKind::TimedOut => ExitStatus::Later,
        _ => ExitStatus::Io,
    }
}

fn calendar_status(error: &CalendarError) -> ExitStatus {
    match error {
        CalendarError::Ledger(error) => repository_status(error),
        // The clock may be set soon, as after a start of the machine.
        CalendarError::Database { .. } | CalendarError::Records { .. } => ExitStatus::Later,
    }
}

fn repository_status(error: &RepositoryError) -> ExitStatus {
    match error {
        RepositoryError::Store(error) => store_status(error),
        RepositoryError::Unreadable { .. } | RepositoryError::NewerVersion { .. } => ExitStatus::Records,
        _ => ExitStatus::Internal,
    }
}

fn door_status(error: &DoorError) -> ExitStatus {
    match error {
        DoorError::Calendar(error) => calendar_status(error),
        DoorError::Ledger(error) => repository_status(error),
        DoorError::Render(_) | DoorError::Wording(_) => ExitStatus::Internal,
        DoorError::Folder(PictureFolderError { source, .. }) => io_status(source),
    }
}

fn transfer_status(error: &TransferCommandError) -> ExitStatus {
    match error {
        TransferCommandError::Store(error)
        | TransferCommandError::Transfer(TransferError::Store(error))
        | TransferCommandError::Copy(CopyError::Source(error) | CopyError::Target(error)) => {
            store_status(error)
        }
        TransferCommandError::Transfer(TransferError::Read(error) | TransferError::Write(error))
        | TransferCommandError::File { source: error, .. }
        | TransferCommandError::System(error) => io_status(error),
        TransferCommandError::Interrupted
        | TransferCommandError::Busy { .. }
        | TransferCommandError::Copy(CopyError::ConcurrentCopy) => ExitStatus::Later,
        TransferCommandError::SamePlace
        | TransferCommandError::OfADatabase
        | TransferCommandError::ByTheDatabase => ExitStatus::Usage,
        TransferCommandError::Transfer(_)
        | TransferCommandError::Copy(_)
        | TransferCommandError::Unfinished
        | TransferCommandError::Damaged
        | TransferCommandError::DamagedDatabase
        | TransferCommandError::Incomplete => ExitStatus::Records,
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
            assert_eq!(ExitStatus::of(&TransferCommandError::Store(error.clone())), status, "{error}");
            assert_eq!(ExitStatus::of(&ServeError::Store(error.clone())), status, "{error}");
        }
    }
}
