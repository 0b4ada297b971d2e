//! Cache of recent engine results (moves, hints) by question: a repeated question gets the same
//! answer, although a search under a time limit may find another one. Not here: what is searched.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use adoube_engine::SearchReport;

/// Upper limit of cached results.
const KEPT: usize = 256;

/// Results by question. A result tells of hidden cards, so the type has no `Debug`.
#[derive(Default)]
pub(crate) struct EngineResultCache(Mutex<VecDeque<(String, SearchReport)>>);

impl EngineResultCache {
    /// The cached result of a question.
    pub(crate) fn get(&self, asked: &str) -> Option<SearchReport> {
        self.found().iter().find(|(known, _)| known == asked).map(|(_, report)| report.clone())
    }

    /// Caches a result, unless the question has one already; returns the cached one.
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
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
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
