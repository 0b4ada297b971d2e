//! Benchmark of single pictures with known tiles and no cached picture, beside copying the same cells and compressing them with
//! libdeflate alone. Prints processor times, their ratio and bytes; asserts nothing. Not here: whole games (`games`).
//!
//!     cargo bench -p adoube-render --bench board

#[path = "timing/mod.rs"]
mod timing;

use std::time::Duration;

use adoube_render::{
    Chart, FrameTiming, IndexedImage, LegendEntry, Mark, MoveDiagram, Renderer, Scene, SideCards, Style, png,
};
use adoube_rules::{Piece, PieceType, Position, Region, Side, Square, Variant};
use libdeflater::{CompressionLvl, Compressor};
use timing::spent;

/// Each measurement is the mean of this many.
const ROUNDS: u32 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let renderer = Renderer::new()?;
    let style = Style::default();
    let (first, time) = spent(|| renderer.fresh_png(&classic(), &style));
    println!("first picture, every sprite drawn: {time:.2?}, {} bytes", first?.len());
    println!(
        "\n{:<22}{:>12}{:>10}{:>12}{:>8}{:>9}{:>12}",
        "not in the cache", "size", "time", "compressed", "ratio", "bytes", "compressed"
    );
    let pictures = [
        ("10x10 classic", classic()),
        ("10x10, 19 extra types", crowded()),
        ("region with cards", region()),
        ("help diagram", diagram()),
        (
            "before and after",
            MoveDiagram::of(PieceType::CARDINAL).ok_or("it has a diagram")?.scene("Before", "After"),
        ),
        ("legend", legend()),
        ("chart", Scene::chart(chart())),
    ];
    for (name, scene) in &pictures {
        let canvas = renderer.canvas(scene, &style)?;
        let cells = Cells::cut(&canvas, usize::from(style.square_px));
        let ours = mean_of(|| renderer.fresh_png(scene, &style));
        let floor = mean_of(|| png(&cells.copied(), renderer.palette(style.theme)));
        println!(
            "{name:<22}{:>12}{:>10}{:>12}{:>8.3}{:>9}{:>12}",
            format!("{}x{}", canvas.width, canvas.height),
            format!("{ours:.2?}"),
            format!("{floor:.2?}"),
            ours.as_secs_f64() / floor.as_secs_f64(),
            renderer.fresh_png(scene, &style)?.len(),
            png(&canvas, renderer.palette(style.theme))?.len()
        );
    }
    let cached = mean_of(|| renderer.png(&classic(), &style));
    println!("in the cache: {cached:.2?}");
    levels(&renderer.canvas(&classic(), &style)?);
    replays(&renderer)
}

/// The same rows at every level of compression that may come into question.
fn levels(canvas: &IndexedImage) {
    let mut rows = Vec::with_capacity(canvas.pixels.len() + canvas.height);
    let mut above: &[u8] = &[];
    for row in canvas.pixels.chunks_exact(canvas.width) {
        rows.push(if row == above { 2 } else { 0 });
        if row == above {
            rows.resize(rows.len() + row.len(), 0);
        } else {
            rows.extend_from_slice(row);
        }
        above = row;
    }
    for level in 1..=8 {
        let mut data = Vec::new();
        let time = mean_of(|| {
            let mut compressor = Compressor::new(CompressionLvl::new(level).expect("it is a level"));
            data.resize(compressor.zlib_compress_bound(rows.len()), 0);
            let length = compressor.zlib_compress(&rows, &mut data)?;
            data.truncate(length);
            Ok::<_, libdeflater::CompressionError>(())
        });
        println!("compression alone, level {level}: {time:.2?} for the classic array, {} bytes", data.len());
    }
}

/// A game of 90 moves in which the side to move always plays its middle move.
fn replays(renderer: &Renderer) -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::start(Variant::Grand);
    let mut scenes = vec![Scene::of(&position, Side::White).with_names("Anna", "Ben")];
    while scenes.len() < 181 {
        let legal = position.legal_moves();
        let Some(chosen) = legal.get(legal.len() / 2) else { break };
        let (effects, mover) = (position.effects(chosen), position.side_to_move());
        position = position.apply(chosen);
        let scene = Scene::of(&position, Side::White).with_last_move(chosen, &effects, mover);
        scenes.push(scene.with_names("Anna", "Ben"));
    }
    let style = Style { square_px: 72, ..Style::default() };
    let drawn = |count: usize| {
        renderer.render_replay(scenes.iter().take(count).cloned(), &style, FrameTiming::default())
    };
    let size = drawn(scenes.len())?.file.len();
    let (first, all) = (mean_of(|| drawn(1)), mean_of(|| drawn(scenes.len())));
    let later = scenes.len() - 1;
    println!(
        "\nreplay of {later} plies: {all:.2?}, {:.3} ms and {} bytes for each frame after the first; {size} bytes",
        all.saturating_sub(first).as_secs_f64() * 1e3 / later as f64,
        (size - drawn(1)?.file.len()) / later
    );
    Ok(())
}

fn classic() -> Scene {
    let position = Position::start(Variant::Grand);
    Scene::of(&position, Side::White).with_names("Anna", "Ben").with_hints(&position, &position.legal_moves())
}

/// The classic array with a different piece on each of the 19 empty squares behind the Pawns and before them.
fn crowded() -> Scene {
    let mut scene = classic();
    let extra = PieceType::all().skip(8).step_by(3).take(19);
    let empty: Vec<Square> = Variant::Grand
        .region()
        .squares()
        .filter(|square| square.rank <= 5 && !scene.pieces.contains_key(square))
        .collect();
    for (kind, square) in extra.zip(empty) {
        scene.pieces.insert(square, Piece { side: Side::White, kind });
        let mirrored = Square::new(square.file, 11 - square.rank);
        scene.pieces.insert(mirrored, Piece { side: Side::Black, kind });
    }
    scene
}

fn region() -> Scene {
    let kinds = [PieceType::KING, PieceType::PAWN, PieceType::PAWN, PieceType::KNIGHT, PieceType::ROOK];
    let pieces = (0..).zip(kinds).flat_map(|(index, kind)| {
        let place = |rank| Square::new(12 + index * 3 % 5, rank);
        [
            (place(1 + index % 3), Piece { side: Side::White, kind }),
            (place(6 + index % 2), Piece { side: Side::Black, kind }),
        ]
    });
    Scene::new(Region::Unbounded, pieces, Side::White)
        .with_names("Anna", "Ben")
        .with_cards(
            Side::White,
            SideCards::face_up([PieceType::QUEEN, PieceType::BISHOP, PieceType::PAWN], 6),
        )
        .with_cards(Side::Black, SideCards::hidden(3, 8))
        .with_marks(Mark::Drop, [Square::new(13, 1), Square::new(14, 0)])
}

fn diagram() -> Scene {
    let centre = Square::new(4, 5);
    let reached = Variant::Grand.region().squares().filter(|square| {
        let (files, ranks) = ((square.file - centre.file).abs(), (square.rank - centre.rank).abs());
        *square != centre && (files == ranks || files * ranks == 2)
    });
    Scene::new(
        Variant::Grand.region(),
        [(centre, Piece { side: Side::White, kind: PieceType::CARDINAL })],
        Side::White,
    )
    .with_names("Cardinal", "")
    .with_marks(Mark::Target, reached)
}

/// Twenty types with their names.
fn legend() -> Scene {
    let kinds = PieceType::all().skip(8).step_by(3).take(20);
    Scene::legend(kinds.map(|kind| LegendEntry { kind, name: kind.key().to_owned() }))
}

fn chart() -> Chart {
    Chart {
        chances: (0..80_u16).map(|ply| 500 + ply * 37 % 211).collect(),
        first_number: 1,
        first_side: Side::White,
        marks: Vec::new(),
        white: "Anna".to_owned(),
        black: "Ben".to_owned(),
    }
}

fn mean_of<T, E: std::fmt::Debug>(run: impl FnMut() -> Result<T, E>) -> Duration {
    timing::mean_of(ROUNDS, run)
}

/// A finished picture cut into squares.
struct Cells {
    width: usize,
    height: usize,
    side: usize,
    /// Place and pixels of each.
    squares: Vec<(usize, usize, Vec<u8>)>,
}

impl Cells {
    fn cut(canvas: &IndexedImage, side: usize) -> Self {
        let mut squares = Vec::new();
        for y in (0..canvas.height).step_by(side) {
            for x in (0..canvas.width).step_by(side) {
                let width = side.min(canvas.width - x);
                let rows = canvas.pixels.chunks_exact(canvas.width).skip(y).take(side);
                squares.push((x, y, rows.flat_map(|row| &row[x..x + width]).copied().collect()));
            }
        }
        Self { width: canvas.width, height: canvas.height, side, squares }
    }

    /// The picture again.
    fn copied(&self) -> IndexedImage {
        let mut pixels = vec![0; self.width * self.height];
        for (x, y, cell) in &self.squares {
            let width = self.side.min(self.width - x);
            for (row, source) in cell.chunks_exact(width).enumerate() {
                let start = (y + row) * self.width + x;
                pixels[start..start + width].copy_from_slice(source);
            }
        }
        IndexedImage { width: self.width, height: self.height, pixels }
    }
}
