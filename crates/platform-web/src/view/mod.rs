//! Entries of the log and live boards as one reader sees them, ready for the wire.

pub(crate) mod entry_view;
pub(crate) mod live_board;
pub(crate) mod page_addresses;
pub(crate) mod reader;
