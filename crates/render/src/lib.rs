//! Boards and pieces as pictures: a [`Scene`] says what is shown, a [`Style`] how it looks, and a [`Renderer`] makes SVG
//! text, a PNG file or a GIF of it. Knows the rules' types; knows no chat, no language (the texts it draws are given to it),
//! and describes no picture in words.
//!
//! Stages of a picture: `layout` (with `player_bars`) turns a scene into a plan of placed sprites; `svg` writes the plan as
//! SVG, or `raster` draws its cells and `tiles` joins them to a PNG file. Pictures that cannot be joined are compressed by
//! `png_encoder`. `sprite` draws each thing once for both.

mod animation;
mod art;
mod avatar;
mod axis;
mod bare;
mod board_colours;
mod captured;
mod card;
mod card_rows;
mod cards;
mod chart;
mod colour;
mod diagram;
mod drawings;
mod error;
mod from_rules;
mod grid;
mod layout;
mod legend;
mod lzw;
mod mark_art;
mod mark_symbols;
mod marks;
mod metrics;
mod narrowed;
mod palette;
mod picture_size;
mod plan;
mod player_bars;
mod png_encoder;
mod prepared_theme;
mod raster;
mod renderer;
mod scene;
mod sheet;
mod sprite;
mod step_boards;
mod style;
mod svg;
mod text;
mod theme;
mod tile_code;
mod tile_code_trainer;
mod tiles;
mod token;

pub use animation::{FrameTiming, MAX_FRAMES, MAX_REPLAY_BYTES, REPLAY_SQUARE, ReplayGif};
pub use bare::BareBoard;
pub use board_colours::BoardColours;
pub use cards::{SideCards, VisibleHand};
pub use colour::{Colour, ColourError};
pub use diagram::{MoveDiagram, PowerExample};
pub use error::RenderError;
pub use mark_symbols::{mark_symbols, page_mark_symbols};
pub use marks::{Mark, MarkSet, Marks};
pub use metrics::{MAX_HEIGHT, MAX_WIDTH};
pub use picture_size::picture_size;
pub use png_encoder::{IndexedImage, png};
pub use renderer::Renderer;
pub use scene::{BoardSurface, BoardWindow, Chart, ChartMark, LegendEntry, PlayerBars, PlayerLabel, Scene};
pub use sheet::{SHEET_SIZES, SilhouetteOverlap};
pub use style::{CodePlates, Style, ThemeKey};
pub use theme::{FrameColours, MarkColours, PieceColours, SquareColours, Theme};
pub use tile_code_trainer::train_tile_code;
