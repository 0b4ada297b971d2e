//! Error type of the crate: why a picture cannot be drawn, such as a faulty drawing, theme or font,
//! or a scene that is too large.

/// A picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// A file of the piece set is named after no piece type.
    #[error("{0}.svg is named after no piece type")]
    UnknownDrawing(String),
    /// A drawing is not one SVG element with the viewBox `0 0 100 100`.
    #[error("{name}.svg cannot be used: {reason}")]
    BadDrawing {
        /// The file's name without its ending.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A theme's file cannot be read.
    #[error("the theme {name} cannot be read: {reason}")]
    BadTheme {
        /// The theme's key.
        name: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// An embedded font cannot be read.
    #[error("an embedded font cannot be read")]
    BadFont,
    /// The size of a square is outside [`Style::SQUARE_PX`](crate::Style::SQUARE_PX).
    #[error("a square of {0} px is not between 72 and 120 px")]
    SquareSize(u16),
    /// The window has no squares.
    #[error("there is no square to show")]
    EmptyWindow,
    /// The picture would be larger than [`MAX_WIDTH`](crate::MAX_WIDTH) by [`MAX_HEIGHT`](crate::MAX_HEIGHT) pixels.
    #[error("a board of {files} by {ranks} squares is too large for one picture")]
    TooLarge {
        /// Files of the window.
        files: u64,
        /// Ranks of the window.
        ranks: u64,
    },
    /// No replay of so many scenes is small enough.
    #[error("a replay of {scenes} positions is too large")]
    TooLong {
        /// How many there are.
        scenes: usize,
    },
    /// Markup made here was refused by the SVG reader.
    #[error("a drawing could not be read: {0}")]
    Svg(String),
    /// The picture could not be encoded.
    #[error("the picture could not be encoded")]
    Encode,
}

impl From<adoube_png_tiles::PngError> for RenderError {
    fn from(_: adoube_png_tiles::PngError) -> Self {
        Self::Encode
    }
}
