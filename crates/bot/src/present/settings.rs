//! Settings in words, with the buttons and menus that change them: at most five rows. Not here: what becomes of a choice.

use super::help::word_label;
use crate::{
    Block, ButtonStyle, ChannelId, InChannel, Language, Letters, Menu, MenuOption, Message, Row,
    command::{
        CHALLENGERS, Component, FOR_EVER, LETTERS, OWN_SETTINGS, On, OtherSetting, OwnSetting, PICTURES,
        PLACE_SETTINGS, PaceWord, PlaceLanguage, PlaceSettingName, REMINDERS, SWITCH, SettingName,
        SettingsTarget, THEMES, THREADS, TIME_OUTS, USUAL, VARIANTS, VIEWS, WordSet,
    },
    game::{Challengers, IdleDays, PlaceSettings, Preferences},
    message::Button,
    notice::{PlaceKind, SettingsNotice, SettingsPage, SettingsRefusal},
    wording::Speaker,
};

/// Days that a menu offers; any other can be typed.
const DAYS: [u64; 7] = [7, 14, 30, 60, 90, 180, 365];

/// Settings as somebody sees them.
pub(super) fn message(speaker: Speaker<'_>, notice: &SettingsNotice) -> Message {
    match &notice.page {
        SettingsPage::Own { preferences, moderates } => {
            let own = Own { speaker, preferences };
            match notice.chosen {
                Some(SettingName::Own(setting)) => {
                    short(speaker, own.line(setting), SettingsTarget::Own, "button-settings")
                }
                _ => own.page(*moderates),
            }
        }
        SettingsPage::Place { kind, settings, here } => {
            let place = Place { speaker, settings, here };
            match notice.chosen {
                Some(SettingName::Place(setting)) => {
                    let button = button_of(*kind);
                    let mut message = short(speaker, place.line(setting), SettingsTarget::Place, button);
                    if setting == PlaceSettingName::Channels {
                        message.blocks.extend(place.channels());
                    }
                    message
                }
                _ => place.page(*kind),
            }
        }
    }
}

/// What a person reads who wants something of settings that there is not.
pub(super) fn refusal(speaker: Speaker<'_>, refusal: &SettingsRefusal) -> String {
    match refusal {
        SettingsRefusal::NoPlace => speaker.plain("refused-settings-no-place"),
        SettingsRefusal::NotModerator { kind } => speaker.plain(match kind {
            PlaceKind::Server => "refused-settings-server",
            PlaceKind::Room => "refused-settings-room",
        }),
        SettingsRefusal::NotHere { .. } => speaker.plain("refused-settings-not-here"),
        SettingsRefusal::ManyChannels { most } => {
            speaker.say("refused-settings-many", &[("most", (*most as u64).into())])
        }
        SettingsRefusal::NoSuchValue { setting, word } => {
            let args = [
                ("word", super::refusal::quoted(word)),
                ("setting", name(speaker, *setting).into()),
                ("values", values(speaker, *setting).join(", ").into()),
            ];
            speaker.say("refused-settings-value", &args)
        }
    }
}

/// The channels that a refusal names.
pub(super) fn channels_named(speaker: Speaker<'_>, refusal: &SettingsRefusal) -> Option<Block> {
    match refusal {
        SettingsRefusal::NotHere { channels } => Some(listed(speaker, channels)),
        _ => None,
    }
}

/// Channels, each named by the adapter as its platform leads there.
fn listed(speaker: Speaker<'_>, channels: &[ChannelId]) -> Block {
    let text = speaker.plain("settings-channel");
    let item = |channel: &ChannelId| InChannel { text: text.clone(), channel: Some(channel.clone()) };
    Block::Channels(channels.iter().map(item).collect())
}

fn name(speaker: Speaker<'_>, setting: SettingName) -> String {
    match setting {
        SettingName::Own(setting) => word_label(speaker, &OWN_SETTINGS, OWN_SETTINGS.word(&setting)),
        SettingName::Place(setting) => word_label(speaker, &PLACE_SETTINGS, PLACE_SETTINGS.word(&setting)),
    }
}

/// What may be said of a setting, as one types it.
fn values(speaker: Speaker<'_>, setting: SettingName) -> Vec<String> {
    let words = |set: &dyn WordSet| -> Vec<String> {
        set.words().into_iter().map(|word| super::help::typed_word(speaker, set, word)).collect()
    };
    match setting {
        SettingName::Own(OwnSetting::Language) | SettingName::Place(PlaceSettingName::Language) => {
            let names = speaker.languages().map(|language| speaker.in_language(language).endonym());
            names.chain(words(&USUAL)).collect()
        }
        SettingName::Own(OwnSetting::Theme) => words(&THEMES).into_iter().chain(words(&USUAL)).collect(),
        SettingName::Own(OwnSetting::Letters) => {
            let others = speaker.languages().filter(|language| *language != Language::EN);
            let names = others.map(|language| speaker.in_language(language).endonym());
            words(&LETTERS).into_iter().chain(names).collect()
        }
        SettingName::Own(OwnSetting::Reminders) => words(&REMINDERS),
        SettingName::Own(OwnSetting::Challengers) => words(&CHALLENGERS),
        SettingName::Own(OwnSetting::Hints | OwnSetting::Words | OwnSetting::Protection)
        | SettingName::Place(PlaceSettingName::Reminders) => words(&SWITCH),
        SettingName::Place(PlaceSettingName::Game) => words(&VARIANTS),
        SettingName::Place(PlaceSettingName::Pace) => {
            super::help::usual_paces(speaker).into_iter().map(|(typed, _)| typed).collect()
        }
        SettingName::Place(PlaceSettingName::TimeOut) => words(&TIME_OUTS),
        SettingName::Place(PlaceSettingName::Channels) => words(&crate::command::CHANNELS),
        SettingName::Place(PlaceSettingName::Threads) => words(&THREADS),
        SettingName::Place(PlaceSettingName::Idle) => {
            let days = format!("{}-{}", IdleDays::FEWEST, IdleDays::MOST);
            [days].into_iter().chain(words(&FOR_EVER)).collect()
        }
        SettingName::Place(PlaceSettingName::Pictures) => words(&PICTURES),
        SettingName::Place(PlaceSettingName::View) => words(&VIEWS),
    }
}

/// "Saved. Language: English", and the way to all the others.
fn short(speaker: Speaker<'_>, line: String, target: SettingsTarget, key: &str) -> Message {
    Message {
        blocks: vec![Block::Text(speaker.say("settings-saved", &[("line", line.into())]))],
        rows: vec![Row::Buttons(vec![button(target, speaker.plain(key))])],
        ..Message::default()
    }
}

fn button(target: SettingsTarget, label: String) -> Button {
    Button { id: Component::Settings(target).to_string(), label, style: ButtonStyle::Secondary }
}

fn button_of(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Server => "button-settings-server",
        PlaceKind::Room => "button-settings-room",
    }
}

/// A menu; the value that is chosen says so.
fn menu(
    speaker: Speaker<'_>,
    target: SettingsTarget,
    label: String,
    options: impl IntoIterator<Item = (String, String, bool)>,
) -> Row {
    let option = |(value, label, is_chosen): (String, String, bool)| {
        let label = if is_chosen { speaker.say("panel-current", &[("label", label.into())]) } else { label };
        MenuOption { value, label }
    };
    Row::Menu(Menu {
        id: Component::Settings(target).to_string(),
        label,
        options: options.into_iter().map(option).collect(),
        is_of_people: false,
    })
}

fn line(speaker: Speaker<'_>, setting: SettingName, value: String) -> String {
    speaker.say("settings-line", &[("setting", name(speaker, setting).into()), ("value", value.into())])
}

fn switch(speaker: Speaker<'_>, is_on: bool) -> String {
    word_label(speaker, &SWITCH, SWITCH.word(&is_on))
}

fn usual(speaker: Speaker<'_>) -> (String, String) {
    let word = USUAL.word(&());
    (word.to_owned(), word_label(speaker, &USUAL, word))
}

struct Own<'a> {
    speaker: Speaker<'a>,
    preferences: &'a Preferences,
}

impl Own<'_> {
    fn line(&self, setting: OwnSetting) -> String {
        line(self.speaker, SettingName::Own(setting), self.value(setting))
    }

    fn value(&self, setting: OwnSetting) -> String {
        let speaker = self.speaker;
        let Preferences { language, theme, letters, hints, words, reminders, protection, challengers } =
            *self.preferences;
        match setting {
            OwnSetting::Language => {
                language.map_or_else(|| usual(speaker).1, |language| speaker.in_language(language).endonym())
            }
            OwnSetting::Theme => theme
                .map_or_else(|| usual(speaker).1, |theme| word_label(speaker, &THEMES, THEMES.word(&theme))),
            OwnSetting::Letters => match letters {
                Letters::Of(language) => speaker.in_language(language).endonym(),
                Letters::Own | Letters::English | Letters::FairyStockfish => {
                    word_label(speaker, &LETTERS, LETTERS.word(&letters))
                }
            },
            OwnSetting::Hints => switch(speaker, hints),
            OwnSetting::Words => switch(speaker, words),
            OwnSetting::Reminders => word_label(speaker, &REMINDERS, REMINDERS.word(&reminders)),
            OwnSetting::Protection => switch(speaker, protection),
            OwnSetting::Challengers => word_label(speaker, &CHALLENGERS, CHALLENGERS.word(&challengers)),
        }
    }

    fn page(&self, moderates: Option<PlaceKind>) -> Message {
        let speaker = self.speaker;
        let lines = OWN_SETTINGS.words.iter().map(|(_, setting)| self.line(*setting)).collect();
        let mut buttons = vec![
            button(SettingsTarget::Letters(self.other_letters()), self.line(OwnSetting::Letters)),
            button(SettingsTarget::Hints(On(!self.preferences.hints)), self.line(OwnSetting::Hints)),
            button(
                SettingsTarget::Protection(On(!self.preferences.protection)),
                self.line(OwnSetting::Protection),
            ),
            button(SettingsTarget::Challengers(self.other_challengers()), self.line(OwnSetting::Challengers)),
        ];
        buttons.extend(moderates.map(|kind| button(SettingsTarget::Place, speaker.plain(button_of(kind)))));
        Message {
            blocks: vec![
                Block::Heading(speaker.plain("settings-title")),
                Block::Text(speaker.plain("settings-about")),
                Block::List(lines),
            ],
            rows: vec![self.languages(), self.themes(), self.reminders(), Row::Buttons(buttons)],
            ..Message::default()
        }
    }

    /// The letters that the button chooses: each in its turn.
    fn other_letters(&self) -> Letters {
        match self.preferences.letters {
            Letters::Own => Letters::English,
            Letters::English => Letters::FairyStockfish,
            Letters::FairyStockfish | Letters::Of(_) => Letters::Own,
        }
    }

    /// Whom the button lets challenge them.
    fn other_challengers(&self) -> Challengers {
        match self.preferences.challengers {
            Challengers::Everyone => Challengers::Nobody,
            Challengers::Nobody => Challengers::Everyone,
        }
    }

    fn languages(&self) -> Row {
        let (speaker, chosen) = (self.speaker, self.preferences.language);
        let (word, label) = usual(speaker);
        let named = |language: Language| {
            let name = speaker.in_language(language).endonym();
            (language.tag().to_owned(), name, chosen == Some(language))
        };
        let options = std::iter::once((word, label, chosen.is_none())).chain(speaker.languages().map(named));
        menu(speaker, SettingsTarget::Language, self.line(OwnSetting::Language), options.take(25))
    }

    fn themes(&self) -> Row {
        let (speaker, chosen) = (self.speaker, self.preferences.theme);
        let (word, label) = usual(speaker);
        let themes = THEMES.words.iter().map(|(word, theme)| {
            ((*word).to_owned(), word_label(speaker, &THEMES, word), chosen == Some(*theme))
        });
        let options = std::iter::once((word, label, chosen.is_none())).chain(themes);
        menu(speaker, SettingsTarget::Theme, self.line(OwnSetting::Theme), options)
    }

    fn reminders(&self) -> Row {
        let (speaker, chosen) = (self.speaker, self.preferences.reminders);
        let options = REMINDERS.words.iter().map(|(word, reminders)| {
            ((*word).to_owned(), word_label(speaker, &REMINDERS, word), chosen == *reminders)
        });
        menu(speaker, SettingsTarget::Reminders, self.line(OwnSetting::Reminders), options)
    }
}

struct Place<'a> {
    speaker: Speaker<'a>,
    settings: &'a PlaceSettings,
    here: &'a ChannelId,
}

impl Place<'_> {
    fn line(&self, setting: PlaceSettingName) -> String {
        line(self.speaker, SettingName::Place(setting), self.value(setting))
    }

    fn value(&self, setting: PlaceSettingName) -> String {
        let (speaker, settings) = (self.speaker, self.settings);
        match setting {
            PlaceSettingName::Game => speaker.variant(settings.usual_variant()),
            PlaceSettingName::Pace => self.pace(settings.pace.into()),
            PlaceSettingName::TimeOut => {
                let time_out = settings.time_out.unwrap_or_default();
                word_label(speaker, &TIME_OUTS, TIME_OUTS.word(&time_out))
            }
            PlaceSettingName::Channels if settings.channels.is_empty() => {
                speaker.plain("settings-channels-all")
            }
            PlaceSettingName::Channels => {
                speaker.say("settings-channels", &[("count", (settings.channels.len() as u64).into())])
            }
            PlaceSettingName::Threads => settings.threads.map_or_else(
                || usual(speaker).1,
                |threads| word_label(speaker, &THREADS, THREADS.word(&threads)),
            ),
            PlaceSettingName::Reminders => switch(speaker, settings.terms.reminders),
            PlaceSettingName::Idle => self.days(settings.terms.idle),
            PlaceSettingName::Language => {
                let named = |language| speaker.in_language(language).endonym();
                settings.language.map_or_else(|| usual(speaker).1, named)
            }
            PlaceSettingName::Pictures => {
                word_label(speaker, &PICTURES, PICTURES.word(&settings.pictures_apart))
            }
            PlaceSettingName::View => word_label(speaker, &VIEWS, VIEWS.word(&settings.terms.view)),
        }
    }

    fn pace(&self, pace: PaceWord) -> String {
        match pace {
            PaceWord::Pace(pace) => self.speaker.pace(pace),
            PaceWord::None => self.speaker.plain("panel-pace-none"),
        }
    }

    fn days(&self, idle: IdleDays) -> String {
        match idle.days() {
            None => self.speaker.plain("settings-idle-never"),
            Some(days) => self.speaker.say("settings-idle", &[("count", days.into())]),
        }
    }

    /// Where games may begin, if not everywhere.
    fn channels(&self) -> Option<Block> {
        let channels = &self.settings.channels;
        (!channels.is_empty()).then(|| listed(self.speaker, channels))
    }

    fn page(&self, kind: PlaceKind) -> Message {
        let speaker = self.speaker;
        let title = match kind {
            PlaceKind::Server => "settings-title-server",
            PlaceKind::Room => "settings-title-room",
        };
        // Servers have no other way to show a picture.
        let is_chosen_here =
            |setting: &PlaceSettingName| *setting != PlaceSettingName::Pictures || kind == PlaceKind::Room;
        let names = PLACE_SETTINGS.words.iter().map(|(_, setting)| *setting).filter(is_chosen_here);
        let lines = names.map(|setting| self.line(setting)).collect();
        let mut blocks = vec![
            Block::Heading(speaker.plain(title)),
            Block::Text(speaker.plain("settings-about-place")),
            Block::List(lines),
        ];
        blocks.extend(self.channels());
        let rows = vec![self.games(), self.paces(), self.idle(), self.others(), Row::Buttons(self.buttons())];
        Message { blocks, rows, ..Message::default() }
    }

    fn buttons(&self) -> Vec<Button> {
        let (speaker, settings) = (self.speaker, self.settings);
        let (target, key) = if settings.channels.contains(self.here) {
            (SettingsTarget::Disallow, "button-settings-disallow")
        } else {
            (SettingsTarget::Allow, "button-settings-allow")
        };
        let mut buttons = vec![button(target, speaker.plain(key))];
        if !settings.channels.is_empty() {
            buttons.push(button(SettingsTarget::Everywhere, speaker.plain("button-settings-everywhere")));
        }
        let remind = SettingsTarget::Remind(On(!settings.terms.reminders));
        buttons.push(button(remind, self.line(PlaceSettingName::Reminders)));
        buttons.push(button(SettingsTarget::Own, speaker.plain("button-settings")));
        buttons
    }

    fn games(&self) -> Row {
        let (speaker, chosen) = (self.speaker, self.settings.usual_variant());
        let options = VARIANTS
            .words
            .iter()
            .map(|(word, variant)| ((*word).to_owned(), speaker.variant(*variant), chosen == *variant));
        menu(speaker, SettingsTarget::Game, self.line(PlaceSettingName::Game), options)
    }

    fn paces(&self) -> Row {
        let chosen = PaceWord::from(self.settings.pace);
        let offered: Vec<PaceWord> =
            std::iter::once(PaceWord::None).chain(PaceWord::offered().map(PaceWord::Pace)).collect();
        let typed = (!offered.contains(&chosen)).then_some(chosen);
        let option = |pace: PaceWord| (pace.to_string(), self.pace(pace), pace == chosen);
        let options = offered.into_iter().chain(typed).map(option);
        menu(self.speaker, SettingsTarget::Pace, self.line(PlaceSettingName::Pace), options)
    }

    fn idle(&self) -> Row {
        let chosen = self.settings.terms.idle;
        let offered = DAYS.into_iter().filter_map(IdleDays::after).chain([IdleDays::NEVER]);
        let option = |idle: IdleDays| {
            let never = || FOR_EVER.word(&()).to_owned();
            (idle.days().map_or_else(never, |days| days.to_string()), self.days(idle), idle == chosen)
        };
        menu(self.speaker, SettingsTarget::Idle, self.line(PlaceSettingName::Idle), offered.map(option))
    }

    fn others(&self) -> Row {
        let speaker = self.speaker;
        let said = |setting, label| line(speaker, SettingName::Place(setting), label);
        let threads = THREADS.words.iter().map(|(word, threads)| {
            let label = said(PlaceSettingName::Threads, word_label(speaker, &THREADS, word));
            let value = OtherSetting::Threads(*threads).to_string();
            (value, label, self.settings.threads == Some(*threads))
        });
        let time_outs = TIME_OUTS.words.iter().map(|(word, time_out)| {
            let label = said(PlaceSettingName::TimeOut, word_label(speaker, &TIME_OUTS, word));
            let value = OtherSetting::TimeOut(*time_out).to_string();
            (value, label, self.settings.time_out.unwrap_or_default() == *time_out)
        });
        let views = VIEWS.words.iter().map(|(word, view)| {
            let label = said(PlaceSettingName::View, word_label(speaker, &VIEWS, word));
            (OtherSetting::View(*view).to_string(), label, self.settings.terms.view == *view)
        });
        let choices = std::iter::once(PlaceLanguage::Usual).chain(speaker.languages().map(PlaceLanguage::Of));
        let languages = choices.map(|choice| {
            let (name, chosen) = match choice {
                PlaceLanguage::Usual => (usual(speaker).1, None),
                PlaceLanguage::Of(language) => (speaker.in_language(language).endonym(), Some(language)),
            };
            let label = said(PlaceSettingName::Language, name);
            (OtherSetting::Language(choice).to_string(), label, self.settings.language == chosen)
        });
        let options = threads.chain(time_outs).chain(views).chain(languages).take(25);
        menu(speaker, SettingsTarget::Other, speaker.plain("settings-other"), options)
    }
}
