//! An entry of a log as one person sees it: in their language, from their side, with addresses for its picture and its
//! file. Not here: whether they may see it, which the log decides.

use adoube_bot::{Block, ChannelId, ControlRow, Message, MessageAccess, Notice, Viewer};
use adoube_render::{Style, picture_size};

use crate::{
    WebState,
    channels::directory::name_of,
    chat::game_rooms::room_of,
    identity::{cookie::BrowserSeat, people::WebProfile},
    log::{
        chat_log::LogContent,
        feed::{EntryId, FeedItem},
    },
    wire::{self, rooms::RoomLinkJson, text::TextPieceJson},
};

/// Whoever looks.
#[derive(Clone, Debug)]
pub(crate) struct EntryReader {
    /// The person.
    pub(crate) person: adoube_bot::PersonId,
    /// The seat of their tab.
    pub(crate) seat: BrowserSeat,
    /// Their name and choices.
    pub(crate) profile: WebProfile,
}

impl WebState {
    /// A person as their own page knows them. It asks for the words of their language, so that is one there is: who chose
    /// one that this program does not speak reads the fallback.
    pub(crate) fn myself(&self, seat: BrowserSeat, profile: &WebProfile) -> wire::OwnPersonJson {
        let language = self.service.locales().find(profile.reading.language.tag()).unwrap_or_default();
        wire::OwnPersonJson {
            seat: seat.number(),
            name: profile.name.clone(),
            language,
            theme: profile.theme().key(),
        }
    }
}

impl EntryReader {
    /// The reader as the bot knows them.
    pub(crate) fn viewer(&self) -> Viewer {
        Viewer {
            person: Some(self.person.clone()),
            language: self.profile.reading.language,
            // Whatever is typed reaches the bot.
            hearing: MessageAccess::Everything,
            taste: self.profile.reading.taste,
        }
    }

    /// The reader as the bot knows those who act.
    pub(crate) fn as_person(&self) -> adoube_bot::Person {
        adoube_bot::Person { id: self.person.clone(), name: self.profile.name.clone() }
    }

    fn speaker(&self, person: &adoube_bot::Person) -> wire::PersonJson {
        wire::PersonJson { name: person.name.clone(), you: person.id == self.person }
    }
}

impl WebState {
    /// These entries as their reader sees them.
    pub(crate) fn show_all<'e>(
        &self,
        channel: &ChannelId,
        items: impl IntoIterator<Item = &'e FeedItem>,
        reader: &EntryReader,
    ) -> Vec<wire::EntryJson> {
        items.into_iter().map(|item| self.show(channel, item, reader)).collect()
    }

    fn show(
        &self,
        channel: &ChannelId,
        FeedItem { id, before, entry }: &FeedItem,
        reader: &EntryReader,
    ) -> wire::EntryJson {
        let mut shown = wire::EntryJson {
            seq: *id,
            before: *before,
            at: entry.at,
            kind: wire::EntryKindJson::Notice,
            by: None,
            text: None,
            message: None,
            event: None,
            replaces: None,
        };
        if let Some((by, text)) = entry.words() {
            let speaker = reader.speaker(by);
            shown.event = entry.event.clone().filter(|_| speaker.you);
            shown.by = Some(speaker);
            shown.text = Some(text.to_owned());
        }
        match &entry.what {
            LogContent::Said { .. } => shown.kind = wire::EntryKindJson::Said,
            LogContent::Command { .. } => shown.kind = wire::EntryKindJson::Command,
            LogContent::Notice(notice) => shown.message = Some(self.message(channel, *id, notice, reader)),
            LogContent::Private { notice, in_place_of, .. } => {
                shown.kind = wire::EntryKindJson::Private;
                shown.message = Some(self.message(channel, *id, notice, reader));
                shown.replaces = in_place_of.map(EntryId::Own);
                shown.event.clone_from(&entry.event);
            }
        }
        shown
    }

    /// The words of a notice in one text.
    pub(crate) fn words_of(&self, notice: &Notice, reader: &EntryReader) -> String {
        let blocks = self.service.present(notice, &reader.viewer()).blocks;
        let texts = blocks.into_iter().map(|block| match block {
            Block::Heading(text) | Block::Text(text) | Block::Code(text) => text,
            Block::List(lines) => lines.join(" "),
            Block::Channels(items) => {
                items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(" ")
            }
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    fn message(
        &self,
        channel: &ChannelId,
        id: EntryId,
        notice: &Notice,
        reader: &EntryReader,
    ) -> wire::MessageJson {
        let message = self.service.present_with_instants(notice, &reader.viewer());
        let messages = self.base.address(&format!("/channels/{}/messages/{id}", name_of(channel)));
        let address = |what: &str| format!("{messages}/{what}");
        // The server knows theme and language; here they make a new address when they change.
        let image = |what: &str| {
            let (theme, language) = (reader.profile.theme().key(), reader.profile.reading.language.tag());
            let seat = reader.seat.number();
            format!("{}?seat={seat}&theme={theme}&language={language}", address(what))
        };
        let animation = message.animation.as_ref();
        let animation =
            animation.map(|moving| wire::FileJson { href: image("replay.gif"), name: moving.name.clone() });
        let picture = message.picture.as_ref().and_then(|picture| {
            let (width, height) = picture_size(&picture.scene, Style::of(reader.profile.theme()))
                .inspect_err(|error| tracing::error!(%error, "a picture is left out"))
                .ok()?;
            Some(wire::PictureJson {
                src: image("board.png"),
                alt: picture.alt.to_string(),
                width: width.into(),
                height: height.into(),
            })
        });
        let calls = message.calls(&reader.person);
        let room = room_of(&message).zip(message.thread.as_ref()).map(|(name, thread)| RoomLinkJson {
            name,
            title: thread.title.clone(),
            yours: thread.players.contains(&reader.person),
        });
        let invite = message.open_seat.as_ref() == Some(&reader.person);
        let book = message.book.as_ref().map(|leaf| wire::FileJson {
            href: crate::http::routes::book::address(&self.base, leaf.code, reader.profile.reading.language),
            name: leaf.label.clone(),
        });
        let Message { mut blocks, mut rows, attachment, series, .. } = message;
        if room.is_some() {
            // The bot speaks of a thread, which people know where there are some.
            blocks.clear();
        }
        // Nobody else is here yet: there is nobody to pick.
        rows.retain(|row| !matches!(row, ControlRow::Menu(menu) if menu.options.is_empty()));
        wire::MessageJson {
            blocks: blocks.into_iter().map(TextPieceJson::from).collect(),
            picture,
            animation,
            rows,
            attachment: attachment.map(|file| wire::FileJson {
                href: format!("{}?seat={}", address("file"), reader.seat.number()),
                name: file.name,
            }),
            calls,
            room,
            book,
            invite,
            series: series.map(|series| series.0),
        }
    }
}
