//! Session with a UCI host: reads and handles its commands, while a search runs on another thread.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use adoube_engine::{SearchLimits, StrengthLevel};
use adoube_rules::{Move, Side};

use crate::command::{self, UciCommand};
use crate::engine_pool::EnginePool;
use crate::go_command::{self, GoCommand};
use crate::input::read_line;
use crate::moves;
use crate::options::{self, OptionChange, UciOptions};
use crate::output::UciOutput;
use crate::position_command::{self, UciGame};
use crate::search_task::{SearchControl, SearchTask};

/// Answers line by line until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read, or the output not be written.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = UciSession::new(output);
    while let Some(line) = read_line(&mut input)? {
        match command::read_command(&line) {
            Some(UciCommand::Quit) => break,
            Some(command) => session.handle_command(command)?,
            None => {}
        }
    }
    session.stop_search();
    Ok(())
}

/// A search that runs or waits to answer. It gives the engine pool back.
struct RunningSearch {
    thread: JoinHandle<EnginePool>,
    control: Arc<SearchControl>,
}

struct UciSession<W> {
    output: UciOutput<W>,
    options: UciOptions,
    /// `None` if the last position could not be read: no other is searched in its place.
    game: Option<UciGame>,
    /// The engines while no search has them.
    pool: EnginePool,
    search: Option<RunningSearch>,
}

impl<W: Write + Send + 'static> UciSession<W> {
    fn new(output: W) -> Self {
        let options = UciOptions::default();
        Self {
            output: UciOutput::new(output),
            game: UciGame::start(options.variant, options.chess960),
            options,
            pool: EnginePool::default(),
            search: None,
        }
    }

    fn handle_command(&mut self, command: UciCommand<'_>) -> io::Result<()> {
        match command {
            UciCommand::Uci => self.identify(),
            UciCommand::IsReady => self.answer_isready(),
            UciCommand::SetOption(text) => self.set_option(text),
            UciCommand::NewGame => {
                self.stop_search();
                self.pool.clear();
                Ok(())
            }
            UciCommand::Position(text) => self.set_position(text),
            UciCommand::Go(text) => self.start_search(text),
            UciCommand::Stop => {
                self.stop_search();
                Ok(())
            }
            UciCommand::PonderHit => {
                if let Some(running) = &self.search {
                    running.control.ponder_hit();
                }
                Ok(())
            }
            UciCommand::Quit | UciCommand::Ignored => Ok(()),
        }
    }

    fn identify(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let options = options::option_lines().join("\n");
        self.output
            .write_line(&format!("id name adoube {version}\nid author the adoube authors\n{options}\nuciok"))
    }

    /// Answers at once, also while a search runs. Otherwise memory is allocated now and not on the
    /// clock of a move.
    fn answer_isready(&mut self) -> io::Result<()> {
        if self.search.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.stop_search();
        }
        if self.search.is_none() {
            self.resize_pool()?;
        }
        self.output.write_line("readyok")
    }

    fn resize_pool(&mut self) -> io::Result<()> {
        let less = self.pool.resize(self.options.hash_mb, self.options.threads);
        less.map_or(Ok(()), |less| self.output.write_info_string(&less))
    }

    /// Sets an option, which the next search uses.
    fn set_option(&mut self, text: &str) -> io::Result<()> {
        match self.options.set(text) {
            Ok(OptionChange::Applied) => {}
            Ok(OptionChange::NewGame) => {
                self.stop_search();
                self.game = UciGame::start(self.options.variant, self.options.chess960);
            }
            Ok(OptionChange::ClearHash) => {
                self.stop_search();
                self.pool.clear();
            }
            Err(error) => return self.output.write_info_string(&error),
        }
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> io::Result<()> {
        self.stop_search();
        match position_command::read_position(self.options.variant, self.options.chess960, text) {
            Ok(game) => {
                self.game = Some(game);
                Ok(())
            }
            Err(error) => {
                self.game = None;
                self.output.write_info_string(&error)
            }
        }
    }

    fn start_search(&mut self, text: &str) -> io::Result<()> {
        let started = Instant::now();
        self.stop_search();
        self.resize_pool()?;
        let side = self.game.as_ref().map_or(Side::White, |game| game.position.side_to_move());
        let mut go = go_command::read_go(text, side, Duration::from_millis(self.options.overhead_ms));
        let search_moves = self.read_search_moves(&go)?;
        let level = self.options.effective_level();
        if let Some(game) = self.game.as_ref().filter(|_| level != StrengthLevel::BEST) {
            go.limits = stricter_limits(level.board_limits(game.line.seed()), go.limits);
            // A level plays the same in the same position: with empty tables and on one thread.
            self.pool.resize(self.options.hash_mb, 1);
            self.pool.clear();
        }
        let control = Arc::new(SearchControl::new(&go, started));
        let task = SearchTask {
            game: self.game.clone(),
            go,
            search_moves,
            multi_pv: self.options.multi_pv,
            started,
        };
        let mut pool = std::mem::take(&mut self.pool);
        let (shared, output) = (Arc::clone(&control), self.output.clone());
        let thread = thread::spawn(move || {
            task.run(&mut pool, &shared, &output);
            pool
        });
        self.search = Some(RunningSearch { thread, control });
        Ok(())
    }

    /// The moves of `searchmoves`; illegal ones are reported.
    fn read_search_moves(&self, go: &GoCommand) -> io::Result<Option<Vec<Move>>> {
        let Some(game) = self.game.as_ref().filter(|_| !go.search_moves.is_empty()) else {
            return Ok(None);
        };
        let mut search_moves = Vec::new();
        for text in &go.search_moves {
            match moves::read_move(&game.position, text, game.dialect) {
                Some(made) => search_moves.push(made),
                None => self.output.write_info_string(&format!("searchmoves: {text} cannot be played"))?,
            }
        }
        Ok(Some(search_moves))
    }

    /// Stops a running search, which answers with what it has found.
    fn stop_search(&mut self) {
        if let Some(RunningSearch { thread, control }) = self.search.take() {
            control.stop();
            // A search that panicked has said so on the error stream; the pool is made anew then.
            self.pool = thread.join().unwrap_or_default();
        }
    }
}

fn stricter_limits(level: SearchLimits, asked: SearchLimits) -> SearchLimits {
    SearchLimits { depth: level.depth.min(asked.depth), nodes: level.nodes.min(asked.nodes), ..level }
}
