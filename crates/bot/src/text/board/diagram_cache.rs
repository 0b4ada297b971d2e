//! Cache of the help diagrams of all piece types: a diagram takes some hundred positions, so it is
//! made when it is first needed.

use std::sync::OnceLock;

use adoube_render::MoveDiagram;
use adoube_rules::PieceType;

/// The diagrams made so far.
pub(crate) struct DiagramCache {
    kept: Vec<OnceLock<Option<MoveDiagram>>>,
}

impl DiagramCache {
    /// An empty cache.
    pub(crate) fn new() -> Self {
        Self { kept: PieceType::all().map(|_| OnceLock::new()).collect() }
    }

    /// The diagram of a type.
    pub(crate) fn of(&self, kind: PieceType) -> Option<&MoveDiagram> {
        self.kept.get(kind.index())?.get_or_init(|| MoveDiagram::of(kind)).as_ref()
    }
}
