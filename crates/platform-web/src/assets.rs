//! The files of the page, built into the program: their bytes, media types and tags. Not here: what is in them
//! (`assets/web`), and the words (`words`).

use sha2::{Digest, Sha256};

use super::site::BasePath;

/// One file of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asset {
    /// Its name below `/assets/`, with its folder, if it is in one.
    pub(super) name: &'static str,
    /// Its media type.
    pub(super) media_type: &'static str,
    /// Its text.
    pub(super) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! asset {
    ($name:literal, $path:literal, $media_type:expr) => {
        Asset {
            name: $name,
            media_type: $media_type,
            text: include_str!(concat!("../../../assets/web/", $path)),
        }
    };
}

/// The page itself; `{{lang}}`, `{{direction}}`, `{{description}}` and `{{needs-scripts}}` are filled in for each language.
const PAGE: &str = include_str!("../../../assets/web/index.html");

/// Every file but the page.
const ASSETS: &[Asset] = &[
    asset!("icon.svg", "icon.svg", "image/svg+xml"),
    asset!("page.css", "page.css", STYLE),
    asset!("log.css", "log.css", STYLE),
    asset!("controls.css", "controls.css", STYLE),
    asset!("board.css", "board.css", STYLE),
    asset!("icon-turn.svg", "icon-turn.svg", "image/svg+xml"),
    asset!("games.css", "games.css", STYLE),
    asset!("rooms.css", "rooms.css", STYLE),
    asset!("main.js", "js/main.js", SCRIPT),
    asset!("address.js", "js/address.js", SCRIPT),
    asset!("alert.js", "js/alert.js", SCRIPT),
    asset!("gamepage.js", "js/gamepage.js", SCRIPT),
    asset!("games.js", "js/games.js", SCRIPT),
    asset!("moves.js", "js/moves.js", SCRIPT),
    asset!("stepping.js", "js/stepping.js", SCRIPT),
    asset!("chat.js", "js/chat.js", SCRIPT),
    asset!("composer.js", "js/composer.js", SCRIPT),
    asset!("connection.js", "js/connection.js", SCRIPT),
    asset!("dialogs.js", "js/dialogs.js", SCRIPT),
    asset!("elements.js", "js/elements.js", SCRIPT),
    asset!("faces.js", "js/faces.js", SCRIPT),
    asset!("invite.js", "js/invite.js", SCRIPT),
    asset!("log.js", "js/log.js", SCRIPT),
    asset!("message.js", "js/message.js", SCRIPT),
    asset!("moment.js", "js/moment.js", SCRIPT),
    asset!("picture.js", "js/picture.js", SCRIPT),
    asset!("place.js", "js/place.js", SCRIPT),
    asset!("requests.js", "js/requests.js", SCRIPT),
    asset!("rooms.js", "js/rooms.js", SCRIPT),
    asset!("seat.js", "js/seat.js", SCRIPT),
    asset!("settling.js", "js/settling.js", SCRIPT),
    asset!("sidebar.js", "js/sidebar.js", SCRIPT),
    asset!("start.js", "js/start.js", SCRIPT),
    asset!("words.js", "js/words.js", SCRIPT),
    asset!("board/about.js", "js/board/about.js", SCRIPT),
    asset!("board/asking.js", "js/board/asking.js", SCRIPT),
    asset!("board/board.js", "js/board/board.js", SCRIPT),
    asset!("board/choosing.js", "js/board/choosing.js", SCRIPT),
    asset!("board/clocks.js", "js/board/clocks.js", SCRIPT),
    asset!("board/dragging.js", "js/board/dragging.js", SCRIPT),
    asset!("board/grid.js", "js/board/grid.js", SCRIPT),
    asset!("board/hand.js", "js/board/hand.js", SCRIPT),
    asset!("board/marks.js", "js/board/marks.js", SCRIPT),
    asset!("board/pane.js", "js/board/pane.js", SCRIPT),
    asset!("board/seats.js", "js/board/seats.js", SCRIPT),
    asset!("board/squares.js", "js/board/squares.js", SCRIPT),
    asset!("board/touching.js", "js/board/touching.js", SCRIPT),
    asset!("board/view.js", "js/board/view.js", SCRIPT),
];

/// Every file but the page.
pub(super) fn all() -> impl Iterator<Item = Asset> {
    ASSETS.iter().copied()
}

/// The page, with each `{{place}}` filled in by `fill`; what it does not know stays as it is. All its addresses are
/// put below the base path, which needs no escaping.
pub(super) fn page(base: &BasePath, mut fill: impl FnMut(&str) -> Option<String>) -> String {
    let whole = PAGE.replace("<!-- modules -->", &modules());
    let whole = ["href", "src"].iter().fold(whole, |whole, attribute| {
        whole.replace(&format!("{attribute}=\"/"), &format!("{attribute}=\"{}", base.address("/")))
    });
    let mut pieces = whole.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once("}}").and_then(|(place, rest)| Some((fill(place)?, rest))) {
            Some((text, rest)) => page.extend([escape(&text).as_str(), rest]),
            None => page.extend(["{{", piece]),
        }
    }
    page
}

/// Links by which a browser fetches all scripts at once, and not each when another one asks for it.
fn modules() -> String {
    let scripts = ASSETS.iter().filter(|asset| asset.media_type == SCRIPT && asset.name != "main.js");
    scripts.fold(String::new(), |links, script| {
        format!("{links}<link rel=\"modulepreload\" href=\"/assets/{}\">\n", script.name)
    })
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A tag that changes with the content.
pub(super) fn tag(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    let short = hash.iter().take(12).map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", short.collect::<String>())
}

/// The text of every file, the page included.
#[cfg(test)]
pub(super) fn texts() -> Vec<&'static str> {
    ASSETS.iter().map(|asset| asset.text).chain([PAGE]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(name: &str) -> bool {
        ASSETS.iter().any(|asset| asset.name == name)
    }

    #[test]
    fn nothing_is_inline_and_nothing_comes_from_outside() {
        let page = page(&BasePath::default(), |_| Some("en".to_owned()));
        for forbidden in
            ["<style", "style=", "onclick", "onload", "javascript:", "{{", "http://", "https://", "//cdn"]
        {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        assert!(page.split("<script").skip(1).all(|rest| rest.contains("src=\"/assets/")));
        for text in texts() {
            let outside = text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !outside.contains("http://") && !outside.contains("innerHTML") && !outside.contains("eval(")
            );
        }
    }

    #[test]
    fn every_file_a_file_asks_for_is_there() {
        for text in texts() {
            for name in quoted(text, "\"/assets/") {
                assert!(has(name), "{name}");
            }
        }
        for asset in ASSETS {
            let folder = asset.name.rsplit_once('/').map_or("", |(folder, _)| folder);
            for name in quoted(asset.text, "from \"./") {
                let name = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
                assert!(has(&name), "{name} for {}", asset.name);
            }
            for name in quoted(asset.text, "from \"../") {
                assert!(!folder.is_empty() && has(name), "{name} for {}", asset.name);
            }
        }
    }

    /// What follows each `start` up to the next quotation mark.
    fn quoted<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
        text.split(start).skip(1).filter_map(|rest| rest.split_once('"')).map(|(name, _)| name)
    }

    #[test]
    fn places_are_filled_with_text_and_never_with_markup() {
        let page = page(&BasePath::default(), |place| (place == "lang").then(|| "<e\"n>".to_owned()));
        assert!(page.contains("lang=\"&lt;e&quot;n&gt;\""));
        assert!(page.contains("{{description}}"));
    }
}
