//! What can be done with a game that is over: by a word, and by the buttons of its last board. Not here: records and
//! replays (`records`), and what becomes of any of it (`flow`).

use super::{Choice, Command, HelpGroup, Needs, Opt, Spec, id::ids, records::GAME_ID};

/// With which array the same is played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Again {
    /// The one that was played.
    #[default]
    Same,
    /// Another one, drawn by the same rules.
    Drawn,
}

static ARRAYS_AGAIN: Choice<Again> =
    Choice { key: "again", words: &[("same-array", Again::Same), ("new-array", Again::Drawn)] };

static AGAIN: Opt<Again> = Opt::choice("start", &ARRAYS_AGAIN);

/// Play the same again with colours exchanged.
pub static REMATCH: Spec = Spec {
    name: "rematch",
    group: HelpGroup::SetUp,
    options: &[AGAIN.spec, GAME_ID.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Rematch(given.value(&AGAIN).unwrap_or_default(), given.value(&GAME_ID))),
};

ids! {
    /// What a button under a game that is over does. It means the same for ever, however long ago that was.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum AfterTarget {
        /// Ask for a rematch, or agree to one.
        Rematch = "rematch",
        /// The same with an array that is drawn anew.
        NewArray = "array",
        /// Show it move by move.
        Replay = "replay",
        /// Hand out the record: the value is a format, without one the whole game.
        Export = "export",
    }
}
