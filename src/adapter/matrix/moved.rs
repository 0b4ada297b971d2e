//! Where records of Matrix lay before the adapter had a table of its own. Not here: how they get from there to it
//! (`crate::moving`).

use adoube_store::Table;

use super::{
    PLATFORM,
    records::{LANGUAGE, LIST, MEANT, NEWEST, PERSON, REPLY, SINCE, TABLE, UNREADABLE},
};
use crate::moving::Moved;

/// Every kind of them.
pub const MOVED: [Moved; 8] = [
    Moved::kind((Table::Outbox, "matrix-reply"), (TABLE, REPLY)),
    Moved::kind((Table::Message, "matrix-list"), (TABLE, LIST)),
    Moved::kind((Table::Message, "matrix-newest"), (TABLE, NEWEST)),
    Moved::kind((Table::Message, "matrix-meant"), (TABLE, MEANT)),
    Moved::kind((Table::Message, "matrix-unreadable"), (TABLE, UNREADABLE)),
    Moved::kind((Table::Message, "matrix-unreadable-since"), (TABLE, SINCE)),
    Moved::kind((Table::Message, "matrix-language"), (TABLE, LANGUAGE)),
    Moved::kind((Table::Person, PLATFORM), (TABLE, PERSON)),
];
