//! Lays out step boards: smaller boards below a board that show what happens next, in pairs side by
//! side. A picture with steps has no bars; the note of each step stands above it.

use crate::RenderError;
use crate::chart;
use crate::drawings::PieceDrawings;
use crate::layout;
use crate::legend;
use crate::metrics::PictureMetrics;
use crate::plan::{CellBackground, PictureCell, PicturePlan, PlacedCell, SpriteLayer, text_box};
use crate::scene::{PlayerBars, Scene};
use crate::sprite::{Sprite, TextInk};
use crate::style::Style;
use crate::text::FontSet;

/// Boards side by side.
const IN_A_ROW: usize = 2;

impl Scene {
    /// Smaller boards to show below this one, two in a row. Their notes become their captions; their own steps are
    /// not shown.
    #[must_use]
    pub fn with_steps(mut self, steps: impl IntoIterator<Item = Self>) -> Self {
        self.steps = steps.into_iter().collect();
        self
    }
}

/// A board without its bars at a place of the picture.
struct StepBoard<'a> {
    scene: &'a Scene,
    style: Style,
    /// Height of the caption above it.
    caption: u16,
    /// Height of the bars that are left out.
    bar: u16,
    x: u16,
    y: u16,
}

/// Where the boards go.
struct StepLayout<'a> {
    panels: Vec<StepBoard<'a>>,
    width: u16,
    height: u16,
}

impl<'a> StepLayout<'a> {
    fn new(scene: &'a Scene, style: Style) -> Result<Self, RenderError> {
        let metrics = PictureMetrics::new(scene, style)?;
        let width = metrics.width;
        let mut height = board_height(&metrics);
        let main = StepBoard { scene, style, caption: 0, bar: metrics.bar, x: 0, y: 0 };
        let mut panels = vec![main];
        for row in scene.steps.chunks(IN_A_ROW) {
            let mut row_height = 0;
            for (place, step) in (0..).zip(row) {
                let room = width / IN_A_ROW as u16;
                let (style, metrics) = fitting(step, style, room)?;
                let x = place * room + (room - metrics.width.min(room)) / 2;
                panels.push(StepBoard {
                    scene: step,
                    style,
                    caption: metrics.bar,
                    bar: metrics.bar,
                    x,
                    y: height,
                });
                row_height = row_height.max(metrics.bar + board_height(&metrics));
            }
            height += row_height;
        }
        Ok(Self { panels, width, height })
    }
}

fn board_height(metrics: &PictureMetrics) -> u16 {
    let (top, bottom) = metrics.board();
    bottom - top + 2 * metrics.margin
}

/// The largest squares with which a board is no wider than the room.
fn fitting(scene: &Scene, style: Style, room: u16) -> Result<(Style, PictureMetrics), RenderError> {
    let mut narrower = style;
    loop {
        let metrics = PictureMetrics::new(scene, narrower)?;
        if metrics.width <= room || narrower.square_px <= 1 {
            return Ok((narrower, metrics));
        }
        narrower.square_px -= 1;
    }
}

/// The size of a picture without bars.
pub(crate) fn size(scene: &Scene, style: Style) -> Result<(u16, u16), RenderError> {
    let StepLayout { width, height, .. } = StepLayout::new(scene, style)?;
    Ok((width, height))
}

/// Lays a scene and its steps out.
pub(crate) fn plan(
    scene: &Scene,
    style: Style,
    drawings: &PieceDrawings,
    fonts: &FontSet,
) -> Result<PicturePlan, RenderError> {
    if let Some(chart) = &scene.chart {
        return chart::plan(chart, fonts);
    }
    if !scene.legend.is_empty() {
        return legend::plan(scene, fonts);
    }
    if scene.steps.is_empty() {
        return layout::plan(scene, style, drawings, fonts);
    }
    bare_plan(scene, style, drawings, fonts)
}

/// Lays a scene and its steps out, without bars.
pub(crate) fn bare_plan(
    scene: &Scene,
    style: Style,
    drawings: &PieceDrawings,
    fonts: &FontSet,
) -> Result<PicturePlan, RenderError> {
    let arrangement = StepLayout::new(scene, style)?;
    let mut cells = Vec::new();
    for panel in &arrangement.panels {
        panel.lay_out(drawings, fonts, &mut cells)?;
    }
    Ok(PicturePlan { width: arrangement.width, height: arrangement.height, cells })
}

impl StepBoard<'_> {
    fn lay_out(
        &self,
        drawings: &PieceDrawings,
        fonts: &FontSet,
        cells: &mut Vec<PlacedCell>,
    ) -> Result<(), RenderError> {
        let mut bare = self.scene.clone();
        bare.strip = PlayerBars::default();
        let plan = layout::plan(&bare, self.style, drawings, fonts)?;
        let top = self.y + self.caption;
        cells.extend(plan.cells.into_iter().map(|placed| PlacedCell {
            x: placed.x + self.x,
            y: placed.y - self.bar + top,
            cell: placed.cell,
        }));
        if self.caption > 0 {
            cells.push(self.captioned(plan.width, fonts)?);
        }
        Ok(())
    }

    fn captioned(&self, width: u16, fonts: &FontSet) -> Result<PlacedCell, RenderError> {
        let px = self.caption * 5 / 10;
        let text = fonts.fit(&self.scene.strip.note, px, f32::from(width))?;
        let (text_width, text_height) = text_box(&text, px, fonts)?;
        let layer = SpriteLayer {
            x: width.saturating_sub(text_width) / 2,
            y: self.caption.saturating_sub(text_height),
            width: text_width,
            height: text_height,
            sprite: Sprite::Text { text, px, ink: TextInk::Strong },
        };
        let cell =
            PictureCell { width, height: self.caption, ground: CellBackground::Frame, layers: vec![layer] };
        Ok(PlacedCell { x: self.x, y: self.y, cell })
    }
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Piece, PieceType, Position, Side, Variant};

    use super::*;
    use crate::{BoardWindow, MAX_HEIGHT, MAX_WIDTH, Renderer, ThemeKey, picture_size};

    #[test]
    fn steps_lie_below_the_board_and_beside_one_another() {
        let board = Scene::of(&Position::start(Variant::Grand), Side::White);
        let piece = (adoube_rules::Square::new(2, 2), Piece { side: Side::White, kind: PieceType::KNIGHT });
        let step = Scene { window: BoardWindow { left: 0, right: 4, bottom: 1, top: 3 }, ..board.clone() };
        let step = Scene { pieces: [piece].into(), ..step }.with_note("before");
        let scene = board.with_steps([step.clone(), step.clone(), step.clone(), step]);
        let style = Style::of(ThemeKey::Wood);
        let renderer = Renderer::new().unwrap();
        let canvas = renderer.canvas(&scene, &style).unwrap();
        let (width, height) = picture_size(&scene, style).unwrap();
        assert_eq!((usize::from(width), usize::from(height)), (canvas.width, canvas.height));
        assert!(width <= MAX_WIDTH && height <= MAX_HEIGHT + 200, "{width} by {height}");
        assert!(renderer.svg(&scene, &style).unwrap().matches("<use").count() > 100);
    }
}
