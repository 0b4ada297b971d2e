//! PNG files joined from tiles: rectangles of palette pixels whose deflate bits were compressed ahead.
//!
//! A tile is encoded once ([`EncodedTile`]), in a Huffman code that all tiles share ([`DeflateCode`]). An image is then a
//! concatenation of bits ([`join_tiles`]) instead of a compression, with an Adler-32 combined from the sums of the tiles.
//! Any inflater reads the result. A good code is trained from images ([`SymbolCounts`]), and so is the order of the palette
//! in which differences between rows cost few bits ([`PaletteOrder`]).
//!
//! Not here: what a tile shows, where tiles and trained codes are stored, and a general compressor for images that are not
//! made of tiles; [`write_png`] takes the output of one.

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
