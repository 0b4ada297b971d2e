//! Writes lists of pieces: those of a game or a set-up as a picture with names, and all by groups.
//! Not here: how one moves (`piece_help`).

use adoube_render::{LegendEntry, Scene};
use adoube_rules::PieceType;

use crate::{
    AltText, Block, ControlRow, Menu, MenuOption, Message, Picture, PiecePageRef,
    core::command::{ButtonId, PieceGroup},
    text::{
        Localizer,
        board::{piece_list, piece_menu},
        message::{Button, ButtonStyle},
    },
};

/// The types of a game or set-up as a picture and in words, with a menu to read about one.
pub(crate) fn message(speaker: Localizer<'_>, kinds: &[PieceType], is_setup: bool) -> Message {
    let title = if is_setup { "legend-title-setup" } else { "legend-title" };
    let entry = |kind: &PieceType| LegendEntry { kind: *kind, name: speaker.kind(*kind) };
    let scene = Scene::legend(kinds.iter().map(entry)).with_letters(speaker.letters());
    let clauses: Vec<String> = kinds.iter().map(|kind| clause(speaker, *kind)).collect();
    let alt = AltText::of(speaker.sentence("legend-alt", &[("pieces", clauses.join(" ").into())]));
    Message {
        blocks: vec![
            Block::Heading(speaker.fixed_sentence(title)),
            Block::Text(speaker.fixed_sentence("legend-about")),
        ],
        picture: (!kinds.is_empty()).then_some(Picture { scene, alt }),
        rows: piece_menu::help_menus(speaker, kinds),
        book: Some(book(speaker)),
        ..Message::default()
    }
}

/// "Camel (CA): Leaps three squares along a file or rank and one at a right angle."
fn clause(speaker: Localizer<'_>, kind: PieceType) -> String {
    format!("{}: {}", speaker.with_letter(kind), piece_list::in_short(speaker, kind))
}

/// All groups of pieces, or one group to choose a piece from.
pub(crate) fn groups(speaker: Localizer<'_>, group: Option<PieceGroup>) -> Message {
    let id = ButtonId::PieceGroups.to_string();
    let Some(group) = group else {
        let lines = PieceGroup::ALL.map(|group| {
            let names: Vec<String> = piece_list::members(group).map(|kind| speaker.kind(kind)).collect();
            format!("{}: {}", piece_list::group_name(speaker, group), names.join(", "))
        });
        let option = |group: PieceGroup| MenuOption {
            value: group.key().to_owned(),
            label: piece_list::group_name(speaker, group),
        };
        let options = PieceGroup::ALL.map(option).into();
        let menu = Menu { id, label: speaker.fixed_sentence("legend-group"), options, is_of_people: false };
        let count = PieceType::all().len() as u64;
        let about = speaker.sentence("legend-all", &[("count", count.into())]);
        return Message {
            blocks: vec![Block::Text(about), Block::List(lines.into())],
            rows: vec![ControlRow::Menu(menu)],
            book: Some(book(speaker)),
            ..Message::default()
        };
    };
    let kinds: Vec<PieceType> = piece_list::members(group).collect();
    let back = Button { id, label: speaker.fixed_sentence("button-back"), style: ButtonStyle::Secondary };
    let rows = piece_menu::help_menus(speaker, &kinds).into_iter().chain([ControlRow::Buttons(vec![back])]);
    Message {
        rows: rows.collect(),
        ..Message::from_text(
            speaker.sentence("legend-of-group", &[("group", piece_list::group_name(speaker, group).into())]),
        )
    }
}

/// The page of all pieces.
fn book(speaker: Localizer<'_>) -> PiecePageRef {
    PiecePageRef { code: None, label: speaker.fixed_sentence("book-open") }
}
