//! The order of a palette in which the differences between pixels above one another are as few different numbers as can be,
//! by simulated annealing: two entries change places, which is kept when it is better, and at first also when it is not.

/// Exchanges tried.
const ANNEALING_STEPS: u32 = 400_000;
/// How much worse an exchange may be at first, as a share of all changes.
const START_TEMPERATURE: f64 = 0.0015;

/// Where a theme's colours stand in its palette: the places of the steps of each plane, and those of the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteOrder {
    planes: Vec<u8>,
    rest: Vec<u8>,
}

impl PaletteOrder {
    /// The order as it was found before; nothing when it is none, or of more than 256 colours.
    pub fn new(planes: Vec<u8>, rest: Vec<u8>) -> Option<Self> {
        let whole = |places: &[u8]| {
            let mut sorted = places.to_vec();
            sorted.sort_unstable();
            sorted.iter().copied().eq((0..=u8::MAX).take(places.len()))
        };
        (2 * planes.len() + rest.len() <= 256 && whole(&planes) && whole(&rest))
            .then_some(Self { planes, rest })
    }

    /// As they were thought of. What is beyond 256 colours has no place.
    pub fn identity(planes: usize, rest: usize) -> Self {
        let planes = planes.min(128);
        let places = |count: usize| (0..=u8::MAX).take(count).collect();
        Self { planes: places(planes), rest: places(rest.min(256 - 2 * planes)) }
    }

    /// The place of each step in its plane.
    pub fn planes(&self) -> &[u8] {
        &self.planes
    }

    /// The place of each other colour behind both planes.
    pub fn rest(&self) -> &[u8] {
        &self.rest
    }
}

/// How often an entry is followed by another in the line below.
pub struct TransitionCounts {
    order: PaletteOrder,
    counts: Vec<u64>,
}

impl TransitionCounts {
    /// Nothing counted yet in a palette of that order.
    pub fn new(order: PaletteOrder) -> Self {
        Self { order, counts: vec![0; 256 * 256] }
    }

    fn plane(&self) -> usize {
        self.order.planes.len()
    }

    fn colours(&self) -> usize {
        2 * self.plane() + self.order.rest.len()
    }

    /// A cell of that width that is shown so often.
    pub fn add(&mut self, pixels: &[u8], width: usize, shown: u64) {
        for (above, below) in
            pixels.iter().zip(pixels.iter().skip(width)).filter(|(above, below)| above != below)
        {
            self.counts[usize::from(*above) << 8 | usize::from(*below)] += shown;
        }
    }
}

/// A better order than the one in which the changes were counted.
pub fn optimize_order(changes: &TransitionCounts, seed: u64) -> PaletteOrder {
    let order = &changes.order;
    let mut table = DifferenceCounts::new(changes);
    let mut dice = AnnealingRandom(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0xd134_2543_de82_ef95));
    let (plane, rest) = (changes.plane(), order.rest.len());
    let mut worth = table.score();
    for step in 0..ANNEALING_STEPS {
        let cold = f64::from(step) / f64::from(ANNEALING_STEPS);
        let warmth = START_TEMPERATURE * table.total * (1.0 - cold) * (1.0 - cold);
        let (first, count) = if dice.below(3) > 0 { (0, plane) } else { (2 * plane, rest) };
        let (a, b) = (first + dice.below(count), first + dice.below(count));
        table.swap_entries(a, b);
        let now = table.score();
        if now > worth || dice.chance() < ((now - worth) / warmth).exp() {
            worth = now;
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

/// How frequent each difference is when entries stand in their places.
struct DifferenceCounts {
    plane: usize,
    total: f64,
    positions: Vec<u8>,
    /// Two entries, and how often one follows the other.
    pairs: Vec<(usize, usize, f64)>,
    /// The pairs of each entry.
    pairs_of_entry: Vec<Vec<usize>>,
    differences: [f64; 256],
}

impl DifferenceCounts {
    fn new(changes: &TransitionCounts) -> Self {
        let colours = changes.colours();
        let counts = changes.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let pairs: Vec<(usize, usize, f64)> = counts
            .map(|(pair, count)| (pair >> 8, pair & 0xff, *count as f64))
            .filter(|(above, below, _)| *above < colours && *below < colours)
            .collect();
        let mut touching = vec![Vec::new(); colours];
        for (index, (above, below, _)) in pairs.iter().enumerate() {
            touching[*above].push(index);
            touching[*below].push(index);
        }
        let mut table = Self {
            plane: changes.plane(),
            total: pairs.iter().map(|(_, _, count)| count).sum(),
            positions: (0..=u8::MAX).take(colours).collect(),
            pairs_of_entry: touching,
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

    /// Two entries change places, and those of the other plane likewise.
    fn swap_entries(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let mut entries = vec![a, b];
        if a < self.plane {
            entries.extend([a + self.plane, b + self.plane]);
        }
        let mut touched: Vec<usize> =
            entries.iter().flat_map(|entry| &self.pairs_of_entry[*entry]).copied().collect();
        touched.sort_unstable();
        touched.dedup();
        self.count(&touched, -1.0);
        for two in entries.chunks_exact(2) {
            self.positions.swap(two[0], two[1]);
        }
        self.count(&touched, 1.0);
    }

    fn count(&mut self, pairs: &[usize], sign: f64) {
        for pair in pairs {
            let (above, below, count) = self.pairs[*pair];
            let difference = self.difference(above, below);
            self.differences[difference] += sign * count;
        }
    }

    /// The larger, the fewer bits the differences take.
    fn score(&self) -> f64 {
        self.differences.iter().filter(|count| **count > 0.5).map(|count| count * count.log2()).sum()
    }
}

/// Numbers that look like chance and are the same every time.
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

    /// From 0 to 1.
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
        let mut changes = TransitionCounts::new(before);
        let mut ring = |first: u8, count: u8| {
            for step in 0..count {
                let pixels = [first + step * 7 % count, first + (step + 1) * 7 % count];
                changes.add(&pixels, 1, 100);
            }
        };
        ring(0, plane);
        ring(plane, plane);
        let places = |count: u8| (0..count).collect::<Vec<_>>();
        let after = optimize_order(&changes, 1);
        let sorted = |places: &[u8]| {
            let mut sorted = places.to_vec();
            sorted.sort_unstable();
            sorted
        };
        assert_eq!((sorted(&after.planes), sorted(&after.rest)), (places(plane), places(rest)));
        let differences = |order: &PaletteOrder| -> std::collections::BTreeSet<u8> {
            let at = |step: u8| order.planes[usize::from(step * 7 % plane)];
            (0..plane).map(|step| at((step + 1) % plane).wrapping_sub(at(step))).collect()
        };
        assert!(differences(&after).len() <= 3, "{:?}", differences(&after));
    }
}
