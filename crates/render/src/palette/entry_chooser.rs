//! Chooses among palette entries that look the same: the one whose differences to the pixels above
//! and below cost the fewest bits (rate-distortion optimisation). At this weight of colour distance
//! against bits no difference is visible at four times the size. Not here: the nearest entry
//! (`mod.rs`).

use resvg::tiny_skia::Pixmap;

use crate::colour::Colour;
use crate::palette::{CellPaper, IndexedCell, Palette};

/// How many bits each difference takes.
pub(crate) type BitPrices = [u8; 256];

/// A bit is worth this much of the distances on light and on dark squares together: a tenth of a bit for a mean squared
/// error of one level a channel.
const BIT: i32 = 180;
/// No entry may be farther from a pixel than this.
const FARTHEST: i32 = 10_800;
/// Entries looked at for each pixel.
const CANDIDATES: usize = 6;
/// What a difference of nothing costs where both pixels beside it have none, where one has, and where both have one.
const NOTHING: [i32; 3] = [BIT / 10, BIT, BIT * 5 / 2];
/// Extra cost of a difference between two pixels without one.
const ALONE: i32 = 8 * BIT;

/// What is looked up.
#[derive(Debug)]
pub(crate) struct EntryChooser {
    /// The price of a difference.
    prices: [i32; 256],
    /// For each entry those nearest to it: on squares steps of a plane, elsewhere any.
    on_squares: Vec<Vec<u8>>,
    elsewhere: Vec<Vec<u8>>,
}

impl EntryChooser {
    pub(crate) fn new(prices: &BitPrices, colours: &[Colour], plane: usize) -> Self {
        let both = |a: usize, b: usize| {
            colours[a].distance(colours[b]) + colours[plane + a].distance(colours[plane + b])
        };
        let one = |a: usize, b: usize| 2 * colours[a].distance(colours[b]);
        // Off the squares nothing of dark ones takes the place of anything else.
        let is_dark = |entry: usize| (plane..2 * plane).contains(&entry);
        let alike = |a: usize| (0..colours.len()).filter(move |b| is_dark(a) == is_dark(*b));
        Self {
            prices: prices.map(|bits| i32::from(bits) * BIT),
            on_squares: (0..plane).map(|a| nearest((0..plane).map(|b| (both(a, b), b)))).collect(),
            elsewhere: (0..colours.len()).map(|a| nearest(alike(a).map(|b| (one(a, b), b)))).collect(),
        }
    }

    /// Takes other entries where they are cheaper, from the first pixel to the last.
    pub(crate) fn improve(
        &self,
        shaded: &mut IndexedCell,
        drawn: &Pixmap,
        paper: CellPaper,
        palette: &Palette,
    ) {
        let width = drawn.width() as usize;
        let plane = palette.plane();
        for (place, pixel) in drawn.pixels().iter().enumerate() {
            let entry = shaded.pixels[place];
            let around = PixelNeighbours::of(&shaded.pixels, place, width);
            if around.is_flat(entry) {
                continue;
            }
            let (light, dark) = palette.colours_of(*pixel, paper);
            let (offset, candidates) = match paper {
                CellPaper::Plain(_) => (0, &self.elsewhere[usize::from(entry)]),
                // What is in no plane stays what it is.
                CellPaper::Squares { .. } if usize::from(entry) >= plane => continue,
                CellPaper::Squares { .. } => (plane, &self.on_squares[usize::from(entry)]),
            };
            let off = |candidate: u8| {
                let candidate = usize::from(candidate);
                palette.colours[candidate].distance(light)
                    + palette.colours[candidate + offset].distance(dark)
            };
            let scores = candidates.iter().filter_map(|candidate| {
                let off = off(*candidate);
                let allowed = off <= FARTHEST || *candidate == entry;
                allowed.then(|| (off + self.cost(&around, *candidate), *candidate))
            });
            if let Some((_, cheapest)) = scores.min() {
                shaded.pixels[place] = cheapest;
                if paper.is_squares() {
                    shaded.dark[place] = cheapest + plane as u8;
                }
            }
        }
    }

    /// What an entry costs between those above and below it.
    fn cost(&self, around: &PixelNeighbours, entry: u8) -> i32 {
        let step = |from: Option<u8>, to: Option<u8>, beside: usize| match (from, to) {
            (Some(from), Some(to)) if from == to => NOTHING[beside],
            (Some(from), Some(to)) => {
                let alone = if beside == 0 { ALONE } else { 0 };
                self.prices[usize::from(to.wrapping_sub(from))] + alone
            }
            _ => 0,
        };
        step(around.above, Some(entry), around.beside_above)
            + step(Some(entry), around.below, around.beside_below)
    }
}

/// The entries nearest to one, that one first.
fn nearest(others: impl Iterator<Item = (i32, usize)>) -> Vec<u8> {
    let mut others: Vec<(i32, usize)> = others.collect();
    others.sort_unstable();
    others.iter().take(CANDIDATES).map(|(_, entry)| *entry as u8).collect()
}

/// What is around a pixel.
struct PixelNeighbours {
    above: Option<u8>,
    below: Option<u8>,
    /// How many of the pixels beside it differ from those above them, and from those below.
    beside_above: usize,
    beside_below: usize,
}

impl PixelNeighbours {
    fn of(pixels: &[u8], place: usize, width: usize) -> Self {
        let column = place % width;
        let beside = [(column > 0).then(|| place - 1), (column + 1 < width).then_some(place + 1)];
        let differs = |above: Option<usize>, below: usize| {
            let above = above.and_then(|above| pixels.get(above));
            above.zip(pixels.get(below)).is_some_and(|(above, below)| above != below)
        };
        let count =
            |wanted: &dyn Fn(usize) -> bool| beside.iter().flatten().filter(|at| wanted(**at)).count();
        Self {
            above: place.checked_sub(width).map(|above| pixels[above]),
            below: pixels.get(place + width).copied(),
            beside_above: count(&|at| differs(at.checked_sub(width), at)),
            beside_below: count(&|at| differs(Some(at), at + width)),
        }
    }

    /// Whether nothing changes there from above to below.
    fn is_flat(&self, entry: u8) -> bool {
        let same = |other: Option<u8>| other.is_none_or(|other| other == entry);
        same(self.above) && same(self.below)
    }
}
