//! Boards and pieces as pictures: a [`Scene`] says what is shown, a [`Style`] how it looks, and a [`Renderer`] makes
//! SVG text or a PNG file of it. Knows the rules' types; knows no chat, no language (the texts it draws are given to
//! it), and describes no picture in words.
//!
//! The way of a picture: `scene` → `layout` (with `strip`) places sprites → `svg` writes them, or `raster` draws cells of
//! them and `tiles` puts those together; what it cannot, `encode` compresses. `sprite` draws each thing once for both.

mod animation;
mod art;
mod axis;
mod bare;
mod board_colours;
mod captured;
mod card;
mod cards;
mod chart;
mod colour;
mod diagram;
mod drawings;
mod encode;
mod error;
mod from_rules;
mod grid;
mod hand;
mod layout;
mod legend;
mod look;
mod lzw;
mod mark_art;
mod marks;
mod metrics;
mod narrowed;
mod palette;
mod raster;
mod renderer;
mod scene;
mod sheet;
mod sprite;
mod steps;
mod strip;
mod style;
mod svg;
mod text;
mod theme;
mod tile_code;
mod tile_code_trainer;
mod tiles;
mod token;

pub use animation::{MAX_FRAMES, MAX_REPLAY_BYTES, Pace, REPLAY_SQUARE, Replay};
pub use bare::BareBoard;
pub use board_colours::BoardColours;
pub use cards::{Cards, Hand};
pub use chart::{Chart, ChartMark};
pub use colour::{Colour, NotAColour};
pub use diagram::{Diagram, Example};
pub use encode::{Canvas, png};
pub use error::RenderError;
pub use layout::picture_size;
pub use legend::LegendEntry;
pub use marks::{Mark, MarkSet, Marks};
pub use metrics::{MAX_HEIGHT, MAX_WIDTH};
pub use renderer::Renderer;
pub use scene::{Scene, Seat, Strip, Surface, Window};
pub use sheet::{Overlap, SHEET_SIZES};
pub use style::{Letters, Style, ThemeKey};
pub use theme::{Frame, MarkColours, PieceColours, Squares, Theme};
pub use tile_code_trainer::trained;
