//! Piece set: loads the SVG drawing of each piece type from `assets/pieces`, and refuses a file
//! that is not drawn as the others. Not here: types without a drawing (`token`).

use std::collections::BTreeMap;

use adoube_rules::PieceType;
use resvg::usvg::roxmltree::Document;

use crate::RenderError;

/// Every file of the set: name without ending, text. Made by the build script from the folder.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/drawings.rs"));

/// The markup inside each drawing's `svg` element, by type.
#[derive(Debug, Default)]
pub(crate) struct PieceDrawings(BTreeMap<PieceType, &'static str>);

impl PieceDrawings {
    /// Reads the embedded set.
    pub(crate) fn load() -> Result<Self, RenderError> {
        FILES.iter().map(|(name, text)| read(name, text)).collect::<Result<_, _>>().map(Self)
    }

    /// The drawing's markup, in a box of 100 by 100, if the type has a drawing.
    pub(crate) fn markup(&self, kind: PieceType) -> Option<&'static str> {
        self.0.get(&kind).copied()
    }

    /// The types that have a drawing, in table order.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = PieceType> {
        self.0.keys().copied()
    }
}

fn read(name: &str, text: &'static str) -> Result<(PieceType, &'static str), RenderError> {
    let kind = PieceType::from_key(name).ok_or_else(|| RenderError::UnknownDrawing(name.to_owned()))?;
    let bad = |reason: String| RenderError::BadDrawing { name: name.to_owned(), reason };
    let document = Document::parse(text).map_err(|error| bad(error.to_string()))?;
    let root = document.root_element();
    if root.attribute("viewBox") != Some("0 0 100 100") {
        return Err(bad("the viewBox is not 0 0 100 100".to_owned()));
    }
    let first = root.first_child().ok_or_else(|| bad("it is empty".to_owned()))?;
    let last = root.last_child().unwrap_or(first);
    let inside = text.get(first.range().start..last.range().end);
    inside.map(|markup| (kind, markup.trim())).ok_or_else(|| bad("it cannot be cut".to_owned()))
}

#[cfg(test)]
mod tests {
    use resvg::usvg::roxmltree::Node;

    use super::*;

    #[test]
    fn only_the_known_classes_and_few_elements_are_used() {
        for (name, text) in FILES {
            assert!(text.len() < 6 * 1024, "{name}: {} bytes", text.len());
            let document = Document::parse(text).unwrap();
            for node in document.root_element().descendants().filter(Node::is_element).skip(1) {
                let element = node.tag_name().name();
                assert!(matches!(element, "path" | "circle"), "{name}: <{element}>");
                let class = node.attribute("class").unwrap_or("none");
                assert!(matches!(class, "body" | "line" | "shade" | "accent"), "{name}: class {class}");
                for attribute in node.attributes() {
                    assert!(
                        matches!(attribute.name(), "class" | "d" | "cx" | "cy" | "r"),
                        "{name}: {}",
                        attribute.name()
                    );
                }
            }
        }
    }

    #[test]
    fn a_wrong_file_is_an_error_that_names_it() {
        let table = [
            ("unicorn", r#"<svg viewBox="0 0 100 100"><path/></svg>"#),
            ("queen", r#"<svg viewBox="0 0 90 90"><path/></svg>"#),
            ("queen", r#"<svg viewBox="0 0 100 100"/>"#),
            ("queen", "<svg"),
        ];
        for (name, text) in table {
            let error = read(name, text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name}.svg")), "{error}");
        }
    }
}
