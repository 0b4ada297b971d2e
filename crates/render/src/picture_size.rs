//! Computes the size of the picture of a scene without drawing it.

use crate::RenderError;
use crate::chart;
use crate::legend;
use crate::metrics::PictureMetrics;
use crate::scene::Scene;
use crate::step_boards;
use crate::style::Style;

/// Width and height in pixels of the picture of a scene, known without drawing it, so that a page can leave room.
///
/// # Errors
/// As for [`Renderer::png`](crate::Renderer::png), where the scene cannot be laid out.
pub fn picture_size(scene: &Scene, style: Style) -> Result<(u16, u16), RenderError> {
    size(scene, style.checked()?)
}

/// The same for squares of any size.
pub(crate) fn size(scene: &Scene, style: Style) -> Result<(u16, u16), RenderError> {
    if scene.chart.is_some() {
        return Ok(chart::size());
    }
    if !scene.legend.is_empty() {
        return Ok(legend::size(&scene.legend));
    }
    if !scene.steps.is_empty() {
        return step_boards::size(scene, style);
    }
    let metrics = PictureMetrics::new(scene, style)?;
    Ok((metrics.width, metrics.height))
}
