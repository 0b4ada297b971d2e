//! Checks all records of a store for `adoube store check`: reads them as the bot and the platforms
//! do, and collects those that cannot be read or are missing. Not here: damaged rows, which the
//! store finds itself.

use adoube_bot::{RecordAudit, forms::FormError};
use adoube_platform_web as web;
use adoube_store::{StoreRow, Table};

#[cfg(feature = "discord")]
use adoube_platform_discord as discord;

/// Problems that are listed; further ones are counted.
const NAMED: usize = 1000;

/// Reads rows, in the order of a snapshot.
#[derive(Debug, Default)]
pub struct Inspection {
    audit: RecordAudit,
    unreadable: Problems,
}

/// The problems of a store, a line for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The first thousand.
    pub lines: Vec<String>,
    /// The number of further ones.
    pub besides: u64,
}

impl Inspection {
    /// Reads a row as the part of the program that uses it.
    pub fn take(&mut self, row: &StoreRow) {
        if let Err(error) = self.read(row) {
            self.unreadable.add(format!("{}: {error}", name(row)));
        }
    }

    /// The unreadable and the missing records.
    pub fn finish(self) -> Problems {
        let mut problems = self.unreadable;
        self.audit.missing().into_iter().for_each(|line| problems.add(format!("missing: {line}")));
        problems
    }

    fn read(&mut self, row: &StoreRow) -> Result<(), FormError> {
        if let StoreRow::Record { table, key, record } = row {
            match table {
                #[cfg(feature = "discord")]
                Table::Discord => discord::check_form(key, &record.value)?,
                Table::Web => web::check_form(key, &record.value)?,
                #[cfg(feature = "matrix")]
                Table::Matrix => adoube_platform_matrix::check_form(key, &record.value)?,
                _ => false,
            };
        }
        self.audit.read(row).map(drop)
    }
}

impl Problems {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn add(&mut self, line: String) {
        if self.lines.len() < NAMED {
            self.lines.push(line);
        } else {
            self.besides += 1;
        }
    }
}

fn name(row: &StoreRow) -> String {
    match row {
        StoreRow::Record { table, key, .. } => format!("{table} {}", key.escape_ascii()),
        StoreRow::Answer { id, .. } => format!("answer {}", id.as_str()),
    }
}
