//! PNG files joined from tiles: rectangles of palette pixels whose deflate bits were compressed ahead in one shared
//! Huffman code. Joining tiles costs a concatenation instead of a compression.
//!
//! Not here: what a tile shows, where tiles and trained codes are kept, and a general compressor for images that are not
//! made of tiles.

mod adler;
mod bits;
mod code;
mod deflate_symbols;
mod huffman;
mod join;
mod matcher;
mod palette_order;
mod png_file;
mod symbol_counts;
mod tile;

pub use code::{CodeLengths, DeflateCode, MAX_ROW_BYTES};
pub use join::{JoinedImage, TilePlacement, TileSheet, join_tiles};
pub use palette_order::{PaletteOrder, TransitionCounts, optimize_order};
pub use png_file::{FILTER_NONE, FILTER_UP, PngError, write_png};
pub use symbol_counts::SymbolCounts;
pub use tile::EncodedTile;
