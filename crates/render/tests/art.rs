//! The piece set as a whole: complete, on one foot line, in three heights, and no two silhouettes alike.

use adoube_render::{Renderer, Scene, Style, ThemeKey};
use adoube_rules::{Piece, PieceType, Region, Side, Square};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The types of the games there are.
const SHIPPED: [PieceType; 8] = [
    PieceType::KING,
    PieceType::QUEEN,
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::KNIGHT,
    PieceType::CARDINAL,
    PieceType::MARSHAL,
    PieceType::PAWN,
];

/// Share of the common area of two silhouettes at 40 px, above the foot, from which on they are too much alike.
///
/// Cardinal and Marshal are the closest on purpose (0.85): the same horse, and only the headgear differs. The next
/// pairs, King and Queen and Knight and Cardinal, have 0.80 and are never mistaken. A silhouette has some 400 pixels
/// there; 0.88 leaves at least 50 of them to tell two pieces by, a patch of 7 by 7.
const CLOSEST: f64 = 0.88;

/// Everything is measured at this many pixels per unit of the drawing.
const SCALE: f32 = 4.0;
/// Where all pieces stand, in units from the top.
const FOOT_LINE: f32 = 92.0;
/// What foot line and height may be off by, in units: half of the difference between the sides' outlines.
const TOLERANCE: f32 = 0.75;

/// Height in units, by class.
fn height(kind: PieceType) -> f32 {
    match kind {
        PieceType::PAWN => 62.0,
        PieceType::ROOK | PieceType::BISHOP | PieceType::KNIGHT => 78.0,
        _ => 88.0,
    }
}

#[test]
fn every_type_has_art_for_both_sides_in_all_themes() {
    let renderer = Renderer::new().unwrap();
    for kind in SHIPPED {
        for theme in ThemeKey::ALL {
            let [empty, white, black] = [None, Some(Side::White), Some(Side::Black)].map(|side| {
                let piece = side.map(|side| (Square::new(0, 1), Piece { side, kind }));
                let scene = Scene::new(Region::Board { files: 2, ranks: 1 }, piece, Side::White);
                renderer.canvas(&scene, &Style::of(theme)).unwrap().pixels
            });
            assert_ne!(empty, white, "{} in {theme:?}", kind.key());
            assert_ne!(empty, black, "{} in {theme:?}", kind.key());
            assert_ne!(white, black, "{} in {theme:?}", kind.key());
        }
    }
}

#[test]
fn all_stand_on_the_foot_line_at_their_height() {
    for kind in SHIPPED {
        let (top, bottom) = extent(kind);
        assert!((bottom - FOOT_LINE).abs() <= TOLERANCE, "{}: foot at {bottom}", kind.key());
        let tall = bottom - top;
        assert!((tall - height(kind)).abs() <= TOLERANCE, "{}: {tall} high", kind.key());
    }
}

#[test]
fn no_two_silhouettes_are_too_much_alike() {
    let overlaps = Renderer::new().unwrap().overlaps(40).unwrap();
    for overlap in overlaps.iter().take(5) {
        let (a, b) = overlap.pair;
        println!("{} and {}: {:.3}", a.key(), b.key(), overlap.share);
    }
    assert_eq!(overlaps.len(), SHIPPED.len() * (SHIPPED.len() - 1) / 2);
    let closest = overlaps.first().unwrap();
    assert!(closest.share <= CLOSEST, "{closest:?}");
}

#[test]
fn the_sheet_shows_every_type() {
    let renderer = Renderer::new().unwrap();
    assert!(SHIPPED.into_iter().eq(renderer.drawn_types()));
    let sheet = renderer.sheet(ThemeKey::Wood).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&sheet)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (8 * 208, 4 * 96 + 26));
}

/// The upper and lower end of White's piece, in units from the top; taken from the SVG, as anybody would see it.
fn extent(kind: PieceType) -> (f32, f32) {
    let path = format!("{}/../../assets/pieces/adoube/{}.svg", env!("CARGO_MANIFEST_DIR"), kind.key());
    let text = std::fs::read_to_string(path).unwrap();
    let css =
        ".body,.line{stroke:#000;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}.line{fill:none}";
    let options = Options { style_sheet: Some(css.to_owned()), ..Options::default() };
    let tree = Tree::from_str(&text, &options).unwrap();
    let side = (100.0 * SCALE) as u32;
    let mut pixmap = Pixmap::new(side, side).unwrap();
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    let covered =
        |row: &&[resvg::tiny_skia::PremultipliedColorU8]| row.iter().any(|pixel| pixel.alpha() >= 128);
    let rows: Vec<bool> = pixmap.pixels().chunks_exact(side as usize).map(|row| covered(&row)).collect();
    let top = rows.iter().position(|covered| *covered).unwrap();
    let bottom = rows.iter().rposition(|covered| *covered).unwrap() + 1;
    (top as f32 / SCALE, bottom as f32 / SCALE)
}
