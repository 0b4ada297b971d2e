//! Draws a picture in a given width that is smaller than the smallest squares allow: draws it with
//! these and scales it down, each pixel the mean of what it covers, in the colours of the theme
//! (area averaging).

use std::collections::HashMap;

use crate::palette::Palette;
use crate::{Colour, IndexedImage, RenderError, Renderer, Scene, Style, png_encoder};

/// A colour as numbers that can be added up.
type Sum = [f32; 3];

impl Renderer {
    /// The scene as a PNG file of just that width, where it would be wider, and how high it is then.
    ///
    /// # Errors
    /// As for [`Renderer::png`], and [`RenderError::Encode`] for a width of 0.
    pub fn narrowed_png(
        &self,
        scene: &Scene,
        style: &Style,
        width: u16,
    ) -> Result<(Vec<u8>, u16), RenderError> {
        let canvas = self.canvas(scene, style)?;
        let palette = &self.look(style.theme).palette;
        let wide = usize::from(width).min(canvas.width);
        if wide == 0 {
            return Err(RenderError::Encode);
        }
        let height = (canvas.height * wide).div_ceil(canvas.width);
        let narrowed = narrowed(&canvas, palette, (wide, height));
        let height = u16::try_from(height).map_err(|_| RenderError::Encode)?;
        Ok((png_encoder::png(&narrowed, palette.colours())?, height))
    }
}

/// The canvas in that size, which is no larger than it is.
fn narrowed(canvas: &IndexedImage, palette: &Palette, (width, height): (usize, usize)) -> IndexedImage {
    let (columns, rows) = (Covered::of(canvas.width, width), Covered::of(canvas.height, height));
    let colours: Vec<Sum> =
        Colour::rgb(palette.colours()).into_iter().map(|channels| channels.map(f32::from)).collect();
    let row = |y: usize| -> Vec<Sum> {
        let pixels = canvas.pixels.get(y * canvas.width..).unwrap_or_default();
        let colour = |x: usize| pixels.get(x).and_then(|entry| colours.get(usize::from(*entry))).copied();
        (0..width).map(|x| columns.mean(x, |x| colour(x).unwrap_or_default())).collect()
    };
    let mut entries: HashMap<Colour, u8> = HashMap::new();
    let mut pixels = Vec::with_capacity(width * height);
    // Each row of the canvas is covered by two rows of the picture at most, one after the other.
    let mut scaled: HashMap<usize, Vec<Sum>> = HashMap::new();
    for y in 0..height {
        scaled.retain(|known, _| rows.covers(y, *known));
        for source in rows.sources(y) {
            scaled.entry(source).or_insert_with(|| row(source));
        }
        for x in 0..width {
            let at = |source: usize| scaled.get(&source).and_then(|row| row.get(x)).copied();
            let [red, green, blue] = rows.mean(y, |source| at(source).unwrap_or_default()).map(byte);
            let colour = Colour { red, green, blue };
            pixels.push(*entries.entry(colour).or_insert_with(|| palette.nearest(colour)));
        }
    }
    IndexedImage { width, height, pixels }
}

fn byte(channel: f32) -> u8 {
    channel.round().clamp(0.0, 255.0) as u8
}

/// Which pixels of a longer side each pixel of a shorter one covers.
struct Covered {
    /// How many of the longer side one of the shorter is.
    step: f32,
    longer: usize,
}

impl Covered {
    fn of(longer: usize, shorter: usize) -> Self {
        Self { step: longer as f32 / shorter as f32, longer }
    }

    fn sources(&self, pixel: usize) -> std::ops::Range<usize> {
        let (from, to) = self.span(pixel);
        from.floor() as usize..(to.ceil() as usize).min(self.longer)
    }

    fn covers(&self, pixel: usize, source: usize) -> bool {
        self.sources(pixel).contains(&source)
    }

    fn span(&self, pixel: usize) -> (f32, f32) {
        (pixel as f32 * self.step, (pixel + 1) as f32 * self.step)
    }

    /// The mean of what a pixel covers, each by how much of it.
    fn mean(&self, pixel: usize, of: impl Fn(usize) -> Sum) -> Sum {
        let (from, to) = self.span(pixel);
        let (mut sum, mut whole) = ([0.0; 3], 0.0);
        for source in self.sources(pixel) {
            let weight = (to.min(source as f32 + 1.0) - from.max(source as f32)).max(0.0);
            for (sum, channel) in sum.iter_mut().zip(of(source)) {
                *sum += channel * weight;
            }
            whole += weight;
        }
        if whole > 0.0 { sum.map(|channel| channel / whole) } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Piece, PieceType, Region, Side, Square};

    use super::*;
    use crate::picture_size;

    #[test]
    fn a_board_has_just_the_width_that_was_asked_for() {
        let renderer = Renderer::new().expect("a renderer");
        let king = (Square::new(4, 1), Piece { side: Side::White, kind: PieceType::KING });
        let scene = Scene::new(Region::Board { files: 8, ranks: 8 }, [king], Side::White);
        let style = Style { square_px: *Style::SQUARE_PX.start(), ..Style::default() };
        let (natural, tall) = picture_size(&scene, style).expect("a size");
        for width in [160, 333, natural - 1, natural, natural + 50] {
            let (file, height) = renderer.narrowed_png(&scene, &style, width).expect("a picture");
            let side = |at: usize| {
                file.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes)
            };
            let is = u32::from(width.min(natural));
            assert_eq!((side(16), side(20)), (Some(is), Some(u32::from(height))), "{width}");
            let expected = u32::from(tall) * is / u32::from(natural);
            assert!(u32::from(height).abs_diff(expected) <= 1, "{width}: {height}");
        }
        assert!(renderer.narrowed_png(&scene, &style, 0).is_err());
    }

    #[test]
    fn a_pixel_is_the_mean_of_what_it_covers() {
        let covered = Covered::of(5, 2);
        let values = [0.0, 10.0, 20.0, 30.0, 40.0];
        let mean = |pixel| covered.mean(pixel, |source| [values[source]; 3])[0];
        assert!((mean(0) - 8.0).abs() < 0.01, "0, 10 and half of 20");
        assert!((mean(1) - 32.0).abs() < 0.01, "half of 20, 30 and 40");
        assert_eq!(covered.sources(1), 2..5);
    }
}
