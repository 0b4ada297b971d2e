//! A message as one viewer sees it: text, a picture with its alt text, buttons and menus. Plain
//! data that each platform renders; text is never markup, a mention or a command.

use std::collections::BTreeMap;

use adoube_render::{Scene, ThemeKey};
use adoube_rules::{PieceType, Side};
use serde::{Deserialize, Serialize};

use crate::{AltText, ChannelId, PersonId, notice::ReplayNotice, scenes, timestamp_marks::strip_marks};

/// A message as a viewer sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// The words, in order.
    pub blocks: Vec<Block>,
    /// A board or diagram.
    pub picture: Option<Picture>,
    /// In which colours that is drawn, where its reader has chosen some.
    pub theme: Option<ThemeKey>,
    /// A game move by move, of which the picture is the last board; its description says the moves.
    pub animation: Option<Animation>,
    /// Buttons and menus, top to bottom; at most five.
    pub rows: Vec<ControlRow>,
    /// What a button is called that asks for a move in a form of its own, on platforms that have forms; only under a board
    /// on which its reader may move.
    pub move_form: Option<String>,
    /// A file to take away.
    pub attachment: Option<Attachment>,
    /// The one person this message calls, to do something or to see that they have lost; beside them and the followers nobody
    /// may be notified.
    pub mention: Option<PersonId>,
    /// Those who follow what this tells, and are called as well; [`Message::called`] says how many of them.
    pub followers: Vec<PersonId>,
    /// Whose open challenge to anybody this is: a link may seat somebody there.
    pub open_seat: Option<PersonId>,
    /// Where the piece book tells more, for places that have one.
    pub book: Option<PiecePageRef>,
    /// A thread to open under this message.
    pub thread: Option<ThreadRequest>,
    /// Instead of being shown, this closes the thread it is for.
    pub closes_thread: bool,
    /// When a later message of the same series appears, this one loses its rows.
    pub series: Option<MessageSeries>,
}

/// People whom one message names to call them; more would bury its words.
const CALLED: usize = 20;

impl Message {
    /// The same without marks where no platform shows moments: in labels, titles, descriptions and files.
    pub(crate) fn with_marks_in_blocks(mut self) -> Self {
        self.for_each_label(&mut strip_marks);
        for block in &mut self.blocks {
            if let Block::Code(text) = block {
                strip_marks(text);
            }
        }
        self
    }

    /// The same in words alone.
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

    /// The same with the description of its picture among its words.
    pub(crate) fn with_description(mut self) -> Self {
        let description = self.picture.as_ref().map(|picture| picture.alt.to_string());
        self.blocks.extend(description.filter(|alt| !alt.is_empty()).map(Block::Text));
        self
    }

    /// Does this with every text that no platform shows moments in: labels of controls, titles, descriptions, files.
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

    /// Whom a message calls where it does so by naming them: of many followers only the first.
    pub fn called(&self) -> impl Iterator<Item = &PersonId> {
        self.mention.iter().chain(&self.followers).take(CALLED)
    }

    /// Whether it calls this person, where nobody needs to be named for it.
    pub fn calls(&self, person: &PersonId) -> bool {
        self.mention.as_ref() == Some(person) || self.followers.contains(person)
    }
}

/// A page of the piece book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePageRef {
    /// The code of the piece it is about; all pieces if none.
    pub code: Option<&'static str>,
    /// What a link to it is called.
    pub label: String,
}

/// A thread in which a game shall be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRequest {
    /// What it is called.
    pub title: String,
    /// Who plays there.
    pub players: Vec<PersonId>,
    /// Whom the first message there calls, so that they hear of it without being told besides.
    pub called: Option<PersonId>,
}

/// A piece of a message's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A short title.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Items of equal rank.
    List(Vec<String>),
    /// Items that are each about what goes on somewhere.
    Channels(Vec<ChannelItem>),
    /// Text in which columns matter, shown in a fixed-width font: a text board, a PGN.
    Code(String),
}

/// An item about what goes on in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelItem {
    /// The words.
    pub text: String,
    /// Where, if that is elsewhere: an adapter names it behind the words, as its platform leads there.
    pub channel: Option<ChannelId>,
}

/// A picture and what it shows in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What is drawn.
    pub scene: Scene,
    /// The description a screen reader reads: the position with every mark.
    pub alt: AltText,
}

/// A game move by move. Its form as JSON says all it shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Animation {
    /// A plain file name such as `adoube-k7f2.gif`.
    pub name: String,
    pub(crate) replay: Box<ReplayNotice>,
    pub(crate) side: Side,
    /// Who plays White and Black, as they are shown.
    pub(crate) names: [String; 2],
    /// The letters of pieces in the viewer's language, where they are not the codes.
    pub(crate) letters: BTreeMap<PieceType, String>,
}

impl Animation {
    /// The boards from the first to the last. They are worked out now, which takes up to some tenths of a second: call
    /// it where pictures are drawn.
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
    /// How strong it looks.
    pub style: ButtonStyle,
}

/// How strong a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonStyle {
    /// The expected next step.
    Primary,
    /// Anything else.
    Secondary,
    /// Ends or gives away something.
    Danger,
}

/// A menu to pick one value from. Its id and the value come back as [`crate::UserAction::Press`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// At most 100 characters.
    pub id: String,
    /// What to pick, shown while nothing is picked; also the menu's accessible name.
    pub label: String,
    /// One to 25 options; a menu of people may have none.
    pub options: Vec<MenuOption>,
    /// Whether the options are people. A platform with a menu of its own for that may show it instead, and give back
    /// whatever its directory finds somebody by.
    pub is_of_people: bool,
}

/// One choice of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuOption {
    /// What comes back; at most 100 characters.
    pub value: String,
    /// What is shown; at most 100 characters.
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

/// Messages of one series replace one another's controls: the boards of a game, a challenge and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageSeries(pub String);
