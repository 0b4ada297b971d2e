//! Presents the set-up panel of Grand Chess: the chosen rules, the resulting array, and the
//! controls that change them. Not here: the array in words and as a picture (`text::board::array`).

use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, PieceType, Position, PromotionMode, Side, Variant,
};

use crate::{
    Block, ControlRow, Menu, MenuOption, Message, Picture,
    core::{
        command::{
            ARRAYS, ButtonId, ColourWord, SetupPanelButton, SetupRuleValue, TIME_OUTS, TimeControlWord,
        },
        game::{ClaimMode, SetupPanel},
        notice::{SetupPanelNotice, SetupPanelPage},
    },
    text::{
        Localizer,
        board::{array, piece_menu},
        command_words::typed_word,
        display_name, game_terms,
        message::{Button, ButtonStyle},
    },
};

/// Lock lengths offered by a menu, in moves; any other can be typed.
const LOCKS: [u16; 6] = [0, 3, 5, 7, 10, 20];

/// A panel for its owner.
pub(crate) fn panel(speaker: Localizer<'_>, notice: &SetupPanelNotice) -> Message {
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
pub(crate) fn closed(speaker: Localizer<'_>, sent: bool) -> Message {
    Message::from_text(speaker.fixed_sentence(if sent { "panel-sent" } else { "panel-discarded" }))
}

/// A stored start position of Grand Chess.
fn position(text: Option<&str>) -> Option<Position> {
    array::start_position(Variant::Grand, text)
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
        let mut lines = game_terms::lines(speaker, &terms, &self.extra_pieces());
        lines.push(opponent);
        let about = if self.start.is_some() { "panel-about" } else { "panel-about-chosen" };
        let mut blocks = vec![Block::Heading(speaker.fixed_sentence("panel-title")), Block::List(lines)];
        blocks.extend(array::extra_blocks(speaker, &terms, self.start));
        blocks.push(Block::Text(speaker.fixed_sentence(about)));
        blocks
    }

    fn picture(&self) -> Picture {
        match self.start {
            Some(start) => array::picture(self.speaker, start),
            None => array::picture_before(self.speaker, &self.panel.array),
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
        let word = typed_word(self.speaker, &ARRAYS, ARRAYS.word(&current));
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
        piece_menu::help_menus(self.speaker, &self.extra_pieces()).into_iter().chain([self.back()]).collect()
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
