//! The set-up panel: the rules chosen, the array as it will be played, and the controls that change them. What a
//! challenge says about an array is here, too.

use adoube_render::{Mark, Scene};
use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, PieceType, Position, PromotionMode, Side, Square, Variant,
};

use super::{challenge, counting, help, placed, scene_in_words, words};
use crate::{
    Block, Description, Menu, MenuOption, Message, Picture, Row,
    command::{ARRAYS, ColourWord, Component, Nth, PaceWord, PanelTarget, RuleValue, TIME_OUTS},
    game::{ArrayTerms, ClaimMode, Panel, RECOMMENDED_NEW, Terms, new_types},
    message::{Button, ButtonStyle},
    notice::{PanelNotice, PanelPage},
    wording::{Speaker, shown_name},
};

/// Pieces a menu holds.
const MENU: usize = 25;
/// Menus of pieces a message has room for, beside other controls.
const MENUS: usize = 4;

/// Numbers of locked moves a menu offers; any other can be typed.
const LOCKS: [u16; 6] = [0, 3, 5, 7, 10, 20];

/// A panel as its owner sees it.
pub(super) fn panel(speaker: Speaker<'_>, notice: &PanelNotice) -> Message {
    let start = position(notice.start.as_deref());
    let view = PanelView { speaker, panel: &notice.panel, start: start.as_ref() };
    let rows = match &notice.page {
        PanelPage::Rules => view.rules(),
        PanelPage::Opponents(people) => {
            let names =
                people.iter().map(|person| person.name.clone()).filter(|name| !name.trim().is_empty());
            view.opponents(names)
        }
        PanelPage::Pieces => view.pieces(),
        PanelPage::Time => view.time(),
    };
    Message { blocks: view.blocks(), picture: Some(view.picture()), rows, ..Message::default() }
}

/// The panel is no longer there.
pub(super) fn closed(speaker: Speaker<'_>, sent: bool) -> Message {
    words(speaker.plain(if sent { "panel-sent" } else { "panel-discarded" }))
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

/// What is agreed about the array, one point a line. `extra` are its extra pieces; none while they are still picked.
pub(super) fn array_lines(
    speaker: Speaker<'_>,
    terms: &Terms,
    extra: &[PieceType],
    most_named: usize,
) -> Vec<String> {
    let Some(array) = &terms.array else { return Vec::new() };
    let count = array.extra as u64;
    let key = format!("terms-array-{}", ARRAYS.word(&array.array));
    let mut lines = vec![speaker.say(&key, &[("count", count.into())])];
    if array.array != ArrayKind::Classic {
        lines.push(speaker.plain(match array.duplicates {
            DuplicateRule::Allowed => "terms-duplicates-allowed",
            DuplicateRule::Forbidden => "terms-duplicates-forbidden",
        }));
        lines.push(speaker.plain(match array.symmetry {
            ArraySymmetry::Mirrored => "terms-mirrored",
            ArraySymmetry::Rotated => "terms-rotated",
        }));
    }
    lines.extend(lock_line(speaker, array, terms.promotion, extra, most_named));
    lines
}

/// Which pieces are locked, and until when; nothing where no piece can be. They are named unless there are too many.
fn lock_line(
    speaker: Speaker<'_>,
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
        return Some(speaker.plain("terms-lock-none"));
    }
    let number = ("number", array.lock.saturating_add(1).into());
    let kinds = counting::by_kind(&lockable);
    if kinds.is_empty() || kinds.len() > most_named {
        return Some(speaker.say("terms-lock-some", &[number]));
    }
    let names: Vec<String> = kinds.into_iter().map(|(kind, _)| speaker.kind(kind)).collect();
    Some(speaker.say("terms-lock", &[number, ("pieces", speaker.list(&names).into())]))
}

/// "Extra pieces: Archer (AR), 2 Camels (CA)", and whether that is a lot.
pub(super) fn extra_blocks(speaker: Speaker<'_>, terms: &Terms, start: Option<&Position>) -> Vec<Block> {
    let Some(array) = &terms.array else { return Vec::new() };
    let kinds = start.map(|start| array.extra_pieces(start)).unwrap_or_default();
    let mut blocks = Vec::new();
    if !kinds.is_empty() {
        let pieces = counting::names_with_letters(speaker, &kinds).join(", ");
        blocks.push(Block::Text(speaker.say("terms-extra-pieces", &[("pieces", pieces.into())])));
    }
    let (new, key) = if array.is_chosen() {
        (array.extra, "setup-many-new-chosen")
    } else {
        (new_types(&kinds), "setup-many-new")
    };
    if new > RECOMMENDED_NEW {
        blocks.push(Block::Text(speaker.say(key, &[("count", (new as u64).into())])));
    }
    blocks
}

/// The menus of pieces to read about, as many as it takes; none when there are none.
pub(super) fn help_menus(speaker: Speaker<'_>, kinds: &[PieceType]) -> Vec<Row> {
    let distinct: Vec<PieceType> = counting::by_kind(kinds).into_iter().map(|(kind, _)| kind).collect();
    let pages = distinct.chunks(MENU).take(MENUS).enumerate();
    let menu = |(place, page): (usize, &[PieceType])| {
        let label = match (page, distinct.len() > MENU) {
            ([first, .., last], true) => {
                let (first, last) = (speaker.kind(*first), speaker.kind(*last));
                speaker.say("piece-help-menu-part", &[("first", first.into()), ("last", last.into())])
            }
            _ => speaker.plain("piece-help-menu"),
        };
        let options = page.iter().map(|kind| kind_option(speaker, *kind)).collect();
        Row::Menu(Menu {
            id: Component::PieceHelp(Nth(place)).to_string(),
            label,
            options,
            is_of_people: false,
        })
    };
    pages.map(menu).collect()
}

/// A piece to pick from a menu.
pub(super) fn kind_option(speaker: Speaker<'_>, kind: PieceType) -> MenuOption {
    MenuOption { value: kind.code().to_owned(), label: speaker.with_letter(kind) }
}

/// A start array, seen from White's side.
pub(super) fn array_picture(speaker: Speaker<'_>, start: &Position) -> Picture {
    let scene = Scene::of(start, Side::White).with_to_move(None).with_note("");
    let [white, black] = armies(speaker, start);
    let args = [("white", white.into()), ("black", black.into())];
    let mut alt = Description::of(speaker.say("panel-alt", &args));
    scene_in_words::add_marks(&mut alt, speaker, start, &scene);
    Picture { scene: named(speaker, scene), alt }
}

/// The board before its extra pieces are chosen, with the squares for them marked.
pub(super) fn picture_before(speaker: Speaker<'_>, array: &ArrayTerms) -> Picture {
    let classic = Position::start(Variant::Grand);
    let stands = |kind: PieceType| array.has_classic_pieces() || kind == PieceType::PAWN;
    let pieces: Vec<_> = classic.pieces().filter(|(_, piece)| stands(piece.kind)).collect();
    let is_home = |square: &Square| [1, 2, 9, 10].contains(&square.rank);
    let squares = Variant::Grand.region().squares().filter(is_home);
    let empty: Vec<Square> =
        squares.filter(|square| pieces.iter().all(|(taken, _)| taken != square)).collect();
    let [white, black] = armies(speaker, &classic);
    let squares = placed::squares(speaker, &empty);
    let args = [("white", white.into()), ("black", black.into()), ("squares", squares.into())];
    let key = if array.has_classic_pieces() { "panel-alt-before" } else { "panel-alt-before-free" };
    let scene = Scene::new(Variant::Grand.region(), pieces, Side::White).with_marks(Mark::Target, empty);
    Picture { scene: named(speaker, scene), alt: Description::of(speaker.say(key, &args)) }
}

fn armies(speaker: Speaker<'_>, position: &Position) -> [String; 2] {
    let army = |side| scene_in_words::army(speaker, side, position.pieces());
    Side::BOTH.map(|side| army(side).unwrap_or_default())
}

fn named(speaker: Speaker<'_>, scene: Scene) -> Scene {
    scene.with_names(speaker.side(Side::White), speaker.side(Side::Black))
}

struct PanelView<'a> {
    speaker: Speaker<'a>,
    panel: &'a Panel,
    /// The start position; none when its pieces are still to be chosen.
    start: Option<&'a Position>,
}

impl PanelView<'_> {
    fn blocks(&self) -> Vec<Block> {
        let (speaker, terms) = (self.speaker, self.panel.terms());
        let opponent = match &self.panel.opponent {
            Some(person) => speaker.say("panel-opponent", &[("name", shown_name(&person.name).into())]),
            None => speaker.plain("panel-opponent-anybody"),
        };
        let mut lines = challenge::terms(speaker, &terms, &self.extra_pieces());
        lines.push(opponent);
        let about = if self.start.is_some() { "panel-about" } else { "panel-about-chosen" };
        let mut blocks = vec![Block::Heading(speaker.plain("panel-title")), Block::List(lines)];
        blocks.extend(extra_blocks(speaker, &terms, self.start));
        blocks.push(Block::Text(speaker.plain(about)));
        blocks
    }

    fn picture(&self) -> Picture {
        match self.start {
            Some(start) => array_picture(self.speaker, start),
            None => picture_before(self.speaker, &self.panel.array),
        }
    }

    /// The first page.
    fn rules(&self) -> Vec<Row> {
        let array = &self.panel.array;
        let mut rows = vec![self.arrays()];
        rows.extend((array.array != ArrayKind::Classic).then(|| self.numbers()));
        rows.push(self.other_rules());
        rows.push(Row::Buttons(self.switches()));
        rows.push(Row::Buttons(self.steps()));
        rows
    }

    fn arrays(&self) -> Row {
        let name = |word| self.speaker.plain(&format!("choice-{}-{word}", ARRAYS.key));
        let current = self.panel.array.array;
        let options =
            ARRAYS.words.iter().map(|(word, array)| self.option(word, name(word), *array == current));
        // The word one types is short enough for a phone; the list above the menu explains it.
        let word = help::typed_word(self.speaker, &ARRAYS, ARRAYS.word(&current));
        let label = self.speaker.say("panel-array", &[("value", word.into())]);
        self.menu(PanelTarget::Array, label, options.collect())
    }

    fn numbers(&self) -> Row {
        let array = &self.panel.array;
        let options = (1..=array.array.most_extra()).map(|count| {
            let text = count.to_string();
            self.option(&text, text.clone(), count == array.extra)
        });
        let label = self.speaker.say("panel-extra", &[("count", (array.extra as u64).into())]);
        self.menu(PanelTarget::Extra, label, options.collect())
    }

    fn other_rules(&self) -> Row {
        let option =
            |value: RuleValue, label: String, is_current| self.option(&value.to_string(), label, is_current);
        let promotions = PromotionMode::ALL.map(|mode| {
            let name = self.speaker.plain(&format!("choice-promotion-{mode}"));
            option(RuleValue::Promotion(mode), name, mode == self.panel.promotion)
        });
        // The pieces of the classic array are never locked, so there is nothing to choose about them.
        let all_may_come = self.panel.promotion == PromotionMode::All;
        let can_be_locked = self.panel.array.array != ArrayKind::Classic || all_may_come;
        let locks = LOCKS.into_iter().filter(|_| can_be_locked).map(|moves| {
            let label = self.speaker.say("panel-rule-lock", &[("moves", moves.into())]);
            option(RuleValue::Lock(moves), label, moves == self.panel.array.lock)
        });
        let colours = [None, Some(Side::White), Some(Side::Black)].map(|side| {
            let (word, label) = match side {
                None => (ColourWord::Lot, self.speaker.plain("panel-rule-colour-random")),
                Some(side) => {
                    let side_name = self.speaker.side(side);
                    let label = self.speaker.say("panel-rule-colour", &[("side", side_name.into())]);
                    (ColourWord::Side(side), label)
                }
            };
            option(RuleValue::Colour(word), label, side == self.panel.colour)
        });
        let claims = [ClaimMode::ByPlayer, ClaimMode::Automatic].map(|claims| {
            let label = self.speaker.plain(match claims {
                ClaimMode::ByPlayer => "panel-rule-claims",
                ClaimMode::Automatic => "panel-rule-auto-claim",
            });
            option(RuleValue::Claims(claims), label, claims == self.panel.claims)
        });
        let options = promotions.into_iter().chain(locks).chain(colours).chain(claims).collect();
        self.menu(PanelTarget::Rule, self.speaker.plain("panel-rule"), options)
    }

    fn switches(&self) -> Vec<Button> {
        let array = &self.panel.array;
        let switch = |target, key: &str, on: bool| {
            let label = self.speaker.say(key, &[("on", u8::from(on).into())]);
            self.button(target, label, ButtonStyle::Secondary)
        };
        let mut row = Vec::new();
        if array.array != ArrayKind::Classic {
            let repeated = array.duplicates == DuplicateRule::Allowed;
            row.push(switch(PanelTarget::Duplicates, "button-duplicates", repeated));
            let rotated = array.symmetry == ArraySymmetry::Rotated;
            row.push(switch(PanelTarget::Rotate, "button-rotate", rotated));
        }
        row.push(switch(PanelTarget::TouchMove, "button-touch-move", self.panel.touch_move));
        row.push(self.plain_button(PanelTarget::Opponents, "button-opponent", ButtonStyle::Secondary));
        if !self.extra_pieces().is_empty() {
            row.push(self.plain_button(PanelTarget::Pieces, "button-pieces", ButtonStyle::Secondary));
        }
        row
    }

    fn steps(&self) -> Vec<Button> {
        let mut row = vec![self.plain_button(PanelTarget::Send, "button-challenge", ButtonStyle::Primary)];
        if self.panel.array.is_random() {
            row.push(self.plain_button(PanelTarget::Redraw, "button-redraw", ButtonStyle::Secondary));
        }
        row.push(self.plain_button(PanelTarget::Time, "button-time", ButtonStyle::Secondary));
        row.push(self.plain_button(PanelTarget::Computer, "button-computer", ButtonStyle::Secondary));
        row.push(self.plain_button(PanelTarget::Discard, "button-discard", ButtonStyle::Secondary));
        row
    }

    fn extra_pieces(&self) -> Vec<PieceType> {
        self.start.map(|start| self.panel.array.extra_pieces(start)).unwrap_or_default()
    }

    fn opponents(&self, names: impl Iterator<Item = String>) -> Vec<Row> {
        let current = self.panel.opponent.as_ref().map(|person| person.name.as_str());
        let mut options: Vec<MenuOption> = Vec::new();
        for name in names {
            if options.iter().all(|option| option.value != name) {
                let is_current = current == Some(name.as_str());
                options.push(self.option(&name, shown_name(&name), is_current));
            }
        }
        let (id, label) = (self.id(PanelTarget::Opponent), self.speaker.plain("panel-opponents"));
        let menu = Row::Menu(Menu { id, label, options, is_of_people: true });
        let anybody = self.plain_button(PanelTarget::Anybody, "button-anybody", ButtonStyle::Secondary);
        let back = self.plain_button(PanelTarget::Rules, "button-back", ButtonStyle::Secondary);
        vec![menu, Row::Buttons(vec![anybody, back])]
    }

    fn pieces(&self) -> Vec<Row> {
        help_menus(self.speaker, &self.extra_pieces()).into_iter().chain([self.back()]).collect()
    }

    /// How much time the players have: usual paces, and what was typed instead of one.
    fn time(&self) -> Vec<Row> {
        let current = PaceWord::from(self.panel.pace);
        let name = |pace: PaceWord| {
            pace.pace().map_or_else(|| self.speaker.plain("panel-pace-none"), |pace| self.speaker.pace(pace))
        };
        let mut paces = vec![PaceWord::None];
        paces.extend(PaceWord::offered().map(PaceWord::Pace));
        if !paces.contains(&current) {
            paces.insert(1, current);
        }
        let option = |pace: &PaceWord| self.option(&pace.to_string(), name(*pace), *pace == current);
        let label = self.speaker.say("panel-pace", &[("value", name(current).into())]);
        let paces = self.menu(PanelTarget::Pace, label, paces.iter().map(option).collect());
        let word =
            |time_out| self.speaker.plain(&format!("choice-{}-{}", TIME_OUTS.key, TIME_OUTS.word(time_out)));
        let outcomes = TIME_OUTS
            .words
            .iter()
            .map(|(key, time_out)| self.option(key, word(time_out), *time_out == self.panel.time_out));
        let label = self.speaker.say("panel-time-out", &[("value", word(&self.panel.time_out).into())]);
        let outcomes = self.menu(PanelTarget::TimeOut, label, outcomes.collect());
        // Without a limit there is nothing to choose about its end.
        let outcomes = self.panel.pace.is_some().then_some(outcomes);
        [paces].into_iter().chain(outcomes).chain([self.back()]).collect()
    }

    fn back(&self) -> Row {
        Row::Buttons(vec![self.plain_button(PanelTarget::Rules, "button-back", ButtonStyle::Secondary)])
    }

    fn id(&self, target: PanelTarget) -> String {
        Component::Panel { id: self.panel.id.clone(), version: self.panel.version, target }.to_string()
    }

    fn menu(&self, target: PanelTarget, label: String, options: Vec<MenuOption>) -> Row {
        Row::Menu(Menu { id: self.id(target), label, options, is_of_people: false })
    }

    fn option(&self, value: &str, label: String, is_current: bool) -> MenuOption {
        let label =
            if is_current { self.speaker.say("panel-current", &[("label", label.into())]) } else { label };
        MenuOption { value: value.to_owned(), label }
    }

    fn plain_button(&self, target: PanelTarget, key: &str, style: ButtonStyle) -> Button {
        self.button(target, self.speaker.plain(key), style)
    }

    fn button(&self, target: PanelTarget, label: String, style: ButtonStyle) -> Button {
        Button { id: self.id(target), label, style }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, wording::Wording};

    #[test]
    fn menus_of_pieces_name_their_first_and_last_where_one_is_not_enough() {
        let wording = Wording::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let speaker = Speaker::new(&wording, Language::EN);
        let all: Vec<PieceType> = PieceType::all().collect();
        let labels = |count: usize| -> Vec<String> {
            let label = |row| match row {
                Row::Menu(menu) => format!("{} {}", menu.options.len(), menu.label),
                Row::Buttons(buttons) => panic!("{buttons:?}"),
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
        let wording = Wording::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let locked: Vec<PieceType> = PieceType::all().filter(|kind| kind.is_lockable()).take(2).collect();
        let array = ArrayTerms { array: ArrayKind::FreeRandom, extra: 2, lock: 5, ..ArrayTerms::default() };
        let said = |most_named| {
            let speaker = Speaker::new(&wording, Language::EN);
            lock_line(speaker, &array, None, &locked, most_named).unwrap_or_default()
        };
        assert!(said(2).starts_with("Locked: ") && said(2).contains(" and "), "{}", said(2));
        assert!(said(1).starts_with("Locked pieces (/piece says which)"), "{}", said(1));
    }
}
