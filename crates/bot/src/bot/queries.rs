//! Answers read-only questions of platforms: running games, open seats, the live board, recorded
//! games, and the options of a new game. Not here: what a platform needs with a reply, which the
//! decision carries (`bot`).

use adoube_engine::StrengthLevel;
use adoube_store::{Table, VersionCheck};

use crate::{
    Bot, ChannelId, CommunityId, ComputerSettings, Language, LiveBoard, Notice, PersonId, ReaderProfile,
    RepositoryError, Viewer,
    core::{
        command::{ButtonId, COMPUTER},
        game::{Challenge, CommunitySettings, GameId},
        notice::{AgreedTerms, BoardEvent, BoardNotice, ReplayNotice},
        records::{PlayerGame, channel_key},
    },
    features::{
        challenge::start_form::{self, StartField},
        live_board::{self, RecordedGame},
    },
    gameplay::history::standing,
    text::{Localizer, pgn},
};

/// Upper limit of running games listed.
pub const PLAYING_LISTED: usize = 50;

/// A running game from one player's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningGame {
    /// The game's id.
    pub game: String,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// The opponent's name.
    pub opponent: String,
    /// The name of the variant.
    pub variant: String,
    /// Whether the player is to move, or to choose a piece.
    pub your_turn: bool,
    /// When the player's time is up, in milliseconds since 1970, if the player is to move and the
    /// clock runs.
    pub deadline: Option<u64>,
}

impl RunningGame {
    fn of(speaker: Localizer<'_>, game: &PlayerGame) -> Self {
        let record = &game.record;
        Self {
            game: record.id.to_string(),
            channel: record.channel.clone(),
            opponent: speaker.seat(record.seats.of(game.side.other())),
            variant: speaker.variant(record.variant),
            your_turn: game.is_own_turn(),
            deadline: game.known_deadline(),
        }
    }
}

/// A seat that anybody may take, in a game that has not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSeat {
    /// The id of the button that takes the seat.
    pub accept: String,
    /// When the challenge expires, in milliseconds since 1970.
    pub until: u64,
}

/// Levels of the computer, from level 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerLevels {
    /// The default level.
    pub usual: u8,
    /// The strongest level.
    pub most: u8,
}

/// A channel with no game between people and no undelivered notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnattendedChannel {
    /// The channel's version: a batch that expects it conflicts with any change there.
    pub expect: VersionCheck,
    /// Whether a person plays the computer in the channel.
    pub plays_computer: bool,
}

impl Bot {
    /// The options of a game that begins in this community, as the fields of a form.
    pub async fn start_fields(
        &self,
        reading: impl Into<ReaderProfile>,
        place: Option<&CommunityId>,
    ) -> Vec<StartField> {
        let kept = match place {
            Some(place) => self.inner.ledger.place(place).await.map(|kept| kept.value),
            None => Ok(CommunitySettings::default()),
        };
        let chosen = kept.unwrap_or_else(|error| {
            tracing::error!(%error, "the settings of a place are passed over");
            CommunitySettings::default()
        });
        start_form::fields(self.inner.speaker(reading), &chosen)
    }

    /// Levels of the computer; `None` if it does not play.
    pub fn computer_levels(&self) -> Option<ComputerLevels> {
        let ComputerSettings { enabled, level, .. } = self.inner.engine.settings;
        enabled.then(|| ComputerLevels { usual: level.number(), most: StrengthLevel::BEST.number() })
    }

    /// Whether a typed name means the computer, in any language.
    pub fn is_computer(&self, name: &str) -> bool {
        self.inner.text.lexicon.choice(&COMPUTER, name.trim().trim_start_matches('@')).is_some()
    }

    /// The key of the start field that a refusal is about; `None` if it is about another matter.
    pub fn start_field_of(&self, notice: &Notice) -> Option<&'static str> {
        start_form::field_of(notice)
    }

    /// The version of a channel that is idle: no game, no open challenge or set-up, no undelivered
    /// notice. `None` if it is not idle, or cannot be read. For clean-up, which no event announces.
    pub async fn idle_channel_version(&self, channel: &ChannelId) -> Option<VersionCheck> {
        let now = self.inner.clock.now_millis();
        let there = self.inner.ledger.channel(channel).await;
        let waiting = self.inner.ledger.outbox(channel, 1).await;
        match there.and_then(|there| Ok((there, waiting?))) {
            Ok((kept, waiting)) => {
                let there = kept.value;
                let is_at_rest = there.game.is_none()
                    && there.challenges.iter().all(|challenge| challenge.has_expired(now))
                    && there.panels.iter().all(|panel| panel.has_expired(now))
                    && waiting.is_empty();
                let expect = VersionCheck {
                    table: Table::Channel,
                    key: channel_key(channel).into(),
                    version: kept.version,
                };
                is_at_rest.then_some(expect)
            }
            Err(error) => {
                tracing::error!(%error, %channel, "what is under way in a channel cannot be read");
                None
            }
        }
    }

    /// A channel that a platform may remove, though a challenge or a set-up is open or a game
    /// against the computer runs there. `None` if people play one another, or a notice is
    /// undelivered.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn unattended_channel(
        &self,
        channel: &ChannelId,
    ) -> Result<Option<UnattendedChannel>, RepositoryError> {
        let kept = self.inner.ledger.channel(channel).await?;
        let waiting = self.inner.ledger.outbox(channel, 1).await?;
        let game = &kept.value.game;
        if !waiting.is_empty() || game.as_ref().is_some_and(|game| !game.has_computer()) {
            return Ok(None);
        }
        let expect =
            VersionCheck { table: Table::Channel, key: channel_key(channel).into(), version: kept.version };
        Ok(Some(UnattendedChannel { expect, plays_computer: game.is_some() }))
    }

    /// Whether a game runs in a channel.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn is_played_in(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        Ok(self.inner.ledger.channel(channel).await?.value.game.is_some())
    }

    /// Whether this person plays the game in a channel.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn plays_in(&self, channel: &ChannelId, person: &PersonId) -> Result<bool, RepositoryError> {
        let game = self.inner.ledger.channel(channel).await?.value.game;
        Ok(game.is_some_and(|game| game.seats.side_of(person).is_some()))
    }

    /// The players of the game in a channel; empty if there is no game.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn players_in(&self, channel: &ChannelId) -> Result<Vec<PersonId>, RepositoryError> {
        let game = self.inner.ledger.channel(channel).await?.value.game;
        let players = game.iter().flat_map(|game| game.seats.people());
        Ok(players.map(|person| person.id.clone()).collect())
    }

    /// Whether a challenge by this person is open in a channel.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn challenges_in(
        &self,
        channel: &ChannelId,
        person: &PersonId,
    ) -> Result<bool, RepositoryError> {
        let there = self.inner.ledger.channel(channel).await?.value;
        Ok(there.challenges.iter().any(|challenge| challenge.challenger.id == *person))
    }

    /// Whether a game runs in a channel, or a challenge there may still become one.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn is_used(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        let now = self.inner.clock.now_millis();
        Ok(self.inner.ledger.channel(channel).await?.value.is_used(now))
    }

    /// The seat that is open by this person's challenge to anybody in a channel.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn open_seat(
        &self,
        channel: &ChannelId,
        person: &PersonId,
    ) -> Result<Option<OpenSeat>, RepositoryError> {
        let now = self.inner.clock.now_millis();
        let there = self.inner.ledger.channel(channel).await?.value;
        let mut challenges = there.challenges.into_iter();
        let own = challenges
            .find(|open| open.challenger.id == *person && open.opponent.is_none() && !open.has_expired(now));
        Ok(own
            .map(|open| OpenSeat { until: open.expires_at(), accept: ButtonId::Accept(open.id).to_string() }))
    }

    /// The newest game of a channel, running or over, as this viewer may see and play it; `None` if
    /// there never was one. Its size does not grow with the length of the game, and it depends on
    /// nothing that the viewer may not know.
    ///
    /// # Errors
    ///
    /// The records cannot be read.
    pub async fn live_board(
        &self,
        channel: &ChannelId,
        viewer: &Viewer,
    ) -> Result<Option<LiveBoard>, RepositoryError> {
        let ledger = &self.inner.ledger;
        let there = ledger.channel(channel).await?.value;
        let newest = match there.game {
            Some(running) => Some(running),
            None => ledger.games_in(channel, 1).await?.pop(),
        };
        let speaker = self.inner.speaker(viewer.reading());
        let Some(record) = newest else { return Ok(None) };
        let still = ledger.still_in(&record).await?;
        let now = self.inner.clock.now_millis().max(record.changed_at);
        let is_again =
            |open: &&Challenge| open.rematch.as_ref() == Some(&record.id) && !open.has_expired(now);
        let rematch = there.challenges.iter().find(is_again);
        let live = live_board::live_board(speaker, &record, &still, now, viewer);
        Ok(live.map(|board| LiveBoard {
            offer: board.offer.or_else(|| live_board::live_rematch(speaker, rematch?, viewer)),
            ..board
        }))
    }

    /// The running games of a person. Those in which the person is to move come first, by deadline,
    /// then the newest; at most [`PLAYING_LISTED`].
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn playing(
        &self,
        person: &PersonId,
        language: Language,
    ) -> Result<Vec<RunningGame>, RepositoryError> {
        let speaker = self.inner.speaker(language);
        let games = self.inner.ledger.running_games_of(person).await?;
        let mut games: Vec<RunningGame> = games.iter().map(|game| RunningGame::of(speaker, game)).collect();
        games.sort_by_key(|game| (!game.your_turn, game.deadline.is_none(), game.deadline));
        games.truncate(PLAYING_LISTED);
        Ok(games)
    }

    /// A game to step through; `None` if there is no such game, this person may not see it, or it
    /// has no position yet.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn recorded(
        &self,
        game: &str,
        person: &PersonId,
    ) -> Result<Option<(ChannelId, ReplayNotice)>, RepositoryError> {
        let Some(id) = GameId::parse(game) else { return Ok(None) };
        let ledger = &self.inner.ledger;
        let Some(record) = ledger.game(&id).await?.filter(|record| record.choosing.is_none()) else {
            return Ok(None);
        };
        let is_own = record.seats.side_of(person).is_some();
        // Only a channel's own platform knows who may enter it.
        let is_here = person.platform() == record.channel.platform();
        let may_see =
            is_own || (is_here && self.inner.people.directory.lets_in(&record.channel, person).await);
        if !may_see {
            return Ok(None);
        }
        let plies = standing(ledger.events(&id).await?);
        let mut board = Box::new(BoardNotice::of(&record, BoardEvent::Shown));
        board.agreed = Some(Box::new(AgreedTerms::of(&record)));
        Ok(Some((record.channel.clone(), ReplayNotice { board, start: pgn::start(&record), plies })))
    }

    /// A recorded game move by move, in this viewer's language. Takes up to some tenths of a
    /// second.
    pub fn played(&self, recorded: &ReplayNotice, viewer: &Viewer) -> RecordedGame {
        live_board::played(self.inner.speaker(viewer.reading()), recorded, viewer)
    }

    /// The welcome for a spectator who enters a channel; `None` if there is no game or the person
    /// plays it. Entering changes nothing in the channel, so it is no event.
    pub async fn welcome(&self, channel: &ChannelId, person: &PersonId) -> Option<Notice> {
        let kept = self.inner.ledger.channel(channel).await;
        let kept = kept.inspect_err(|error| tracing::error!(%error, %channel, "nobody is welcomed"));
        let game = kept.ok()?.value.game.filter(|game| game.seats.side_of(person).is_none())?;
        let (kinds, new) = (game.types(), !game.followers.contains(person));
        Some(Notice::SpectatorWelcome {
            variant: game.variant,
            seats: game.seats,
            kinds,
            game: new.then_some(game.id),
        })
    }
}
