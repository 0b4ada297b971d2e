//! Handles `/rematch`: makes a challenge with the terms of a finished game and colours exchanged; a
//! second request accepts the first. Not here: what becomes of a challenge (`features::challenge`).

use adoube_engine::StrengthLevel;
use adoube_rules::{Position, Side, Variant};
use rand::RngExt;

use crate::{
    Person, Reply,
    core::{
        game::{Challenge, GameId, GameRecord, GameTerms, Seat},
        notice::{GameRefusal, RematchRefusal, SetupRefusal},
    },
    features::rematch::command::RematchArray,
    gameplay::{HandlerRequest, HandlerResult, start::CHESS960_ARRAYS},
};

/// Number of the channel's games among which the sender's last one is looked for.
const LOOKED_AT: usize = 50;

/// Upper limit of draws until the array differs from the last one; one draw in about a thousand
/// repeats it.
const DRAWS: usize = 8;

impl HandlerRequest<'_> {
    /// Challenges the other player to a rematch, or accepts their challenge.
    pub(crate) async fn rematch(&mut self, again: RematchArray, id: Option<&GameId>) -> HandlerResult {
        let record = self.finished_game(id).await?;
        if record.is_running() {
            return Err(RematchRefusal::StillRunning.into());
        }
        let seats = &record.seats;
        let others = || RematchRefusal::NotTheirs { seats: seats.clone() };
        let side = seats.side_of(&self.incoming.person.id).ok_or_else(others)?.other();
        let opponent = seats.of(side).clone();
        let again = match again {
            RematchArray::Drawn if !record.has_array_by_lot() => {
                return Err(RematchRefusal::NoOtherArray.into());
            }
            // There was no array yet, so the players choose its pieces anew.
            _ if record.choosing.is_some() => RematchArray::Same,
            again => again,
        };
        let terms = terms(&record, side);
        let opponent = match opponent {
            Seat::Person(opponent) => opponent,
            Seat::Computer { level } => return self.again_with_computer(again, &record, terms, level).await,
            Seat::Team { .. } => return Err(others().into()),
        };
        if let Some(asked) = self.asked_for(again, &record, &terms, &opponent) {
            return self.accept(&asked).await;
        }
        let is_mine = |open: &Challenge| {
            open.challenger.id == self.incoming.person.id && open.rematch.as_ref() == Some(&record.id)
        };
        if self.draft.channel.challenges.iter().any(is_mine) {
            return Err(RematchRefusal::Asked { opponent }.into());
        }
        let is_here = record.channel == self.incoming.channel;
        let opponent = if is_here {
            opponent
        } else {
            // The challenge is public, so it uses the opponent's name in this channel.
            let found = self.found_here(&opponent).await;
            found.ok_or(RematchRefusal::OpponentElsewhere { opponent })?
        };
        self.may_challenge()?;
        let start = self.start_again(again, &record)?;
        let id = self.reserve_game_id().await?;
        self.post_if_welcome(Challenge {
            id,
            challenger: self.incoming.person.clone(),
            opponent: Some(opponent),
            terms,
            start,
            assumed: false,
            // A game of another channel is not named here.
            rematch: is_here.then_some(record.id),
            made_at: self.draft.now(),
        })
        .await?;
        Ok(Reply::Public)
    }

    /// Begins the rematch at once: the computer always accepts.
    async fn again_with_computer(
        &mut self,
        again: RematchArray,
        record: &GameRecord,
        terms: GameTerms,
        level: u8,
    ) -> HandlerResult {
        let start = self.start_again(again, record)?;
        let challenge = Challenge { start, ..self.challenge_of(terms, None).await? };
        self.begin_against_computer(&challenge, StrengthLevel::new(level).unwrap_or(StrengthLevel::BEST))
    }

    /// The start array, if it is known before the game begins.
    fn start_again(&self, again: RematchArray, record: &GameRecord) -> HandlerResult<Option<String>> {
        Ok(match again {
            RematchArray::Same if record.has_array_by_lot() && record.choosing.is_none() => {
                Some(record.start.clone())
            }
            RematchArray::Same => None,
            RematchArray::Drawn => Some(self.drawn_again(record)?.to_string()),
        })
    }

    /// The game with this id, or the sender's last one in this channel.
    async fn finished_game(&self, id: Option<&GameId>) -> HandlerResult<GameRecord> {
        if let Some(id) = id {
            return self.named_game(Some(id)).await;
        }
        let me = &self.incoming.person.id;
        let running = self.draft.channel.game.as_ref().filter(|game| game.seats.side_of(me).is_some());
        if let Some(running) = running {
            return Ok(running.clone());
        }
        let games = self.context.ledger.games_in(&self.incoming.channel, LOOKED_AT).await?;
        let own = games.into_iter().find(|game| game.seats.side_of(me).is_some() && !game.is_running());
        own.ok_or_else(|| RematchRefusal::NothingToRepeat.into())
    }

    /// The other player's open challenge to the same rematch.
    fn asked_for(
        &self,
        again: RematchArray,
        record: &GameRecord,
        wanted: &GameTerms,
        opponent: &Person,
    ) -> Option<GameId> {
        let wanted = GameTerms { colour: wanted.colour.map(Side::other), ..wanted.clone() };
        let by_lot = record.has_array_by_lot() && record.choosing.is_none();
        let fits = |open: &&Challenge| {
            let same_array = match again {
                RematchArray::Same => !by_lot || open.start.as_ref() == Some(&record.start),
                RematchArray::Drawn => open.start.as_ref().is_some_and(|start| *start != record.start),
            };
            let to_me = open.opponent.as_ref().is_some_and(|person| person.id == self.incoming.person.id);
            to_me && open.challenger.id == opponent.id && open.terms == wanted && same_array
        };
        self.draft.channel.challenges.iter().find(fits).map(|open| open.id.clone())
    }

    /// The person with their name in this channel.
    async fn found_here(&self, person: &Person) -> Option<Person> {
        let (directory, here) = (&self.context.people.directory, &self.incoming.channel);
        if let Some(name) = directory.name_of(here, &person.id).await
            && directory.find(here, &name).await.iter().any(|found| found.id == person.id)
        {
            return Some(Person { id: person.id.clone(), name });
        }
        let found = directory.find(here, &person.name).await;
        found.into_iter().find(|found| found.id == person.id)
    }

    /// Another array by the same rules, with the same pieces if the players chose them.
    fn drawn_again(&self, record: &GameRecord) -> HandlerResult<Position> {
        for _ in 0..DRAWS {
            let drawn = match &record.array {
                None => {
                    let number = self.context.with_rng(|rng| rng.random_range(0..CHESS960_ARRAYS));
                    Position::start_960(number).unwrap_or_else(|| Position::start(Variant::Chess960))
                }
                Some(array) => {
                    let setup = array.setup(record.promotion.unwrap_or_default(), &record.extra_pieces());
                    let seed = self.context.with_rng(|rng| rng.random());
                    let Ok(drawn) = setup.draw(seed) else { continue };
                    drawn
                }
            };
            if drawn.to_string() != record.start {
                return Ok(drawn);
            }
        }
        Err(GameRefusal::from(SetupRefusal::NoArray).into())
    }
}

/// The terms of a game for a challenger with this side.
fn terms(record: &GameRecord, side: Side) -> GameTerms {
    GameTerms {
        variant: record.variant,
        promotion: record.promotion,
        colour: Some(side),
        array: record.array.clone(),
        kings: record.deal.as_ref().map(|deal| deal.kings),
        touch_move: record.touch_move,
        claims: record.claims,
        pace: record.clock.as_ref().map(|clock| clock.pace),
        time_out: record.clock.as_ref().map(|clock| clock.time_out).unwrap_or_default(),
    }
}
