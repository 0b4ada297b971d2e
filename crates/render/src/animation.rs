//! Encodes replays: a sequence of scenes as an animated GIF. Each frame holds the smallest
//! rectangle around what changed; unchanged pixels inside it are transparent. Not here: compression
//! (`lzw`).

use std::collections::HashSet;

use adoube_rules::Side;
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::captured::rows_needed;
use crate::lzw;
use crate::plan::{PicturePlan, PlacedCell};
use crate::scene::{BoardSurface, BoardWindow, Scene};
use crate::style::Style;
use crate::{Colour, IndexedImage, RenderError, Renderer};

/// Most frames of a replay; of a longer game every second position is shown, or every third, and so on.
pub const MAX_FRAMES: usize = 600;
/// The side of a square in replays where people have not chosen one, in pixels: small files, and still large on a phone.
pub const REPLAY_SQUARE: u16 = 72;
/// Largest replay, in bytes.
pub const MAX_REPLAY_BYTES: usize = 8 << 20;

/// The palette entry that stands for "as it was"; palettes leave it free.
const AS_IT_WAS: u8 = u8::MAX;
/// The sizes of squares tried until the file is small enough, in pixels, after the style's own.
const SMALLER: [u16; 3] = [64, 48, 36];
/// Longest time for one frame when positions are left out, in hundredths of a second.
const LONGEST: u16 = 250;

/// How long the frames of a replay are shown, in hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameTiming {
    /// Each position.
    pub each: u16,
    /// The last one, before it all begins again.
    pub last: u16,
}

impl Default for FrameTiming {
    fn default() -> Self {
        Self { each: 90, last: 500 }
    }
}

/// A finished replay.
#[derive(Clone, Debug)]
pub struct ReplayGif {
    /// The GIF file.
    pub file: Vec<u8>,
    /// Side of a square in pixels: that of the style, or a smaller one where the file would be too large.
    pub square_px: u16,
    /// Which of the scenes are shown: each, every second, every third, …; always the last.
    pub every: usize,
}

impl Renderer {
    /// The scenes one after the other as an animated GIF of at most [`MAX_REPLAY_BYTES`]. When it would be larger, its
    /// squares become smaller, then positions are left out and the others shown longer.
    ///
    /// The scenes are those of one game from one side. Grids without edges are shown from the leftmost to the
    /// rightmost piece there is in any of them.
    ///
    /// # Errors
    /// As for [`Renderer::png`], and [`RenderError::TooLong`] when nothing makes the file small enough.
    /// [`RenderError::EmptyWindow`] when there are no scenes.
    pub fn render_replay<S>(
        &self,
        scenes: S,
        style: &Style,
        pace: FrameTiming,
    ) -> Result<ReplayGif, RenderError>
    where
        S: IntoIterator<Item = Scene>,
        S::IntoIter: Clone,
    {
        let scenes = scenes.into_iter();
        let style = style.checked()?;
        let FrameExtent { count, window, rows } = FrameExtent::of(scenes.clone());
        if count == 0 {
            return Err(RenderError::EmptyWindow);
        }
        let mut every = count.div_ceil(MAX_FRAMES).max(1);
        let smaller = SMALLER.into_iter().filter(|square| *square < style.square_px);
        let mut sizes: Vec<u16> = [style.square_px].into_iter().chain(smaller).collect();
        let smallest = sizes.pop().unwrap_or(style.square_px);
        let mut attempts: Vec<(u16, usize)> = sizes.into_iter().map(|square| (square, every)).collect();
        while every <= count.max(1) {
            attempts.push((smallest, every));
            every *= 2;
        }
        for (square_px, every) in attempts {
            let shown =
                scenes.clone().enumerate().filter(|(index, _)| index % every == 0 || index + 1 == count);
            let shown = shown.map(|(_, mut scene)| {
                if let (Some(window), BoardSurface::Grid) = (window, scene.surface) {
                    scene.window = window;
                }
                for (side, rows) in Side::BOTH.into_iter().zip(rows) {
                    scene.strip.seat_mut(side).captured_rows = rows;
                }
                scene
            });
            let delay = u16::try_from(every)
                .unwrap_or(u16::MAX)
                .saturating_mul(pace.each)
                .min(LONGEST.max(pace.each));
            let pace = FrameTiming { each: delay, ..pace };
            if let Some(file) = self.animated(shown, Style { square_px, ..style }, pace)? {
                return Ok(ReplayGif { file, square_px, every });
            }
        }
        Err(RenderError::TooLong { scenes: count })
    }

    /// The scenes as a file; `None` when it gets too large.
    fn animated(
        &self,
        scenes: impl Iterator<Item = Scene> + Clone,
        style: Style,
        pace: FrameTiming,
    ) -> Result<Option<Vec<u8>>, RenderError> {
        let (mut width, mut height) = (0, 0);
        for scene in scenes.clone() {
            let (scene_width, scene_height) = crate::picture_size::size(&scene, style)?;
            (width, height) = (scene_width.max(width), scene_height.max(height));
        }
        let look = self.look(style.theme);
        let mut palette = Colour::rgb(look.palette.colours()).as_flattened().to_vec();
        palette.resize(3 * 256, 0);
        // Light and dark squares have the same colours twice, by which nothing is gained here.
        let merged = look.palette.merged();
        let background = merged[usize::from(look.palette.nearest(look.theme.frame.background))];
        let mut file = Encoder::new(Vec::new(), width, height, &palette).map_err(|_| RenderError::Encode)?;
        file.set_repeat(Repeat::Infinite).map_err(|_| RenderError::Encode)?;
        let mut before = PicturePlan { width, height, cells: Vec::new() };
        let mut scenes = scenes.enumerate().peekable();
        while let Some((index, scene)) = scenes.next() {
            let plan = self.plan(&scene, style)?;
            let change = FrameDiff::between(&before, &plan);
            let whole = PixelRect { left: 0, top: 0, right: width, bottom: height };
            let (area, ground) = if index == 0 { (whole, background) } else { (change.area(), AS_IT_WAS) };
            let mut canvas = IndexedImage::filled(area.right - area.left, area.bottom - area.top, ground);
            for PlacedCell { x, y, cell } in change.gone {
                let blank = vec![background; usize::from(cell.width) * usize::from(cell.height)];
                canvas.blit(x - area.left, y - area.top, cell.width, &blank);
            }
            for PlacedCell { x, y, cell } in change.new {
                let pixels = self.raster.cell(cell, look, &self.studio(look))?;
                let pixels: Vec<u8> = pixels.iter().map(|entry| merged[usize::from(*entry)]).collect();
                canvas.blit(x - area.left, y - area.top, cell.width, &pixels);
            }
            let delay = if scenes.peek().is_some() { pace.each } else { pace.last };
            write(&mut file, area, &canvas, delay)?;
            if file.get_ref().len() > MAX_REPLAY_BYTES {
                return Ok(None);
            }
            before = plan;
        }
        let file = file.into_inner().map_err(|_| RenderError::Encode)?;
        Ok((file.len() <= MAX_REPLAY_BYTES).then_some(file))
    }
}

/// What all scenes of a replay have in common, so that nothing but the game moves.
struct FrameExtent {
    count: usize,
    /// The window around all grids among them.
    window: Option<BoardWindow>,
    /// How many rows of their own the captured pieces of White and Black need at most.
    rows: [u8; 2],
}

impl FrameExtent {
    fn of(scenes: impl Iterator<Item = Scene>) -> Self {
        let mut survey = Self { count: 0, window: None, rows: [0; 2] };
        for scene in scenes {
            survey.count += 1;
            for (side, rows) in Side::BOTH.into_iter().zip(&mut survey.rows) {
                *rows = (*rows).max(rows_needed(&scene, side) as u8);
            }
            if scene.surface == BoardSurface::Grid {
                survey.window = Some(survey.window.map_or(scene.window, |window| window.join(scene.window)));
            }
        }
        survey
    }
}

/// What differs between two plans: cells that are gone, and cells that are new or look different.
struct FrameDiff<'a> {
    gone: Vec<&'a PlacedCell>,
    new: Vec<&'a PlacedCell>,
}

impl<'a> FrameDiff<'a> {
    fn between(before: &'a PicturePlan, after: &'a PicturePlan) -> Self {
        let only = |of: &'a PicturePlan, not: &'a PicturePlan| -> Vec<&'a PlacedCell> {
            let known: HashSet<&PlacedCell> = not.cells.iter().collect();
            of.cells.iter().filter(|placed| !known.contains(placed)).collect()
        };
        Self { gone: only(before, after), new: only(after, before) }
    }

    /// The smallest rectangle around it; a single pixel when nothing changes.
    fn area(&self) -> PixelRect {
        let areas = self.gone.iter().chain(&self.new).map(|PlacedCell { x, y, cell }| PixelRect {
            left: *x,
            top: *y,
            right: x + cell.width,
            bottom: y + cell.height,
        });
        areas.reduce(PixelRect::join).unwrap_or(PixelRect { left: 0, top: 0, right: 1, bottom: 1 })
    }
}

/// A rectangle of the picture, in pixels.
#[derive(Clone, Copy, Debug)]
struct PixelRect {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl PixelRect {
    fn join(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

fn write(
    file: &mut Encoder<Vec<u8>>,
    area: PixelRect,
    canvas: &IndexedImage,
    delay: u16,
) -> Result<(), RenderError> {
    let frame = Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(AS_IT_WAS),
        left: area.left,
        top: area.top,
        width: area.right - area.left,
        height: area.bottom - area.top,
        buffer: lzw::compressed(&canvas.pixels).into(),
        ..Frame::default()
    };
    file.write_lzw_pre_encoded_frame(&frame).map_err(|_| RenderError::Encode)
}
