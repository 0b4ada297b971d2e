//! What only Matrix knows about a room, for a self-test. Not here: what the service finds out by itself.

use adoube_service::{CheckNotice, Found, Language, Outcome};

use super::{Matrix, ids::RoomOrThread, words::Sentence};

impl Matrix {
    /// A self-test with what the service cannot know of the place where it was asked for.
    pub(super) async fn check(
        &self,
        place: &RoomOrThread,
        language: Language,
        mut found: CheckNotice,
    ) -> CheckNotice {
        let drawing = if self.artist.is_well().await { Outcome::Fine } else { Outcome::Broken };
        found.add(drawing, Found::Drawing);
        let say = |sentence| self.words.say(language, sentence, Some(&place.room.0)).plain;
        match self.link.room(&place.room).await {
            Ok(state) => {
                let (writing, sentence) = if state.may_send {
                    (Outcome::Fine, Sentence::CheckMaySend)
                } else {
                    (Outcome::Missing, Sentence::CheckMayNotSend)
                };
                found.say(writing, say(sentence));
                found.say(
                    Outcome::Note,
                    say(if state.encrypted { Sentence::CheckEncrypted } else { Sentence::CheckPlain }),
                );
            }
            Err(failure) => {
                tracing::warn!(%failure, room = %place.room.0, "a room cannot be looked at");
                found.say(Outcome::Broken, say(Sentence::CheckUnseen));
            }
        }
        if self.outbox.trouble(&place.channel()).is_some() {
            found.say(Outcome::Broken, say(Sentence::CheckFailing));
        }
        found.say(Outcome::Note, say(Sentence::CheckHears));
        found
    }
}
