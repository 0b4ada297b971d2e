//! UCI options of the engine: their declarations for the host, parsing of `setoption`, and their
//! present values.

use adoube_engine::StrengthLevel;

use crate::strength::{self, DEFAULT_ELO, MAX_ELO, MIN_ELO};
use crate::variant::UciVariant;

/// `Hash` in megabytes: default, and greatest value.
const DEFAULT_HASH_MB: i64 = 32;
const MAX_HASH_MB: i64 = 4096;
/// Greatest value of `Threads`.
const MAX_THREADS: i64 = 64;
/// Greatest value of `MultiPV`.
const MAX_MULTI_PV: i64 = 500;
/// `Move Overhead` in milliseconds, kept back from every clock for the way to the host and back:
/// default, and greatest value.
const DEFAULT_MOVE_OVERHEAD_MS: i64 = 10;
const MAX_MOVE_OVERHEAD_MS: i64 = 5_000;

/// UCI type of an option.
#[derive(Clone, Copy)]
enum UciOptionKind {
    Spin { default: i64, min: i64, max: i64 },
    Check,
    Button,
    Variant,
}

/// The options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UciOption {
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

impl UciOption {
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

    const fn name(self) -> &'static str {
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

    const fn kind(self) -> UciOptionKind {
        let best = StrengthLevel::BEST.number() as i64;
        match self {
            Self::Hash => UciOptionKind::Spin { default: DEFAULT_HASH_MB, min: 1, max: MAX_HASH_MB },
            Self::Threads => UciOptionKind::Spin { default: 1, min: 1, max: MAX_THREADS },
            Self::MultiPv => UciOptionKind::Spin { default: 1, min: 1, max: MAX_MULTI_PV },
            Self::Level => UciOptionKind::Spin { default: best, min: 1, max: best },
            Self::Elo => UciOptionKind::Spin { default: DEFAULT_ELO, min: MIN_ELO, max: MAX_ELO },
            Self::MoveOverhead => {
                UciOptionKind::Spin { default: DEFAULT_MOVE_OVERHEAD_MS, min: 0, max: MAX_MOVE_OVERHEAD_MS }
            }
            Self::Ponder | Self::LimitStrength | Self::AnalyseMode | Self::Chess960 => UciOptionKind::Check,
            Self::ClearHash => UciOptionKind::Button,
            Self::Variant => UciOptionKind::Variant,
        }
    }
}

/// Values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UciOptions {
    /// Megabytes of the transposition table.
    pub(crate) hash_mb: usize,
    pub(crate) threads: usize,
    pub(crate) multi_pv: usize,
    pub(crate) level: StrengthLevel,
    pub(crate) is_strength_limited: bool,
    pub(crate) elo: i64,
    pub(crate) is_analysis: bool,
    pub(crate) chess960: bool,
    pub(crate) overhead_ms: u64,
    pub(crate) variant: UciVariant,
}

impl Default for UciOptions {
    fn default() -> Self {
        Self {
            hash_mb: DEFAULT_HASH_MB as usize,
            threads: 1,
            multi_pv: 1,
            level: StrengthLevel::BEST,
            is_strength_limited: false,
            elo: DEFAULT_ELO,
            is_analysis: false,
            chess960: false,
            overhead_ms: DEFAULT_MOVE_OVERHEAD_MS as u64,
            variant: UciVariant::Chess,
        }
    }
}

/// What the session has to do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionChange {
    /// Nothing: the next search uses it.
    Applied,
    /// Begin a game of another variant.
    NewGame,
    /// Drop all search results.
    ClearHash,
}

impl UciOptions {
    /// The level that is played: the best one for analysis.
    pub(crate) fn effective_level(&self) -> StrengthLevel {
        if self.is_analysis {
            StrengthLevel::BEST
        } else if self.is_strength_limited {
            strength::level_for_elo(self.elo)
        } else {
            self.level
        }
    }

    /// Sets an option from what follows `setoption`.
    ///
    /// # Errors
    /// A sentence for the host that says what is wrong.
    pub(crate) fn set(&mut self, text: &str) -> Result<OptionChange, String> {
        let (name, value) = split_name_value(text);
        let option = UciOption::ALL.into_iter().find(|option| option.name().eq_ignore_ascii_case(&name));
        let option = option.ok_or_else(|| format!("there is no option {name:?}"))?;
        let before = (self.variant, self.chess960);
        match option.kind() {
            UciOptionKind::Spin { min, max, .. } => {
                let number = value.parse::<i64>();
                let number =
                    number.map_err(|_| format!("{name} is a number from {min} to {max}, not {value:?}"))?;
                self.set_number(option, number.clamp(min, max));
            }
            UciOptionKind::Check => {
                let is_on =
                    parse_check(&value).ok_or_else(|| format!("{name} is true or false, not {value:?}"))?;
                self.set_check(option, is_on);
            }
            UciOptionKind::Button => return Ok(OptionChange::ClearHash),
            UciOptionKind::Variant => {
                let variant = UciVariant::from_name(&value);
                self.variant = variant.ok_or_else(|| format!("{value} is no game with a board"))?;
            }
        }
        Ok(if before == (self.variant, self.chess960) {
            OptionChange::Applied
        } else {
            OptionChange::NewGame
        })
    }

    fn set_number(&mut self, option: UciOption, number: i64) {
        match option {
            UciOption::Hash => self.hash_mb = number as usize,
            UciOption::Threads => self.threads = number as usize,
            UciOption::MultiPv => self.multi_pv = number as usize,
            UciOption::Level => {
                self.level = u8::try_from(number).ok().and_then(StrengthLevel::new).unwrap_or(self.level);
            }
            UciOption::Elo => self.elo = number,
            UciOption::MoveOverhead => self.overhead_ms = number as u64,
            _ => {}
        }
    }

    fn set_check(&mut self, option: UciOption, is_on: bool) {
        match option {
            UciOption::LimitStrength => self.is_strength_limited = is_on,
            UciOption::AnalyseMode => self.is_analysis = is_on,
            UciOption::Chess960 => self.chess960 = is_on,
            // `Ponder` only says that `go ponder` may come.
            _ => {}
        }
    }
}

/// Splits into name and value; both may be several words with any number of spaces between them.
fn split_name_value(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |keyword: &'static str| move |word: &&str| word.eq_ignore_ascii_case(keyword);
    let begin = usize::from(words.first().is_some_and(is("name")));
    let end = words.iter().skip(begin).position(is("value")).map_or(words.len(), |place| begin + place);
    let value = words.get(end + 1..).unwrap_or_default();
    (words[begin..end].join(" "), value.join(" "))
}

fn parse_check(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The `option` lines that declare every option.
pub(crate) fn option_lines() -> Vec<String> {
    let announce = |option: UciOption| {
        let kind = match option.kind() {
            UciOptionKind::Spin { default, min, max } => {
                format!("spin default {default} min {min} max {max}")
            }
            UciOptionKind::Check => "check default false".to_owned(),
            UciOptionKind::Button => "button".to_owned(),
            UciOptionKind::Variant => {
                let names = UciVariant::ALL.map(|variant| format!("var {}", variant.name()));
                format!("combo default {} {}", UciVariant::Chess.name(), names.join(" "))
            }
        };
        format!("option name {} type {kind}", option.name())
    };
    UciOption::ALL.into_iter().map(announce).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_however_they_are_spaced() {
        let mut options = UciOptions::default();
        let table = [
            ("name Hash value 64", Ok(OptionChange::Applied)),
            ("name   MULTIPV   value  3 ", Ok(OptionChange::Applied)),
            ("NAME threads VALUE 9999", Ok(OptionChange::Applied)),
            ("name clear   hash", Ok(OptionChange::ClearHash)),
            ("name UCI_Chess960 value True", Ok(OptionChange::NewGame)),
            ("name UCI_Chess960 value true", Ok(OptionChange::Applied)),
            ("name uci_variant value Grand", Ok(OptionChange::NewGame)),
            ("name UCI_LimitStrength value true", Ok(OptionChange::Applied)),
            ("name UCI_Elo value 1", Ok(OptionChange::Applied)),
            ("name Move Overhead value 100", Ok(OptionChange::Applied)),
            ("name Ponder value true", Ok(OptionChange::Applied)),
        ];
        for (text, change) in table {
            assert_eq!(options.set(text), change, "{text}");
        }
        let wanted = UciOptions {
            hash_mb: 64,
            threads: 64,
            multi_pv: 3,
            is_strength_limited: true,
            elo: MIN_ELO,
            chess960: true,
            overhead_ms: 100,
            variant: UciVariant::Grand,
            ..UciOptions::default()
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
        let mut options =
            UciOptions { level: StrengthLevel::new(3).expect("a level"), ..UciOptions::default() };
        assert_eq!(options.effective_level().number(), 3);
        (options.is_strength_limited, options.elo) = (true, 1_800);
        assert_eq!(options.effective_level().number(), 7);
        options.is_analysis = true;
        assert_eq!(options.effective_level(), StrengthLevel::BEST);
    }

    #[test]
    fn defaults_are_announced_as_they_are() {
        let lines = option_lines();
        assert_eq!(lines.len(), UciOption::ALL.len());
        let mut options =
            UciOptions { level: StrengthLevel::new(1).expect("a level"), ..UciOptions::default() };
        for line in &lines {
            let name =
                line.split(" name ").nth(1).and_then(|rest| rest.split(" type ").next()).expect("a name");
            let default = line.split(" default ").nth(1).and_then(|rest| rest.split(' ').next());
            if let Some(default) = default {
                options.set(&format!("name {name} value {default}")).expect(line);
            }
        }
        assert_eq!(options, UciOptions::default());
    }
}
