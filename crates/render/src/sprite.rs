//! Sprites: the single things a picture is made of (pieces, marks, plates, cards, lines of text and
//! others), each drawn as SVG markup. Not here: their places (`layout`).

use std::borrow::Cow;
use std::fmt::Write as _;

use adoube_rules::{Piece, PieceType, Side};

use crate::RenderError;
use crate::card;
use crate::drawings::PieceDrawings;
use crate::grid::{self, GridSquare};
use crate::mark_art::MarkDepth;
use crate::marks::Mark;
use crate::scene::Chart;
use crate::text::FontSet;
use crate::theme::Theme;
use crate::token::token;

/// Colour of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TextInk {
    /// Labels, and what matters now.
    Strong,
    /// What can wait.
    Faint,
    /// What stands on the table of a grid, or on a card.
    Table,
}

impl TextInk {
    const fn class(self) -> &'static str {
        match self {
            Self::Strong => "text",
            Self::Faint => "faint",
            Self::Table => "table-text",
        }
    }
}

/// One drawn thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sprite {
    /// A piece.
    Piece(Piece),
    /// What of a mark on a square lies below the piece, or above it.
    Mark(Mark, MarkDepth),
    /// The corner plate with a type's code.
    Plate(PieceType),
    /// The disc that says which side a person plays.
    Disc(Side),
    /// The arrow before the name of the side to move.
    Turn,
    /// The outline around the rank number of a promotion zone.
    ZoneOutline,
    /// The light ground that captured pieces lie on.
    Tray,
    /// The pattern of a light or a dark square, in themes that have one.
    Texture { dark: bool },
    /// What of a grid without edges is drawn on a square.
    Grid(GridSquare),
    /// Where files, ranks or both of a grid are left out.
    Tear { files: bool, ranks: bool },
    /// A card of that side from the back.
    CardBack(Side),
    /// The front of a card, without what is on it.
    CardFace,
    /// Where a card would lie.
    NoCard,
    /// The plot of a chart.
    Chart(Box<Chart>),
    /// A line of text; `px` is its size in pixels per em.
    Text { text: String, px: u16, ink: TextInk },
}

/// What sprites are drawn from.
pub(crate) struct SpriteDrawer<'a> {
    pub(crate) theme: &'a Theme,
    pub(crate) drawings: &'a PieceDrawings,
    pub(crate) fonts: &'a FontSet,
}

impl SpriteDrawer<'_> {
    /// The sprite as markup for a box of that size; drawings have their own box of 100 by 100.
    pub(crate) fn sprite_markup(
        &self,
        sprite: &Sprite,
        width: u16,
        height: u16,
    ) -> Result<Markup, RenderError> {
        let square = |body: String| Markup { width: 100, height: 100, body };
        Ok(match sprite {
            Sprite::Piece(piece) => square(self.piece(*piece)?),
            Sprite::Mark(mark, place) => square(mark.shape(*place).unwrap_or_default()),
            Sprite::Plate(kind) => square(self.plate(*kind)?),
            Sprite::Disc(side) => square(format!(
                r#"<circle cx="50" cy="50" r="40" fill="{}" stroke="{}" stroke-width="10"/>"#,
                self.theme.pieces(*side).body,
                self.theme.frame.faint
            )),
            Sprite::Turn => square(r#"<path class="text" d="M22 12L84 50L22 88Z"/>"#.to_owned()),
            Sprite::Tray => Markup {
                width,
                height,
                body: format!(r#"<rect class="tray" width="{width}" height="{height}" rx="6"/>"#),
            },
            Sprite::ZoneOutline => Markup {
                width,
                height,
                body: format!(
                    r#"<rect class="box" fill="none" stroke-width="2" x="1.5" y="1.5" width="{}" height="{}" rx="5"/>"#,
                    width.saturating_sub(3),
                    height.saturating_sub(3)
                ),
            },
            Sprite::Texture { dark } => Markup { width, height, body: texture((width, height), *dark) },
            Sprite::Grid(grid) => square(grid.markup()),
            Sprite::Tear { files, ranks } => {
                Markup { width, height, body: grid::tear((width, height), *files, *ranks) }
            }
            Sprite::CardBack(side) => Markup { width, height, body: card::back((width, height), *side) },
            Sprite::CardFace => Markup { width, height, body: card::face((width, height)) },
            Sprite::NoCard => Markup { width, height, body: card::none((width, height)) },
            Sprite::Chart(chart) => Markup { width, height, body: chart.markup(self)? },
            Sprite::Text { text, px, ink } => {
                Markup { width, height, body: self.text(text, *px, *ink, height)? }
            }
        })
    }

    /// The drawing of a type, in a box of 100 by 100.
    pub(crate) fn drawing(&self, kind: PieceType) -> Result<Cow<'static, str>, RenderError> {
        Ok(match self.drawings.markup(kind) {
            Some(markup) => Cow::Borrowed(markup),
            None => Cow::Owned(token(kind, self.fonts)?),
        })
    }

    fn piece(&self, piece: Piece) -> Result<String, RenderError> {
        let drawing = self.drawing(piece.kind)?;
        let mut body = String::new();
        if self.theme.pieces(piece.side).rim.is_some() {
            // Writing to a String cannot fail, here and below.
            let _ = write!(body, r#"<g class="{} rim">{drawing}</g>"#, piece.side);
        }
        let _ = write!(body, r#"<g class="{}">{drawing}</g>"#, piece.side);
        Ok(body)
    }

    /// A plate in the upper right corner.
    fn plate(&self, kind: PieceType) -> Result<String, RenderError> {
        const PX: u16 = 23;
        let line = self.fonts.line(kind.code(), PX)?;
        let width = line.width + 9.0;
        let left = 97.0 - width;
        Ok(format!(
            r#"<rect class="ground-fill box" stroke-width="2" x="{left}" y="3" width="{width}" height="26" rx="5"/><path class="text" transform="translate({} 24.3)" d="{}"/>"#,
            left + 4.5,
            line.path
        ))
    }

    /// A line, centred in the height by its capitals.
    fn text(&self, text: &str, px: u16, ink: TextInk, height: u16) -> Result<String, RenderError> {
        let line = self.fonts.line(text, px)?;
        let baseline = f32::from(height) / 2.0 + f32::from(px) * 0.36;
        Ok(format!(
            r#"<path class="{}" transform="translate(1 {baseline})" d="{}"/>"#,
            ink.class(),
            line.path
        ))
    }
}

/// Half a line around the square, and diagonal lines over a dark one, which meet those of the next dark square.
fn texture((width, height): (u16, u16), dark: bool) -> String {
    const LINES: u16 = 7;
    let (w, h) = (f32::from(width), f32::from(height));
    let mut lines = format!("M0 0H{w}V{h}H0Z");
    for line in (1..2 * LINES).filter(|_| dark) {
        // From the left or lower edge up to the upper or right one.
        let share = f32::from(line) / f32::from(LINES);
        let (left, top) = ((share - 1.0).max(0.0), share.min(1.0));
        // Writing to a String cannot fail.
        let _ = write!(lines, "M{} {}L{} {}", left * w, top * h, top * w, left * h);
    }
    format!(r#"<path class="grid" fill="none" stroke-width="1.4" d="{lines}"/>"#)
}

/// SVG markup for a box.
#[derive(Clone, Debug)]
pub(crate) struct Markup {
    /// Width of the box in user units.
    pub(crate) width: u16,
    /// Height of the box in user units.
    pub(crate) height: u16,
    /// What is drawn in it.
    pub(crate) body: String,
}

#[cfg(test)]
mod tests {
    use resvg::usvg::roxmltree::Document;

    use adoube_rules::{Region, Square};

    use super::*;
    use crate::{Scene, ThemeKey};

    #[test]
    fn a_type_without_drawing_is_a_counter_with_its_code() {
        let (theme, drawings) = (Theme::load(ThemeKey::Wood).unwrap(), PieceDrawings::default());
        let studio = SpriteDrawer { theme: &theme, drawings: &drawings, fonts: &FontSet::load().unwrap() };
        for kind in PieceType::all() {
            for side in Side::BOTH {
                let markup = studio.sprite_markup(&Sprite::Piece(Piece { side, kind }), 40, 40).unwrap();
                assert!(markup.body.contains("<circle"), "{}", kind.key());
            }
        }
    }

    #[test]
    fn every_class_that_is_used_has_a_rule() {
        let (theme, drawings) = (Theme::load(ThemeKey::Wood).unwrap(), PieceDrawings::load().unwrap());
        let studio = SpriteDrawer { theme: &theme, drawings: &drawings, fonts: &FontSet::load().unwrap() };
        let king = Piece { side: Side::Black, kind: PieceType::KING };
        let text = |ink| Sprite::Text { text: "a".to_owned(), px: 20, ink };
        let mut sprites =
            vec![Sprite::Piece(king), Sprite::Plate(PieceType::CARDINAL), Sprite::Disc(Side::White)];
        sprites.extend([
            Sprite::Turn,
            Sprite::ZoneOutline,
            Sprite::Tray,
            Sprite::Grid(GridSquare::of(Square::new(0, 1), &Scene::new(Region::Unbounded, [], Side::White))),
            Sprite::Grid(GridSquare::of(Square::new(5, 4), &Scene::new(Region::Unbounded, [], Side::White))),
            Sprite::Tear { files: true, ranks: false },
            Sprite::Tear { files: true, ranks: true },
            Sprite::CardBack(Side::White),
            Sprite::CardFace,
            Sprite::NoCard,
            Sprite::Texture { dark: true },
            text(TextInk::Strong),
            text(TextInk::Faint),
            text(TextInk::Table),
        ]);
        for depth in MarkDepth::ALL {
            sprites.extend(Mark::ALL.map(|mark| Sprite::Mark(mark, depth)));
        }
        let css = theme.style_sheet();
        for sprite in sprites {
            let body = studio.sprite_markup(&sprite, 80, 80).unwrap().body;
            let wrapped = format!("<svg>{body}</svg>");
            let document = Document::parse(&wrapped).unwrap();
            let classes = document.descendants().filter_map(|node| node.attribute("class"));
            for class in classes.flat_map(str::split_whitespace) {
                let rules = [' ', '.', '{'].map(|end| format!(".{class}{end}"));
                assert!(rules.iter().any(|rule| css.contains(rule)), "{sprite:?}: class {class}");
            }
        }
    }
}
