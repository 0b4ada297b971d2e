//! The piece book: everything there is to say of each piece in one language, for pages about
//! pieces. It knows no person and no game. Not here: the pages.

mod kinship;
mod marks;
mod trial;
mod words;

use std::sync::OnceLock;

use adoube_rules::PieceType;

use self::kinship::PieceKinship;
pub use self::{
    marks::BookMark,
    trial::{PieceTrial, TrialPiece, TrialTarget},
};
use super::{DiagramCache, legend, piece_help, piece_worth};
use crate::{
    AltText, Language, Locales, Picture,
    command::PieceGroup,
    text::{Localizer, TranslationError, Translations},
};

/// All there is to tell.
pub struct PieceBook {
    wording: Translations,
    locales: Locales,
    diagrams: DiagramCache,
    kinship: OnceLock<PieceKinship>,
}

/// A piece as lists have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// Its code, in every language.
    pub code: &'static str,
    /// Its English name in small letters joined by hyphens, for addresses.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its letter or letters.
    pub letter: String,
    /// Its names in the other languages, with the tags of these.
    pub called: Vec<(Language, String)>,
    /// How it moves, in one clause.
    pub in_short: String,
}

/// Pieces that move alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSection {
    /// The group's word in addresses.
    pub key: &'static str,
    /// What it is called.
    pub name: String,
    /// Its pieces.
    pub pieces: Vec<BookEntry>,
}

/// Pieces that have something to do with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPieces {
    /// What.
    pub title: String,
    /// Which, by code.
    pub codes: Vec<&'static str>,
}

/// All there is to tell of one piece.
#[derive(Clone, Debug)]
pub struct BookArticle {
    /// As lists have it.
    pub listed: BookEntry,
    /// What is particular about it, each in a word or two.
    pub traits: Vec<String>,
    /// How it moves.
    pub about: String,
    /// The diagram, without its examples.
    pub diagram: Option<Picture>,
    /// What the marks of the diagram mean.
    pub legend: String,
    /// What the examples show.
    pub example: Option<String>,
    /// The examples: boards before and after.
    pub steps: Vec<[Picture; 2]>,
    /// How far it gets.
    pub reach: Option<String>,
    /// How strong it is.
    pub worth: Option<String>,
    /// Its movement in Betza's notation, where that says all of it.
    pub notation: Option<&'static str>,
    /// Where it comes from.
    pub origin: String,
    /// Its kin.
    pub kin: Vec<RelatedPieces>,
    /// The group it is in: word and name.
    pub group: (&'static str, String),
}

impl PieceBook {
    /// The book in these languages.
    ///
    /// # Errors
    ///
    /// A locale file that cannot be used.
    pub fn new(locales: &Locales) -> Result<Self, TranslationError> {
        let wording = Translations::new(locales)?;
        Ok(Self {
            wording,
            locales: locales.clone(),
            diagrams: DiagramCache::new(),
            kinship: OnceLock::new(),
        })
    }

    /// The languages it is in.
    pub fn locales(&self) -> &Locales {
        &self.locales
    }

    /// What the speakers of a language call it.
    pub fn endonym(&self, language: Language) -> String {
        self.speaker(language).endonym()
    }

    /// The codes of all pieces, in table order.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        PieceType::all().map(PieceType::code)
    }

    /// The code of a piece by its code or its key, however large the letters are.
    pub fn find(&self, text: &str) -> Option<&'static str> {
        let fits = |kind: &PieceType| kind.code().eq_ignore_ascii_case(text) || kind.key() == text;
        PieceType::all().find(fits).map(PieceType::code)
    }

    /// All pieces by groups.
    pub fn shelves(&self, language: Language) -> Vec<BookSection> {
        let speaker = self.speaker(language);
        let of_group = |group: PieceGroup| BookSection {
            key: group.key(),
            name: legend::name(speaker, group),
            pieces: legend::members(group).map(|kind| listed(speaker, kind)).collect(),
        };
        PieceGroup::ALL.map(of_group).into()
    }

    /// A piece as lists have it.
    pub fn listed(&self, code: &str, language: Language) -> Option<BookEntry> {
        PieceType::from_code(code).map(|kind| listed(self.speaker(language), kind))
    }

    /// All there is to tell of a piece.
    pub fn article(&self, code: &str, language: Language) -> Option<BookArticle> {
        let (kind, speaker) = (PieceType::from_code(code)?, self.speaker(language));
        let diagram = self.diagrams.of(kind);
        let kinship = self.kinship.get_or_init(PieceKinship::found);
        let key = format!("piece-{}", kind.key());
        let group = PieceGroup::of(kind).unwrap_or(PieceGroup::Classic);
        let picture = diagram.map(|diagram| Picture {
            scene: adoube_render::Scene { steps: Vec::new(), ..diagram.scene("", "") },
            alt: AltText::of(piece_help::board_in_words(speaker, kind, diagram)),
        });
        let steps = diagram.map(|diagram| steps(speaker, diagram)).unwrap_or_default();
        Some(BookArticle {
            listed: listed(speaker, kind),
            traits: words::traits(speaker, kind, kinship.is_of_one_colour(kind)),
            about: speaker.attribute(&key, "about").unwrap_or_default(),
            diagram: picture,
            legend: diagram.map(|diagram| piece_help::legend(speaker, diagram)).unwrap_or_default(),
            example: speaker.attribute(&key, "example"),
            steps,
            reach: words::reach(speaker, kind),
            worth: piece_worth::sentence(speaker, kind),
            notation: kind.notation(),
            origin: words::origin(speaker, kind),
            kin: words::kin(speaker, kinship, kind),
            group: (group.key(), legend::name(speaker, group)),
        })
    }

    /// The marks of boards, each with what it means.
    pub fn marks(&self, language: Language) -> Vec<BookMark> {
        marks::all(self.speaker(language))
    }

    /// The piece on a board to try it on, from every square.
    pub fn trial(&self, code: &str, language: Language) -> Option<PieceTrial> {
        let kind = PieceType::from_code(code)?;
        Some(trial::of(self.speaker(language), kind, self.diagrams.of(kind)?))
    }

    /// What a piece does on one square of a board with other ones: enemies and its own, Pawns all of them, or those of its
    /// trial where neither are given. Squares are given by name; what is no square, and what is more than
    /// [`PieceTrial::MOST_STONES`], is left out. Nothing if the piece cannot stand there.
    pub fn try_on(&self, code: &str, from: &str, stones: Option<(&[&str], &[&str])>) -> Option<TrialTarget> {
        let kind = PieceType::from_code(code)?;
        trial::on(kind, self.diagrams.of(kind)?, from, stones)
    }

    /// A label or a sentence of the book's own pages; `values` are put in.
    pub fn word(&self, language: Language, key: &'static str, values: &[(&'static str, &str)]) -> String {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, (*value).into())).collect();
        self.speaker(language).sentence(key, &values)
    }

    fn speaker(&self, language: Language) -> Localizer<'_> {
        Localizer::new(&self.wording, language)
    }
}

fn listed(speaker: Localizer<'_>, kind: PieceType) -> BookEntry {
    let others = speaker.languages().filter(|language| *language != speaker.language());
    BookEntry {
        code: kind.code(),
        key: kind.key(),
        name: speaker.kind(kind),
        letter: speaker.letter(kind),
        called: others.map(|language| (language, speaker.in_language(language).kind(kind))).collect(),
        in_short: legend::in_short(speaker, kind),
    }
}

/// The boards of the examples, one by one, without captions.
fn steps(speaker: Localizer<'_>, diagram: &adoube_render::MoveDiagram) -> Vec<[Picture; 2]> {
    let scenes = diagram.scene("", "").steps;
    let told = diagram.examples().iter().map(|example| piece_help::before_and_after(speaker, example));
    let pair = |(scenes, [before, after]): (&[adoube_render::Scene], [String; 2])| {
        let [one, other] = scenes else { return None };
        let picture =
            |scene: &adoube_render::Scene, alt| Picture { scene: scene.clone(), alt: AltText::of(alt) };
        Some([picture(one, before), picture(other, after)])
    };
    scenes.chunks(2).zip(told).filter_map(pair).collect()
}

#[cfg(test)]
mod tests;
