//! Presents the settings of a person or a community in words, with the buttons and menus that
//! change them: at most five rows. Not here: the effect of a choice (`handler`).

use crate::{
    Block, ButtonStyle, ChannelId, ChannelItem, ControlRow, Language, LetterPreference, Menu, MenuOption,
    Message,
    core::{
        command::{
            AnyWordChoice, ButtonId, CHALLENGERS, CommunitySettingName, FOR_EVER, LETTERS, OWN_SETTINGS,
            PICTURES, PLACE_SETTINGS, PlaceLanguage, PreferenceName, REMINDERS, SWITCH, SettingName,
            SettingsButton, SettingsMenuValue, SwitchState, THEMES, THREADS, TIME_OUTS, TimeControlWord,
            USUAL, VARIANTS, VIEWS,
        },
        game::{Challengers, CommunitySettings, IdleDays, Preferences},
        notice::{CommunityKind, SettingsNotice, SettingsPage, SettingsRefusal},
    },
    text::{
        Localizer,
        command_words::{typed_word, usual_paces, word_label},
        message::Button,
        sentence_parts::quoted,
    },
};

/// Days offered by a menu; any other number can be typed.
const DAYS: [u64; 7] = [7, 14, 30, 60, 90, 180, 365];

/// A page of settings for its reader.
pub(crate) fn message(speaker: Localizer<'_>, notice: &SettingsNotice) -> Message {
    match &notice.page {
        SettingsPage::Own { preferences, moderates } => {
            let own = PreferencesPage { speaker, preferences };
            match notice.chosen {
                Some(SettingName::Own(setting)) => {
                    short(speaker, own.line(setting), SettingsButton::Own, "button-settings")
                }
                _ => own.page(*moderates),
            }
        }
        SettingsPage::Place { kind, settings, here } => {
            let place = CommunityPage { speaker, settings, here };
            match notice.chosen {
                Some(SettingName::Place(setting)) => {
                    let button = button_of(*kind);
                    let mut message = short(speaker, place.line(setting), SettingsButton::Place, button);
                    if setting == CommunitySettingName::Channels {
                        message.blocks.extend(place.channels());
                    }
                    message
                }
                _ => place.page(*kind),
            }
        }
    }
}

/// The sentence for a refused request of the settings command.
pub(crate) fn refusal(speaker: Localizer<'_>, refusal: &SettingsRefusal) -> String {
    match refusal {
        SettingsRefusal::NoPlace => speaker.fixed_sentence("refused-settings-no-place"),
        SettingsRefusal::NotModerator { kind } => speaker.fixed_sentence(match kind {
            CommunityKind::Server => "refused-settings-server",
            CommunityKind::Room => "refused-settings-room",
        }),
        SettingsRefusal::NotHere { .. } => speaker.fixed_sentence("refused-settings-not-here"),
        SettingsRefusal::ManyChannels { most } => {
            speaker.sentence("refused-settings-many", &[("most", (*most as u64).into())])
        }
        SettingsRefusal::NoSuchValue { setting, word } => {
            let args = [
                ("word", quoted(word)),
                ("setting", name(speaker, *setting).into()),
                ("values", values(speaker, *setting).join(", ").into()),
            ];
            speaker.sentence("refused-settings-value", &args)
        }
    }
}

/// The channels that a refusal names.
pub(crate) fn channels_named(speaker: Localizer<'_>, refusal: &SettingsRefusal) -> Option<Block> {
    match refusal {
        SettingsRefusal::NotHere { channels } => Some(listed(speaker, channels)),
        _ => None,
    }
}

/// Channels as items, to which the platform adds links.
fn listed(speaker: Localizer<'_>, channels: &[ChannelId]) -> Block {
    let text = speaker.fixed_sentence("settings-channel");
    let item = |channel: &ChannelId| ChannelItem { text: text.clone(), channel: Some(channel.clone()) };
    Block::Channels(channels.iter().map(item).collect())
}

fn name(speaker: Localizer<'_>, setting: SettingName) -> String {
    match setting {
        SettingName::Own(setting) => word_label(speaker, &OWN_SETTINGS, OWN_SETTINGS.word(&setting)),
        SettingName::Place(setting) => word_label(speaker, &PLACE_SETTINGS, PLACE_SETTINGS.word(&setting)),
    }
}

/// The values of a setting, as typed.
fn values(speaker: Localizer<'_>, setting: SettingName) -> Vec<String> {
    let words = |set: &dyn AnyWordChoice| -> Vec<String> {
        set.words().into_iter().map(|word| typed_word(speaker, set, word)).collect()
    };
    match setting {
        SettingName::Own(PreferenceName::Language) | SettingName::Place(CommunitySettingName::Language) => {
            let names = speaker.languages().map(|language| speaker.in_language(language).endonym());
            names.chain(words(&USUAL)).collect()
        }
        SettingName::Own(PreferenceName::Theme) => words(&THEMES).into_iter().chain(words(&USUAL)).collect(),
        SettingName::Own(PreferenceName::Letters) => {
            let others = speaker.languages().filter(|language| *language != Language::EN);
            let names = others.map(|language| speaker.in_language(language).endonym());
            words(&LETTERS).into_iter().chain(names).collect()
        }
        SettingName::Own(PreferenceName::Reminders) => words(&REMINDERS),
        SettingName::Own(PreferenceName::Challengers) => words(&CHALLENGERS),
        SettingName::Own(PreferenceName::Hints | PreferenceName::Words | PreferenceName::Protection)
        | SettingName::Place(CommunitySettingName::Reminders) => words(&SWITCH),
        SettingName::Place(CommunitySettingName::Game) => words(&VARIANTS),
        SettingName::Place(CommunitySettingName::Pace) => {
            usual_paces(speaker).into_iter().map(|(typed, _)| typed).collect()
        }
        SettingName::Place(CommunitySettingName::TimeOut) => words(&TIME_OUTS),
        SettingName::Place(CommunitySettingName::Channels) => words(&crate::core::command::CHANNELS),
        SettingName::Place(CommunitySettingName::Threads) => words(&THREADS),
        SettingName::Place(CommunitySettingName::Idle) => {
            let days = format!("{}-{}", IdleDays::FEWEST, IdleDays::MOST);
            [days].into_iter().chain(words(&FOR_EVER)).collect()
        }
        SettingName::Place(CommunitySettingName::Pictures) => words(&PICTURES),
        SettingName::Place(CommunitySettingName::View) => words(&VIEWS),
    }
}

/// "Saved. Language: English", with a button to all settings.
fn short(speaker: Localizer<'_>, line: String, target: SettingsButton, key: &str) -> Message {
    Message {
        blocks: vec![Block::Text(speaker.sentence("settings-saved", &[("line", line.into())]))],
        rows: vec![ControlRow::Buttons(vec![button(target, speaker.fixed_sentence(key))])],
        ..Message::default()
    }
}

fn button(target: SettingsButton, label: String) -> Button {
    Button { id: ButtonId::Settings(target).to_string(), label, style: ButtonStyle::Secondary }
}

fn button_of(kind: CommunityKind) -> &'static str {
    match kind {
        CommunityKind::Server => "button-settings-server",
        CommunityKind::Room => "button-settings-room",
    }
}

/// A menu that marks the chosen value.
fn menu(
    speaker: Localizer<'_>,
    target: SettingsButton,
    label: String,
    options: impl IntoIterator<Item = (String, String, bool)>,
) -> ControlRow {
    let option = |(value, label, is_chosen): (String, String, bool)| {
        let label =
            if is_chosen { speaker.sentence("panel-current", &[("label", label.into())]) } else { label };
        MenuOption { value, label }
    };
    ControlRow::Menu(Menu {
        id: ButtonId::Settings(target).to_string(),
        label,
        options: options.into_iter().map(option).collect(),
        is_of_people: false,
    })
}

fn line(speaker: Localizer<'_>, setting: SettingName, value: String) -> String {
    speaker.sentence("settings-line", &[("setting", name(speaker, setting).into()), ("value", value.into())])
}

fn switch(speaker: Localizer<'_>, is_on: bool) -> String {
    word_label(speaker, &SWITCH, SWITCH.word(&is_on))
}

fn usual(speaker: Localizer<'_>) -> (String, String) {
    let word = USUAL.word(&());
    (word.to_owned(), word_label(speaker, &USUAL, word))
}

struct PreferencesPage<'a> {
    speaker: Localizer<'a>,
    preferences: &'a Preferences,
}

impl PreferencesPage<'_> {
    fn line(&self, setting: PreferenceName) -> String {
        line(self.speaker, SettingName::Own(setting), self.value(setting))
    }

    fn value(&self, setting: PreferenceName) -> String {
        let speaker = self.speaker;
        let Preferences { language, theme, letters, hints, words, reminders, protection, challengers } =
            *self.preferences;
        match setting {
            PreferenceName::Language => {
                language.map_or_else(|| usual(speaker).1, |language| speaker.in_language(language).endonym())
            }
            PreferenceName::Theme => theme
                .map_or_else(|| usual(speaker).1, |theme| word_label(speaker, &THEMES, THEMES.word(&theme))),
            PreferenceName::Letters => match letters {
                LetterPreference::Of(language) => speaker.in_language(language).endonym(),
                LetterPreference::Own | LetterPreference::English | LetterPreference::FairyStockfish => {
                    word_label(speaker, &LETTERS, LETTERS.word(&letters))
                }
            },
            PreferenceName::Hints => switch(speaker, hints),
            PreferenceName::Words => switch(speaker, words),
            PreferenceName::Reminders => word_label(speaker, &REMINDERS, REMINDERS.word(&reminders)),
            PreferenceName::Protection => switch(speaker, protection),
            PreferenceName::Challengers => word_label(speaker, &CHALLENGERS, CHALLENGERS.word(&challengers)),
        }
    }

    fn page(&self, moderates: Option<CommunityKind>) -> Message {
        let speaker = self.speaker;
        let lines = OWN_SETTINGS.words.iter().map(|(_, setting)| self.line(*setting)).collect();
        let mut buttons = vec![
            button(SettingsButton::Letters(self.other_letters()), self.line(PreferenceName::Letters)),
            button(
                SettingsButton::Hints(SwitchState(!self.preferences.hints)),
                self.line(PreferenceName::Hints),
            ),
            button(
                SettingsButton::Protection(SwitchState(!self.preferences.protection)),
                self.line(PreferenceName::Protection),
            ),
            button(
                SettingsButton::Challengers(self.other_challengers()),
                self.line(PreferenceName::Challengers),
            ),
        ];
        buttons.extend(
            moderates.map(|kind| button(SettingsButton::Place, speaker.fixed_sentence(button_of(kind)))),
        );
        Message {
            blocks: vec![
                Block::Heading(speaker.fixed_sentence("settings-title")),
                Block::Text(speaker.fixed_sentence("settings-about")),
                Block::List(lines),
            ],
            rows: vec![self.languages(), self.themes(), self.reminders(), ControlRow::Buttons(buttons)],
            ..Message::default()
        }
    }

    /// The next letter preference of the button, which cycles.
    fn other_letters(&self) -> LetterPreference {
        match self.preferences.letters {
            LetterPreference::Own => LetterPreference::English,
            LetterPreference::English => LetterPreference::FairyStockfish,
            LetterPreference::FairyStockfish | LetterPreference::Of(_) => LetterPreference::Own,
        }
    }

    /// The other choice of challengers, which the button makes.
    fn other_challengers(&self) -> Challengers {
        match self.preferences.challengers {
            Challengers::Everyone => Challengers::Nobody,
            Challengers::Nobody => Challengers::Everyone,
        }
    }

    fn languages(&self) -> ControlRow {
        let (speaker, chosen) = (self.speaker, self.preferences.language);
        let (word, label) = usual(speaker);
        let named = |language: Language| {
            let name = speaker.in_language(language).endonym();
            (language.tag().to_owned(), name, chosen == Some(language))
        };
        let options = std::iter::once((word, label, chosen.is_none())).chain(speaker.languages().map(named));
        menu(speaker, SettingsButton::Language, self.line(PreferenceName::Language), options.take(25))
    }

    fn themes(&self) -> ControlRow {
        let (speaker, chosen) = (self.speaker, self.preferences.theme);
        let (word, label) = usual(speaker);
        let themes = THEMES.words.iter().map(|(word, theme)| {
            ((*word).to_owned(), word_label(speaker, &THEMES, word), chosen == Some(*theme))
        });
        let options = std::iter::once((word, label, chosen.is_none())).chain(themes);
        menu(speaker, SettingsButton::Theme, self.line(PreferenceName::Theme), options)
    }

    fn reminders(&self) -> ControlRow {
        let (speaker, chosen) = (self.speaker, self.preferences.reminders);
        let options = REMINDERS.words.iter().map(|(word, reminders)| {
            ((*word).to_owned(), word_label(speaker, &REMINDERS, word), chosen == *reminders)
        });
        menu(speaker, SettingsButton::Reminders, self.line(PreferenceName::Reminders), options)
    }
}

struct CommunityPage<'a> {
    speaker: Localizer<'a>,
    settings: &'a CommunitySettings,
    here: &'a ChannelId,
}

impl CommunityPage<'_> {
    fn line(&self, setting: CommunitySettingName) -> String {
        line(self.speaker, SettingName::Place(setting), self.value(setting))
    }

    fn value(&self, setting: CommunitySettingName) -> String {
        let (speaker, settings) = (self.speaker, self.settings);
        match setting {
            CommunitySettingName::Game => speaker.variant(settings.usual_variant()),
            CommunitySettingName::Pace => self.pace(settings.pace.into()),
            CommunitySettingName::TimeOut => {
                let time_out = settings.time_out.unwrap_or_default();
                word_label(speaker, &TIME_OUTS, TIME_OUTS.word(&time_out))
            }
            CommunitySettingName::Channels if settings.channels.is_empty() => {
                speaker.fixed_sentence("settings-channels-all")
            }
            CommunitySettingName::Channels => {
                speaker.sentence("settings-channels", &[("count", (settings.channels.len() as u64).into())])
            }
            CommunitySettingName::Threads => settings.threads.map_or_else(
                || usual(speaker).1,
                |threads| word_label(speaker, &THREADS, THREADS.word(&threads)),
            ),
            CommunitySettingName::Reminders => switch(speaker, settings.terms.reminders),
            CommunitySettingName::Idle => self.days(settings.terms.idle),
            CommunitySettingName::Language => {
                let named = |language| speaker.in_language(language).endonym();
                settings.language.map_or_else(|| usual(speaker).1, named)
            }
            CommunitySettingName::Pictures => {
                word_label(speaker, &PICTURES, PICTURES.word(&settings.pictures_apart))
            }
            CommunitySettingName::View => word_label(speaker, &VIEWS, VIEWS.word(&settings.terms.view)),
        }
    }

    fn pace(&self, pace: TimeControlWord) -> String {
        match pace {
            TimeControlWord::Pace(pace) => self.speaker.pace(pace),
            TimeControlWord::None => self.speaker.fixed_sentence("panel-pace-none"),
        }
    }

    fn days(&self, idle: IdleDays) -> String {
        match idle.days() {
            None => self.speaker.fixed_sentence("settings-idle-never"),
            Some(days) => self.speaker.sentence("settings-idle", &[("count", days.into())]),
        }
    }

    /// The channels in which games may begin, if restricted.
    fn channels(&self) -> Option<Block> {
        let channels = &self.settings.channels;
        (!channels.is_empty()).then(|| listed(self.speaker, channels))
    }

    fn page(&self, kind: CommunityKind) -> Message {
        let speaker = self.speaker;
        let title = match kind {
            CommunityKind::Server => "settings-title-server",
            CommunityKind::Room => "settings-title-room",
        };
        // Only rooms have a choice of how pictures are shown.
        let is_chosen_here = |setting: &CommunitySettingName| {
            *setting != CommunitySettingName::Pictures || kind == CommunityKind::Room
        };
        let names = PLACE_SETTINGS.words.iter().map(|(_, setting)| *setting).filter(is_chosen_here);
        let lines = names.map(|setting| self.line(setting)).collect();
        let mut blocks = vec![
            Block::Heading(speaker.fixed_sentence(title)),
            Block::Text(speaker.fixed_sentence("settings-about-place")),
            Block::List(lines),
        ];
        blocks.extend(self.channels());
        let rows =
            vec![self.games(), self.paces(), self.idle(), self.others(), ControlRow::Buttons(self.buttons())];
        Message { blocks, rows, ..Message::default() }
    }

    fn buttons(&self) -> Vec<Button> {
        let (speaker, settings) = (self.speaker, self.settings);
        let (target, key) = if settings.channels.contains(self.here) {
            (SettingsButton::Disallow, "button-settings-disallow")
        } else {
            (SettingsButton::Allow, "button-settings-allow")
        };
        let mut buttons = vec![button(target, speaker.fixed_sentence(key))];
        if !settings.channels.is_empty() {
            buttons.push(button(
                SettingsButton::Everywhere,
                speaker.fixed_sentence("button-settings-everywhere"),
            ));
        }
        let remind = SettingsButton::Remind(SwitchState(!settings.terms.reminders));
        buttons.push(button(remind, self.line(CommunitySettingName::Reminders)));
        buttons.push(button(SettingsButton::Own, speaker.fixed_sentence("button-settings")));
        buttons
    }

    fn games(&self) -> ControlRow {
        let (speaker, chosen) = (self.speaker, self.settings.usual_variant());
        let options = VARIANTS
            .words
            .iter()
            .map(|(word, variant)| ((*word).to_owned(), speaker.variant(*variant), chosen == *variant));
        menu(speaker, SettingsButton::Game, self.line(CommunitySettingName::Game), options)
    }

    fn paces(&self) -> ControlRow {
        let chosen = TimeControlWord::from(self.settings.pace);
        let offered: Vec<TimeControlWord> = std::iter::once(TimeControlWord::None)
            .chain(TimeControlWord::offered().map(TimeControlWord::Pace))
            .collect();
        let typed = (!offered.contains(&chosen)).then_some(chosen);
        let option = |pace: TimeControlWord| (pace.to_string(), self.pace(pace), pace == chosen);
        let options = offered.into_iter().chain(typed).map(option);
        menu(self.speaker, SettingsButton::Pace, self.line(CommunitySettingName::Pace), options)
    }

    fn idle(&self) -> ControlRow {
        let chosen = self.settings.terms.idle;
        let offered = DAYS.into_iter().filter_map(IdleDays::after).chain([IdleDays::NEVER]);
        let option = |idle: IdleDays| {
            let never = || FOR_EVER.word(&()).to_owned();
            (idle.days().map_or_else(never, |days| days.to_string()), self.days(idle), idle == chosen)
        };
        menu(self.speaker, SettingsButton::Idle, self.line(CommunitySettingName::Idle), offered.map(option))
    }

    fn others(&self) -> ControlRow {
        let speaker = self.speaker;
        let said = |setting, label| line(speaker, SettingName::Place(setting), label);
        let threads = THREADS.words.iter().map(|(word, threads)| {
            let label = said(CommunitySettingName::Threads, word_label(speaker, &THREADS, word));
            let value = SettingsMenuValue::Threads(*threads).to_string();
            (value, label, self.settings.threads == Some(*threads))
        });
        let time_outs = TIME_OUTS.words.iter().map(|(word, time_out)| {
            let label = said(CommunitySettingName::TimeOut, word_label(speaker, &TIME_OUTS, word));
            let value = SettingsMenuValue::TimeOut(*time_out).to_string();
            (value, label, self.settings.time_out.unwrap_or_default() == *time_out)
        });
        let views = VIEWS.words.iter().map(|(word, view)| {
            let label = said(CommunitySettingName::View, word_label(speaker, &VIEWS, word));
            (SettingsMenuValue::View(*view).to_string(), label, self.settings.terms.view == *view)
        });
        let choices = std::iter::once(PlaceLanguage::Usual).chain(speaker.languages().map(PlaceLanguage::Of));
        let languages = choices.map(|choice| {
            let (name, chosen) = match choice {
                PlaceLanguage::Usual => (usual(speaker).1, None),
                PlaceLanguage::Of(language) => (speaker.in_language(language).endonym(), Some(language)),
            };
            let label = said(CommunitySettingName::Language, name);
            (SettingsMenuValue::Language(choice).to_string(), label, self.settings.language == chosen)
        });
        let options = threads.chain(time_outs).chain(views).chain(languages).take(25);
        menu(speaker, SettingsButton::Other, speaker.fixed_sentence("settings-other"), options)
    }
}
