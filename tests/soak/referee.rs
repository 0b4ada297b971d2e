//! The players' own referee: plays every acknowledged move by the rules alone, and knows what
//! everybody must have been told. Not here: what the bot has.

use adoube_rules::{Game, Move};

/// A game as its players know it.
#[derive(Clone)]
pub struct Referee {
    /// As it stood before each move, the present one last.
    stands: Vec<Game>,
    sans: Vec<String>,
    /// Every move as it must have been told, those that were taken back later as well.
    pub told: Vec<String>,
}

impl Referee {
    /// Of a game that stands like this.
    pub fn of(game: Game) -> Self {
        Self { stands: vec![game], sans: Vec::new(), told: Vec::new() }
    }

    pub fn game(&self) -> &Game {
        self.stands.last().expect("there is always one")
    }

    /// The game as it stood before the last move.
    pub fn before(&self) -> Option<&Game> {
        self.stands.iter().rev().nth(1)
    }

    /// Who is to move: 0 for White, 1 for Black.
    pub fn mover(&self) -> usize {
        self.game().position().side_to_move() as usize
    }

    /// How many moves count.
    pub fn plies(&self) -> usize {
        self.sans.len()
    }

    /// The moves that count, as a record has them.
    pub fn sans(&self) -> &[String] {
        &self.sans
    }

    /// A move was acknowledged.
    pub fn play(&mut self, made: &Move) {
        let mut game = self.game().clone();
        let mark = if self.mover() == 0 { '.' } else { '…' };
        let number = self.sans.len() / 2 + 1;
        let played = game.play(made).unwrap_or_else(|error| panic!("{made} was acknowledged: {error}"));
        self.told.push(format!("{number}{mark} {}", played.san));
        self.sans.push(played.san);
        self.stands.push(game);
    }

    /// The last move was taken back.
    pub fn take_back(&mut self) {
        self.stands.pop();
        self.sans.pop();
    }
}

/// The moves that messages tell of, in order: `Ada played 1. e4: Pawn e2 to e4.`
pub fn moves_told(messages: &[String]) -> Vec<String> {
    let told = messages.iter().filter_map(|message| {
        // Discord's own signs are told as they are by a stroke before them.
        let message = message.replace('\\', "");
        let (_, rest) = message.split_once(" played ")?;
        let (made, _) = rest.split_once(": ")?;
        made.starts_with(|first: char| first.is_ascii_digit()).then(|| made.to_owned())
    });
    told.collect()
}
