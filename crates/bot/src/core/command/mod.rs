//! Definitions that the parser, help, completions, menus and buttons share: what a command and its
//! options are, words that several features have in common, glossary terms and button ids.
//!
//! Not here: the commands themselves (`features`), how a line is read (`text::parser`), and the
//! sentences about commands (`text`, `assets/locales`).

mod button_id;
mod error;
mod game_over_button;
mod glossary;
mod id_parts;
mod option;
mod option_spec;
mod piece_group;
mod setting_words;
mod settings_panel;
mod setup_panel;
mod spec;
mod time_control_word;
mod values;
mod word_choice;
mod words;

pub use button_id::{BoardButton, ButtonId, CLAIM_PREFIX, ConfirmableEnd, promotion_move, promotion_value};
pub use error::{CommandError, LINE_LIMIT};
pub use game_over_button::{GameOverButton, ReplayPosition};
pub use glossary::{GLOSSARY, GlossaryTerm};
pub use id_parts::MenuIndex;
pub use option::CommandOption;
pub use option_spec::{NumberBounds, OptionKind, OptionSpec};
pub use piece_group::PieceGroup;
pub use setting_words::*;
pub use settings_panel::{PlaceLanguage, SettingsButton, SettingsMenuValue, SwitchState};
pub use setup_panel::{SetupPanelButton, SetupRuleValue};
pub use spec::{
    CommandList, CommandRequirement, CommandSpec, HelpGroup, LineTakeover, PlainWord, TakeoverCondition,
};
pub use time_control_word::TimeControlWord;
pub use values::{CommandCall, OptionValue, OptionValues};
pub use word_choice::{AnyWordChoice, SWITCH, WordChoice};
pub use words::*;
