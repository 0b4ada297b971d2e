//! Reads durations as people type them in any language, and writes them as a language does: "3d",
//! "2 days 3 h". Not here: moments, and remaining time.

use super::{Localizer, Translations, fold};
use crate::core::{
    command::TimeControlWord,
    game::{DAY, FlagRule, HOUR, MINUTE, TimeControl, TimeControlError},
};

/// The units of typed times: the key of their words, their sign in records, their length in
/// milliseconds.
const UNITS: [(&str, &str, u64); 4] = [
    ("words-minutes", "m", MINUTE),
    ("words-hours", "h", HOUR),
    ("words-days", "d", DAY),
    ("words-weeks", "w", 7 * DAY),
];

/// Words of durations in all languages, folded.
#[derive(Debug, Default)]
pub struct DurationGrammar {
    units: Vec<(String, u64)>,
    /// Words for a game without a time control.
    none: Vec<String>,
}

impl DurationGrammar {
    /// Collects the words of all languages; the signs of records are understood in all of them.
    pub fn new(wording: &Translations) -> Self {
        let units = UNITS.iter().map(|(_, unit, millis)| ((*unit).to_owned(), *millis));
        let mut words = Self { units: units.collect(), none: vec![TimeControlWord::NONE.to_owned()] };
        for language in wording.languages() {
            let listed = |key: &str| {
                let list = wording.say(language, key, &[]);
                list.split(',').map(|word| fold(word.trim())).collect::<Vec<_>>()
            };
            for (key, _, millis) in UNITS {
                words.units.extend(listed(key).into_iter().map(|unit| (unit, millis)));
            }
            words.none.extend(listed("words-no-limit"));
        }
        words
    }

    /// The milliseconds of `7d`, `2d12h` or `10 minutes`, saturated. `None` for anything else, also
    /// for a number without a unit.
    pub fn span(&self, text: &str) -> Option<u64> {
        let text = fold(text);
        let mut rest = text.trim();
        let mut sum: Option<u64> = None;
        while !rest.is_empty() {
            let (number, behind) = split_where(rest, |letter| !letter.is_ascii_digit());
            let (unit, behind) = split_where(behind.trim_start(), |letter| !letter.is_alphabetic());
            let (_, millis) = self.units.iter().find(|(known, _)| known == unit)?;
            let number = if number.is_empty() { return None } else { number.parse().unwrap_or(u64::MAX) };
            sum = Some(sum.unwrap_or_default().saturating_add(millis.saturating_mul(number)));
            rest = behind.trim_start_matches('.').trim_start();
        }
        sum
    }

    /// The time control of `3d+7d`; `None` if the text names no time.
    pub fn pace(&self, text: &str) -> Option<Result<TimeControl, TimeControlError>> {
        let (per_move, reserve) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str| if text.trim() == "0" { Some(0) } else { self.span(text) };
        match (read(per_move)?, read(reserve)?) {
            (0, 0) => None,
            (per_move, reserve) => Some(TimeControl::new(per_move, reserve)),
        }
    }

    /// Whether a word means a game without a time control.
    pub fn is_none(&self, text: &str) -> bool {
        let text = fold(text);
        self.none.contains(&text)
    }
}

/// Splits a text before the first letter of this kind.
fn split_where(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

impl Localizer<'_> {
    /// "3 days", "2 days 3 h", "45 min": two units at most, and nothing smaller than a minute.
    pub fn span(&self, millis: u64) -> String {
        self.in_units(millis, &["span-days", "span-hours", "span-minutes"])
    }

    /// The same after "in": "2 Tagen 3 h".
    pub fn span_from_now(&self, millis: u64) -> String {
        self.in_units(millis, &["span-in-days", "span-hours", "span-minutes"])
    }

    fn in_units(&self, millis: u64, [days, hours, minutes]: &[&str; 3]) -> String {
        let parts = [(days, millis / DAY), (hours, millis % DAY / HOUR), (minutes, millis % HOUR / MINUTE)];
        let begin = parts.iter().position(|(_, count)| *count > 0).unwrap_or(parts.len() - 1);
        let said = |(key, count): &(&&str, u64)| self.sentence(key, &[("count", (*count).into())]);
        let first = parts.get(begin).map(said).unwrap_or_default();
        match parts.get(begin + 1).filter(|(_, count)| *count > 0) {
            Some(second) => {
                self.sentence("span-two", &[("first", first.into()), ("second", said(second).into())])
            }
            None => first,
        }
    }

    /// "3 days per move and 7 days in reserve".
    pub fn pace(&self, pace: TimeControl) -> String {
        let args =
            [("per-move", self.span(pace.per_move()).into()), ("reserve", self.span(pace.reserve()).into())];
        match (pace.per_move(), pace.reserve()) {
            (0, _) => self.sentence("pace-whole-game", &args),
            (_, 0) => self.sentence("pace-per-move", &args),
            _ => self.sentence("pace-with-reserve", &args),
        }
    }

    /// "Time: 3 days per move (if it runs out, the opponent is asked)".
    pub fn pace_with_time_out(&self, pace: TimeControl, time_out: FlagRule) -> String {
        let key = match time_out {
            FlagRule::Ask => "terms-pace-ask",
            FlagRule::Strict if pace.is_of_days() => "terms-pace-strict-protected",
            FlagRule::Strict => "terms-pace-strict",
        };
        self.sentence(key, &[("pace", self.pace(pace).into())])
    }

    /// A time control as typed in this language: `3t+7t`; the word for none where there is none.
    pub fn typed_pace(&self, pace: TimeControlWord) -> String {
        let first =
            |key: &str| self.fixed_sentence(key).split(',').next().unwrap_or_default().trim().to_owned();
        let TimeControlWord::Pace(pace) = pace else { return first("words-no-limit") };
        let typed = |part: &str| {
            let unit =
                |(key, unit, _): &(&str, &str, u64)| Some(part.strip_suffix(unit)?.to_owned() + &first(key));
            UNITS.iter().find_map(unit).unwrap_or_else(|| part.to_owned())
        };
        pace.to_string().split('+').map(typed).collect::<Vec<_>>().join("+")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales};

    fn wording() -> Translations {
        Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn times_are_typed_in_the_units_of_every_language() {
        let words = DurationGrammar::new(&wording());
        for (text, span) in [
            ("7d", Some(7 * DAY)),
            ("7t", Some(7 * DAY)),
            ("7 Tage", Some(7 * DAY)),
            ("2D12H", Some(60 * HOUR)),
            ("2 days 12 hours", Some(60 * HOUR)),
            ("3Std.", Some(3 * HOUR)),
            ("1w", Some(7 * DAY)),
            ("2 Wochen", Some(14 * DAY)),
            ("90 min", Some(90 * MINUTE)),
            ("99999999999999999999999d", Some(u64::MAX)),
            ("7", None),
            ("d", None),
            ("7x", None),
            ("7d3", None),
            ("-7d", None),
            ("", None),
        ] {
            assert_eq!(words.span(text), span, "{text}");
        }
        let pace = |text: &str| words.pace(text).map(|read| read.map(|pace| pace.to_string()));
        for text in ["3d+7d", "3t+7t", "3 Tage + 7 Tage", "3 days+1w"] {
            assert_eq!(pace(text), Some(Ok("3d+7d".to_owned())), "{text}");
        }
        assert_eq!(pace("0+84h"), Some(Ok("84h".replace("84h", "0+84h"))));
        assert_eq!(pace("1m"), Some(Err(TimeControlError::TooShort)));
        assert_eq!(pace("2 months"), None);
        for text in ["5+3", "0", "0+0", "", "+", "3d+", "bob"] {
            assert_eq!(pace(text), None, "{text}");
        }
        assert!(words.is_none("None") && words.is_none("keine") && !words.is_none("0x"));
    }

    #[test]
    fn times_are_said_in_two_units_at_most() {
        let wording = wording();
        for (millis, english, german) in [
            (3 * DAY, "3 days", "3 Tage"),
            (DAY, "1 day", "1 Tag"),
            (2 * DAY + 3 * HOUR + MINUTE, "2 days 3 h", "2 Tage 3 h"),
            (2 * DAY + MINUTE, "2 days", "2 Tage"),
            (2 * HOUR + 5 * MINUTE, "2 h 5 min", "2 h 5 min"),
            (45 * MINUTE + 59_999, "45 min", "45 min"),
            (0, "0 min", "0 min"),
        ] {
            assert_eq!(Localizer::new(&wording, Language::EN).span(millis), english);
            assert_eq!(Localizer::new(&wording, Language::of("de")).span(millis), german);
        }
        assert_eq!(
            Localizer::new(&wording, Language::of("de")).span_from_now(2 * DAY + 3 * HOUR),
            "2 Tagen 3 h"
        );
    }

    #[test]
    fn a_pace_is_said_by_what_it_has() {
        let wording = wording();
        for (per_move, reserve, said) in [
            (3 * DAY, 0, "3 days per move"),
            (3 * DAY, 7 * DAY, "3 days per move and 7 days in reserve"),
            (0, 84 * HOUR, "3 days 12 h for the whole game"),
        ] {
            let pace = TimeControl::new(per_move, reserve).expect("a pace");
            assert_eq!(Localizer::new(&wording, Language::EN).pace(pace), said);
        }
    }

    #[test]
    fn what_is_shown_to_type_is_understood() {
        let wording = wording();
        let words = DurationGrammar::new(&wording);
        for language in wording.languages() {
            let speaker = Localizer::new(&wording, language);
            for pace in TimeControlWord::offered() {
                let typed = speaker.typed_pace(TimeControlWord::Pace(pace));
                assert_eq!(words.pace(&typed), Some(Ok(pace)), "{typed}");
            }
            assert!(words.is_none(&speaker.typed_pace(TimeControlWord::None)));
        }
        let first = TimeControlWord::offered().next().map(TimeControlWord::Pace).expect("one is offered");
        assert_eq!(Localizer::new(&wording, Language::of("de")).typed_pace(first), "3t+7t");
    }
}
