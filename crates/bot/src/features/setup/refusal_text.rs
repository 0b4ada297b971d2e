//! Puts refusals about a set-up of Grand Chess into sentences.

use crate::{
    core::notice::SetupRefusal,
    text::{Localizer, display_name},
};

/// The sentence for a refusal about a set-up.
pub(crate) fn sentence(speaker: Localizer<'_>, refusal: &SetupRefusal) -> String {
    let named = |key: &str, name: &str| speaker.sentence(key, &[("name", display_name(name).into())]);
    let piece = |key: &str, kind| speaker.sentence(key, &[("piece", speaker.kind(kind).into())]);
    match refusal {
        SetupRefusal::NothingToSetUp { variant } => {
            speaker.sentence("refused-nothing-to-set-up", &[("variant", speaker.variant(*variant).into())])
        }
        SetupRefusal::ExtraOutOfRange { most: 0, .. } => speaker.fixed_sentence("refused-extra-none"),
        SetupRefusal::ExtraOutOfRange { least, most, .. } => {
            let args = [("least", (*least as u64).into()), ("most", (*most as u64).into())];
            speaker.sentence("refused-extra-range", &args)
        }
        SetupRefusal::LockOutOfRange { most } => {
            speaker.sentence("refused-lock-range", &[("most", most.to_string().into())])
        }
        SetupRefusal::NoArray => speaker.fixed_sentence("refused-no-array"),
        SetupRefusal::NothingToRedraw => speaker.fixed_sentence("refused-nothing-to-redraw"),
        SetupRefusal::PanelGone => speaker.fixed_sentence("refused-panel-gone"),
        SetupRefusal::NotYourPanel { owner } => named("refused-not-your-panel", &owner.name),
        SetupRefusal::PanelStale => speaker.fixed_sentence("refused-panel-stale"),
        SetupRefusal::PanelSeen => speaker.fixed_sentence("refused-panel-seen"),
        SetupRefusal::NotChoosing => speaker.fixed_sentence("refused-not-choosing"),
        SetupRefusal::NotYourChoice { of } => {
            speaker.sentence("refused-not-your-choice", &[("name", speaker.seat(of).into())])
        }
        SetupRefusal::StillChoosing { of } => {
            speaker.sentence("refused-still-choosing", &[("name", speaker.seat(of).into())])
        }
        SetupRefusal::NoExtraPiece { kind } => piece("refused-no-extra-piece", *kind),
        SetupRefusal::PieceTaken { kind, by: None } => piece("refused-piece-classic", *kind),
        SetupRefusal::PieceTaken { kind, by: Some(person) } => {
            let args = [("piece", speaker.kind(*kind).into()), ("name", speaker.seat(person).into())];
            speaker.sentence("refused-piece-taken", &args)
        }
        SetupRefusal::NoPosition => speaker.fixed_sentence("refused-no-position"),
    }
}
