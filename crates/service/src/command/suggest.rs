//! Autocomplete: what may follow the words typed so far. Fed by the same table as parsing.

use adoube_rules::{PieceType, notation};

use super::{Choice, OptionKind, OptionSpec, Spec, TABLE};
use crate::{
    Person, Suggestion,
    game::GameRecord,
    present::{self, typed_word},
    wording::{Lexicon, Speaker, fold},
};

/// The most completions shown; Discord's limit, and enough for anybody.
const LIMIT: usize = 25;

/// What completions need to know about the channel.
#[derive(Debug, Default)]
pub struct Facts {
    moves: Vec<String>,
    game: Option<String>,
    people: Vec<Person>,
}

impl Facts {
    /// Gathers it: the running game, and people whose names begin as typed.
    pub fn new(game: Option<&GameRecord>, people: Vec<Person>) -> Self {
        let moves = game.and_then(|record| {
            let game = adoube_rules::Game::restore(record.state.clone()).ok()?;
            Some(notation::sans(game.position(), game.legal_moves()))
        });
        Self { moves: moves.unwrap_or_default(), game: game.map(|record| record.id.to_string()), people }
    }
}

/// Completions of a line, best first.
pub fn suggest(lexicon: &Lexicon, speaker: Speaker<'_>, line: &str, facts: &Facts) -> Vec<Suggestion> {
    let line = line.trim_start();
    let Some((word, rest)) = line.split_once(char::is_whitespace) else {
        return commands(speaker, line);
    };
    let Some(verb) = lexicon.verb(word) else { return Vec::new() };
    options(speaker, verb.spec(), word, rest, facts)
}

fn commands(speaker: Speaker<'_>, typed: &str) -> Vec<Suggestion> {
    let typed = fold(typed);
    let all = present::commands(speaker).into_iter().zip(TABLE);
    all.filter(|(help, spec)| fold(&help.name).starts_with(&typed) || spec.name.starts_with(&typed))
        .map(|(help, spec)| Suggestion {
            // A command that takes more is completed with a space, ready for it.
            line: if spec.options.is_empty() { help.name } else { format!("{} ", help.name) },
            label: format!("/{} – {}", help.usage, help.about),
        })
        .take(LIMIT)
        .collect()
}

fn options(speaker: Speaker<'_>, spec: &Spec, word: &str, rest: &str, facts: &Facts) -> Vec<Suggestion> {
    let (done, typed) = rest.rsplit_once(char::is_whitespace).unwrap_or(("", rest));
    let whole = [OptionKind::Move, OptionKind::PieceName, OptionKind::Focus];
    let (done, typed) = if spec.options.iter().any(|option| whole.contains(&option.kind)) {
        ("", rest)
    } else {
        (done, typed)
    };
    let begin = if done.trim().is_empty() { word.to_owned() } else { format!("{word} {}", done.trim()) };
    let folded = fold(typed.trim_start_matches('@'));
    let mut found: Vec<Suggestion> = Vec::new();
    for option in spec.options {
        for (value, label) in values(speaker, option, facts) {
            let fits = [&value, &label].iter().any(|text| fold(text).starts_with(&folded));
            let line = format!("{begin} {value}");
            if fits && !found.iter().any(|known| known.line == line) {
                found.push(Suggestion { line, label });
            }
        }
    }
    found.truncate(LIMIT);
    found
}

/// What may stand in the place of an option: the value to type and what to show.
fn values(speaker: Speaker<'_>, option: &OptionSpec, facts: &Facts) -> Vec<(String, String)> {
    match option.kind {
        OptionKind::Choice(choice) => words(speaker, choice),
        OptionKind::Person => people(facts),
        OptionKind::OwnerOrPerson => words(speaker, Choice::Owner).into_iter().chain(people(facts)).collect(),
        OptionKind::Move => facts.moves.iter().map(|san| (san.clone(), san.clone())).collect(),
        OptionKind::Focus | OptionKind::PieceName => {
            PieceType::all().map(|kind| speaker.kind(kind)).map(|name| (name.clone(), name)).collect()
        }
        OptionKind::CommandName => {
            present::commands(speaker).into_iter().map(|help| (help.name.clone(), help.name)).collect()
        }
        OptionKind::GameId => facts.game.iter().map(|id| (id.clone(), id.clone())).collect(),
    }
}

fn words(speaker: Speaker<'_>, choice: Choice) -> Vec<(String, String)> {
    choice
        .words()
        .iter()
        .map(|word| {
            let label = speaker.plain(&format!("choice-{}-{word}", choice.key()));
            (typed_word(speaker, choice, word), label)
        })
        .collect()
}

fn people(facts: &Facts) -> Vec<(String, String)> {
    facts.people.iter().map(|person| (person.name.clone(), person.name.clone())).collect()
}
