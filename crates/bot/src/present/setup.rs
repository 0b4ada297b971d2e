//! Presents the set-up panel of Grand Chess: the chosen rules, the resulting array, and the
//! controls that change them; and the text of a challenge about its array.

use adoube_render::{Mark, Scene};
use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, PieceType, Position, PromotionMode, Side, Square, Variant,
};

use super::{challenge, help};
use crate::{
    AltText, Block, ControlRow, Menu, MenuOption, Message, Picture,
    command::{
        ARRAYS, ButtonId, ColourWord, MenuIndex, SetupPanelButton, SetupRuleValue, TIME_OUTS, TimeControlWord,
    },
    game::{ArrayTerms, ClaimMode, GameTerms, RECOMMENDED_NEW, SetupPanel, new_types},
    notice::{SetupPanelNotice, SetupPanelPage},
    text::{
        Localizer,
        board::{piece_counts, placed_pieces, scene_description},
        display_name,
        message::{Button, ButtonStyle},
    },
};

/// Maximum of pieces in a menu.
const MENU: usize = 25;
/// Maximum of piece menus in a message, beside other controls.
const MENUS: usize = 4;

/// Lock lengths offered by a menu, in moves; any other can be typed.
const LOCKS: [u16; 6] = [0, 3, 5, 7, 10, 20];

/// A panel for its owner.
pub(super) fn panel(speaker: Localizer<'_>, notice: &SetupPanelNotice) -> Message {
    let start = position(notice.start.as_deref());
    let view = SetupPanelText { speaker, panel: &notice.panel, start: start.as_ref() };
    let rows = match &notice.page {
        SetupPanelPage::Rules => view.rules(),
        SetupPanelPage::Opponents(people) => {
            let names =
                people.iter().map(|person| person.name.clone()).filter(|name| !name.trim().is_empty());
            view.opponents(names)
        }
        SetupPanelPage::Pieces => view.pieces(),
        SetupPanelPage::Time => view.time(),
    };
    Message { blocks: view.blocks(), picture: Some(view.picture()), rows, ..Message::default() }
}

/// The reply when a panel was closed.
pub(super) fn closed(speaker: Localizer<'_>, sent: bool) -> Message {
    Message::from_text(speaker.fixed_sentence(if sent { "panel-sent" } else { "panel-discarded" }))
}

/// A stored start position of Grand Chess.
fn position(text: Option<&str>) -> Option<Position> {
    position_of(Variant::Grand, text)
}

/// A stored start position.
pub(super) fn position_of(variant: Variant, text: Option<&str>) -> Option<Position> {
    let parse = |text| Position::parse(variant, text);
    text.map(parse)?
        .inspect_err(|error| tracing::error!(%error, "a stored start position cannot be read"))
        .ok()
}

/// The terms of the array, one per line. `extra` are its extra pieces, empty while they are still
/// chosen.
pub(super) fn array_lines(
    speaker: Localizer<'_>,
    terms: &GameTerms,
    extra: &[PieceType],
    most_named: usize,
) -> Vec<String> {
    let Some(array) = &terms.array else { return Vec::new() };
    let count = array.extra as u64;
    let key = format!("terms-array-{}", ARRAYS.word(&array.array));
    let mut lines = vec![speaker.sentence(&key, &[("count", count.into())])];
    if array.array != ArrayKind::Classic {
        lines.push(speaker.fixed_sentence(match array.duplicates {
            DuplicateRule::Allowed => "terms-duplicates-allowed",
            DuplicateRule::Forbidden => "terms-duplicates-forbidden",
        }));
        lines.push(speaker.fixed_sentence(match array.symmetry {
            ArraySymmetry::Mirrored => "terms-mirrored",
            ArraySymmetry::Rotated => "terms-rotated",
        }));
    }
    lines.extend(lock_line(speaker, array, terms.promotion, extra, most_named));
    lines
}

/// The locked pieces and the end of their lock; `None` where no piece can be locked. They are named
/// unless there are too many.
fn lock_line(
    speaker: Localizer<'_>,
    array: &ArrayTerms,
    promotion: Option<PromotionMode>,
    extra: &[PieceType],
    most_named: usize,
) -> Option<String> {
    let lockable: Vec<PieceType> = extra.iter().copied().filter(|kind| kind.is_lockable()).collect();
    let still_picked = extra.is_empty() && array.array != ArrayKind::Classic;
    if lockable.is_empty() && !still_picked && promotion != Some(PromotionMode::All) {
        return None;
    }
    if array.lock == 0 {
        return Some(speaker.fixed_sentence("terms-lock-none"));
    }
    let number = ("number", array.lock.saturating_add(1).into());
    let kinds = piece_counts::by_kind(&lockable);
    if kinds.is_empty() || kinds.len() > most_named {
        return Some(speaker.sentence("terms-lock-some", &[number]));
    }
    let names: Vec<String> = kinds.into_iter().map(|(kind, _)| speaker.kind(kind)).collect();
    Some(speaker.sentence("terms-lock", &[number, ("pieces", speaker.list(&names).into())]))
}

/// "Extra pieces: Archer (AR), 2 Camels (CA)", and a note if they are many.
pub(super) fn extra_blocks(
    speaker: Localizer<'_>,
    terms: &GameTerms,
    start: Option<&Position>,
) -> Vec<Block> {
    let Some(array) = &terms.array else { return Vec::new() };
    let kinds = start.map(|start| array.extra_pieces(start)).unwrap_or_default();
    let mut blocks = Vec::new();
    if !kinds.is_empty() {
        let pieces = piece_counts::names_with_letters(speaker, &kinds).join(", ");
        blocks.push(Block::Text(speaker.sentence("terms-extra-pieces", &[("pieces", pieces.into())])));
    }
    let (new, key) = if array.is_chosen() {
        (array.extra, "setup-many-new-chosen")
    } else {
        (new_types(&kinds), "setup-many-new")
    };
    if new > RECOMMENDED_NEW {
        blocks.push(Block::Text(speaker.sentence(key, &[("count", (new as u64).into())])));
    }
    blocks
}

/// Menus of pieces to read about, as many as needed.
pub(super) fn help_menus(speaker: Localizer<'_>, kinds: &[PieceType]) -> Vec<ControlRow> {
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
        let options = page.iter().map(|kind| kind_option(speaker, *kind)).collect();
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
pub(super) fn kind_option(speaker: Localizer<'_>, kind: PieceType) -> MenuOption {
    MenuOption { value: kind.code().to_owned(), label: speaker.with_letter(kind) }
}

/// A start array, seen from White's side.
pub(super) fn array_picture(speaker: Localizer<'_>, start: &Position) -> Picture {
    let scene = Scene::of(start, Side::White).with_to_move(None).with_note("");
    let [white, black] = armies(speaker, start);
    let args = [("white", white.into()), ("black", black.into())];
    let mut alt = AltText::of(speaker.sentence("panel-alt", &args));
    scene_description::add_marks(&mut alt, speaker, start, &scene);
    Picture { scene: named(speaker, scene), alt }
}

/// The board before the selection of extra pieces, with their squares marked.
pub(super) fn picture_before(speaker: Localizer<'_>, array: &ArrayTerms) -> Picture {
    let classic = Position::start(Variant::Grand);
    let stands = |kind: PieceType| array.has_classic_pieces() || kind == PieceType::PAWN;
    let pieces: Vec<_> = classic.pieces().filter(|(_, piece)| stands(piece.kind)).collect();
    let is_home = |square: &Square| [1, 2, 9, 10].contains(&square.rank);
    let squares = Variant::Grand.region().squares().filter(is_home);
    let empty: Vec<Square> =
        squares.filter(|square| pieces.iter().all(|(taken, _)| taken != square)).collect();
    let [white, black] = armies(speaker, &classic);
    let squares = placed_pieces::squares(speaker, &empty);
    let args = [("white", white.into()), ("black", black.into()), ("squares", squares.into())];
    let key = if array.has_classic_pieces() { "panel-alt-before" } else { "panel-alt-before-free" };
    let scene = Scene::new(Variant::Grand.region(), pieces, Side::White).with_marks(Mark::Target, empty);
    Picture { scene: named(speaker, scene), alt: AltText::of(speaker.sentence(key, &args)) }
}

fn armies(speaker: Localizer<'_>, position: &Position) -> [String; 2] {
    let army = |side| scene_description::army(speaker, side, position.pieces());
    Side::BOTH.map(|side| army(side).unwrap_or_default())
}

fn named(speaker: Localizer<'_>, scene: Scene) -> Scene {
    scene.with_names(speaker.side(Side::White), speaker.side(Side::Black))
}

struct SetupPanelText<'a> {
    speaker: Localizer<'a>,
    panel: &'a SetupPanel,
    /// The start position; `None` while its pieces are still to be chosen.
    start: Option<&'a Position>,
}

impl SetupPanelText<'_> {
    fn blocks(&self) -> Vec<Block> {
        let (speaker, terms) = (self.speaker, self.panel.terms());
        let opponent = match &self.panel.opponent {
            Some(person) => {
                speaker.sentence("panel-opponent", &[("name", display_name(&person.name).into())])
            }
            None => speaker.fixed_sentence("panel-opponent-anybody"),
        };
        let mut lines = challenge::terms(speaker, &terms, &self.extra_pieces());
        lines.push(opponent);
        let about = if self.start.is_some() { "panel-about" } else { "panel-about-chosen" };
        let mut blocks = vec![Block::Heading(speaker.fixed_sentence("panel-title")), Block::List(lines)];
        blocks.extend(extra_blocks(speaker, &terms, self.start));
        blocks.push(Block::Text(speaker.fixed_sentence(about)));
        blocks
    }

    fn picture(&self) -> Picture {
        match self.start {
            Some(start) => array_picture(self.speaker, start),
            None => picture_before(self.speaker, &self.panel.array),
        }
    }

    /// The controls of the rules page.
    fn rules(&self) -> Vec<ControlRow> {
        let array = &self.panel.array;
        let mut rows = vec![self.arrays()];
        rows.extend((array.array != ArrayKind::Classic).then(|| self.numbers()));
        rows.push(self.other_rules());
        rows.push(ControlRow::Buttons(self.switches()));
        rows.push(ControlRow::Buttons(self.steps()));
        rows
    }

    fn arrays(&self) -> ControlRow {
        let name = |word| self.speaker.fixed_sentence(&format!("choice-{}-{word}", ARRAYS.key));
        let current = self.panel.array.array;
        let options =
            ARRAYS.words.iter().map(|(word, array)| self.option(word, name(word), *array == current));
        // The typed word is short enough for a phone; the list above the menu explains it.
        let word = help::typed_word(self.speaker, &ARRAYS, ARRAYS.word(&current));
        let label = self.speaker.sentence("panel-array", &[("value", word.into())]);
        self.menu(SetupPanelButton::Array, label, options.collect())
    }

    fn numbers(&self) -> ControlRow {
        let array = &self.panel.array;
        let options = (1..=array.array.most_extra()).map(|count| {
            let text = count.to_string();
            self.option(&text, text.clone(), count == array.extra)
        });
        let label = self.speaker.sentence("panel-extra", &[("count", (array.extra as u64).into())]);
        self.menu(SetupPanelButton::Extra, label, options.collect())
    }

    fn other_rules(&self) -> ControlRow {
        let option = |value: SetupRuleValue, label: String, is_current| {
            self.option(&value.to_string(), label, is_current)
        };
        let promotions = PromotionMode::ALL.map(|mode| {
            let name = self.speaker.fixed_sentence(&format!("choice-promotion-{mode}"));
            option(SetupRuleValue::Promotion(mode), name, mode == self.panel.promotion)
        });
        // The classic array's pieces are never locked, so there is no choice.
        let all_may_come = self.panel.promotion == PromotionMode::All;
        let can_be_locked = self.panel.array.array != ArrayKind::Classic || all_may_come;
        let locks = LOCKS.into_iter().filter(|_| can_be_locked).map(|moves| {
            let label = self.speaker.sentence("panel-rule-lock", &[("moves", moves.into())]);
            option(SetupRuleValue::Lock(moves), label, moves == self.panel.array.lock)
        });
        let colours = [None, Some(Side::White), Some(Side::Black)].map(|side| {
            let (word, label) = match side {
                None => (ColourWord::Lot, self.speaker.fixed_sentence("panel-rule-colour-random")),
                Some(side) => {
                    let side_name = self.speaker.side(side);
                    let label = self.speaker.sentence("panel-rule-colour", &[("side", side_name.into())]);
                    (ColourWord::Side(side), label)
                }
            };
            option(SetupRuleValue::Colour(word), label, side == self.panel.colour)
        });
        let claims = [ClaimMode::ByPlayer, ClaimMode::Automatic].map(|claims| {
            let label = self.speaker.fixed_sentence(match claims {
                ClaimMode::ByPlayer => "panel-rule-claims",
                ClaimMode::Automatic => "panel-rule-auto-claim",
            });
            option(SetupRuleValue::Claims(claims), label, claims == self.panel.claims)
        });
        let options = promotions.into_iter().chain(locks).chain(colours).chain(claims).collect();
        self.menu(SetupPanelButton::Rule, self.speaker.fixed_sentence("panel-rule"), options)
    }

    fn switches(&self) -> Vec<Button> {
        let array = &self.panel.array;
        let switch = |target, key: &str, on: bool| {
            let label = self.speaker.sentence(key, &[("on", u8::from(on).into())]);
            self.button(target, label, ButtonStyle::Secondary)
        };
        let mut row = Vec::new();
        if array.array != ArrayKind::Classic {
            let repeated = array.duplicates == DuplicateRule::Allowed;
            row.push(switch(SetupPanelButton::Duplicates, "button-duplicates", repeated));
            let rotated = array.symmetry == ArraySymmetry::Rotated;
            row.push(switch(SetupPanelButton::Rotate, "button-rotate", rotated));
        }
        row.push(switch(SetupPanelButton::TouchMove, "button-touch-move", self.panel.touch_move));
        row.push(self.plain_button(SetupPanelButton::Opponents, "button-opponent", ButtonStyle::Secondary));
        if !self.extra_pieces().is_empty() {
            row.push(self.plain_button(SetupPanelButton::Pieces, "button-pieces", ButtonStyle::Secondary));
        }
        row
    }

    fn steps(&self) -> Vec<Button> {
        let mut row =
            vec![self.plain_button(SetupPanelButton::Send, "button-challenge", ButtonStyle::Primary)];
        if self.panel.array.is_random() {
            row.push(self.plain_button(SetupPanelButton::Redraw, "button-redraw", ButtonStyle::Secondary));
        }
        row.push(self.plain_button(SetupPanelButton::Time, "button-time", ButtonStyle::Secondary));
        row.push(self.plain_button(SetupPanelButton::Computer, "button-computer", ButtonStyle::Secondary));
        row.push(self.plain_button(SetupPanelButton::Discard, "button-discard", ButtonStyle::Secondary));
        row
    }

    fn extra_pieces(&self) -> Vec<PieceType> {
        self.start.map(|start| self.panel.array.extra_pieces(start)).unwrap_or_default()
    }

    fn opponents(&self, names: impl Iterator<Item = String>) -> Vec<ControlRow> {
        let current = self.panel.opponent.as_ref().map(|person| person.name.as_str());
        let mut options: Vec<MenuOption> = Vec::new();
        for name in names {
            if options.iter().all(|option| option.value != name) {
                let is_current = current == Some(name.as_str());
                options.push(self.option(&name, display_name(&name), is_current));
            }
        }
        let (id, label) =
            (self.id(SetupPanelButton::Opponent), self.speaker.fixed_sentence("panel-opponents"));
        let menu = ControlRow::Menu(Menu { id, label, options, is_of_people: true });
        let anybody = self.plain_button(SetupPanelButton::Anybody, "button-anybody", ButtonStyle::Secondary);
        let back = self.plain_button(SetupPanelButton::Rules, "button-back", ButtonStyle::Secondary);
        vec![menu, ControlRow::Buttons(vec![anybody, back])]
    }

    fn pieces(&self) -> Vec<ControlRow> {
        help_menus(self.speaker, &self.extra_pieces()).into_iter().chain([self.back()]).collect()
    }

    /// The controls of the time page: usual time controls, and the typed one, if another.
    fn time(&self) -> Vec<ControlRow> {
        let current = TimeControlWord::from(self.panel.pace);
        let name = |pace: TimeControlWord| {
            pace.pace().map_or_else(
                || self.speaker.fixed_sentence("panel-pace-none"),
                |pace| self.speaker.pace(pace),
            )
        };
        let mut paces = vec![TimeControlWord::None];
        paces.extend(TimeControlWord::offered().map(TimeControlWord::Pace));
        if !paces.contains(&current) {
            paces.insert(1, current);
        }
        let option = |pace: &TimeControlWord| self.option(&pace.to_string(), name(*pace), *pace == current);
        let label = self.speaker.sentence("panel-pace", &[("value", name(current).into())]);
        let paces = self.menu(SetupPanelButton::Pace, label, paces.iter().map(option).collect());
        let word = |time_out| {
            self.speaker.fixed_sentence(&format!("choice-{}-{}", TIME_OUTS.key, TIME_OUTS.word(time_out)))
        };
        let outcomes = TIME_OUTS
            .words
            .iter()
            .map(|(key, time_out)| self.option(key, word(time_out), *time_out == self.panel.time_out));
        let label = self.speaker.sentence("panel-time-out", &[("value", word(&self.panel.time_out).into())]);
        let outcomes = self.menu(SetupPanelButton::TimeOut, label, outcomes.collect());
        // Without a time control there is no flag rule to choose.
        let outcomes = self.panel.pace.is_some().then_some(outcomes);
        [paces].into_iter().chain(outcomes).chain([self.back()]).collect()
    }

    fn back(&self) -> ControlRow {
        ControlRow::Buttons(vec![self.plain_button(
            SetupPanelButton::Rules,
            "button-back",
            ButtonStyle::Secondary,
        )])
    }

    fn id(&self, target: SetupPanelButton) -> String {
        ButtonId::Panel { id: self.panel.id.clone(), version: self.panel.version, target }.to_string()
    }

    fn menu(&self, target: SetupPanelButton, label: String, options: Vec<MenuOption>) -> ControlRow {
        ControlRow::Menu(Menu { id: self.id(target), label, options, is_of_people: false })
    }

    fn option(&self, value: &str, label: String, is_current: bool) -> MenuOption {
        let label = if is_current {
            self.speaker.sentence("panel-current", &[("label", label.into())])
        } else {
            label
        };
        MenuOption { value: value.to_owned(), label }
    }

    fn plain_button(&self, target: SetupPanelButton, key: &str, style: ButtonStyle) -> Button {
        self.button(target, self.speaker.fixed_sentence(key), style)
    }

    fn button(&self, target: SetupPanelButton, label: String, style: ButtonStyle) -> Button {
        Button { id: self.id(target), label, style }
    }
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

    #[test]
    fn locked_pieces_are_named_up_to_as_many_as_there_is_room_for() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let locked: Vec<PieceType> = PieceType::all().filter(|kind| kind.is_lockable()).take(2).collect();
        let array = ArrayTerms { array: ArrayKind::FreeRandom, extra: 2, lock: 5, ..ArrayTerms::default() };
        let said = |most_named| {
            let speaker = Localizer::new(&wording, Language::EN);
            lock_line(speaker, &array, None, &locked, most_named).unwrap_or_default()
        };
        assert!(said(2).starts_with("Locked: ") && said(2).contains(" and "), "{}", said(2));
        assert!(said(1).starts_with("Locked pieces (/piece says which)"), "{}", said(1));
    }
}
