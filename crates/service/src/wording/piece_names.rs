//! The names of the pieces as people type them when they ask about one.

use adoube_rules::PieceType;

use super::{Speaker, Wording, fold};
use crate::Language;

/// The names of the pieces in every language, with their codes.
#[derive(Debug, Default)]
pub struct PieceNames {
    names: Vec<(String, PieceType)>,
}

impl PieceNames {
    /// Collects the names of all languages.
    pub fn new(wording: &Wording) -> Self {
        let names = Language::ALL.into_iter().flat_map(|language| {
            let speaker = Speaker::new(wording, language);
            PieceType::all().map(move |kind| (fold(&speaker.kind(kind)), kind))
        });
        let codes = PieceType::all().map(|kind| (fold(kind.code()), kind));
        Self { names: names.chain(codes).collect() }
    }

    /// The piece called so.
    pub fn find(&self, name: &str) -> Option<PieceType> {
        let name = fold(name.trim());
        self.names.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// The piece whose name is most like this, if one is close enough.
    pub fn nearest(&self, name: &str) -> Option<PieceType> {
        let name = fold(name.trim());
        let near = self.names.iter().map(|(known, kind)| (strsim::jaro_winkler(known, &name), *kind));
        near.filter(|(likeness, _)| *likeness > 0.8).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, kind)| kind)
    }
}
