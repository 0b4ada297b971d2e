//! The controls of a message as a list to choose from by number, where there are no buttons and menus. Not here: what a list
//! looks like, and how long its numbers count (each adapter's).

use adoube_bot::{ControlRow, Menu, MenuOption, Message};

/// What a number means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberedControl {
    /// A button, or an option of the only menu.
    Press {
        /// What it says.
        label: String,
        /// The id of the button or the menu.
        id: String,
        /// What is picked from the menu.
        value: Option<String>,
    },
    /// One menu among others: it becomes a list of its own.
    Open(Menu),
}

impl NumberedControl {
    /// What it says.
    pub fn label(&self) -> &str {
        match self {
            NumberedControl::Press { label, .. } => label,
            NumberedControl::Open(menu) => &menu.label,
        }
    }
}

/// The controls of a message as a list: an only menu option by option, several each as one choice.
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

/// A menu option by option.
pub fn from_menu(menu: &Menu) -> Vec<NumberedControl> {
    let choice = |option: &MenuOption| NumberedControl::Press {
        label: option.label.clone(),
        id: menu.id.clone(),
        value: Some(option.value.clone()),
    };
    menu.options.iter().map(choice).collect()
}
