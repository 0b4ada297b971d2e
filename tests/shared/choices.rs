//! Finds the number of a choice in the words of a message with a numbered list. Not here: waiting
//! for such a message, and answering it.

/// The number of a choice that begins with this: `1 Accept · 2 Decline`, or a line each.
pub fn number_of(list: &str, label: &str) -> Option<usize> {
    let items = list.lines().flat_map(|line| line.split(" · "));
    items.filter_map(|item| item.split_once(' ')).find_map(|(number, words)| {
        let words = words.trim_start_matches("✓ ");
        number.parse().ok().filter(|_| words.starts_with(label))
    })
}
