//! Crash test of the whole program: it is killed at random moments while two people play, two
//! hundred times, and often again while it starts. After every restart each acknowledged move is
//! there once, an unacknowledged one is there once or not at all and can be sent again, the live
//! board and the posted boards show it, and the game goes on. `ADOUBE_SEED` repeats or varies a
//! run.

mod bot;
mod full_disk;
mod person;
#[path = "../shared/pgn.rs"]
mod pgn;
mod seen;
#[path = "../shared/small_disk.rs"]
mod small_disk;

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use adoube_rules::{Game, Position, Variant};
use adoube_testing::seeds;
use bot::Bot;
use person::{Answer, Person};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How often the program is killed.
const KILLS: u32 = 200;

/// The longest it lives after play goes on, in moves as long as the last ones took: it often dies in the middle of one, however
/// fast the machine is.
const LONGEST_LIFE: f64 = 4.0;
/// Moves by which the time of one is measured first.
const MEASURED: u32 = 4;

/// After one kill in so many it is killed again before it has started.
const STARTS: u32 = 4;

/// A move that was sent and not acknowledged before the program died.
struct OnItsWay {
    id: String,
    lan: String,
}

/// What the test knows about the game.
struct Known {
    game: Game,
    /// Acknowledged moves of the running game.
    moves: Vec<String>,
    on_its_way: Option<OnItsWay>,
    /// How long a move takes: a moving average.
    move_time: Duration,
}

impl Known {
    fn fresh(move_time: Duration) -> Self {
        let game = Game::new(Position::start(Variant::Chess));
        Self { game, moves: Vec::new(), on_its_way: None, move_time }
    }

    fn acknowledge(&mut self, lan: String) {
        self.game.play_lan(&lan).unwrap_or_else(|error| panic!("{lan}: {error}"));
        self.moves.push(lan);
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_however_the_program_dies() {
    let seed = seeds::seed(20_261);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let data = tempfile::tempdir().expect("a folder");
    let began = Instant::now();
    let mut bot = Bot::start(data.path());
    let start = began.elapsed();
    let mut white = Person::enter(&bot, "Ada").await;
    let mut black = Person::enter(&bot, "Bob").await;
    let mut known = Known::fresh(Duration::ZERO);
    let (mut played, mut games, mut tally) = (0, 1, Tally::default());
    begin(&mut white, &mut black).await;
    let measuring = Instant::now();
    for _ in 0..MEASURED {
        let lan = random_move(&known, &mut rng);
        assert!(
            play(&mut white, &mut black, &mut known, lan).await.is_continue(),
            "a first move is not taken"
        );
    }
    known.move_time = measuring.elapsed() / MEASURED;
    for kill in 0..KILLS {
        let life = known.move_time.mul_f64(rng.random_range(0.0..LONGEST_LIFE));
        let before = known.moves.len();
        // The moves are dropped in the middle when the program's time is up.
        let _ = tokio::time::timeout(life, play_on(&mut white, &mut black, &mut known, &mut rng)).await;
        played += known.moves.len() - before;
        bot.kill();
        tally.unanswered += u32::from(known.on_its_way.is_some());
        while rng.random_range(0..STARTS) == 0 {
            let life = start.mul_f64(rng.random_range(0.0..1.0));
            tally.starting += u32::from(Bot::start_shortly(data.path(), life).await);
        }
        bot = Bot::start(data.path());
        white.reconnect(&bot).await;
        black.reconnect(&bot).await;
        compare(&mut white, &mut black, &mut known, &mut tally)
            .await
            .unwrap_or_else(|fault| panic!("after kill {kill}: {fault}"));
        look(&mut black, &known).await;
        if known.game.outcome().is_some() || known.moves.len() > 120 {
            finish(&mut white, &known).await;
            known = Known::fresh(known.move_time);
            begin(&mut white, &mut black).await;
            games += 1;
        }
    }
    println!("{KILLS} kills, {played} moves acknowledged before one, {games} games, {tally:?}");
    assert!(tally.unanswered > 0, "no move was on its way when it died");
    assert!(tally.starting > 0, "it never died while it started");
    assert!(played > KILLS as usize / 4, "hardly a move was played between the kills: {played}");
}

/// When the program died.
#[derive(Debug, Default)]
struct Tally {
    /// While a move was sent and not answered.
    unanswered: u32,
    /// Those of them that were kept nevertheless.
    kept: u32,
    /// Before it said where it is.
    starting: u32,
}

/// The board one can touch shows the game as it is, and each of the boards that were posted shows it as it was then, once.
async fn look(person: &mut Person, known: &Known) {
    let mut stages = vec![Game::new(Position::start(Variant::Chess))];
    for lan in &known.moves {
        let mut next = stages[stages.len() - 1].clone();
        next.play_lan(lan).expect("it was played");
        stages.push(next);
    }
    assert_eq!(person.pieces_after(known.moves.len()).await, seen::of(&known.game));
    // The last board of a game says that nobody is to move.
    let newest = known.moves.len() - usize::from(known.game.outcome().is_some());
    let posted = person.posted_boards(newest).await;
    let plies: Vec<usize> = posted.iter().map(|(plies, _)| *plies).collect();
    let expected: Vec<usize> = (plies[0]..=newest).collect();
    assert_eq!(plies, expected, "boards were posted twice, or not, or in disorder");
    for (plies, pieces) in posted {
        assert_eq!(pieces, seen::of(&stages[plies]), "as posted after {plies} plies");
    }
}

/// White challenges, Black accepts.
async fn begin(white: &mut Person, black: &mut Person) {
    white.command("/play Bob chess white").await;
    black.command("/accept").await;
}

/// Ends a running game, so that the next one can begin.
async fn finish(white: &mut Person, known: &Known) {
    if known.game.outcome().is_none() {
        white.command("/resign").await;
        white.press("Resign the game").await;
    }
}

/// Random legal moves until the game ends or the program does.
async fn play_on(white: &mut Person, black: &mut Person, known: &mut Known, rng: &mut ChaCha8Rng) {
    while known.game.outcome().is_none() {
        let lan = random_move(known, rng);
        let began = Instant::now();
        if play(white, black, known, lan).await.is_break() {
            return;
        }
        known.move_time = (known.move_time * 7 + began.elapsed()) / 8;
    }
}

fn random_move(known: &Known, rng: &mut ChaCha8Rng) -> String {
    let legal = known.game.legal_moves();
    legal[rng.random_range(0..legal.len())].to_string()
}

/// Sends a move; breaks off when the program is gone.
async fn play(white: &mut Person, black: &mut Person, known: &mut Known, lan: String) -> ControlFlow<()> {
    let mover = if known.moves.len().is_multiple_of(2) { white } else { black };
    let id = mover.fresh_id();
    known.on_its_way = Some(OnItsWay { id: id.clone(), lan: lan.clone() });
    match mover.send(&id, &lan).await {
        Answer::Done => {
            known.on_its_way = None;
            known.acknowledge(lan);
            ControlFlow::Continue(())
        }
        // Too fast: nobody moves any more in this life.
        Answer::TooFast => {
            known.on_its_way = None;
            std::future::pending().await
        }
        Answer::Gone | Answer::Postponed => ControlFlow::Break(()),
    }
}

/// Holds what the program remembers against what was acknowledged, and sends the lost move again.
async fn compare(
    white: &mut Person,
    black: &mut Person,
    known: &mut Known,
    tally: &mut Tally,
) -> Result<(), String> {
    let found = white.exported_moves().await;
    let expected = sans(&known.moves);
    let rest = found.strip_prefix(expected.as_slice()).ok_or_else(|| {
        format!("acknowledged moves are missing or changed:\n  expected {expected:?}\n  found    {found:?}")
    })?;
    match (rest, known.on_its_way.take()) {
        ([], None) => Ok(()),
        ([], Some(lost)) => again(white, black, known, lost).await,
        ([_], Some(kept)) => {
            tally.kept += 1;
            again(white, black, known, kept).await
        }
        (more, _) => Err(format!("moves nobody sent: {more:?}")),
    }
}

/// Sends a move again under its old id: it must be on the board exactly once afterwards.
async fn again(
    white: &mut Person,
    black: &mut Person,
    known: &mut Known,
    way: OnItsWay,
) -> Result<(), String> {
    let mover = if known.moves.len().is_multiple_of(2) { &mut *white } else { black };
    match mover.send(&way.id, &way.lan).await {
        Answer::Done => known.acknowledge(way.lan),
        Answer::TooFast | Answer::Gone | Answer::Postponed => {
            return Err("a repeated move was not acknowledged".to_owned());
        }
    }
    let (found, expected) = (white.exported_moves().await, sans(&known.moves));
    if found == expected {
        Ok(())
    } else {
        Err(format!("sent again: expected {expected:?}, found {found:?}"))
    }
}

/// The moves in standard notation, as the record has them.
fn sans(moves: &[String]) -> Vec<String> {
    let mut game = Game::new(Position::start(Variant::Chess));
    moves
        .iter()
        .map(|lan| {
            let made = game.legal_moves().iter().copied().find(|made| made.to_string() == *lan);
            let made = made.unwrap_or_else(|| panic!("{lan} is not legal"));
            game.play(&made).unwrap_or_else(|error| panic!("{lan}: {error}")).san
        })
        .collect()
}
