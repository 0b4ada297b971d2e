//! Reads the moves of a PGN record as words, without the rules. Not here: what they mean; that is
//! the rules' own reader.

/// The moves in a PGN without comments, numbers and result.
pub fn moves(pgn: &str) -> Vec<String> {
    let movetext = pgn.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    let mut depth = 0;
    let plain: String = movetext
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0 && *c != '}'
        })
        .collect();
    plain
        .split_whitespace()
        .filter(|word| !word.ends_with('.') && !["*", "1-0", "0-1", "1/2-1/2"].contains(word))
        .map(str::to_owned)
        .collect()
}
