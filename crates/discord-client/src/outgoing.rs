//! A message to send, in plain types. Whoever makes one keeps to Discord's limits. Not here: how Discord takes it (`wire`).

use crate::UserId;

/// A message to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outgoing {
    /// The words, in Discord's markdown.
    pub content: String,
    /// Words for which there is no room before.
    pub embeds: Vec<String>,
    /// What is attached, pictures first.
    pub files: Vec<File>,
    /// Buttons and menus.
    pub rows: Vec<Row>,
    /// Who is called; nobody else is, whatever the words contain.
    pub called: Vec<UserId>,
}

/// A file of a message; pictures are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// A plain file name: `board.png`.
    pub name: String,
    /// What is to be seen, for those who do not see it.
    pub description: Option<String>,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A row of controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Buttons beside one another.
    Buttons(Vec<Button>),
    /// One menu.
    Menu(Menu),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What comes back when it is pressed.
    pub id: String,
    /// What stands on it.
    pub label: String,
    /// How it looks.
    pub style: ButtonStyle,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// What most people want.
    Primary,
    /// As any other.
    Secondary,
    /// What cannot be taken back.
    Danger,
}

/// A menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What comes back when something is picked.
    pub id: String,
    /// What it shows while nothing is picked.
    pub placeholder: String,
    /// What can be picked.
    pub offer: Offer,
}

/// What can be picked from a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Whoever is there: Discord's own menu finds them by name.
    People,
    /// One of these.
    Options(Vec<MenuOption>),
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// What is shown.
    pub label: String,
    /// What comes back.
    pub value: String,
}
