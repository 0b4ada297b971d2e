//! Completes piece names: finds them in every language, by a part of the name, by code, and by
//! square. Not here: other options (`completion`).

use adoube_rules::PieceType;

use super::completion::CompletionContext;
use crate::text::{Localizer, fold};

/// From this number of letters on, any part of a name matches; fewer match its beginning only.
const PART: usize = 2;

/// How the typed text matches a name; the best match first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    Letter,
    Code,
    Beginning,
    OtherLanguage,
    Part,
    /// A name used by other collections.
    Alias,
}

/// The matching types, those of the running game first: what to type and what to show.
pub(super) fn named(
    speaker: Localizer<'_>,
    facts: &CompletionContext,
    kinds: impl Iterator<Item = PieceType>,
    typed: &str,
) -> Vec<(String, String)> {
    let found = kinds.filter_map(|kind| Some((fit(speaker, kind, typed)?, kind)));
    let mut found: Vec<(NameMatch, PieceType)> = found.collect();
    // Aliases help only when no name matches.
    if found.iter().any(|(fit, _)| *fit != NameMatch::Alias) {
        found.retain(|(fit, _)| *fit != NameMatch::Alias);
    }
    let played = facts.types();
    // A letter or code is an exact match, even if the type is not in the game.
    found.sort_by_key(|(fit, kind)| (*fit > NameMatch::Code, !played.contains(kind), *fit, kind.index()));
    found.into_iter().map(|(fit, kind)| shown(speaker, kind, fit, typed)).collect()
}

/// Occupied squares that begin as typed; none for an empty text.
pub(super) fn placed(
    speaker: Localizer<'_>,
    facts: &CompletionContext,
    typed: &str,
) -> Vec<(String, String)> {
    if typed.is_empty() {
        return Vec::new();
    }
    let begun = facts.standing().into_iter().filter(|(square, _)| square.to_string().starts_with(typed));
    begun.map(|(square, kind)| (square.to_string(), format!("{square} – {}", speaker.kind(kind)))).collect()
}

fn fit(speaker: Localizer<'_>, kind: PieceType, typed: &str) -> Option<NameMatch> {
    let names: Vec<String> = everywhere(speaker, kind).map(|name| fold(&name)).collect();
    let own = fold(&speaker.kind(kind));
    let is_part = typed.chars().nth(PART - 1).is_some();
    if fold(&speaker.letter(kind)) == typed {
        Some(NameMatch::Letter)
    } else if fold(kind.code()) == typed {
        Some(NameMatch::Code)
    } else if own.starts_with(typed) {
        Some(NameMatch::Beginning)
    } else if names.iter().any(|name| name.starts_with(typed)) {
        Some(NameMatch::OtherLanguage)
    } else if is_part && names.iter().any(|name| name.contains(typed)) {
        Some(NameMatch::Part)
    } else if is_part && aliases(speaker, kind).any(|name| fold(&name).starts_with(typed)) {
        Some(NameMatch::Alias)
    } else {
        None
    }
}

/// The name of a type in every language.
fn everywhere(speaker: Localizer<'_>, kind: PieceType) -> impl Iterator<Item = String> {
    speaker.languages().map(move |language| speaker.in_language(language).kind(kind))
}

/// Aliases of a type, in every language.
fn aliases(speaker: Localizer<'_>, kind: PieceType) -> impl Iterator<Item = String> {
    speaker.languages().flat_map(move |language| speaker.in_language(language).aliases(kind))
}

fn shown(speaker: Localizer<'_>, kind: PieceType, fit: NameMatch, typed: &str) -> (String, String) {
    let (name, label) = (speaker.kind(kind), speaker.with_letter(kind));
    let is_meant = |other: &String| *other != name && fold(other).starts_with(typed);
    let other = match fit {
        NameMatch::OtherLanguage => everywhere(speaker, kind).find(is_meant),
        NameMatch::Alias => aliases(speaker, kind).find(is_meant),
        NameMatch::Letter | NameMatch::Code | NameMatch::Beginning | NameMatch::Part => None,
    };
    let label = match other {
        Some(other) => format!("{label}, {other}"),
        None => label,
    };
    (name, label)
}
