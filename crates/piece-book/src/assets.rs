//! The style sheet, the script and the icon of the pages, built into the program.

/// The assets: name, media type and text.
pub(crate) const ASSETS: [(&str, &str, &str); 3] = [
    ("book.css", "text/css; charset=utf-8", include_str!("../../../assets/web/book.css")),
    ("book.js", "text/javascript; charset=utf-8", include_str!("../../../assets/web/book.js")),
    ("icon.svg", "image/svg+xml", include_str!("../../../assets/web/icon.svg")),
];
