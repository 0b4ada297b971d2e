//! The rows of `rows.txt`, played one by one in a fresh channel.

use adoube_service::{Action, Block, Language, Message, Notice, Reply, Row};

use crate::support::{Chat, table::Table};

const ROWS: &str = include_str!("rows.txt");

/// What came of what was typed.
#[derive(Default)]
struct Outcome {
    /// The move that was made.
    played: Option<String>,
    /// What everybody is told; nothing where nothing was posted.
    posted: Option<String>,
    /// The answer for the writer alone.
    answer: Option<String>,
    /// The moves it offers.
    offered: Vec<String>,
}

impl Outcome {
    fn fits(&self, expected: &str) -> bool {
        let (kind, rest) = expected.split_once(' ').unwrap_or((expected, ""));
        match kind {
            "plays" => self.played.as_deref() == Some(rest),
            "asks" => self.offered.join(", ") == rest,
            "says" => self.answer.as_ref().is_some_and(|answer| answer.contains(rest)),
            "posts" => self.posted.as_ref().is_some_and(|posted| posted.contains(rest)),
            "silent" => self.posted.is_none() && self.answer.is_none(),
            other => panic!("no outcome is called {other:?}"),
        }
    }

    fn told(&self) -> String {
        let Self { played, posted, answer, offered } = self;
        format!("played {played:?}, posted {posted:?}, answered {answer:?}, offered {offered:?}")
    }
}

/// All words of a message.
fn text(message: &Message) -> String {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(_) => String::new(),
    });
    blocks.collect::<Vec<_>>().join("\n")
}

fn labels(message: &Message) -> Vec<String> {
    let buttons = message.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        Row::Menu(_) => &[],
    });
    buttons.map(|button| button.label.clone()).collect()
}

async fn outcome(game: &str, moves: &str, typed: &str) -> Outcome {
    let mut table = match game {
        "-" => Table { chat: Chat::new(&["Ada", "Bob"], 1) },
        game => Table::moves(&format!("play bob {game} white"), moves).await,
    };
    let name = if moves.split_whitespace().count().is_multiple_of(2) { "Ada" } else { "Bob" };
    let action = match typed.strip_prefix('/') {
        Some(line) => Action::Command(line.to_owned()),
        None => Action::Said(typed.to_owned()),
    };
    let event = table.chat.event(name, Language::EN, false, action);
    let reply = table.chat.service.handle(&event).await.reply;
    let posted = table.chat.posted().await;
    let mut outcome = Outcome::default();
    for notice in &posted {
        let words = text(&table.chat.read(notice, None, Language::EN));
        outcome.posted = Some(outcome.posted.unwrap_or_default() + &words + "\n");
        if let Notice::Board(board) = notice {
            outcome.played = board.last.as_ref().map(|last| last.san.clone());
        }
    }
    if let Reply::Private(notice) = reply {
        let message = table.chat.read(&notice, Some(name), Language::EN);
        outcome.offered = labels(&message);
        outcome.answer = Some(text(&message));
    }
    outcome
}

#[tokio::test]
async fn every_row_comes_out_as_it_says() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [game, moves, typed, expected] = fields.as_slice() else { panic!("four fields: {line}") };
        let outcome = outcome(game, moves, typed).await;
        rows += 1;
        if !outcome.fits(expected) {
            wrong.push(format!("{line}\n    {}", outcome.told()));
        }
    }
    assert!(rows > 50, "{rows} rows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
