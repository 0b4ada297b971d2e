//! Builds menus of piece types: the options to choose a type or to read about one.

use adoube_rules::PieceType;

use super::piece_counts;
use crate::{
    core::command::{ButtonId, MenuIndex},
    text::{
        Localizer,
        message::{ControlRow, Menu, MenuOption},
    },
};

/// Maximum of pieces in a menu.
const MENU: usize = 25;

/// Maximum of piece menus in a message, beside other controls.
const MENUS: usize = 4;

/// Menus of pieces to read about, as many as needed.
pub(crate) fn help_menus(speaker: Localizer<'_>, kinds: &[PieceType]) -> Vec<ControlRow> {
    let distinct: Vec<PieceType> = piece_counts::by_kind(kinds).into_iter().map(|(kind, _)| kind).collect();
    let pages = distinct.chunks(MENU).take(MENUS).enumerate();
    let menu = |(place, page): (usize, &[PieceType])| {
        let label = match (page, distinct.len() > MENU) {
            ([first, .., last], true) => {
                let (first, last) = (speaker.kind(*first), speaker.kind(*last));
                speaker.sentence("piece-help-menu-part", &[("first", first.into()), ("last", last.into())])
            }
            _ => speaker.fixed_sentence("piece-help-menu"),
        };
        let options = page.iter().map(|kind| piece_option(speaker, *kind)).collect();
        ControlRow::Menu(Menu {
            id: ButtonId::PieceHelp(MenuIndex(place)).to_string(),
            label,
            options,
            is_of_people: false,
        })
    };
    pages.map(menu).collect()
}

/// A piece as a menu option.
pub(crate) fn piece_option(speaker: Localizer<'_>, kind: PieceType) -> MenuOption {
    MenuOption { value: kind.code().to_owned(), label: speaker.with_letter(kind) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, text::Translations};

    #[test]
    fn menus_of_pieces_name_their_first_and_last_where_one_is_not_enough() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let speaker = Localizer::new(&wording, Language::EN);
        let all: Vec<PieceType> = PieceType::all().collect();
        let labels = |count: usize| -> Vec<String> {
            let label = |row| match row {
                ControlRow::Menu(menu) => format!("{} {}", menu.options.len(), menu.label),
                ControlRow::Buttons(buttons) => panic!("{buttons:?}"),
            };
            help_menus(speaker, &all[..count]).into_iter().map(label).collect()
        };
        let part = |from: usize, to: usize| {
            let (first, last) = (speaker.kind(all[from]), speaker.kind(all[to]));
            format!("{} Read about a piece: {first} to {last}", to - from + 1)
        };
        assert!(labels(0).is_empty());
        assert_eq!(labels(25), ["25 Read about a piece"]);
        assert_eq!(labels(27), [part(0, 24), part(25, 26)]);
        assert_eq!(labels(all.len()).len(), 4);
    }
}
