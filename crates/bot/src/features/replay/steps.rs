//! Handles the buttons that step through a game on one board. A step shows public information:
//! hidden cards stay hidden until the game has ended. Not here: the whole game at once (`handler`).

use adoube_rules::{Position, PositionViewer, notation};

use crate::{
    Notice,
    core::{
        command::ReplayPosition,
        game::{CapturedPieces, GameId, GameRecord, LastMove, last_move::effects_of},
        notice::{BoardEvent, BoardNotice, GameRefusal, ReplayPly, ReplayStepNotice, SetupRefusal},
        records::RepositoryError,
    },
    features::replay::handler::RECORD_LIMIT,
    gameplay::{HandlerRequest, HandlerResult},
};

impl HandlerRequest<'_> {
    /// The game as it stood at a position.
    pub(crate) async fn at_step(&self, id: Option<&GameId>, step: ReplayPosition) -> HandlerResult<Notice> {
        let record = self.named_game(id).await?;
        if record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        let plies = self.moves_on_board(&record.id).await?;
        if plies.is_empty() {
            return Err(GameRefusal::NothingToReplay.into());
        }
        if plies.iter().map(|ply| ply.lan.len() + ply.san.len()).sum::<usize>() > RECORD_LIMIT {
            return Err(GameRefusal::LongRecord.into());
        }
        // Moves may have been taken back since the button was shown.
        let ply = match step {
            ReplayPosition::First => 0,
            ReplayPosition::Ply(ply) => plies.len().min(ply as usize),
            ReplayPosition::Last => plies.len(),
        };
        let board = Box::new(board_after(&record, plies.get(..ply).unwrap_or(&plies), ply == plies.len())?);
        let (ply, plies) = (ply as u32, plies.len() as u32);
        Ok(Notice::Step(Box::new(ReplayStepNotice { board, ply, plies, is_open: !record.is_running() })))
    }
}

/// The board of a game after these moves.
fn board_after(record: &GameRecord, moves: &[ReplayPly], is_last: bool) -> HandlerResult<BoardNotice> {
    let broken = |reason: String| RepositoryError::Unreadable {
        table: adoube_store::Table::Event,
        key: record.id.to_string(),
        // The error may quote a position, and it is logged.
        reason: if record.variant.has_cards() { "its moves are no game".to_owned() } else { reason },
    };
    let mut position = record.first_position().map_err(|error| broken(error.to_string()))?;
    let (mut taken, mut last) = (CapturedPieces::default(), None);
    for ply in moves {
        let chosen = notation::parse_lan(&position, &ply.lan).map_err(|error| broken(error.to_string()))?;
        let done = effects_of(&position, &chosen);
        taken.note(&done.captured);
        position = position.apply(&chosen);
        last = Some(LastMove { san: ply.san.clone(), ..done });
    }
    let ending = record.ending.clone().filter(|_| is_last);
    if let Some(last) = &mut last {
        // The end of the game announces mate.
        last.check = position.in_check() && ending.is_none();
    }
    Ok(BoardNotice {
        position: shown(record, &position),
        last,
        taken,
        offer: None,
        touches: None,
        followers: Vec::new(),
        ending,
        ..BoardNotice::of(record, BoardEvent::Shown)
    })
}

/// The public text of a position.
fn shown(record: &GameRecord, position: &Position) -> String {
    if record.is_running() {
        position.view(PositionViewer::Spectator).to_string()
    } else {
        position.full_text()
    }
}
