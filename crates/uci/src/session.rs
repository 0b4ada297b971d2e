//! A conversation with a tool: it asks, the engine thinks beside it and can be stopped.

use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use adoube_engine::{Course, Engine, Level, Limits, Report};
use adoube_rules::{Position, Variant};

use crate::{
    limits::{self, Go},
    position,
};

/// Megabytes that the engine remembers with, unless it is told otherwise, and at most.
const HASH: usize = 32;
const MOST_HASH: usize = 4096;
/// Threads that think at most.
const MOST_THREADS: usize = 64;

/// Answers line by line until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read, or the output not be written.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    for line in input.lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if word == "quit" {
            break;
        }
        session.hear(word, rest.trim())?;
    }
    session.end_thinking();
    Ok(())
}

struct Session<W> {
    output: Arc<Mutex<W>>,
    /// One for each thread; they share what they find out.
    engines: Arc<Mutex<Vec<Engine>>>,
    variant: Variant,
    course: Option<Course>,
    hash: usize,
    threads: usize,
    level: Level,
    thinking: Option<(JoinHandle<()>, Arc<AtomicBool>)>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: W) -> Self {
        Self {
            output: Arc::new(Mutex::new(output)),
            engines: Arc::new(Mutex::new(engines(HASH, 1))),
            variant: Variant::Chess,
            course: Course::new(&Position::start(Variant::Chess)),
            hash: HASH,
            threads: 1,
            level: Level::BEST,
            thinking: None,
        }
    }

    fn hear(&mut self, word: &str, rest: &str) -> io::Result<()> {
        match word {
            "uci" => self.introduce(),
            "isready" => say(&self.output, "readyok"),
            "setoption" => self.set(rest),
            "ucinewgame" => {
                self.end_thinking();
                self.renew();
                Ok(())
            }
            "position" => {
                self.end_thinking();
                match position::read(self.variant, rest) {
                    Ok(course) => {
                        self.course = Some(course);
                        Ok(())
                    }
                    Err(error) => {
                        self.course = None;
                        say(&self.output, &format!("info string {error}"))
                    }
                }
            }
            "go" => self.go(rest),
            "stop" => {
                self.end_thinking();
                Ok(())
            }
            // Whatever is not understood is passed over, as the protocol wants it.
            _ => Ok(()),
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let boards = Variant::ALL.into_iter().filter(|variant| !variant.has_cards());
        let best = Level::BEST;
        let boards: Vec<String> = boards.map(|variant| format!("var {}", variant.key())).collect();
        say(
            &self.output,
            &format!(
                "id name adoube {}\nid author the adoube authors\n\
                 option name Hash type spin default {HASH} min 1 max {MOST_HASH}\n\
                 option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
                 option name Level type spin default {best} min 1 max {best}\n\
                 option name UCI_Variant type combo default {} {}\nuciok",
                env!("CARGO_PKG_VERSION"),
                Variant::Chess.key(),
                boards.join(" ")
            ),
        )
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let named = rest.strip_prefix("name").unwrap_or(rest).trim();
        let (name, value) = named.split_once(" value ").unwrap_or((named, ""));
        match (name.to_ascii_lowercase().as_str(), value.trim()) {
            ("hash", value) => {
                let Ok(hash) = value.parse::<usize>() else { return Ok(()) };
                self.hash = hash.clamp(1, MOST_HASH);
            }
            ("threads", value) => {
                let Ok(threads) = value.parse::<usize>() else { return Ok(()) };
                self.threads = threads.clamp(1, MOST_THREADS);
            }
            ("level", value) => {
                let Some(level) = value.parse().ok().and_then(Level::new) else { return Ok(()) };
                self.level = level;
            }
            ("uci_variant", value) => {
                let Some(variant) = Variant::from_key(value).filter(|variant| !variant.has_cards()) else {
                    return say(&self.output, &format!("info string {value} is no game with a board"));
                };
                self.variant = variant;
                self.course = Course::new(&Position::start(variant));
            }
            _ => return Ok(()),
        }
        self.end_thinking();
        self.renew();
        Ok(())
    }

    fn renew(&mut self) {
        self.engines = Arc::new(Mutex::new(engines(self.hash, self.threads)));
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        self.end_thinking();
        let Some(course) = self.course.clone() else { return say(&self.output, "bestmove 0000") };
        let mut go = limits::read(rest, course.side_to_move());
        // The best level is as good as time allows.
        let is_best = self.level == Level::BEST;
        if !is_best {
            go.limits = narrower(self.level.limits(course.seed()), go.limits);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (engines, output) = (Arc::clone(&self.engines), Arc::clone(&self.output));
        let told = Arc::clone(&stop);
        let thinking = thread::spawn(move || {
            // Nobody else has the engines while they think.
            let mut engines = engines.lock().unwrap_or_else(PoisonError::into_inner);
            if !is_best {
                // A level plays the same in the same position, whatever it has seen before.
                engines.iter_mut().for_each(Engine::forget);
                engines.truncate(1);
            }
            think(&mut engines, &course, go, &told, &output);
        });
        self.thinking = Some((thinking, stop));
        Ok(())
    }

    /// Lets a search that runs say what it has found.
    fn end_thinking(&mut self) {
        if let Some((thinking, stop)) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
            // A search that broke has said so on the error stream.
            let _ = thinking.join();
        }
    }
}

fn engines(hash: usize, threads: usize) -> Vec<Engine> {
    let first = Engine::new(hash << 20);
    let others: Vec<Engine> = (1..threads).map(|_| first.beside()).collect();
    std::iter::once(first).chain(others).collect()
}

fn narrower(level: Limits, asked: Limits) -> Limits {
    Limits { depth: level.depth.min(asked.depth), nodes: level.nodes.min(asked.nodes), ..level }
}

/// The first engine answers; the others look at the same position meanwhile, so that it finds more known already.
fn think<W: Write>(engines: &mut [Engine], course: &Course, go: Go, stop: &AtomicBool, output: &Mutex<W>) {
    let begun = Instant::now();
    let in_time = || go.time.is_none_or(|time| begun.elapsed() < time);
    let Some((first, others)) = engines.split_first_mut() else { return };
    let is_done = AtomicBool::new(false);
    let found = thread::scope(|scope| {
        for other in others {
            let mut go_on = || !is_done.load(Ordering::Relaxed);
            scope.spawn(move || other.search(course, go.limits, &mut go_on, &mut |_| {}));
        }
        let mut go_on = || in_time() && !stop.load(Ordering::Relaxed);
        let found = first.search(course, go.limits, &mut go_on, &mut |report| {
            // Whoever has hung up is noticed by the end of the input.
            let _ = say(output, &told(report, begun));
        });
        is_done.store(true, Ordering::Relaxed);
        found
    });
    let best = found.as_ref().and_then(|report| report.line.first()).map(ToString::to_string);
    if let Some(report) = &found {
        let _ = say(output, &told(report, begun));
    }
    let _ = say(output, &format!("bestmove {}", best.as_deref().unwrap_or("0000")));
}

fn told(report: &Report, begun: Instant) -> String {
    let milliseconds = begun.elapsed().as_millis().max(1);
    let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    format!(
        "info depth {} score {} nodes {} nps {} time {milliseconds} pv {}",
        report.depth,
        report.score,
        report.nodes,
        u128::from(report.nodes) * 1000 / milliseconds,
        line.join(" ")
    )
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written, where a test can look at it while the session has it.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(lines: &str) -> Vec<String> {
        let written = Written::default();
        serve(lines.as_bytes(), written.clone()).expect("memory can be written");
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8(bytes).expect("text").lines().map(str::to_owned).collect()
    }

    fn best_moves(lines: &str) -> Vec<String> {
        let best = |line: String| line.strip_prefix("bestmove ").map(str::to_owned);
        answers(lines).into_iter().filter_map(best).collect()
    }

    #[test]
    fn it_introduces_itself() {
        let answers = answers("uci\nisready\nquit\nuci\n");
        assert!(answers[0].starts_with("id name adoube "), "{answers:?}");
        assert!(
            answers.iter().any(|line| line.contains("UCI_Variant") && line.ends_with("var grand")),
            "{answers:?}"
        );
        assert_eq!(answers[answers.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn it_finds_mates_in_every_game() {
        let table = [
            ("", "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
            ("", "startpos moves f2f3 e7e5 g2g4", "d8h4"),
            (
                "setoption name UCI_Variant value grand\n",
                "fen 9k/R9/1R8/10/10/10/10/10/10/9K w - - 0 30",
                "b8b10",
            ),
        ];
        for (option, position, mate) in table {
            let lines = format!("{option}position {position}\ngo depth 3\nisready\nquit\n");
            // Thinking ends with what was found so far; a mate in one is found at once.
            assert_eq!(best_moves(&lines), [mate], "{position}");
        }
    }

    #[test]
    fn a_level_plays_the_same_again_and_ends_by_itself() {
        let game = "position startpos moves e2e4 e7e5 g1f3\ngo\nposition startpos moves d2d4\ngo\n";
        for level in [1, 2] {
            let lines = format!("setoption name Level value {level}\n{game}{game}quit\n");
            let best = best_moves(&lines);
            assert_eq!(best.len(), 4, "level {level}");
            assert_eq!(best[..2], best[2..], "level {level}");
        }
    }

    #[test]
    fn threads_find_one_answer_together() {
        let lines =
            "setoption name Threads value 3\nposition fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 4\n";
        assert_eq!(best_moves(&format!("{lines}{lines}quit\n")), ["a1a8", "a1a8"]);
    }

    #[test]
    fn it_stops_and_goes_on_with_another_position() {
        let lines = "go infinite\nstop\nposition startpos moves e2e4\ngo infinite\nposition startpos\ngo nodes 10\nquit\n";
        assert_eq!(best_moves(lines).len(), 3);
    }

    #[test]
    fn nonsense_does_no_harm() {
        let lines = "\nsetoption\nsetoption name Hash value x\nsetoption name UCI_Variant value schachen\nposition\ngo\n\
                     position fen 8/8 w\ngo depth 1\nhello\nposition startpos\ngo depth 1\n";
        let answers = answers(lines);
        let told = answers.iter().filter(|line| line.starts_with("info string ")).count();
        assert_eq!(told, 3, "{answers:?}");
        assert!(answers.iter().filter(|line| *line == "bestmove 0000").count() == 2, "{answers:?}");
    }
}
