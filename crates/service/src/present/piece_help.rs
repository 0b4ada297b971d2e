//! How a piece moves: its text, and a diagram found by asking the rules what it may do on an empty board and against
//! a lone enemy on each square, so that it cannot say anything else than the referee.

use std::collections::BTreeSet;

use adoube_render::{Mark, Scene};
use adoube_rules::{Piece, PieceType, Position, Side, Square, Variant};

use crate::{Block, Language, Message, Picture, wording::Speaker};

/// Where the piece stands: the middle of the board of Grand Chess.
const CENTRE: Square = Square { file: 4, rank: 5 };

/// Squares on which the Kings, who must stand somewhere, are tried: far from the centre and off its lines if possible.
const CORNERS: [(i32, i32); 12] =
    [(0, 10), (9, 1), (9, 9), (0, 2), (8, 10), (1, 10), (0, 1), (0, 9), (9, 10), (9, 2), (8, 1), (1, 1)];

/// Text and diagram.
pub(super) fn message(speaker: Speaker<'_>, kind: PieceType) -> Message {
    let key = format!("piece-{}", kind.key());
    let name = speaker.kind(kind);
    let title = speaker.say("piece-title", &[("name", name.as_str().into()), ("code", kind.code().into())]);
    let mut blocks = vec![Block::Heading(title)];
    blocks.extend(speaker.attribute(&key, "about").map(Block::Text));
    let other = Language::ALL.into_iter().find(|language| *language != speaker.language());
    blocks.extend(other.map(|language| {
        let known = speaker.in_language(language).kind(kind);
        let code = kind.code();
        Block::Text(speaker.say("piece-names", &[("name", known.into()), ("code", code.into())]))
    }));
    let diagram = Diagram::of(kind).filter(|diagram| !diagram.is_empty());
    blocks.extend(diagram.as_ref().map(|diagram| {
        let key =
            if diagram.takes_as_it_moves() { "piece-diagram-legend-alike" } else { "piece-diagram-legend" };
        Block::Text(speaker.plain(key))
    }));
    Message { blocks, picture: diagram.map(|diagram| diagram.picture(speaker, kind)), ..Message::default() }
}

/// What a lone piece in the centre may do.
struct Diagram {
    /// Squares it may go to when they are empty.
    moves: BTreeSet<Square>,
    /// Squares on which it takes an enemy.
    captures: BTreeSet<Square>,
}

impl Diagram {
    /// Asks the rules. `None` when there is no legal position to ask about.
    fn of(kind: PieceType) -> Option<Self> {
        let corners = || CORNERS.into_iter().map(|(file, rank)| Square { file, rank });
        let stages = corners().flat_map(|own| corners().map(move |other| Stage { kind, own, other }));
        let stages = stages.filter(|stage| stage.own != stage.other);
        let (stage, moves) = stages
            .filter_map(|stage| Some((stage, targets(&stage.position(None)?))))
            .max_by_key(|(_, moves)| moves.len())?;
        let region = Variant::Grand.region();
        let captures = region
            .squares()
            .filter(|square| ![CENTRE, stage.own, stage.other].contains(square))
            .filter(|square| stage.position(Some(*square)).is_some_and(|position| takes(&position, *square)))
            .collect();
        Some(Self { moves, captures })
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.captures.is_empty()
    }

    /// Such a piece needs no second kind of mark.
    fn takes_as_it_moves(&self) -> bool {
        self.moves == self.captures
    }

    fn picture(&self, speaker: Speaker<'_>, kind: PieceType) -> Picture {
        let piece = Piece { side: Side::White, kind };
        let mut scene = Scene::new(Variant::Grand.region(), [(CENTRE, piece)], Side::White)
            .with_names(speaker.kind(kind), "")
            .with_marks(Mark::Target, self.moves.iter().copied());
        let alike = self.takes_as_it_moves();
        if !alike {
            scene = scene.with_marks(Mark::CaptureTarget, self.captures.iter().copied());
        }
        let key = if alike { "piece-diagram-alt-quiet" } else { "piece-diagram-alt" };
        let args = [
            ("name", speaker.kind(kind).into()),
            ("square", CENTRE.to_string().into()),
            ("moves", names(&self.moves).into()),
            ("captures", names(&self.captures).into()),
        ];
        Picture { scene, alt: speaker.say(key, &args) }
    }
}

/// A board with the piece and two Kings.
#[derive(Clone, Copy)]
struct Stage {
    kind: PieceType,
    own: Square,
    other: Square,
}

impl Stage {
    /// The position, with an enemy Wazir on a square if wanted; long after the opening, so that nothing is locked.
    fn position(self, enemy: Option<Square>) -> Option<Position> {
        let ranks: Vec<String> = (1..=10).rev().map(|rank| self.rank(rank, enemy)).collect();
        Position::parse(Variant::Grand, &format!("{} w - - 0 100", ranks.join("/"))).ok()
    }

    /// One rank of the placement.
    fn rank(self, rank: i32, enemy: Option<Square>) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..10 {
            match self.code_on(Square { file, rank }, enemy) {
                Some(code) => {
                    text.push_str(&run(empty));
                    text.push_str(&code);
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        text + &run(empty)
    }

    fn code_on(self, square: Square, enemy: Option<Square>) -> Option<String> {
        if square == CENTRE {
            let code = self.kind.code();
            return Some(if code.len() == 1 { code.to_owned() } else { format!("{{{code}}}") });
        }
        let own_king = square == self.own && self.kind != PieceType::KING;
        let code = match square {
            _ if Some(square) == enemy => "{wa}",
            _ if own_king => "K",
            _ if square == self.other => "k",
            _ => return None,
        };
        Some(code.to_owned())
    }
}

/// A run of empty squares.
fn run(length: u32) -> String {
    if length == 0 { String::new() } else { length.to_string() }
}

fn targets(position: &Position) -> BTreeSet<Square> {
    position.legal_moves().iter().filter(|chosen| chosen.from == CENTRE).map(|chosen| chosen.to).collect()
}

/// Whether the piece in the centre has a move that takes what stands on the square.
fn takes(position: &Position, square: Square) -> bool {
    position
        .legal_moves()
        .iter()
        .filter(|chosen| chosen.from == CENTRE)
        .any(|chosen| position.effects(chosen).vanished.iter().any(|(vanished, _)| *vanished == square))
}

fn names(squares: &BTreeSet<Square>) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}
