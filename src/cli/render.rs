//! `adoube render`: draws a position, a game, or the contact sheet of the piece set into a file. Not here: drawing
//! (`adoube-render`).

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use adoube_render::{CodePlates, FrameTiming, RenderError, Renderer, Scene, Style, ThemeKey};
use adoube_rules::{Game, IllegalMoveError, PieceType, Position, PositionError, Side, Variant};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

/// Pairs of pieces printed with the sheet. Compounds of one figure are alike by design and not counted.
const CLOSEST_PAIRS: usize = 10;
/// The silhouettes' size when they are compared, in pixels.
const SILHOUETTE: u16 = 40;

/// What is drawn.
#[derive(Subcommand)]
pub enum RenderCommand {
    /// Draw a position, or the start of a game and what was played from there
    Board(BoardOptions),
    /// Draw a game move by move, as an animated GIF
    Replay(ReplayOptions),
    /// Draw every piece, both sides, on both squares, in three sizes; print the pairs that are most alike
    Sheet(SheetOptions),
}

/// A board and how it is drawn.
#[derive(Args)]
pub struct BoardOptions {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    target: PictureTarget,
}

/// A game and how it is drawn.
#[derive(Args)]
pub struct ReplayOptions {
    #[command(flatten)]
    game: GameOptions,
    /// How long each position is shown, in milliseconds
    #[arg(long, default_value_t = u32::from(FrameTiming::default().each) * 10, value_name = "MS")]
    delay: u32,
    #[command(flatten)]
    target: PictureTarget,
}

/// A game, and what its boards show.
#[derive(Args)]
struct GameOptions {
    /// The position text; the start of the game when there is none
    position: Option<String>,
    /// The game
    #[arg(long, default_value = "grand", value_parser = PossibleValuesParser::new(Variant::ALL.map(Variant::key)))]
    game: String,
    /// Moves to play first, in coordinate form: `e3e5 e8e6`
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Draw it from Black's side
    #[arg(long)]
    black_below: bool,
    /// White's name
    #[arg(long, default_value = "", value_name = "NAME")]
    white: String,
    /// Black's name
    #[arg(long, default_value = "", value_name = "NAME")]
    black: String,
    /// Mark the pieces that can move
    #[arg(long)]
    hints: bool,
    /// Show the codes of fairy pieces
    #[arg(long)]
    letters: bool,
    /// The side of a square in pixels
    #[arg(long, default_value_t = Style::default().square_px, value_name = "PX")]
    square: u16,
}

/// How the sheet is drawn.
#[derive(Args)]
pub struct SheetOptions {
    #[command(flatten)]
    target: PictureTarget,
}

/// The colours and the file.
#[derive(Args)]
struct PictureTarget {
    /// The theme
    #[arg(long, default_value = ThemeKey::default().key(), value_parser = PossibleValuesParser::new(ThemeKey::ALL.map(ThemeKey::key)))]
    theme: String,
    /// The file to write; a board whose file ends in .svg is written as SVG
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The position text is wrong.
    #[error("the position: {0}")]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error("move {number}: {source}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// Why not.
        source: IllegalMoveError,
    },
    /// The picture cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The file cannot be written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Draws what the command asks for; what there is to say goes to `output`.
///
/// # Errors
/// See [`DrawError`].
pub fn render(command: &RenderCommand, output: impl Write) -> Result<(), DrawError> {
    match command {
        RenderCommand::Board(options) => board(options),
        RenderCommand::Replay(options) => replay(options),
        RenderCommand::Sheet(options) => sheet(options, output),
    }
}

impl PictureTarget {
    // The parser lets only known names through.
    fn theme(&self) -> ThemeKey {
        ThemeKey::from_key(&self.theme).unwrap_or_default()
    }

    fn is_svg(&self) -> bool {
        self.out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
    }

    fn write(&self, file: &[u8]) -> Result<(), DrawError> {
        fs::write(&self.out, file).map_err(|source| DrawError::File { path: self.out.clone(), source })
    }
}

fn board(options: &BoardOptions) -> Result<(), DrawError> {
    let style = options.game.style(&options.target);
    let scene = options.game.scenes()?.pop().ok_or(RenderError::EmptyWindow)?;
    let renderer = Renderer::new()?;
    if options.target.is_svg() {
        options.target.write(renderer.svg(&scene, &style)?.as_bytes())
    } else {
        options.target.write(&renderer.png(&scene, &style)?)
    }
}

fn replay(options: &ReplayOptions) -> Result<(), DrawError> {
    let style = options.game.style(&options.target);
    let each = u16::try_from(options.delay / 10).unwrap_or(u16::MAX);
    let pace = FrameTiming { each, ..FrameTiming::default() };
    let replay = Renderer::new()?.render_replay(options.game.scenes()?, &style, pace)?;
    options.target.write(&replay.file)
}

impl GameOptions {
    fn style(&self, target: &PictureTarget) -> Style {
        let letters = if self.letters { CodePlates::Shown } else { CodePlates::Hidden };
        Style { theme: target.theme(), square_px: self.square, letters }
    }

    /// The game's positions from the first to the last.
    fn scenes(&self) -> Result<Vec<Scene>, DrawError> {
        let variant = Variant::from_key(&self.game).unwrap_or(Variant::Grand);
        let start = match &self.position {
            Some(text) => Position::parse(variant, text)?,
            None => Position::start(variant),
        };
        let mut game = Game::new(start);
        let mut captured: [Vec<PieceType>; 2] = Default::default();
        let mut scenes = vec![self.scene(&game, &captured)];
        for (number, text) in (1..).zip(&self.moves) {
            let before = game.position().clone();
            let made = game.play_lan(text).map_err(|source| DrawError::Move { number, source })?;
            let (mover, effects) = (before.side_to_move(), before.effects(&made));
            let [white, black] = &mut captured;
            let by_mover = if mover == Side::White { white } else { black };
            by_mover.extend(effects.captured(mover).map(|(_, piece)| piece.kind));
            scenes.push(self.scene(&game, &captured).with_last_move(&made, &effects, mover));
        }
        Ok(scenes)
    }

    fn scene(&self, game: &Game, [by_white, by_black]: &[Vec<PieceType>; 2]) -> Scene {
        let viewer = if self.black_below { Side::Black } else { Side::White };
        let mut scene = Scene::of(game.position(), viewer)
            .with_names(&self.white, &self.black)
            .with_captured(Side::White, by_white.iter().copied())
            .with_captured(Side::Black, by_black.iter().copied());
        if let Some(outcome) = game.outcome() {
            scene = scene.with_to_move(None).with_note(outcome.result.to_string());
        }
        if self.hints { scene.with_hints(game.position(), game.legal_moves()) } else { scene }
    }
}

fn sheet(options: &SheetOptions, mut output: impl Write) -> Result<(), DrawError> {
    let renderer = Renderer::new()?;
    options.target.write(&renderer.sheet(options.target.theme())?)?;
    let overlaps = renderer.overlaps(SILHOUETTE)?;
    for overlap in overlaps.iter().filter(|overlap| !overlap.of_one_figure()).take(CLOSEST_PAIRS) {
        let (first, second) = overlap.pair;
        writeln!(output, "{:.3}  {} and {}", overlap.share, first.key(), second.key())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(subcommand)]
        command: RenderCommand,
    }

    fn run(arguments: &[&str]) -> Result<String, DrawError> {
        let line = Line::try_parse_from([&["render"], arguments].concat()).expect("the arguments are right");
        let mut output = Vec::new();
        render(&line.command, &mut output)?;
        Ok(String::from_utf8(output).expect("only text is printed"))
    }

    #[test]
    fn boards_and_sheets_are_written() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (png, svg, sheet) = (path("board.png"), path("board.svg"), path("sheet.png"));
        run(&["board", "--moves", "e3e5", "e8e6", "--out", &png]).expect("a board is drawn");
        let gif = path("game.gif");
        run(&["replay", "--moves", "e3e5", "e8e6", "--delay", "700", "--out", &gif])
            .expect("a replay is drawn");
        assert!(fs::read(gif).expect("it was written").starts_with(b"GIF89a"));
        run(&["board", "--game", "chess", "--black-below", "--hints", "--out", &svg])
            .expect("a board is drawn");
        let pairs = run(&["sheet", "--theme", "slate", "--out", &sheet]).expect("a sheet is drawn");
        assert!(fs::read(png).expect("it was written").starts_with(b"\x89PNG"));
        assert!(fs::read_to_string(svg).expect("it was written").starts_with("<svg"));
        assert!(fs::read(sheet).expect("it was written").starts_with(b"\x89PNG"));
        assert_eq!(pairs.lines().count(), CLOSEST_PAIRS, "{pairs}");
        assert!(!pairs.contains("camel and camel-ferz"), "{pairs}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases: [(&[&str], &str); 4] = [
            (&["board", "nonsense", "--out", "x.png"], "the position: "),
            (&["board", "--moves", "e3e5", "e3e4", "--out", "x.png"], "move 2: "),
            (&["board", "--square", "10", "--out", "x.png"], "a square of 10 px"),
            (&["board", "--out", "/nowhere/x.png"], "/nowhere/x.png: "),
        ];
        for (arguments, start) in cases {
            let error = run(arguments).expect_err("it cannot be drawn").to_string();
            assert!(error.starts_with(start), "{error}");
        }
    }
}
