//! A strict parser for the HTML that this program writes: every tag is closed in its turn, every
//! attribute is quoted and there once, and text holds no stray `<` or `&`. Not here: what the pages
//! say.

/// Elements without an end.
const VOID: [&str; 6] = ["meta", "link", "img", "input", "br", "hr"];

/// One element: its name and attributes.
#[derive(Clone, Debug)]
pub struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    /// An attribute as it is meant.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// All elements of a page in their order; a page that is not well formed is a failure that shows where.
pub fn elements(text: &str) -> Vec<Element> {
    let mut rest = text.strip_prefix("<!doctype html>").expect("a page begins with its type");
    let (mut found, mut open) = (Vec::new(), Vec::new());
    while let Some((before, after)) = rest.split_once('<') {
        check_text(before);
        if let Some(closing) = after.strip_prefix('/') {
            let (name, after) = closing.split_once('>').expect("a tag ends");
            assert_eq!(open.pop().as_deref(), Some(name), "closed out of turn before {after:.80}");
            rest = after;
            continue;
        }
        let in_svg = open.iter().any(|name: &String| name == "svg");
        let (element, is_closed, after) = element(after, in_svg);
        if !is_closed && !VOID.contains(&element.name.as_str()) {
            open.push(element.name.clone());
        }
        found.push(element);
        rest = after;
    }
    check_text(rest);
    assert!(open.is_empty(), "never closed: {open:?}");
    found
}

/// The element whose tag a text begins with, whether the tag also closes it, and the text behind the tag. Within SVG a tag may
/// close its element, and names of attributes may have capital letters and digits.
fn element(text: &str, in_svg: bool) -> (Element, bool, &str) {
    let end = text.find([' ', '>']).expect("a tag ends");
    let (name, mut rest) = text.split_at(end);
    assert!(
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
        "{text:.80}"
    );
    let mut element = Element { name: name.to_owned(), attributes: Vec::new() };
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>").filter(|_| in_svg) {
            return (element, true, after);
        }
        if let Some(after) = rest.strip_prefix('>') {
            return (element, false, after);
        }
        let end = rest.find(['=', ' ', '>']).expect("an attribute ends");
        let (key, after) = rest.split_at(end);
        let is_letter = |c: char| c.is_ascii_lowercase() || c == '-' || (in_svg && c.is_ascii_alphanumeric());
        assert!(key.chars().all(is_letter) && !key.is_empty(), "{rest:.80}");
        let mut value = String::new();
        rest = after;
        if let Some(quoted) = after.strip_prefix('=') {
            let quote = quoted.chars().next().filter(|c| ['"', '\''].contains(c)).expect("a quoted value");
            let (inside, after) = quoted[1..].split_once(quote).expect("a value ends");
            assert!(!inside.contains('<'), "{inside}");
            check_text(inside);
            value = meant(inside);
            rest = after;
        }
        assert!(element.attribute(key).is_none(), "{key} twice in {name}");
        element.attributes.push((key.to_owned(), value));
    }
}

fn check_text(text: &str) {
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|entity| after.starts_with(entity)), "a stray & before {after:.40}");
    }
}

fn meant(text: &str) -> String {
    let replaced = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    replaced.replace("&#39;", "'").replace("&amp;", "&")
}
