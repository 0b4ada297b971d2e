//! Types of a message to send: text, embeds, files, buttons and menus. The caller keeps to
//! Discord's limits. Not here: its JSON form (`wire`).

use crate::UserId;

/// A message to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiscordMessage {
    /// Text, in Discord's markdown.
    pub content: String,
    /// Further text, in embeds.
    pub embeds: Vec<String>,
    /// Attachments, pictures first.
    pub files: Vec<DiscordFile>,
    /// Buttons and menus.
    pub rows: Vec<DiscordRow>,
    /// Users to ping; nobody else is, whatever the text contains.
    pub called: Vec<UserId>,
}

/// An attachment; pictures are displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordFile {
    /// A plain file name: `board.png`.
    pub name: String,
    /// Alt text.
    pub description: Option<String>,
    /// Content.
    pub bytes: Vec<u8>,
}

/// A row of controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiscordRow {
    /// Buttons.
    Buttons(Vec<DiscordButton>),
    /// A select menu.
    Menu(DiscordMenu),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordButton {
    /// Id that comes back when it is pressed.
    pub id: String,
    /// Label.
    pub label: String,
    /// Style.
    pub style: DiscordButtonStyle,
}

/// Style of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscordButtonStyle {
    /// The usual choice.
    Primary,
    /// Neutral.
    Secondary,
    /// An irreversible action.
    Danger,
}

/// A select menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordMenu {
    /// Id that comes back with the selection.
    pub id: String,
    /// Placeholder.
    pub placeholder: String,
    /// Entries.
    pub offer: DiscordMenuContent,
}

/// Entries of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiscordMenuContent {
    /// Users, whom Discord's own menu finds by name.
    People,
    /// These entries.
    Options(Vec<DiscordMenuOption>),
}

/// An entry of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordMenuOption {
    /// Label.
    pub label: String,
    /// Value that comes back.
    pub value: String,
}
