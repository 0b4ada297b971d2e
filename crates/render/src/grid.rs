//! Draws the background of the unbounded grid: faint lines and light and dark squares that fade at
//! the edges, and the tear where files or ranks are left out.

use std::fmt::Write as _;

use adoube_rules::Square;

use crate::marks::Mark;
use crate::scene::Scene;

/// Width of a line in hundredths of a square.
const LINE: f32 = 1.8;
/// Steps in which a line fades over one square.
const FADING: u16 = 8;

/// Where a square lies in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EdgePosition {
    /// First seen from the upper left: lines that come from inside fade away.
    First,
    Inside,
    Last,
}

/// What of the grid is drawn on one square: its left and upper line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GridSquare {
    shaded: bool,
    column: EdgePosition,
    row: EdgePosition,
}

/// `a1` is dark, and so on over all squares there are.
pub(crate) fn is_dark(square: Square) -> bool {
    (i64::from(square.file) + i64::from(square.rank)).rem_euclid(2) == 1
}

impl GridSquare {
    pub(crate) fn of(square: Square, scene: &Scene) -> Self {
        let window = scene.window;
        let turned = scene.viewer == adoube_rules::Side::Black;
        let lies = |line: i32, low: i32, high: i32, turned: bool| {
            let (first, last) = if turned { (high, low) } else { (low, high) };
            match line {
                line if line == first => EdgePosition::First,
                line if line == last => EdgePosition::Last,
                _ => EdgePosition::Inside,
            }
        };
        let column = lies(square.file, window.left, window.right, turned);
        let row = lies(square.rank, window.bottom, window.top, !turned);
        let inside = column == EdgePosition::Inside && row == EdgePosition::Inside;
        let tinted = scene.marks.on(square).contains(Mark::LastMove);
        Self { shaded: inside && !tinted && is_dark(square), column, row }
    }

    /// Its markup in a box of 100 by 100.
    pub(crate) fn markup(self) -> String {
        let mut body = String::new();
        if self.shaded {
            body.push_str(r#"<path class="faint-square" d="M0 0H100V100H0Z"/>"#);
        }
        if self.column != EdgePosition::First {
            line(self.row, &mut body, |start, length| (0.0, start, LINE, length));
        }
        if self.row != EdgePosition::First {
            line(self.column, &mut body, |start, length| (start, 0.0, length, LINE));
        }
        body
    }
}

/// A line along the square's edge, fading towards the end of the picture.
fn line(lies: EdgePosition, body: &mut String, rectangle: impl Fn(f32, f32) -> (f32, f32, f32, f32)) {
    let steps = if lies == EdgePosition::Inside { 1 } else { FADING };
    let length = 100.0 / f32::from(steps);
    for step in 0..steps {
        let distance = match lies {
            EdgePosition::Inside => 0,
            EdgePosition::First => steps - 1 - step,
            EdgePosition::Last => step,
        };
        let opacity = 1.0 - (f32::from(distance) + 0.5) / f32::from(FADING);
        let opacity = if lies == EdgePosition::Inside { 1.0 } else { opacity };
        let (x, y, width, height) = rectangle(f32::from(step) * length, length);
        // Writing to a String cannot fail.
        let _ = write!(
            body,
            r#"<path class="grid-fill" fill-opacity="{opacity:.2}" d="M{x} {y}h{width}v{height}h-{width}Z"/>"#
        );
    }
}

/// The tear through a box of that size, where files, ranks or both are left out: what lies behind it shows between two
/// ragged edges.
pub(crate) fn tear((width, height): (u16, u16), files: bool, ranks: bool) -> String {
    let (w, h) = (f32::from(width), f32::from(height));
    if files && ranks {
        return format!(r#"<path class="ground-fill" d="M0 0H{w}V{h}H0Z"/>"#);
    }
    let (across, along) = if files { (w, h) } else { (h, w) };
    let teeth = (along / across * 1.2).round().max(1.0) as u16;
    let tooth = along / f32::from(teeth);
    let edge = |near: f32, far: f32, backwards: bool| {
        let mut points = Vec::new();
        for index in 0..=2 * teeth {
            let at = f32::from(index) * tooth / 2.0;
            points.push((if index % 2 == 0 { near } else { far }, at));
        }
        if backwards {
            points.reverse();
        }
        points.into_iter().map(|(x, y)| if files { (x, y) } else { (y, x) }).collect::<Vec<_>>()
    };
    let path = |points: &[(f32, f32)]| {
        points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect::<Vec<_>>().join("L")
    };
    let (near, far) = (edge(across * 0.12, across * 0.34, false), edge(across * 0.88, across * 0.66, true));
    format!(
        r#"<path class="ground-fill" d="M{0}L{1}Z"/><path class="grid" fill="none" stroke-width="1.5" d="M{0}M{1}"/>"#,
        path(&near),
        path(&far)
    )
}
