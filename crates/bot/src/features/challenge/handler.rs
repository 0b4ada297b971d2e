//! Handles `/play`, `/accept`, `/decline` and `/withdraw`: challenges are made, accepted, declined
//! and withdrawn. Not here: how a game begins (`gameplay::start`).

use adoube_rules::{PromotionMode, Variant};

use crate::{
    Notice, Person, Reply,
    core::{
        command::TimeControlWord,
        game::{Challenge, CommunitySettings, GameId, GameTerms},
        notice::{CardRefusal, ComputerRefusal, GameRefusal, UnknownTermRefusal},
    },
    features::challenge::command::{ChallengeRequest, PLAY},
    gameplay::{HandlerError, HandlerRequest, HandlerResult, private_reply},
    text::likeness::{distinguish, is_told_apart},
};

impl HandlerRequest<'_> {
    pub(crate) async fn challenge(&mut self, invitation: &ChallengeRequest) -> HandlerResult {
        let opponent = match &invitation.opponent {
            Some(words) => self.name_among(words).await,
            None => None,
        };
        let invitation = &ChallengeRequest { opponent, ..invitation.clone() };
        let terms = terms(invitation, &self.place)?;
        if invitation.time_out.is_some() && terms.pace.is_none() {
            return Err(GameRefusal::from(UnknownTermRefusal::TimeOutAlone).into());
        }
        if let Some(level) = self.computer_meant(invitation).await? {
            let challenge = self.challenge_of(terms, None).await?;
            return self.begin_against_computer(&challenge, level);
        }
        let nothing_said = *invitation == ChallengeRequest::default() && self.place.variant.is_none();
        self.needs_others((!nothing_said).then_some(terms.variant), self.context.engine.settings.enabled)
            .await?;
        self.may_challenge()?;
        if nothing_said && self.never_played().await? {
            return Ok(private_reply(Notice::WhichGame));
        }
        let opponent = match &invitation.opponent {
            Some(name) => Some(self.resolve_opponent_or_suggest(&PLAY, name).await?),
            None => None,
        };
        let challenge = self.challenge_of(terms, opponent).await?;
        // A challenge to a named person means chess. A challenger who seeks any opponent may not
        // know the other variants, so the notice explains them.
        let assumed = invitation.opponent.is_none()
            && invitation.kind.is_none()
            && invitation.promotion.is_none()
            && self.place.variant.is_none();
        self.post_if_welcome(Challenge { assumed, ..challenge }).await?;
        Ok(Reply::Public)
    }

    /// A challenge by the sender, not posted yet.
    pub(crate) async fn challenge_of(
        &self,
        terms: GameTerms,
        opponent: Option<Person>,
    ) -> HandlerResult<Challenge> {
        let challenger = self.incoming.person.clone();
        let (challenger, opponent) = match opponent {
            Some(opponent) => {
                let (challenger, opponent) = distinguish(challenger, opponent);
                (challenger, Some(opponent))
            }
            None => (challenger, None),
        };
        Ok(Challenge {
            id: self.reserve_game_id().await?,
            challenger,
            opponent,
            terms,
            start: None,
            assumed: false,
            rematch: None,
            made_at: self.draft.now(),
        })
    }

    /// Whether the sender has never begun a game, in any channel.
    async fn never_played(&self) -> HandlerResult<bool> {
        Ok(!self.context.ledger.has_begun(&self.incoming.person.id).await?)
    }

    /// Refuses if no other person could accept a challenge here. The refusal suggests the computer,
    /// if `has_computer`, with `variant`.
    pub(crate) async fn needs_others(
        &self,
        variant: Option<Variant>,
        has_computer: bool,
    ) -> HandlerResult<()> {
        let (channel, person) = (&self.incoming.channel, &self.incoming.person.id);
        if self.context.people.directory.is_alone_with(channel, person).await {
            return Err(GameRefusal::from(ComputerRefusal::NobodyElse { variant, has_computer }).into());
        }
        Ok(())
    }

    /// Whether the sender may challenge in this channel.
    pub(crate) fn may_challenge(&self) -> HandlerResult<()> {
        let challenges = &self.draft.channel.challenges;
        self.is_allowed_here()?;
        self.needs_thread()?;
        if challenges.iter().any(|open| open.challenger.id == self.incoming.person.id) {
            return Err(GameRefusal::AlreadyChallenging.into());
        }
        if challenges.len() >= Challenge::MOST {
            return Err(GameRefusal::ManyChallenges.into());
        }
        Ok(())
    }

    pub(crate) async fn accept_open(&mut self) -> HandlerResult {
        let mut mine = self.open_challenges(|challenge, flow| challenge.is_open_to(&flow.incoming.person.id));
        // A challenge by name has precedence over an open one.
        if mine.iter().any(|challenge| challenge.opponent.is_some()) {
            mine.retain(|challenge| challenge.opponent.is_some());
        }
        let challenge = only(mine, || self.none_to_answer())?;
        self.accept(&challenge.id).await
    }

    pub(crate) fn decline_open(&mut self) -> HandlerResult {
        let mine = self.open_challenges(|challenge, flow| {
            challenge.opponent.as_ref().is_some_and(|opponent| opponent.id == flow.incoming.person.id)
        });
        self.decline(&only(mine, || self.none_to_answer())?.id)
    }

    /// The refusal for a sender with nothing to accept or decline: the open challenges are for
    /// others, or the sender's own.
    fn none_to_answer(&self) -> GameRefusal {
        let (person, open) = (&self.incoming.person.id, &self.draft.channel.challenges);
        match open.iter().rev().find(|challenge| challenge.challenger.id != *person) {
            Some(other) => GameRefusal::NotChallenged { opponent: other.opponent.clone() },
            None if open.is_empty() => GameRefusal::NoChallenge,
            None => GameRefusal::AlreadyChallenging,
        }
    }

    pub(crate) fn withdraw_open(&mut self) -> HandlerResult {
        let mine = self.open_challenges(|challenge, flow| challenge.challenger.id == flow.incoming.person.id);
        // On platforms where buttons are shown only to the people they are for, moderators have
        // none for challenges of others.
        let oldest = self.draft.channel.challenges.first().filter(|_| self.incoming.moderator);
        let challenge = match oldest.cloned() {
            Some(oldest) if mine.is_empty() => oldest,
            _ => only(mine, || {
                let newest = self.draft.channel.challenges.last();
                newest.map_or(GameRefusal::NoChallenge, |other| GameRefusal::NotChallenger {
                    challenger: other.challenger.clone(),
                })
            })?,
        };
        self.withdraw(&challenge.id)
    }

    fn open_challenges(&self, wanted: impl Fn(&Challenge, &Self) -> bool) -> Vec<Challenge> {
        self.draft.channel.challenges.iter().filter(|challenge| wanted(challenge, self)).cloned().collect()
    }

    fn open_challenge(&self, id: &GameId) -> HandlerResult<Challenge> {
        let open = self.draft.channel.challenges.iter().find(|challenge| challenge.id == *id);
        open.cloned().ok_or_else(|| GameRefusal::ChallengeGone.into())
    }

    pub(crate) async fn accept(&mut self, id: &GameId) -> HandlerResult {
        let challenge = self.open_challenge(id)?;
        let person = &self.incoming.person;
        if challenge.challenger.id == person.id {
            return Err(GameRefusal::SelfChallenge.into());
        }
        if !challenge.is_open_to(&person.id) {
            return Err(GameRefusal::NotChallenged { opponent: challenge.opponent }.into());
        }
        if challenge.opponent.is_none() {
            self.check_unblocked(&challenge.challenger).await?;
        }
        let apart = self.needs_thread()?;
        let (challenger, other) = match &challenge.opponent {
            // The challenge has already made both names distinct.
            Some(named) if is_told_apart(named) => (challenge.challenger.clone(), named.clone()),
            _ => distinguish(challenge.challenger.clone(), self.incoming.person.clone()),
        };
        let record = self.new_game(&challenge, challenger.into(), other.into())?;
        // Both players may have asked for the same rematch, each with an own challenge.
        let settled = |open: &Challenge| {
            open.id == *id || (open.rematch.is_some() && open.rematch == challenge.rematch)
        };
        self.draft.channel.challenges.retain(|open| !settled(open));
        self.note_accepted(&challenge);
        self.begin_game(record, apart)?;
        Ok(Reply::Public)
    }

    pub(crate) fn decline(&mut self, id: &GameId) -> HandlerResult {
        let challenge = self.open_challenge(id)?;
        if challenge.opponent.as_ref().is_none_or(|opponent| opponent.id != self.incoming.person.id) {
            return Err(GameRefusal::NotChallenged { opponent: challenge.opponent }.into());
        }
        Ok(self.close(challenge))
    }

    pub(crate) fn withdraw(&mut self, id: &GameId) -> HandlerResult {
        let challenge = self.open_challenge(id)?;
        if challenge.challenger.id != self.incoming.person.id && !self.incoming.moderator {
            return Err(GameRefusal::NotChallenger { challenger: challenge.challenger }.into());
        }
        Ok(self.close(challenge))
    }

    fn close(&mut self, challenge: Challenge) -> Reply {
        self.draft.channel.challenges.retain(|open| open.id != challenge.id);
        self.note_closed(&challenge);
        self.draft.post(Notice::ChallengeClosed { challenge, by: self.incoming.person.clone() });
        Reply::Public
    }
}

/// Terms of a challenge; community settings fill what it does not say.
pub(crate) fn terms(
    invitation: &ChallengeRequest,
    chosen: &CommunitySettings,
) -> Result<GameTerms, HandlerError> {
    let usual = chosen.usual_variant();
    // A promotion option implies the variant that has it.
    let meant =
        if invitation.promotion.is_some() && !usual.has_promotion_choice() { Variant::Grand } else { usual };
    let variant = invitation.kind.unwrap_or(meant);
    let promotion = match invitation.promotion {
        mode if variant.has_promotion_choice() => Some(mode.unwrap_or(PromotionMode::Captured)),
        None => None,
        Some(_) => return Err(GameRefusal::NoPromotionChoice { variant }.into()),
    };
    let ChallengeRequest { colour, kings, touch_move, claims, pace, time_out, .. } = *invitation;
    let kings = match kings {
        kings if variant.has_kings_choice() => Some(kings.unwrap_or_default()),
        None => None,
        Some(_) => return Err(CardRefusal::NoKingsChoice { variant }.into()),
    };
    Ok(GameTerms {
        variant,
        promotion,
        colour,
        array: None,
        kings,
        touch_move,
        claims,
        pace: pace.map_or(chosen.pace, TimeControlWord::pace),
        time_out: time_out.or(chosen.time_out).unwrap_or_default(),
    })
}

/// The only challenge of a list; `none` makes the refusal for an empty one.
fn only(mut challenges: Vec<Challenge>, none: impl FnOnce() -> GameRefusal) -> HandlerResult<Challenge> {
    match challenges.len() {
        0 => Err(none().into()),
        1 => Ok(challenges.remove(0)),
        _ => Err(GameRefusal::SeveralChallenges.into()),
    }
}
