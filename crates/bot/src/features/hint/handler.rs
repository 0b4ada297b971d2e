//! Handles `/hint`: the hint is counted in the record at once, and computed afterwards from the
//! player's information set. The same position gets the same hint. Not here: threads
//! (`engine_pool`), and the job (`job`).

use adoube_engine::{Engine, SearchReport, SearchScore, StrengthLevel, schachen};
use adoube_rules::{Game, InformationSet, Move, notation};

use crate::{
    Audience, Reply,
    core::{
        event::{EngineQuestion, EngineQuestionKind},
        game::{GameEvent, GameRecord, last_move},
        notice::{BoardEvent, BoardNotice, ComputerRefusal, GameRefusal, HintNotice, HintOutlook},
        records::Repository,
    },
    gameplay::{HandlerRequest, HandlerResult, repetition_history::GameWithHistory},
};

/// Upper limit of moves in the continuation.
const FOLLOWING: usize = 4;
/// Scores from which a side is better, and winning, in hundredths of a Pawn.
const BETTER: i32 = 70;
const WINNING: i32 = 350;

impl HandlerRequest<'_> {
    /// Records a hint for the sender, if they may have one, and requests its search.
    pub(crate) fn hint(&mut self) -> HandlerResult {
        let (_, side, _) = self.require_turn()?;
        if !self.context.engine.settings.enabled {
            return Err(GameRefusal::from(ComputerRefusal::NoHints).into());
        }
        let overheard = match self.incoming.audience {
            Audience::SenderOnly | Audience::TextVisible => None,
            Audience::TextAndReplyVisible => Some(ComputerRefusal::HintOverheard),
            Audience::Public => Some(ComputerRefusal::HintCommandOverheard),
        };
        if let Some(refusal) = overheard {
            return Err(GameRefusal::from(refusal).into());
        }
        let Some(record) = &mut self.draft.channel.game else { return Err(GameRefusal::NoGame.into()) };
        let about = EngineQuestionKind::Hint { board_revision: record.board_revision };
        let question =
            EngineQuestion { channel: record.channel.clone(), by: None, game: record.id.clone(), about };
        if record.count_hint(side) {
            let ply = record.plies;
            self.draft.log(GameEvent::HintTaken { by: side, ply })?;
        }
        Ok(Reply::EngineQuestion(Box::new(question)))
    }
}

/// A hint to compute.
pub(crate) struct HintTask {
    /// The game as the side may know it.
    known: HintInput,
    /// The moves that touches leave; `None` for all legal moves.
    among: Option<Vec<Move>>,
    seed: u64,
}

/// What a side may know of a game.
enum HintInput {
    /// The whole game.
    Whole(GameWithHistory),
    /// The information set in a game with cards.
    Seen(InformationSet),
}

impl HintTask {
    /// The hint for the side to move in a running game; `None` if there is no legal move.
    pub(crate) async fn of(ledger: &Repository, record: &GameRecord) -> HandlerResult<Option<Self>> {
        let played = GameWithHistory::of(ledger, record).await?;
        let among = bound(record, &played.game);
        let is_over = played.game.outcome().is_some();
        let known = if record.variant.has_cards() {
            played.game.information_set().map(HintInput::Seen)
        } else {
            Some(HintInput::Whole(played))
        };
        // The seed depends on game and ply alone: hints asked again at one ply search the same
        // determinizations.
        let seed = record.id.to_string().bytes().fold(u64::from(record.plies), |seed, byte| {
            (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Ok(known.filter(|_| !is_over).map(|known| Self { known, among, seed }))
    }

    /// The cache key: the same for the same position with the same moves left.
    pub(crate) fn asked(&self, record: &GameRecord) -> String {
        let left = self.among.iter().flatten().map(|made| format!(" {made}"));
        format!("{} {}{}", record.id, record.open_text(), left.collect::<String>())
    }

    /// Searches the best move.
    pub(crate) fn think(&self, engine: &mut Engine, go_on: &mut dyn FnMut() -> bool) -> Option<SearchReport> {
        match (&self.known, &self.among) {
            (HintInput::Whole(played), among) => {
                let (course, limits) = (played.course()?, StrengthLevel::BEST.board_limits(self.seed));
                match among {
                    Some(among) => engine.search_among(&course, among, limits, go_on),
                    None => engine.search(&course, limits, go_on, &mut |_| ()),
                }
            }
            (HintInput::Seen(seen), among) => {
                let limits = StrengthLevel::BEST.grid_limits(self.seed);
                match among {
                    Some(among) => schachen::search_among(seen, among, limits, go_on),
                    None => schachen::search(seen, limits, go_on),
                }
            }
        }
    }

    /// The notice for the player; `None` if the result is not a legal move.
    pub(crate) fn notice(&self, record: &GameRecord, found: &SearchReport) -> Option<HintNotice> {
        let position = match &self.known {
            HintInput::Whole(played) => played.game.position(),
            HintInput::Seen(seen) => seen.view().position(),
        };
        let best = found.pv.first()?;
        let mut game = Game::new(position.clone());
        let made = last_move::make_in(&mut game, best).ok()?;
        let could_drop = best.drop.is_none() && !position.drops_after(best).is_empty();
        Some(HintNotice {
            board: Box::new(BoardNotice::of(record, BoardEvent::Shown)),
            made,
            keeps_cards: could_drop,
            outlook: outlook(found.score),
            line: following(game, &found.pv),
        })
    }
}

/// The moves left by touches or by a pending move that is final; `None` for all legal moves.
fn bound(record: &GameRecord, game: &Game) -> Option<Vec<Move>> {
    if !record.touch_move {
        return None;
    }
    let left = record.moves_left(game);
    match record.begun {
        Some(begun) => Some(vec![begun.pending_move()]),
        None => (left.len() < game.position().moves_without_drops().len()).then_some(left),
    }
}

fn outlook(score: SearchScore) -> HintOutlook {
    match score {
        SearchScore::Mate(moves) if moves > 0 => HintOutlook::Mates(moves.unsigned_abs()),
        SearchScore::Mate(moves) => HintOutlook::IsMated(moves.unsigned_abs().max(1)),
        SearchScore::Centipawns(hundredths) if hundredths >= WINNING => HintOutlook::Winning,
        SearchScore::Centipawns(hundredths) if hundredths >= BETTER => HintOutlook::Better,
        SearchScore::Centipawns(hundredths) if hundredths <= -WINNING => HintOutlook::Losing,
        SearchScore::Centipawns(hundredths) if hundredths <= -BETTER => HintOutlook::Worse,
        SearchScore::Centipawns(_) => HintOutlook::Even,
    }
}

/// The continuation after the first move of a line, in standard notation.
fn following(mut game: Game, line: &[Move]) -> Vec<String> {
    let mut sans = Vec::new();
    for made in line.iter().skip(1).take(FOLLOWING) {
        let san = notation::san(game.position(), made);
        if game.play(made).is_err() {
            break;
        }
        sans.push(san);
    }
    sans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_game_stands_has_its_limits() {
        for (score, told) in [
            (SearchScore::Mate(2), HintOutlook::Mates(2)),
            (SearchScore::Mate(1), HintOutlook::Mates(1)),
            (SearchScore::Mate(0), HintOutlook::IsMated(1)),
            (SearchScore::Mate(-3), HintOutlook::IsMated(3)),
            (SearchScore::Centipawns(351), HintOutlook::Winning),
            (SearchScore::Centipawns(350), HintOutlook::Winning),
            (SearchScore::Centipawns(349), HintOutlook::Better),
            (SearchScore::Centipawns(70), HintOutlook::Better),
            (SearchScore::Centipawns(69), HintOutlook::Even),
            (SearchScore::Centipawns(0), HintOutlook::Even),
            (SearchScore::Centipawns(-69), HintOutlook::Even),
            (SearchScore::Centipawns(-70), HintOutlook::Worse),
            (SearchScore::Centipawns(-349), HintOutlook::Worse),
            (SearchScore::Centipawns(-350), HintOutlook::Losing),
        ] {
            assert_eq!(outlook(score), told, "{score:?}");
        }
    }
}
