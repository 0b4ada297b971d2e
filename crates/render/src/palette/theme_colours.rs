//! Computes the colours of a theme's palette: the theme's own, and even steps between colours that
//! meet at smooth edges. Colours of pieces are in the palette twice, once on light and once on dark
//! squares, in one order: the differences between rows of a piece are then the same on both.

use crate::colour::Colour;
use crate::theme::{FrameColours, MarkColours, PieceColours, SquareColours, Theme};

/// Colours a palette can hold; one of 256 entries stands for what is transparent in the frames of a replay.
pub(crate) const MAX_COLOURS: usize = 255;
/// Steps between two colours of a piece, and between such that lie near each other.
const STEPS: (u16, u16) = (8, 2);
/// Steps from a piece's shade to its outline, which seldom meet.
const SHADE_STEPS: u16 = 5;
/// Colours are near each other when no channel differs by more.
const NEAR: u16 = 60;
/// Colours nearer to each other than this share an entry, where they belong to no plane.
const SAME: u16 = 4;

/// The colours of a theme in the order in which they were thought of.
#[derive(Debug)]
pub(crate) struct ThemeColours {
    /// What pieces are made of on light squares, and on dark ones.
    pub(crate) planes: Vec<(Colour, Colour)>,
    /// Everything else.
    pub(crate) rest: Vec<Colour>,
}

impl ThemeColours {
    pub(crate) fn of(theme: &Theme) -> Self {
        let planes = if theme.squares.hatch.is_some() { Vec::new() } else { planes(theme) };
        let room = MAX_COLOURS - 2 * planes.len();
        let own = own_colours(theme);
        let shades = |gap: u16| rest(theme, &planes, &own, gap);
        // As fine as there is room for.
        let finest = (16..=u16::from(u8::MAX)).step_by(2).map(&shades).find(|colours| colours.len() <= room);
        Self { rest: finest.unwrap_or_else(|| shades(u16::MAX)), planes }
    }
}

/// A way through the colours of both sides' pieces that meet, over the ground.
fn planes(theme: &Theme) -> Vec<(Colour, Colour)> {
    let SquareColours { light, dark, .. } = theme.squares;
    let on = |ground: Colour| plane(&theme.white, &theme.black, ground);
    let mut planes: Vec<(Colour, Colour)> = Vec::new();
    for pair in on(light).into_iter().zip(on(dark)) {
        if !planes.contains(&pair) {
            planes.push(pair);
        }
    }
    planes
}

fn plane(white: &PieceColours, black: &PieceColours, ground: Colour) -> Vec<Colour> {
    let rim = black.rim.unwrap_or(black.outline);
    let way = [white.shade, white.body, white.outline, ground, rim, black.outline, black.body, black.shade];
    let mut colours = vec![white.shade];
    for (from, to) in way.iter().zip(&way[1..]) {
        // The ground alone differs between the planes, and its steps must be as many on both.
        let beside_ground = [from, to].contains(&&ground);
        let short = !beside_ground && widest(*from, *to) < NEAR;
        let steps = if short { STEPS.1 } else { STEPS.0 };
        colours.extend((1..=steps).map(|step| from.towards(*to, step, steps)));
    }
    for (from, to) in [(white.shade, white.outline), (black.outline, black.shade)] {
        colours.extend((1..SHADE_STEPS).map(|step| from.towards(to, step, SHADE_STEPS)));
    }
    colours
}

/// The theme's own colours that are in no plane, and steps of at most `gap` levels between pairs that meet.
fn rest(theme: &Theme, planes: &[(Colour, Colour)], own: &[Colour], gap: u16) -> Vec<Colour> {
    let mut known: Vec<Colour> = planes.iter().flat_map(|(light, dark)| [*light, *dark]).collect();
    let in_planes = known.len();
    for colour in own {
        if !known.contains(colour) {
            known.push(*colour);
        }
    }
    for (from, to) in meeting(theme) {
        let steps = widest(from, to).div_ceil(gap);
        for step in 1..steps {
            let colour = from.towards(to, step, steps);
            if known.iter().all(|other| widest(*other, colour) > SAME) {
                known.push(colour);
            }
        }
    }
    known.split_off(in_planes)
}

/// Every colour of the theme that fills an area; these are in the palette exactly.
fn own_colours(theme: &Theme) -> Vec<Colour> {
    let SquareColours { light, dark, light_last, dark_last, hatch } = theme.squares;
    let FrameColours { background, text, faint, outline } = theme.frame;
    let MarkColours { hint, alert, edge, badge, lock, ice } = theme.marks;
    let mut colours = vec![light, dark, light_last, dark_last, background, text, faint, outline];
    colours.push(theme.squares.faint_dark());
    colours.extend(hatch);
    colours.extend([hint, alert, edge, badge, lock, ice]);
    for pieces in [&theme.white, &theme.black] {
        colours.extend([pieces.body, pieces.outline, pieces.line, pieces.shade, pieces.accent]);
        colours.extend(pieces.rim);
    }
    colours
}

/// The pairs of colours that meet at smooth edges.
fn meeting(theme: &Theme) -> Vec<(Colour, Colour)> {
    let SquareColours { light, dark, light_last, dark_last, .. } = theme.squares;
    let ink = theme.squares.ink();
    let FrameColours { background, text, faint, outline } = theme.frame;
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

/// The largest difference in a channel.
fn widest(a: Colour, b: Colour) -> u16 {
    let channels = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)];
    channels.into_iter().map(|(a, b)| u16::from(a.abs_diff(b))).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThemeKey;

    #[test]
    fn every_palette_has_the_colours_that_fill_areas() {
        for key in ThemeKey::ALL {
            let theme = Theme::load(key).unwrap();
            let ThemeColours { planes, rest } = ThemeColours::of(&theme);
            assert!(2 * planes.len() + rest.len() <= MAX_COLOURS);
            let count = 2 * planes.len() + rest.len();
            assert!(
                planes.is_empty() || count > 200,
                "{key:?}: with {count} colours there is room for more steps"
            );
            let known = |colour: &Colour| {
                rest.contains(colour) || planes.iter().any(|(light, dark)| [light, dark].contains(&colour))
            };
            assert!(own_colours(&theme).iter().all(known), "{key:?}");
            assert_eq!(planes.is_empty(), key == ThemeKey::Print);
        }
    }
}
