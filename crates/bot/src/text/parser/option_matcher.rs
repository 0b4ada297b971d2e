//! Option matcher: finds which words of a typed line belong to which option of its command, and
//! reads their values. Not here: the command's name (`command_line`), and the use of the values
//! (the `command` file of its feature).

use adoube_rules::Square;

use super::{command_line::seems_an_id, completion::UNFINISHED};
use crate::{
    core::{
        command::{
            AnyWordChoice, CommandError, CommandSpec, LEVEL, OptionKind, OptionSpec, OptionValue,
            OptionValues, SWITCH, TimeControlWord,
        },
        event::InputValue,
        game::{DAY, GameId},
    },
    text::Lexicon,
};

/// Maximum of words in a time control: `3 days + 7 days`.
const PACE_WORDS: usize = 9;
/// Maximum of words in a duration: `2 days 12 hours`.
const SPAN_WORDS: usize = 4;

/// Reads the options after a command's name.
pub(super) fn read(
    lexicon: &Lexicon,
    command: &'static CommandSpec,
    rest: &str,
) -> Result<OptionValues, CommandError> {
    let mut filling = OptionMatcher { lexicon, command, given: OptionValues::default() };
    match command.options {
        [only] if only.kind.takes_the_rest() => filling.take_the_rest(only, rest)?,
        [first, named @ ..] if first.kind.takes_the_rest() => {
            let rest = filling.take_named(named, rest)?;
            filling.take_the_rest(first, &rest)?;
        }
        _ => filling.take_words(rest)?,
    }
    Ok(filling.given)
}

/// Reads values that come with the keys of their options.
pub(super) fn read_values<'v>(
    lexicon: &Lexicon,
    command: &'static CommandSpec,
    given: impl IntoIterator<Item = &'v (String, InputValue)>,
) -> Result<OptionValues, CommandError> {
    let mut filling = OptionMatcher { lexicon, command, given: OptionValues::default() };
    for (name, value) in given {
        filling.take_value(name, value)?;
    }
    Ok(filling.given)
}

/// The options of a command, and the values matched so far.
struct OptionMatcher<'a> {
    lexicon: &'a Lexicon,
    command: &'static CommandSpec,
    given: OptionValues,
}

impl OptionMatcher<'_> {
    /// Takes the value of the option with a key; all its words belong to it.
    fn take_value(&mut self, name: &str, value: &InputValue) -> Result<(), CommandError> {
        let (text, written) = (value.to_string(), format!("{name}:{value}"));
        let option = self.command.options.iter().find(|option| option.name == name);
        let option = option.filter(|option| !self.given.has(option)).ok_or_else(|| self.unknown(&written))?;
        let all = tokens(&text);
        let words: Vec<&str> = all.iter().map(|token| token.bare).collect();
        let taken = match (option.kind, words.split_first()) {
            (kind, _) if kind.may_be_person() && matches!(value, InputValue::Person(_)) => {
                self.given.put(option, OptionValue::Text(text));
                return Ok(());
            }
            (kind, _) if kind.takes_the_rest() => return self.take_text(option, &text),
            (OptionKind::Pace, Some((first, rest))) => self.place_named_pace(option, first, rest)?,
            (OptionKind::Span, Some((first, rest))) => {
                self.place_span_words(option, first, rest).unwrap_or_default()
            }
            (kind, Some((only, []))) if !kind.may_be_person() => {
                return self.place_named(option.name, only, &written);
            }
            _ => return self.place_named(option.name, &text, &written),
        };
        match option.kind {
            _ if taken == words.len() => Ok(()),
            OptionKind::Pace => Err(CommandError::NoSuchPace { word: text.clone(), why: None }),
            _ => Err(self.unknown(&written)),
        }
    }

    /// Takes the values that have the name of one of these options in front; returns the other
    /// words.
    fn take_named(&mut self, options: &[OptionSpec], rest: &str) -> Result<String, CommandError> {
        let is_one = |name: &str| options.iter().any(|option| option.name == name);
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (mut others, mut next) = (Vec::new(), 0);
        while let Some(word) = words.get(next) {
            let second = words.get(next + 1).copied();
            next += 1;
            match named(self.lexicon, word).filter(|(name, _)| is_one(name)) {
                // `limit: 20`
                Some((name, "")) => {
                    self.place_named(name, second.unwrap_or_default(), word)?;
                    next += 1;
                }
                Some((name, value)) => self.place_named(name, value, word)?,
                // `limit 20`
                None if self.lexicon.option(word).is_some_and(is_one)
                    && self.place_said(word, second.unwrap_or_default())? =>
                {
                    next += 1;
                }
                None => others.push(*word),
            }
        }
        Ok(others.join(" "))
    }

    /// Takes the whole rest of the line as the value of the option that is not named.
    fn take_the_rest(&mut self, only: &OptionSpec, rest: &str) -> Result<(), CommandError> {
        let behind = named(self.lexicon, rest).filter(|(name, _)| *name == only.name);
        self.take_text(only, behind.map_or(rest, |(_, text)| text))
    }

    /// Takes a text as the value of an option.
    fn take_text(&mut self, only: &OptionSpec, text: &str) -> Result<(), CommandError> {
        let text = text.trim_end_matches(UNFINISHED).trim_end();
        if text.is_empty() {
            return Ok(());
        }
        let value = match only.kind {
            OptionKind::WordOrPerson(words) | OptionKind::Plan(words) => self.word_or_text(words, text),
            OptionKind::Topic(words) => self.topic(words, text)?,
            OptionKind::Squares | OptionKind::TouchedSquares => {
                let squares = self.squares(text)?;
                if squares.is_empty() {
                    return Ok(());
                }
                OptionValue::Squares(squares)
            }
            _ => OptionValue::Text(text.to_owned()),
        };
        self.given.put(only, value);
        Ok(())
    }

    fn word_or_text(&self, words: &dyn AnyWordChoice, text: &str) -> OptionValue {
        self.lexicon.choice(words, text).map_or_else(|| OptionValue::Text(text.to_owned()), OptionValue::Word)
    }

    /// The topic of a help request: a word of its own, a command, or a term.
    fn topic(&self, words: &dyn AnyWordChoice, text: &str) -> Result<OptionValue, CommandError> {
        if let Some(word) = self.lexicon.choice(words, text) {
            return Ok(OptionValue::Word(word));
        }
        let word = text.trim_start_matches('/');
        let command = self.lexicon.command(word).map(OptionValue::Command);
        command.or_else(|| self.lexicon.glossary(word).map(OptionValue::Term)).ok_or_else(|| {
            CommandError::UnknownTopic {
                word: word.to_owned(),
                nearest: self.lexicon.nearest_topic(word).map(str::to_owned),
            }
        })
    }

    /// The squares of the line; any other word is an error.
    fn squares(&self, text: &str) -> Result<Vec<Square>, CommandError> {
        let apart = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
        let words = text.split(apart).filter(|word| !word.is_empty());
        words.map(|word| word.to_lowercase().parse().map_err(|_| self.unknown(word))).collect()
    }

    /// Matches the words one by one, or in pairs that form one term.
    fn take_words(&mut self, rest: &str) -> Result<(), CommandError> {
        let all = tokens(rest);
        let tokens: Vec<&str> = all.iter().map(|token| token.bare).collect();
        let mut person: Vec<String> = Vec::new();
        let mut next = 0;
        while let Some(token) = tokens.get(next) {
            let timed = self.place_pace(&tokens[next..])?.or_else(|| self.place_span(&tokens[next..]));
            if let Some(taken) = timed {
                next += taken;
                continue;
            }
            if let Some(second) = tokens.get(next + 1)
                && self.place_said(token, second)?
            {
                next += 2;
                continue;
            }
            let raw = all.get(next).map_or(*token, |token| token.raw);
            let pair = tokens.get(next + 1).map(|second| format!("{token}-{second}"));
            let pair = pair.filter(|pair| self.is_word(pair));
            next += if pair.is_some() { 2 } else { 1 };
            let is_pair = pair.is_some();
            let word = pair.unwrap_or_else(|| (*token).to_owned());
            let placed = self.given.len();
            if !self.place(&word)? {
                person.push(if is_pair { word } else { raw.to_owned() });
            } else if self.given.len() > placed {
                next += usize::from(self.place_following(tokens.get(next).copied())?);
            }
        }
        self.place_person(&person)
    }

    /// Whether a word belongs to a closed set of the command. Pairs are tested with a hyphen, which
    /// people often leave out.
    fn is_word(&self, token: &str) -> bool {
        let options = self.command.options.iter().filter(|option| !needs_more(option.kind));
        let mut sets = options.filter_map(|option| option.kind.closed_set());
        sets.any(|set| self.lexicon.choice(set, token).is_some())
    }

    /// Matches a word to an option; returns whether one takes it.
    fn place(&mut self, token: &str) -> Result<bool, CommandError> {
        if let Some((name, value)) = named(self.lexicon, token) {
            return self.place_named(name, value, token).map(|()| true);
        }
        let free = self.command.options.iter().filter(|option| !self.given.has(option));
        let is_strict = |option: &&OptionSpec| matches!(option.kind, OptionKind::NamedChoice(_));
        // An option that needs its name takes a word without it, too, if no other option does.
        let open = free.clone().filter(|option| !needs_more(option.kind)).chain(free.filter(is_strict));
        let found = open.map(|option| Some((option, assign_words(self.lexicon, option.kind, token)?)));
        let found = found.flatten().next();
        let Some((option, value)) = found else { return Ok(false) };
        self.given.put(option, value);
        Ok(true)
    }

    /// Matches a value after an option's name, as in `level 3`; returns whether it fits.
    fn place_said(&mut self, name: &str, value: &str) -> Result<bool, CommandError> {
        let Some(name) = self.lexicon.option(name) else { return Ok(false) };
        let mut free = self.command.options.iter().filter(|option| !self.given.has(option));
        let Some(option) = free.find(|option| option.name == name) else { return Ok(false) };
        let found = match option.kind {
            OptionKind::Switch(words) => switched(self.lexicon, words, value),
            OptionKind::Choice(_)
            | OptionKind::NamedChoice(_)
            | OptionKind::FollowingChoice(_)
            | OptionKind::Number(_)
            | OptionKind::NamedNumber(_) => assign_words(self.lexicon, option.kind, value),
            _ => None,
        };
        match found {
            Some(value) => self.given.put(option, value),
            None if LEVEL.is(option) && is_numeral(value) => return Err(no_level(value)),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// Matches a word to an option that may follow the one before; returns whether it fits.
    fn place_following(&mut self, token: Option<&str>) -> Result<bool, CommandError> {
        let places = self.command.options.windows(2);
        let mut behind = places.filter(|pair| self.given.is_last(&pair[0])).map(|pair| &pair[1]);
        let following = |option: &&OptionSpec| matches!(option.kind, OptionKind::FollowingChoice(_));
        let open = behind.find(|option| following(option) && !self.given.has(option));
        let Some((option, token)) = open.zip(token) else { return Ok(false) };
        match assign_words(self.lexicon, option.kind, token) {
            Some(value) => self.given.put(option, value),
            None if LEVEL.is(option) && is_numeral(token) => return Err(no_level(token)),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// The number of leading words that form a time control; `None` if they form none. Without the
    /// option's name only a time counts.
    fn place_pace(&mut self, words: &[&str]) -> Result<Option<usize>, CommandError> {
        let mut open = self.command.options.iter().filter(|option| !self.given.has(option));
        let Some(option) = open.find(|option| matches!(option.kind, OptionKind::Pace)) else {
            return Ok(None);
        };
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        match named(self.lexicon, first) {
            Some((name, value)) if name == option.name => {
                self.place_named_pace(option, value, rest).map(Some)
            }
            Some(_) => Ok(None),
            None => self.place_pace_words(option, first, rest),
        }
    }

    /// The number of leading words that form the time control behind its option's name.
    fn place_named_pace(
        &mut self,
        option: &OptionSpec,
        first: &str,
        rest: &[&str],
    ) -> Result<usize, CommandError> {
        if first.is_empty() && rest.is_empty() {
            return Ok(1);
        }
        if self.lexicon.durations().is_none(first) {
            self.given.put(option, OptionValue::Pace(TimeControlWord::None));
            return Ok(1);
        }
        // `name: value`: with a space after the colon the value is the next word.
        let word = rest.first().filter(|_| first.is_empty()).map_or(first, |word| word);
        let unknown = || CommandError::NoSuchPace { word: word.to_owned(), why: None };
        self.place_pace_words(option, first, rest)?.ok_or_else(unknown)
    }

    /// The number of leading words that form a time control; `None` if they form none.
    fn place_pace_words(
        &mut self,
        option: &OptionSpec,
        first: &str,
        rest: &[&str],
    ) -> Result<Option<usize>, CommandError> {
        let durations = self.lexicon.durations();
        for taken in (0..=rest.len().min(PACE_WORDS - 1)).rev() {
            let text = rest.iter().take(taken).fold(first.to_owned(), |text, word| text + " " + word);
            match durations.pace(text.trim()) {
                None => {}
                Some(Ok(pace)) => {
                    self.given.put(option, OptionValue::Pace(TimeControlWord::Pace(pace)));
                    return Ok(Some(taken + 1));
                }
                Some(Err(why)) => return Err(CommandError::NoSuchPace { word: text, why: Some(why) }),
            }
        }
        Ok(None)
    }

    /// The number of leading words that form a duration; a bare number counts days.
    fn place_span(&mut self, words: &[&str]) -> Option<usize> {
        let mut open = self.command.options.iter().filter(|option| !self.given.has(option));
        let option = open.find(|option| matches!(option.kind, OptionKind::Span))?;
        let (first, rest) = words.split_first()?;
        let first = match named(self.lexicon, first) {
            Some((name, value)) if name == option.name => value,
            Some(_) => return None,
            None => first,
        };
        self.place_span_words(option, first, rest)
    }

    /// The number of leading words that form the duration of an option; `None` if they form none.
    fn place_span_words(&mut self, option: &OptionSpec, first: &str, rest: &[&str]) -> Option<usize> {
        for taken in (0..=rest.len().min(SPAN_WORDS - 1)).rev() {
            let text = rest.iter().take(taken).fold(first.to_owned(), |text, word| text + " " + word);
            let text = text.trim();
            let days = || number(text).filter(|_| !text.is_empty()).map(|days| days.saturating_mul(DAY));
            if let Some(millis) = self.lexicon.durations().span(text).or_else(days) {
                self.given.put(option, OptionValue::Span(millis));
                return Some(taken + 1);
            }
        }
        None
    }

    /// Puts a value where its option's name says.
    fn place_named(&mut self, name: &str, value: &str, token: &str) -> Result<(), CommandError> {
        let option = self.command.options.iter().find(|option| option.name == name);
        let option = option.filter(|option| !self.given.has(option)).ok_or_else(|| self.unknown(token))?;
        let found = match option.kind {
            OptionKind::Number(_) | OptionKind::NamedNumber(_) | OptionKind::Person if value.is_empty() => {
                return Ok(());
            }
            OptionKind::Switch(words) => switched(self.lexicon, words, value),
            _ => None,
        };
        let found = found.or_else(|| assign_words(self.lexicon, option.kind, value));
        let found = found.ok_or_else(|| match option.kind {
            OptionKind::GameId => CommandError::UnknownGame { word: value.to_owned() },
            _ if LEVEL.is(option) && !value.is_empty() => no_level(value),
            _ => self.unknown(token),
        })?;
        self.given.put(option, found);
        Ok(())
    }

    /// Takes the unmatched words as a person's name, if the command has such an option, or as the
    /// rest of one that began with `opponent:Ada`.
    fn place_person(&mut self, words: &[String]) -> Result<(), CommandError> {
        let Some(first) = words.first() else { return Ok(()) };
        let options = self.command.options;
        let person = options.iter().find(|option| matches!(option.kind, OptionKind::Person));
        let Some(person) = person else {
            let takes_game = options.iter().any(|option| matches!(option.kind, OptionKind::GameId));
            return Err(if takes_game && (options.len() == 1 || seems_an_id(first)) {
                CommandError::UnknownGame { word: first.clone() }
            } else {
                self.unknown(first)
            });
        };
        let rest = words.join(" ");
        match self.given.text_mut(person) {
            Some(begun) => *begun = format!("{begun} {rest}"),
            None => self.given.put(person, OptionValue::Text(rest)),
        }
        Ok(())
    }

    fn unknown(&self, word: &str) -> CommandError {
        CommandError::UnknownWord { command: self.command, word: word.to_owned() }
    }
}

/// A word of a line, as typed and without commas at its end.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) raw: &'t str,
    pub(super) bare: &'t str,
}

/// The words of a line. A comma separates words, too, unless it stands between digits.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut raw: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
        if digits { raw.push(word) } else { raw.extend(word.split_inclusive(',')) }
    }
    let bare = |raw: &'_ str| raw.trim_end_matches([',', ';']).len();
    let tokens = raw.into_iter().map(|raw| Token { raw, bare: raw.get(..bare(raw)).unwrap_or(raw) });
    tokens.filter(|token| !token.bare.is_empty()).collect()
}

fn no_level(word: &str) -> CommandError {
    CommandError::NoSuchLevel { word: word.to_owned() }
}

/// Whether it is a whole number, with or without a sign.
fn is_numeral(token: &str) -> bool {
    let digits = token.trim_start_matches(['-', '+']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits `option:value` with an option's name in any language.
fn named<'t>(lexicon: &Lexicon, token: &'t str) -> Option<(&'static str, &'t str)> {
    let (name, value) = token.split_once([':', '='])?;
    Some((lexicon.option(name.trim())?, value.trim()))
}

/// Whether an option takes no bare word: it needs its name in front, or its words are matched
/// elsewhere.
fn needs_more(kind: OptionKind) -> bool {
    matches!(
        kind,
        OptionKind::Person
            | OptionKind::NamedNumber(_)
            | OptionKind::NamedChoice(_)
            | OptionKind::FollowingChoice(_)
            | OptionKind::Pace
            | OptionKind::Span
    )
}

/// The word of a switch that `on` or `off` means.
fn switched(lexicon: &Lexicon, words: &dyn AnyWordChoice, token: &str) -> Option<OptionValue> {
    let is_on = SWITCH.meaning(lexicon.choice(&SWITCH, token)?)?;
    words.words().get(usize::from(!is_on)).copied().map(OptionValue::Word)
}

/// The value of a word for an option, if it fits.
fn assign_words(lexicon: &Lexicon, kind: OptionKind, token: &str) -> Option<OptionValue> {
    match kind {
        OptionKind::Choice(words)
        | OptionKind::NamedChoice(words)
        | OptionKind::FollowingChoice(words)
        | OptionKind::Switch(words) => lexicon.choice(words, token).map(OptionValue::Word),
        OptionKind::Number(_) | OptionKind::NamedNumber(_) => number(token).map(OptionValue::Number),
        OptionKind::Pace | OptionKind::Span => None,
        OptionKind::GameId => GameId::parse(token).map(OptionValue::Game),
        _ => Some(OptionValue::Text(token.to_owned())),
    }
}

/// The number of these digits, saturated so that it exceeds every limit.
fn number(digits: &str) -> Option<u64> {
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| digits.parse().unwrap_or(u64::MAX))
}
