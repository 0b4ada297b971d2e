//! Golden pictures: compares drawn pictures with few stored ones, each for one concern. A picture
//! that differs is written to the target folder as three panels: stored, drawn, and difference.
//!
//! `ADOUBE_REWRITE_GOLDENS=1 cargo test -p adoube-render --test goldens` stores what is drawn; not where `CI` is set.

mod common;

use std::path::{Path, PathBuf};
use std::{env, fs};

use adoube_render::{
    Chart, ChartMark, CodePlates, Colour, IndexedImage, MoveDiagram, Renderer, Scene, Style, ThemeKey,
};
use adoube_rules::{PieceType, Side, Variant};

/// A channel may differ by this much: the order of floating point operations is the machine's.
const TOLERANCE: u8 = 10;
/// So many of a thousand pixels may differ more.
const STRAY_PER_MILLE: usize = 1;

#[test]
fn board_and_pieces() {
    check("board-and-pieces", &common::start(Variant::Chess, Side::White), style(ThemeKey::Wood));
}

#[test]
fn zones_letters_and_black_below() {
    let style = Style { letters: CodePlates::Shown, ..style(ThemeKey::Slate) };
    check("zones-letters-and-black-below", &common::start(Variant::Grand, Side::Black), style);
}

#[test]
fn hatched_for_paper() {
    check("hatched-for-paper", &common::all_marks(), style(ThemeKey::Print));
}

#[test]
fn every_mark() {
    check("every-mark", &common::all_marks(), style(ThemeKey::Contrast));
}

#[test]
fn strip() {
    let scene = Scene::new(common::CHESS, [], Side::White)
        .with_names("Žofie Müller-Lüdenscheidt von und zu Hohenstein", "משה כהן 🎉")
        .with_captured(Side::White, [PieceType::PAWN, PieceType::QUEEN, PieceType::PAWN, PieceType::PAWN])
        .with_captured(Side::Black, PieceType::all().take(8).flat_map(|kind| [kind; 6]))
        .with_to_move(Some(Side::Black))
        .with_note("31…");
    check("strip", &scene, style(ThemeKey::Wood));
}

#[test]
fn captured_in_rows_of_their_own() {
    let army = |extra: &[&str]| -> Vec<PieceType> {
        let classic = ["Q", "C", "M", "B", "B", "N", "N", "R", "R"];
        let pawns = std::iter::repeat_n("P", 10);
        let codes = classic.into_iter().chain(pawns).chain(extra.iter().copied());
        codes.map(|code| PieceType::from_code(code).unwrap()).collect()
    };
    let scene = common::start(Variant::Grand, Side::Black)
        .with_names("Anna", "Ben")
        .with_captured(Side::White, army(&["CA", "ZE", "GI", "NR", "NR", "KA", "TI", "JO", "IM", "AR", "LE"]))
        .with_captured(Side::Black, army(&["CA", "ZE"]));
    check("captured-in-rows-of-their-own", &scene, style(ThemeKey::Contrast));
}

#[test]
fn grid_and_cards() {
    check("grid-and-cards", &common::schachen(Side::Black), style(ThemeKey::Wood));
}

#[test]
fn torn_grid() {
    check("torn-grid", &common::scattered(Side::White), style(ThemeKey::Slate));
}

#[test]
fn help_before_and_after() {
    let diagram = MoveDiagram::of(PieceType::ARCHER).unwrap();
    check("help-before-and-after", &diagram.scene("Before", "After"), style(ThemeKey::Wood));
}

#[test]
fn chart_of_a_game() {
    let chances = [
        500, 520, 510, 530, 500, 515, 480, 530, 540, 520, 560, 640, 620, 650, 420, 440, 430, 410, 450, 420,
        700, 690, 720, 760, 740, 300, 280, 260, 240, 200, 180, 120, 90, 60, 40, 20, 0,
    ];
    let mark = |ply, number, by| ChartMark { ply, number, by };
    let chart = Chart {
        chances: chances.to_vec(),
        first_number: 1,
        first_side: Side::White,
        marks: vec![mark(14, 1, Side::White), mark(20, 2, Side::Black), mark(25, 3, Side::White)],
        white: "Anna (White)".to_owned(),
        black: "Ben (Black)".to_owned(),
    };
    check("chart-of-a-game", &Scene::chart(chart), style(ThemeKey::Wood));
}

fn style(theme: ThemeKey) -> Style {
    Style { square_px: 72, ..Style::of(theme) }
}

fn check(name: &str, scene: &Scene, style: Style) {
    let renderer = Renderer::new().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(format!("{name}.png"));
    let drawn = renderer.png(scene, &style).unwrap();
    if env::var_os("ADOUBE_REWRITE_GOLDENS").is_some() {
        assert!(env::var_os("CI").is_none(), "stored pictures are not rewritten where CI is set");
        fs::write(&path, &drawn).unwrap();
    }
    let stored = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (stored, drawn) = (Picture::read(&stored), Picture::read(&drawn));
    let strays = stored.differing(&drawn);
    if strays * 1_000 > drawn.pixels.len() * STRAY_PER_MILLE {
        let panels = three_panels(name, &stored, &drawn);
        panic!("{name}: {strays} pixels differ, see {}", panels.display());
    }
}

/// A decoded picture.
struct Picture {
    width: usize,
    pixels: Vec<Colour>,
}

impl Picture {
    fn read(file: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let pixels =
            bytes.chunks_exact(3).map(|rgb| Colour { red: rgb[0], green: rgb[1], blue: rgb[2] }).collect();
        Self { width: info.width as usize, pixels }
    }

    /// How many pixels differ by more than the tolerance; all, when the sizes differ.
    fn differing(&self, other: &Self) -> usize {
        if self.width != other.width || self.pixels.len() != other.pixels.len() {
            return other.pixels.len();
        }
        self.pixels.iter().zip(&other.pixels).filter(|(a, b)| differ(**a, **b)).count()
    }
}

fn differ(a: Colour, b: Colour) -> bool {
    [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].iter().any(|(a, b)| a.abs_diff(*b) > TOLERANCE)
}

/// Writes stored, drawn and difference side by side, in grey, differences in white; gives the file.
fn three_panels(name: &str, stored: &Picture, drawn: &Picture) -> PathBuf {
    let grey = |colour: &Colour| colour.green / 2;
    let width = stored.width.max(drawn.width);
    let height = (stored.pixels.len() / stored.width).max(drawn.pixels.len() / drawn.width);
    let at = |picture: &Picture, x: usize, y: usize| {
        if x < picture.width { picture.pixels.get(y * picture.width + x).copied() } else { None }
    };
    let mut canvas = IndexedImage { width: width * 3, height, pixels: Vec::new() };
    for y in 0..height {
        let shades = |picture| (0..width).map(move |x| at(picture, x, y).as_ref().map_or(0, grey));
        let difference = (0..width).map(|x| match (at(stored, x, y), at(drawn, x, y)) {
            (Some(a), Some(b)) if !differ(a, b) => grey(&a) / 3,
            _ => u8::MAX,
        });
        canvas.pixels.extend(shades(stored).chain(shades(drawn)).chain(difference));
    }
    let greys: Vec<Colour> =
        (0..=u8::MAX).map(|level| Colour { red: level, green: level, blue: level }).collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-difference.png"));
    fs::write(&path, adoube_render::png(&canvas, &greys).unwrap()).unwrap();
    path
}
