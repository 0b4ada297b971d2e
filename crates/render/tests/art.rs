//! Tests of the piece set as a whole: every type can be shown; drawings stand in the middle of
//! their square on one foot line, in three heights, about equally heavy, and no two of them are too
//! much alike.

use std::ops::RangeInclusive;

use adoube_render::{Renderer, Scene, Style, ThemeKey};
use adoube_rules::{Piece, PieceType, Region, Side, Square};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Share of the common area of two silhouettes at 40 px, above the foot, from which on they are too much alike.
///
/// Heads in profile on the same foot have much in common by design: Knight and Tiger are the closest (0.863, round ear
/// and open jaws against pointed ear and long muzzle), then Zebra and Lion, Amazon, Marshal and Cardinal with their
/// horse. A silhouette has some 400 pixels there; 0.87 leaves at least 52 of them, a patch of 7 by 7, to tell two pieces
/// by at the outline alone, before stripes, manes and faces inside are looked at.
const CLOSEST: f64 = 0.87;

/// Pixels by which two compounds of one figure must differ on a square of 80 px: a patch of 8 by 8.
const COMPOUNDS_DIFFER: usize = 64;

/// Everything is measured at this many pixels per unit of the drawing.
const SCALE: f32 = 4.0;
/// Where all pieces stand, in units from the top.
const FOOT_LINE: f32 = 92.0;
/// What foot line and height may be off by, in units: half of the difference between the sides' outlines.
const TOLERANCE: f32 = 0.75;

/// Space that stays free at each side of a square, in units, so that nothing is cut and neighbours do not touch.
const MARGIN: f32 = 1.0;
/// What the foot may be off the middle by, in units: the Block's side in perspective, a spear beside the Guard's foot.
const FOOT_OFF_CENTRE: f32 = 4.5;
/// The share of a square that any piece but the Pawn covers: from the Bishop's slender shape to the widest wings. Beyond
/// it a piece looks faint, or heavier than the Queen.
const COVERED: RangeInclusive<f32> = 0.26..=0.57;

/// The three heights there are, in units: of the Pawn, of minor pieces, of major pieces.
const HEIGHTS: [f32; 3] = [62.0, 78.0, 88.0];

/// As small as the Pawn: pieces wider than they are tall.
const WIDE: [&str; 3] = ["block", "cannon", "side-mover"];

/// Height in units; the Pawn and the wide pieces are the small ones, and of the orthodox pieces we know which are major.
fn heights(kind: PieceType) -> &'static [f32] {
    let [pawn, minor_and_major @ ..] = &HEIGHTS;
    match kind {
        PieceType::PAWN => std::slice::from_ref(pawn),
        PieceType::ROOK | PieceType::BISHOP | PieceType::KNIGHT => &minor_and_major[..1],
        PieceType::KING | PieceType::QUEEN | PieceType::CARDINAL | PieceType::MARSHAL => {
            &minor_and_major[1..]
        }
        _ if WIDE.contains(&kind.key()) => std::slice::from_ref(pawn),
        _ => minor_and_major,
    }
}

#[test]
fn every_type_is_shown_for_both_sides_in_all_themes() {
    let renderer = Renderer::new().unwrap();
    for theme in ThemeKey::ALL {
        let shown = |piece: Option<Piece>| {
            let piece = piece.map(|piece| (Square::new(0, 1), piece));
            let scene = Scene::new(Region::Board { files: 2, ranks: 1 }, piece, Side::White);
            renderer.canvas(&scene, &Style::of(theme)).unwrap().pixels
        };
        let mut pictures = vec![shown(None)];
        for kind in PieceType::all() {
            pictures.extend(Side::BOTH.map(|side| shown(Some(Piece { side, kind }))));
        }
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), 1 + 2 * PieceType::all().count(), "{theme:?}: two types look the same");
    }
}

#[test]
fn all_stand_on_the_foot_line_at_their_height() {
    for kind in Renderer::new().unwrap().drawn_types() {
        let Extent { top, bottom, .. } = Extent::of(kind);
        assert!((bottom - FOOT_LINE).abs() <= TOLERANCE, "{}: foot at {bottom}", kind.key());
        let tall = bottom - top;
        let fits = |height: &f32| (tall - height).abs() <= TOLERANCE;
        assert!(heights(kind).iter().any(fits), "{}: {tall} high", kind.key());
    }
}

#[test]
fn all_stay_within_their_square_on_a_foot_in_its_middle() {
    for kind in Renderer::new().unwrap().drawn_types() {
        let Extent { left, right, foot, .. } = Extent::of(kind);
        assert!(left >= MARGIN && right <= 100.0 - MARGIN, "{}: from {left} to {right}", kind.key());
        assert!((foot - 50.0).abs() <= FOOT_OFF_CENTRE, "{}: the foot is around {foot}", kind.key());
    }
}

#[test]
fn all_weigh_about_the_same() {
    for kind in Renderer::new().unwrap().drawn_types().filter(|kind| *kind != PieceType::PAWN) {
        let covered = Extent::of(kind).covered;
        assert!(COVERED.contains(&covered), "{}: {covered:.2} of the square", kind.key());
    }
}

#[test]
fn no_two_silhouettes_are_too_much_alike() {
    let renderer = Renderer::new().unwrap();
    let overlaps = renderer.overlaps(40).unwrap();
    let drawn = renderer.drawn_types().count();
    assert_eq!(overlaps.len(), drawn * (drawn - 1) / 2);
    let closest = overlaps.iter().find(|overlap| !overlap.of_one_figure()).unwrap();
    assert!(closest.share <= CLOSEST, "{closest:?}");
}

#[test]
fn compounds_of_one_figure_can_be_told_apart() {
    let renderer = Renderer::new().unwrap();
    let picture = |kind, side| {
        let pieces = [(Square::new(0, 1), Piece { side, kind })];
        let scene = Scene::new(Region::Board { files: 2, ranks: 1 }, pieces, Side::White);
        renderer.canvas(&scene, &Style::default()).unwrap().pixels
    };
    let overlaps = renderer.overlaps(40).unwrap();
    for (a, b) in overlaps.iter().filter(|overlap| overlap.of_one_figure()).map(|overlap| overlap.pair) {
        for side in Side::BOTH {
            let (first, second) = (picture(a, side), picture(b, side));
            let differing = first.iter().zip(&second).filter(|(a, b)| a != b).count();
            assert!(differing >= COMPOUNDS_DIFFER, "{side} {} and {}: {differing} pixels", a.key(), b.key());
        }
    }
}

#[test]
fn the_sheet_shows_every_type() {
    let renderer = Renderer::new().unwrap();
    assert!(renderer.drawn_types().eq(PieceType::all()), "a type has no drawing");
    let rows = renderer.drawn_types().count().div_ceil(8) as u32;
    let sheet = renderer.sheet(ThemeKey::Wood).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&sheet)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (8 * 208, rows * (4 * 96 + 26)));
}

/// What White's piece covers, in units from the upper left corner; taken from the SVG, as anybody would see it.
struct Extent {
    top: f32,
    bottom: f32,
    left: f32,
    right: f32,
    /// The middle of the foot.
    foot: f32,
    /// The share of the square.
    covered: f32,
}

impl Extent {
    fn of(kind: PieceType) -> Self {
        let path = format!("{}/../../assets/pieces/adoube/{}.svg", env!("CARGO_MANIFEST_DIR"), kind.key());
        let text = std::fs::read_to_string(path).unwrap();
        let css = ".body,.line{stroke:#000;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}.line{fill:none}";
        let options = Options { style_sheet: Some(css.to_owned()), ..Options::default() };
        let tree = Tree::from_str(&text, &options).unwrap();
        let side = (100.0 * SCALE) as usize;
        let mut pixmap = Pixmap::new(side as u32, side as u32).unwrap();
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
        let covered: Vec<bool> = pixmap.pixels().iter().map(|pixel| pixel.alpha() >= 128).collect();
        let rows: Vec<bool> = covered.chunks_exact(side).map(|row| row.contains(&true)).collect();
        let columns: Vec<bool> =
            (0..side).map(|x| covered.iter().skip(x).step_by(side).any(|covered| *covered)).collect();
        let ((top, bottom), (left, right)) = (ends(&rows), ends(&columns));
        let above_foot_line = ((FOOT_LINE - 3.0) * SCALE) as usize;
        let (foot_left, foot_right) = ends(covered.chunks_exact(side).nth(above_foot_line).unwrap());
        let area = covered.iter().filter(|covered| **covered).count() as f32;
        Self {
            top,
            bottom,
            left,
            right,
            foot: f32::midpoint(foot_left, foot_right),
            covered: area / covered.len() as f32,
        }
    }
}

/// Where what is covered begins and ends, in units.
fn ends(covered: &[bool]) -> (f32, f32) {
    let first = covered.iter().position(|covered| *covered).unwrap();
    let last = covered.iter().rposition(|covered| *covered).unwrap();
    (first as f32 / SCALE, (last + 1) as f32 / SCALE)
}
