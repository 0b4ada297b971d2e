//! Turns notices (messages as data) into a [`MessageView`] for bridges: the bot's words, with
//! pictures, names and typed commands.

use adoube_bot::{Bot, ChannelId, Language, Message, Notice, PersonId, Viewer, handle};
use adoube_platform::{command_text::TypedCommandNames, numbered_list};

use crate::{
    message_view::{
        CalledPerson, ChoicesView, MessageAudience, MessageView, TextView, blocks_for_bridge,
        numbered_choices, plain_text,
    },
    people::DoorPeople,
    picture_files::PictureFiles,
    protocol::{
        error::DoorRequestError,
        limits::PICTURE_WIDTHS,
        message_limit::MESSAGE_LIMITS,
        names::{CommandPrefix, DoorText},
        request::ReaderField,
    },
};

/// Turns notices into messages in the form that a bridge asks for.
pub(crate) struct MessagePresenter {
    service: Bot,
    people: DoorPeople,
    commands: TypedCommandNames,
    pictures: PictureFiles,
}

impl MessagePresenter {
    pub(crate) fn new(service: Bot, people: DoorPeople, pictures: PictureFiles) -> Self {
        let commands = TypedCommandNames::new(&service);
        Self { service, people, commands, pictures }
    }

    /// Presents a notice to its viewer.
    pub(crate) async fn present(
        &self,
        notice: &Notice,
        viewer: &Viewer,
        audience: MessageAudience,
        channel: &ChannelId,
        reader: &ReaderField,
    ) -> MessageView {
        let message = self.service.present(notice, viewer);
        let board = self.service.board_in_letters(notice, viewer);
        let files = self.pictures.files(&message, reader).await;
        let called_person = |id: &PersonId| {
            let name = notice.name_of(id).or_else(|| self.people.name(channel, id));
            CalledPerson { id: id.clone(), name: name.unwrap_or_else(|| handle(id).to_owned()) }
        };
        let calls = message.called().map(called_person).collect();
        let choices = numbered_choices(numbered_list::from_message(&message));
        let Message { blocks, picture, rows, series, thread, closes_thread, .. } = message;
        let mut blocks = blocks_for_bridge(blocks);
        if let Some(CommandPrefix(prefix)) = &reader.prefix {
            blocks = blocks.iter().map(|block| self.commands.block_with_prefix(block, prefix)).collect();
        }
        let text = plain_text(&blocks);
        MessageView {
            audience,
            text: TextView {
                pieces: reader.most.map(|limit| limit.pieces(&text)),
                text,
                blocks,
                alt: picture.map(|picture| picture.alt.to_string()).filter(|alt| !alt.is_empty()),
                board,
            },
            files,
            choices: ChoicesView {
                controls: rows,
                lines: choices.iter().map(|choice| format!("{} {}", choice.number, choice.label)).collect(),
                choices,
            },
            calls,
            series,
            thread: thread.map(Into::into),
            closes_thread,
        }
    }

    /// Checks the reader's options and returns their language. Called before a request has any
    /// effect.
    pub(crate) fn reader_language(&self, reader: &ReaderField) -> Result<Language, DoorRequestError> {
        self.pictures.check(reader)?;
        if reader.width.is_some_and(|width| !PICTURE_WIDTHS.contains(&width)) {
            let (min, max) = PICTURE_WIDTHS.into_inner();
            return Err(DoorRequestError::bad_field("show.width", format!("it is {min} to {max} pixels")));
        }
        if reader.most.is_some_and(|limit| !MESSAGE_LIMITS.contains(&limit.number())) {
            let (min, max) = MESSAGE_LIMITS.into_inner();
            return Err(DoorRequestError::bad_field("show.most", format!("it is {min} to {max}")));
        }
        self.language("show.language", reader.language.as_ref())
    }

    /// The language of a tag; the default is English. An error names `field`.
    pub(crate) fn language(&self, field: &str, tag: Option<&DoorText>) -> Result<Language, DoorRequestError> {
        let Some(DoorText(tag)) = tag else { return Ok(Language::default()) };
        self.service.locales().find(tag).ok_or_else(|| {
            let tags: Vec<_> =
                self.service.locales().languages().map(|language| language.tag().to_owned()).collect();
            let message = format!("there is no such language; there are {}", tags.join(", "));
            DoorRequestError::bad_field(field, message)
        })
    }

    /// A text in which `prefix` replaces the slash of each command.
    pub(crate) fn with_prefix(&self, text: &str, prefix: &str) -> String {
        self.commands.with_prefix(text, prefix)
    }

    /// Whether a board can be drawn, and written into the folder for pictures if there is one.
    pub(crate) async fn self_check(&self) -> bool {
        self.pictures.self_check().await
    }
}
