//! Writes the layout of PGN: tag pairs with their escapes, and movetext wrapped between words.

use std::fmt::Write as _;

/// Maximum of a line in the PGN standard, in bytes.
const LINE_BYTES: usize = 255;
/// Maximum of a movetext line, in characters: the standard demands fewer than 80.
const LINE_WIDTH: usize = 79;
/// Maximum of a name with its escapes, in bytes. Its tag then fits one line, so that programs read
/// it back whole.
const NAME_BYTES: usize = 200;

/// Writes a tag pair. A value too long for a line continues in tags of the same name with the
/// numbers 2, 3 and so on.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let mut number = 1;
    let mut part = String::new();
    let mut tag = name.to_owned();
    for character in value.chars().filter(|character| !character.is_control()) {
        if part.len() + width(character) + tag.len() + r#"[ ""]"#.len() > LINE_BYTES {
            write_line(text, &tag, &part);
            part.clear();
            number += 1;
            tag = format!("{name}{number}");
        }
        if is_escaped(character) {
            part.push('\\');
        }
        part.push(character);
    }
    write_line(text, &tag, &part);
}

fn write_line(text: &mut String, name: &str, escaped: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}

/// A name shortened to the maximum.
pub(super) fn shortened(name: &str) -> String {
    let mut bytes = 0;
    let fits = |character: &char| {
        bytes += width(*character);
        bytes <= NAME_BYTES
    };
    name.chars().filter(|character| !character.is_control()).take_while(fits).collect()
}

/// Size of a character in a tag's value, in bytes.
fn width(character: char) -> usize {
    character.len_utf8() + usize::from(is_escaped(character))
}

const fn is_escaped(character: char) -> bool {
    matches!(character, '\\' | '"')
}

/// Movetext wrapped into lines. A word is never broken, though it may contain a space as
/// `[%clk 0:59:58]` does.
pub(super) fn wrapped(words: &[String]) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE_WIDTH {
            lines.push('\n');
            width = 0;
        }
        if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_as_much_room_as_a_line_has() {
        for (name, kept) in [
            ("x".repeat(199), 199),
            ("x".repeat(300), 200),
            ("é".repeat(300), 100),
            ("\"".repeat(300), 100),
            (format!("\n\u{7}{}", "x".repeat(300)), 200),
            (format!("{}\\", "x".repeat(199)), 199),
        ] {
            assert_eq!(shortened(&name).chars().count(), kept, "{name:?}");
        }
    }

    #[test]
    fn a_long_value_goes_on_in_further_tags() {
        let mut text = String::new();
        write_tag(&mut text, "Deal", "a\"b\\c\n");
        assert_eq!(text, "[Deal \"a\\\"b\\\\c\"]\n");
        for value in ["x".repeat(900), "é\\\"".repeat(300)] {
            let mut text = String::new();
            write_tag(&mut text, "FEN", &value);
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines.len() > 3 && lines.iter().all(|line| line.len() <= LINE_BYTES), "{text}");
            let names = lines.iter().map(|line| line[1..].split(' ').next().unwrap_or_default());
            assert_eq!(names.take(3).collect::<Vec<_>>(), ["FEN", "FEN2", "FEN3"]);
            let parts = lines.iter().filter_map(|line| line.split_once(" \"")?.1.strip_suffix("\"]"));
            assert_eq!(parts.collect::<String>().replace("\\\"", "\"").replace("\\\\", "\\"), value);
        }
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        let word = |length: usize| "x".repeat(length);
        for (words, lines) in [
            (vec![39, 39], vec![79]),
            (vec![39, 40], vec![39, 40]),
            (vec![26, 25, 26, 1], vec![79, 1]),
            (vec![200, 1], vec![200, 1]),
            (vec![1, 79, 1], vec![1, 79, 1]),
        ] {
            let text = wrapped(&words.iter().copied().map(word).collect::<Vec<_>>());
            let found: Vec<usize> = text.lines().map(str::len).collect();
            assert_eq!(found, lines, "{words:?}");
        }
        let command = "[%clk 0:59:58]".to_owned();
        let text = wrapped(&[word(70), command.clone()]);
        assert_eq!(text.lines().nth(1), Some(command.as_str()));
    }
}
