//! Strict PGN reader for tests, by the export format of the standard, independent of the code that
//! writes PGN.

/// A game as its PGN says it.
#[derive(Debug, Default)]
pub struct Pgn {
    /// Tags in their order, their values without escapes.
    pub tags: Vec<(String, String)>,
    /// The moves in standard notation.
    pub moves: Vec<String>,
    /// The word at the end.
    pub result: String,
}

impl Pgn {
    /// The value of a tag, with what goes on in further tags of its name.
    pub fn tag(&self, name: &str) -> Option<String> {
        let value = |name: &str| self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let mut whole = value(name)?.clone();
        for part in (2..).map_while(|number| value(&format!("{name}{number}"))) {
            whole.push_str(part);
        }
        Some(whole)
    }
}

/// Reads one game.
pub fn read(text: &str) -> Pgn {
    let (tags, movetext) = text.split_once("\n\n").expect("an empty line between tags and moves");
    let mut pgn = Pgn { tags: tags.lines().map(tag).collect(), ..Pgn::default() };
    assert!(movetext.ends_with('\n') && !movetext.ends_with("\n\n"), "one end of line at the end");
    for line in movetext.lines() {
        assert!(line.chars().count() < 80 && !line.starts_with([' ', '%']), "{line}");
        assert!(!line.ends_with(' ') && !line.is_empty(), "{line:?}");
        assert_eq!(line.matches("[%").count(), line.matches(']').count(), "a broken command: {line}");
    }
    let mut words = without_comments(movetext);
    pgn.result = words.pop().expect("a result");
    let numbers = |word: &String| !word.ends_with('.');
    pgn.moves = words.into_iter().filter(numbers).collect();
    pgn
}

/// `[Name "value"]`.
fn tag(line: &str) -> (String, String) {
    let inner = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]")).expect(line);
    let (name, value) = inner.split_once(" \"").expect(line);
    assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{line}");
    let mut plain = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        assert!(character != '"' && !character.is_control(), "{line}");
        let escaped = (character == '\\').then(|| characters.next().expect(line));
        assert!(escaped.is_none_or(|escaped| matches!(escaped, '"' | '\\')), "{line}");
        plain.push(escaped.unwrap_or(character));
    }
    assert!(line.len() <= 255, "a line longer than the standard allows: {line}");
    (name.to_owned(), plain)
}

fn without_comments(movetext: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = movetext;
    while let Some((before, comment)) = rest.split_once('{') {
        assert!(!before.contains('}'), "a comment that ends before it begins: {before}");
        let (_, after) = comment.split_once('}').expect("the end of a comment");
        plain.push_str(before);
        rest = after;
    }
    plain.push_str(rest);
    let in_a_row = movetext.split_whitespace().collect::<Vec<_>>().join(" ").contains("} {");
    assert!(!in_a_row, "two comments at one place: {movetext}");
    plain.split_whitespace().map(str::to_owned).collect()
}
