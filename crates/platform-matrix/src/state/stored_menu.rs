//! Stored form (JSON) of a menu, contained in queued replies and numbered lists.

use adoube_bot::{Menu, MenuOption};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredMenu {
    id: String,
    label: String,
    options: Vec<StoredOption>,
    is_of_people: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredOption {
    value: String,
    label: String,
}

impl From<&Menu> for StoredMenu {
    fn from(menu: &Menu) -> Self {
        let Menu { id, label, options, is_of_people } = menu;
        let option = |MenuOption { value, label }: &MenuOption| StoredOption {
            value: value.clone(),
            label: label.clone(),
        };
        let options = options.iter().map(option).collect();
        Self { id: id.clone(), label: label.clone(), options, is_of_people: *is_of_people }
    }
}

impl From<StoredMenu> for Menu {
    fn from(stored: StoredMenu) -> Self {
        let StoredMenu { id, label, options, is_of_people } = stored;
        let option = |StoredOption { value, label }| MenuOption { value, label };
        Self { id, label, options: options.into_iter().map(option).collect(), is_of_people }
    }
}
