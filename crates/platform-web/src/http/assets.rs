//! List of the static files of the page (`assets/web`), compiled into the program, with their media
//! types; and the page itself with its places filled in.

use adoube_piece_book::strip_comments;
use adoube_render::page_mark_symbols;
use axum::body::Bytes;

use crate::site_url::BasePath;

/// One file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageAsset {
    /// Its name below `/assets/`, with its folder, if it is in one.
    pub(crate) name: &'static str,
    /// Its media type.
    pub(crate) media_type: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

impl PageAsset {
    /// The body of an answer with the file: a script without its comments, other files as they are.
    pub(crate) fn body(&self) -> Bytes {
        if self.media_type == SCRIPT { strip_comments(self.text).into() } else { self.text.into() }
    }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! asset {
    ($name:literal, $path:expr, $media_type:expr) => {
        PageAsset {
            name: $name,
            media_type: $media_type,
            text: include_str!(concat!("../../../../assets/web/", $path)),
        }
    };
}

macro_rules! script {
    ($name:literal) => {
        asset!($name, concat!("js/", $name), SCRIPT)
    };
}

/// The page itself; `{{lang}}`, `{{direction}}`, `{{description}}` and `{{needs-scripts}}` are
/// filled in for each language.
const PAGE: &str = include_str!("../../../../assets/web/index.html");

/// Every file but the page.
const ASSETS: &[PageAsset] = &[
    asset!("icon.svg", "icon.svg", "image/svg+xml"),
    asset!("page.css", "page.css", STYLE),
    asset!("log.css", "log.css", STYLE),
    asset!("controls.css", "controls.css", STYLE),
    asset!("board.css", "board.css", STYLE),
    asset!("icon-turn.svg", "icon-turn.svg", "image/svg+xml"),
    asset!("games.css", "games.css", STYLE),
    asset!("rooms.css", "rooms.css", STYLE),
    script!("main.js"),
    script!("base/address.js"),
    script!("base/avatars.js"),
    script!("base/browser-seat.js"),
    script!("base/clipboard.js"),
    script!("base/controls.js"),
    script!("base/elements.js"),
    script!("base/picture-viewer.js"),
    script!("base/press-guard.js"),
    script!("base/requests.js"),
    script!("base/scroll-anchor.js"),
    script!("base/timestamps.js"),
    script!("base/translations.js"),
    script!("board/board-painter.js"),
    script!("board/board-state.js"),
    script!("board/board.js"),
    script!("board/choice-popup.js"),
    script!("board/drag-gesture.js"),
    script!("board/grid.js"),
    script!("board/hand.js"),
    script!("board/inspect-gesture.js"),
    script!("board/keyboard-input.js"),
    script!("board/live-board.js"),
    script!("board/marks.js"),
    script!("board/optimistic-move.js"),
    script!("board/piece-animation.js"),
    script!("board/piece-card.js"),
    script!("board/piece-inspector.js"),
    script!("board/pointer-input.js"),
    script!("board/premove-arrow.js"),
    script!("board/square-looks.js"),
    script!("board/square-names.js"),
    script!("board/status-line.js"),
    script!("board/touch-consent.js"),
    script!("board/turn-actions.js"),
    script!("game/clocks.js"),
    script!("game/game-form.js"),
    script!("game/game-list.js"),
    script!("game/game-page.js"),
    script!("game/game-pane.js"),
    script!("game/move-list.js"),
    script!("game/player-bars.js"),
    script!("game/replay.js"),
    script!("chat/channel-prompt.js"),
    script!("chat/chat-log.js"),
    script!("chat/chat.js"),
    script!("chat/composer.js"),
    script!("chat/connection.js"),
    script!("chat/dialogs.js"),
    script!("chat/greeting.js"),
    script!("chat/invites.js"),
    script!("chat/members.js"),
    script!("chat/message.js"),
    script!("chat/note-bar.js"),
    script!("chat/notifications.js"),
    script!("chat/rooms.js"),
    script!("chat/sidebar.js"),
];

/// Every file but the page.
pub(crate) fn all() -> impl Iterator<Item = PageAsset> {
    ASSETS.iter().copied()
}

/// The page, with each `{{place}}` filled in by `fill`; a place that `fill` does not know stays as
/// it is. All addresses are put below the base path, which needs no escaping.
pub(crate) fn page(base: &BasePath, mut fill: impl FnMut(&str) -> Option<String>) -> String {
    let whole = PAGE.replace("<!-- modules -->", &modules()).replace("<!-- marks -->", &page_mark_symbols());
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

/// Preload links, so that a browser fetches all scripts at once instead of one import after
/// another.
fn modules() -> String {
    let scripts = ASSETS.iter().filter(|asset| asset.media_type == SCRIPT && asset.name != "main.js");
    scripts.fold(String::new(), |links, script| {
        format!("{links}<link rel=\"modulepreload\" href=\"/assets/{}\">\n", script.name)
    })
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The text of every file, the page included.
#[cfg(test)]
pub(crate) fn texts() -> Vec<&'static str> {
    ASSETS.iter().map(|asset| asset.text).chain([PAGE]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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

    /// Marks that pictures alone show: on a page a capture en passant is shown when its Pawn is picked.
    const NOT_ON_PAGES: [&str; 1] = ["en-passant"];

    #[test]
    fn the_page_uses_every_mark_of_pictures_and_draws_none_itself() {
        let text = |name: &str| ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.text);
        let symbols = page_mark_symbols();
        assert!(page(&BasePath::default(), |_| None).contains(&symbols));
        let marks: BTreeSet<&str> = quoted(&symbols, "data-mark=\"").collect();
        let kinds = text("board/marks.js").split_once("@typedef").and_then(|(_, rest)| rest.split_once("*/"));
        let kinds: BTreeSet<&str> = kinds.unwrap().0.split('"').skip(1).step_by(2).collect();
        assert_eq!(kinds, marks);
        for mark in marks.iter().filter(|mark| !NOT_ON_PAGES.contains(mark)) {
            assert!(text("board/square-looks.js").contains(&format!("\"{mark}\"")), "{mark} is on no square");
        }
        for class in quoted(&symbols, " class=\"") {
            for class in class.split(' ').filter(|class| *class != "mark-art") {
                assert!(
                    text("board.css").contains(&format!(".mark-art .{class} {{")),
                    "{class} has no colour"
                );
            }
        }
        let boards = ASSETS.iter().filter(|asset| asset.name.starts_with("board/"));
        for board in boards.filter(|asset| asset.name != "board/premove-arrow.js") {
            assert!(!board.text.contains("createSvg(\"path\""), "{} draws", board.name);
        }
        for drawn in ["::before", "::after", "url(", "gradient(", "path("] {
            assert!(!text("board.css").contains(drawn), "board.css has {drawn}");
        }
    }

    /// The text from each `start` to the next quotation mark.
    fn quoted<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
        text.split(start).skip(1).filter_map(|rest| rest.split_once('"')).map(|(name, _)| name)
    }

    /// The scripts whose comments are stripped: those of the page, and that of the piece book.
    fn scripts() -> impl Iterator<Item = (&'static str, &'static str)> {
        let scripts = ASSETS.iter().filter(|asset| asset.media_type == SCRIPT);
        let book = ("book.js", include_str!("../../../../assets/web/book.js"));
        scripts.map(|asset| (asset.name, asset.text)).chain([book])
    }

    /// Comments are stripped by line, so a text over several lines could lose a part.
    #[test]
    fn no_text_of_a_script_goes_over_several_lines() {
        for (name, text) in scripts() {
            for (number, line) in text.lines().enumerate() {
                let is_comment = ["//", "*", "/*"].iter().any(|start| line.trim_start().starts_with(start));
                let is_closed = line.matches('`').count() % 2 == 0;
                assert!(is_comment || is_closed, "{name}, line {}: {line}", number + 1);
            }
        }
    }

    /// Code behind the end of a block of several lines would go with the comment.
    #[test]
    fn no_code_of_a_script_follows_the_end_of_a_comment_of_several_lines() {
        for (name, text) in scripts() {
            let mut is_in_block = false;
            for (number, line) in text.lines().map(str::trim).enumerate() {
                let end = line.find("*/");
                if is_in_block {
                    let is_whole = end.is_none_or(|at| at + 2 == line.len());
                    assert!(is_whole, "{name}, line {}: {line}", number + 1);
                }
                is_in_block = end.is_none() && (is_in_block || line.starts_with("/*"));
            }
        }
    }

    #[test]
    fn places_are_filled_with_text_and_never_with_markup() {
        let page = page(&BasePath::default(), |place| (place == "lang").then(|| "<e\"n>".to_owned()));
        assert!(page.contains("lang=\"&lt;e&quot;n&gt;\""));
        assert!(page.contains("{{description}}"));
    }
}
