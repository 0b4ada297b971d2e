//! Tests of a UCI session: conversations with a host, line by line.

use std::io::{self, BufReader, PipeWriter, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::serve;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// Sends each line that is written to the test.
struct LineSender {
    begun: Vec<u8>,
    lines: Sender<String>,
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A host in a conversation with the engine.
struct Host {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    session: Option<JoinHandle<io::Result<()>>>,
}

impl Host {
    fn new() -> Self {
        let (reader, writer) = io::pipe().expect("a pipe");
        let (send, lines) = mpsc::channel();
        let output = LineSender { begun: Vec::new(), lines: send };
        let session = thread::spawn(move || serve(BufReader::new(reader), output));
        Self { input: Some(writer), lines, session: Some(session) }
    }

    fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("the conversation goes on");
        input.write_all(format!("{lines}\n").as_bytes()).expect("the engine listens");
    }

    /// All lines up to one that begins so.
    fn hear(&self, last: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("{last} is missing after {heard:?}"));
            let is_last = line.starts_with(last);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    fn ask(&mut self, lines: &str, last: &str) -> Vec<String> {
        self.say(lines);
        self.hear(last)
    }

    fn best_move(&mut self, lines: &str) -> String {
        let heard = self.ask(lines, "bestmove ");
        heard.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned()
    }

    /// Closes the input; all lines until the session ends.
    fn hang_up(mut self) -> Vec<String> {
        self.input = None;
        let session = self.session.take().expect("it runs").join();
        session.expect("it does not panic").expect("memory can be written");
        self.lines.iter().collect()
    }
}

fn answers(lines: &[u8]) -> Vec<String> {
    let (send, heard) = mpsc::channel();
    serve(lines, LineSender { begun: Vec::new(), lines: send }).expect("memory can be written");
    heard.iter().collect()
}

fn best_moves(lines: &str) -> Vec<String> {
    let best = |line: String| {
        line.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next()).map(str::to_owned)
    };
    answers(lines.as_bytes()).into_iter().filter_map(best).collect()
}

#[test]
fn it_introduces_itself() {
    let answers = answers(b"uci\nisready\nquit\nuci\n");
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
        // A search ends with what was found so far; a mate in one is found at once.
        assert_eq!(best_moves(&lines), [mate], "{position}");
    }
}

#[test]
fn promotions_are_small_letters_in_answers_and_lines() {
    let grand = "setoption name UCI_Variant value grand";
    let extra = "setoption name UCI_Variant value grand-extra";
    let table = [
        ("", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8q"),
        (grand, "10/P9/10/10/10/10/10/10/10/k1K7 w - - 0 1", "a9a10q"),
        (grand, "10/P9/10/10/10/10/10/10/10/k1K7 w - - 0 1 promo:captured pool:M", "a9a10c"),
        (grand, "10/P9/10/10/10/10/10/10/10/k1K7 w - - 0 1 promo:captured pool:C", "a9a10a"),
        (extra, "10/P9/10/10/10/10/10/10/10/k1K7 w - - 0 1 promo:captured pool:C", "a9a10c"),
        (extra, "10/P9/10/10/10/10/10/10/10/k1K7 w - - 0 1 promo:captured pool:{AM}", "a9a10=AM"),
    ];
    for (option, fen, promotion) in table {
        let mut host = Host::new();
        let heard = host.ask(&format!("{option}\nposition fen {fen}\ngo depth 6"), "bestmove ");
        let best = heard.last().expect("an answer");
        assert!(best.starts_with(&format!("bestmove {promotion}")), "{fen}: {best}");
        assert!(heard.iter().any(|line| line.contains(&format!(" pv {promotion}"))), "{heard:?}");
        assert!(!promotion.contains('=') || option == extra, "{promotion}");
    }
}

#[test]
fn chess960_is_played_when_only_its_option_is_set() {
    let mut host = Host::new();
    let position = "position fen 1k6/8/8/8/8/8/4PPPP/1r3RKR w H - 0 1";
    host.ask(&format!("setoption name UCI_Chess960 value true\n{position}\nisready"), "readyok");
    let castled = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1";
    assert_ne!(host.best_move(&format!("{castled}\ngo depth 1")), "0000");
    assert_eq!(
        host.best_move(&format!("{castled}\ngo depth 1 searchmoves e8f8")),
        "0000",
        "the Rook is on f1"
    );
    host.say("setoption name UCI_Chess960 value false");
    let castling = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\ngo depth 2 searchmoves e1g1";
    assert_eq!(host.best_move(castling), "e1g1");
    let castling = castling.replace("e1g1", "e1h1");
    assert_eq!(host.best_move(&format!("setoption name UCI_Chess960 value true\n{castling}")), "e1h1");
}

#[test]
fn several_lines_are_shown_the_best_one_first() {
    let mut host = Host::new();
    let game = "setoption name MultiPV value 3\nposition startpos moves e2e4 e7e5";
    let heard = host.ask(&format!("{game}\ngo depth 4"), "bestmove ");
    let of_depth: Vec<&String> = heard.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(of_depth.len(), 3, "{heard:?}");
    let word = |line: &str, key: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        words
            .iter()
            .position(|word| *word == key)
            .map(|place| words[place + 1].to_owned())
            .expect("its value")
    };
    let first: Vec<String> = of_depth.iter().map(|line| word(line, "pv")).collect();
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{first:?}");
    for (number, line) in (1..).zip(&of_depth) {
        assert_eq!(word(line, "multipv"), number.to_string());
        for key in ["seldepth", "nodes", "nps", "hashfull", "time"] {
            assert!(word(line, key).parse::<u64>().is_ok(), "{key} in {line}");
        }
    }
    assert!(
        heard.last().is_some_and(|line| line.starts_with(&format!("bestmove {} ponder ", first[0]))),
        "{heard:?}"
    );
    assert_eq!(host.best_move("position startpos\ngo depth 4 searchmoves a2a3"), "a2a3");
    assert_eq!(
        host.best_move("go searchmoves e2e5 depth 4"),
        "0000",
        "it is told and nothing else is played"
    );
}

#[test]
fn without_an_end_it_answers_after_stop() {
    let level = "setoption name Level value 2";
    for (position, begun) in [
        (MATED, "info depth 0 score mate 0"),
        (STALEMATED, "info depth 0 score cp 0"),
        ("position startpos", "info depth 1"),
    ] {
        for go in ["go infinite", "go depth 1 infinite", "go ponder wtime 1000 btime 1000"] {
            let mut host = Host::new();
            host.ask(&format!("{level}\n{position}\n{go}"), begun);
            let heard = host.ask("isready", "readyok");
            assert!(!heard.iter().any(|line| line.starts_with("bestmove")), "{position}, {go}: {heard:?}");
            host.ask("stop", "bestmove ");
            assert_eq!(host.hang_up(), [""; 0], "one answer is enough");
        }
    }
}

#[test]
fn pondering_ends_with_the_expected_move() {
    let mut host = Host::new();
    host.ask("position startpos moves e2e4 e7e5\ngo ponder wtime 200 btime 200", "info depth 1 ");
    let heard = host.ask("isready", "readyok");
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")), "{heard:?}");
    assert_ne!(host.best_move("ponderhit"), "0000");
    assert_eq!(host.hang_up().iter().filter(|line| line.starts_with("bestmove")).count(), 0);
}

#[test]
fn a_search_that_has_no_clock_of_its_own_takes_the_other_one() {
    assert_ne!(Host::new().best_move("position startpos\ngo btime 300"), "0000");
    assert_ne!(Host::new().best_move("position startpos\ngo mate 1"), "0000");
}

#[test]
fn leaves_are_counted() {
    let heard = Host::new().ask("position startpos\ngo perft 3", "Nodes searched");
    assert_eq!(heard.last().map(String::as_str), Some("Nodes searched: 8902"));
    assert!(heard.contains(&"e2e4: 600".to_owned()) && heard.len() == 22, "{heard:?}");
}

#[test]
fn any_bytes_are_passed_over() {
    let lines =
        b"uci\n\xff\xfe\nsetoption name UCI_Opponent value none none human J\xfcrgen\nposition fen \xc4\n\
                  joho isready\nquit\n";
    let answers = answers(lines);
    assert_eq!(answers.last().map(String::as_str), Some("readyok"), "{answers:?}");
}

#[test]
fn memory_is_ready_with_the_next_isready() {
    let mut host = Host::new();
    let heard = host.ask("setoption name Hash value 128\nsetoption name Threads value 3\nisready", "readyok");
    assert!(heard.len() == 1 || heard[0].contains("no memory"), "{heard:?}");
    assert_ne!(host.best_move("ucinewgame\nposition startpos\ngo depth 3"), "0000");
}

#[test]
fn positions_of_other_programs_are_played_on() {
    let table = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 3 0",
        // Nobody can mate, and nothing was taken for long.
        "8/8/4k3/8/8/4K3/8/8 w - - 0 80",
        "8/8/4k3/8/8/4K3/8/R7 w - - 150 200",
    ];
    for fen in table {
        assert_ne!(Host::new().best_move(&format!("position fen {fen}\ngo depth 2")), "0000", "{fen}");
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
    let elo = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 500\n";
    let level = "setoption name Level value 1\n";
    let of = |option| best_moves(&format!("{option}{game}quit\n"));
    assert_eq!(of(elo), of(level), "the weakest strength is the weakest level");
}

#[test]
fn threads_find_one_answer_together() {
    let lines =
        "setoption name Threads value 3\nposition fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 4\n";
    assert_eq!(best_moves(&format!("{lines}{lines}quit\n")), ["a1a8", "a1a8"]);
}

#[test]
fn it_stops_and_goes_on_with_another_position() {
    let lines = "stop\nponderhit\ngo infinite\nstop\nstop\nposition startpos moves e2e4\ngo infinite\nposition startpos\n\
                 go nodes 10\nquit\n";
    assert_eq!(best_moves(lines).len(), 3);
}

#[test]
fn a_line_that_tells_of_a_mate_reaches_it() {
    let mut host = Host::new();
    for fen in ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "4rRk1/p1pb2Pp/7B/2bp4/3pn3/2P5/PP4PP/5R1K b - - 0 1"] {
        let heard = host.ask(&format!("ucinewgame\nposition fen {fen}\ngo depth 8"), "bestmove ");
        let line = heard.iter().rev().find(|line| line.starts_with("info depth")).expect("a line");
        let (before, moves) = line.split_once(" pv ").expect("moves");
        let mate = before.split_once("score mate ").and_then(|(_, rest)| rest.split(' ').next());
        let mate: i32 = mate.and_then(|mate| mate.parse().ok()).unwrap_or_else(|| panic!("{line}"));
        let wanted = 2 * mate.abs() - i32::from(mate > 0);
        assert_eq!(moves.split(' ').count() as i32, wanted, "{line}");
    }
}

#[test]
fn nonsense_does_no_harm() {
    let lines = b"\nsetoption\nsetoption name Hash value x\nsetoption name UCI_Variant value schachen\nposition\ngo\n\
                  position fen 8/8 w\ngo depth 1\nhello\nposition startpos\ngo depth 1\n";
    let answers = answers(lines);
    let told = answers.iter().filter(|line| line.starts_with("info string ")).count();
    assert_eq!(told, 5, "{answers:?}");
    assert!(answers.iter().filter(|line| *line == "bestmove 0000").count() == 2, "{answers:?}");
}
