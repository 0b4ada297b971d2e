//! The words of the bot's messages as the page gets them: text, or text with moments in it, which the page shows in the
//! time of whoever reads it. Not here: everything else of a message (`wire`).

use adoube_bot::{Block, ChannelId, ChannelItem, timestamp_marks};
use serde::Serialize;

/// A piece of a message's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Told {
    /// A short title.
    Heading(Said),
    /// A paragraph.
    Text(Said),
    /// Items of equal rank.
    List(Vec<Said>),
    /// Items that are each about what goes on in a channel.
    Channels(Vec<ToldInChannel>),
    /// Text in a fixed width.
    Code(String),
}

/// An item about what goes on in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ToldInChannel {
    text: Said,
    channel: Option<ChannelId>,
}

/// A sentence: a text, or its parts where there are moments in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Said {
    Text(String),
    Parts(Vec<Part>),
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Part {
    Words(String),
    /// A moment in milliseconds since 1970, and in words.
    Moment {
        at: u64,
        words: String,
    },
}

impl From<Block> for Told {
    fn from(block: Block) -> Self {
        match block {
            Block::Heading(text) => Told::Heading(Said::of(&text)),
            Block::Text(text) => Told::Text(Said::of(&text)),
            Block::List(items) => Told::List(items.iter().map(|item| Said::of(item)).collect()),
            Block::Channels(items) => {
                let item = |ChannelItem { text, channel }| ToldInChannel { text: Said::of(&text), channel };
                Told::Channels(items.into_iter().map(item).collect())
            }
            Block::Code(text) => Told::Code(text),
        }
    }
}

impl Said {
    fn of(text: &str) -> Self {
        let part = |part| match part {
            timestamp_marks::TimestampPart::Words(words) => Part::Words(words.to_owned()),
            timestamp_marks::TimestampPart::Instant { at, words } => {
                Part::Moment { at, words: words.to_owned() }
            }
        };
        let parts: Vec<Part> = timestamp_marks::parts(text).into_iter().map(part).collect();
        if parts.iter().any(|part| matches!(part, Part::Moment { .. })) {
            Said::Parts(parts)
        } else {
            Said::Text(timestamp_marks::in_words(text).into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_parts_and_plain_words_stay_text() {
        let json = |block: Block| serde_json::to_string(&Told::from(block)).unwrap_or_default();
        assert_eq!(json(Block::Text("Bob to move.".to_owned())), r#"{"text":"Bob to move."}"#);
        let marked = "Until: \u{fff9}in 2 days\u{fffa}5\u{fffb}.".to_owned();
        assert_eq!(
            json(Block::List(vec![marked, "\u{fff9}x".to_owned()])),
            r#"{"list":[["Until: ",{"at":5,"words":"in 2 days"},"."],"x"]}"#
        );
    }
}
