//! Presenter: turns a notice (message as data) into a message for its readers: chooses language,
//! mentions and picture. Not here: rendering for Matrix (`message/render`), and sending
//! (`send_text`).

use std::sync::Arc;

use adoube_bot::{
    Bot, ChannelId, Language, Message, MessageAccess, MessageSeries, Notice, PersonId, ReaderProfile,
    ReadingPreferences, Viewer,
};
use adoube_matrix_client::{RoomId, RoomState, UserId};
use adoube_platform::{command_text::TypedCommandNames, picture_worker::PictureWorker};
use adoube_store::Store;

use super::{
    queued_reply::{QueuedReply, ReplyContent},
    rate_limited_account::RateLimitedAccount,
};
use crate::{
    ids::{self, ChannelAddress},
    message::{
        formatted_text::FormattedText,
        platform_text::{MatrixSentence, MatrixText, NamedRoom},
        render::{MessageRenderer, RenderedMessage},
    },
    state::{forwarding, languages::Languages, people, room_cache::RoomCache},
};

/// Turns notices and replies into rendered messages.
pub(crate) struct Presenter {
    pub(crate) bot: Bot,
    pub(crate) artist: Arc<PictureWorker>,
    pub(crate) text: Arc<MatrixText>,
    pub(crate) commands: TypedCommandNames,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<RoomCache>,
    pub(crate) languages: Arc<Languages>,
    pub(crate) account: Arc<RateLimitedAccount>,
}

impl Presenter {
    fn writer(&self, language: Language) -> MessageRenderer<'_> {
        MessageRenderer { words: &self.text, commands: &self.commands, language }
    }

    /// The board of a notice in letters, if the notice has a picture.
    fn letters(&self, notice: &Notice, viewer: &Viewer, has_picture: bool) -> Option<FormattedText> {
        let letters = has_picture.then(|| self.bot.board_in_letters(notice, viewer)).flatten();
        letters.map(|letters| FormattedText::code(&letters))
    }

    /// Renders a reply for the place where it is sent.
    pub(crate) async fn render_reply(
        &self,
        place: &ChannelAddress,
        waiting: &QueuedReply,
    ) -> (RenderedMessage, Option<MessageSeries>) {
        let reading = self.bot.reading(&waiting.person, waiting.language).await;
        let writer = self.writer(reading.language);
        let heading = self.heading(place, waiting, reading.language).await;
        let (mut body, series) = match &waiting.what {
            ReplyContent::Notice(notice) => {
                let viewer = viewer(Some(waiting.person.clone()), reading);
                let notice = self.bot.complete_notice(notice).await;
                let message = self.bot.present(&notice, &viewer);
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

    /// The sentence that names the game of a reply, if the reply needs one.
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
        Some(self.text.say(language, sentence, Some(&room)))
    }

    /// A room with its name, if the server returns the room's state.
    pub(crate) async fn named<'r>(&self, id: &'r str, language: Language) -> NamedRoom<'r> {
        let name = match self.rooms.get(&RoomId(id.to_owned())).await {
            Ok(state) => Some(match &state.name {
                Some(name) => adoube_bot::display_name(name),
                None => self.text.say(language, MatrixSentence::NamelessRoom, None).plain,
            }),
            Err(_) => None,
        };
        NamedRoom { id, name }
    }

    /// Renders a message for everybody in a place.
    pub(crate) async fn render_for_all(
        &self,
        place: &ChannelAddress,
        notice: &Notice,
        (message, language): (&Message, Language),
    ) -> RenderedMessage {
        let called = self.mentioned_people(place, message).await;
        let picture = self.artist.picture(message).await;
        let letters = self.letters(notice, &viewer(None, language.into()), picture.is_some());
        let body = self.writer(language).message(message, picture, &called, None);
        body.with_letters(letters.as_ref())
    }

    /// Presents a notice in the language of its channel, or else of the mentioned person, and
    /// returns that language. If a player prefers descriptions, the message describes its picture.
    pub(crate) async fn present_for_all(&self, channel: &ChannelId, notice: &Notice) -> (Message, Language) {
        let words = self.wants_words(notice).await;
        let present = |language: Language| {
            let reading = ReaderProfile {
                language,
                taste: ReadingPreferences { words, ..ReadingPreferences::default() },
            };
            self.bot.present(notice, &viewer(None, reading))
        };
        let message = present(self.languages.default_language());
        match self.languages.language_for(channel, &message).await {
            language if language == self.languages.default_language() => (message, language),
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
            if self.bot.reading(&person.id, self.languages.default_language()).await.taste.words {
                return true;
            }
        }
        false
    }

    /// The users a message mentions, with their display names in the room.
    async fn mentioned_people(&self, place: &ChannelAddress, message: &Message) -> Vec<(UserId, String)> {
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

/// The viewer of a message. The bot reads all messages in rooms.
pub(crate) fn viewer(person: Option<PersonId>, ReaderProfile { language, taste }: ReaderProfile) -> Viewer {
    Viewer { person, language, hearing: MessageAccess::Everything, taste }
}
