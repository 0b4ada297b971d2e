//! Draws the shapes of marks on squares as SVG, in a box of 100 by 100 that covers a square: for
//! pictures, and for the boards of pages (`mark_symbols`). Not here: their colours (`theme`).

use std::fmt;

use crate::marks::Mark;

/// Whether a mark lies below the piece or above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MarkDepth {
    Below,
    Above,
}

impl MarkDepth {
    /// Both, the lower one first.
    pub(crate) const ALL: [Self; 2] = [Self::Below, Self::Above];
}

impl fmt::Display for MarkDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Below => "below",
            Self::Above => "above",
        })
    }
}

impl Mark {
    /// The mark's shape there as SVG markup; most marks have one in only one of the two places.
    pub(crate) fn shape(self, depth: MarkDepth) -> Option<String> {
        match depth {
            MarkDepth::Below => self.below(),
            MarkDepth::Above => self.above(),
        }
    }

    fn below(self) -> Option<String> {
        Some(match self {
            Self::LastMove => stroked("M5 19V5H19M81 5H95V19M95 81V95H81M19 95H5V81", "hint", 3.5),
            Self::Picked => stroked("M19 5H5V95H19M81 5H95V95H81", "hint", 6.0),
            Self::Check => check(),
            Self::CaptureTarget => stroked(&circle(45.0), "hint", 5.5),
            Self::ConversionTarget => stroked("M7 7H93V93H7Z", "hint", 6.5),
            Self::EnPassant => ghost_pawn(),
            Self::Drop => card(),
            Self::Locked => hatching(),
            Self::Movable | Self::Target | Self::AlsoCaptured | Self::Frozen | Self::Touched => return None,
        })
    }

    fn above(self) -> Option<String> {
        Some(match self {
            Self::Movable => stroked("M16 94.5H84", "hint", 6.0),
            Self::Target => stroked("M50 50H50.01", "hint", 27.0),
            Self::AlsoCaptured => stroked("M15 15L85 85M85 15L15 85", "alert", 4.0),
            Self::Locked => padlock(),
            Self::Frozen => ice(),
            Self::Touched => hand(),
            Self::LastMove
            | Self::Picked
            | Self::Check
            | Self::CaptureTarget
            | Self::ConversionTarget
            | Self::EnPassant
            | Self::Drop => return None,
        })
    }
}

/// A Rook: castling with the King that is picked.
pub(crate) fn castling() -> String {
    filled("M28 72V64L34 60V48L28 44V30H38V37H45V30H55V37H62V30H72V44L66 48V60L72 64V72Z", "hint")
}

/// Lines across the four corners, beside the angles of the last move, which was often the same piece's.
pub(crate) fn checking() -> String {
    stroked("M4 28L28 4M72 4L96 28M96 72L72 96M28 96L4 72", "alert", 5.0)
}

/// Two sheets, one over the other, in the upper right corner.
pub(crate) fn copying() -> String {
    stroked("M75 9V5H95V29H91M69 13H87V35H69Z", "hint", 4.0)
}

/// A line in the colour of `class`, inside a thin edge.
fn stroked(path: &str, class: &str, width: f32) -> String {
    format!(
        r#"<path fill="none" class="edge" stroke-width="{}" d="{path}"/><path fill="none" class="{class}" stroke-width="{width}" d="{path}"/>"#,
        width + 3.0
    )
}

/// A filled shape in the colour of `class`, inside a thin edge.
fn filled(path: &str, class: &str) -> String {
    format!(
        r#"<path class="edge {class}-fill" stroke-width="4" d="{path}"/><path class="{class}-fill" d="{path}"/>"#
    )
}

fn circle(radius: f32) -> String {
    format!(
        "M{} 50a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 {} 0Z",
        50.0 - radius,
        2.0 * radius,
        -2.0 * radius
    )
}

/// A ring, and rays that run from it to the square's edges and corners.
fn check() -> String {
    let rays = "M50 3V9M50 91V97M3 50H9M91 50H97M7 7L20 20M93 7L80 20M93 93L80 80M7 93L20 80";
    stroked(&format!("{}{rays}", circle(38.0)), "alert", 5.0)
}

/// Thin diagonal lines over the whole square, the same on every square.
fn hatching() -> String {
    let lines = "M0 20L20 0M0 60L60 0M0 100L100 0M40 100L100 40M80 100L100 80";
    format!(r#"<path fill="none" class="lock" stroke-width="3" stroke-opacity="0.45" d="{lines}"/>"#)
}

/// A padlock in the lower right corner.
fn padlock() -> String {
    let shackle = stroked("M73 78V71.5a7 7 0 0 1 14 0V78", "lock", 4.0);
    let body = filled("M67 77H93V96H67Z", "lock");
    format!(r#"{shackle}{body}<path fill="none" class="edge" stroke-width="3.6" d="M80 84V89.5"/>"#)
}

/// Ice creeping in from the square's edge, and a snowflake in the lower left corner.
fn ice() -> String {
    let rim = "M0 0H100V100H0ZM7 9L4 30L10 42L5 60L8 74L5 92L24 95L44 93L60 96L78 93L95 95L93 70L96 52L91 38L95 20L93 6L72 9L58 5L40 8L26 5Z";
    let flake =
        "M16 71V97M4.7 77.5L27.3 90.5M4.7 90.5L27.3 77.5M12.5 73.5L16 77L19.5 73.5M12.5 94.5L16 91L19.5 94.5";
    format!(
        r#"<path class="ice-fill" fill-rule="evenodd" fill-opacity="0.55" d="{rim}"/>{}"#,
        stroked(flake, "ice", 3.2)
    )
}

/// An open hand in the upper left corner.
fn hand() -> String {
    let hand = filled(
        "M9 31C6 27 3 22 2.5 19.5C2.2 17 5 16 6.5 18.5L9 22V8C9 5 12.6 5 12.8 8V4.5C12.8 1.5 16.6 1.5 16.8 4.5V5.8C17 3 20.7 3 20.8 5.8V9.5C21 7 24.5 7 24.6 9.5V21C24.6 26 23 29 21 31Z",
        "badge",
    );
    format!(r#"<g transform="scale(1.15)">{hand}</g>"#)
}

/// The outline of a small pawn, dashed.
fn ghost_pawn() -> String {
    let pawn = "M32 78C32 68 41 66 43 55C37 52 36 42 41 37.5C46 33 54 33 59 37.5C64 42 63 52 57 55C59 66 68 68 68 78Z";
    format!(
        r#"<path fill="none" class="edge" stroke-width="6.5" d="{pawn}"/><path fill="none" class="hint" stroke-width="3.6" stroke-dasharray="5.5 6.5" d="{pawn}"/>"#
    )
}

/// The outline of an upright card, and a plus in it.
fn card() -> String {
    let card = "M32 12H68a7 7 0 0 1 7 7V81a7 7 0 0 1 -7 7H32a7 7 0 0 1 -7 -7V19a7 7 0 0 1 7 -7Z";
    stroked(&format!("{card}M50 37V63M37 50H63"), "hint", 5.0)
}
