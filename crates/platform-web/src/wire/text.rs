//! JSON of the words in the bot's messages, as the server sends them to the page: plain, or with
//! timestamps that the page shows in its reader's time zone.

use adoube_bot::{Block, ChannelId, ChannelItem, timestamp_marks};
use serde::Serialize;

/// A block of a message's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TextPieceJson {
    /// A heading.
    Heading(SentenceJson),
    /// A paragraph.
    Text(SentenceJson),
    /// Items of equal rank.
    List(Vec<SentenceJson>),
    /// Items that each describe the activity of a channel.
    Channels(Vec<ChannelItemJson>),
    /// Text in a fixed width.
    Code(String),
}

/// An item that describes the activity of a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ChannelItemJson {
    text: SentenceJson,
    channel: Option<ChannelId>,
}

/// A sentence: plain text, or parts if it contains timestamps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum SentenceJson {
    Text(String),
    Parts(Vec<SentencePartJson>),
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum SentencePartJson {
    Words(String),
    /// A timestamp in milliseconds since 1970, and its text.
    Moment {
        at: u64,
        words: String,
    },
}

impl From<Block> for TextPieceJson {
    fn from(block: Block) -> Self {
        match block {
            Block::Heading(text) => TextPieceJson::Heading(SentenceJson::of(&text)),
            Block::Text(text) => TextPieceJson::Text(SentenceJson::of(&text)),
            Block::List(items) => {
                TextPieceJson::List(items.iter().map(|item| SentenceJson::of(item)).collect())
            }
            Block::Channels(items) => {
                let item = |ChannelItem { text, channel }| ChannelItemJson {
                    text: SentenceJson::of(&text),
                    channel,
                };
                TextPieceJson::Channels(items.into_iter().map(item).collect())
            }
            Block::Code(text) => TextPieceJson::Code(text),
        }
    }
}

impl SentenceJson {
    fn of(text: &str) -> Self {
        let part = |part| match part {
            timestamp_marks::TimestampPart::Words(words) => SentencePartJson::Words(words.to_owned()),
            timestamp_marks::TimestampPart::Instant { at, words } => {
                SentencePartJson::Moment { at, words: words.to_owned() }
            }
        };
        let parts: Vec<SentencePartJson> = timestamp_marks::parts(text).into_iter().map(part).collect();
        if parts.iter().any(|part| matches!(part, SentencePartJson::Moment { .. })) {
            SentenceJson::Parts(parts)
        } else {
            SentenceJson::Text(timestamp_marks::in_words(text).into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_parts_and_plain_words_stay_text() {
        let json = |block: Block| serde_json::to_string(&TextPieceJson::from(block)).unwrap_or_default();
        assert_eq!(json(Block::Text("Bob to move.".to_owned())), r#"{"text":"Bob to move."}"#);
        let marked = "Until: \u{fff9}in 2 days\u{fffa}5\u{fffb}.".to_owned();
        assert_eq!(
            json(Block::List(vec![marked, "\u{fff9}x".to_owned()])),
            r#"{"list":[["Until: ",{"at":5,"words":"in 2 days"},"."],"x"]}"#
        );
    }
}
