//! The pictures of the book by name: single pieces, diagrams, examples, marks. They are the same in every language. Not here:
//! drawing (`adoube-render`), and what they show in words (the bot).

use std::collections::BTreeMap;

use adoube_bot::{Language, Picture};
use adoube_render::{BareBoard, Scene, Style, ThemeKey};

use super::{BookError, PieceBookPages};

/// Boards and pieces of the book are wooden: that looks well by day and by night.
pub(super) const THEME: ThemeKey = ThemeKey::Wood;

/// Which of the two boards of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExampleMoment {
    Before,
    After,
}

impl ExampleMoment {
    const fn word(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// The name of a diagram.
pub(super) fn diagram(code: &str) -> String {
    code.to_owned()
}

/// The name of a board of an example; examples are counted from 1.
pub(super) fn example(code: &str, number: usize, moment: ExampleMoment) -> String {
    format!("{code}-{number}-{}", moment.word())
}

/// The name of a mark's board.
pub(super) fn mark(key: &str) -> String {
    format!("mark-{key}")
}

impl PieceBookPages {
    /// The drawing of a piece by the name `white-NR`, if there is one.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn art(&self, name: &str) -> Result<Option<String>, BookError> {
        Ok(self.renderer.art(name, THEME)?)
    }

    /// A board by its name, if there is one.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn board(&self, name: &str) -> Result<Option<String>, BookError> {
        self.scenes().get(name).map(|scene| Ok(self.bare(scene)?.svg)).transpose()
    }

    /// The names of all boards.
    pub fn boards(&self) -> impl Iterator<Item = &str> {
        self.scenes().keys().map(String::as_str)
    }

    /// A scene as the pages show it.
    pub(super) fn bare(&self, scene: &Scene) -> Result<BareBoard, BookError> {
        Ok(self.renderer.bare_board(scene, &Style::of(THEME))?)
    }

    /// What each board shows.
    fn scenes(&self) -> &BTreeMap<String, Scene> {
        self.boards.get_or_init(|| {
            let of_pieces = self.words.codes().flat_map(|code| self.boards_of(code));
            of_pieces.chain(self.boards_of_marks()).collect()
        })
    }

    fn boards_of(&self, code: &'static str) -> Vec<(String, Scene)> {
        let Some(article) = self.words.article(code, Language::default()) else { return Vec::new() };
        let mut boards = Vec::new();
        boards.extend(article.diagram.map(|picture| (diagram(code), picture.scene)));
        for (number, pair) in (1..).zip(article.steps) {
            let moments = [ExampleMoment::Before, ExampleMoment::After];
            let pair = moments.into_iter().zip(pair);
            boards.extend(pair.map(|(moment, Picture { scene, .. })| (example(code, number, moment), scene)));
        }
        boards
    }

    fn boards_of_marks(&self) -> Vec<(String, Scene)> {
        let marks = self.words.marks(Language::default()).into_iter();
        marks.map(|marked| (mark(marked.key), marked.picture.scene)).collect()
    }
}
