//! Negotiates the language: chooses the best one for an `Accept-Language` header (RFC 9110,
//! 12.5.4).

use adoube_bot::{Language, Locales};
use axum::http::{HeaderMap, header::ACCEPT_LANGUAGE};

/// The best language for a browser's requests.
pub(crate) fn language_of(locales: &Locales, headers: &HeaderMap) -> Language {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    preferred(locales, header.unwrap_or_default())
}

/// The best language for an `Accept-Language` header (RFC 9110, 12.5.4).
fn preferred(locales: &Locales, header: &str) -> Language {
    let mut wished: Vec<(f32, Language)> =
        header.split(',').take(32).filter_map(|text| wish(locales, text)).collect();
    // The sort is stable: of equal wishes the first one counts.
    wished.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    wished.first().map(|(_, language)| *language).unwrap_or_default()
}

fn wish(locales: &Locales, text: &str) -> Option<(f32, Language)> {
    let (tag, weight) = text.split_once(';').unwrap_or((text, "q=1"));
    let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
    let language = locales.find(tag)?;
    (weight > 0.0).then_some((weight, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_wished_language_we_have_is_taken() {
        let cases = [
            ("", "en"),
            ("de", "de"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("en;q=0.5,de;q=0.8", "de"),
            ("fr,de;q=0.3", "de"),
            ("fr,it", "en"),
            ("de;q=0,en;q=0.1", "en"),
            ("de;q=NaN,en", "en"),
            (";;;,,q=,de;q=x", "en"),
        ];
        let locales = Locales::embedded();
        for (header, expected) in cases {
            assert_eq!(preferred(&locales, header).tag(), expected, "{header:?}");
        }
    }
}
