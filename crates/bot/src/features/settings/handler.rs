//! Handles `/settings`: preferences of a person, and settings of a community by its moderators. Not
//! here: the effects of settings (each feature), and the possible values (`core::command`).

use crate::{
    CommunityId, Locales, Notice,
    core::{
        command::{
            CommunitySettingName, CommunitySettingsRequest, FOR_EVER, PlaceLanguage, PreferenceName,
            REMINDERS, SettingName, SettingsButton, SettingsMenuValue, THEMES, TimeControlWord, USUAL,
            VARIANTS,
        },
        game::{CHANNELS_NAMED, CommunitySetting, CommunitySettings, IdleDays, Preference, Preferences},
        notice::{CommunityKind, GameRefusal, SettingsNotice, SettingsPage, SettingsRefusal},
    },
    features::settings::reading::SettingsRequest,
    gameplay::{HandlerRequest, HandlerResult, private_reply, update_reply},
};

impl HandlerRequest<'_> {
    pub(crate) async fn settings(&mut self, wish: &SettingsRequest) -> HandlerResult {
        let notice = match wish {
            SettingsRequest::Show => self.own_settings(None, None).await?,
            SettingsRequest::Choose(preference) => {
                let name = SettingName::Own(preference.name());
                self.own_settings(Some(*preference), Some(name)).await?
            }
            SettingsRequest::ShowPlace => self.place_settings(None, false).await?,
            SettingsRequest::Set(wish) => self.place_settings(Some(wish), true).await?,
        };
        Ok(private_reply(notice))
    }

    pub(crate) async fn press_settings(
        &mut self,
        target: SettingsButton,
        value: Option<&str>,
    ) -> HandlerResult {
        let notice =
            match pressed(target, value, &self.context.text.locales).ok_or(GameRefusal::UnknownButton)? {
                SettingsRequest::Show => self.own_settings(None, None).await?,
                SettingsRequest::Choose(preference) => self.own_settings(Some(preference), None).await?,
                SettingsRequest::ShowPlace => self.place_settings(None, false).await?,
                SettingsRequest::Set(wish) => self.place_settings(Some(&wish), false).await?,
            };
        Ok(update_reply(notice))
    }

    /// The page of the sender's preferences, after this choice.
    async fn own_settings(
        &mut self,
        preference: Option<Preference>,
        chosen: Option<SettingName>,
    ) -> HandlerResult<Notice> {
        let person = &self.incoming.person.id;
        // An unreadable record is an error here: it must not be overwritten.
        let mut preferences: Preferences = self.context.ledger.person(person).await?.value.preferences;
        if let Some(preference) = preference {
            let before = preferences;
            preferences.choose(preference);
            if preferences != before {
                self.draft.prefer(person, preference);
            }
        }
        let place = self.incoming.place.as_ref().filter(|_| self.incoming.moderator);
        let page = SettingsPage::Own { preferences, moderates: place.map(CommunityKind::of) };
        Ok(Notice::Settings(Box::new(SettingsNotice { page, chosen })))
    }

    /// The page of the community's settings, after this choice.
    async fn place_settings(
        &mut self,
        wish: Option<&CommunitySettingsRequest>,
        is_short: bool,
    ) -> HandlerResult<Notice> {
        let place = self.moderated()?.clone();
        let here = self.incoming.channel.clone();
        let mut settings: CommunitySettings = self.context.ledger.place(&place).await?.value;
        let setting = match wish {
            None => None,
            Some(CommunitySettingsRequest::Setting(setting)) => Some(setting.clone()),
            Some(CommunitySettingsRequest::AllowHere) => {
                let is_new = !settings.channels.contains(&here);
                if is_new && settings.channels.len() >= CHANNELS_NAMED {
                    return Err(
                        GameRefusal::from(SettingsRefusal::ManyChannels { most: CHANNELS_NAMED }).into()
                    );
                }
                Some(CommunitySetting::Allow(here.clone()))
            }
            Some(CommunitySettingsRequest::DisallowHere) => Some(CommunitySetting::Disallow(here.clone())),
        };
        let name = setting.as_ref().map(|setting| SettingName::Place(setting.name()));
        if let Some(setting) = setting {
            let before = settings.clone();
            settings.choose(&setting);
            if settings != before {
                self.draft.set(&place, setting);
                let set_up = CommunitySetting::SetUpIn(self.incoming.language);
                settings.choose(&set_up);
                self.draft.set(&place, set_up);
            }
        }
        let page = SettingsPage::Place { kind: CommunityKind::of(&place), settings, here };
        Ok(Notice::Settings(Box::new(SettingsNotice { page, chosen: name.filter(|_| is_short) })))
    }

    /// The community whose settings the sender may change.
    fn moderated(&self) -> HandlerResult<&CommunityId> {
        let place =
            self.incoming.place.as_ref().ok_or_else(|| GameRefusal::from(SettingsRefusal::NoPlace))?;
        if self.incoming.moderator {
            return Ok(place);
        }
        Err(GameRefusal::from(SettingsRefusal::NotModerator { kind: CommunityKind::of(place) }).into())
    }
}

/// The request of a button or menu.
fn pressed(target: SettingsButton, value: Option<&str>, locales: &Locales) -> Option<SettingsRequest> {
    let is_usual = value.is_some_and(|value| USUAL.meaning(value).is_some());
    let own = |preference| Some(SettingsRequest::Choose(preference));
    let place = |setting| Some(SettingsRequest::Set(CommunitySettingsRequest::Setting(setting)));
    match target {
        SettingsButton::Own => Some(SettingsRequest::Show),
        SettingsButton::Place => Some(SettingsRequest::ShowPlace),
        SettingsButton::Language if is_usual => own(Preference::Language(None)),
        SettingsButton::Language => {
            let wanted = locales.languages().find(|language| Some(language.tag()) == value)?;
            own(Preference::Language(Some(wanted)))
        }
        SettingsButton::Theme if is_usual => own(Preference::Theme(None)),
        SettingsButton::Theme => own(Preference::Theme(Some(THEMES.meaning(value?)?))),
        SettingsButton::Reminders => own(Preference::Reminders(REMINDERS.meaning(value?)?)),
        SettingsButton::Letters(letters) => own(Preference::Letters(letters)),
        SettingsButton::Hints(on) => own(Preference::Hints(on.0)),
        SettingsButton::Protection(on) => own(Preference::Protection(on.0)),
        SettingsButton::Challengers(challengers) => own(Preference::Challengers(challengers)),
        SettingsButton::Game if is_usual => place(CommunitySetting::Variant(None)),
        SettingsButton::Game => place(CommunitySetting::Variant(Some(VARIANTS.meaning(value?)?))),
        SettingsButton::Pace if value == Some(&TimeControlWord::None.to_string()) => {
            place(CommunitySetting::Pace(None))
        }
        SettingsButton::Pace => place(CommunitySetting::Pace(Some(value?.parse().ok()?))),
        SettingsButton::Idle => place(CommunitySetting::Idle(idle(value?)?)),
        SettingsButton::Other => match SettingsMenuValue::parse(value?)? {
            SettingsMenuValue::Language(PlaceLanguage::Usual) => place(CommunitySetting::Language(None)),
            SettingsMenuValue::Language(PlaceLanguage::Of(wanted)) => {
                let known = locales.languages().any(|language| language == wanted);
                known.then_some(CommunitySetting::Language(Some(wanted))).and_then(place)
            }
            SettingsMenuValue::Threads(threads) => place(CommunitySetting::Threads(Some(threads))),
            SettingsMenuValue::TimeOut(time_out) => place(CommunitySetting::TimeOut(Some(time_out))),
            SettingsMenuValue::View(view) => place(CommunitySetting::View(view)),
        },
        SettingsButton::Allow => Some(SettingsRequest::Set(CommunitySettingsRequest::AllowHere)),
        SettingsButton::Disallow => Some(SettingsRequest::Set(CommunitySettingsRequest::DisallowHere)),
        SettingsButton::Everywhere => place(CommunitySetting::Everywhere),
        SettingsButton::Remind(on) => place(CommunitySetting::Reminders(on.0)),
    }
}

fn idle(value: &str) -> Option<IdleDays> {
    let for_ever = FOR_EVER.meaning(value).map(|()| IdleDays::NEVER);
    for_ever.or_else(|| IdleDays::after(value.parse().ok()?))
}

impl Preference {
    /// The name of the preference.
    fn name(self) -> PreferenceName {
        match self {
            Self::Language(_) => PreferenceName::Language,
            Self::Theme(_) => PreferenceName::Theme,
            Self::Letters(_) => PreferenceName::Letters,
            Self::Hints(_) => PreferenceName::Hints,
            Self::Words(_) => PreferenceName::Words,
            Self::Reminders(_) => PreferenceName::Reminders,
            Self::Protection(_) => PreferenceName::Protection,
            Self::Challengers(_) => PreferenceName::Challengers,
        }
    }
}

impl CommunitySetting {
    /// The name of the setting.
    fn name(&self) -> CommunitySettingName {
        match self {
            Self::Variant(_) => CommunitySettingName::Game,
            Self::Pace(_) => CommunitySettingName::Pace,
            Self::TimeOut(_) => CommunitySettingName::TimeOut,
            Self::Allow(_) | Self::Disallow(_) | Self::Everywhere => CommunitySettingName::Channels,
            Self::Threads(_) => CommunitySettingName::Threads,
            Self::Reminders(_) => CommunitySettingName::Reminders,
            Self::Idle(_) => CommunitySettingName::Idle,
            Self::Language(_) | Self::SetUpIn(_) => CommunitySettingName::Language,
            Self::PicturesApart(_) => CommunitySettingName::Pictures,
            Self::View(_) => CommunitySettingName::View,
        }
    }
}
