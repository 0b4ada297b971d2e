//! Parser from tokens of a help text to the piece's ways to move and capture. A sentence that does
//! not add up is a fault: a leap without what it leaps over, a way without whether it captures. Not
//! here: where the ways lead (`meaning`).

use super::lexicon::{ANY, Model, Power, Token, Way};

/// Files to the right and ranks forward.
pub type Offset = (i32, i32);

/// How a piece gets to a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// Any of these numbers of steps over empty squares.
    Line(Vec<Offset>, &'static [i32]),
    Leap(Vec<Offset>),
    /// The same leap again and again, from empty square to empty square.
    Ride(Vec<Offset>),
    /// Over that many pieces, at any distance, to the square right behind the last.
    JustBehind(Vec<Offset>, i32),
    /// Over one piece to the next.
    BeyondOne(Vec<Offset>),
    /// One and then the other from an empty square; only away from its start, and it may stop after the first.
    Then {
        first: Box<Path>,
        second: Box<Path>,
        outward: bool,
        may_stop: bool,
    },
    /// Round a piece next to it.
    Circle,
}

/// What a way is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Both,
    Moving,
    Capturing,
}

/// What the help of a piece says.
#[derive(Debug, Default)]
pub struct Help {
    pub ways: Vec<(Path, Purpose)>,
    pub powers: Vec<Power>,
    pub edge_to_edge: bool,
    said: Vec<Token>,
}

impl Help {
    pub fn locked(&self) -> bool {
        self.says(Token::Locked)
    }

    pub fn captures(&self) -> bool {
        !self.powers.is_empty() || self.ways.iter().any(|(_, purpose)| *purpose != Purpose::Moving)
    }

    pub fn never_next_to_start(&self) -> bool {
        self.says(Token::NeverNextToStart)
    }

    fn says(&self, token: Token) -> bool {
        self.said.contains(&token)
    }

    fn any_path(&self, is: impl Fn(&Path) -> bool + Copy) -> bool {
        self.ways.iter().any(|(path, _)| path.any(is))
    }
}

impl Path {
    fn any(&self, is: impl Fn(&Self) -> bool + Copy) -> bool {
        let within = match self {
            Self::Then { first, second, .. } => first.any(is) || second.any(is),
            _ => false,
        };
        within || is(self)
    }

    fn then(self, second: Self, outward: bool, may_stop: bool) -> Self {
        Self::Then { first: Box::new(self), second: Box::new(second), outward, may_stop }
    }
}

fn along(way: Way) -> Vec<Offset> {
    let orthogonal = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    match way {
        Way::Orthogonal => orthogonal.to_vec(),
        Way::Diagonal => diagonal.to_vec(),
        Way::Any => [orthogonal, diagonal].concat(),
        Way::Sideways => vec![(1, 0), (-1, 0)],
        Way::Vertical => vec![(0, 1), (0, -1)],
    }
}

fn straight(way: Way, counts: &[i32]) -> Vec<Offset> {
    counts.iter().flat_map(|far| along(way).into_iter().map(move |(x, y)| (x * far, y * far))).collect()
}

/// So many squares along a file or rank and so many at a right angle.
fn oblique(far: &[i32], aside: &[i32]) -> Vec<Offset> {
    let pairs = far.iter().flat_map(|far| aside.iter().map(move |aside| (*far, *aside)));
    let both = pairs.flat_map(|(far, aside)| [(far, aside), (aside, far)]);
    both.flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)]).collect()
}

/// So many squares forward (backward if negative) and so many to either side.
fn to_both_sides(forward: i32, aside: &[i32]) -> Vec<Offset> {
    aside.iter().flat_map(|aside| [(*aside, forward), (-aside, forward)]).collect()
}

struct Reader<'a> {
    rest: &'a [Token],
    help: Help,
    /// Ways of which it was not said yet whether they capture.
    open: Vec<Path>,
    verb: Token,
    to_capture: bool,
}

/// What the sentences of a text say together.
pub fn help(sentences: &[Vec<Token>]) -> Result<Help, String> {
    let tokens = sentences.concat();
    let mut reader = Reader {
        rest: &tokens,
        help: Help::default(),
        open: Vec::new(),
        verb: Token::Moves,
        to_capture: false,
    };
    while let [token, ..] = reader.rest {
        reader.take(*token)?;
    }
    reader.finish()
}

impl Reader<'_> {
    fn take(&mut self, token: Token) -> Result<(), String> {
        let from_here = self.rest;
        self.rest = &from_here[1..];
        self.help.said.push(token);
        match token {
            Token::Moves | Token::Leaps | Token::Rides => self.way(token)?,
            Token::Or => match self.rest {
                [verb @ (Token::Moves | Token::Leaps | Token::Rides), rest @ ..] => {
                    self.rest = rest;
                    self.way(*verb)?;
                }
                _ => self.way(self.verb)?,
            },
            // A further member of a list.
            Token::Count(_) if self.verb == Token::Leaps && !self.open.is_empty() => {
                self.rest = from_here;
                self.way(self.verb)?;
            }
            Token::GoesOn => self.go_on()?,
            Token::OrTheOtherWayRound => match self.open.last().cloned() {
                Some(Path::Then { first, second, outward, may_stop }) => {
                    self.open.push(second.then(*first, outward, may_stop));
                }
                _ => return Err("the other way round of what".to_owned()),
            },
            Token::DoesBoth => match self.open.as_slice() {
                [one, other] => {
                    let both = [(one, other), (other, one)];
                    let both = both.map(|(first, second)| first.clone().then(second.clone(), false, false));
                    self.open.extend(both);
                }
                _ => return Err("both of what".to_owned()),
            },
            Token::Circles => self.open.push(Path::Circle),
            Token::CapturesTheSameWay | Token::StopsOrTakesOnTheCircle => self.close(Purpose::Both)?,
            Token::OnlyToEmpty => self.close(Purpose::Moving)?,
            Token::OnlyToCapture => self.close(Purpose::Capturing)?,
            Token::ToCapture if self.open.is_empty() => self.to_capture = true,
            Token::Has(power) => self.help.powers.push(power),
            Token::EdgeToEdge => self.help.edge_to_edge = true,
            Token::OverPieces
            | Token::InTheSameDirection
            | Token::LandsOnEmptySquares
            | Token::NeedsThosePieces
            | Token::FirstPartEndsEmpty
            | Token::NeverNextToStart
            | Token::NeedsANeighbour
            | Token::NeverCaptures
            | Token::CannotLeap
            | Token::Compulsory
            | Token::Locked => {}
            token => return Err(format!("{token:?} is out of place")),
        }
        Ok(())
    }

    fn close(&mut self, purpose: Purpose) -> Result<(), String> {
        if self.open.is_empty() {
            return Err(format!("{purpose:?} of what"));
        }
        self.help.ways.extend(self.open.drain(..).map(|path| (path, purpose)));
        Ok(())
    }

    fn way(&mut self, verb: Token) -> Result<(), String> {
        self.verb = verb;
        let path = self.path(verb)?;
        self.open.push(path);
        Ok(())
    }

    /// If the square it reached is empty, it may go on, away from its start.
    fn go_on(&mut self) -> Result<(), String> {
        let first = self.open.pop().ok_or("goes on from where")?;
        let verb = match self.rest {
            [Token::Rides, rest @ ..] => {
                self.rest = rest;
                Token::Rides
            }
            _ => Token::Moves,
        };
        let second = self.path(verb)?;
        let [Token::Outward, rest @ ..] = self.rest else {
            return Err("goes on in which direction".to_owned());
        };
        self.rest = rest;
        self.open.push(first.then(second, true, true));
        Ok(())
    }

    fn path(&mut self, verb: Token) -> Result<Path, String> {
        use Token::{Along, And, Count, Like};
        if let (Token::Leaps, [Token::OverPieces, rest @ ..]) = (verb, self.rest) {
            self.help.said.push(Token::OverPieces);
            self.rest = rest;
        }
        let (path, taken) = match (verb, self.rest) {
            (Token::Moves, [Like(Model::Rook), ..]) => (Path::Line(along(Way::Orthogonal), ANY), 1),
            (Token::Moves, [Like(Model::Bishop), ..]) => (Path::Line(along(Way::Diagonal), ANY), 1),
            (Token::Moves, [Like(Model::Queen), ..]) => (Path::Line(along(Way::Any), ANY), 1),
            (Token::Moves, [Count(far), Along(way), And, Count(on), Along(turn), Token::Outward, ..]) => {
                let second = Path::Line(along(*turn), on);
                (Path::Line(along(*way), far).then(second, true, false), 6)
            }
            (Token::Moves, [Count(far), Along(way), ..]) => (Path::Line(along(*way), far), 2),
            (Token::Moves, [Along(way), Token::JustBehind(pieces), ..]) => {
                (Path::JustBehind(along(*way), *pieces), 2)
            }
            (Token::Moves, [Along(way), Token::TakesBeyondOne, ..]) => (Path::BeyondOne(along(*way)), 2),
            (Token::Leaps, [Like(Model::Knight), ..]) => (Path::Leap(oblique(&[2], &[1])), 1),
            (
                Token::Leaps,
                [Count(far), Along(Way::Orthogonal), And, Count(aside), Token::AtARightAngle, ..],
            ) => (Path::Leap(oblique(far, aside)), 5),
            (Token::Leaps, [Count(far), Along(way), ..]) => (Path::Leap(straight(*way, far)), 2),
            (Token::Leaps, [Count([far]), Token::Forward, And, Count(aside), Token::ToTheSide, ..]) => {
                (Path::Leap(to_both_sides(*far, aside)), 5)
            }
            (Token::Leaps, [Count([far]), Token::Back, And, Count(aside), Token::ToTheSide, ..]) => {
                (Path::Leap(to_both_sides(-far, aside)), 5)
            }
            (Token::Leaps, [Count([far]), Token::DiagonallyBack, ..]) => {
                (Path::Leap(to_both_sides(-far, &[*far])), 2)
            }
            (Token::Rides, [Like(Model::Knight), ..]) => (Path::Ride(oblique(&[2], &[1])), 1),
            (Token::Rides, [Count(far), Along(way), ..]) => (Path::Ride(straight(*way, far)), 2),
            (verb, rest) => return Err(format!("{verb:?} how: {:?}", &rest[..rest.len().min(4)])),
        };
        self.rest = &self.rest[taken..];
        Ok(path)
    }

    /// Whether what was said fits together.
    fn finish(mut self) -> Result<Help, String> {
        if self.to_capture {
            self.close(Purpose::Capturing)?;
        }
        let help = self.help;
        let leaps = help.any_path(|path| matches!(path, Path::Leap(_) | Path::Ride(_)));
        let rides = help.any_path(|path| matches!(path, Path::Ride(_)));
        let hops = help.any_path(|path| matches!(path, Path::JustBehind(..) | Path::BeyondOne(_)));
        let circles = help.any_path(|path| matches!(path, Path::Circle));
        let takes = help.ways.iter().any(|(_, purpose)| *purpose != Purpose::Moving);
        let faults = [
            (!self.open.is_empty(), "does not say how it captures"),
            (leaps != help.says(Token::OverPieces), "leaps, and over what"),
            (rides != help.says(Token::InTheSameDirection), "rides, and in which directions"),
            (rides != help.says(Token::LandsOnEmptySquares), "rides, and over which squares"),
            (help.says(Token::CannotLeap) && (leaps || hops), "leaps and cannot leap"),
            (help.says(Token::NeedsThosePieces) && !hops, "needs which pieces"),
            (help.says(Token::DoesBoth) != help.says(Token::FirstPartEndsEmpty), "both, and in between"),
            (circles != help.says(Token::NeedsANeighbour), "circles round what"),
            (help.says(Token::NeverCaptures) && takes, "captures and never captures"),
            (help.says(Token::Compulsory) && help.powers.is_empty(), "what is compulsory"),
        ];
        match faults.into_iter().find(|(is_so, _)| *is_so) {
            Some((_, fault)) => Err(fault.to_owned()),
            None => Ok(help),
        }
    }
}
