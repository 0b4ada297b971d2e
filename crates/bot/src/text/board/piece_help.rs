//! Explains how a piece moves: writes the text of `/piece`, and its diagram in words. Not here: the
//! diagram (`adoube-render`) and the moves in it (`adoube-rules`).

use adoube_render::{MoveDiagram, PowerExample};
use adoube_rules::{Game, Piece, PieceType, Side, Square};

use super::{diagram_cache::DiagramCache, move_description, piece_worth, placed_pieces, scene_description};
use crate::{
    AltText, Block, Message, Picture, PiecePageRef, core::game::last_move::make_in, text::Localizer,
};

/// The help with text and diagram.
pub(crate) fn message(speaker: Localizer<'_>, diagrams: &DiagramCache, kind: PieceType) -> Message {
    let key = format!("piece-{}", kind.key());
    let name = speaker.kind(kind);
    let title = speaker
        .sentence("piece-title", &[("name", name.as_str().into()), ("code", speaker.letter(kind).into())]);
    let mut blocks = vec![Block::Heading(title)];
    blocks.extend(speaker.attribute(&key, "about").map(Block::Text));
    let diagram = diagrams.of(kind);
    blocks.extend(also_called(speaker, kind).map(Block::Text));
    blocks.extend(diagram.map(|diagram| Block::Text(legend(speaker, diagram))));
    blocks.extend(speaker.attribute(&key, "example").map(Block::Text));
    blocks.extend(piece_worth::sentence(speaker, kind).map(Block::Text));
    let other = speaker.languages().find(|language| *language != speaker.language());
    blocks.extend(other.map(|language| {
        let known = speaker.in_language(language).kind(kind);
        let key = match kind {
            PieceType::PAWN => "piece-names-pawn",
            _ if speaker.letter(kind) == kind.code() => "piece-names",
            _ => "piece-names-letter",
        };
        let (letter, code) = (speaker.letter(kind), kind.code());
        let args = [("name", known.into()), ("letter", letter.into()), ("code", code.into())];
        Block::Text(speaker.sentence(key, &args))
    }));
    let picture = diagram.map(|diagram| {
        let (before, after) =
            (speaker.fixed_sentence("piece-diagram-before"), speaker.fixed_sentence("piece-diagram-after"));
        let alt = AltText::of(alt(speaker, kind, diagram));
        Picture { scene: diagram.scene(&before, &after), alt }
    });
    let book = PiecePageRef { code: Some(kind.code()), label: speaker.fixed_sentence("book-open") };
    Message { blocks, picture, book: Some(book), ..Message::default() }
}

/// The sentence with names in other collections, if there are any.
fn also_called(speaker: Localizer<'_>, kind: PieceType) -> Option<String> {
    let names: Vec<String> = speaker.aliases(kind).collect();
    (!names.is_empty()).then(|| speaker.sentence("piece-aliases", &[("names", names.join(", ").into())]))
}

/// The legend of a diagram: its marks, and why other pieces stand there.
pub(crate) fn legend(speaker: Localizer<'_>, diagram: &MoveDiagram) -> String {
    let key = if diagram.converts() {
        "piece-diagram-legend-converting"
    } else if diagram.captures().is_empty() {
        "piece-diagram-legend-quiet"
    } else if takes_only_as_it_moves(diagram) {
        "piece-diagram-legend-same"
    } else if diagram.takes_as_it_moves() {
        "piece-diagram-legend-alike"
    } else {
        "piece-diagram-legend"
    };
    format!("{} {}", speaker.fixed_sentence(key), speaker.fixed_sentence("piece-diagram-others"))
}

/// Whether the piece captures exactly as it moves, so that captures need no words of their own.
fn takes_only_as_it_moves(diagram: &MoveDiagram) -> bool {
    diagram.takes_as_it_moves() && diagram.captures().iter().all(|square| diagram.moves().contains(square))
}

/// The alt text of the diagram.
fn alt(speaker: Localizer<'_>, kind: PieceType, diagram: &MoveDiagram) -> String {
    let examples = diagram.examples().iter().map(|example| example_in_words(speaker, example));
    [board_in_words(speaker, kind, diagram)].into_iter().chain(examples).collect::<Vec<_>>().join(" ")
}

/// The diagram in words, without its examples.
pub(crate) fn board_in_words(speaker: Localizer<'_>, kind: PieceType, diagram: &MoveDiagram) -> String {
    let alike = diagram.takes_as_it_moves();
    let key = if diagram.captures().is_empty() {
        "piece-diagram-alt-quiet"
    } else if takes_only_as_it_moves(diagram) {
        "piece-diagram-alt-same"
    } else if alike {
        "piece-diagram-alt-alike"
    } else {
        "piece-diagram-alt"
    };
    let said_already = |square: &&Square| alike && diagram.moves().contains(square);
    let captures: Vec<Square> =
        diagram.captures().iter().filter(|square| !said_already(square)).copied().collect();
    let args = [
        ("name", speaker.kind(kind).into()),
        ("square", diagram.square().to_string().into()),
        ("moves", placed_pieces::squares(speaker, diagram.moves()).into()),
        ("captures", placed_pieces::squares(speaker, &captures).into()),
    ];
    let mut sentences = vec![speaker.sentence(key, &args)];
    sentences.extend(armies(speaker, &diagram.others().collect::<Vec<_>>()));
    sentences.join(" ")
}

/// An example in words: the pieces before, and what the move does.
pub(crate) fn before_and_after(speaker: Localizer<'_>, example: &PowerExample) -> [String; 2] {
    let shown = example.before().pieces().filter(|(square, _)| example.window().contains(*square));
    let position = armies(speaker, &shown.collect::<Vec<_>>()).join(" ");
    let made = make_in(&mut Game::new(example.before().clone()), example.example_move());
    [position, made.map(|last| move_description::last_move(speaker, &last)).unwrap_or_default()]
}

fn example_in_words(speaker: Localizer<'_>, example: &PowerExample) -> String {
    let [position, told] = before_and_after(speaker, example);
    speaker.sentence("piece-diagram-alt-example", &[("position", position.into()), ("move", told.into())])
}

/// "White: Pawn e7." and "Black: Pawn g5."; no sentence for a side without pieces.
fn armies(speaker: Localizer<'_>, pieces: &[(Square, Piece)]) -> Vec<String> {
    let army = |side| scene_description::army(speaker, side, pieces.iter().copied());
    Side::BOTH.into_iter().filter_map(army).collect()
}

#[cfg(test)]
mod tests;
