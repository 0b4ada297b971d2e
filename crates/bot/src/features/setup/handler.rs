//! Handles `/setup`: a panel in which its owner sets up a game of Grand Chess until it becomes a
//! challenge. A random array shown there is the one that will be played. Not here: the piece
//! selection that follows (`piece_selection`).

use adoube_engine::StrengthLevel;
use adoube_rules::{ArrayKind, ArraySymmetry, DuplicateRule, Position, PromotionMode};
use rand::RngExt;

use crate::{
    Notice, Reply,
    core::{
        command::{ARRAYS, ColourWord, SetupPanelButton, SetupRuleValue, TIME_OUTS, TimeControlWord},
        game::{ArrayTerms, Challenge, ClaimMode, GameId, MOST_LOCK, RECOMMENDED_NEW, SetupPanel},
        notice::{ComputerRefusal, GameRefusal, SetupPanelNotice, SetupPanelPage, SetupRefusal},
    },
    features::setup::command::{SETUP, SetupPanelAction, SetupRequest},
    gameplay::{HandlerRequest, HandlerResult, private_reply, update_reply},
};

/// Upper limit of people in the menu of opponents. The menu also has an entry for an open challenge.
const OPPONENTS_SHOWN: usize = 24;

/// Upper limit of seeds tried for an array.
const SEEDS: usize = 2;

impl HandlerRequest<'_> {
    pub(crate) async fn set_up(&mut self, wish: &SetupRequest) -> HandlerResult {
        let opponent = match &wish.opponent {
            Some(words) => self.name_among(words).await,
            None => None,
        };
        let wish = &SetupRequest { opponent, ..wish.clone() };
        if let Some(variant) = wish.variant.filter(|variant| !variant.has_array_choice()) {
            return Err(SetupRefusal::NothingToSetUp { variant }.into());
        }
        if !matches!(wish.step, SetupPanelAction::Send | SetupPanelAction::Discard) {
            self.require_private()?;
        }
        let own = self.own_panel();
        if wish.step == SetupPanelAction::Discard {
            self.remove_panel(&own.ok_or(SetupRefusal::PanelGone)?.id);
            return Ok(private_reply(Notice::PanelClosed { sent: false }));
        }
        if *wish == SetupRequest::default()
            && let Some(panel) = own
        {
            return Ok(private_reply(self.panel_notice(panel, SetupPanelPage::Rules)?));
        }
        // The word of an array begins a new panel; other words change the open one.
        let mut panel = match (own, wish.step) {
            (Some(panel), _) if wish.array.is_none() => panel,
            (None, SetupPanelAction::Send) if wish.array.is_none() => {
                return Err(SetupRefusal::PanelGone.into());
            }
            _ => self.new_panel().await?,
        };
        // Before the rest: a number may belong to words that are no person's name.
        let named = match &wish.opponent {
            Some(name) if self.names_computer(name).await => None,
            Some(name) => Some(self.resolve_opponent_or_suggest(&SETUP, name).await?),
            None => None,
        };
        let means_computer = wish.computer || (wish.opponent.is_some() && named.is_none());
        match named {
            Some(_) if wish.computer => return Err(GameRefusal::from(ComputerRefusal::NotBoth).into()),
            Some(_) if wish.level.is_some() => {
                return Err(GameRefusal::from(ComputerRefusal::LevelOfPerson).into());
            }
            None if means_computer || wish.level.is_some() => {
                apply(&mut panel, wish)?;
                let start = self.drawn(&mut panel)?;
                return self.play_computer(panel, start, wish.level);
            }
            Some(person) => panel.opponent = Some(person),
            None => {}
        }
        apply(&mut panel, wish)?;
        match wish.step {
            SetupPanelAction::Redraw => self.redraw(&mut panel)?,
            SetupPanelAction::Open => panel.opponent = None,
            SetupPanelAction::Show | SetupPanelAction::Send | SetupPanelAction::Discard => {}
        }
        let start = self.drawn(&mut panel)?;
        if wish.step == SetupPanelAction::Send {
            self.send(panel, start).await?;
            return Ok(Reply::Public);
        }
        Ok(private_reply(self.keep(panel, start, SetupPanelPage::Rules)))
    }

    pub(crate) async fn press_panel(
        &mut self,
        id: &GameId,
        version: u64,
        target: SetupPanelButton,
        value: Option<&str>,
    ) -> HandlerResult {
        let panel = self.draft.channel.panels.iter().find(|panel| panel.id == *id);
        let mut panel = panel.cloned().ok_or(SetupRefusal::PanelGone)?;
        if panel.owner.id != self.incoming.person.id {
            return Err(SetupRefusal::NotYourPanel { owner: panel.owner }.into());
        }
        if panel.version != version {
            return Err(SetupRefusal::PanelStale.into());
        }
        match target {
            SetupPanelButton::Opponents => {
                let mut people = self.context.people.directory.complete(&self.incoming.channel, "").await;
                people.retain(|person| person.id != panel.owner.id);
                people.truncate(OPPONENTS_SHOWN);
                return Ok(update_reply(self.panel_notice(panel, SetupPanelPage::Opponents(people))?));
            }
            SetupPanelButton::Pieces => {
                return Ok(update_reply(self.panel_notice(panel, SetupPanelPage::Pieces)?));
            }
            SetupPanelButton::Time => {
                return Ok(update_reply(self.panel_notice(panel, SetupPanelPage::Time)?));
            }
            SetupPanelButton::Rules => {
                return Ok(update_reply(self.panel_notice(panel, SetupPanelPage::Rules)?));
            }
            SetupPanelButton::Discard => {
                self.remove_panel(id);
                return Ok(update_reply(Notice::PanelClosed { sent: false }));
            }
            SetupPanelButton::Send => {
                let start = self.drawn(&mut panel)?;
                self.send(panel, start).await?;
                return Ok(update_reply(Notice::PanelClosed { sent: true }));
            }
            SetupPanelButton::Computer => {
                let start = self.drawn(&mut panel)?;
                self.play_computer(panel, start, None)?;
                return Ok(update_reply(Notice::SoloBegun));
            }
            SetupPanelButton::Redraw => self.redraw(&mut panel)?,
            SetupPanelButton::Opponent => {
                let name = value.ok_or(GameRefusal::UnknownButton)?;
                panel.opponent = Some(self.find_opponent(name).await?);
            }
            SetupPanelButton::Anybody => panel.opponent = None,
            _ => pressed(&mut panel, target, value)?,
        }
        let start = self.drawn(&mut panel)?;
        let is_time = matches!(target, SetupPanelButton::Pace | SetupPanelButton::TimeOut);
        let page = if is_time { SetupPanelPage::Time } else { SetupPanelPage::Rules };
        Ok(update_reply(self.keep(panel, start, page)))
    }

    /// Refuses to show a set-up where others would read it: it is private until it is sent.
    fn require_private(&self) -> HandlerResult<()> {
        if self.incoming.audience.reads_answers() {
            return Err(SetupRefusal::PanelSeen.into());
        }
        Ok(())
    }

    async fn new_panel(&self) -> HandlerResult<SetupPanel> {
        Ok(SetupPanel {
            id: self.reserve_game_id().await?,
            version: 0,
            owner: self.incoming.person.clone(),
            opponent: None,
            promotion: PromotionMode::default(),
            colour: None,
            touch_move: false,
            claims: ClaimMode::default(),
            pace: self.place.pace,
            time_out: self.place.time_out.unwrap_or_default(),
            array: ArrayTerms::default(),
            seed: self.fresh_seed(),
            changed_at: self.draft.now(),
        })
    }

    fn fresh_seed(&self) -> u64 {
        self.context.with_rng(|rng| rng.random())
    }

    fn redraw(&self, panel: &mut SetupPanel) -> HandlerResult<()> {
        if !panel.array.is_random() {
            return Err(SetupRefusal::NothingToRedraw.into());
        }
        panel.seed = self.fresh_seed();
        Ok(())
    }

    /// The start position of the panel's array, from a new seed if the panel's seed gives none.
    fn drawn(&self, panel: &mut SetupPanel) -> HandlerResult<Option<Position>> {
        for _ in 0..SEEDS {
            match panel.start() {
                Ok(start) => return Ok(start),
                Err(_) => panel.seed = self.fresh_seed(),
            }
        }
        Err(SetupRefusal::NoArray.into())
    }

    /// Stores a changed panel in place of its owner's former one, and shows this page.
    fn keep(&mut self, mut panel: SetupPanel, start: Option<Position>, page: SetupPanelPage) -> Notice {
        panel.version = panel.version.saturating_add(1);
        panel.changed_at = self.draft.now();
        panel.owner = self.incoming.person.clone();
        let panels = &mut self.draft.channel.panels;
        panels.retain(|other| other.owner.id != panel.owner.id);
        // The panel that was left unchanged longest makes room.
        if panels.len() >= SetupPanel::MOST {
            panels.remove(0);
        }
        // Panels are in order of their last change.
        panels.push(panel.clone());
        self.draft.mark_changed();
        notice(panel, start, page)
    }

    fn remove_panel(&mut self, id: &GameId) {
        self.draft.channel.panels.retain(|panel| panel.id != *id);
        self.draft.mark_changed();
    }

    fn panel_notice(&self, mut panel: SetupPanel, page: SetupPanelPage) -> HandlerResult<Notice> {
        let start = self.drawn(&mut panel)?;
        Ok(notice(panel, start, page))
    }

    /// Posts the challenge and removes its maker's panel.
    async fn send(&mut self, panel: SetupPanel, start: Option<Position>) -> HandlerResult<()> {
        // The panel itself offers the computer.
        self.needs_others(None, false).await?;
        self.may_challenge()?;
        let challenge = self.used(panel, start);
        self.post_if_welcome(challenge).await
    }

    /// Begins a game against the computer with the panel's terms.
    fn play_computer(
        &mut self,
        panel: SetupPanel,
        start: Option<Position>,
        level: Option<StrengthLevel>,
    ) -> HandlerResult {
        let challenge = self.used(panel, start);
        self.begin_against_computer(&challenge, level.unwrap_or(self.context.engine.settings.level))
    }

    /// Turns a panel into a challenge, and removes the panel.
    fn used(&mut self, panel: SetupPanel, start: Option<Position>) -> Challenge {
        self.draft.channel.panels.retain(|other| other.owner.id != panel.owner.id);
        let terms = panel.terms();
        Challenge {
            id: panel.id,
            challenger: self.incoming.person.clone(),
            opponent: panel.opponent,
            terms,
            start: start.map(|start| start.to_string()),
            assumed: false,
            rematch: None,
            made_at: self.draft.now(),
        }
    }
}

fn notice(panel: SetupPanel, start: Option<Position>, page: SetupPanelPage) -> Notice {
    let start = start.map(|start| start.to_string());
    Notice::Panel(Box::new(SetupPanelNotice { panel, start, page }))
}

/// Applies typed terms, except the opponent.
fn apply(panel: &mut SetupPanel, wish: &SetupRequest) -> HandlerResult<()> {
    let array = &mut panel.array;
    match (wish.array, wish.extra) {
        (Some(kind), _) => set_array(array, kind),
        // Extra pieces need another array than the classic one, which has none.
        (None, Some(1..)) if array.array == ArrayKind::Classic => set_array(array, ArrayKind::ClassicRandom),
        _ => {}
    }
    if let Some(extra) = wish.extra {
        array.extra = extra_pieces(array.array, extra)?;
    }
    if let Some(lock) = wish.lock {
        array.lock = locked_moves(lock)?;
    }
    array.duplicates = wish.duplicates.unwrap_or(array.duplicates);
    array.symmetry = wish.symmetry.unwrap_or(array.symmetry);
    panel.promotion = wish.promotion.unwrap_or(panel.promotion);
    panel.touch_move = wish.touch_move.unwrap_or(panel.touch_move);
    panel.claims = wish.claims.unwrap_or(panel.claims);
    panel.pace = wish.pace.map_or(panel.pace, TimeControlWord::pace);
    panel.time_out = wish.time_out.unwrap_or(panel.time_out);
    panel.colour = wish.colour.map_or(panel.colour, ColourWord::side);
    Ok(())
}

/// Applies a pressed button or a menu's value.
fn pressed(panel: &mut SetupPanel, target: SetupPanelButton, value: Option<&str>) -> HandlerResult<()> {
    let array = &mut panel.array;
    match target {
        SetupPanelButton::Array => {
            set_array(array, value.and_then(|word| ARRAYS.meaning(word)).ok_or(GameRefusal::UnknownButton)?);
        }
        SetupPanelButton::Extra => {
            let extra = value.and_then(|value| value.parse().ok()).ok_or(GameRefusal::UnknownButton)?;
            array.extra = extra_pieces(array.array, extra)?;
        }
        SetupPanelButton::Rule => {
            match value.and_then(SetupRuleValue::parse).ok_or(GameRefusal::UnknownButton)? {
                SetupRuleValue::Promotion(mode) => panel.promotion = mode,
                SetupRuleValue::Lock(moves) => array.lock = locked_moves(moves.into())?,
                SetupRuleValue::Colour(colour) => panel.colour = colour.side(),
                SetupRuleValue::Claims(claims) => panel.claims = claims,
            }
        }
        SetupPanelButton::Duplicates => {
            array.duplicates = match array.duplicates {
                DuplicateRule::Forbidden => DuplicateRule::Allowed,
                DuplicateRule::Allowed => DuplicateRule::Forbidden,
            };
        }
        SetupPanelButton::Rotate => {
            array.symmetry = match array.symmetry {
                ArraySymmetry::Mirrored => ArraySymmetry::Rotated,
                ArraySymmetry::Rotated => ArraySymmetry::Mirrored,
            };
        }
        SetupPanelButton::Pace => {
            panel.pace = value.and_then(TimeControlWord::parse).ok_or(GameRefusal::UnknownButton)?.pace();
        }
        SetupPanelButton::TimeOut => {
            let word = value.and_then(|word| TIME_OUTS.meaning(word));
            panel.time_out = word.ok_or(GameRefusal::UnknownButton)?;
        }
        SetupPanelButton::TouchMove => panel.touch_move = !panel.touch_move,
        _ => return Err(GameRefusal::UnknownButton.into()),
    }
    Ok(())
}

/// Changes the array; keeps the number of extra pieces if possible, or sets one that the array
/// allows.
fn set_array(array: &mut ArrayTerms, kind: ArrayKind) {
    let wanted = if array.extra == 0 { RECOMMENDED_NEW } else { array.extra };
    array.array = kind;
    array.extra = wanted.min(kind.most_extra());
}

fn extra_pieces(array: ArrayKind, wanted: u64) -> HandlerResult<usize> {
    let most = array.most_extra();
    let least = most.min(1);
    let fits = usize::try_from(wanted).ok().filter(|wanted| (least..=most).contains(wanted));
    fits.ok_or_else(|| SetupRefusal::ExtraOutOfRange { array, least, most }.into())
}

fn locked_moves(wanted: u64) -> HandlerResult<u16> {
    let fits = u16::try_from(wanted).ok().filter(|wanted| *wanted <= MOST_LOCK);
    fits.ok_or_else(|| SetupRefusal::LockOutOfRange { most: MOST_LOCK }.into())
}
