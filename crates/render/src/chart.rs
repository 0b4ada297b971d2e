//! Lays out and draws the chart of a game: White's winning probability from move to move, with
//! marks at the largest changes. White's area is below, as on a board, and the shape of a mark says
//! whose move it was. Not here: the probabilities.

use std::fmt::Write as _;

use adoube_rules::{Region, Side};

use crate::RenderError;
use crate::metrics::{MAX_HEIGHT, MAX_WIDTH};
use crate::plan::{CellBackground, PictureCell, PicturePlan, PlacedCell, SpriteLayer, text_box};
use crate::scene::{Chart, ChartMark, Scene};
use crate::sprite::{Sprite, SpriteDrawer, TextInk};
use crate::text::FontSet;

const WIDTH: u16 = 720;
const PLOT: u16 = 300;
/// A bar with a name, above and below.
const BAR: u16 = 52;
/// The numbers of moves.
const AXIS: u16 = 38;
const HEIGHT: u16 = 2 * BAR + PLOT + AXIS;
const _: () = assert!(WIDTH <= MAX_WIDTH && HEIGHT <= MAX_HEIGHT);
/// Beside the plot.
const MARGIN: u16 = 20;
const PLOT_WIDTH: u16 = WIDTH - 2 * MARGIN;
const NAME_PX: u16 = 28;
const NUMBER_PX: u16 = 24;
/// Numbers of moves at most.
const TICKS: u32 = 8;
/// From one to the next.
const STEPS: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
/// From a mark's middle to its edge.
const RADIUS: f32 = 18.0;

impl Scene {
    /// No board, but a chart.
    pub fn chart(chart: Chart) -> Self {
        let board = Self::new(Region::Board { files: 1, ranks: 1 }, [], Side::White);
        Self { chart: Some(Box::new(chart)), ..board }
    }
}

/// The size of the picture.
pub(crate) const fn size() -> (u16, u16) {
    (WIDTH, HEIGHT)
}

/// Lays a chart out.
pub(crate) fn plan(chart: &Chart, fonts: &FontSet) -> Result<PicturePlan, RenderError> {
    let mut cells = Vec::new();
    name(Side::Black, &chart.black, 0, fonts, &mut cells)?;
    let sprite = Sprite::Chart(Box::new(chart.clone()));
    let layer = SpriteLayer { sprite, x: 0, y: 0, width: PLOT_WIDTH, height: PLOT };
    let cell =
        PictureCell { width: PLOT_WIDTH, height: PLOT, ground: CellBackground::Frame, layers: vec![layer] };
    cells.push(PlacedCell { x: MARGIN, y: BAR, cell });
    for (number, ply) in chart.ticks() {
        let text = number.to_string();
        let (width, height) = text_box(&text, NUMBER_PX, fonts)?;
        let layer = SpriteLayer {
            sprite: Sprite::Text { text, px: NUMBER_PX, ink: TextInk::Faint },
            x: 0,
            y: 0,
            width,
            height,
        };
        let middle = MARGIN + chart.x(ply) as u16;
        let x = middle.saturating_sub(width / 2).min(WIDTH - width);
        let cell = PictureCell {
            width,
            height: height.min(AXIS),
            ground: CellBackground::Frame,
            layers: vec![layer],
        };
        cells.push(PlacedCell { x, y: BAR + PLOT + 2, cell });
    }
    name(Side::White, &chart.white, BAR + PLOT + AXIS, fonts, &mut cells)?;
    Ok(PicturePlan { width: WIDTH, height: HEIGHT, cells })
}

/// A bar with a name.
fn name(
    side: Side,
    name: &str,
    y: u16,
    fonts: &FontSet,
    cells: &mut Vec<PlacedCell>,
) -> Result<(), RenderError> {
    const DISC: u16 = 28;
    let disc = SpriteLayer::square(Sprite::Disc(side), 0, (BAR - DISC) / 2, DISC);
    let room = PLOT_WIDTH - DISC - 10;
    let text = fonts.fit(name, NAME_PX, f32::from(room - 2))?;
    let mut layers = vec![disc];
    if !text.is_empty() {
        let (width, height) = text_box(&text, NAME_PX, fonts)?;
        let sprite = Sprite::Text { text, px: NAME_PX, ink: TextInk::Strong };
        layers.push(SpriteLayer { sprite, x: DISC + 10, y: (BAR - height) / 2, width, height });
    }
    let cell = PictureCell { width: PLOT_WIDTH, height: BAR, ground: CellBackground::Frame, layers };
    cells.push(PlacedCell { x: MARGIN, y, cell });
    Ok(())
}

impl Chart {
    fn last(&self) -> u32 {
        (self.chances.len().max(2) - 1) as u32
    }

    /// Where a ply is from left to right.
    fn x(&self, ply: u32) -> f32 {
        f32::from(PLOT_WIDTH) * ply.min(self.last()) as f32 / self.last() as f32
    }

    /// Where the curve is after a ply, from the top.
    fn y(&self, ply: u32) -> f32 {
        let chance = self.chances.get(ply as usize).or(self.chances.last()).copied().unwrap_or(500);
        f32::from(PLOT) * (1.0 - f32::from(chance.min(1000)) / 1000.0)
    }

    /// Numbers of moves, and the plies after White's of them.
    fn ticks(&self) -> Vec<(u32, u32)> {
        let moves = self.last() / 2 + 1;
        let step = STEPS.into_iter().find(|step| moves / step <= TICKS).unwrap_or(moves);
        let late = u32::from(self.first_side == Side::White);
        let numbers = (self.first_number..=self.first_number + moves).filter(|number| number % step == 0);
        let placed = numbers.map(|number| (number, 2 * (number - self.first_number) + late));
        placed.filter(|(_, ply)| *ply > 0 && *ply <= self.last()).collect()
    }

    /// The middles of the marks: on the curve, inside the plot, and none upon another.
    fn places(&self) -> Vec<(f32, f32)> {
        let (wide, high) = (f32::from(PLOT_WIDTH), f32::from(PLOT));
        let within = |at: f32, most: f32| at.clamp(RADIUS + 3.0, most - RADIUS - 3.0);
        let mut places: Vec<(f32, f32)> = Vec::new();
        for mark in &self.marks {
            let x = within(self.x(mark.ply), wide);
            let mut y = within(self.y(mark.ply), high);
            let away = if y > high / 2.0 { -1.0 } else { 1.0 };
            let near = |x: f32, y: f32, (other_x, other_y): &(f32, f32)| {
                (x - other_x).abs() < 2.0 * RADIUS + 4.0 && (y - other_y).abs() < 2.0 * RADIUS + 4.0
            };
            while places.iter().any(|other| near(x, y, other)) && (0.0..high).contains(&y) {
                y += away * 8.0;
            }
            places.push((x, within(y, high)));
        }
        places
    }

    /// The plot as markup.
    pub(crate) fn markup(&self, studio: &SpriteDrawer<'_>) -> Result<String, RenderError> {
        let (wide, high) = (PLOT_WIDTH, PLOT);
        let theme = studio.theme;
        let (white, black) = (theme.white.body, theme.black.body);
        let mut curve = String::new();
        for ply in 0..=self.last() {
            let letter = if ply == 0 { 'M' } else { 'L' };
            // Writing to a String cannot fail, here and below.
            let _ = write!(curve, "{letter}{:.1} {:.1}", self.x(ply), self.y(ply));
        }
        let mut body = format!(
            r#"<rect width="{wide}" height="{high}" fill="{black}"/><path fill="{white}" d="{curve}L{wide} {high}L0 {high}Z"/>"#
        );
        let (line, middle) = (theme.frame.outline, f32::from(high) / 2.0);
        let _ = write!(
            body,
            r#"<path fill="none" stroke="{line}" stroke-width="2" stroke-dasharray="3 9" d="M0 {middle}H{wide}"/><path fill="none" stroke="{line}" stroke-width="3" d="{curve}"/><rect fill="none" stroke="{line}" stroke-width="2" x="1" y="1" width="{}" height="{}"/>"#,
            wide - 2,
            high - 2
        );
        for (mark, (x, y)) in self.marks.iter().zip(self.places()) {
            body.push_str(&self.mark(*mark, (x, y), studio)?);
        }
        Ok(body)
    }

    fn mark(
        &self,
        mark: ChartMark,
        (x, y): (f32, f32),
        studio: &SpriteDrawer<'_>,
    ) -> Result<String, RenderError> {
        let (ink, edge) = (studio.theme.marks.alert, studio.theme.marks.edge);
        let stroke = format!(r#"fill="{ink}" stroke="{edge}" stroke-width="3""#);
        let shape = match mark.by {
            Side::White => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{RADIUS}" {stroke}/>"#),
            Side::Black => {
                let tip = RADIUS * 1.2;
                format!(
                    r#"<path {stroke} d="M{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}Z"/>"#,
                    y - tip,
                    x + tip,
                    y + tip,
                    x - tip
                )
            }
        };
        let line = studio.fonts.line(&mark.number.to_string(), NUMBER_PX)?;
        let (left, base) = (x - line.width / 2.0, y + f32::from(NUMBER_PX) * 0.36);
        let (from, to) = (self.x(mark.ply), self.y(mark.ply));
        Ok(format!(
            r#"<path fill="none" stroke="{ink}" stroke-width="5" d="M{from:.1} {to:.1}L{x:.1} {y:.1}"/>{shape}<path fill="{edge}" transform="translate({left:.1} {base:.1})" d="{}"/>"#,
            line.path
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Renderer, Style, ThemeKey, picture_size};

    fn chart(plies: u32) -> Chart {
        let chances = (0..=plies).map(|ply| (ply * 97 % 1001) as u16).collect();
        let marks = [(1, Side::White), (2, Side::Black), (3, Side::White)];
        let marks = marks.map(|(number, by)| ChartMark { ply: u32::from(number), number, by }).to_vec();
        let (white, black) =
            ("Ada".to_owned(), "A name that is far too long for the bar it stands in".to_owned());
        Chart { chances, first_number: 1, first_side: Side::White, marks, white, black }
    }

    #[test]
    fn charts_of_any_length_can_be_drawn_in_every_theme() {
        let renderer = Renderer::new().unwrap();
        for plies in [0, 1, 3, 40, 400] {
            for theme in ThemeKey::ALL {
                let scene = Scene::chart(chart(plies));
                let style = Style::of(theme);
                let canvas = renderer.canvas(&scene, &style).unwrap();
                let (width, height) = picture_size(&scene, style).unwrap();
                assert_eq!((canvas.width, canvas.height), (usize::from(width), usize::from(height)));
                assert!(renderer.svg(&scene, &style).unwrap().contains("<svg"));
            }
        }
    }

    #[test]
    fn marks_lie_inside_and_apart() {
        let places = chart(200).places();
        let (wide, high) = (f32::from(PLOT_WIDTH), f32::from(PLOT));
        for (place, (x, y)) in places.iter().enumerate() {
            assert!(
                (RADIUS..=wide - RADIUS).contains(x) && (RADIUS..=high - RADIUS).contains(y),
                "{places:?}"
            );
            for (other_x, other_y) in &places[..place] {
                let apart = (x - other_x).abs().max((y - other_y).abs());
                assert!(apart >= 2.0 * RADIUS, "{places:?}");
            }
        }
    }

    #[test]
    fn numbers_stand_under_whites_moves() {
        assert_eq!(chart(6).ticks(), [(1, 1), (2, 3), (3, 5)]);
        let late = Chart { first_number: 12, first_side: Side::Black, ..chart(6) };
        assert_eq!(late.ticks(), [(13, 2), (14, 4), (15, 6)]);
        assert!(chart(400).ticks().len() <= TICKS as usize + 1);
    }
}
