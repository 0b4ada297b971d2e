//! Decides whether a challenge is meant for the computer, and begins such a game at once. Not here:
//! the computer's turns (`features::computer`), and the terms (`handler`).

use adoube_engine::StrengthLevel;

use crate::{
    Reply,
    core::{
        command::COMPUTER,
        game::{Challenge, Seat},
        notice::{ComputerRefusal, GameRefusal},
    },
    features::challenge::command::{ChallengeRequest, PLAY},
    gameplay::{HandlerRequest, HandlerResult},
};

impl HandlerRequest<'_> {
    /// The computer's level, if a challenge means the computer: by its word, by the bot's name as
    /// opponent, or by a level without an opponent.
    pub(crate) async fn computer_meant(
        &self,
        invitation: &ChallengeRequest,
    ) -> HandlerResult<Option<StrengthLevel>> {
        let named = match &invitation.opponent {
            Some(name) => self.names_computer(name).await,
            None => invitation.level.is_some(),
        };
        if !named && !invitation.computer {
            let level = invitation.level;
            return level.map_or(Ok(None), |_| Err(GameRefusal::from(ComputerRefusal::LevelOfPerson).into()));
        }
        if let Some(name) = &invitation.opponent
            && !named
        {
            // An unknown name gets its own refusal first.
            self.resolve_opponent_or_suggest(&PLAY, name).await?;
            return Err(GameRefusal::from(ComputerRefusal::NotBoth).into());
        }
        Ok(Some(invitation.level.unwrap_or(self.context.engine.settings.level)))
    }

    /// Whether a name in the place of an opponent means the computer.
    pub(crate) async fn names_computer(&self, name: &str) -> bool {
        let word = name.trim().trim_start_matches('@');
        self.context.text.lexicon.choice(&COMPUTER, word).is_some()
            || self.context.people.directory.is_bot(&self.incoming.channel, name).await
    }

    /// Begins a game against the computer with the terms of a challenge.
    pub(crate) fn begin_against_computer(
        &mut self,
        challenge: &Challenge,
        level: StrengthLevel,
    ) -> HandlerResult {
        self.may_play_computer()?;
        self.is_allowed_here()?;
        let apart = self.needs_solo_thread()?;
        let seat = Seat::Computer { level: level.number() };
        let record = self.new_game(challenge, self.incoming.person.clone().into(), seat)?;
        self.begin_game(record, apart)?;
        Ok(Reply::Public)
    }

    fn may_play_computer(&self) -> HandlerResult<()> {
        if !self.context.engine.settings.enabled {
            return Err(GameRefusal::from(ComputerRefusal::Off).into());
        }
        Ok(())
    }
}
