//! Tokenizer of help texts: turns the words of a sentence into tokens that are the same in every
//! language. Not here: which words mean what (`english`, `german`), and how tokens make a move
//! (`grammar`).

/// A phrase in small letters without punctuation, and what it says; nothing for words that only bind others.
pub type Phrase = (&'static str, &'static [Token]);

/// Directions of a step or a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Orthogonal,
    Diagonal,
    Any,
    Sideways,
    Vertical,
}

/// Pieces whose moves others are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    Rook,
    Bishop,
    Queen,
    Knight,
}

/// What a move does beside landing on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// Captures an enemy one more such leap beyond.
    Beyond,
    /// Captures an enemy on the next square in the direction of the move.
    Ahead,
    /// Captures an enemy on the square directly behind its start.
    Behind,
    /// Captures enemies where its lines meet those of its King.
    Crossing,
    /// Converts an enemy next to it instead of moving.
    Converts,
}

/// What a phrase says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Moves,
    Leaps,
    /// Makes one or more leaps.
    Rides,
    Or,
    And,
    /// If the square it reached is empty, it may go on.
    GoesOn,
    /// Any of these numbers of squares.
    Count(&'static [i32]),
    Along(Way),
    AtARightAngle,
    Forward,
    Back,
    ToTheSide,
    DiagonallyBack,
    Like(Model),
    /// Away from its start.
    Outward,
    OrTheOtherWayRound,
    OverPieces,
    InTheSameDirection,
    LandsOnEmptySquares,
    /// Over that many pieces, landing right behind the last.
    JustBehind(i32),
    NeedsThosePieces,
    /// Over one piece to take the next.
    TakesBeyondOne,
    /// Both parts, in either order.
    DoesBoth,
    FirstPartEndsEmpty,
    NeverNextToStart,
    EdgeToEdge,
    /// Round a piece next to it.
    Circles,
    StopsOrTakesOnTheCircle,
    NeedsANeighbour,
    CapturesTheSameWay,
    /// What follows is for capturing alone.
    ToCapture,
    /// What was said is for moving alone.
    OnlyToEmpty,
    /// What was said is for capturing alone.
    OnlyToCapture,
    NeverCaptures,
    CannotLeap,
    Has(Power),
    /// The power just named leaves no choice.
    Compulsory,
    Locked,
}

/// Any number of squares that fits on a board.
pub const ANY: &[i32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9];

fn words(text: &str) -> Vec<String> {
    let plain = text.to_lowercase().replace([',', ';', ':', '(', ')'], " ");
    plain.split_whitespace().map(str::to_owned).collect()
}

/// The tokens of a sentence, reading the longest phrase that fits again and again.
pub fn tokens(phrases: &[Phrase], sentence: &str) -> Result<Vec<Token>, String> {
    let words = words(sentence);
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let fits = |(phrase, _): &&Phrase| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words[at..].len() >= phrase.len()
                && words[at..].iter().zip(&phrase).all(|(word, said)| word == said)
        };
        let longest = phrases.iter().filter(fits).max_by_key(|(phrase, _)| phrase.split(' ').count());
        let Some((phrase, said)) = longest else {
            return Err(format!("cannot read “{}” in: {sentence}", words[at..].join(" ")));
        };
        tokens.extend_from_slice(said);
        at += phrase.split(' ').count();
    }
    Ok(tokens)
}
