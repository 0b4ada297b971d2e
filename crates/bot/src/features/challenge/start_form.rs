//! Describes the form by which a page starts a game: the terms of a game as fields, with the words
//! of each field, its default, and the variants it applies to. All is derived from the definition
//! of `play`, so a new option is a new field. Not here: the look of a form (its platform).

use crate::{
    Notice,
    core::{
        command::{
            AGAINST, AnyWordChoice, KINGS, LEVEL, OPPONENT, OptionKind, OptionSpec, OptionValue,
            OptionValues, PACE, PROMOTION, TIME_OUT, VARIANT, VARIANTS,
        },
        game::{CommunitySettings, GameTerms},
        notice::{CardRefusal, ComputerRefusal, GameRefusal, UnknownTermRefusal},
    },
    features::challenge::{
        command::{ChallengeRequest, PLAY},
        handler::terms,
    },
    text::{
        Localizer,
        command_help::{OptionHelp, commands},
    },
};

/// A field of the start form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartField {
    /// Name and possible values.
    pub help: OptionHelp,
    /// Whether the field is a switch: one of two words, the first of which is "on".
    pub is_switch: bool,
    /// Whether the field selects the variant.
    pub is_game: bool,
    /// The word with the same meaning as an omitted field.
    pub default: Option<&'static str>,
    /// Words of the variants that the field applies to; empty for all.
    pub only_with: Vec<&'static str>,
}

/// All fields, in the usual order.
pub(crate) fn fields(speaker: Localizer<'_>, chosen: &CommunitySettings) -> Vec<StartField> {
    let help = commands(speaker).into_iter().find(|command| command.key == PLAY.name);
    let options = help.map(|command| command.options).unwrap_or_default();
    // The computer is named as the opponent.
    let agreed =
        PLAY.options.iter().zip(options).filter(|(option, _)| !AGAINST.is(option) && !LEVEL.is(option));
    agreed.map(|(option, help)| field(option, help, chosen)).collect()
}

fn field(option: &OptionSpec, help: OptionHelp, chosen: &CommunitySettings) -> StartField {
    let words = option.kind.closed_set().map(AnyWordChoice::words).unwrap_or_default();
    let games = VARIANTS.words();
    let fits = |game: &&'static str| {
        words.iter().all(|word| agreed(Some(game), Some((option, word)), chosen).is_some())
    };
    let only_with: Vec<_> = games.iter().copied().filter(fits).collect();
    let is_game = VARIANT.is(option);
    let same = |word: &&&'static str| {
        if is_game {
            return agreed(Some(word), None, chosen) == agreed(None, None, chosen);
        }
        only_with
            .iter()
            .all(|game| agreed(Some(game), Some((option, word)), chosen) == agreed(Some(game), None, chosen))
    };
    let default = words.iter().find(same).copied();
    let goes_with_all = is_game || only_with.len() == games.len();
    StartField {
        help,
        is_switch: matches!(option.kind, OptionKind::Switch(_)),
        is_game,
        default,
        only_with: if goes_with_all { Vec::new() } else { only_with },
    }
}

/// The terms that these words give; `None` if they contradict each other.
fn agreed(
    game: Option<&'static str>,
    other: Option<(&OptionSpec, &'static str)>,
    chosen: &CommunitySettings,
) -> Option<GameTerms> {
    let mut given = OptionValues::default();
    if let Some(game) = game {
        given.put(&VARIANT.spec, OptionValue::Word(game));
    }
    if let Some((option, word)) = other.filter(|(option, _)| !given.has(option)) {
        given.put(option, OptionValue::Word(word));
    }
    terms(&ChallengeRequest::read(&given), chosen).ok()
}

/// The field that a refusal is about; `None` if it is about the channel or the person.
pub(crate) fn field_of(notice: &Notice) -> Option<&'static str> {
    let Notice::Refused(refusal) = notice else { return None };
    match refusal {
        GameRefusal::UnknownTerm(UnknownTermRefusal::NoSuchPace { .. }) => Some(PACE.spec.name),
        GameRefusal::UnknownTerm(UnknownTermRefusal::TimeOutAlone) => Some(TIME_OUT.spec.name),
        GameRefusal::UnknownPerson { .. }
        | GameRefusal::AmbiguousPerson { .. }
        | GameRefusal::SelfChallenge
        | GameRefusal::Computer(
            ComputerRefusal::Off
            | ComputerRefusal::NobodyElse { .. }
            | ComputerRefusal::LevelOfPerson
            | ComputerRefusal::NotBoth,
        )
        | GameRefusal::UnknownTerm(_) => Some(OPPONENT.spec.name),
        GameRefusal::NoPromotionChoice { .. } => Some(PROMOTION.spec.name),
        GameRefusal::Cards(CardRefusal::NoKingsChoice { .. }) => Some(KINGS.spec.name),
        _ => None,
    }
}
