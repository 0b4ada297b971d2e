//! Writes marks as SVG symbols, for pages that compose boards themselves: they use the shapes of
//! pictures and colour them by class. Not here: the shapes (`mark_art`).

use crate::mark_art::{self, MarkDepth};
use crate::marks::Mark;

/// The marks of a page's board as `<symbol>` elements, lowest layer first: all marks of pictures, and those of a target by
/// castling, a piece that gives check, and a piece that copies others, which pictures do not show.
///
/// A symbol has the class `mark-art` and says in `data-mark` which mark it is, and in `data-depth` whether it lies `below` the
/// piece or `above`; a mark may have one for each. Its lines and areas have the classes `edge`, `hint`, `alert`, `lock` and
/// `ice`, and `hint-fill`, `badge-fill`, `lock-fill` and `ice-fill`.
pub fn page_mark_symbols() -> String {
    let of_pages = [
        ("castling-target", mark_art::castling()),
        ("checking", mark_art::checking()),
        ("copying", mark_art::copying()),
    ];
    let of_pages = of_pages.map(|(key, shape)| symbol(key, MarkDepth::Above, &shape));
    mark_symbols(&Mark::ALL) + &of_pages.concat()
}

/// The symbols of these marks alone.
pub fn mark_symbols(marks: &[Mark]) -> String {
    let placed = marks.iter().flat_map(|mark| MarkDepth::ALL.map(|depth| (mark, depth)));
    placed
        .filter_map(|(mark, depth)| mark.shape(depth).map(|shape| symbol(mark.key(), depth, &shape)))
        .collect()
}

fn symbol(key: &str, depth: MarkDepth, shape: &str) -> String {
    format!(
        r#"<symbol id="mark-{key}-{depth}" class="mark-art" data-mark="{key}" data-depth="{depth}" viewBox="0 0 100 100">{shape}</symbol>"#
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use resvg::usvg::roxmltree::Document;

    use super::*;
    use crate::raster::rasterised;
    use crate::sprite::Markup;

    /// A square of a board on a phone, in pixels.
    const SQUARE: u16 = 45;
    /// The least number of its pixels in which two marks differ by shape: two patches of 5 by 5.
    const DIFFERENT: usize = 50;
    /// Lines and areas in one colour, so that nothing but their shape is left.
    const ONE_COLOUR: &str = "path{stroke-linejoin:round;stroke-linecap:round}.hint,.alert,.lock,.ice{stroke:#000}\
         .hint-fill,.badge-fill,.lock-fill,.ice-fill{fill:#000}.edge{stroke:none}";

    /// The shapes by mark, without the edge.
    fn shapes() -> BTreeMap<String, String> {
        let text = format!("<svg>{}</svg>", page_mark_symbols());
        let document = Document::parse(&text).unwrap();
        let mut shapes: BTreeMap<String, String> = BTreeMap::new();
        for symbol in document.root_element().children() {
            let shape = symbol.children().map(|node| &text[node.range()]).collect::<String>();
            shapes.entry(symbol.attribute("data-mark").unwrap().to_owned()).or_default().push_str(&shape);
        }
        shapes
    }

    #[test]
    fn every_mark_has_a_symbol_and_no_two_have_the_same_id() {
        let text = format!("<svg>{}</svg>", page_mark_symbols());
        let document = Document::parse(&text).unwrap();
        let mut ids: Vec<_> =
            document.root_element().children().map(|symbol| symbol.attribute("id")).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
        let shapes = shapes();
        assert_eq!(shapes.len(), Mark::ALL.len() + 3);
        assert!(Mark::ALL.iter().all(|mark| shapes.contains_key(mark.key())));
        assert!(mark_symbols(&[Mark::Target]).contains("mark-target-above"));
    }

    #[test]
    fn marks_differ_by_shape_alone_on_a_phone() {
        let drawn: Vec<(String, Vec<bool>)> = shapes()
            .into_iter()
            .map(|(key, body)| {
                let markup = Markup { width: 100, height: 100, body };
                let pixmap = rasterised(&markup, (SQUARE, SQUARE), ONE_COLOUR).unwrap();
                (key, pixmap.pixels().iter().map(|pixel| pixel.alpha() > 127).collect())
            })
            .collect();
        for (index, (first, a)) in drawn.iter().enumerate() {
            assert!(a.iter().any(|covered| *covered), "{first} is not seen");
            for (second, b) in &drawn[index + 1..] {
                let differing = a.iter().zip(b).filter(|(a, b)| a != b).count();
                assert!(differing >= DIFFERENT, "{first} and {second}: {differing} pixels");
            }
        }
    }
}
