//! Draws the pictures of the book by name: pieces, diagrams, examples and marks. They are the same
//! in every language.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use adoube_bot::{Language, Picture, PieceBook};
use adoube_render::{BareBoard, RenderError, Renderer, Scene, Style, ThemeKey};

/// Boards and pieces of the book are wooden: that looks well by day and by night.
const THEME: ThemeKey = ThemeKey::Wood;

/// Which of the two boards of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExampleMoment {
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
pub(crate) fn diagram(code: &str) -> String {
    code.to_owned()
}

/// The name of a board of an example; examples are counted from 1.
pub(crate) fn example(code: &str, number: usize, moment: ExampleMoment) -> String {
    format!("{code}-{number}-{}", moment.word())
}

/// The name of a mark's board.
pub(crate) fn mark(key: &str) -> String {
    format!("mark-{key}")
}

/// Draws the pictures of the book.
pub(crate) struct BookPictures {
    words: Arc<PieceBook>,
    renderer: Arc<Renderer>,
    /// The scene of each board, by the board's name. Collected at the first use.
    boards: OnceLock<BTreeMap<String, Scene>>,
}

impl BookPictures {
    pub(crate) fn new(words: Arc<PieceBook>, renderer: Arc<Renderer>) -> Self {
        Self { words, renderer, boards: OnceLock::new() }
    }

    /// A hash of everything that is drawn from.
    pub(crate) fn art_version(&self) -> &'static str {
        self.renderer.art_version()
    }

    /// The drawing of a piece by a name such as `white-NR`.
    pub(crate) fn art(&self, name: &str) -> Result<Option<String>, RenderError> {
        self.renderer.art(name, THEME)
    }

    /// A board by its name.
    pub(crate) fn board(&self, name: &str) -> Result<Option<String>, RenderError> {
        self.scenes().get(name).map(|scene| Ok(self.bare_board(scene)?.svg)).transpose()
    }

    /// The names of all boards.
    pub(crate) fn boards(&self) -> impl Iterator<Item = &str> {
        self.scenes().keys().map(String::as_str)
    }

    /// A scene as the pages show it: without names, coordinates and notes.
    pub(crate) fn bare_board(&self, scene: &Scene) -> Result<BareBoard, RenderError> {
        self.renderer.bare_board(scene, &Style::of(THEME))
    }

    fn scenes(&self) -> &BTreeMap<String, Scene> {
        self.boards.get_or_init(|| {
            let of_pieces = self.words.codes().flat_map(|code| self.boards_of_piece(code));
            of_pieces.chain(self.boards_of_marks()).collect()
        })
    }

    fn boards_of_piece(&self, code: &'static str) -> Vec<(String, Scene)> {
        let Some(article) = self.words.article(code, Language::default()) else { return Vec::new() };
        let mut boards = Vec::new();
        boards.extend(article.diagram.map(|drawn| (diagram(code), drawn.picture.scene)));
        for (number, pair) in (1..).zip(article.examples.into_iter().flat_map(|examples| examples.boards)) {
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
