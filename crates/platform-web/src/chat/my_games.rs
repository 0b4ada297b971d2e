//! News for a person whichever channel their page shows: the list of their running games, and calls
//! from other channels.

use std::sync::Arc;

use adoube_bot::{Block, Bot, ChannelId, ControlRow, Message, Notice, Person, PersonDirectory};

use crate::{
    channels::{channel::name_of, directory::ChannelDirectory},
    chat::person_directory::WebPersonDirectory,
    presence::{board::PresenceBoard, update::PersonUpdate},
    sync::person_wakeup::PersonWakeups,
    view::reader::EntryReader,
    wire::{
        ServerMessage,
        games::{Call, MyGameJson},
    },
};

/// Characters of a line that calls somebody.
const LINE_CHARS: usize = 200;
/// Names in one text that are looked up.
const NAMED: usize = 5;

/// Tells a person's pages of their running games and of calls in channels they do not show.
pub(crate) struct PersonNews {
    pub(crate) service: Bot,
    pub(crate) channels: ChannelDirectory,
    pub(crate) directory: WebPersonDirectory,
    pub(crate) presence: PresenceBoard,
    pub(crate) wakeups: Arc<PersonWakeups>,
}

impl PersonNews {
    /// A person's running games, as their page lists them. Nothing if they cannot be read, which is logged.
    pub(crate) async fn my_games(&self, reader: &EntryReader) -> Option<ServerMessage> {
        let games = self.service.playing(&reader.person, reader.profile.reading.language).await;
        let games =
            games.inspect_err(|error| tracing::error!(%error, "somebody's games are not listed")).ok()?;
        let games = games.into_iter().map(|game| MyGameJson {
            game: game.game,
            channel: name_of(&game.channel).to_owned(),
            with: game.opponent,
            variant: game.variant,
            your_turn: game.your_turn,
            deadline: game.deadline,
        });
        Some(ServerMessage::Games { games: games.collect() })
    }

    /// What a page says of something that calls its person while it shows another channel; nothing if it does not call them.
    pub(crate) async fn call(&self, told: &PersonUpdate, reader: &EntryReader) -> Option<ServerMessage> {
        let (channel, text, rows) = match told {
            // That it is their turn is in their list of games.
            PersonUpdate::Notice(_, notice)
                if matches!(**notice, Notice::Board(_) | Notice::Selection(_)) =>
            {
                return None;
            }
            PersonUpdate::Notice(channel, notice) => {
                let message = self.service.present(notice, &reader.viewer());
                let text = message.calls(&reader.person).then(|| first_line(&message)).flatten()?;
                // Buttons alone: menus tell of the pieces.
                let is_challenge = matches!(**notice, Notice::Challenge(_));
                let rows = message
                    .rows
                    .into_iter()
                    .filter(|row| is_challenge && matches!(row, ControlRow::Buttons(_)));
                (channel, text, rows.collect())
            }
            PersonUpdate::Named { channel, by, text } => (channel, format!("{by}: {text}"), Vec::new()),
            PersonUpdate::Step(_) | PersonUpdate::Look => return None,
        };
        // Who follows a game may no longer be let in where it is played.
        if !self.channels.lets_in_now(name_of(channel), &reader.person).await {
            return None;
        }
        let text: String = text.chars().take(LINE_CHARS).collect();
        Some(ServerMessage::Called(Call { channel: name_of(channel).to_owned(), text, rows }))
    }

    /// Tells those who are named in words that everybody in the channel may read, and who may know of the channel.
    /// `number` is that of the words.
    pub(crate) async fn tell_named(&self, channel: &ChannelId, by: &Person, text: &str, number: Option<u64>) {
        let names = text.split_whitespace().filter_map(|word| word.strip_prefix('@')).take(NAMED);
        for name in names {
            let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
            for person in
                self.directory.find(channel, name).await.into_iter().filter(|person| person.id != by.id)
            {
                let told = PersonUpdate::Named {
                    channel: channel.clone(),
                    by: by.name.clone(),
                    text: text.to_owned(),
                };
                self.presence.tell(&person.id, &told);
                if let Some(number) = number {
                    self.wakeups.wake_person(&[person.id], Some((channel, number))).await;
                }
            }
        }
    }
}

fn first_line(message: &Message) -> Option<String> {
    message.blocks.iter().find_map(|block| match block {
        Block::Heading(text) | Block::Text(text) => Some(text.clone()),
        Block::List(_) | Block::Channels(_) | Block::Code(_) => None,
    })
}
