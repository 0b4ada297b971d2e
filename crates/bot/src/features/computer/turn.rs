//! Decides the computer's action in a game by a search: a move, a piece selection, an answer to an
//! offer, a claim or resignation. The action depends on the game alone, so a repeated turn has the
//! same result. Not here: applying it (`turn_end`), when the computer is to act
//! (`computer_runner`), threads (`engine_pool`), and the search itself (`adoube-engine`).

use adoube_engine::{Engine, SearchLimits, SearchReport, SearchScore, StrengthLevel, schachen};
use adoube_rules::{Game, InformationSet, Move, PieceType, PositionViewer, Side, Variant};

use crate::{
    core::{
        game::{EndReason, GameId, GameRecord, Offer, OfferKind},
        records::Repository,
    },
    gameplay::{HandlerResult, repetition_history::GameWithHistory},
};

/// Levels below this one accept a draw even if they are slightly better.
const KNOWS_DRAWS: u8 = 3;
/// The bound of "slightly better", in hundredths of a Pawn.
const A_LITTLE: i32 = 100;
/// Lowest level that resigns.
const RESIGNS: u8 = 8;
/// Plies before which the computer does not resign.
const RESIGNS_AFTER: u32 = 40;
/// Deficit at which the computer resigns, in hundredths of a Pawn: about a Queen and a Rook.
const HOPELESS: i32 = 1_400;
/// Number of successive search depths that must agree on the deficit.
const DEPTHS_AGREE: usize = 4;
/// Number of best pieces among which the strongest level picks.
const STRONG_PICKS: usize = 6;

/// A turn of the computer with all input of its search.
pub(crate) struct ComputerTask {
    side: Side,
    level: StrengthLevel,
    seed: u64,
    plies: u32,
    kind: ComputerTaskKind,
}

enum ComputerTaskKind {
    /// Make a move in this game.
    Move(GameWithHistory),
    /// Pick one of these pieces.
    Pick(Variant, Vec<PieceType>),
    /// Answer this offer in this game.
    Answer(OfferKind, GameWithHistory),
}

/// An action of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ComputerAction {
    /// Make this move.
    Move(Move),
    /// Pick this piece.
    Pick(PieceType),
    /// Accept the draw.
    Agree,
    /// Decline the offer.
    Decline(OfferKind),
    /// Claim a draw by the rules.
    Claim(EndReason),
    /// Resign.
    Resign,
}

impl ComputerTask {
    /// The computer's task in a game; `None` if it is not to act, or cannot play the variant.
    pub(crate) async fn of(ledger: &Repository, record: &GameRecord) -> HandlerResult<Option<Self>> {
        let Some((side, level)) = record.computer_to_act() else { return Ok(None) };
        let asked = record.offer.filter(|offer| offer.by != side);
        let kind = match (asked, record.chooser()) {
            (Some(Offer { kind, .. }), _) => {
                ComputerTaskKind::Answer(kind, GameWithHistory::of(ledger, record).await?)
            }
            (None, Some(_)) => ComputerTaskKind::Pick(record.variant, record.open_types()),
            (None, None) => ComputerTaskKind::Move(GameWithHistory::of(ledger, record).await?),
        };
        let seed = seed(&record.id, record.revision);
        Ok(Some(Self { side, level, seed, plies: record.plies, kind }))
    }

    /// The computer's action; `None` if there is no legal one. `go_on` is asked now and then
    /// whether to continue.
    pub(crate) fn think(
        self,
        engine: &mut Engine,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<ComputerAction> {
        match &self.kind {
            ComputerTaskKind::Move(played) => self.moves(played, engine, go_on),
            ComputerTaskKind::Pick(variant, open) => {
                self.picks(*variant, open, engine).map(ComputerAction::Pick)
            }
            ComputerTaskKind::Answer(OfferKind::Draw, played) => {
                let agrees = self.view(played, engine, go_on).is_none_or(|view| !self.is_better(view));
                Some(if agrees { ComputerAction::Agree } else { ComputerAction::Decline(OfferKind::Draw) })
            }
            // Takebacks and pauses are granted at once, when they are asked for.
            ComputerTaskKind::Answer(other, _) => Some(ComputerAction::Decline(*other)),
        }
    }

    fn moves(
        &self,
        played: &GameWithHistory,
        engine: &mut Engine,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<ComputerAction> {
        let mut scores = Vec::new();
        let report = self.search(played, engine, go_on, &mut |report| scores.push(report.score))?;
        if let Some(claim) = played.game.draw_claims().first()
            && !is_better(report.score, 0)
        {
            return Some(ComputerAction::Claim((*claim).into()));
        }
        let last = &scores[scores.len().saturating_sub(DEPTHS_AGREE)..];
        let is_hopeless = last.len() == DEPTHS_AGREE && last.iter().copied().all(is_hopeless);
        if is_hopeless && self.level.number() >= RESIGNS && self.plies >= RESIGNS_AFTER {
            return Some(ComputerAction::Resign);
        }
        report.pv.first().copied().map(ComputerAction::Move)
    }

    fn search(
        &self,
        played: &GameWithHistory,
        engine: &mut Engine,
        go_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        if played.game.position().variant().has_cards() {
            let seen = self.information_set(&played.game)?;
            return schachen::search(&seen, self.level.grid_limits(self.seed), go_on);
        }
        let course = played.course()?;
        let limits: SearchLimits = self.level.board_limits(self.seed);
        engine.search(&course, limits, go_on, tell)
    }

    /// The information set of the computer. If the opponent is to move, it does not contain the
    /// opponent's cards.
    fn information_set(&self, game: &Game) -> Option<InformationSet> {
        if game.position().side_to_move() == self.side {
            return game.information_set();
        }
        InformationSet::of(&game.position().view(PositionViewer::Player(self.side)))
    }

    /// The score of the game from the computer's side.
    fn view(
        &self,
        played: &GameWithHistory,
        engine: &mut Engine,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<SearchScore> {
        let found = self.search(played, engine, go_on, &mut |_| ())?.score;
        let is_own = played.game.position().side_to_move() == self.side;
        Some(match found {
            score if is_own => score,
            SearchScore::Centipawns(hundredths) => SearchScore::Centipawns(-hundredths),
            // Mate scores of the winning side are positive, so "mated in 0" becomes "mates in 1".
            SearchScore::Mate(moves) if moves > 0 => SearchScore::Mate(-moves),
            SearchScore::Mate(moves) => SearchScore::Mate(1 - moves),
        })
    }

    fn is_better(&self, score: SearchScore) -> bool {
        is_better(score, if self.level.number() < KNOWS_DRAWS { A_LITTLE } else { 0 })
    }

    /// Picks one of the best pieces at random, among fewer the higher the level.
    fn picks(&self, variant: Variant, open: &[PieceType], engine: &Engine) -> Option<PieceType> {
        let values = engine.values();
        let mut best: Vec<PieceType> = open.to_vec();
        best.sort_by_key(|kind| (std::cmp::Reverse(values.of(variant, *kind)), *kind));
        let missing = usize::from(StrengthLevel::BEST.number() - self.level.number());
        let steps = usize::from(StrengthLevel::BEST.number()) - 1;
        let fewest = STRONG_PICKS.min(best.len());
        let among = fewest + (best.len() - fewest) * missing / steps;
        best.get(self.seed as usize % among.max(1)).copied()
    }
}

/// Whether a score is above this bound, in hundredths of a Pawn.
fn is_better(score: SearchScore, by: i32) -> bool {
    match score {
        SearchScore::Centipawns(hundredths) => hundredths > by,
        SearchScore::Mate(moves) => moves > 0,
    }
}

fn is_hopeless(score: SearchScore) -> bool {
    match score {
        SearchScore::Centipawns(hundredths) => hundredths <= -HOPELESS,
        SearchScore::Mate(moves) => moves <= 0,
    }
}

/// Seed of a turn of a game: FNV-1a, mixed once more.
pub(crate) fn seed(game: &GameId, revision: u64) -> u64 {
    let text = format!("{game}:{revision}");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd) >> 7
}

#[cfg(test)]
mod tests;
