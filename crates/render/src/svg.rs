//! Writes a plan as SVG: a self-contained document without fonts, files or scripts.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::RenderError;
use crate::plan::{CellBackground, PicturePlan, SpriteLayer};
use crate::prepared_theme::PreparedTheme;
use crate::sprite::{Sprite, SpriteDrawer};

/// The picture as one SVG document. Every sprite is a symbol, used wherever it is shown.
pub(crate) fn document(
    plan: &PicturePlan,
    look: &PreparedTheme,
    studio: &SpriteDrawer<'_>,
) -> Result<String, RenderError> {
    let mut symbols = SvgSymbols { studio, names: HashMap::new(), text: String::new() };
    let mut body = String::new();
    for placed in &plan.cells {
        let cell = &placed.cell;
        if cell.ground != CellBackground::Frame {
            rectangle(placed.x, placed.y, (cell.width, cell.height), look, cell.ground, &mut body);
        }
        for layer in look.layers(cell) {
            let name = symbols.name(&layer)?;
            let (x, y) = (placed.x + layer.x, placed.y + layer.y);
            // Writing to a String cannot fail, here and below.
            let _ = write!(
                body,
                r##"<use href="#{name}" x="{x}" y="{y}" width="{}" height="{}"/>"##,
                layer.width, layer.height
            );
        }
    }
    let (width, height, css) = (plan.width, plan.height, &look.style_sheet);
    let mut frame = String::new();
    rectangle(0, 0, (width, height), look, CellBackground::Frame, &mut frame);
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"><style>{css}</style><defs>{}</defs>{frame}{body}</svg>"#,
        symbols.text
    ))
}

fn rectangle(
    x: u16,
    y: u16,
    (width, height): (u16, u16),
    look: &PreparedTheme,
    ground: CellBackground,
    body: &mut String,
) {
    let colour = look.ground(ground);
    let _ = write!(body, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>"#);
}

/// The symbols defined so far.
struct SvgSymbols<'a> {
    studio: &'a SpriteDrawer<'a>,
    names: HashMap<(Sprite, u16, u16), String>,
    text: String,
}

impl SvgSymbols<'_> {
    /// The name of the layer's symbol, which is defined when it is new.
    fn name(&mut self, layer: &SpriteLayer) -> Result<String, RenderError> {
        let markup = self.studio.sprite_markup(&layer.sprite, layer.width, layer.height)?;
        // A drawing in its own box serves every size.
        let key = (layer.sprite.clone(), markup.width, markup.height);
        if let Some(name) = self.names.get(&key) {
            return Ok(name.clone());
        }
        let name = format!("s{}", self.names.len());
        let _ = write!(
            self.text,
            r#"<symbol id="{name}" viewBox="0 0 {} {}">{}</symbol>"#,
            markup.width, markup.height, markup.body
        );
        self.names.insert(key, name.clone());
        Ok(name)
    }
}
