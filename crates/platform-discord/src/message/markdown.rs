//! Writes texts in Discord's markdown: escaping, code blocks, links to channels, and timestamps in
//! the reader's time zone.
//!
//! Not here: the lengths of messages (`render`).

use adoube_bot::{Block, ChannelItem, timestamp_marks};

use crate::ids::discord_channel;

/// Characters that are special anywhere in Discord's markdown, or begin a mention or a link.
const SPECIAL: [char; 12] = ['\\', '*', '_', '~', '`', '|', '<', '>', '[', ']', '#', '@'];

/// A block in Discord's markdown.
pub(crate) fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("**{}**", sentence_text(text)),
        Block::Text(text) => sentence_text(text),
        Block::List(items) => {
            items.iter().map(|item| format!("- {}", sentence_text(item))).collect::<Vec<_>>().join("\n")
        }
        Block::Channels(items) => items.iter().map(in_channel).collect::<Vec<_>>().join("\n"),
        Block::Code(text) => fenced(text),
    }
}

/// A list item with a link to its channel.
fn in_channel(item: &ChannelItem) -> String {
    let channel = item.channel.as_ref().and_then(discord_channel);
    let place = channel.map(|channel| format!(" · <#{channel}>")).unwrap_or_default();
    format!("- {}{place}", sentence_text(&item.text))
}

/// Escaped text with Discord's timestamps: each reader's client shows the moment in their time zone
/// and the time until then.
fn sentence_text(text: &str) -> String {
    let part = |part| match part {
        timestamp_marks::TimestampPart::Words(words) => escaped(words),
        timestamp_marks::TimestampPart::Instant { at, .. } => format!("<t:{0}:f> (<t:{0}:R>)", at / 1000),
    };
    timestamp_marks::parts(text).into_iter().map(part).collect()
}

/// A code block; the text cannot close it.
pub(crate) fn fenced(text: &str) -> String {
    let text: String = visible(text).map(|c| if c == '`' { '\u{2cb}' } else { c }).collect();
    format!("```\n{text}\n```")
}

/// Escapes text, so that Discord shows it literally: without formatting, mentions, links or changes
/// of direction.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    let mut at_start = true;
    let mut characters = visible(text).peekable();
    while let Some(character) = characters.next() {
        let special = SPECIAL.contains(&character)
            || (character == ':' && characters.peek() == Some(&'/'))
            || (at_start && matches!(character, '-' | '+' | '.'));
        if special {
            shown.push('\\');
        }
        shown.push(character);
        // "1. e4" at the beginning of a line would be renumbered as a list.
        at_start = character == '\n' || (at_start && (character.is_ascii_digit() || character == ' '));
    }
    shown
}

/// The visible characters and line breaks. Directional isolates stay: they keep names from
/// reversing the sentence.
fn visible(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| {
        let direction = matches!(c, '\u{202a}'..='\u{202e}' | '\u{200e}' | '\u{200f}');
        let empty = matches!(c, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}');
        !direction && !empty && !timestamp_marks::is_mark(*c) && (*c == '\n' || !c.is_control())
    })
}

#[cfg(test)]
mod tests {
    use adoube_bot::ChannelId;

    use super::*;

    #[test]
    fn names_stay_what_they_are() {
        for (text, shown) in [
            ("Ada to move.", "Ada to move."),
            ("**Ada** _x_ ~~y~~ `z` ||w||", r"\*\*Ada\*\* \_x\_ \~\~y\~\~ \`z\` \|\|w\|\|"),
            ("@everyone <@1> <#2> <t:0:R>", r"\@everyone \<\@1\> \<\#2\> \<t:0:R\>"),
            ("[click](https://x.example)", r"\[click\](https\://x.example)"),
            ("1. e4 e5", r"1\. e4 e5"),
            ("# big\n- item\n> quote\n-# small", "\\# big\n\\- item\n\\> quote\n\\-\\# small"),
            ("Knight g1: Nf3", "Knight g1: Nf3"),
            ("a\u{200b}b\u{202e}c\u{0}d", "abcd"),
            (r"\", r"\\"),
        ] {
            assert_eq!(escaped(text), shown);
        }
    }

    #[test]
    fn moments_are_shown_in_each_readers_time() {
        let text = "*Bob*: \u{fff9}in 2 days\u{fffa}1800000000999\u{fffb} or \u{fff9}<t:1:f>.".to_owned();
        let shown = "- \\*Bob\\*: <t:1800000000:f> (<t:1800000000:R>) or \\<t:1:f\\>.";
        assert_eq!(block(&Block::List(vec![text])), shown);
        assert_eq!(escaped("\u{fff9}a\u{fffa}5\u{fffb}"), "a5");
    }

    #[test]
    fn channels_are_named_as_discord_leads_there() {
        let item = |text: &str, channel: Option<&str>| ChannelItem {
            text: text.to_owned(),
            channel: channel.map(|channel| ChannelId(channel.to_owned())),
        };
        let items =
            vec![item("one, here", None), item("*two*", Some("discord:42")), item("x", Some("web:42"))];
        let shown = block(&Block::Channels(items));
        assert_eq!(shown, "- one, here\n- \\*two\\* · <#42>\n- x");
    }

    #[test]
    fn nothing_ends_a_fence() {
        let shown = block(&Block::Code("a ``` @everyone\nb".to_owned()));
        assert_eq!(shown.matches("```").count(), 2, "{shown}");
        assert!(shown.starts_with("```\na ") && shown.ends_with("\nb\n```"), "{shown}");
    }
}
