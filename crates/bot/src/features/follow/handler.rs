//! Handles `/follow` and `/unfollow`: changes the followers of a game, who are notified of its end.
//! Not here: the notification (`features::board`).

use crate::{
    Notice,
    core::{game::FOLLOWERS, notice::GameRefusal},
    gameplay::{HandlerRequest, HandlerResult, private_reply},
};

impl HandlerRequest<'_> {
    /// Adds or removes the sender as a follower of the channel's game.
    pub(crate) fn follow(&mut self, follow: bool) -> HandlerResult {
        let me = &self.incoming.person.id;
        let record = self.draft.channel.game.as_mut().ok_or(GameRefusal::NoGame)?;
        if record.seats.side_of(me).is_some() {
            return Err(GameRefusal::OwnGame.into());
        }
        let follows = record.followers.contains(me);
        if follow && !follows {
            if record.followers.len() >= FOLLOWERS {
                return Err(GameRefusal::ManyFollowers { most: FOLLOWERS }.into());
            }
            record.followers.push(me.clone());
        } else if !follow {
            record.followers.retain(|follower| follower != me);
        }
        let notice =
            Notice::FollowChanged { game: record.id.clone(), seats: record.seats.clone(), follows: follow };
        if follow != follows {
            self.draft.mark_changed();
        }
        Ok(private_reply(notice))
    }
}
