//! Renders bot messages for Matrix: text, a picture with the text as its caption, numbered lists in
//! place of buttons and menus, and an attached file. Not here: the stored meaning of numbers
//! (`state/numbered_lists`), and sending (`outbound`).

use std::time::Duration;

use adoube_bot::{Attachment, Block, Language, Menu, Message};
use adoube_matrix_client::{MatrixFile, MatrixMessage, MatrixPicture, UserId};
use adoube_platform::{
    command_text::TypedCommandNames,
    numbered_list::{self, NumberedControl},
    picture_worker::PictureFile,
};

use crate::{
    ids,
    message::{
        formatted_text::{self, FormattedText},
        parser,
        platform_text::{MatrixSentence, MatrixText, NamedRoom},
    },
};

/// Most bytes of one event's text, plain and HTML together. An event has at most 65,536 bytes in
/// total, and encryption adds a third.
const MOST: usize = 30_000;
/// Placeholder for the name of a mentioned person until the text is rendered as plain text and
/// HTML.
const CALLED: &str = "\u{e001}";
/// Most characters of a list on one line.
const LINE: usize = 90;
/// Most bytes of a file whose text also appears in the message.
const SHOWN: usize = 4000;

/// A rendered message, and the meaning of its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RenderedMessage {
    /// Events in order. The list is in the last event with text, the picture there or after it, and
    /// a file comes last.
    pub(crate) parts: Vec<MatrixMessage>,
    pub(crate) choices: Vec<NumberedControl>,
    /// Text in place of the picture, for rooms that refuse pictures.
    pub(crate) letters: Option<FormattedText>,
}

impl RenderedMessage {
    /// Appends the board in letters to the picture's description.
    pub(crate) fn with_letters(mut self, letters: Option<&FormattedText>) -> Self {
        if let Some(letters) = letters {
            self.letters.get_or_insert_default().push(letters);
        }
        self
    }
}

impl RenderedMessage {
    /// Mentions a user whom the text does not name.
    pub(crate) fn call(&mut self, user: Option<UserId>) {
        if let Some(first) = self.parts.first_mut() {
            first.mentions.extend(user);
        }
    }
}

/// Waiting time of a person whose private room is not created yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoomWaitNotice {
    /// Rooms that are created before.
    pub(crate) ahead: usize,
    /// Estimated wait.
    pub(crate) lasts: Duration,
}

/// Renders messages in one language, with commands in the form typed on Matrix.
pub(crate) struct MessageRenderer<'a> {
    pub(crate) words: &'a MatrixText,
    /// The names of all commands.
    pub(crate) commands: &'a TypedCommandNames,
    pub(crate) language: Language,
}

impl MessageRenderer<'_> {
    /// Renders a message; `called` are the users it mentions, with their names.
    pub(crate) fn message(
        &self,
        message: &Message,
        drawn: Option<PictureFile>,
        called: &[(UserId, String)],
        heading: Option<FormattedText>,
    ) -> RenderedMessage {
        let choices = numbered_list::from_message(message);
        let is_shown = |block: &&Block| !is_in_the_file(block, message.attachment.as_ref());
        let before = format!("{} ", self.words.prefix());
        let mut blocks: Vec<Block> = message
            .blocks
            .iter()
            .filter(is_shown)
            .map(|block| self.commands.block_with_prefix(block, &before))
            .collect();
        // If only one person is mentioned, their name in the text becomes the mention.
        if let [(_, name)] = called {
            mark(&mut blocks, name);
        }
        let mut words: Vec<FormattedText> = heading.into_iter().collect();
        words.extend(formatted_text::blocks(&blocks, MOST, self.words.server()));
        let menu = message.rows.iter().find_map(|row| match row {
            adoube_bot::ControlRow::Menu(menu) => Some(menu.label.as_str()),
            adoube_bot::ControlRow::Buttons(_) => None,
        });
        let several = choices.iter().any(|choice| matches!(choice, NumberedControl::Open(_)));
        // The text often asks the menu's question already.
        let is_said = |label: &str| {
            let label = label.to_lowercase();
            let asks =
                |block: &Block| matches!(block, Block::Text(text) if text.to_lowercase().contains(&label));
            message.blocks.iter().any(asks)
        };
        words.extend(listed(menu.filter(|label| !several && !is_said(label)), &choices));
        let description = message.picture.as_ref().map(|picture| picture.alt.to_string());
        // For readers who prefer descriptions, the text contains the description already.
        let is_there = |alt: &String| {
            message.blocks.iter().any(|block| matches!(block, Block::Text(text) if text == alt))
        };
        let described = description.filter(|alt| !alt.is_empty() && !is_there(alt));
        let mut description = described.map(|alt| self.described(&alt));
        // Clients show no alternative text but the caption, and phone clients do not collapse it.
        if drawn.is_none() {
            words.extend(description.take());
        }
        let mut parts = joined(words);
        call(&mut parts, called);
        if let Some(last) = parts.last_mut() {
            last.picture = drawn.map(picture);
        }
        parts.extend(message.attachment.as_ref().map(|attachment| self.file(attachment)));
        RenderedMessage { parts, choices, letters: description }
    }

    /// Renders a menu as a numbered list.
    pub(crate) fn menu(menu: &Menu) -> RenderedMessage {
        let choices = numbered_list::from_menu(menu);
        let parts = joined(listed(Some(&menu.label), &choices).into_iter().collect());
        RenderedMessage { parts, choices, letters: None }
    }

    /// The file as a separate event, because some clients do not show the caption of a file.
    fn file(&self, attachment: &Attachment) -> MatrixMessage {
        let file = MatrixFile {
            name: attachment.name.clone(),
            media_type: attachment.media_type.clone(),
            bytes: attachment.text.clone().into_bytes(),
            otherwise: self.words.say(self.language, MatrixSentence::LargeFile, None).plain,
        };
        MatrixMessage { file: Some(file), ..MatrixMessage::default() }
    }

    /// Renders a sentence.
    pub(crate) fn sentence(&self, sentence: MatrixSentence, room: Option<&NamedRoom<'_>>) -> RenderedMessage {
        RenderedMessage {
            parts: joined(vec![self.words.say(self.language, sentence, room)]),
            choices: Vec::new(),
            letters: None,
        }
    }

    /// Tells a person that their private room is not created yet, and how long it takes.
    pub(crate) fn room_wait(&self, wait: RoomWaitNotice) -> RenderedMessage {
        let minutes = wait.lasts.as_secs().div_ceil(60).max(1);
        let values = [("ahead", wait.ahead.into()), ("minutes", minutes.into())];
        let said = self.words.say_with(self.language, MatrixSentence::RoomWait, None, &values);
        RenderedMessage { parts: joined(vec![said]), choices: Vec::new(), letters: None }
    }

    /// Tells a person by name that they have not joined their private room.
    pub(crate) fn not_come(&self, name: String) -> RenderedMessage {
        let said =
            self.words.say_with(self.language, MatrixSentence::NotCome, None, &[("person", name.into())]);
        RenderedMessage { parts: joined(vec![said]), choices: Vec::new(), letters: None }
    }

    /// The collapsible description of a picture.
    fn described(&self, alt: &str) -> FormattedText {
        let heading = self.words.say(self.language, MatrixSentence::InWords, None);
        let heading = formatted_text::escaped(&heading.plain);
        FormattedText {
            plain: formatted_text::visible(alt),
            html: format!("<details><summary>{heading}</summary>{}</details>", formatted_text::lines(alt)),
        }
    }
}

/// Choices as a numbered list.
fn listed(label: Option<&str>, choices: &[NumberedControl]) -> Option<FormattedText> {
    if choices.is_empty() {
        return None;
    }
    let items: Vec<String> = choices
        .iter()
        .enumerate()
        .map(|(index, choice)| format!("{} {}", index + 1, choice.label()))
        .collect();
    let line = items.join(" · ");
    if label.is_none() && line.chars().count() <= LINE {
        return Some(FormattedText::text(&line));
    }
    let lines: Vec<&str> = label.into_iter().chain(items.iter().map(String::as_str)).collect();
    Some(FormattedText::text(&lines.join("\n")))
}

/// Joins texts into as few messages as the size limit permits.
fn joined(words: Vec<FormattedText>) -> Vec<MatrixMessage> {
    let mut parts: Vec<FormattedText> = vec![FormattedText::default()];
    for more in words {
        match parts.last_mut() {
            Some(last) if last.len() + more.len() <= MOST || last.plain.is_empty() => last.push(&more),
            _ => parts.push(more),
        }
    }
    let outgoing = |part: FormattedText| MatrixMessage {
        plain: part.plain,
        html: part.html,
        ..MatrixMessage::default()
    };
    parts.into_iter().map(outgoing).collect()
}

/// Replaces the first occurrence of a name by the placeholder of a mention.
fn mark(blocks: &mut [Block], name: &str) {
    let texts = blocks.iter_mut().flat_map(|block| match block {
        Block::Heading(text) | Block::Text(text) => std::slice::from_mut(text),
        Block::List(items) => items.as_mut_slice(),
        Block::Channels(_) | Block::Code(_) => &mut [],
    });
    let mut marked = false;
    for text in texts {
        // Names may contain the placeholder.
        *text = text.replace(CALLED, "");
        if !marked
            && !name.is_empty()
            && let Some(place) = parser::word(text, name)
        {
            text.replace_range(place, CALLED);
            marked = true;
        }
    }
}

/// Mentions people in place of the placeholder, or else at the end of the first message with text.
fn call(parts: &mut [MatrixMessage], called: &[(UserId, String)]) {
    let link = |(user, name): &(UserId, String)| {
        format!(
            "<a href=\"{}\">{}</a>",
            formatted_text::escaped(&ids::address(&user.0)),
            formatted_text::escaped(name)
        )
    };
    let links = called.iter().map(link).collect::<Vec<_>>().join(", ");
    let Some((_, name)) = called.first() else { return };
    let marked = parts.iter().position(|part| part.html.contains(CALLED));
    let first = || parts.iter().position(|part| !part.plain.is_empty());
    let Some(part) = marked.or_else(first).and_then(|at| parts.get_mut(at)) else { return };
    if marked.is_some() {
        part.plain = part.plain.replace(CALLED, &formatted_text::visible(name));
        part.html = part.html.replace(CALLED, &links);
    } else {
        part.html.extend(["<p>", &links, "</p>"]);
    }
    part.mentions = called.iter().map(|(user, _)| user.clone()).collect();
}

/// Whether a block is left out because the attached file contains it and it is long.
fn is_in_the_file(block: &Block, attachment: Option<&Attachment>) -> bool {
    let Block::Code(text) = block else { return false };
    text.len() > SHOWN && attachment.is_some_and(|file| file.text.trim_end() == text.trim_end())
}

fn picture(drawn: PictureFile) -> MatrixPicture {
    let (name, media_type, bytes) = match drawn {
        PictureFile::Board(png) => ("board.png", "image/png", png),
        PictureFile::Replay(gif) => ("replay.gif", "image/gif", gif),
    };
    let (width, height) = dimensions(&bytes);
    MatrixPicture { name: name.to_owned(), media_type: media_type.to_owned(), bytes, width, height }
}

/// Width and height of a PNG or GIF, from its header.
fn dimensions(file: &[u8]) -> (u32, u32) {
    let wide = |at: usize| file.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    let narrow = |at: usize| file.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes).map(u32::from);
    let found = if file.starts_with(b"GIF8") { narrow(6).zip(narrow(8)) } else { wide(16).zip(wide(20)) };
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use adoube_bot::{Button, ButtonStyle, ControlRow, Locales, MenuOption};

    use super::*;

    fn writer(words: &MatrixText, test: impl FnOnce(MessageRenderer<'_>)) {
        let commands = TypedCommandNames::from_names(&["play", "spielen", "setup"]);
        test(MessageRenderer { words, commands: &commands, language: Language::EN });
    }

    fn buttons(labels: &[&str]) -> ControlRow {
        let button = |label: &&str| Button {
            id: format!("id.{label}"),
            label: (*label).to_owned(),
            style: ButtonStyle::Primary,
        };
        ControlRow::Buttons(labels.iter().map(button).collect())
    }

    fn menu(label: &str, options: &[&str]) -> ControlRow {
        let option = |value: &&str| MenuOption { value: (*value).to_owned(), label: value.to_uppercase() };
        ControlRow::Menu(Menu {
            id: label.to_lowercase(),
            label: label.to_owned(),
            options: options.iter().map(option).collect(),
            is_of_people: false,
        })
    }

    #[test]
    fn controls_become_numbers() {
        let words = MatrixText::new(&Locales::embedded(), "!chess").expect("words");
        writer(&words, |writer| {
            let body = |rows| writer.message(&Message { rows, ..Message::default() }, None, &[], None);
            let short = body(vec![buttons(&["Accept", "Decline"])]);
            assert_eq!(short.parts[0].plain, "1 Accept · 2 Decline");
            let one = body(vec![menu("Which piece?", &["a", "b"]), buttons(&["Back"])]);
            assert_eq!(one.parts[0].plain, "Which piece?\n1 A\n2 B\n3 Back");
            assert_eq!(one.choices.len(), 3);
            let several =
                body(vec![menu("Array: x", &["a", "b"]), menu("Number: 3", &["3"]), buttons(&["Send"])]);
            assert_eq!(several.parts[0].plain, "1 Array: x · 2 Number: 3 · 3 Send");
        });
    }

    #[test]
    fn only_those_who_are_called_are_mentioned() {
        let words = MatrixText::new(&Locales::embedded(), "!chess").expect("words");
        writer(&words, |writer| {
            let message = Message {
                blocks: vec![Block::Text("<Bob> to move, @room".to_owned())],
                ..Message::default()
            };
            let bob = UserId("@bob:x".to_owned());
            let body = writer.message(&message, None, &[(bob.clone(), "<Bob>".to_owned())], None);
            assert_eq!(body.parts[0].mentions, [bob]);
            let link = "<a href=\"https://matrix.to/#/@bob:x\">&lt;Bob&gt;</a>";
            assert_eq!(body.parts[0].html, format!("<p>{link} to move, @\u{2060}room</p>"));
            let several = [("@bob:x", "Bob"), ("@cy:x", "Cy")]
                .map(|(user, name)| (UserId(user.to_owned()), name.to_owned()));
            let body = writer.message(&message, None, &several, None);
            assert_eq!(body.parts[0].mentions, several.clone().map(|(user, _)| user));
            let links = "<p><a href=\"https://matrix.to/#/@bob:x\">Bob</a>, <a href=\"https://matrix.to/#/@cy:x\">Cy</a></p>";
            assert!(body.parts[0].html.ends_with(links), "{}", body.parts[0].html);
        });
    }

    #[test]
    fn a_file_follows_the_words_and_stands_for_long_ones() {
        let words = MatrixText::new(&Locales::embedded(), "!chess").expect("words");
        writer(&words, |writer| {
            for (text, is_shown) in [("1. e4\n".to_owned(), true), ("1. e4\n".repeat(SHOWN), false)] {
                let name = "game.pgn".to_owned();
                let attachment = Attachment { name, media_type: "text/plain".to_owned(), text: text.clone() };
                let blocks = vec![Block::Text("Here".to_owned()), Block::Code(text.trim_end().to_owned())];
                let message = Message { blocks, attachment: Some(attachment), ..Message::default() };
                let body = writer.message(&message, None, &[], None);
                assert_eq!(body.parts.len(), 2);
                assert_eq!(body.parts[0].plain.contains("1. e4"), is_shown);
                assert!(body.parts[1].plain.is_empty() && body.parts[0].file.is_none());
                assert_eq!(
                    body.parts[1].file.as_ref().map(|file| file.bytes.clone()),
                    Some(text.into_bytes())
                );
            }
        });
    }

    #[test]
    fn whoever_is_called_has_any_name() {
        let words = MatrixText::new(&Locales::embedded(), "!chess").expect("words");
        writer(&words, |writer| {
            for (name, text, html) in [
                ("p", "Well played, p to move.", "<p>Well played, {} to move.</p>"),
                ("strong", "strong is strong.", "<p>{} is strong.</p>"),
                ("amp", "Rock & roll, amp!", "<p>Rock &amp; roll, {}!</p>"),
                ("Ann", "Anna beats Ann.", "<p>Anna beats {}.</p>"),
                ("\u{e001}", "a \u{e001} b", "<p>a  b</p><p>{}</p>"),
                ("Bob", "Nobody to move.", "<p>Nobody to move.</p><p>{}</p>"),
                ("", "x", "<p>x</p><p>{}</p>"),
            ] {
                let message = Message { blocks: vec![Block::Text(text.to_owned())], ..Message::default() };
                let called = [(UserId("@b:x".to_owned()), name.to_owned())];
                let body = writer.message(&message, None, &called, None);
                let link = format!("<a href=\"https://matrix.to/#/@b:x\">{name}</a>");
                assert_eq!(body.parts[0].html, html.replace("{}", &link), "{name}");
                assert_eq!(body.parts[0].plain, text.replace(CALLED, ""), "{name}");
            }
        });
    }

    #[test]
    fn what_is_long_becomes_several_messages_within_the_limit() {
        let words = MatrixText::new(&Locales::embedded(), "!chess").expect("words");
        writer(&words, |writer| {
            let blocks = vec![
                Block::Text("a & ".repeat(2000)),
                Block::Code("<x>\n".repeat(9000)),
                Block::Text("end".to_owned()),
            ];
            let message = Message { blocks, rows: vec![buttons(&["A"])], ..Message::default() };
            let body = writer.message(&message, None, &[], None);
            assert!(body.parts.len() > 2);
            assert!(body.parts.iter().all(|part| part.plain.len() + part.html.len() <= MOST));
            assert!(body.parts.last().is_some_and(|part| part.plain.ends_with("end\n\n1 A")));
        });
    }
}
