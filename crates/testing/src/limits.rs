//! Checks that a message keeps the limits of all platforms: buttons, menus and texts, in every
//! language.

use adoube_bot::{
    Block, Bot, ControlRow, Locales, Message, MessageAccess, Notice, PersonId, ReadingPreferences, Viewer,
};

/// Bytes of the id of a button or menu: as many as Telegram takes.
const ID_BYTES: usize = 64;

/// Presents the notice to everybody and checks what they get.
///
/// # Panics
///
/// Where somebody gets what does not fit.
pub fn check_for_all(service: &Bot, notice: &Notice, people: &[PersonId]) {
    let viewers = people.iter().cloned().map(Some).chain([None]);
    for person in viewers {
        for language in Locales::embedded().languages() {
            let message = service.present(
                notice,
                &Viewer {
                    person: person.clone(),
                    language,
                    hearing: MessageAccess::Everything,
                    taste: ReadingPreferences::default(),
                },
            );
            check(&message).unwrap_or_else(|fault| panic!("{fault}\n{notice:?}\n{message:?}"));
        }
    }
}

/// Whether a message fits.
///
/// # Errors
///
/// What is wrong with it, in words.
pub fn check(message: &Message) -> Result<(), String> {
    if message.blocks.is_empty() != message.closes_thread {
        return Err("words are for every message but the one that closes a thread".to_owned());
    }
    message.blocks.iter().try_for_each(check_block)?;
    if let Some(thread) = &message.thread {
        at_most("characters of a thread's title", thread.title.chars().count(), 100)?;
    }
    if let Some(picture) = &message.picture {
        said("the alternative text", &picture.alt.to_string())?;
    }
    at_most("rows", message.rows.len(), 5)?;
    message.rows.iter().try_for_each(check_row)
}

fn check_block(block: &Block) -> Result<(), String> {
    match block {
        Block::Heading(text) | Block::Text(text) => said("a text", text),
        Block::Code(text) => {
            if text.trim().is_empty() {
                Err("empty code".to_owned())
            } else {
                Ok(())
            }
        }
        Block::List(items) if items.is_empty() => Err("an empty list".to_owned()),
        Block::List(items) => items.iter().try_for_each(|item| said("an item", item)),
        Block::Channels(items) if items.is_empty() => Err("an empty list".to_owned()),
        Block::Channels(items) => items.iter().try_for_each(|item| said("an item", &item.text)),
    }
}

fn check_row(row: &ControlRow) -> Result<(), String> {
    match row {
        ControlRow::Buttons(buttons) => {
            at_most("buttons in a row", buttons.len(), 5)?;
            if buttons.is_empty() {
                return Err("an empty row".to_owned());
            }
            buttons.iter().try_for_each(|button| {
                at_most("bytes of an id", button.id.len(), ID_BYTES)?;
                at_most("characters of a label", button.label.chars().count(), 80)?;
                said("a label", &button.label)
            })
        }
        ControlRow::Menu(menu) => {
            at_most("bytes of an id", menu.id.len(), ID_BYTES)?;
            said("a menu's label", &menu.label)?;
            at_most("options", menu.options.len(), 25)?;
            if menu.options.is_empty() && !menu.is_of_people {
                return Err("an empty menu".to_owned());
            }
            menu.options.iter().try_for_each(|option| {
                at_most("characters of a value", option.value.chars().count(), 100)?;
                at_most("characters of an option", option.label.chars().count(), 100)?;
                said("an option", &option.label)
            })
        }
    }
}

fn at_most(what: &str, count: usize, limit: usize) -> Result<(), String> {
    if count > limit { Err(format!("{count} {what}, {limit} are allowed")) } else { Ok(()) }
}

/// A sentence without a value it needed keeps the value's name in braces; one that nobody wrote is its key.
fn said(what: &str, text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err(format!("{what} is empty"));
    }
    let placeholder = |rest: &str| {
        rest.split_once('}').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase())
        })
    };
    if text.split("{$").skip(1).any(placeholder) {
        return Err(format!("{what} lacks a value: {text}"));
    }
    Ok(())
}
