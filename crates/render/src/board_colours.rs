//! Colours of squares, frame and marks in a theme, as data for pages that compose boards
//! themselves. Not here: pieces (`art`).

use serde::Serialize;

use crate::colour::Colour;
use crate::theme::Theme;
use crate::{Renderer, ThemeKey};

/// Colours of a board that a page draws itself, as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardColours {
    /// Light squares.
    pub light: String,
    /// Dark squares; a shade between where the theme hatches them.
    pub dark: String,
    /// Light squares of the last move.
    pub last: String,
    /// Dark squares of the last move.
    pub last_dark: String,
    /// Lines between squares, where there are any.
    pub lines: String,
    /// Around the board.
    pub ground: String,
    /// Labels on that.
    pub label: String,
    /// Around the numbers of promotion ranks.
    pub border: String,
    /// Where a piece may go, and which may.
    pub hint: String,
    /// A King in check, and captured pieces off the target square.
    pub check: String,
    /// What was touched.
    pub touched: String,
    /// What is locked.
    pub locked: String,
    /// What is frozen.
    pub frozen: String,
    /// A thin edge around marks, so that they stand out anywhere.
    pub edge: String,
}

impl Renderer {
    /// The colours of that theme's boards.
    pub fn board_colours(&self, theme: ThemeKey) -> BoardColours {
        let Theme { squares, frame, marks, .. } = &self.look(theme).theme;
        let text = |colour: Colour| colour.to_string();
        let dark = squares.hatch.map_or(squares.dark, |hatch| squares.light.towards(hatch, 1, 3));
        BoardColours {
            light: text(squares.light),
            dark: text(dark),
            last: text(squares.light_last),
            last_dark: text(squares.dark_last),
            lines: text(squares.ink()),
            ground: text(frame.background),
            label: text(frame.text),
            border: text(frame.outline),
            hint: text(marks.hint),
            check: text(marks.alert),
            touched: text(marks.badge),
            locked: text(marks.lock),
            frozen: text(marks.ice),
            edge: text(marks.edge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_squares_are_another_colour_in_every_theme() {
        let renderer = Renderer::new().unwrap();
        for theme in ThemeKey::ALL {
            let colours = renderer.board_colours(theme);
            assert_ne!(colours.light, colours.dark, "{theme:?}");
            assert!(colours.light.starts_with('#') && colours.light.len() == 7, "{}", colours.light);
        }
    }
}
