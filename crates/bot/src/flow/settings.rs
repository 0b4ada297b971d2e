//! Settings: seen and changed, one's own by anybody, those of a server or a room by its moderators. Not here: what becomes of
//! them (each flow that asks, `present`), and what there is to choose (`command`).

use super::{Decided, Flow, private, update};
use crate::{
    Locales, Notice, PlaceId, Threads,
    command::{
        FOR_EVER, OtherSetting, OwnSetting, PaceWord, PlaceLanguage, PlaceSettingName, PlaceWish, REMINDERS,
        SettingName, SettingsTarget, SettingsWish, THEMES, USUAL, VARIANTS,
    },
    game::{CHANNELS_NAMED, IdleDays, PlaceSetting, PlaceSettings, Preference, Preferences},
    ledger::LedgerError,
    notice::{PlaceKind, Refusal, SettingsNotice, SettingsPage, SettingsRefusal},
};

impl Flow<'_> {
    pub(super) async fn settings(&mut self, wish: &SettingsWish) -> Decided {
        let notice = match wish {
            SettingsWish::Show => self.own_settings(None, None).await?,
            SettingsWish::Choose(preference) => {
                let name = SettingName::Own(preference.name());
                self.own_settings(Some(*preference), Some(name)).await?
            }
            SettingsWish::ShowPlace => self.place_settings(None, false).await?,
            SettingsWish::Set(wish) => self.place_settings(Some(wish), true).await?,
        };
        Ok(private(notice))
    }

    pub(super) async fn press_settings(&mut self, target: SettingsTarget, value: Option<&str>) -> Decided {
        let notice = match pressed(target, value, &self.context.locales).ok_or(Refusal::UnknownComponent)? {
            SettingsWish::Show => self.own_settings(None, None).await?,
            SettingsWish::Choose(preference) => self.own_settings(Some(preference), None).await?,
            SettingsWish::ShowPlace => self.place_settings(None, false).await?,
            SettingsWish::Set(wish) => self.place_settings(Some(&wish), false).await?,
        };
        Ok(update(notice))
    }

    /// The speaker's own, after this choice.
    async fn own_settings(
        &mut self,
        preference: Option<Preference>,
        chosen: Option<SettingName>,
    ) -> Decided<Notice> {
        let person = &self.incoming.person.id;
        // What cannot be read is not written either: they are told.
        let mut preferences: Preferences = self.context.ledger.person(person).await?.value.preferences;
        if let Some(preference) = preference {
            let before = preferences;
            preferences.choose(preference);
            if preferences != before {
                self.draft.prefer(person, preference);
            }
        }
        let place = self.incoming.place.as_ref().filter(|_| self.incoming.moderator);
        let page = SettingsPage::Own { preferences, moderates: place.map(PlaceKind::of) };
        Ok(Notice::Settings(Box::new(SettingsNotice { page, chosen })))
    }

    /// Those of the server or room, after this choice.
    async fn place_settings(&mut self, wish: Option<&PlaceWish>, is_short: bool) -> Decided<Notice> {
        let place = self.moderated()?.clone();
        let here = self.incoming.channel.clone();
        let mut settings: PlaceSettings = self.context.ledger.place(&place).await?.value;
        let setting = match wish {
            None => None,
            Some(PlaceWish::Setting(setting)) => Some(setting.clone()),
            Some(PlaceWish::AllowHere) => {
                let is_new = !settings.channels.contains(&here);
                if is_new && settings.channels.len() >= CHANNELS_NAMED {
                    return Err(Refusal::from(SettingsRefusal::ManyChannels { most: CHANNELS_NAMED }).into());
                }
                Some(PlaceSetting::Allow(here.clone()))
            }
            Some(PlaceWish::DisallowHere) => Some(PlaceSetting::Disallow(here.clone())),
        };
        let name = setting.as_ref().map(|setting| SettingName::Place(setting.name()));
        if let Some(setting) = setting {
            let before = settings.clone();
            settings.choose(&setting);
            if settings != before {
                self.draft.set(&place, setting);
                let set_up = PlaceSetting::SetUpIn(self.incoming.language);
                settings.choose(&set_up);
                self.draft.set(&place, set_up);
            }
        }
        let page = SettingsPage::Place { kind: PlaceKind::of(&place), settings, here };
        Ok(Notice::Settings(Box::new(SettingsNotice { page, chosen: name.filter(|_| is_short) })))
    }

    /// The server or room whose settings the speaker may change.
    fn moderated(&self) -> Decided<&PlaceId> {
        let place = self.incoming.place.as_ref().ok_or_else(|| Refusal::from(SettingsRefusal::NoPlace))?;
        if self.incoming.moderator {
            return Ok(place);
        }
        Err(Refusal::from(SettingsRefusal::NotModerator { kind: PlaceKind::of(place) }).into())
    }

    /// What is chosen for the server or room of this channel: one look, by those who may let a game begin. No game waits for
    /// settings that cannot be read.
    pub(super) async fn chosen_here(&self) -> Decided<PlaceSettings> {
        let Some(place) = &self.incoming.place else { return Ok(PlaceSettings::default()) };
        match self.context.ledger.place(place).await {
            Ok(kept) => Ok(kept.value),
            Err(error @ (LedgerError::Unreadable { .. } | LedgerError::Newer { .. })) => {
                tracing::error!(%error, "the settings of a place are passed over");
                Ok(PlaceSettings::default())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether games may begin in this channel. In a thread that was opened for a game, its players go on.
    pub(super) fn is_allowed_here(&self) -> Decided<()> {
        let chosen = &self.place;
        if chosen.allows(&self.incoming.channel) || self.draft.channel.closes_with_game {
            return Ok(());
        }
        Err(Refusal::from(SettingsRefusal::NotHere { channels: chosen.channels.clone() }).into())
    }

    /// When games get threads here: where the platform has none, nobody can want any.
    pub(super) fn threads(&self) -> Threads {
        match self.incoming.threads.of_people() {
            Threads::Never => Threads::Never,
            usual => self.place.threads.unwrap_or(usual),
        }
    }
}

/// What a button or a menu asks for.
fn pressed(target: SettingsTarget, value: Option<&str>, locales: &Locales) -> Option<SettingsWish> {
    let is_usual = value.is_some_and(|value| USUAL.meaning(value).is_some());
    let own = |preference| Some(SettingsWish::Choose(preference));
    let place = |setting| Some(SettingsWish::Set(PlaceWish::Setting(setting)));
    match target {
        SettingsTarget::Own => Some(SettingsWish::Show),
        SettingsTarget::Place => Some(SettingsWish::ShowPlace),
        SettingsTarget::Language if is_usual => own(Preference::Language(None)),
        SettingsTarget::Language => {
            let wanted = locales.languages().find(|language| Some(language.tag()) == value)?;
            own(Preference::Language(Some(wanted)))
        }
        SettingsTarget::Theme if is_usual => own(Preference::Theme(None)),
        SettingsTarget::Theme => own(Preference::Theme(Some(THEMES.meaning(value?)?))),
        SettingsTarget::Reminders => own(Preference::Reminders(REMINDERS.meaning(value?)?)),
        SettingsTarget::Letters(letters) => own(Preference::Letters(letters)),
        SettingsTarget::Hints(on) => own(Preference::Hints(on.0)),
        SettingsTarget::Protection(on) => own(Preference::Protection(on.0)),
        SettingsTarget::Challengers(challengers) => own(Preference::Challengers(challengers)),
        SettingsTarget::Game if is_usual => place(PlaceSetting::Variant(None)),
        SettingsTarget::Game => place(PlaceSetting::Variant(Some(VARIANTS.meaning(value?)?))),
        SettingsTarget::Pace if value == Some(&PaceWord::None.to_string()) => place(PlaceSetting::Pace(None)),
        SettingsTarget::Pace => place(PlaceSetting::Pace(Some(value?.parse().ok()?))),
        SettingsTarget::Idle => place(PlaceSetting::Idle(idle(value?)?)),
        SettingsTarget::Other => match OtherSetting::parse(value?)? {
            OtherSetting::Language(PlaceLanguage::Usual) => place(PlaceSetting::Language(None)),
            OtherSetting::Language(PlaceLanguage::Of(wanted)) => {
                let known = locales.languages().any(|language| language == wanted);
                known.then_some(PlaceSetting::Language(Some(wanted))).and_then(place)
            }
            OtherSetting::Threads(threads) => place(PlaceSetting::Threads(Some(threads))),
            OtherSetting::TimeOut(time_out) => place(PlaceSetting::TimeOut(Some(time_out))),
            OtherSetting::View(view) => place(PlaceSetting::View(view)),
        },
        SettingsTarget::Allow => Some(SettingsWish::Set(PlaceWish::AllowHere)),
        SettingsTarget::Disallow => Some(SettingsWish::Set(PlaceWish::DisallowHere)),
        SettingsTarget::Everywhere => place(PlaceSetting::Everywhere),
        SettingsTarget::Remind(on) => place(PlaceSetting::Reminders(on.0)),
    }
}

fn idle(value: &str) -> Option<IdleDays> {
    let for_ever = FOR_EVER.meaning(value).map(|()| IdleDays::NEVER);
    for_ever.or_else(|| IdleDays::after(value.parse().ok()?))
}

impl Preference {
    /// What it is a choice of.
    fn name(self) -> OwnSetting {
        match self {
            Self::Language(_) => OwnSetting::Language,
            Self::Theme(_) => OwnSetting::Theme,
            Self::Letters(_) => OwnSetting::Letters,
            Self::Hints(_) => OwnSetting::Hints,
            Self::Words(_) => OwnSetting::Words,
            Self::Reminders(_) => OwnSetting::Reminders,
            Self::Protection(_) => OwnSetting::Protection,
            Self::Challengers(_) => OwnSetting::Challengers,
        }
    }
}

impl PlaceSetting {
    /// What it is a choice of.
    fn name(&self) -> PlaceSettingName {
        match self {
            Self::Variant(_) => PlaceSettingName::Game,
            Self::Pace(_) => PlaceSettingName::Pace,
            Self::TimeOut(_) => PlaceSettingName::TimeOut,
            Self::Allow(_) | Self::Disallow(_) | Self::Everywhere => PlaceSettingName::Channels,
            Self::Threads(_) => PlaceSettingName::Threads,
            Self::Reminders(_) => PlaceSettingName::Reminders,
            Self::Idle(_) => PlaceSettingName::Idle,
            Self::Language(_) | Self::SetUpIn(_) => PlaceSettingName::Language,
            Self::PicturesApart(_) => PlaceSettingName::Pictures,
            Self::View(_) => PlaceSettingName::View,
        }
    }
}
