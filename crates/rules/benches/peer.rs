//! Benchmark of move generation against Fairy-Stockfish: the classic array of Grand Chess, and a full set of irregular
//! pieces against the classic one.
//!
//! `cargo bench -p adoube-rules --bench peer`, with Debian's `fairy-stockfish` installed; without it the benchmark says so
//! and measures this crate alone. Both programs count alike: the last level is generated and counted, its moves are not
//! made. They take turns in one run on one machine, and the best of each counts; the leaves must be as many in both.
//!
//! On two busy cores the classic array ran 3.9 to 5.2 times as fast as Fairy-Stockfish 11.1 as Debian builds it. The
//! irregular set is about 4 times slower than the classic array: with a third as many moves per position, work done
//! once per position weighs more. Its profile shows more than half of the time in walking movements, a quarter in
//! computing threats and constraints of each piece, and little in single moves.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use adoube_rules::{Position, Variant, perft};

/// Where Debian puts it; elsewhere it is looked for on the path.
const PROGRAMS: [&str; 2] = ["/usr/games/fairy-stockfish", "fairy-stockfish"];
const ROUNDS: u32 = 5;
const DEPTH: u32 = 4;
const IRREGULAR_DEPTH: u32 = 4;

/// Grand Chess as we play it; Fairy-Stockfish has its own with other letters and promotions.
const VARIANT: &str = "
[adoube:chess]
maxRank = 10
maxFile = 10
archbishop = c
chancellor = m
promotionRank = 8
promotionPieceTypes = qrbncm
mandatoryPawnPromotion = false
doubleStepRank = 3
castling = false
startFen = r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1
";

/// All ten kinds of irregular pieces twice, and nothing locked.
const IRREGULAR: &str = "{ar}{ad}{wi}{co}{wm}{di}{im}{cm}{jo}{eh}/{ar}{ad}{wi}{co}k{di}{im}{cm}{jo}{wm}/pppppppppp/10/10/\
                         10/10/PPPPPPPPPP/{AR}{AD}{WI}{CO}K{DI}{IM}{CM}{JO}{WM}/{AR}{AD}{WI}{CO}{WM}{DI}{IM}{CM}{JO}{EH} \
                         w - - 0 9 lock:0 last:N/N";

fn main() {
    let classic = Position::start(Variant::Grand);
    let irregular = Position::parse(Variant::Grand, IRREGULAR).expect(IRREGULAR);
    let mut peer = PROGRAMS.iter().find_map(|program| Peer::start(program));
    let (mut ours, mut theirs, mut army) = (Best::default(), Best::default(), Best::default());
    for _ in 0..ROUNDS {
        ours.add(|| perft(black_box(&classic), DEPTH));
        army.add(|| perft(black_box(&irregular), IRREGULAR_DEPTH));
        if let Some(peer) = &mut peer {
            theirs.add(|| peer.perft(DEPTH));
        }
    }
    ours.print("classic array");
    if peer.is_some() {
        theirs.print("classic array, Fairy-Stockfish");
        assert_eq!(ours.leaves, theirs.leaves, "both count the same leaves");
        println!("{:<32} {:.2} of Fairy-Stockfish's speed", "", ours.rate / theirs.rate);
    } else {
        println!("missing: fairy-stockfish (Debian: apt-get install fairy-stockfish)");
    }
    army.print("full irregular army");
    println!("{:<32} {:.2} times slower than the classic array", "", ours.rate / army.rate);
    if peer.is_some() {
        println!("{:<32} {:.2} times slower than Fairy-Stockfish's", "", theirs.rate / army.rate);
    }
}

/// The best of several rounds.
#[derive(Default)]
struct Best {
    leaves: u64,
    rate: f64,
}

impl Best {
    fn add(&mut self, count: impl FnOnce() -> u64) {
        let before = Instant::now();
        self.leaves = count();
        self.rate = self.rate.max(self.leaves as f64 / before.elapsed().as_secs_f64());
    }

    fn print(&self, name: &str) {
        println!("{name:<32} {:>10} leaves {:>8.2} million/s", self.leaves, self.rate / 1e6);
    }
}

/// A running Fairy-Stockfish at the start of Grand Chess.
struct Peer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(program: &str) -> Option<Self> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (input, output) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut peer = Self { process, input, output };
        let file = std::env::temp_dir().join(format!("adoube-{}.ini", std::process::id()));
        std::fs::write(&file, VARIANT).ok()?;
        peer.say(&format!("setoption name VariantPath value {}", file.display()));
        peer.say("setoption name UCI_Variant value adoube");
        peer.say("position startpos");
        peer.say("isready");
        peer.wait_for("readyok");
        std::fs::remove_file(&file).ok()?;
        Some(peer)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// What follows `start` on the first line that begins with it.
    fn wait_for(&mut self, start: &str) -> String {
        let lines = self.output.by_ref().lines().map_while(Result::ok);
        let mut rest = lines.filter_map(|line| line.strip_prefix(start).map(str::to_owned));
        rest.next().expect("it answers")
    }

    fn perft(&mut self, depth: u32) -> u64 {
        self.say(&format!("go perft {depth}"));
        self.wait_for("Nodes searched:").trim().parse().expect("a number")
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.say("quit");
        drop(self.process.wait());
    }
}
