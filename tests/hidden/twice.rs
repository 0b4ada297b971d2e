//! Plays the same game twice, with cards that differ only where a viewer may not see them, and
//! compares: whatever that person gets must be the same, and so must what everybody gets who sees
//! no more. Not here: what is done in the games (`improvise`), and where they are played (`Place`).

use std::ops::RangeInclusive;

use adoube_rules::Side;
use adoube_testing::{
    log_capture::{self, CapturedLog},
    seeds,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    Place, improvise,
    script::{Deed, NAMES, PLAYERS},
    stage,
};

/// From whom cards are hidden: from each player those of the other, from who looks on those of both.
const VIEWERS: [Option<Side>; 3] = [Some(Side::Black), Some(Side::White), None];
/// Games with a new seed.
const NEW_GAMES: u64 = 2;
/// What a comparison has on average; less shows too little.
const LEAST_TURNS: u64 = 4;
const LEAST_WITHIN: u64 = 5;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    comparisons: u64,
    turns: u64,
    /// Deeds while a player was asked for a card.
    within: u64,
}

/// Games of a run.
pub struct Run {
    pub seed: u64,
    pub games: u64,
    /// Turns of a game.
    pub turns: RangeInclusive<usize>,
    /// For how many of `VIEWERS` a game is played twice; the next game goes on with the others.
    pub viewers: usize,
}

impl Run {
    /// The same, as the environment wants it: `ADOUBE_SEED` varies or repeats it, `ADOUBE_GAMES` and `ADOUBE_PLIES` say how
    /// many games there are, and how long one may become.
    pub fn varied(self) -> Self {
        let (first, last) = self.turns.into_inner();
        let last = seeds::number("ADOUBE_PLIES", last);
        Self {
            seed: seeds::configured_seed().unwrap_or(self.seed),
            games: seeds::number("ADOUBE_GAMES", self.games),
            turns: first.min(last)..=last,
            ..self
        }
    }

    /// Plays all games, and some with a new seed.
    pub async fn play<P: Place>(&self) {
        let count = self.compare::<P>().await;
        println!("{count:?}");
        let least = (count.comparisons * LEAST_TURNS, count.comparisons * LEAST_WITHIN);
        assert!(count.comparisons > 0, "nothing is compared");
        assert!(count.turns >= least.0 && count.within >= least.1, "{count:?} is too little");
        for seed in seeds::fresh(1) {
            let new = Self { seed, games: NEW_GAMES, turns: self.turns.clone(), ..*self };
            println!("{:?}", new.compare::<P>().await);
        }
    }

    async fn compare<P: Place>(&self) -> Count {
        seeds::tell(self.seed);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut count = Count::default();
        let mut viewers = VIEWERS.into_iter().cycle();
        for game in 0..self.games {
            let (seed, touch_move) = (self.seed + game, game % 2 == 1);
            let mut first = P::begin(seed, touch_move, None).await;
            let turns = rng.random_range(self.turns.clone());
            let played = improvise(&mut first, &mut rng, turns, touch_move).await;
            first.closes().await;
            for viewer in viewers.by_ref().take(self.viewers) {
                // Late in a game everything may have been seen; then it is compared as long as there were other cards.
                let mut turns = played.turns.iter().rev();
                let found = turns.find_map(|(end, cards)| Some((*end, cards.alike_to(viewer, &mut rng)?)));
                let (end, other) = found.expect("at first there are other cards");
                let places =
                    [P::begin(seed, touch_move, None).await, P::begin(seed, touch_move, Some(&other)).await];
                let (turns, within) =
                    compare(places, &played.deeds[..end], viewer, &format!("game {game}")).await;
                count.comparisons += 1;
                count.turns += turns;
                count.within += within;
            }
        }
        count
    }
}

/// Does the same in both games, and looks whether this viewer and whoever looks on get the same. How many turns
/// were made, and how much was done while a player was asked for a card.
async fn compare<P: Place>(places: [P; 2], deeds: &[Deed], viewer: Option<Side>, game: &str) -> (u64, u64) {
    let [mut one, mut two] = places;
    let (logged, _guard) = log_capture::capture();
    let player = viewer.and_then(|side| PLAYERS.iter().position(|player| *player == side));
    let readers: Vec<usize> = player.into_iter().chain(PLAYERS.len()..NAMES.len()).collect();
    let (mut within, mut plies) = (0, 0);
    let mut read = [0; NAMES.len()];
    for (number, deed) in deeds.iter().enumerate() {
        let (is_alike, is_done) = both([&mut one, &mut two], number, deed, &logged).await;
        within += u64::from(deed.is_within && is_done);
        if deed.ends_turn {
            plies = has_gone_on(&one, plies).await;
        }
        for reader in readers.iter().copied().filter(|_| is_alike) {
            let (Some(got), Some(expected)) = (one.got(reader), two.got(reader)) else { continue };
            let new = [got, expected].map(|got| &got[read[reader]..]);
            read[reader] = got.len();
            is_the_same(new, || format!("{game}, {} after deed {number} {deed:?}", NAMES[reader]));
        }
    }
    let (got, expected) = (one.closes().await, two.closes().await);
    for reader in readers {
        is_the_same([&got[reader], &expected[reader]], || format!("{game}, {}", NAMES[reader]));
        let count = got[reader].len() as u64;
        assert!(count >= plies, "{game}, {}: {count} messages in {plies} turns", NAMES[reader]);
    }
    (plies, within)
}

/// Whether the turn was made that has just ended, after so many; how many it is now.
async fn has_gone_on(place: &impl Place, before: u64) -> u64 {
    let (store, channel) = place.kept();
    let plies = stage(&*store, channel).await.expect("a game runs").plies;
    assert_eq!(plies, before + 1, "the turn is made");
    plies
}

fn is_the_same([got, expected]: [&[String]; 2], when: impl Fn() -> String) {
    if got != expected {
        let first = got.iter().zip(expected).find(|(got, expected)| got != expected);
        panic!("{}: {:?} {first:#?}", when(), [got.len(), expected.len()]);
    }
}

/// Does the same in two games, of which the program logs the same; whether both are equally far then, and whether it was
/// done at all: where one player is asked for a card and the other is not, their moves come at different times, as they
/// must, and nobody else does anything in between.
async fn both(
    places: [&mut impl Place; 2],
    number: usize,
    deed: &Deed,
    logged: &CapturedLog,
) -> (bool, bool) {
    let [one, two] = places;
    let kept = [one.kept(), two.kept()];
    let mut stages = [None, None];
    for (stage_of, (store, channel)) in stages.iter_mut().zip(&kept) {
        *stage_of = stage(&**store, channel).await;
    }
    if deed.is_within && stages.iter().any(|stage| stage.is_none_or(|stage| !stage.is_asked)) {
        return (false, false);
    }
    let were_alike = stages[0] == stages[1];
    one.does(number, deed).await;
    let by_one = logged.of_program();
    two.does(number, deed).await;
    let by_two = logged.of_program();
    for (stage_of, (store, channel)) in stages.iter_mut().zip(&kept) {
        *stage_of = stage(&**store, channel).await;
    }
    let is_alike = stages[0] == stages[1];
    assert!(is_alike || !deed.ends_turn, "after deed {number} {deed:?}");
    if were_alike && is_alike {
        assert_eq!(by_one, by_two, "the log of deed {number} {deed:?}");
    }
    (is_alike, true)
}
