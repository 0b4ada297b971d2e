//! Palette pictures as PNG files. Only the encoding: what the pixels mean is not known here.

use libdeflater::{CompressionLvl, Compressor, Crc};

use crate::RenderError;
use crate::colour::Colour;

/// Chosen by measurement (`benches/board.rs`): higher levels take longer and gain nothing on boards.
const LEVEL: i32 = 5;
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Row filters of the PNG standard.
pub(crate) const FILTER_NONE: u8 = 0;
pub(crate) const FILTER_UP: u8 = 2;

/// A picture of palette entries.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// One byte per pixel, row by row.
    pub pixels: Vec<u8>,
}

impl Canvas {
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
pub fn png(canvas: &Canvas, palette: &[Colour]) -> Result<Vec<u8>, RenderError> {
    if canvas.pixels.len() != canvas.width * canvas.height {
        return Err(RenderError::Encode);
    }
    file((canvas.width, canvas.height), palette, 0, |data| compress(&filtered(canvas), data))
}

/// A file of about so many bytes whose pixels somebody else writes, filtered and as a zlib stream.
///
/// # Errors
/// As for [`png`].
pub(crate) fn file(
    (width, height): (usize, usize),
    palette: &[Colour],
    room: usize,
    pixels: impl FnOnce(&mut Vec<u8>) -> Result<(), RenderError>,
) -> Result<Vec<u8>, RenderError> {
    let side = |pixels: usize| u16::try_from(pixels).ok().filter(|side| *side > 0).ok_or(RenderError::Encode);
    let (width, height) = (side(width)?, side(height)?);
    if palette.is_empty() || palette.len() > 256 {
        return Err(RenderError::Encode);
    }
    let mut file = Vec::with_capacity(room + 3 * palette.len() + 128);
    file.extend(SIGNATURE);
    chunk(*b"IHDR", &mut file, |data| {
        data.extend(u32::from(width).to_be_bytes());
        data.extend(u32::from(height).to_be_bytes());
        // Eight bits per pixel, palette, the only compression and filter method, not interlaced.
        data.extend([8, 3, 0, 0, 0]);
        Ok(())
    })?;
    chunk(*b"PLTE", &mut file, |data| {
        data.extend(palette.iter().flat_map(|colour| [colour.red, colour.green, colour.blue]));
        Ok(())
    })?;
    chunk(*b"IDAT", &mut file, pixels)?;
    chunk(*b"IEND", &mut file, |_| Ok(()))?;
    Ok(file)
}

/// The rows with their filter byte. A row like the one above, which most are, becomes zeros; in any other row pieces
/// of a kind repeat, and differences would hide that.
fn filtered(canvas: &Canvas) -> Vec<u8> {
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

fn compress(bytes: &[u8], file: &mut Vec<u8>) -> Result<(), RenderError> {
    let level = CompressionLvl::new(LEVEL).map_err(|_| RenderError::Encode)?;
    let mut compressor = Compressor::new(level);
    let start = file.len();
    file.resize(start + compressor.zlib_compress_bound(bytes.len()), 0);
    let length = compressor.zlib_compress(bytes, &mut file[start..]).map_err(|_| RenderError::Encode)?;
    file.truncate(start + length);
    Ok(())
}

/// A part of the file: its length, its name, what it says, and a checksum.
fn chunk(
    name: [u8; 4],
    file: &mut Vec<u8>,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), RenderError>,
) -> Result<(), RenderError> {
    let start = file.len();
    file.extend([0; 4]);
    file.extend(name);
    write(file)?;
    let length = u32::try_from(file.len() - start - 8).map_err(|_| RenderError::Encode)?;
    file[start..start + 4].copy_from_slice(&length.to_be_bytes());
    let mut checksum = Crc::new();
    checksum.update(&file[start + 4..]);
    file.extend(checksum.sum().to_be_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_decoder_reads_what_was_encoded() {
        let palette: Vec<Colour> = (0..=255).map(|red| Colour { red, green: 7, blue: 255 - red }).collect();
        for (width, height) in [(1, 1), (7, 3), (200, 31)] {
            let mut canvas = Canvas::filled(width, height, 3);
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
        assert_eq!(png(&Canvas::filled(0, 5, 0), &[black]), Err(RenderError::Encode));
        assert_eq!(png(&Canvas::filled(5, 5, 0), &[]), Err(RenderError::Encode));
        assert_eq!(png(&Canvas::filled(5, 5, 0), &[black; 257]), Err(RenderError::Encode));
        let short = Canvas { width: 5, height: 5, pixels: vec![0; 24] };
        assert_eq!(png(&short, &[black]), Err(RenderError::Encode));
    }

    #[test]
    fn blits_are_cut_at_the_edge() {
        let mut canvas = Canvas::filled(4, 3, 0);
        canvas.blit(3, 2, 2, &[1, 2, 3, 4]);
        canvas.blit(9, 9, 2, &[5; 4]);
        assert_eq!(canvas.pixels, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
