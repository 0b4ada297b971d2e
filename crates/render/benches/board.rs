//! What a board picture costs that is in no cache, against its floor: the same copies and the same compression with
//! nothing of ours around them. Prints times, their ratio and bytes; asserts nothing.
//!
//!     cargo bench -p adoube-render

use std::hint::black_box;
use std::time::{Duration, Instant};

use adoube_render::{Canvas, Renderer, Scene, Style};
use adoube_rules::{Position, Side, Variant};
use libdeflater::{CompressionLvl, Compressor, crc32};

/// Each measurement is the best of this many, so that other work on the machine disturbs little.
const ROUNDS: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let renderer = Renderer::new()?;
    let style = Style::default();
    let scene = classic_array();

    let started = Instant::now();
    renderer.fresh_png(&scene, &style)?;
    println!("first picture, every sprite drawn: {:.2?}", started.elapsed());

    let canvas = renderer.canvas(&scene, &style)?;
    let cells = Cells::cut(&canvas, usize::from(style.square_px));
    let palette: Vec<u8> = renderer
        .palette(style.theme)
        .iter()
        .flat_map(|colour| [colour.red, colour.green, colour.blue])
        .collect();

    let ours = best_of(|| renderer.fresh_png(&scene, &style).map(|file| file.len()));
    let copies = best_of(|| renderer.canvas(&scene, &style).map(|canvas| canvas.pixels.len()));
    let floor = best_of(|| Ok::<_, std::convert::Infallible>(cells.file(&palette).len()));
    let cached = best_of(|| renderer.png(&scene, &style).map(|file| file.len()));
    let bytes = renderer.fresh_png(&scene, &style)?.len();

    println!("10x10 classic array, {} x {} px, {bytes} bytes", canvas.width, canvas.height);
    println!("not in the cache  {ours:>9.2?}  (layout and copies {copies:.2?})");
    println!("floor             {floor:>9.2?}  the same copies and compression");
    println!("ratio             {:>9.3}", ours.as_secs_f64() / floor.as_secs_f64());
    println!("in the cache      {cached:>9.2?}");
    Ok(())
}

fn classic_array() -> Scene {
    let position = Position::start(Variant::Grand);
    Scene::of(&position, Side::White).with_names("Anna", "Ben").with_hints(&position, &position.legal_moves())
}

fn best_of<T, E: std::fmt::Debug>(mut run: impl FnMut() -> Result<T, E>) -> Duration {
    let times = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        black_box(run()).expect("the same picture was drawn before");
        started.elapsed()
    });
    times.min().unwrap_or_default()
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
    fn cut(canvas: &Canvas, side: usize) -> Self {
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

    /// The picture again: copies, row filters, compression, the file around it.
    fn file(&self, palette: &[u8]) -> Vec<u8> {
        let mut pixels = vec![0; self.width * self.height];
        for (x, y, cell) in &self.squares {
            let width = self.side.min(self.width - x);
            for (row, source) in cell.chunks_exact(width).enumerate() {
                let start = (y + row) * self.width + x;
                pixels[start..start + width].copy_from_slice(source);
            }
        }
        let mut rows = Vec::with_capacity(pixels.len() + self.height);
        let mut above: &[u8] = &[];
        for row in pixels.chunks_exact(self.width) {
            if row == above {
                rows.push(2);
                rows.resize(rows.len() + row.len(), 0);
            } else {
                rows.push(0);
                rows.extend_from_slice(row);
            }
            above = row;
        }
        let mut compressor = Compressor::new(CompressionLvl::new(5).expect("5 is a level"));
        let mut data = vec![0; compressor.zlib_compress_bound(rows.len())];
        let length = compressor.zlib_compress(&rows, &mut data).expect("the buffer is large enough");
        data.truncate(length);
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let header =
            [&(self.width as u32).to_be_bytes()[..], &(self.height as u32).to_be_bytes(), &[8, 3, 0, 0, 0]]
                .concat();
        for (name, body) in
            [(b"IHDR", header.as_slice()), (b"PLTE", palette), (b"IDAT", &data), (b"IEND", &[])]
        {
            file.extend((body.len() as u32).to_be_bytes());
            let checked = [name, body].concat();
            file.extend_from_slice(&checked);
            file.extend(crc32(&checked).to_be_bytes());
        }
        file
    }
}
