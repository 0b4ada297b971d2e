//! Computes Huffman code lengths from symbol counts, with a code length limit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Code lengths of at most `limit` bits, optimal or nearly so; zero for a symbol that never occurs. At least two symbols
/// must occur.
///
/// A tree that is too deep is built again with raised counts of the rarest symbols, a heuristic in place of package-merge.
pub(crate) fn limited_code_lengths(counts: &[u64], limit: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = huffman_code_lengths(&counts);
        if lengths.iter().all(|length| *length <= limit) {
            return lengths;
        }
        // Raising the smallest counts flattens the tree.
        let rarest = counts.iter().copied().filter(|count| *count > 0).min().unwrap_or(1);
        counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = (*count).max(2 * rarest + 1));
    }
}

/// Code lengths of a Huffman code without a limit: depths of the leaves of the tree built by joining the two rarest roots.
fn huffman_code_lengths(counts: &[u64]) -> Vec<u8> {
    let leaves = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut roots: BinaryHeap<Reverse<(u64, usize)>> =
        leaves.map(|(symbol, count)| Reverse((*count, symbol))).collect();
    let mut parents = vec![None; counts.len()];
    while let (Some(Reverse((first, a))), Some(Reverse((second, b)))) = (roots.pop(), roots.pop()) {
        let parent = parents.len();
        parents.push(None);
        (parents[a], parents[b]) = (Some(parent), Some(parent));
        // One root is left: the tree is complete.
        if roots.is_empty() {
            break;
        }
        roots.push(Reverse((first + second, parent)));
    }
    let mut depths = vec![0_u8; parents.len()];
    for node in (0..parents.len()).rev() {
        if let Some(parent) = parents[node] {
            depths[node] = depths[parent].saturating_add(1);
        }
    }
    depths.truncate(counts.len());
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_complete_and_short_enough() {
        let fibonacci = |length: usize| {
            let mut counts = vec![1_u64, 1];
            while counts.len() < length {
                counts.push(counts[counts.len() - 1] + counts[counts.len() - 2]);
            }
            counts
        };
        for (counts, limit) in
            [(vec![1, 1], 7), (vec![5, 0, 3, 1], 7), (fibonacci(19), 7), (fibonacci(60), 15)]
        {
            let lengths = limited_code_lengths(&counts, limit);
            assert!(lengths.iter().all(|length| *length <= limit), "{lengths:?}");
            assert!(lengths.iter().zip(&counts).all(|(length, count)| (*length > 0) == (*count > 0)));
            let total: u64 =
                lengths.iter().filter(|length| **length > 0).map(|length| 1 << (15 - length)).sum();
            assert_eq!(total, 1 << 15, "{lengths:?}");
        }
        assert_eq!(limited_code_lengths(&[8, 4, 2, 1], 7), [1, 2, 3, 3]);
    }
}
