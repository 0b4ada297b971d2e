//! Alt text, the description of a picture in words: built from parts of different importance, and
//! shortened to the room a platform has by leaving out the least important ones first. Not here:
//! the sentences (`features`), and how much room there is (platforms).

use std::fmt;

/// Priority of a detail in alt text: the first of these is shortened or left out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DetailPriority {
    /// Details that are the same in every picture of the game.
    Ranks,
    /// Details that a list beside the picture has, too.
    Lists,
    /// Captured pieces.
    Captured,
    /// The squares of the Pawns.
    Pawns,
    /// The squares of the other pieces.
    Armies,
}

impl DetailPriority {
    const ALL: [Self; 5] = [Self::Ranks, Self::Lists, Self::Captured, Self::Pawns, Self::Armies];
}

/// A sentence with its shorter forms.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AltTextPart {
    whole: String,
    /// In the order of [`DetailPriority`], each shorter than the one before; an empty one leaves
    /// the sentence out.
    shorter: Vec<(DetailPriority, String)>,
}

impl AltTextPart {
    /// The form in which all details up to `spare` are shortened.
    fn at(&self, spare: Option<DetailPriority>) -> &str {
        let short = self.shorter.iter().rev().find(|(from, _)| Some(*from) <= spare);
        short.map_or(self.whole.as_str(), |(_, text)| text)
    }
}

/// Alt text: the sentences that describe a picture, in reading order. `Display` writes all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AltText {
    parts: Vec<AltTextPart>,
    /// The sentence that says where to find omitted details.
    rest: String,
}

impl AltText {
    /// Fixed text without shorter forms.
    pub(crate) fn of(text: String) -> Self {
        Self { parts: vec![AltTextPart { whole: text, shorter: Vec::new() }], rest: String::new() }
    }

    /// Adds sentences without shorter forms.
    pub(crate) fn extend(&mut self, sentences: impl IntoIterator<Item = String>) {
        self.parts.extend(sentences.into_iter().map(|whole| AltTextPart { whole, shorter: Vec::new() }));
    }

    /// Adds a sentence with shorter forms.
    pub(crate) fn push(
        &mut self,
        whole: String,
        shorter: impl IntoIterator<Item = (DetailPriority, String)>,
    ) {
        self.parts.push(AltTextPart { whole, shorter: shorter.into_iter().collect() });
    }

    /// Sets the sentence that follows once details were left out.
    #[must_use]
    pub(crate) fn with_rest(mut self, rest: String) -> Self {
        self.rest = rest;
        self
    }

    /// The longest form that fits; the shortest of all if none does.
    pub fn within(&self, fits: impl Fn(&str) -> bool) -> String {
        let whole = self.to_string();
        if fits(&whole) {
            return whole;
        }
        let mut text = whole;
        for spare in DetailPriority::ALL {
            text = self.joined(Some(spare));
            if fits(&text) {
                break;
            }
        }
        text
    }

    fn joined(&self, spare: Option<DetailPriority>) -> String {
        let parts = self.parts.iter().map(|part| part.at(spare));
        let rest = spare.map(|_| self.rest.as_str());
        parts.chain(rest).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for AltText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.joined(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description() -> AltText {
        let mut description = AltText::default().with_rest("More: ask.".to_owned());
        description.extend(["A board.".to_owned()]);
        description.push(
            "White: King e1; Pawns on a2 and b2.".to_owned(),
            [
                (DetailPriority::Pawns, "White: King e1; 2 Pawns.".to_owned()),
                (DetailPriority::Armies, "White: 3 pieces.".to_owned()),
            ],
        );
        description.push("Ranks: 1 and 8.".to_owned(), [(DetailPriority::Ranks, String::new())]);
        description
    }

    #[test]
    fn what_matters_least_is_left_out_first() {
        let whole = "A board. White: King e1; Pawns on a2 and b2. Ranks: 1 and 8.";
        let steps = [
            whole,
            "A board. White: King e1; Pawns on a2 and b2. More: ask.",
            "A board. White: King e1; 2 Pawns. More: ask.",
            "A board. White: 3 pieces. More: ask.",
        ];
        assert_eq!(description().to_string(), whole);
        for said in steps {
            assert_eq!(description().within(|text| text.len() <= said.len()), said);
        }
        assert_eq!(description().within(|_| false), steps[3], "there is nothing shorter");
    }

    #[test]
    fn plain_words_are_never_cut() {
        assert_eq!(AltText::of("A game.".to_owned()).within(|_| false), "A game.");
    }
}
