//! Finds import cycles: sets of files each of which imports, directly or not, every other one
//! (strongly connected components, by Tarjan's algorithm).

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::imports::ImportGraph;

/// The cycles of at least `min_files` files, the largest first, each with its files in order; the graph names files by their
/// numbers.
pub fn import_cycles(files: &[PathBuf], graph: &ImportGraph, min_files: usize) -> Vec<BTreeSet<PathBuf>> {
    let mut cycles: Vec<BTreeSet<PathBuf>> = strong_components(graph)
        .into_iter()
        .filter(|cycle| cycle.len() >= min_files)
        .map(|cycle| cycle.into_iter().map(|file| files[file].clone()).collect())
        .collect();
    cycles.sort_by_key(|cycle| (usize::MAX - cycle.len(), cycle.first().cloned()));
    cycles
}

/// Strongly connected components by Tarjan's algorithm, without recursion.
fn strong_components(graph: &ImportGraph) -> Vec<Vec<usize>> {
    let mut tarjan = Tarjan {
        order: vec![None; graph.len()],
        low: vec![0; graph.len()],
        is_on_stack: vec![false; graph.len()],
        ..Tarjan::default()
    };
    for node in 0..graph.len() {
        if tarjan.order[node].is_none() {
            tarjan.search(graph, node);
        }
    }
    tarjan.components
}

#[derive(Default)]
struct Tarjan {
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    is_on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    components: Vec<Vec<usize>>,
}

impl Tarjan {
    fn enter(&mut self, node: usize) {
        self.order[node] = Some(self.next);
        self.low[node] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.is_on_stack[node] = true;
    }

    fn search(&mut self, graph: &ImportGraph, start: usize) {
        self.enter(start);
        let mut path = vec![(start, graph[start].iter())];
        while let Some((node, successors)) = path.last_mut() {
            let node = *node;
            match successors.next() {
                Some(&next) if self.order[next].is_none() => {
                    self.enter(next);
                    path.push((next, graph[next].iter()));
                }
                Some(&next) if self.is_on_stack[next] => {
                    self.low[node] = self.low[node].min(self.order[next].unwrap_or(usize::MAX));
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((parent, _)) = path.last() {
                        self.low[*parent] = self.low[*parent].min(self.low[node]);
                    }
                    if self.order[node] == Some(self.low[node]) {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn close(&mut self, root: usize) {
        let start = self.stack.iter().rposition(|node| *node == root).unwrap_or(0);
        let component = self.stack.split_off(start);
        for node in &component {
            self.is_on_stack[*node] = false;
        }
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_among_bridges_and_loops() {
        let edges: [&[usize]; 7] = [&[1], &[2], &[0, 3], &[4], &[3, 5], &[5], &[0]];
        let graph: ImportGraph = edges.iter().map(|targets| targets.iter().copied().collect()).collect();
        let mut components = strong_components(&graph);
        for component in &mut components {
            component.sort_unstable();
        }
        components.sort();
        assert_eq!(components, [vec![0, 1, 2], vec![3, 4], vec![5], vec![6]]);
    }
}
