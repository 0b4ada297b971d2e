//! A message as data that a bridge can show as it likes: words, a board in letters, what can be chosen as buttons and menus
//! and as numbered lines. Not here: pictures (`pictures`), and which words (the bot).

use adoube_bot::{
    Block, ChannelId, ChannelItem, ControlRow, Message, MessageSeries, Notice, PersonId, Viewer, handle,
};
use adoube_platform::numbered_list::{self, NumberedControl};
use serde::Serialize;

use crate::{ChatDoor, picture_files, protocol::names::CommandPrefix, protocol::request::ReaderField};

/// Who may read a message.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageAudience {
    /// Everybody in the channel.
    Everybody,
    /// One person alone, wherever nobody else reads it.
    Person(PersonId),
}

impl MessageAudience {
    pub(crate) fn of(person: Option<&PersonId>) -> Self {
        person.map_or(Self::Everybody, |person| Self::Person(person.clone()))
    }
}

/// A message.
#[derive(Debug, Serialize)]
pub(crate) struct MessageView {
    audience: MessageAudience,
    /// All words, for those who show nothing but text.
    text: String,
    /// The same in pieces, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<String>>,
    blocks: Vec<Block>,
    /// The picture in words.
    alt: Option<String>,
    /// The board in letters.
    board: Option<String>,
    picture: Option<picture_files::MessageFile>,
    animation: Option<picture_files::MessageFile>,
    file: Option<picture_files::MessageFile>,
    /// Buttons and menus.
    controls: Vec<ControlRow>,
    /// The same as a list to choose from by number.
    choices: Vec<NumberedChoice>,
    /// The same as lines.
    lines: Vec<String>,
    /// Whom it calls.
    calls: Vec<CalledPerson>,
    /// When a later message of the series comes, this one loses its controls.
    series: Option<MessageSeries>,
    thread: Option<ThreadView>,
    closes_thread: bool,
}

/// What one number means.
#[derive(Debug, Serialize)]
struct NumberedChoice {
    number: usize,
    label: String,
    #[serde(flatten)]
    action: ChoiceAction,
}

/// What somebody does who chooses it, as an event tells it.
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
    /// It leads to a list of its own.
    List(Vec<NumberedChoice>),
}

/// A person who is called.
#[derive(Debug, Serialize)]
struct CalledPerson {
    id: PersonId,
    /// As the message has it; else as it was last told, or what the platform knows them by.
    name: String,
}

/// A thread to open under a message.
#[derive(Debug, Serialize)]
struct ThreadView {
    title: String,
    players: Vec<PersonId>,
}

impl ChatDoor {
    /// A notice as its viewer reads it.
    pub(crate) async fn view_message(
        &self,
        notice: &Notice,
        viewer: &Viewer,
        audience: MessageAudience,
        channel: &ChannelId,
        reading: &ReaderField,
    ) -> MessageView {
        let message = self.service.present(notice, viewer);
        let board = self.service.board_in_letters(notice, viewer);
        let picture = self.pictures.picture(&message, reading).await;
        let animation = self.pictures.animation(&message, reading).await;
        let file = self.pictures.attachment(&message, reading).await;
        let called = |id: &PersonId| {
            let name = notice.name_of(id).or_else(|| self.people.name(channel, id));
            CalledPerson { id: id.clone(), name: name.unwrap_or_else(|| handle(id).to_owned()) }
        };
        let calls = message.called().map(called).collect();
        let choices = list(numbered_list::from_message(&message));
        let Message { mut blocks, picture: described, rows, series, thread, closes_thread, .. } = message;
        for block in &mut blocks {
            with_names(block);
        }
        if let Some(CommandPrefix(before)) = &reading.prefix {
            blocks = blocks.iter().map(|block| self.commands.block_with_prefix(block, before)).collect();
        }
        let text = text(&blocks);
        MessageView {
            audience,
            pieces: reading.most.map(|most| most.pieces(&text)),
            text,
            alt: described.map(|picture| picture.alt.to_string()).filter(|alt| !alt.is_empty()),
            lines: choices.iter().map(|choice| format!("{} {}", choice.number, choice.label)).collect(),
            blocks,
            board,
            picture,
            animation,
            file,
            controls: rows,
            choices,
            calls,
            series,
            thread: thread.map(|thread| ThreadView { title: thread.title, players: thread.players }),
            closes_thread,
        }
    }
}

fn list(choices: Vec<NumberedControl>) -> Vec<NumberedChoice> {
    let one = |(number, choice): (usize, NumberedControl)| {
        let label = choice.label().to_owned();
        let action = match choice {
            NumberedControl::Press { id, value: None, .. } => ChoiceAction::Press { id },
            NumberedControl::Press { id, value: Some(value), .. } => ChoiceAction::Pick { id, value },
            NumberedControl::Open(menu) => ChoiceAction::List(list(numbered_list::from_menu(&menu))),
        };
        NumberedChoice { number, label, action }
    };
    (1..).zip(choices).map(one).collect()
}

/// What goes on in channels as a list, each behind its words as its program calls it.
fn with_names(block: &mut Block) {
    if let Block::Channels(items) = block {
        let named =
            |item: &ChannelItem| match item.channel.as_ref().and_then(|channel| channel.0.split_once(':')) {
                Some((_, name)) => format!("{} · {name}", item.text),
                None => item.text.clone(),
            };
        *block = Block::List(items.iter().map(named).collect());
    }
}

/// Blocks as plain text.
fn text(blocks: &[Block]) -> String {
    let plain = |block: &Block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(items) => items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n"),
        Block::Channels(items) => {
            items.iter().map(|item| format!("- {}", item.text)).collect::<Vec<_>>().join("\n")
        }
    };
    blocks.iter().map(plain).collect::<Vec<_>>().join("\n\n")
}
