//! Writes the PNG container of an image with eight-bit palette entries: signature, chunks and their
//! CRC-32 checksums. Not here: the zlib stream inside `IDAT`, which the caller writes.

use libdeflater::Crc;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Filter type "None" of the PNG standard: the row as it is.
pub const FILTER_NONE: u8 = 0;
/// Filter type "Up" of the PNG standard: each byte minus the byte above.
pub const FILTER_UP: u8 = 2;

/// An image cannot be written as a PNG file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// A side is empty or longer than 65,535 pixels.
    #[error("an image has 1 to 65535 pixels a side, not {width} by {height}")]
    ImageSize {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The palette holds no or more than 256 colours.
    #[error("a palette has 1 to 256 colours, not {0}")]
    PaletteSize(usize),
    /// A chunk is longer than its length field can say.
    #[error("a chunk is longer than 4 GiB")]
    ChunkLength,
    /// The image data cannot be compressed.
    #[error("the image data cannot be compressed")]
    Compression,
}

/// Writes a PNG file with a palette of red, green and blue. `write_pixels` appends the filtered rows as a zlib stream of
/// about `expected_bytes` bytes.
///
/// # Errors
/// [`PngError::ImageSize`] or [`PngError::PaletteSize`] when the format cannot hold the image, and any error of
/// `write_pixels`.
pub fn write_png(
    (width, height): (usize, usize),
    palette: &[[u8; 3]],
    expected_bytes: usize,
    write_pixels: impl FnOnce(&mut Vec<u8>) -> Result<(), PngError>,
) -> Result<Vec<u8>, PngError> {
    let side = |pixels: usize| u16::try_from(pixels).ok().filter(|side| *side > 0);
    let (Some(columns), Some(rows)) = (side(width), side(height)) else {
        return Err(PngError::ImageSize { width, height });
    };
    if palette.is_empty() || palette.len() > 256 {
        return Err(PngError::PaletteSize(palette.len()));
    }
    let mut file = Vec::with_capacity(expected_bytes + 3 * palette.len() + 128);
    file.extend(SIGNATURE);
    write_chunk(*b"IHDR", &mut file, |data| {
        data.extend(u32::from(columns).to_be_bytes());
        data.extend(u32::from(rows).to_be_bytes());
        // Eight bits per pixel, palette, the only compression and filter method, not interlaced.
        data.extend([8, 3, 0, 0, 0]);
        Ok(())
    })?;
    write_chunk(*b"PLTE", &mut file, |data| {
        data.extend_from_slice(palette.as_flattened());
        Ok(())
    })?;
    write_chunk(*b"IDAT", &mut file, write_pixels)?;
    write_chunk(*b"IEND", &mut file, |_| Ok(()))?;
    Ok(file)
}

/// Appends a chunk: length, name, data, CRC-32 of name and data.
fn write_chunk(
    name: [u8; 4],
    file: &mut Vec<u8>,
    write_data: impl FnOnce(&mut Vec<u8>) -> Result<(), PngError>,
) -> Result<(), PngError> {
    let start = file.len();
    file.extend([0; 4]);
    file.extend(name);
    write_data(file)?;
    let length = u32::try_from(file.len() - start - 8).map_err(|_| PngError::ChunkLength)?;
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
    fn the_format_limits_sides_and_palette() {
        let write = |size, colours| write_png(size, &vec![[0; 3]; colours], 0, |_| Ok(()));
        assert!(write((1, 65_535), 256).is_ok());
        for (width, height) in [(0, 5), (5, 0), (65_536, 1)] {
            assert_eq!(write((width, height), 1), Err(PngError::ImageSize { width, height }));
        }
        for colours in [0, 257] {
            assert_eq!(write((5, 5), colours), Err(PngError::PaletteSize(colours)));
        }
    }
}
