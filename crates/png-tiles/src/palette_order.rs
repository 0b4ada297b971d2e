//! Finds an order of palette entries by simulated annealing: the differences between pixels above
//! one another shall be few distinct numbers, as row deltas of filter type Up then cost fewer bits.
//!
//! Each step swaps two entries. A better order is kept, a worse one with a probability that falls with the temperature.

/// The number of swaps tried.
const ANNEALING_STEPS: u32 = 400_000;
/// The temperature at the start, as a share of all transitions counted.
const START_TEMPERATURE: f64 = 0.0015;

/// Where colours stand in a palette: two planes of paired colours, of which a tile may use either, then the rest. Both planes
/// have one order, so [`EncodedTile::shifted`](crate::EncodedTile::shifted) leads from one to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteOrder {
    planes: Vec<u8>,
    rest: Vec<u8>,
}

impl PaletteOrder {
    /// An order found before: the position of each colour in its plane, and of the others behind both planes. `None` when a
    /// position is missing or doubled, or there are more than 256 colours.
    pub fn new(planes: Vec<u8>, rest: Vec<u8>) -> Option<Self> {
        let whole = |positions: &[u8]| {
            let mut sorted = positions.to_vec();
            sorted.sort_unstable();
            sorted.iter().copied().eq((0..=u8::MAX).take(positions.len()))
        };
        (2 * planes.len() + rest.len() <= 256 && whole(&planes) && whole(&rest))
            .then_some(Self { planes, rest })
    }

    /// The order in which the colours are numbered. Colours beyond the 256th have no position.
    pub fn identity(planes: usize, rest: usize) -> Self {
        let planes = planes.min(128);
        let positions = |count: usize| (0..=u8::MAX).take(count).collect();
        Self { planes: positions(planes), rest: positions(rest.min(256 - 2 * planes)) }
    }

    /// The position of each colour in its plane.
    pub fn planes(&self) -> &[u8] {
        &self.planes
    }

    /// The position of each other colour behind both planes.
    pub fn rest(&self) -> &[u8] {
        &self.rest
    }
}

/// Transition counts: how often an entry has another one below it.
pub struct TransitionCounts {
    order: PaletteOrder,
    counts: Vec<u64>,
}

impl TransitionCounts {
    /// No transition counted, for entries of a palette in this order.
    pub fn new(order: PaletteOrder) -> Self {
        Self { order, counts: vec![0; 256 * 256] }
    }

    /// The number of colours of a plane.
    fn plane(&self) -> usize {
        self.order.planes.len()
    }

    /// The number of all colours.
    fn colours(&self) -> usize {
        2 * self.plane() + self.order.rest.len()
    }

    /// Adds the transitions of a tile, each counted `shown` times.
    pub fn add(&mut self, pixels: &[u8], width: usize, shown: u64) {
        for (above, below) in
            pixels.iter().zip(pixels.iter().skip(width)).filter(|(above, below)| above != below)
        {
            self.counts[usize::from(*above) << 8 | usize::from(*below)] += shown;
        }
    }
}

/// An order with a better score than the one in which the transitions were counted. The same `seed` finds the same order.
pub fn optimize_order(transitions: &TransitionCounts, seed: u64) -> PaletteOrder {
    let order = &transitions.order;
    let mut table = DifferenceCounts::new(transitions);
    let mut random =
        AnnealingRandom(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95));
    let (plane, rest) = (transitions.plane(), order.rest.len());
    let mut score = table.score();
    for step in 0..ANNEALING_STEPS {
        let cold = f64::from(step) / f64::from(ANNEALING_STEPS);
        let temperature = START_TEMPERATURE * table.total * (1.0 - cold) * (1.0 - cold);
        let (first, count) = if random.below(3) > 0 { (0, plane) } else { (2 * plane, rest) };
        let (a, b) = (first + random.below(count), first + random.below(count));
        table.swap_entries(a, b);
        let now = table.score();
        if now > score || random.chance() < ((now - score) / temperature).exp() {
            score = now;
        } else {
            table.swap_entries(a, b);
        }
    }
    let moved = |entry: usize| table.positions[entry];
    PaletteOrder {
        planes: order.planes.iter().map(|entry| moved(usize::from(*entry))).collect(),
        rest: order
            .rest
            .iter()
            .map(|entry| moved(2 * plane + usize::from(*entry)) - 2 * plane as u8)
            .collect(),
    }
}

/// How frequent each difference is while the entries stand at their present positions.
struct DifferenceCounts {
    plane: usize,
    total: f64,
    positions: Vec<u8>,
    /// Two entries, and how often the second is below the first.
    pairs: Vec<(usize, usize, f64)>,
    /// For each entry the indexes of its pairs.
    pairs_of_entry: Vec<Vec<usize>>,
    differences: [f64; 256],
}

impl DifferenceCounts {
    fn new(transitions: &TransitionCounts) -> Self {
        let colours = transitions.colours();
        let counts = transitions.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let pairs: Vec<(usize, usize, f64)> = counts
            .map(|(pair, count)| (pair >> 8, pair & 0xff, *count as f64))
            .filter(|(above, below, _)| *above < colours && *below < colours)
            .collect();
        let mut pairs_of_entry = vec![Vec::new(); colours];
        for (index, (above, below, _)) in pairs.iter().enumerate() {
            pairs_of_entry[*above].push(index);
            pairs_of_entry[*below].push(index);
        }
        let mut table = Self {
            plane: transitions.plane(),
            total: pairs.iter().map(|(_, _, count)| count).sum(),
            positions: (0..=u8::MAX).take(colours).collect(),
            pairs_of_entry,
            differences: [0.0; 256],
            pairs: Vec::new(),
        };
        for (above, below, count) in &pairs {
            table.differences[table.difference(*above, *below)] += count;
        }
        table.pairs = pairs;
        table
    }

    fn difference(&self, above: usize, below: usize) -> usize {
        usize::from(self.positions[below].wrapping_sub(self.positions[above]))
    }

    /// Swaps two entries, and their counterparts in the other plane.
    fn swap_entries(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let mut entries = vec![a, b];
        if a < self.plane {
            entries.extend([a + self.plane, b + self.plane]);
        }
        let mut affected: Vec<usize> =
            entries.iter().flat_map(|entry| &self.pairs_of_entry[*entry]).copied().collect();
        affected.sort_unstable();
        affected.dedup();
        self.count(&affected, -1.0);
        for two in entries.chunks_exact(2) {
            self.positions.swap(two[0], two[1]);
        }
        self.count(&affected, 1.0);
    }

    fn count(&mut self, pairs: &[usize], sign: f64) {
        for pair in pairs {
            let (above, below, count) = self.pairs[*pair];
            let difference = self.difference(above, below);
            self.differences[difference] += sign * count;
        }
    }

    /// The score of the order, larger for a lower entropy of the differences.
    fn score(&self) -> f64 {
        self.differences.iter().filter(|count| **count > 0.5).map(|count| count * count.log2()).sum()
    }
}

/// Xorshift generator: the same seed gives the same swaps.
struct AnnealingRandom(u64);

impl AnnealingRandom {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 16
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// A number from 0 to 1.
    fn chance(&mut self) -> f64 {
        (self.next() & 0xff_ffff) as f64 / f64::from(1 << 24)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries that follow one another round a ring end up as neighbours, and both planes in the same order.
    #[test]
    fn few_differences_are_frequent_afterwards() {
        let (plane, rest) = (20_u8, 10_u8);
        let before = PaletteOrder::identity(plane.into(), rest.into());
        let mut transitions = TransitionCounts::new(before);
        let mut ring = |first: u8, count: u8| {
            for step in 0..count {
                let pixels = [first + step * 7 % count, first + (step + 1) * 7 % count];
                transitions.add(&pixels, 1, 100);
            }
        };
        ring(0, plane);
        ring(plane, plane);
        let positions = |count: u8| (0..count).collect::<Vec<_>>();
        let after = optimize_order(&transitions, 1);
        let sorted = |positions: &[u8]| {
            let mut sorted = positions.to_vec();
            sorted.sort_unstable();
            sorted
        };
        assert_eq!((sorted(&after.planes), sorted(&after.rest)), (positions(plane), positions(rest)));
        let differences = |order: &PaletteOrder| -> std::collections::BTreeSet<u8> {
            let at = |step: u8| order.planes[usize::from(step * 7 % plane)];
            (0..plane).map(|step| at((step + 1) % plane).wrapping_sub(at(step))).collect()
        };
        assert!(differences(&after).len() <= 3, "{:?}", differences(&after));
    }
}
