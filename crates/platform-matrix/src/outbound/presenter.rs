//! What is said, as it is shown in a place: in whose language, whom it calls, and its picture. Not here: how a message looks
//! (`body`), and saying it (`delivery`).

use adoube_bot::{
    ChannelId, Language, Message, MessageAccess, MessageSeries, Notice, PersonId, ReaderProfile,
    ReadingPreferences, Viewer,
};
use adoube_matrix_client::{RoomId, RoomState, UserId};

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    message::formatted_text::FormattedText,
    message::platform_text::{MatrixSentence, NamedRoom},
    message::render::{MessageRenderer, RenderedMessage},
    outbound::reply_queue::{QueuedReply, ReplyContent},
    state::forwarding,
    state::people,
};

impl MatrixPlatform {
    /// An answer to one person, as it is said in a place.
    pub(crate) async fn answer_body(
        &self,
        place: &ChannelAddress,
        waiting: &QueuedReply,
    ) -> (RenderedMessage, Option<MessageSeries>) {
        let reading = self.service.reading(&waiting.person, waiting.language).await;
        let writer = self.writer(reading.language);
        let heading = self.heading(place, waiting, reading.language).await;
        let (mut body, series) = match &waiting.what {
            ReplyContent::Notice(notice) => {
                let viewer = viewer(Some(waiting.person.clone()), reading);
                let notice = self.service.complete_notice(notice).await;
                let message = self.service.present(&notice, &viewer);
                let picture = self.artist.picture(&message).await;
                let letters = self.letters(&notice, &viewer, picture.is_some());
                let body = writer.message(&message, picture, &[], heading);
                (body.with_letters(letters.as_ref()), message.series)
            }
            ReplyContent::Menu(menu) => (MessageRenderer::menu(menu), None),
            ReplyContent::Sentence(MatrixSentence::RoomWait, _) => {
                let user = ids::user_id(&waiting.person);
                let wait = user.and_then(|user| self.account.room_wait(&user)).unwrap_or_default();
                (writer.room_wait(wait), None)
            }
            ReplyContent::Sentence(MatrixSentence::NotCome, _) => {
                let state = self.rooms.get(&place.room).await.unwrap_or_default();
                let name = match ids::user_id(&waiting.person) {
                    Some(user) => self.name_of(place, &state, &user).await,
                    None => String::new(),
                };
                (writer.not_come(name), None)
            }
            ReplyContent::Sentence(sentence, Some(room)) if !sentence.shows_room_as_asked() => {
                let room = self.named(room, reading.language).await;
                (writer.sentence(*sentence, Some(&room)), None)
            }
            ReplyContent::Sentence(sentence, room) => {
                let room = room.as_deref().map(|id| NamedRoom { id, name: None });
                (writer.sentence(*sentence, room.as_ref()), None)
            }
        };
        if waiting.calls() {
            body.call(ids::user_id(&waiting.person));
        }
        (body, series)
    }

    /// Which game an answer is about, if that is to be said.
    async fn heading(
        &self,
        place: &ChannelAddress,
        waiting: &QueuedReply,
        language: Language,
    ) -> Option<FormattedText> {
        if !waiting.introduced {
            return None;
        }
        let about = forwarding::current(&*self.store, waiting.about.clone()).await;
        let about = about.inspect_err(|error| tracing::error!(%error, "what an answer is about is not said"));
        let about = ChannelAddress::of(&about.ok()?).filter(|about| about != place)?;
        let is_plain = self.rooms.get(&place.room).await.is_ok_and(|state| !state.encrypted);
        let sentence = if is_plain { MatrixSentence::AboutPlain } else { MatrixSentence::About };
        let room = self.named(&about.room.0, language).await;
        Some(self.words.say(language, sentence, Some(&room)))
    }

    /// A room with what people call it, if the server tells.
    pub(crate) async fn named<'r>(&self, id: &'r str, language: Language) -> NamedRoom<'r> {
        let name = match self.rooms.get(&RoomId(id.to_owned())).await {
            Ok(state) => Some(match &state.name {
                Some(name) => adoube_bot::display_name(name),
                None => self.words.say(language, MatrixSentence::NamelessRoom, None).plain,
            }),
            Err(_) => None,
        };
        NamedRoom { id, name }
    }

    /// A message to everybody in a channel, as it is said in a place.
    pub(crate) async fn body_for_all(
        &self,
        place: &ChannelAddress,
        notice: &Notice,
        (message, language): (&Message, Language),
    ) -> RenderedMessage {
        let called = self.called(place, message).await;
        let picture = self.artist.picture(message).await;
        let letters = self.letters(notice, &viewer(None, language.into()), picture.is_some());
        let body = self.writer(language).message(message, picture, &called, None);
        body.with_letters(letters.as_ref())
    }

    /// A notice in the language of its room, or else of the person it mentions, and that language. If a player wants
    /// pictures described, the message describes them.
    pub(crate) async fn for_all(&self, channel: &ChannelId, notice: &Notice) -> (Message, Language) {
        let words = self.wants_words(notice).await;
        let present = |language: Language| {
            let reading = ReaderProfile {
                language,
                taste: ReadingPreferences { words, ..ReadingPreferences::default() },
            };
            self.service.present(notice, &viewer(None, reading))
        };
        let message = present(self.settings.language);
        match self.language_for(channel, &message).await {
            language if language == self.settings.language => (message, language),
            language => (present(language), language),
        }
    }

    async fn wants_words(&self, notice: &Notice) -> bool {
        let seats = match notice {
            Notice::Board(board) => &board.seats,
            Notice::Selection(choosing) => &choosing.seats,
            _ => return false,
        };
        for person in seats.people() {
            if self.service.reading(&person.id, self.settings.language).await.taste.words {
                return true;
            }
        }
        false
    }

    /// Those a message calls, with the names they have in the room.
    async fn called(&self, place: &ChannelAddress, message: &Message) -> Vec<(UserId, String)> {
        let users: Vec<UserId> = message.called().filter_map(ids::user_id).collect();
        if users.is_empty() {
            return Vec::new();
        }
        let state = self.rooms.get(&place.room).await.unwrap_or_default();
        let mut named = Vec::new();
        for user in users {
            let name = self.name_of(place, &state, &user).await;
            named.push((user, name));
        }
        named
    }

    /// A person's display name in a room.
    async fn name_of(&self, place: &ChannelAddress, state: &RoomState, user: &UserId) -> String {
        let name = self.rooms.name_in(&place.room, state, user).await;
        adoube_bot::display_name(&people::person(user, &name).name)
    }
}

/// For whom something is said: in rooms the bot hears whatever is said.
pub(crate) fn viewer(person: Option<PersonId>, ReaderProfile { language, taste }: ReaderProfile) -> Viewer {
    Viewer { person, language, hearing: MessageAccess::Everything, taste }
}
