//! Presents log entries for one person, as JSON for the page: in their language, from their side,
//! with addresses of pictures and files. Not here: who may see an entry, which the log decides.

use std::sync::Arc;

use adoube_bot::{Block, Bot, ChannelId, ControlRow, Message, Notice};
use adoube_render::{Renderer, Style, picture_size};

use crate::{
    channels::{channel::name_of, listing::room_of},
    identity::profile::WebProfile,
    log::{entry::LogContent, feed::FeedItem},
    site_url::BasePath,
    view::{page_addresses, reader::EntryReader},
    wire::{
        entry::{EntryJson, EntryKindJson, FileJson, MessageJson, PictureJson},
        entry_id::EntryId,
        person::OwnPersonJson,
        rooms::RoomLinkJson,
        seat::BrowserSeat,
        text::TextPieceJson,
    },
};

/// Presents entries, boards and people to one reader.
pub(crate) struct EntryPresenter {
    pub(crate) service: Bot,
    pub(crate) base: BasePath,
    pub(crate) renderer: Arc<Renderer>,
}

impl EntryPresenter {
    /// A person for their own page. The language is one that this program has, since the page
    /// requests its texts: a person with another one gets the fallback.
    pub(crate) fn myself(&self, seat: BrowserSeat, profile: &WebProfile) -> OwnPersonJson {
        let language = self.service.locales().find(profile.reading.language.tag()).unwrap_or_default();
        OwnPersonJson {
            seat: seat.number(),
            name: profile.name.clone(),
            language,
            theme: profile.theme().key(),
        }
    }

    /// These entries as their reader sees them.
    pub(crate) fn show_all<'e>(
        &self,
        channel: &ChannelId,
        items: impl IntoIterator<Item = &'e FeedItem>,
        reader: &EntryReader,
    ) -> Vec<EntryJson> {
        items.into_iter().map(|item| self.show(channel, item, reader)).collect()
    }

    fn show(
        &self,
        channel: &ChannelId,
        FeedItem { id, before, entry }: &FeedItem,
        reader: &EntryReader,
    ) -> EntryJson {
        let mut shown = EntryJson {
            seq: *id,
            before: *before,
            at: entry.at,
            kind: EntryKindJson::Notice,
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
            LogContent::Said { .. } => shown.kind = EntryKindJson::Said,
            LogContent::Command { .. } => shown.kind = EntryKindJson::Command,
            LogContent::Notice(notice) => shown.message = Some(self.message(channel, *id, notice, reader)),
            LogContent::Private { notice, in_place_of, .. } => {
                shown.kind = EntryKindJson::Private;
                shown.message = Some(self.message(channel, *id, notice, reader));
                shown.replaces = in_place_of.map(EntryId::Own);
                shown.event.clone_from(&entry.event);
            }
        }
        shown
    }

    /// The text of a notice, without markup.
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
    ) -> MessageJson {
        let message = self.service.present_with_instants(notice, &reader.viewer());
        let messages = self.base.address(&format!("/channels/{}/messages/{id}", name_of(channel)));
        let address = |what: &str| format!("{messages}/{what}");
        // Theme and language are known to the server; in the address they make browsers reload a
        // picture.
        let image = |what: &str| {
            let (theme, language) = (reader.profile.theme().key(), reader.profile.reading.language.tag());
            let seat = reader.seat.number();
            format!("{}?seat={seat}&theme={theme}&language={language}", address(what))
        };
        let animation = message.animation.as_ref();
        let animation =
            animation.map(|moving| FileJson { href: image("replay.gif"), name: moving.name.clone() });
        let picture = message.picture.as_ref().and_then(|picture| {
            let (width, height) = picture_size(&picture.scene, Style::of(reader.profile.theme()))
                .inspect_err(|error| tracing::error!(%error, "a picture is left out"))
                .ok()?;
            Some(PictureJson {
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
        let book = message.book.as_ref().map(|leaf| FileJson {
            href: page_addresses::book_page_address(&self.base, leaf.code, reader.profile.reading.language),
            name: leaf.label.clone(),
        });
        let Message { mut blocks, mut rows, attachment, series, .. } = message;
        if room.is_some() {
            // The bot's text speaks of a thread; the web chat has rooms instead.
            blocks.clear();
        }
        // An empty menu has no choice, as long as nobody else is in the channel.
        rows.retain(|row| !matches!(row, ControlRow::Menu(menu) if menu.options.is_empty()));
        MessageJson {
            blocks: blocks.into_iter().map(TextPieceJson::from).collect(),
            picture,
            animation,
            rows,
            attachment: attachment.map(|file| FileJson {
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
