//! `adoube store`: export, import, copy, compact, check and salvage the records.

mod check;
mod command;
mod compact;
mod copy;
mod error;
mod report;
mod runtime;
mod source;
mod transfer;

pub(crate) use self::command::{StoreCommand, run_store_command};
pub use self::{
    check::check,
    compact::compact,
    copy::copy,
    error::TransferCommandError,
    transfer::{export, import, salvage},
};
