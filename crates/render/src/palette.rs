//! The colours a theme's pictures are made of: its own colours and even steps between those that meet. Pictures
//! lose a few levels per channel to it and become four times smaller.

use std::collections::HashMap;

use resvg::tiny_skia::Pixmap;

use crate::colour::Colour;
use crate::theme::{Frame, MarkColours, Squares, Theme};

/// Colours a palette can hold; one of 256 entries stands for what is transparent in the frames of a replay.
const MAX_COLOURS: usize = 255;
/// Colours nearer to each other than this (per channel) share an entry.
const SAME: u8 = 4;

/// A fixed palette, and the way into it.
#[derive(Debug)]
pub(crate) struct Palette {
    colours: Vec<Colour>,
}

impl Palette {
    /// The palette of a theme: as fine as 256 colours allow.
    pub(crate) fn of(theme: &Theme) -> Self {
        let pairs = meeting(theme);
        let colours = (16..=u16::from(u8::MAX))
            .step_by(2)
            .map(|gap| ramps(theme, &pairs, gap))
            .find(|colours| colours.len() <= MAX_COLOURS)
            .unwrap_or_else(|| own_colours(theme));
        Self { colours }
    }

    /// The colours, at most 256.
    pub(crate) fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// The entry nearest to a colour.
    pub(crate) fn nearest(&self, colour: Colour) -> u8 {
        let distances = self.colours.iter().map(|entry| entry.distance(colour));
        (0..=u8::MAX).zip(distances).min_by_key(|(_, distance)| *distance).map_or(0, |(index, _)| index)
    }

    /// An opaque picture as entries of the palette, row by row.
    pub(crate) fn indices(&self, pixmap: &Pixmap) -> Vec<u8> {
        let mut known: HashMap<Colour, u8> = HashMap::new();
        let mut before = None;
        let pixels = pixmap.pixels().iter().map(|pixel| {
            let colour = Colour { red: pixel.red(), green: pixel.green(), blue: pixel.blue() };
            match before {
                Some((same, index)) if same == colour => index,
                _ => {
                    let index = *known.entry(colour).or_insert_with(|| self.nearest(colour));
                    before = Some((colour, index));
                    index
                }
            }
        });
        pixels.collect()
    }
}

/// Every colour of the theme that fills an area; these are in the palette exactly.
fn own_colours(theme: &Theme) -> Vec<Colour> {
    let Squares { light, dark, light_last, dark_last, hatch } = theme.squares;
    let Frame { background, text, faint, outline } = theme.frame;
    let MarkColours { hint, alert, edge, badge, lock, ice } = theme.marks;
    let mut colours = vec![light, dark, light_last, dark_last, background, text, faint, outline];
    colours.push(theme.squares.faint_dark());
    colours.extend(hatch);
    colours.extend([hint, alert, edge, badge, lock, ice]);
    for pieces in [&theme.white, &theme.black] {
        colours.extend([pieces.body, pieces.outline, pieces.line, pieces.shade, pieces.accent]);
        colours.extend(pieces.rim);
    }
    let mut distinct = Vec::new();
    for colour in colours {
        if !distinct.contains(&colour) {
            distinct.push(colour);
        }
    }
    distinct
}

/// The pairs of colours that meet at smooth edges.
fn meeting(theme: &Theme) -> Vec<(Colour, Colour)> {
    let Squares { light, dark, light_last, dark_last, .. } = theme.squares;
    let ink = theme.squares.ink();
    let Frame { background, text, faint, outline } = theme.frame;
    let MarkColours { hint, alert, edge, badge, lock, ice } = theme.marks;
    let (white, black) = (&theme.white, &theme.black);
    let mut pairs = vec![(background, text), (background, faint), (background, outline)];
    pairs.extend([light, dark, light_last, dark_last].map(|ground| (ground, ink)));
    for ground in [light, dark, light_last, dark_last, background] {
        pairs.push((ground, white.outline));
        pairs.extend(black.edge().take(1).map(|rim| (ground, rim)));
    }
    for ground in [light, dark, light_last, dark_last] {
        pairs.extend([(ground, edge), (ground, ice), (ground, lock)]);
    }
    for pieces in [white, black] {
        for ink in [pieces.outline, pieces.line, pieces.accent] {
            pairs.extend([(pieces.body, ink), (pieces.shade, ink)]);
        }
        pairs.push((pieces.body, pieces.shade));
        pairs.extend(pieces.rim.map(|rim| (rim, pieces.outline)));
    }
    pairs.extend([hint, alert, badge, lock, ice].map(|ink| (edge, ink)));
    pairs
}

/// The theme's own colours and steps of at most `gap` levels between the pairs.
fn ramps(theme: &Theme, pairs: &[(Colour, Colour)], gap: u16) -> Vec<Colour> {
    let mut colours = own_colours(theme);
    for (from, to) in pairs {
        let steps = widest(*from, *to).div_ceil(gap);
        for step in 1..steps {
            let colour = from.towards(*to, step, steps);
            if !colours.iter().any(|known| widest(*known, colour) <= u16::from(SAME)) {
                colours.push(colour);
            }
        }
    }
    colours
}

/// The largest difference in a channel.
fn widest(a: Colour, b: Colour) -> u16 {
    let channels = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)];
    channels.into_iter().map(|(a, b)| u16::from(a.abs_diff(b))).max().unwrap_or(0)
}
