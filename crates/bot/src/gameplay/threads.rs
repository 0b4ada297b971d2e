//! Decides which games get a thread of their own, and begins them: agreed on in a channel, begun in
//! a thread that the platform opens, closed with the game. Between agreement and thread the game
//! waits in the outbox. Not here: how a platform opens a thread (its own code).

use super::{HandlerRequest, HandlerResult, start::begin};
use crate::{
    Notice, SoloRoom, ThreadPolicy,
    core::{
        game::GameRecord,
        notice::{ComputerRefusal, GameRefusal},
        records::{RepositoryError, UnitOfWork},
    },
};

impl HandlerRequest<'_> {
    /// Whether a game that begins now gets a thread of its own.
    ///
    /// # Errors
    ///
    /// A refusal if the channel has a game and there are no threads.
    pub(crate) fn needs_thread(&self) -> HandlerResult<bool> {
        match (self.threads(), &self.draft.channel.game) {
            (ThreadPolicy::Always, _) | (ThreadPolicy::WhenBusy, Some(_)) => Ok(true),
            (ThreadPolicy::WhenBusy | ThreadPolicy::Never | ThreadPolicy::Rooms { .. }, None) => Ok(false),
            (ThreadPolicy::Never | ThreadPolicy::Rooms { .. }, Some(game)) => {
                Err(GameRefusal::ChannelBusy { seats: game.seats.clone() }.into())
            }
        }
    }

    /// Whether a game against the computer that begins now gets a thread of its own. The
    /// community's setting for games between people does not apply to private rooms of one player.
    ///
    /// # Errors
    ///
    /// A refusal if there is no room for the game.
    pub(crate) fn needs_solo_thread(&self) -> HandlerResult<bool> {
        let ThreadPolicy::Rooms { solo, .. } = self.incoming.threads else { return self.needs_thread() };
        match (solo, &self.draft.channel.game) {
            (SoloRoom::Always, _) | (SoloRoom::WhenBusy, Some(_)) => Ok(true),
            (SoloRoom::WhenBusy | SoloRoom::Here, None) => Ok(false),
            (SoloRoom::Here, Some(_)) | (SoloRoom::NoneLeft, _) => {
                Err(GameRefusal::from(ComputerRefusal::ManyGames).into())
            }
        }
    }
}

/// Begins a game in the thread that was opened for it; `false` if the thread has another game.
pub(crate) fn begin_in_thread(thread: &mut UnitOfWork, record: &GameRecord) -> Result<bool, RepositoryError> {
    if thread.channel.game.is_some() {
        return Ok(false);
    }
    thread.channel.closes_with_game = true;
    thread.move_game_id(&record.id)?;
    begin(thread, GameRecord { channel: thread.id().clone(), ..record.clone() })?;
    Ok(true)
}

/// Handles a missing thread: the game begins in the channel itself if that is free, and otherwise
/// not at all.
pub(crate) fn begin_without_thread(
    channel: &mut UnitOfWork,
    record: &GameRecord,
) -> Result<(), RepositoryError> {
    if channel.channel.game.is_none() {
        return begin(channel, record.clone());
    }
    channel.post(Notice::NoThread { game: record.id.clone(), seats: record.seats.clone() });
    Ok(())
}
