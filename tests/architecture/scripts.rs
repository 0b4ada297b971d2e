//! Tests of the page's scripts: each file begins with a comment about it, and the types of page
//! elements are those of `index.html`. Not here: what they import (`cargo xtask shape`), and their
//! types (`cargo xtask check`).

use std::{collections::BTreeMap, fs};

use crate::{files_with_ending, root};

/// The tag of each element of the page with an id.
fn tags_of_page(page: &str) -> BTreeMap<String, String> {
    let elements = page.split('<').filter_map(|element| element.split_once('>'));
    let named = elements.filter_map(|(element, _)| {
        let tag = element.split_whitespace().next()?;
        let (_, id) = element.split_once(" id=\"")?;
        Some((id.split_once('"')?.0.to_owned(), tag.to_owned()))
    });
    named.collect()
}

/// The same as `page-elements.d.ts` has it, a line each: `"log-in": "button";`.
fn tags_of_types(types: &str) -> BTreeMap<String, String> {
    let lines = types.lines().filter_map(|line| line.trim().trim_end_matches(';').split_once(": "));
    lines.map(|(id, tag)| (id.replace('"', ""), tag.replace('"', ""))).collect()
}

#[test]
fn elements_of_the_page_have_their_types() {
    let read = |path: &str| fs::read_to_string(root().join("assets/web").join(path)).expect("it can be read");
    let page = tags_of_page(&read("index.html"));
    assert!(page.len() > 100, "the pattern finds only {}", page.len());
    assert_eq!(tags_of_types(&read("js/page-elements.d.ts")), page);
}

#[test]
fn every_script_says_what_it_is_about() {
    let mut scripts = Vec::new();
    files_with_ending(&root().join("assets/web/js"), &["js", "ts"], &mut scripts);
    assert!(!scripts.is_empty(), "no scripts in assets/web/js");
    for path in scripts {
        let text = fs::read_to_string(&path).expect("a script");
        assert!(text.starts_with("// "), "{} does not open with a comment", path.display());
    }
}
