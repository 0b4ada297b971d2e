//! Themes as data: reads the files of `assets/themes`, and writes the style sheet that each gives
//! to drawings and marks. Not here: the drawings.

use std::fmt::Write as _;

use adoube_rules::Side;
use serde::Deserialize;

use crate::colour::Colour;
use crate::{RenderError, ThemeKey};

/// The files' texts, in the order of [`ThemeKey::ALL`].
const FILES: [&str; ThemeKey::ALL.len()] = [
    include_str!("../../../assets/themes/wood.toml"),
    include_str!("../../../assets/themes/slate.toml"),
    include_str!("../../../assets/themes/contrast.toml"),
    include_str!("../../../assets/themes/print.toml"),
];

/// The colours and stroke widths of one theme.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// The squares.
    pub squares: SquareColours,
    /// Margin and strip.
    pub frame: FrameColours,
    /// Marks on squares.
    pub marks: MarkColours,
    /// White's pieces.
    pub white: PieceColours,
    /// Black's pieces.
    pub black: PieceColours,
}

/// Colours of squares.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareColours {
    /// Light squares.
    pub light: Colour,
    /// Dark squares.
    pub dark: Colour,
    /// Light squares of the last move.
    pub light_last: Colour,
    /// Dark squares of the last move.
    pub dark_last: Colour,
    /// Lines over dark squares, which then need no colour of their own, and around every square.
    pub hatch: Option<Colour>,
}

impl SquareColours {
    /// The hint of a dark square on a grid without edges.
    pub(crate) fn faint_dark(&self) -> Colour {
        self.light.towards(self.ink(), 1, 5)
    }

    /// What tells a dark square from a light one: its colour, or its hatching.
    pub(crate) fn ink(&self) -> Colour {
        self.hatch.unwrap_or(self.dark)
    }
}

/// Colours around the board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameColours {
    /// Behind labels and names.
    pub background: Colour,
    /// Labels, and the name of the side to move.
    pub text: Colour,
    /// The name of the side that waits.
    pub faint: Colour,
    /// Around the rank numbers of promotion zones.
    pub outline: Colour,
}

/// Colours of marks. A mark is drawn in its colour inside a thin `edge`, so that one of the two stands out anywhere.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkColours {
    /// Hints: targets, movable pieces, last move.
    pub hint: Colour,
    /// Check and pieces also captured.
    pub alert: Colour,
    /// Around every mark.
    pub edge: Colour,
    /// Hand.
    pub badge: Colour,
    /// Padlock and hatching of pieces that may not move yet.
    pub lock: Colour,
    /// Ice.
    pub ice: Colour,
}

/// Colours and stroke widths of one side's pieces; widths in hundredths of a square.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceColours {
    /// The class `body`.
    pub body: Colour,
    /// The outline of `body`.
    pub outline: Colour,
    /// The class `line`.
    pub line: Colour,
    /// The class `shade`.
    pub shade: Colour,
    /// The class `accent`.
    pub accent: Colour,
    /// Width of the outline.
    pub outline_width: f32,
    /// Width of inner lines.
    pub line_width: f32,
    /// A rim around the outline, if there is one.
    pub rim: Option<Colour>,
    /// Width of the stroke that makes the rim.
    #[serde(default)]
    pub rim_width: f32,
}

impl PieceColours {
    /// The colours a piece can show at its edge, outermost first.
    pub fn edge(&self) -> impl Iterator<Item = Colour> {
        self.rim.into_iter().chain([self.outline, self.body])
    }
}

impl Theme {
    /// Reads the theme's embedded file.
    ///
    /// # Errors
    /// [`RenderError::BadTheme`] when a key is missing, unknown or wrong.
    pub fn load(key: ThemeKey) -> Result<Self, RenderError> {
        toml::from_str(FILES[key.index()])
            .map_err(|error| RenderError::BadTheme { name: key.key(), reason: error.to_string() })
    }

    /// The pieces of that side.
    pub fn pieces(&self, side: Side) -> &PieceColours {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The style sheet that colours drawings (in a group of class `white` or `black`, the rim in one of class `rim`
    /// as well) and marks.
    pub(crate) fn style_sheet(&self) -> String {
        let mut css = String::from("path,circle{stroke-linejoin:round;stroke-linecap:round}");
        for side in Side::BOTH {
            self.pieces(side).write_rules(&format!(".{side}"), &mut css);
        }
        let MarkColours { hint, alert, edge, badge, lock, ice } = &self.marks;
        let classes = [
            ("hint", hint),
            ("alert", alert),
            ("edge", edge),
            ("badge", badge),
            ("lock", lock),
            ("ice", ice),
        ];
        for (class, colour) in classes {
            // Writing to a String cannot fail.
            let _ = write!(css, ".{class}{{stroke:{colour}}}.{class}-fill{{fill:{colour}}}");
        }
        let (light, dark) = (self.squares.light, self.squares.ink());
        let _ = write!(
            css,
            ".grid{{stroke:{dark}}}.grid-fill{{fill:{dark}}}.faint-square{{fill:{}}}.table-text{{fill:{}}}.tray{{fill:{light}}}",
            self.squares.faint_dark(),
            self.white.outline
        );
        let FrameColours { background, text, faint, outline } = &self.frame;
        let _ = write!(
            css,
            ".ground-fill{{fill:{background}}}.text{{fill:{text}}}.faint{{fill:{faint}}}.box{{stroke:{outline}}}"
        );
        css
    }
}

impl PieceColours {
    fn write_rules(&self, scope: &str, css: &mut String) {
        let Self { body, outline, line, shade, accent, outline_width, line_width, .. } = self;
        let _ = write!(
            css,
            "{scope} .body{{fill:{body};stroke:{outline};stroke-width:{outline_width}}}\
             {scope} .line{{fill:none;stroke:{line};stroke-width:{line_width}}}\
             {scope} .shade{{fill:{shade}}}{scope} .accent{{fill:{accent}}}"
        );
        if let Some(rim) = self.rim {
            let _ = write!(
                css,
                "{scope}.rim .body{{fill:{rim};stroke:{rim};stroke-width:{}}}\
                 {scope}.rim .line,{scope}.rim .shade,{scope}.rim .accent{{display:none}}",
                self.rim_width
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The better of a piece's edge colours against a square.
    fn edge_contrast(pieces: &PieceColours, square: Colour) -> f64 {
        pieces.edge().map(|colour| colour.contrast(square)).fold(1.0, f64::max)
    }

    #[test]
    fn pieces_stand_out_from_squares_and_from_each_other() {
        for key in ThemeKey::ALL {
            let theme = Theme::load(key).unwrap();
            let SquareColours { light, dark, light_last, dark_last, hatch } = theme.squares;
            for square in [light, dark, light_last, dark_last].into_iter().chain(hatch) {
                for side in Side::BOTH {
                    let edge = edge_contrast(theme.pieces(side), square);
                    assert!(edge >= 3.0, "{key:?}: {side} on {square}: {edge:.2}");
                }
                let outline = theme.white.outline.contrast(square);
                assert!(outline >= 3.0, "{key:?}: white's outline on {square}: {outline:.2}");
            }
            let squares = theme.squares.light.contrast(theme.squares.ink());
            assert!(squares >= 1.5, "{key:?}: the two squares: {squares:.2}");
            let bodies = theme.white.body.contrast(theme.black.body);
            assert!(bodies >= 4.5, "{key:?}: the two bodies: {bodies:.2}");
        }
    }

    /// White's outline is the one stroke weight; Black's rim makes both sides' pieces equally big; lines inside are
    /// lighter than the outline and never hairlines.
    #[test]
    fn one_stroke_weight_is_used() {
        for key in ThemeKey::ALL {
            let theme = Theme::load(key).unwrap();
            let (white, black) = (theme.white, theme.black);
            assert!((3.5..=4.5).contains(&white.outline_width), "{key:?}: white's outline");
            let outer = black.rim.map_or(black.outline_width, |_| black.rim_width);
            assert!((outer - white.outline_width).abs() <= 1.5, "{key:?}: black's pieces are not as big");
            assert!(black.outline.contrast(black.body) >= 4.5, "{key:?}: black's parts run into one another");
            for pieces in [white, black] {
                assert!((2.4..=4.0).contains(&pieces.line_width), "{key:?}: inner lines");
            }
        }
    }

    #[test]
    fn inner_lines_and_text_can_be_read() {
        for key in ThemeKey::ALL {
            let theme = Theme::load(key).unwrap();
            for side in Side::BOTH {
                let pieces = theme.pieces(side);
                assert!(pieces.line.contrast(pieces.body) >= 4.5, "{key:?}: {side}'s lines");
            }
            let FrameColours { background, text, faint, outline } = theme.frame;
            for colour in [text, faint] {
                assert!(colour.contrast(background) >= 4.5, "{key:?}: {colour} on {background}");
            }
            assert!(outline.contrast(background) >= 3.0, "{key:?}: outline of the zones");
            for table in [theme.squares.light, theme.squares.faint_dark()] {
                let label = theme.white.outline.contrast(table);
                assert!(label >= 4.5, "{key:?}: labels of a grid on {table}: {label:.2}");
            }
        }
    }

    #[test]
    fn marks_stand_out_from_squares() {
        for key in ThemeKey::ALL {
            let theme = Theme::load(key).unwrap();
            let MarkColours { hint, alert, edge, badge, lock, ice } = theme.marks;
            let SquareColours { light, dark, light_last, dark_last, hatch } = theme.squares;
            for square in [light, dark, light_last, dark_last].into_iter().chain(hatch) {
                for ink in [hint, alert, badge, lock, ice] {
                    let best = ink.contrast(square).max(edge.contrast(square));
                    assert!(best >= 3.0, "{key:?}: {ink} in {edge} on {square}: {best:.2}");
                }
            }
        }
    }

    #[test]
    fn a_wrong_theme_is_refused_with_its_key() {
        let text = FILES[0].replace("hint =", "hind =");
        let error = toml::from_str::<Theme>(&text).unwrap_err().to_string();
        assert!(error.contains("hind"), "{error}");
    }
}
