//! Builds the JSON of messages for Discord, each with its allowed mentions. Not here: where they
//! are sent (`rest_client`, `interactions`).

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateButton, CreateEmbed, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, UserId,
};

use crate::{
    ChannelId, DiscordButton, DiscordButtonStyle, DiscordFile, DiscordMenu, DiscordMenuContent,
    DiscordMenuOption, DiscordMessage, DiscordRow, MessageId,
};

/// A new message. Discord ignores a repetition with the same nonce.
pub(crate) fn message(outgoing: &DiscordMessage, nonce: &str) -> Value {
    let mut form = form(outgoing);
    (form["nonce"], form["enforce_nonce"]) = (json!(nonce), json!(true));
    form
}

/// A reply that does not ping its author; an ordinary message when the original is deleted.
pub(crate) fn reply(outgoing: &DiscordMessage, (channel, to): (ChannelId, MessageId), nonce: &str) -> Value {
    let mut form = message(outgoing, nonce);
    form["message_reference"] = json!({
        "message_id": to.to_string(), "channel_id": channel.to_string(), "fail_if_not_exists": false,
    });
    form["allowed_mentions"] = json!(mentions(outgoing).replied_user(false));
    form
}

/// The JSON body; files are sent beside it.
pub(crate) fn form(outgoing: &DiscordMessage) -> Value {
    let head = |(id, file): (usize, &DiscordFile)| json!({ "id": id.to_string(), "filename": file.name, "description": file.description });
    json!({
        "content": outgoing.content,
        "embeds": embeds(outgoing),
        "components": rows(outgoing),
        "allowed_mentions": mentions(outgoing),
        // Without this list an edit would keep the files of the message.
        "attachments": outgoing.files.iter().enumerate().map(head).collect::<Vec<_>>(),
    })
}

/// The files as parts of a multipart request.
pub(crate) fn parts(outgoing: &DiscordMessage) -> Form {
    outgoing.files.iter().enumerate().fold(Form::new(), |form, (id, file)| {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        form.part(format!("files[{id}]"), part)
    })
}

fn mentions(outgoing: &DiscordMessage) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(outgoing.called.iter().map(|user| UserId::from(*user)))
}

fn embeds(outgoing: &DiscordMessage) -> Vec<CreateEmbed> {
    outgoing.embeds.iter().map(|text| CreateEmbed::new().description(text)).collect()
}

fn rows(outgoing: &DiscordMessage) -> Vec<CreateActionRow> {
    let row = |row: &DiscordRow| match row {
        DiscordRow::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        DiscordRow::Menu(menu) => CreateActionRow::SelectMenu(select(menu)),
    };
    outgoing.rows.iter().map(row).collect()
}

fn button(button: &DiscordButton) -> CreateButton {
    let style = match button.style {
        DiscordButtonStyle::Primary => serenity::all::ButtonStyle::Primary,
        DiscordButtonStyle::Secondary => serenity::all::ButtonStyle::Secondary,
        DiscordButtonStyle::Danger => serenity::all::ButtonStyle::Danger,
    };
    CreateButton::new(&button.id).label(&button.label).style(style)
}

fn select(menu: &DiscordMenu) -> CreateSelectMenu {
    let option = |option: &DiscordMenuOption| CreateSelectMenuOption::new(&option.label, &option.value);
    let kind = match &menu.offer {
        DiscordMenuContent::People => CreateSelectMenuKind::User { default_users: None },
        DiscordMenuContent::Options(options) => {
            CreateSelectMenuKind::String { options: options.iter().map(option).collect() }
        }
    };
    CreateSelectMenu::new(&menu.id, kind).placeholder(&menu.placeholder)
}
