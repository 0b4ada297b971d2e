//! Session with a host: handles its commands, while a search runs on another thread.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use adoube_engine::{SearchLimits, StrengthLevel};
use adoube_rules::{Move, Side};

use crate::command::{self, Command};
use crate::engines::EnginePool;
use crate::input::read_line;
use crate::limits::{self, Go};
use crate::moves;
use crate::options::{self, Change, Options};
use crate::output::Output;
use crate::position::{self, Board};
use crate::search::{Control, Task};

/// Answers line by line until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read, or the output not be written.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    while let Some(line) = read_line(&mut input)? {
        match command::read(&line) {
            Some(Command::Quit) => break,
            Some(command) => session.obey(command)?,
            None => {}
        }
    }
    session.end_search();
    Ok(())
}

/// A search that runs or waits to answer. It gives the engine pool back.
struct Running {
    thread: JoinHandle<EnginePool>,
    control: Arc<Control>,
}

struct Session<W> {
    output: Output<W>,
    options: Options,
    /// `None` if the last position could not be read: no other is searched in its place.
    board: Option<Board>,
    /// The engines while no search has them.
    pool: EnginePool,
    running: Option<Running>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: W) -> Self {
        let options = Options::default();
        Self {
            output: Output::new(output),
            board: Board::start(options.variant, options.chess960),
            options,
            pool: EnginePool::default(),
            running: None,
        }
    }

    fn obey(&mut self, command: Command<'_>) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::SetOption(text) => self.set(text),
            Command::NewGame => {
                self.end_search();
                self.pool.clear();
                Ok(())
            }
            Command::Position(text) => self.set_up(text),
            Command::Go(text) => self.go(text),
            Command::Stop => {
                self.end_search();
                Ok(())
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit();
                }
                Ok(())
            }
            Command::Quit | Command::Ignored => Ok(()),
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let options = options::announcements().join("\n");
        self.output.say(&format!("id name adoube {version}\nid author the adoube authors\n{options}\nuciok"))
    }

    /// Answers at once, also while a search runs. Otherwise memory is allocated now and not on the
    /// clock of a move.
    fn get_ready(&mut self) -> io::Result<()> {
        if self.running.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.end_search();
        }
        if self.running.is_none() {
            self.fit_engines()?;
        }
        self.output.say("readyok")
    }

    fn fit_engines(&mut self) -> io::Result<()> {
        let less = self.pool.fit(self.options.hash, self.options.threads);
        less.map_or(Ok(()), |less| self.output.explain(&less))
    }

    /// Sets an option, which the next search uses.
    fn set(&mut self, text: &str) -> io::Result<()> {
        match self.options.set(text) {
            Ok(Change::Noted) => {}
            Ok(Change::Game) => {
                self.end_search();
                self.board = Board::start(self.options.variant, self.options.chess960);
            }
            Ok(Change::ClearHash) => {
                self.end_search();
                self.pool.clear();
            }
            Err(error) => return self.output.explain(&error),
        }
        Ok(())
    }

    fn set_up(&mut self, text: &str) -> io::Result<()> {
        self.end_search();
        match position::read(self.options.variant, self.options.chess960, text) {
            Ok(board) => {
                self.board = Some(board);
                Ok(())
            }
            Err(error) => {
                self.board = None;
                self.output.explain(&error)
            }
        }
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        let begun = Instant::now();
        self.end_search();
        self.fit_engines()?;
        let side = self.board.as_ref().map_or(Side::White, |board| board.position.side_to_move());
        let mut go = limits::read(text, side, Duration::from_millis(self.options.overhead_ms));
        let among = self.search_moves(&go)?;
        let level = self.options.effective_level();
        if let Some(board) = self.board.as_ref().filter(|_| level != StrengthLevel::BEST) {
            go.limits = narrower(level.board_limits(board.course.seed()), go.limits);
            // A level plays the same in the same position: with empty tables and on one thread.
            self.pool.fit(self.options.hash, 1);
            self.pool.clear();
        }
        let control = Arc::new(Control::new(&go, begun));
        let task = Task { board: self.board.clone(), go, among, lines: self.options.lines, begun };
        let mut pool = std::mem::take(&mut self.pool);
        let (shared, output) = (Arc::clone(&control), self.output.clone());
        let thread = thread::spawn(move || {
            task.run(&mut pool, &shared, &output);
            pool
        });
        self.running = Some(Running { thread, control });
        Ok(())
    }

    /// The moves of `searchmoves`; illegal ones are reported.
    fn search_moves(&self, go: &Go) -> io::Result<Option<Vec<Move>>> {
        let Some(board) = self.board.as_ref().filter(|_| !go.search_moves.is_empty()) else {
            return Ok(None);
        };
        let mut among = Vec::new();
        for text in &go.search_moves {
            match moves::read(&board.position, text, board.letters) {
                Some(made) => among.push(made),
                None => self.output.explain(&format!("searchmoves: {text} cannot be played"))?,
            }
        }
        Ok(Some(among))
    }

    /// Stops a running search, which answers with what it has found.
    fn end_search(&mut self) {
        if let Some(Running { thread, control }) = self.running.take() {
            control.stop();
            // A search that panicked has said so on the error stream; the pool is made anew then.
            self.pool = thread.join().unwrap_or_default();
        }
    }
}

fn narrower(level: SearchLimits, asked: SearchLimits) -> SearchLimits {
    SearchLimits { depth: level.depth.min(asked.depth), nodes: level.nodes.min(asked.nodes), ..level }
}
