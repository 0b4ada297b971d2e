//! Tests of the help for every piece in both languages: diagram, description, and an example where
//! one is needed.

use adoube_rules::PieceType;

use super::*;
use crate::{Language, text::Translations};

fn wording() -> Translations {
    Translations::new(&crate::Locales::embedded()).unwrap_or_else(|error| panic!("{error}"))
}

fn texts(message: &Message) -> Vec<&str> {
    let text = |block| match block {
        &Block::Heading(ref text) | &Block::Text(ref text) => Some(text.as_str()),
        _ => None,
    };
    message.blocks.iter().filter_map(text).collect()
}

#[test]
fn every_piece_has_a_diagram_in_both_languages() {
    let (wording, diagrams) = (wording(), DiagramCache::new());
    for language in wording.languages() {
        let speaker = Localizer::new(&wording, language);
        for kind in PieceType::all() {
            let message = message(speaker, &diagrams, kind);
            let picture = message.picture.unwrap_or_else(|| panic!("{} has no diagram", kind.key()));
            assert!(picture.alt.to_string().contains("e5"), "{}", picture.alt);
            let key = format!("piece-{}", kind.key());
            let explained = speaker.attribute(&key, "example").is_some();
            assert_eq!(explained, !picture.scene.steps.is_empty(), "{} in {language:?}", kind.key());
        }
    }
}

#[test]
fn an_example_is_told_before_and_after() {
    let (wording, diagrams) = (wording(), DiagramCache::new());
    let archer = message(Localizer::new(&wording, Language::EN), &diagrams, PieceType::ARCHER);
    assert_eq!(
        texts(&archer)[2..4],
        [
            "Dots: it can move there. Rings: it can capture there. White pieces are on its side, black ones are enemies; they show what blocks it and what it needs.",
            "Example: it captures the Pawn where it lands and the Knight one more leap beyond.",
        ]
    );
    let alt = archer.picture.map(|picture| picture.alt.to_string()).unwrap_or_default();
    let end = "Example, before: White: Archer d3. Black: Knight f7; Pawn e5. Then: Archer d3 to e5, taking Pawn e5 and Knight f7.";
    assert!(alt.ends_with(end), "{alt}");
    let german = message(Localizer::new(&wording, Language::of("de")), &diagrams, PieceType::DIPLOMAT);
    let alt = german.picture.map(|picture| picture.alt.to_string()).unwrap_or_default();
    let end = "Beispiel, vorher: Weiß: Diplomat d4. Schwarz: Turm e5. Dann: Diplomat d4 dreht Turm e5 um.";
    assert!(alt.ends_with(end), "{alt}");
}
