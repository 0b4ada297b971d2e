//! Games in threads of their own: agreed on in a channel, begun in a thread that the platform
//! opens, closed with the game. Between agreement and thread the game waits in the outbox. Not
//! here: how a platform opens a thread (its own code).

use super::{HandlerRequest, HandlerResult};
use crate::{
    Notice, SoloRoom, ThreadPolicy,
    game::GameRecord,
    notice::{BoardEvent, BoardNotice, ComputerRefusal, GameRefusal, SelectionEvent, SelectionNotice},
    records::{RepositoryError, UnitOfWork},
};

impl HandlerRequest<'_> {
    /// Whether a game that begins now gets a thread of its own.
    ///
    /// # Errors
    ///
    /// A game is played here, and there are no threads.
    pub(super) fn needs_thread(&self) -> HandlerResult<bool> {
        match (self.threads(), &self.draft.channel.game) {
            (ThreadPolicy::Always, _) | (ThreadPolicy::WhenBusy, Some(_)) => Ok(true),
            (ThreadPolicy::WhenBusy | ThreadPolicy::Never | ThreadPolicy::Rooms { .. }, None) => Ok(false),
            (ThreadPolicy::Never | ThreadPolicy::Rooms { .. }, Some(game)) => {
                Err(GameRefusal::ChannelBusy { seats: game.seats.clone() }.into())
            }
        }
    }

    /// Whether a game against the computer that begins now gets a thread of its own. What the place has chosen for games
    /// between people says nothing about rooms that are their player's alone.
    ///
    /// # Errors
    ///
    /// There is no room for it.
    pub(super) fn needs_solo_thread(&self) -> HandlerResult<bool> {
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

/// Lets a game whose id is reserved begin in the draft's channel, and shows it there.
pub(crate) fn begin(draft: &mut UnitOfWork, record: GameRecord) -> Result<(), RepositoryError> {
    let choosing = SelectionNotice::of(&record, SelectionEvent::Started);
    let board = BoardNotice::of(&record, BoardEvent::Started);
    draft.begin(record)?;
    let clock = draft.clock_view();
    draft.post(match choosing {
        Some(choosing) => Notice::Selection(Box::new(SelectionNotice { clock, ..choosing })),
        None => Notice::Board(Box::new(BoardNotice { clock, ..board })),
    });
    Ok(())
}

/// Lets a game begin in the thread that was opened for it; `false` when another one is played there.
pub(crate) fn begin_in_thread(thread: &mut UnitOfWork, record: &GameRecord) -> Result<bool, RepositoryError> {
    if thread.channel.game.is_some() {
        return Ok(false);
    }
    thread.channel.closes_with_game = true;
    thread.move_game_id(&record.id)?;
    begin(thread, GameRecord { channel: thread.id().clone(), ..record.clone() })?;
    Ok(true)
}

/// No thread can be had: the game begins in the channel itself if that is free, and otherwise not at all.
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
