//! Tests of the piece book: every piece has its page in every language, pages are well formed and
//! have no dead links, the same program writes the same bytes, and a folder with anything else in
//! it is left alone. Not here: what is told of a piece (the bot), and the pages in a browser
//! (`browser`).

mod markup;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Output,
    sync::{Arc, LazyLock},
};

use adoube_bot::Locales;
use adoube_piece_book::{BookFiles, BookLinks, BookPage, PieceBookPages};
use adoube_render::Renderer;
use markup::{Element, elements};

/// The most the whole book may weigh, before it is compressed.
const MOST_BYTES: usize = 4 << 20;
/// The most one page of a piece may, with everything but its board and its pieces.
const MOST_PAGE_BYTES: usize = 12 << 10;

static BOOK: LazyLock<PieceBookPages> = LazyLock::new(|| {
    let renderer = Arc::new(Renderer::new().unwrap());
    PieceBookPages::new(&Locales::embedded(), renderer).unwrap()
});

static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let BookFiles(files) = BOOK.bind().unwrap();
    files.into_iter().map(|file| (file.path, file.text)).collect()
});

fn pages() -> impl Iterator<Item = (&'static String, &'static String)> {
    FILES.iter().filter(|(path, _)| Path::new(path).extension().is_some_and(|ending| ending == "html"))
}

/// Where a relative address leads, and the place on the page.
fn target(from: &str, href: &str) -> (String, Option<String>) {
    let (path, place) = match href.split_once('#') {
        Some((path, place)) => (path, Some(place.to_owned())),
        None => (href, None),
    };
    if path.is_empty() {
        return (from.to_owned(), place);
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{from}: {href} leads out of the book"),
            part => parts.push(part),
        }
    }
    (parts.join("/"), place)
}

fn ids(text: &str) -> BTreeSet<String> {
    elements(text).iter().filter_map(|element| element.attribute("id").map(str::to_owned)).collect()
}

#[test]
fn every_piece_has_a_page_in_every_language() {
    let languages = Locales::embedded().languages().count();
    let codes: Vec<_> = BOOK.words().codes().collect();
    assert_eq!(codes.len(), 81);
    // Each piece, the list and the marks; and the cover.
    assert_eq!(pages().count(), languages * (codes.len() + 2) + 1);
    for language in Locales::embedded().languages() {
        for code in &codes {
            let listed = BOOK.words().listed(code, language).unwrap();
            let text = &FILES[&format!("{}/{}.html", language.tag(), listed.key)];
            assert!(text.contains(&format!("<h1>{} ", listed.name)), "{code}");
            assert!(text.contains(&format!("<html lang=\"{}\"", language.tag())), "{code}");
            assert!(text.contains("id=\"try\""), "{code} cannot be tried");
            let list = &FILES[&format!("{}/index.html", language.tag())];
            assert!(list.contains(&format!("{}.html", listed.key)), "{code} is not in the list");
        }
    }
}

#[test]
fn pages_are_well_formed() {
    for (path, text) in pages() {
        assert!(text.starts_with("<!doctype html>\n<html lang="), "{path}");
        let elements = elements(text);
        let mut seen = BTreeSet::new();
        for element in &elements {
            if let Some(id) = element.attribute("id") {
                assert!(seen.insert(id), "{path}: {id} twice");
            }
        }
        for name in ["title", "h1", "main"] {
            assert_eq!(elements.iter().filter(|element| element.name == name).count(), 1, "{path}: {name}");
        }
        for element in &elements {
            for key in ["aria-labelledby", "aria-describedby", "for"] {
                for id in element.attribute(key).into_iter().flat_map(str::split_whitespace) {
                    assert!(seen.contains(id), "{path}: {key} of {id}");
                }
            }
        }
    }
}

#[test]
fn no_link_is_dead_and_none_leads_to_another_host() {
    for (path, text) in pages() {
        for element in elements(text) {
            for href in ["href", "src"].iter().filter_map(|key| element.attribute(key)) {
                assert!(!href.contains("//"), "{path}: {href}");
                let (file, place) = target(path, href);
                let there = FILES.get(&file).unwrap_or_else(|| panic!("{path}: {href} leads nowhere"));
                if let Some(place) = place {
                    assert!(ids(there).contains(&place), "{path}: {href} leads to no place of the page");
                }
            }
        }
        // What the script asks for.
        for art in text.split("\"art\":\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(FILES.contains_key(&target(path, art).0), "{path}: {art}");
        }
        assert!(!text.contains("://"), "{path} names another host");
    }
    for name in ["files/book.css", "files/book.js"] {
        assert!(!FILES[name].contains("://") && !FILES[name].contains("url("), "{name} names another host");
    }
}

#[test]
fn every_picture_has_a_description_and_a_size() {
    for (path, text) in pages() {
        let images: Vec<Element> =
            elements(text).into_iter().filter(|element| element.name == "img").collect();
        for image in &images {
            let alt = image.attribute("alt").unwrap_or_else(|| panic!("{path}: {image:?}"));
            let is_board = image.attribute("class") == Some("board");
            assert_eq!(is_board, !alt.is_empty(), "{path}: {image:?}");
            for key in ["width", "height"] {
                let size = image.attribute(key).and_then(|size| size.parse::<u16>().ok());
                assert!(size.is_some_and(|size| size > 0), "{path}: {image:?}");
            }
        }
        let is_piece = text.contains("id=\"try\"");
        let boards = images.iter().filter(|image| image.attribute("class") == Some("board")).count();
        assert_eq!(is_piece, boards > 0, "{path}");
    }
}

#[test]
fn languages_lead_to_one_another() {
    for (path, text) in pages().filter(|(path, _)| path.contains('/')) {
        let alternates: Vec<String> = elements(text)
            .iter()
            .filter(|element| element.attribute("rel") == Some("alternate"))
            .map(|element| target(path, element.attribute("href").unwrap()).0)
            .collect();
        assert_eq!(alternates.len(), Locales::embedded().languages().count(), "{path}");
        assert!(alternates.contains(path), "{path}");
        for other in &alternates {
            assert!(elements(&FILES[other]).iter().any(|element| {
                element.attribute("rel") == Some("alternate")
                    && target(other, element.attribute("href").unwrap()).0 == *path
            }));
        }
    }
}

#[test]
fn the_same_program_writes_the_same_bytes_and_few_of_them() {
    let BookFiles(again) = BOOK.bind().unwrap();
    assert_eq!(again.len(), FILES.len());
    for file in &again {
        assert_eq!(FILES[&file.path], file.text, "{}", file.path);
    }
    let bytes: usize = FILES.values().map(String::len).sum();
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
    for (path, text) in pages().filter(|(_, text)| text.contains("id=\"try\"")) {
        assert!(text.len() < MOST_PAGE_BYTES, "{path}: {} bytes", text.len());
    }
    // Names that no file system confuses.
    let names: BTreeSet<String> = FILES.keys().map(|path| path.to_lowercase()).collect();
    assert_eq!(names.len(), FILES.len());
}

#[test]
fn pages_of_the_chat_ask_the_chat_alone() {
    for base in ["", "/chess"] {
        let places = BookLinks::Chat { base: base.to_owned(), edition: "abc".to_owned() };
        check_addresses(base, &places);
    }
}

/// Every address in the pages is of the chat, below its base path.
fn check_addresses(base: &str, places: &BookLinks) {
    for language in Locales::embedded().languages() {
        for page in BOOK.pages() {
            let text = BOOK.page(page, language, places).unwrap().unwrap();
            for element in elements(&text) {
                for href in ["href", "src"].iter().filter_map(|key| element.attribute(key)) {
                    let href = href.strip_prefix(base).unwrap_or(href);
                    assert!(href == "/" || href.starts_with('#') || href.starts_with("/book"), "{href}");
                    let is_file = ["/book/files/", "/book/art/", "/book/boards/"];
                    let is_file = is_file.iter().any(|start| href.starts_with(start));
                    assert_eq!(is_file, href.ends_with("?v=abc"), "{href}");
                }
            }
        }
    }
    assert!(BOOK.page(BookPage::Piece("XX"), adoube_bot::Language::EN, places).unwrap().is_none());
}

fn write(out: &Path) -> Output {
    adoube_testing::adoube!().arg("book").arg(out).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_book_is_written_into_a_new_folder_and_in_the_place_of_an_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book");
    let first = write(&out);
    assert!(first.status.success(), "{}", told(&first));
    for (path, text) in FILES.iter() {
        assert_eq!(fs::read_to_string(out.join(path)).unwrap(), *text, "{path}");
    }
    fs::write(out.join("en/index.html"), "spoilt").unwrap();
    assert!(write(&out).status.success());
    assert_eq!(fs::read_to_string(out.join("en/index.html")).unwrap(), FILES["en/index.html"]);
    // Nothing is left over.
    let beside: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside, ["book"]);
}

#[test]
fn a_folder_with_anything_else_in_it_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (foreign, file) = (folder.path().join("photos"), folder.path().join("file"));
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("cat.jpg"), "a cat").unwrap();
    fs::write(&file, "text").unwrap();
    let refused = write(&foreign);
    assert!(!refused.status.success());
    assert!(told(&refused).contains("cat.jpg"), "{}", told(&refused));
    assert!(!write(&file).status.success());
    assert_eq!(fs::read_to_string(foreign.join("cat.jpg")).unwrap(), "a cat");
    assert_eq!(fs::read_dir(&foreign).unwrap().count(), 1);
    // Nor a book to which somebody has added something.
    let out = folder.path().join("book");
    assert!(write(&out).status.success());
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let refused = write(&out);
    assert!(told(&refused).contains("notes.txt"), "{}", told(&refused));
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
    // A folder with nothing in it will do.
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(write(&empty).status.success());
}
