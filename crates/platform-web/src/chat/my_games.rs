//! Sends a person's open pages the list of their running games, and calls from channels that the
//! page does not show.

use std::sync::Arc;

use adoube_bot::{Block, Bot, ChannelId, ControlRow, Message, Notice, Person, PersonDirectory};

use crate::{
    channels::{channel::name_of, directory::ChannelDirectory},
    chat::person_directory::WebPersonDirectory,
    presence::update::PersonUpdate,
    sync::person_wakeup::PersonWakeups,
    view::reader::EntryReader,
    wire::{
        ServerMessage,
        games::{Call, MyGameJson},
    },
};

/// Characters of the text of a call.
const LINE_CHARS: usize = 200;
/// Mentioned names in one text that are looked up.
const NAMED: usize = 5;

/// Sends people's pages their running games, and calls from channels that these do not show.
pub(crate) struct PersonNews {
    pub(crate) service: Bot,
    pub(crate) channels: ChannelDirectory,
    pub(crate) directory: WebPersonDirectory,
    pub(crate) wakeups: Arc<PersonWakeups>,
}

impl PersonNews {
    /// A person's running games as their page lists them; `None` if they cannot be read, which is
    /// logged.
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

    /// The call for a person whose page shows another channel; `None` if the update does not call
    /// them.
    pub(crate) async fn call(&self, told: &PersonUpdate, reader: &EntryReader) -> Option<ServerMessage> {
        let (channel, text, rows) = match told {
            // Their list of games already says that it is their turn.
            PersonUpdate::Notice(_, notice)
                if matches!(**notice, Notice::Board(_) | Notice::Selection(_)) =>
            {
                return None;
            }
            PersonUpdate::Notice(channel, notice) => {
                let message = self.service.present(notice, &reader.viewer());
                let text = message.calls(&reader.person).then(|| first_line(&message)).flatten()?;
                // Buttons only: menus would give away the pieces.
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
        // A spectator of the game may not be let in any more.
        if !self.channels.lets_in_now(name_of(channel), &reader.person).await {
            return None;
        }
        let text: String = text.chars().take(LINE_CHARS).collect();
        Some(ServerMessage::Called(Call { channel: name_of(channel).to_owned(), text, rows }))
    }

    /// Tells the people who are mentioned in a public text and who may know of the channel.
    /// `number` is that of the entry.
    pub(crate) async fn tell_named(&self, channel: &ChannelId, by: &Person, text: &str, number: u64) {
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
                self.directory.presence.tell(&person.id, &told);
                self.wakeups.wake_person(&person.id, Some((channel.clone(), number))).await;
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
