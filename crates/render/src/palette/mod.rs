//! Palette of a theme's pictures: chooses its entries, and maps drawn pixels to them. Not here: the
//! colours (`theme_colours`), the choice among similar entries (`entry_chooser`).

mod entry_cache;
mod entry_chooser;
mod theme_colours;

use adoube_png_tiles::PaletteOrder;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::colour::Colour;
use crate::palette::entry_cache::{EntryCache, EntryKey};
pub(crate) use crate::palette::entry_chooser::BitPrices;
use crate::palette::entry_chooser::EntryChooser;
pub(crate) use crate::palette::theme_colours::ThemeColours;

/// Under marks entries outside the planes must be nearer than those inside by this much: what is in a plane is found again.
const AWAY: i32 = 100 * 18;

/// What a cell is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellPaper {
    /// A light or a dark square: both are made ready together. Nothing on it but a piece is in a plane.
    Squares { marked: bool },
    /// Anything else of one colour.
    Plain(Colour),
}

impl CellPaper {
    const fn is_squares(self) -> bool {
        matches!(self, Self::Squares { .. })
    }
}

/// A cell as entries, row by row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct IndexedCell {
    /// On a light square, or on what it is drawn.
    pub(crate) pixels: Vec<u8>,
    /// On a dark square, where it is drawn on squares.
    pub(crate) dark: Vec<u8>,
}

/// A fixed palette.
#[derive(Debug)]
pub(crate) struct Palette {
    colours: Vec<Colour>,
    /// How many of them are in each plane: the first ones for light squares, then as many for dark ones.
    plane: usize,
    /// The colours of light and dark squares.
    squares: (Colour, Colour),
    known: EntryCache,
    choice: Option<EntryChooser>,
}

impl Palette {
    /// These colours in that order, which must be theirs. With prices of differences, cheap ones are preferred among
    /// entries that look the same.
    pub(crate) fn new(
        colours: &ThemeColours,
        order: &PaletteOrder,
        squares: (Colour, Colour),
        prices: Option<&BitPrices>,
    ) -> Self {
        let plane = colours.planes.len();
        let mut placed = vec![squares.0; 2 * plane + colours.rest.len()];
        for ((light, dark), place) in colours.planes.iter().zip(order.planes()) {
            placed[usize::from(*place)] = *light;
            placed[plane + usize::from(*place)] = *dark;
        }
        for (colour, place) in colours.rest.iter().zip(order.rest()) {
            placed[2 * plane + usize::from(*place)] = *colour;
        }
        let choice = prices.filter(|_| plane > 0).map(|prices| EntryChooser::new(prices, &placed, plane));
        Self { colours: placed, plane, squares, known: EntryCache::new(), choice }
    }

    /// The colours, at most 256.
    pub(crate) fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// How many colours each plane has.
    pub(crate) fn plane(&self) -> usize {
        self.plane
    }

    /// For each entry the first one of the same colour.
    pub(crate) fn merged(&self) -> Vec<u8> {
        let first = |colour: &Colour| self.colours.iter().position(|known| known == colour);
        self.colours.iter().map(|colour| first(colour).unwrap_or(0) as u8).collect()
    }

    /// The entry nearest to a colour; where it is in both planes, that of light squares.
    pub(crate) fn nearest(&self, colour: Colour) -> u8 {
        nearest_of(0..self.colours.len(), |entry| self.colours[entry].distance(colour)).0
    }

    /// A drawn cell as entries of the palette.
    pub(crate) fn shaded(&self, drawn: &Pixmap, paper: CellPaper) -> IndexedCell {
        let count = drawn.pixels().len();
        let mut shaded = IndexedCell { pixels: Vec::with_capacity(count), dark: Vec::new() };
        if paper.is_squares() {
            shaded.dark.reserve(count);
        }
        let mut before = None;
        for pixel in drawn.pixels() {
            let (light, dark) = match before {
                Some((same, entries)) if same == *pixel => entries,
                _ => self.known.or_insert_with(key(*pixel, paper), || self.entries(*pixel, paper)),
            };
            before = Some((*pixel, (light, dark)));
            shaded.pixels.push(light);
            if paper.is_squares() {
                shaded.dark.push(dark);
            }
        }
        if let Some(choice) = &self.choice {
            choice.improve(&mut shaded, drawn, paper, self);
        }
        shaded
    }

    /// The entries of a pixel on light and dark squares, or the one on anything else, twice.
    fn entries(&self, pixel: PremultipliedColorU8, paper: CellPaper) -> (u8, u8) {
        let (light, dark) = self.colours_of(pixel, paper);
        if !paper.is_squares() || self.plane == 0 {
            return (self.nearest(light), self.nearest(dark));
        }
        let both =
            |step: usize| self.colours[step].distance(light) + self.colours[self.plane + step].distance(dark);
        let (step, off) = nearest_of(0..self.plane, both);
        if paper == (CellPaper::Squares { marked: false }) {
            return (step, step + self.plane as u8);
        }
        let rest = 2 * self.plane..self.colours.len();
        let beyond = |colour: Colour| nearest_of(rest.clone(), |entry| self.colours[entry].distance(colour));
        let ((on_light, light_off), (on_dark, dark_off)) = (beyond(light), beyond(dark));
        if light_off + dark_off + AWAY < off { (on_light, on_dark) } else { (step, step + self.plane as u8) }
    }

    /// What a pixel looks like on light and dark squares, or on anything else.
    fn colours_of(&self, pixel: PremultipliedColorU8, paper: CellPaper) -> (Colour, Colour) {
        match paper {
            CellPaper::Squares { .. } => (over(pixel, self.squares.0), over(pixel, self.squares.1)),
            CellPaper::Plain(ground) => {
                let colour = over(pixel, ground);
                (colour, colour)
            }
        }
    }
}

/// The nearest of some entries, and how far it is off.
fn nearest_of(entries: std::ops::Range<usize>, off: impl Fn(usize) -> i32) -> (u8, i32) {
    let nearest = entries.map(|entry| (off(entry), entry)).min();
    nearest.map_or((0, i32::MAX / 4), |(off, entry)| (entry as u8, off))
}

/// What decides which entries a pixel gets.
fn key(pixel: PremultipliedColorU8, paper: CellPaper) -> EntryKey {
    match paper {
        CellPaper::Squares { marked } => {
            EntryKey::on_squares([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()], marked)
        }
        CellPaper::Plain(ground) => {
            let Colour { red, green, blue } = over(pixel, ground);
            EntryKey::opaque([red, green, blue])
        }
    }
}

/// A pixel on an opaque ground.
fn over(pixel: PremultipliedColorU8, ground: Colour) -> Colour {
    let uncovered = 255 - u32::from(pixel.alpha());
    let mix = |colour: u8, ground: u8| {
        (u32::from(colour) + (u32::from(ground) * uncovered + 127) / 255).min(255) as u8
    };
    Colour {
        red: mix(pixel.red(), ground.red),
        green: mix(pixel.green(), ground.green),
        blue: mix(pixel.blue(), ground.blue),
    }
}
