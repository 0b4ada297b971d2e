//! From a line of text to a [`Command`]. Pure: it knows words, not games; who "Bob" is and whether `Nf3` is legal is
//! decided later.

use adoube_rules::{Kings, PromotionMode, Side, Square, Variant};

use super::{suggest::UNFINISHED, wish};
use crate::{
    command::{
        BoardView, Choice, Command, CommandError, ExportFormat, GamesOf, Invitation, LINE_LIMIT, OfferWord,
        OptionKind, OptionSpec, RulesOf, Spec, Verb,
    },
    game::GameId,
    wording::Lexicon,
};

/// Reads one command line (without the platform's prefix).
///
/// # Errors
///
/// What is wrong with the line, with the words that are.
pub fn parse(lexicon: &Lexicon, line: &str) -> Result<Command, CommandError> {
    if line.chars().count() > LINE_LIMIT {
        return Err(CommandError::TooLong);
    }
    let word = first_word(line);
    let rest = line.trim().strip_prefix(word).unwrap_or_default();
    if word.is_empty() {
        return Err(CommandError::Empty);
    }
    let verb = lexicon.verb(word).ok_or_else(|| CommandError::UnknownCommand {
        word: word.to_owned(),
        nearest: lexicon.nearest_verb(word),
    })?;
    if asks_for_help(lexicon, verb, rest.trim()) {
        return Ok(Command::Help(Some(verb)));
    }
    match Words::read(lexicon, verb.spec(), rest.trim()) {
        Err(CommandError::UnknownWord { word, .. }) if verb == Verb::Board && seems_an_id(&word) => {
            GameId::parse(&word).map(|id| Command::Game(Some(id))).ok_or(CommandError::UnknownGame { word })
        }
        words => build(lexicon, verb, &words?),
    }
}

/// Whether a word that is nothing else looks like a game's id, be it mistyped.
fn seems_an_id(word: &str) -> bool {
    let bare = word.trim_start_matches('#');
    let has = |is: fn(&u8) -> bool| bare.bytes().any(|byte| is(&byte));
    let mixed = has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit);
    let long = (5..=8).contains(&bare.len()) && bare.bytes().all(|byte| byte.is_ascii_alphanumeric());
    GameId::parse(word).is_some() || (mixed && long)
}

/// Whether `help` alone follows the command. Where a person's name may stand, that may be one; who is here decides then.
fn asks_for_help(lexicon: &Lexicon, verb: Verb, rest: &str) -> bool {
    let takes_name =
        |option: &OptionSpec| matches!(option.kind, OptionKind::Person | OptionKind::OwnerOrPerson);
    lexicon.verb(rest) == Some(Verb::Help) && !verb.spec().options.iter().any(takes_name)
}

/// The word in the place of the command's name; empty in an empty line.
pub fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// What stood in the place of each option, by the option's key.
#[derive(Default)]
pub(super) struct Words {
    found: Vec<(&'static str, String)>,
}

impl Words {
    fn read(lexicon: &Lexicon, spec: &Spec, rest: &str) -> Result<Self, CommandError> {
        let mut words = Self::default();
        if let [only] = spec.options
            && takes_the_rest(only.kind)
        {
            let text =
                named(lexicon, rest).filter(|(name, _)| *name == only.name).map_or(rest, |(_, text)| text);
            words.push_if_any(only.name, text.trim_end_matches(UNFINISHED).trim_end());
            return Ok(words);
        }
        let tokens: Vec<&str> = rest.split_whitespace().collect();
        let mut person: Vec<String> = Vec::new();
        let mut next = 0;
        while let Some(token) = tokens.get(next) {
            let pair = tokens.get(next + 1).map(|second| format!("{token}-{second}"));
            let pair = pair.filter(|pair| is_word(lexicon, spec, pair));
            next += if pair.is_some() { 2 } else { 1 };
            let word = pair.unwrap_or_else(|| (*token).to_owned());
            if !words.place(lexicon, spec, &word)? {
                person.push(word);
            }
        }
        words.place_person(spec, &person)?;
        Ok(words)
    }

    /// Puts a word where it fits; tells whether it did.
    fn place(&mut self, lexicon: &Lexicon, spec: &Spec, token: &str) -> Result<bool, CommandError> {
        let unknown = || CommandError::UnknownWord { verb: spec.verb, word: token.to_owned() };
        if let Some((name, value)) = named(lexicon, token) {
            let option = spec.options.iter().find(|option| option.name == name).ok_or_else(unknown)?;
            if self.get(option.name).is_some() {
                return Err(unknown());
            }
            let found = switched(lexicon, option, value).or_else(|| fit(lexicon, option, value));
            let unknown = || match option.kind {
                OptionKind::GameId => CommandError::UnknownGame { word: value.to_owned() },
                _ => unknown(),
            };
            self.push_if_any(option.name, &found.ok_or_else(unknown)?);
            return Ok(true);
        }
        let free = spec.options.iter().filter(|option| self.get(option.name).is_none());
        let mut fitting = free
            .filter(|option| !matches!(option.kind, OptionKind::Person | OptionKind::NamedNumber))
            .filter_map(|option| fit(lexicon, option, token).map(|value| (option.name, value)));
        match fitting.next() {
            Some((name, value)) => {
                drop(fitting);
                self.push_if_any(name, &value);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Words that fit nowhere else are a person's name, if the command takes one, or the rest of one that was begun as
    /// `opponent:Ada`.
    fn place_person(&mut self, spec: &Spec, tokens: &[String]) -> Result<(), CommandError> {
        let Some(first) = tokens.first() else { return Ok(()) };
        let unknown = || {
            let word = first.clone();
            let names_game = match spec.options {
                [only] => only.kind == OptionKind::GameId,
                options => {
                    options.iter().any(|option| option.kind == OptionKind::GameId) && seems_an_id(&word)
                }
            };
            if names_game {
                CommandError::UnknownGame { word }
            } else {
                CommandError::UnknownWord { verb: spec.verb, word }
            }
        };
        let person = spec.options.iter().find(|option| option.kind == OptionKind::Person);
        let name = person.ok_or_else(unknown)?.name;
        let rest = tokens.join(" ");
        match self.found.iter_mut().find(|(found, _)| *found == name) {
            Some((_, begun)) => *begun = format!("{begun} {rest}"),
            None => self.push_if_any(name, &rest),
        }
        Ok(())
    }

    fn push_if_any(&mut self, name: &'static str, value: &str) {
        if !value.is_empty() {
            self.found.push((name, value.to_owned()));
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.found.iter().find(|(found, _)| *found == name).map(|(_, value)| value.as_str())
    }
}

/// `option:value` with an option's name in any language.
fn named<'t>(lexicon: &Lexicon, token: &'t str) -> Option<(&'static str, &'t str)> {
    let (name, value) = token.split_once([':', '='])?;
    Some((lexicon.option(name.trim())?, value.trim()))
}

fn takes_the_rest(kind: OptionKind) -> bool {
    matches!(
        kind,
        OptionKind::Move
            | OptionKind::Focus
            | OptionKind::Drop
            | OptionKind::Squares
            | OptionKind::TouchedSquares
            | OptionKind::PieceName
            | OptionKind::OpenPiece
            | OptionKind::OwnerOrPerson
            | OptionKind::HelpTopic
    )
}

/// Whether this is a word of one of the command's closed sets: those written with a hyphen are often said without.
fn is_word(lexicon: &Lexicon, spec: &Spec, token: &str) -> bool {
    let known = |option: &OptionSpec| match option.kind {
        OptionKind::Choice(choice) | OptionKind::Switch(choice) => lexicon.choice(choice, token).is_some(),
        _ => false,
    };
    spec.options.iter().any(known)
}

/// The word of a switch for `on` or `off`.
fn switched(lexicon: &Lexicon, option: &OptionSpec, token: &str) -> Option<String> {
    let OptionKind::Switch(choice) = option.kind else { return None };
    let place = match lexicon.choice(Choice::Switch, token)? {
        "on" => 0,
        _ => 1,
    };
    choice.words().get(place).map(|word| (*word).to_owned())
}

/// The value a word has in the place of an option, if it can stand there.
fn fit(lexicon: &Lexicon, option: &OptionSpec, token: &str) -> Option<String> {
    match option.kind {
        OptionKind::Choice(choice) | OptionKind::Switch(choice) => {
            lexicon.choice(choice, token).map(str::to_owned)
        }
        OptionKind::Number | OptionKind::NamedNumber => {
            token.bytes().all(|byte| byte.is_ascii_digit()).then(|| token.to_owned())
        }
        OptionKind::GameId => GameId::parse(token).map(|id| id.to_string()),
        _ => Some(token.to_owned()),
    }
}

fn build(lexicon: &Lexicon, verb: Verb, words: &Words) -> Result<Command, CommandError> {
    let text = |name: &str| words.get(name).map(str::to_owned);
    let game = words.get("game").and_then(GameId::parse);
    Ok(match verb {
        Verb::Play => Command::Play(Invitation {
            opponent: text("opponent"),
            kind: words.get("variant").and_then(Variant::from_key),
            colour: words.get("colour").and_then(side),
            promotion: words.get("promotion").and_then(PromotionMode::from_key),
            kings: words
                .get("kings")
                .map(|word| if word == "facing" { Kings::Facing } else { Kings::Rotated }),
            touch_move: words.get("touch-move") == Some("touch-move"),
        }),
        Verb::Setup => Command::Setup(Box::new(wish::read(words))),
        Verb::Pick => Command::Pick(text("piece")),
        Verb::Accept => Command::Accept,
        Verb::Decline => Command::Decline,
        Verb::Withdraw => Command::Withdraw,
        Verb::Move => Command::Move(text("move")),
        Verb::Board => Command::Board(view(words.get("view"))),
        Verb::Moves => Command::Moves(text("focus")),
        Verb::Touch => match squares(verb, words)? {
            none if none.is_empty() => return Err(CommandError::Missing { verb, option: "squares" }),
            squares => Command::Touch(squares),
        },
        Verb::Release => Command::Release(squares(verb, words)?),
        Verb::Hand => Command::Hand,
        Verb::Drop => Command::Drop(text("card")),
        Verb::Pass => Command::Pass,
        Verb::Resign => Command::Resign,
        Verb::Draw => Command::Draw(answer(words.get("answer"))),
        Verb::Claim => Command::Claim,
        Verb::Takeback => Command::Takeback(answer(words.get("answer"))),
        Verb::Abort => Command::Abort,
        Verb::Games => Command::Games(owner(lexicon, words.get("owner"))),
        Verb::Game => Command::Game(game),
        Verb::Replay => Command::Replay(game),
        Verb::Export => Command::Export(format(words.get("format")), game),
        Verb::Verify => Command::Verify(game),
        Verb::Piece => Command::Piece(text("piece")),
        Verb::Pieces => Command::Pieces,
        Verb::Follow => Command::Follow,
        Verb::Unfollow => Command::Unfollow,
        Verb::Rules => Command::Rules(match words.get("topic") {
            Some(_) => RulesOf::TouchMove,
            None => RulesOf::Game(words.get("variant").and_then(Variant::from_key)),
        }),
        Verb::Help => help(lexicon, words.get("command"))?,
    })
}

/// What is asked about: everything, whether all is well, a command, or a term.
fn help(lexicon: &Lexicon, word: Option<&str>) -> Result<Command, CommandError> {
    let Some(word) = word else { return Ok(Command::Help(None)) };
    match lexicon.choice(Choice::Test, word) {
        Some("words") => return Ok(Command::Glossary(None)),
        Some(_) => return Ok(Command::Check),
        None => {}
    }
    let word = word.trim_start_matches('/');
    let command = lexicon.verb(word).map(|verb| Command::Help(Some(verb)));
    command.or_else(|| lexicon.glossary(word).map(|term| Command::Glossary(Some(term)))).ok_or_else(|| {
        CommandError::UnknownTopic {
            word: word.to_owned(),
            nearest: lexicon.nearest_topic(word).map(str::to_owned),
        }
    })
}

/// The squares of the line; a word that is none is wrong.
fn squares(verb: Verb, words: &Words) -> Result<Vec<Square>, CommandError> {
    let apart = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
    let named = words.get("squares").unwrap_or_default().split(apart).filter(|word| !word.is_empty());
    let square = |word: &str| {
        let unknown = |_| CommandError::UnknownWord { verb, word: word.to_owned() };
        word.to_lowercase().parse().map_err(unknown)
    };
    named.map(square).collect()
}

fn side(word: &str) -> Option<Side> {
    match word {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    }
}

fn view(word: Option<&str>) -> BoardView {
    match word {
        Some("flip") => BoardView::Flipped,
        Some("hints") => BoardView::Hints,
        Some("text") => BoardView::Text,
        _ => BoardView::Plain,
    }
}

fn answer(word: Option<&str>) -> OfferWord {
    match word {
        Some("accept") => OfferWord::Accept,
        Some("decline") => OfferWord::Decline,
        _ => OfferWord::Offer,
    }
}

fn owner(lexicon: &Lexicon, word: Option<&str>) -> GamesOf {
    let Some(word) = word else { return GamesOf::Mine };
    match lexicon.choice(Choice::Owner, word) {
        Some("mine") => GamesOf::Mine,
        Some("here") => GamesOf::Here,
        _ => GamesOf::Of(word.to_owned()),
    }
}

fn format(word: Option<&str>) -> ExportFormat {
    match word {
        Some("fen") => ExportFormat::Fen,
        Some("gif") => ExportFormat::Gif,
        Some("json") => ExportFormat::Json,
        _ => ExportFormat::Pgn,
    }
}
