//! Draws cards as SVG markup: back, front, and the empty place. Not here: what is on a front, and
//! where cards lie (`card_rows`).

use adoube_rules::Side;

/// Width of the outline in pixels.
const OUTLINE: f32 = 2.0;
/// A card's corners are this much of its width round.
const ROUND: f32 = 0.12;

/// The outline of a card that fills a box, `inset` pixels inside it.
fn outline((width, height): (u16, u16), inset: f32) -> String {
    let (w, h) = (f32::from(width) - 2.0 * inset, f32::from(height) - 2.0 * inset);
    let r = f32::from(width) * ROUND;
    format!(
        "M{} {inset}h{}a{r} {r} 0 0 1 {r} {r}v{}a{r} {r} 0 0 1 -{r} {r}h-{}a{r} {r} 0 0 1 -{r} -{r}v-{}a{r} {r} 0 0 1 {r} -{r}Z",
        inset + r,
        w - 2.0 * r,
        h - 2.0 * r,
        w - 2.0 * r,
        h - 2.0 * r
    )
}

/// The back of a card: in the colours of its side, a lozenge in a frame, so that nobody takes it for a piece.
pub(crate) fn back(card: (u16, u16), side: Side) -> String {
    let (w, h) = (f32::from(card.0), f32::from(card.1));
    let (x, y) = (w * 0.2, h * 0.2);
    let lozenge = |x: f32, y: f32| {
        format!("M{} {y}L{} {}L{} {}L{x} {}Z", w / 2.0, w - x, h / 2.0, w / 2.0, h - y, h / 2.0)
    };
    format!(
        r#"<g class="{side}"><path class="body" d="{}"/><path class="line" d="{}{}"/></g>"#,
        outline(card, OUTLINE),
        lozenge(x, y),
        lozenge(x * 1.8, y * 1.8)
    )
}

/// The front of a card.
pub(crate) fn face(size: (u16, u16)) -> String {
    format!(r#"<path class="tray box" stroke-width="{OUTLINE}" d="{}"/>"#, outline(size, OUTLINE / 2.0))
}

/// A dashed outline where a card would lie.
pub(crate) fn none(size: (u16, u16)) -> String {
    format!(
        r#"<path class="box" fill="none" stroke-width="{OUTLINE}" stroke-dasharray="4 5" d="{}"/>"#,
        outline(size, OUTLINE)
    )
}
