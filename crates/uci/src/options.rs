//! UCI options: how they are declared, set and held.

use adoube_engine::StrengthLevel;

use crate::strength::{self, DEFAULT_ELO, MAX_ELO, MIN_ELO};
use crate::variant::UciVariant;

/// `Hash` in megabytes: default, and greatest value.
const HASH: i64 = 32;
const MAX_HASH: i64 = 4096;
/// Greatest value of `Threads`.
const MAX_THREADS: i64 = 64;
/// Greatest value of `MultiPV`.
const MAX_LINES: i64 = 500;
/// `Move Overhead` in milliseconds, kept back from every clock for the way to the host and back:
/// default, and greatest value.
const OVERHEAD: i64 = 10;
const MAX_OVERHEAD: i64 = 5_000;

/// UCI type of an option.
#[derive(Clone, Copy)]
enum Kind {
    Spin { default: i64, min: i64, max: i64 },
    Check,
    Button,
    Variant,
}

/// The options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Hash,
    Threads,
    ClearHash,
    Ponder,
    MultiPv,
    Level,
    LimitStrength,
    Elo,
    AnalyseMode,
    Chess960,
    MoveOverhead,
    Variant,
}

impl Name {
    const ALL: [Self; 12] = [
        Self::Hash,
        Self::Threads,
        Self::ClearHash,
        Self::Ponder,
        Self::MultiPv,
        Self::Level,
        Self::LimitStrength,
        Self::Elo,
        Self::AnalyseMode,
        Self::Chess960,
        Self::MoveOverhead,
        Self::Variant,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Hash => "Hash",
            Self::Threads => "Threads",
            Self::ClearHash => "Clear Hash",
            Self::Ponder => "Ponder",
            Self::MultiPv => "MultiPV",
            Self::Level => "Level",
            Self::LimitStrength => "UCI_LimitStrength",
            Self::Elo => "UCI_Elo",
            Self::AnalyseMode => "UCI_AnalyseMode",
            Self::Chess960 => "UCI_Chess960",
            Self::MoveOverhead => "Move Overhead",
            Self::Variant => "UCI_Variant",
        }
    }

    const fn kind(self) -> Kind {
        let best = StrengthLevel::BEST.number() as i64;
        match self {
            Self::Hash => Kind::Spin { default: HASH, min: 1, max: MAX_HASH },
            Self::Threads => Kind::Spin { default: 1, min: 1, max: MAX_THREADS },
            Self::MultiPv => Kind::Spin { default: 1, min: 1, max: MAX_LINES },
            Self::Level => Kind::Spin { default: best, min: 1, max: best },
            Self::Elo => Kind::Spin { default: DEFAULT_ELO, min: MIN_ELO, max: MAX_ELO },
            Self::MoveOverhead => Kind::Spin { default: OVERHEAD, min: 0, max: MAX_OVERHEAD },
            Self::Ponder | Self::LimitStrength | Self::AnalyseMode | Self::Chess960 => Kind::Check,
            Self::ClearHash => Kind::Button,
            Self::Variant => Kind::Variant,
        }
    }
}

/// Values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Megabytes of the transposition table.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) lines: usize,
    pub(crate) level: StrengthLevel,
    pub(crate) limits_strength: bool,
    pub(crate) elo: i64,
    pub(crate) analyses: bool,
    pub(crate) chess960: bool,
    pub(crate) overhead_ms: u64,
    pub(crate) variant: UciVariant,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: HASH as usize,
            threads: 1,
            lines: 1,
            level: StrengthLevel::BEST,
            limits_strength: false,
            elo: DEFAULT_ELO,
            analyses: false,
            chess960: false,
            overhead_ms: OVERHEAD as u64,
            variant: UciVariant::Chess,
        }
    }
}

/// What the session has to do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing: the next search uses it.
    Noted,
    /// Begin a game of another variant.
    Game,
    /// Drop all search results.
    ClearHash,
}

impl Options {
    /// The level that is played: the best one for analysis.
    pub(crate) fn effective_level(&self) -> StrengthLevel {
        if self.analyses {
            StrengthLevel::BEST
        } else if self.limits_strength {
            strength::level_of(self.elo)
        } else {
            self.level
        }
    }

    /// Sets an option from what follows `setoption`.
    ///
    /// # Errors
    /// A sentence for the host that says what is wrong.
    pub(crate) fn set(&mut self, text: &str) -> Result<Change, String> {
        let (name, value) = split(text);
        let option = Name::ALL.into_iter().find(|option| option.text().eq_ignore_ascii_case(&name));
        let option = option.ok_or_else(|| format!("there is no option {name:?}"))?;
        let before = (self.variant, self.chess960);
        match option.kind() {
            Kind::Spin { min, max, .. } => {
                let number = value.parse::<i64>();
                let number =
                    number.map_err(|_| format!("{name} is a number from {min} to {max}, not {value:?}"))?;
                self.set_number(option, number.clamp(min, max));
            }
            Kind::Check => {
                let is_on =
                    read_check(&value).ok_or_else(|| format!("{name} is true or false, not {value:?}"))?;
                self.set_check(option, is_on);
            }
            Kind::Button => return Ok(Change::ClearHash),
            Kind::Variant => {
                let variant = UciVariant::from_name(&value);
                self.variant = variant.ok_or_else(|| format!("{value} is no game with a board"))?;
            }
        }
        Ok(if before == (self.variant, self.chess960) { Change::Noted } else { Change::Game })
    }

    fn set_number(&mut self, option: Name, number: i64) {
        match option {
            Name::Hash => self.hash = number as usize,
            Name::Threads => self.threads = number as usize,
            Name::MultiPv => self.lines = number as usize,
            Name::Level => {
                self.level = u8::try_from(number).ok().and_then(StrengthLevel::new).unwrap_or(self.level)
            }
            Name::Elo => self.elo = number,
            Name::MoveOverhead => self.overhead_ms = number as u64,
            _ => {}
        }
    }

    fn set_check(&mut self, option: Name, is_on: bool) {
        match option {
            Name::LimitStrength => self.limits_strength = is_on,
            Name::AnalyseMode => self.analyses = is_on,
            Name::Chess960 => self.chess960 = is_on,
            // `Ponder` only says that `go ponder` may come.
            _ => {}
        }
    }
}

/// Splits into name and value; both may be several words with any number of spaces between them.
fn split(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |keyword: &'static str| move |word: &&str| word.eq_ignore_ascii_case(keyword);
    let begin = usize::from(words.first().is_some_and(is("name")));
    let end = words.iter().skip(begin).position(is("value")).map_or(words.len(), |place| begin + place);
    let value = words.get(end + 1..).unwrap_or_default();
    (words[begin..end].join(" "), value.join(" "))
}

fn read_check(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The `option` lines that declare every option.
pub(crate) fn announcements() -> Vec<String> {
    let announce = |option: Name| {
        let kind = match option.kind() {
            Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            Kind::Check => "check default false".to_owned(),
            Kind::Button => "button".to_owned(),
            Kind::Variant => {
                let names = UciVariant::ALL.map(|variant| format!("var {}", variant.name()));
                format!("combo default {} {}", UciVariant::Chess.name(), names.join(" "))
            }
        };
        format!("option name {} type {kind}", option.text())
    };
    Name::ALL.into_iter().map(announce).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_however_they_are_spaced() {
        let mut options = Options::default();
        let table = [
            ("name Hash value 64", Ok(Change::Noted)),
            ("name   MULTIPV   value  3 ", Ok(Change::Noted)),
            ("NAME threads VALUE 9999", Ok(Change::Noted)),
            ("name clear   hash", Ok(Change::ClearHash)),
            ("name UCI_Chess960 value True", Ok(Change::Game)),
            ("name UCI_Chess960 value true", Ok(Change::Noted)),
            ("name uci_variant value Grand", Ok(Change::Game)),
            ("name UCI_LimitStrength value true", Ok(Change::Noted)),
            ("name UCI_Elo value 1", Ok(Change::Noted)),
            ("name Move Overhead value 100", Ok(Change::Noted)),
            ("name Ponder value true", Ok(Change::Noted)),
        ];
        for (text, change) in table {
            assert_eq!(options.set(text), change, "{text}");
        }
        let wanted = Options {
            hash: 64,
            threads: 64,
            lines: 3,
            limits_strength: true,
            elo: MIN_ELO,
            chess960: true,
            overhead_ms: 100,
            variant: UciVariant::Grand,
            ..Options::default()
        };
        assert_eq!(options, wanted);
        for wrong in [
            "",
            "name",
            "name Hash",
            "name Hash value x",
            "name Ponder value 1",
            "name UCI_Variant value",
            "value",
        ] {
            assert!(options.set(wrong).is_err(), "{wrong}");
        }
        assert_eq!(options, wanted, "what is not understood changes nothing");
    }

    #[test]
    fn strength_is_limited_in_games_alone() {
        let mut options = Options { level: StrengthLevel::new(3).expect("a level"), ..Options::default() };
        assert_eq!(options.effective_level().number(), 3);
        (options.limits_strength, options.elo) = (true, 1_800);
        assert_eq!(options.effective_level().number(), 7);
        options.analyses = true;
        assert_eq!(options.effective_level(), StrengthLevel::BEST);
    }

    #[test]
    fn defaults_are_announced_as_they_are() {
        let lines = announcements();
        assert_eq!(lines.len(), Name::ALL.len());
        let mut options = Options { level: StrengthLevel::new(1).expect("a level"), ..Options::default() };
        for line in &lines {
            let name =
                line.split(" name ").nth(1).and_then(|rest| rest.split(" type ").next()).expect("a name");
            let default = line.split(" default ").nth(1).and_then(|rest| rest.split(' ').next());
            if let Some(default) = default {
                options.set(&format!("name {name} value {default}")).expect(line);
            }
        }
        assert_eq!(options, Options::default());
    }
}
