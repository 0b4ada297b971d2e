//! Analyses finished games by the engine (`/analyse`): the evaluation of each position and the
//! better move. In games with cards each turn is judged by the information set of its player. Not
//! here: threads (`engine_pool`), and scheduling (`job`).

use adoube_engine::{Engine, GameLine, SearchReport, SearchScore, StrengthLevel, schachen};
use adoube_rules::{Game, GameResult, InformationSet, Move, Side, notation};

use crate::{
    Reply,
    core::{
        event::{EngineQuestion, EngineQuestionKind},
        game::{GameAnalysis, GameId, GameRecord, GameVerdict, PlyAnalysis},
        notice::{ComputerRefusal, GameRefusal, ReplayPly, SetupRefusal},
        records::RepositoryError,
    },
    gameplay::{HandlerRequest, HandlerResult},
};

/// Upper limit of plies of an analysed game.
const MOST_PLIES: usize = 400;
/// Level of an analysis; lower with cards, where two searches each cover several determinizations.
const LEVEL: u8 = 9;
const LEVEL_WITH_CARDS: u8 = 7;
/// Upper limit of moves of a better line.
const BETTER: usize = 4;

impl HandlerRequest<'_> {
    /// Requests the analysis of a finished game.
    pub(crate) async fn analyse(&self, id: Option<&GameId>) -> HandlerResult {
        let record = self.named_game(id).await?;
        check(&record, self.context.engine.settings.enabled)?;
        let (channel, by) = (self.incoming.channel.clone(), Some(self.incoming.person.id.clone()));
        Ok(Reply::EngineQuestion(Box::new(EngineQuestion {
            channel,
            by,
            game: record.id,
            about: EngineQuestionKind::Analysis,
        })))
    }
}

fn check(record: &GameRecord, is_on: bool) -> HandlerResult<()> {
    let refused = |refusal: ComputerRefusal| Err(GameRefusal::from(refusal).into());
    if record.is_running() {
        return refused(ComputerRefusal::StillRunning);
    }
    if !is_on {
        return refused(ComputerRefusal::NoAnalyses);
    }
    if record.choosing.is_some() {
        return Err(SetupRefusal::NoPosition.into());
    }
    match record.plies as usize {
        0 => refused(ComputerRefusal::Unplayed),
        plies if plies > MOST_PLIES => refused(ComputerRefusal::LongGame { most: MOST_PLIES }),
        _ => Ok(()),
    }
}

/// An analysis in progress: the positions of a game in order.
pub(crate) struct AnalysisPlan {
    moves: Vec<ReplayPly>,
    /// The game before the first move that is not analysed.
    game: Game,
    /// The game in the engine's form; `None` with cards.
    course: Option<GameLine>,
    analysis: GameAnalysis,
    /// Whether no position is left.
    is_over: bool,
}

/// A position to analyse.
pub(crate) struct AnalysisPosition {
    known: AnalysisInput,
    seed: u64,
}

/// Input of a search.
enum AnalysisInput {
    Course(Box<GameLine>),
    /// The information set of the player, with the turn they made.
    Seen(Box<InformationSet>, Move),
}

/// Result of an analysed position, for the side to move.
pub(crate) struct PositionAssessment {
    best: SearchReport,
    /// Score of the turn that was made, if it was searched separately.
    made: Option<SearchScore>,
}

impl AnalysisPosition {
    /// Searches the position; `None` if the side to move has no move.
    pub(crate) fn think(
        &self,
        engine: &mut Engine,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<PositionAssessment> {
        match &self.known {
            AnalysisInput::Course(course) => {
                let limits = level(LEVEL).board_limits(self.seed);
                let best = engine.search(course, limits, go_on, &mut |_| ())?;
                Some(PositionAssessment { best, made: None })
            }
            AnalysisInput::Seen(seen, made) => {
                let limits = level(LEVEL_WITH_CARDS).grid_limits(self.seed);
                let best = schachen::search(seen, limits, go_on)?;
                let among = schachen::search_among(seen, &[*made], limits, go_on);
                Some(PositionAssessment { best, made: among.map(|report| report.score) })
            }
        }
    }
}

fn level(number: u8) -> StrengthLevel {
    StrengthLevel::new(number).unwrap_or(StrengthLevel::BEST)
}

impl AnalysisPlan {
    /// Begins the analysis of a finished game.
    pub(crate) fn of(record: &GameRecord, moves: Vec<ReplayPly>) -> Result<Self, RepositoryError> {
        let start = record.first_position().map_err(|_| broken())?;
        let course = GameLine::new(&start);
        let game = Game::new(start);
        let is_over = game.outcome().is_some();
        Ok(Self { moves, game, course, analysis: GameAnalysis::default(), is_over })
    }

    /// Number of moves.
    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Number of analysed moves.
    pub(crate) fn done(&self) -> usize {
        self.analysis.plies.len()
    }

    /// The next position to analyse; `None` after the last.
    pub(crate) fn next(&self) -> Result<Option<AnalysisPosition>, RepositoryError> {
        if self.is_over {
            return Ok(None);
        }
        let known = match &self.course {
            Some(course) => AnalysisInput::Course(Box::new(course.clone())),
            None => match (self.game.information_set(), self.played_move()?) {
                (Some(seen), Some(made)) => AnalysisInput::Seen(Box::new(seen), made),
                _ => return Ok(None),
            },
        };
        Ok(Some(AnalysisPosition { known, seed: self.done() as u64 }))
    }

    /// The move that was made in the next position.
    fn played_move(&self) -> Result<Option<Move>, RepositoryError> {
        let Some(ply) = self.moves.get(self.done()) else { return Ok(None) };
        notation::parse_lan(self.game.position(), &ply.lan).map(Some).map_err(|_| broken())
    }

    /// Adds a result and advances to the next position.
    pub(crate) fn note(&mut self, judged: &PositionAssessment) -> Result<(), RepositoryError> {
        let side = self.game.position().side_to_move();
        let could = verdict(judged.best.score, side);
        if self.course.is_some() {
            self.stands(could);
        } else if self.done() == 0 {
            self.analysis.start = could;
        }
        let Some(made) = self.played_move()? else {
            self.is_over = true;
            return Ok(());
        };
        let better =
            if judged.best.pv.first() == Some(&made) { Vec::new() } else { self.sans(&judged.best.pv) };
        let did = judged.made.map_or(could, |score| verdict(score, side));
        let san = self.moves.get(self.done()).map(|ply| ply.san.clone()).unwrap_or_default();
        self.game.play(&made).map_err(|_| broken())?;
        if let Some(course) = &mut self.course
            && !course.play(&made)
        {
            return Err(broken());
        }
        self.analysis.plies.push(PlyAnalysis { by: side, san, could, better, did });
        if let Some(outcome) = self.game.outcome() {
            self.is_over = true;
            self.stands(match outcome.result {
                GameResult::WhiteWins => GameVerdict::Mates(Side::White, 0),
                GameResult::BlackWins => GameVerdict::Mates(Side::Black, 0),
                GameResult::Draw => GameVerdict::Pawns(0),
            });
        } else if self.course.is_none() && self.done() == self.moves.len() {
            self.is_over = true;
        }
        Ok(())
    }

    /// Sets the verdict after the last analysed move.
    fn stands(&mut self, verdict: GameVerdict) {
        match self.analysis.plies.last_mut() {
            Some(ply) => ply.did = verdict,
            None => self.analysis.start = verdict,
        }
    }

    /// A line from the next position, in standard notation.
    fn sans(&self, line: &[Move]) -> Vec<String> {
        let mut game = Game::new(self.game.position().clone());
        let mut sans = Vec::new();
        for made in line.iter().take(BETTER) {
            let san = notation::san(game.position(), made);
            if game.play(made).is_err() {
                break;
            }
            sans.push(san);
        }
        sans
    }

    /// The finished analysis.
    pub(crate) fn into_analysis(self) -> GameAnalysis {
        self.analysis
    }
}

/// The error is logged, so it says nothing about positions.
fn broken() -> RepositoryError {
    RepositoryError::Panicked("a game that is looked at".to_owned())
}

/// Converts a score of the side to move to a verdict.
fn verdict(score: SearchScore, side: Side) -> GameVerdict {
    match (score, side) {
        (SearchScore::Centipawns(hundredths), Side::White) => GameVerdict::Pawns(hundredths),
        (SearchScore::Centipawns(hundredths), Side::Black) => GameVerdict::Pawns(-hundredths),
        (SearchScore::Mate(moves), side) if moves > 0 => GameVerdict::Mates(side, moves.unsigned_abs()),
        (SearchScore::Mate(moves), side) => GameVerdict::Mates(side.other(), moves.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_the_side_to_move_is_told_as_everybody_reads_it() {
        let (white, black) = (Side::White, Side::Black);
        for (score, to_move, told) in [
            (SearchScore::Centipawns(30), white, GameVerdict::Pawns(30)),
            (SearchScore::Centipawns(30), black, GameVerdict::Pawns(-30)),
            (SearchScore::Mate(2), white, GameVerdict::Mates(white, 2)),
            (SearchScore::Mate(2), black, GameVerdict::Mates(black, 2)),
            (SearchScore::Mate(-2), white, GameVerdict::Mates(black, 2)),
            (SearchScore::Mate(0), black, GameVerdict::Mates(white, 0)),
        ] {
            assert_eq!(verdict(score, to_move), told, "{score:?} {to_move}");
        }
    }
}
