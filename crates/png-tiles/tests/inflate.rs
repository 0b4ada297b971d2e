//! Test that joined images are read correctly by another library: its inflater sees, pixel by
//! pixel, what the tiles hold.

use std::io::Cursor;

use adoube_png_tiles::{
    DeflateCode, EncodedTile, JoinedImage, SymbolCounts, TilePlacement, TileSheet, join_tiles,
};
use proptest::{collection::vec, prelude::*};

const COLOURS: u8 = 8;

/// A tile of random pixels, or of equal rows, or nearly so.
fn tile(width: usize, height: usize) -> impl Strategy<Value = Vec<u8>> {
    let pixels = move |colours: u8| vec(0..colours, width * height);
    let row = vec(0..COLOURS, width);
    prop_oneof![
        pixels(COLOURS),
        pixels(2),
        row.clone().prop_map(move |row| row.repeat(height)),
        (row, 0..height, 0..width).prop_map(move |(row, y, x)| {
            let mut pixels = row.repeat(height);
            pixels[y * width + x] ^= 1;
            pixels
        }),
    ]
}

/// Tiles of one size, and for each place of a grid which of them lies there, if any, and by how much it is shifted.
#[derive(Clone, Debug)]
struct Grid {
    width: usize,
    height: usize,
    tiles: Vec<Vec<u8>>,
    columns: usize,
    places: Vec<Option<(usize, u8)>>,
}

fn grid() -> impl Strategy<Value = Grid> {
    (1..40_usize, 1..12_usize, 1..6_usize, 1..5_usize).prop_flat_map(|(width, height, columns, rows)| {
        let place = proptest::option::weighted(0.9, (0..3_usize, 0..2_u8));
        (vec(tile(width, height), 3), vec(place, columns * rows)).prop_map(move |(tiles, places)| Grid {
            width,
            height,
            tiles,
            columns,
            places,
        })
    })
}

impl Grid {
    fn sheet(&self) -> TileSheet {
        let rows = self.places.len() / self.columns;
        // A margin that no tile covers.
        TileSheet { width: self.columns * self.width + 3, height: rows * self.height + 2, background: 7 }
    }

    fn join(&self, code: &DeflateCode) -> JoinedImage {
        let plain: Vec<EncodedTile> = self
            .tiles
            .iter()
            .map(|pixels| EncodedTile::encode(pixels, self.width, code).expect("whole rows"))
            .collect();
        let shifted: Vec<EncodedTile> = plain.iter().map(|tile| tile.shifted(COLOURS)).collect();
        let tiles = self.places.iter().enumerate().filter_map(|(place, tile)| {
            let (tile, shift) = (*tile)?;
            Some(TilePlacement {
                x: place % self.columns * self.width,
                y: place / self.columns * self.height,
                tile: if shift == 0 { &plain[tile] } else { &shifted[tile] },
            })
        });
        join_tiles(code, self.sheet(), tiles.collect()).expect("the tiles lie in rows")
    }

    fn pixels(&self) -> Vec<u8> {
        let sheet = self.sheet();
        let mut pixels = vec![sheet.background; sheet.width * sheet.height];
        for (place, tile) in self.places.iter().enumerate() {
            let Some((tile, shift)) = tile else { continue };
            let (left, top) = (place % self.columns * self.width, place / self.columns * self.height);
            for (y, row) in self.tiles[*tile].chunks_exact(self.width).enumerate() {
                for (x, pixel) in row.iter().enumerate() {
                    pixels[(top + y) * sheet.width + left + x] = pixel + shift * COLOURS;
                }
            }
        }
        pixels
    }
}

/// The pixels as the other library reads them, all checksums compared.
fn read(file: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::IDENTITY);
    decoder.ignore_checksums(false);
    let mut reader = decoder.read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
    reader.next_frame(&mut pixels).expect("an image");
    reader.finish().expect("an end");
    pixels
}

proptest! {
    #[test]
    fn another_inflater_sees_the_pixels_of_the_tiles(grid in grid()) {
        let palette = [[0_u8; 3]; 2 * COLOURS as usize];
        let first = DeflateCode::new(&SymbolCounts::estimate().code_lengths()).expect("a complete code");
        // A grid may have hardly any zeros; from its counts alone runs of them could become too long.
        let mut counts = SymbolCounts::estimate();
        counts.add(&first, grid.join(&first));
        let trained = DeflateCode::new(&counts.code_lengths()).expect("a complete code");
        for code in [&first, &trained] {
            let file = grid.join(code).into_png(&palette).expect("a small image");
            prop_assert!(read(&file) == grid.pixels());
        }
    }
}

#[test]
fn what_is_no_tile_is_refused() {
    let code = DeflateCode::new(&SymbolCounts::estimate().code_lengths()).expect("a complete code");
    for (pixels, width) in [(vec![], 4), (vec![1; 6], 4), (vec![1; 6], 0), (vec![1; 2_000], 2_000)] {
        assert!(EncodedTile::encode(&pixels, width, &code).is_none(), "{} by {width}", pixels.len());
    }
}
