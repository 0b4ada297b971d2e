//! Tests of move diagrams: they show for every type what the rules allow.

use std::collections::BTreeSet;

use adoube_rules::{PieceType, Side, Square};

use super::MoveDiagram;
use super::section::{CENTRE, SECTION};
use crate::marks::Mark;
use crate::scene::Scene;

fn diagram(kind: PieceType) -> MoveDiagram {
    MoveDiagram::of(kind).unwrap_or_else(|| panic!("{} has no diagram", kind.key()))
}

fn marked(scene: &Scene, mark: Mark) -> BTreeSet<Square> {
    scene.marks.iter().filter(|(_, marks)| marks.contains(mark)).map(|(square, _)| square).collect()
}

/// Types with examples of what they do.
const IRREGULAR: [&str; 12] = [
    "pawn",
    "archer",
    "block",
    "edgehog",
    "advancer",
    "withdrawer",
    "windmill",
    "diplomat",
    "coordinator",
    "immobilizer",
    "chameleon",
    "joker",
];

#[test]
fn every_diagram_shows_the_legal_moves() {
    for kind in PieceType::all() {
        let diagram = diagram(kind);
        let (position, scene) = (diagram.position(), diagram.scene("", ""));
        let legal = position.legal_moves();
        let of_piece = || legal.iter().filter(|made| made.from == CENTRE && SECTION.contains(made.to));
        let quiet: BTreeSet<Square> =
            of_piece().map(|made| made.to).filter(|to| position.piece_at(*to).is_none()).collect();
        assert_eq!(marked(&scene, Mark::Target), quiet, "{}", kind.key());
        let taken: BTreeSet<Square> = legal
            .iter()
            .filter(|made| made.from == CENTRE)
            .flat_map(|made| position.effects(made).vanished)
            .filter(|(square, piece)| piece.side == Side::Black && SECTION.contains(*square))
            .map(|(square, _)| square)
            .collect();
        let shown: BTreeSet<Square> = [Mark::CaptureTarget, Mark::ConversionTarget]
            .into_iter()
            .flat_map(|mark| marked(&scene, mark))
            .filter(|square| position.piece_at(*square).is_some())
            .collect();
        assert_eq!(shown, taken, "{}", kind.key());
        assert!(!quiet.is_empty(), "{} moves somewhere", kind.key());
    }
}

#[test]
fn every_diagram_shows_what_stands_in_the_way() {
    for kind in PieceType::all() {
        assert!(diagram(kind).others().next().is_some(), "{} stands alone", kind.key());
    }
}

#[test]
fn every_irregular_type_has_an_example() {
    for kind in PieceType::all() {
        let diagram = diagram(kind);
        let expected = match kind.key() {
            "pawn" => 2,
            key => usize::from(IRREGULAR.contains(&key)),
        };
        assert_eq!(diagram.examples().len(), expected, "{}", kind.key());
        for example in diagram.examples() {
            let piece = example.before().piece_at(example.example_move().from).map(|piece| piece.kind);
            assert_eq!(piece, Some(kind), "the example of {}", kind.key());
            let shown = [example.example_move().from, example.example_move().to];
            assert!(shown.iter().all(|square| example.window().contains(*square)), "{}", kind.key());
            let [before, after] = example.scenes("1", "2");
            assert_ne!((&before.pieces, &before.marks), (&after.pieces, &after.marks), "{}", kind.key());
        }
    }
}

/// Leaps of types that leap, in one quarter, as the table of the rules has them.
#[test]
fn leapers_show_the_leaps_of_the_table() {
    let table: [(&str, &[(i32, i32)]); 22] = [
        ("knight", &[(2, 1)]),
        ("guard", &[(1, 0), (1, 1)]),
        ("centaur", &[(1, 0), (1, 1), (2, 1)]),
        ("ferz", &[(1, 1)]),
        ("wazir", &[(1, 0)]),
        ("elephant", &[(2, 2)]),
        ("dabbaba", &[(2, 0)]),
        ("camel", &[(3, 1)]),
        ("giraffe", &[(4, 1)]),
        ("zebra", &[(3, 2)]),
        ("pegasus", &[(3, 2), (4, 1)]),
        ("gnu", &[(2, 1), (3, 1)]),
        ("buffalo", &[(2, 1), (3, 1), (3, 2)]),
        ("frog", &[(1, 1), (3, 0)]),
        ("magician", &[(1, 0), (1, 1), (2, 2), (2, 0), (2, 1)]),
        ("champion", &[(1, 0), (2, 2), (2, 0)]),
        ("squirrel", &[(2, 1), (2, 2), (2, 0)]),
        ("phoenix", &[(1, 0), (2, 2)]),
        ("kirin", &[(1, 1), (2, 0)]),
        ("alibaba", &[(2, 2), (2, 0)]),
        ("mammoth", &[(1, 0), (1, 1), (2, 2)]),
        ("camel-zebra", &[(3, 1), (3, 2)]),
    ];
    for (key, leaps) in table {
        let diagram = diagram(PieceType::from_key(key).unwrap());
        let own: BTreeSet<Square> = diagram
            .others()
            .filter(|(_, piece)| piece.side == Side::White)
            .map(|(square, _)| square)
            .collect();
        let mut expected = BTreeSet::new();
        for (files, ranks) in leaps.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                expected.insert(Square::new(CENTRE.file + right * files, CENTRE.rank + up * ranks));
            }
        }
        expected.retain(|square| SECTION.contains(*square) && !own.contains(square));
        let found: BTreeSet<Square> = diagram.captures().iter().copied().collect();
        assert_eq!(found, expected, "{key}");
    }
}
