//! Engine pool of a session: keeps one engine for each thread, with one transposition table (lazy
//! SMP), and resizes them when options change.
//!
//! Only what changed is made anew, and an old table is freed before a new one is asked for.

use adoube_engine::{Engine, TableGauge};

/// Megabytes of the table where there is no memory for the size asked for.
const FALLBACK_HASH_MB: [usize; 2] = [32, 1];

/// Engines with one transposition table.
#[derive(Default)]
pub(crate) struct EnginePool {
    engines: Vec<Engine>,
    /// Megabytes of the table that were asked for.
    requested_mb: usize,
    /// Megabytes that the table has.
    allocated_mb: usize,
}

impl EnginePool {
    /// Fits the pool to the options. Returns a sentence for the host where there is less memory
    /// than it asked for.
    pub(crate) fn resize(&mut self, hash_mb: usize, threads: usize) -> Option<String> {
        let mut less = None;
        if self.engines.is_empty() {
            self.engines.push(Engine::new(0));
            self.requested_mb = 0;
        }
        if self.requested_mb != hash_mb {
            (self.requested_mb, self.allocated_mb) = (hash_mb, hash_mb);
            self.reset_table();
            if self.allocated_mb < hash_mb {
                less = Some(format!(
                    "there is no memory for a Hash of {hash_mb} MB; it has {} MB",
                    self.allocated_mb
                ));
            }
        }
        self.engines.truncate(threads);
        while let Some(first) = self.engines.first().filter(|_| self.engines.len() < threads) {
            self.engines.push(first.helper());
        }
        less
    }

    /// Drops all search results.
    pub(crate) fn clear(&mut self) {
        let threads = self.engines.len();
        self.reset_table();
        while let Some(first) = self.engines.first().filter(|_| self.engines.len() < threads) {
            self.engines.push(first.helper());
        }
    }

    /// Gauge that says how full the table is, also while it is searched.
    pub(crate) fn table_gauge(&self) -> Option<TableGauge> {
        self.engines.first().map(Engine::table_gauge)
    }

    /// The main engine and its helpers.
    pub(crate) fn split(&mut self) -> Option<(&mut Engine, &mut [Engine])> {
        self.engines.split_first_mut()
    }

    /// Gives the main engine an empty table, a smaller one where there is not so much memory. The
    /// helpers go, as they share the old one.
    fn reset_table(&mut self) {
        self.engines.truncate(1);
        let Some(first) = self.engines.first_mut() else { return };
        let smaller = FALLBACK_HASH_MB.into_iter().filter(|hash_mb| *hash_mb < self.allocated_mb);
        let mut sizes = std::iter::once(self.allocated_mb).chain(smaller);
        // Where every size fails the engine has the smallest table there is.
        let found = sizes.find(|hash_mb| first.resize_table(hash_mb << 20).is_ok());
        self.allocated_mb = found.unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_there_is_becomes_less() {
        let mut pool = EnginePool::default();
        let said = pool.resize(1 << 42, 2).expect("no machine has as much");
        assert!(said.contains("no memory") && pool.allocated_mb < 1 << 42, "{said}");
        assert_eq!(pool.engines.len(), 2);
        assert_eq!(pool.resize(1 << 42, 1), None, "nothing changed that it could be said about again");
        assert_eq!(pool.resize(2, 3), None);
        assert_eq!((pool.allocated_mb, pool.engines.len()), (2, 3));
        pool.clear();
        assert_eq!((pool.allocated_mb, pool.engines.len()), (2, 3));
    }
}
