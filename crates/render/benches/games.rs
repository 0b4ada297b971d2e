//! Benchmark of pictures of whole games, with known tiles and with new tiles as they come up, beside a general compressor and beside
//! drawing without caches. Prints processor times, their ratios and bytes; asserts nothing.
//!
//!     cargo bench -p adoube-render --bench games

#[path = "../tests/common/games.rs"]
mod games;
#[path = "timing/mod.rs"]
mod timing;

use std::error::Error;
use std::time::Duration;

use adoube_render::{Renderer, Scene, Style, ThemeKey, png};
use adoube_rules::Variant;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use timing::{mean_of, spent};

type Drawn = Result<Vec<u8>, Box<dyn Error>>;

/// Games that are drawn from their first position to their last.
const WHOLE_GAMES: u64 = 20;
/// Their plies at most.
const PLIES: usize = 120;

fn main() -> Result<(), Box<dyn Error>> {
    for theme in [ThemeKey::Wood, ThemeKey::Slate, ThemeKey::Contrast, ThemeKey::Print] {
        let style = Style::of(theme);
        known(style)?;
        as_they_come(style)?;
    }
    first(Style::default())
}

/// Forty positions out of forty games, of which nobody trained anything.
fn positions() -> Vec<Scene> {
    let from = |seed: u64| {
        let variant = if seed.is_multiple_of(2) { Variant::Grand } else { Variant::Chess };
        games::game(variant, 1_000 + seed, 4 + seed as usize * 3).pop()
    };
    (0..40).filter_map(from).collect()
}

/// The bytes of all pictures, drawn in some way.
fn total(scenes: &[Scene], draw: impl Fn(&Scene) -> Drawn) -> Result<usize, Box<dyn Error>> {
    scenes.iter().try_fold(0, |sum, scene| Ok(sum + draw(scene)?.len()))
}

/// Every cell was drawn before.
fn known(style: Style) -> Result<(), Box<dyn Error>> {
    let (renderer, scenes) = (Renderer::new()?, positions());
    let count = scenes.len() as u32;
    let ours = || total(&scenes, |scene| Ok(renderer.fresh_png(scene, &style)?));
    let compressed = || total(&scenes, |scene| compressed(&renderer, scene, style));
    let (bytes, compressed_bytes) = (ours()? / scenes.len(), compressed()? / scenes.len());
    let time = mean_of(20, ours) / count;
    let other = mean_of(20, compressed) / count;
    println!(
        "{}, {count} positions, cells known: {} and {bytes} bytes a picture; through the compressor {} and {compressed_bytes} bytes, ratio {:.3}",
        style.theme.key(),
        ms(time),
        ms(other),
        ratio(time, other)
    );
    println!("  {:.1} dB from what resvg draws", likeness(&renderer, &scenes, style)?);
    if style.theme == ThemeKey::default() {
        let anew =
            mean_of(1, || total(&scenes, |scene| Ok(drawn(&renderer.svg(scene, &style)?)?.take()))) / count;
        println!("  drawn by resvg with nothing kept: {}, ratio {:.4}", ms(anew), ratio(time, anew));
    }
    Ok(())
}

/// Cells are drawn when they come up for the first time.
fn as_they_come(style: Style) -> Result<(), Box<dyn Error>> {
    let variant = |seed: u64| if seed.is_multiple_of(2) { Variant::Grand } else { Variant::Chess };
    let scenes: Vec<Scene> =
        (0..WHOLE_GAMES).flat_map(|seed| games::game(variant(seed), 2_000 + seed, PLIES)).collect();
    let (one, two) = (Renderer::new()?, Renderer::new()?);
    let (bytes, time) = spent(|| total(&scenes, |scene| Ok(one.fresh_png(scene, &style)?)));
    let (other_bytes, other) = spent(|| total(&scenes, |scene| compressed(&two, scene, style)));
    let count = scenes.len() as u32;
    println!(
        "  {WHOLE_GAMES} whole games, {count} pictures: {} and {} bytes a picture; through the compressor {} and {} bytes, ratio {:.3}",
        ms(time / count),
        bytes? / scenes.len(),
        ms(other / count),
        other_bytes? / scenes.len(),
        ratio(time, other)
    );
    Ok(())
}

/// How often the first picture is drawn.
const TIMES: u32 = 20;

/// A renderer that has drawn nothing yet.
fn first(style: Style) -> Result<(), Box<dyn Error>> {
    let scene = games::game(Variant::Grand, 2, 0).pop().ok_or("a game has a first position")?;
    let (mut ours, mut other) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..TIMES {
        let (one, two) = (Renderer::new()?, Renderer::new()?);
        ours += spent(|| one.fresh_png(&scene, &style)).1;
        other += spent(|| compressed(&two, &scene, style)).1;
    }
    println!(
        "first picture of all, every sprite drawn: {}; through the compressor {}, ratio {:.3}",
        ms(ours / TIMES),
        ms(other / TIMES),
        ratio(ours, other)
    );
    Ok(())
}

/// The pixels through a compressor.
fn compressed(renderer: &Renderer, scene: &Scene, style: Style) -> Drawn {
    Ok(png(&renderer.canvas(scene, &style)?, renderer.palette(style.theme))?)
}

/// The ratio of signal to noise of every fifth picture.
fn likeness(renderer: &Renderer, scenes: &[Scene], style: Style) -> Result<f64, Box<dyn Error>> {
    let (mut squares, mut count) = (0.0, 0.0);
    for scene in scenes.iter().step_by(5) {
        let (canvas, drawn) = (renderer.canvas(scene, &style)?, drawn(&renderer.svg(scene, &style)?)?);
        for (entry, pixel) in canvas.pixels.iter().zip(drawn.pixels()) {
            let colour = renderer.palette(style.theme)[usize::from(*entry)];
            let channels =
                [(colour.red, pixel.red()), (colour.green, pixel.green()), (colour.blue, pixel.blue())];
            squares += channels.iter().map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum::<f64>();
            count += 3.0;
        }
    }
    Ok(10.0 * (255.0_f64.powi(2) * count / squares).log10())
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn ms(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn drawn(svg: &str) -> Result<Pixmap, Box<dyn Error>> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or("it has a size")?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}
