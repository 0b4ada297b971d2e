//! Where records of Discord lay before the adapter had a table of its own. Not here: how they get from there to it
//! (`crate::moving`).

use adoube_store::Table;

use super::{
    PLATFORM,
    records::{BOARD, PERSON, PLACE, REGISTRATION, TABLE},
};
use crate::moving::Moved;

/// Every kind of them.
pub const MOVED: [Moved; 4] = [
    Moved::kind((Table::Channel, "discord-place"), (TABLE, PLACE)),
    Moved::kind((Table::Message, PLATFORM), (TABLE, BOARD)),
    Moved::kind((Table::Person, PLATFORM), (TABLE, PERSON)),
    Moved::kind((Table::Setting, "discord-guilds"), (TABLE, REGISTRATION)),
];
