//! Engine pool of a session: one engine for each thread, with one transposition table (lazy SMP).
//!
//! Only what changed is made anew, and an old table is freed before a new one is asked for.

use adoube_engine::{Engine, TableGauge};

/// Megabytes of the table where there is no memory for the size asked for.
const FALLBACK: [usize; 2] = [32, 1];

/// Engines with one transposition table.
#[derive(Default)]
pub(crate) struct EnginePool {
    engines: Vec<Engine>,
    /// Megabytes of the table that were asked for.
    wanted: usize,
    /// Megabytes that the table has.
    hash: usize,
}

impl EnginePool {
    /// Fits the pool to the options. Returns a sentence for the host where there is less memory
    /// than it asked for.
    pub(crate) fn fit(&mut self, hash: usize, threads: usize) -> Option<String> {
        let mut less = None;
        if self.engines.is_empty() {
            self.engines.push(Engine::new(0));
            self.wanted = 0;
        }
        if self.wanted != hash {
            (self.wanted, self.hash) = (hash, hash);
            self.renew();
            if self.hash < hash {
                less = Some(format!("there is no memory for a Hash of {hash} MB; it has {} MB", self.hash));
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
        self.renew();
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
    fn renew(&mut self) {
        self.engines.truncate(1);
        let Some(first) = self.engines.first_mut() else { return };
        let smaller = FALLBACK.into_iter().filter(|hash| *hash < self.hash);
        let mut sizes = std::iter::once(self.hash).chain(smaller);
        // Where every size fails the engine has the smallest table there is.
        let found = sizes.find(|hash| first.resize_table(hash << 20).is_ok());
        self.hash = found.unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_there_is_becomes_less() {
        let mut pool = EnginePool::default();
        let said = pool.fit(1 << 42, 2).expect("no machine has as much");
        assert!(said.contains("no memory") && pool.hash < 1 << 42, "{said}");
        assert_eq!(pool.engines.len(), 2);
        assert_eq!(pool.fit(1 << 42, 1), None, "nothing changed that it could be said about again");
        assert_eq!(pool.fit(2, 3), None);
        assert_eq!((pool.hash, pool.engines.len()), (2, 3));
        pool.clear();
        assert_eq!((pool.hash, pool.engines.len()), (2, 3));
    }
}
