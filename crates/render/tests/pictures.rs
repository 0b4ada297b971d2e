//! Tests of properties of every picture: size limits, likeness of SVG and PNG, visible marks, and
//! robustness against any text.

mod common;

use adoube_render::{
    BoardWindow, CodePlates, Colour, IndexedImage, MAX_HEIGHT, MAX_WIDTH, Mark, RenderError, Renderer, Scene,
    SideCards, Style, ThemeKey,
};
use adoube_rules::{Piece, PieceType, Region, Side, Square, Variant};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Largest file, in bytes.
const MAX_BYTES: usize = 150 * 1024;

fn assert_send_and_sync<T: Send + Sync>() {}

#[test]
fn the_renderer_can_be_shared() {
    assert_send_and_sync::<Renderer>();
}

#[test]
fn size_limits_hold_for_every_board_theme_and_size() {
    let renderer = Renderer::new().unwrap();
    let marked = |scene: Scene| {
        let everywhere: Vec<Square> = scene.pieces.keys().copied().collect();
        [Mark::Movable, Mark::Locked, Mark::Frozen]
            .into_iter()
            .fold(scene, |scene, mark| scene.with_marks(mark, everywhere.iter().copied()))
    };
    let crowded = common::start(Variant::Grand, Side::White)
        .with_captured(Side::White, PieceType::all())
        .with_captured(Side::Black, PieceType::all().flat_map(|kind| [kind; 3]));
    for theme in ThemeKey::ALL {
        for (scene, sizes) in [
            (common::start(Variant::Chess, Side::White), [72, 96, 110]),
            (common::start(Variant::Grand, Side::Black), [72, 80, 90]),
            (crowded.clone(), [72, 80, 90]),
        ] {
            for square_px in sizes {
                let style = Style { theme, square_px, letters: CodePlates::Shown };
                let scene = marked(scene.clone());
                let canvas = renderer.canvas(&scene, &style).unwrap();
                assert!(canvas.width <= usize::from(MAX_WIDTH), "{} px", canvas.width);
                assert!(canvas.height > canvas.width && canvas.height <= usize::from(MAX_HEIGHT) + 300);
                let bytes = renderer.png(&scene, &style).unwrap().len();
                assert!(bytes <= MAX_BYTES, "{theme:?} {square_px}: {bytes} bytes");
            }
        }
    }
}

#[test]
fn every_window_is_drawn_or_refused() {
    let renderer = Renderer::new().unwrap();
    let style = Style { square_px: 72, ..Style::default() };
    for files in [1, 2, 3, 8, 12, 13] {
        for ranks in [1, 2, 9, 13] {
            let scene = Scene::new(Region::Board { files, ranks }, [], Side::Black)
                .with_names("A name that is much too long for a narrow board", "B")
                .with_note("a note that is long as well")
                .with_captured(Side::Black, PieceType::all().take(8));
            match renderer.canvas(&scene, &style) {
                Ok(canvas) => assert_ne!(canvas.width, canvas.height, "{files} by {ranks}"),
                Err(error) => assert!(matches!(error, RenderError::TooLarge { .. }) && files > 12, "{error}"),
            }
        }
    }
}

#[test]
fn svg_and_png_look_the_same() {
    let renderer = Renderer::new().unwrap();
    for theme in ThemeKey::ALL {
        let style = Style { letters: CodePlates::Shown, ..Style::of(theme) };
        let board = common::all_marks()
            .with_names("Anna", "Ben")
            .with_note("7.")
            .with_captured(Side::White, [PieceType::MARSHAL]);
        for scene in [board, common::scattered(Side::White)] {
            alike(&renderer, &scene, style);
        }
    }
}

fn alike(renderer: &Renderer, scene: &Scene, style: Style) {
    let theme = style.theme;
    let canvas = renderer.canvas(scene, &style).unwrap();
    let svg = drawn(&renderer.svg(scene, &style).unwrap());
    assert_eq!((svg.width() as usize, svg.height() as usize), (canvas.width, canvas.height));
    let palette = renderer.palette(theme);
    let differences: Vec<u8> = canvas
        .pixels
        .iter()
        .zip(svg.pixels())
        .map(|(entry, pixel)| {
            let Colour { red, green, blue } = palette[usize::from(*entry)];
            let channels = [(red, pixel.red()), (green, pixel.green()), (blue, pixel.blue())];
            channels.iter().map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
        })
        .collect();
    let visible = differences.iter().filter(|difference| **difference > 24).count();
    assert!(visible * 1_000 < differences.len(), "{theme:?}: {visible} of {} pixels", differences.len());
    let unequal = differences.iter().filter(|difference| **difference > 0).count();
    assert!(unequal * 10 < differences.len() * 2, "{theme:?}: {unequal} of {} pixels", differences.len());
}

#[test]
fn the_viewer_sits_below() {
    let renderer = Renderer::new().unwrap();
    let style = Style::default();
    let king = (Square::new(0, 1), Piece { side: Side::White, kind: PieceType::KING });
    let corner = |viewer, pieces: &[(Square, Piece)]| {
        let scene = Scene::new(common::CHESS, pieces.iter().copied(), viewer);
        let canvas = renderer.canvas(&scene, &style).unwrap();
        (lower_left(&canvas, style), upper_right(&canvas, style))
    };
    let (empty, _) = corner(Side::White, &[]);
    let (occupied, far) = corner(Side::White, &[king]);
    assert_ne!(occupied, empty);
    let (near, turned) = corner(Side::Black, &[king]);
    assert_eq!(turned, occupied);
    assert_eq!(near, far);
}

fn lower_left(canvas: &IndexedImage, style: Style) -> Vec<u8> {
    let side = usize::from(style.square_px);
    let margin = (canvas.width - 8 * side) / 2;
    let top = (canvas.height - 8 * side) / 2 + 7 * side;
    cut(canvas, margin, top, side)
}

fn upper_right(canvas: &IndexedImage, style: Style) -> Vec<u8> {
    let side = usize::from(style.square_px);
    let margin = (canvas.width - 8 * side) / 2;
    cut(canvas, margin + 7 * side, (canvas.height - 8 * side) / 2, side)
}

fn cut(canvas: &IndexedImage, x: usize, y: usize, side: usize) -> Vec<u8> {
    let rows = canvas.pixels.chunks_exact(canvas.width).skip(y).take(side);
    rows.flat_map(|row| &row[x..x + side]).copied().collect()
}

#[test]
fn every_mark_shows_on_every_ground() {
    let renderer = Renderer::new().unwrap();
    let piece = Piece { side: Side::Black, kind: PieceType::KING };
    for theme in ThemeKey::ALL {
        let canvas = |marks: &[Mark]| {
            let scene =
                Scene::new(Region::Board { files: 2, ranks: 1 }, [(Square::new(0, 1), piece)], Side::White);
            let scene = marks
                .iter()
                .fold(scene, |scene, mark| scene.with_marks(*mark, [Square::new(0, 1), Square::new(1, 1)]));
            renderer.canvas(&scene, &Style::of(theme)).unwrap().pixels
        };
        let mut pictures: Vec<Vec<u8>> = Mark::ALL.iter().map(|mark| canvas(&[*mark])).collect();
        pictures.push(canvas(&[]));
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), Mark::ALL.len() + 1, "{theme:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let renderer = Renderer::new().unwrap();
    let board = common::start(Variant::Chess, Side::White);
    let window = |left, right, bottom, top| Scene {
        window: BoardWindow { left, right, bottom, top },
        ..board.clone()
    };
    let style = |square_px| Style { square_px, ..Style::default() };
    let table = [
        (board.clone(), style(71), RenderError::SquareSize(71)),
        (board.clone(), style(u16::MAX), RenderError::SquareSize(u16::MAX)),
        (window(5, 4, 1, 8), style(80), RenderError::EmptyWindow),
        (window(0, 12, 1, 8), style(80), RenderError::TooLarge { files: 13, ranks: 8 }),
        (window(0, 7, 1, 40), style(80), RenderError::TooLarge { files: 8, ranks: 40 }),
        (window(i32::MIN, i32::MAX, 1, 8), style(80), RenderError::TooLarge { files: 1 << 32, ranks: 8 }),
    ];
    for (scene, style, wanted) in table {
        assert_eq!(renderer.png(&scene, &style).unwrap_err(), wanted);
        assert_eq!(renderer.svg(&scene, &style).unwrap_err(), wanted);
    }
}

#[test]
fn an_unbounded_grid_is_shown_around_its_pieces() {
    let renderer = Renderer::new().unwrap();
    let pawn = Piece { side: Side::White, kind: PieceType::PAWN };
    let scene = Scene::new(
        Region::Unbounded,
        [(Square::new(-30, -3), pawn), (Square::new(-26, 0), pawn)],
        Side::White,
    );
    assert_eq!(scene.window, BoardWindow { left: -31, right: -25, bottom: -4, top: 1 });
    let canvas = renderer.canvas(&scene, &Style::default()).unwrap();
    assert_ne!(canvas.width, canvas.height);
    for far in [i32::MIN, i32::MAX] {
        let scene = Scene::new(Region::Unbounded, [(Square::new(far, far), pawn)], Side::Black);
        assert!(renderer.png(&scene, &Style::default()).is_ok());
    }
}

#[test]
fn a_grid_is_drawn_however_its_pieces_are_scattered() {
    let renderer = Renderer::new().unwrap();
    let squares = prop_oneof![scattered(3), scattered(30), scattered(100_000)];
    let cards = prop::option::of((0..=11_u16, prop::bool::ANY));
    let config = ProptestConfig { cases: 60, ..ProptestConfig::default() };
    TestRunner::new(config)
        .run(&(squares, cards, prop::bool::ANY), |(squares, cards, black)| {
            let viewer = if black { Side::Black } else { Side::White };
            let pawn = Piece { side: Side::White, kind: PieceType::PAWN };
            let pieces = squares.iter().map(|(file, rank)| (Square::new(*file, *rank), pawn));
            let mut scene = Scene::new(Region::Unbounded, pieces, viewer).with_names("A", "B");
            if let Some((count, known)) = cards {
                let kinds = (0..count).map(|_| PieceType::ROOK);
                let own =
                    if known { SideCards::face_up(kinds, count) } else { SideCards::hidden(count, count) };
                scene = scene.with_cards(viewer, own).with_cards(viewer.other(), SideCards::hidden(count, 0));
            }
            let canvas = renderer.canvas(&scene, &Style::default()).unwrap();
            prop_assert!(canvas.width <= usize::from(MAX_WIDTH) && canvas.height <= usize::from(MAX_HEIGHT));
            prop_assert_ne!(canvas.width, canvas.height);
            Ok(())
        })
        .unwrap();
}

/// The places of at most 32 pieces, so far from the origin at most.
fn scattered(far: i32) -> impl Strategy<Value = std::collections::BTreeSet<(i32, i32)>> {
    prop::collection::btree_set((-far..=far, -far..=far), 1..=32)
}

#[test]
fn a_hidden_hand_shows_only_how_many_cards_it_has() {
    let renderer = Renderer::new().unwrap();
    let picture = |cards: SideCards| {
        let scene = Scene::new(Region::Unbounded, [], Side::White).with_cards(Side::White, cards);
        renderer.canvas(&scene, &Style::default()).unwrap().pixels
    };
    assert_ne!(picture(SideCards::hidden(2, 4)), picture(SideCards::hidden(3, 4)));
    assert_ne!(picture(SideCards::hidden(3, 4)), picture(SideCards::hidden(3, 0)));
    let known = |kind| picture(SideCards::face_up([kind], 4));
    assert_ne!(known(PieceType::ROOK), known(PieceType::QUEEN));
}

#[test]
fn a_scene_survives_storage() {
    let board = common::all_marks().with_names("A", "B").with_captured(Side::Black, [PieceType::CARDINAL]);
    for scene in [board, common::schachen(Side::White)] {
        let text = serde_json::to_string(&scene).unwrap();
        assert_eq!(serde_json::from_str::<Scene>(&text).unwrap(), scene);
    }
    let style = Style { theme: ThemeKey::Slate, square_px: 90, letters: CodePlates::Shown };
    let text = serde_json::to_string(&style).unwrap();
    assert_eq!(serde_json::from_str::<Style>(&text).unwrap(), style);
}

#[test]
fn no_name_breaks_a_picture() {
    let renderer = Renderer::new().unwrap();
    let style = Style::default();
    let board = Scene::new(Region::Board { files: 8, ranks: 1 }, [], Side::White);
    let plain = renderer.canvas(&board, &style).unwrap();
    let config = ProptestConfig { cases: 200, ..ProptestConfig::default() };
    let names = (any_name(), any_name());
    TestRunner::new(config)
        .run(&names, |(name, note)| {
            let scene = board.clone().with_names(name.clone(), name).with_note(note);
            let canvas = renderer.canvas(&scene, &style).unwrap();
            prop_assert_eq!((canvas.width, canvas.height), (plain.width, plain.height));
            let svg = renderer.svg(&scene, &style).unwrap();
            prop_assert!(Tree::from_str(&svg, &Options::default()).is_ok());
            Ok(())
        })
        .unwrap();
}

/// Anything, and what is known to make trouble.
fn any_name() -> impl Strategy<Value = String> {
    let trouble = prop::sample::select(vec![
        "</text><script>",
        "&#x0;",
        "]]>",
        "<![CDATA[",
        "\u{0}",
        "\u{202e}",
        "\u{200b}",
        "\u{feff}",
        "👩‍👩‍👧‍👦",
        "e\u{301}\u{301}\u{301}",
        "שלום",
        "مرحبا",
        "\n\r\t",
        "\u{fffe}",
        "\u{1d15e}",
        "𒐫",
        "﷽",
        "W",
        " ",
        "ﬃ",
    ]);
    prop_oneof![
        any::<String>(),
        prop::collection::vec(trouble, 0..60).prop_map(|parts| parts.concat()),
        "\\PC{0,300}",
    ]
}

fn drawn(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}
