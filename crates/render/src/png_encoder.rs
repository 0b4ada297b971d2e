//! PNG encoder of palette images with a general deflate compressor. Not here: pictures joined from
//! tiles (`tiles`), what the pixels mean.

use adoube_png_tiles::{FILTER_NONE, FILTER_UP, PngError, write_png};
use libdeflater::{CompressionLvl, Compressor};

use crate::RenderError;
use crate::colour::Colour;

/// Chosen by measurement (`benches/board.rs`): higher levels take longer and gain nothing on boards.
const LEVEL: i32 = 5;

/// A picture of palette entries.
#[derive(Clone, Debug)]
pub struct IndexedImage {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// One byte per pixel, row by row.
    pub pixels: Vec<u8>,
}

impl IndexedImage {
    /// A canvas filled with one entry.
    pub fn filled(width: u16, height: u16, entry: u8) -> Self {
        let (width, height) = (usize::from(width), usize::from(height));
        Self { width, height, pixels: vec![entry; width * height] }
    }

    /// Copies a smaller picture of that width onto the canvas; what lies outside is left out.
    pub fn blit(&mut self, x: u16, y: u16, width: u16, pixels: &[u8]) {
        let (x, y, width) = (usize::from(x), usize::from(y), usize::from(width));
        let shown = width.min(self.width.saturating_sub(x));
        if shown == 0 {
            return;
        }
        let target_rows = self.pixels.chunks_exact_mut(self.width).skip(y);
        for (target, source) in target_rows.zip(pixels.chunks_exact(width)) {
            if let (Some(target), Some(source)) = (target.get_mut(x..x + shown), source.get(..shown)) {
                target.copy_from_slice(source);
            }
        }
    }
}

/// Encodes a canvas with its palette.
///
/// # Errors
/// [`RenderError::Encode`] when the canvas is empty, larger than 65,535 pixels in a direction, or the palette holds
/// no or more than 256 colours.
pub fn png(canvas: &IndexedImage, palette: &[Colour]) -> Result<Vec<u8>, RenderError> {
    if canvas.pixels.len() != canvas.width * canvas.height {
        return Err(RenderError::Encode);
    }
    let size = (canvas.width, canvas.height);
    Ok(write_png(size, &Colour::rgb(palette), 0, |data| compress(&filtered(canvas), data))?)
}

/// The rows with their filter byte. A row like the one above, which most are, becomes zeros; in any other row pieces
/// of a kind repeat, and differences would hide that.
fn filtered(canvas: &IndexedImage) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(canvas.pixels.len() + canvas.height);
    let mut above: &[u8] = &[];
    for row in canvas.pixels.chunks_exact(canvas.width) {
        if row == above {
            bytes.push(FILTER_UP);
            bytes.resize(bytes.len() + row.len(), 0);
        } else {
            bytes.push(FILTER_NONE);
            bytes.extend_from_slice(row);
        }
        above = row;
    }
    bytes
}

fn compress(bytes: &[u8], file: &mut Vec<u8>) -> Result<(), PngError> {
    let level = CompressionLvl::new(LEVEL).map_err(|_| PngError::Compression)?;
    let mut compressor = Compressor::new(level);
    let start = file.len();
    file.resize(start + compressor.zlib_compress_bound(bytes.len()), 0);
    let length = compressor.zlib_compress(bytes, &mut file[start..]).map_err(|_| PngError::Compression)?;
    file.truncate(start + length);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_decoder_reads_what_was_encoded() {
        let palette: Vec<Colour> = (0..=255).map(|red| Colour { red, green: 7, blue: 255 - red }).collect();
        for (width, height) in [(1, 1), (7, 3), (200, 31)] {
            let mut canvas = IndexedImage::filled(width, height, 3);
            for (index, pixel) in canvas.pixels.iter_mut().enumerate() {
                *pixel = (index * index / 7) as u8;
            }
            let file = png(&canvas, &palette).unwrap();
            let mut decoder = png::Decoder::new(std::io::Cursor::new(&file));
            decoder.set_transformations(png::Transformations::IDENTITY);
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            assert_eq!(pixels, canvas.pixels);
            assert_eq!(reader.info().palette.as_deref().map(<[u8]>::len), Some(768));
        }
    }

    #[test]
    fn what_cannot_be_encoded_is_refused() {
        let black = Colour { red: 0, green: 0, blue: 0 };
        assert_eq!(png(&IndexedImage::filled(0, 5, 0), &[black]), Err(RenderError::Encode));
        assert_eq!(png(&IndexedImage::filled(5, 5, 0), &[]), Err(RenderError::Encode));
        assert_eq!(png(&IndexedImage::filled(5, 5, 0), &[black; 257]), Err(RenderError::Encode));
        let short = IndexedImage { width: 5, height: 5, pixels: vec![0; 24] };
        assert_eq!(png(&short, &[black]), Err(RenderError::Encode));
    }

    #[test]
    fn blits_are_cut_at_the_edge() {
        let mut canvas = IndexedImage::filled(4, 3, 0);
        canvas.blit(3, 2, 2, &[1, 2, 3, 4]);
        canvas.blit(9, 9, 2, &[5; 4]);
        assert_eq!(canvas.pixels, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
