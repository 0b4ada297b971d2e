//! Table test of situations in which other programs that referee in chats have failed: plays each
//! row of `rows.txt` in a fresh channel and compares the outcome. The format of a row is explained
//! there.

mod imports;
mod table;

use adoube_bot::{Block, ControlRow, Language, Message, Notice, Reply, UserAction, Viewer};

use self::table::Scene;
use crate::support::viewer;

/// Where the rows stand; they are read when the test runs.
const ROWS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/traps/rows.txt");

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
        let has = |text: Option<&str>| text.is_some_and(|text| text.contains(rest));
        match kind {
            "plays" => self.played.as_deref() == Some(rest),
            "asks" => self.offered.join(", ") == rest,
            "says" => has(self.answer.as_deref()),
            "omits" => self.answer.as_ref().is_some_and(|answer| !answer.contains(rest)),
            "posts" => has(self.posted.as_deref()),
            "silent" => self.posted.is_none() && self.answer.is_none(),
            other => panic!("no outcome is called {other:?}"),
        }
    }

    fn told(&self) -> String {
        let Self { played, posted, answer, offered } = self;
        format!("played {played:?}, posted {posted:?}, answered {answer:?}, offered {offered:?}")
    }
}

/// All words of a message in one line.
fn text(message: &Message) -> String {
    let blocks = message.blocks.iter().map(|block| match block {
        Block::Text(text) | Block::Heading(text) | Block::Code(text) => text.clone(),
        Block::List(lines) => lines.join("\n"),
        Block::Channels(_) => String::new(),
    });
    blocks.collect::<Vec<_>>().join("\n").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn labels(message: &Message) -> Vec<String> {
    let buttons = message.rows.iter().flat_map(|row| match row {
        ControlRow::Buttons(buttons) => buttons.as_slice(),
        ControlRow::Menu(_) => &[],
    });
    buttons.map(|button| button.label.clone()).collect()
}

/// Notes what everybody is told.
fn read(scene: &Scene, told: &[Notice], outcome: &mut Outcome) {
    for notice in told {
        let words = text(&scene.chat.read(notice, None, Language::EN));
        outcome.posted = Some(outcome.posted.take().unwrap_or_default() + &words + "\n");
        if let Notice::Board(board) = notice {
            outcome.played = board.last.as_ref().map(|last| last.san.clone());
        }
    }
}

/// What comes of one step of what is typed.
async fn step(scene: &mut Scene, step: &str) -> Outcome {
    let mut outcome = Outcome::default();
    if let Some(time) = step.strip_prefix("wait ") {
        let told = scene.wait(time).await;
        read(scene, &told, &mut outcome);
        return outcome;
    }
    let (name, step) = scene.writer(step);
    let action = match step.strip_prefix('/') {
        Some(line) => UserAction::Line(line.to_owned()),
        None => UserAction::Text(step.to_owned()),
    };
    let event = scene.event(&name, action);
    let decision = scene.chat.service.handle(&event).await;
    read(scene, &scene.chat.posted().await, &mut outcome);
    if let Reply::Private(notice) = decision.reply {
        let taste = decision.reading.taste;
        let viewer = Viewer { taste, person: Some(event.person.id), ..viewer(None, Language::EN) };
        let message = scene.chat.service.present(&notice, &viewer);
        outcome.offered = labels(&message);
        outcome.answer = Some(text(&message));
    }
    outcome
}

#[tokio::test]
async fn every_row_comes_out_as_it_says() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    let table = std::fs::read_to_string(ROWS).expect("the rows");
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [game, moves, typed, expected] = fields.as_slice() else { panic!("four fields: {line}") };
        rows += 1;
        if let Some(game) = game.strip_prefix("import ") {
            let read = imports::outcome(game, moves, typed);
            if !read.starts_with(expected) {
                wrong.push(format!("{line}\n    {read}"));
            }
            continue;
        }
        let mut scene = Scene::new(game, moves).await;
        let mut outcome = Outcome::default();
        for part in typed.split(" >> ") {
            outcome = step(&mut scene, part).await;
        }
        if !outcome.fits(expected) {
            wrong.push(format!("{line}\n    {}", outcome.told()));
        }
    }
    assert!(rows > 150, "{rows} rows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
