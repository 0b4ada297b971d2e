//! Turns text into outlines, from the embedded fonts alone: which characters can be drawn, widths,
//! and cutting at a width. Names come from outside and may be anything; outlines of them are short
//! and harmless.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Tree};
use skrifa::{FontRef, MetadataProvider as _};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::RenderError;

const INTER: &[u8] = include_bytes!("../../../assets/fonts/Inter-SemiBold.subset.otf");
const DEJAVU: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSansCondensed-Bold.subset.ttf");
/// The family name inside the first font; the second is found when the first lacks a character.
const FAMILY: &str = "Inter Semi Bold";

/// Longest text looked at, in characters; the rest of a longer one is not read.
const MAX_CHARS: usize = 200;
/// Most characters drawn on one place (a letter and its accents).
const MAX_STACK: usize = 3;
/// Lines remembered, in bytes of their outlines: every label and some thousand names.
const LINE_BYTES: u64 = 4 << 20;
/// Stands for a text of which nothing can be drawn.
const NOTHING_DRAWABLE: &str = "\u{25af}";
const ELLIPSIS: char = '…';

/// A line of text as an outline.
#[derive(Debug)]
pub(crate) struct TextOutline {
    /// SVG path data; the line starts at x = 0 and its baseline is y = 0.
    pub(crate) path: String,
    /// Its advance in pixels.
    pub(crate) width: f32,
}

type TextOutlineKey = (String, u16);

#[derive(Clone, Copy)]
struct OutlineWeighter;

impl Weighter<TextOutlineKey, Arc<TextOutline>> for OutlineWeighter {
    fn weight(&self, (text, _): &TextOutlineKey, line: &Arc<TextOutline>) -> u64 {
        (text.len() + line.path.len() + 128) as u64
    }
}

/// The embedded fonts, and the lines drawn with them so far.
pub(crate) struct FontSet {
    database: Arc<Database>,
    characters: HashSet<char>,
    lines: Cache<TextOutlineKey, Arc<TextOutline>, OutlineWeighter>,
}

impl FontSet {
    /// Reads the embedded fonts.
    pub(crate) fn load() -> Result<Self, RenderError> {
        let mut database = Database::new();
        let mut characters = HashSet::new();
        for data in [INTER, DEJAVU] {
            let font = FontRef::new(data).map_err(|_| RenderError::BadFont)?;
            characters.extend(font.charmap().mappings().filter_map(|(code, _)| char::from_u32(code)));
            database.load_font_source(Source::Binary(Arc::new(data)));
        }
        Ok(Self {
            database: Arc::new(database),
            characters,
            lines: Cache::with_weighter(1_000, LINE_BYTES, OutlineWeighter),
        })
    }

    /// What of `text` can be drawn: known characters, single spaces, no pile of accents. Never empty unless `text` is
    /// blank.
    pub(crate) fn drawable(&self, text: &str) -> String {
        let start: String =
            text.chars().take(MAX_CHARS).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let mut known = String::new();
        for cluster in start.graphemes(true) {
            if cluster.chars().next().is_some_and(|base| self.characters.contains(&base)) {
                known.extend(cluster.chars().filter(|c| self.characters.contains(c)).take(MAX_STACK));
            }
        }
        let words: Vec<&str> = known.split_whitespace().collect();
        if words.is_empty() && !start.trim().is_empty() {
            return NOTHING_DRAWABLE.to_owned();
        }
        words.join(" ")
    }

    /// The drawable part of `text`, cut with an ellipsis where it would be wider than `max_width` pixels.
    pub(crate) fn fit(&self, text: &str, px: u16, max_width: f32) -> Result<String, RenderError> {
        let whole = self.drawable(text);
        if self.line(&whole, px)?.width <= max_width {
            return Ok(whole);
        }
        let clusters: Vec<&str> = whole.graphemes(true).collect();
        let cut = |count: usize| {
            let mut start: String = clusters.iter().take(count).copied().collect();
            start.truncate(start.trim_end().len());
            start.push(ELLIPSIS);
            start
        };
        // The longest start that fits lies in fits..too_long.
        let (mut fits, mut too_long) = (0, clusters.len());
        while too_long - fits > 1 {
            let middle = usize::midpoint(fits, too_long);
            if self.line(&cut(middle), px)?.width <= max_width {
                fits = middle;
            } else {
                too_long = middle;
            }
        }
        Ok(cut(fits))
    }

    /// The outline of a drawable text at that size (pixels per em).
    pub(crate) fn line(&self, text: &str, px: u16) -> Result<Arc<TextOutline>, RenderError> {
        let key = (text.to_owned(), px);
        self.lines.get_or_insert_with(&key, || self.shape(text, px).map(Arc::new))
    }

    fn shape(&self, text: &str, px: u16) -> Result<TextOutline, RenderError> {
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="{FAMILY}" font-size="{px}">{escaped}</text></svg>"#
        );
        let options = Options { fontdb: Arc::clone(&self.database), ..Options::default() };
        let tree = Tree::from_str(&svg, &options).map_err(|error| RenderError::Svg(error.to_string()))?;
        let mut line = TextOutline { path: String::new(), width: 0.0 };
        for node in tree.root().children() {
            if let Node::Text(text) = node {
                line.width = line.width.max(text.bounding_box().right());
                outline(text.flattened(), &mut line.path);
            }
        }
        Ok(line)
    }
}

/// Appends the outlines of a group to a path.
fn outline(group: &Group, path: &mut String) {
    for node in group.children() {
        match node {
            Node::Group(inner) => outline(inner, path),
            Node::Path(shape) => {
                shape.data().segments().for_each(|segment| append(segment, shape.abs_transform(), path));
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

fn append(segment: PathSegment, transform: Transform, path: &mut String) {
    let mut put = |letter: char, points: &[Point]| {
        path.push(letter);
        for (index, point) in points.iter().enumerate() {
            let mut mapped = *point;
            transform.map_point(&mut mapped);
            let gap = if index == 0 { "" } else { " " };
            // Writing to a String cannot fail.
            let _ = write!(path, "{gap}{} {}", hundredths(mapped.x), hundredths(mapped.y));
        }
    };
    match segment {
        PathSegment::MoveTo(to) => put('M', &[to]),
        PathSegment::LineTo(to) => put('L', &[to]),
        PathSegment::QuadTo(by, to) => put('Q', &[by, to]),
        PathSegment::CubicTo(first, second, to) => put('C', &[first, second, to]),
        PathSegment::Close => put('Z', &[]),
    }
}

fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_what_can_be_drawn() {
        let fonts = FontSet::load().unwrap();
        let table = [
            ("Anna", "Anna"),
            ("  Anna \n\t Maria ", "Anna Maria"),
            ("Żółć Ørsted Ñandú", "Żółć Ørsted Ñandú"),
            ("Пётр Ελένη", "Пётр Ελένη"),
            ("שלום مرحبا", "שלום مرحبا"),
            ("Ben 🎉🏳️‍🌈", "Ben"),
            ("🎉", "\u{25af}"),
            ("a\u{200b}b\u{202e}c\u{0}d\u{feff}", "abcd"),
            ("<b>&amp;\"'", "<b>&amp;\"'"),
            ("", ""),
            (" \u{a0} ", ""),
            ("e\u{301}\u{300}\u{302}\u{304}\u{301}x", "e\u{301}\u{300}x"),
        ];
        for (name, wanted) in table {
            assert_eq!(fonts.drawable(name), wanted, "{name:?}");
        }
    }

    #[test]
    fn long_names_are_cut_between_letters() {
        let fonts = FontSet::load().unwrap();
        for name in ["W".repeat(100_000), "e\u{301}".repeat(90), "שלום ".repeat(40), "i i ".repeat(50)] {
            for max_width in [0.0, 30.0, 200.0] {
                let cut = fonts.fit(&name, 24, max_width).unwrap();
                assert!(cut.ends_with('…'), "{cut}");
                let width = fonts.line(&cut, 24).unwrap().width;
                assert!(width <= max_width || cut == "…", "{cut}: {width}");
            }
        }
    }

    #[test]
    fn a_name_that_fits_is_not_cut() {
        let fonts = FontSet::load().unwrap();
        let width = fonts.line("Anna", 24).unwrap().width;
        assert_eq!(fonts.fit("Anna", 24, width).unwrap(), "Anna");
        assert_ne!(fonts.fit("Anna", 24, width - 1.0).unwrap(), "Anna");
    }
}
