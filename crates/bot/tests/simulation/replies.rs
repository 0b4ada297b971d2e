//! Checks of the simulation that a reply fits the stored state: what was answered as done is
//! stored, and what is stored was done. Not here: what the store must hold then (`programs`,
//! `causes`).

use adoube_bot::{Audience, ChatEvent, Decision, Reply};

use super::{World, causes, is_one_of, is_trouble};
use crate::support::{faulty_store::Faults, record_check, record_check::Rows};

impl World {
    pub async fn check_reply(&mut self, happened: (ChatEvent, Decision), faults: Faults, rows: [&Rows; 2]) {
        let (incoming, reply) = (&happened.0, &happened.1.reply);
        let answered = self.programs.has_done(&incoming.event).await;
        if let Reply::Private(notice) | Reply::Replace(notice) = reply {
            let is_public = incoming.audience == Audience::TextAndReplyVisible;
            // That a set-up is given up tells nothing of it.
            let is_secret = notice.is_confidential() && !is_one_of(notice, &["panel_closed"]);
            assert!(!is_public || !is_secret, "for everybody: {incoming:?} {notice:?}");
            self.read(notice, incoming);
        }
        match reply {
            _ if is_trouble(reply) => {
                assert!(faults == Faults::On, "trouble without a fault: {incoming:?}");
                self.tally.note("troubled", 1);
                // The platform sends it again, sooner or later.
                self.waiting.push(happened.0);
                return;
            }
            Reply::Public => {
                assert!(answered, "posted, but not kept: {incoming:?}");
                self.tally.note("posted", 1);
                self.tally.note("read along", usize::from(incoming.audience != Audience::SenderOnly));
                causes::check_acknowledged(incoming, rows[1]);
            }
            Reply::Replace(_) => self.tally.note("updated", 1),
            Reply::EngineQuestion(_) => self.tally.note("thoughts", 1),
            // Of a set-up only its owner is told until it is a challenge.
            Reply::Private(notice) if answered && is_one_of(notice, &["panel", "panel_closed"]) => {
                self.tally.note("panels", 1);
            }
            // A move that waits for a drop is its player's secret.
            Reply::Private(notice) if answered && is_one_of(notice, &["hand"]) => self.tally.note("begun", 1),
            // Whoever watches is noted among the followers, and nobody else hears of it.
            Reply::Private(notice) if answered && is_one_of(notice, &["following"]) => {}
            // A move that touch-move forbids is answered in private and has touched something.
            Reply::Private(notice) if answered && is_one_of(notice, &["bound"]) => {
                self.tally.note("tried", 1);
            }
            // It was refused before something else happened, and done when it was told again.
            Reply::Private(_) if answered && self.told_at_once.contains(&incoming.event) => return,
            Reply::Private(_) if answered => {
                let touches =
                    rows.into_iter().filter_map(|rows| record_check::running(rows, &incoming.channel.0));
                let touch_move = touches.into_iter().any(|game| game["touch_move"] == true);
                assert!(touch_move, "a private answer was kept: {incoming:?} {reply:?}");
                self.tally.note("tried", 1);
            }
            Reply::Private(_) | Reply::SelfTest(_) | Reply::Ignored => {
                assert!(!answered, "what was not meant for the bot was kept: {incoming:?} {reply:?}");
                self.tally.note("private", 1);
            }
        }
        if answered {
            self.acted.push(happened);
        }
    }
}
