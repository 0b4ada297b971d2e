//! What people choose for all their games, and moderators for a server or a room: the words for it. Not here: how the words of
//! a line find their setting (`typing`), the panel's buttons (`settings_panel`), and what comes of it (`flow`).

use adoube_render::ThemeKey;
use serde::{Deserialize, Serialize};

use super::{Choice, Command, HelpGroup, Needs, Opt, OptionKind, SWITCH, Spec, Value, WordSet};
use crate::{
    Letters, Threads,
    game::{Challengers, PlaceSetting, Preference, PublicView, Reminders},
};

/// What somebody wants of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsWish {
    /// See their own.
    Show,
    /// See those of the server or room.
    ShowPlace,
    /// Choose something for themselves.
    Choose(Preference),
    /// Choose something for the server or room.
    Set(PlaceWish),
}

/// What somebody wants of the settings of a server or a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceWish {
    /// This.
    Setting(PlaceSetting),
    /// Games may begin in this channel, and only where that was said.
    AllowHere,
    /// That is said of this channel no more.
    DisallowHere,
}

/// Something people choose for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnSetting {
    /// The language they read.
    Language,
    /// The colours of boards.
    Theme,
    /// The letters of pieces.
    Letters,
    /// Whether boards show which pieces may move.
    Hints,
    /// Whether pictures are said in words.
    Words,
    /// Where they are reminded.
    Reminders,
    /// Whether vacation protects them.
    Protection,
    /// Who may challenge them.
    Challengers,
}

/// Something moderators choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceSettingName {
    /// The game where none is named.
    Game,
    /// The pace where none is named.
    Pace,
    /// What happens at the flag.
    TimeOut,
    /// Where games may begin.
    Channels,
    /// When games get threads.
    Threads,
    /// Whether channels are reminded.
    Reminders,
    /// How long games may lie.
    Idle,
    /// The language in which everybody is spoken to.
    Language,
    /// Whether pictures are messages of their own.
    Pictures,
    /// From which side boards are drawn for everybody.
    View,
}

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingName {
    /// One of a person.
    Own(OwnSetting),
    /// One of a server or a room.
    Place(PlaceSettingName),
}

/// The settings of people.
pub static OWN_SETTINGS: Choice<OwnSetting> = Choice {
    key: "setting",
    words: &[
        ("language", OwnSetting::Language),
        ("theme", OwnSetting::Theme),
        ("letters", OwnSetting::Letters),
        ("hints", OwnSetting::Hints),
        ("words", OwnSetting::Words),
        ("reminders", OwnSetting::Reminders),
        ("protection", OwnSetting::Protection),
        ("challengers", OwnSetting::Challengers),
    ],
};

/// What else has settings.
pub static SCOPES: Choice<()> = Choice { key: "scope", words: &[("server", ()), ("room", ())] };

/// The settings of servers and rooms.
pub static PLACE_SETTINGS: Choice<PlaceSettingName> = Choice {
    key: "place-setting",
    words: &[
        ("game", PlaceSettingName::Game),
        ("pace", PlaceSettingName::Pace),
        ("timeout", PlaceSettingName::TimeOut),
        ("channels", PlaceSettingName::Channels),
        ("threads", PlaceSettingName::Threads),
        ("reminders", PlaceSettingName::Reminders),
        ("idle", PlaceSettingName::Idle),
        ("language", PlaceSettingName::Language),
        ("pictures", PlaceSettingName::Pictures),
        ("view", PlaceSettingName::View),
    ],
};

/// Whatever is usual.
pub static USUAL: Choice<()> = Choice { key: "usual", words: &[("auto", ())] };

/// Colours of boards.
pub static THEMES: Choice<ThemeKey> = Choice {
    key: "theme",
    words: &[
        (ThemeKey::Wood.key(), ThemeKey::Wood),
        (ThemeKey::Slate.key(), ThemeKey::Slate),
        (ThemeKey::Contrast.key(), ThemeKey::Contrast),
        (ThemeKey::Print.key(), ThemeKey::Print),
    ],
};

/// Letters of pieces.
pub static LETTERS: Choice<Letters> = Choice {
    key: "letters",
    words: &[
        ("own", Letters::Own),
        ("english", Letters::English),
        ("fairy-stockfish", Letters::FairyStockfish),
    ],
};

/// Where people are reminded.
pub static REMINDERS: Choice<Reminders> = Choice {
    key: "reminders",
    words: &[("here", Reminders::Here), ("private", Reminders::Private), ("off", Reminders::Off)],
};

/// Who may challenge a person.
pub static CHALLENGERS: Choice<Challengers> = Choice {
    key: "challengers",
    words: &[("everyone", Challengers::Everyone), ("nobody", Challengers::Nobody)],
};

/// When games get threads.
pub static THREADS: Choice<Threads> = Choice {
    key: "threads",
    words: &[("always", Threads::Always), ("busy", Threads::WhenBusy), ("never", Threads::Never)],
};

/// Where games may begin.
pub static CHANNELS: Choice<PlaceWish> = Choice {
    key: "channels",
    words: &[
        ("here", PlaceWish::AllowHere),
        ("everywhere", PlaceWish::Setting(PlaceSetting::Everywhere)),
        ("remove", PlaceWish::DisallowHere),
    ],
};

/// How long games may lie, beside numbers of days.
pub static FOR_EVER: Choice<()> = Choice { key: "idle", words: &[("never", ())] };

/// Whether pictures are messages of their own.
pub static PICTURES: Choice<bool> =
    Choice { key: "pictures", words: &[("together", false), ("apart", true)] };

/// From which side boards are drawn for everybody.
pub static VIEWS: Choice<PublicView> =
    Choice { key: "public-view", words: &[("mover", PublicView::Mover), ("white", PublicView::White)] };

/// Every set of words that settings and their values have.
pub static SETTING_WORDS: &[&dyn WordSet] = &[
    &OWN_SETTINGS,
    &SCOPES,
    &PLACE_SETTINGS,
    &USUAL,
    &THEMES,
    &LETTERS,
    &REMINDERS,
    &CHALLENGERS,
    &THREADS,
    &CHANNELS,
    &FOR_EVER,
    &PICTURES,
    &VIEWS,
    &SWITCH,
];

/// Which setting, and its value.
static SETTING: Opt<SettingsWish> = Opt::new("setting", OptionKind::Setting, |value| match value {
    Value::Setting(wish) => Some((**wish).clone()),
    _ => None,
});

/// See and change settings.
pub static SETTINGS: Spec = Spec {
    name: "settings",
    group: HelpGroup::SetUp,
    options: &[SETTING.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Settings(given.value(&SETTING).unwrap_or(SettingsWish::Show))),
};
