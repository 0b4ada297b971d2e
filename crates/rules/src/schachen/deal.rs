//! Starts a game of Schachen: makes the layout, and shuffles both decks of cards, whose order has a
//! text by which it can be committed to. The caller provides the entropy.

use std::fmt;
use std::str::FromStr;

use super::card_set::{CardSet, HAND};
use super::grid::UnboundedGrid;
use super::{SET, SchachenPosition};
use crate::arrays::SeededRandom;
use crate::{Piece, PieceType, Position, Side, Square};

/// Cards of a side that are shuffled: all but the King and four Pawns.
const DECK: usize = 11;
/// Pawns laid out by each side.
const LAID_OUT: usize = 4;
/// Files and ranks of the layout: `m` to `p`, White's Pawns on rank 2, Black's on rank 5.
const FIRST_FILE: i32 = 12;
const PAWN_RANKS: [i32; 2] = [2, 5];

/// The squares of the Kings behind their Pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingPlacement {
    /// Each behind the second Pawn from its owner's left, so that both players see the same
    /// picture: n1 and o6.
    #[default]
    Rotated,
    /// On the same file: n1 and n6.
    Facing,
}

/// The order in which both sides draw their cards. The top three are their first hands.
///
/// Nobody may see a deal before the game is over, and `Debug` prints nothing of it. Its text is
/// stable, so that a commitment to it (a hash of the text with a nonce) can be checked later: both
/// decks from the top, White's first, as in `QNPRRBBNPPP/PNBRQRBNPPP`.
#[derive(Clone, PartialEq, Eq)]
pub struct CardDeal {
    decks: [[PieceType; DECK]; 2],
}

/// The text is not that of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the order of two decks of eleven cards")]
pub struct DealError;

impl CardDeal {
    /// Shuffles both decks. Every order is equally likely if every entropy is.
    pub fn shuffled(entropy: [u8; 32]) -> Self {
        let mut draw = SeededRandom::from_entropy(entropy);
        Self { decks: [(); 2].map(|()| shuffled(&mut draw)) }
    }

    /// The deal of a seed, for tests and the rules protocol. A game between people needs more
    /// entropy.
    pub fn from_seed(seed: u64) -> Self {
        let mut draw = SeededRandom::new(seed);
        Self { decks: [(); 2].map(|()| shuffled(&mut draw)) }
    }

    /// The stable text. It reveals all cards.
    pub fn text(&self) -> String {
        let deck = |deck: &[PieceType; DECK]| deck.iter().map(|kind| kind.code()).collect::<String>();
        self.decks.each_ref().map(deck).join("/")
    }

    const fn deck(&self, side: Side) -> &[PieceType; DECK] {
        &self.decks[side.index()]
    }
}

fn shuffled(draw: &mut SeededRandom) -> [PieceType; DECK] {
    let mut left = sorted_deck().to_vec();
    // As many cards are drawn as there are, so that the default is never used.
    [(); DECK].map(|()| draw.take(&mut left).unwrap_or(PieceType::PAWN))
}

/// The cards of a deck in table order.
fn sorted_deck() -> [PieceType; DECK] {
    let mut deck = [PieceType::PAWN; DECK];
    let cards = SET.iter().filter(|(kind, _)| *kind != PieceType::KING).flat_map(|&(kind, count)| {
        let laid_out = if kind == PieceType::PAWN { LAID_OUT } else { 0 };
        std::iter::repeat_n(kind, count - laid_out)
    });
    deck.iter_mut().zip(cards).for_each(|(place, kind)| *place = kind);
    deck
}

impl FromStr for CardDeal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Self, DealError> {
        let (white, black) = text.split_once('/').ok_or(DealError)?;
        Ok(Self { decks: [read_deck(white)?, read_deck(black)?] })
    }
}

fn read_deck(text: &str) -> Result<[PieceType; DECK], DealError> {
    let kind = |letter: char| PieceType::from_code(letter.encode_utf8(&mut [0; 4])).ok_or(DealError);
    let deck: [PieceType; DECK] =
        text.chars().map(kind).collect::<Result<Vec<_>, _>>()?.try_into().map_err(|_| DealError)?;
    let mut sorted = deck;
    sorted.sort_unstable();
    if sorted == sorted_deck() { Ok(deck) } else { Err(DealError) }
}

impl fmt::Debug for CardDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deal")
    }
}

impl Position {
    /// The start position of Schachen with dealt cards.
    pub fn start_schachen(deal: &CardDeal, kings: KingPlacement) -> Self {
        let mut start = SchachenPosition::undealt(kings);
        for side in Side::BOTH {
            let (hand, stack) = deal.deck(side).split_at(HAND);
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            start.hands[side.index()] = CardSet::of(hand);
            start.stacks[side.index()] = CardSet::of(stack.iter().copied());
        }
        start.into()
    }
}

impl SchachenPosition {
    /// The layout, with unknown cards.
    pub(crate) fn undealt(kings: KingPlacement) -> Self {
        let mut grid = UnboundedGrid::empty();
        for side in Side::BOTH {
            let rank = PAWN_RANKS[side.index()];
            for file in FIRST_FILE..FIRST_FILE + LAID_OUT as i32 {
                grid.put(Square::new(file, rank), Piece::new(side, PieceType::PAWN));
            }
            let beside = if side == Side::Black && kings == KingPlacement::Rotated { 2 } else { 1 };
            let king = Square::new(FIRST_FILE + beside, rank - side.forward());
            grid.put(king, Piece::new(side, PieceType::KING));
        }
        Self {
            grid,
            side: Side::White,
            hands: [(); 2].map(|()| CardSet::face_down_count(HAND)),
            stacks: [(); 2].map(|()| CardSet::face_down_count(DECK - HAND)),
            taken: Default::default(),
            clock: 0,
            number: 1,
        }
    }
}
