//! Deletes old data of the fake Discord in tests that last long, so that they measure the bot's
//! memory and not its own. Not here: how much is kept; everything unless a test says otherwise.

use super::State;

impl State {
    /// Forgets what is older than the newest messages, requests and events that are kept, now and then.
    pub fn forget_old(&mut self) {
        let Some(most) = self.keeps.filter(|most| self.requests.len() > 2 * most) else { return };
        forget_first(&mut self.requests, most);
        let had = self.messages.len();
        forget_first(&mut self.messages, most);
        if let Some(oldest) = self.messages.first().map(|message| message.id).filter(|_| had > most) {
            self.interactions.retain(|_, interaction| interaction.id >= oldest);
        }
        self.sessions.values_mut().for_each(|session| session.forget(most));
    }
}

fn forget_first<T>(all: &mut Vec<T>, most: usize) {
    let old = all.len().saturating_sub(most);
    all.drain(..old);
}
