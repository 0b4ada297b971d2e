//! Piece book, a reference of all pieces: collects all information on each piece in one language,
//! as data for web pages. It does not depend on a person or a game. Not here: the pages.

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
use crate::{
    AltText, Language, Locales, Picture,
    core::command::PieceGroup,
    text::{
        Localizer, TranslationError, Translations,
        board::{diagram_cache::DiagramCache, piece_help, piece_list, piece_worth},
    },
};

/// The piece book.
pub struct PieceBook {
    wording: Translations,
    locales: Locales,
    diagrams: DiagramCache,
    kinship: OnceLock<PieceKinship>,
}

/// A piece in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// Its code, the same in every language.
    pub code: &'static str,
    /// Its key for addresses: the English name in small letters, joined by hyphens.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its letters.
    pub letter: String,
    /// Its names in other languages.
    pub called: Vec<(Language, String)>,
    /// Its movement in one clause.
    pub in_short: String,
}

/// A group of pieces that move alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSection {
    /// The group's key in addresses.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its pieces.
    pub pieces: Vec<BookEntry>,
}

/// Pieces related to one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPieces {
    /// The relation.
    pub title: String,
    /// The pieces, by code.
    pub codes: Vec<&'static str>,
}

/// The diagram of a piece's moves.
#[derive(Clone, Debug)]
pub struct ArticleDiagram {
    /// The diagram, without examples.
    pub picture: Picture,
    /// The legend of its marks.
    pub legend: String,
}

/// Examples of what a piece does beside its moves.
#[derive(Clone, Debug)]
pub struct ArticleExamples {
    /// The caption.
    pub caption: String,
    /// The boards: before and after, one pair for each example.
    pub boards: Vec<[Picture; 2]>,
}

/// The article on a piece.
#[derive(Clone, Debug)]
pub struct BookArticle {
    /// Its list entry.
    pub listed: BookEntry,
    /// Its special traits, in a word or two each.
    pub traits: Vec<String>,
    /// Its movement.
    pub about: String,
    /// Its diagram.
    pub diagram: Option<ArticleDiagram>,
    /// Its examples.
    pub examples: Option<ArticleExamples>,
    /// Its reach.
    pub reach: Option<String>,
    /// Its worth.
    pub worth: Option<String>,
    /// Its Betza notation, where that is complete.
    pub notation: Option<&'static str>,
    /// Its origin.
    pub origin: String,
    /// Related pieces.
    pub kin: Vec<RelatedPieces>,
    /// Its group: key and name.
    pub group: (&'static str, String),
}

impl PieceBook {
    /// The book in these languages.
    ///
    /// # Errors
    ///
    /// A locale file cannot be used.
    pub fn new(locales: &Locales) -> Result<Self, TranslationError> {
        let wording = Translations::new(locales)?;
        Ok(Self {
            wording,
            locales: locales.clone(),
            diagrams: DiagramCache::new(),
            kinship: OnceLock::new(),
        })
    }

    /// The languages.
    pub fn locales(&self) -> &Locales {
        &self.locales
    }

    /// A language's own name.
    pub fn endonym(&self, language: Language) -> String {
        self.speaker(language).endonym()
    }

    /// The codes of all pieces, in table order.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        PieceType::all().map(PieceType::code)
    }

    /// The code of a piece, from its code in any case or its key.
    pub fn find(&self, text: &str) -> Option<&'static str> {
        let fits = |kind: &PieceType| kind.code().eq_ignore_ascii_case(text) || kind.key() == text;
        PieceType::all().find(fits).map(PieceType::code)
    }

    /// All pieces by groups.
    pub fn shelves(&self, language: Language) -> Vec<BookSection> {
        let speaker = self.speaker(language);
        let of_group = |group: PieceGroup| BookSection {
            key: group.key(),
            name: piece_list::group_name(speaker, group),
            pieces: piece_list::members(group).map(|kind| listed(speaker, kind)).collect(),
        };
        PieceGroup::ALL.map(of_group).into()
    }

    /// The list entry of a piece.
    pub fn listed(&self, code: &str, language: Language) -> Option<BookEntry> {
        PieceType::from_code(code).map(|kind| listed(self.speaker(language), kind))
    }

    /// The article on a piece.
    pub fn article(&self, code: &str, language: Language) -> Option<BookArticle> {
        let (kind, speaker) = (PieceType::from_code(code)?, self.speaker(language));
        let diagram = self.diagrams.of(kind);
        let kinship = self.kinship.get_or_init(PieceKinship::found);
        let key = format!("piece-{}", kind.key());
        let group = PieceGroup::of(kind).unwrap_or(PieceGroup::Classic);
        let caption = speaker.attribute(&key, "example");
        Some(BookArticle {
            listed: listed(speaker, kind),
            traits: words::traits(speaker, kind, kinship.is_of_one_colour(kind)),
            about: speaker.attribute(&key, "about").unwrap_or_default(),
            diagram: diagram.map(|diagram| ArticleDiagram {
                picture: Picture {
                    scene: adoube_render::Scene { steps: Vec::new(), ..diagram.scene("", "") },
                    alt: AltText::of(piece_help::board_in_words(speaker, kind, diagram)),
                },
                legend: piece_help::legend(speaker, diagram),
            }),
            examples: diagram
                .zip(caption)
                .map(|(diagram, caption)| ArticleExamples { caption, boards: boards(speaker, diagram) }),
            reach: words::reach(speaker, kind),
            worth: piece_worth::sentence(speaker, kind),
            notation: kind.notation(),
            origin: words::origin(speaker, kind),
            kin: words::kin(speaker, kinship, kind),
            group: (group.key(), piece_list::group_name(speaker, group)),
        })
    }

    /// All marks with their meanings.
    pub fn marks(&self, language: Language) -> Vec<BookMark> {
        marks::all(self.speaker(language))
    }

    /// The board to try a piece on, from every square.
    pub fn trial(&self, code: &str, language: Language) -> Option<PieceTrial> {
        let kind = PieceType::from_code(code)?;
        Some(trial::of(self.speaker(language), kind, self.diagrams.of(kind)?))
    }

    /// The moves of a piece from one square of a board with other pieces: enemies and own ones, all
    /// of them Pawns; by default those of its trial. Squares are given by name; invalid ones, and
    /// those beyond [`PieceTrial::MOST_STONES`], are ignored. `None` if the piece cannot stand
    /// there.
    pub fn try_on(&self, code: &str, from: &str, stones: Option<(&[&str], &[&str])>) -> Option<TrialTarget> {
        let kind = PieceType::from_code(code)?;
        trial::on(kind, self.diagrams.of(kind)?, from, stones)
    }

    /// A label or sentence of the book's own pages, with these values.
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
        in_short: piece_list::in_short(speaker, kind),
    }
}

/// The boards of the examples, without captions.
fn boards(speaker: Localizer<'_>, diagram: &adoube_render::MoveDiagram) -> Vec<[Picture; 2]> {
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
