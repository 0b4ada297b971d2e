//! Caches of files that are costly to make: pictures, the piece book, compressed texts.

pub(crate) mod book_cache;
pub(crate) mod compressed_text;
pub(crate) mod picture_cache;
