//! Where records of the web chat lay before it had a table of its own. Not here: how they get from there to it
//! (`crate::moving`).

use adoube_store::Table;

use super::{
    identity::PLATFORM,
    records::{CHANNEL, LOG, LOOK, LOOKS, MIXED, MODERATOR, NAME, OWN, PERSON, SECRET, TABLE},
};
use crate::moving::Moved;

/// Every kind of them.
pub const MOVED: [Moved; 10] = [
    Moved::kind((Table::Message, "web-log"), (TABLE, LOG)),
    Moved::kind((Table::Message, "web-own"), (TABLE, OWN)),
    // Before those, under the channel's id alone.
    Moved::beginning((Table::Message, "web:"), (TABLE, MIXED)),
    Moved::kind((Table::Person, PLATFORM), (TABLE, PERSON)),
    Moved::kind((Table::Index, "web-name"), (TABLE, NAME)),
    Moved::kind((Table::Index, "web-look"), (TABLE, LOOK)),
    Moved::kind((Table::Index, "web-channel"), (TABLE, CHANNEL)),
    Moved::kind((Table::Setting, "web-looks"), (TABLE, LOOKS)),
    Moved::kind((Table::Setting, "web-moderator"), (TABLE, MODERATOR)),
    Moved::kind((Table::Setting, "web-secret"), (TABLE, SECRET)),
];
