//! In which of their games somebody is to move, and how long they may think. Only their own running games are read. Not
//! here: other lists of games (`showing`).

use super::{Decided, Flow, private};
use crate::{
    Notice,
    game::Stretch,
    notice::{DueGame, DueNotice},
};

/// Games that are listed.
const LISTED: usize = 20;
/// The newest games of a person, among which those that run mostly are.
const LOOKED_THROUGH: usize = 20;

impl Flow<'_> {
    pub(super) async fn list_due(&self) -> Decided {
        let (ledger, me) = (&self.context.ledger, &self.incoming.person.id);
        let newest = ledger.games_of(me, LOOKED_THROUGH).await?;
        let mut games = Vec::new();
        for record in ledger.with_running_of(me, newest).await? {
            let Some(side) = record.seats.side_of(me).filter(|side| record.to_move() == Some(*side)) else {
                continue;
            };
            let deadline = match &record.clock {
                Some(clock) => Some(clock.deadline(&ledger.still_in(&record.channel, &record).await?)),
                None => None,
            };
            // Where the clock stands still it is more urgent than where there is none; then the oldest is.
            let urgency = (deadline.is_none(), deadline, record.changed_at);
            let known = deadline.filter(|deadline| *deadline != Stretch::OPEN);
            games.push((urgency, DueGame::of(&record, side, known)));
        }
        games.sort_by_key(|(urgency, _)| *urgency);
        let more = games.len().saturating_sub(LISTED);
        let games = games.into_iter().take(LISTED).map(|(_, game)| game).collect();
        let (here, said_at) = (self.incoming.channel.clone(), self.draft.now());
        Ok(private(Notice::Due(Box::new(DueNotice { here, games, more, said_at }))))
    }
}
