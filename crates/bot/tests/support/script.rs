//! Reads and writes transcript files, the recorded conversations of tests: who is there, what
//! people do, and what they read. Not here: the program that they are played with.

use std::{
    fmt::{Display, Write as _},
    fs,
    path::{Path, PathBuf},
};

/// Everybody in a transcript and the tag of the language they read.
pub type Seats = Vec<(String, String)>;

/// Somebody does something.
pub struct Step {
    pub name: String,
    pub moderator: bool,
    pub deed: Deed,
}

/// What is done. Controls are named by what they say.
pub enum Deed {
    Command(String),
    Said(String),
    Press(String),
    Pick { label: String, value: String },
}

/// A line of a transcript, as far as it is not an answer.
pub enum Line {
    /// Somebody does something.
    Step(Step),
    /// It stands there for readers.
    Remark,
}

impl Step {
    fn read(line: &str) -> Self {
        let (name, deed) = line.split_once(' ').unwrap_or((line, ""));
        let within = |begins, ends| deed.strip_prefix(begins).and_then(|rest| rest.strip_suffix(ends));
        let deed = if let Some(line) = deed.strip_prefix('/') {
            Deed::Command(line.to_owned())
        } else if let Some(label) = within('[', ']') {
            Deed::Press(label.to_owned())
        } else if let Some(pick) = within('{', '}') {
            let (label, value) = pick.split_once('=').unwrap_or((pick, ""));
            Deed::Pick { label: label.to_owned(), value: value.to_owned() }
        } else {
            Deed::Said(deed.to_owned())
        };
        Self { name: name.trim_end_matches('!').to_owned(), moderator: name.ends_with('!'), deed }
    }
}

/// Who is there.
pub fn seats(script: &str) -> Seats {
    let line = script.lines().find_map(|line| line.strip_prefix("seats: "));
    let seat = |seat: &str| {
        let (name, language) = seat.trim().split_once(' ').unwrap_or((seat.trim(), "en"));
        (name.to_owned(), language.trim().to_owned())
    };
    line.unwrap_or_else(|| panic!("no line `seats: …`")).split(',').map(seat).collect()
}

/// What is done in a transcript, and what else stands in it beside the answers.
pub fn lines(script: &str) -> impl Iterator<Item = (&str, Line)> {
    script.lines().filter_map(|line| match line.strip_prefix("> ") {
        Some(step) => Some((line, Line::Step(Step::read(step)))),
        None if line.starts_with('#') || line.starts_with("seats: ") => Some((line, Line::Remark)),
        None => None,
    })
}

/// A transcript while it is played.
#[derive(Default)]
pub struct Written {
    pub text: String,
    /// Every button and menu shown, newest last: label, id.
    controls: Vec<(String, String)>,
}

impl Written {
    /// A line of the script.
    pub fn copy(&mut self, line: &str) {
        let gap = if line.starts_with("> ") { "\n" } else { "" };
        let _ = writeln!(self.text, "{gap}{line}");
    }

    /// It was no business of the bot's.
    pub fn not_for_the_bot(&mut self) {
        self.text.push_str("(not for the bot)\n");
    }

    /// What somebody reads.
    pub fn read_by(&mut self, to: impl Display, lines: Vec<String>) {
        for (position, line) in lines.into_iter().enumerate() {
            let margin = if position == 0 { format!("{to}: ") } else { "    ".to_owned() };
            let _ = writeln!(self.text, "{}", format!("{margin}{line}").trim_end());
        }
    }

    /// A button or menu is shown.
    pub fn control(&mut self, label: &str, id: &str) {
        self.controls.push((label.to_owned(), id.to_owned()));
    }

    /// The id of the newest control that says this.
    pub fn id_of(&self, label: &str) -> String {
        let found = self.controls.iter().rev().find(|(known, _)| known == label);
        // A control that was never shown has an id like any forged one.
        found.map_or_else(|| format!("no control {label:?}"), |(_, id)| id.clone())
    }
}

/// All transcripts in a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
    let mut files: Vec<_> = all.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// One transcript.
pub fn text(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
