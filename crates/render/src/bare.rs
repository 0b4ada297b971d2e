//! Bare boards: draws a board without player bars as an SVG document, for pages that show boards of
//! no game. Not here: boards of games (`renderer`), single pieces (`art`).

use crate::style::Style;
use crate::{RenderError, Renderer, Scene, step_boards, svg};

/// A board, and the size it is drawn for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareBoard {
    /// The SVG document.
    pub svg: String,
    /// Pixels.
    pub width: u16,
    /// Pixels.
    pub height: u16,
}

impl Renderer {
    /// A scene without the bars above and below it.
    ///
    /// # Errors
    /// As for [`Renderer::svg`].
    pub fn bare_board(&self, scene: &Scene, style: &Style) -> Result<BareBoard, RenderError> {
        let look = self.look(style.theme);
        let plan = step_boards::bare_plan(scene, style.checked()?, &self.drawings, &self.fonts)?;
        let svg = svg::document(&plan, look, &self.studio(look))?;
        Ok(BareBoard { svg, width: plan.width, height: plan.height })
    }
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Position, Side, Variant};
    use resvg::usvg::roxmltree::Document;

    use super::*;

    #[test]
    fn a_board_without_bars_is_less_high() {
        let renderer = Renderer::new().unwrap();
        let scene = Scene::of(&Position::start(Variant::Chess), Side::White);
        let style = Style::default();
        let bare = renderer.bare_board(&scene, &style).unwrap();
        let (width, height) = crate::picture_size(&scene, style).unwrap();
        assert_eq!(bare.width, width);
        assert!(bare.height < height);
        let document = Document::parse(&bare.svg).unwrap();
        assert_eq!(document.root_element().attribute("height"), Some(bare.height.to_string().as_str()));
    }
}
