//! Tests of PNG files of random scenes, decoded by another library: it sees pixel by pixel what was
//! drawn. Most files are joined from tiles; the rest goes through a compressor.
//!
//! `ADOUBE_PICTURES` sets the number of scenes, `ADOUBE_SEED` which.

mod common;
#[path = "common/games.rs"]
mod games;

use std::io::Cursor;

use adoube_render::{
    BoardWindow, Chart, ChartMark, CodePlates, Colour, IndexedImage, LegendEntry, Mark, MoveDiagram,
    Renderer, Scene, SideCards, Style, ThemeKey,
};
use adoube_rules::{Piece, PieceType, Region, Side, Square, Variant};
use adoube_testing::seeds;
use games::Dice;

/// Scenes that are made up with a new seed.
const NEW_PICTURES: usize = 60;

#[test]
fn other_readers_see_what_was_drawn() {
    let (boards, stitched) = draw(seeds::seed(20_261_124), seeds::number("ADOUBE_PICTURES", 300));
    println!("{stitched} of {boards} put together");
    assert!(stitched * 100 >= boards * 98, "{stitched} of {boards}");
    for seed in seeds::fresh(1) {
        seeds::tell(seed);
        draw(seed, NEW_PICTURES);
    }
}

/// How many boards were drawn, and how many of them were put together.
fn draw(seed: u64, count: usize) -> (usize, usize) {
    let renderer = Renderer::new().unwrap();
    let mut dice = Dice::new(seed);
    // Drawing every type in every size would take longer than all pictures.
    let all: Vec<PieceType> = PieceType::all().collect();
    let kinds: Vec<PieceType> = (0..20).map(|_| all[dice.below(all.len())]).collect();
    let (mut boards, mut stitched) = (0, 0);
    for place in 0..count {
        let (scene, style) = (scene(&kinds, &mut dice), style(&mut dice));
        let Ok(canvas) = renderer.canvas(&scene, &style) else {
            assert!(renderer.fresh_png(&scene, &style).is_err());
            continue;
        };
        let file = renderer.fresh_png(&scene, &style).unwrap();
        let (pixels, palette) = read(&file);
        assert!(pixels == canvas.pixels, "picture {place} of seed {seed}: {style:?} {scene:?}");
        assert_eq!(palette, renderer.palette(style.theme));
        if style.theme != ThemeKey::Print && scene.chart.is_none() {
            boards += 1;
            stitched += usize::from(is_stitched(&file));
        }
    }
    (boards, stitched)
}

#[test]
fn the_smallest_and_the_widest_are_read_alike() {
    let renderer = Renderer::new().unwrap();
    let pawn = Piece { side: Side::White, kind: PieceType::PAWN };
    let board = |files, ranks| Scene::new(Region::Board { files, ranks }, [], Side::White);
    let mut scenes = vec![board(1, 1), board(1, 12), board(12, 1), board(8, 8), board(12, 12)];
    scenes.push(Scene::new(Region::Unbounded, [], Side::Black));
    for far in [3, 40, i32::MAX] {
        let pieces =
            [(Square::new(0, 1), pawn), (Square::new(far, 1), pawn), (Square::new(-far, -far), pawn)];
        scenes.push(Scene::new(Region::Unbounded, pieces, Side::White));
    }
    scenes.extend([common::all_marks(), common::schachen(Side::White), common::scattered(Side::Black)]);
    scenes.extend([common::start(Variant::Chess, Side::Black), Scene::chart(chart(&mut Dice::new(1)))]);
    for kind in PieceType::all().step_by(9) {
        scenes.push(MoveDiagram::of(kind).unwrap().scene("Before", "After"));
    }
    for theme in ThemeKey::ALL {
        for scene in &scenes {
            let style = Style { square_px: 72, ..Style::of(theme) };
            let IndexedImage { pixels, .. } = renderer.canvas(scene, &style).unwrap();
            let file = renderer.fresh_png(scene, &style).unwrap();
            assert!(read(&file).0 == pixels, "{theme:?}: {scene:?}");
        }
    }
}

/// Which cells were drawn before changes nothing.
#[test]
fn the_same_scene_is_always_the_same_file() {
    let scenes = games::game(Variant::Grand, 7, 40);
    let (used, style) = (Renderer::new().unwrap(), Style::default());
    let files: Vec<Vec<u8>> = scenes.iter().map(|scene| used.fresh_png(scene, &style).unwrap()).collect();
    for (scene, file) in scenes.iter().zip(files).step_by(13) {
        assert!(Renderer::new().unwrap().fresh_png(scene, &style).unwrap() == file);
        assert!(used.png(scene, &style).unwrap() == file);
    }
}

/// Pixels and palette as another library reads them, checksums and all.
fn read(file: &[u8]) -> (Vec<u8>, Vec<Colour>) {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::IDENTITY);
    decoder.ignore_checksums(false);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    let palette = reader.info().palette.as_deref().unwrap().chunks_exact(3);
    (pixels, palette.map(|rgb| Colour { red: rgb[0], green: rgb[1], blue: rgb[2] }).collect())
}

/// The compressor writes another number there.
fn is_stitched(file: &[u8]) -> bool {
    let name = file.windows(4).position(|name| name == b"IDAT").unwrap();
    file[name + 4..name + 6] == [0x78, 0x01]
}

fn style(dice: &mut Dice) -> Style {
    let theme = ThemeKey::ALL[dice.below(ThemeKey::ALL.len())];
    let square_px = match dice.below(20) {
        0 => 72 + dice.below(49) as u16,
        other => [72, 80, 96][other % 3],
    };
    Style {
        theme,
        square_px,
        letters: if dice.below(4) == 0 { CodePlates::Shown } else { CodePlates::Hidden },
    }
}

fn scene(kinds: &[PieceType], dice: &mut Dice) -> Scene {
    match dice.below(20) {
        0 => Scene::chart(chart(dice)),
        1 => {
            let shown = kinds.iter().take(1 + dice.below(kinds.len()));
            Scene::legend(shown.map(|kind| LegendEntry { kind: *kind, name: name(dice) }).collect::<Vec<_>>())
        }
        2 => MoveDiagram::of(kind(kinds, dice)).unwrap().scene("Before", &name(dice)),
        3..=6 => played(dice),
        7..=10 => grid(kinds, dice),
        _ => board(kinds, dice),
    }
}

/// A position of a game.
fn played(dice: &mut Dice) -> Scene {
    let variant = [Variant::Chess, Variant::Grand][dice.below(2)];
    let plies = dice.below(60);
    games::game(variant, dice.below(1 << 20) as u64, plies).pop().unwrap()
}

/// Anything anywhere on a board of any size.
fn board(kinds: &[PieceType], dice: &mut Dice) -> Scene {
    let (files, ranks) = match dice.below(3) {
        0 => (8, 8),
        1 => (10, 10),
        _ => (1 + dice.below(12) as u8, 1 + dice.below(13) as u8),
    };
    let region = Region::Board { files, ranks };
    let density = 1 + dice.below(10);
    let squares: Vec<Square> = region.squares().collect();
    strewn(region, squares.into_iter(), density, kinds, dice).with_outlined_ranks([1, 3])
}

/// Anything anywhere on a grid, with hands.
fn grid(kinds: &[PieceType], dice: &mut Dice) -> Scene {
    let far = [3, 8, 40, 5_000][dice.below(4)];
    let count = 1 + dice.below(24);
    let mut coordinate = || dice.below(2 * far + 1) as i32 - far as i32;
    let squares: Vec<Square> = (0..count).map(|_| Square::new(coordinate(), coordinate())).collect();
    let scene = strewn(Region::Unbounded, squares.into_iter(), 10, kinds, dice);
    let hand = |dice: &mut Dice| match dice.below(3) {
        0 => SideCards::hidden(dice.below(12) as u16, dice.below(12) as u16),
        _ => SideCards::face_up(
            (0..dice.below(7)).map(|_| kind(kinds, dice)).collect::<Vec<_>>(),
            dice.below(9) as u16,
        ),
    };
    let (white, black) = (hand(dice), hand(dice));
    scene.with_cards(Side::White, white).with_cards(Side::Black, black)
}

fn strewn(
    region: Region,
    squares: impl Iterator<Item = Square>,
    density: usize,
    kinds: &[PieceType],
    dice: &mut Dice,
) -> Scene {
    let side = |dice: &mut Dice| Side::BOTH[dice.below(2)];
    let few: Vec<PieceType> = (0..=dice.below(16)).map(|_| kind(kinds, dice)).collect();
    let mut pieces = Vec::new();
    let mut marks = Vec::new();
    for square in squares {
        if dice.below(10) < density {
            pieces.push((square, Piece { side: side(dice), kind: few[dice.below(few.len())] }));
        }
        let count = [0, 0, 1, 3][dice.below(4)];
        marks.extend((0..count).map(|_| (square, Mark::ALL[dice.below(Mark::ALL.len())])));
    }
    let mut scene = Scene::new(region, pieces, side(dice));
    for (square, mark) in marks {
        scene.marks.add(square, mark);
    }
    if region == Region::Unbounded {
        scene.window = BoardWindow::around(region, scene.pieces.keys().copied());
    }
    let captured =
        |dice: &mut Dice| (0..dice.below(40)).map(|_| few[dice.below(few.len())]).collect::<Vec<_>>();
    let (white, black) = (captured(dice), captured(dice));
    let to_move = [None, Some(Side::White), Some(Side::Black)][dice.below(3)];
    scene
        .with_names(name(dice), name(dice))
        .with_note(name(dice))
        .with_to_move(to_move)
        .with_captured(Side::White, white)
        .with_captured(Side::Black, black)
}

fn kind(kinds: &[PieceType], dice: &mut Dice) -> PieceType {
    kinds[dice.below(kinds.len())]
}

fn name(dice: &mut Dice) -> String {
    const PARTS: [&str; 12] =
        ["", "Anna", " ", "Žofie", "משה", "🎉", "von und zu Hohenstein", "12…", "1/2", "ﬃ", "Ж", "W. "];
    (0..dice.below(4)).map(|_| PARTS[dice.below(PARTS.len())]).collect()
}

fn chart(dice: &mut Dice) -> Chart {
    let plies = 1 + dice.below(150);
    Chart {
        chances: (0..=plies).map(|_| dice.below(1_001) as u16).collect(),
        first_number: 1,
        first_side: Side::White,
        marks: vec![ChartMark { ply: 1 + dice.below(plies) as u32, number: 1, by: Side::White }],
        white: name(dice),
        black: name(dice),
    }
}
