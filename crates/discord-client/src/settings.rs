//! Settings of how the bot listens: which messages it reads, and which shards a process runs. Not
//! here: where they are read from.

use std::str::FromStr;

use serde::Deserialize;

/// Which messages of people the bot reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MessageScope {
    /// No messages.
    None,
    /// Those that mention it, replies that call it, and direct messages.
    #[default]
    Mentions,
    /// All messages, which needs a privileged intent.
    All,
}

/// Which shards a process runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum ShardSelection {
    /// All shards, as many as Discord recommends.
    #[default]
    Auto,
    /// A range of the shards of a bot that several processes share.
    Range {
        /// The first shard.
        first: u32,
        /// The last shard.
        last: u32,
        /// The number of shards of the bot.
        total: u32,
    },
}

/// A text that is no shard selection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shards are \"auto\", or a range of all such as \"0-3/16\", not {0:?}")]
pub struct ShardSelectionError(String);

impl FromStr for ShardSelection {
    type Err = ShardSelectionError;

    fn from_str(text: &str) -> Result<Self, ShardSelectionError> {
        let error = || ShardSelectionError(text.to_owned());
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let (range, total) = text.split_once('/').ok_or_else(error)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| error());
        let (first, last, total) = (number(first)?, number(last)?, number(total)?);
        if first > last || last >= total {
            return Err(error());
        }
        Ok(Self::Range { first, last, total })
    }
}

impl TryFrom<String> for ShardSelection {
    type Error = ShardSelectionError;

    fn try_from(text: String) -> Result<Self, ShardSelectionError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        let some = |first, last, total| Ok(ShardSelection::Range { first, last, total });
        for (text, shards) in [
            ("auto", Ok(ShardSelection::Auto)),
            ("0-3/16", some(0, 3, 16)),
            ("15/16", some(15, 15, 16)),
            ("0/1", some(0, 0, 1)),
        ] {
            assert_eq!(text.parse(), shards, "{text}");
        }
        for text in ["", "4", "3-0/16", "0-16/16", "1/1", "a-b/c", "-1/2"] {
            assert_eq!(text.parse::<ShardSelection>(), Err(ShardSelectionError(text.to_owned())));
        }
    }
}
