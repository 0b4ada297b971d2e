//! Tests of animated replays, decoded by another library: every frame is the board that is drawn
//! directly, and limits of size hold.

use adoube_render::{
    Colour, FrameTiming, IndexedImage, MAX_FRAMES, MAX_REPLAY_BYTES, Mark, RenderError, Renderer, ReplayGif,
    Scene, Style, ThemeKey,
};
use adoube_rules::{Piece, PieceType, Position, Region, Side, Square, Variant};

fn start(variant: Variant, viewer: Side) -> Scene {
    Scene::of(&Position::start(variant), viewer)
}

/// The colours of a picture.
fn colours(renderer: &Renderer, theme: ThemeKey, canvas: &IndexedImage) -> Vec<Colour> {
    let palette = renderer.palette(theme);
    canvas.pixels.iter().map(|entry| palette[usize::from(*entry)]).collect()
}

/// The frames of a GIF file as they appear, each with how long it is shown.
fn played(file: &[u8]) -> Vec<(Vec<Colour>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(file).unwrap();
    let mut shown = IndexedImage::filled(reader.width(), reader.height(), 0);
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let (left, top, width) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
        for (row, pixels) in frame.buffer.chunks_exact(width).enumerate() {
            let start = (top + row) * shown.width + left;
            for (target, pixel) in shown.pixels[start..start + width].iter_mut().zip(pixels) {
                if frame.transparent != Some(*pixel) {
                    *target = *pixel;
                }
            }
        }
        frames.push((shown.pixels.clone(), frame.delay));
    }
    let palette = reader.global_palette().unwrap();
    let colour = |entry: u8| {
        let rgb = &palette[3 * usize::from(entry)..];
        Colour { red: rgb[0], green: rgb[1], blue: rgb[2] }
    };
    frames.into_iter().map(|(pixels, delay)| (pixels.into_iter().map(colour).collect(), delay)).collect()
}

/// The first positions of a game in which the side to move always plays its middle move.
fn game(variant: Variant, plies: usize) -> Vec<Scene> {
    let mut position = Position::start(variant);
    let mut scenes = vec![Scene::of(&position, Side::White)];
    for _ in 0..plies {
        let legal = position.legal_moves();
        let Some(chosen) = legal.get(legal.len() / 2).copied() else { break };
        let effects = position.effects(&chosen);
        let mover = position.side_to_move();
        position = position.apply(&chosen);
        scenes.push(Scene::of(&position, Side::White).with_last_move(&chosen, &effects, mover));
    }
    scenes.into_iter().map(|scene| scene.with_names("Ada", "Ben")).collect()
}

#[test]
fn every_frame_is_the_board_that_is_drawn_directly() {
    let renderer = Renderer::new().unwrap();
    for theme in [ThemeKey::Wood, ThemeKey::Print] {
        let style = Style { square_px: 72, ..Style::of(theme) };
        let scenes = game(Variant::Grand, 60);
        let replay =
            renderer.render_replay(scenes.clone(), &style, FrameTiming { each: 80, last: 500 }).unwrap();
        assert_eq!((replay.square_px, replay.every), (72, 1));
        let frames = played(&replay.file);
        assert_eq!(frames.len(), scenes.len());
        for (index, (scene, (pixels, delay))) in scenes.iter().zip(&frames).enumerate() {
            let drawn = renderer.canvas(scene, &style).unwrap();
            assert!(*pixels == colours(&renderer, style.theme, &drawn), "{theme:?}: frame {index} differs");
            assert_eq!(*delay, if index + 1 == scenes.len() { 500 } else { 80 });
        }
    }
}

#[test]
fn a_grid_that_grows_is_shown_whole_from_the_beginning() {
    let renderer = Renderer::new().unwrap();
    let style = Style { square_px: 72, ..Style::default() };
    let pawn = Piece { side: Side::White, kind: PieceType::PAWN };
    let scene = |far: i32| {
        Scene::new(Region::Unbounded, [(Square::new(0, 1), pawn), (Square::new(far, far), pawn)], Side::Black)
    };
    let scenes = [scene(1), scene(4), scene(-3)];
    let replay = renderer.render_replay(scenes.clone(), &style, FrameTiming::default()).unwrap();
    let window = scenes.iter().map(|scene| scene.window).reduce(adoube_render::BoardWindow::join).unwrap();
    for (scene, (pixels, _)) in scenes.into_iter().zip(played(&replay.file)) {
        let drawn = renderer.canvas(&Scene { window, ..scene }, &style).unwrap();
        assert!(pixels == colours(&renderer, style.theme, &drawn));
    }
}

#[test]
fn the_board_stays_where_it_is_when_captured_pieces_need_more_room() {
    let renderer = Renderer::new().unwrap();
    let style = Style { square_px: 72, ..Style::default() };
    let captured =
        |count| start(Variant::Grand, Side::White).with_captured(Side::White, PieceType::all().take(count));
    let (nothing, few, many) = (captured(0), captured(3), captured(20));
    let heights = [&nothing, &few, &many].map(|scene| adoube_render::picture_size(scene, style).unwrap().1);
    assert!(heights[0] == heights[1] && heights[1] < heights[2], "{heights:?}");
    let replay = renderer.render_replay([nothing, few, many], &style, FrameTiming::default()).unwrap();
    let frames = played(&replay.file);
    let (width, height) = adoube_render::picture_size(&captured(20), style).unwrap();
    let board = |pixels: &[Colour]| {
        // From the first rank to below the labels: what is captured by White lies below that.
        let rows = pixels.chunks(usize::from(width)).take(usize::from(height) - 150);
        rows.flatten().copied().collect::<Vec<Colour>>()
    };
    assert!(board(&frames[0].0) == board(&frames[2].0), "the board has moved");
    assert!(frames[0].0 != frames[1].0 && frames[1].0 != frames[2].0);
}

#[test]
fn scenes_of_different_sizes_leave_nothing_behind() {
    let renderer = Renderer::new().unwrap();
    let style = Style { square_px: 72, ..Style::default() };
    let (large, small) = (start(Variant::Grand, Side::White), start(Variant::Chess, Side::White));
    let replay = renderer
        .render_replay([large.clone(), small, large.clone()], &style, FrameTiming::default())
        .unwrap();
    let frames = played(&replay.file);
    assert_eq!(frames[0].0, frames[2].0);
    assert_ne!(frames[0].0, frames[1].0);
}

#[test]
fn only_what_changes_is_written() {
    let renderer = Renderer::new().unwrap();
    let style = Style { square_px: 72, ..Style::default() };
    let board = start(Variant::Grand, Side::White);
    let marked = board.clone().with_marks(Mark::Movable, [Square::new(4, 5), Square::new(6, 6)]);
    let size = |scenes: &[Scene]| {
        renderer.render_replay(scenes.to_vec(), &style, FrameTiming::default()).unwrap().file.len()
    };
    let one = size(std::slice::from_ref(&board));
    assert!(size(&[board.clone(), board.clone()]) < one + 32);
    assert!(size(&[board.clone(), marked]) < one + 2_000);
}

#[test]
fn what_would_be_too_large_gets_smaller_squares_or_fewer_frames() {
    let renderer = Renderer::new().unwrap();
    let kinds: Vec<PieceType> = PieceType::all().collect();
    let crowded = |seed: usize| {
        let squares = Variant::Grand.region().squares().enumerate();
        let pieces = squares.map(|(index, square)| {
            let number = (index + 1) * (seed + 7) * 2_654_435_761;
            let side = if number >> 9 & 1 == 0 { Side::White } else { Side::Black };
            (square, Piece { side, kind: kinds[(number >> 12) % kinds.len()] })
        });
        Scene::new(Variant::Grand.region(), pieces, Side::White)
    };
    let ReplayGif { file, square_px, every } =
        renderer.render_replay((0..120).map(crowded), &Style::default(), FrameTiming::default()).unwrap();
    assert!(file.len() <= MAX_REPLAY_BYTES);
    assert!(square_px < Style::default().square_px);
    assert_eq!(every, 1);

    let board = start(Variant::Chess, Side::White);
    let many = (0..=MAX_FRAMES * 2).map(|number| board.clone().with_note(format!("{}", number % 50)));
    let replay =
        renderer.render_replay(many, &Style::default(), FrameTiming { each: 80, last: 300 }).unwrap();
    assert_eq!(replay.every, 3);
    let frames = played(&replay.file);
    assert!(frames.len() <= MAX_FRAMES);
    assert_eq!((frames[0].1, frames[frames.len() - 1].1), (240, 300));
}

#[test]
fn no_scene_is_no_replay() {
    let renderer = Renderer::new().unwrap();
    let nothing = renderer.render_replay([], &Style::default(), FrameTiming::default());
    assert_eq!(nothing.unwrap_err(), RenderError::EmptyWindow);
    let style = Style { square_px: 30, ..Style::default() };
    let board = start(Variant::Chess, Side::White);
    assert_eq!(
        renderer.render_replay([board], &style, FrameTiming::default()).unwrap_err(),
        RenderError::SquareSize(30)
    );
}
