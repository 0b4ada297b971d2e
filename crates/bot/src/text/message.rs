//! Data types of a message as one viewer sees it: text, a picture with its alt text, buttons, menus
//! and files. Each platform renders them; text is never markup, a mention or a command.

use std::collections::BTreeMap;

use adoube_render::{Scene, ThemeKey};
use adoube_rules::{PieceType, Side};
use serde::{Deserialize, Serialize};

use crate::{
    AltText, ChannelId, PersonId,
    core::{notice::ReplayNotice, timestamp_marks::strip_marks},
    text::scenes,
};

/// A message as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// The text, in order.
    pub blocks: Vec<Block>,
    /// A board or diagram.
    pub picture: Option<Picture>,
    /// The picture's theme, if the viewer has chosen one.
    pub theme: Option<ThemeKey>,
    /// The game move by move, with the picture as its last board; its description lists the moves.
    pub animation: Option<Animation>,
    /// Buttons and menus, top to bottom; at most five.
    pub rows: Vec<ControlRow>,
    /// Label of a button that opens a form for a move, on platforms with forms; only under a board
    /// on which the viewer may move.
    pub move_form: Option<String>,
    /// A file to download.
    pub attachment: Option<Attachment>,
    /// The person to notify: the player who is to act, or the player who lost. A message notifies
    /// this person and the followers alone.
    pub mention: Option<PersonId>,
    /// Followers to notify; [`Message::called`] limits their number.
    pub followers: Vec<PersonId>,
    /// The challenger of an open challenge, for an invite to its free seat.
    pub open_seat: Option<PersonId>,
    /// The page of the piece book about this, for platforms that have one.
    pub book: Option<PiecePageRef>,
    /// A thread to open under this message.
    pub thread: Option<ThreadRequest>,
    /// Whether the message is not shown but closes the thread it is for.
    pub closes_thread: bool,
    /// The series of the message: a later message of it removes the controls of this one.
    pub series: Option<MessageSeries>,
}

/// Maximum of people that one message mentions; more would hide its text.
const CALLED: usize = 20;

impl Message {
    /// A message of one paragraph.
    pub(crate) fn from_text(text: String) -> Self {
        Self { blocks: vec![Block::Text(text)], ..Self::default() }
    }

    /// The message without timestamp marks where no platform shows them: in labels, titles,
    /// descriptions and files.
    pub(crate) fn with_marks_in_blocks(mut self) -> Self {
        self.for_each_label(&mut strip_marks);
        for block in &mut self.blocks {
            if let Block::Code(text) = block {
                strip_marks(text);
            }
        }
        self
    }

    /// The message without timestamp marks.
    pub(crate) fn in_words(mut self) -> Self {
        self.for_each_label(&mut strip_marks);
        for block in &mut self.blocks {
            match block {
                Block::Heading(text) | Block::Text(text) | Block::Code(text) => strip_marks(text),
                Block::List(items) => items.iter_mut().for_each(strip_marks),
                Block::Channels(items) => items.iter_mut().for_each(|item| strip_marks(&mut item.text)),
            }
        }
        self
    }

    /// The message with its picture's description in the text.
    pub(crate) fn with_description(mut self) -> Self {
        let description = self.picture.as_ref().map(|picture| picture.alt.to_string());
        self.blocks.extend(description.filter(|alt| !alt.is_empty()).map(Block::Text));
        self
    }

    /// Applies a change to all texts outside the blocks: labels of controls, titles, descriptions,
    /// files.
    fn for_each_label(&mut self, change: &mut impl FnMut(&mut String)) {
        for row in &mut self.rows {
            match row {
                ControlRow::Buttons(buttons) => {
                    for button in buttons {
                        change(&mut button.label);
                    }
                }
                ControlRow::Menu(menu) => {
                    change(&mut menu.label);
                    menu.options.iter_mut().for_each(|option| change(&mut option.label));
                }
            }
        }
        let leaf = self.book.as_mut().map(|leaf| &mut leaf.label);
        let thread = self.thread.as_mut().map(|thread| &mut thread.title);
        let file = self.attachment.as_mut().map(|file| &mut file.text);
        let labels = leaf.into_iter().chain(thread).chain(file);
        labels.chain(&mut self.move_form).for_each(change);
    }

    /// The people a message mentions by name: of many followers only the first.
    pub fn called(&self) -> impl Iterator<Item = &PersonId> {
        self.mention.iter().chain(&self.followers).take(CALLED)
    }

    /// Whether the message notifies this person, on platforms that need no mention for that.
    pub fn calls(&self, person: &PersonId) -> bool {
        self.mention.as_ref() == Some(person) || self.followers.contains(person)
    }
}

/// A reference to a page of the piece book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePageRef {
    /// The code of the piece; `None` for the page of all pieces.
    pub code: Option<&'static str>,
    /// The label of a link to it.
    pub label: String,
}

/// A request for a thread of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRequest {
    /// The title.
    pub title: String,
    /// The players.
    pub players: Vec<PersonId>,
    /// The person whom the first message there notifies, who needs no other notification then.
    pub called: Option<PersonId>,
}

/// A part of a message's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A short title.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Items of equal rank.
    List(Vec<String>),
    /// Items that each concern a channel.
    Channels(Vec<ChannelItem>),
    /// Text in which columns matter, shown in a fixed-width font: a text board, a PGN.
    Code(String),
}

impl Block {
    /// The lines of a text as a list.
    pub(crate) fn from_lines(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Self::List(lines.map(str::to_owned).collect())
    }
}

/// An item about a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelItem {
    /// The text.
    pub text: String,
    /// The channel, if it is another one; the platform adds a link to it after the text.
    pub channel: Option<ChannelId>,
}

/// A picture with its alt text.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The scene to draw.
    pub scene: Scene,
    /// The description a screen reader reads: the position with every mark.
    pub alt: AltText,
}

/// A game move by move. Its JSON has all that it shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Animation {
    /// A plain file name such as `adoube-k7f2.gif`.
    pub name: String,
    pub(crate) replay: Box<ReplayNotice>,
    pub(crate) side: Side,
    /// The shown names of White and Black.
    pub(crate) names: [String; 2],
    /// Piece letters of the viewer's language that differ from the codes.
    pub(crate) letters: BTreeMap<PieceType, String>,
}

impl Animation {
    /// The boards from the first to the last. The call computes them, which takes up to some tenths
    /// of a second: call it where pictures are drawn.
    pub fn scenes(&self) -> Vec<Scene> {
        scenes::replay(&self.replay, self.side, &self.names, &self.letters)
    }
}

/// One row of controls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlRow {
    /// At most five buttons.
    Buttons(Vec<Button>),
    /// One menu.
    Menu(Menu),
}

/// A button. Its id comes back as [`crate::UserAction::Press`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// At most 100 characters; carries game, version and command, so that it survives a restart.
    pub id: String,
    /// At most 80 characters.
    pub label: String,
    /// Its emphasis.
    pub style: ButtonStyle,
}

/// Emphasis of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonStyle {
    /// The expected next step.
    Primary,
    /// Any other step.
    Secondary,
    /// A step that ends or gives up a game.
    Danger,
}

/// A menu to pick one value from. Its id and the value come back as [`crate::UserAction::Press`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// At most 100 characters.
    pub id: String,
    /// The prompt, shown while nothing is chosen; also the menu's accessible name.
    pub label: String,
    /// One to 25 options; a menu of people may have none.
    pub options: Vec<MenuOption>,
    /// Whether the options are people. A platform with a menu for people may show that instead, and
    /// return any text by which its directory finds a person.
    pub is_of_people: bool,
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuOption {
    /// The value that is returned; at most 100 characters.
    pub value: String,
    /// The shown text; at most 100 characters.
    pub label: String,
}

/// A text file offered with a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// A plain file name such as `adoube-k7f2.pgn`.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// The content.
    pub text: String,
}

/// Messages of one series replace one another's controls: the boards of a game, a challenge and its
/// answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageSeries(pub String);
