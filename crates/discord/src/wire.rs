//! Messages as Discord takes them: through the library where it has a form for the request, and as JSON where it has none.
//! Every one says whom it may mention. Not here: where they are sent (`rest`, `interactions`).

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed, CreateMessage,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, MessageReference, MessageReferenceKind,
    Nonce, UserId,
};

use crate::{Button, ButtonStyle, ChannelId, File, Menu, MenuOption, MessageId, Offer, Outgoing, Row};

/// As a message in a channel. A repetition with the same nonce makes no second one.
pub(crate) fn message(outgoing: &Outgoing, nonce: &str) -> CreateMessage {
    CreateMessage::new()
        .content(&outgoing.content)
        .embeds(embeds(outgoing))
        .files(outgoing.files.iter().map(attachment))
        .components(rows(outgoing))
        .allowed_mentions(mentions(outgoing))
        .nonce(Nonce::String(nonce.to_owned()))
        .enforce_nonce(true)
}

/// As a reply to a message, whose author is not called for it; when that is gone, as a message of its own.
pub(crate) fn reply(
    outgoing: &Outgoing,
    (channel, to): (ChannelId, MessageId),
    nonce: &str,
) -> CreateMessage {
    let channel: serenity::all::ChannelId = channel.into();
    let reference = MessageReference::new(MessageReferenceKind::Default, channel).message_id(to.into());
    let mentions = mentions(outgoing).replied_user(false);
    message(outgoing, nonce).reference_message(reference.fail_if_not_exists(false)).allowed_mentions(mentions)
}

/// As JSON, for requests the library has no form for; its files come beside it.
pub(crate) fn form(outgoing: &Outgoing) -> Value {
    let head = |(id, file): (usize, &File)| json!({ "id": id, "filename": file.name, "description": file.description });
    json!({
        "content": outgoing.content,
        "embeds": embeds(outgoing),
        "components": rows(outgoing),
        "allowed_mentions": mentions(outgoing),
        // Without a list Discord would keep the files of a message in whose place this comes.
        "attachments": outgoing.files.iter().enumerate().map(head).collect::<Vec<_>>(),
    })
}

/// Its files, as parts of a request.
pub(crate) fn parts(outgoing: &Outgoing) -> Form {
    outgoing.files.iter().enumerate().fold(Form::new(), |form, (id, file)| {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        form.part(format!("files[{id}]"), part)
    })
}

fn mentions(outgoing: &Outgoing) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(outgoing.called.iter().map(|user| UserId::from(*user)))
}

fn embeds(outgoing: &Outgoing) -> Vec<CreateEmbed> {
    outgoing.embeds.iter().map(|text| CreateEmbed::new().description(text)).collect()
}

fn attachment(file: &File) -> CreateAttachment {
    let attachment = CreateAttachment::bytes(file.bytes.clone(), &file.name);
    match &file.description {
        Some(description) => attachment.description(description),
        None => attachment,
    }
}

fn rows(outgoing: &Outgoing) -> Vec<CreateActionRow> {
    let row = |row: &Row| match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        Row::Menu(menu) => CreateActionRow::SelectMenu(select(menu)),
    };
    outgoing.rows.iter().map(row).collect()
}

fn button(button: &Button) -> CreateButton {
    let style = match button.style {
        ButtonStyle::Primary => serenity::all::ButtonStyle::Primary,
        ButtonStyle::Secondary => serenity::all::ButtonStyle::Secondary,
        ButtonStyle::Danger => serenity::all::ButtonStyle::Danger,
    };
    CreateButton::new(&button.id).label(&button.label).style(style)
}

fn select(menu: &Menu) -> CreateSelectMenu {
    let option = |option: &MenuOption| CreateSelectMenuOption::new(&option.label, &option.value);
    let kind = match &menu.offer {
        Offer::People => CreateSelectMenuKind::User { default_users: None },
        Offer::Options(options) => {
            CreateSelectMenuKind::String { options: options.iter().map(option).collect() }
        }
    };
    CreateSelectMenu::new(&menu.id, kind).placeholder(&menu.placeholder)
}
