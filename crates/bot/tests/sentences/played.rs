//! Reads the messages in the recorded conversations (`transcripts/`) for the checks of sentences.
//! Not here: whether the bot still says them (`transcripts`).

use std::{fs, path::Path};

use adoube_bot::{Language, Locales};

/// A line somebody reads, and where.
pub struct Line {
    pub place: String,
    pub language: Language,
    pub said: String,
}

/// Every line of every conversation, without what is code, and without buttons and menus.
pub fn lines() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut lines = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        lines.extend(of_a_conversation(&name, &text));
    }
    lines
}

fn of_a_conversation(file: &str, text: &str) -> Vec<Line> {
    let mut people: Vec<(&str, Language)> = Vec::new();
    let mut language = Language::EN;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(seats) = line.strip_prefix("seats: ") {
            people = seats.split(", ").filter_map(|seat| seat.split_once(' ')).map(reads).collect();
            continue;
        }
        let Some(said) = said(line, &people, &mut language) else { continue };
        lines.push(Line { place: format!("{file}:{}", number + 1), language, said: said.to_owned() });
    }
    lines
}

fn reads<'a>((name, tag): (&'a str, &str)) -> (&'a str, Language) {
    (name, Locales::embedded().find(tag).unwrap_or_else(|| panic!("{name} reads {tag}")))
}

/// What is said in a line, and from now on to whom.
fn said<'a>(line: &'a str, people: &[(&str, Language)], language: &mut Language) -> Option<&'a str> {
    if line.trim().is_empty() || line.starts_with(['>', '#']) {
        return None;
    }
    let mut said = line.trim_start();
    if !line.starts_with(' ')
        && let Some((to, text)) = line.split_once(": ")
    {
        // "all", and whoever it is alone: "Ada, in place".
        let name = to.split(',').next().unwrap_or(to);
        let known = people.iter().find(|(known, _)| *known == name || name == "all");
        if let Some((_, reads)) = known {
            *language = *reads;
            said = text;
        }
    }
    let said = said.trim_start_matches("== ").trim_start_matches("- ");
    let is_shown = !said.starts_with(['|', '[', '{', '(']) && !said.is_empty();
    is_shown.then(|| said.trim_start_matches('<').trim_end_matches('>'))
}
