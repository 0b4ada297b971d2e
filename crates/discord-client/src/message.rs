//! A message to send, in plain types. Whoever makes one keeps to Discord's limits. Not here: how Discord takes it (`wire`).

use crate::UserId;

/// A message to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiscordMessage {
    /// The words, in Discord's markdown.
    pub content: String,
    /// Words for which there is no room before.
    pub embeds: Vec<String>,
    /// What is attached, pictures first.
    pub files: Vec<DiscordFile>,
    /// Buttons and menus.
    pub rows: Vec<DiscordRow>,
    /// Who is called; nobody else is, whatever the words contain.
    pub called: Vec<UserId>,
}

/// A file of a message; pictures are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordFile {
    /// A plain file name: `board.png`.
    pub name: String,
    /// What is to be seen, for those who do not see it.
    pub description: Option<String>,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A row of controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiscordRow {
    /// Buttons beside one another.
    Buttons(Vec<DiscordButton>),
    /// One menu.
    Menu(DiscordMenu),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordButton {
    /// What comes back when it is pressed.
    pub id: String,
    /// What stands on it.
    pub label: String,
    /// How it looks.
    pub style: DiscordButtonStyle,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscordButtonStyle {
    /// What most people want.
    Primary,
    /// As any other.
    Secondary,
    /// What cannot be taken back.
    Danger,
}

/// A menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordMenu {
    /// What comes back when something is picked.
    pub id: String,
    /// What it shows while nothing is picked.
    pub placeholder: String,
    /// What can be picked.
    pub offer: DiscordMenuContent,
}

/// What can be picked from a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiscordMenuContent {
    /// Whoever is there: Discord's own menu finds them by name.
    People,
    /// One of these.
    Options(Vec<DiscordMenuOption>),
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordMenuOption {
    /// What is shown.
    pub label: String,
    /// What comes back.
    pub value: String,
}
