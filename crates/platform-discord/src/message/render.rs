//! Renders the bot's messages for Discord: text within Discord's limits, files, buttons and menus.
//!
//! A message mentions only the people it calls. Not here: sending (`delivery`), the requests
//! (`adoube-discord-client`).

use adoube_bot::{Button, ButtonStyle, ControlRow, Menu, MenuOption, Message};
use adoube_discord_client::text_limits::{CONTENT, EMBED, EMBEDS, length};
use adoube_discord_client::{DiscordFile, DiscordMenuContent, DiscordMessage, UserId};
use adoube_platform::picture_worker::PictureFile;
use adoube_render::MAX_REPLAY_BYTES;

use crate::{ids::discord_user, message::markdown};

/// The id of the button that opens the move form, and of that form. It contains no game: the move
/// counts in the channel where it is typed, like `/move`.
pub(crate) const MOVE_FORM: &str = "discord.move";
/// Characters of a picture's alt text.
const ALT: usize = 1024;
/// Rows of a message.
const ROWS: usize = 5;
/// Buttons of a row.
const BUTTONS: usize = 5;
/// Options of a menu.
const OPTIONS: usize = 25;
/// Characters of a button's label.
const BUTTON_LABEL: usize = 80;
/// Characters of an option's label, and of its value.
const OPTION_LABEL: usize = 100;
/// Characters of a menu's placeholder.
const PLACEHOLDER: usize = 150;

/// The file with the whole text of a message that is too long.
const WHOLE_TEXT: &str = "message.txt";

/// Bytes of a file in a server without boosts.
const FILE: usize = 10 << 20;
const _: () = assert!(MAX_REPLAY_BYTES <= FILE, "Discord takes every replay");

/// Bytes of a text file; the rest of the request also needs room.
const MAX_TEXT_FILE: usize = FILE - (64 << 10);

/// Renders a message with its picture; `call` puts the mentions of the called people in front.
pub(crate) fn render_message(message: &Message, drawn: Option<PictureFile>, call: bool) -> DiscordMessage {
    let called: Vec<UserId> = message.called().filter(|_| call).filter_map(discord_user).collect();
    let mut words: Vec<String> = message.blocks.iter().map(markdown::block).collect();
    let mut files = Vec::new();
    if let Some((drawn, picture)) = drawn.zip(message.picture.as_ref()) {
        let described = picture.alt.within(|text| length(text) <= ALT);
        let (alt, rest) = split_at_chars(&described, ALT);
        files.push(picture_file(drawn, alt));
        // The rest of a long alt text follows the words.
        words.extend(Some(markdown::escaped(rest)).filter(|rest| !rest.trim().is_empty()));
    }
    if let Some(file) = &message.attachment {
        files.push(text_file(file_name(&file.name), &file.text));
    }
    let mentions: Vec<String> = called.iter().map(|user| format!("<@{user}> ")).collect();
    let call = mentions.concat();
    let whole = format!("{call}{}", words.join("\n"));
    let (content, embeds) = if length(&whole) <= CONTENT {
        (whole, Vec::new())
    } else {
        let (embeds, all) = in_embeds(&words);
        if !all {
            files.push(text_file(WHOLE_TEXT.to_owned(), &plain(message)));
        }
        (call.trim().to_owned(), embeds)
    };
    let rows = rows(message);
    DiscordMessage { content, embeds, files, rows, called }
}

/// Whether the message has a file too large for Discord.
pub(crate) fn has_too_large_file(message: &Message) -> bool {
    message.attachment.as_ref().is_some_and(|file| file.text.len() > MAX_TEXT_FILE)
}

/// Renders a sentence about Discord; its links stay active.
pub(crate) fn render_sentence(sentence: &str) -> DiscordMessage {
    DiscordMessage { content: sentence.to_owned(), ..DiscordMessage::default() }
}

/// The same message without embeds, for a channel without that permission: the beginning of their
/// text goes into the message, all of it into a file.
pub(crate) fn remove_embeds(message: &Message, body: &DiscordMessage) -> DiscordMessage {
    if body.embeds.is_empty() {
        return body.clone();
    }
    let whole = std::iter::once(body.content.as_str()).chain(body.embeds.iter().map(String::as_str));
    let whole = whole.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    let content = clipped(&whole, CONTENT);
    let mut files = body.files.clone();
    if !files.iter().any(|file| file.name == WHOLE_TEXT) {
        files.push(text_file(WHOLE_TEXT.to_owned(), &plain(message)));
    }
    let (rows, called) = (body.rows.clone(), body.called.clone());
    DiscordMessage { content, files, rows, called, ..DiscordMessage::default() }
}

/// The same message as plain text and buttons, for when Discord rejects it because of a limit or a
/// missing permission.
pub(crate) fn simplify(message: &DiscordMessage) -> DiscordMessage {
    let mut words = message.content.clone();
    for embed in &message.embeds {
        words.push('\n');
        words.push_str(embed);
    }
    let content = split_at_chars(&words, CONTENT).0.to_owned();
    let (rows, called) = (message.rows.clone(), message.called.clone());
    DiscordMessage { content, rows, called, ..DiscordMessage::default() }
}

fn picture_file(drawn: PictureFile, alt: &str) -> DiscordFile {
    let (name, bytes) = match drawn {
        PictureFile::Board(png) => ("board.png", png),
        PictureFile::Replay(gif) => ("replay.gif", gif),
    };
    DiscordFile { name: name.to_owned(), description: Some(alt.to_owned()), bytes }
}

fn text_file(name: String, text: &str) -> DiscordFile {
    DiscordFile { name, description: None, bytes: text.as_bytes().to_vec() }
}

/// Splits a text after at most `limit` characters, at the end of a word where possible.
fn split_at_chars(text: &str, limit: usize) -> (&str, &str) {
    if length(text) <= limit {
        return (text, "");
    }
    let mut count = 0;
    let fitting = text.chars().take_while(|c| {
        count += c.len_utf16();
        count <= limit
    });
    let end: usize = fitting.map(char::len_utf8).sum();
    let (head, _) = text.split_at(end);
    let end = head.rfind(char::is_whitespace).filter(|space| *space * 2 > end).unwrap_or(end);
    text.split_at(end)
}

/// A text shortened to at most `limit` characters.
pub(crate) fn clipped(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    format!("{}…", split_at_chars(text, limit - 1).0)
}

/// Packs blocks into embeds; false if some did not fit.
fn in_embeds(words: &[String]) -> (Vec<String>, bool) {
    let mut embeds: Vec<String> = vec![String::new()];
    let mut room = EMBEDS;
    for line in words.iter().flat_map(|block| pieces(block)) {
        let last = embeds.last().map_or(0, |embed| length(embed));
        if length(&line) + 1 > room {
            return (embeds, false);
        }
        room -= length(&line) + 1;
        match embeds.last_mut().filter(|_| last + length(&line) < EMBED) {
            Some(embed) if embed.is_empty() => embed.push_str(&line),
            Some(embed) => {
                embed.push('\n');
                embed.push_str(&line);
            }
            None => embeds.push(line),
        }
    }
    (embeds, true)
}

/// The lines of a block; a code block stays one piece, and no piece is longer than an embed.
fn pieces(block: &str) -> Vec<String> {
    if block.starts_with("```") {
        if length(block) < EMBED {
            return vec![block.to_owned()];
        }
        let (head, _) = split_at_chars(block, EMBED - 8);
        return vec![format!("{head}…\n```")];
    }
    block.lines().flat_map(parts).map(str::to_owned).collect()
}

/// A line, split into parts no longer than an embed.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let mut left = Some(line);
    std::iter::from_fn(move || {
        let (part, rest) = split_at_chars(left?, EMBED - 1);
        left = Some(rest).filter(|rest| !rest.is_empty());
        Some(part)
    })
}

/// The text of a message without formatting, with the alt text of its picture, for a file.
fn plain(message: &Message) -> String {
    use adoube_bot::{Block, timestamp_marks::in_words};
    let lines = message.blocks.iter().map(|block| match block {
        Block::Heading(text) | Block::Text(text) | Block::Code(text) => text.clone(),
        Block::List(items) => items.join("\n"),
        Block::Channels(items) => items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join("\n"),
    });
    let picture = message.picture.iter().map(|picture| picture.alt.to_string());
    in_words(&lines.chain(picture).collect::<Vec<_>>().join("\n\n")).into_owned()
}

fn file_name(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}

/// The rows of controls; the button of the move form comes last, if there is room.
fn rows(message: &Message) -> Vec<adoube_discord_client::DiscordRow> {
    let mut rows: Vec<_> = message.rows.iter().filter_map(row).take(ROWS).collect();
    if let Some(label) = &message.move_form {
        let label = clipped(label, BUTTON_LABEL);
        let button = adoube_discord_client::DiscordButton {
            id: MOVE_FORM.to_owned(),
            label,
            style: adoube_discord_client::DiscordButtonStyle::Secondary,
        };
        let has_room = rows.len() < ROWS;
        match rows.last_mut() {
            Some(adoube_discord_client::DiscordRow::Buttons(last)) if last.len() < BUTTONS => {
                last.push(button);
            }
            _ if has_room => rows.push(adoube_discord_client::DiscordRow::Buttons(vec![button])),
            _ => {}
        }
    }
    rows
}

fn row(row: &ControlRow) -> Option<adoube_discord_client::DiscordRow> {
    match row {
        ControlRow::Buttons(buttons) if buttons.is_empty() => None,
        ControlRow::Buttons(buttons) => Some(adoube_discord_client::DiscordRow::Buttons(
            buttons.iter().take(BUTTONS).map(button).collect(),
        )),
        ControlRow::Menu(menu) if menu.options.is_empty() && !menu.is_of_people => None,
        ControlRow::Menu(menu) => Some(adoube_discord_client::DiscordRow::Menu(select(menu))),
    }
}

fn button(button: &Button) -> adoube_discord_client::DiscordButton {
    let style = match button.style {
        ButtonStyle::Primary => adoube_discord_client::DiscordButtonStyle::Primary,
        ButtonStyle::Secondary => adoube_discord_client::DiscordButtonStyle::Secondary,
        ButtonStyle::Danger => adoube_discord_client::DiscordButtonStyle::Danger,
    };
    adoube_discord_client::DiscordButton {
        id: button.id.clone(),
        label: clipped(&button.label, BUTTON_LABEL),
        style,
    }
}

fn select(menu: &Menu) -> adoube_discord_client::DiscordMenu {
    let offer = if menu.is_of_people {
        DiscordMenuContent::People
    } else {
        let option = |option: &MenuOption| adoube_discord_client::DiscordMenuOption {
            label: clipped(&option.label, OPTION_LABEL),
            value: option.value.clone(),
        };
        DiscordMenuContent::Options(menu.options.iter().take(OPTIONS).map(option).collect())
    };
    adoube_discord_client::DiscordMenu {
        id: menu.id.clone(),
        placeholder: clipped(&menu.label, PLACEHOLDER),
        offer,
    }
}

#[cfg(test)]
mod tests {
    use adoube_bot::Attachment;

    use super::*;

    #[test]
    fn a_file_is_as_large_as_discord_takes() {
        let of = |bytes| Message {
            attachment: Some(Attachment {
                name: "adoube-k7f2.json".to_owned(),
                media_type: "application/json".to_owned(),
                text: "x".repeat(bytes),
            }),
            ..Message::default()
        };
        assert!(!has_too_large_file(&Message::default()));
        assert!(!has_too_large_file(&of(10_000_000)));
        assert!(has_too_large_file(&of(10 << 20)));
    }

    #[test]
    fn a_long_line_goes_on_in_the_next_embed() {
        let words = ["1. Pawn e4. ".repeat(450)];
        let (embeds, all) = in_embeds(&words);
        assert!(all && embeds.iter().all(|embed| length(embed) <= EMBED));
        assert_eq!(embeds.concat(), words.concat());
        assert!(!in_embeds(&["1. Pawn e4. ".repeat(550)]).1, "more than all embeds hold");
    }
}
