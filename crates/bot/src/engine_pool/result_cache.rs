//! Cache of recent results, so that a repeated question gets the same answer within a short time
//! limit. Not here: what is searched.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use adoube_engine::SearchReport;

/// As much of it as is kept.
const KEPT: usize = 256;

/// What was found, by what was asked. It tells of cards, so printing it is not possible.
#[derive(Default)]
pub(crate) struct EngineResultCache(Mutex<VecDeque<(String, SearchReport)>>);

impl EngineResultCache {
    /// What was found when this was asked.
    pub(crate) fn get(&self, asked: &str) -> Option<SearchReport> {
        self.found().iter().find(|(known, _)| known == asked).map(|(_, report)| report.clone())
    }

    /// Keeps what was found, unless something is known already, and gives what is known then.
    pub(crate) fn keep(&self, asked: String, report: SearchReport) -> SearchReport {
        if let Some(known) = self.get(&asked) {
            return known;
        }
        let mut found = self.found();
        if found.len() >= KEPT {
            found.pop_front();
        }
        found.push_back((asked, report.clone()));
        report
    }

    fn found(&self) -> MutexGuard<'_, VecDeque<(String, SearchReport)>> {
        // Each change is whole before anything can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use adoube_engine::SearchScore;

    use super::*;

    fn report(nodes: u64) -> SearchReport {
        SearchReport {
            pv: Vec::new(),
            score: SearchScore::Centipawns(0),
            depth: 1,
            selective_depth: 1,
            nodes,
        }
    }

    #[test]
    fn the_first_answer_stays_and_old_ones_go() {
        let found = EngineResultCache::default();
        assert_eq!(found.keep("a".to_owned(), report(1)).nodes, 1);
        assert_eq!(found.keep("a".to_owned(), report(2)).nodes, 1);
        for number in 0..KEPT {
            found.keep(number.to_string(), report(3));
        }
        assert!(found.get("a").is_none());
        assert!(found.get("0").is_some() && found.get("255").is_some());
    }
}
