//! Stored forms of notices and refusals about conditional moves.

use adoube_rules::{Side, notation};
use serde::{Deserialize, Serialize};

use crate::{
    game::{ConditionalLine, GameId},
    notice::{ConditionalMovesChange, ConditionalMovesNotice, ConditionalMovesRefusal},
};

kept! {
    ConditionalMovesNotice as ConditionalMovesNoticeForm,
    ConditionalMovesChange as ConditionalMovesChangeForm,
    ConditionalMovesRefusal as ConditionalMovesRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ConditionalMovesNotice", deny_unknown_fields)]
struct ConditionalMovesNoticeForm {
    game: GameId,
    #[serde(rename = "turn")]
    revision: u64,
    side: Side,
    is_turn: bool,
    lines: Vec<ConditionalLine>,
    done: ConditionalMovesChange,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ConditionalMovesChange", rename_all = "snake_case")]
enum ConditionalMovesChangeForm {
    Listed,
    Added,
    Removed,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ConditionalMovesRefusal", rename_all = "snake_case", tag = "plan", deny_unknown_fields)]
enum ConditionalMovesRefusalForm {
    Cards,
    TouchMove,
    YourTurn,
    Overheard,
    CommandOverheard,
    WordsOverheard,
    Unclear { after: Vec<String>, text: String, moves: Vec<String> },
    Illegal { after: Vec<String>, text: String, reason: Box<notation::MoveRefusal> },
    NotAMove { after: Vec<String>, text: String },
    Over { after: Vec<String> },
    NoReply { after: Vec<String> },
    TooLong { most: usize },
    TooMany { most: usize },
}
