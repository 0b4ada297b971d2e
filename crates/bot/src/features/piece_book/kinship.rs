//! Finds related pieces by their moves and captures from a few squares of an empty board: pieces
//! that reach the same squares, part of them, or more; also which pieces stay on squares of one
//! colour. Pieces whose moves depend on other pieces are left out. Not here: the text (`words`).

use adoube_rules::{PieceDemo, PieceType, Square};

/// The squares asked about: a corner, near it, the Pawns' rank, and the middle, of both colours.
const ASKED: [Square; 6] = [
    Square::new(0, 1),
    Square::new(1, 2),
    Square::new(4, 3),
    Square::new(4, 5),
    Square::new(5, 5),
    Square::new(9, 10),
];
/// The type of enemy imagined on an empty square.
const VICTIM: &str = "wazir";
/// Maximum of named pieces.
const NAMED: usize = 12;

/// Where a piece moves and captures, by square asked about.
#[derive(Debug, PartialEq, Eq)]
struct PieceReach {
    moves: Vec<Vec<Square>>,
    captures: Vec<Vec<Square>>,
}

/// The reach of every piece on an empty board.
#[derive(Debug)]
pub(super) struct PieceKinship(Vec<Option<PieceReach>>);

impl PieceKinship {
    /// Computes the reaches from the rules.
    pub(super) fn found() -> Self {
        let empty = PieceDemo::new([]);
        Self(PieceType::all().map(|kind| PieceReach::of(kind, &empty)).collect())
    }

    fn of(&self, kind: PieceType) -> Option<&PieceReach> {
        self.0.get(kind.index())?.as_ref()
    }

    fn others(&self, kind: PieceType) -> impl Iterator<Item = (PieceType, &PieceReach)> {
        let all = PieceType::all().filter(move |other| *other != kind);
        all.filter_map(|other| Some((other, self.of(other)?)))
    }

    /// Pieces with the same reach on an empty board.
    pub(super) fn twins(&self, kind: PieceType) -> Vec<PieceType> {
        let Some(own) = self.of(kind) else { return Vec::new() };
        self.others(kind).filter(|(_, other)| *other == own).map(|(other, _)| other).collect()
    }

    /// Pieces whose reach is part of this piece's; only the largest ones.
    pub(super) fn contained(&self, kind: PieceType) -> Vec<PieceType> {
        let Some(own) = self.of(kind) else { return Vec::new() };
        let smaller: Vec<_> = self.others(kind).filter(|(_, other)| own.exceeds(other)).collect();
        let largest =
            |(_, one): &&(PieceType, &PieceReach)| !smaller.iter().any(|(_, other)| other.exceeds(one));
        smaller.iter().filter(largest).map(|(kind, _)| *kind).take(NAMED).collect()
    }

    /// Pieces whose reach contains this piece's; only the smallest ones.
    pub(super) fn containing(&self, kind: PieceType) -> Vec<PieceType> {
        let Some(own) = self.of(kind) else { return Vec::new() };
        let larger: Vec<_> = self.others(kind).filter(|(_, other)| other.exceeds(own)).collect();
        let smallest =
            |(_, one): &&(PieceType, &PieceReach)| !larger.iter().any(|(_, other)| one.exceeds(other));
        larger.iter().filter(smallest).map(|(kind, _)| *kind).take(NAMED).collect()
    }

    /// Whether a piece stays on squares of one colour.
    pub(super) fn is_of_one_colour(&self, kind: PieceType) -> bool {
        let dark = |square: Square| (square.file + square.rank).rem_euclid(2);
        self.of(kind).is_some_and(|own| {
            let reached = own.moves.iter().zip(&own.captures).zip(ASKED);
            let mut pairs =
                reached.flat_map(|((to, on), from)| to.iter().chain(on).map(move |reached| (from, *reached)));
            pairs.all(|(from, reached)| dark(from) == dark(reached))
        })
    }
}

impl PieceReach {
    /// The reach of a piece; `None` for pieces that need others, or act on them.
    fn of(kind: PieceType, empty: &PieceDemo) -> Option<Self> {
        if super::trial::needs_others(kind) {
            return None;
        }
        let victim = PieceType::from_key(VICTIM)?;
        let moves =
            |from: Square| empty.moves(kind, from).map(|deeds| deeds.iter().map(|deed| deed.to).collect());
        let captures = |from: Square| empty.captures(kind, from, victim).map(sorted);
        let [moves, captures] = [
            ASKED.into_iter().map(moves).collect::<Option<Vec<Vec<Square>>>>()?,
            ASKED.into_iter().map(captures).collect::<Option<_>>()?,
        ];
        Some(Self { moves, captures })
    }

    /// Whether this reach contains the other one and more.
    fn exceeds(&self, other: &Self) -> bool {
        let all = |own: &[Vec<Square>], others: &[Vec<Square>]| {
            own.iter().zip(others).all(|(own, others)| others.iter().all(|square| own.contains(square)))
        };
        self != other && all(&self.moves, &other.moves) && all(&self.captures, &other.captures)
    }
}

fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_unstable();
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(kinds: &[PieceType]) -> String {
        kinds.iter().map(|kind| kind.code()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn compounds_contain_their_parts() {
        let kinship = PieceKinship::found();
        let kind = |code: &str| PieceType::from_code(code).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(codes(&kinship.contained(kind("AM"))), "Q C M MG");
        assert_eq!(codes(&kinship.contained(kind("C"))), "B NF", "the Knight is in the Knight with a Ferz");
        assert_eq!(codes(&kinship.contained(kind("WA"))), "");
        assert_eq!(codes(&kinship.twins(kind("K"))), "GD");
        assert_eq!(codes(&kinship.twins(kind("RH"))), "NW");
        assert_eq!(codes(&kinship.contained(kind("GR"))), "", "it needs others");
        assert!(kinship.containing(kind("N")).contains(&kind("NR")));
        assert!(!kinship.containing(kind("N")).contains(&kind("AM")), "a Cardinal stands between them");
    }

    #[test]
    fn some_keep_to_one_colour() {
        let kinship = PieceKinship::found();
        let bound: Vec<PieceType> = PieceType::all().filter(|kind| kinship.is_of_one_colour(*kind)).collect();
        assert_eq!(codes(&bound), "B FE EL ME DA DR KI AL BA CA CF SH TE");
    }
}
