//! Reads messages: calls the parser with the bot's names in a room, and filters out messages that
//! do not concern the bot. Not here: the parser itself (`message/parser`).

use std::sync::Arc;

use adoube_bot::Language;
use adoube_matrix_client::{MatrixApi, RoomMessage, UserId};

use super::undecryptable::UndecryptableIndex;
use crate::{
    message::{
        parser::{MessageParser, ParsedMessage},
        platform_text::MatrixText,
    },
    state::{people, player_cache::PlayerCache, room_cache::RoomCache},
};

/// Mentions of a message that the bot looks up.
const MAX_MENTIONS: usize = 10;

/// Reads messages.
pub(super) struct MessageReader {
    pub(super) text: Arc<MatrixText>,
    /// Languages by their endonyms.
    pub(super) languages: Vec<(String, Language)>,
    pub(super) display_name: String,
    pub(super) link: Arc<dyn MatrixApi>,
    pub(super) rooms: Arc<RoomCache>,
    pub(super) players: Arc<PlayerCache>,
    pub(super) undecryptable: Arc<UndecryptableIndex>,
}

impl MessageReader {
    /// Names by which people address the bot.
    fn names<'a>(&'a self, own: &'a UserId) -> [&'a str; 3] {
        [own.0.as_str(), self.display_name.as_str(), people::local_part(own)]
    }

    /// Parses a message; `None` if it is not for the bot.
    pub(super) async fn parse(&self, said: &RoomMessage, alone: bool) -> Option<ParsedMessage> {
        let state = self.rooms.get(&said.room).await.unwrap_or_default();
        let mut called = Vec::new();
        for user in said.mentions.iter().take(MAX_MENTIONS) {
            called.push((user.0.as_str(), self.rooms.name_in(&said.room, &state, user).await));
        }
        let mentioned: Vec<(&str, &str)> = called.iter().map(|(id, name)| (*id, name.as_str())).collect();
        let own = self.link.user();
        let names = self.names(&own);
        let ear = MessageParser {
            prefix: self.text.prefix(),
            names: &names,
            languages: &self.languages,
            agreements: self.text.agreements(),
            answers_bot: said.reply_to.as_ref().is_some_and(|to| self.link.is_own(to) == Some(true)),
            alone,
            mentioned: &mentioned,
        };
        ear.read(said)
    }

    /// Whether a message surely does not concern the bot, decided without a request to the server:
    /// its room has other people, it neither addresses the bot nor is a number, and its sender
    /// plays no game there.
    pub(super) async fn is_irrelevant_text(&self, said: &RoomMessage) -> bool {
        let is_among_others = self.link.company(&said.room).is_some_and(|others| others > 1);
        // A reply to the bot may be about a game elsewhere in the room.
        let may_answer = said.reply_to.as_ref().is_some_and(|to| self.link.is_own(to) != Some(false));
        if !is_among_others || may_answer || self.undecryptable.may_concern_bot(&said.room, &said.event) {
            return false;
        }
        let user = self.link.user();
        let names = self.names(&user);
        let ear = MessageParser {
            prefix: self.text.prefix(),
            names: &names,
            languages: &self.languages,
            agreements: self.text.agreements(),
            answers_bot: false,
            alone: false,
            mentioned: &[],
        };
        match ear.read(said) {
            None => true,
            Some(ParsedMessage::Said(_)) => !self.players.may_play(said).await,
            Some(
                ParsedMessage::Told(_)
                | ParsedMessage::Number(..)
                | ParsedMessage::Speak(_)
                | ParsedMessage::Agree(_),
            ) => false,
        }
    }
}
