//! Table of what kind of text each key of the locale files is (message, button, menu, command
//! name), with its maximal length. A key that is not named here is a whole sentence, or several.
//! Not here: how a sentence has to look (`spelling`).

use super::texts::Text;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One sentence or more.
    Sentence,
    /// What follows a colon; in German a sentence, in English one that begins small.
    Reason,
    /// A name of something: no sentence, no full stop.
    Label,
    /// Labels, one a line.
    Labels,
    /// A part of a sentence, which others complete.
    Part,
    /// Words of the web page: labels or sentences.
    Page,
    /// A word to type.
    Typed,
}

/// What Discord takes at most, in characters.
const MESSAGE: usize = 2000;
const ALT_TEXT: usize = 1024;
const COMMAND_TEXT: usize = 100;
const COMMAND_NAME: usize = 32;
const BUTTON: usize = 80;
const MENU: usize = 100;
const THREAD: usize = 100;
const FORM_LABEL: usize = 45;

/// Beginnings of keys; the longest counts.
const FORMS: &[(&str, Form, usize)] = &[
    ("", Form::Sentence, MESSAGE),
    ("agree-words", Form::Part, MESSAGE),
    ("alt-", Form::Sentence, ALT_TEXT),
    ("analysis-name", Form::Label, MESSAGE),
    ("attacker-", Form::Part, MESSAGE),
    ("bar-line-until", Form::Part, MESSAGE),
    ("board-title", Form::Label, MESSAGE),
    ("book-", Form::Label, MENU),
    ("book-cell-", Form::Part, MENU),
    ("book-told-", Form::Sentence, MESSAGE),
    ("book-tried", Form::Sentence, MESSAGE),
    ("button-", Form::Label, BUTTON),
    ("castling-", Form::Reason, MESSAGE),
    ("check-title", Form::Label, MESSAGE),
    ("choice-", Form::Label, MENU),
    ("choose-group", Form::Label, MENU),
    ("choose-groups", Form::Sentence, MESSAGE),
    ("choose-kind", Form::Label, MENU),
    ("choose-kind-of", Form::Sentence, MESSAGE),
    ("choosing-share", Form::Label, MESSAGE),
    ("clock-of-", Form::Label, MESSAGE),
    ("command-", Form::Typed, COMMAND_NAME),
    ("decimal-point", Form::Part, MESSAGE),
    ("export-otherwise", Form::Label, MENU),
    ("game-about", Form::Label, MESSAGE),
    ("game-known", Form::Label, MESSAGE),
    ("games-", Form::Label, MESSAGE),
    ("games-due", Form::Sentence, MESSAGE),
    ("games-due-line", Form::Label, MESSAGE),
    ("games-due-until", Form::Label, MESSAGE),
    ("games-more", Form::Sentence, MESSAGE),
    ("games-none", Form::Sentence, MESSAGE),
    ("games-partial", Form::Sentence, MESSAGE),
    ("games-turns", Form::Sentence, MESSAGE),
    ("glossary", Form::Label, MENU),
    ("group-", Form::Label, MENU),
    ("help-group-", Form::Label, MESSAGE),
    ("help-more", Form::Labels, MESSAGE),
    ("help-option", Form::Label, MESSAGE),
    ("hints-taken-by", Form::Part, MESSAGE),
    ("illegal-", Form::Reason, MESSAGE),
    ("instant-", Form::Part, MESSAGE),
    ("in-words", Form::Label, MESSAGE),
    ("join-word", Form::Typed, COMMAND_NAME),
    ("language-name", Form::Label, MENU),
    ("legend-alt", Form::Sentence, ALT_TEXT),
    ("legend-group", Form::Label, MENU),
    ("legend-title", Form::Label, MESSAGE),
    ("list-", Form::Part, MESSAGE),
    ("live-holds-", Form::Part, MESSAGE),
    ("live-piece", Form::Label, MESSAGE),
    ("live-plans", Form::Label, MESSAGE),
    // Commands in the menus of people and messages.
    ("menu-", Form::Label, COMMAND_NAME),
    ("move-", Form::Part, MESSAGE),
    ("move-check", Form::Sentence, MESSAGE),
    ("nameless-room", Form::Part, MESSAGE),
    ("note-move", Form::Label, MESSAGE),
    ("option-", Form::Typed, COMMAND_NAME),
    ("panel-alt", Form::Sentence, ALT_TEXT),
    ("panel-array", Form::Label, MENU),
    ("panel-current", Form::Label, MENU),
    ("panel-extra", Form::Label, MENU),
    ("panel-opponent", Form::Label, MESSAGE),
    ("panel-opponents", Form::Sentence, MENU),
    ("pace-", Form::Part, MESSAGE),
    ("panel-pace", Form::Label, MENU),
    ("panel-rule", Form::Label, MENU),
    ("panel-time-out", Form::Label, MENU),
    ("panel-title", Form::Label, MESSAGE),
    ("permission-", Form::Part, MESSAGE),
    ("pieces-", Form::Part, MESSAGE),
    ("type-move", Form::Label, FORM_LABEL),
    ("type-move-examples", Form::Part, MENU),
    ("pick-card", Form::Sentence, MENU),
    ("pick-drop-square", Form::Sentence, MENU),
    ("pick-piece", Form::Sentence, MENU),
    ("pick-promotion", Form::Sentence, MENU),
    ("pick-promotion-", Form::Sentence, MESSAGE),
    ("pick-rook-to-castle", Form::Label, MENU),
    ("pick-square", Form::Sentence, MENU),
    ("pick-square-of", Form::Sentence, MESSAGE),
    ("pick-stays", Form::Label, MENU),
    ("piece-", Form::Label, MENU),
    ("piece-at", Form::Sentence, MESSAGE),
    ("piece-diagram-", Form::Sentence, MESSAGE),
    ("piece-diagram-after", Form::Label, MESSAGE),
    ("piece-diagram-alt", Form::Sentence, ALT_TEXT),
    ("piece-diagram-before", Form::Label, MESSAGE),
    ("piece-aliases", Form::Sentence, MESSAGE),
    ("piece-names", Form::Sentence, MESSAGE),
    ("piece-title", Form::Label, MESSAGE),
    ("reminder-game-still", Form::Label, MESSAGE),
    ("replay-alt", Form::Sentence, ALT_TEXT),
    ("replay-captures", Form::Part, MESSAGE),
    ("replay-check", Form::Part, MESSAGE),
    ("replay-converts", Form::Part, MESSAGE),
    ("replay-goes", Form::Part, MESSAGE),
    ("replay-mate", Form::Part, MESSAGE),
    ("plans-pair", Form::Part, MESSAGE),
    ("revoke-words", Form::Part, MESSAGE),
    ("seat-", Form::Label, MENU),
    ("settings-channel", Form::Label, MENU),
    ("settings-channels", Form::Part, MENU),
    ("settings-idle", Form::Part, MENU),
    ("settings-line", Form::Label, MENU),
    ("settings-other", Form::Label, MENU),
    ("settings-title", Form::Label, MESSAGE),
    ("side-", Form::Label, MENU),
    ("span-", Form::Part, MESSAGE),
    ("standing-", Form::Part, MESSAGE),
    ("suggest-more", Form::Label, MENU),
    ("target-", Form::Label, MENU),
    ("terms-", Form::Label, MESSAGE),
    ("thread-title", Form::Label, THREAD),
    ("variant-", Form::Label, MESSAGE),
    ("verdict-", Form::Part, MESSAGE),
    ("worth-", Form::Part, MESSAGE),
    ("worth-less", Form::Sentence, MESSAGE),
    ("worth-told", Form::Sentence, MESSAGE),
];

/// What a text is, and how many characters it may have.
pub fn of(text: &Text) -> (Form, usize) {
    let (key, attribute) = text.place();
    match attribute {
        Some("about") if key.starts_with("piece-") || key.starts_with("glossary-") => {
            return (Form::Sentence, MESSAGE);
        }
        Some("about") => return (Form::Label, COMMAND_TEXT),
        Some("more" | "example") => return (Form::Sentence, MESSAGE),
        Some("examples") => return (Form::Part, MESSAGE),
        _ => {}
    }
    if text.file == "web.ftl" {
        return (Form::Page, MESSAGE);
    }
    let fitting = FORMS.iter().filter(|(start, ..)| key.starts_with(start));
    let longest = fitting.max_by_key(|(start, ..)| start.len());
    longest.map_or((Form::Sentence, MESSAGE), |(_, form, most)| (*form, *most))
}

/// Rows that fit no text any more.
pub fn unused(texts: &[Text]) -> Vec<&'static str> {
    let fits = |start: &str| texts.iter().any(|text| text.key.starts_with(start));
    FORMS.iter().map(|(start, ..)| *start).filter(|start| !fits(start)).collect()
}
