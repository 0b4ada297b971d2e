//! HTML escaping, and the elements (images, links) that several pages write.

/// Text between tags or in an attribute with double quotes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON in an attribute with single quotes.
pub(crate) fn escape_json(json: &str) -> String {
    json.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&#39;")
}

/// An image element.
pub(crate) fn image(class: &str, src: &str, alt: &str, (width, height): (u16, u16)) -> String {
    let (src, alt) = (escape(src), escape(alt));
    format!(
        r#"<img class="{class}" src="{src}" alt="{alt}" width="{width}" height="{height}" loading="lazy" decoding="async">"#
    )
}

/// A link element.
pub(crate) fn link(href: &str, text: &str) -> String {
    format!(r#"<a href="{}">{}</a>"#, escape(href), escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_an_attribute_or_begins_a_tag() {
        assert_eq!(escape(r#"a<b & "c">"#), "a&lt;b &amp; &quot;c&quot;&gt;");
        assert_eq!(escape_json(r#"{"a":"it's <b> & c"}"#), r#"{"a":"it&#39;s &lt;b> &amp; c"}"#);
    }
}
