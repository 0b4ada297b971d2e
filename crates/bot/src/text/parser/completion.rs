//! Completes a line that is being typed: suggests what may follow the words so far (commands,
//! options, moves, people), derived from the same definitions as parsing.

use adoube_rules::{
    CardDrop, Game, Move, PieceType, Side, Square,
    notation::{self, SanMove},
};

use super::piece_completion;
use crate::{
    InputCompletion, Person, PersonId,
    core::{
        command::{CommandRequirement, CommandSpec, OptionKind, OptionSpec},
        game::GameRecord,
    },
    text::{
        Lexicon, Localizer, command_help,
        command_words::{option_name, typed_words, usual_paces},
        fold,
        glossary_words::typed_terms,
    },
};

/// Maximum of completions of a line: more than there are pieces, for a page that can scroll.
const LINES: usize = 100;

/// Maximum of completions of an option's field; Discord's limit.
const LIMIT: usize = 25;

/// Ends a value that stands for "keep typing"; the text before it is what was typed.
pub(super) const UNFINISHED: char = '…';

/// Facts about the channel that completions need. The position is computed on demand: most
/// keystrokes do not need it.
#[derive(Debug)]
pub struct CompletionContext {
    /// The running game.
    record: Option<GameRecord>,
    asker: PersonId,
    people: Vec<Person>,
}

impl CompletionContext {
    /// The context of the running game as the asking person knows it, and of people whose names
    /// begin as typed.
    pub const fn new(record: Option<GameRecord>, asker: PersonId, people: Vec<Person>) -> Self {
        Self { record, asker, people }
    }

    /// Piece types of the running game.
    pub(super) fn types(&self) -> Vec<PieceType> {
        self.record.as_ref().map(GameRecord::types).unwrap_or_default()
    }

    /// The occupied squares with their pieces.
    pub(super) fn standing(&self) -> Vec<(Square, PieceType)> {
        let Some((_, game)) = self.restored() else { return Vec::new() };
        game.position().pieces().map(|(square, piece)| (square, piece.kind)).collect()
    }

    fn is(&self, asked: impl FnOnce(&GameRecord) -> bool) -> bool {
        self.record.as_ref().is_some_and(asked)
    }

    /// Pieces open to selection.
    fn open(&self) -> Vec<PieceType> {
        self.record.as_ref().map(GameRecord::open_types).unwrap_or_default()
    }

    fn moves(&self) -> Vec<TypableMove> {
        let Some((record, game)) = self.restored() else { return Vec::new() };
        TypableMove::all(&game, &record.moves_left(&game))
    }

    /// Cards the asking person may drop after their pending move.
    fn drops(&self) -> Vec<CardDrop> {
        self.restored().and_then(|(record, game)| own_drops(record, &game, &self.asker)).unwrap_or_default()
    }

    /// Squares of touched or of untouched pieces, as typed and as shown.
    fn squares(&self, speaker: Localizer<'_>, touched: bool) -> Vec<(String, String)> {
        let is_touched = |square: &Square| self.is(|record| record.touches.squares.contains(square));
        let those = self.standing().into_iter().filter(|(square, _)| is_touched(square) == touched);
        those
            .map(|(square, kind)| (square.to_string(), format!("{square} – {}", speaker.kind(kind))))
            .collect()
    }

    /// The running game, once its pieces are chosen.
    fn restored(&self) -> Option<(&GameRecord, Game)> {
        let record = self.record.as_ref().filter(|record| record.choosing.is_none())?;
        Some((record, Game::restore(record.state.clone()).ok()?))
    }
}

/// The drops that complete a player's pending turn; `None` for anybody else.
fn own_drops(record: &GameRecord, game: &Game, asker: &PersonId) -> Option<Vec<CardDrop>> {
    let side: Side = record.seats.side_of(asker)?;
    let begun = record.begun.filter(|_| game.position().side_to_move() == side)?;
    Some(game.position().drops_after(&begun.pending_move()))
}

/// A legal move, with what the usual spellings of it need.
#[derive(Debug)]
struct TypableMove {
    made: Move,
    written: SanMove,
    kind: PieceType,
}

impl TypableMove {
    fn all(game: &Game, left: &[Move]) -> Vec<Self> {
        let (position, legal) = (game.position(), game.position().moves_without_drops());
        let typable = |(made, written): (&Move, SanMove)| {
            Some(Self { made: *made, written, kind: position.piece_at(made.from)?.kind })
        };
        let named = legal.iter().zip(notation::san_moves(position, &legal));
        named.filter(|(made, _)| left.contains(made)).filter_map(typable).collect()
    }

    /// The first spelling of the move that begins as typed (folded): `Sf3`, `Nf3`, `g1f3`, or
    /// `Springer f3`; the reader's own letters first.
    fn as_begun(&self, speaker: Localizer<'_>, typed: &str) -> Option<String> {
        let named = format!("{} {}", speaker.kind(self.kind), self.made.to);
        let spellings =
            [speaker.written(&self.written), self.written.to_string(), self.made.to_string(), named];
        spellings.into_iter().find(|text| fold(text).starts_with(typed))
    }
}

/// Completions of a line, best first.
pub fn suggest(
    lexicon: &Lexicon,
    speaker: Localizer<'_>,
    line: &str,
    facts: &CompletionContext,
) -> Vec<InputCompletion> {
    let line = line.trim_start();
    let Some((word, rest)) = line.split_once(char::is_whitespace) else {
        return commands(speaker, line, facts);
    };
    let Some(command) = lexicon.command(word) else { return Vec::new() };
    options(lexicon, speaker, command, (word, rest), facts)
}

fn commands(speaker: Localizer<'_>, typed: &str, facts: &CompletionContext) -> Vec<InputCompletion> {
    let typed = fold(typed);
    let is_possible = |spec: &CommandSpec| match spec.needs {
        CommandRequirement::Nothing => true,
        CommandRequirement::Takebacks => facts.record.as_ref().is_none_or(GameRecord::allows_takebacks),
        CommandRequirement::Cards => facts.is(|record| record.variant.has_cards()),
        CommandRequirement::OpenPieces => !facts.open().is_empty(),
        CommandRequirement::Clock => facts.is(|record| record.clock.is_some()),
    };
    let all = command_help::commands(speaker)
        .into_iter()
        .zip(speaker.commands().iter())
        .filter(|(_, spec)| is_possible(spec));
    all.filter(|(help, spec)| fold(&help.name).starts_with(&typed) || spec.name.starts_with(&typed))
        .map(|(help, spec)| InputCompletion {
            // A command with options is completed with a space, ready for the next word.
            line: if spec.options.is_empty() { help.name } else { format!("{} ", help.name) },
            label: format!("/{} – {}", help.usage, help.about),
        })
        .take(LINES)
        .collect()
}

fn options(
    lexicon: &Lexicon,
    speaker: Localizer<'_>,
    spec: &'static CommandSpec,
    (word, rest): (&str, &str),
    facts: &CompletionContext,
) -> Vec<InputCompletion> {
    let (done, typed) = rest.rsplit_once(char::is_whitespace).unwrap_or(("", rest));
    let is_whole = |option: &OptionSpec| {
        matches!(
            option.kind,
            OptionKind::Move
                | OptionKind::Plan(_)
                | OptionKind::Setting
                | OptionKind::Drop
                | OptionKind::PieceName
                | OptionKind::OpenPiece
                | OptionKind::Focus
        )
    };
    let (done, typed) = if spec.options.iter().any(is_whole) { ("", rest) } else { (done, typed) };
    let begin = if done.trim().is_empty() { word.to_owned() } else { format!("{word} {}", done.trim()) };
    let (name, typed) = named(lexicon, spec, typed).unwrap_or((None, typed));
    let prefix = name.map(|option| format!("{}:", option_name(speaker, option))).unwrap_or_default();
    let folded = fold(typed.trim_start_matches('@'));
    let mut found: Vec<InputCompletion> = Vec::new();
    for option in spec.options.iter().filter(|option| name.is_none_or(|name| name.name == option.name)) {
        // A value that needs its option's name is completed with the name.
        let needs_name = name.is_none()
            && matches!(option.kind, OptionKind::NamedChoice(_) | OptionKind::FollowingChoice(_));
        let own = if needs_name { format!("{}:", option_name(speaker, option)) } else { String::new() };
        if name.is_none() && matches!(option.kind, OptionKind::NamedNumber(_)) {
            continue;
        }
        for (value, label) in fitting(speaker, option, facts, &folded) {
            let line = format!("{begin} {prefix}{own}{value}");
            if !found.iter().any(|known| known.line == line) {
                found.push(InputCompletion { line, label });
            }
        }
    }
    found.truncate(LINES);
    found
}

/// The option named before a colon, and the text after it.
fn named<'t>(
    lexicon: &Lexicon,
    spec: &'static CommandSpec,
    typed: &'t str,
) -> Option<(Option<&'static OptionSpec>, &'t str)> {
    let (name, value) = typed.split_once([':', '='])?;
    let option = lexicon.option(name)?;
    spec.options.iter().find(|known| known.name == option).map(|option| (Some(option), value))
}

/// Completions of one option of a command, best first; the line of each is the value alone. If
/// there are too many, the last one says so and stands for what was typed.
pub fn suggest_for(
    speaker: Localizer<'_>,
    (command, option): (&str, &str),
    typed: &str,
    facts: &CompletionContext,
) -> Vec<InputCompletion> {
    let mut options = speaker.commands().find(command).map_or(&[][..], |spec| spec.options).iter();
    let Some(option) = options.find(|known| known.name == option) else { return Vec::new() };
    let folded = fold(typed.trim().trim_start_matches('@'));
    let found = fitting(speaker, option, facts, &folded).into_iter();
    let mut found: Vec<InputCompletion> =
        found.map(|(line, label)| InputCompletion { line, label }).collect();
    if found.len() > LIMIT {
        let more = (found.len() - (LIMIT - 1)) as u64;
        found.truncate(LIMIT - 1);
        let label = speaker.sentence("suggest-more", &[("count", more.into())]);
        found.push(InputCompletion { line: format!("{}{UNFINISHED}", typed.trim()), label });
    }
    found
}

/// The values of an option that fit what was typed.
fn fitting(
    speaker: Localizer<'_>,
    option: &OptionSpec,
    facts: &CompletionContext,
    typed: &str,
) -> Vec<(String, String)> {
    let mut found = values(speaker, option, facts, typed);
    // Piece names are matched by other rules than their beginning.
    if !matches!(option.kind, OptionKind::PieceName | OptionKind::OpenPiece | OptionKind::Focus) {
        found.retain(|(value, label)| [value, label].iter().any(|text| fold(text).starts_with(typed)));
    }
    found
}

/// The values of an option: what to type and what to show. `typed` is the beginning, folded.
fn values(
    speaker: Localizer<'_>,
    option: &OptionSpec,
    facts: &CompletionContext,
    typed: &str,
) -> Vec<(String, String)> {
    let alike = |text: String| (text.clone(), text);
    match option.kind {
        OptionKind::Choice(set)
        | OptionKind::NamedChoice(set)
        | OptionKind::FollowingChoice(set)
        | OptionKind::Switch(set)
        | OptionKind::Plan(set) => typed_words(speaker, set),
        OptionKind::Pace => usual_paces(speaker),
        OptionKind::Number(bounds) if typed.starts_with(|letter: char| letter.is_ascii_digit()) => {
            (bounds.least.max(1)..=bounds.most).map(|number| alike(number.to_string())).collect()
        }
        OptionKind::NamedNumber(bounds) if bounds.most <= LINES as u64 => {
            (bounds.least..=bounds.most).map(|number| alike(number.to_string())).collect()
        }
        OptionKind::Number(_) | OptionKind::NamedNumber(_) | OptionKind::Span => Vec::new(),
        OptionKind::OpenPiece => piece_completion::named(speaker, facts, facts.open().into_iter(), typed),
        OptionKind::Person => people(facts),
        OptionKind::WordOrPerson(set) => typed_words(speaker, set).into_iter().chain(people(facts)).collect(),
        OptionKind::Move => {
            facts.moves().iter().filter_map(|typable| typable.as_begun(speaker, typed)).map(alike).collect()
        }
        OptionKind::Drop => {
            let drop = |drop: &CardDrop| {
                (
                    format!("{} {}", speaker.sign(drop.card), drop.square),
                    format!("{} {}", speaker.kind(drop.card), drop.square),
                )
            };
            facts.drops().iter().map(drop).collect()
        }
        OptionKind::PieceName | OptionKind::Focus => {
            let named = piece_completion::named(speaker, facts, PieceType::all(), typed).into_iter();
            named.chain(piece_completion::placed(speaker, facts, typed)).collect()
        }
        OptionKind::Setting => super::setting_completion::values(speaker, typed),
        OptionKind::Squares => facts.squares(speaker, false),
        OptionKind::TouchedSquares => facts.squares(speaker, true),
        OptionKind::Topic(set) => {
            let names: Vec<_> =
                command_help::commands(speaker).into_iter().map(|help| alike(help.name)).collect();
            let terms = typed_terms(speaker).into_iter();
            let terms: Vec<_> =
                terms.filter(|(term, _)| names.iter().all(|(name, _)| name != term)).collect();
            typed_words(speaker, set).into_iter().chain(names).chain(terms).collect()
        }
        OptionKind::GameId => facts.record.iter().map(|record| alike(record.id.to_string())).collect(),
    }
}

fn people(facts: &CompletionContext) -> Vec<(String, String)> {
    facts.people.iter().map(|person| (person.name.clone(), person.name.clone())).collect()
}
