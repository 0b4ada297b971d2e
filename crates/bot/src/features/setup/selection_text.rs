//! Presents the selection of extra pieces in Grand Chess: the public message, and the menus of the
//! player who selects.

use adoube_rules::{PieceType, Side};

use crate::{
    Block, ControlRow, Menu, MenuOption, Message, MessageSeries, Viewer,
    core::{
        command::{BoardButton, ButtonId, PieceGroup},
        notice::{SelectionEvent, SelectionNotice, SelectionStep, SelectionStepNotice},
    },
    text::{
        Localizer,
        board::{
            array, diagram_cache::DiagramCache, move_description, piece_counts, piece_help, piece_list,
            piece_menu,
        },
        buttons::board_button,
        clock_line, display_name, game_over_buttons,
        message::{Button, ButtonStyle},
    },
};

/// Progress of a piece selection.
pub(crate) fn message(speaker: Localizer<'_>, notice: &SelectionNotice, viewer: &Viewer) -> Message {
    let mut blocks = vec![
        Block::Text(headline(speaker, notice)),
        Block::List(Side::BOTH.into_iter().filter_map(|side| share(speaker, notice, side)).collect()),
    ];
    let next = (notice.ending.is_none() && !is_complete(notice)).then(|| chooser(notice));
    blocks.push(Block::Text(state(speaker, notice, next)));
    let clock = notice.clock.as_ref().filter(|_| next.is_some());
    blocks.extend(clock.and_then(|view| clock_line::line(speaker, view, &notice.seats)).map(Block::Text));
    let shown = notice.event == SelectionEvent::Shown;
    let plays = |person| notice.seats.side_of(person).is_some();
    // A player who asked for it gets the controls: for them this is the newest message of the game.
    let has_controls = next.is_some() && (!shown || viewer.person.as_ref().is_some_and(plays));
    let controls = match &notice.ending {
        // No array of this game was shown yet, so none is offered again.
        Some(_) => {
            let again =
                game_over_buttons::rematch_buttons(speaker, &notice.game, &notice.seats, false, viewer);
            (!again.is_empty()).then_some(ControlRow::Buttons(again)).into_iter().collect()
        }
        None if has_controls => rows(speaker, notice, viewer),
        None => Vec::new(),
    };
    let begins = notice.event == SelectionEvent::Started || shown;
    Message {
        blocks,
        picture: begins.then(|| array::picture_before(speaker, &notice.array)),
        rows: controls,
        followers: if notice.ending.is_some() { notice.followers.clone() } else { Vec::new() },
        mention: next.filter(|_| !shown).and_then(|side| Some(notice.seats.of(side).person()?.id.clone())),
        series: (has_controls || !shown).then(|| MessageSeries(format!("game:{}", notice.game))),
        ..Message::default()
    }
}

fn is_complete(notice: &SelectionNotice) -> bool {
    notice.chosen.len() >= notice.array.extra
}

fn chooser(notice: &SelectionNotice) -> Side {
    notice.array.chooser(notice.chosen.len())
}

fn headline(speaker: Localizer<'_>, notice: &SelectionNotice) -> String {
    let name = |side| speaker.seat(notice.seats.of(side));
    let args = [
        ("white", name(Side::White).into()),
        ("black", name(Side::Black).into()),
        ("count", (notice.array.extra as u64).into()),
        ("game", notice.game.to_string().into()),
    ];
    match (notice.event, notice.chosen.last()) {
        (SelectionEvent::Started, _) => speaker.sentence("choosing-started", &args),
        (SelectionEvent::Chosen, Some(kind)) => {
            let by = name(notice.array.chooser(notice.chosen.len() - 1));
            speaker.sentence("choosing-chosen", &[("name", by.into()), ("piece", speaker.kind(*kind).into())])
        }
        _ if notice.ending.is_some() => speaker.sentence("choosing-title-ended", &args),
        _ => speaker.sentence("choosing-title", &args),
    }
}

/// "Ada (White), 1 of 2: Archer (AR)"; `None` for a side that chooses no piece.
fn share(speaker: Localizer<'_>, notice: &SelectionNotice, side: Side) -> Option<String> {
    let places = |limit: usize| (0..limit).filter(|place| notice.array.chooser(*place) == side);
    let whole = places(notice.array.extra).count();
    if whole == 0 {
        return None;
    }
    let kinds: Vec<PieceType> = places(notice.chosen.len()).map(|place| notice.chosen[place]).collect();
    let args = [
        ("name", speaker.seat(notice.seats.of(side)).into()),
        ("side", speaker.side(side).into()),
        ("picked", (kinds.len() as u64).into()),
        ("share", (whole as u64).into()),
        ("pieces", piece_counts::names_with_letters(speaker, &kinds).join(", ").into()),
    ];
    Some(speaker.sentence(if kinds.is_empty() { "choosing-share-none" } else { "choosing-share" }, &args))
}

fn state(speaker: Localizer<'_>, notice: &SelectionNotice, next: Option<Side>) -> String {
    match (&notice.ending, next) {
        (Some(ending), _) => move_description::ending(speaker, ending, &notice.seats),
        (None, Some(side)) => {
            let name = speaker.seat(notice.seats.of(side));
            speaker.sentence("choosing-next", &[("name", name.into())])
        }
        (None, None) => speaker.fixed_sentence("choosing-complete"),
    }
}

/// The controls this viewer can use; all of them in a message for everybody.
fn rows(speaker: Localizer<'_>, notice: &SelectionNotice, viewer: &Viewer) -> Vec<ControlRow> {
    let button = |target, key: &str, style| {
        board_button(&notice.game, notice.revision, target, speaker.fixed_sentence(key), style)
    };
    let side = viewer.person.as_ref().map(|person| notice.seats.side_of(person));
    let mut buttons = Vec::new();
    if side.is_none_or(|side| side == Some(chooser(notice))) {
        buttons.push(button(BoardButton::Choose, "button-pick-piece", ButtonStyle::Primary));
    }
    if side.is_none_or(|side| side.is_some()) {
        buttons.push(button(BoardButton::Abort, "button-abort", ButtonStyle::Secondary));
        buttons.push(button(BoardButton::Resign, "button-resign", ButtonStyle::Danger));
    }
    let buttons = (!buttons.is_empty()).then_some(ControlRow::Buttons(buttons));
    buttons.into_iter().chain(piece_menu::help_menus(speaker, &notice.chosen)).collect()
}

/// A step of choosing a piece by menus.
pub(crate) fn step(speaker: Localizer<'_>, diagrams: &DiagramCache, notice: &SelectionStepNotice) -> Message {
    let steps = SelectionMenus { speaker, notice };
    match &notice.step {
        SelectionStep::Groups => Message {
            rows: vec![steps.groups()],
            ..Message::from_text(speaker.fixed_sentence("choose-groups"))
        },
        SelectionStep::Group(group) => {
            let name = piece_list::group_name(speaker, *group);
            let open = notice.open.iter().copied().filter(|kind| group.has(*kind));
            let rows = vec![steps.kinds(open), steps.back(BoardButton::Groups)];
            Message {
                rows,
                ..Message::from_text(speaker.sentence("choose-kind-of", &[("group", name.into())]))
            }
        }
        SelectionStep::Found { text, kinds } => {
            let rows = vec![steps.kinds(kinds.iter().copied()), steps.back(BoardButton::Groups)];
            let text = display_name(text);
            Message { rows, ..Message::from_text(speaker.sentence("choose-found", &[("text", text.into())])) }
        }
        SelectionStep::Kind(kind) => {
            let mut message = piece_help::message(speaker, diagrams, *kind);
            message.blocks.push(Block::Text(speaker.fixed_sentence("choose-confirm")));
            let label = speaker.sentence("button-pick-this", &[("piece", speaker.kind(*kind).into())]);
            let back = PieceGroup::of(*kind).map_or(BoardButton::Groups, BoardButton::ShowGroup);
            message.rows = vec![ControlRow::Buttons(vec![
                steps.button(BoardButton::ChooseKind(*kind), label, ButtonStyle::Primary),
                steps.button(back, speaker.fixed_sentence("button-back"), ButtonStyle::Secondary),
            ])];
            message
        }
    }
}

/// The reply to the player who chose a piece.
pub(crate) fn selected(speaker: Localizer<'_>, kind: PieceType) -> Message {
    Message::from_text(speaker.sentence("choose-done", &[("piece", speaker.kind(kind).into())]))
}

struct SelectionMenus<'a> {
    speaker: Localizer<'a>,
    notice: &'a SelectionStepNotice,
}

impl SelectionMenus<'_> {
    fn groups(&self) -> ControlRow {
        let count = |group: PieceGroup| self.notice.open.iter().filter(|kind| group.has(**kind)).count();
        let groups = PieceGroup::ALL.into_iter().map(|group| (group, count(group)));
        let option = |(group, count): (PieceGroup, usize)| {
            let args = [
                ("group", piece_list::group_name(self.speaker, group).into()),
                ("count", (count as u64).into()),
            ];
            MenuOption {
                value: group.key().to_owned(),
                label: self.speaker.sentence("choose-group-option", &args),
            }
        };
        let options = groups.filter(|(_, count)| *count > 0).map(option).collect();
        self.menu(BoardButton::Group, "choose-group", options)
    }

    fn kinds(&self, kinds: impl Iterator<Item = PieceType>) -> ControlRow {
        let options = kinds.map(|kind| piece_menu::piece_option(self.speaker, kind)).collect();
        self.menu(BoardButton::Kind, "choose-kind", options)
    }

    fn menu(&self, target: BoardButton, label: &str, options: Vec<MenuOption>) -> ControlRow {
        let (game, turn) = (self.notice.game.clone(), self.notice.revision);
        let id = ButtonId::Turn { game, turn, target }.to_string();
        ControlRow::Menu(Menu { id, label: self.speaker.fixed_sentence(label), options, is_of_people: false })
    }

    fn back(&self, target: BoardButton) -> ControlRow {
        let label = self.speaker.fixed_sentence("button-back");
        ControlRow::Buttons(vec![self.button(target, label, ButtonStyle::Secondary)])
    }

    fn button(&self, target: BoardButton, label: String, style: ButtonStyle) -> Button {
        board_button(&self.notice.game, self.notice.revision, target, label, style)
    }
}
