//! The style sheet, the script and the icon of the piece book's pages, built into the program.

use std::sync::LazyLock;

use crate::script_comments::strip_comments;

/// The assets: name, media type, and text as browsers get it, the script without its comments.
pub(crate) static ASSETS: LazyLock<[(&str, &str, String); 3]> = LazyLock::new(|| {
    let script = strip_comments(include_str!("../../../assets/web/book.js"));
    [
        ("book.css", "text/css; charset=utf-8", include_str!("../../../assets/web/book.css").to_owned()),
        ("book.js", "text/javascript; charset=utf-8", script),
        ("icon.svg", "image/svg+xml", include_str!("../../../assets/web/icon.svg").to_owned()),
    ]
});
