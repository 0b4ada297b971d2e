//! JSON types of a message for a bridge: words, board in letters, files, and controls as buttons,
//! menus and numbered lines.

use adoube_bot::{Block, ChannelItem, ControlRow, MessageSeries, PersonId, ThreadRequest};
use adoube_platform::numbered_list::{self, NumberedControl};
use serde::Serialize;

use crate::picture_files::MessageFiles;

/// The readers of a message.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageAudience {
    /// Everybody in the channel.
    Everybody,
    /// Only this person.
    Person(PersonId),
}

impl MessageAudience {
    /// The audience of a message for one person, or for everybody.
    pub(crate) fn new(person: Option<&PersonId>) -> Self {
        person.map_or(Self::Everybody, |person| Self::Person(person.clone()))
    }
}

/// A message.
#[derive(Debug, Serialize)]
pub(crate) struct MessageView {
    pub(crate) audience: MessageAudience,
    #[serde(flatten)]
    pub(crate) text: TextView,
    #[serde(flatten)]
    pub(crate) files: MessageFiles,
    #[serde(flatten)]
    pub(crate) choices: ChoicesView,
    /// The people whom the message notifies.
    pub(crate) calls: Vec<CalledPerson>,
    /// A later message of the same series removes the controls of this one.
    pub(crate) series: Option<MessageSeries>,
    pub(crate) thread: Option<ThreadView>,
    pub(crate) closes_thread: bool,
}

/// The words of a message.
#[derive(Debug, Serialize)]
pub(crate) struct TextView {
    /// All words, for platforms that show only text.
    pub(crate) text: String,
    /// The text split into pieces, if a limit was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pieces: Option<Vec<String>>,
    /// The text by paragraphs, headings and lists.
    pub(crate) blocks: Vec<Block>,
    /// The alt text of the picture.
    pub(crate) alt: Option<String>,
    /// The board in letters.
    pub(crate) board: Option<String>,
}

/// The controls in three forms.
#[derive(Debug, Serialize)]
pub(crate) struct ChoicesView {
    /// Buttons and menus.
    pub(crate) controls: Vec<ControlRow>,
    /// The controls as a numbered list.
    pub(crate) choices: Vec<NumberedChoice>,
    /// The numbered list as lines of text.
    pub(crate) lines: Vec<String>,
}

/// An entry of a numbered list.
#[derive(Debug, Serialize)]
pub(crate) struct NumberedChoice {
    pub(crate) number: usize,
    pub(crate) label: String,
    #[serde(flatten)]
    action: ChoiceAction,
}

/// The effect of an entry, in the form of an event's field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum ChoiceAction {
    Press {
        id: String,
    },
    Pick {
        id: String,
        value: String,
    },
    /// The entry opens a list of its own.
    List(Vec<NumberedChoice>),
}

/// A person whom a message notifies.
#[derive(Debug, Serialize)]
pub(crate) struct CalledPerson {
    pub(crate) id: PersonId,
    /// The name in the message, else the bridge's latest one, else the platform's part of the id.
    pub(crate) name: String,
}

/// A thread to open under a message.
#[derive(Debug, Serialize)]
pub(crate) struct ThreadView {
    title: String,
    players: Vec<PersonId>,
}

impl From<ThreadRequest> for ThreadView {
    fn from(ThreadRequest { title, players, .. }: ThreadRequest) -> Self {
        Self { title, players }
    }
}

/// Numbers the controls of a message, also in nested menus.
pub(crate) fn numbered_choices(controls: Vec<NumberedControl>) -> Vec<NumberedChoice> {
    let numbered = |(number, control): (usize, NumberedControl)| {
        let label = control.label().to_owned();
        let action = match control {
            NumberedControl::Press { id, value: None, .. } => ChoiceAction::Press { id },
            NumberedControl::Press { id, value: Some(value), .. } => ChoiceAction::Pick { id, value },
            NumberedControl::Open(menu) => {
                ChoiceAction::List(numbered_choices(numbered_list::from_menu(&menu)))
            }
        };
        NumberedChoice { number, label, action }
    };
    (1..).zip(controls).map(numbered).collect()
}

/// Blocks in which lists of channels use the bridge's ids.
pub(crate) fn blocks_for_bridge(mut blocks: Vec<Block>) -> Vec<Block> {
    for block in &mut blocks {
        if let Block::Channels(items) = block {
            *block = Block::List(items.iter().map(named_channel).collect());
        }
    }
    blocks
}

fn named_channel(item: &ChannelItem) -> String {
    match item.channel.as_ref().and_then(|channel| channel.0.split_once(':')) {
        Some((_, name)) => format!("{} · {name}", item.text),
        None => item.text.clone(),
    }
}

/// Blocks as plain text.
pub(crate) fn plain_text(blocks: &[Block]) -> String {
    let plain = |block: &Block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(items) => items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n"),
        Block::Channels(items) => {
            items.iter().map(|item| format!("- {}", item.text)).collect::<Vec<_>>().join("\n")
        }
    };
    blocks.iter().map(plain).collect::<Vec<_>>().join("\n\n")
}
