//! Builder of a message's text in both bodies that Matrix has, plain and HTML, with markup escaped.
//! Not here: pictures and lists (`render`).

use adoube_bot::{Block, ChannelItem};

use crate::ids;

/// The same text as plain text and as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FormattedText {
    pub(crate) plain: String,
    pub(crate) html: String,
}

impl FormattedText {
    pub(crate) fn text(text: &str) -> Self {
        Self { plain: visible(text), html: format!("<p>{}</p>", lines(text)) }
    }

    /// Preformatted text, in which columns matter.
    pub(crate) fn code(text: &str) -> Self {
        Self { plain: visible(text), html: format!("<pre><code>{}</code></pre>", escaped(text)) }
    }

    fn of(block: &Block, server: &str) -> Self {
        match block {
            Block::Heading(text) => {
                Self { plain: visible(text), html: format!("<p><strong>{}</strong></p>", lines(text)) }
            }
            Block::Text(text) => Self::text(text),
            Block::List(items) => Self {
                plain: items.iter().map(|item| format!("- {}", visible(item))).collect::<Vec<_>>().join("\n"),
                html: format!(
                    "<ul>{}</ul>",
                    items.iter().map(|item| format!("<li>{}</li>", lines(item))).collect::<Vec<_>>().concat()
                ),
            },
            Block::Channels(items) => Self::in_channels(items, server),
            Block::Code(text) => Self::code(text),
        }
    }

    /// List items with links to their rooms.
    fn in_channels(items: &[ChannelItem], server: &str) -> Self {
        let place =
            |item: &ChannelItem| item.channel.as_ref().and_then(|channel| ids::address_of(channel, server));
        let plain = |item: &ChannelItem| {
            let place = place(item).map(|address| format!(" · {address}")).unwrap_or_default();
            format!("- {}{place}", visible(&item.text))
        };
        let html = |item: &ChannelItem| {
            let link = |address: String| {
                let address = escaped(&address);
                format!(" · <a href=\"{address}\">{address}</a>")
            };
            let place = place(item).map(link).unwrap_or_default();
            format!("<li>{}{place}</li>", lines(&item.text))
        };
        Self {
            plain: items.iter().map(plain).collect::<Vec<_>>().join("\n"),
            html: format!("<ul>{}</ul>", items.iter().map(html).collect::<Vec<_>>().concat()),
        }
    }

    /// Bytes of both bodies.
    pub(crate) fn len(&self) -> usize {
        self.plain.len() + self.html.len()
    }

    pub(crate) fn push(&mut self, more: &Self) {
        if !self.plain.is_empty() && !more.plain.is_empty() {
            self.plain.push_str("\n\n");
        }
        self.plain.push_str(&more.plain);
        self.html.push_str(&more.html);
    }
}

/// Renders blocks, each as a text of at most about `most` bytes; long code is cut between its
/// lines. `server` is named in links to rooms.
pub(crate) fn blocks(blocks: &[Block], most: usize, server: &str) -> Vec<FormattedText> {
    let mut all = Vec::new();
    for block in blocks {
        let words = FormattedText::of(block, server);
        match block {
            Block::Code(text) if words.len() > most => {
                all.extend(cut(text, most / 4).into_iter().map(|part| FormattedText::code(&part)));
            }
            _ => all.push(words),
        }
    }
    all
}

/// Splits a text into pieces of at most `most` bytes, between lines where possible.
fn cut(text: &str, most: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.split_inclusive('\n') {
        for piece in pieces(line, most) {
            match parts.last_mut() {
                Some(last) if last.len() + piece.len() <= most => last.push_str(&piece),
                _ => parts.push(piece),
            }
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

fn pieces(line: &str, most: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in line.chars() {
        match pieces.last_mut() {
            Some(last) if last.len() + character.len_utf8() <= most => last.push(character),
            _ => pieces.push(character.to_string()),
        }
    }
    pieces
}

/// Escapes a text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for character in visible(text).chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            character => shown.push(character),
        }
    }
    shown
}

/// Escapes a text for HTML, with line breaks.
pub(crate) fn lines(text: &str) -> String {
    escaped(text).replace('\n', "<br>")
}

/// Removes control and invisible characters except line ends. Isolates stay, because they keep a
/// right-to-left name from reordering the sentence. `@room` is split, so that it does not notify
/// the whole room.
pub(crate) fn visible(text: &str) -> String {
    let shown: String = text
        .chars()
        .filter(|c| {
            let direction = matches!(c, '\u{202a}'..='\u{202e}' | '\u{200e}' | '\u{200f}');
            let empty = matches!(c, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}');
            !direction && !empty && (*c == '\n' || !c.is_control())
        })
        .collect();
    shown.replace("@room", "@\u{2060}room")
}

#[cfg(test)]
mod tests {
    use adoube_bot::ChannelId;

    use super::*;

    #[test]
    fn names_stay_what_they_are() {
        for (text, plain, html) in [
            ("Ada to move.", "Ada to move.", "<p>Ada to move.</p>"),
            ("<b>A</b> & \"x\"", "<b>A</b> & \"x\"", "<p>&lt;b&gt;A&lt;/b&gt; &amp; &quot;x&quot;</p>"),
            ("a\nb\u{0}\u{202e}c", "a\nbc", "<p>a<br>bc</p>"),
            ("@room", "@\u{2060}room", "<p>@\u{2060}room</p>"),
            ("@r\u{200b}oom", "@\u{2060}room", "<p>@\u{2060}room</p>"),
        ] {
            assert_eq!(
                FormattedText::text(text),
                FormattedText { plain: plain.to_owned(), html: html.to_owned() }
            );
        }
    }

    #[test]
    fn rooms_are_named_as_clients_lead_there() {
        let item = |channel: &str| ChannelItem {
            text: "<b>".to_owned(),
            channel: Some(ChannelId(channel.to_owned())),
        };
        let items = ["matrix:!room:x.org", "matrix:!room:x.org/$root", "web:lobby"].map(item).to_vec();
        let address = "https://matrix.to/#/!room:x.org";
        assert_eq!(
            FormattedText::of(&Block::Channels(items), ""),
            FormattedText {
                plain: format!("- <b> · {address}\n- <b> · {address}/$root\n- <b>"),
                html: format!(
                    "<ul><li>&lt;b&gt; · <a href=\"{address}\">{address}</a></li>\
                     <li>&lt;b&gt; · <a href=\"{address}/$root\">{address}/$root</a></li><li>&lt;b&gt;</li></ul>"
                ),
            }
        );
    }

    #[test]
    fn nothing_ends_code() {
        let words = FormattedText::of(&Block::Code("a</code></pre>\n<img>".to_owned()), "");
        assert_eq!(words.html, "<pre><code>a&lt;/code&gt;&lt;/pre&gt;\n&lt;img&gt;</code></pre>");
    }

    #[test]
    fn long_code_is_cut_between_lines_and_loses_nothing() {
        let text = "a line with <&>\n".repeat(2000);
        let parts = blocks(&[Block::Code(text.clone())], 20_000, "");
        assert!(parts.len() > 2 && parts.iter().all(|part| part.len() <= 20_000));
        assert_eq!(parts.iter().map(|part| part.plain.as_str()).collect::<String>(), text);
    }
}
