//! Converts the controls of a message (buttons, menus) to a numbered list, for platforms without
//! buttons and menus.

use adoube_bot::{ControlRow, Menu, MenuOption, Message};

/// An entry of the list: the effect of choosing its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberedControl {
    /// Presses a button, or picks an option of the only menu.
    Press {
        /// Its label.
        label: String,
        /// The id of the button or the menu.
        id: String,
        /// The value picked from the menu.
        value: Option<String>,
    },
    /// Opens one of several menus as a list of its own.
    Open(Menu),
}

impl NumberedControl {
    /// The label of the entry.
    pub fn label(&self) -> &str {
        match self {
            NumberedControl::Press { label, .. } => label,
            NumberedControl::Open(menu) => &menu.label,
        }
    }
}

/// The entries for the controls of a message: each option of a single menu, or one entry for each
/// of several menus.
pub fn from_message(message: &Message) -> Vec<NumberedControl> {
    let menus = message.rows.iter().filter(|row| matches!(row, ControlRow::Menu(_))).count();
    message.rows.iter().flat_map(|row| from_row(row, menus > 1)).collect()
}

fn from_row(row: &ControlRow, several: bool) -> Vec<NumberedControl> {
    match row {
        ControlRow::Buttons(buttons) => buttons
            .iter()
            .map(|button| NumberedControl::Press {
                label: button.label.clone(),
                id: button.id.clone(),
                value: None,
            })
            .collect(),
        ControlRow::Menu(menu) if several => vec![NumberedControl::Open(menu.clone())],
        ControlRow::Menu(menu) => from_menu(menu),
    }
}

/// The entries for the options of a menu.
pub fn from_menu(menu: &Menu) -> Vec<NumberedControl> {
    let choice = |option: &MenuOption| NumberedControl::Press {
        label: option.label.clone(),
        id: menu.id.clone(),
        value: Some(option.value.clone()),
    };
    menu.options.iter().map(choice).collect()
}
