//! Splits a text into sentences and words, for the checks of sentences. Not here: what is wrong
//! with them.

/// A word as it stands there, and without what surrounds it.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// `“Knight`, `e4.`
    pub raw: &'a str,
    /// `Knight`, `e4`
    pub bare: &'a str,
}

impl Word<'_> {
    /// Whether nothing stands between this word and the next.
    pub fn is_open(&self) -> bool {
        self.raw.ends_with(self.bare) && !self.bare.is_empty()
    }

    /// Whether it is set in quotation marks or brackets, or begins a command.
    pub fn is_plain(&self) -> bool {
        self.raw.starts_with(self.bare) && !self.bare.is_empty()
    }
}

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let bare = |raw: &'_ str| -> (usize, usize) {
        let start = raw.find(char::is_alphanumeric).unwrap_or(raw.len());
        let end = raw
            .rfind(char::is_alphanumeric)
            .map_or(start, |last| last + raw[last..].chars().next().map_or(0, char::len_utf8));
        (start, end)
    };
    text.split_whitespace()
        .map(|raw| {
            let (start, end) = bare(raw);
            Word { raw, bare: &raw[start..end] }
        })
        .collect()
}

/// The sentences of a text: after a full stop, a question mark or an exclamation mark comes a capital, and every line is
/// one at least.
pub fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    for line in text.lines() {
        let mut sentence: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            let begins = word.trim_start_matches(['“', '„', '(']).starts_with(char::is_uppercase)
                || word.starts_with(['/', '!', '“', '„', '{']);
            if begins && sentence.last().is_some_and(|last| stops(last)) {
                sentences.push(std::mem::take(&mut sentence).join(" "));
            }
            sentence.push(word);
        }
        if !sentence.is_empty() {
            sentences.push(sentence.join(" "));
        }
    }
    sentences
}

/// Whether a sentence is over after this word, and the next one begins.
fn stops(word: &str) -> bool {
    word.trim_end_matches(['”', '“', ')']).ends_with(['.', '!', '?'])
}

/// Whether a text may end here.
pub fn ends(text: &str) -> bool {
    text.trim_end_matches(['”', '“', ')']).ends_with(['.', '!', '?', ':', '…'])
}
