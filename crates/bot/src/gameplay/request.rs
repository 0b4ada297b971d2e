//! Defines the request of a handler: the event that is decided, its services and its unit of work.
//! A handler reads the channel, changes the [`UnitOfWork`] and returns a reply; nothing is written
//! before the unit of work is committed, and after a version conflict the handler runs again. Not
//! here: checks that handlers begin with (`guards`).

use adoube_rules::{
    PieceDialect,
    notation::{TypedLetters, VocabularyWithLetters},
};

use super::{GameProgress, Services};
use crate::{
    ChatEvent, Language, Notice, ReaderProfile, ReadingPreferences, Reply,
    core::{
        game::{CommunitySettings, GameRecord},
        records::UnitOfWork,
    },
};

/// A request: the event that is decided, with its unit of work. Consequences for a game are in its
/// [`GameProgress`].
pub(crate) struct HandlerRequest<'a> {
    pub(crate) context: &'a Services,
    pub(crate) incoming: &'a ChatEvent,
    /// The sender's reading preferences.
    pub(crate) taste: ReadingPreferences,
    /// The community's settings; loaded only for actions that may begin a game.
    pub(crate) place: CommunitySettings,
    pub(crate) draft: &'a mut UnitOfWork,
}

impl<'a> HandlerRequest<'a> {
    pub(crate) fn new(
        context: &'a Services,
        incoming: &'a ChatEvent,
        taste: ReadingPreferences,
        draft: &'a mut UnitOfWork,
    ) -> Self {
        Self { context, incoming, taste, place: CommunitySettings::default(), draft }
    }

    /// The sender's reader profile.
    pub(crate) fn reading(&self) -> ReaderProfile {
        ReaderProfile { language: self.incoming.language, taste: self.taste }
    }

    /// The letters of pieces that the sender has chosen for records.
    pub(crate) fn piece_dialect(&self) -> PieceDialect {
        self.taste.letters.dialect()
    }

    /// The language of the piece letters that the sender reads and types.
    pub(crate) fn letter_language(&self) -> Language {
        self.taste.letters.of(self.incoming.language)
    }

    /// What the sender may type in a game: words of their language, and the piece letters they have
    /// chosen or typed before.
    pub(crate) fn vocabulary(&self, record: &GameRecord) -> VocabularyWithLetters<'_> {
        let side = record.seats.side_of(&self.incoming.person.id);
        let letters = match self.taste.letters.dialect() {
            PieceDialect::Own => side.map_or(TypedLetters::Undecided, |side| record.letters.of(side)),
            chosen @ PieceDialect::FairyStockfish => TypedLetters::Usually(chosen),
        };
        self.context.words(self.reading()).with_letters(letters)
    }

    /// Progress of the channel's game.
    pub(crate) fn course(&mut self) -> GameProgress<'_> {
        GameProgress::new(self.context, self.draft)
    }
}

/// A private reply.
pub(crate) fn private_reply(notice: Notice) -> Reply {
    Reply::Private(Box::new(notice))
}

/// A private reply in place of the message whose button was used.
pub(crate) fn update_reply(notice: Notice) -> Reply {
    Reply::Replace(Box::new(notice))
}
