//! Handles room upgrades: moves the games, challenges and queued replies of a replaced room to the
//! room that replaces it. A game continues in a thread if the new room has a game already, or if it
//! was played in a thread. Not here: whether a room replaces another one (`join`), and what the bot
//! moves (`Bot::relocate`).

use std::sync::Arc;

use adoube_bot::{Bot, ChannelId, RepositoryError};
use adoube_matrix_client::{MatrixApi, MatrixError, MatrixMessage, RoomId};
use adoube_store::Store;

use super::retry::retry_join;
use crate::{
    ids::{self, ChannelAddress},
    message::platform_text::{MatrixSentence, MatrixText},
    outbound::{reply_queue::ReplyQueue, reply_sender::ReplySender},
    records,
    state::{forwarding, languages::Languages, people::MatrixPeople, player_cache::PlayerCache},
};

/// Moves games into rooms that replace others.
pub(crate) struct RoomUpgrades {
    pub(super) bot: Bot,
    pub(super) store: Arc<dyn Store>,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) people: MatrixPeople,
    pub(super) text: Arc<MatrixText>,
    pub(super) languages: Arc<Languages>,
    pub(super) players: Arc<PlayerCache>,
    pub(super) queue: Arc<ReplyQueue>,
    pub(super) replies: Arc<ReplySender>,
}

impl RoomUpgrades {
    /// Moves all games and replies of one room to another. Returns whether all were moved.
    pub(crate) async fn move_all(&self, old: &RoomId, new: &RoomId) -> Result<bool, RepositoryError> {
        let [from, to] = [old, new].map(|room| ChannelAddress::new(room, None));
        let (room, threads) = (from.channel(), format!("{}/", from.channel().0));
        self.bot.settle_in(&from.settings(), &to.settings()).await?;
        let game_moves = self.bot.is_played_in(&room).await? && !self.bot.is_played_in(&to.channel()).await?;
        let mut all = self.relocate(&room, &to.channel(), game_moves).await?;
        // A challenge of a thread needs no thread in the new room.
        for thread in self.bot.challenged_under(&threads).await? {
            all &= self.relocate(&thread, &to.channel(), false).await?;
        }
        let mut played = self.bot.played_under(&threads).await?;
        if self.bot.is_played_in(&room).await? {
            played.push(room);
        }
        for channel in played {
            match self.begin_thread(&channel, &to).await {
                Ok(there) => all &= self.relocate(&channel, &there, true).await?,
                // The game stays in the old room, and so does the bot.
                Err(failure) => {
                    tracing::error!(%failure, %channel, "a game has no place to go on");
                    all = false;
                }
            }
        }
        Ok(all)
    }

    /// Begins a thread in the new room for a game.
    async fn begin_thread(&self, from: &ChannelId, to: &ChannelAddress) -> Result<ChannelId, MatrixError> {
        let language = self.languages.spoken_in(from).await.unwrap_or(self.languages.default_language());
        let said = self.text.say(language, MatrixSentence::GoesOn, None);
        let message = MatrixMessage { plain: said.plain, html: said.html, ..MatrixMessage::default() };
        let transaction = ids::transaction(&[b"goes on", from.0.as_bytes(), to.room.0.as_bytes()]);
        let send = || self.link.send(&to.room, message.clone(), transaction.clone());
        let root = retry_join(&to.room, send).await?;
        Ok(ChannelAddress { thread: Some(root), ..to.clone() }.channel())
    }

    /// Moves one channel to another. Returns whether all queued replies were moved. If its game
    /// does not move, an existing forward of the channel stays. An interrupted move is repeated and
    /// completes.
    async fn relocate(
        &self,
        from: &ChannelId,
        to: &ChannelId,
        game_moves: bool,
    ) -> Result<bool, RepositoryError> {
        let is_free = game_moves || !forwarding::is_replaced(&*self.store, from).await?;
        let mut writes: Vec<_> = forwarding::forward(from, to).into_iter().filter(|_| is_free).collect();
        if let (Some(language), None) = (self.people.spoken_in(from).await?, self.people.spoken_in(to).await?)
        {
            writes.extend(MatrixPeople::speak_in(to, language));
        }
        records::write_all(&*self.store, writes).await?;
        let all = self.queue.relocate(from, to).await?;
        if self.bot.relocate(from, to).await? {
            tracing::info!(%from, %to, "what went on in a room goes on in another one");
        }
        self.players.forget(to);
        self.replies.wake(to.clone());
        // A board that could not be shown in the old room can be shown now.
        self.bot.channel_available(to).await?;
        Ok(all)
    }
}
